"""Grand Archive's words: units and objects, resting and awakening, reserve costs and class bonuses."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme
from lark import v_args

from engine.abilities import (
    YOU,
    Ability,
    Amount,
    Compare,
    CostChange,
    CostPart,
    Event,
    Filter,
    GainLife,
    Ref,
    Reserve,
    SpendAs,
    Static,
    TapOther,
    Triggered,
    Value,
    Variable,
)
from engine.games.grand_archive.playing_words import RESOURCE_OF, PlayingCompiler, PlayingRenderer
from engine.text.binding import bind
from engine.text.compiler import is_third
from engine.text.phrases import SUBJECT, Clause, Sentences
from engine.text.reading import Reject
from engine.text.renderer import capital
from engine.text.words import Vocabulary

CHAMPION: Final = Ref("champion")
CLASS_BONUS: Final = Compare(Value("class bonus", YOU), "=", 1)
EVENT_OF: Final = {"on death": "dies", "on enter": "enters", "on attack": "attacks"}
VOCABULARY: Final = Vocabulary(
    types=("ally", "action", "attack", "item", "regalia", "weapon", "domain", "champion", "phantasia"),
    supertypes=("unique",),
    colors=(
        *("norm", "fire", "water", "wind", "arcane", "crux", "tera"),
        *("luxem", "umbra", "exia", "astra", "neos", "exalted"),
    ),
    generic=("source", "card", "unit", "object", "player", "opponent", "token", "ability"),
    anything=(("unit",),),
    implied={
        "ally": ("unit", "object"),
        "champion": ("unit", "object"),
        "item": ("object",),
        "regalia": ("object",),
        "weapon": ("object",),
        "domain": ("object",),
        "phantasia": ("object",),
    },
    states=("awake", "rested", "attacking"),
    terms={
        "exile": "banish",
        "tap": "rest",
        "untap": "awaken",
        "untapped": "awake",
        "play": "activate",
        "tap symbol": "rest this",
        "untap symbol": "{awaken}",
    },
    same=("regalia",),
    stats=("power", "life"),
)


@v_args(inline=True)
class GrandArchiveCompiler(PlayingCompiler):
    """The phrases of text.lark."""

    def on_event(self, word: Lexeme, text: Sentences) -> Triggered:
        return Triggered((Event(EVENT_OF[word.lower()], source=True),), bind(text.effects))

    def class_bonus(self) -> Compare:
        return CLASS_BONUS

    def level_restriction(self, level: Lexeme) -> Compare:
        return Compare(Value("level", CHAMPION), ">=", int(level[:-1]))

    def restricted(self, condition: Compare, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        if any(isinstance(static, SpendAs) or static.condition is not None for static in statics):
            raise Reject
        return tuple(replace(s, condition=condition) for s in statics if not isinstance(s, SpendAs))

    def your_champion(self) -> Ref:
        return CHAMPION

    def tap_yours(self, _verb: Lexeme, what: Filter) -> CostPart:
        return TapOther(replace(what, of="you"))

    def recover(self, verb: Lexeme, amount: Amount) -> Clause:
        return Clause((GainLife(amount, SUBJECT),), is_third(verb))

    def mana(self, *symbols: Lexeme) -> CostPart:
        if len(symbols) != 1:
            raise Reject
        number = symbols[0][1:-1]
        return Reserve(Variable() if number == "X" else int(number))

    def changed(self, what: Filter) -> CostChange:
        plain = replace(what, of="", zone="stack")
        every = what.kinds == (("card",),) and not what.tests
        return CostChange("activate", "more", 0, None if every else plain, who=what.of, resource="reserve")

    def priced_self(self) -> CostChange:
        return CostChange("activate", "more", 0, source=True, resource="reserve")

    def priced_for(self, change: CostChange, action: str) -> CostChange:
        return replace(change, action=action, resource=RESOURCE_OF[action])


class GrandArchiveRenderer(PlayingRenderer):
    """The same phrases, written."""

    def static(self, static: Static) -> str:
        condition = None if isinstance(static, SpendAs) else static.condition
        if condition == CLASS_BONUS and not isinstance(static, SpendAs):
            return "[Class Bonus] " + capital(super().static(replace(static, condition=None)))
        match condition:
            case Compare(left=Value(field="level", of=of), op=">=", right=int(level)) if of == CHAMPION:
                assert not isinstance(static, SpendAs)
                return f"[Level {level}+] " + capital(super().static(replace(static, condition=None)))
            case _:
                return super().static(static)

    def mode_restriction(self, condition: Compare | None) -> str:
        if condition is None:
            return ""
        if condition == CLASS_BONUS:
            return "[Class Bonus] "
        match condition:
            case Compare(left=Value(field="level", of=of), op=">=", right=int(level)) if of == CHAMPION:
                return f"[Level {level}+] "
            case _:
                return super().mode_restriction(condition)

    def ref(self, ref: Ref) -> str:
        return "your champion" if ref == CHAMPION else super().ref(ref)

    def played(self, action: str) -> str:
        return ""

    def price(self, change: CostChange) -> str:
        return self.digits(change.amount)

    def cost_part(self, part: CostPart) -> str:
        match part:
            case TapOther(what=Filter(kinds=(("champion",),), of="you") as what, count=1):
                return f"{self.terms['tap']} your {self.noun(replace(what, of=''))}"
            case _:
                return super().cost_part(part)

    def special_cost(self, part: CostPart) -> str:
        if isinstance(part, Reserve):
            return f"({self.digits(part.amount)})"
        return super().special_cost(part)


COMPILER: Final = GrandArchiveCompiler
RENDERER: Final = GrandArchiveRenderer
