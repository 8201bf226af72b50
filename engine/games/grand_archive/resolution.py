"""Resolving the topmost layer of the Effects Stack, and where its card goes then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.agenda import pop, push
from engine.effects import begin_effects
from engine.games.grand_archive.attacking import can_enter_intent, enter_intent
from engine.games.grand_archive.elements import champion_of, printed_number
from engine.priority import give
from engine.prospects import moving
from engine.replacement import happen
from engine.stack import leave_stack
from engine.state import Item
from engine.targets import specs, still_legal
from engine.zones import move

if TYPE_CHECKING:
    from engine.decisions import Answer
    from engine.game import Frame, Game
    from engine.state import Object


def resolve_item(game: Game, ident: int) -> None:
    """Carry out a layer, unless it fizzles: every necessary target has to be legal still (Checking Resolution 1.4)."""
    item = game.item(ident)
    kept = still_legal(game, item)
    necessary = [bool(spec.least) for spec in specs(game, item)]
    fizzled = any(needed and now != then for needed, now, then in zip(necessary, kept, item.targets, strict=True))
    push(game, ("resolved", ident, fizzled))
    if fizzled:
        game.occurred(("fizzled", item.controller, item.id, 0, 0))
        return
    if tuple(kept) != item.targets:
        game.write(item, "targets", tuple(kept))
    begin_effects(game, item)


def run_resolved(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("resolved", item, fizzled)``: the layer leaves, and its card with it.

    The turn player gains Opportunity.
    """
    pop(game)
    attack = None
    item = game.records.get(frame[1])
    if isinstance(item, Item):
        card = game.object(item.card)
        if card is not None and card.zone == "effects stack":
            if "object" in card.words and not frame[2]:
                become_object(game, card, item.controller)
            elif "attack" in card.words and not frame[2] and can_enter_intent(game, item):
                attack = card
            else:
                leave_for_good(game, card)
        game.occurred(("resolved", item.controller, item.id, 0, 0))
        leave_stack(game, item)
    give(game, game.turn_order(game.root.active)[0])
    if attack is not None:
        enter_intent(game, attack, game.root.active)


def become_object(game: Game, card: Object, seat: int) -> None:
    """The card enters the field; a champion goes on top of the lineage, keeping its state (Leveling Up)."""
    below = champion_of(game, seat) if "champion" in card.words else None
    if below is None:
        happen(game, [moving(card, "field", controller=seat, cause="resolved")])
        return
    state = {field: getattr(below, field) for field in ("tapped", "damage", "counters")}
    move(game, below, "lineage")
    top = move(game, card, "field", controller=seat)
    assert top is not None
    for field, value in state.items():
        game.write(top, field, value)


def leave_for_good(game: Game, card: Object) -> None:
    """A card with a reserve cost goes to the graveyard, one with a memory cost to banishment (Playing Cards 7.1)."""
    where = "banishment" if printed_number(game, card, "memory") is not None else "graveyard"
    happen(game, [moving(card, where, cause="resolved")])
