"""Instructions about cards of a library. Cards that are looked at lie "aside" meanwhile, for the looker's eyes."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.arranging import arrange_heaps
from engine.effects.asking import ask_for_cards
from engine.effects.meaning import DONE, Outcome, amount_of, counted, objects_of, touched, who_is
from engine.effects.permanents import put
from engine.events.triggers import noticed_together, occurred_together
from engine.events.zones import draw_from, move
from engine.payment.self_cost_rules import put_counters
from engine.queries.faces import is_facedown, number_beneath
from engine.queries.filters import fits, matching
from engine.queries.revealed_cards import conceal, show
from engine.replacement.happen import happen
from engine.sentences import said, word
from engine.state.agenda import pop, text_on_top
from engine.state.decisions import Answer, Decision, Option
from engine.state.frames import RevealedFrame
from engine.state.proposed_events import Happening, moving
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.game import Game
    from engine.state.records import Item, Object

TOP: Final = a.Move(a.IT, "library top")


def take_aside(game: Game, seat: int, number: int, looker: int = -1, *, is_kept: bool = False) -> list[Object]:
    """Take cards from the top aside for a seat to look at, unless they are there: a question may be put again.

    Args:
        is_kept: whether they are still cards of the library, which does not run out as they are looked at.
    """
    game.meter.bear(game, number)
    for _ in range(0 if game.content("aside", seat) else number):
        card = draw_from(game, seat, game.draw_zone, "aside", is_kept=is_kept)
        if card is not None:
            game.write(card, "seen", 1 << (seat if looker < 0 else looker))
    return [game.obj(i) for i in game.content("aside", seat)]


def _reveal(game: Game, objs: list[Object]) -> None:
    for obj in objs:
        game.occurred("revealed", obj.owner, obj.id, 0, obj.name)


def _look(game: Game, item: Item, do: a.Look, answer: Answer | None) -> Outcome:
    number = amount_of(game, item, do.amount)
    objs = [obj for seat in who_is(game, item, do.whose) for obj in take_aside(game, seat, number, item.controller)]
    if do.reveal:
        _reveal(game, objs)
        for obj in objs:
            show(game, obj)
    return touched(game, item, tuple(obj.id for obj in objs))


def _peek(game: Game, item: Item, do: a.Peek, answer: Answer | None) -> Outcome:
    """701.16: only who looks is shown the cards, and says so; they stay as they were."""
    if do.zone == "battlefield":
        return _peek_beneath(game, item, do, answer)
    seats = who_is(game, item, do.whose)
    if answer is None:
        shown = [obj for seat in seats for obj in _peeked(game, item, do, seat)]
        for obj in shown:
            if not obj.seen >> item.controller & 1:  # a question may be put again
                game.write(obj, "seen", obj.seen | 1 << item.controller)
        counted(game, item, len(shown))
        if not shown:
            return DONE
        _ask_shown(game, item, [obj.name for obj in shown])
        return None
    for seat in seats if do.zone == "library" else ():
        for ident in reversed(game.content("aside", seat)):
            move(game, game.obj(ident), game.draw_zone)
    return DONE


def _ask_shown(game: Game, item: Item, names: list[str]) -> None:
    """Show cards to who looks alone, by their names."""
    game.bind()
    prompt = said("ask.shows", "{name} shows you {cards}", name=item.name, cards=", ".join(names))
    options = (Option("confirm", (1,)),)
    game.ask(Decision("confirm", item.controller, prompt, game.rules.cite("choose"), options, subject=item.id))


def _peek_beneath(game: Game, item: Item, do: a.Peek, answer: Answer | None) -> Outcome:
    """708.5: a face-down permanent is looked at as the card that it is, which nobody else sees."""
    shown = [obj for obj in objects_of(game, item, do.whose) if is_facedown(game, obj)]
    if answer is None:
        counted(game, item, len(shown))
        if shown:
            _ask_shown(game, item, [game.prints[number_beneath(obj)].name for obj in shown])
            return None
    return DONE


def _peeked(game: Game, item: Item, do: a.Peek, seat: int) -> list[Object]:
    """The cards that are looked at; those of a library lie aside meanwhile."""
    if do.zone == "library":
        return take_aside(game, seat, amount_of(game, item, do.amount or 0), item.controller)
    cards = [game.obj(ident) for ident in game.content(do.zone, seat)]
    if not do.at_random:
        return cards
    seen = [obj for obj in cards if obj.seen >> item.controller & 1]
    return seen[:1] or [cards[game.stream_below(len(cards))] for _ in cards[:1]]


def _reveal_until(game: Game, item: Item, do: a.RevealUntil, answer: Answer | None) -> Outcome:
    seat = next(iter(who_is(game, item, do.whose)), -1)
    wanted = amount_of(game, item, do.count) if seat >= 0 else 0
    found: list[int] = []
    while len(found) < wanted:
        card = draw_from(game, seat, game.draw_zone, "exile" if do.exiled else "aside")
        if card is None:
            break
        if do.exiled:
            game.write(item, "about", (*item.about, card.id))
        else:
            game.write(card, "seen", 1 << seat)
            _reveal(game, [card])
            if seat != item.controller:
                show(game, card)
        if fits(game, do.what, card, seat, item.source, item):
            found.append(card.id)
    return touched(game, item, tuple(found))


def _reveal_hand(game: Game, item: Item, do: a.RevealHand, answer: Answer | None) -> Outcome:
    """701.20a: everybody is told the cards, and sees them as long as the text goes on."""
    return _show(game, item, [game.obj(i) for seat in who_is(game, item, do.who) for i in game.content("hand", seat)])


def _reveal_cards(game: Game, item: Item, do: a.RevealCards, answer: Answer | None) -> Outcome:
    """701.20a: everybody sees the cards as long as the text goes on; they stay where they are."""
    objs = objects_of(game, item, do.what)
    seat = next(iter(who_is(game, item, do.who)), NOBODY)
    found = _show(game, item, objs)
    occurred_together(game, "revealed", [Happening(obj, seat, how=obj.zone) for obj in objs])
    return found


def _reveal_drawn(game: Game, item: Item, do: a.RevealDrawn, answer: Answer | None) -> Outcome:
    """701.20a: the cards just drawn that are still in hand, and that is what the text goes on to speak of."""
    objs = [game.obj(ident) for ident in item.it if ident in game.records]
    return _show(game, item, objs)


def _show(game: Game, item: Item, objs: list[Object]) -> Outcome:
    _reveal(game, objs)
    ids = tuple(obj.id for obj in objs)
    for obj in objs:
        show(game, obj)
    game.splice(game.root, "agenda", len(game.root.agenda) - 1, 0, (RevealedFrame(ids),))
    return touched(game, item, ids)


def run_revealed(game: Game, frame: RevealedFrame, answer: Answer | None) -> None:
    """The frame ``RevealedFrame``, below the text that reveals a hand: of what is left of it no more is shown."""
    pop(game)
    for ident in frame.idents:
        conceal(game, ident)


def _choose_revealed(game: Game, item: Item, do: a.ChooseRevealed, answer: Answer | None) -> Outcome:
    """The cards stay revealed while one of them is chosen (701.20b)."""
    seat = next(iter(who_is(game, item, do.who)), -1)
    objs = objects_of(game, item, a.IT)
    found = [obj.id for obj in objs if fits(game, do.what, obj, item.controller, item.source, item)]
    if seat < 0 or not found:
        return touched(game, item, ())
    if answer is None:
        most = min(len(found), amount_of(game, item, do.count))
        ask_for_cards(
            game,
            seat,
            said("ask.among_revealed", "choose among the cards revealed for {name}", name=item.name),
            found,
            item.id,
            least=0 if do.up_to else most,
            most=most,
        )
        return None
    return touched(game, item, answer.refs)


def _put_among(game: Game, item: Item, do: a.PutAmong, answer: Answer | None) -> Outcome:
    seat = item.controller
    is_milled = do.what is not None and do.what.zone == a.MILLED
    looked = objs = _milled(game, item) if is_milled else _exiled(game, item) or _looked_at(game, item, do.whose)
    if do.what is not None:
        objs = [obj for obj in objs if fits(game, do.what, obj, seat, item.source, item)]
    number = len(objs) if do.count in (None, -1) else amount_of(game, item, do.count or 0)
    most = min(number, len(objs))
    least = 0 if do.up_to else most
    tells = (
        do.what is not None and not is_milled and any(not obj.shown for obj in looked)
    )  # not to ask would tell others what is there
    if answer is None and looked and (tells or least < len(objs)):
        ask_for_cards(
            game,
            seat,
            said("ask.among", "choose among the cards of {name}", name=item.name),
            (obj.id for obj in objs),
            item.id,
            least=least,
            most=most,
        )
        return None
    chosen = objs if answer is None else [game.obj(i) for i in answer.refs]
    if do.reveal:
        _reveal(game, chosen)
    return put(game, item, chosen, do.place)


def _put_rest(game: Game, item: Item, do: a.PutRest, answer: Answer | None) -> Outcome:
    exiled = _exiled(game, item)
    looked = exiled or _looked_at(game, item, do.whose)
    if do.place == a.Move(a.IT, "exile") and not exiled and _goes_on_about_rest(game, item):
        put(game, item, looked, do.place)
        game.write(item, "about", tuple(obj.id for obj in objects_of(game, item, a.IT)))
        return DONE
    if do.as_they_were:
        for obj in reversed(looked):
            move(game, obj, game.draw_zone)
        return DONE
    if looked and do.whose != a.YOU and do.place.zone.startswith("library") and not do.place.at_random:
        return arrange_heaps(game, item, item.controller, ((do.place.zone, tuple(obj.id for obj in looked)),))
    return put(game, item, looked, do.place)


def _exiled(game: Game, item: Item) -> list[Object]:
    """The cards that the text has exiled from a library to go on about them, and that are still there."""
    return [obj for obj in map(game.object, item.about) if obj is not None and obj.zone == "exile"]


def _goes_on_about_rest(game: Game, item: Item) -> bool:
    """Whether the text goes on about the rest of the cards that it exiles."""
    _, branch, position, _ = text_on_top(game)
    later = game.texts[item.text].sequence(branch, item.modes)[position + 1 :]
    return any(isinstance(each, a.PutAmong | a.PutRest) for each in later)


def _looked_at(game: Game, item: Item, whose: a.Ref) -> list[Object]:
    """The cards of players that lie aside."""
    return [game.obj(ident) for seat in who_is(game, item, whose) for ident in game.content("aside", seat)]


def _milled(game: Game, item: Item) -> list[Object]:
    """701.17c: the cards that were milled just before, in whatever public zone they are."""
    return [obj for obj in objects_of(game, item, a.IT) if game.zones[obj.zone][0].sight == "all"]


def scry(game: Game, item: Item, do: a.Scry, answer: Answer | None) -> Outcome:
    """Look, put any number elsewhere, the rest back; each heap in any order (701.22, 701.25)."""
    seat = item.controller
    aside = game.content("aside", seat)
    if answer is None:
        number = 0 if aside else amount_of(game, item, do.amount)
        if not aside:
            take_aside(game, seat, number)
            aside = game.content("aside", seat)
        if not aside:
            note_scried(game, seat, do, number)
            return counted(game, item, 0)
        ask_for_cards(
            game,
            seat,
            said("ask.what_goes", "choose what goes to the {place}", place=word(do.to.removeprefix("library "))),
            aside,
            item.id,
            least=0,
            most=len(aside),
        )
        return None
    kept = tuple(i for i in aside if i not in answer.refs)
    counted(game, item, len(aside))
    note_scried(game, seat, do, len(aside))
    return arrange_heaps(game, item, seat, (("library top", kept), (do.to, answer.refs)))


def note_scried(game: Game, seat: int, do: a.Scry, number: int) -> None:
    """701.22d, 701.25e: a player has scried or surveilled, even where there were no cards; but not none (701.22b)."""
    if number:
        name = "surveil" if do.to == "graveyard" else "scry"
        noticed_together(game, name, [Happening(None, seat, number)])


def _search(game: Game, item: Item, do: a.Search, answer: Answer | None) -> Outcome:
    """701.23b, 701.23d: cards of a stated quality need not be found; any cards must be, as many as possible."""
    seat = next(iter(who_is(game, item, do.who)), -1)
    if seat < 0:
        return touched(game, item, ())
    if answer is None:
        whole = len(game.content(game.draw_zone, seat))
        searched = min(whole, amount_of(game, item, do.top)) if do.top else whole
        take_aside(game, seat, searched, is_kept=True)
        what = dataclasses.replace(do.what, zone="aside", of="")
        places = [what, dataclasses.replace(what, zone="graveyard")] if do.discards else [what]
        ids = [i for place in places for i in matching(game, place, seat, item.source, item)]
        taken = item.it if do.pair == "second" else ()
        found = [i for i in ids if game.obj(i).owner == seat and i not in taken]
        most = min(len(found), amount_of(game, item, do.count))
        ask_for_cards(
            game,
            seat,
            said("ask.finds_two", "choose what the search finds, the first for the battlefield")
            if do.other
            else said("ask.finds", "choose what the search finds"),
            found,
            item.id,
            least=0 if do.up_to or _states_quality(do.what) else most,
            most=most,
        )
        return None
    if do.pair == "first":
        return touched(game, item, answer.refs)
    refs = (*item.it, *answer.refs) if do.pair else answer.refs
    on_top = do.zone == "library top"
    touched(game, item, ())
    _put_found(game, item, do, seat, () if on_top else refs)
    for ident in game.content("aside", seat):
        if ident not in refs:
            move(game, game.obj(ident), game.draw_zone)
    game.shuffle(game.zones[game.draw_zone][seat])
    for ident in reversed(refs) if on_top else ():
        if do.reveal:
            _reveal(game, [game.obj(ident)])
        move(game, game.obj(ident), game.draw_zone)
    return counted(game, item, len(refs)) if on_top else DONE


def _states_quality(what: a.Filter) -> bool:
    """Whether a search is for some cards, not for any."""
    return what != a.Filter((("card",),), zone=what.zone)


def _put_found(game: Game, item: Item, do: a.Search, seat: int, refs: tuple[int, ...]) -> None:
    """Put what was found where the text says; what a player puts onto the battlefield that player controls."""
    batch = []
    for place, ident in enumerate(refs):
        zone = do.other if place and do.other else do.zone
        each = moving(game.obj(ident), game.zone_name(zone), controller=seat if zone == "battlefield" else -1)
        each.tapped = do.tapped and zone == do.zone
        batch.append(each)
    made = happen(game, batch, item) or [0] * len(batch)
    for each, new in zip(batch, made, strict=False):
        if do.reveal:
            game.occurred("revealed", seat, new, 0, game.prints[each.card].name)


def _shuffle(game: Game, item: Item, do: a.Shuffle, answer: Answer | None) -> Outcome:
    for seat in who_is(game, item, do.who):
        game.shuffle(game.zones[game.draw_zone][seat])
    return DONE


def _explore(game: Game, item: Item, do: a.Explore, answer: Answer | None) -> Outcome:
    """701.44a: a land card goes to hand; else a +1/+1 counter, and the card stays on top or goes to the graveyard."""
    explorer = next(iter(objects_of(game, item, do.what)), None)
    seat = explorer.controller if explorer is not None else item.controller
    if answer is None:
        asked_before = bool(game.content("aside", seat))
        aside = take_aside(game, seat, 1)
        if not asked_before:
            _reveal(game, aside)
            if aside and "land" in aside[0].words:
                move(game, aside[0], "hand")
                return DONE
            if explorer is not None:
                put_counters(game, (explorer.id,), "+1/+1", 1, item, seat)
        if not aside:
            return DONE
        options = (Option("confirm", (0,)), Option("confirm", (1,)))
        prompt = said("ask.to_graveyard", "put {name} into your graveyard?", name=aside[0].name)
        game.ask(Decision("confirm", seat, prompt, game.rules.cite("choose"), options, subject=item.id))
        return None
    card = game.obj(game.content("aside", seat)[0])
    move(game, card, game.discard_zone if answer.refs[0] else game.draw_zone)
    return DONE


LIBRARY: Final[dict[type, Callable[..., Outcome]]] = {
    a.Look: _look,
    a.RevealCards: _reveal_cards,
    a.RevealDrawn: _reveal_drawn,
    a.RevealHand: _reveal_hand,
    a.RevealUntil: _reveal_until,
    a.Peek: _peek,
    a.ChooseRevealed: _choose_revealed,
    a.PutAmong: _put_among,
    a.PutRest: _put_rest,
    a.Scry: scry,
    a.Search: _search,
    a.Shuffle: _shuffle,
    a.Explore: _explore,
}
