"""The name of a card in an ability that it gives to something else: it means the card that gives, not what has it.

An ability in quotation marks speaks of what has it as "this creature". The card's own name in it is the one object that
gave it (201.5a). The giver can be tapped or sacrificed as that ability's cost if it is attached to its host, and is
then known. No other ability that is given away can find its giver: such a text is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.abilities import GIVES, SELF, Ability, Grant, Modify
from engine.text.phrases import field_names, has_part
from engine.text.words import SELF_WORD, Word, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.abilities import Filter


_PAID_WITH: Final = re.compile(r"\b(tap|sacrifice) ~(?=[ ,]|$)", re.IGNORECASE)
_STATES: Final = {"tap": ("an untapped", "tapped"), "sacrifice": ("a", "sacrificed")}


def with_givers(words: list[Word], card: str) -> list[Word]:
    """The words with what a quotation calls by its giver's name as the giver that its cost is paid with.

    They are the words themselves if a quotation is not paid for so.
    """
    found = [_with_giver(word, card) if word.text[0] == '"' else word for word in words]
    return words if found == words else found


def _with_giver(word: Word, card: str) -> Word:
    cost, colon, effect = word.text.partition(":")
    paid = _PAID_WITH.search(cost)
    if not colon or paid is None:
        return word
    before, after = _STATES[paid[1].lower()]
    noun = f"permanent that gives this an ability named {card}"
    cost = f"{cost[: paid.start()]}{paid[1]} {before} {noun}{cost[paid.end() :]}"
    return Word(f"{cost}:{effect.replace(SELF_WORD, f'the {after} {noun}')}", word.line, word.column)


def is_giver(what: Filter | None) -> bool:
    """Whether a noun stands for the giver of an ability, which the ability calls by its name."""
    return what is not None and GIVES in what.tests


def are_givers_attached(abilities: tuple[Ability, ...]) -> bool:
    """Whether what gives abilities that are paid for with their giver is attached to what has them."""
    return all(isinstance(each, Grant) and each.attached for each in abilities if has_part(each, GIVES))


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
