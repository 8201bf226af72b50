"""The questions that cards ask their game: how it prints them, and which abilities their words stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.abilities import PutFacedown
from engine.cards.definitions import facedown_form

if TYPE_CHECKING:
    from engine.abilities import Ability, Instruction, Token
    from engine.cards.definitions import CardDef
    from engine.cards.numbered_text import Text
    from engine.cards.register import Print


class CardRules:
    """The part of a rulebook that cards alone are read by.

    Attributes:
        name: of the game, as in file names and on the command line.
    """

    name = ""
    families: ClassVar[dict[str, tuple[str, ...]]] = {}
    """Words of one sort by the name of the sort: which words are colors, card types ...; of some one may be chosen."""

    def for_players(self, definition: CardDef, seats: int) -> CardDef:
        """A card as it is in a match of so many players."""
        return definition

    def doubts_of_faces(self, definition: CardDef) -> list[str]:
        """The faults of a card's faces: fields that the rules of its layout exclude, or that no code reads."""
        return []

    @property
    def library_mana(self) -> bool:
        """Whether an activated ability that moves cards to or from a library can be a mana ability."""
        return True

    def expand(self, ability: Ability) -> tuple[Ability, ...]:
        """An ability as printed, and what it stands for if it is a keyword that this game writes out."""
        return (ability,)

    def printed(self, definition: CardDef) -> tuple[Ability, ...]:
        """The abilities of a card, what its keywords stand for beside them."""
        return tuple(part for ability in definition.abilities for part in self.expand(ability))

    def backs(self, said: CardDef | Instruction) -> tuple[Token, ...]:
        """The forms in which a card may be played facedown by what it says itself, or an instruction puts cards so."""
        return (facedown_form(said.words),) if isinstance(said, PutFacedown) else ()

    def backs_aside(self, definition: CardDef) -> tuple[Token, ...]:
        """The forms in which a card may lie facedown out of play by what it says itself; it is not played so."""
        return ()

    def intrinsic(self, words: tuple[str, ...]) -> tuple[Ability, ...]:
        """The abilities that come with words of a type line."""
        return ()

    def prepare(self, prints: list[Print], texts: list[Text]) -> None:
        """Have the texts of a match read as its cards ask, once all of them are registered."""
        return
