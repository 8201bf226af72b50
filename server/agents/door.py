"""The tools as a server of the official SDK, over standard input and output.

A call that the rules or the server refuse gives a result that says so (``is_error``), with ``code``, ``reason`` and
``rule`` as a nack has them, so that a model reads it and tries again. An unknown tool is an error of the Model Context
Protocol.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from mcp import MCPError
from mcp.server import Server, ServerRequestContext
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from protocol.client import ConnectionLost, Refused
from server.agents.arguments import Arguments
from server.agents.stdio import bounded_stdio
from server.agents.tools import NAMED, Tools
from server.runtime import incidents
from server.runtime.logs import get
from server.runtime.version import VERSION

INSTRUCTIONS: Final = (
    "Matches of stack-based card games, their rules enforced. Take a seat: begin a match against bots, sit at a table, "
    "or join with a token. Then call options for the question that you are asked, and act with the number of an "
    "option. look shows the table, card the text of a card, why the reason for which a card cannot be used. The rules "
    "refuse what is illegal, and then nothing has changed."
)
READING: Final = frozenset(("look", "options", "why", "card", "tables"))
"""Tools that change nothing."""

log = get("mcp")
_Context = ServerRequestContext[dict[str, Any]]


class Door:
    """Answers calls of tools."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._listed = [_tool(name, kind) for name, kind in NAMED.items()]

    async def serve(self) -> None:
        """Answer until standard input ends."""
        server: Server[dict[str, Any]] = Server(
            "stackloop",
            version=VERSION,
            instructions=INSTRUCTIONS,
            on_list_tools=self._list,
            on_call_tool=self._call,
        )
        async with bounded_stdio() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    async def _list(self, _context: _Context, _asked: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=self._listed)

    async def _call(self, _context: _Context, asked: CallToolRequestParams) -> CallToolResult:
        kind = NAMED.get(asked.name)
        if kind is None:
            raise MCPError(INVALID_PARAMS, f"no tool is called {asked.name[:64]!r}; there are {', '.join(NAMED)}")
        try:
            reply = await self._tools.call(msgspec.convert(asked.arguments or {}, kind))
        except msgspec.ValidationError as error:
            return _refused(Refused("bad_frame", str(error)))
        except Refused as refused:
            return _refused(refused)
        except ConnectionLost as lost:
            return _refused(Refused("unavailable", str(lost)))
        except Exception as error:  # noqa: BLE001 # a bug of ours ends no more than its call
            number = incidents.report(log, "tool failed", error)
            return _refused(Refused("internal", incidents.describe(number, incidents.NOTHING_CHANGED)))
        return CallToolResult(content=[TextContent(text=reply.text)], structured_content=reply.data)


def _refused(refused: Refused) -> CallToolResult:
    told = {"code": refused.code, "reason": refused.reason, "rule": refused.rule, "retry_ms": refused.retry_ms}
    data = {name: value for name, value in told.items() if value}
    return CallToolResult(content=[TextContent(text=str(refused))], structured_content=data, is_error=True)


def _tool(name: str, kind: type[Arguments]) -> Tool:
    (schema,), parts = msgspec.json.schema_components((kind,), ref_template="#/$defs/{name}")
    own = parts.pop(kind.__name__)
    assert schema["$ref"].endswith(kind.__name__)
    described = own.pop("description", "")
    return Tool(
        name=name,
        description=described,
        input_schema={**own, **({"$defs": parts} if parts else {})},
        annotations=ToolAnnotations(read_only_hint=name in READING, open_world_hint=False),
    )
