"""Phrases of encounter cards about attacks: so much damage, what an attack defeats, and what cannot be done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from lark import Token as Lexeme

from engine.abilities import (
    YOU,
    Ability,
    Alter,
    Amount,
    Compare,
    CostPart,
    Count,
    DamageCost,
    EnemyAttack,
    EnemyScheme,
    Event,
    EventAmount,
    Filter,
    Forbid,
    GiveBoost,
    Grant,
    IfDid,
    Instruction,
    Later,
    Math,
    Otherwise,
    Paid,
    Per,
    Prevented,
    PutCounters,
    Ref,
    Resources,
    Static,
    Timed,
)
from engine.abilities.records import record
from engine.games.marvel_champions.language.cost_phrases import ALIKE
from engine.games.marvel_champions.language.encounter_phrases import EncounterCompiler, EncounterRenderer
from engine.games.marvel_champions.language.event_phrases import BY_ATTACK
from engine.games.marvel_champions.language.lasting_phrases import OF_ATTACKS
from engine.games.marvel_champions.language.settled_effects import END_OF_ATTACK
from engine.games.marvel_champions.language.shared_words import BASIC_ATTACK, DEFEATS
from engine.games.marvel_champions.language.variant_rendering import IN_OTHER_WORDS
from engine.text.compiler.actions import Effects
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, has
from engine.text.renderer.writing import an

if TYPE_CHECKING:
    from engine.text.compiler.triggers import Events


OR: Final = " or "
"""Between the actions that one prohibition names (``engine.queries.prohibitions``)."""


@record(frozen=True, slots=True)
class IfPrevented(Otherwise):
    """Governs what happens if so much was prevented just before."""

    least: int = 1


@inline
class AttackCompiler(EncounterCompiler):
    """Reads the phrases of encounters.lark about attacks."""

    # --- so much damage ---

    def takes_at_least(self, _take: Lexeme, number: Amount, *words: Lexeme) -> Events:
        return self._so_much(">=", number, words)

    def takes_more_than(self, _take: Lexeme, number: Amount, *words: Lexeme) -> Events:
        return self._so_much(">", number, words)

    def _so_much(self, op: Any, number: Amount, words: tuple[Lexeme, ...]) -> Events:
        how = BY_ATTACK if words else ""
        return (Event("damaged", how=how, when=Compare(EventAmount(), op, number)),)

    def timed(self, *parts: Any) -> Timed:
        """The amount of damage is a part of the triggering condition.

        Raises:
            Reject: another condition is said as well.
        """
        timed = super().timed(*parts)
        asked = {event.when for event in timed.events if event.when is not None}
        if not asked:
            return timed
        if timed.condition is not None or len(asked) > 1:
            raise Reject
        return replace(
            timed,
            events=tuple(replace(event, when=None) for event in timed.events),
            condition=asked.pop(),
        )

    def reduces_to(self, number: Amount) -> Clause:
        """All that is more is prevented (Damage)."""
        return Clause((Alter((Prevented(Math("-", EventAmount(), number)),)),))

    def clause(self, subject: Ref, action: Clause) -> Clause:
        """Enemies attack and scheme (Activation).

        Raises:
            Reject: something else is said to do so; "side scheme" is a noun.
        """
        kinds = subject.what.kinds if subject.kind == "each" and subject.what is not None else ()
        does = has(action.effects, EnemyAttack) or has(action.effects, EnemyScheme)
        if does and any("side" in kind or "main" in kind for kind in kinds):
            raise Reject
        return super().clause(subject, action)

    def if_prevented(self, number: Amount, effects: Effects) -> Effects:
        if not isinstance(number, int):
            raise Reject
        return (IfPrevented(len(effects), number), *effects)

    # --- what an attack does ---

    def if_defeated(self, what: Filter, effects: Effects) -> Effects:
        """At the end of an attack that goes on (``start``)."""
        return (Later(len(effects), (Event("end", what, how=DEFEATS),), until="combat"), *effects)

    def joined(self, before: Effects, sentence: Effects, at: int) -> Effects:
        first, last = sentence[0], before[-1] if before else None
        if isinstance(first, IfPrevented):
            if not isinstance(last, Alter) or not has(last, Prevented):
                raise Reject  # nothing was prevented just before
            sentence = (IfDid(first.steps, least=first.least), *sentence[1:])
        elif isinstance(first, Later) and first.events == (END_OF_ATTACK,) and isinstance(last, EnemyAttack):
            sentence = (IfDid(first.steps), *sentence[1:])  # a text goes on when the attack that it makes is over
        return super().joined(before, sentence, at)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Only a boost speaks of the attack that goes on.

        Raises:
            Reject: another text asks what that defeats.
        """
        abilities = super().start(found)
        for ability in abilities:
            is_boost = isinstance(ability, Timed) and ability.timing == "boost"
            if not is_boost and any(event.how == DEFEATS for event in _ends_in(ability)):
                raise Reject
        return abilities

    def for_each(self, action: Clause, each: Count | Per | Paid) -> Clause:
        (effect,) = action.effects if len(action.effects) == 1 else (None,)
        if isinstance(effect, GiveBoost) and isinstance(effect.amount, int) and not isinstance(each, Paid):
            return replace(action, effects=(replace(effect, amount=replace(each, times=effect.amount)),))
        return super().for_each(action, each)

    # --- costs and limits ---

    def spend_different(self, _verb: Lexeme, number: Amount, _word: Lexeme) -> CostPart:
        """One of each type; a wild one is of any (Wild)."""
        if number != len(ALIKE):
            raise Reject
        return Resources(ALIKE)

    def deal_to_named(self, _verb: Lexeme, amount: Amount, name: str) -> CostPart:
        """To a character by its name, whoever controls it: the words say so (Cost: control)."""
        ref = self.named_card(name)
        assert ref.what is not None
        return DamageCost(amount, Ref("chosen", 0, ref.what))

    # --- what always holds ---

    def forbidden_list(self, *words: Lexeme) -> str:
        return OR.join(self.forbidden(word) for word in words)

    def attacks_gain_when(self, whose: Lexeme, _attacks: Lexeme, gain: Lexeme, word: Lexeme) -> tuple[Static, ...]:
        return self.attacks_gain(whose, gain, word)

    def forbid_player(self, who: Ref, cant: Lexeme, action: Lexeme, what: Filter) -> tuple[Forbid, ...]:
        """Cards are played from wherever they lie, and are not in play yet."""
        statics = super().forbid_player(who, cant, action, what)
        return tuple(own if own.what is None else replace(own, what=replace(own.what, zone="")) for own in statics)

    def forbid_basic_attacks(self, cant: Lexeme, *parts: Lexeme | Filter) -> tuple[Static, ...]:
        """The identity's own power of attack, and cards of a kind (Attack: basic)."""
        forbidden: tuple[Static, ...] = (Forbid(BASIC_ATTACK, who="you"),)
        if parts:
            action, what = parts
            assert isinstance(action, Lexeme)
            assert isinstance(what, Filter)
            forbidden += self.forbid_player(YOU, cant, action, what)
        return forbidden


def _ends_in(ability: Ability) -> list[Event]:
    """The events for which instructions of an ability wait."""
    body = getattr(ability, "body", None)
    effects = body.effects if body is not None else ()
    return [event for effect in effects if isinstance(effect, Later) for event in effect.events]


class AttackRenderer(EncounterRenderer):
    """Writes the phrases of encounters.lark about attacks."""

    _least: Compare | None = None
    """The least amount of the awaited damage."""
    _last: Instruction | None = None
    """The instruction just written."""

    def timed(self, ability: Timed) -> str:
        condition = ability.condition
        if condition is None or condition.left != EventAmount() or condition.op == "=":
            return super().timed(ability)
        self._least = condition
        try:
            return super().timed(replace(ability, condition=None))
        finally:
            self._least = None

    def _awaited(self, event: Event) -> str:
        if self._least is None or event.name != "damaged":
            return super()._awaited(event)
        number = self.digits(self._least.right)
        much = f"{number} or more" if self._least.op == ">=" else f"more than {number}"
        return f"would take {much} damage{' from an attack' if event.how == BY_ATTACK else ''}"

    def alter(self, effect: Alter) -> str:
        match effect.changes:
            case (Prevented(amount=Math(op="-", left=EventAmount(), right=number)),):
                return f"reduce that amount to {self.digits(number)}"
            case _:
                return super().alter(effect)

    def _brought_up(self, effect: Instruction) -> None:
        self._last = effect
        super()._brought_up(effect)

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        first, last = effects[0], self._last
        is_placed = isinstance(last, PutCounters) and last.name == "threat"
        if is_placed and isinstance(first, IfDid) and not first.did and first.steps == len(effects) - 1:
            if self.wording == {"undivided"}:
                return f"if no threat was placed this way, {self._core(effects[1:])}"
            if self.wording == {"gathered"}:
                return f"if no threat is placed on the main scheme this way, {self._core(effects[1:])}"
        if isinstance(first, IfDid) and first.did and first.steps == len(effects) - 1:
            if isinstance(last, Alter) and first.least > 1:
                thing = "threat" if self.awaits_threat else "damage"
                return f"if {first.least} or more {thing} was prevented this way, {self._core(effects[1:])}"
            if isinstance(last, EnemyAttack) and "fully" in self.wording:
                return f"after this attack, {self._core(effects[1:])}"
        return super()._core(effects)

    def _when(self, later: Later) -> str:
        first = later.events[0]
        if first.how != DEFEATS or first.what is None:
            return super()._when(later)
        is_said = "this is an attack that" if "gathered" in self.wording else "this attack"
        return f"if {is_said} defeats {an(self.noun(first.what))}"

    def give_boost(self, effect: GiveBoost) -> str:
        amount = effect.amount
        if not isinstance(amount, Count | Per) or self.is_for_players(amount):
            return super().give_boost(effect)
        return super().give_boost(replace(effect, amount=amount.times)) + self.for_each(amount)

    def resources(self, part: Resources) -> str:
        if part.icons == ALIKE and part.times == 1 and IN_OTHER_WORDS in self.wording:
            return f"spend {len(ALIKE)} resources of different types"
        return super().resources(part)

    def damage_cost(self, part: DamageCost) -> str:
        what = part.to.what
        if part.to.kind == "chosen" and what is not None and what == Filter(name=what.name) and not part.taken:
            return f"deal {self.digits(part.amount)} damage to {what.name}"
        return super().damage_cost(part)

    def grant(self, static: Grant) -> str:
        said = self._when_attacking(static)
        is_blank = "printed text box" in said and "fully" in self.wording
        return f"{said} (except for traits)" if is_blank else said

    def _when_attacking(self, static: Grant) -> str:
        is_gain = static == Grant(attached=True, gains=static.gains) and set(static.gains) <= OF_ATTACKS
        if not is_gain or len(static.gains) != 1 or "gathered" not in self.wording:
            return super().grant(static)
        return f"when {self.attached()} attacks, the attack gains {static.gains[0]}"

    def forbid(self, static: Forbid) -> str:
        actions = static.action.split(OR)
        if static == Forbid(BASIC_ATTACK, who="you"):
            return "you cannot make basic attacks"
        if len(actions) > 2:
            said = f"{', '.join(actions[:-1])}, or {actions[-1]}"
            return super().forbid(replace(static, action=said))
        if static.action == "play" and static.who == "you":
            cards = "cards" if static.what is None else self.noun(replace(static.what, zone="battlefield"), plural=True)
            return f"you cannot play {cards}"
        return super().forbid(static)

    def together(self, abilities: tuple[Ability, ...]) -> str:
        match abilities:
            case (Forbid(action=action, who="you") as one, Forbid(action="play", who="you") as other) if (
                action == BASIC_ATTACK
            ):
                played = self.forbid(other).removeprefix("you cannot ")
                return f"{self.ability(one).removesuffix('.')} or {played}."
            case _:
                return super().together(abilities)
