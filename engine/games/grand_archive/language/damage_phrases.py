"""Grand Archive's texts about damage: unpreventable damage, and the damage that units have taken."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeVar

from lark import Token as Lexeme

from engine.abilities import (
    Amount,
    Compare,
    Comparison,
    Damage,
    Done,
    Enters,
    Event,
    Filter,
    Goes,
    Heal,
    Instruction,
    Modify,
    Never,
    Per,
    Prevented,
    Ref,
    Replacement,
    Scaled,
    Shield,
    Static,
    Test,
    Triggered,
    Value,
    Variable,
    Would,
)
from engine.games.grand_archive.language.action_rendering import YOUR_CHAMPION
from engine.games.grand_archive.language.restrictions import CHAMPION
from engine.state.event_kinds import NOT_COMBAT
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.compiler.joined_sentences import effects_of
from engine.text.compiler.replacement_effects import Outcome
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, TargetRef, has
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS

T = TypeVar("T")
BURIED: Final = ("a graveyard from anywhere", "a player's graveyard")
BANISHED: Final = (", exile it instead", ", that player banishes it instead")
"""Words of texts that say the same."""
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

    def each_damage_counter(self, _counters: Lexeme, what: Ref) -> Amount:
        return Per(self.number_of_damage(_counters, what))

    def number_of_damage(self, _counters: Lexeme, what: Ref) -> Value:
        """The damage counters on a champion; other units have none (Damage 12, 13)."""
        if what.kind != "champion" and not (isinstance(what, TargetRef) and what.spec.what.kinds == (("champion",),)):
            raise Reject
        return Value(COUNTERS, what)

    def prevent_some_and(self, number: Amount, clauses: Clause) -> Outcome:
        return Outcome((Prevented(number),), effects_of(clauses), event="damage")

    def recover_scaled(self, *parts: object) -> Outcome:
        """The number recovered instead: as many times as much."""
        return Outcome((_only(parts, Scaled),), event="gain")

    def recover_more(self, *parts: object) -> Outcome:
        return Outcome((Scaled(1, _only(parts, int)),), event="gain")

    def recover_less(self, *parts: object) -> Outcome:
        """As much less, and nothing if it would be less than that (Recover)."""
        return Outcome((Scaled(1, -_only(parts, int)),), event="gain")

    def so_much(self) -> None:
        return None

    def recover_nothing(self, *_words: object) -> Outcome:
        return Outcome((Never(),), event="gain")

    def prevent_as_much(self, amount: Amount) -> Outcome:
        """As much as that is when the damage would be dealt; what the text has just done is not counted then."""
        if isinstance(amount, int | Variable) or has(amount, Ref) or has(amount, Done):
            raise Reject
        return self.prevent_some(amount)

    def yours_enter_so(self, what: Filter, verb: Lexeme, *how: Enters | Modify) -> tuple[Static, ...]:
        if what.of or what.zone != "battlefield" or what.whose is not None:
            raise Reject
        return self.enters_so(Ref("each", 0, replace(what, of="you")), verb, *how)

    def enters_meanwhile(self, statics: tuple[Static, ...]) -> tuple[Replacement, ...]:
        """The way in which things enter until the turn ends: of several, as the source alone enters once."""
        found = tuple(each for each in statics if isinstance(each, Replacement))
        of_several = all(each.would.what is not None and each.would.what.kind == "each" for each in found)
        if len(found) != len(statics) or not of_several:
            raise Reject
        return found

    def is_dealt_beside_combat(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event("damaged", how=NOT_COMBAT),)

    def _source(self, parts: tuple[object, ...]) -> Filter:
        """A source in some state: "a distant source"."""
        found = super()._source(tuple(part for part in parts if not isinstance(part, Test)))
        return replace(found, tests=(*(part for part in parts if isinstance(part, Test)), *found.tests))

    def as_said(self, statics: tuple[Static, ...]) -> tuple[Static, ...]:
        """Your champion is whichever you control whenever an effect that holds is asked."""
        return tuple(_of_any_champion(each) for each in super().as_said(statics))

    def would_be_buried_anywhere(self, what: Ref) -> tuple[Would, ...]:
        return (Would("graveyard", what),)

    def banished_by_them(self, _player: Lexeme, _verb: Lexeme, _it: Lexeme) -> Outcome:
        return Outcome((Goes("exile"),), event="graveyard")

    def remove_temporary_damage(self, verb: Lexeme, what: Ref) -> Clause:
        return Clause((Heal(what),), is_third(verb))

    def has_no_damage(self, what: Ref, _has: Lexeme) -> Compare:
        return Compare(Value(COUNTERS, what), "=", 0)


def _of_any_champion(static: Static) -> Static:
    if not isinstance(static, Replacement) or static.would.what != CHAMPION:
        return static
    return replace(static, would=replace(static.would, what=Ref("each", 0, YOUR_CHAMPION)))


def _only(parts: tuple[object, ...], kind: type[T]) -> T:
    """The one part of a kind that a phrase consists of."""
    found = [part for part in parts if isinstance(part, kind)]
    if len(found) != 1:
        raise Reject
    return found[0]


class DamageRenderer(Renderer):
    """Writes the phrases about damage."""

    def replacement(self, effect: Replacement) -> str:
        """Damage that is prevented in some case, which may stand first; cards that are banished instead."""
        if effect == Replacement(Would("graveyard", effect.would.what), (Goes("exile"),)) and not self.wording:
            return super().replacement(effect).replace(*BURIED).replace(*BANISHED)
        case, whole = effect.condition, Replacement(effect.would, (Prevented(),))
        is_case = case is not None and replace(effect, condition=None) == whole and effect.would.event == "damage"
        if case is None or not is_case or "fully" not in self.wording:
            return super().replacement(effect)
        return f"as long as {self.condition(case)}, {self._prevented(effect.would)}"

    @ACTIONS.writer(Damage)
    def damage(self, effect: Damage) -> str:
        said = super().damage(replace(effect, unpreventable=False))
        return said.replace(" damage ", " unpreventable damage ", 1) if effect.unpreventable else said

    def _outcome(self, effect: Replacement) -> str:
        doubled = effect.changes == (Scaled(2),) and effect.would.event == "damage" and effect.body is None
        if doubled and "briefly" in self.wording:
            return "double that damage"
        said = super()._outcome(effect)
        first = effect.changes[0] if effect.changes else None
        is_part = isinstance(first, Prevented) and first.amount != -1 and effect.body is not None
        return f"{said} instead" if is_part else said

    def guard(self, effect: Shield) -> str:
        """The way in which things enter until the turn ends."""
        if effect.effect.would.event != "enter" or effect.uses >= 0:
            return super().guard(effect)
        said = self.static_sentence(effect.effect)
        if "fully" in self.wording:
            said = said.replace(" you control enter ", " that enter the field under your control enter ", 1)
        return f"until end of turn, {said}"

    @ACTIONS.writer(Heal)
    def heal(self, effect: Heal) -> str:
        return f"remove all temporary damage from {self.ref(effect.what)}"

    def _done(self, event: Event) -> str:
        """Recovering, which other games call gaining life."""
        return super()._done(event).replace("gains life", "recovers").replace("gain life", "recover")

    def triggered(self, ability: Triggered) -> str:
        said = super().triggered(ability)
        if "fully" not in self.wording:
            return said
        only = "Trigger this ability only once per turn."
        return said.replace("This ability triggers only once each turn.", only)

    def value_of(self, amount: Value) -> str:
        if amount.field != COUNTERS:
            return super().value_of(amount)
        return f"the amount of damage counters on {self.ref(amount.of)}"

    def _one_of(self, of: Amount) -> str:
        if not isinstance(of, Value) or of.field != COUNTERS:
            return super()._one_of(of)
        return f"damage counter on {self.ref(of.of)}"

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value.field != COUNTERS:
            return super().value_condition(value, condition)
        zero = (condition.op, condition.right) == ("=", 0)
        number = "zero" if zero else self.comparison(condition.op, condition.right, words=True)
        return f"{self.ref(value.of)} has {number} damage counters on it"
