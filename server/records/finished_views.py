"""A match that is over as those see it who may know all: no hand is hidden, and there is a step for every move.

Numbers are those of the record: 0 is the beginning, n what its n-th move led to. A worker plays it again as a whole; a
page of it is then a matter of folding few diffs.
"""

from typing import Final

from msgspec import Raw

import engine
from protocol import messages as wire
from protocol.diffs import canonical, fold, parse
from server.match.replayed_match import decode_head, header_of
from server.records.record_text import Move, moves
from server.store.entries import decode

KEY_EVERY: Final = 64
"""Steps between two views that are kept whole."""


class Reel:
    """All views of a match.

    Attributes:
        last: the number of the last move.
        bytes: what it takes.
    """

    __slots__ = ("_diffs", "_keys", "_moves", "_public", "bytes", "last")

    def __init__(self, keys: list[bytes], diffs: list[bytes], public: list[int], moves_: list[str]) -> None:
        self._keys = keys
        self._diffs = diffs
        self._public = public
        self._moves = moves_
        self.last = len(diffs)
        self.bytes = sum(map(len, keys)) + sum(map(len, diffs))

    def page(self, asked: wire.Earlier) -> wire.Past:
        """A view with the steps after it, which have been played."""
        seq, end = asked.seq, min(asked.seq + asked.count, self.last)
        key = seq // KEY_EVERY
        view = parse(self._keys[key])
        for diff in self._diffs[key * KEY_EVERY : seq]:
            fold(view, parse(diff))
        diffs, lines = tuple(map(Raw, self._diffs[seq:end])), tuple(self._moves[seq:end])
        public = tuple(self._public[seq : end + 1])
        return wire.Past(asked.m, seq, Raw(canonical(view)), asked.r, diffs, public, lines, self.last)


def reel_of(data: list[bytes]) -> Reel:
    """The reel of a match that is over, from its journal.

    Raises:
        engine.Refusal: ``no_such_view``: another version of the rules played it.
    """
    head = decode_head(data[0])
    try:
        return _played(header_of(head), head.moves, moves(map(decode, data[1:])))
    except engine.Refusal as refusal:
        raise engine.Refusal("", "no_such_view", "the match is of another version of the rules") from refusal


def _played(header: engine.Header, before: tuple[str, ...], moves_: list[Move]) -> Reel:
    """Play a match again.

    Args:
        before: the moves of another match that led to where this one began.
        moves_: all the others.
    """
    playback = engine.Playback(header)
    views = engine.Views(playback.match)
    views.keep_opened()
    keys, diffs, public = [views.opened], list[bytes](), [0]
    played: list[str | Move] = [*before, *moves_]
    for number, move in enumerate(played, 1):
        if isinstance(move, str):
            playback.take_line(move)
        else:
            playback.take(move.seat, move.input)
        diffs.append(views.update_opened())
        public.append(public[-1] if isinstance(move, str) else max(move.public, public[-1]))
        if number % KEY_EVERY == 0:
            keys.append(views.opened)
    return Reel(keys, diffs, public, playback.moves)
