"""Asking a person whether a tool may run.

Import from the modules: `types` and `pending`.
"""
