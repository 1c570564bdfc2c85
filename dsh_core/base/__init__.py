"""What every other room stands on: errors, abort signals, clocks, text and the catalogues.

Import from the modules; this package re-exports nothing.
"""
