"""Phrases about attacks, thwarts and defenses: what they ignore, and who is declared the defender."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    Ability,
    Alter,
    Amount,
    Cancel,
    Compare,
    DeclareDefender,
    EnemyScheme,
    Engage,
    Event,
    Filter,
    Grant,
    Ignoring,
    Instruction,
    Modify,
    Paid,
    Prevented,
    Ref,
    SpellText,
    TakeCounters,
    Timed,
    UntilWord,
)
from engine.abilities.records import record
from engine.games.marvel_champions.language.counter_phrases import ENEMIES
from engine.games.marvel_champions.language.noun_phrases import STATS, WORD_OF
from engine.games.marvel_champions.language.past_phrases import PastCompiler, PastRenderer
from engine.games.marvel_champions.language.shared_words import EXHAUSTED, INSTEAD
from engine.text.compiler.actions import Effects, act, is_third
from engine.text.compiler.joined_sentences import effects_of
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, has, records_of, rewrite
from engine.text.renderer.registry import ACTIONS, CONDITIONS
from engine.text.renderer.writing import listed

CRISIS: Final = "crisis"
ATTACKS: Final = frozenset(("attack",))
ACTIVATIONS: Final = ATTACKS | {"scheme"}
SIDES: Final = ("side", "main")
"""The words before "scheme" in the types of schemes."""
LASTS: Final[dict[str, UntilWord]] = {"attack": "combat", "defense": "combat", "thwart": "thwart"}
"""The time for which one of these powers is used in place of another."""
IGNORED_BY: Final = {CRISIS: "thwart", "patrol": "thwart", "guard": "attack"}
"""The label of the abilities that are kept from something by what they may ignore."""


@record(frozen=True, slots=True)
class AttackAlter(Alter):
    """Prevents damage from an attack, which is about to be made."""


@record(frozen=True, slots=True)
class DealtAlter(Alter):
    """Prevents damage from an attack, which is about to be made or to deal it."""


@record(frozen=True, slots=True)
class CancelActivation(Cancel):
    """Cancels an attack or a scheme of an enemy, which is about to be made."""


@inline
class BattleCompiler(PastCompiler):
    """Reads the phrases of battle.lark."""

    def ignored_crisis(self, *icons: str) -> str:
        if any(icon != CRISIS for icon in icons):
            raise Reject
        return CRISIS

    def ignored_keyword(self, word: Lexeme) -> str:
        if word.lower() not in IGNORED_BY:
            raise Reject
        return str(word.lower())

    def ignores(self, deed: Lexeme, _ignores: Lexeme, *words: str) -> Clause:
        """The whole attack or thwart that a text is."""
        if any(IGNORED_BY[word] != deed.lower().removeprefix("this ") for word in words):
            raise Reject
        return Clause((Ignoring(words),))

    def done_ignoring(self, clauses: Clause, *words: str) -> Effects:
        """A deed that a keyword or an icon would forbid."""
        effects = effects_of(clauses)
        if len(effects) != 1 or not isinstance(effects[0], TakeCounters) or words != (CRISIS,):
            raise Reject
        return (Ignoring(words, len(effects)), *effects)

    def declares_defender(self, refs: tuple[Ref, ...], *_words: Lexeme) -> Clause:
        """Nothing exhausts what is only declared.

        Raises:
            Reject: several are declared.
        """
        if len(refs) != 1:
            raise Reject
        return Clause((DeclareDefender(refs[0]),))

    def prevents_of_attack(self, number: Amount) -> Clause:
        """So much of what an attack that is about to be made deals."""
        return Clause((AttackAlter((Prevented(number),)),))

    def reduces_own_attack(self, number: Amount) -> Clause:
        """So much of what is about to be dealt, by an attack."""
        return Clause((DealtAlter((Prevented(number),)),))

    def prevents_attack(self) -> Clause:
        return Clause((AttackAlter((Prevented(),)),))

    def cancels_activation(self) -> Clause:
        return Clause((CancelActivation(),))

    def uses_instead(
        self, verb: Lexeme, whose: Ref, one: Lexeme, _whose: Ref, other: Lexeme, until: UntilWord = ""
    ) -> Clause:
        """Another power of the same character, for one attack or thwart.

        Raises:
            Reject: they are of two, or for another time.
        """
        used, left = STATS[one.lower()], STATS[other.lower()]
        lasts = LASTS.get(left)
        if used not in LASTS or used == left or lasts is None or (until and until != lasts):
            raise Reject
        if not {whose.kind, _whose.kind} <= {"pronoun", "they"}:
            raise Reject
        what = SUBJECT if is_third(verb) else whose
        return act(verb, Modify(what, until=lasts, gains=(f"{used}{INSTEAD}{left}",)))

    def exhausted_for_it(self, name: str, *_words: Lexeme) -> Compare:
        return Compare(Paid(f"{EXHAUSTED}{name}"), ">=", 1)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Texts ignore something for what they are, and declare who defends where an enemy is about to attack.

        Raises:
            Reject: a text does so for something else.
        """
        abilities = super().start(found)
        for ability in abilities:
            _check(ability)
        return rewrite(abilities, _plainly, only=(CancelActivation, AttackAlter, DealtAlter))


def _plainly(part: object) -> object:
    if isinstance(part, CancelActivation):
        return Cancel()
    return Alter(part.changes) if isinstance(part, AttackAlter | DealtAlter) else part


CHECKED: Final = (Ignoring, DeclareDefender, AttackAlter, DealtAlter, EnemyScheme, CancelActivation, Engage)
"""Kinds of records that only some texts may have."""


def _check(ability: Ability) -> None:
    labels = getattr(ability, "labels", ())

    for part in records_of(ability, *CHECKED):
        if isinstance(part, Ignoring) and not part.steps and any(IGNORED_BY[word] not in labels for word in part.words):
            raise Reject
        if isinstance(part, DeclareDefender | AttackAlter) and not _interrupts(ability, ATTACKS):
            raise Reject
        if isinstance(part, DealtAlter) and not (_interrupts(ability, ATTACKS) or _interrupts_its_damage(ability)):
            raise Reject
        if isinstance(part, Engage) and part.what == SELF and isinstance(ability, SpellText):
            raise Reject  # what is resolved at once is not in play
        if isinstance(part, EnemyScheme) and part.what.what is not None and _is_scheme(part.what.what):
            raise Reject
        if isinstance(part, CancelActivation) and not _interrupts(ability, ACTIVATIONS):
            raise Reject


def _is_scheme(what: Filter) -> bool:
    """Whether cards are schemes, which do nothing themselves."""
    return any(word in kind for kind in what.kinds for word in SIDES)


def _interrupts(ability: Ability, names: frozenset[str]) -> bool:
    """Whether it interrupts an attack or a scheme of an enemy."""
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.name in names and _is_of_enemy(event) for event in ability.events)
    )


def _interrupts_its_damage(ability: Ability) -> bool:
    """Whether it interrupts that an attack deals damage."""
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.name == "damaged" and event.how == "attack" for event in ability.events)
    )


def _is_of_enemy(event: Event) -> bool:
    """Whether an enemy does it: what is attached to one says so of that."""
    return event.attached or (event.what is not None and ENEMIES.issuperset(chain(*event.what.kinds)))


class BattleRenderer(PastRenderer):
    """Writes the phrases of battle.lark."""

    cancels = False
    """Whether something is canceled that is about to happen."""
    awaits_activation = False
    awaits_attack = False
    """Whether what is interrupted is the attack of an enemy."""

    @ACTIONS.writer(Ignoring)
    def ignoring(self, effect: Ignoring) -> str:
        return f"this {IGNORED_BY[effect.words[0]]} ignores {self._ignored(effect)}"

    def _ignored(self, effect: Ignoring) -> str:
        crisis = "any crisis icons in play" if "briefly" in self.wording else "the crisis icon"
        crisis += "" if self.wording & {"briefly", "fully"} else f" ([{CRISIS}])"
        return listed([crisis if word == CRISIS else f"the {word} keyword" for word in effect.words], "and")

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        first = effects[0]
        if isinstance(first, Ignoring) and first.steps and first.steps == len(effects) - 1:
            return f"{self._core(effects[1:])}, ignoring {self._ignored(first)}"
        return super()._core(effects)

    def changes(self, effect: Modify | Grant, *, many: bool, gain: str = "gain") -> list[str]:
        used = [keyword for keyword in effect.gains if INSTEAD in keyword]
        if len(used) != 1:
            return super().changes(effect, many=many, gain=gain)
        one, _, other = used[0].partition(INSTEAD)
        whose = "their" if many or "briefly" in self.wording else "its"
        said = f"use{'' if many else 's'} {whose} {WORD_OF[one]} instead of {whose} {WORD_OF[other]}"
        plain = replace(effect, gains=tuple(keyword for keyword in effect.gains if keyword != used[0]))
        return [said, *(super().changes(plain, many=many, gain=gain) if plain.gains or plain.stats else [])]

    def timed(self, ability: Timed) -> str:
        self.awaits_attack = _interrupts(ability, ATTACKS)
        self.awaits_activation = _interrupts(ability, ACTIVATIONS)
        self.cancels = has(ability, Cancel)
        try:
            return super().timed(ability)
        finally:
            self.awaits_attack = self.awaits_activation = self.cancels = False

    def _awaited(self, event: Event) -> str:
        is_canceled = event.name == "scheme" and event.who == "" and self.cancels
        return "would scheme" if is_canceled else super()._awaited(event)

    def cancel(self, effect: Cancel) -> str:
        if effect != Cancel() or not self.awaits_activation:
            return super().cancel(effect)
        return "cancel that attack" if self.awaits_attack else "cancel that activation"

    def alter(self, effect: Alter) -> str:
        match effect.changes:
            case (Prevented(amount=number, spared=0),) if self.awaits_attack and "briefly" not in self.wording:
                attack = "this attack" if "fully" in self.wording else "that attack"
                attack = "that enemy's attack" if "gathered" in self.wording else attack
                return f"prevent {'all' if number == -1 else self.digits(number)} damage from {attack}"
            case _:
                return super().alter(effect)

    @CONDITIONS.writer(Paid)
    def paid_condition(self, paid: Paid, condition: Compare) -> str:
        if not paid.name.startswith(EXHAUSTED) or (condition.op, condition.right) != (">=", 1):
            return super().paid_condition(paid, condition)
        what = "to play this card" if "fully" in self.wording else "to pay for this card"
        return f"you exhausted {paid.name.removeprefix(EXHAUSTED)} {what}"

    @ACTIONS.writer(DeclareDefender)
    def declare_defender(self, effect: DeclareDefender) -> str:
        said = "the defender" if "fully" in self.wording else "as the defender"
        return f"declare {self.ref(effect.what)} {said} without exhausting it"
