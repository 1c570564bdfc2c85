"""The part of dsh_app that has no user interface.

The seam through which an agent asks a person, the pure state of the question
form, and the agent runtime. Nothing below this package imports textual or rich.
"""
