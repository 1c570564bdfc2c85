"""Which module plays which area of the contract vectors.

Each module has `HANDLERS: dict[str, Handler]`. A key is an area, or `area/applies`
when one area is shared between modules; the longer key is looked up first.
"""

from __future__ import annotations

import importlib

from tests.conformance.vectors import Handler, Vector

MODULES = ("seam", "host", "form", "runtime", "log", "plan", "tools", "transcript")


def _collect() -> dict[str, Handler]:
    found: dict[str, Handler] = {}
    for name in MODULES:
        module = importlib.import_module(f"{__name__}.{name}")
        for area, handler in module.HANDLERS.items():
            if area in found:
                raise ValueError(f"two handlers for {area}")
            found[area] = handler
    return found


ALL_HANDLERS = _collect()


def handler_of(vector: Vector) -> Handler | None:
    """The handler that plays this vector; None when there is none."""
    shared = ALL_HANDLERS.get(f"{vector.area}/{vector.applies}")
    return shared or ALL_HANDLERS.get(vector.area)
