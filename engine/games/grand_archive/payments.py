"""The reserve cost: cards go from hand face down to memory, or Reservable objects are rested."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.abilities import Reserve
from engine.costs import CostRule, refuse, tap
from engine.decisions import Option
from engine.filters import amount
from engine.games.grand_archive.totals import put_x
from engine.matching import GONE, TAP
from engine.play import item_of
from engine.zones import move

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.decisions import Answer
    from engine.game import Game
    from engine.matching import Claim
    from engine.state import Play


class ReserveRule(CostRule):
    """Reserve N: each unit is a card from hand, or the rest of an awake Reservable object (Reservable 1-2)."""

    verb = "reserve"

    def takes(self, do: str) -> bool:
        return do in (self.verb, TAP)

    def units(self, part: CostPart) -> int:
        return cast("int", cast("Reserve", part).amount)  # the total is a number

    def with_x(self, part: CostPart, x: int) -> CostPart:
        return Reserve(put_x(cast("Reserve", part).amount, x))

    def locked(self, game: Game, play: Play, part: CostPart) -> CostPart:
        item = item_of(game, play)
        return Reserve(max(0, amount(game, cast("Reserve", part).amount, play.seat, item.source, item)))

    def claims(self, game: Game, seat: int, source: int, part: CostPart) -> list[list[Claim]] | None:
        options = self.options(game, seat, source, part)
        return [[(TAP if option.do == TAP else GONE, option.refs[0]) for option in options]] * self.units(part)

    def payable(self, game: Game, seat: int, source: int, part: CostPart) -> bool:
        return len(self.options(game, seat, source, part)) >= self.units(part)

    def options(self, game: Game, seat: int, source: int, part: CostPart) -> tuple[Option, ...]:
        return tuple(Option(self.verb, (i,)) for i in game.content("hand", seat)) + tuple(
            Option(TAP, (obj.id,))
            for obj in game.battlefield()
            if obj.controller == seat and not obj.tapped and "reservable" in obj.keywords
        )

    def pay(self, game: Game, play: Play, part: CostPart, answer: Answer) -> tuple[CostPart, ...]:
        known = {o.refs[0] for o in self.options(game, play.seat, 0, part) if o.do == answer.do}
        units = self.units(part)
        if not answer.refs or len(answer.refs) > units or len(set(answer.refs)) != len(answer.refs):
            raise refuse(game, "bad_payment", f"the reserve cost takes 1 to {units} different ones")
        if not known.issuperset(answer.refs):
            raise refuse(game, "bad_payment", "only cards from hand and awake Reservable objects pay a reserve cost")
        for ident in answer.refs:
            if answer.do == TAP:
                tap(game, game.obj(ident))
            else:
                move(game, game.obj(ident), "memory")
                game.occurred(("reserved", play.seat, 0, 1, 0))
        left = units - len(answer.refs)
        return (Reserve(left),) if left else ()
