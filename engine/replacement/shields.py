"""Replacement and prevention effects that resolved texts made: ``root.shields``, and how they are used up.

An entry is ``(serial, text, seat, source, known, subjects, targets, x, left, uses, until)``: whose text, whom it was
made for (none: as its text says), how much damage it still takes and how often it still applies (-1: no such limit).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.abilities import Replacement
    from engine.state.game import Game
    from engine.state.records import Item, Plain

S_SERIAL, S_TEXT, S_SEAT, S_SOURCE, S_KNOWN, S_SUBJECTS, S_TARGETS, S_X, S_LEFT, S_USES, S_UNTIL = range(11)


def raise_shield(
    game: Game, item: Item, effect: Replacement, subjects: tuple[int, ...] | None, left: int, uses: int, until: str
) -> None:
    """Make a replacement or prevention effect that a resolving text gives (614.3)."""
    entry = (
        game.new_timestamp(),
        game.number_of(effect),
        item.controller,
        item.source,
        item.known,
        subjects,
        item.targets,
        item.x,
        left,
        uses,
        until,
    )
    game.append(game.root, "shields", entry)


def use(game: Game, shield: Plain) -> None:
    """A shield that works so many times has one less (615.8)."""
    uses: int = shield[S_USES]
    if uses < 0:
        return
    now = ((*shield[:S_USES], uses - 1, *shield[S_USES + 1 :]),) if uses > 1 else ()
    _put_shield(game, shield, now)


def wear(game: Game, shield: Plain, taken: int) -> None:
    """A shield of so much damage has less left (615.7)."""
    if not shield or shield[S_LEFT] < 0 or not taken:
        return
    left = shield[S_LEFT] - taken
    _put_shield(game, shield, ((*shield[:S_LEFT], left, *shield[S_LEFT + 1 :]),) if left > 0 else ())


def _put_shield(game: Game, shield: Plain, now: tuple[Plain, ...]) -> None:
    shields = game.root.shields
    at = next((i for i, s in enumerate(shields) if s[S_SERIAL] == shield[S_SERIAL]), -1)
    if at >= 0:
        game.splice(game.root, "shields", at, 1, now)
