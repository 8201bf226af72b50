"""Magic's words for what has the activated abilities of others (613.1f)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import SELF, AbilitiesOf, Ability, Filter, Modify, Ref, Static
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import ONE_EXILED_WITH, put
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ABILITIES

LOYALTY: Final = "loyalty"
PERMANENT_REFS: Final = ("each", "exiled", "target", "attached")


@inline
class BorrowedCompiler(Compiler):
    """Reads "all activated abilities of ..."."""

    def but_mana(self, *_words: Lexeme) -> bool:
        return True

    def abilities_of(self, of: Ref, besides_mana: bool = False) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
        if of.kind not in PERMANENT_REFS or of == SELF:
            raise Reject
        return (), (AbilitiesOf(of, besides_mana=besides_mana),)

    def abilities_of_exiled(self, what: Filter, it: Ref) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
        """Cards of a kind exiled with "it", which has to be what has the abilities."""
        if what.of or what.whose is not None or not all("card" in kind for kind in what.kinds):
            raise Reject
        there = replace(what, zone="exile", tests=(*what.tests, ONE_EXILED_WITH))
        return (), (AbilitiesOf(Ref("each", what=there, of=it)),)

    def grant(self, what: Ref, change: Modify) -> tuple[Static, ...]:
        borrowed = [part for part in change.abilities if isinstance(part, AbilitiesOf) and part.of.of is not None]
        exiled = [part for part in borrowed if part.of.kind == "each"]
        if exiled and what != SELF:
            raise Reject
        for part in exiled:
            change = put(change, part, replace(part, of=replace(part.of, of=None)))
        return super().grant(what, change)

    def loyalty_abilities_of(self, of: Ref) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
        if of.kind not in PERMANENT_REFS:
            raise Reject
        return (), (AbilitiesOf(of, only=LOYALTY),)


class BorrowedRenderer(Renderer):
    """Writes "all activated abilities of ..."."""

    def _granted(self, ability: Ability) -> str:
        return self.abilities_of(ability) if isinstance(ability, AbilitiesOf) else super()._granted(ability)

    @ABILITIES.writer(AbilitiesOf)
    def abilities_of(self, ability: AbilitiesOf) -> str:
        kind = ability.only or "activated"
        but = " except mana abilities" if ability.besides_mana else ""
        return f"all {kind} abilities of {self.ref(ability.of)}{but}"
