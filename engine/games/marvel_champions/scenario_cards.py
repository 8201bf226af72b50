"""Instructions about a scenario's cards: they turn over, and the main scheme comes to further stages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.meaning import DONE, counted, objects_of, touched, who_is
from engine.effects.permanents import put
from engine.effects.transforming import turn
from engine.events.execution import change_counters
from engine.events.trigger_conditions import defeat
from engine.events.triggers import occurred_together
from engine.events.zones import move
from engine.games.marvel_champions import encounter
from engine.games.marvel_champions.attaching import ATTACH, hosts_by
from engine.games.marvel_champions.character_stats import counters_of, main_scheme_of, printed
from engine.games.marvel_champions.characters import title_of
from engine.games.marvel_champions.checks import DEFEATED, advance
from engine.games.marvel_champions.endings import end
from engine.games.marvel_champions.frames import OneByOneFrame
from engine.games.marvel_champions.peril import REVEAL
from engine.games.marvel_champions.permanence import is_permanent
from engine.games.marvel_champions.revealing import which_host
from engine.games.marvel_champions.scenario_deck import IN_ENCOUNTERS, set_printed
from engine.games.marvel_champions.scheme_sides import shows_first, stage_called, turn_to_second
from engine.games.marvel_champions.schemes import THREAT
from engine.games.marvel_champions.victory import keep_stage
from engine.queries.faces import other_face
from engine.replacement.happen import happen
from engine.state.agenda import push
from engine.state.proposed_events import Prospect, moving
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.cards.definitions import CardDef
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object

SCHEME_DECK: Final = "scheme deck"
SET_ASIDE: Final = "set aside"
OF_DECK: Final = "of deck"
"""Noted on a set-aside card, before the name of the deck beside the encounter deck that it is a card of."""
EVERY_CARD: Final = a.Filter()


def _advance_stage(game: Game, item: Item, do: a.AdvanceStage, answer: Answer | None) -> Outcome:
    """The main scheme comes to a stage that is the next one: under this side, or the next card of its deck."""
    main = main_scheme_of(game)
    if main is None:
        return counted(game, item, 0)
    if shows_first(game, main) and stage_called(game, main) == do.stage:
        turn_to_second(game, main)
        return counted(game, item, 1)
    following = _stages_to_come(game, do.stage)
    if not following:
        return counted(game, item, 0)
    chosen = following[game.stream_below(len(following)) if do.pick == "random" and len(following) > 1 else 0]
    pile = game.zones[SCHEME_DECK][game.side]
    game.write(pile, "content", (chosen.id, *(ident for ident in pile.content if ident != chosen.id)))
    card = main.card
    counted(game, item, 1)
    change_counters(game, main.id, THREAT, -counters_of(main, THREAT), goes=True)
    advance(game, main, SCHEME_DECK)
    change_counters(game, main.id, THREAT, printed(game, main, "starting threat"))
    if do.keeps:
        keep_stage(game, card)
    return DONE


def _stages_to_come(game: Game, stage: str) -> list[Object]:
    """The cards of the main scheme deck that may come next: the first, or those of a stage, "2A"."""
    deck = [game.obj(ident) for ident in game.content(SCHEME_DECK, game.side)]
    return [obj for obj in deck if f"{printed(game, obj, 'stage')}A" == stage] if stage else deck[:1]


def _remove_stage(game: Game, item: Item, do: a.RemoveStage, answer: Answer | None) -> Outcome:
    stages = _stages_to_come(game, f"{do.stage}A")
    if stages:
        chosen = stages[game.stream_below(len(stages)) if len(stages) > 1 else 0]
        happen(game, [moving(chosen, game.zone_name("exile"), cause="removed")], item)
    return counted(game, item, int(bool(stages)))


def _set_aside_set(game: Game, item: Item, do: a.SetAsideSets, answer: Answer | None) -> Outcome:
    """A set is what is printed on its cards (Set Aside, Modular Encounter Set)."""
    number = 0
    while places := [place for place in encounter.found(game, EVERY_CARD) if _set_at(game, place) in do.names]:
        move(game, encounter.take(game, places[0]), SET_ASIDE)
        number += 1
    return touched(game, item, (), number)


def _set_at(game: Game, place: encounter.Place) -> str:
    """The set of a card that was found in the encounter deck or its discard pile."""
    _, zone, at = place
    card = game.content(zone, game.side)[at] if zone == game.draw_zone else game.obj(at).card
    return set_printed(game.prints[card].definition)


def _set_of(game: Game, obj: Object) -> str:
    return set_printed(game.prints[obj.card].definition)


def _shuffle_set(game: Game, item: Item, do: a.ShuffleSet, answer: Answer | None) -> Outcome:
    aside = [game.obj(ident) for ident in game.content(SET_ASIDE, game.side)]
    cards = [obj for obj in aside if _set_of(game, obj) == do.name]
    return put(game, item, cards, a.Move(a.IT, "library"))


def _make_deck(game: Game, item: Item, do: a.MakeDeck, answer: Answer | None) -> Outcome:
    """The cards of a deck lie aside, noted as its cards: which one is on top is left to chance as it is taken."""
    number = 0
    while places := [place for place in encounter.found(game, do.what or EVERY_CARD) if _is_for(game, do, place)]:
        card = move(game, encounter.take(game, places[0]), SET_ASIDE)
        assert card is not None  # where cards lie aside is a zone of objects
        game.write(card, "extra", (*card.extra, (OF_DECK, do.name)))
        number += 1
    return touched(game, item, (), number)


def _is_for(game: Game, do: a.MakeDeck, place: encounter.Place) -> bool:
    return do.what is not None or _set_at(game, place) == do.name


def _take_top(game: Game, item: Item, do: a.TakeTop, answer: Answer | None) -> Outcome:
    """The order of a shuffled deck of which nobody sees a card is as good as chance; an empty one has no top card."""
    aside = [game.obj(ident) for ident in game.content(SET_ASIDE, game.side)]
    cards = [obj for obj in aside if (OF_DECK, do.name) in obj.extra or _set_of(game, obj) == do.name]
    touched(game, item, ())
    if not cards:
        return DONE
    top = cards[game.stream_below(len(cards)) if len(cards) > 1 else 0]
    if do.use == "shuffle":
        return put(game, item, [top], a.Move(a.IT, "library"))
    touched(game, item, (top.id,))
    push(game, OneByOneFrame(REVEAL, ((top.id, item.controller),), item.id))
    return DONE


def _flip_card(game: Game, item: Item, do: a.FlipCard, answer: Answer | None) -> Outcome:
    """The source turns over; what is put into play as its other face was none of it before (In Play).

    Other cards turn over as they lie, each that has another face (Form).
    """
    if do.what is not None:
        there = [obj for obj in objects_of(game, item, do.what) if obj.zone == game.arena]
        turned = [obj for obj in there if other_face(game, obj) != NOBODY]
        if len(turned) == 1 and not _is_form(turned[0]):
            return _turn(game, item, turned[0], game.prints[other_face(game, turned[0])].definition, answer)
        for each_form in turned:
            turn(game, each_form)
        return touched(game, item, tuple(each_form.id for each_form in turned))
    obj = game.object(item.source)
    back = other_face(game, obj) if obj is not None and obj.zone == game.arena else NOBODY
    if obj is None or back == NOBODY:
        return touched(game, item, ())
    if do.into is None:
        return _turn(game, item, obj, game.prints[back].definition, answer)
    if title_of(game.prints[back].definition) != do.into.name:
        return touched(game, item, ())
    _note_defeat(game, obj)
    faceup = move(game, obj, "table")
    assert faceup is not None  # the table is a zone of objects
    touched(game, item, (faceup.id,))
    each = moving(faceup, game.arena, controller=_controller(game, item, do, faceup.owner, back), cause="put")
    each.copying = back
    happen(game, [each], item)
    return DONE


def _is_form(obj: Object) -> bool:
    """Whether a card in play is the form of its controller, which only turns over (Form)."""
    return any(keyword.endswith(" form") for keyword in obj.keywords)


def _turn(game: Game, item: Item, obj: Object, back: CardDef, answer: Answer | None) -> Outcome:
    """The first side of a stage is turned over as it always is, any other card as it lies (Main Scheme).

    An attachment is attached as it says: of several hosts the first player chooses one (First Player).
    Without one it is discarded, if it may leave play (Attach To, Permanent).
    """
    if "main" in obj.words:
        if shows_first(game, obj):
            turn_to_second(game, obj)
        return touched(game, item, (obj.id,))
    is_attachment = "attachment" in back.words
    attach = next((own for own in back.abilities if isinstance(own, a.Keyword) and own.name == ATTACH), None)
    hosts = hosts_by(game, obj, attach, game.turn_order(game.root.first)[0]) if is_attachment else []
    if answer is None and len(hosts) > 1:
        game.ask(which_host(game, obj, hosts))
        return None
    _note_defeat(game, obj)
    turn(game, obj)
    touched(game, item, (obj.id,))
    if hosts:
        game.write(obj, "attached", answer.refs[0] if answer is not None else hosts[0].id)
    elif is_attachment and not is_permanent(obj):
        happen(game, [moving(obj, game.discard_zone, cause="discarded")], item)
    return DONE


def _note_defeat(game: Game, obj: Object) -> None:
    """A side scheme that has just been defeated has been, though it stays (Side Scheme)."""
    if "side" in obj.words and (DEFEATED, obj.card) in obj.extra:
        occurred_together(game, DEFEATED, [defeat(game, obj, Prospect(DEFEATED, obj.id, game.side))])


def _controller(game: Game, item: Item, do: a.FlipCard, owner: int, back: int) -> int:
    """The seat whose the other face is: that player's, the scenario's for an encounter card, else its owner's."""
    if do.who is not None:
        return next(iter(who_is(game, item, do.who)), owner)
    is_encounter = not IN_ENCOUNTERS.isdisjoint(game.prints[back].definition.words)
    return game.side if is_encounter else owner


def _end_game(game: Game, item: Item, do: a.EndGame, answer: Answer | None) -> Outcome:
    """A text that says so of the players ends the game for all of them."""
    end(game, item.name, won=do.won)
    return DONE


ASKING: Final[frozenset[type]] = frozenset((a.FlipCard,))
INSTRUCTIONS: Final[dict[type, Callable[..., Outcome]]] = {
    a.AdvanceStage: _advance_stage,
    a.EndGame: _end_game,
    a.FlipCard: _flip_card,
    a.MakeDeck: _make_deck,
    a.TakeTop: _take_top,
    a.RemoveStage: _remove_stage,
    a.SetAsideSets: _set_aside_set,
    a.ShuffleSet: _shuffle_set,
}
