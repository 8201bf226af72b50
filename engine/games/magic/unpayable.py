"""Effects keep players from paying life, or permanents of a kind, for spells and abilities (118.3, 119.4b)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    LIFE_TO_PLAY,
    SACRIFICE_TO_PLAY,
    Barred,
    EitherCost,
    Forbid,
    PayLife,
    Sacrifice,
    SacrificeSelf,
    Test,
)
from engine.payment.self_cost_rules import number_now
from engine.queries.prohibitions import forbidden
from engine.queries.static_effects import statics
from engine.state.cost_rule import CostRule

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.state.decisions import Answer, Option
    from engine.state.game import Game
    from engine.state.records import Object, Play

GIVABLE: Final = "sacrificeable"
"""The state of what no effect keeps from being sacrificed for spells and abilities."""
NOT_TO_PLAY: Final = (LIFE_TO_PLAY, SACRIFICE_TO_PLAY)


def is_givable(game: Game, obj: Object, _others: tuple[int, ...] = ()) -> bool:
    """Whether no effect keeps its controller from sacrificing it to cast a spell or activate an ability."""
    return not forbidden(game, SACRIFICE_TO_PLAY, obj.controller, obj)


def as_allowed(game: Game, seat: int, subject: Object | None, parts: tuple[CostPart, ...]) -> tuple[CostPart, ...]:
    """The parts of a cost of casting or activating: what effects forbid to pay with can't be paid (118.3, 601.2h)."""
    if not any(ability.action in NOT_TO_PLAY for _, _, ability in statics(game, Forbid)):
        return parts
    return tuple(_allowed(game, seat, subject, part) for part in parts)


def _allowed(game: Game, seat: int, subject: Object | None, part: CostPart) -> CostPart:
    match part:
        case EitherCost(options=options):
            return EitherCost(tuple(as_allowed(game, seat, subject, option) for option in options))
        case PayLife(amount=amount):
            source = subject.id if subject is not None else 0
            is_none = number_now(game, seat, source, amount) == 0
            return part if is_none or not forbidden(game, LIFE_TO_PLAY, seat, None) else Barred(part)
        case Sacrifice(what=what):
            return replace(part, what=replace(what, tests=(*what.tests, Test(GIVABLE))))
        case SacrificeSelf():
            return part if subject is None or is_givable(game, subject) else Barred(part)
        case _:
            return part


class BarredRule(CostRule[Barred]):
    """A part that can't be paid."""

    verb = "barred"

    def options(self, game: Game, seat: int, source: int, part: Barred) -> tuple[Option, ...]:
        return ()

    def pay(self, game: Game, play: Play, part: Barred, answer: Answer) -> tuple[CostPart, ...]:
        raise RuntimeError("a barred part was paid")
