"""A modification as a text says it, as it is when it is made: its numbers worked out, with what was chosen put in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.register import colored, given
from engine.queries.borrowed_abilities import with_borrowed
from engine.queries.filters import amount
from engine.state.lasting import Modification

if TYPE_CHECKING:
    from engine.abilities import Amount, Modify
    from engine.state.game import Game
    from engine.state.records import Item


def modification(game: Game, item: Item, do: Modify) -> Modification:
    """The changes of characteristics that a text makes; what it gives are abilities of its own (602.5c)."""
    becomes = game.rules.signed(tuple(_chosen(game, item, word) for word in do.becomes), item.controller)
    parts = given(game.rules, do.gains, colored(do.abilities, _word(game, item, "color")))
    base = None
    if do.base is not None:
        power, toughness = [None if each is None else _number(game, item, each) for each in do.base]
        base = power, toughness
    return Modification(
        _number(game, item, do.power),
        _number(game, item, do.toughness),
        tuple(_chosen(game, item, word) for word in do.gains),
        do.loses,
        becomes,
        base,
        do.keeps,
        with_borrowed(
            game, tuple(game.acquired[item.text, part] for part in parts), item.controller, item.source, item
        ),
        do.switched,
        tuple(game.acquired[item.text, own] for own in game.rules.intrinsic(becomes)),
        _number(game, item, do.level),
        tuple((name, _number(game, item, number)) for name, number in do.stats),
        do.keeps_colors,
    )


def _number(game: Game, item: Item, value: Amount) -> int:
    return amount(game, value, item.controller, item.source, item)


def _chosen(game: Game, item: Item, word: str) -> str:
    """A word with the one that was chosen in place of "chosen color" or "chosen type"."""
    if "chosen" not in word:
        return word
    return word.replace("chosen color", _word(game, item, "color")).replace("chosen type", _word(game, item, "type"))


def _word(game: Game, item: Item, key: str) -> str:
    """The word that this text chose, else the one chosen as its source entered (607.2d)."""
    source = game.object(item.source)
    entered = (str(word) for kind, word in source.extra if kind == key) if source is not None else ()
    return item.chosen or next(iter(entered), "")
