"""Cards that a text puts into play from where they lie out of play: facedown from decks, or found by name.

A player card that lies facedown is an object whose printed side is that of its text, and ``real`` the card: nobody may
look at it, and wherever it goes next it is that card again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.cards.definitions import FACEDOWN, facedown_form
from engine.effects.interpreter import EXECUTE
from engine.effects.meaning import DONE, amount_of, objects_of, touched, who_is
from engine.events.zones import move
from engine.games.marvel_champions import encounter
from engine.games.marvel_champions.characters import title_of
from engine.games.marvel_champions.encounter import is_wanted
from engine.games.marvel_champions.revealing import ENGAGE
from engine.replacement.happen import happen
from engine.state.proposed_events import Prospect, moving
from engine.state.zone_specs import specs_by_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object

SET_ASIDE: Final = "set aside"


def _put_facedown(game: Game, item: Item, do: a.PutFacedown, answer: Answer | None) -> Outcome:
    """The top cards of decks enter play facedown, engaged with their owners; an empty deck is made anew before."""
    number, form = amount_of(game, item, do.amount), facedown_form(do.words)
    batch = []
    for seat in who_is(game, item, do.who):
        pile = game.zones[game.draw_zone][seat]
        if number and not pile.content:
            specs_by_name(game.rules.zones)[pile.name].emptied(game, pile)
        batch += [_facedown(game, seat, place, form) for place in range(min(number, len(pile.content)))]
    touched(game, item, (), len(batch))
    happen(game, batch, item)
    return DONE


def _facedown(game: Game, seat: int, place: int, form: a.Token) -> Prospect:
    each = Prospect("move", 0, seat)
    each.card, each.copying = place, game.tokens[form]
    each.origin, each.zone = game.draw_zone, game.arena
    each.controller, each.facing = game.side, seat
    each.cause = FACEDOWN
    return each


def _bring_into_play(game: Game, item: Item, do: a.BringIntoPlay, answer: Answer | None) -> Outcome:
    """The card of this name that lies in the encounter deck, in its discard pile or aside enters play.

    It is under the scenario's control, or that of the player who is named (Ownership and Control). A player's own card
    that lies aside comes before others of its name (Permanent).
    """
    card = _found(game, do.what, item.controller)
    touched(game, item, (), int(card is not None))
    if card is not None:
        seat = card.owner if do.who is None else next(iter(who_is(game, item, do.who)), card.owner)
        happen(game, [moving(card, game.arena, controller=seat, cause="put")], item)
    return DONE


def _found(game: Game, what: a.Filter, seat: int) -> Object | None:
    """A card by its name: one that lies aside, where only that is spoken of (Find, Set Aside)."""
    own = _aside(game, what, seat) if seat != game.side else None
    if own is not None:
        return move(game, own, "table")
    places = [] if what.zone == SET_ASIDE else encounter.found(game, what)
    if places:
        return encounter.take(game, places[0])
    found = _aside(game, what, game.side)
    return move(game, found, "table") if found is not None else None


def _aside(game: Game, what: a.Filter, seat: int) -> Object | None:
    cards = [game.obj(ident) for ident in game.content(SET_ASIDE, seat)]
    return next((obj for obj in cards if title_of(game.prints[obj.card].definition) == what.name), None)


def is_called(ref: a.Ref | None) -> bool:
    """Whether a reference means a card by its name, which need not be in play."""
    return ref is not None and ref.kind == "each" and ref.what is not None and bool(ref.what.name)


def called(game: Game, ref: a.Ref, seat: int) -> list[Object]:
    """The card that is called so, faceup on the table, from wherever it lies out of play (Find)."""
    assert ref.what is not None
    card = _found(game, ref.what, seat)
    return [card] if card is not None else []


def _attach(game: Game, item: Item, do: a.Attach, answer: Answer | None) -> Outcome:
    """A card that is called by its name is found, if it is not in play (Find)."""
    if is_called(do.what) and not objects_of(game, item, do.what) and objects_of(game, item, do.to):
        touched(game, item, tuple(obj.id for obj in called(game, do.what, item.controller)))
        return EXECUTE[a.Attach](game, item, replace(do, what=a.IT), answer)
    return EXECUTE[a.Attach](game, item, do, answer)


def found_in_play(game: Game, what: a.Filter, sets: frozenset[object] | None = None) -> Object | None:
    """A card that a text looks for wherever it could be, of one of the sets, and that is in play (Find)."""
    there = game.battlefield()
    return next((obj for obj in there if is_wanted(game.prints[obj.card].definition, what, sets)), None)


def come_over(game: Game, item: Item, objs: list[Object], seat: int) -> None:
    """The minions in play that a text finds engage a player, unless they are engaged with that one (Engage)."""
    over = [obj for obj in objs if obj.zone == game.arena and "minion" in obj.words and obj.facing != seat]
    if over:
        happen(game, [Prospect(ENGAGE, obj.id, seat) for obj in over], item)


def _move(game: Game, item: Item, do: a.Move, answer: Answer | None) -> Outcome:
    """A minion that a text has found in play engages its player instead of being put into play (Find)."""
    objs = objects_of(game, item, do.what) if do.engaged == a.YOU and do.what == a.IT else []
    if any(obj.zone == game.arena for obj in objs):
        come_over(game, item, objs, item.controller)
        return touched(game, item, tuple(obj.id for obj in objs))
    return EXECUTE[a.Move](game, item, do, answer)


def _set_aside(game: Game, item: Item, do: a.SetAside, answer: Answer | None) -> Outcome:
    """All that fits in the encounter deck and its discard pile lies aside from now on (Set Aside)."""
    number = 0
    while places := encounter.found(game, do.what):
        move(game, encounter.take(game, places[0]), SET_ASIDE)
        number += 1
    return touched(game, item, (), number)


def place_top(game: Game, item: Item, do: a.PlaceFacedown, number: int) -> Outcome:
    """The top cards of decks lie facedown at the source; an empty deck is made anew before (Player Deck)."""
    batch = []
    for seat in who_is(game, item, do.who):
        pile = game.zones[game.draw_zone][seat]
        if number and not pile.content:
            specs_by_name(game.rules.zones)[pile.name].emptied(game, pile)
        for place in range(min(number, len(pile.content))):
            each = Prospect("move", 0, seat)
            each.card, each.origin, each.zone, each.cause = place, game.draw_zone, FACEDOWN, "placed"
            each.attached = item.source
            batch.append(each)
    touched(game, item, (), len(batch))
    happen(game, batch, item)
    return DONE


INSTRUCTIONS: Final[dict[type, Callable[..., Outcome]]] = {
    a.PutFacedown: _put_facedown,
    a.BringIntoPlay: _bring_into_play,
    a.SetAside: _set_aside,
    a.Attach: _attach,
    a.Move: _move,
}
