"""Dealing damage, gaining life: what texts and rules say, as batches that effects may change first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.queries.prohibitions import can_gain_life
from engine.replacement.happen import happen
from engine.state.proposed_events import UNPREVENTABLE, Prospect
from engine.state.records import Object, Player

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.last_known import Last
    from engine.state.records import Item


Hit = tuple["Object | None", "Last", int, int]
"""The source if it is still there, else its last known information; id of a player or permanent; how much."""


def deal_all(
    game: Game,
    hits: list[Hit],
    item: Item | None = None,
    *,
    combat: bool = False,
    unpreventable: bool = False,
    cause: str = "",
) -> None:
    """Deal damage at once; what is gone gets nothing, and 0 damage is none (120.8, 614.7a)."""
    bearer = game.rules.events["damage"].bearer
    batch = []
    for source, last, target, number in hits:
        target = bearer(game, target)
        record = game.records.get(target)
        if number <= 0 or not isinstance(record, Player | Object) or (isinstance(record, Player) and record.lost):
            continue
        each = Prospect("damage", target, record.seat if isinstance(record, Player) else record.controller, number)
        each.source = source.id if source is not None else 0
        each.last = last
        each.combat = combat
        each.name = UNPREVENTABLE if unpreventable else ""
        each.cause = cause
        batch.append(each)
    if batch:
        happen(game, batch, item)


def gain_life(game: Game, gains: list[tuple[int, int]], item: Item | None = None) -> None:
    """Players gain life, each so much, at once; who can't has nothing to replace (614.17c)."""
    batch = [
        Prospect("gain", game.players[seat].id, seat, number)
        for seat, number in gains
        if number > 0 and can_gain_life(game, seat)
    ]
    if batch:
        happen(game, batch, item)
