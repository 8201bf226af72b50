"""Magic's phrases for damage that can't be prevented, read and written."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.abilities import YOU, Damage, Instruction
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.abilities import Renderer

UNPREVENTED: Final[tuple[Instruction, ...]] = (Damage(0, YOU, SUBJECT, unpreventable=True),)
"""That the damage spoken of can't be prevented, until it is said of it."""


@inline
class DamageCompiler(Compiler):
    """Reads that damage can't be prevented (615.12)."""

    def cannot_be_prevented(self) -> tuple[Instruction, ...]:
        return UNPREVENTED

    def and_cannot_be_prevented(self) -> Clause:
        return Clause(UNPREVENTED, subject=YOU)

    def joined(
        self, before: tuple[Instruction, ...], sentence: tuple[Instruction, ...], at: int
    ) -> tuple[Instruction, ...]:
        if sentence != UNPREVENTED:
            return super().joined(before, sentence, at)
        return before[:at] + _unprevented(before[at:])

    def join(self, left: Clause, joiner: str, right: Clause) -> Clause:
        if right.effects != UNPREVENTED:
            return super().join(left, joiner, right)
        return replace(left, effects=_unprevented(left.effects))


def _unprevented(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """The one instruction that deals damage, which can't be prevented."""
    if len(effects) != 1 or not isinstance(effects[0], Damage):
        raise Reject
    return (replace(effects[0], unpreventable=True),)


class DamageRenderer(Renderer):
    """Writes that damage can't be prevented."""

    def damage(self, effect: Damage) -> str:
        said = super().damage(replace(effect, unpreventable=False))
        return f"{said} and the damage can't be prevented" if effect.unpreventable else said
