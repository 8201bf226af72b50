"""Glimpsing (Glimpse 2), and what may be done with a card while one is looking at it: Starcalling and Aethercalling.

The cards lie aside meanwhile. One that is activated for its Starcalling cost is played at once, and resolves when the
text that had its player glimpse is done (Starcalling 6); the other cards go to the bottom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.arranging import arrange_heaps
from engine.effects.library import note_scried, scry, take_aside
from engine.effects.meaning import amount_of, counted
from engine.games.grand_archive.activation import begin_card
from engine.games.grand_archive.activation_modes import ways_as_looked_at
from engine.games.grand_archive.held_keywords import has_keyword
from engine.games.grand_archive.legal_actions import can_complete
from engine.games.grand_archive.loading import load
from engine.sentences import said
from engine.state.agenda import text_on_top
from engine.state.decisions import Answer, Decision, Option

if TYPE_CHECKING:
    from engine.abilities import Scry
    from engine.effects.meaning import Outcome
    from engine.state.game import Game
    from engine.state.records import Item

LOADS: Final = "aethercalling"
DECLINED: Final = 0
"""The mark in an item of a player who does no more of this; negative ones are of cards that were activated."""
Called = tuple[int, int]
"""A card, and the weapon into which it may be loaded; 0 if it may be activated."""


def glimpse(game: Game, item: Item, do: Scry, answer: Answer | None) -> Outcome:
    """Glimpse 2, with a question before it as long as a card that is looked at may be played or loaded."""
    if answer is not None and answer.do == "modes":
        return _call(game, item, do, answer)
    if answer is None and _has_called(game, item):
        _forget(game, item)
        rest = game.content("aside", item.controller)
        counted(game, item, 1)
        note_scried(game, item.controller, do, 1)
        return arrange_heaps(game, item, item.controller, (("library bottom", rest),))
    if answer is None and not game.content("aside", item.controller):
        take_aside(game, item.controller, amount_of(game, item, do.amount))
    calls = _calls(game, item) if answer is None and DECLINED not in item.about else []
    if answer is not None:
        _forget(game, item)
    if not calls:
        return scry(game, item, do, answer)
    options = tuple(Option("modes", (at,), (), _label(game, call)) for at, call in enumerate(calls))
    prompt = said("grand-archive.ask_called", "a card that you look at may be played for {name}", name=item.name)
    game.ask(Decision("modes", item.controller, prompt, "Starcalling 1", options, subject=item.id, least=0, most=1))
    return None


def _call(game: Game, item: Item, do: Scry, answer: Answer) -> Outcome:
    """Begin to activate a card, load one, or go on to glimpse."""
    seat = item.controller
    if not answer.refs:
        game.write(item, "about", (*item.about, DECLINED))
        return scry(game, item, do, None)
    card, weapon = _calls(game, item)[answer.refs[0]]
    if weapon:
        load(game, game.obj(card), game.obj(weapon))
        if game.content("aside", seat):
            return glimpse(game, item, do, None)
        note_scried(game, seat, do, 1)
        return counted(game, item, 0)
    obj = game.obj(card)
    ways = ways_as_looked_at(game, seat, obj)
    begin_card(game, "activation", seat, obj, Answer("activate", (card,), plan=answer.plan), ways, _place(game))
    game.write(item, "about", (*item.about, -card))
    return None


def _forget(game: Game, item: Item) -> None:
    """Take away what was noted while the cards were looked at."""
    kept = tuple(ident for ident in item.about if ident > DECLINED)
    if kept != item.about:
        game.write(item, "about", kept)


def _place(game: Game) -> int:
    return text_on_top(game).position


def _has_called(game: Game, item: Item) -> bool:
    """Whether a card was activated just now: one that was not is there still."""
    marks = [-ident for ident in item.about if ident < DECLINED]
    return bool(marks) and marks[-1] not in game.content("aside", item.controller)


def _calls(game: Game, item: Item) -> list[Called]:
    """The things that may be done now with the cards that a player looks at."""
    seat = item.controller
    found: list[Called] = []
    for ident in game.content("aside", seat):
        obj = game.obj(ident)
        if can_complete(game, seat, obj, ways_as_looked_at(game, seat, obj)):
            found.append((ident, 0))
        if has_keyword(game, obj, LOADS):
            wings = (each for each in game.battlefield() if each.controller == seat and "aetherwing" in each.words)
            found += [(ident, each.id) for each in wings]
    return found


def _label(game: Game, call: Called) -> str:
    card, weapon = call
    name = game.obj(card).name
    return f"load {name} into {game.obj(weapon).name}" if weapon else f"activate {name}"
