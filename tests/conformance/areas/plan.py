from __future__ import annotations

from tests.conformance.vectors import Handler

HANDLERS: dict[str, Handler] = {}
