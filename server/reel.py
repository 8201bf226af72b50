"""A match that is over as those see it who may know all: no hand is hidden, and there is a step for every move.

Numbers are those of the record: 0 is the beginning, n what its n-th move led to. It is played again as far as somebody
wants to look; a page of it is then a matter of folding few diffs.
"""

from typing import Final

from msgspec import Raw

import engine
from protocol import messages as wire
from protocol.diffs import canonical, fold, parse
from server.entries import decode
from server.errors import Unreadable
from server.history import decode_head, header_of
from server.record import Move, moves

KEY_EVERY: Final = 64
"""Steps between two views that are kept whole, and moves that are played at a time."""


class Reel:
    """A match from its beginning as far as it was played again.

    Args:
        header: where it begins.
        before: the moves of another match that led to where this one began.
        moves: all the others.

    Attributes:
        last: the number of the last move.
        played: how many have been played again.
        bytes: what it takes.

    Raises:
        engine.Refusal: this version of the rules does not know how to begin it.
    """

    __slots__ = ("_diffs", "_keys", "_moves", "_playback", "_public", "_views", "bytes", "last")

    def __init__(self, header: engine.Header, before: tuple[str, ...], moves_: list[Move]) -> None:
        self._playback = engine.Playback(header)
        self._views = engine.Views(self._playback.match)
        self._views.keep_opened()
        self._moves: list[str | Move] = [*before, *moves_]
        self._keys = [self._views.opened]
        self._diffs: list[bytes] = []
        self._public = [0]
        self.last = len(self._moves)
        self.bytes = len(self._keys[0])

    @property
    def played(self) -> int:
        return len(self._diffs)

    def go_on(self) -> None:
        """Play the next few moves.

        Raises:
            Unreadable: another version of the rules played it to another end.
        """
        try:
            for move in self._moves[self.played : self.played + KEY_EVERY]:
                self._play(move)
        except engine.Refusal as refusal:
            raise Unreadable(str(refusal)) from refusal
        self._keys.append(self._views.opened)
        self.bytes += len(self._keys[-1])

    def _play(self, move: str | Move) -> None:
        if isinstance(move, str):
            self._playback.take_line(move)
        else:
            self._playback.take(move.seat, move.input)
        self._views.update()
        self._diffs.append(self._views.opened_diff)
        self._public.append(self._public[-1] if isinstance(move, str) else max(move.public, self._public[-1]))
        self.bytes += len(self._diffs[-1])

    def page(self, asked: wire.Earlier) -> wire.Past:
        """A view with the steps after it, which have been played."""
        seq, end = asked.seq, min(asked.seq + asked.count, self.last)
        key = seq // KEY_EVERY
        view = parse(self._keys[key])
        for diff in self._diffs[key * KEY_EVERY : seq]:
            fold(view, parse(diff))
        diffs, lines = tuple(map(Raw, self._diffs[seq:end])), tuple(self._playback.moves[seq:end])
        public = tuple(self._public[seq : end + 1])
        return wire.Past(asked.m, seq, Raw(canonical(view)), asked.r, diffs, public, lines, self.last)


def reel_of(data: list[bytes]) -> Reel:
    """The reel of a match that is over, from its journal.

    Raises:
        Unreadable: another version of the rules began it.
    """
    try:
        head = decode_head(data[0])
        return Reel(header_of(head), head.moves, moves(map(decode, data[1:])))
    except engine.Refusal as refusal:
        raise Unreadable(str(refusal)) from refusal
