"""Playing a finished match again: what each seat says of it is noted in Redis; once all agree, that match begins.

Asked again, on any node, it does no more: the new match has its id from the first who found that all agree. Those who
look at the result on other nodes hear of it on a channel of the match, ``sl:{MATCH}:v:again``; the message holds no
token, since each node makes those of its own players.

Between two games of a series it is the same, with a deadline that stands in a note too: until then players may exchange
cards with their sideboards, and whoever says nothing goes on with the deck as it is.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, TypeAlias, TypeGuard

import anyio
import anyio.abc
import msgspec

import engine
from protocol import messages as wire
from protocol.codec import encode
from server.identity.tokens import Tokens
from server.lobby.creation import Creation, new_id
from server.lobby.decks import cards_of
from server.match.agreements import REMATCH
from server.match.audience import OVER, Follow, Followed, live_views_of, seat_of, view_name
from server.match.feed import text_frame
from server.match.kept_forms import Written
from server.match.persons import seats_of_people, seats_with
from server.match.replayed_match import header_of
from server.match.seat_intents import Book, answered, digest_of
from server.match.series import PAIRS, after, anew, check_exchange, chooser_after, is_over, pairs_of, score
from server.runtime import incidents
from server.runtime.clock_source import Timer
from server.runtime.errors import Conflict, Unavailable, UnknownMatch
from server.runtime.logs import get
from server.runtime.settings import Settings
from server.store.entries import Head
from server.store.journal import CLOSED, Journal, channel
from server.store.subscriptions import Bus

log = get("rematches")

AGAIN: Final = "again"
UNTIL: Final = "until"
"""The note that says when the next game of a series begins at the latest."""
LONG_AGO_MS: Final = 10 * 60_000
"""After so long nobody waits for the next game, if nobody noted when it begins."""
DECK: Final = "deck"
"""Before a seat, the note of what it goes on with."""
TAKEN: Final = "taken"
"""Before a seat, the note of what it has taken since the end, which no journal holds: a ``Book`` of that alone."""
Begin: TypeAlias = Callable[[str, Head], Awaitable[None]]
"""Journals a new match of that id and runs it; raises ``Conflict`` if there is one."""


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """The message to other nodes: which seats agree, and the id of the match that follows, if it does.

    Of a series that goes on also how it stands, and until when its next game waits.
    """

    sender: str
    agreed: tuple[int, ...]
    following: str = ""
    series: wire.Score | None = None
    until_ms: int = 0


_SAID: Final = msgspec.msgpack.Decoder(Standing)


class Aftermath:
    """Those here who look at the result of one match; hears what other nodes say of it."""

    __slots__ = ("followed", "head", "match", "rematches", "result")

    def __init__(self, match: str, head: Head, result: wire.Result, rematches: "Rematches") -> None:
        self.match = match
        self.head = head
        self.result = result
        self.rematches = rematches
        self.followed: list[Followed] = []

    def received(self, payload: bytes) -> None:
        try:
            said = _SAID.decode(payload)
        except msgspec.MsgspecError as error:  # of a node of another version
            log.warning("rematch not understood", match=self.match, reason=str(error))
            return
        if self.rematches.is_own(said):
            return
        self.notify(said)

    def notify(self, said: Standing) -> None:
        """Pass it on to those who look at the result here."""
        for view, message in self.rematches.messages(self.match, self.head, said).items():
            frame = text_frame(encode(message))
            for followed in self.followed:
                followed.feeds[view].send(frame)

    def tuned(self) -> None:
        """Tell the match's notes, which hold all that other nodes said before."""
        self.rematches.notify_noted(self)


class Rematches:
    """Finds out who wants to play again.

    Args:
        settings: how many matches' aftermath is followed at a time, where the oldest make room; and how long players
            have between two games of a series.
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
        settings: Settings,
    ) -> None:
        self._journal = journal
        self._creation = creation
        self._tokens = tokens
        self._timer = timer
        self._begin = begin
        self._bus = bus
        self._tasks = tasks
        self._most = settings.finished_matches
        self._between_ms = int(settings.between_s * 1000)
        self._between: set[str] = set()
        self._after: OrderedDict[str, Aftermath] = OrderedDict()

    def follow(self, head: Head, result: wire.Result, followed: Followed) -> None:
        """A match is over: tell those who follow it here what becomes of it."""
        match_id = followed.match_id
        after = self._after.get(match_id)
        if after is None:
            after = self._after[match_id] = Aftermath(match_id, head, result, self)
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

    def is_own(self, said: Standing) -> bool:
        return said.sender == self._journal.node

    def ended(self, match_id: str, head: Head, result: wire.Result, at_ms: int) -> None:
        """A match is over, here or as its journal says: if it was a game of a series that goes on, the next one comes.

        Args:
            at_ms: when it ended. The node that ran it may have died before it noted when the next game begins.
        """
        if goes_on(head, result) and match_id not in self._between:
            self._between.add(match_id)
            self._tasks.start_soon(self._wait, match_id, head, result, at_ms, name=f"between games, {match_id}")

    async def _wait(self, match_id: str, head: Head, result: wire.Result, at_ms: int) -> None:
        """Tell who follows the match that the next game comes, and begin it when players have had their time."""
        try:
            noted = await self._journal.notes(match_id)
            is_long_ago = self._timer.now_ms() - at_ms > LONG_AGO_MS
            if await self._following(noted) or (is_long_ago and UNTIL not in noted):  # it runs, or nobody waits for it
                return
            said = await self._standing(match_id, head, result, noted)
            self._announce(match_id, head, said)
            due = anyio.Event()
            alarm = self._timer.call_at(said.until_ms, due.set)
            try:
                await due.wait()
            finally:
                alarm.cancel()
            said = await self._standing(match_id, head, result, await self._journal.notes(match_id), is_due=True)
            self._announce(match_id, head, said)
        except engine.Refusal as refusal:
            log.warning("next game not begun", match=match_id, reason=refusal.code)
        except Unavailable as error:
            log.warning("next game not begun", match=match_id, reason=str(error))
        except Exception as error:  # noqa: BLE001 # a fault here must not end the matches of this node
            incidents.report(log, "next game lost", error, match=match_id)
        finally:
            self._between.discard(match_id)

    async def recall(self, match_id: str, books: Sequence[Book]) -> None:
        """Of a match read from its journal: have its books know what was said since. Raises ``Unavailable``."""
        noted = await self._journal.notes(match_id)
        for seat, book in enumerate(books):
            book.add(since_the_end(noted, seat))

    async def play_on(
        self,
        match_id: str,
        head: Head,
        result: wire.Result,
        seat: int,
        command: wire.Numbered,
        book: Book,
        seq: int,
    ) -> tuple[wire.Ack | wire.Nack, dict[str, wire.Rematch]]:
        """A seat of a finished match says something: it wants to play again, or does not; all else comes too late.

        The journal is at its end. An agreement is noted beside it, together with the number that it took.

        Args:
            book: what the seat has said before, as far as it is known here.
            seq: the number of its view.

        Returns:
            the answer, and what those who follow each view are to be told.

        Raises:
            engine.Refusal: ``match_over``, ``no_series``, ``illegal_deck``.
            Unavailable: Redis cannot be reached, or this node is full.
        """
        answer = await self._take(match_id, head, seat, command, book, seq)
        if isinstance(answer, wire.Nack) or not is_rematch(command):
            return answer, {}
        said = await self._standing(match_id, head, result, await self._journal.notes(match_id))
        self._journal.publish(channel(match_id, AGAIN), msgspec.msgpack.encode(said))
        self.ended(match_id, head, result, self._timer.now_ms())
        return answer, self.messages(match_id, head, said)

    async def _take(
        self, match_id: str, head: Head, seat: int, command: wire.Numbered, book: Book, seq: int
    ) -> wire.Ack | wire.Nack:
        """Note what a seat says, unless it did before; raises as ``play_on``."""
        digest = digest_of(command)
        while True:
            noted = await self._journal.notes(match_id)
            since, taken = since_the_end(noted, seat), f"{TAKEN}{seat}"
            book.add(since)
            known = answered(book, match_id, command, digest)
            if known is not None:
                return known
            if not is_rematch(command):
                raise engine.Refusal("", *OVER)
            written, following = self._noted(head, seat, command), Book()
            following.read(since)
            following.note(command.c, seq, digest)
            written[taken] = msgspec.json.encode(following.write()).decode()
            if await self._journal.write_notes(match_id, written, taken, noted.get(taken, "")):
                book.note(command.c, seq, digest)
                return wire.Ack(match_id, command.c, seq)

    def _noted(self, head: Head, seat: int, command: wire.Agree) -> dict[str, str]:
        """The notes of a seat's word on a rematch; raises ``engine.Refusal`` for a deck that will not do."""
        noted = {f"{REMATCH}{seat}": "1" if command.yes else "0"}
        if command.deck is not None:
            pair = cards_of(header_of(head).game, command.deck)
            check_exchange(head, seat, pair)
            noted[f"{DECK}{seat}"] = msgspec.json.encode(pair).decode()
        return noted

    async def _standing(
        self, match_id: str, head: Head, result: wire.Result, noted: dict[str, str], *, is_due: bool = False
    ) -> Standing:
        """The state of a rematch; if all agree, or it is due, the next match begins."""
        said = await self._stands(head, result, noted)
        if goes_on(head, result):
            until = await self._journal.note_once(match_id, UNTIL, str(self._timer.now_ms() + self._between_ms))
            said = msgspec.structs.replace(said, until_ms=int(until))
        if not said.following and (is_due or asked(head) <= set(said.agreed)):
            following = await self._journal.note_once(match_id, REMATCH, new_id())
            with suppress(Conflict):  # it runs already
                await self._begin(following, self._next_head(head, result, noted))
            said = msgspec.structs.replace(said, following=following)
        return said

    async def _following(self, noted: dict[str, str]) -> str:
        """The id of the match that follows, once that has begun: whoever noted the id may have died before."""
        following = noted.get(REMATCH, "")
        if not following:
            return ""
        try:
            await self._journal.owner(following)
        except UnknownMatch:
            return ""
        return following

    async def _stands(self, head: Head, result: wire.Result, noted: dict[str, str]) -> Standing:
        """The state of a rematch by the match's notes."""
        said = [place for place in range(len(head.seats)) if noted.get(f"{REMATCH}{place}") == "1"]
        agreed = tuple(sorted({seat for place in said for seat in seats_with(head, place)}))
        series = score(after(head.series, result)) if head.series is not None and goes_on(head, result) else None
        return Standing(self._journal.node, agreed, await self._following(noted), series, int(noted.get(UNTIL, 0)))

    def notify_noted(self, aftermath: Aftermath, follow: Follow | None = None) -> None:
        """Tell those who look at the result here, or the one who comes, what is noted of another match."""
        name = f"noted after {aftermath.match}"
        self._tasks.start_soon(self._notify_noted, aftermath, follow, name=name)

    async def _notify_noted(self, aftermath: Aftermath, follow: Follow | None) -> None:
        try:
            noted = await self._journal.notes(aftermath.match)
            said = await self._stands(aftermath.head, aftermath.result, noted)
            if not (said.agreed or said.following or said.until_ms):
                return
            if follow is None:
                aftermath.notify(said)
                return
            message = self.messages(aftermath.match, aftermath.head, said).get(view_name(follow.seat))
            if message is not None:
                follow.subscriber.deliver(text_frame(encode(message)))
        except Unavailable:
            return  # the channel is tuned in to again, once Redis is back
        except Exception as error:  # noqa: BLE001 # a fault here must not end the matches of this node
            incidents.report(log, "next match not told", error, match=aftermath.match)

    def came(self, follow: Follow, match_id: str) -> None:
        """Somebody comes to look at the result of a match."""
        aftermath = self._after.get(match_id)
        if aftermath is not None:
            self.notify_noted(aftermath, follow)

    def _next_head(self, head: Head, result: wire.Result, noted: dict[str, str]) -> Head:
        """The start of what comes: in a series that goes on its next game, of one that is over the first of another."""
        now_ms = self._timer.now_ms()
        if head.series is None:
            return self._creation.again(head, now_ms)
        pairs = [
            PAIRS.decode(noted[f"{DECK}{seat}"]) if f"{DECK}{seat}" in noted else pair
            for seat, pair in enumerate(pairs_of(head))
        ]
        decks, beside = tuple(deck for deck, _ in pairs), tuple(other for _, other in pairs)
        stands = msgspec.structs.replace(after(head.series, result), beside=beside)
        if is_over(stands):
            return self._creation.again(head, now_ms, decks, anew(stands), self._creation.lot(head))
        return self._creation.again(head, now_ms, decks, stands, chooser_after(head, result))

    def _announce(self, match_id: str, head: Head, said: Standing) -> None:
        """Tell all who follow the match, here and at other nodes."""
        self._journal.publish(channel(match_id, AGAIN), msgspec.msgpack.encode(said))
        aftermath = self._after.get(match_id)
        if aftermath is not None:
            aftermath.notify(said)

    def messages(self, match_id: str, head: Head, said: Standing) -> dict[str, wire.Rematch]:
        """The message to the followers of each view; the public of a delayed match does not know yet that it ended."""
        return {view: self._rematch(match_id, head, said, seat_of(view)) for view in live_views_of(head)}

    def _rematch(self, match_id: str, head: Head, said: Standing, seat: int | None) -> wire.Rematch:
        token = None
        if said.following and seat is not None:
            token = self._tokens.for_seat(said.following, seat) if seat in asked(head) else None
        elif said.following and head.private:
            token = self._tokens.for_watching(said.following)
        rematch = wire.Rematch(match_id, said.agreed, said.following, token, said.series, said.until_ms or None)
        if said.series is None or said.following or seat is None:
            return rematch
        deck, beside = pairs_of(head)[seat]
        return msgspec.structs.replace(rematch, deck=(dict(deck), dict(beside)))


def goes_on(head: Head, result: wire.Result) -> bool:
    """Whether a match was a game of a series that nobody has won yet; one that was closed is played on by agreement."""
    return head.series is not None and result.code != CLOSED and not is_over(after(head.series, result))


def asked(head: Head) -> set[int]:
    """Seats that have to agree: bots of the house always do."""
    return set(seats_of_people(head))


def is_rematch(command: wire.Numbered) -> TypeGuard[wire.Agree]:
    """Whether a command says something of playing once more."""
    return isinstance(command, wire.Agree) and command.to == REMATCH


def since_the_end(noted: Mapping[str, str], seat: int) -> Written:
    """The intents that a seat has taken since the end of its match, as they were noted."""
    note = noted.get(f"{TAKEN}{seat}")
    return Written(0, ()) if note is None else msgspec.json.decode(note, type=Written)
