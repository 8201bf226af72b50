"""Magic's abilities that stand behind a symbol and are lent while its condition holds: stations (721.2)."""

from __future__ import annotations

from dataclasses import replace

from lark import Token as Lexeme

from engine.abilities import SELF, Ability, Activated, Compare, Grant, Keyword, Replacement, Static, Triggered, Value
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.renderer.abilities import Renderer

CHARGE: Value = Value("counters charge", SELF)


@inline
class LentCompiler(Compiler):
    """Abilities that a permanent has as long as something holds."""

    def stationed(self, symbol: Lexeme, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        return self._lent(Compare(CHARGE, ">=", int(symbol[:-1])), self.start(found))

    def _lent(self, condition: Compare, found: tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Abilities that a permanent has while a condition holds; keywords of one line together."""
        if all(isinstance(each, Keyword) for each in found):
            return (Grant(gains=tuple(map(_name_of, found)), source=True, condition=condition),)
        (lent,) = found
        match lent:
            case Activated() | Triggered():
                return (Grant(abilities=(lent,), source=True, condition=condition),)
            case Grant() | Replacement() if lent.condition is None:
                return (replace(lent, condition=condition),)
            case _:
                raise Reject


def _name_of(keyword: Ability) -> str:
    if not isinstance(keyword, Keyword) or keyword != Keyword(keyword.name):
        raise Reject
    return keyword.name


class LentRenderer(Renderer):
    """Writes what is lent behind its symbol, in the wording that has symbols."""

    def _ability(self, ability: Ability) -> str:
        if "behind symbols" not in self.wording or not isinstance(ability, Static):
            return super()._ability(ability)
        match ability:
            case Grant(condition=Compare(left=left, op=">=", right=int(number))) if left == CHARGE:
                return f"{number}+ | {self._what(replace(ability, condition=None))}"
            case _:
                return super()._ability(ability)

    def _what(self, lent: Grant) -> str:
        if lent == Grant(gains=lent.gains, source=True):
            return ", ".join(lent.gains)
        if lent == Grant(abilities=lent.abilities, source=True):
            return " ".join(map(self.ability, lent.abilities))
        return super()._ability(lent)
