"""Healing as a cost: so much damage has to be there, for what cannot be healed cannot be paid (Heal, Cost)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Recover
from engine.games.marvel_champions.character_stats import identity_of
from engine.games.marvel_champions.powers import HEAL
from engine.payment.self_cost_rules import number_now, refuse
from engine.state.cost_rule import CostRule
from engine.state.decisions import Option
from engine.state.proposed_events import Prospect

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play


class HealingRule(CostRule[Recover]):
    """Damage healed from the identity of who pays."""

    verb = "recover"
    forced = True

    def leaves_no_choice(self, part: Recover) -> bool:
        return True

    def options(self, game: Game, seat: int, source: int, part: Recover) -> tuple[Option, ...]:
        identity = identity_of(game, seat)
        number = number_now(game, seat, source, part.amount)
        is_meant = identity is not None and (not part.form or part.form in identity.words)
        return (Option(self.verb),) if is_meant and identity is not None and identity.damage >= number else ()

    def pay(self, game: Game, play: Play, part: Recover, answer: Answer) -> tuple[CostPart, ...]:
        raise refuse(game, "bad_payment", "damage is healed together with all else that is paid")

    def giving(self, game: Game, item: Item, part: Recover, objs: list[Object]) -> list[Prospect]:
        identity = identity_of(game, item.controller)
        number = number_now(game, item.controller, item.source, part.amount)
        return [Prospect(HEAL, identity.id, item.controller, number)] if identity is not None else []
