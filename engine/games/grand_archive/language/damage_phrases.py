"""Grand Archive's texts about damage: unpreventable damage, and the damage that units have taken."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import Amount, Compare, Comparison, Damage, Heal, Instruction, Ref, Value
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.inline import inline
from engine.text.phrases import Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS

COUNTERS: Final = "damage"
"""The number of the damage counters on a unit."""


@inline
class DamageCompiler(Compiler):
    """The phrases about damage."""

    def damage_unpreventable(self, amount: Amount, to: tuple[Ref, ...]) -> tuple[Instruction, ...]:
        return tuple(replace(one, unpreventable=True) for one in self.damage(amount, to) if isinstance(one, Damage))

    def damage_to_unpreventable(self, to: tuple[Ref, ...], amount: Amount) -> tuple[Instruction, ...]:
        return self.damage_unpreventable(amount, to)

    def has_damage(self, what: Ref, _has: Lexeme, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(Value(COUNTERS, what), *comparison)

    def remove_temporary_damage(self, verb: Lexeme, what: Ref) -> Clause:
        return Clause((Heal(what),), is_third(verb))

    def has_no_damage(self, what: Ref, _has: Lexeme) -> Compare:
        return Compare(Value(COUNTERS, what), "=", 0)


class DamageRenderer(Renderer):
    """Writes the phrases about damage."""

    @ACTIONS.writer(Damage)
    def damage(self, effect: Damage) -> str:
        said = super().damage(replace(effect, unpreventable=False))
        return said.replace(" damage ", " unpreventable damage ", 1) if effect.unpreventable else said

    @ACTIONS.writer(Heal)
    def heal(self, effect: Heal) -> str:
        return f"remove all temporary damage from {self.ref(effect.what)}"

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value.field != COUNTERS:
            return super().value_condition(value, condition)
        zero = (condition.op, condition.right) == ("=", 0)
        number = "zero" if zero else self.comparison(condition.op, condition.right, words=True)
        return f"{self.ref(value.of)} has {number} damage counters on it"
