"""Measures, prints a table, and fails only past a guard.

make bench [ARGS="first_frame --repeats 21"]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping

from tests.bench import first_frame, form, plan_review
from tests.bench.rows import Row, table

BENCHES: Mapping[str, Callable[[int], list[Row]]] = {
    "first_frame": first_frame.measure,
    "form": form.measure,
    "plan_review": plan_review.measure,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("names", nargs="*", choices=[*BENCHES, []], metavar="NAME")
    parser.add_argument("--repeats", type=int, default=9)
    arguments = parser.parse_args()
    rows = [row for name in arguments.names or BENCHES for row in BENCHES[name](arguments.repeats)]
    print(table(rows))
    return 1 if any(row.broken for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
