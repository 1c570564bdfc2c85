"""Tools: their definition, argument validation, the registry and how results are rendered.

Import from the modules; this package re-exports nothing.
"""
