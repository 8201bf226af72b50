"""A match rebuilt from its journal: the last segment head, and every acknowledged answer since then again.

Same header and same answers give the same state and the same diffs, so the numbers of the views that were journaled
must come out again; where they do not, the journal is not of this engine and is left alone. So is one whose answers an
engine of another name took; but where nothing follows a segment head, whoever can load it goes on from there.
"""

import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
import orjson

import engine
from protocol.messages import Result, Undone, Waiting
from server.match import inputs
from server.match.agreements import DRAW, OPEN, REMATCH, TAKEBACK, Offers
from server.match.clock import UNBOUNDED, Clock, Line
from server.match.kept_forms import Kept, Written
from server.match.persons import seats_of_people, seats_with
from server.match.seat_intents import Book
from server.runtime.errors import OtherEngine, OtherRules, Unreadable
from server.store.entries import (
    VERSION,
    Agreed,
    Answered,
    CameBack,
    Closed,
    Conceded,
    Entry,
    Head,
    Input,
    Lapsed,
    Left,
    Paused,
    Segment,
    Settled,
    TakenBack,
    decode,
    encode,
)

COMPRESSION: Final = 1
"""Of segment heads: a quarter of the size in a fifth of a millisecond."""
NOTHING: Final[Mapping[str, engine.Diff]] = {}
"""Diffs of no view."""


class History:
    """A match as its journal tells it.

    Attributes:
        clock: how long seats may think, and have thought.
        closed: why it was closed without a result; empty otherwise.
        offers: what not all players have agreed to yet.
        engine: what applied the entries since the last segment head.
        segment: number of that head.
        seq: number of the last entry.
    """

    __slots__ = ("books", "clock", "closed", "engine", "head", "match", "offers", "segment", "seq", "views")

    def __init__(self, head: Head, engine_: str, match: engine.Match, views: engine.Views, seq: int) -> None:
        self.head = head
        self.engine = engine_
        self.match = match
        self.views = views
        self.books = tuple(Book() for _ in match.header.names)
        self.clock = Clock(head.clock or UNBOUNDED, len(self.books), head.at)
        self.closed = ""
        self.offers = Offers()
        self.segment = self.seq = seq

    def dump(self) -> bytes:
        """All that is needed to go on, as JSON: a segment head's, before it is compressed."""
        books = [book.write() for book in self.books]
        return orjson.dumps(
            {
                "head": orjson.Fragment(encode(self.head)),
                "match": orjson.Fragment(self.match.dump()),
                "views": orjson.Fragment(self.views.dump()),
                "books": [[book.last_c, book.results] for book in books],
                "said": [b64encode(book.said).decode() for book in books],
                "undone": orjson.Fragment(msgspec.json.encode([book.undone for book in books])),
                "closed": self.closed,
                "clock": self.clock.dump(),
                "offers": self.offers.dump(),
            }
        )

    def asked(self) -> dict[int, int]:
        """The seats that are asked: seat -> number of its open decision."""
        return {decision.seat: decision.w for decision in self.match.decisions}

    def took(self, entry: Input, commit: engine.Commit) -> dict[str, engine.Diff]:
        """The engine took an input: have the clock and what is offered follow, and return the diff of every view."""
        lag, moves = entry.lag if isinstance(entry, Answered) else 0, commit.reversed is None
        self.clock.took(entry.at, entry.s, self.asked(), self._playing(), moves=moves, lag_ms=lag)
        if self.offers.open and not isinstance(entry, Settled):
            self.offers.drop(TAKEBACK, *((DRAW, OPEN) if isinstance(entry, Conceded) else ()))
            self._show_offers()
        return self.views.update()

    def agreed(self, entry: Agreed) -> dict[str, engine.Diff]:
        """A seat said what it thinks of something; if all agree now, that is done. The diff of every view."""
        self.offers.take(entry, seats_with(self.head, entry.s))
        if entry.done and entry.to == DRAW:
            self.offers.drop(DRAW, TAKEBACK, OPEN)
            self.match.draw(entry.s)
            self._show_offers()
            return self.views.update()
        if entry.done and entry.to == OPEN:
            self.offers.drop(OPEN)
            self.views.open_hands()
            self._show_offers()
            return self.views.renew(OPEN, entry.s, engine.OPENS_HANDS)
        self._show_offers()
        return self.views.publish()

    def took_back(self, entry: TakenBack) -> dict[str, engine.Diff]:
        """All agreed to go back: be as the match was then. The diff of every view."""
        self.offers.drop(TAKEBACK, DRAW)
        self.match.take_back(engine.Match.load(zlib.decompress(entry.kept)))
        self.clock.took(entry.at, -1, self.asked(), self._playing(), moves=True)
        self._show_offers()
        return self.views.renew(TAKEBACK, entry.by, engine.TAKES_BACK)

    def is_last_to_agree(self, seat: int, to: str) -> bool:
        """Whether all others who have to have agreed to something."""
        offer = self.offers.open.get(to)
        seats = offer.seats if offer is not None else set()
        return {*seats, *seats_with(self.head, seat)} >= set(self._whose_consent(to))

    def _whose_consent(self, to: str) -> list[int]:
        """Bots of the house are asked for none but to a draw; nor is, before the end, who has left."""
        seats = range(len(self.books)) if to == REMATCH else self.match.playing_on
        return [seat for seat in seats if to == DRAW or seat in seats_of_people(self.head)]

    def _show_offers(self) -> None:
        self.views.show(engine.OFFERS, self.offers.to_json())

    def _playing(self) -> int:
        playing = self.match.playing
        return -1 if playing is None else playing


def result_of(history: History) -> Result | None:
    """The end of a match; a closed one has no winners and the code ``closed``."""
    if history.closed:
        return Result((), "closed", history.closed)
    result = history.match.result
    return None if result is None else Result(tuple(result.winners), result.code, result.reason)


def lines_of(history: History) -> list[Line]:
    """The seats that a match waits for."""
    return [] if result_of(history) is not None else history.clock.lines()


def waiting_for(match_id: str, line: Line) -> Waiting:
    """A wait as the followers of the match are told it."""
    return Waiting(match_id, line.seat, line.since_ms, line.deadline_ms, line.bank_ms)


def segment(history: History, engine_: str, at: int = 0) -> Segment:
    """A head of the next segment, to be journaled after the last entry."""
    return Segment(VERSION, engine_, zlib.compress(history.dump(), COMPRESSION), at)


def decode_head(data: bytes) -> Head:
    """The first entry of a journal.

    Raises:
        Unreadable: it is no head.
    """
    head = decode(data)
    if not isinstance(head, Head):
        raise Unreadable("a journal begins without a head")
    return head


def header_of(head: Head) -> engine.Header:
    """The start of a match."""
    return engine.Header.from_json(orjson.loads(bytes(head.header)))


def begin(head: Head) -> History:
    """A match at its start.

    Raises:
        engine.Refusal: the header names something unknown or illegal.
    """
    match = engine.begun(header_of(head), head.moves)
    history = History(head, head.engine, match, engine.Views(match), 1)
    history.clock.begin(history.asked())
    return history


def load(match_id: str, entry: Segment, seq: int) -> History:
    """A match as it stood at a segment head.

    Raises:
        Unreadable: another engine dumped it, and this one does not load that.
    """
    try:
        kept = msgspec.json.decode(zlib.decompress(entry.kept), type=Kept)
        head = msgspec.structs.replace(kept.head, header=kept.head.header.copy())  # which else holds all that was kept
        match = engine.Match.load(bytes(kept.match))
        history = History(head, entry.engine, match, engine.Views(match, bytes(kept.views)), seq)
        said, undone = kept.said or (b"",) * len(kept.books), kept.undone or ({},) * len(kept.books)
        for book, (last_c, results), digests, why in zip(history.books, kept.books, said, undone, strict=True):
            book.read(Written(last_c, results, digests, why))
    except (ValueError, LookupError, TypeError, AttributeError, zlib.error) as error:
        raise Unreadable(f"match {match_id}: segment head {seq} of engine {entry.engine}: {error!r}") from error
    history.closed = kept.closed
    if kept.clock is not None:
        history.clock = Clock.load(head.clock or UNBOUNDED, kept.clock)
    else:  # of an engine that noted nothing where there was no bound
        history.clock.begin(history.asked())
    history.offers.load(kept.offers or {})
    return history


def replay(match_id: str, entries: Sequence[bytes], engine_: str, seq: int = 1) -> History:
    """Rebuild a match from its journal, from one of its heads on.

    Args:
        engine_: the name of our own.
        seq: number of the first of the entries.

    Raises:
        OtherEngine: entries follow that an engine of another name took.
        Unreadable: the journal does not fit this engine.
    """
    if not entries:
        raise Unreadable(f"match {match_id} has no entries")
    first = decode(entries[0])
    if not isinstance(first, Head | Segment):
        raise Unreadable(f"match {match_id}: entry {seq} is no head")
    if first.engine != engine_ and (len(entries) > 1 or isinstance(first, Head)):
        raise OtherEngine(match_id, first.engine)
    try:
        history = begin(first) if isinstance(first, Head) else load(match_id, first, seq)
    except engine.Refusal as refusal:
        raise not_begun(match_id, first.engine, refusal) from refusal
    go_on(match_id, history, entries[1:])
    return history


def not_begun(match_id: str, engine_: str, refusal: engine.Refusal) -> Unreadable | OtherEngine:
    """The error of a head that these rules refuse: cards of other rules are for a node that has those."""
    if refusal.code == OtherRules.code:
        return OtherEngine(match_id, engine_)
    return Unreadable(f"match {match_id}, its head: {refusal}")


def go_on(match_id: str, history: History, entries: Iterable[bytes]) -> None:
    """Apply the entries that follow.

    Raises:
        Unreadable: they do not fit this engine.
    """
    for data in entries:
        history.seq += 1
        try:
            again(match_id, history, decode(data))
        except engine.Refusal as refusal:
            raise Unreadable(f"match {match_id}, entry {history.seq}: {refusal}") from refusal


def again(match_id: str, history: History, entry: Entry) -> Mapping[str, engine.Diff]:
    """Apply one entry to a match that is being rebuilt; returns the diff of every view.

    Raises:
        OtherEngine: from here on another engine played.
        Unreadable: the entry does not fit here.
        engine.Refusal: the engine does not take it.
    """
    undone: Undone | None = None
    match entry:
        case Head():
            raise Unreadable(f"match {match_id} has a second head")
        case Segment():
            if entry.engine != history.engine:
                raise OtherEngine(match_id, entry.engine)
            history.segment = history.seq
            return NOTHING
        case Closed():
            history.closed = entry.reason
            return NOTHING
        case Paused() | Left() | CameBack():
            wait(history, entry)
            return NOTHING
        case Agreed():
            changed = history.agreed(entry)
        case TakenBack():
            changed = history.took_back(entry)
        case _:
            is_playing = inputs.is_playing(history.match, entry.s)
            commit = apply(history, entry)
            changed = history.took(entry, commit)
            undone = inputs.undone_by(commit) if is_playing else None
    seqs = history.views.seq
    numbers = {name: seqs[name] for name in changed}
    if numbers != entry.views:
        raise Unreadable(f"match {match_id}: views {numbers}, journaled {entry.views}")
    if not isinstance(entry, Lapsed) and entry.c:
        seat = f"seat{entry.s}"
        history.books[entry.s].note(entry.c, seqs[seat], entry.d, undone)
    return changed


def apply(history: History, entry: Input) -> engine.Commit:
    """Have the engine take an input again.

    Raises:
        engine.Refusal: it does not.
    """
    match entry:
        case Settled():
            settings = engine.Settings.from_json(orjson.loads(bytes(entry.settings)))
            return history.match.set(entry.s, settings)
        case Conceded():
            return history.match.concede(entry.s)
        case Lapsed():
            history.clock.lapsed(entry.s)
    return history.match.apply(entry.s, entry.w, engine.Answer.from_json(orjson.loads(bytes(entry.a))))


def wait(history: History, entry: Paused | Left | CameBack) -> None:
    """Tell the clock what is no input of a seat's."""
    clock = history.clock
    match entry:
        case Paused():
            clock.paused(entry.since, entry.at)
        case Left():
            clock.left(entry.at, entry.s)
        case CameBack():
            clock.came_back(entry.at, entry.s)
