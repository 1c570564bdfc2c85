"""The full-screen app: the widgets, the core and the agents put together."""

__version__ = "0.1.0"
