"""Random keys, pastes, clicks and resizes over random batches: nothing breaks, nothing is lost."""

from __future__ import annotations

import random

import pytest

from tests.support.random_play import RandomPerson, Watch
from tests.support.seats import at_seat


async def play(seed: int, count: int, monkeypatch: pytest.MonkeyPatch) -> RandomPerson:
    async with at_seat() as person:
        watch = Watch()
        watch.over(person, monkeypatch)
        player = RandomPerson(person, random.Random(seed))
        try:
            await player.act(count, watch)
        except BaseException:
            print("\n".join(player.log))
            raise
    return player


@pytest.mark.parametrize("seed", range(4))
async def test_random_play(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    player = await play(seed, 500, monkeypatch)
    assert player.asked > 3


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
async def test_long_random_play(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    await play(seed, 1000, monkeypatch)
