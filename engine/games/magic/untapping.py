"""Permanents that stay tapped in a player's next untap step, by their types, or untap in that of others too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import AlsoUntaps
from engine.effects.meaning import DONE, Outcome, who_is
from engine.queries.filters import holds, matching
from engine.queries.static_effects import statics
from engine.state.player_marks import mark_of, set_mark

if TYPE_CHECKING:
    from engine.abilities import SkipUntapping
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object

KINDS: Final = ("artifact", "creature", "enchantment", "land", "permanent")
STAY_TAPPED: Final = tuple(f"{kind}s stay tapped" for kind in KINDS)
"""The marks of a player whose permanents of a kind do not untap in the next untap step."""


def run_skip_untapping(game: Game, item: Item, do: SkipUntapping, answer: Answer | None) -> Outcome:
    """611.2c: rules are changed, not permanents, so that those are meant too that enter later."""
    for seat in who_is(game, item, do.who):
        for (kind,) in do.what.kinds:
            set_mark(game, seat, STAY_TAPPED[KINDS.index(kind)], 1)
    return DONE


def untaps(game: Game, obj: Object) -> bool:
    """Whether no such text keeps a permanent tapped."""
    if not game.players[obj.controller].marks:
        return True
    words = frozenset((*obj.words, "permanent"))
    marks = zip(KINDS, STAY_TAPPED, strict=True)
    return not any(mark_of(game, obj.controller, mark) and kind in words for kind, mark in marks)


def untapping_elsewhere(game: Game, active: int) -> list[Object]:
    """The permanents that untap in the untap step of another player too, whatever keeps them tapped in their own."""
    found: dict[int, Object] = {}
    for holder, seat, ability in statics(game, AlsoUntaps):
        source = holder.id if holder is not None else 0
        if seat == active or not holds(game, ability.condition, seat, source):
            continue
        idents = (source,) if ability.source or ability.what is None else matching(game, ability.what, seat, source)
        found |= {obj.id: obj for obj in map(game.object, idents) if obj is not None and obj.tapped}
    return list(found.values())


def untapping_ends(game: Game, seat: int) -> None:
    """A player's untap step is over, and with it what kept permanents tapped."""
    for mark in STAY_TAPPED:
        if mark_of(game, seat, mark):
            set_mark(game, seat, mark, 0)
