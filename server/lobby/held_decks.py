"""The deck of somebody at a table, as Redis holds it: with its sideboard, and the cards of both that do not ship.

The node where somebody sits down has the cards of its library; the match may begin at any other.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw, Struct

import engine
from server.match.series import Pair
from server.store.entries import Cards


class Held(NamedTuple):
    """A deck, its sideboard, and the cards of both that do not ship, as a header has them."""

    deck: Cards = ()
    beside: Cards = ()
    cards: tuple[str, ...] = ()


class _Written(Struct, frozen=True):
    deck: Cards
    beside: Cards
    cards: tuple[Raw, ...]


_DECODER: Final = msgspec.json.Decoder(_Written | Pair)


def written_deck(held: Held) -> bytes:
    """A deck as it is kept; one of cards that ship as ever."""
    if not held.cards:
        return msgspec.json.encode((held.deck, held.beside))
    return msgspec.json.encode(_Written(held.deck, held.beside, tuple(Raw(card.encode()) for card in held.cards)))


def held_deck(data: bytes) -> Held:
    """Read a deck from ``written_deck``."""
    found = _DECODER.decode(data)
    if isinstance(found, tuple):
        return Held(*found)
    return Held(found.deck, found.beside, tuple(bytes(card).decode() for card in found.cards))


def cards_together(held: Iterable[Held]) -> tuple[str, ...]:
    """The cards that do not ship of several decks, each once, by name: the text that came first is played."""
    found: dict[str, str] = {}
    for each in held:
        for card in each.cards:
            found.setdefault(engine.BroughtCard.from_json(card).name, card)
    return tuple(found[name] for name in sorted(found))
