"""Grand Archive's texts about the mastery Shifting Currents."""

from __future__ import annotations

from typing import Final

from lark import Token as Lexeme

from engine.abilities import YOU, ChangeDirection, Compare, Event, GainMastery, Math, Truth, Value
from engine.games.grand_archive.currents import CHANGE, FACING, MASTERY
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.inline import inline
from engine.text.phrases import Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS

FACE: Final = "your Shifting Currents face "


@inline
class CurrentsCompiler(Compiler):
    """The phrases about Shifting Currents."""

    def gain_mastery(self, verb: Lexeme) -> Clause:
        return Clause((GainMastery(MASTERY),), is_third(verb))

    def change_direction(self, verb: Lexeme) -> Clause:
        return Clause((ChangeDirection(),), is_third(verb))

    def change_adjacent(self, verb: Lexeme) -> Clause:
        return Clause((ChangeDirection(adjacent=True),), is_third(verb))

    def currents_face(self, direction: Lexeme, *others: Lexeme) -> Compare:
        one = Compare(Value(FACING + direction.lower(), YOU), "=", 1)
        for other in others:
            one = self.either(one, Compare(Value(FACING + other.lower(), YOU), "=", 1))
        return one

    def currents_change(self, before: Lexeme, after: Lexeme) -> tuple[Event, ...]:
        return (Event(CHANGE, who="you", how=f"{before.lower()} to {after.lower()}"),)


class CurrentsRenderer(Renderer):
    """Writes the phrases about Shifting Currents."""

    @ACTIONS.writer(GainMastery)
    def gain_mastery(self, _effect: GainMastery) -> str:
        return "you gain the Shifting Currents mastery"

    @ACTIONS.writer(ChangeDirection)
    def change_direction(self, effect: ChangeDirection) -> str:
        kind = "an adjacent" if effect.adjacent else "a different"
        return f"change the direction of your Shifting Currents to {kind} direction of your choice"

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value.field.startswith(FACING) and (condition.op, condition.right) == ("=", 1):
            return f"{FACE}{value.field.removeprefix(FACING).capitalize()}"
        return super().value_condition(value, condition)

    def math_condition(self, math: Math, condition: Compare) -> str:
        match math:
            case Math(op="+", left=Truth(condition=one), right=Truth(condition=other)):
                directions = [f"{self.condition(each)}" for each in (one, other)]
                if all(said.startswith(FACE) for said in directions):
                    return f"{directions[0]} or {directions[1].removeprefix(FACE)}"
        return super().math_condition(math, condition)

    def trigger(self, events: tuple[Event, ...]) -> str:
        if len(events) != 1 or events[0].name != CHANGE:
            return super().trigger(events)
        before, _, after = events[0].how.partition(" to ")
        return f"whenever your Shifting Currents change from facing {before.capitalize()} to {after.capitalize()}"
