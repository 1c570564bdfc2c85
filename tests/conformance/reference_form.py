"""The sequential form of the contract (§4) once more: on plain labels, straight from its text.

It shares nothing with the form it is compared with, but the vocabulary of the vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

BLANKS = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)

Raw = Mapping[str, Any]


def empty(*, skipped: bool = False) -> dict[str, Any]:
    return {"selected": [], "custom": "", "skipped": skipped}


def answered(draft: Raw) -> bool:
    return bool(draft["selected"]) or draft["custom"].strip(BLANKS) != ""


def completed(draft: Raw) -> bool:
    return answered(draft) or draft["skipped"]


@dataclass
class ReferenceForm:
    """One form; `do` takes a step of a vector, `observed` says what a vector may expect."""

    questions: Sequence[Raw]
    index: int = 0
    drafts: list[dict[str, Any]] = field(default_factory=list)
    busy: str | None = None
    error: Any = None
    minimized: bool = False
    sent: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.drafts = [empty() for _ in self.questions]

    def do(self, step: Raw) -> None:
        name = step["do"]
        if name == "deliver":
            self._deliver(step)
        elif self.busy is not None:
            return
        elif name == "cancel":
            self.busy, self.error = "cancel", None
            self.sent.append("cancelled")
        elif name == "toggle":
            self.minimized = not self.minimized
        elif not self.minimized:
            self._in_body(name, step)

    def observed(self) -> dict[str, Any]:
        last = "submit" if self._is_last else "action.next"
        return {
            "index": self.index,
            "pager": f"{self.index + 1} / {len(self.questions)}",
            "drafts": self.drafts,
            "error": self.error,
            "busy": self.busy,
            "minimized": self.minimized,
            "sent": self.sent,
            "primary_enabled": self.busy is None and answered(self.drafts[self.index]),
            "primary_label_key": "submitting" if self.busy == "answer" else last,
        }

    @property
    def _is_last(self) -> bool:
        return self.index == len(self.questions) - 1

    def _is_multi(self, index: int) -> bool:
        return self.questions[index].get("multiSelect") is True

    def _deliver(self, step: Raw) -> None:
        if self.busy is None or step["result"] == "accepted":
            return
        what = "response" if self.busy == "answer" else "cancellation"
        texts = {
            "rejected": f"question {what} rejected: {step.get('reason')}",
            "exception": step.get("message"),
        }
        self.busy, self.error = None, {"text": texts[step["result"]]}

    def _in_body(self, name: str, step: Raw) -> None:
        draft = self.drafts[self.index]
        labels = [option["label"] for option in self.questions[self.index].get("options", [])]
        match name:
            case "choose" | "enter_option":
                if step["label"] not in labels:
                    return
                if name == "enter_option" and all(map(completed, self.drafts)):
                    self._submit()
                else:
                    self._choose(step["label"])
            case "text":
                kept = draft["selected"] if self._is_multi(self.index) else []
                self._put({"selected": kept, "custom": step["value"], "skipped": False})
            case "enter_field":
                self._continue()
            case "primary":
                if answered(draft):
                    self._continue()
            case "skip":
                self._put(empty(skipped=True))
                self._submit() if self._is_last else self._go(self.index + 1)
            case "prev":
                if self.index:
                    self._go(self.index - 1)
            case "next":
                if not self._is_last:
                    self._go(self.index + 1)

    def _go(self, index: int) -> None:
        self.index, self.error = index, None

    def _put(self, draft: dict[str, Any]) -> None:
        self.drafts[self.index], self.error = draft, None

    def _choose(self, label: str) -> None:
        draft = self.drafts[self.index]
        if not self._is_multi(self.index):
            self._put({**empty(), "selected": [label]})
            if not self._is_last:
                self._go(self.index + 1)
            return
        others = [one for one in draft["selected"] if one != label]
        on = label not in draft["selected"]
        self._put({**draft, "selected": [*others, label] if on else others, "skipped": False})

    def _continue(self) -> None:
        if not answered(self.drafts[self.index]):
            self.error = "error.unanswered"
        elif self._is_last:
            self._submit()
        else:
            self._go(self.index + 1)

    def _submit(self) -> None:
        for index, draft in enumerate(self.drafts):
            if not completed(draft):
                self.index, self.error = index, "error.incomplete"
                return
        self.sent.append({"answers": list(map(self._item, range(len(self.questions))))})
        self.busy, self.error = "answer", None

    def _item(self, index: int) -> dict[str, Any]:
        draft, item = self.drafts[index], {"id": self.questions[index]["id"], "selected": []}
        if draft["skipped"]:
            return item
        custom = draft["custom"].strip(BLANKS)
        if not custom or self._is_multi(index):
            item["selected"] = list(draft["selected"])
        return {**item, "custom": custom} if custom else item
