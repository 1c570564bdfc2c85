"""A controller and its signal: one-shot, synchronous, and free of asyncio."""

from __future__ import annotations

from collections.abc import Callable

from dsh_core.base.registration import register_in

__all__ = ["AbortController", "AbortSignal"]


class AbortSignal:
    """The reading side of an `AbortController`; it fires at most once."""

    __slots__ = ("__weakref__", "_aborted", "_listeners", "_reason")

    def __init__(self) -> None:
        self._aborted = False
        self._reason: object = None
        self._listeners: dict[object, Callable[[], None]] = {}

    @property
    def aborted(self) -> bool:
        """Whether `abort` was called; set before the first listener runs."""
        return self._aborted

    @property
    def reason(self) -> object:
        """What the first `abort` was given; None before it, or when it gave none."""
        return self._reason

    def add_listener(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` when the signal aborts.

        A signal that has aborted never fires again: a listener added then is
        not called, so look at `aborted` in the same synchronous stretch.

        Returns:
            A remover. Calling it twice, or after the abort, does nothing.
        """
        if self._aborted:
            return lambda: None
        return register_in(self._listeners, callback)

    def _fire(self, reason: object) -> None:
        if self._aborted:
            return
        self._aborted = True
        self._reason = reason
        failures: list[Exception] = []
        # One by one from the live table: a listener may remove another that
        # has not run yet, and that one must then stay silent.
        while self._listeners:
            callback = self._listeners.pop(next(iter(self._listeners)))
            try:
                callback()
            # Any exception: the other listeners still have to run.
            except Exception as error:  # noqa: BLE001
                failures.append(error)
        if failures:
            raise failures[0] if len(failures) == 1 else ExceptionGroup("abort", failures)


class AbortController:
    """Owns a signal and is the only one that can abort it."""

    __slots__ = ("_signal",)

    def __init__(self) -> None:
        self._signal = AbortSignal()

    @property
    def signal(self) -> AbortSignal:
        """The signal to hand out."""
        return self._signal

    def abort(self, reason: object = None) -> None:
        """Abort once; the first reason wins and later calls do nothing.

        Listeners run before this returns, in the order they were added.

        Raises:
            Exception: What a listener raised, after all of them have run
                (an `ExceptionGroup` when several did).
        """
        self._signal._fire(reason)
