"""Changes of the next attack of a unit: they wait until it is declared, and last as long as its combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.effects.meaning import objects_of, touched
from engine.queries.layers import refresh
from engine.queries.modifications import modification
from engine.state.lasting import ModifyEffect, NextAttackEffect, Until

if TYPE_CHECKING:
    from engine import abilities as a
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.lasting import Duration
    from engine.state.records import Item, Object


def await_attack(game: Game, item: Item, do: a.NextAttack, answer: Answer | None) -> Outcome:
    """An attack that goes on is not the next one."""
    idents = tuple(obj.id for obj in objects_of(game, item, do.what))
    if idents:
        until: Duration = Until("next turn", item.controller, game.root.turn) if do.later else "turn"
        effect = NextAttackEffect(idents, modification(game, item, do.change), (item.source, item.name), until)
        game.append(game.root, "effects", effect)
    return touched(game, item, idents)


def begin_next_attack(game: Game, attacker: Object) -> None:
    """Let an attack that is declared have what waited for it, until its combat ends."""
    begun = [effect for effect in game.root.effects if _is_awaited(game, effect, attacker)]
    for effect in begun:
        assert isinstance(effect, NextAttackEffect)
        others = tuple(ident for ident in effect.idents if ident != attacker.id)
        left = (effect._replace(idents=others),) if others else ()
        now = ModifyEffect((attacker.id,), effect.change, effect.by, game.new_timestamp(), "combat")
        game.write(game.root, "effects", (*(e for e in game.root.effects if e is not effect), *left, now))
    if begun:
        refresh(game)


def _is_awaited(game: Game, effect: object, attacker: Object) -> bool:
    if not isinstance(effect, NextAttackEffect) or attacker.id not in effect.idents:
        return False
    return not isinstance(effect.until, Until) or game.root.turn > effect.until.since
