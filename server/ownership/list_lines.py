"""The list's lines for the matches of this node: each line is worked out once something changed that everybody sees."""

from collections.abc import Mapping
from typing import Final

import anyio
import anyio.lowlevel

from protocol import messages as wire
from protocol.diffs import parse
from protocol.view import View
from server.lobby.match_list import SAY_S, Lobby
from server.match.actor import Actor
from server.match.feed import PUBLIC
from server.match.series import score
from server.runtime.errors import JournalError
from server.runtime.logs import get
from server.store.journal import RUNNING

log = get("lines")

MOST_LINES: Final = 1000
"""Matches of a list: that other nodes are told of, and that a client is."""


class Lines:
    """The lines of some matches; ``publish`` is its task.

    Args:
        actors: the matches, by id.
        lobby: takes our lines to other nodes.
    """

    def __init__(self, actors: Mapping[str, Actor], lobby: Lobby) -> None:
        self._actors = actors
        self._lobby = lobby
        self._known: dict[str, tuple[int, wire.MatchLine]] = {}

    async def all(self) -> tuple[wire.MatchLine, ...]:
        """The running matches of all nodes that are not private, those of this node first; not more than so many."""
        lines = {line.m: line for line in (*self.own(), *await self._lobby.others())}
        return tuple(lines.values())[:MOST_LINES]

    def own(self) -> tuple[wire.MatchLine, ...]:
        """Those of this node."""
        return tuple(self.line(actor) for actor in self._actors.values() if is_listed(actor))

    def line(self, actor: Actor) -> wire.MatchLine:
        """The list's line for a match."""
        seq = actor.history_of(PUBLIC).views.seq[PUBLIC]
        result = actor.public_result
        status = RUNNING if result is None else result.code
        known = self._known.get(actor.match_id)
        if known is not None and known[0] == seq and known[1].status == status:
            return known[1]
        header = actor.match.header
        if actor.is_in_thread:
            return wire.MatchLine(actor.match_id, header.game, tuple(header.names), status=RUNNING)
        game = View(parse(actor.history_of(PUBLIC).views.snapshot(PUBLIC))).game
        line = wire.MatchLine(
            actor.match_id,
            header.game,
            tuple(header.names),
            game.turn,
            game.phase,
            status,
            score(actor.history.head.series),
        )
        self._known[actor.match_id] = seq, line
        return line

    def drop(self, match_id: str) -> None:
        """A match is not run here any more."""
        self._known.pop(match_id, None)

    async def publish(self) -> None:
        """Tell the other nodes what we run, if there are any, until cancelled; by turns with all else."""
        while True:
            await anyio.sleep(SAY_S)
            if not self._lobby.has_others:
                continue
            for actor in tuple(self._actors.values()):
                if is_listed(actor) and not actor.is_gone:
                    self.line(actor)
                    await anyio.lowlevel.checkpoint()
            try:
                await self._lobby.publish(self.own()[:MOST_LINES])
            except JournalError as error:
                log.warning("lobby not told", reason=str(error))


def is_listed(actor: Actor) -> bool:
    """Whether everybody may hear of a match, and it is not over as far as they know."""
    return not (actor.is_private or actor.is_public_dark) and actor.public_result is None
