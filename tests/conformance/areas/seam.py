"""The question service and the words."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dsh_core.base.abort import AbortController, AbortSignal
from dsh_core.base.catalogue import Catalogue
from dsh_core.base.errors import HarnessError
from dsh_core.questions.answers_json import canonical_answer
from dsh_core.questions.errors import UserQuestionError
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, AnswerItem, QuestionRequest
from dsh_core.questions.wire import parse_questions
from tests.conformance.vectors import (
    Handler,
    UnknownOperationError,
    Vector,
    compare,
    keys,
    one_of,
    operation,
    word,
)

SHIP = [{"id": "ship", "question": "Ship it?"}]
NOTES = (
    "the service neither rejects nor resolves pending asks on disposal; only the provider does",
    "a correct provider rejects with ASK_ABORTED / ask_user_question was aborted before the"
    " user answered",
)
SAME_REQUEST = "the identical request object"


@dataclass(eq=False)
class FakeAgent:
    id: str


@dataclass
class FakeAgents:
    """Live agents as a vector's `registry` lists them."""

    agents: dict[str, FakeAgent] = field(default_factory=dict)
    owned: set[str] = field(default_factory=set)

    def get(self, agent_id: str) -> object | None:
        return self.agents.get(agent_id)

    def roots(self) -> Sequence[object]:
        return [agent for agent in self.agents.values() if agent.id not in self.owned]


@dataclass(frozen=True)
class GivenAnswer(Answer):
    """What a vector's provider returns, whether or not it is an answer."""

    raw: Any = None


def given_answer(raw: Any) -> GivenAnswer:
    """Build an answer without a check of what is in it, as a careless provider would."""
    return GivenAnswer(
        tuple(
            AnswerItem(item.get("id"), as_tuple(item.get("selected")), item.get("custom"))
            for item in raw["answers"]
        ),
        raw,
    )


def as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@dataclass
class ScriptedProvider:
    """Settles as it was told; with nothing told, waits for `resolve`."""

    returns: Answer | None = None
    raises: Exception | None = None
    received: list[QuestionRequest] = field(default_factory=list)
    waiting: list[asyncio.Future[Answer]] = field(default_factory=list)

    async def ask(self, request: QuestionRequest) -> Answer:
        self.received.append(request)
        if self.raises is not None:
            raise self.raises
        if self.returns is not None:
            return self.returns
        self.waiting.append(asyncio.get_running_loop().create_future())
        return await self.waiting[-1]


def answer_value(answer: Answer) -> Any:
    """The answer as JSON; one that a vector gave and that came back as it is, to the last key."""
    return answer.raw if isinstance(answer, GivenAnswer) else dict(canonical_answer(answer))


def error_value(error: BaseException) -> dict[str, Any]:
    """What the original calls name, code and message; a plain exception is an `Error` there."""
    if isinstance(error, HarnessError):
        return {"name": error.name, "code": error.code, "message": error.message}
    return {"name": "Error", "code": None, "message": str(error)}


async def outcome_of(task: asyncio.Task[Answer]) -> dict[str, Any]:
    try:
        return {"answer": answer_value(await task)}
    except Exception as error:  # noqa: BLE001  whatever it is, the vector names it
        return {"error": error_value(error)}


def provider_of(given: Any) -> ScriptedProvider | None:
    if given is None:
        return None
    keys(given, "returns", "raises")
    if len(given) != 1:
        raise UnknownOperationError(f"a provider returns or raises: {given!r}")
    if "returns" in given:
        return ScriptedProvider(returns=given_answer(given["returns"]))
    return ScriptedProvider(raises=error_of(given["raises"]))


def error_of(raw: Mapping[str, Any]) -> Exception:
    keys(raw, "name", "code", "message")
    if word(raw, "name", "Error", "UserQuestionError") == "UserQuestionError":
        return UserQuestionError(raw["message"], raw["code"])
    word(raw, "code", None)
    return Exception(raw["message"])


def registry_of(entries: Sequence[Mapping[str, Any]]) -> FakeAgents:
    agents = FakeAgents()
    for entry in entries:
        # A session's depth is history; the registry does not know it.
        keys(entry, "id", "owner", "delegationDepth")
        agents.agents[entry["id"]] = FakeAgent(entry["id"])
        if entry["owner"] is not None:
            agents.owned.add(entry["id"])
    return agents


def agent_of(raw: Mapping[str, Any], agents: FakeAgents | None) -> FakeAgent:
    """The registry's own agent of this id; another one if there is none, or `identity` says so."""
    keys(raw, "id", "identity")
    if "identity" in raw:
        word(raw, "identity", "different object, same id")
    elif agents is not None and raw["id"] in agents.agents:
        return agents.agents[raw["id"]]
    return FakeAgent(raw["id"])


def request_of(raw: Mapping[str, Any], agents: FakeAgents | None) -> QuestionRequest:
    keys(raw, "questions", "agent", "signal")
    agent = agent_of(raw["agent"], agents) if "agent" in raw else None
    signal: AbortSignal | None = None
    if "signal" in raw:
        word(raw, "signal", "aborted")
        controller = AbortController()
        controller.abort()
        signal = controller.signal
    return QuestionRequest(parse_questions(raw["questions"]), agent, signal)


async def service_ask(vector: Vector) -> None:
    keys(vector.given, "provider", "registry")
    keys(vector.step, "op", "request")
    word(vector.step, "op", "ask")
    agents = registry_of(vector.given["registry"]) if "registry" in vector.given else None
    service = UserQuestionService(agents)
    provider = provider_of(vector.given["provider"])
    if provider is not None:
        service.register_provider(provider)
    request = request_of(vector.step["request"], agents)

    found = await outcome_of(asyncio.ensure_future(service.ask(request)))
    found["provider_calls"] = 0 if provider is None else len(provider.received)
    if provider is not None and provider.received:
        same = all(received is request for received in provider.received)
        found["provider_received"] = SAME_REQUEST if same else "another request object"
    compare(vector, found, "answer", "error", "provider_received")


@dataclass
class Lifecycle:
    """One service, its named providers, disposers and asks, stepped by a vector."""

    service: UserQuestionService = field(default_factory=UserQuestionService)
    controller: AbortController = field(default_factory=AbortController)
    providers: list[ScriptedProvider] = field(default_factory=list)
    disposers: dict[str, Any] = field(default_factory=dict)
    disposed: set[str] = field(default_factory=set)
    asks: dict[str, asyncio.Task[Answer]] = field(default_factory=dict)
    requests: dict[str, QuestionRequest] = field(default_factory=dict)
    found: dict[str, Any] = field(default_factory=dict)
    waits: bool = False

    async def step(self, step: Mapping[str, Any]) -> None:
        do = word(step, "do", "register", "dispose", "ask", "abort", "provider_resolves")
        await getattr(self, f"do_{do}")(step)

    async def do_register(self, step: Mapping[str, Any]) -> None:
        keys(step, "do", "provider", "as")
        name = step["provider"]
        returns = None if self.waits else given_answer({"answers": [{"id": name, "selected": []}]})
        provider = ScriptedProvider(returns=returns)
        try:
            self.disposers[step["as"]] = self.service.register_provider(provider)
        except HarnessError as error:
            self.found[f"register_{name}"] = {"throws_synchronously": error_value(error)}
        else:
            self.providers.append(provider)

    async def do_dispose(self, step: Mapping[str, Any]) -> None:
        keys(step, "do", "handle")
        handle = step["handle"]
        self.disposers[handle]()
        if handle in self.disposed:
            self.found["second_dispose"] = "no error"
        self.disposed.add(handle)

    async def do_ask(self, step: Mapping[str, Any]) -> None:
        keys(step, "do", "as", "signal")
        signal = self.controller.signal if "signal" in step else None
        if signal is not None:
            word(step, "signal", "live")
        request = QuestionRequest(parse_questions(SHIP), signal=signal)
        task = asyncio.ensure_future(self.service.ask(request))
        if "as" in step:
            assert step["as"] not in self.asks, "two asks of one name"
            self.asks[step["as"]] = task
            self.requests[step["as"]] = request
            await asyncio.sleep(0)
            return
        outcome = await outcome_of(task)
        if "error" in outcome:
            self.found["ask_error_code"] = outcome["error"]["code"]
        else:
            self.found["ask_answered_by"] = outcome["answer"]["answers"][0]["id"]

    async def do_abort(self, step: Mapping[str, Any]) -> None:
        keys(step, "do")
        self.controller.abort()

    async def do_provider_resolves(self, step: Mapping[str, Any]) -> None:
        keys(step, "do", "ask", "answer")
        request = self.requests[step["ask"]]
        for provider in self.providers:
            if request in provider.received:
                at = provider.received.index(request)
                provider.waiting[at].set_result(given_answer(step["answer"]))
                return
        raise AssertionError(f"no provider got the request of {step['ask']}")


async def service_lifecycle(vector: Vector) -> None:
    keys(vector.given, "provider")
    life = Lifecycle(waits="provider" in vector.given)
    if life.waits:
        word(vector.given, "provider", "A never settles on its own", "ignores the signal")
    for step in vector.steps:
        await life.step(step)
    for name, task in life.asks.items():
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if task.done():
            life.found[name] = await outcome_of(task)
        else:
            life.found[name] = "still pending"
            task.cancel()
            await asyncio.wait([task])
    # A note explains, and says nothing that could be seen.
    life.found["note"] = one_of(vector.expect.get("note"), None, *NOTES)
    compare(vector, life.found)


ROW_KEYS = {
    "rowTitle": "transcript.ask.title",
    "waiting": "transcript.ask.waiting",
    "cancelled": "transcript.ask.cancelled",
    "interrupted": "transcript.ask.interrupted",
    "answered": "transcript.ask.answered",
}


def copy(vector: Vector) -> None:
    operation(vector, "dictionary")
    if "locale" in vector.given:
        keys(vector.given, "locale")
        catalogue = Catalogue(word(vector.given, "locale", "en", "zh"))
        found: dict[str, Any] = {key: catalogue.text(key) for key in vector.expect}
    else:
        keys(vector.given)
        found = {language: row_words(language) for language in vector.expect}
    compare(vector, found)


def row_words(language: str) -> dict[str, str]:
    catalogue = Catalogue(one_of(language, "en", "zh"))
    # Filled in with its own placeholders, a template reads as it was written.
    return {
        word: catalogue.text(key, answered="{answered}", total="{total}")
        for word, key in ROW_KEYS.items()
    }


HANDLERS: dict[str, Handler] = {
    "service.ask": service_ask,
    "service.lifecycle": service_lifecycle,
    "copy": copy,
}
