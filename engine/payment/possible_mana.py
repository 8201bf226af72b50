"""Mana of what other things tell: the types that permanents could produce, and the colors among things (106.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import CHOSEN_MANA, UNSPENT, AddMana, ChooseWord, EventAmount, If, Later, Otherwise, Variable
from engine.cards.definitions import COLOR_OF
from engine.cards.numbered_text import COLORS, WORKING
from engine.payment.mana_choices import chosen_mana
from engine.payment.replaced_mana import replaced_mana
from engine.queries.filters import amount, holds, resolve
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.abilities import Instruction, ManaOf
    from engine.payment.mana_choices import Choices
    from engine.state.game import Game
    from engine.state.records import Item, Object

EVERY_COLOR: Final = sum(1 << k for k, symbol in enumerate(COLORS) if symbol in COLOR_OF)
"""The five colors as bits of W U B R G C."""
Told = dict[int, int]
"""The types that permanents which ask others could produce, by id, as far as is found out."""


def told_mana(game: Game, of: ManaOf, seat: int, source: int, item: Item | None = None) -> Choices:
    """The choices of mana that things tell; no choice if no type can be defined, and then nothing is added (106.5)."""
    found = _told(game, of, seat, source, item, {}) if not of.produced else _settled(game, of, seat, source, item)
    symbols = tuple(color for k, color in enumerate(COLORS) if found >> k & 1)
    if of.every:
        return (symbols,) if symbols else ()
    return tuple((symbol,) for symbol in symbols)


def unspent(game: Game, seat: int) -> tuple[int, ...]:
    """701.10f: as much mana of each type as there is in a pool."""
    player = game.players[seat]
    pool = list(player.pool)
    for kind in player.special:
        pool[kind.color] += kind.number
    return tuple(pool)


def _settled(game: Game, of: ManaOf, seat: int, source: int, item: Item | None) -> int:
    """106.7: the types that permanents could produce; those that ask one another know only what the others tell."""
    known: Told = {}
    while True:
        before = dict(known)
        found = _told(game, of, seat, source, item, known)
        for ident in before:
            obj = game.object(ident) or game.left(ident)
            if obj is not None:
                known[ident] = _made_by(game, obj, known)
        if known == before:
            return found


def _told(game: Game, of: ManaOf, seat: int, source: int, item: Item | None, known: Told) -> int:
    """The types that things tell, as bits."""
    found = 0
    for ident in resolve(game, of.what, seat, source, item):
        obj = game.object(ident) or game.left(ident)
        if obj is not None:
            found |= _could_produce(game, obj, known) if of.produced else _colors(obj)
    return found if of.types else found & EVERY_COLOR


def _colors(obj: Object) -> int:
    return sum(1 << k for k, symbol in enumerate(COLORS) if COLOR_OF.get(symbol) in obj.words)


def _could_produce(game: Game, obj: Object, known: Told) -> int:
    if obj.id in known:
        return known[obj.id]
    texts = [game.texts[number] for number in obj.abilities]
    if any(do.of is not None and do.of.produced for text in texts for do in text.adding):
        known[obj.id] = 0  # until it is asked in its turn
        return 0
    return _made_by(game, obj, known)


def _made_by(game: Game, obj: Object, known: Told) -> int:
    """The types that the abilities of a permanent would produce if they resolved now, whatever they cost."""
    found = 0
    for number in obj.abilities:
        text = game.texts[number]
        if isinstance(text.ability, WORKING) and has(text.ability, AddMana):
            for body in (text.body, *(text.modes.options if text.modes is not None else ())):
                found |= _added(game, obj, body.effects, known, is_tapped=text.taps)
    return found


def _added(game: Game, obj: Object, effects: tuple[Instruction, ...], known: Told, *, is_tapped: bool) -> int:
    """The types that instructions would add: what is optional may happen, what has a condition if that holds now."""
    found, at, chosen = 0, 0, False
    others: set[int] = set()
    while at < len(effects):
        step = effects[at]
        if isinstance(step, Later) or at in others:
            at += step.steps  # type: ignore[union-attr]  # what has its own time, or is for another case
        elif isinstance(step, If):
            last = at + step.steps
            if not holds(game, step.condition, obj.controller, obj.id):
                at = last
            elif isinstance(effects[last], Otherwise):
                others.add(last)
        elif isinstance(step, ChooseWord):
            chosen = chosen or step.family == "color"
        elif isinstance(step, AddMana):
            choices, times = _choices_of(game, obj, step, known, chosen=chosen)
            if is_tapped and times:
                choices = tuple([symbols for symbols, _ in replaced_mana(game, obj.controller, obj, choices, times)])
            found |= _types_in(choices) if times else 0
        at += 1
    return found


def _choices_of(game: Game, obj: Object, do: AddMana, known: Told, *, chosen: bool) -> tuple[Choices, int]:
    """The choices of an instruction, and how often the mana would be added; X could be anything."""
    times = 1
    if not has(do.amount, Variable):
        times = 0 if has(do.amount, EventAmount) else max(0, amount(game, do.amount, obj.controller, obj.id))
    if do.of == UNSPENT:
        pool = zip(COLORS, unspent(game, obj.controller), strict=True)
        return tuple((color,) for color, number in pool if number), times
    if do.of is not None:
        found = _told(game, do.of, obj.controller, obj.id, None, known)
        return tuple((color,) for k, color in enumerate(COLORS) if found >> k & 1), times
    if chosen and CHOSEN_MANA in do.choices:
        return tuple((color,) for k, color in enumerate(COLORS) if EVERY_COLOR >> k & 1), times
    return chosen_mana(game, do.choices, obj.id), times


def _types_in(choices: Choices) -> int:
    found = 0
    for choice in choices:
        for symbol in choice:
            found |= 1 << COLORS.index(symbol)
    return found
