"""Costs that one's champion pays: damage recovered from it, and its topmost card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from engine.abilities import Delevel, Recover
from engine.games.grand_archive.elements import champion_of
from engine.games.grand_archive.lineage import can_delevel, delevel
from engine.payment.self_cost_rules import refuse
from engine.queries.filters import amount
from engine.state.cost_rule import CostRule
from engine.state.decisions import Option
from engine.state.procedure import item_of

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Play


class RecoverRule(CostRule[Recover]):
    """Recover N as a cost: that much damage has to be there (Recover)."""

    verb = "recover"
    forced = True

    def locked(self, game: Game, seat: int, item: Item, part: Recover) -> CostPart:
        return Recover(max(0, amount(game, part.amount, seat, item.source, item)))

    def options(self, game: Game, seat: int, source: int, part: Recover) -> tuple[Option, ...]:
        champion = champion_of(game, seat)
        damage = champion.damage if champion is not None else 0
        enough = damage >= amount(game, part.amount, seat, source)
        return (Option(self.verb),) if enough else ()

    def pay(self, game: Game, play: Play, part: Recover, answer: Answer) -> tuple[CostPart, ...]:
        if answer.refs or not self.options(game, play.seat, item_of(game, play).source, part):
            raise refuse(game, "bad_payment", "your champion does not have that much damage to recover")
        champion = champion_of(game, play.seat)
        assert champion is not None
        game.write(champion, "damage", champion.damage - cast("int", part.amount))
        return ()


class DelevelRule(CostRule[Delevel]):
    """Delevel one's champion: there has to be a champion card below the top one."""

    verb = "delevel"
    forced = True

    def options(self, game: Game, seat: int, source: int, part: Delevel) -> tuple[Option, ...]:
        champion = champion_of(game, seat)
        return (Option(self.verb),) if champion is not None and can_delevel(game, champion) else ()

    def pay(self, game: Game, play: Play, part: Delevel, answer: Answer) -> tuple[CostPart, ...]:
        champion = champion_of(game, play.seat)
        if answer.refs or champion is None or not can_delevel(game, champion):
            raise refuse(game, "bad_payment", "your champion has no level to lose")
        delevel(game, champion)
        return ()


CHAMPION_COSTS: Final[dict[type, CostRule[Any]]] = {Recover: RecoverRule(), Delevel: DelevelRule()}
