"""Common parts of attacks, whoever makes them: tough, piercing, excess damage, retaliation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Keyword
from engine.games.marvel_champions.language.shared_words import BASIC_ONLY
from engine.games.marvel_champions.statuses import shakes_off
from engine.replacement.damage import deal_all
from engine.state.play_notes import struck_of

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item, Object


def keyword_value(game: Game, obj: Object, name: str) -> int:
    """The number after a keyword, of all its instances together (Retaliate X)."""
    if name not in obj.keywords:
        return 0
    abilities = (game.texts[number].ability for number in obj.abilities)
    return sum(own.value for own in abilities if isinstance(own, Keyword) and own.name == name)


def attacks_with(attacker: Object, keyword: str, *, is_basic: bool) -> bool:
    """Whether an attack has a keyword: that of all its attacker's attacks, or of the basic ones if it is one."""
    return keyword in attacker.keywords or (is_basic and BASIC_ONLY + keyword in attacker.keywords)


def strip_tough(game: Game, attacker: Object, victim: Object, *, is_basic: bool = False) -> None:
    """An attack with piercing discards the tough status before it deals damage (Piercing)."""
    if attacks_with(attacker, "piercing", is_basic=is_basic):
        shakes_off(game, victim, "tough")


def excess_of(item: Item) -> int:
    """The part of an attack's damage that was more than its victim could take."""
    struck = struck_of(item.held)
    return max(0, item.did - struck.left) if struck is not None else 0


def retaliate(game: Game, victim: Object, attacker: Object, *, is_basic: bool = False) -> None:
    """After this character is attacked it deals damage to the attacker, unless the attack is ranged (Retaliate)."""
    is_ranged = attacks_with(attacker, "ranged", is_basic=is_basic)
    number = 0 if is_ranged else keyword_value(game, victim, "retaliate")
    if number:
        deal_all(game, [(victim, (), attacker.id, number)])
