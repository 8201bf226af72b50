"""Mana that a permanent produces instead of its own as it is tapped for mana (106.12b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def replaced_mana(game: Game, seat: int, obj: Object, choices: Choices, times: int) -> tuple[Choices, int]:
    """The mana that a permanent produces, tapped for these choices ``times`` over: as effects have it (106.12b, 616.1).

    Each outcome is a choice of its own if the order of effects matters.
    """
    effects = replacing(game, seat, obj)
    if not effects or not choices:
        return choices, times
    if not any(effect.symbols or effect.least > 1 for effect in effects):
        for effect in effects:
            times = game.bounded(times * effect.times)
        return choices, times
    found: dict[Counts, None] = {}
    for choice in choices:
        counts = tuple(choice.count(color) * times for color in COLORS)
        found.update(dict.fromkeys(_outcomes(game, counts, effects)))
    return tuple(tuple(COLORS[k] for k, n in enumerate(counts) for _ in range(n)) for counts in found), 1


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
    """The outcomes of the effects that apply, each once, in any order (616.1)."""
    able = [effect for effect in dict.fromkeys(effects) if sum(counts) >= effect.least]
    if not able:
        return [counts]
    found: list[Counts] = []
    for effect in able:
        at = effects.index(effect)
        for after in _changed(game, counts, effect):
            found.extend(_outcomes(game, after, effects[:at] + effects[at + 1 :]))
    return list(dict.fromkeys(found))


def _changed(game: Game, counts: Counts, effect: ProducesInstead) -> list[Counts]:
    if not effect.symbols:
        return [tuple(game.bounded(n * effect.times) for n in counts)]
    number = 1 if effect.one else sum(counts)
    return [tuple(number if color == symbol else 0 for color in COLORS) for symbol in effect.symbols]
