"""Reusable Textual widgets for questions, plan reviews, transcripts and composers.

Import each widget from its own module; this package imports nothing by itself.
"""
