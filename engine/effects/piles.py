"""Instructions about piles (700.3): cards that lie aside are separated, one pile is chosen, and both go somewhere.

The cards of the first pile, which is the one face down if any is, are kept in the item that makes the piles; then
those of the chosen one are. So is the opponent who was chosen to decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.asking import ask_for_cards
from engine.effects.meaning import DONE, Outcome, touched, who_is
from engine.queries.revealed_cards import show
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.decisions import Answer, Decision, Option
from engine.state.proposed_events import moving
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.game import Game
    from engine.state.records import Item, Object


def _aside(game: Game, item: Item) -> list[Object]:
    return [game.obj(ident) for ident in game.content("aside", item.controller)]


def _separate(game: Game, item: Item, do: a.Separate, answer: Answer | None) -> Outcome:
    """700.3a, 700.3d: each card goes into one of two piles; a pile may be empty."""
    objs = _aside(game, item)
    seat = _doer(game, item, do.who, answer) if objs else NOBODY
    if seat is None:
        return None
    if seat != NOBODY:
        prompt = (
            said("ask.face_down_pile", "choose the face-down pile of {name}", name=item.name)
            if do.face_down
            else said("ask.first_pile", "choose the first pile of {name}", name=item.name)
        )
        ask_for_cards(game, seat, prompt, (obj.id for obj in objs), item.id, least=0, most=len(objs))
        return None
    first = answer.refs if answer is not None and answer.do == "cards" else ()
    for obj in objs if do.face_down else ():
        if obj.id not in first:
            game.occurred("revealed", obj.owner, obj.id, 0, obj.name)
            show(game, obj)
    game.write(item, "about", first)
    return touched(game, item, ())


def _choose_pile(game: Game, item: Item, do: a.ChoosePile, answer: Answer | None) -> Outcome:
    return _pick(game, item, do.who, answer)


def _doer(game: Game, item: Item, who: a.Ref, answer: Answer | None) -> int | None:
    """The seat that is to be asked, none if the opponent who is has to be chosen first; nobody once it has answered."""
    if answer is not None and answer.do != "players":
        return NOBODY
    if answer is not None:
        game.write(item, "about", (*item.about, answer.refs[0]))  # a question may be put again
    if chosen := [seat for seat in map(game.seat_of, item.about) if seat >= 0]:
        return chosen[0]
    if who.kind != "chosen":
        return next(iter(who_is(game, item, who)), NOBODY)
    seats = game.opponents(item.controller)
    if len(seats) < 2:
        return next(iter(seats), NOBODY)
    options = tuple(Option("players", (game.players[seat].id,)) for seat in seats)
    prompt = said("ask.which_opponent", "which opponent chooses for {name}?", name=item.name)
    game.ask(Decision("players", item.controller, prompt, game.rules.cite("choose"), options, subject=item.id))
    return None


def _pick(game: Game, item: Item, who: a.Ref, answer: Answer | None) -> Outcome:
    """Let a player choose one of the piles; where there are no cards there is no choice."""
    objs = _aside(game, item)
    seat = _doer(game, item, who, answer) if objs else NOBODY
    if seat is None:
        return None
    first = [obj for obj in objs if obj.id in item.about]
    other = [obj for obj in objs if obj.id not in item.about]
    if seat != NOBODY:
        options = tuple(Option("modes", (at,), (), _label(pile)) for at, pile in enumerate((first, other)))
        prompt = said("ask.pile", "choose one of the piles of {name}", name=item.name)
        game.ask(Decision("modes", seat, prompt, game.rules.cite("choose"), options, subject=item.id))
        return None
    if answer is not None and answer.do == "modes":
        game.write(item, "about", tuple(obj.id for obj in (other if answer.refs[0] else first)))
    return DONE


def _label(pile: list[Object]) -> str:
    """The words for a pile: its cards as far as everybody sees them, of others only how many there are."""
    hidden = sum(not obj.shown for obj in pile)
    return ", ".join(obj.name for obj in pile if obj.shown) if pile and not hidden else str(hidden)


def _put_piles(game: Game, item: Item, do: a.PutPiles, answer: Answer | None) -> Outcome:
    """Both piles go where they go at once."""
    if do.one and _pick(game, item, a.YOU, answer) is None:
        return None
    objs = _aside(game, item)
    places = [do.place if obj.id in item.about else do.other for obj in objs]
    batch = [moving(obj, game.zone_name(place.zone)) for obj, place in zip(objs, places, strict=True)]
    game.write(item, "about", ())
    touched(game, item, ())
    happen(game, batch, item)
    return DONE


PILES: Final[dict[type, Callable[..., Outcome]]] = {
    a.Separate: _separate,
    a.ChoosePile: _choose_pile,
    a.PutPiles: _put_piles,
}
