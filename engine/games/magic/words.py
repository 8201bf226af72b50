"""Magic's words: which are types, what "any target" means, and the phrases that only Magic has."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme
from lark import v_args

from engine.abilities import (
    SELF,
    YOU,
    Ability,
    Activated,
    AddMana,
    Amount,
    Body,
    Compare,
    CopySpell,
    Cost,
    CostPart,
    Count,
    CounterSpell,
    DiscardSelf,
    Draw,
    Instruction,
    Limit,
    Mana,
    PutCountersCost,
    Ref,
    RemoveCounters,
    Value,
    Variable,
)
from engine.games.magic.subtypes import IRREGULAR, SAME, SUBTYPES
from engine.text.compiler import Compiler, is_third
from engine.text.phrases import SUBJECT, Choice, Clause, Sentences
from engine.text.reading import Reject
from engine.text.renderer import Renderer, symbols
from engine.text.words import Vocabulary

MINUS: Final = "\N{MINUS SIGN}"
COLORS: Final = ("W", "U", "B", "R", "G")
VOCABULARY: Final = Vocabulary(
    types=("artifact", "creature", "enchantment", "land", "planeswalker", "instant", "sorcery", "battle"),
    supertypes=("basic", "legendary", "snow", "activated", "triggered"),
    colors=("white", "blue", "black", "red", "green", "colorless", "multicolored"),
    generic=("card", "permanent", "spell", "ability", "player", "opponent", "token"),
    anything=(("creature",), ("player",), ("planeswalker",)),
    implied={
        "artifact": ("permanent",),
        "creature": ("permanent",),
        "enchantment": ("permanent",),
        "land": ("permanent",),
        "planeswalker": ("permanent",),
        "battle": ("permanent",),
    },
    states=("tapped", "untapped", "attacking", "blocking", "attacking or blocking"),
    terms={
        "exile": "exile",
        "tap": "tap",
        "untap": "untap",
        "untapped": "untapped",
        "play": "cast",
        "tap symbol": "{T}",
        "untap symbol": "{Q}",
    },
    irregular=IRREGULAR,
    same=SAME,
    subtypes=SUBTYPES,
)


@v_args(inline=True)
class MagicCompiler(Compiler):
    """The phrases of text.lark."""

    def mana_choices(self, *choices: Mana) -> tuple[tuple[str, ...], ...]:
        return tuple(choice.symbols for choice in choices)

    def add_mana(self, verb: Lexeme, choices: tuple[tuple[str, ...], ...]) -> Clause:
        if any(symbol not in (*COLORS, "C") for choice in choices for symbol in choice):
            raise Reject
        return Clause((AddMana(choices, 1, SUBJECT),), is_third(verb))

    def add_any(self, verb: Lexeme, made: AddMana) -> Clause:
        return Clause((replace(made, who=SUBJECT),), is_third(verb))

    def of_any_color(self, number: Amount, _currency: Lexeme) -> AddMana:
        return AddMana(tuple((color,) for color in COLORS), number)

    def of_one_color(self, number: Amount, _currency: Lexeme) -> AddMana:
        if not isinstance(number, int):
            raise Reject
        return AddMana(tuple((color,) * number for color in COLORS))

    def counter_spell(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return Clause(tuple(CounterSpell(ref) for ref in refs), is_third(verb))

    def copy(self, verb: Lexeme, ref: Ref) -> Clause:
        return Clause((CopySpell(ref),), is_third(verb))

    def retarget(self) -> tuple[Instruction, ...]:
        return RETARGET

    def body(self, *sentences: tuple[Instruction, ...]) -> Sentences:
        """Sentences in order; leave to choose new targets belongs to the copy before it."""
        effects: tuple[Instruction, ...] = ()
        for sentence in sentences:
            last = effects[-1] if effects else None
            if sentence is not RETARGET:
                effects = self.joined(effects, sentence)
            elif isinstance(last, CopySpell):
                effects = (*effects[:-1], replace(last, retarget=True))
            else:
                raise Reject
        return Sentences(effects)

    def pay_energy(self, _pay: Lexeme, *symbols: Lexeme) -> CostPart:
        return RemoveCounters("energy", len(symbols), YOU)

    def pay_some_energy(self, _pay: Lexeme, number: Amount, _symbol: Lexeme) -> CostPart:
        return RemoveCounters("energy", number, YOU)

    def loyalty(self, symbol: Lexeme) -> CostPart:
        number = symbol.strip("[]")
        count: Amount = Variable() if number.endswith("X") else abs(int(number.replace(MINUS, "-")))
        if number[0] in ("-", MINUS):
            return RemoveCounters("loyalty", count)
        return PutCountersCost("loyalty", count)

    def activated(self, cost: Cost, text: Sentences | Choice, *limits: tuple[Limit, ...]) -> Activated:
        """An ability with a loyalty cost is a loyalty ability (606.2)."""
        if any(isinstance(part, RemoveCounters | PutCountersCost) and part.name == "loyalty" for part in cost):
            limits = ((Limit("loyalty"),), *limits)
        return super().activated(cost, text, *limits)

    def with_name(self, name: str, ability: Activated) -> Activated:
        return replace(ability, keyword=name, limits=(*ability.limits, *NAMED_LIMITS[name]))

    def cycling(self, cost: Cost) -> Ability:
        return Activated((*cost, DiscardSelf()), Body((Draw(1),)), zone="hand", keyword="cycling")


class MagicRenderer(Renderer):
    """The same phrases, written."""

    def action(self, effect: Instruction) -> str | None:
        match effect:
            case AddMana(choices=choices, who=who):
                return self.says(who, "add", self.mana_added(choices, effect.amount))
            case CounterSpell(what=what):
                return f"counter {self.ref(what)}"
            case CopySpell(what=what):
                return f"copy {self.ref(what)}"
            case _:
                return None

    def after(self, effect: Instruction) -> str:
        return " You may choose new targets for the copy." if isinstance(effect, CopySpell) and effect.retarget else ""

    def mana_added(self, choices: tuple[tuple[str, ...], ...], amount: Amount) -> str:
        if choices == tuple((color,) for color in COLORS) and not isinstance(amount, Count):
            return f"{self.number(amount)} mana of any color"
        if len(choices) == len(COLORS) and choices == tuple((c,) * len(choices[0]) for c in COLORS):
            return f"{self.number(len(choices[0]))} mana of any one color" + self.for_each(amount)
        return " or ".join(map(symbols, choices)) + self.for_each(amount)

    def keyword_ability(self, ability: Activated) -> str | None:
        if ability.keyword == "cycling":
            return "Cycling " + self.cost(ability.cost[:-1])
        own = NAMED_LIMITS.get(ability.keyword)
        if own is None:
            return None
        limits = tuple(limit for limit in ability.limits if limit not in own)
        return f"{ability.keyword.title()} — {self.activated(replace(ability, keyword='', limits=limits))}"

    def activated(self, ability: Activated) -> str:
        """A loyalty cost says its own limit."""
        return super().activated(replace(ability, limits=tuple(x for x in ability.limits if x.kind != "loyalty")))

    def cost_part(self, part: CostPart) -> str:
        match part:
            case PutCountersCost(name="loyalty", count=count, what=None):
                return f"[+{self.digits(count)}]" if count else "[0]"
            case RemoveCounters(name="energy", count=count, from_=from_) if from_ == YOU:
                return f"pay {'{E}' * count}" if isinstance(count, int) else "pay X {E}"
            case RemoveCounters(name="loyalty", count=count, from_=from_) if from_ == SELF:
                return f"[{MINUS}{self.digits(count)}]"
            case _:
                return super().cost_part(part)


NAMED_LIMITS: Final = {
    "boast": (Limit("condition", condition=Compare(Value("attacked this turn", SELF), "=", 1)), Limit("once")),
    "exhaust": (Limit("ever"),),
}
"""What the name before an activated ability says about when it may be activated (702.142a, 702.177a)."""
RETARGET: Final[tuple[Instruction, ...]] = (CopySpell(YOU, retarget=True),)
COMPILER: Final = MagicCompiler
RENDERER: Final = MagicRenderer
