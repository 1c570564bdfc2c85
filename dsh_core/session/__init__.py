"""The session log and what is folded from it: inbox, crash repair and transcript.

Import from the modules; this package re-exports nothing.
"""
