"""Somebody else's agent loop gets `ask_user_question`: a schema to offer, and a call to run."""

import asyncio
from typing import Any

import dsh_core as dsh


class Keyboard:  # the person, one line a question; an empty line skips it
    async def ask(self, request: dsh.QuestionRequest) -> dsh.Answer:
        items = []
        for question in request.questions:
            line = await asyncio.to_thread(input, f"{question.question} ")
            items.append(dsh.AnswerItem(question.id, custom=line.strip() or None))
        return dsh.Answer(tuple(items))


class Model:  # stands in for a real one: it asks, and then repeats what it read
    async def complete(self, messages: list[dict[str, Any]], tools: list[Any]) -> dict[str, Any]:
        if messages[-1]["role"] == "tool":
            return {"content": messages[-1]["content"]}
        arguments = '{"questions": [{"id": "name", "question": "What shall it be called?"}]}'
        return {"calls": [{"id": "1", "name": tools[0].name, "arguments": arguments}]}


async def run(model: Any, provider: dsh.QuestionProvider, prompt: str) -> str:
    service, tools = dsh.UserQuestionService(), dsh.ToolRegistry()
    service.register_provider(provider)
    tools.register(dsh.ask_user_tool(service))
    messages: list[dict[str, Any]] = [{"role": "user", "content": prompt}]
    while "calls" in (reply := await model.complete(messages, list(tools.list()))):
        for call in reply["calls"]:
            done = await tools.run(call["name"], call["arguments"], dsh.ToolExecution(call["id"]))
            messages.append({"role": "tool", "id": call["id"], "content": done.text})
    return str(reply["content"])


if __name__ == "__main__":
    print(asyncio.run(run(Model(), Keyboard(), "Name my boat.")))
