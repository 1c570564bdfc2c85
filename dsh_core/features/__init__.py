"""What joins tools, agents and questions: the only room that knows all three.

Import from the modules; this package re-exports nothing.
"""
