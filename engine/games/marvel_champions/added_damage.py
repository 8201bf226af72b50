"""More damage of an attack that a player's character makes, by a text that has interrupted it (Attack, Interrupt)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.meaning import amount_of, counted
from engine.games.marvel_champions.character_stats import identity_of, left_of
from engine.games.marvel_champions.language.shared_words import ADDED
from engine.state.lasting import Modification, ModifyEffect
from engine.state.occurred import TriggerEvent
from engine.state.play_notes import victims_of
from engine.state.records import Item

if TYPE_CHECKING:
    from engine import abilities as a
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect
    from engine.state.records import Object

BASIC: Final = "attack"
"""The kind of the record of a basic attack."""
NOTED: Final = "added"
"""Notes on coming damage that what is added to it is in it."""


def attack_deals(game: Game, item: Item, do: a.AttackDeals, answer: Answer | None) -> Outcome:
    """The attacker's damage is so much more until the end of the attack that is interrupted (Attack)."""
    what = item.event.what if isinstance(item.event, TriggerEvent) else ()
    attacker = game.object(what.id) if what else None
    number = amount_of(game, item, do.amount)
    if attacker is None or number <= 0:
        return counted(game, item, 0)
    change = Modification(stats=((ADDED, number),))
    by = (item.source, item.name)
    game.append(game.root, "effects", ModifyEffect((attacker.id,), change, by, game.new_timestamp(), "combat"))
    return counted(game, item, 1)


def strengthen(game: Game, each: Prospect) -> None:
    """Damage of an attack is more by what is added to it: once for each that is attacked (Attack)."""
    item = game.records.get(each.item)
    if not isinstance(item, Item) or (NOTED, 1) in each.counters:
        return
    attacker = _attacker(game, item, each)
    more = added(attacker)
    if more and not _is_hit(game, item, each):
        each.counters = (*each.counters, (NOTED, 1))
        each.amount += more


def added(attacker: Object | None) -> int:
    """The number by which the damage of a character's attacks is more now (Attack)."""
    stats = attacker.stats if attacker is not None else ()
    return next((number for name, number in stats if name == ADDED), 0)


def _attacker(game: Game, item: Item, each: Prospect) -> Object | None:
    """The character that makes a basic attack, or the identity whose ability is labelled as one."""
    if item.kind == BASIC and item.text < 0:
        return game.object(item.source)
    return identity_of(game, item.controller) if game.rules.is_attack(game, item, (each.subject,)) else None


def _is_hit(game: Game, item: Item, each: Prospect) -> bool:
    """Whether the same attack has damaged this enemy already."""
    obj = game.object(each.subject)
    before = next((victim.left for victim in victims_of(item.held) if victim.id == each.subject), None)
    return obj is None or (before is not None and left_of(obj) < before)
