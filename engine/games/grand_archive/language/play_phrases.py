"""Grand Archive's texts about playing cards: keywords, ways to pay, costs that are set, leave to activate."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    Ability,
    AlternativeCost,
    Among,
    Amount,
    Compare,
    Comparison,
    Cost,
    CostChange,
    CostPart,
    Count,
    Delevel,
    Empower,
    Filter,
    Fits,
    Forbid,
    Grant,
    Instruction,
    Keyword,
    Limit,
    Math,
    MayPlay,
    Memory,
    Move,
    Paid,
    PlayLimits,
    Recover,
    Ref,
    Reserve,
    Sacrifice,
    Static,
    Tally,
    Test,
    Value,
)
from engine.games.grand_archive.conditions import USE_ABILITY
from engine.games.grand_archive.language.restrictions import DIVINE_RELIC
from engine.games.grand_archive.shared_events import OFF_FIELD
from engine.text.compiler.abilities import OPTIONAL, Compiler
from engine.text.compiler.actions import Effects, is_third
from engine.text.compiler.bodies import Choosing
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Alternatives, Choice, Clause, Sentences, Suffix
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS, CONDITIONS, COST_PARTS, STATICS
from engine.text.renderer.writing import is_more_than_x

RESOURCE_OF: Final = {"activate": "reserve", "materialize": "memory"}
ACTION_OF: Final = {resource: action for action, resource in RESOURCE_OF.items()}
PROPERTIES: Final = {
    "prepared": "prepare",
    "brewed": "brew",
    "imbued": "imbue",
    "empowered": "empower",
    "starcalled": "starcalling",
}
"""The words for a card that was paid for in some way, and the note of that."""
NAMED_BY: Final = tuple(map(Paid, PROPERTIES.values()))
"""The questions of conditions that are about the card itself."""
LENT: Final = "stack"
"""The zone of cards that have a keyword as they are activated."""
OF_LEVEL: Final = Value("level", Ref("champion"))
PLAYED_FROM: Final = ("", "hand", LENT)
"""The zones of cards of which a text does not say where they lie."""
OWN_ZONES: Final = ("hand", "memory", "material deck")
PROPERTY_OF: Final = {name: word for word, name in PROPERTIES.items()}


@inline
class PlayingCompiler(Compiler):
    """The phrases about playing cards."""

    # --- keywords ---

    def brew(self, _dash: Lexeme, *shares: tuple[Amount, Filter]) -> Ability:
        return Keyword("brew", 0, tuple(Sacrifice(what, count) for count, what in shares))

    def ephemerate(self, _dash: Lexeme, cost: Cost) -> Ability:
        return Keyword("ephemerate", 0, cost)

    def starcalling(self, _dash: Lexeme, cost: Cost) -> Ability:
        return Keyword("starcalling", 0, cost)

    def command(self, word: Lexeme, what: Alternatives) -> Ability:
        """Allies of these subtypes perform the attack (Command 1)."""
        kinds = tuple(kind if "ally" in kind else (*kind, "ally") for kind in what.kinds)
        if word.lower() != "command" or what.tests:
            raise Reject
        if any(word in self.vocabulary.types for kind in what.kinds for word in kind if word != "ally"):
            raise Reject
        return Keyword("command", what=Filter(kinds))

    def link(self, what: Filter) -> Ability:
        if what.of or what.zone != "battlefield" or what.tests:
            raise Reject
        return Keyword("link", what=what)

    def granted_keyword(self, keyword: Ability | tuple[Ability, ...]) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
        """Divine Relic is a rule of decks: it is printed, and never gained."""
        if keyword == DIVINE_RELIC:
            raise Reject
        return super().granted_keyword(keyword)

    def has_property(self, *words: Ref | Lexeme) -> Compare:
        return Compare(Paid(PROPERTIES[str(words[-1]).lower()]), ">=", 1)

    def if_first(self, condition: Compare, effects: Effects) -> Effects:
        """A card that a condition has just named is "it" where it goes to a zone of its owner's."""
        first = effects[0]
        is_named = condition.left in NAMED_BY and isinstance(first, Move) and first.zone in OWN_ZONES
        if is_named and isinstance(first, Move) and first.what.kind == "pronoun" and first.what.what is None:
            effects = (replace(first, what=SELF), *effects[1:])
        return super().if_first(condition, effects)

    def empower(self, verb: Lexeme, amount: Amount) -> Clause:
        return Clause((Empower(amount),), is_third(verb))

    def if_done(self, who: Ref, do: Lexeme, effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        if who.kind == "champion":
            raise Reject  # an object does nothing of its own will
        return super().if_done(who, do, effects)

    def optional_paid(self) -> Compare:
        return Compare(Paid(OPTIONAL), ">=", 1)

    # --- costs ---

    def alternative_for(self, cost: Cost, _self: Ref, price: Lexeme) -> AlternativeCost:
        return AlternativeCost(cost, resource=_resource(price))

    def delevel_cost(self) -> CostPart:
        return Delevel()

    def recover_cost(self, _verb: Lexeme, amount: Amount) -> CostPart:
        return Recover(amount)

    # --- what changes costs ---

    def cost_of_first(self, what: Filter) -> tuple[CostChange, ...]:
        change = self.changed(what)
        return (replace(change, condition=first_time(change)),)

    def cost_set(self, price: Lexeme, what: Filter, number: Amount) -> tuple[Static, ...]:
        change = self.priced_for(self.changed(what), ACTION_OF[_resource(price)])
        return (replace(change, operation="becomes", amount=number),)

    def with_modes(self, number: tuple[Comparison, int]) -> Suffix:
        return Suffix(tests=(Test("modes", *number),))

    # --- what cards have as they are activated ---

    def cards_have_number(self, what: Alternatives, _verb: Lexeme, word: Lexeme, number: Amount) -> tuple[Static, ...]:
        """A keyword that the rules of paying ask for (Imbue, Kindle)."""
        if not isinstance(number, int):
            raise Reject
        cards = self._activated(what)
        cards = replace(cards, tests=(*cards.tests, Test(OFF_FIELD)))
        return (Grant(cards, abilities=(Keyword(str(word.lower()), number),)),)

    def cards_have_efficiency(self, what: Alternatives, _verb: Lexeme) -> tuple[Static, ...]:
        """Efficiency 1, for each of them: they cost as much less as the level of one's champion is."""
        cards = replace(self._activated(what), of="")
        return (CostChange("activate", "less", OF_LEVEL, cards, who="you", resource="reserve"),)

    def _activated(self, what: Alternatives) -> Filter:
        if not all("card" in kind for kind in what.kinds):
            raise Reject
        return Filter(what.kinds, "you", LENT, tests=what.tests)

    # --- leave to activate ---

    def may_activate(self, action: Lexeme, what: Filter) -> tuple[MayPlay, ...]:
        verb = self.action(action)
        if what.of != "you" or what.zone in ("battlefield", "stack", ""):
            raise Reject
        return (MayPlay(verb, what.zone, _plain(what)),)

    def may_activate_free(self, action: Lexeme, what: Filter, _its: Lexeme, _price: Lexeme) -> tuple[Static, ...]:
        return tuple(replace(leave, free=True) for leave in self.may_activate(action, what))

    def forbid_player(self, who: Ref, cant: Lexeme, action: Lexeme, what: Filter) -> tuple[Forbid, ...]:
        """Cards that can't be activated are on their way to the Effects Stack, wherever they come from."""
        forbids = super().forbid_player(who, cant, action, what)
        if what.kinds == (("ability",),) and not what.tests and action.lower() in ("activate", "activates"):
            return tuple(replace(f, action=USE_ABILITY) for f in forbids)
        are_cards = what.zone in PLAYED_FROM and all("card" in kind for kind in what.kinds)
        if not are_cards and (what.kinds, what.zone) != ((("action",),), "battlefield"):
            raise Reject
        return tuple(f if f.what is None else replace(f, what=replace(f.what, zone="stack")) for f in forbids)

    def play_limits(self, action: Lexeme, _self: Ref, _only: Lexeme, limits: tuple[Limit, ...]) -> PlayLimits:
        """Limits of a card; those of how often one of its abilities is used are none."""
        if self.action(action) != "activate" or any(limit.kind not in ("during", "condition") for limit in limits):
            raise Reject
        if any(isinstance(limit.condition.left, Tally) for limit in limits if limit.condition is not None):
            raise Reject  # this activation itself does not count yet
        return PlayLimits(limits)

    # --- modes ---

    def modes_restricted(
        self,
        choose: Choosing,
        condition: Compare,
        more: Choosing,
        *rest: Lexeme | Sentences,
    ) -> Choice:
        return self.modes_instead(choose, condition, more, *rest)

    def restricted_mode(self, _bullet: Lexeme, condition: Compare, body: Sentences) -> Sentences:
        return Sentences(body.effects, condition)


def first_time(change: CostChange) -> Compare:
    """That a card is the first of its kind that one activates this turn."""
    return Compare(Tally("activated", change.what, change.who), "=", 0)


def _resource(price: Lexeme) -> str:
    return str(price).lower().split()[0]


def _plain(what: Filter) -> Filter:
    return replace(what, of="", zone="stack")


class PlayingRenderer(Renderer):
    """Writes the phrases about playing cards."""

    def grant(self, static: Grant) -> str:
        if static.what is None or static.what.zone != LENT or not static.abilities:
            return super().grant(static)
        tests = tuple(test for test in static.what.tests if test.field != OFF_FIELD)
        cards = self.noun(replace(static.what, zone="hand", of="", tests=tests), plural=True)
        return f"{cards} you activate have {self.granted((), static.abilities)}"

    def keyword(self, keyword: Keyword) -> str:
        if keyword.name == "brew":
            parts = [part for part in keyword.cost if isinstance(part, Sacrifice)]
            shares = [f"{self.number(part.count)} {self.noun(part.what, plural=part.count != 1)}" for part in parts]
            return f"brew — {', '.join(shares)}"
        if keyword.name == "ephemerate":
            return f"ephemerate — {self.cost(keyword.cost)}"
        if keyword.name == "starcalling":
            return f"starcalling — {self.cost(keyword.cost)}"
        if keyword.name == "command":
            assert keyword.what is not None
            kinds = tuple(tuple(word for word in kind if word != "ally") for kind in keyword.what.kinds)
            return f"command {self.noun(replace(keyword.what, kinds=kinds))}"
        if keyword.name == "link":
            assert keyword.what is not None
            return f"{self.noun(keyword.what)} link"
        return super().keyword(keyword)

    def attached(self) -> str:
        return "linked object"

    @ACTIONS.writer(Empower)
    def empower(self, effect: Empower) -> str:
        number = effect.amount
        is_sum = isinstance(number, Math) and not is_more_than_x(number)
        if isinstance(number, Count | Value | Among | Fits) or is_sum:
            return f"empower X, where X is {self.value(number)}"
        return f"empower {self.digits(number)}"

    @CONDITIONS.writer(Paid)
    def paid_condition(self, paid: Paid, condition: Compare) -> str:
        if condition == Compare(Paid(OPTIONAL), ">=", 1):
            return "the additional cost was paid"
        if condition == Compare(Paid(paid.name), ">=", 1):
            return f"this is {PROPERTY_OF[paid.name]}"
        return self.compared(condition)

    def cost_change(self, change: CostChange) -> str:
        if change.amount == OF_LEVEL and change.who == "you" and change.what is not None:
            return f"{self.noun(replace(change.what, zone='hand'), plural=True)} you activate have efficiency"
        if change.operation != "becomes":
            return super().cost_change(change)
        return f"the {change.resource} cost of {self.cost_subject(change)} becomes {self.number(change.amount)}"

    @STATICS.writer(MayPlay)
    def may_play(self, static: MayPlay) -> str:
        assert static.what is not None
        noun = self.noun(replace(static.what, of="you", zone=static.zone), plural=True)
        return f"you may {static.verb} {noun}{' without paying their reserve costs' if static.free else ''}"

    def static(self, static: Static) -> str:
        condition = static.condition if isinstance(static, CostChange) else None
        said = "" if condition is None else self.case_named(static, condition)
        return f"{said}." if said else super().static(static)

    def case_named(self, static: Static, case: Compare) -> str:
        """A change of cost names its case if it is for the first card of a kind each turn."""
        if not isinstance(static, CostChange) or case != first_time(static):
            return super().case_named(static, case)
        noun = self.played_thing(static.what, static.action) + self.doing(static)
        return f"the first {noun} each turn costs {self.price(static)} {static.operation} to {static.action}"

    def due_part(self, part: CostPart) -> str:
        match part:
            case Reserve(amount=amount):
                return f"reserve {self.cards(amount)}"
            case Memory(amount=amount):
                return f"banish {self.cards(amount)} from memory"
            case _:
                return super().due_part(part)

    @COST_PARTS.writer(Delevel)
    def delevel(self, _part: Delevel) -> str:
        return "delevel your champion"

    @COST_PARTS.writer(Recover)
    def recover(self, part: Recover) -> str:
        return f"recover {self.digits(part.amount)}"
