"""The costs of what is played and used: all of them are paid at once, before anything is chosen for the effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Resources
from engine.games.marvel_champions.can_pay import can_pay_for
from engine.games.marvel_champions.character_stats import identity_of
from engine.games.marvel_champions.legal_actions import can_pay_now
from engine.games.marvel_champions.paying import generators
from engine.games.marvel_champions.totals import fixed, total_cost, variable_in
from engine.state.procedure import PlayCosts, item_of
from engine.state.search_budget import NO

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.state.decisions import Decision
    from engine.state.game import Game
    from engine.state.records import Play


class PaidTogether(PlayCosts):
    """Costs that are paid all at once (Cost: simultaneous)."""

    __slots__ = ()
    paid_before_targets = True

    def can_pay_x(self, game: Game, play: Play, x: int, besides: Cost) -> int:
        item = item_of(game, play)
        source = game.obj(item.source)
        return can_pay_now(game, play.seat, source, item.text, x, is_played=item.kind == "play", item=item)

    def due_with(self, game: Game, play: Play, x: int, besides: Cost) -> Cost:
        item = item_of(game, play)
        source, is_played = game.obj(item.source), item.kind == "play"
        return total_cost(game, play.seat, source, item.text, x=x, is_played=is_played, item=item) or ()

    def variable_parts(self, game: Game, play: Play) -> Cost:
        """Resources may be made cheaper."""
        item = item_of(game, play)
        own = game.texts[item.text].cost if item.text >= 0 else ()
        return tuple(part for part in own if not isinstance(part, Resources) and variable_in((part,)) is not None)

    def can_pay_due(self, game: Game, seat: int, due: Cost, subject: int) -> int:
        payee = game.object(subject) or identity_of(game, seat)
        if payee is None:
            return NO
        return can_pay_for(game, seat, payee, tuple(fixed(game, seat, payee, part, 0) for part in due))

    def proposed(self, game: Game, play: Play, decision: Decision) -> tuple[int, ...]:
        return generators(game, play) if decision.kind == "cards" else ()


PAID_TOGETHER: Final = PaidTogether()
