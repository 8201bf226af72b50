"""Mana that a permanent produces instead of its own as it is tapped for mana (106.12b)."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Final

from engine.abilities import ProducesInstead
from engine.cards.numbered_text import COLORS
from engine.queries.filters import fits, holds
from engine.queries.static_effects import any_statics, statics

if TYPE_CHECKING:
    from engine.payment.mana_choices import Choices
    from engine.state.game import Game
    from engine.state.records import Object

Counts = tuple[int, ...]
"""Units of W U B R G C."""
Made = tuple[tuple[tuple[str, ...], int], ...]
"""Choices of symbols that are added together, each with how many times over."""
MOST_STANDING: Final = 64
"""Amounts of mana, each with the number of effects of each kind that still apply, that are followed at a time."""


def replaced_mana(game: Game, seat: int, obj: Object, choices: Choices, times: int) -> Made:
    """The mana that a permanent produces, tapped for these choices ``times`` over: as effects have it (106.12b, 616.1).

    Each outcome is a choice of its own if the order of effects matters.
    """
    effects = replacing(game, seat, obj)
    if not any(effect.symbols or effect.least > 1 for effect in effects):
        for effect in effects:
            times = game.bounded(times * effect.times)
        return tuple([(choice, times) for choice in choices])
    found: dict[Counts, None] = {}
    for choice in choices:
        counts = tuple([choice.count(color) * times for color in COLORS])
        found.update(dict.fromkeys(_outcomes(game, counts, effects)))
    return tuple([_as_symbols(counts) for counts in found])


def _as_symbols(counts: Counts) -> tuple[tuple[str, ...], int]:
    """Units as the fewest symbols that may be added several times over."""
    times = gcd(*counts)
    return tuple([color for color, n in zip(COLORS, counts, strict=True) for _ in range(n // max(1, times))]), times


def replacing(game: Game, seat: int, obj: Object) -> tuple[ProducesInstead, ...]:
    """The effects that change what a seat makes by tapping this for mana."""
    if not any_statics(game, (ProducesInstead,)):
        return ()
    found = []
    for holder, controller, effect in statics(game, ProducesInstead):
        source = holder.id if holder is not None else 0
        if (
            (not effect.who or (seat == controller) == (effect.who == "you"))
            and fits(game, effect.what, obj, controller, source)
            and holds(game, effect.condition, controller, source)
        ):
            found.append(effect)
    return tuple(found)


def _outcomes(game: Game, counts: Counts, effects: tuple[ProducesInstead, ...]) -> list[Counts]:
    """The outcomes of the effects that apply, each once, in any order (616.1); of very many orders only the first."""
    kinds = tuple(dict.fromkeys(effects))
    found: dict[Counts, None] = {}
    standing = {(counts, tuple(effects.count(kind) for kind in kinds)): None}
    while standing:
        following: dict[tuple[Counts, Counts], None] = {}
        for made, left in standing:
            able = [k for k, kind in enumerate(kinds) if left[k] and sum(made) >= kind.least]
            if not able:
                found[made] = None
            for k in able:
                rest = (*left[:k], left[k] - 1, *left[k + 1 :])
                for after in _changed(game, made, kinds[k]):
                    following[after, rest] = None
        standing = dict.fromkeys(list(following)[:MOST_STANDING])
    return list(found)


def _changed(game: Game, counts: Counts, effect: ProducesInstead) -> list[Counts]:
    if not effect.symbols:
        return [tuple(game.bounded(n * effect.times) for n in counts)]
    number = 1 if effect.one else sum(counts)
    return [tuple(number if color == symbol else 0 for color in COLORS) for symbol in effect.symbols]
