"""The app on a scenario, with what a test needs around it.

    python -m tests.pty.play [--instant] [--no-prompt] [--busy] [--record FILE]
        [--end FILE] SCENARIO

`--instant`: prose, pauses and played tools take no time. `--no-prompt`: the first message is left
to the person. `--busy`: the event loop is blocked
100 ms of every 120. `--record`: what reached the session goes to a file, a JSON list a line:
`["said", text]` for the person, `["result", text]` for a tool call, `["end", reason]` for a turn;
and `["key", time]` for each key.
`--end`: when this file comes to be, what waits ends as if it had been dismissed elsewhere.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace
from pathlib import Path

from textual import events

from dsh_app.app import DshApp
from dsh_app.conversation import Conversation
from dsh_app.scenarios.load import load_scenario
from dsh_app.terminal import own_terminal
from dsh_core.session.events import TOOL_RESULT, TURN_END, USER_MESSAGE, Event
from dsh_core.session.messages import message_text

BLOCKED = 0.100
EVERY = 0.120


class BusyApp(DshApp):
    """An app whose event loop hardly ever listens."""

    # Textual calls the handler of every class, so that none calls its base's.
    async def on_mount(self) -> None:
        self.set_interval(EVERY, lambda: time.sleep(BLOCKED))


class Recorder:
    """Appends what reaches a session to a file, at once."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8")

    def __call__(self, event: Event) -> None:
        if event.type == USER_MESSAGE:
            self._write("said", message_text(event.data))
        elif event.type == TOOL_RESULT:
            message = event.data["message"]
            assert isinstance(message, dict)
            blocks = message["content"]
            self._write("result", "".join(message_text(block) for block in blocks))
        elif event.type == TURN_END:
            reason = event.data["reason"]
            assert isinstance(reason, dict)
            self._write("end", str(reason["kind"]))

    def key(self, event: events.Key) -> None:
        self._write("key", repr(event.time))

    def _write(self, kind: str, text: str) -> None:
        self._file.write(json.dumps([kind, text]) + "\n")
        self._file.flush()


def play(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--instant", action="store_true")
    parser.add_argument("--no-prompt", action="store_true")
    parser.add_argument("--busy", action="store_true")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--end", type=Path)
    parser.add_argument("scenario")
    given = parser.parse_args(arguments)
    base = BusyApp if given.busy else DshApp

    recorder = None if given.record is None else Recorder(given.record)

    class App(base):  # type: ignore[valid-type, misc]
        async def on_mount(self) -> None:
            if recorder is not None:
                self.conversation.source.subscribe(recorder)
            if given.end is not None:
                self.set_interval(0.05, self.end_what_waits)

        async def on_event(self, event: events.Event) -> None:
            if recorder is not None and isinstance(event, events.Key):
                recorder.key(event)
            await super().on_event(event)

        def end_what_waits(self) -> None:
            if given.end.exists():
                given.end.unlink()
                for waiting in self.conversation.pending.requests:
                    self.conversation.pending.cancel(waiting.id)

    scenario = load_scenario(given.scenario, instant=given.instant)
    if given.no_prompt:
        scenario = replace(scenario, prompt=None)
    with own_terminal() as terminal:
        app = App(Conversation.with_scenario(scenario, name="agent"))
        app.run()
    return terminal.status(app.return_code or 0)


if __name__ == "__main__":
    sys.exit(play(sys.argv[1:]))
