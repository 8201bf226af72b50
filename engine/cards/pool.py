"""The cards that a deck, a list or a match may name: those that ship with a game, and those that are brought along.

A pool answers for every card that is asked for by its name. A card that ships wins over a brought one of its name; a
card that a position defines wins over both.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.cards.definitions import card, card_names, is_card
from engine.cards.edition import LATEST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards.definitions import CardDef, DeckCards, Entries


class Pool:
    """The cards of a game in an edition, with those that are brought.

    Attributes:
        brought: the cards that do not ship, by name.
        inline: the cards that a position defines, by name.
    """

    __slots__ = ("brought", "edition", "game", "inline")

    def __init__(
        self, game: str, brought: Iterable[CardDef] = (), edition: int = LATEST, inline: Iterable[CardDef] = ()
    ) -> None:
        self.game = game
        self.edition = edition
        self.brought = {each.name: each for each in brought if not is_card(game, each.name)}
        self.inline = {each.name: each for each in inline}

    def card(self, name: str) -> CardDef:
        """A card by its name.

        Raises:
            UnknownCard: no card has the name.
        """
        own = self.inline.get(name) or self.brought.get(name)
        return own if own is not None else card(self.game, name, self.edition)

    def has(self, name: str) -> bool:
        """Whether a card has the name."""
        return name in self.inline or name in self.brought or is_card(self.game, name)

    def names(self) -> tuple[str, ...]:
        """The names of all cards: those that ship in the order of their files, then those that are brought."""
        return (*card_names(self.game, self.edition), *self.brought)

    def printed(self, entries: Entries) -> DeckCards:
        """A deck with its cards as printed; raises ``UnknownCard``."""
        return tuple((self.card(name), count) for name, count in entries)


@cache
def shipped(game: str, edition: int = LATEST) -> Pool:
    """The cards that ship with a game."""
    return Pool(game, (), edition)
