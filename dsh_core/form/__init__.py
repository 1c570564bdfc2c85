"""What a person decides about a batch of questions, as values and pure functions.

No widget, no clock, no I/O. Import from the modules: `state` and `events` are the
vocabulary, `review` and `sequential` the two ways through a form, `plan_review` the
review of a plan; `drafts`, `labels`, `answers` and `rows` are the rules they share.
"""
