"""What is done in words that only Grand Archive has: summoning, recovering, drawing into memory, negating."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from typing import Final

from lark import Token as Lexeme
from lark import v_args

from engine.abilities import (
    SELF,
    YOU,
    Amount,
    Compare,
    CostChange,
    CostPart,
    Count,
    CounterSpell,
    Draw,
    Event,
    Filter,
    GainLife,
    Grant,
    Instruction,
    Keyword,
    Mill,
    Modify,
    Per,
    Ref,
    Reserve,
    Static,
    TapOther,
    Token,
    Triggered,
    Value,
    Variable,
)
from engine.data import read_text
from engine.games.grand_archive.playing_words import RESOURCE_OF
from engine.games.grand_archive.restrictions import CHAMPION
from engine.text.binding import bind_text
from engine.text.compiler import Compiler, is_third
from engine.text.compiler.modifications import number_of_change, times_each
from engine.text.phrases import SUBJECT, Choice, Clause, Sentences
from engine.text.reading import Reject
from engine.text.renderer import Renderer
from engine.text.renderer.writing import Unwritable, listed, signed

YOUR_CHAMPION: Final = Filter((("champion",),), "you")
HIT_CHAMPION: Final = Ref("each", 0, Filter((("champion",),)))
HIT_ALLY: Final = Ref("each", 0, Filter((("ally",),)))
ATTACKING: Final = Compare(Value("attacking", SELF), "=", 1)
EVENTS: Final = {
    "on death": Event("dies", source=True),
    "on enter": Event("enters", source=True),
    "on attack": Event("attacks", source=True),
    "on hit": Event("hits", source=True),
    "on champion hit": Event("hits", source=True, other=HIT_CHAMPION),
    "on ally hit": Event("hits", source=True, other=HIT_ALLY),
    "on kill": Event("kills", source=True),
}
NAMES: Final = {event: name.title() for name, event in EVENTS.items()}

OWN_WORDS: Final = (("the battlefield", "the field"), ("library", "deck"), ("create", "summon"), ("scry", "glimpse"))
"""What a shared phrase says, and how this game says it."""


@cache
def token_tables() -> dict[str, dict[str, object]]:
    """The tokens that texts only name, by name in lower case: the tables of their cards."""
    tables = tomllib.loads(read_text(__package__, "cards", "tokens.toml"))["card"]
    return {table["name"].lower(): table for table in tables}


@v_args(inline=True)
class ActionCompiler(Compiler):
    """Phrases about what is done."""

    def on_event(self, word: Lexeme, text: Sentences | Choice) -> Triggered:
        event = EVENTS[word.lower()]
        return Triggered((event,), *bind_text(text))

    def your_champion(self, *_words: Lexeme) -> Ref:
        return CHAMPION

    def bare_lineage(self, _self: Ref) -> Keyword:
        return Keyword("lineage")

    def get(self, _verb: Lexeme, _change: Lexeme) -> Modify:
        raise Reject  # a change of what

    def get_for_each(self, _verb: Lexeme, _change: Lexeme, _each: Count | Per) -> Modify:
        raise Reject

    def stat_change(self, change: Lexeme, stat: Lexeme) -> Modify:
        number = number_of_change(change)
        match stat.lower():
            case "power":
                return Modify(SUBJECT, number, 0, until="")
            case "life":
                return Modify(SUBJECT, 0, number, until="")
            case _:
                return Modify(SUBJECT, until="", level=number)

    def stat_changes(self, *changes: Modify) -> Modify:
        return self.modifications(*changes)

    def get_stats(self, _verb: Lexeme, change: Modify) -> Modify:
        return change

    def get_stats_for_each(self, _verb: Lexeme, change: Modify, each: Count | Per) -> Modify:
        whole = times_each(change, each)
        assert isinstance(whole, Modify)
        return whole

    def grant(self, what: Ref, change: Modify) -> tuple[Static, ...]:
        return super().grant(Ref("each", 0, YOUR_CHAMPION) if what == CHAMPION else what, change)

    def attacks_get(self, whose: Ref, change: Modify, duration: str = "") -> Clause:
        """What attacks get is what their attacker gets as long as it is attacking."""
        abilities = (*self.while_attacking(change), *change.abilities)
        attacker = replace(change, power=0, toughness=0, level=0, abilities=abilities)
        return Clause((replace(attacker, what=whose, until=duration),), subject=whose)

    def attacks_always_get(self, whose: Ref, change: Modify) -> tuple[Static, ...]:
        besides = replace(change, power=0, toughness=0, level=0)
        found = self.grant(whose, besides) if change.gains or change.abilities else ()
        always = self.grant(whose, replace(change, gains=(), abilities=())) if change.power else ()
        return (*found, *(replace(s, condition=ATTACKING) for s in always if isinstance(s, Grant)))

    def while_attacking(self, change: Modify) -> tuple[Grant, ...]:
        """A change of power as an ability of the attacker."""
        if change.toughness or change.level:
            raise Reject
        return (Grant(power=change.power, source=True, condition=ATTACKING),) if change.power else ()

    def tap_yours(self, _verb: Lexeme, what: Filter) -> CostPart:
        return TapOther(replace(what, of="you"))

    def recover(self, verb: Lexeme, amount: Amount) -> Clause:
        return Clause((GainLife(amount, SUBJECT),), is_third(verb))

    def draw_into_memory(self, verb: Lexeme, amount: Amount) -> Clause:
        return Clause((Draw(amount, SUBJECT, "memory"),), is_third(verb))

    def negate(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return Clause(tuple(CounterSpell(ref) for ref in refs), is_third(verb))

    def mill_top(self, verb: Lexeme, *parts: object) -> Clause:
        number = next((part for part in parts if not isinstance(part, Lexeme)), 1)
        return Clause((Mill(number, SUBJECT),), is_third(verb))  # type: ignore[arg-type]  # an Amount

    def create_rested(self, verb: Lexeme, count: Amount, token: Token, _rested: Lexeme) -> Clause:
        return Clause((replace(token, count=count, who=SUBJECT, tapped=True),), is_third(verb))

    def kind_of_token(self, *parts: object) -> Token:
        """A token's kind, by its name alone."""
        name = " ".join(str(part) for part in parts if isinstance(part, str) and not isinstance(part, Lexeme))
        table = token_tables().get(name)
        if table is None:
            raise Reject
        front, _, back = str(table["type"]).lower().partition(" - ")
        types = (*(word for word in front.split() if word != "token"), *back.split())
        element = str(table.get("element", "")).lower().split()
        abilities = tuple(
            ability
            for line in str(table.get("text", "")).split("\n")
            if line
            for ability in self.quoted(Lexeme("QUOTED", f'"{line}"', line=1, column=1))
        )
        power, life = table.get("power", 0), table.get("life", 0)
        assert isinstance(power, int)
        assert isinstance(life, int)
        return Token(str(table["name"]), (*types, *element), power, life, abilities=abilities)

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


class ActionRenderer(Renderer):
    """The same phrases, written."""

    def ability(self, ability: object) -> str:
        text = super().ability(ability)  # type: ignore[arg-type]  # an Ability
        for shared, own in OWN_WORDS:
            text = text.replace(shared, own).replace(shared.capitalize(), own.capitalize())
        return text

    def keyword(self, keyword: Keyword) -> str:
        return "this Lineage" if keyword.name == "lineage" else super().keyword(keyword)

    def word(self, word: str, singular: str = "") -> str:
        return f"{word} element" if word in self.vocabulary.colors else super().word(word, singular)

    def triggered(self, ability: Triggered) -> str:
        name = NAMES.get(ability.events[0]) if len(ability.events) == 1 else None
        if name is None or ability.condition is not None or ability.once_each_turn or ability.done_once:
            return super().triggered(ability)
        return f"{name}: {self.text(ability.body, ability.modes)}"

    def ref(self, ref: Ref) -> str:
        return "your champion" if ref == CHAMPION else super().ref(ref)

    def possessive(self, ref: Ref) -> str:
        return "your champion's" if ref == CHAMPION else super().possessive(ref)

    def action(self, effect: Instruction) -> str | None:
        match effect:
            case GainLife(amount=amount, who=who):
                return self.says(who, "recover", self.digits(amount) + self.for_each(amount))
            case Draw(amount=amount, who=who, into="memory"):
                return self.says(who, "draw", f"{self.cards(amount)} into your memory")
            case CounterSpell(what=what):
                return f"negate {self.ref(what)}"
            case Mill(amount=amount, who=who):
                whose = "your" if who == YOU else "their"
                many = "card" if amount == 1 else f"{self.number(amount)} cards"
                return self.says(who, "put", f"the top {many} of {whose} deck into {whose} graveyard")
            case Token(name=name) if name.lower() in token_tables():
                rested = " rested" if effect.tapped else ""
                return self.says(effect.who, "summon", self.counted_tokens(effect, f"{name} ") + rested)
            case _:
                return None

    def change(self, effect: Modify | Grant) -> tuple[str, str]:
        numbers = (effect.power, effect.toughness, effect.level)
        counts = {replace(n, times=1) for n in numbers if isinstance(n, Count | Per)}
        if len(counts) > 1 or (counts and any(n and not isinstance(n, Count | Per) for n in numbers)):
            raise Unwritable(effect)
        words = [
            f"{signed(n.times if isinstance(n, Count | Per) else n)} {stat}"
            for n, stat in zip(numbers, ("POWER", "LIFE", "level"), strict=True)
            if n
        ]
        return listed(words, "and"), "".join(self.for_each(count) for count in counts)

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
