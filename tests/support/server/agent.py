"""A client of ``stackloop mcp``, by the official SDK over standard input and output, and one that plays at random.

As a program it takes the seat that its environment names, as entrants of the arena do.
"""

from __future__ import annotations

import os
import random
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Final

import anyio
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

ROOT: Final = Path(__file__).parents[3]
COMMAND: Final = ("-m", "server.cli", "mcp")
Asked = dict[str, Any]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def door(*options: str, **more: str) -> AbstractAsyncContextManager[Client]:
    """A process of ours that a client talks with."""
    words = [*COMMAND, *options]
    return Client(StdioServerParameters(command=sys.executable, args=words, env=environment(**more)))


async def call(client: Client, tool: str, **arguments: object) -> CallToolResult:
    return await client.call_tool(tool, dict(arguments))


def text(told: CallToolResult) -> str:
    (part,) = told.content
    assert part.type == "text"
    return part.text


def data(told: CallToolResult) -> Asked:
    assert isinstance(told.structured_content, dict)
    return told.structured_content


def code(told: CallToolResult) -> str:
    """The code of a refusal."""
    assert told.is_error, told
    return str(data(told)["code"])


def thought(asked: Asked, rng: random.Random) -> str:
    """An answer that may be refused now and then, as a model's."""
    options, least = asked.get("options", []), asked.get("least", 0)
    if asked.get("cancel") and rng.random() < 0.1:
        return "cancel"
    if asked.get("auto"):
        return "auto"
    if asked["kind"] in ("act", "pay", "confirm"):
        return str(rng.choice(options)["n"]) if options else "cancel"
    if asked["kind"] == "number":
        return str(least)
    if asked["kind"] == "divide":
        first = asked["total"] - least * len(options)
        return " ".join(str(least + first * (place == 0)) for place in range(len(options)))
    count = len(options) if asked["kind"] == "order" else least
    return " ".join(str(option["n"]) for option in rng.sample(options, count)) or "none"


async def play(client: Client, rng: random.Random) -> Asked:
    """Play the seat that is held to the end of its match; the result."""
    told = data(await call(client, "options"))
    while "result" not in told:
        if "decision" in told:
            asked = told["decision"]
            await call(client, "act", answer=thought(asked, rng), w=asked["w"], wait_s=0)
        told = data(await call(client, "options"))
    result: Asked = told["result"]
    return result


async def main() -> None:
    async with door() as client:
        await play(client, random.Random(os.environ["STACKLOOP_TOKEN"]))


if __name__ == "__main__":
    anyio.run(main)
