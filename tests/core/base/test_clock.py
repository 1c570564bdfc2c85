from __future__ import annotations

import time

import pytest

from dsh_core.base.clock import ManualClock, SystemClock


def test_the_system_clock_reads_seconds_and_milliseconds() -> None:
    clock = SystemClock()
    before = clock.monotonic()
    assert 0 <= clock.monotonic() - before < 60
    assert abs(clock.now_ms() - time.time() * 1000) < 60_000


def test_the_manual_clock_moves_only_when_told() -> None:
    clock = ManualClock(2.5)
    assert (clock.monotonic(), clock.now_ms()) == (2.5, 2500)
    clock.advance(0.4)
    assert clock.monotonic() == pytest.approx(2.9)
    assert clock.now_ms() == 2900


def test_the_manual_clock_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="backwards"):
        ManualClock().advance(-0.1)
