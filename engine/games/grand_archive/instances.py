"""Cards on the Effects Stack and their instances: activations and materializations, each of a card (Playing Cards 6-9).

The card lies on the Effects Stack from its announcement on; the first instance of it is the activation or
materialization for which it was put there, further ones are copies. A card is there until every instance of it has
resolved or left, and an instance only as long as its card is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.grand_archive.preserving import is_kept
from engine.play.stack import leave_stack
from engine.replacement.happen import happen
from engine.state.procedure import item_of
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from engine.state.game import Game

PLAYED: Final = frozenset(("activation", "materialization"))


def check_instances(game: Game) -> bool:
    """State-based: instances without their card fizzle, cards without an instance leave; say whether any did.

    A card with a reserve cost goes to the graveyard, one with a memory cost to banishment (7, 7.1, 8).
    """
    cards = game.content("effects stack")
    if not cards and not game.root.stack:
        return False
    pending = [item for item in map(game.item, game.root.stack) if item.kind in PLAYED]
    orphans = [item for item in pending if item.card not in cards]
    for item in orphans:
        game.occurred("fizzled", item.controller, item.id, 0, 0)
        leave_stack(game, item)
    kept = {item.card for item in pending} | {item_of(game, game.play(ident)).card for ident in game.root.plays}
    gone = [game.obj(ident) for ident in cards if ident not in kept]
    done = [moving(card, "material deck" if is_kept(card) else "graveyard", cause="resolved") for card in gone]
    if done:
        happen(game, done)
    return bool(orphans or done)
