"""From a scenario file to a scenario.

Reading YAML and compiling steps is imported on the first call, so that importing
this module costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dsh_app.scenarios.errors import ScenarioError
from dsh_core.models.script import Script

if TYPE_CHECKING:
    from dsh_app.scenarios.tree import Item

__all__ = ["Scenario", "load_scenario", "parse_scenario", "scenario_names", "scenario_path"]

DEFAULT = "default"
_SHIPPED = Path(__file__).parent / "data"
_MAX_BYTES = 1 << 20
_FIELDS = ("title", "about", "prompt", "plan_mode", "speed", "chunk", "closing", "steps")
_CLOSING = "That was the whole scenario; there is nothing more in it to answer with."


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario, ready to be played.

    Attributes:
        name: The file's name without its suffix.
        title: A few words for a person.
        about: What it shows; empty if it does not say.
        prompt: The person's first message. None waits for a real one.
        plan_mode: Whether the session starts in plan mode.
        script: What the model says and calls.
        tools: Names of the tools that are only played.
    """

    name: str
    title: str
    about: str
    prompt: str | None
    plan_mode: bool
    script: Script
    tools: tuple[str, ...]


def scenario_names() -> tuple[str, ...]:
    """The names of the shipped scenarios."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.yaml")))


def scenario_path(source: str | Path) -> Path:
    """Where a scenario is: an existing path as it is, else the shipped one of that name."""
    path = Path(source)
    shipped = _SHIPPED / f"{source}.yaml"
    plain = isinstance(source, str) and path.name == source and bool(source)
    return shipped if plain and shipped.is_file() and not path.exists() else path


def load_scenario(source: str | Path = DEFAULT, *, instant: bool = False) -> Scenario:
    """Load a scenario.

    Args:
        source: A path, or the name of a shipped scenario.
        instant: Whether all prose, pauses and played tools take no time.

    Raises:
        ScenarioError: If there is no such file or it is no scenario. The message is
            one line and says where and what.
    """
    path = scenario_path(source)
    return parse_scenario(_read(path), file=str(path), name=path.stem, instant=instant)


def parse_scenario(
    text: str, *, file: str = "scenario", name: str = "scenario", instant: bool = False
) -> Scenario:
    """Compile the text of a scenario; `file` names it in messages.

    Raises:
        ScenarioError: If it is no scenario.
    """
    from dsh_app.scenarios.compiler import Pace, compile_steps
    from dsh_app.scenarios.tree import parse_tree

    root = parse_tree(text, file)
    entries = root.mapping("a scenario (a mapping with steps)", _FIELDS, ("steps",))
    pace = Pace(instant=instant).read(entries)
    closing = _text(entries, "closing", _CLOSING)
    script, tools = compile_steps(entries["steps"], pace, closing)
    return Scenario(
        name,
        _text(entries, "title", name),
        _text(entries, "about", ""),
        _text(entries, "prompt", "") or None,
        entries["plan_mode"].flag() if "plan_mode" in entries else False,
        script,
        tools,
    )


def _text(entries: dict[str, Item], key: str, default: str) -> str:
    return entries[key].text().rstrip("\n") if key in entries else default


def _read(path: Path) -> str:
    file = str(path)
    try:
        if path.is_dir():
            raise ScenarioError(file, "expected a file, got a directory")
        with path.open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
    except FileNotFoundError as error:
        names = ", ".join(scenario_names())
        problem = f"expected a file or one of {names}; there is no such file"
        raise ScenarioError(file, problem, cause=error) from error
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        reason = getattr(error, "strerror", None) or str(error)
        raise ScenarioError(
            file, f"expected a readable file, got: {reason}", cause=error
        ) from error
    if len(data) > _MAX_BYTES:
        raise ScenarioError(file, f"expected at most {_MAX_BYTES} bytes, got more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        problem = f"expected UTF-8 text, got the byte 0x{data[error.start]:02x}"
        raise ScenarioError(file, problem, line=line, cause=error) from error
