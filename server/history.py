"""A match rebuilt from its journal: the head, and every acknowledged answer again.

Same header and same answers give the same state and the same diffs, so the numbers of the views that were journaled
must come out again; where they do not, the journal is not of this engine and is left alone.
"""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import orjson

import engine
from protocol.messages import Ack
from server.entries import Answered, Closed, Conceded, Entry, Head, Settled, decode
from server.errors import Unreadable

REMEMBERED: Final = 64
"""First results kept for each seat; a client that resends is at most a few behind."""


class Book:
    """The intents of one seat that were taken, and their acknowledgements; a refused one was not taken.

    Attributes:
        last_c: client sequence number of the last one.
    """

    __slots__ = ("_results", "last_c")

    def __init__(self) -> None:
        self.last_c = 0
        self._results: OrderedDict[int, Ack] = OrderedDict()

    def result(self, c: int) -> Ack | None:
        """The first answer to intent ``c``, if it was taken and is still known."""
        return self._results.get(c)

    def note(self, c: int, result: Ack) -> None:
        self.last_c = max(self.last_c, c)
        self._results[c] = result
        if len(self._results) > REMEMBERED:
            self._results.popitem(last=False)


class History:
    """A match as its journal tells it.

    Attributes:
        closed: why it was closed without a result; empty otherwise.
    """

    __slots__ = ("books", "closed", "head", "match", "views")

    def __init__(self, head: Head, match: engine.Match) -> None:
        self.head = head
        self.match = match
        self.views = engine.Views(match)
        self.books = tuple(Book() for _ in match.header.names)
        self.closed = ""


def begin(head: Head) -> History:
    """A match at its start.

    Raises:
        engine.Refusal: the header names something unknown or illegal.
    """
    header = engine.Header.from_json(orjson.loads(bytes(head.header)))
    return History(head, engine.Match.create(header))


def replay(match_id: str, entries: Iterable[bytes]) -> History:
    """Rebuild a match from its whole journal.

    Raises:
        Unreadable: the journal does not fit this engine.
    """
    history: History | None = None
    for number, data in enumerate(entries, 1):
        entry = decode(data)
        try:
            if history is None:
                if not isinstance(entry, Head):
                    raise Unreadable(f"match {match_id} begins without a head")
                history = begin(entry)
            else:
                again(match_id, history, entry)
        except engine.Refusal as refusal:
            raise Unreadable(f"match {match_id}, entry {number}: {refusal}") from refusal
    if history is None:
        raise Unreadable(f"match {match_id} has no entries")
    return history


def again(match_id: str, history: History, entry: Entry) -> None:
    """Apply one entry to a match that is being rebuilt.

    Raises:
        Unreadable: the entry does not fit here.
        engine.Refusal: the engine does not take it.
    """
    match entry:
        case Head():
            raise Unreadable(f"match {match_id} has a second head")
        case Closed():
            history.closed = entry.reason
            return
        case Answered():
            answer = engine.Answer.from_json(orjson.loads(bytes(entry.a)))
            history.match.apply(entry.s, entry.w, answer)
        case Settled():
            settings = engine.Settings.from_json(orjson.loads(bytes(entry.settings)))
            history.match.set(entry.s, settings)
        case Conceded():
            history.match.concede(entry.s)
    changed = history.views.update()
    seqs = history.views.seq
    numbers = {name: seqs[name] for name in changed}
    if numbers != entry.views:
        raise Unreadable(f"match {match_id}: views {numbers}, journaled {entry.views}")
    if entry.c:
        seat = f"seat{entry.s}"
        history.books[entry.s].note(entry.c, Ack(match_id, entry.c, seqs[seat]))
