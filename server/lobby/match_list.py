"""The list of matches over all nodes: each says which public matches it runs, and reads what the others say.

::

    sl:{node:ID}:lines  the lines of a node's matches, as JSON, for a few seconds

A list is a few seconds old at most, and somewhat older while Redis is away.
"""

import time
from typing import Final

import msgspec

from protocol.messages import MatchLine
from server.cluster.leases import Nodes
from server.runtime.logs import get
from server.store.journal import Journal

log = get("lobby")

SAY_S: Final = 2.0
"""Time between two announcements of our lines."""
HOLD_S: Final = 10.0
"""Time that they hold, if we say no more."""
READ_S: Final = 1.0
"""Time for which others' lines are not asked for again."""

_DECODER: Final = msgspec.json.Decoder(tuple[MatchLine, ...])


class Lobby:
    """Says our lines, and knows those of others."""

    def __init__(self, journal: Journal, nodes: Nodes) -> None:
        self._journal = journal
        self._nodes = nodes
        self._others: tuple[MatchLine, ...] = ()
        self._read_s = 0.0

    @property
    def has_others(self) -> bool:
        return any(node_id != self._nodes.own.id for node_id in self._nodes.living)

    async def publish(self, lines: tuple[MatchLine, ...]) -> None:
        """Publish our lines; raises as ``Journal.command``."""
        data = msgspec.json.encode(lines)
        await self._journal.command(lines_key(self._nodes.own.id), "SET", data, "PX", str(int(HOLD_S * 1000)))

    async def others(self) -> tuple[MatchLine, ...]:
        """The lines of all other nodes."""
        now_s = time.monotonic()
        if now_s - self._read_s < READ_S or not self._journal.is_up:
            return self._others
        self._read_s = now_s
        found: list[MatchLine] = []
        for node_id in sorted(self._nodes.living.keys() - {self._nodes.own.id}):
            data = await self._journal.command(lines_key(node_id), "GET")
            if isinstance(data, bytes):
                found += read_lines(node_id, data)
        self._others = tuple(found)
        return self._others


def read_lines(node_id: str, data: bytes) -> tuple[MatchLine, ...]:
    """The matches that a node says it runs; nothing, if we do not understand it."""
    try:
        return _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        log.warning("lines not understood", node=node_id, reason=str(error))
        return ()


def lines_key(node_id: str) -> str:
    return f"sl:{{node:{node_id}}}:lines"
