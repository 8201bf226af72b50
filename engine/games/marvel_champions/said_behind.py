"""Texts speak of an attack or scheme right behind it: "that attack gains overkill", "he gets +1 SCH for this".

The next sentences speak of what is made just before them, which has that from its beginning. So it is read before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import abilities as a
from engine.queries.filters import holds
from engine.state.agenda import text_on_top

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item


def said_behind(game: Game, item: Item) -> tuple[tuple[str, ...], int]:
    """The keywords and the number that an attack or scheme has by the sentences behind it (Attack, Scheme)."""
    _, branch, position, _ = text_on_top(game)
    effects = game.texts[item.text].sequence(branch, item.modes)
    at = position + 1
    while at < len(effects) and isinstance(effects[at], a.EnemyAttack):
        at += 1  # several enemies attack
    gains: list[str] = []
    more = 0
    while at < len(effects):
        first = effects[at]
        begin, end = (at + 1, at + 1 + first.steps) if isinstance(first, a.If) else (at, at + 1)
        group = effects[begin:end]
        if not all(isinstance(one, a.AttackGains | a.ActivationGets) for one in group):
            break
        if not isinstance(first, a.If) or holds(game, first.condition, item.controller, item.source, item):
            gains += [one.keyword for one in group if isinstance(one, a.AttackGains)]
            more += sum(one.amount for one in group if isinstance(one, a.ActivationGets))
        at = end
    return tuple(gains), more
