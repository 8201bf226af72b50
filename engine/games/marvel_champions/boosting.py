"""Boost cards: given facedown from the encounter deck, turned faceup one at a time, discarded (Boost)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.delayed_triggers import instruction_of
from engine.events.triggers import occurred
from engine.events.zones import cease, create, move
from engine.games.marvel_champions.card_timings import carry_out, moments_of
from engine.games.marvel_champions.character_stats import icons, printed
from engine.games.marvel_champions.encounter import DEALT, draw_encounter
from engine.games.marvel_champions.frames import BoostedFrame
from engine.play.state_based_actions import settle
from engine.replacement.happen import happen
from engine.state.agenda import pop, push
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.frequent_writes import splice_content
from engine.state.proposed_events import Prospect, moving

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.event_kinds import Performer
    from engine.state.game import Game
    from engine.state.records import Item, Object

BOOST: Final = "boost"
KEPT: Final = "kept as a boost card"
"""The note on a card in play with the enemy that it is given to when it leaves play."""
NO_ICONS: Final = "boost icons canceled"
NO_ABILITY: Final = "boost ability canceled"
"""Notes on a boost card that is being turned faceup, of what of it is canceled."""
ENDED: Final = "activation"
"""The way of the event that an activation has ended, which happens only where a text waits for it."""


def give_boost(game: Game, item: Item) -> None:
    """An attack or scheme gets one more facedown boost card."""
    card = draw_encounter(game)
    if card >= 0:
        pile = game.zones[BOOST][game.side]
        splice_content(game, pile, len(pile.content), 0, (card,))
        game.write(item, "shares", ((item.shares[0][0] + 1,),))
        game.bind()


def keep(game: Game, enemy: Object) -> bool:
    """An enemy is dealt a boost card outside of its activation, which stays facedown on it until then (Boost)."""
    card = draw_encounter(game)
    if card >= 0:
        obj = create(game, card, game.side, DEALT)
        game.write(obj, "attached", enemy.id)
        game.bind()
    return card >= 0


def keep_card(game: Game, enemies: tuple[int, ...], card: Object) -> bool:
    """An encounter card is given to an enemy as a boost card that stays facedown on it until it activates (Boost).

    A card that is being defeated goes there as it leaves play.
    """
    if not enemies or card.owner != game.side:
        return False
    if card.zone == game.arena:
        game.write(card, "extra", (*card.extra, (KEPT, enemies[0])))
        return True
    kept = move(game, card, DEALT)
    assert kept is not None  # a zone of objects
    game.write(kept, "attached", enemies[0])
    return True


def kept_by(game: Game, card: Object) -> int:
    """The enemy that a card in play goes to as a boost card when it is defeated, 0 if there is none."""
    given = [entry[1] for entry in card.extra if entry[0] == KEPT and isinstance(entry[1], int)]
    return next((enemy for enemy in given if game.object(enemy) is not None), 0)


def kept_on(game: Game) -> list[Object]:
    """The facedown boost cards that enemies have been dealt outside of their activations, in this order."""
    return [obj for obj in map(game.obj, game.content(DEALT, game.side)) if obj.attached]


def take_up(game: Game, item: Item) -> None:
    """The boost cards that an enemy has been dealt already are those of its attack or scheme."""
    pile = game.zones[BOOST][game.side]
    for obj in kept_on(game):
        if obj.attached == item.source:
            cease(game, [obj])
            splice_content(game, pile, len(pile.content), 0, (obj.card,))
            game.write(item, "shares", ((item.shares[0][0] + 1,),))
            game.bind()


def turn_next(game: Game, item: Item, *, counts: bool) -> None:
    """Turn the next boost card of an activation; one that does not count any more is discarded as it is."""
    pile = game.zones[BOOST][game.side]
    place = len(pile.content) - item.shares[0][0]
    card = pile.content[place]
    splice_content(game, pile, place, 1)
    game.write(item, "shares", ((item.shares[0][0] - 1,),))
    game.bind()
    obj = create(game, card, game.side, "table")
    if not counts:
        happen(game, [moving(obj, game.discard_zone, cause="boosted")])
        return
    push(game, BoostedFrame(obj.id))
    each = Prospect(BOOST, obj.id, game.seat_of(item.targets[0][0]))
    each.item = item.id
    each.source = item.source
    happen(game, [each])


def perform_boost(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """Its icons count for the activation, with one more for each amplify icon; its boost ability resolves.

    Nothing of that is so where it was canceled, or where the card was discarded meanwhile (Cancel).
    """
    obj, item, told = game.object(each.subject), game.item(each.item), dict(each.counters)
    if obj is None:
        return 0
    number = 0 if NO_ICONS in told else printed(game, obj, BOOST) + icons(game, "amplify")
    game.write(item, "x", item.x + number)
    occurred(game, BOOST, obj, each.seat, number, other=game.object(item.source))
    for text in () if NO_ABILITY in told else moments_of(game, obj, BOOST):
        carry_out(game, obj, text, each.seat)
    return obj.id


def run_boosted(game: Game, frame: BoostedFrame, answer: Answer | None) -> None:
    """The frame ``BoostedFrame``: a boost card has been applied and is discarded, unless its text moved it."""
    if not settle(game):
        return
    pop(game)
    card = game.object(frame.card)
    if card is not None and card.zone == "table":
        happen(game, [moving(card, game.discard_zone, cause="boosted")])
        _follow(game, card)


def _follow(game: Game, card: Object) -> None:
    """A boost ability that goes on after the activation finds its card in the discard pile."""
    own = [item for item in map(game.item, game.root.delayed) if item.source == card.id]
    waiting = [item for item in own if any(event.how == ENDED for event in instruction_of(game, item).events)]
    pile = game.content(game.discard_zone, card.owner) if waiting else ()
    if pile and game.obj(pile[-1]).card == card.card:
        for item in waiting:
            game.write(item, "source", pile[-1])


FRAMES: Final = kinds_by_op(FrameKind(BoostedFrame, run_boosted))
PERFORMED: Final[dict[str, Performer[Game]]] = {BOOST: perform_boost}
