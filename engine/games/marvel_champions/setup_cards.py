"""Cards that begin the game in play, and those that are set aside before it begins (Setup, Permanent, Linked).

Cards with the keyword setup are looked for in all decks, and put into play before the scenario's own setup. Those that
cannot leave play are in no deck, and lie aside until a text puts them into play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.zones import create
from engine.games.marvel_champions.attaching import attaches_to, hosts_for, hosts_of
from engine.games.marvel_champions.card_timings import moments_of
from engine.games.marvel_champions.frames import SetupCardsFrame
from engine.games.marvel_champions.language.shared_words import LINKED, PERMANENT, SETUP
from engine.play.state_based_actions import settle
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Decision, Option
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object

SET_ASIDE: Final = "set aside"
ASIDE: Final = frozenset((SETUP, PERMANENT, LINKED))
"""The keywords of cards that lie in no deck as the game begins."""


def kept_out(game: Game, seat: int, deck: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a deck without those that lie aside as the game begins."""
    aside = [card for card in deck if not ASIDE.isdisjoint(game.prints[card].definition.keywords)]
    for card in aside:
        create(game, card, seat, SET_ASIDE)
    return tuple(card for card in deck if card not in aside) if aside else deck


def put_into_play(game: Game) -> None:
    """Have the cards that begin in play put there, those of players first."""
    seats = (*game.turn_order(game.root.first), game.side)
    aside = [ident for seat in seats for ident in game.content(SET_ASIDE, seat)]
    cards = tuple(ident for ident in aside if SETUP in game.obj(ident).keywords)
    if cards:
        push(game, SetupCardsFrame(cards))


def run_setup_cards(game: Game, frame: SetupCardsFrame, answer: Answer | None) -> None:
    """The frame ``SetupCardsFrame``: the next card enters play; of several hosts the first player chooses one."""
    if answer is None and not settle(game):
        return
    if not frame.cards:
        pop(game)
        return
    card = game.obj(frame.cards[0])
    first = game.turn_order(game.root.first)[0]
    is_attachment = "attachment" in card.words
    hosts = hosts_of(game, card, first) if is_attachment else hosts_for(game, card, card.owner)
    if answer is None and len(hosts) > 1:
        options = tuple(Option("cards", (obj.id,)) for obj in hosts)
        prompt = said("marvel-champions.ask_attached_to", "choose what {name} is attached to", name=card.name)
        game.ask(Decision("cards", first, prompt, "First Player", options, subject=card.id))
        return
    replace(game, SetupCardsFrame(frame.cards[1:]))
    if not hosts and (is_attachment or attaches_to(game, card) is not None):
        return  # there is nothing that it could be attached to (Attach To)
    each = moving(card, game.arena, controller=card.owner, cause="put")
    if "minion" in card.words:
        each.facing = first
    if hosts:
        each.attached = answer.refs[0] if answer is not None else hosts[0].id
    happen(game, [each])


def revealed_texts(game: Game) -> list[tuple[Object, int]]:
    """When Revealed abilities of encounter cards that began in play, which resolve after those of the villain."""
    there = [obj for obj in game.battlefield() if SETUP in obj.keywords and obj.owner == game.side]
    return [(obj, number) for obj in there for number in moments_of(game, obj, "when revealed")]


FRAMES: Final = kinds_by_op(FrameKind(SetupCardsFrame, run_setup_cards))
