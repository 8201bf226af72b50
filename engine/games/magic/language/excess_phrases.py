"""Magic's phrases for excess damage that a text has dealt (120.10)."""

from __future__ import annotations

from typing import Final

from engine.abilities import EXCESS, YOU, Amount, Compare, Damage, Done, EventAmount, Fight, If, Instruction, Ref, Value
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import has, has_field
from engine.text.renderer.abilities import Renderer

DEALING: Final = (Damage, Fight)


@inline
class ExcessCompiler(Compiler):
    """Excess damage that was dealt "this way"."""

    def excess_dealt(self, ref: Ref = YOU) -> Compare:
        return Compare(Value(EXCESS, ref), ">=", 1)

    def excess_amount(self, ref: Ref = YOU) -> Amount:
        return Value(EXCESS, ref)

    def with_excess(self, effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """Excess damage is that of the deeds before it."""
        for at, effect in enumerate(effects):
            if has_field(effect, EXCESS) and not any(isinstance(before, DEALING) for before in effects[:at]):
                raise Reject
            if isinstance(effect, If) and has_field(effect.condition, EXCESS):
                governed = effects[at + 1 : at + 1 + effect.steps]
                if has(governed, EventAmount) or has(governed, Done):
                    raise Reject  # that much would be the damage, and the excess is meant
        return effects


class ExcessRenderer(Renderer):
    """Writes excess damage that was dealt."""

    def value_of(self, amount: Value) -> str:
        if amount.field == EXCESS:
            return f"the amount of excess damage dealt{self._to(amount)} this way"
        return super().value_of(amount)

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value.field == EXCESS and (condition.op, condition.right) == (">=", 1):
            return f"excess damage was dealt{self._to(value)} this way"
        return super().value_condition(value, condition)

    def _to(self, value: Value) -> str:
        return "" if value.of == YOU else f" to {self.ref(value.of)}"
