"""Recovery, which is what other games call gaining life."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events.triggers import occurred
from engine.games.grand_archive.elements import champion_of

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect


def recover(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """To recover is to remove damage counters from one's champion, as many as there are (Recover)."""
    champion = champion_of(game, each.seat)
    recovered = min(each.amount, champion.damage) if champion is not None else 0
    if champion is not None and recovered:
        game.write(champion, "damage", champion.damage - recovered)
    occurred(game, "gains life", None, each.seat, recovered)
    return recovered
