"""Magic's phrases for what enchants or equips: itself and the creature it is on, and casting it bestowed (702.103)."""

from __future__ import annotations

from lark import Token as Lexeme

from engine.abilities import AlternativeCost, Amount, CombatRule, Count, Grant, Modify, Per, Ref, Static, Variable
from engine.games.magic.layouts import BESTOW
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import has, put


@inline
class AttachedCompiler(Compiler):
    """Reads what is said of several things together, one of which may be what this is attached to."""

    def grant_both(self, one: Ref, other: Ref, change: Modify) -> tuple[Static, ...]:
        """Each of them has a number of its own, where that is its own."""
        return self.grant(one, change) + self.grant(other, change)

    def grant_both_where(self, one: Ref, other: Ref, change: Modify, _x: Lexeme, value: Amount) -> tuple[Static, ...]:
        if not has(change, Variable):
            raise Reject
        return self.grant_both(one, other, put(change, Variable(), value))

    def grant_both_sums(self, one: Ref, other: Ref, get: Lexeme, *parts: Lexeme | Count | Per) -> tuple[Static, ...]:
        return self.grant_sums(one, get, *parts) + self.grant_sums(other, get, *parts)

    def grant_sums(self, what: Ref, get: Lexeme, *parts: Lexeme | Count | Per) -> tuple[Static, ...]:
        """Two additions, each for a number of its own."""
        change, each, more, others = parts
        assert isinstance(change, Lexeme)
        assert isinstance(more, Lexeme)
        assert not isinstance(each, Lexeme)
        assert not isinstance(others, Lexeme)
        first, second = self.get_for_each(get, change, each), self.get_for_each(get, more, others)
        return self.grant(what, first) + self.grant(what, second)

    def all_block_either(self, _self: Ref, _attached: Lexeme) -> tuple[Static, ...]:
        rule = CombatRule("all block")
        return Grant(source=True, abilities=(rule,)), Grant(attached=True, abilities=(rule,))

    def bestowed_from(self, action: Lexeme, _self: Ref, zone: Lexeme, _its: Lexeme, word: Lexeme) -> AlternativeCost:
        """702.103a: it may be cast from elsewhere, but bestowed alone."""
        if self.action(action) == self.ability_action() or zone.lower() == "hand" or word.lower() != BESTOW:
            raise Reject
        return AlternativeCost((), keyword=BESTOW, zone=str(zone.lower()))
