"""The encounter deck: drawn from, shuffled anew when it runs out, and its cards dealt to players facedown (Deal)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.zones import create, move
from engine.games.marvel_champions.asked_ways import is_asked
from engine.games.marvel_champions.characters import title_of
from engine.games.marvel_champions.language.shared_words import FROM_DECK
from engine.games.marvel_champions.scenario_deck import set_printed
from engine.games.marvel_champions.schemes import accelerate
from engine.queries.filters import has_words
from engine.state.frequent_writes import splice_content

if TYPE_CHECKING:
    from engine.abilities import Filter
    from engine.cards.definitions import CardDef
    from engine.state.game import Game
    from engine.state.records import Object

DEALT: Final = "dealt"
SET_ASIDE: Final = "set aside"
FOUND: Final = (FROM_DECK, "found")
"""Noted on a card that a search has found in the encounter deck."""


def draw_encounter(game: Game) -> int:
    """Take the top card number of the encounter deck; -1 if there is none and none has been discarded."""
    pile = game.zones[game.draw_zone][game.side]
    if not pile.content:
        run_out(game)
    if not pile.content:
        return -1
    card = pile.content[0]
    splice_content(game, pile, 0, 1)
    if not pile.content:
        run_out(game)
    return card


def run_out(game: Game) -> None:
    """The encounter deck has run out: its discard pile becomes the deck, and there is an acceleration token.

    With nothing in the discard pile either nothing happens yet (Empty Encounter Deck).
    """
    if shuffle_discards(game, game.side):
        accelerate(game)


def shuffle_discards(game: Game, seat: int) -> bool:
    """Shuffle a discard pile to make a new deck; whether there was anything to shuffle."""
    discards = game.zones[game.discard_zone][seat]
    if not discards.content:
        return False
    watching = frozenset(discards.content).intersection(game.root.watching)
    if watching:  # cards that wait for something where they lie
        game.withdraw_all(game.root, "watching", watching)
    cards = []
    for obj in [game.obj(ident) for ident in discards.content]:
        cards.append(obj.card if obj.real < 0 else obj.real)
        game.remove(obj)
    game.write(discards, "content", ())
    deck = game.zones[game.draw_zone][seat]
    game.append(deck, "content", *cards)
    game.shuffle(deck)
    return True


def deal(game: Game, seat: int) -> None:
    """A player is dealt an encounter card, facedown."""
    card = draw_encounter(game)
    if card >= 0:
        obj = create(game, card, game.side, DEALT)
        game.write(obj, "facing", seat)
        game.bind()


def dealt_to(game: Game, seat: int) -> list[Object]:
    """The facedown encounter cards of a player, in the order in which they were dealt."""
    return [obj for obj in map(game.obj, game.content(DEALT, game.side)) if obj.facing == seat]


def number_dealt(game: Game, seat: int) -> int:
    """The number of facedown encounter cards before a player."""
    return len(dealt_to(game, seat))


Place = tuple[str, str, int]
"""A card that was found: its name, its zone, and where it is there: its place in the deck, or its id."""


def found(
    game: Game, what: Filter, *, discarded: bool = True, aside: bool = False, sets: frozenset[object] | None = None
) -> list[Place]:
    """The places of cards that fit in the encounter deck, and then in the encounter discard pile (Search).

    Args:
        discarded: whether the discard pile is searched, too.
        aside: whether the set-aside cards are searched, too.
        sets: the sets of which a card is that fits, if the text says of which.
    """
    deck, discards = (game.zones[name][game.side] for name in (game.draw_zone, game.discard_zone))
    cards = [game.prints[number].definition for number in deck.content]
    places = [(card.name, deck.name, at) for at, card in enumerate(cards) if is_wanted(card, what, sets)]
    objs = [game.obj(ident) for ident in discards.content] if discarded else []
    objs += [game.obj(ident) for ident in game.content(SET_ASIDE, game.side)] if aside else []
    return places + [
        (obj.name, obj.zone, obj.id) for obj in objs if is_wanted(game.prints[obj.card].definition, what, sets)
    ]


def is_wanted(card: CardDef, what: Filter, sets: frozenset[object] | None = None) -> bool:
    """Whether a card is one that a search looks for, of one of the sets if any are said (Search)."""
    is_of_set = sets is None or set_printed(card) in sets
    return is_of_set and has_words(card.words, what.kinds) and what.name in ("", title_of(card))


def take(game: Game, place: Place) -> Object:
    """Put a card that was found faceup on the table."""
    _, name, at = place
    if name != game.draw_zone:
        faceup = move(game, game.obj(at), "table")
        assert faceup is not None  # the table is a zone of objects, and nothing replaces taking a card there
        return faceup
    deck = game.zones[name][game.side]
    number = deck.content[at]
    splice_content(game, deck, at, 1)
    game.bind()
    card = create(game, number, game.side, "table")
    if is_asked(game, FROM_DECK):
        game.write(card, "extra", (*card.extra, FOUND))
    return card
