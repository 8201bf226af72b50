"""The list's lines for the matches of this node: each line is worked out once something changed that everybody sees.

A match in which nothing has happened for a while is not listed; its players find it by the tokens that they hold. One
that has ended is listed among the finished ones.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import anyio
import anyio.lowlevel
from msgspec.structs import replace

from protocol import messages as wire
from protocol.diffs import parse
from protocol.view import View
from server.identity.tokens import Tokens
from server.lobby.finished_matches import Finished
from server.lobby.match_list import SAY_S, Lobby
from server.match.actor import Actor
from server.match.feed import PUBLIC
from server.match.match_names import title_of
from server.match.replayed_match import decode_head, header_of
from server.match.series import score
from server.runtime.errors import JournalError, UnknownMatch
from server.runtime.logs import get
from server.store.journal import CLOSED, RUNNING, Journal

log = get("lines")

MOST_LINES: Final = 1000
"""Matches of a list: that other nodes are told of, and that a client is."""
DAY_MS: Final = 24 * 60 * 60_000
QUIET_MS: Final = 15 * 60_000
"""After which a match in which nothing happens is not listed."""


class Lines:
    """The lines of some matches; ``publish`` is its task.

    Args:
        actors: the matches, by id.
        now_ms: the server's time.
        records_days: time that records are kept; 0 for ever.
    """

    def __init__(
        self,
        actors: Mapping[str, Actor],
        journal: Journal,
        lobby: Lobby,
        tokens: Tokens,
        now_ms: Callable[[], int],
        records_days: int,
    ) -> None:
        self._actors = actors
        self._journal = journal
        self._lobby = lobby
        self._finished = Finished(journal)
        self._tokens = tokens
        self._now_ms = now_ms
        self._kept_ms = records_days * DAY_MS
        self._known: dict[str, tuple[int, wire.MatchLine]] = {}
        self._noted: set[str] = set()

    async def all(self) -> tuple[wire.MatchLine, ...]:
        """The running matches of all nodes that are not private, those of this node first; not more than so many."""
        lines = {line.m: line for line in (*self.own(), *await self._lobby.others())}
        return tuple(lines.values())[:MOST_LINES]

    async def finished(self) -> tuple[wire.MatchLine, ...]:
        """The matches that ended last, of which there is a record; nothing where Redis refuses it."""
        since_ms = self._now_ms() - self._kept_ms if self._kept_ms else 0
        try:
            return tuple(line for line in await self._finished.lines() if line.ended >= since_ms)
        except JournalError as error:
            log.warning("finished matches not read", reason=str(error))
            return ()

    async def held(self, tokens: Sequence[str]) -> tuple[wire.MatchLine, ...]:
        """The matches, private or not, running or over, of which somebody shows tokens; no match that there is not.

        Raises:
            Unavailable: Redis cannot be reached.
        """
        claims = [claim for claim in map(self._tokens.claim, tokens) if claim is not None]
        others = {line.m: line for line in await self._lobby.others()} if claims else {}
        lines = [others.get(claim.match) or await self._held(claim.match) for claim in claims]
        return tuple(line for line in lines if line is not None)

    async def _held(self, match: str) -> wire.MatchLine | None:
        actor = self._actors.get(match)
        if actor is not None:
            return self.line(actor)
        try:
            owner = await self._journal.owner(match)
            head = decode_head(await self._journal.head(match))
        except UnknownMatch:
            return None
        header = header_of(head)
        names, status = tuple(header.names), owner.status
        return wire.MatchLine(match, header.game, names, status=status, title=title_of(match), since=head.at)

    def own(self) -> tuple[wire.MatchLine, ...]:
        """Those of this node."""
        return tuple(self.line(actor) for actor in self._actors.values() if self._is_listed(actor))

    def line(self, actor: Actor) -> wire.MatchLine:
        """The list's line for a match."""
        seq = actor.feeds[PUBLIC].seq
        result = actor.public_result
        status = RUNNING if result is None else result.code
        known = self._known.get(actor.match_id)
        if known is not None and known[0] == seq and known[1].status == status:
            return known[1]
        header, head = actor.match.header, actor.history.head
        names, title = tuple(header.names), title_of(actor.match_id)
        if actor.is_in_thread:
            return wire.MatchLine(actor.match_id, header.game, names, status=RUNNING, title=title, since=head.at)
        game = View(parse(actor.history_of(PUBLIC).views.snapshot(PUBLIC))).game
        stands = score(head.series)
        line = wire.MatchLine(
            actor.match_id, header.game, names, game.turn, game.phase, status, stands, title=title, since=head.at
        )
        if result is not None:
            line = replace(line, ended=actor.history.clock.at_ms, winners=result.winners)
        self._known[actor.match_id] = seq, line
        return line

    def drop(self, match_id: str) -> None:
        """A match is not run here any more."""
        self._known.pop(match_id, None)
        self._noted.discard(match_id)

    async def publish(self) -> None:
        """Tell the other nodes what we run, if there are any, and note what has ended, until cancelled."""
        while True:
            await anyio.sleep(SAY_S)
            try:
                await self._note_finished()
                if self._lobby.has_others:
                    await self._work_out()
                    await self._lobby.publish(self.own()[:MOST_LINES])
            except JournalError as error:
                log.warning("lobby not told", reason=str(error))

    async def _work_out(self) -> None:
        for actor in tuple(self._actors.values()):
            if self._is_listed(actor) and not actor.is_gone:
                self.line(actor)
                await anyio.lowlevel.checkpoint()

    async def _note_finished(self) -> None:
        """Note what has ended here as the public knows it; raises as ``Finished.note``."""
        for actor in tuple(self._actors.values()):
            result = actor.public_result
            if result is None or actor.is_private or result.code == CLOSED or actor.match_id in self._noted:
                continue
            await self._finished.note(self.line(actor))
            self._noted.add(actor.match_id)

    def _is_listed(self, actor: Actor) -> bool:
        """Whether everybody may hear of a match, it is not over as far as they know, and something happens there."""
        head, clock = actor.history.head, actor.history.clock
        is_quiet = self._now_ms() - clock.at_ms > QUIET_MS + head.delay_ms
        return not (actor.is_private or actor.is_public_dark or is_quiet) and actor.public_result is None
