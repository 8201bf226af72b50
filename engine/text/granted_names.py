"""The name of a card in an ability that it gives to something else: it means the card that gives, not what has it.

An ability in quotation marks speaks of what has it as "this creature". The card's own name in it is the one object that
gave it (201.5a), which no ability that is given away can find: such a text is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import SELF, Ability, Grant, Modify
from engine.text.phrases import field_names
from engine.text.words import SELF_WORD, Word, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def name_given_away(
    words: list[Word], abilities: tuple[Ability, ...], read: Callable[[Word], tuple[Ability, ...]]
) -> Word | None:
    """The quotation of a paragraph in which its card speaks by name of itself to something else.

    Args:
        abilities: those of the paragraph.
        read: the abilities of a quotation.
    """
    for word in words:
        if word.text[0] != '"' or word.text[1:-1].strip() == SELF_WORD:
            continue  # a quotation that is a name says nothing of its own
        if any(each.text == SELF_WORD for each in split(word.text[1:-1])):
            said = read(word)
            if any(ability in given for given in _given_away(abilities) for ability in said):
                return word
    return None


def _given_away(part: object) -> Iterator[tuple[Ability, ...]]:
    """The abilities that records in a part give to what is not their source."""
    if isinstance(part, tuple):
        for each in part:
            yield from _given_away(each)
    elif (names := field_names(part)) is not None:
        given = getattr(part, "abilities", ())
        to_itself = (isinstance(part, Grant) and part.source) or (isinstance(part, Modify) and part.what == SELF)
        if given and not to_itself:
            yield given
        for name in names:
            yield from _given_away(getattr(part, name))
