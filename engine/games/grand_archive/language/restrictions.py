"""Restrictions: "[Class Bonus]", "[Level 2+]" before an ability, which has its text only while they hold.

One before a static, triggered or activated ability is part of its condition; one before what a card does as it resolves
governs each of its sentences, and is asked as that is done.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from lark import Token as Lexeme

from engine.abilities import (
    YOU,
    AbilitiesOf,
    Ability,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Compare,
    Count,
    DeckLimit,
    Filter,
    Grant,
    If,
    IfDid,
    Inherited,
    Instruction,
    Keyword,
    Later,
    Limit,
    Math,
    NextEnters,
    Otherwise,
    PlayLimits,
    Ref,
    Replacement,
    Shield,
    SpellText,
    SpendAs,
    StateTriggered,
    Static,
    ThisTurn,
    Timed,
    Triggered,
    Truth,
    Unconditional,
    Value,
)
from engine.games.grand_archive.conditions import both
from engine.games.grand_archive.elements import CHAMPION_BONUS
from engine.games.grand_archive.masteries import FRACTURED_MEMORIES, SHEEN, counted_on
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.joined_sentences import effects_of
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, CostAmount, InsteadIf
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.writing import capital

CHAMPION: Final = Ref("champion")
OF_CHAMPION: Final = ("Level", "Damage")
"""The restrictions that are about a number of one's champion."""
IN_WORDS: Final = ("Level", "Memory")
"""The restrictions that texts write as conditions, too."""
DIVINE_RELIC: Final = Keyword("divine relic")
CLASS_BONUS: Final = Compare(Value("class bonus", YOU), "=", 1)
ELEMENT_BONUS: Final = Compare(Value("element bonus", YOU), "=", 1)
YOUR_MEMORY: Final = Filter((("card",),), "you", "memory")
SHEEN_ON_MEMORIES: Final = Value(f"counters {counted_on(SHEEN, FRACTURED_MEMORIES)}", YOU)
"""The counters that the restriction Sheen counts (Fractured Memories 2)."""
Effects: TypeAlias = tuple[Instruction, ...]


def name_of(condition: Compare | None) -> str:
    """The name of a restriction, "" for a condition that is none."""
    match condition:
        case Compare(left=Value(field="class bonus")):
            return "Class Bonus"
        case Compare(left=Value(field="element bonus")):
            return "Element Bonus"
        case Compare(left=Value(field=field, of=of), right=1) if field.startswith(CHAMPION_BONUS) and of == YOU:
            return f"{field.removeprefix(CHAMPION_BONUS)} Bonus"
        case Compare(left=Value(field="level", of=of), op=">=", right=int(level)) if of == CHAMPION:
            return f"Level {level}+"
        case Compare(left=Value(field="damage", of=of), op=">=", right=int(number)) if of == CHAMPION:
            return f"Damage {number}+"
        case Compare(left=Value() as left, op=">=", right=int(number)) if left == SHEEN_ON_MEMORIES:
            return f"Sheen {number}+"
        case Compare(left=Count(what=what, times=1), op=">=", right=int(number)) if what == YOUR_MEMORY:
            return f"Memory {number}+"
        case _:
            return ""


def parted(condition: Compare | None) -> tuple[list[str], Compare | None]:
    """The names of the restrictions before a condition, and what is left of it."""
    names: list[str] = []
    while condition is not None:
        match condition:
            case Compare(left=Math(op="*", left=Truth(condition=first), right=Truth(condition=rest))) if name_of(first):
                names.append(name_of(first))
                condition = rest
            case _ if name_of(condition):
                return [*names, name_of(condition)], None
            case _:
                break
    return names, condition


def by_sentence(effects: Effects, condition: Compare) -> Effects:
    """Each sentence under a condition."""
    found: Effects = ()
    at = 0
    while at < len(effects):
        end = at + 1 + getattr(effects[at], "steps", 0)
        found += (If(end - at, condition), *effects[at:end])
        at = end
    return found


def unrestricted(effects: Effects) -> tuple[list[str], Effects]:
    """The restrictions that every one of some sentences is under, and the sentences without them."""
    conditions: set[Compare] = set()
    inner: Effects = ()
    at = 0
    while at < len(effects):
        first = effects[at]
        if not isinstance(first, If) or not name_of(first.condition):
            return [], effects
        conditions.add(first.condition)
        inner += effects[at + 1 : at + 1 + first.steps]
        at += 1 + first.steps
    if len(conditions) != 1:
        return [], effects
    names, plain = unrestricted(inner)
    return [name_of(conditions.pop()), *names], plain


def restricted_end(effects: Effects) -> int | None:
    """Where the last sentences begin that are under the same restrictions, after others that are not, if any are."""
    starts: list[int] = []
    at = 0
    while at < len(effects):
        starts.append(at)
        at += 1 + getattr(effects[at], "steps", 0)
    return next((start for start in starts[1:-1] if unrestricted(effects[start:])[0]), None)


@inline
class RestrictionCompiler(Compiler):
    """Reads abilities under restrictions."""

    def class_bonus(self) -> Compare:
        return CLASS_BONUS

    def element_bonus(self) -> Compare:
        return ELEMENT_BONUS

    def champion_bonus(self, *names: Lexeme) -> Compare:
        return Compare(Value(CHAMPION_BONUS + " ".join(names), YOU), "=", 1)

    def level_restriction(self, level: Lexeme) -> Compare:
        return Compare(Value("level", CHAMPION), ">=", int(level[:-1]))

    def damage_restriction(self, number: Lexeme) -> Compare:
        return Compare(Value("damage", CHAMPION), ">=", int(number[:-1]))

    def sheen_restriction(self, _sheen: Lexeme, number: Lexeme) -> Compare:
        return Compare(SHEEN_ON_MEMORIES, ">=", int(number[:-1]))

    def memory_restriction(self, number: Lexeme) -> Compare:
        return Compare(Count(YOUR_MEMORY), ">=", int(number[:-1]))

    def restriction(self, condition: Compare) -> Compare:
        return condition

    def inline_restriction(self, condition: Compare) -> Compare:
        return condition

    def restricted_sentence(self, condition: Compare, effects: Effects) -> Effects:
        return (If(len(effects), condition), *effects)

    def restricted_guard(self, condition: Compare, effects: tuple[Instruction | Replacement, ...]) -> Effects:
        return self.restricted_sentence(condition, self.guard(effects))

    def restricted_twice(self, one: Compare, other: Compare, effects: Effects) -> Effects:
        return self.restricted_sentence(one, self.restricted_sentence(other, effects))

    def restricted_if_done(self, condition: Compare, who: Ref, do: Lexeme, effects: Effects) -> Effects:
        return self.restricted_sentence(condition, self.if_done(who, do, effects))

    def restricted_when_done(self, condition: Compare, who: Ref, do: Lexeme, effects: Effects) -> Effects:
        return self.restricted_sentence(condition, self.when_done(who, do, effects))

    def restricted_next_cost(self, condition: Compare, what: Filter, verb: Lexeme, amount: CostAmount) -> Effects:
        return self.restricted_sentence(condition, self.next_cost(what, verb, amount))

    def restricted_instead(self, condition: Compare, clauses: Clause) -> Effects:
        effects = effects_of(clauses)
        return (InsteadIf(len(effects), condition), *effects)

    def restricted(self, condition: Compare, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        return tuple(self.under(condition, ability) for ability in self.start(found))

    def restricted_with_word(
        self, condition: Compare, word: Lexeme, found: Ability | tuple[Ability, ...]
    ) -> tuple[Ability, ...]:
        return self.restricted(condition, self.with_ability_word(word, found))

    def under(self, condition: Compare, ability: Ability) -> Ability:
        """An ability that is there only while a restriction holds."""
        match ability:
            case Keyword() if ability == DIVINE_RELIC:
                raise Reject  # a rule of decks: no champion is there yet
            case Keyword(name="link" | "lineage" | "own lineage only" | "command"):
                raise Reject  # a card is linked, and follows a lineage, by what it is
            case Keyword():
                named = ability == Keyword(ability.name)
                gains, abilities = ((ability.name,), ()) if named else ((), (ability,))
                return Grant(gains=gains, abilities=abilities, condition=condition, source=True)
            case Activated():
                return replace(ability, limits=(Limit("condition", condition=condition), *ability.limits))
            case SpellText(body=body, modes=None):
                return replace(ability, body=replace(body, effects=by_sentence(body.effects, condition)))
            case (
                SpellText() | PlayLimits() | DeckLimit() | StateTriggered() | Inherited() | AbilitiesOf() | NextEnters()
            ):
                raise Reject
            case _ if isinstance(ability, Unconditional):
                raise Reject
            case _:
                return replace(ability, condition=both(condition, ability.condition))


def _is_keyword(plain: Ability) -> bool:
    """Whether what is left behind a restriction is a keyword."""
    match plain:
        case Grant(gains=(word,)):
            return plain == Grant(gains=(word,), source=True)
        case Grant(abilities=(Keyword() as keyword,)):
            return plain == Grant(abilities=(keyword,), source=True)
        case _:
            return False


class RestrictionRenderer(Renderer):
    """Writes abilities under restrictions."""

    def _ability(self, ability: Ability) -> str:
        names, plain = self.peeled(ability)
        if not names and isinstance(plain, SpellText) and "gathered" in self.wording:
            return self._in_paragraphs(plain)
        if not names:
            return super()._ability(ability)
        return " ".join(f"[{name}]" for name in names) + " " + capital(self._restricted(plain))

    def together(self, abilities: tuple[Ability, ...]) -> str:
        """Keywords that are under the same restrictions, which are said once."""
        peeled = [self.peeled(ability) for ability in abilities]
        names = peeled[0][0]
        if not names or any(own != names or not _is_keyword(plain) for own, plain in peeled):
            return super().together(abilities)
        keywords = [self._restricted(plain) for _, plain in peeled]
        return " ".join(f"[{name}]" for name in names) + f" {capital(', '.join(keywords))}"

    def _in_paragraphs(self, plain: SpellText) -> str:
        """A spell's text: sentences at its end that are under the same restrictions are a paragraph of their own."""
        at = restricted_end(plain.body.effects)
        if plain.modes is not None or plain.body.targets or at is None:
            return super()._ability(plain)
        first, last = (
            replace(plain, body=replace(plain.body, effects=effects))
            for effects in (plain.body.effects[:at], plain.body.effects[at:])
        )
        return f"{super()._ability(first)}\n{self._ability(last)}"

    def _restricted(self, plain: Ability) -> str:
        """An ability behind its restrictions; a keyword stands there as it does without."""
        match plain:
            case Grant(gains=(word,)) if plain == Grant(gains=(word,), source=True):
                return super()._ability(Keyword(word))
            case Grant(abilities=(Keyword() as keyword,)) if plain == Grant(abilities=(keyword,), source=True):
                return super()._ability(keyword)
            case _:
                return super()._ability(plain)

    def peeled(self, ability: Ability) -> tuple[list[str], Ability]:
        """The restrictions that stand before an ability, and the ability without them."""
        match ability:
            case Activated(limits=limits):
                names = []
                while limits and limits[0].kind == "condition" and self._stands_before(limits[0].condition):
                    names.append(name_of(limits[0].condition))
                    limits = limits[1:]
                return names, replace(ability, limits=limits)
            case SpellText(body=body, modes=None):
                spell_names, effects = unrestricted(body.effects)
                if self._is_told(spell_names):
                    return [], ability
                return spell_names, replace(ability, body=replace(body, effects=effects))
            case SpellText() | PlayLimits() | DeckLimit() | StateTriggered():
                return [], ability
            case SpendAs() | Keyword() | Inherited() | AbilitiesOf() | NextEnters():
                return [], ability
            case Triggered() | Timed() | AlternativeCost() | AdditionalCost():
                names, rest = self._parted(ability.condition)
                return names, replace(ability, condition=rest)
            case _:
                return self._peeled_static(ability)

    def _stands_before(self, condition: Compare | None) -> bool:
        """Whether a condition of use is written before the ability: of damage texts say it as an instruction, too."""
        name = name_of(condition)
        return bool(name) and not (name.startswith("Damage") and "fully" in self.wording) and not self._is_told([name])

    def _is_told(self, names: list[str]) -> bool:
        """Whether restrictions are written as conditions in whole words."""
        return "in other words" in self.wording and any(name.startswith(IN_WORDS) for name in names)

    def _parted(self, condition: Compare | None) -> tuple[list[str], Compare | None]:
        names, rest = parted(condition)
        return ([], condition) if self._is_told(names) else (names, rest)

    def is_restriction(self, condition: Compare) -> bool:
        return bool(name_of(condition))

    def mode_restriction(self, condition: Compare | None) -> str:
        return f"[{name_of(condition)}] " if name_of(condition) else super().mode_restriction(condition)

    def _peeled_static(self, static: Static) -> tuple[list[str], Ability]:
        if isinstance(static, Unconditional):
            return [], static
        names, rest = self._parted(static.condition)
        return names, replace(static, condition=rest)

    def _is_sentence(self, effects: Effects) -> bool:
        match effects:
            case (IfDid(), Later(events=()), *_) | (ThisTurn(), *_):
                return True
            case (Shield() as shield, *_):
                return self.guards(shield)
            case _:
                return False

    def _sentence(self, effects: Effects) -> str:
        """A sentence that another takes the place of under a restriction, and in a case besides."""
        first = effects[0]
        if isinstance(first, If) and isinstance(effects[first.steps], Otherwise):
            end, (names, rest) = first.steps, parted(first.condition)
            if names and rest is not None:
                was, now = self._core(effects[end + 1 :]), self._core(effects[1:end])
                return f"{was}. {': '.join(names)}: If {self.condition(rest)}, {now} instead."
        return super()._sentence(effects)

    def _core(self, effects: Effects) -> str:
        first = effects[0]
        names, rest = self._parted(first.condition) if isinstance(first, If) else ([], None)
        if not isinstance(first, If) or first.steps != len(effects) - 1 or not names:
            return super()._core(effects)
        inner = effects[1:] if rest is None else (replace(first, condition=rest), *effects[1:])
        if any(name.startswith(OF_CHAMPION) for name in names):
            self._scope.it = CHAMPION  # the restriction speaks of the champion, so "it" is nothing named before
        said = self._sentence(inner).removesuffix(".") if self._is_sentence(inner) else self._core(inner)
        return f"{': '.join(names)}: {capital(said)}"
