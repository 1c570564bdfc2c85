from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.vectors import DEFAULT_PATH


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--vectors",
        type=Path,
        default=DEFAULT_PATH,
        help="the contract vectors to play, instead of the project's own",
    )
