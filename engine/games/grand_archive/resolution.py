"""Resolving the topmost layer of the Effects Stack, and what becomes of its card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.effects.interpreter import begin_effects
from engine.games.grand_archive.attacking import can_enter_intent, enter_intent, price_of_entering
from engine.games.grand_archive.commands import attacker_for
from engine.games.grand_archive.elements import champion_of
from engine.games.grand_archive.frames import ResolvedFrame
from engine.games.grand_archive.instances import PLAYED
from engine.games.grand_archive.lineage import follows_lineage, level_up
from engine.games.grand_archive.preserving import note_resolved
from engine.play.priority import give
from engine.play.stack import leave_stack
from engine.play.targets import keep_targets, specs, still_legal
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.agenda import pop, push
from engine.state.decisions import Decision, Option
from engine.state.proposed_events import Prospect, moving
from engine.state.records import Item

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object


def resolve_item(game: Game, ident: int) -> None:
    """Carry out a layer, unless it fizzles (Checking Resolution 1)."""
    item = game.item(ident)
    kept = still_legal(game, item)
    fizzled = _fizzles(game, item, kept)
    push(game, ResolvedFrame(ident, fizzled))
    if fizzled:
        game.occurred("fizzled", item.controller, item.id, 0, 0)
        return
    game.occurred("resolved", item.controller, item.id, 0, 0)
    keep_targets(game, item, kept)
    begin_effects(game, item)


def _fizzles(game: Game, item: Item, kept: list[tuple[int, ...]]) -> bool:
    """Every necessary target has to be legal still (1.4), and a champion the one that comes next (1.1)."""
    necessary = (bool(spec.least) for spec in specs(game, item))
    if any(needed and now != then for needed, now, then in zip(necessary, kept, item.targets, strict=True)):
        return True
    card = game.object(item.card) if item.kind in PLAYED else None
    return card is not None and "champion" in card.words and not follows_lineage(game, item.controller, card)


def run_resolved(game: Game, frame: ResolvedFrame, answer: Answer | None) -> None:
    """The frame ``ResolvedFrame``: the layer leaves; its card does by the state-based check.

    The turn player gains Opportunity.
    """
    item = game.records.get(frame.item)
    if answer is None and isinstance(item, Item) and _has_price(game, item, frame):
        prompt = said("ask.pay_for", "pay for {name}?", name=item.name)
        ways = tuple(Option("confirm", (n,)) for n in (0, 1))
        game.ask(Decision("confirm", item.controller, prompt, "Declaring an Attack 2d", ways, subject=item.id))
        return
    pop(game)
    attack, attacker = None, None
    is_declined = answer is not None and not answer.refs[0]
    if isinstance(item, Item):
        card = game.object(item.card) if not frame.fizzled else None
        if card is not None and card.zone == "effects stack":
            if "object" in card.words:
                become_object(game, card, item)
            elif "attack" in card.words and not is_declined and can_enter_intent(game, item):
                attack, attacker = card, attacker_for(game, item)
            else:
                note_resolved(game, card)
        leave_stack(game, item)
    give(game, game.turn_order(game.root.active)[0])
    if attack is not None and attacker is not None:
        enter_intent(game, attack, game.root.active, attacker)


def _has_price(game: Game, item: Item, frame: ResolvedFrame) -> bool:
    """Whether an attack card that resolves is one whose player has to pay for the attack, and could."""
    card = game.object(item.card) if not frame.fizzled else None
    is_attack = card is not None and card.zone == "effects stack" and "attack" in card.words
    return is_attack and bool(price_of_entering(game, item)) and can_enter_intent(game, item)


def become_object(game: Game, card: Object, item: Item) -> None:
    """The card becomes an object on the field, a copy of its instance a token (7.1, 9.2); a champion levels up.

    A copy of a champion's materialization levels nobody up: a lineage is made of cards (our decision).
    """
    if item.copy:
        if "champion" not in card.words:
            token = Prospect("tokens", 0, item.controller, 1)
            token.card, token.zone = card.card, game.arena
            token.attached, token.paid = _linked_to(card, item), card.paid
            happen(game, [token])
        return
    champion = champion_of(game, item.controller) if "champion" in card.words else None
    if champion is not None:
        level_up(game, champion, card)
    else:
        arrival = moving(card, game.arena, controller=item.controller, cause="resolved")
        arrival.attached = _linked_to(card, item)
        happen(game, [arrival])


def _linked_to(card: Object, item: Item) -> int:
    """The id of what an object enters linked to, which its instance targeted (Link 2); 0 if it has no Link."""
    return item.targets[0][0] if "link" in card.keywords and item.targets else 0
