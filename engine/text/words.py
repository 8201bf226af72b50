"""A text as words with places, and a game's vocabulary: which words are types, how they are written.

Owns the splitting of text into words (symbols, numbers, names, quotations and punctuation are words too)
and the singular and plural of nouns. Knows no grammar.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.text.printed_text import SYMBOLS_IN_BRACKETS, in_one_type

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.text.layouts import Layout
    from engine.text.optional_forms import OptionalForms

OF_A_CARD: Final = "!token"
"""Said before several kinds it goes with all: "nontoken artifact or creature"."""
_WORD: Final = re.compile(
    r"""\s*(                   # spaces before it
        (?=[a-z])[^\W\d_]+(?:[-/][^\W\d_]+)*(?:'(?!s\b)[a-z]+)?  # a word in small letters, as most are
      | \{[^{}\s]+\}           # a symbol
      | "[^"]*"                # a quoted ability
      | \[?(?:[+\u2212-](?:[0-9]+|X)|0)\]?(?=:)  # a loyalty cost
      | [+-][0-9X]+/[+-][0-9X]+  # a change of two numbers
      | [+\u2212-](?:[0-9]+|X)(?![/0-9])  # a change of one number
      | [0-9X]+/[0-9X]+        # two numbers
      | \((?:[0-9X]+|LV)\)    # a number in brackets
      | [0-9]+\+?              # a number
      | -> | →
      | (?:[A-Z]\.){2,}        # initials
      | [A-Z]{2,}(?:[ -][A-Z]{2,})+  # several words in capitals
      | [^\W\d_]+(?:[-/][^\W\d_]+)*(?:'(?!s\b)[a-z]+)?  # a word; an "'s" is a word of its own
      | 's\b | '
      | [^\s]                  # punctuation
    )""",
    re.VERBOSE,
)
SELF_WORD: Final = "~"
NUMBERS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
)


class Word:
    """One word and where it stands: ``line`` and ``column`` count from 1."""

    __slots__ = ("column", "line", "lower", "text")

    def __init__(self, text: str, line: int, column: int) -> None:
        self.text = text
        self.lower = text.lower()
        self.line = line
        self.column = column


def split(text: str, own_names: tuple[str, ...] = (), line: int = 1, column: int = 1) -> list[Word]:
    """The words of ``text``, the card's own names as ``~``, in quotations too."""
    words: list[Word] = []
    for number, row in enumerate(in_one_type(text).split("\n"), start=line):
        _split_row(row, own_names, number, column if number == line else 1, words)
    return words


def _split_row(row: str, own_names: tuple[str, ...], line: int, column: int, words: list[Word]) -> None:
    at = 0
    named = _places_of(row, own_names) if own_names else {}
    while (found := _WORD.match(row, at)) is not None:  # any character but a space is a word
        at, end = found.span(1)
        name = named.get(at) if named else None
        if name is not None and not _in_name(words):
            words.append(Word(SELF_WORD, line, column + at))
            at += len(name)
            continue
        text = found[1]
        if text[0] != '"':
            words.append(Word(text, line, column + at))
            at = end
            continue
        is_in_list = text.endswith(',"') and len(text) > 3
        text = f'{text[:-2]}."' if is_in_list else text
        words.append(Word(_unnamed(text, own_names), line, column + at))
        at = end
        if is_in_list:  # the comma belongs to the list that the quotation stands in
            words.append(Word(",", line, column + at - 2))
        if text[1:-1].rstrip().endswith(".") and _sentence_ends(row, at):
            words.append(Word(".", line, column + at - 1))


def _places_of(row: str, names: tuple[str, ...]) -> dict[int, str]:
    """The places where one of some names stands; the first of them where several do."""
    found: dict[int, str] = {}
    for name in names:
        at = row.find(name)
        while at >= 0:
            if _stands_at(row, at, name):
                found.setdefault(at, name)
            at = row.find(name, at + 1)
    return found


def _unnamed(quotation: str, own_names: tuple[str, ...]) -> str:
    """A quotation with the card's own names as ``~``; the other words stay at their places."""
    words: list[Word] = []
    _split_row(quotation[1:-1], own_names, 1, 1, words)
    for at in (word.column for word in words if word.text == SELF_WORD):
        name = next((n for n in own_names if _stands_at(quotation, at, n)), SELF_WORD)
        quotation = quotation[:at] + SELF_WORD.ljust(len(name)) + quotation[at + len(name) :]
    return quotation


def _in_name(words: list[Word]) -> bool:
    """Whether what comes next belongs to the name after "named", which is written out even if it is the card's own."""
    at = len(words) - 1
    while at >= 0 and words[at].text[0].isupper():
        at -= 1
    return at >= 0 and words[at].lower == "named"


def _sentence_ends(row: str, at: int) -> bool:
    """Whether the full stop inside a quotation that ends at ``at`` also ends the sentence around it."""
    rest = row[at:].lstrip()
    return not rest or rest[0].isupper()


def _stands_at(row: str, at: int, name: str) -> bool:
    if not row.startswith(name, at):
        return False
    end = at + len(name)
    return end == len(row) or not row[end].isalnum()


NUMBER: Final = "number"
TEXT: Final = "text"
TEXTS: Final = "list of texts"
OF_THE_TEXT: Final = ("italics", "mentions")
"""Fields of a card table that tell how its text is read: what is printed in italics and no reminder by its form, and
further names and types that it speaks of."""
FACES: Final = "list of faces"
COST: Final = "number, and no X"
"""The form of a card table's field; a cost may be X, or X and a number more."""


class Vocabulary:
    """A game's words, for reading and writing nouns.

    ``types``, ``supertypes``, ``colors`` and ``generic`` (card, spell, player ...) are lower case and singular; any
    other word of a type line is a subtype, written with a capital. ``anything`` are the kinds that "any target"
    means. ``implied`` gives the words that a type brings with it ("permanent"), or a keyword that defines what its
    card is; ``states`` are adjectives of how an object is ("tapped"). ``subtypes`` are all there are, empty for a
    game where any word may be one. ``terms`` gives the game's word for a neutral term. ``stats`` are the fields of
    a card table for what it deals and what it stands, ``further`` those of other numbers that texts change,
    ``fields`` all that its cards have, with what each holds: these, name, type, text and how that is read need not
    be given. ``stacked`` are the generic words for what is on the stack. ``bracketed`` is a pattern of what texts
    mean that they say in parentheses: anything else there is a reminder. ``names`` are those by which texts call
    other cards, those of the types ``called``. ``sets`` tells of a kind of card which sets come with it: the ends
    of their names behind the card's own set; ``listed`` are the fields of a card that name sets which come with it, and
    ``sets_asked`` tells those that the name of a scenario asks for. ``layouts`` are those of cards with
    several faces, by name. ``optional`` knows the forms of abilities that leave it to their player whether to use them.
    ``retold`` says the words of a paragraph in another way, in which it is read if it is not understood as it stands.
    ``groups`` tells which kinds a generic word means any of.
    """

    __slots__ = (
        "anything",
        "bracketed",
        "called",
        "colors",
        "fields",
        "further",
        "generic",
        "groups",
        "hidden",
        "implied",
        "irregular",
        "layouts",
        "listed",
        "names",
        "optional",
        "retold",
        "same",
        "sets",
        "sets_asked",
        "singulars",
        "stacked",
        "states",
        "stats",
        "subtypes",
        "supertypes",
        "terms",
        "types",
    )

    def __init__(
        self,
        types: tuple[str, ...],
        supertypes: tuple[str, ...],
        colors: tuple[str, ...],
        generic: tuple[str, ...],
        anything: tuple[tuple[str, ...], ...],
        implied: dict[str, tuple[str, ...]],
        states: tuple[str, ...],
        terms: dict[str, str],
        irregular: dict[str, str] | None = None,
        same: tuple[str, ...] = (),
        subtypes: frozenset[str] = frozenset(),
        stats: tuple[str, str] = ("power", "toughness"),
        stacked: tuple[str, ...] = ("spell", "ability"),
        further: tuple[str, ...] = (),
        names: tuple[str, ...] = (),
        fields: dict[str, str] | None = None,
        hidden: dict[str, bool] | None = None,
        sets: dict[str, tuple[str, ...]] | None = None,
        bracketed: str = SYMBOLS_IN_BRACKETS,
        optional: OptionalForms | None = None,
        called: tuple[str, ...] = (),
        listed: tuple[str, ...] = (),
        sets_asked: Callable[[str], tuple[str, ...]] | None = None,
        layouts: Mapping[str, Layout] | None = None,
        retold: Callable[[list[Word]], list[Word] | None] | None = None,
        groups: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.types = frozenset(types)
        self.supertypes = frozenset(supertypes)
        self.colors = frozenset(colors)
        self.generic = frozenset(generic)
        self.anything = anything
        self.implied = implied
        self.states = states
        self.terms = terms
        self.irregular = irregular or {}
        self.singulars = {plural: word for word, plural in self.irregular.items()}
        self.same = frozenset(same)
        self.subtypes = subtypes
        self.stats = stats
        self.stacked = frozenset(stacked)
        self.further = further
        self.names = names
        self.hidden = hidden or {}
        self.sets = sets or {}
        self.bracketed = re.compile(bracketed)
        self.optional = optional
        self.called = called
        self.listed = listed
        self.sets_asked = sets_asked
        self.retold = retold
        self.groups: Mapping[str, tuple[str, ...]] = groups or {}
        self.layouts: Mapping[str, Layout] = layouts or {}
        self.fields = {
            **dict.fromkeys(("name", "type", "text"), TEXT),
            **dict.fromkeys(OF_THE_TEXT, TEXTS),
            **dict.fromkeys((*stats, *further), NUMBER),
            **({"faces": FACES, "layout": TEXT} if layouts else {}),
            **(fields or {}),
        }

    def singular(self, word: str) -> str:
        """The singular of a lower-case noun."""
        if word in self.same or word in self.irregular or word in self.subtypes:
            return word
        if word in self.singulars:
            return self.singulars[word]
        if word.endswith("s") and word[:-1] in self.subtypes:
            return word[:-1]
        if word.endswith("ies"):
            return word[:-3] + "y"
        if word.endswith(("sses", "shes", "ches", "xes")):
            return word[:-2]
        return word[:-1] if word.endswith("s") and not word.endswith(("ss", "ous")) else word

    def plural(self, word: str) -> str:
        """The plural of a lower-case noun."""
        if word in self.same:
            return word
        if word in self.irregular:
            return self.irregular[word]
        if word.endswith("y") and word[-2:-1] not in "aeiou":
            return word[:-1] + "ies"
        return word + ("es" if word.endswith(("s", "sh", "ch", "x")) else "s")

    def knows(self, terminal: str, text: str, further: frozenset[str] = frozenset()) -> bool:
        """Whether a word that the grammar allows for its shape is one of the game's, or of ``further`` subtypes."""
        if terminal == "SUBTYPE":
            word = self.singular(text.lower())
            return not self.subtypes or word in self.subtypes or word in further
        if terminal == "NON":
            word = text.lower().removeprefix("non").removeprefix("-")
            return not self.is_subtype(word) or word in self.subtypes or word in further or not self.subtypes
        return True

    def is_subtype(self, word: str) -> bool:
        """Whether a lower-case noun is none of the game's own words."""
        return not (word in self.types or word in self.supertypes or word in self.colors or word in self.generic)
