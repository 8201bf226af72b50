"""Evidence (701.59): cards exiled from one's graveyard, of so much mana value in all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from engine.abilities import CollectEvidence, EvidenceLeft
from engine.events.triggers import occurred
from engine.payment.self_cost_rules import moving_to, refuse
from engine.replacement.happen import happen
from engine.state.cost_rule import CostRule
from engine.state.decisions import Option
from engine.state.procedure import item_of

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Play

Evidence: TypeAlias = CollectEvidence | EvidenceLeft
COLLECTED: Final = "collect evidence"
"""The event that a player collects evidence."""
EVIDENCE: Final = "evidence"
"""The name of the optional cost for which evidence is collected."""


class EvidenceRule(CostRule[Evidence]):
    """Choose any number of cards, some at a time or all at once, until they are of so much mana value in all.

    They are exiled together then.
    """

    verb = "exile"

    def units(self, part: Evidence) -> int:
        return 2  # one may not be enough

    def can_pay_part(self, game: Game, seat: int, source: int, part: Evidence) -> bool:
        """701.59b: nobody chooses to collect what is not there."""
        return sum(game.obj(ident).value for ident in _cards(game, seat, source, part)) >= part.least

    def options(self, game: Game, seat: int, source: int, part: Evidence) -> tuple[Option, ...]:
        return tuple(Option(self.verb, (ident,)) for ident in _cards(game, seat, source, part))

    def pay(self, game: Game, play: Play, part: Evidence, answer: Answer) -> tuple[CostPart, ...]:
        item = item_of(game, play)
        able = _cards(game, play.seat, item.source, part)
        if not answer.refs or len(set(answer.refs)) != len(answer.refs) or any(i not in able for i in answer.refs):
            raise refuse(game, "bad_payment", "these cannot all be exiled for this")
        there = game.content("graveyard", play.seat)
        before = _picked(part)
        gone = sum(value for ident, value in before if ident not in there)
        picked = tuple(pair for pair in before if pair[0] in there)
        picked += tuple((ident, game.obj(ident).value) for ident in answer.refs)
        left = part.least + gone - sum(game.obj(ident).value for ident in answer.refs)
        if left > 0:
            return (EvidenceLeft(left, picked),)
        happen(game, moving_to(game, [game.obj(ident) for ident, _ in picked], "exile"), item)
        occurred(game, COLLECTED, None, play.seat)
        return ()


def _cards(game: Game, seat: int, source: int, part: Evidence) -> list[int]:
    """The cards of a player's graveyard that may still be chosen; not the one for which they are exiled."""
    picked = {ident for ident, _ in _picked(part)}
    return [ident for ident in game.content("graveyard", seat) if ident != source and ident not in picked]


def _picked(part: Evidence) -> tuple[tuple[int, int], ...]:
    return part.picked if isinstance(part, EvidenceLeft) else ()
