"""Scenarios: what the scripted agent says and asks, read from a YAML file.

Import from the modules: `load` (files to values) and `stage` (values to a running
agent). The schema is described in docs/scenarios.md.
"""
