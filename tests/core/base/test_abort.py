from __future__ import annotations

import gc
import weakref
from collections.abc import Callable

import pytest

from dsh_core.base.abort import AbortController


def test_listeners_run_in_order_before_abort_returns() -> None:
    controller = AbortController()
    ran: list[object] = []
    controller.signal.add_listener(lambda: ran.append(("a", controller.signal.aborted)))
    controller.signal.add_listener(lambda: ran.append("b"))
    assert not controller.signal.aborted
    controller.abort("stop")
    assert ran == [("a", True), "b"]
    assert controller.signal.reason == "stop"


def test_it_fires_once_and_the_first_reason_wins() -> None:
    controller = AbortController()
    ran: list[str] = []
    controller.signal.add_listener(lambda: ran.append("x"))
    controller.abort("first")
    controller.abort("second")
    assert ran == ["x"]
    assert controller.signal.reason == "first"


def test_a_late_listener_is_never_called() -> None:
    controller = AbortController()
    controller.abort()
    ran: list[str] = []
    remove = controller.signal.add_listener(lambda: ran.append("x"))
    controller.abort()
    remove()
    assert ran == []


def test_a_remover_takes_only_its_own_entry() -> None:
    controller = AbortController()
    ran: list[str] = []

    def listener() -> None:
        ran.append("x")

    remove = controller.signal.add_listener(listener)
    controller.signal.add_listener(listener)
    remove()
    remove()
    controller.abort()
    assert ran == ["x"]


def test_a_listener_may_remove_the_next() -> None:
    controller = AbortController()
    ran: list[str] = []
    removers: list[Callable[[], None]] = []
    controller.signal.add_listener(lambda: removers[0]())
    removers.append(controller.signal.add_listener(lambda: ran.append("removed")))
    controller.signal.add_listener(lambda: ran.append("kept"))
    controller.abort()
    assert ran == ["kept"]


def test_a_listener_that_aborts_again_changes_nothing() -> None:
    controller = AbortController()
    ran: list[str] = []
    controller.signal.add_listener(lambda: controller.abort("inner"))
    controller.signal.add_listener(lambda: ran.append("after"))
    controller.abort("outer")
    assert (ran, controller.signal.reason) == (["after"], "outer")


def test_a_broken_listener_does_not_stop_the_others() -> None:
    controller = AbortController()
    ran: list[str] = []

    def broken() -> None:
        raise ValueError("broken")

    controller.signal.add_listener(broken)
    controller.signal.add_listener(lambda: ran.append("x"))
    with pytest.raises(ValueError, match="broken"):
        controller.abort()
    assert ran == ["x"]


def test_several_broken_listeners_are_raised_together() -> None:
    controller = AbortController()

    def broken() -> None:
        raise ValueError("broken")

    controller.signal.add_listener(broken)
    controller.signal.add_listener(broken)
    with pytest.raises(ExceptionGroup) as caught:
        controller.abort()
    assert len(caught.value.exceptions) == 2


class Owner:
    def listen(self) -> None:
        pass


@pytest.mark.parametrize("end", ["remove", "abort", "too late"])
def test_nothing_is_kept_of_a_listener_that_is_over(end: str) -> None:
    controller = AbortController()
    if end == "too late":
        controller.abort()
    owner = Owner()
    gone = weakref.ref(owner)
    remove = controller.signal.add_listener(owner.listen)
    if end == "remove":
        remove()
    else:
        controller.abort()
    del owner
    gc.collect()
    assert gone() is None
