"""Nouns of sets, of copies of a card, and of cards that may leave play: "identity-specific", "non-permanent"."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Final

from lark import Token as Lexeme

from engine.abilities import SELF, Filter, Ref, Test, Value
from engine.games.marvel_champions.language.noun_phrases import VILLAIN, NounCompiler, NounRenderer
from engine.games.marvel_champions.language.shared_words import PERMANENT
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Alternatives, Suffix

SIGNATURE: Final = "signature"
COPY: Final = "copy of "
NON: Final = "NON"
NOT_PERMANENT: Final = Test(PERMANENT, "lacks")
OF_ASPECT: Final = Test("aspects", ">=", 1)
OF_OWN_SET: Final = Test(SIGNATURE, "of", Value("id", SELF))
"""Of the set of the card itself, which is called by its name: "an Iron Man attachment"."""
OF_LEADER: Final = Test(SIGNATURE, "of", Value("id", VILLAIN))
"""Of the set of the leader, who is the villain."""
SPECIFIC: Final = Test(SIGNATURE, "of", Value("id", Ref("players")))


@inline
class SetCompiler(NounCompiler):
    """Reads the nouns of sets."""

    def element(self, word: Lexeme) -> str | Test:
        """A card that may leave play lacks a keyword, which is none of its words (Permanent)."""
        is_spared = word.type == NON and word.lower() in (f"non-{PERMANENT}", f"non{PERMANENT}")
        return NOT_PERMANENT if is_spared else super().element(word)

    def identity_specific(self) -> Test:
        return SPECIFIC

    def of_aspect(self) -> Test:
        return OF_ASPECT

    def of_own_set(self, _self: Lexeme) -> Test:
        return OF_OWN_SET

    def of_identity(self, name: str) -> Test:
        """Of the set of the identity that is called so, in whichever form it is."""
        return Test(SIGNATURE, "of", Value("id", Ref("identity", 0, Filter(name=name))))

    def copies(self, name: str) -> Alternatives:
        """Cards by their title, until it is known where they are (``noun``)."""
        return Alternatives((("card",),), (Test(f"{COPY}{name}"),))

    def conjunction(self, *elements: str | Test) -> Alternatives:
        """A card is of one identity's set: a name of two words is one name."""
        if sum(isinstance(element, Test) and element.field == SIGNATURE for element in elements) > 1:
            raise Reject
        return super().conjunction(*elements)

    def alternatives(self, *conjunctions: Alternatives) -> Alternatives:
        """The set of one of several kinds would be said of all."""
        if len(conjunctions) > 1 and any(map(set_word, chain(*(each.tests for each in conjunctions)))):
            raise Reject
        return super().alternatives(*conjunctions)

    def noun(self, alternatives: Alternatives, *suffixes: Suffix) -> Filter:
        what = super().noun(alternatives, *suffixes)
        names = [test.field.removeprefix(COPY) for test in what.tests if test.field.startswith(COPY)]
        if not names:
            return what
        if what.name:
            raise Reject
        return replace(what, name=names[0], tests=tuple(test for test in what.tests if not test.field.startswith(COPY)))


def set_word(test: Test) -> str:
    """The word before a noun that says of which set something is, or that it may leave play; "" for any other test."""
    if test == SPECIFIC:
        return "identity-specific "
    if test == OF_OWN_SET:
        return "~ "
    if test == OF_LEADER:
        return "chosen leader's "
    if test == OF_ASPECT:
        return "aspect "
    if test == NOT_PERMANENT:
        return f"non-{PERMANENT} "
    if test.field == SIGNATURE and isinstance(test.value, Value) and test.value.of.what is not None:
        return f"{test.value.of.what.name} "
    return ""


class SetRenderer(NounRenderer):
    """Writes the nouns of sets."""

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        words = "".join(map(set_word, what.tests))
        if words:
            what = replace(what, tests=tuple(test for test in what.tests if not set_word(test)))
        if what.name and what.kinds == (("card",),):
            return f"{words}copy of {what.name}{self._whose(what)}"
        return words + super().noun(what, plural=plural)
