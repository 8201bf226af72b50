"""Grand Archive's texts about masteries: Shifting Currents and Fractured Memories."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Amount,
    ChangeDirection,
    Compare,
    Event,
    GainMastery,
    Instruction,
    Math,
    Per,
    PutOnMastery,
    Truth,
    Value,
)
from engine.games.grand_archive.currents import CHANGE, FACING
from engine.games.grand_archive.masteries import FRACTURED_MEMORIES, PHANTASMAGORIA, SHIFTING_CURRENTS, counted_on
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, Sentences
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.writing import is_worked_out
from engine.text.speaking_parts import pronouns_in

FACE: Final = "your Shifting Currents face "
ON_MEMORIES: Final = counted_on("", FRACTURED_MEMORIES)


@inline
class MasteryCompiler(Compiler):
    """The phrases about masteries."""

    def gain_currents(self, verb: Lexeme) -> Clause:
        return Clause((GainMastery(SHIFTING_CURRENTS),), is_third(verb))

    def gain_memories(self, verb: Lexeme) -> Clause:
        return Clause((GainMastery(FRACTURED_MEMORIES),), is_third(verb))

    def put_on_memories(self, verb: Lexeme, count: Amount, counter: str) -> Clause:
        return Clause((PutOnMastery(FRACTURED_MEMORIES, counter, count),), is_third(verb))

    def put_on_phantasmagoria(self, verb: Lexeme, count: Amount, counter: str) -> Clause:
        return Clause((PutOnMastery(PHANTASMAGORIA, counter, count),), is_third(verb))

    def body(self, *sentences: tuple[Instruction, ...]) -> Sentences:
        """A mastery is no object that "it" could mean: the text that says so of one is refused."""
        said = super().body(*sentences)
        for put, then in pairwise(said.effects):
            if isinstance(put, PutOnMastery) and any(ref.what is None for ref in pronouns_in(then)):
                raise Reject
        return said

    def on_memories(self, counter: str) -> Amount:
        return Value(f"counters {counter}{ON_MEMORIES}", YOU)

    def each_on_memories(self, counter: str) -> Amount:
        return Per(self.on_memories(counter))

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


class MasteryRenderer(Renderer):
    """Writes the phrases about masteries."""

    @ACTIONS.writer(GainMastery)
    def gain_mastery(self, effect: GainMastery) -> str:
        return f"you gain the {effect.name.title()} mastery"

    @ACTIONS.writer(PutOnMastery)
    def put_on_mastery(self, effect: PutOnMastery) -> str:
        counters = self.counters(effect.amount, effect.counter)
        onto = "onto" if "fully" in self.wording else "on"
        where = f", where X is {self.value(effect.amount)}" if is_worked_out(effect.amount) else ""
        return f"put {counters} {onto} your {effect.mastery.title()}{self.for_each(effect.amount)}{where}"

    def value_of(self, amount: Value) -> str:
        counters = _on_memories(amount)
        if "fully" in self.wording and amount.field.startswith("counters ") and not counters:
            return f"the amount of {amount.field.removeprefix('counters ')} counters that were on {self.ref(amount.of)}"
        return f"the amount of {counters}" if counters else super().value_of(amount)

    def _one_of(self, of: Amount) -> str:
        if "fully" in self.wording and isinstance(of, Value) and of.of == SELF and of.field.startswith("counters "):
            return f"{of.field.removeprefix('counters ')} counter that were on this"
        return (isinstance(of, Value) and _on_memories(of).replace("counters", "counter")) or super()._one_of(of)

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


def _on_memories(value: Value) -> str:
    """The words for counters on Fractured Memories; "" for another value."""
    if not value.field.endswith(ON_MEMORIES):
        return ""
    counter = value.field.removeprefix("counters ").removesuffix(ON_MEMORIES)
    return f"{counter} counters on your {FRACTURED_MEMORIES.title()}"
