"""The seam through which a running agent asks a person and waits for the answer.

Import from the modules: `types`, `errors`, `service`, `pending`, `answers_json`
and, for validated wire values (this one needs pydantic), `wire`.
"""
