"""Grand Archive's texts about omens, and about how many different costs some cards have.

Omens are the cards in banishment on which omen counters lie (Counters, Omen 1 and 2).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import Among, Amount, Compare, Comparison, Count, Filter, Per, Ref, Test
from engine.games.grand_archive.language.action_rendering import ActionRenderer
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Alternatives

DIFFERENT: Final = ("reserve cost", "memory cost", "name")
"""The values of things of which a text counts the different ones."""
OMENS: Final = Filter((("card",),), "you", "banishment", tests=(Test("counters omen", ">=", 1),))
"""The omens that a player has."""


@inline
class OmenCompiler(Compiler):
    """The phrases about omens and different costs."""

    def fields(self, word: Lexeme) -> str:
        return str(word.lower()).removesuffix("s")

    def omens(self, *_words: Lexeme) -> Filter:
        return OMENS

    def kind_of_omens(self, found: Alternatives, _omens: Lexeme) -> Filter:
        """Omens of some kinds: the card that one is has these types."""
        return replace(OMENS, kinds=tuple((*kind, "card") for kind in found.kinds), tests=(*OMENS.tests, *found.tests))

    def omens_of_kind(self, found: Alternatives, omens: Lexeme) -> Filter:
        return self.kind_of_omens(found, omens)

    def you_have_omens_alike(self, comparison: tuple[Comparison, Amount], _omens: Lexeme, field: str) -> Compare:
        """So many of them that have one cost in common; of fewer than so many nothing is said."""
        if comparison[0] != ">=" or not field.endswith(" cost"):
            raise Reject
        return Compare(Among("alike", field, OMENS), *comparison)

    def you_have_omens(self, comparison: tuple[Comparison, Amount], _omens: Lexeme) -> Compare:
        return Compare(Count(OMENS), *comparison)

    def you_have_different_omens(self, comparison: tuple[Comparison, Amount], _omens: Lexeme, field: str) -> Compare:
        return Compare(self._different(field, OMENS), *comparison)

    def names(self) -> str:
        return "name"

    def you_control_different(self, comparison: tuple[Comparison, Amount], what: Filter, field: str) -> Compare:
        """So many of them that no two of them have that in common."""
        if comparison[0] != ">=" or what.of or what.zone != "battlefield":
            raise Reject
        return Compare(self._different(field, replace(what, of="you")), *comparison)

    def number_of_different(self, what: Filter, field: str) -> Amount:
        return self._different(field, what)

    def each_different_number(self, what: Filter, *words: Lexeme | str) -> Amount:
        return Per(self._different(str(words[-1]), what))

    def _different(self, field: str, what: Filter) -> Among:
        if field not in DIFFERENT:
            raise Reject
        return Among("different", field, what)

    def one_of_them(self, what: Filter) -> Ref:
        return self.chosen_some(1, what)


class OmenRenderer(ActionRenderer):
    """Writes the phrases about omens and different costs."""

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        if replace(what, kinds=OMENS.kinds) != OMENS:
            return super().noun(what, plural=plural)
        kinds = tuple(kind[:-1] for kind in what.kinds)
        of_kind = f"{self.noun(Filter(kinds))} " if kinds != ((),) else ""
        return f"{of_kind}{'omens' if plural else 'omen'} you have"

    def count_condition(self, count: Count, condition: Compare) -> str:
        if replace(count.what, kinds=OMENS.kinds) != OMENS:
            return super().count_condition(count, condition)
        omens = self.noun(count.what, plural=True).removesuffix(" you have")
        return f"you have {self.comparison(condition.op, condition.right, words=True)} {omens}"

    def among(self, amount: Among) -> str:
        if amount.how == "different" and amount.field in DIFFERENT:
            return f"the amount of {self.bare(amount.what)} with different {amount.field}s"
        if amount.how == "different":
            return super().among(amount)
        return f"the {amount.how} {self.stat(amount.field)} among {self.bare(amount.what)}"

    def among_condition(self, among: Among, condition: Compare) -> str:
        if among.how == "alike":
            number = self.comparison(condition.op, condition.right, words=True)
            return f"you have {number} omens with the same {among.field}"
        number = self.comparison(condition.op, condition.right, words=True)
        is_own = among.what.of == "you" and among.what.zone == "battlefield"
        if among.how == "different" and among.field in DIFFERENT and is_own:
            things = self.noun(replace(among.what, of=""), plural=True)
            return f"you control {number} {things} with different {among.field}s"
        if among.what != OMENS or among.how != "different":
            return super().among_condition(among, condition)
        return f"you have {number} omens with different {among.field}s"

    def _one_of(self, of: Amount) -> str:
        match of:
            case Among(how="different", field=field, what=what) if field.endswith(" cost"):
                return f"{self.noun(what)} with different {field}s"
            case _:
                return super()._one_of(of)
