"""Splice (702.47): the text of a card of one's hand joins a spell as that is cast, for a cost besides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import AdditionalCost, Keyword, Paid, SpellText, Variable
from engine.cards.spliced_texts import all_spliced, spliced
from engine.games.magic.hand_actions import keyword_of
from engine.play.announced_numbers import has_x, most_times
from engine.play.procedure_runner import ask
from engine.play.targets import can_declare
from engine.queries.filters import fits
from engine.queries.revealed_cards import show
from engine.sentences import said
from engine.state.decisions import Decision, Option
from engine.state.last_known import NEW
from engine.state.play_notes import SPLICED_ON, PaidNumber, numbers_paid
from engine.state.procedure import DONE, item_of
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.cards.definitions import CardDef
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play

SPLICE: Final = "splice"
"""The name of the keyword."""


def choose_spliced(game: Game, play: Play, answer: Answer | None) -> int:
    """601.2b: the cards that are spliced are revealed one after another, which is the order of what they do (702.47b).

    Obeys 702.47a.
    """
    item = item_of(game, play)
    if answer is not None:
        if not answer.refs:
            return DONE
        _splice(game, item, game.obj(answer.refs[0]))
    options = tuple(Option("cards", (obj.id,)) for obj in _can_be_spliced(game, play, item))
    if not options:
        return DONE
    prompt = said("magic.ask_splice", "which card do you splice onto {name}?", name=item.name)
    return ask(
        game,
        play,
        Decision("cards", play.seat, prompt, "702.47a", options, subject=item.id, least=0, most=1),
    )


def _splice(game: Game, item: Item, card: Object) -> None:
    """702.47c: the spell has the text of the card besides its own, and nothing else of it."""
    place = len(all_spliced(item.modes))
    game.write(item, "modes", (*item.modes, spliced(place, game.prints[card.card].spell)))
    game.write(item, "paid", (*item.paid, NEW(PaidNumber, (SPLICED_ON, card.id))))
    game.occurred("revealed", card.owner, card.id, 0, card.name)
    show(game, card)


def _can_be_spliced(game: Game, play: Play, item: Item) -> list[Object]:
    """702.47b: cards that are not spliced onto it yet, whose cost can be paid and whose targets exist."""
    spell = game.object(item.card)
    if spell is None or item.text < 0:
        return []
    done = numbers_paid(item.paid, SPLICED_ON)
    hand = [game.obj(ident) for ident in game.content("hand", play.seat) if ident not in done]
    return [obj for obj in hand if _can_join(game, play, item, spell, obj)]


def _can_join(game: Game, play: Play, item: Item, spell: Object, obj: Object) -> bool:
    keyword = keyword_of(game, obj, SPLICE)
    if keyword is None or keyword.what is None or not fits(game, keyword.what, spell, play.seat, obj.id):
        return False
    body = game.texts[game.prints[obj.card].spell].body
    if not can_declare(game, (body,), play.seat, item.source, item):
        return False
    return bool(most_times(game, play, AdditionalCost(keyword.cost)))


def costs_of_spliced(game: Game, item: Item) -> tuple[CostPart, ...]:
    """702.47a: what is paid besides for the cards that are spliced onto a spell."""
    cards = [game.object(ident) for ident in numbers_paid(item.paid, SPLICED_ON)]
    found = [keyword_of(game, card, SPLICE) for card in cards if card is not None]
    return tuple([part for keyword in found if keyword is not None for part in keyword.cost])


def doubts_of_splice(definition: CardDef) -> list[str]:
    """The faults of a card with splice whose text can't be read as part of another spell's."""
    keywords = [own for own in definition.abilities if isinstance(own, Keyword) and own.name == SPLICE]
    if not keywords:
        return []
    texts = [own for own in definition.abilities if isinstance(own, SpellText)]
    if len(texts) != 1 or len(keywords) != 1:
        return ["a card with splice has one text, and splice once (702.47a)"]
    if texts[0].modes is not None or has(texts[0], Paid) or has(texts[0], Variable):
        return ["a text that leaves something to announce is not spliced (702.47b)"]
    return ["a splice cost with an X is not paid (702.47a)"] if any(map(has_x, keywords[0].cost)) else []
