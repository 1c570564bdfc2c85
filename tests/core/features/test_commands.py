"""Commands: what is one, who has which, and what is logged of a run."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

import pytest

from dsh_core.features.commands import (
    Command,
    CommandError,
    CommandInput,
    CommandInvocation,
    CommandRegistry,
    CommandResult,
    ParsedLine,
    parse_line,
)
from dsh_core.session.log import SessionLog


@dataclass(eq=False)
class Agent:
    session: SessionLog = field(default_factory=lambda: SessionLog("a"))

    @property
    def id(self) -> str:
        return self.session.id


def command(name: str = "go", *, text: str | None = None, **options: object) -> Command:
    async def run(_invocation: CommandInvocation) -> CommandResult:
        return CommandResult("success", text)

    return Command(name, f"Does {name}.", run, **options)  # type: ignore[arg-type]


def logged(agent: Agent) -> list[tuple[str, dict[str, object]]]:
    return [(event.type, dict(event.data)) for event in agent.session.events]


@pytest.mark.parametrize(
    ("line", "parsed"),
    [
        ("/a\nb", ParsedLine("a", "\nb")),
        ("/a\r", ParsedLine("a", "\r")),
        ("/a-b_c9  d ", ParsedLine("a-b_c9", "  d ")),
        ("/a\u00a0b", None),
        ("/a\vb", None),
        ("/9", None),
        ("//a", None),
        ("a /b", None),
        ("", None),
        ("/a/b", None),
        ("/é", None),
    ],
)
def test_lines(line: str, parsed: ParsedLine | None) -> None:
    assert parse_line(line) == parsed


async def test_a_run_is_logged_around_its_handler() -> None:
    agent, commands = Agent(), CommandRegistry()
    commands.register(command(text="went"))
    run = await commands.execute(agent, "/go  far ")
    assert run is not None
    assert re.fullmatch(r"cmd-[0-9a-f]{8}-1", run.command_id)
    source = {"kind": "user"}
    assert logged(agent) == [
        (
            "command/run",
            {"commandId": run.command_id, "name": "go", "args": "  far ", "source": source},
        ),
        ("command/done", {"commandId": run.command_id, "kind": "success", "text": "went"}),
    ]


async def test_input_that_is_not_recorded() -> None:
    agent, commands = Agent(), CommandRegistry()
    commands.register(command(record_input=False))
    await commands.execute(agent, "/go secret")
    assert "args" not in logged(agent)[0][1]


@pytest.mark.parametrize("line", ["hello", "/nope", "/Go", "/go.x", " /go"])
async def test_anything_else_is_nobodys(line: str) -> None:
    agent, commands = Agent(), CommandRegistry()
    commands.register(command())
    assert await commands.execute(agent, line) is None
    assert logged(agent) == []


async def test_what_a_handler_raises_is_logged_and_raised() -> None:
    agent, commands = Agent(), CommandRegistry()

    async def run(_invocation: CommandInvocation) -> CommandResult:
        raise ValueError("broken")

    commands.register(Command("go", "", run))
    with pytest.raises(ValueError, match="broken"):
        await commands.execute(agent, "/go")
    kind, data = logged(agent)[-1]
    assert (kind, data["kind"], data["text"]) == ("command/done", "error", "broken")


async def test_lone_surrogates_do_not_keep_a_run_out_of_the_log() -> None:
    commands, agent = CommandRegistry(), Agent()
    commands.register(command("go", text="done \udcff"))

    async def fail(_invocation: CommandInvocation) -> CommandResult:
        raise OSError("no file a\udcff")

    commands.register(Command("fail", "", fail))
    run = await commands.execute(agent, "/go \udcff")
    assert run is not None
    assert run.result == CommandResult("success", "done \ufffd")
    with pytest.raises(OSError, match="no file"):
        await commands.execute(agent, "/fail")
    texts = [data.get("args", data.get("text")) for _, data in logged(agent)]
    assert texts == [" \ufffd", "done \ufffd", "", "no file a\ufffd"]


async def test_a_cancelled_run_is_logged_too() -> None:
    agent, commands = Agent(), CommandRegistry()

    async def run(_invocation: CommandInvocation) -> CommandResult:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")

    commands.register(Command("go", "", run))
    task = asyncio.ensure_future(commands.execute(agent, "/go"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [data.get("kind") for _type, data in logged(agent)] == [None, "error"]
    assert logged(agent)[-1][1]["text"] == "CancelledError"


@pytest.mark.parametrize(
    ("takes", "kept", "text"),
    [
        (False, True, "/go does not accept image attachments"),
        (
            True,
            False,
            "/go: image attachments are unavailable because no attachment store is composed",
        ),
        (True, True, None),
    ],
    ids=["refused", "no-store", "taken"],
)
async def test_images(takes: bool, kept: bool, text: str | None) -> None:
    agent, commands = Agent(), CommandRegistry(attachments=kept)
    commands.register(command(input=CommandInput("x", images=takes)))
    run = await commands.execute(agent, "/go", [{"type": "image"}])
    assert run is not None
    assert run.result == CommandResult("success" if text is None else "error", text)
    assert [kind for kind, _data in logged(agent)] == ["command/run", "command/done"]


def test_an_agents_own_command_goes_first() -> None:
    commands = CommandRegistry()
    everybodys, own, other = command("b"), command("b"), command("a")
    commands.register(everybodys)
    dispose = commands.register(own, agent_id="a1")
    commands.register(other)
    assert commands.list("a1") == (other, own)
    assert commands.list("a2") == (other, everybodys)
    dispose()
    dispose()
    assert commands.get("a1", "b") is everybodys


def test_a_stale_disposer_leaves_the_same_command_alone_when_it_is_back() -> None:
    commands, again = CommandRegistry(), command()
    stale = commands.register(again)
    stale()
    dispose = commands.register(again)
    stale()
    assert commands.get("a", "go") is again
    dispose()
    assert commands.get("a", "go") is None


def test_names_are_checked_and_taken_once() -> None:
    commands = CommandRegistry()
    commands.register(command())
    with pytest.raises(CommandError) as caught:
        commands.register(command())
    assert caught.value.code == "DUPLICATE_COMMAND"
    for name in ("", "Go", "go on", "go\n", "9"):
        with pytest.raises(CommandError) as caught:
            commands.register(command(name))
        assert caught.value.code == "BAD_COMMAND"
