"""Magic's words about mana: what is added, how it may be spent and what comes of that (106.6)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

from lark import Token as Lexeme

from engine.abilities import (
    CHOSEN_MANA,
    COLORS_SPENT,
    MANA_SPENT,
    SELF,
    UNSPENT,
    Ability,
    Activated,
    AddMana,
    Among,
    Amount,
    Body,
    Compare,
    Cost,
    CostChange,
    CostPart,
    Count,
    Done,
    EventAmount,
    Filter,
    IfSpent,
    Instruction,
    Mana,
    ManaOf,
    Modes,
    Paid,
    Per,
    Ref,
    SpendOn,
    Static,
    Terms,
    UntilWord,
    Value,
    Variable,
    WaterbendMana,
)
from engine.abilities.mana import TURNS_UP, UNLOCKS_DOORS
from engine.cards.definitions import COLOR_OF
from engine.games.magic.mana_substitutes import WATERBEND
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.compiler.joined_sentences import effects_of
from engine.text.compiler.statics import what_is_played
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Choice, Clause, Sentences, has, put
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import COST_PARTS
from engine.text.renderer.writing import an, capital, is_worked_out, listed, number_word, symbols

COLORS: Final = ("W", "U", "B", "R", "G")
SYMBOL_OF: Final = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C"}
ONE_COLOR: Final = tuple((color,) for color in COLORS)
OF_THAT_COLOR: Final = AddMana((CHOSEN_MANA,))
BULLET: Final = "\N{BULLET}"
MOST_COMBINED: Final = 5
"""Units of any combination of colours that are listed as alternatives: 126 of them."""
CAST: Final = SpendOn("cast")
PricedMode: TypeAlias = tuple[Cost, Sentences]


@inline
class ManaCompiler(Compiler):
    """The phrases of text.lark that are about mana."""

    def tie_x(self, *words: Lexeme) -> tuple[Static, ...]:
        """The only mana that may be spent on {X} of the card's own cost (107.3)."""
        colors = [SYMBOL_OF[str(word.lower())] for word in words if word.type == "COLOR"]
        if "C" in colors:
            raise Reject
        return (CostChange("cast", "of color", 0, source=True, symbols=("/".join(colors),)),)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """A waterbend cost is read as one to activate an ability alone (701.67b)."""
        abilities = super().start(found)
        if any(has(each, WaterbendMana) and not isinstance(each, Activated) for each in abilities):
            raise Reject
        return abilities

    def waterbend_cost(self, _verb: Lexeme, mana: Mana) -> CostPart:
        if any("/" in symbol for symbol in mana.symbols):
            raise Reject
        return WaterbendMana(mana.symbols)

    def priced_mode(self, *parts: Lexeme | Mana | Sentences) -> PricedMode:
        (cost,) = (part for part in parts if isinstance(part, Mana))
        (body,) = (part for part in parts if isinstance(part, Sentences))
        return (cost,), body

    def spree(self, *modes: PricedMode) -> Choice:
        """One or more modes, with the cost of each that is chosen (702.172a)."""
        return self._priced(modes, len(modes))

    def tiered(self, *modes: PricedMode) -> Choice:
        """One mode, with its cost (702.183a)."""
        return self._priced(modes, 1)

    def _priced(self, modes: tuple[PricedMode, ...], most: int) -> Choice:
        costs = tuple(cost for cost, _ in modes)
        return Choice(tuple(body.effects for _, body in modes), 1, most, "you", costs=costs)

    def mana_choices(self, *choices: Mana) -> tuple[tuple[str, ...], ...]:
        return tuple(choice.symbols for choice in choices)

    def add_mana(self, verb: Lexeme, choices: tuple[tuple[str, ...], ...]) -> Clause:
        if any(symbol not in (*COLORS, "C") for choice in choices for symbol in choice):
            raise Reject
        return Clause((AddMana(choices, 1, SUBJECT),), is_third(verb))

    def mana_spent(self, to: Lexeme, ref: Ref) -> Amount:
        """The mana that was spent to cast something; none to copy it (707.10)."""
        if to.lower() != "to cast":
            raise Reject
        return Value(MANA_SPENT, ref)

    def so_much_spent(self, number: Amount, to: Lexeme, ref: Ref) -> Compare:
        return Compare(self.mana_spent(to, ref), ">=", number)

    def nothing_spent(self, to: Lexeme, ref: Ref) -> Compare:
        """601.2h: it was cast for nothing, or without paying its mana cost."""
        return Compare(self.mana_spent(to, ref), "=", 0)

    def colors_spent(self, to: Lexeme, ref: Ref) -> Amount:
        """106.3: the colors of the mana that was spent, not of what it was spent for."""
        return replace(self._value_spent(to, ref), field=COLORS_SPENT)

    def each_color_spent(self, to: Lexeme, ref: Ref) -> Amount:
        return Per(self.colors_spent(to, ref))

    def _value_spent(self, to: Lexeme, ref: Ref) -> Value:
        value = self.mana_spent(to, ref)
        assert isinstance(value, Value)
        return value

    def so_much_of_color_spent(self, number: Amount, color: Lexeme, to: Lexeme, ref: Ref) -> Compare:
        return self._of_symbol(SYMBOL_OF[color.lower()], number, to, ref)

    def symbols_spent(self, mana: Mana, to: Lexeme, ref: Ref) -> Compare:
        if len(set(mana.symbols)) != 1 or mana.symbols[0] not in SYMBOL_OF.values():
            raise Reject
        return self._of_symbol(mana.symbols[0], len(mana.symbols), to, ref)

    def _of_symbol(self, symbol: str, number: Amount, to: Lexeme, ref: Ref) -> Compare:
        return Compare(replace(self._value_spent(to, ref), field=f"{MANA_SPENT} {symbol}"), ">=", number)

    def add_amount(self, verb: Lexeme, mana: Mana, amount: Amount) -> Clause:
        made = self.add_mana(verb, (mana.symbols,))
        if len(mana.symbols) != 1 or isinstance(amount, int | Variable):
            raise Reject
        one = AddMana((mana.symbols,), 1, SUBJECT)
        return replace(made, effects=put(made.effects, one, replace(one, amount=amount)))

    def add_number(self, verb: Lexeme, *parts: object) -> Clause:
        """So many of one symbol, or of another."""
        numbers = [part for part in parts if not isinstance(part, Mana)]
        manas = [part.symbols for part in parts if isinstance(part, Mana)]
        number = numbers[0]
        made = self.add_mana(verb, tuple(manas))
        if any(other != number for other in numbers) or any(len(symbols) != 1 for symbols in manas):
            raise Reject
        if isinstance(number, int):
            return self.add_mana(verb, tuple(symbols * number for symbols in manas))
        assert isinstance(number, Variable)
        return replace(made, effects=(AddMana(tuple(manas), number, SUBJECT),))

    def add_that_much(self, verb: Lexeme, mana: Mana) -> Clause:
        if len(mana.symbols) != 1:
            raise Reject
        made = self.add_mana(verb, (mana.symbols,))
        return replace(made, effects=(AddMana((mana.symbols,), EventAmount(), SUBJECT),))

    def add_or_chosen(self, verb: Lexeme, choices: tuple[tuple[str, ...], ...], *_words: object) -> Clause:
        made = self.add_mana(verb, choices)
        return replace(made, effects=(AddMana((*choices, CHOSEN_MANA), 1, SUBJECT),))

    def add_chosen(self, verb: Lexeme, *parts: object) -> Clause:
        number = next(part for part in parts if not isinstance(part, Lexeme))
        return Clause((AddMana((CHOSEN_MANA,), number, SUBJECT),), is_third(verb))  # type: ignore[arg-type]  # an Amount

    def add_any(self, verb: Lexeme, made: AddMana) -> Clause:
        return Clause((replace(made, who=SUBJECT),), is_third(verb))

    def of_any_color(self, number: Amount, _currency: Lexeme) -> AddMana:
        if number != 1:
            raise Reject
        return AddMana(ONE_COLOR)

    def for_each(self, action: Clause, each: Count | Per | Paid) -> Clause:
        """So often one mana of any color: each may be of another (106.1b)."""
        return replace(action, effects=tuple(map(_apart, super().for_each(action, each).effects)))

    def for_each_first(self, each: Count | Per | Paid, clauses: Clause) -> tuple[Instruction, ...]:
        if isinstance(each, Per) and isinstance(each.of, Among) and effects_of(clauses) == (OF_THAT_COLOR,):
            if each != Per(Among("different", "color", each.of.what)):
                raise Reject
            return (replace(OF_THAT_COLOR, choices=(), of=ManaOf(Ref("each", what=each.of.what), every=True)),)
        return tuple(map(_apart, super().for_each_first(each, clauses)))

    def of_one_color(self, number: Amount, _currency: Lexeme) -> AddMana:
        return AddMana(ONE_COLOR, number)

    def of_combination(self, number: Amount, _currency: Lexeme) -> AddMana:
        return _combination(COLORS, number)

    def of_some_combination(self, number: Amount, _currency: Lexeme, *parts: object) -> AddMana:
        manas = [part.symbols for part in parts if isinstance(part, Mana)]
        if any(len(symbols) != 1 or symbols[0] not in (*COLORS, "C") for symbols in manas):
            raise Reject
        return _combination(tuple(symbols[0] for symbols in manas), number)

    def add_much_combined(self, verb: Lexeme, currency: Lexeme, *manas: Mana) -> Clause:
        return self.add_any(verb, self.of_some_combination(EventAmount(), currency, *manas))

    def of_produced(self, number: Amount, _currency: Lexeme, _permanent: Lexeme) -> AddMana:
        if number != 1:
            raise Reject
        return AddMana(())

    def with_terms(self, before: AddMana, terms: Terms) -> AddMana:
        """Add a sentence's terms to the mana that the one before adds; each thing is said once."""
        old = before.terms or Terms()
        if (old.only and terms.only) or (old.never and terms.never) or before.of == UNSPENT:
            raise Reject
        only, never = old.only or terms.only, old.never or terms.never
        lasts, of_combat = old.lasts or terms.lasts, old.of_combat or terms.of_combat
        return replace(before, terms=Terms(only, never, old.riders + terms.riders, lasts, of_combat))

    def mana_lasts(self, until: UntilWord) -> Terms:
        if until not in ("turn", "combat"):
            raise Reject
        return Terms(lasts=True, of_combat=until == "combat")

    def spending(self, *uses: SpendOn | tuple[SpendOn, ...]) -> tuple[SpendOn, ...]:
        return tuple(one for use in uses for one in (use if isinstance(use, tuple) else (use,)))

    def spent_on_either(self, action: Lexeme, one: Filter, other: Filter) -> tuple[SpendOn, ...]:
        """Two kinds of spells with one verb: "to cast Elf spells or spells with ..."."""
        if not one.tests:
            raise Reject  # one noun of two kinds
        return self.spent_on(action, one), self.spent_on(action, other)

    def spent_on(self, action: Lexeme, *rest: object) -> SpendOn:
        what = rest[-1]
        assert isinstance(what, Filter)
        word = "spell" if self.action(action) == "cast" else "ability"
        if what.of or not all(word in kind for kind in what.kinds):
            raise Reject
        return SpendOn(self.action(action), what_is_played(what))

    def spent_on_abilities(self, action: Lexeme, *rest: object) -> SpendOn:
        what = rest[-1]
        assert isinstance(what, Filter)
        stacked = any("spell" in kind or "ability" in kind for kind in what.kinds)
        if self.action(action) != "activate" or what.of or stacked:
            raise Reject
        return SpendOn("activate", what)

    def spent_on_abilities_of_sources(self, action: Lexeme, source: Ref) -> SpendOn:
        """The abilities of whatever has them, in whichever zone it is."""
        what = source.what
        if self.action(action) != "activate" or what is None or what.of:
            raise Reject
        return SpendOn("activate", replace(what, zone=""))

    def spent_on_doors(self, _verb: Lexeme) -> SpendOn:
        """116.2m: locked halves of Rooms are unlocked for mana."""
        return SpendOn(UNLOCKS_DOORS)

    def spent_on_turning(self, _verb: Lexeme, *words: object) -> SpendOn:
        """116.2b: a face-down permanent is turned face up for mana; whatever it is called, it is one and a creature."""
        what = words[-1]
        assert isinstance(what, Filter)
        if what not in (Filter((("permanent",),)), Filter((("creature",),))):
            raise Reject
        return SpendOn(TURNS_UP, what)

    def spend_only(self, uses: tuple[SpendOn, ...], rider: IfSpent | None = None) -> Terms:
        riders = tuple(replace(rider, on=use) for use in uses if use.action == "cast") if rider is not None else ()
        if rider is not None and not riders:
            raise Reject
        return Terms(only=uses, riders=riders)

    def spend_never(self, uses: tuple[SpendOn, ...]) -> Terms:
        return Terms(never=uses)

    def if_spent(self, _article: Lexeme, what: Filter, rider: IfSpent) -> Terms:
        if what.of or not all("spell" in kind for kind in what.kinds):
            raise Reject
        return Terms(riders=(replace(rider, on=SpendOn("cast", what_is_played(what))),))

    def rider_gains(self, _verb: Lexeme, gained: tuple[tuple[str, ...], object], until: UntilWord = "") -> IfSpent:
        words, abilities = gained
        if abilities or until not in ("", "turn"):
            raise Reject
        return IfSpent(CAST, words, until)

    def rider_cannot(self, _cant: Lexeme, word: Lexeme) -> IfSpent:
        return IfSpent(CAST, (f"can't {word.lower()}",))


def _apart(effect: Instruction) -> Instruction:
    """Mana of any color that is added for each of several things: the color is chosen each time."""
    if isinstance(effect, AddMana) and effect.choices == ONE_COLOR and not isinstance(effect.amount, int):
        return replace(effect, mixed=True)
    return effect


def _combination(symbols: tuple[str, ...], number: Amount) -> AddMana:
    """Units of any of these: written out if they are few."""
    if isinstance(number, int) and 1 < number <= MOST_COMBINED:
        return AddMana(tuple(combinations_with_replacement(symbols, number)))
    if isinstance(number, int):
        raise Reject
    return AddMana(tuple((symbol,) for symbol in symbols), number, mixed=True)


class ManaRenderer(Renderer):
    """Writes the phrases about mana."""

    def cost_change(self, change: CostChange) -> str:
        if change.operation != "of color":
            return super().cost_change(change)
        (colors,) = change.symbols
        return f"spend only {' and/or '.join(COLOR_OF[symbol] for symbol in colors.split('/'))} mana on X"

    def text(
        self,
        body: Body,
        modes: Modes | None = None,
        antecedent: Ref = SELF,
        noun: str = "",
        *,
        trailing_if: bool = False,
    ) -> str:
        if modes is None or not modes.costs:
            return super().text(body, modes, antecedent, noun, trailing_if=trailing_if)
        word, mark = ("spree", "+") if modes.most > 1 else ("tiered", BULLET)
        return word + "".join(
            f"\n{mark} {self.cost(cost)} — {capital(super(ManaRenderer, self).text(option, None, antecedent, noun))}"
            for option, cost in zip(modes.options, modes.costs, strict=True)
        )

    @COST_PARTS.writer(WaterbendMana)
    def waterbend_cost(self, part: WaterbendMana) -> str:
        return f"{WATERBEND} {symbols(part.symbols)}"

    def value_of(self, amount: Value) -> str:
        if amount.field == MANA_SPENT:
            return f"the amount of mana spent to cast {self.ref(amount.of)}"
        if amount.field == COLORS_SPENT:
            return f"the number of colors of mana spent to cast {self.ref(amount.of)}"
        return super().value_of(amount)

    def _one_of(self, of: Amount) -> str:
        if isinstance(of, Value) and of.field == COLORS_SPENT:
            return f"color of mana spent to cast {self.ref(of.of)}"
        return super()._one_of(of)

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value.field == MANA_SPENT and condition.op == ">=" and isinstance(condition.right, int):
            return f"{number_word(condition.right)} or more mana was spent to cast {self.ref(value.of)}"
        if value.field == MANA_SPENT and condition.op == "=" and condition.right == 0:
            return f"no mana was spent to cast {self.ref(value.of)}"
        if value.field.startswith(f"{MANA_SPENT} ") and condition.op == ">=" and isinstance(condition.right, int):
            symbol, number = value.field[-1], condition.right
            if "fully" in self.wording or number > 2:
                color = next(color for color, its in SYMBOL_OF.items() if its == symbol)
                return f"{number_word(number)} or more {color} mana was spent to cast {self.ref(value.of)}"
            return f"{f'{{{symbol}}}' * number} was spent to cast {self.ref(value.of)}"
        return super().value_condition(value, condition)

    def mana_added(self, choices: tuple[tuple[str, ...], ...], amount: Amount) -> str:
        if not choices:
            return "one mana of any type that permanent produced"
        if choices == ONE_COLOR:
            number = "X" if isinstance(amount, Count) else self.number(amount)
            return f"{number} mana of any {'color' if amount == 1 else 'one color'}"
        size = len(choices[0])
        if choices == (CHOSEN_MANA,):
            if is_worked_out(amount):
                return f"an amount of mana of the chosen color equal to {self.value(amount)}"
            return f"{self.number(amount)} mana of the chosen color{self.for_each(amount)}"
        if isinstance(amount, Variable) or (is_worked_out(amount) and len(choices) > 1):
            return " or ".join(f"X {symbols(choice)}" for choice in choices)
        is_counted = isinstance(amount, Count) and "fully" in self.wording
        if (is_worked_out(amount) or is_counted) and choices == (choices[0],) and size == 1:
            return f"an amount of {symbols(choices[0])} equal to {self.value(amount)}"
        if isinstance(amount, EventAmount) and choices == (choices[0],) and size == 1:
            return f"that much {symbols(choices[0])}"
        if isinstance(amount, Done) and amount.times == 1 and len(choices) == 1:
            return f"{symbols(choices[0])} for each {self.done()} this way"
        own = tuple(dict.fromkeys(symbol for choice in choices for symbol in choice))
        if size == len(own) == 2 and choices == tuple(combinations_with_replacement(own, size)) and amount == 1:
            return listed([*map(symbols, choices)], "or")
        if size > 1 and choices == tuple(combinations_with_replacement(own, size)) and len(own) > 1:
            return f"{self.number(size)} mana in any combination of {_combined(own)}" + self.for_each(amount)
        if CHOSEN_MANA in choices:
            return " or ".join(map(symbols, choices[:-1])) + " or one mana of the chosen color"
        return listed([*map(symbols, choices)], "or") + self.for_each(amount)

    def says_amount(self, effect: Instruction) -> bool:
        is_apart = isinstance(effect, AddMana) and effect.mixed and effect.choices == ONE_COLOR
        return (is_apart and "fully" in self.wording) or super().says_amount(effect)

    def mana_mixed(self, choices: tuple[tuple[str, ...], ...], amount: Amount) -> str:
        is_apart = isinstance(amount, Per) or "fully" in self.wording
        if is_apart and (each := self.for_each(amount)) and choices == ONE_COLOR:
            return f"one mana of any color{each}"
        much = "that much" if isinstance(amount, EventAmount) else "X"
        return f"{much} mana in any combination of {_combined(tuple(symbol for (symbol,) in choices))}"

    def mana_terms(self, terms: Terms) -> str:
        """The terms of mana, as sentences."""
        text = f" Spend this mana only {self.spending(terms.only)}." if terms.only else ""
        if "gathered" in self.wording and len(terms.riders) == 1 and terms.only == (terms.riders[0].on,):
            gains = self.if_spent(terms.riders[0]).partition(", ")[2]
            cast = an(self.played_thing(terms.only[0].what, terms.only[0].action))
            return f" Spend this mana only to {terms.only[0].action} {cast}, and {gains}"
        if terms.never:
            text += f" This mana can't be spent {self.spending(terms.never)}."
        text += "".join(map(self.if_spent, terms.riders))
        end = "combat" if terms.of_combat else "turn"
        lasts = f" Until end of {end}, you don't lose this mana as steps and phases end."
        return text + lasts if terms.lasts else text

    def spending(self, uses: tuple[SpendOn, ...]) -> str:
        parts = [self.spent_on(use) for use in uses]
        first = uses[0].what
        if "gathered" not in self.wording and len(uses) == 2 and first is not None and first.tests:
            parts[1] = parts[1].removeprefix("cast ")
        last = " and " if "gathered" in self.wording else " or "
        return "to " + (", ".join(parts[:-1]) + last if len(parts) > 1 else "") + parts[-1]

    def spent_on(self, use: SpendOn) -> str:
        if use.action == UNLOCKS_DOORS:
            return "unlock doors"
        if use.action == TURNS_UP and use.what is not None:
            turned = an(self.noun(use.what)) if "fully" in self.wording else self.noun(use.what, plural=True)
            return f"turn {turned} face up"
        if use.action == "activate" and use.what is not None and not use.what.zone:
            return f"activate abilities of {self.noun(use.what)} sources"
        if use.action == "activate" and use.what is not None and use.what.zone != "stack":
            return f"activate abilities of {self.noun(use.what, plural=True)}"
        return f"{use.action} {self.played_thing(use.what, use.action, plural=True)}"

    def if_spent(self, rider: IfSpent) -> str:
        """The gain of a spell, and what it then can't do or cannot suffer."""
        on = an(self.played_thing(rider.on.what, rider.on.action))
        if rider.gains[0].startswith("can't "):
            return f" If that mana is spent on {on}, that spell {rider.gains[0]}."
        until = " until end of turn" if rider.until else ""
        return f" If that mana is spent on {on}, it gains {' and '.join(rider.gains)}{until}."


def _combined(own: tuple[str, ...]) -> str:
    """The colors of a combination, in words."""
    if own == COLORS:
        return "colors"
    return ", ".join(symbols((symbol,)) for symbol in own[:-1]) + f" and/or {symbols(own[-1:])}"
