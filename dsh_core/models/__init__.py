"""The model protocol (messages in, a stream of chunks out) and the scripted model.

Import from the modules; this package re-exports nothing.
"""
