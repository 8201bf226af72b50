"""Behold (701.4): choose a permanent of one's own of a quality, or reveal such a card from one's hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import Behold
from engine.payment.choice_cost_rules import REVEALED, ChosenRule

if TYPE_CHECKING:
    from engine.abilities import Filter
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect
    from engine.state.records import Object

BEHOLD: Final = "behold"
"""The word of a gesture; the name of the optional cost begins with it."""


class BeholdRule(ChosenRule[Behold]):
    """A thing that is beheld stays where it is, and may pay something else too."""

    verb = BEHOLD
    given = "beheld"
    claim = REVEALED

    def candidates(self, game: Game, seat: int, source: int, what: Filter) -> list[int]:
        """701.4a: the card for whose sake something is beheld is no longer in the hand."""
        card = replace(what, kinds=tuple((*kind, "card") for kind in what.kinds), zone="hand", of="you")
        held = [ident for ident in super().candidates(game, seat, source, card) if ident != source]
        return [*super().candidates(game, seat, source, replace(what, of="you")), *held]

    def give_up(self, game: Game, objs: list[Object], part: Behold) -> list[Prospect]:
        for obj in objs:
            if obj.zone == "hand":
                game.occurred("revealed", obj.owner, obj.id, 0, obj.name)
        return []
