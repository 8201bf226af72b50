"""Entities of the match as each seat is shown them now: views without their encoding, for programs in this process.

The entities are those of a view (``match_views``), worked out of the state when they are asked for, by the same
allow-list (``projection``), and kept until a commit touches them. While a play is in flight everybody but its player
is shown the game as it was shown last, as in a view. ``decision``, ``settings`` and the log stand beside them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.explain.notation import option_label
from engine.explain.projection import entity
from engine.play import concession
from engine.state.records import Player, Zone

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match.match import Match
    from engine.state.decisions import Option
    from engine.state.game import Game

TABLE: Final = "table"
GAME: Final = "game"


class SeatSight:
    """The entities that one seat is shown, by their keys; a key of nothing that it may see has none."""

    __slots__ = ("_seat", "_seen", "kept")

    def __init__(self, seen: Seen, seat: int) -> None:
        self._seen = seen
        self._seat = seat
        self.kept: dict[str, Mapping[str, object] | None] = {}

    def get(self, key: str) -> Mapping[str, object] | None:
        """The entity of a key, None where the seat is shown none; not to be changed."""
        kept = self.kept
        if key in kept:
            return kept[key]
        found = entity(self._seen.game_of(self._seat), self._seat, key)
        kept[key] = found
        return found

    def __contains__(self, key: str) -> bool:
        return self.get(key) is not None


class Seen:
    """The entities that the seats of a match are shown; ``note`` has to be called after each commit.

    Attributes:
        sights: of each seat.
    """

    __slots__ = ("_before", "_late", "_marks", "_match", "_private", "sights")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._late: set[str] = set()
        seats = len(match.header.names)
        self._private = match.playing
        self._before: list[Game | None] = [None] * seats
        self._marks = [0] * seats if self._private is None else [len(match.game.log)] * seats
        self.sights = [SeatSight(self, seat) for seat in range(seats)]

    def game_of(self, seat: int) -> Game:
        """The game as a seat sees it: before the play of another that is in flight."""
        if self._private is None or self._private == seat:
            return self._match.game
        before = self._before[seat]
        if before is None:
            before = self._before[seat] = self._shown_last(self._marks[seat])
        return before

    def _shown_last(self, mark: int) -> Game:
        """The game at a position of the log, and never later than the announcement of the play in flight."""
        game = self._match.fork().game
        concession.rewind(game, min(mark, game.play(game.root.plays[0]).mark))
        return game

    def note(self) -> tuple[frozenset[str], ...]:
        """After a commit: the keys of what each seat may be shown otherwise from now on."""
        touched = self._touched()
        self._late |= touched
        self._private = private = self._match.playing
        late = frozenset(self._late)
        out: list[frozenset[str]] = []
        for seat, sight in enumerate(self.sights):
            # what others were shown last, they are shown until the play is complete or undone
            keys = late if private in (None, seat) else frozenset[str]()
            self._before[seat] = None
            if private is None:
                self._marks[seat] = 0  # the next commit begins a log
            elif private == seat:
                self._marks[seat] = len(self._match.game.log)
            for key in keys:
                sight.kept.pop(key, None)
            out.append(keys)
        if private is None:
            self._late = set()
        return tuple(out)

    def _touched(self) -> set[str]:
        """The keys of all entities that the last commit may have changed."""
        game = self._match.game
        idents = set(game.touched)
        idents.add(game.root.id)
        everybody = False
        for ident, field, _ in game.log:
            idents.add(ident)
            everybody = everybody or field == "controller"
        keys: set[str] = set()
        players: set[int] = set()
        for ident in idents:
            record = game.records.get(ident)
            if ident == 0:
                keys.add(GAME)
            elif isinstance(record, Player):
                players.add(record.seat)
            elif isinstance(record, Zone):
                everybody = everybody or record.seat < 0 or record.seat == game.side
                players.add(record.seat)
            else:
                keys.add(f"o{ident}")
                keys.add(f"s{ident}")
        for player in game.players:
            if everybody or player.seat in players:
                keys.add(f"p{player.id}")
        return keys

    def label(self, option: Option) -> str:
        """An option of an open decision in words, "" where its verb and what it names say it all."""
        return option_label(self._match.game, option)
