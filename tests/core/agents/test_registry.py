from __future__ import annotations

import pytest

from dsh_core.agents.agent import Agent
from dsh_core.agents.registry import AgentRegistry, AgentRegistryError
from dsh_core.session.log import SessionLog
from dsh_core.tools.registry import ToolRegistry
from tests.core.agents.play import StepModel


def agent(agent_id: str, session_id: str | None = None) -> Agent:
    return Agent(agent_id, SessionLog(session_id or agent_id), StepModel(), ToolRegistry())


@pytest.fixture
def registry() -> AgentRegistry:
    return AgentRegistry()


def test_ids_are_unique_and_the_sessions_own(registry: AgentRegistry) -> None:
    registry.enter(agent("a"), None)
    with pytest.raises(AgentRegistryError) as twice:
        registry.enter(agent("a"), None)
    assert (twice.value.message, twice.value.code) == (
        'agent "a" is already registered',
        "DUPLICATE_AGENT",
    )
    with pytest.raises(AgentRegistryError) as other:
        registry.enter(agent("b", "c"), None)
    assert other.value.code == "AGENT_ID_MISMATCH"


def test_a_stale_detach_removes_no_later_agent(registry: AgentRegistry) -> None:
    first, second = agent("a"), agent("a")
    detach = registry.enter(first, None)
    detach()
    detach()
    registry.enter(second, None)
    detach()
    assert registry.get("a") is second


def test_created_and_disposed_are_told_once(registry: AgentRegistry) -> None:
    told: list[tuple[str, str]] = []
    remove = registry.subscribe(lambda event: told.append((event.agent.id, event.kind)))
    quiet = registry.enter(agent("quiet"), None)
    loud = agent("loud")
    detach = registry.register(loud)
    registry.announce(loud)
    quiet()
    detach()
    detach()
    registry.announce(loud)
    assert told == [("loud", "created"), ("loud", "disposed")]
    remove()
    registry.register(agent("late"))
    assert len(told) == 2


def test_lists_are_fresh_and_in_order_of_entry(registry: AgentRegistry) -> None:
    b, a = agent("b"), agent("a")
    registry.enter(b, None)
    registry.enter(a, None)
    registry.enter(agent("kid"), b)
    roots = list(registry.roots())
    assert roots == [b, a]
    assert registry.roots() is not registry.roots()
    assert [each.id for each in registry.list()] == ["b", "a", "kid"]
    assert registry.get("none") is None
    assert registry.is_owned_by("kid", b)
    assert not registry.is_owned_by("kid", a)
    assert not registry.is_owned_by("none", b)
