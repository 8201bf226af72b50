"""Playing a finished match again: what each seat says of it is noted in Redis; once all agree, that match begins.

Asked again, on any node, it does no more: the new match has its id from the first who found that all agree. Those who
look at the result on other nodes hear of it on a channel of the match, ``sl:{MATCH}:v:again``; the message holds no
token, since each node makes those of its own players.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeAlias

import anyio.abc
import msgspec

from protocol import messages as wire
from protocol.codec import encode
from server.agreements import REMATCH
from server.bus import Bus
from server.creation import Creation, new_id
from server.entries import Head
from server.errors import Conflict
from server.feed import text_frame
from server.history import BOT
from server.journal import Journal, channel
from server.logs import get
from server.shown import Followed, live_views_of, view_name
from server.timer import Timer
from server.tokens import Tokens

log = get("rematches")

AGAIN: Final = "again"
Begin: TypeAlias = Callable[[str, Head], Awaitable[None]]
"""Journals a new match of that id and runs it; raises ``Conflict`` if there is one."""


class Said(msgspec.Struct, frozen=True, array_like=True):
    """What other nodes are told: which seats agree, and the id of the match that follows, if it does."""

    sender: str
    agreed: tuple[int, ...]
    following: str = ""


_SAID: Final = msgspec.msgpack.Decoder(Said)


class Aftermath:
    """Those here who look at the result of one match; hears what other nodes say of it."""

    __slots__ = ("followed", "head", "match", "rematches")

    def __init__(self, match: str, head: Head, rematches: "Rematches") -> None:
        self.match = match
        self.head = head
        self.rematches = rematches
        self.followed: list[Followed] = []

    def heard(self, payload: bytes) -> None:
        try:
            said = _SAID.decode(payload)
        except msgspec.MsgspecError as error:  # of a node of another version
            log.warning("rematch not understood", match=self.match, reason=str(error))
            return
        if self.rematches.is_own(said):
            return
        for view, message in self.rematches.told(self.match, self.head, said).items():
            frame = text_frame(encode(message))
            for followed in self.followed:
                followed.feeds[view].tell(frame)

    def tuned(self) -> None:
        """Who missed it finds out by agreeing."""


class Rematches:
    """Finds out who wants to play again.

    Args:
        most: matches whose aftermath is followed at a time; the oldest make room.
    """

    def __init__(
        self,
        journal: Journal,
        creation: Creation,
        tokens: Tokens,
        timer: Timer,
        begin: Begin,
        bus: Bus,
        tasks: anyio.abc.TaskGroup,
        most: int,
    ) -> None:
        self._journal = journal
        self._creation = creation
        self._tokens = tokens
        self._timer = timer
        self._begin = begin
        self._bus = bus
        self._tasks = tasks
        self._most = most
        self._after: OrderedDict[str, Aftermath] = OrderedDict()

    def follow(self, head: Head, followed: Followed) -> None:
        """A match is over: tell those who follow it here what becomes of it."""
        match_id = followed.match_id
        after = self._after.get(match_id)
        if after is None:
            after = self._after[match_id] = Aftermath(match_id, head, self)
            self._tasks.start_soon(self._bus.subscribe, channel(match_id, AGAIN), after, name=f"after {match_id}")
        after.followed.append(followed)
        while len(self._after) > self._most:
            self._end(next(iter(self._after)))

    def leave(self, followed: Followed) -> None:
        """A match is not looked at here any more."""
        after = self._after.get(followed.match_id)
        if after is not None and followed in after.followed:
            after.followed.remove(followed)
            if not after.followed:
                self._end(followed.match_id)

    def _end(self, match_id: str) -> None:
        del self._after[match_id]
        self._tasks.start_soon(self._bus.unsubscribe, channel(match_id, AGAIN), name=f"after {match_id}")

    def is_own(self, said: Said) -> bool:
        return said.sender == self._journal.node

    async def play_again(self, match_id: str, head: Head, seat: int, yes: bool) -> dict[str, wire.Rematch]:
        """A seat of a finished match wants to play again, or does not.

        Returns:
            what those who follow each view are to be told.

        Raises:
            Unavailable: Redis cannot be reached, or this node is full.
        """
        noted = await self._journal.write_note(match_id, f"{REMATCH}{seat}", "1" if yes else "0")
        agreed = tuple(place for place in range(len(head.seats)) if noted.get(f"{REMATCH}{place}") == "1")
        following = ""
        if asked(head) <= set(agreed):
            following = await self._journal.note_once(match_id, REMATCH, new_id())
            with suppress(Conflict):  # it runs already
                await self._begin(following, self._creation.again(head, self._timer.now_ms()))
        said = Said(self._journal.node, agreed, following)
        self._journal.say(channel(match_id, AGAIN), msgspec.msgpack.encode(said))
        return self.told(match_id, head, said)

    def told(self, match_id: str, head: Head, said: Said) -> dict[str, wire.Rematch]:
        """What those who follow each view are told; the public of a delayed match does not know yet that it is over."""
        if not said.following:
            return dict.fromkeys(live_views_of(head), wire.Rematch(match_id, said.agreed))
        tokens = {view_name(seat): self._tokens.for_seat(said.following, seat) for seat in asked(head)}
        watch = self._tokens.for_watching(said.following) if head.private else None
        return {
            view: wire.Rematch(match_id, said.agreed, said.following, tokens.get(view, watch))
            for view in live_views_of(head)
        }


def asked(head: Head) -> set[int]:
    """Seats that have to agree: bots of the house always do."""
    return {seat for seat, who in enumerate(head.seats) if not who.startswith(BOT)}
