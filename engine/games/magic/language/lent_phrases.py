"""Magic's abilities that are lent while something holds: at stations (721.2), and at max speed (702.178)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    Ability,
    Activated,
    Body,
    Compare,
    Cost,
    CostChange,
    Designate,
    Event,
    Grant,
    IncreaseSpeed,
    Keyword,
    Limit,
    Math,
    MayPlay,
    Replacement,
    Static,
    Test,
    Triggered,
    Truth,
    Value,
)
from engine.games.magic.speed import MAX_SPEED, YOUR_SPEED
from engine.games.magic.storied import HAS_STORY
from engine.text.binding import settled
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import ITSELF
from engine.text.phrases import Clause, Suffix
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.writing import capital

AT_MAX_SPEED: Final = Limit("condition", condition=MAX_SPEED)
CHARGE: Value = Value("counters charge", SELF)
LEVEL_COUNTERS: Value = Value("counters level", SELF)
LEVELS_UP: Final = Test("level up", "has")


@inline
class LentCompiler(Compiler):
    """Abilities that a permanent has as long as something holds."""

    def stationed(self, symbol: Lexeme, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        return self._lent(Compare(CHARGE, ">=", int(symbol[:-1])), self.start(found))

    def from_level(self, _level: Lexeme, least: Lexeme) -> Compare:
        """The condition of a level symbol with a plus sign (711.2b)."""
        return Compare(LEVEL_COUNTERS, ">=", int(least[:-1]))

    def between_levels(self, _level: Lexeme, least: Lexeme, most: Lexeme) -> Compare:
        """The condition of a level symbol with a range (711.2a)."""
        first, last = int(least), int(most[1:])
        if last < first:
            raise Reject
        bounds = (Compare(LEVEL_COUNTERS, ">=", first), Compare(LEVEL_COUNTERS, "<=", last))
        return Compare(Math("*", *map(Truth, bounds)), "=", 1)

    def at_level_symbol(self, levels: Compare, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """711.2: the abilities of one striation of a leveler card."""
        return self._lent(levels, self.start(found))

    def sized_at_level(self, levels: Compare, size: Lexeme) -> tuple[Ability, ...]:
        """711.2: the power and toughness of one striation."""
        power, _, toughness = size.partition("/")
        if not (power.isdigit() and toughness.isdigit()):
            raise Reject
        return (Grant(source=True, base=(int(power), int(toughness)), condition=levels),)

    def with_level_up(self, *_words: Lexeme) -> Suffix:
        return Suffix(tests=(LEVELS_UP,))

    def at_level(self, level: Lexeme, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """An ability below a level bar: the Class has it at that level or a greater one (716.2a)."""
        return self._lent(_is(level.lower()), self.start(found))

    def level_bar(self, cost: Cost, level: Lexeme) -> Activated:
        """The activated ability of a level bar (716.2a)."""
        name = str(level.lower())
        return Activated(cost, Body((Designate(name, 0),)), limits=LEVELS[name], keyword=name)

    def level_line(
        self, cost: Cost, level: Lexeme, _dash: Lexeme, found: Ability | tuple[Ability, ...]
    ) -> tuple[Ability, ...]:
        """A level bar with the one ability below it, in one line."""
        return (self.level_bar(cost, level), *self.at_level(level, found))

    def to_solve(self, _dash: Lexeme, condition: Compare) -> tuple[Ability, ...]:
        """719.3a: it becomes solved at its controller's end step, unless it is."""
        unsolved = Compare(Math("*", Truth(settled(condition, ITSELF)), Truth(_is(SOLVED, so=False))), "=", 1)
        return (Triggered((YOUR_END_STEP,), BECOMES_SOLVED, condition=unsolved),)

    def if_solved(self, word: Lexeme, _dash: Lexeme, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """702.169: an ability that a Case has once it is solved."""
        return self._lent(_is(str(word.lower())), self.start(found))

    def with_max_speed(self, _word: Lexeme, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """702.178: an ability that works elsewhere is lent there (702.178b)."""
        abilities = self.start(found)
        match abilities:
            case (Activated(zone=zone) as lent,) if zone != "battlefield":
                return (replace(lent, limits=(AT_MAX_SPEED, *lent.limits)),)
            case _:
                return self._lent(MAX_SPEED, abilities)

    def your_speed(self) -> Value:
        return YOUR_SPEED

    def has_story(self) -> Compare:
        return HAS_STORY

    def has_max_speed(self) -> Compare:
        return MAX_SPEED

    def increase_speed(self) -> Clause:
        return Clause((IncreaseSpeed(),))

    def _lent(self, condition: Compare, found: tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Abilities that a permanent has while a condition holds; keywords of one line together."""
        keywords = [each for each in found if isinstance(each, Keyword)]
        if found and len(keywords) == len(found):
            bare = tuple(each.name for each in keywords if each == Keyword(each.name))
            more = tuple(each for each in keywords if each != Keyword(each.name))
            return (Grant(gains=bare, abilities=more, source=True, condition=condition),)
        match found:
            case (Activated() | Triggered() as lent,):
                return (Grant(abilities=(lent,), source=True, condition=condition),)
            case (
                Grant(condition=None) | Replacement(condition=None) | CostChange(condition=None, source=False) as lent,
            ):
                return (replace(lent, condition=condition),)
            case (Replacement(condition=None), Replacement(condition=None)):
                return tuple(replace(each, condition=condition) for each in found if isinstance(each, Replacement))
            case _:
                raise Reject


def _is(state: str, *, so: bool = True) -> Compare:
    return Compare(Value(state, SELF), "=", int(so))


SOLVED: Final = "solved"
YOUR_END_STEP: Final = Event("step", who="you", how="end step")
BECOMES_SOLVED: Final = Body((Designate(SOLVED, 0),))
FIRST: Final = "level 2"
SECOND: Final = "level 3"
SORCERY: Final = Limit("sorcery")
LEVELS: Final[dict[str, tuple[Limit, ...]]] = {
    FIRST: (Limit("condition", condition=_is(FIRST, so=False)), SORCERY),
    SECOND: (Limit("condition", condition=_is(FIRST)), Limit("condition", condition=_is(SECOND, so=False)), SORCERY),
}
"""When each level may be gained: at the one before it, and only as a sorcery."""


def level_symbol(condition: Compare | None) -> str:
    """The level symbol of a condition, "" for another condition."""
    match condition:
        case Compare(left=left, op=">=", right=int(least)) if left == LEVEL_COUNTERS:
            return f"LEVEL {least}+"
        case Compare(
            left=Math(
                op="*",
                left=Truth(condition=Compare(left=left, op=">=", right=int(least))),
                right=Truth(condition=Compare(left=other, op="<=", right=int(most))),
            )
        ) if left == other == LEVEL_COUNTERS:
            return f"LEVEL {least}-{most}"
        case _:
            return ""


def _entering_with(enters: str, has: str) -> str:
    """Words for an entering and a static ability under one condition: "if it was kicked, it enters with ..."."""
    entered, _, condition = enters.removesuffix(".").rpartition(" if ")
    had, _, as_long = has.removesuffix(".").rpartition(" as long as ")
    if condition != as_long or not entered.startswith("This enters with ") or not had.startswith("This has "):
        return ""
    return f"If {condition}, it {entered.removeprefix('This ')} and with {had.removeprefix('This has ')}."


class LentRenderer(Renderer):
    """Writes what is lent behind its symbol, in the wording that has symbols."""

    def _ability(self, ability: Ability) -> str:
        match ability:
            case Grant(condition=condition) | Replacement(condition=condition) | CostChange(condition=condition) if (
                condition == MAX_SPEED
            ):
                return f"Max speed — {capital(self._at_max_speed(replace(ability, condition=None)))}"
            case Activated(limits=(first, *rest)) if first == AT_MAX_SPEED:
                return f"Max speed — {capital(super()._ability(replace(ability, limits=tuple(rest))))}"
            case (
                Grant(condition=Compare(left=Value(field=level)))
                | Replacement(condition=Compare(left=Value(field=level)))
                | CostChange(condition=Compare(left=Value(field=level)))
            ) if level in (*LEVELS, SOLVED):
                dash = "—" if level == SOLVED else "|"
                return f"{capital(level)} {dash} {capital(self._at_max_speed(replace(ability, condition=None)))}"
        if "behind symbols" not in self.wording or not isinstance(ability, Static):
            return super()._ability(ability)
        match ability:
            case Grant(condition=Compare(left=left, op=">=", right=int(number))) if left == CHARGE:
                return f"{number}+ | {self._what(replace(ability, condition=None))}"
            case Grant(condition=condition) | Replacement(condition=condition) | CostChange(condition=condition) if (
                level_symbol(condition)
            ):
                return f"{level_symbol(condition)} | {self._at_level(replace(ability, condition=None))}"
            case _:
                return super()._ability(ability)

    def together(self, abilities: tuple[Ability, ...]) -> str:
        """A level bar and what is below it; lands and spells that may be played from one zone."""
        if len(abilities) == 2 and all(isinstance(each, MayPlay) for each in abilities):
            lands, spells = map(self.ability, abilities)
            played, cast = lands.partition(" in ")[::2], spells.partition(" in ")[::2]
            may = f"You may {self.terms['play']} "
            return (
                f"{played[0]} and {spells.removeprefix('You may ')}" if cast[1] == played[1] and may in spells else ""
            )
        costs = [each.cost for each in abilities if isinstance(each, Keyword) and each.name == "kicker"]
        if len(costs) == len(abilities) == 2:
            return f"Kicker {' and/or '.join(map(self.cost, costs))}"
        if len(abilities) == 2 and (entering := _entering_with(*map(self.ability, abilities))):
            return entering
        bar, *lent = abilities
        if not isinstance(bar, Activated) or bar.keyword not in LEVELS or len(lent) != 1:
            return super().together(abilities)
        below = self.ability(lent[0]).removeprefix(f"{capital(bar.keyword)} | ")
        return f"{self.ability(bar)} — {below}"

    def triggered(self, ability: Triggered) -> str:
        match ability:
            case Triggered(body=body, condition=Compare(left=Math(left=Truth(condition=condition)))) if (
                body == BECOMES_SOLVED
            ):
                return f"To solve — {capital(self.condition(condition))}."
            case _:
                return super().triggered(ability)

    def keyword_ability(self, ability: Activated) -> str | None:
        if ability.keyword in LEVELS:
            return f"{self.cost(ability.cost)}: {capital(ability.keyword)}"
        return super().keyword_ability(ability)

    def _at_max_speed(self, lent: Ability) -> str:
        if isinstance(lent, Grant) and lent == Grant(abilities=lent.abilities, source=True):
            return " ".join(map(self.ability, lent.abilities))
        return super()._ability(lent)

    @ACTIONS.writer(IncreaseSpeed)
    def increase_speed(self, effect: IncreaseSpeed) -> str:
        return "your speed increases by 1"

    def value_condition(self, value: Value, condition: Compare) -> str:
        if condition == HAS_STORY:
            return "you have an enduring story"
        return "you have max speed" if condition == MAX_SPEED else super().value_condition(value, condition)

    def _at_level(self, lent: Ability) -> str:
        if isinstance(lent, Grant) and lent == Grant(source=True, base=lent.base) and lent.base is not None:
            return "/".join(map(str, lent.base))
        if isinstance(lent, Grant) and lent == Grant(gains=lent.gains, abilities=lent.abilities, source=True):
            if all(isinstance(each, Keyword) for each in lent.abilities):
                return ", ".join((*lent.gains, *map(self.ability, lent.abilities)))
            if all(isinstance(each, Activated | Triggered) for each in lent.abilities):
                return " ".join(map(self.ability, lent.abilities))
        return super()._ability(lent)

    def _what(self, lent: Grant) -> str:
        if lent == Grant(gains=lent.gains, source=True):
            return ", ".join(lent.gains)
        if lent == Grant(abilities=lent.abilities, source=True):
            return " ".join(map(self.ability, lent.abilities))
        return super()._ability(lent)
