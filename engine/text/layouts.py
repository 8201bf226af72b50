"""The layouts of cards with several faces: what each makes of the faces beside the card's own."""

from __future__ import annotations


class Layout:
    """A way in which the faces of a card belong together.

    Attributes:
        others: how many faces there are beside the card's own.
        turns: an object in the arena may turn over to its other face.
        keeps_value: the other face is worth as much mana as the card's own.
        blank: behind the others the card has a face that says nothing, with its type line alone.
    """

    __slots__ = ("blank", "keeps_value", "others", "turns")

    def __init__(self, others: int = 1, *, turns: bool = False, keeps_value: bool = False, blank: bool = False) -> None:
        self.others = others
        self.blank = blank
        self.turns = turns
        self.keeps_value = keeps_value
