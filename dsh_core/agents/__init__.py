"""Agents: the turn and step loop, the registry of live agents, and the source protocol.

Import from the modules; this package re-exports nothing.
"""
