"""Modifications for a time or for ever: one method for each alternative of ``grammar/modifications.lark``."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    Ability,
    AddMana,
    Amount,
    Count,
    Damage,
    Discard,
    Done,
    Draw,
    Edict,
    GainLife,
    Gather,
    Instruction,
    Keyword,
    LoseLife,
    Math,
    Mill,
    Modify,
    Move,
    Paid,
    Per,
    PutCounters,
    Ref,
    Scry,
    Test,
    Token,
    UntilWord,
    Variable,
    WordFamily,
)
from engine.text.compiler.costs import Costs
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import ALL_ABILITIES, ALL_OTHERS, SUBJECT, Being, as_being, plainly

CHOSEN_COLOR: Final = "chosen color"
CHOSEN_TYPE: Final = "chosen type"
YOUR_COLOR: Final = "color of your choice"
YOUR_WORDS: Final[dict[str, tuple[WordFamily, str]]] = {
    YOUR_COLOR: ("color", CHOSEN_COLOR),
    "creature type of your choice": ("creature type", CHOSEN_TYPE),
    "basic land type of your choice": ("basic land type", CHOSEN_TYPE),
}
"""Words still to be chosen: their family, and what stands for the chosen one."""
EVERY_CREATURE_TYPE: Final = "every creature type"


@inline
class Modifications(Costs):
    """Compiles modifications for a time or for ever."""

    def modifications(self, *parts: Modify) -> Modify:
        """Several modifications as one."""
        parts = _without_gained(parts)
        whole = parts[0] if all(isinstance(part, Being) for part in parts) else plainly(parts[0])
        for part in parts[1:]:
            whole = replace(
                whole,
                power=_either(whole.power, part.power),
                toughness=_either(whole.toughness, part.toughness),
                level=_either(whole.level, part.level),
                gains=whole.gains + part.gains,
                loses=whole.loses + part.loses,
                abilities=whole.abilities + part.abilities,
                becomes=whole.becomes + part.becomes,
                base=part.base if whole.base is None else whole.base,
                keeps=whole.keeps or part.keeps,
                keeps_colors=whole.keeps_colors or part.keeps_colors,
            )
        return whole

    def get(self, _verb: Lexeme, change: Lexeme) -> Modify:
        power, toughness = _change(change)
        return Modify(SUBJECT, power, toughness, until="")

    def get_for_each(self, _verb: Lexeme, change: Lexeme, each: Count | Per) -> Modify:
        power, toughness = _change(change)
        whole = times_each(Modify(SUBJECT, power, toughness, until=""), each)
        assert isinstance(whole, Modify)
        return whole

    def gain(self, verb: Lexeme, abilities: tuple[tuple[str, ...], tuple[Ability, ...]]) -> Modify:
        gained = Modify(SUBJECT, gains=abilities[0], until="", abilities=abilities[1])
        return as_being(gained) if verb.lower() in ("has", "have") else gained

    def has_none(self, verb: Lexeme) -> Modify:
        return as_being(self.lose_all(verb))

    def lose(self, _verb: Lexeme, *keywords: Lexeme) -> Modify:
        return Modify(SUBJECT, loses=tuple(keyword.lower() for keyword in keywords), until="")

    def lose_all(self, _verb: Lexeme) -> Modify:
        return Modify(SUBJECT, loses=(ALL_ABILITIES,), until="")

    def lose_all_others(self, _verb: Lexeme) -> Modify:
        return Modify(SUBJECT, loses=(ALL_OTHERS,), until="")

    def become(self, _verb: Lexeme, _article: Lexeme, *parts: object) -> Modify:
        base = next((base_of(p) for p in parts if isinstance(p, Lexeme) and p.type == "PAIR"), None)
        words = tuple(
            str(p.lower()) for p in parts if isinstance(p, str) and (not isinstance(p, Lexeme) or p.type == "SUPERTYPE")
        )
        if any(isinstance(p, Test) for p in parts):
            raise Reject
        whole = Modify(SUBJECT, until="", becomes=words, base=base)
        whole = self.modifications(whole, *(p for p in parts if isinstance(p, Modify)))
        if whole.keeps_colors and self.vocabulary.colors.isdisjoint(words):
            raise Reject  # it gets none besides
        return whole

    def become_many(self, verb: Lexeme, *parts: object) -> Modify:
        return self.become(verb, verb, *parts)

    def be(self, _verb: Lexeme, *parts: object) -> Modify:
        return as_being(self.be_so(*parts))

    def be_so(self, *parts: object) -> Modify:
        word = Lexeme("BE", "is")
        return self.become(word, word, *(p for p in parts if not (isinstance(p, Lexeme) and p.type == "ARTICLE")))

    def be_every(self, _verb: Lexeme, every: Lexeme, *beings: Modify) -> Modify:
        return self.modifications(Modify(SUBJECT, until="", becomes=(str(every.lower()),)), *beings)

    def be_not(self, _article: Lexeme, *parts: object) -> Modify:
        return Modify(SUBJECT, until="", becomes=tuple(f"!{part}" for part in parts), keeps=True)

    def cant_have(self, _cant: Lexeme, *words: Lexeme) -> Modify:
        return Modify(SUBJECT, until="", gains=(f"can't have {words[-1].lower()}",))

    def being_with(self, abilities: tuple[tuple[str, ...], tuple[Ability, ...]]) -> Modify:
        return Modify(SUBJECT, gains=abilities[0], until="", abilities=abilities[1])

    def being_with_every(self, abilities: tuple[tuple[str, ...], tuple[Ability, ...]]) -> Modify:
        return replace(self.being_with(abilities), becomes=(EVERY_CREATURE_TYPE,))

    def being_of(self, base: tuple[Amount, Amount]) -> Modify:
        return Modify(SUBJECT, until="", base=base)

    def being_of_with(
        self, base: tuple[Amount, Amount], abilities: tuple[tuple[str, ...], tuple[Ability, ...]]
    ) -> Modify:
        return replace(self.being_with(abilities), base=base)

    def being_also(self) -> Modify:
        return Modify(SUBJECT, until="", keeps=True)

    def being_colored_also(self) -> Modify:
        return Modify(SUBJECT, until="", keeps_colors=True)

    def being_all_also(self) -> Modify:
        return Modify(SUBJECT, until="", keeps=True, keeps_colors=True)

    def being_still(self, *_words: Lexeme) -> Modify:
        return Modify(SUBJECT, until="", keeps=True)

    def has_base(self, _verb: Lexeme, base: tuple[Amount | None, Amount | None]) -> Modify:
        return Modify(SUBJECT, until="", base=base)

    def base_pair(self, pair: Lexeme) -> tuple[Amount, Amount]:
        return base_of(pair)

    def base_power(self, number: Amount) -> tuple[Amount | None, Amount | None]:
        return number, None

    def base_toughness(self, number: Amount) -> tuple[Amount | None, Amount | None]:
        return None, number

    def base_square(self, value: Amount) -> tuple[Amount, Amount]:
        return value, value

    def become_color(self, _verb: Lexeme, color: str, also: Modify | None = None) -> Modify:
        whole = Modify(SUBJECT, until="", becomes=(color,))
        if also is None:
            return whole
        if also != self.being_colored_also():
            raise Reject
        return replace(whole, keeps_colors=True)

    def one_color(self, word: Lexeme) -> str:
        return str(word.lower())

    def chosen_color(self) -> str:
        return CHOSEN_COLOR

    def color_of_choice(self) -> str:
        return YOUR_COLOR

    def become_type(self, _verb: Lexeme, word: str, *beings: Modify) -> Modify:
        return self.modifications(Modify(SUBJECT, until="", becomes=(word,)), *beings)

    def be_chosen(self, verb: Lexeme, word: str, *beings: Modify) -> Modify:
        return self.become_color(verb, word, *beings) if word == CHOSEN_COLOR else self.become_type(verb, word, *beings)

    def creature_type_of_choice(self) -> str:
        return "creature type of your choice"

    def land_type_of_choice(self) -> str:
        return "basic land type of your choice"

    def chosen_type(self) -> str:
        return CHOSEN_TYPE

    def abilities(
        self, *parts: tuple[tuple[str, ...], tuple[Ability, ...]]
    ) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
        return tuple(w for words, _ in parts for w in words), tuple(a for _, group in parts for a in group)

    def granted_keyword(self, keyword: Ability | tuple[Ability, ...]) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
        """A keyword that is only a name is given by name, any other as an ability."""
        if isinstance(keyword, Keyword) and keyword == Keyword(keyword.name):
            return (keyword.name,), ()
        return (), keyword if isinstance(keyword, tuple) else (keyword,)

    def granted_ability(self, text: Lexeme) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
        return (), self.quoted(text)

    def gain_every_type(self, _verb: Lexeme) -> Modify:
        return Modify(SUBJECT, until="", becomes=(EVERY_CREATURE_TYPE,), keeps=True)

    def being_every_type(self) -> Modify:
        return Modify(SUBJECT, until="", becomes=(EVERY_CREATURE_TYPE,))

    def until_end_of_combat(self) -> UntilWord:
        return "combat"

    def until_end_of_turn(self) -> UntilWord:
        return "turn"

    def until_next_turn_ends(self) -> UntilWord:
        return "next turn"

    def until_your_upkeep(self) -> UntilWord:
        return "your upkeep"

    def until_your_end_step(self) -> UntilWord:
        return "your end step"

    def until_your_turn(self) -> UntilWord:
        return "your turn"

    def while_controlled(self, _self: Ref) -> UntilWord:
        return "controlled"

    def while_there(self, _self: Ref) -> UntilWord:
        return "there"

    def while_tapped(self, _self: Ref) -> UntilWord:
        return "tapped"

    def while_controlled_tapped(self, _self: Ref, _again: Ref) -> UntilWord:
        return "controlled tapped"


def _without_gained(parts: tuple[Modify, ...]) -> tuple[Modify, ...]:
    """The modifications, of which what is gained is not lost.

    Raises:
        Reject: all abilities are said to be lost after some are gained, or all others where none is.
    """
    found: list[Modify] = []
    gained = False
    for part in parts:
        gains = bool(part.abilities) or any(not word.startswith("can't ") for word in part.gains)
        others = any(ALL_OTHERS in before.loses for before in parts[: len(found)])
        if (gained and ALL_ABILITIES in part.loses) or (ALL_OTHERS in part.loses and not gained) or (gains and others):
            raise Reject
        gained = gained or gains
        found.append(replace(part, loses=(ALL_ABILITIES,)) if ALL_OTHERS in part.loses else part)
    return tuple(found)


def is_of_your_color(ability: Ability) -> bool:
    """Whether a keyword's quality is a colour still to be chosen."""
    return isinstance(ability, Keyword) and ability.what is not None and ability.what.kinds == ((YOUR_COLOR,),)


def number_of_change(text: str) -> Amount:
    """A number with its sign."""
    if text == "-X":
        return Math("*", -1, Variable())
    return Variable() if text.lstrip("+") == "X" else int(text)


def _change(change: Lexeme) -> tuple[Amount, Amount]:
    """A phrase: "+2/-1" as two numbers."""
    power, toughness = change.split("/")
    return number_of_change(power), number_of_change(toughness)


def base_of(pair: Lexeme) -> tuple[Amount, Amount]:
    """Power and toughness that may be X."""
    power, toughness = pair.split("/")
    return number_of_change(power), number_of_change(toughness)


def _either(one: Amount, other: Amount) -> Amount:
    if one and other:
        raise Reject
    return one or other


def times_each(effect: Instruction, each: Count | Done | Paid | Per) -> Instruction:
    """``effect`` for each that fits, for each of what was done, or each time a cost was paid."""

    def times(amount: Amount | None) -> Amount:
        if not isinstance(amount, int):
            raise Reject
        return replace(each, times=amount) if amount else 0

    match effect:
        case Modify(power=0, toughness=0, level=0, stats=()):
            raise Reject  # a keyword is had no more often than once
        case Modify():
            power, toughness, level = times(effect.power), times(effect.toughness), times(effect.level)
            return replace(effect, power=power, toughness=toughness, level=level)
        case Token() | Edict():
            return replace(effect, count=times(effect.count))
        case Damage() | Draw() | Discard() | GainLife() | LoseLife() | AddMana() | PutCounters() | Mill() | Scry():
            return replace(effect, amount=times(effect.amount))
        case Gather():
            return replace(effect, times=times(effect.times))
        case Move(what=Ref(kind="random", count=count)):
            return replace(effect, what=replace(effect.what, count=times(count)))
        case _:
            raise Reject


def is_of_chosen_color(ability: Ability) -> bool:
    """Whether a keyword's quality is a colour that is or was chosen."""
    kinds = ability.what.kinds if isinstance(ability, Keyword) and ability.what is not None else ()
    return kinds in (((CHOSEN_COLOR,),), ((YOUR_COLOR,),))
