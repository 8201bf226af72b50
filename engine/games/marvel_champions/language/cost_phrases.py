"""Texts about costs: the resources spent, damage as a cost, and whose things may pay."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Ability,
    AddedCost,
    AddMana,
    Amount,
    Compare,
    Cost,
    CostChange,
    CostPart,
    Count,
    DamageCost,
    DiscardCost,
    EitherCost,
    Filter,
    FormCost,
    LibraryCost,
    Math,
    MoreResources,
    MoveCost,
    MoveSelf,
    Paid,
    Per,
    PrintedCost,
    PutCountersCost,
    Ref,
    Resources,
    Sacrifice,
    SpendOn,
    Static,
    TapOther,
    Terms,
    Test,
    Truth,
    Variable,
)
from engine.games.marvel_champions.language.shared_words import ICONS, SYMBOL_OF, TOP_DISCARD
from engine.games.marvel_champions.language.timing_phrases import TimingCompiler, TimingRenderer
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.registry import ABILITIES, ACTIONS, CONDITIONS, COST_PARTS
from engine.text.renderer.writing import Unwritable, an

PAID_TYPES: Final = tuple(Truth(Compare(Paid(name), ">=", 1)) for name in SYMBOL_OF)
DIFFERENT_TYPES: Final = Math("+", Math("+", *PAID_TYPES[:2]), Math("+", *PAID_TYPES[2:]))
"""The number of types of the resources that paid."""
X: Final = Variable()
THREAT: Final = "threat"
ALIKE: Final = ("energy", "mental", "physical")
"""The types of which resources are that are of the same type."""
DISCARD_PILE: Final = "discard pile"
MAIN_SCHEME: Final = Filter((("main", "scheme"),))


@inline
class CostCompiler(TimingCompiler):
    """The phrases of text.lark about costs."""

    # --- costs ---

    def cost(self, *parts: CostPart | Cost) -> Cost:
        """Of numbers that are left to the payer a cost has one, however often it says X."""
        cost = super().cost(*parts)
        numbers = [number for part in cost for number in numbers_of(part)]
        if len(numbers) > 1 and any(number != X for number in numbers):
            raise Reject
        return cost

    def either_cost(self, *options: CostPart | Cost) -> CostPart:
        either = super().either_cost(*options)
        if numbers_of(either):
            raise Reject  # no number is chosen for what may not be paid at all
        return either

    # --- resources ---

    def resource_word(self, word: Lexeme) -> str:
        return str(word.lower())

    def resource_symbol(self, symbol: Lexeme) -> str:
        return ICONS[symbol]

    def spend(self, _verb: Lexeme, count: Amount, resource: str, _word: Lexeme | None = None) -> CostPart:
        return Resources((resource,), count)

    def spend_symbols(self, _verb: Lexeme, *words: Lexeme) -> CostPart:
        symbols = [word for word in words if word in ICONS]
        if len(symbols) > 1 and len(set(symbols)) == 1:
            return Resources((ICONS[symbols[0]],), len(symbols))
        return Resources(tuple(ICONS[symbol] for symbol in symbols))

    def spend_either(self, _verb: Lexeme, *words: Lexeme) -> CostPart:
        symbols = [word for word in words if word in ICONS]
        return EitherCost(tuple((Resources((ICONS[symbol],)),) for symbol in symbols))

    def spend_alike(self, _verb: Lexeme, count: Amount, _word: Lexeme) -> CostPart:
        """So many of one type, whichever it is; a wild resource is of each (Wild)."""
        if not isinstance(count, int) or count < 2:
            raise Reject
        return EitherCost(tuple((Resources((name,), count),) for name in ALIKE))

    def spend_any(self, _verb: Lexeme, count: Amount, _word: Lexeme) -> CostPart:
        return Resources(("any",), count)

    def any_amount(self) -> Amount:
        return Variable("any number")

    def up_to_amount(self, most: Amount) -> Amount:
        if not isinstance(most, int):
            raise Reject
        return Variable("any number", most)

    def generate(self, verb: Lexeme, *words: Lexeme) -> Clause:
        return self._generated(verb, (tuple(ICONS[word] for word in words if word in ICONS),), None)

    def generate_one_of(self, verb: Lexeme, *symbols: Lexeme) -> Clause:
        return self._generated(verb, tuple((ICONS[symbol],) for symbol in symbols), None)

    def generate_for(self, verb: Lexeme, *parts: Lexeme | Filter) -> Clause:
        what = parts[-1]
        assert isinstance(what, Filter)
        symbols = tuple(str(part) for part in parts[:-1] if str(part) in ICONS)
        terms = Terms(only=(SpendOn("", payee_of(what)),))
        return self._generated(verb, (tuple(ICONS[symbol] for symbol in symbols),), terms)

    def generate_top(self, verb: Lexeme, _card: Lexeme) -> Clause:
        return self._generated(verb, TOP_DISCARD, None)

    def _generated(self, verb: Lexeme, choices: tuple[tuple[str, ...], ...], terms: Terms | None) -> Clause:
        return Clause((AddMana(choices, 1, SUBJECT, terms),), is_third(verb))

    def mana(self, *_symbols: Lexeme) -> CostPart:
        raise Reject  # icons are spent or generated, never a cost by themselves

    def doubles_icons(self, _card: Lexeme, _generates: Lexeme, _article: Lexeme, what: Filter) -> MoreResources:
        return MoreResources(payee_of(what))

    def paid_with_types(self, *words: Lexeme | Amount) -> Compare:
        number = next(word for word in words if not isinstance(word, Lexeme))
        if not isinstance(number, int):
            raise Reject
        return Compare(DIFFERENT_TYPES, ">=", number)

    def paid_with(self, *words: Lexeme | str) -> Compare:
        name = next(str(word) for word in words if str(word) in SYMBOL_OF)
        return Compare(Paid(name), ">=", 1)

    def paid_with_only(self, *words: Lexeme) -> Compare:
        """Some resources paid, each of this type; what a wild one counts as its player says (Wild)."""
        name = next(ICONS[str(word)] for word in words if str(word) in ICONS)
        if name not in ALIKE:
            raise Reject
        return only_with(name)

    # --- what costs more ---

    def changed(self, what: Filter) -> CostChange:
        every = what.kinds == (("card",),) and not what.tests
        plain = replace(what, of="", zone="hand")
        return CostChange("play", "more", 0, None if every else plain, who=what.of, resource="resource")

    def priced_self(self) -> CostChange:
        return CostChange("play", "more", 0, source=True, resource="resource")

    def reduce_own_cost(
        self, action: Lexeme, _self: Ref, number: Amount, each: Count | Per | None = None
    ) -> tuple[Static, ...]:
        return self._reduced((self.priced_self(),), action, number, each)

    def static_if(self, statics: tuple[Static, ...], condition: Compare) -> tuple[Ability, ...]:
        if all(isinstance(static, CostChange) and static.source for static in statics):
            return self.static_while(statics, condition)
        return super().static_if(statics, condition)

    def reduce_costs(self, action: Lexeme, what: Filter, number: Amount) -> tuple[Static, ...]:
        return self._reduced((self.changed(what),), action, number)

    def _reduced(
        self, changes: tuple[CostChange, ...], action: Lexeme, number: Amount, each: Count | Per | None = None
    ) -> tuple[Static, ...]:
        return self.cost_change(changes, action, ("less", number, (), self.action(action)), each)

    def added_to_play(self, _action: Lexeme, _article: Lexeme, what: Filter, cost: Cost) -> AddedCost:
        if any(map(numbers_of, cost)):
            raise Reject  # whose numbers these were nobody could say
        return AddedCost("play", replace(what, zone="hand", of=""), cost, what.of)

    def added_to_use(self, _article: Lexeme, what: Filter, cost: Cost) -> AddedCost:
        if any(numbers_of(part) or isinstance(part, EitherCost) for part in cost):
            raise Reject
        return AddedCost("use", replace(what, of=""), cost, what.of)

    # --- whose ---

    def friendly(self, what: Filter) -> Filter:
        """The noun with any friendly controller (Cost: friendly)."""
        if what.of or what.zone != "battlefield":
            raise Reject
        return replace(what, of="friendly")

    def tap_other(self, _tap: Lexeme, portion: tuple[Amount, Filter]) -> CostPart:
        count, what = portion
        fresh = Test("ready")
        return TapOther(replace(what, tests=tuple(test for test in what.tests if test != fresh)), count)

    def tap_chosen(self, _article: Lexeme, what: Filter, _tap: Lexeme, _it: Lexeme) -> CostPart:
        """Of what is chosen it does not matter who controls it (Cost: choose)."""
        if what.of:
            raise Reject
        return TapOther(replace(what, of="anyone"))

    def choose_and_discard(self, verb: Lexeme, share: tuple[Amount, Filter]) -> Cost:
        return self.discard_cost(verb, share)

    def discard_cost(self, verb: Lexeme, *shares: tuple[Amount, Filter]) -> Cost:
        """Cards of one's hand, or what one controls in play."""
        if all(what.zone == "battlefield" and what.of == "you" for _, what in shares):
            return tuple(Sacrifice(what, count) for count, what in shares)
        return super().discard_cost(verb, *shares)

    def discard_top_cost(self, _verb: Lexeme, *parts: Amount | Lexeme) -> CostPart:
        return LibraryCost(next((part for part in parts if not isinstance(part, Lexeme)), 1))

    def tap_both(self, tap: Lexeme, own: Ref, what: Filter) -> Cost:
        return (self.tap_self(tap, own), self.tap_own(tap, what))

    @abstractmethod
    def tap_own(self, _verb: Lexeme, what: Filter) -> CostPart:
        """Exhaust the own identity."""

    def discard_random_cost(self, _verb: Lexeme, count: Amount, _card: Lexeme) -> CostPart:
        return DiscardCost(Filter((("card",),), zone="hand"), count, at_random=True)

    def up_to_of(self, most: Amount, what: Filter) -> tuple[Amount, Filter]:
        return self.up_to_amount(most), what

    def remove_cost(self, _verb: Lexeme, share: tuple[Amount, Filter]) -> CostPart:
        """Cards out of play are those of one's own areas (Cost: out of play), whoever's the text seems to allow."""
        return self._moved_cost(share, "exile")

    def printed_cost(self, _pay: Lexeme, _article: Lexeme, what: Filter) -> CostPart:
        if what.zone != DISCARD_PILE:
            raise Reject
        return PrintedCost(what)

    # --- what this game does not have ---

    def sacrifice_cost(self, _verb: Lexeme, *shares: tuple[Amount, Filter]) -> Cost:
        raise Reject

    def sacrifice_self_cost(self, _verb: Lexeme, _self: Ref) -> CostPart:
        raise Reject

    def tap_total(self, _tap: Lexeme, what: Filter, field: Lexeme, least: Amount) -> CostPart:
        raise Reject

    def untap_self(self, _symbol: Lexeme) -> CostPart:
        raise Reject

    def unattach(self, _self: Ref) -> CostPart:
        raise Reject

    def mill_cost(self, _verb: Lexeme, count: Amount) -> CostPart:
        raise Reject

    def pay_life(self, _pay: Lexeme, amount: Amount) -> CostPart:
        raise Reject

    def pay_half_life(self, _pay: Lexeme, rounded: Lexeme) -> CostPart:
        raise Reject

    def pay_any_life(self, _pay: Lexeme) -> CostPart:
        raise Reject

    def remove_among(self, _verb: Lexeme, count: Amount, name: str, what: Filter) -> CostPart:
        raise Reject

    def remove_one_of_any(self, verb: Lexeme, _article: Lexeme, _word: Lexeme, from_: Ref) -> CostPart:
        raise Reject

    def remove_any_among(self, verb: Lexeme, count: Amount, _word: Lexeme, what: Filter) -> CostPart:
        raise Reject

    def remove_any_number_among(self, verb: Lexeme, name: str, what: Filter) -> CostPart:
        raise Reject

    # --- form and threat ---

    def form_cost(self, form: Lexeme | None = None) -> CostPart:
        return FormCost("" if form is None else str(form.lower()))

    def threat_cost(self, _verb: Lexeme, amount: Amount, what: Filter) -> CostPart:
        if what != MAIN_SCHEME:
            raise Reject  # of others there may be several
        return PutCountersCost(THREAT, amount, what)

    # --- damage ---

    def deal_cost(self, _verb: Lexeme, amount: Amount, _article: Lexeme, what: Filter) -> CostPart:
        """Dealt, and so paid whatever is prevented (Cost: dealing damage), to what one controls (Cost: control)."""
        return DamageCost(amount, Ref("chosen", 0, what if what.of else replace(what, of="you")))

    def deal_to_self(self, _verb: Lexeme, amount: Amount, _self: Ref) -> CostPart:
        return DamageCost(amount, SELF)

    def take_cost(self, _verb: Lexeme, amount: Amount) -> CostPart:
        return DamageCost(amount, YOU, taken=True)

    def chosen_takes(self, _article: Lexeme, what: Filter, _take: Lexeme, amount: Amount) -> CostPart:
        return DamageCost(amount, Ref("chosen", 0, what), taken=True)

    def chosen_is_dealt(self, _article: Lexeme, what: Filter, _deal: Lexeme, amount: Amount, _it: Lexeme) -> CostPart:
        return DamageCost(amount, Ref("chosen", 0, what))


def only_with(name: str) -> Compare:
    """Whether resources of one type paid, and none of another."""
    one, other = (Paid(each) for each in ALIKE if each != name)
    some = Truth(Compare(Paid(name), ">=", 1))
    return Compare(Math("-", some, Math("+", one, other)), "=", 1)


def _is_alike(ways: tuple[Cost, ...], count: Amount) -> bool:
    """Whether these costs are so many resources of each type."""
    return count != 1 and ways == tuple((Resources((name,), count),) for name in ALIKE)


def is_icon(part: CostPart) -> bool:
    """Whether a part is one icon of one type."""
    return isinstance(part, Resources) and len(part.icons) == 1 and part.icons != ("any",) and part.times == 1


def numbers_of(part: CostPart) -> list[Variable]:
    """The numbers that a part leaves to its payer."""
    if isinstance(part, EitherCost):
        return [number for way in part.options for one in way for number in numbers_of(one)]
    values = (getattr(part, field, None) for field in ("times", "count", "amount"))
    return [value for value in values if isinstance(value, Variable)]


def payee_of(what: Filter) -> Filter:
    """A card that is paid for, in hand, on the table or in play; "an aggression card" says no more than the aspect."""
    if what.of or what.zone not in ("hand", "battlefield"):
        raise Reject
    kinds = tuple(kind[:-1] if kind[-1] == "card" else kind for kind in what.kinds)
    if not all(kinds) and not what.tests:
        raise Reject
    return replace(what, kinds=kinds, zone="")


class CostRenderer(TimingRenderer):
    """Writes the phrases about costs."""

    @ABILITIES.writer(MoreResources)
    def more_resources(self, ability: MoreResources) -> str:
        payee = self._payee(ability.what)
        return f"double the number of resources this card generates while paying for {payee}."

    @ABILITIES.writer(AddedCost)
    def added_cost(self, ability: AddedCost) -> str:
        noun = an(self.noun(replace(ability.what, of=ability.who, zone="battlefield")))
        return f"as an additional cost to {ability.action} {noun}, {self.cost(ability.cost)}."

    def _payee(self, what: Filter) -> str:
        types = self.vocabulary.types
        kinds = tuple(kind if kind and kind[-1] in types else (*kind, "card") for kind in what.kinds)
        return an(self.noun(replace(what, kinds=kinds, zone="")))

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        if what.of == "friendly":
            return f"friendly {super().noun(replace(what, of=''), plural=plural)}"
        return super().noun(what, plural=plural)

    @ACTIONS.writer(AddMana)
    def generate(self, effect: AddMana) -> str:
        if effect.choices == TOP_DISCARD:
            return self.with_subject(effect.who, "generate", "the resources of the top card in your discard pile")
        if effect.amount != 1 and not isinstance(effect.amount, Count | Per):
            raise Unwritable(effect)
        icons = " or ".join("".join(SYMBOL_OF[icon] for icon in choice) for choice in effect.choices)
        one = len(effect.choices) == 1 and "briefly" not in self.wording
        icons += (" resource" if len(effect.choices[0]) == 1 else " resources") if one else ""
        payee = None if effect.terms is None else effect.terms.only[0].what
        each = self.for_each(effect.amount)
        return self.with_subject(
            effect.who, "generate", (icons if payee is None else f"{icons} for {self._payee(payee)}") + each
        )

    @CONDITIONS.writer(Paid)
    def paid_condition(self, paid: Paid, condition: Compare) -> str:
        if paid.name not in SYMBOL_OF or (condition.op, condition.right) != (">=", 1):
            return self.compared(condition)
        return f"you paid for this card using a {SYMBOL_OF[paid.name]} resource"

    def condition(self, condition: Compare) -> str:
        for name in ALIKE:
            if condition == only_with(name):
                return f"you paid for this card using only {SYMBOL_OF[name]} resources"
        if condition.left == DIFFERENT_TYPES:
            return f"you paid for this card using {self.digits(condition.right)} different resource types"
        return super().condition(condition)

    def _says_if(self, static: Static) -> bool:
        return isinstance(static, CostChange) or super()._says_if(static)

    def cost_change(self, change: CostChange) -> str:
        """A cost that is reduced, of the card itself or of each that fits, as texts of this game say it."""
        if change.operation != "less" or change.who:
            return super().cost_change(change)
        noun = "card" if change.what is None else self.noun(replace(change.what, zone="battlefield"))
        what = self.ref(SELF) if change.source else f"each {noun}"
        amount = change.amount
        return f"reduce the cost to {change.action} {what} by {self.price(change)}{self.for_each(amount)}"

    def price(self, change: CostChange) -> str:
        return self.digits(change.amount)

    def zone(self, zone: str) -> str:
        return super().zone(zone).replace("library", "deck").replace("graveyard", "discard pile")

    def share(self, count: Amount, what: Filter, counted: Filter | None = None) -> str:
        match count:
            case Variable(name="any number", most=most) if most:
                return f"up to {self.number(most)} {self.bare(what)}"
            case _:
                return super().share(count, what, counted)

    def put_counters_cost(self, part: PutCountersCost) -> str:
        if part.name != THREAT or part.what is None:
            return super().put_counters_cost(part)
        return f"place {self.digits(part.count)} threat on the {self.noun(part.what)}"

    def cost(self, cost: Cost) -> str:
        """One verb exhausts a card and the identity together."""
        return super().cost(cost).replace("exhaust this, exhaust your ", "exhaust this and your ")

    def tap_other(self, part: TapOther) -> str:
        if part.what.of == "anyone":
            return f"choose {an(self.noun(replace(part.what, of='')))} and exhaust it"
        return f"exhaust {self.share(part.count, part.what)}"

    def either_cost(self, part: EitherCost) -> str:
        ways = part.options
        first = ways[0][0]
        if isinstance(first, Resources) and _is_alike(ways, first.times):
            return f"spend {self.digits(first.times)} resources of the same type"
        if not all(len(way) == 1 and is_icon(way[0]) for way in ways):
            return super().either_cost(part)
        return f"spend {' or '.join(self.cost_part(way[0]).removeprefix('spend ') for way in ways)}"

    def move_cost(self, part: MoveCost) -> str:
        if part.zone != "exile":
            return super().move_cost(part)
        return f"remove {self.share(part.count, part.what)} from the game"

    def sacrifice_cost(self, part: Sacrifice) -> str:
        return f"discard {self.share(part.count, part.what)}"

    def library_cost(self, part: LibraryCost) -> str:
        many = "" if part.count == 1 else f"{self.number(part.count)} "
        return f"discard the top {many}card{'s' if many else ''} of your deck"

    def move_self(self, part: MoveSelf) -> str:
        return "remove this from the game" if part.zone == "exile" else super().move_self(part)

    def discard_cost(self, part: DiscardCost) -> str:
        is_plain = "briefly" in self.wording or bool(part.what.name)
        discard = "discard" if is_plain else "choose and discard"
        match part:
            case DiscardCost(count=int(count), at_random=True):
                return f"discard {count} random card{'s' if count > 1 else ''} from your hand"
            case DiscardCost(what=what, count=Variable(name="any number") as count, at_random=False):
                return f"{discard} {self.share(count, what)} from your hand"
            case DiscardCost(what=what, count=int(count), at_random=False) if what == Filter((("card",),), zone="hand"):
                return f"{discard} {count} card{'s' if count > 1 else ''} from your hand"
            case DiscardCost(what=what, count=1, at_random=False) if what.zone == "hand":
                return f"{discard} {an(self.noun(replace(what, of='')))} from your hand"
            case _:
                return super().discard_cost(part)

    @COST_PARTS.writer(PrintedCost)
    def printed_cost(self, part: PrintedCost) -> str:
        return f"pay the printed cost of {an(self.noun(part.what))}"

    @COST_PARTS.writer(FormCost)
    def form_cost(self, part: FormCost) -> str:
        return f"flip to your {part.form} form" if part.form else "change your form"

    @COST_PARTS.writer(DamageCost)
    def damage_cost(self, part: DamageCost) -> str:
        amount = self.digits(part.amount)
        match part:
            case DamageCost(to=Ref(kind="you"), taken=True):
                return f"take {amount} damage"
            case DamageCost(to=Ref(kind="self"), taken=False):
                return f"deal {amount} damage to this"
            case DamageCost(to=Ref(kind="chosen", what=Filter() as what), taken=taken):
                return self._damage_to_chosen(amount, what, taken=taken)
            case _:
                raise Unwritable(part)

    @COST_PARTS.writer(Resources)
    def resources(self, part: Resources) -> str:
        return f"spend {self._resources(part.icons, part.times)}"

    def _resources(self, icons: tuple[str, ...], times: Amount) -> str:
        if len(icons) > 1:
            return "".join(SYMBOL_OF[icon] for icon in icons) + " resources"
        many = self._many_icons(times)
        if icons == ("any",):
            return f"{many} resource{'s' if times != 1 else ''}"
        symbol = SYMBOL_OF[icons[0]]
        if isinstance(times, int) and times > 1:
            return symbol * times + " resources"
        return f"a {symbol} resource" if times == 1 else f"{many} {symbol} resources"

    def _many_icons(self, times: Amount) -> str:
        match times:
            case Variable(name="any number", most=0):
                return "any number of"
            case Variable(name="any number", most=most):
                return f"up to {most}"
            case _:
                return self.digits(times)

    def _damage_to_chosen(self, amount: str, what: Filter, *, taken: bool) -> str:
        one = an(self.noun(what))
        if taken:
            return f"choose {one} to take {amount} damage"
        return f"deal {amount} damage to {one}" if what.of else f"choose {one} and deal {amount} damage to it"
