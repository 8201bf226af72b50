"""Playing a card in the middle of a text; each game says which cards can be played so, and how that begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.effects.meaning import counted, objects_of
from engine.queries.filters import fitting
from engine.sentences import said, word
from engine.state.agenda import text_on_top
from engine.state.decisions import Decision, Option

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import PlayNow
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object

    Playable = Callable[[Game, int, PlayNow, list[Object]], list[int]]
    Begin = Callable[[Game, int, PlayNow, Answer, int], None]


def play_now(game: Game, item: Item, do: PlayNow, answer: Answer | None, playable: Playable, begin: Begin) -> Outcome:
    """Have the card chosen as the text gets there; nobody need say that a zone only they see holds one.

    Args:
        playable: those of some cards that a seat could play as the text lets it.
        begin: begins to play the card that an answer names; the text goes on at a place once it is played.
    """
    seat = item.controller
    if answer is not None and answer.refs:
        begin(game, seat, do, answer, text_on_top(game).position + 1)
        return None
    if answer is not None:
        return counted(game, item, 0)
    objs = objects_of(game, item, do.what)
    is_secret = do.among is not None and any(game.sight_over(obj) != "all" and not obj.shown for obj in objs)
    if do.among is not None:
        objs = fitting(game, do.among, objs, seat, item.source, item)
    ids = playable(game, seat, do, objs)
    pile = game.place(do.what.what.zone)[seat] if do.what.what is not None else None
    hidden = is_secret or (pile is not None and pile.sight != "all" and bool(pile.content))
    if not ids and not hidden:
        return counted(game, item, 0)
    options = tuple(Option("cards", (ident,)) for ident in ids)
    least = 0 if hidden or do.optional else 1
    prompt = said("ask.card_to", "choose a card to {verb} for {name}", verb=word(do.verb), name=item.name)
    rule = game.rules.cite("choose")
    game.ask(Decision("cards", seat, prompt, rule, options, subject=item.id, least=least, most=min(1, len(ids))))
    return None
