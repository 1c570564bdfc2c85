"""Input that waits for an agent: two ordered lists, as durable as the log they live in.

`next-turn` holds prompts that each open a turn; `next-step` holds what joins
the next step of the running one. Every change is one `agent/inbox/spliced`
event, so the lists after a restart are the fold of the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from dsh_core.base.errors import HarnessError
from dsh_core.session.events import AGENT_INBOX_SPLICED, Event, JsonObject
from dsh_core.session.log import SessionLog

__all__ = ["NEXT_STEP", "NEXT_TURN", "Inbox", "InboxError", "InboxLists", "InboxTarget"]

InboxTarget = Literal["next-turn", "next-step"]
NEXT_TURN: InboxTarget = "next-turn"
NEXT_STEP: InboxTarget = "next-step"


class InboxError(HarnessError):
    """A splice does not fit the lists; code `BAD_SPLICE` or `ALREADY_PENDING`."""


class InboxLists:
    """The two lists as a fold of splices; writes nothing."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._lists: dict[InboxTarget, list[JsonObject]] = {NEXT_TURN: [], NEXT_STEP: []}
        for event in events:
            if event.type == AGENT_INBOX_SPLICED:
                self.apply(event.data)

    def get(self, target: InboxTarget) -> tuple[JsonObject, ...]:
        """The messages of one list, first to enter first."""
        return tuple(self._lists[target])

    def locate(self, message_id: str) -> tuple[InboxTarget, int] | None:
        """Return the list and index of a waiting message; None if it does not wait."""
        for target, messages in self._lists.items():
            for index, message in enumerate(messages):
                if message.get("id") == message_id:
                    return target, index
        return None

    def check(self, splice: JsonObject) -> None:
        """Look whether a splice fits.

        Raises:
            InboxError: If it is malformed, out of range, or would have one id wait twice.
        """
        self._checked(splice)

    def apply(self, splice: JsonObject) -> tuple[JsonObject, ...]:
        """Apply one splice and return what it removed.

        Raises:
            InboxError: As `check`; nothing changes then.
        """
        target, start, end, inserted = self._checked(splice)
        messages = self._lists[target]
        removed = tuple(messages[start:end])
        messages[start:end] = inserted
        return removed

    def _checked(self, splice: JsonObject) -> tuple[InboxTarget, int, int, list[JsonObject]]:
        target, start = splice.get("target"), splice.get("start")
        removed, inserted = splice.get("removedCount", 0), splice.get("inserted")
        if target not in (NEXT_TURN, NEXT_STEP) or not isinstance(inserted, Sequence):
            raise InboxError("invalid inbox splice", "BAD_SPLICE")
        messages = self._lists[target]
        if not isinstance(start, int) or not isinstance(removed, int):
            raise InboxError("invalid inbox splice", "BAD_SPLICE")
        if not 0 <= start <= start + removed <= len(messages):
            raise InboxError("invalid inbox splice", "BAD_SPLICE")
        new = [message for message in inserted if isinstance(message, Mapping)]
        if len(new) != len(inserted):
            raise InboxError("invalid inbox splice", "BAD_SPLICE")
        self._check_ids(target, start, start + removed, new)
        return target, start, start + removed, new

    def _check_ids(
        self, target: InboxTarget, start: int, end: int, inserted: list[JsonObject]
    ) -> None:
        kept = [
            message.get("id")
            for name, messages in self._lists.items()
            for index, message in enumerate(messages)
            if name != target or not start <= index < end
        ]
        for message in inserted:
            if message.get("id") in kept:
                text = f'message "{message.get("id")}" is already pending'
                raise InboxError(text, "ALREADY_PENDING")
            kept.append(message.get("id"))


class Inbox:
    """The inbox of one agent, restored from its log.

    Args:
        log: Where every change is appended before the lists change.

    Raises:
        InboxError: If the log holds a splice that does not fit.
    """

    def __init__(self, log: SessionLog) -> None:
        self._log = log
        self._lists = InboxLists(log.events)
        self._claimed: dict[InboxTarget, tuple[JsonObject, ...]] = {}

    @property
    def next_turn(self) -> tuple[JsonObject, ...]:
        """Prompts, each waiting for a turn of its own."""
        return self._lists.get(NEXT_TURN)

    @property
    def next_step(self) -> tuple[JsonObject, ...]:
        """Messages waiting for the next step."""
        return self._lists.get(NEXT_STEP)

    @property
    def has_pending(self) -> bool:
        """Whether anything waits."""
        return bool(self.next_turn or self.next_step)

    @property
    def claimed(self) -> tuple[JsonObject, ...]:
        """What was claimed for a step of which nobody knows yet whether it starts."""
        return (*self._claimed.get(NEXT_STEP, ()), *self._claimed.get(NEXT_TURN, ()))

    def append(self, target: InboxTarget, message: JsonObject) -> None:
        """Add one message at the end of a list.

        Raises:
            InboxError: If a message with its id waits already.
        """
        self._splice(target, len(self._lists.get(target)), 0, (message,))

    def replace(self, message_id: str, message: JsonObject) -> bool:
        """Put `message` in the place of a waiting one; False if that no longer waits."""
        place = self._lists.locate(message_id)
        if place is None:
            return False
        self._splice(place[0], place[1], 1, (message,), canceled=True)
        return True

    def remove(self, message_id: str) -> bool:
        """Take a waiting message out; False if it no longer waits."""
        place = self._lists.locate(message_id)
        if place is None:
            return False
        self._splice(place[0], place[1], 1, (), canceled=True)
        return True

    def clear(self) -> None:
        """Cancel all that waits."""
        for target in (NEXT_STEP, NEXT_TURN):
            self._splice(target, 0, len(self._lists.get(target)), (), canceled=True)

    def claim(self, *, first_step: bool) -> tuple[JsonObject, ...]:
        """Take what enters the step about to start.

        Args:
            first_step: Whether the step opens a turn; it then takes one prompt too,
                after all of `next-step`.

        Returns:
            What was taken; it is `claimed` until it has `entered` or is given back.
        """
        self._claimed = {NEXT_STEP: self._splice(NEXT_STEP, 0, len(self.next_step), ())}
        if first_step:
            prompts = min(1, len(self.next_turn))
            self._claimed[NEXT_TURN] = self._splice(NEXT_TURN, 0, prompts, ())
        return self.claimed

    def entered(self) -> None:
        """Let go of what was claimed: its step starts, or was turned away for good."""
        self._claimed = {}

    def give_back(self) -> None:
        """Put what was claimed back where it was, as its step does not start after all.

        A message whose id waits again, because it was sent once more, is not put back.
        """
        claimed, self._claimed = self._claimed, {}
        for target, messages in claimed.items():
            again = (message.get("id") for message in messages)
            waits = {it for it in again if isinstance(it, str) and self._lists.locate(it)}
            kept = tuple(message for message in messages if message.get("id") not in waits)
            self._splice(target, 0, 0, kept)

    def _splice(
        self,
        target: InboxTarget,
        start: int,
        count: int,
        inserted: tuple[JsonObject, ...],
        *,
        canceled: bool = False,
    ) -> tuple[JsonObject, ...]:
        if not count and not inserted:
            return ()
        splice: dict[str, object] = {"target": target, "start": start, "inserted": inserted}
        if count:
            splice["removedCount"] = count
            if canceled:
                splice["outcome"] = "canceled"
        self._lists.check(splice)
        event = self._log.append(AGENT_INBOX_SPLICED, splice)
        return self._lists.apply(event.data)
