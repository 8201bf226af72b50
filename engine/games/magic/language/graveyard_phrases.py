"""Magic's phrases by which cards in graveyards have, or gain, what they may be cast for there (702.34a, 702.138a)."""

from __future__ import annotations

from typing import Final

from lark import Token as Lexeme

from engine.abilities import Ability, Cost, Filter, Grant, Instruction, Keyword, Modify, Ref, Static, UntilWord
from engine.games.magic.keywords.casting import AT_OWN_COST
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.gains_elsewhere import READ_ELSEWHERE
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, plainly
from engine.text.renderer.abilities import Renderer

AT_ITS_COST: Final = ("flashback", "harmonize")
"""Keywords that a card may have at the cost of its own mana cost (702.34a, 702.180a)."""
AT_ITS_COST_AND_MORE: Final = ("escape",)
"""Keywords that a card may have at the cost of its own mana cost and something besides (702.138a)."""


@inline
class GraveyardCompiler(Compiler):
    """Compiles what cards in graveyards have and gain."""

    def grant(self, what: Ref, change: Modify) -> tuple[Static, ...]:
        """Of a card in a graveyard only costs are read that it may be cast for there."""
        if what.kind != "each" or what.what is None or what.what.zone != "graveyard":
            return super().grant(what, change)
        plain = Modify(change.what, until=change.until, abilities=change.abilities, keeps=change.keeps)
        if plainly(change) != plain or not change.abilities:
            raise Reject
        if not all(isinstance(each, Keyword) and each.name in READ_ELSEWHERE for each in change.abilities):
            raise Reject
        if _is_split(what.what):
            raise Reject  # it is said of all of them
        return (Grant(what.what, abilities=change.abilities),)

    def own_cost(self, *said: Lexeme | Cost) -> Cost:
        """The cost that is paid besides the mana cost of the card."""
        return next((part for part in said if isinstance(part, tuple)), ())

    def has_at_its_cost(self, what: Ref, _have: Lexeme, word: Lexeme, *rest: Lexeme | Cost) -> tuple[Static, ...]:
        return self.grant(what, Modify(SUBJECT, until="", abilities=(_at_its_cost(word, rest),)))

    def gain_at_its_cost(self, verb: Lexeme, word: Lexeme, *rest: Lexeme | UntilWord | Cost) -> Clause:
        """A keyword whose cost is the mana cost of the card that gains it, with or without something besides."""
        until = "" if isinstance(rest[0], Lexeme) else rest[0]
        assert isinstance(until, str)
        gained = (_at_its_cost(word, rest),)
        return Clause((Modify(SUBJECT, until=until, abilities=gained),), is_third(verb))


def _is_split(what: Filter) -> bool:
    """Whether of cards of several types only some are said not to be something: "non-Lesson instant and sorcery"."""
    return len({tuple(word for word in kind if word.startswith("!")) for kind in what.kinds}) > 1


def _at_its_cost(word: Lexeme, rest: tuple[object, ...]) -> Ability:
    name, more = word.lower(), rest[-1]
    again = [other.lower() for other in rest if isinstance(other, Lexeme) and other.type == "KEYWORD_COST"]
    assert isinstance(more, tuple)
    if again != [name] or name not in (AT_ITS_COST_AND_MORE if more else AT_ITS_COST):
        raise Reject
    return Keyword(name, AT_OWN_COST, more) if more else Keyword(name)


class GraveyardRenderer(Renderer):
    """Writes what cards in graveyards have and gain."""

    def keyword(self, keyword: Keyword) -> str:
        return keyword.name if is_at_own_cost(keyword) else super().keyword(keyword)

    def subject(self, ref: Ref) -> str:
        return self.ref(ref) if self._is_each_card(ref) else super().subject(ref)

    def is_plural(self, who: Ref) -> bool:
        return not self._is_each_card(who) and super().is_plural(who)

    def _is_each_card(self, ref: Ref) -> bool:
        """Whether each one of some cards in graveyards is said to have something, instead of all of them."""
        is_there = ref.kind == "each" and ref.what is not None and ref.what.zone == "graveyard"
        return is_there and "fully" in self.wording

    def static(self, static: Static) -> str:
        own = self._own_cost(static.abilities) if isinstance(static, Grant) else ""
        if own and isinstance(static, Grant) and static.condition is not None:
            return f"as long as {self.condition(static.condition)}, {self.static_sentence(static)}.{own}"
        return super().static(static) + own

    def after(self, effect: Instruction) -> str:
        return (self._own_cost(effect.abilities) if isinstance(effect, Modify) else "") + super().after(effect)

    def _own_cost(self, given: tuple[Ability, ...]) -> str:
        """The sentence that says what such a keyword costs."""
        keywords = [each for each in given if isinstance(each, Keyword) and is_at_own_cost(each)]
        return "".join(
            f" The {each.name} cost is equal to its mana cost{' plus ' + self.cost(each.cost) if each.cost else ''}."
            for each in keywords
        )


def is_at_own_cost(keyword: Keyword) -> bool:
    """Whether a keyword has the mana cost of its card as its cost, or as a part of that."""
    return (not keyword.cost and keyword.name in AT_ITS_COST) or (
        keyword.name in AT_ITS_COST_AND_MORE and keyword.value == AT_OWN_COST
    )
