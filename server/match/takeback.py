"""The moment to which a match goes back when all agree: before an answer of the seat that asks, by its journal.

Allowed only where nobody may have learned anything since then: nothing was left to chance, nothing hidden was shown,
and all see no more than they saw, but for what the one who asks has shown of its own hand.
"""

import zlib
from typing import Final

import engine
from server.match.replayed_match import COMPRESSION, History, again, replay
from server.runtime.errors import Unreadable
from server.store.entries import Answered, Entry, Head, Lapsed, Segment, TakenBack, decode

MOST_BACK: Final = 200
"""Entries between the answer and now."""


class Moment:
    """An earlier moment of a match.

    Attributes:
        seq: the number of its last entry.
        w: the decision of the seat that is to be open again.
        kept: the match as it stood there, dumped and compressed.
    """

    __slots__ = ("kept", "seq", "w")

    def __init__(self, seq: int, w: int, kept: bytes) -> None:
        self.seq = seq
        self.w = w
        self.kept = kept


def earlier_moment(match_id: str, data: list[bytes], engine_: str, seat: int, w: int) -> Moment:
    """Find the moment before a seat's answer to decision ``w``, or before the play in which that was given.

    It plays hundreds of entries again, so the caller makes it in a thread.

    Args:
        data: the match's journal.
        w: 0: before the seat's last answer.

    Raises:
        engine.Refusal: ``cannot_take_back``.
    """
    entries = [decode(each) for each in data]
    last, answered = before_answer(entries, seat, w)
    first = max(n for n in range(last) if isinstance(entries[n], Head | Segment))
    try:
        history = between_plays(match_id, data, engine_, first, last)
        moment = Moment(history.seq, answered, zlib.compress(history.match.dump(), COMPRESSION))
        check_nothing_was_shown(match_id, history, entries[history.seq :], seat)
    except Unreadable as error:
        raise engine.Refusal(
            "", "cannot_take_back", "the match was moved to another version of the rules since"
        ) from error
    return moment


def before_answer(entries: list[Entry], seat: int, w: int) -> tuple[int, int]:
    """Number of entries before an answer of a seat, and the number of its decision."""
    place = len(entries)
    while place > max(0, len(entries) - MOST_BACK):
        entry = entries[place - 1]
        if isinstance(entry, TakenBack):
            place = entry.to  # what came between is taken back already
            continue
        place -= 1
        if isinstance(entry, Answered | Lapsed) and entry.s == seat and w in (0, entry.w):
            return place, entry.w
    raise engine.Refusal("", "cannot_take_back", "there is no such answer, or it is too long ago")


def between_plays(match_id: str, data: list[bytes], engine_: str, first: int, last: int) -> History:
    """The match after ``last`` entries or, if something was being played then, before that; from a head on."""
    history = replay(match_id, data[first : first + 1], engine_, first + 1)
    quiet = history.seq if history.match.is_between_plays else 0
    for number in range(first + 1, last):
        step(match_id, history, decode(data[number]))
        quiet = history.seq if history.match.is_between_plays else quiet
    if quiet == history.seq:
        return history
    if not quiet:
        raise engine.Refusal("", "cannot_take_back", "it is too long ago")
    return between_plays(match_id, data, engine_, first, quiet)


def check_nothing_was_shown(match_id: str, history: History, entries: list[Entry], seat: int) -> None:
    """Play on to now, and see whether anybody learned anything on the way."""
    match = history.match
    earlier = match.fork()
    shown = match.game.revelations
    for entry in entries:
        step(match_id, history, entry)
        if match.game.revelations != shown or match.shows_more_than(earlier, seat):
            raise engine.Refusal("", "cannot_take_back", "something random or hidden was shown since")


def step(match_id: str, history: History, entry: Entry) -> None:
    """Apply one more entry."""
    history.seq += 1
    again(match_id, history, entry)
