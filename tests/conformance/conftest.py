from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--vectors",
        type=Path,
        help="the contract vectors to play, instead of the project's own",
    )


def pytest_configure(config: pytest.Config) -> None:
    path: Path | None = config.getoption("vectors", None)
    if path is not None and not path.is_file():
        raise pytest.UsageError(f"--vectors: there is no file {path}")
