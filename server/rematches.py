"""Playing a finished match again: what each seat says of it is noted in Redis; once all agree, that match begins.

Asked again, on any node, it does no more: the new match has its id from the first who found that all agree.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from protocol import messages as wire
from server.agreements import REMATCH
from server.creation import Creation, new_id
from server.entries import Head
from server.errors import Conflict
from server.history import BOT
from server.journal import Journal
from server.shown import view_name, views_of
from server.timer import Timer
from server.tokens import Tokens

Begin: TypeAlias = Callable[[str, Head], Awaitable[None]]
"""Journals a new match of that id and runs it; raises ``Conflict`` if there is one."""


class Rematches:
    """Finds out who wants to play again."""

    def __init__(self, journal: Journal, creation: Creation, tokens: Tokens, timer: Timer, begin: Begin) -> None:
        self._journal = journal
        self._creation = creation
        self._tokens = tokens
        self._timer = timer
        self._begin = begin

    async def play_again(self, match_id: str, head: Head, seat: int, yes: bool) -> dict[str, wire.Rematch]:
        """A seat of a finished match wants to play again, or does not.

        Returns:
            what those who follow each view are to be told.

        Raises:
            Unavailable: Redis cannot be reached, or this node is full.
        """
        noted = await self._journal.write_note(match_id, f"{REMATCH}{seat}", "1" if yes else "0")
        agreed = tuple(place for place in range(len(head.seats)) if noted.get(f"{REMATCH}{place}") == "1")
        asked = {place for place, who in enumerate(head.seats) if not who.startswith(BOT)}
        if not asked <= set(agreed):
            return dict.fromkeys(views_of(head), wire.Rematch(match_id, agreed))
        following = await self._journal.note_once(match_id, REMATCH, new_id())
        with suppress(Conflict):  # it runs already
            await self._begin(following, self._creation.again(head, self._timer.now_ms()))
        told = {view_name(place): self._tokens.for_seat(following, place) for place in asked}
        watch = self._tokens.for_watching(following) if head.private else None
        return {view: wire.Rematch(match_id, agreed, following, told.get(view, watch)) for view in views_of(head)}
