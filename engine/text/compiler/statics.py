"""Abilities that always hold: grants, prohibitions and changes of cost.

One method for each alternative of ``engine/text/grammar``, called with what its phrase consists of.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    EITHER_EVENT,
    IT,
    LYING,
    SELF,
    UNLESS_MANA,
    YOU,
    Ability,
    Amount,
    AsThough,
    Compare,
    Comparison,
    Cost,
    CostChange,
    Count,
    Enters,
    Filter,
    Fits,
    Forbid,
    Grant,
    HandOperation,
    HandSize,
    Mana,
    Modify,
    NextEnters,
    Paid,
    Per,
    PlayerHas,
    Ref,
    Replacement,
    SpendAs,
    SpendOn,
    Static,
    ThisTurn,
    TriggersAgain,
    Unconditional,
    Value,
    Variable,
    Who,
    Would,
)
from engine.text.binding import settled
from engine.text.compiler.actions import STAYS_TAPPED
from engine.text.compiler.modifications import YOUR_WORDS, is_of_your_color
from engine.text.compiler.nouns import one_of
from engine.text.compiler.replacement_effects import WHOSE, Effects, Replacements
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import ANY
from engine.text.phrases import ONE_EXILED_WITH, SUBJECT, UNNAMED, CostAmount, has, has_part, put

ENTERS_YOURS: Final = "enters under your control"
"""An arrival said with its side, which is said of what arrives."""
OWN_POWER: Final = Value("power", UNNAMED)
"""The power that "greater power" and "lesser power" are compared with."""
MENTIONED: Final = Filter(zone="mentioned")
"""The subject of a static ability that says "it": the one that the condition before it speaks of."""


@inline
class Statics(Replacements):
    """Abilities that always hold: grants, prohibitions and changes of cost."""

    # --- statics ---

    def static_while(self, statics: tuple[Static, ...], condition: Compare) -> tuple[Ability, ...]:
        if any(isinstance(static, Unconditional) for static in statics):
            raise Reject
        able = (static for static in statics if not isinstance(static, Unconditional))
        return self.static(tuple(self._while(static, condition) for static in able))

    def static_otherwise(
        self, statics: tuple[Static, ...], condition: Compare, others: tuple[Static, ...]
    ) -> tuple[Ability, ...]:
        """Effects on a thing under a condition, and others on it where that is not met."""
        first = statics[0]
        if not isinstance(first, Grant | Forbid) or not (first.source or first.attached):
            raise Reject
        subject = SELF if first.source else Ref("attached")
        opposite = _opposite(condition)
        return self.static_while(statics, condition) + self.static_while(
            tuple(_about(static, subject) for static in others), opposite
        )

    def _while(self, static: Static, condition: Compare) -> Static:
        """A static ability under a condition, beside the one under which it is already."""
        assert not isinstance(static, Unconditional)
        own = static.condition
        return replace(static, condition=condition if own is None else self.both(own, condition))

    def static_if(self, statics: tuple[Static, ...], condition: Compare) -> tuple[Ability, ...]:
        """A condition of how the card itself is played, or what can't be done with it; others say "as long as"."""
        if not all(isinstance(static, AsThough | Forbid) and static.source for static in statics):
            raise Reject
        return self.static_while(statics, condition)

    def static_if_targets(self, statics: tuple[Static, ...], _it: Lexeme, aim: Ref) -> tuple[Ability, ...]:
        """A change of the card's own cost that depends on its targets (601.2f)."""
        if not all(isinstance(static, CostChange) and static.source for static in statics):
            raise Reject
        return self.static(tuple(replace(s, targeting=aim) for s in statics if isinstance(s, CostChange)))

    def while_static(self, condition: Compare, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        """Effects on "it", the subject of the condition: "as long as enchanted creature is red, it has haste"."""
        return self.static_while(about_subject(condition, statics), condition)

    def static(self, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        if any(map(_speaks_of_it, statics)):
            raise Reject
        return super().static(tuple(map(_beside_itself, statics)))

    def static_unless(self, statics: tuple[Static, ...], condition: Compare) -> tuple[Ability, ...]:
        return self.static_while(statics, _opposite(condition))

    def static_floor(self, statics: tuple[Static, ...], floor: int) -> tuple[Ability, ...]:
        if not all(isinstance(s, CostChange) and s.operation == "less" for s in statics):
            raise Reject
        return self.static(tuple(replace(s, floor=floor) for s in statics if isinstance(s, CostChange)))

    def floor(self, _currency: Lexeme, number: Amount, _again: Lexeme) -> int:
        if not isinstance(number, int):
            raise Reject
        return number

    def grant(self, what: Ref, change: Modify) -> tuple[Static, ...]:
        if change.switched:
            raise Reject
        found, source, attached = _where(what)
        if any(map(is_of_your_color, change.abilities)) or any(word in YOUR_WORDS for word in change.becomes):
            raise Reject  # nobody chooses one here
        if found is not None and found.zone not in ("battlefield", MENTIONED.zone):
            raise Reject  # only permanents are given anything
        grant = Grant(
            found,
            change.power,
            change.toughness,
            change.gains,
            change.abilities,
            None,
            source,
            attached,
            change.loses,
            change.becomes,
            change.base,
            change.keeps,
            level=change.level,
            keeps_colors=change.keeps_colors,
        )
        return (settled(grant, ((SELF if source else IT, ANY),)),)

    def grant_where(self, what: Ref, change: Modify, _x: Lexeme, value: Amount) -> tuple[Static, ...]:
        if not has(change, Variable):
            raise Reject
        return self.grant(what, put(change, Variable(), value))

    def defines_power(self, _self: Ref, _s: Lexeme | Amount, *value: Amount) -> tuple[Static, ...]:
        return (Grant(source=True, base=(_last(_s, *value), None), defines=True),)

    def defines_toughness(self, _self: Ref, _s: Lexeme | Amount, *value: Amount) -> tuple[Static, ...]:
        return (Grant(source=True, base=(None, _last(_s, *value)), defines=True),)

    def defines_both(self, _self: Ref, *value: Lexeme | Amount) -> tuple[Static, ...]:
        number = _last(*value)
        return (Grant(source=True, base=(number, number), defines=True),)

    def grant_control(self, _attached: Lexeme) -> tuple[Static, ...]:
        return (Grant(attached=True, control=True),)

    def forbid_untap(self, what: Ref, verb: Lexeme, whose: object) -> tuple[Static, ...]:
        """Of what others control nothing untaps in your untap step anyway (502.3)."""
        if verb.lower() == "can't":
            raise Reject
        if whose == "you" and what != SELF and (what.what is None or what.what.of != "you"):
            raise Reject
        return self.grant(what, Modify(SUBJECT, gains=(STAYS_TAPPED,), until=""))

    def grant_and_stay_tapped(self, what: Ref, change: Modify, verb: Lexeme, whose: object) -> tuple[Static, ...]:
        return self.grant(what, change) + self.forbid_untap(what, verb, whose)

    def enters_and_stays_tapped(self, found: tuple[Static, ...], verb: Lexeme, whose: object) -> tuple[Static, ...]:
        if not all(isinstance(each, Replacement) and each.would.what == SELF for each in found):
            raise Reject
        return found + self.forbid_untap(SELF, verb, whose)

    def whose_untap(self, *words: Lexeme) -> str:
        return "you" if any(word.type == "YOUR_UNTAP" for word in words) else ""

    def player_has(self, who: Ref, _have: Lexeme, keyword: Lexeme) -> tuple[Static, ...]:
        if keyword.lower() not in ("hexproof", "shroud") or who != YOU:
            raise Reject
        return (PlayerHas(str(keyword.lower())),)

    def no_hand_size(self, who: Ref, _have: Lexeme) -> tuple[Static, ...]:
        return (HandSize("none", 0, _whom(who)),)

    def hand_size_changed(self, who: Ref, change: tuple[HandOperation, Amount]) -> tuple[Static, ...]:
        return (HandSize(*change, _whom(who)),)

    def hand_more(self, number: Amount) -> tuple[HandOperation, Amount]:
        return "more", number

    def hand_less(self, number: Amount) -> tuple[HandOperation, Amount]:
        return "less", number

    def hand_set(self, number: Amount) -> tuple[HandOperation, Amount]:
        return "becomes", number

    def forbidden(self, word: Lexeme) -> str:
        return str(word.lower())

    def forbid_object(self, what: Ref, *actions: object) -> tuple[Static, ...]:
        found, source, attached = _where(what)
        return tuple(Forbid(str(a), found, source, attached=attached) for a in actions if not isinstance(a, Lexeme))

    def forbid_with_abilities(self, what: Ref, _cant: Lexeme, action: str, *rest: Lexeme | str) -> tuple[Static, ...]:
        return self.forbid_object(what, action) + self.forbid_its_abilities(what, *rest)

    def forbid_its_abilities(self, what: Ref, *rest: Lexeme | str) -> tuple[Static, ...]:
        found, source, attached = _where(what)
        action = UNLESS_MANA if UNLESS_MANA in rest else self.ability_use()
        return (Forbid(action, found, source, attached=attached),)

    def grant_and_forbid(self, what: Ref, change: Modify, _cant: Lexeme, action: str) -> tuple[Static, ...]:
        return self.grant(what, change) + self.forbid_object(what, action)

    def unless_mana(self, *_words: Lexeme) -> str:
        return UNLESS_MANA

    counted_plays: tuple[str, ...] = ("cast",)
    """The actions of which it is known how often somebody has done them this turn."""

    def forbid_more(
        self, who: Ref, cant: Lexeme, action: Lexeme, most: Amount, what: Filter, _each: Lexeme
    ) -> tuple[Static, ...]:
        (forbid,) = self.forbid_player(who, cant, action, what)
        if not isinstance(most, int) or forbid.action not in self.counted_plays:
            raise Reject
        return (replace(forbid, most=most),)

    def forbid_during(self, who: Ref, cant: Lexeme, action: Lexeme, what: Filter, turn: Compare) -> tuple[Static, ...]:
        return tuple(replace(forbid, condition=turn) for forbid in self.forbid_player(who, cant, action, what))

    def forbid_cycling(self, who: Ref, *_words: Lexeme) -> tuple[Static, ...]:
        whose = WHOSE.get(who.kind)
        if whose is None:
            raise Reject
        return (Forbid("cycle", who=whose),)

    def forbid_with(self, who: Ref, _cant: Lexeme, action: str, what: Filter) -> tuple[Static, ...]:
        whose = WHOSE.get(who.kind)
        if not whose or what.of:
            raise Reject
        return (Forbid(action, what, who=whose),)

    def forbid_and_grant(self, what: Ref, _cant: Lexeme, forbidden: str, change: Modify) -> tuple[Static, ...]:
        return (*self.forbid_object(what, _cant, forbidden), *self.grant(what, change))

    def forbid_counters(self, what: Ref, _cant: Lexeme, _have: Lexeme, counter: str, _it: Lexeme) -> tuple[Static, ...]:
        found, source, attached = _where(what)
        if attached:
            raise Reject
        return (Forbid(f"get {counter} counters", found, source),)

    def forbid_abilities_of(self, what: Filter, _cant: Lexeme, unless: str = "") -> tuple[Static, ...]:
        return (Forbid(unless or self.ability_use(), what),)

    def forbid_abilities(self, what: Filter, _cant: Lexeme) -> tuple[Static, ...]:
        if not any("ability" in kind for kind in what.kinds):
            raise Reject
        return (Forbid(self.ability_use(), self.what_it_plays(replace(what, of="")), who=what.of),)

    def forbid_player(self, who: Ref, _cant: Lexeme, action: Lexeme, what: Filter) -> tuple[Forbid, ...]:
        whose = WHOSE.get(who.kind)
        if whose is None or what.of:
            raise Reject
        return (Forbid(self.action(action), self.what_it_plays(what), who=whose),)

    def as_though(self, action: Lexeme, what: Filter, keyword: Lexeme) -> tuple[Static, ...]:
        if self.action(action) == self.ability_action() or what.of:
            raise Reject
        return (AsThough(self._quick(keyword), self.what_it_plays(what)),)

    def as_though_itself(self, action: Lexeme, _self: Ref, keyword: Lexeme) -> tuple[Static, ...]:
        if self.action(action) == self.ability_action():
            raise Reject
        return (AsThough(self._quick(keyword), source=True),)

    def _quick(self, keyword: Lexeme) -> str:
        """The keyword by which a thing may be played whenever one may act; how it is played asks for no other."""
        quick = self.vocabulary.terms.get("quick", "")
        if keyword.lower() != quick:
            raise Reject
        return quick

    def as_though_paid(
        self, action: Lexeme, this: Ref, keyword: Lexeme, cost: Cost, _to: Lexeme, _it: Lexeme
    ) -> tuple[Static, ...]:
        (plain,) = self.as_though_itself(action, this, keyword)
        assert isinstance(plain, AsThough)
        if any(not isinstance(part, Mana) for part in cost):
            raise Reject
        return (replace(plain, cost=cost),)

    def triggers_again(self, of: Filter, *_again: None) -> tuple[Static, ...]:
        return (TriggersAgain(of),)

    def triggers_again_by(self, *parts: Lexeme | Filter | str | None) -> tuple[Static, ...]:
        *causes, of = (part for part in parts if isinstance(part, Filter))
        event = next(part for part in parts if isinstance(part, str) and not isinstance(part, Lexeme))
        by = causes[0] if len(causes) == 1 else one_of(causes)
        if event == ENTERS_YOURS:
            if by.of:
                raise Reject
            event, by = "enters", replace(by, of="you")
        return (TriggersAgain(of, event, by),)

    def causing_enters(self) -> str:
        return "enters"

    def causing_enters_yours(self) -> str:
        return ENTERS_YOURS

    def causing_leaves(self) -> str:
        return "leaves"

    def causing_either(self) -> str:
        return f"enters{EITHER_EVENT}leaves"

    def causing_dies(self) -> str:
        return "dies"

    def causing_attacks(self) -> str:
        return "attacks"

    def any_of_them(self, _article: Lexeme, what: Filter) -> Filter:
        return what

    def another_of_them(self, what: Filter) -> Filter:
        return replace(what, other=True)

    def again(self) -> None:
        """Always the same words."""

    def cost_change(
        self,
        subject: tuple[CostChange, ...],
        _costs: Lexeme,
        amount: CostAmount,
        each: Count | Per | None = None,
    ) -> tuple[Static, ...]:
        operation, number, symbols, action = amount
        if each is not None:
            if not isinstance(number, int):
                raise Reject
            number = replace(each, times=number)
        priced = tuple(self.priced_for(change, action) for change in subject) if action else subject
        return tuple(replace(c, operation=operation, amount=number, symbols=symbols) for c in priced)

    def cost_change_where(
        self, subject: tuple[CostChange, ...], costs: Lexeme, amount: CostAmount, _x: Lexeme, value: Amount
    ) -> tuple[Static, ...]:
        if amount[1] != Variable():
            raise Reject
        return put(self.cost_change(subject, costs, amount), Variable(), value)

    def cost_amount(self, price: Amount | Mana, direction: Lexeme, to_action: Lexeme | None = None) -> CostAmount:
        number, symbols = self.split_price(price)
        action = "" if to_action is None else self.action(Lexeme("ACTION", to_action.lower().removeprefix("to ")))
        if direction.lower() == "more":
            return "more", number, symbols, action
        if any("/" in symbol for symbol in symbols):
            raise Reject  # nobody is asked by which half of a hybrid symbol a cost is less (118.7e)
        return "less", number, symbols, action

    def split_price(self, price: Amount | Mana) -> tuple[Amount, tuple[str, ...]]:
        """A price as its generic number and its other symbols."""
        if not isinstance(price, Mana):
            return price, ()
        number: Amount = 0
        rest: list[str] = []
        for symbol in price.symbols:
            if symbol == "X":
                number = Variable()
            elif symbol.isdigit():
                number = int(symbol)
            else:
                rest.append(symbol)
        return number, tuple(rest)

    def cost_of_noun(self, what: Filter) -> tuple[CostChange, ...]:
        return (self.changed(what),)

    def next_cost(self, what: Filter, costs: Lexeme, amount: CostAmount) -> Effects:
        """The change for the next thing alone that is played this turn."""
        if what.of != "you":
            raise Reject
        changes = self.cost_change(self.cost_of_noun(what), costs, amount)
        return tuple(ThisTurn(replace(c, once=True)) for c in changes if isinstance(c, CostChange))

    def next_enters(self, what: Filter, _verb: Lexeme, *how: Enters | Modify) -> Effects:
        """How the next card alone enters that you play this turn."""
        if what.of != "you":
            raise Reject
        played = self.changed(what)
        changes = tuple(change for change in how if isinstance(change, Enters))
        if len(changes) < len(how):
            raise Reject
        return (ThisTurn(NextEnters(played.action, played.what, Replacement(Would("enter", IT), changes))),)

    def cost_of_both(self, one: Filter, other: Filter) -> tuple[CostChange, ...]:
        first, second = self.changed(one), self.changed(other)
        if first.action == second.action or one.of:
            raise Reject
        return first, replace(second, who=first.who or second.who)

    def cost_of_yours(self, what: Filter) -> tuple[CostChange, ...]:
        if what.of:
            raise Reject
        return (self.changed(replace(what, of="you")),)

    def aimed_at_one(self, _article: Lexeme, what: Filter) -> Ref:
        if what.zone not in ("battlefield", "stack"):
            raise Reject
        return Ref("each", what=what)

    def cost_of_targeting(self, what: Filter, aim: Ref) -> tuple[CostChange, ...]:
        return (replace(self.changed(what), targeting=aim),)

    def cost_of_self(self, _self: Ref) -> tuple[CostChange, ...]:
        return (self.priced_self(),)

    def cost_of_abilities(self, what: Filter) -> tuple[CostChange, ...]:
        return (CostChange(self.ability_action(), "more", 0, what),)

    def at_least(
        self,
        what: Filter,
        least: Amount,
        _currency: Lexeme,
        action: Lexeme,
        _costs: Lexeme,
        price: Amount,
        *_rest: Lexeme,
    ) -> tuple[Static, ...]:
        change = self.changed(what)
        if least != price or change.action != self.action(action):
            raise Reject
        return (replace(change, operation="at least", amount=price),)

    def priced(self, *parts: object) -> Filter:
        (what,) = (part for part in parts if isinstance(part, Filter))
        return what

    def spend_as(self, *parts: object) -> tuple[Static, ...]:
        """A colour, unless it is any mana; the currency twice; of what; perhaps what it is spent on."""
        color = "" if isinstance(parts[0], Lexeme) else parts[0]
        if not isinstance(color, str):
            raise Reject
        of_any = next(str(p) for p in parts if isinstance(p, Lexeme) and p.type == "OF_ANY")
        on = next((part for part in parts if isinstance(part, SpendOn)), SpendOn(""))
        return (SpendAs(str(color), on.action, on.what, of_any.endswith("type")),)

    def spend_to_activate(self) -> SpendOn:
        return SpendOn(self.ability_action())

    def spend_to_cast(self, action: Lexeme, what: Filter) -> SpendOn:
        return SpendOn(self.action(action), self.what_it_plays(what))

    # --- what a game may say differently ---

    def action(self, word: Lexeme) -> str:
        """The neutral name of what is done with a card ("cast", "activate")."""
        return str(word.lower()).removesuffix("s")

    def what_it_plays(self, what: Filter) -> Filter | None:
        """The played thing without the game's own words for what is on the stack; none if that is any."""
        return what_is_played(what, tuple(self.vocabulary.stacked))

    def ability_action(self) -> str:
        """The verb of abilities."""
        return "activate"

    def ability_use(self) -> str:
        """The abilities that are forbidden where a text says that they can't be activated."""
        return "activate"

    def changed(self, what: Filter) -> CostChange:
        """A change of what the cards or abilities meant cost; filled in by the caller."""
        plain = replace(what, of="")
        if len({"ability" in kind for kind in what.kinds}) > 1:
            raise Reject
        if any("ability" in kind for kind in what.kinds):
            return CostChange("activate", "more", 0, self.what_it_plays(plain), who=what.of)
        if any("spell" in kind for kind in what.kinds):
            return CostChange("cast", "more", 0, what_is_played(plain), who=what.of)
        raise Reject

    def priced_for(self, change: CostChange, action: str) -> CostChange:
        """The change for the action that the text names."""
        if change.action != action:
            raise Reject
        return change

    def priced_self(self) -> CostChange:
        """A change of what this very card costs."""
        return CostChange("cast", "more", 0, source=True)


_OPPOSITE: Final[dict[Comparison, Comparison]] = {">=": "<", "<": ">=", "<=": ">", ">": "<="}


def _where(what: Ref) -> tuple[Filter | None, bool, bool]:
    """The subject of a static ability: a filter, the source, or what the source is attached to."""
    match what.kind:
        case "self":
            return None, True, False
        case "attached":
            return None, False, True
        case "each":
            return what.what, False, False
        case "pronoun" if what.what is None:
            return MENTIONED, False, False
        case _:
            raise Reject


def what_is_played(what: Filter, heads: tuple[str, ...] = ("spell", "ability")) -> Filter | None:
    """The played thing, without the words for it on the stack: its card or source; none if that is any."""
    kinds = tuple(tuple(word for word in kind if word not in heads) for kind in what.kinds)
    every = all(kind in ((), ("card",)) for kind in kinds) and not what.tests and not what.name
    every = every and what.zone not in LYING
    return None if every else replace(what, kinds=kinds)


def about_subject(condition: Compare, statics: tuple[Static, ...]) -> tuple[Static, ...]:
    """Static abilities of which "it" is the subject of a condition before them."""
    subject = _subject(condition)
    return tuple(_about(static, subject) for static in statics)


def _subject(condition: Compare) -> Ref | None:
    """The subject of a condition, if that is the source or what it is attached to."""
    left = condition.left
    if isinstance(left, Paid) or (isinstance(left, Count) and ONE_EXILED_WITH in left.what.tests):
        return SELF
    return left.of if isinstance(left, Fits | Value) and left.of.kind in ("self", "attached") else None


def _beside_itself(static: Static) -> Static:
    """A text about its card alone compares with the power of that; an ability that others get with the power of each.

    Raises:
        Reject: it says something else of others.
    """
    if not has_part(static, OWN_POWER):
        return static
    said = replace(static, abilities=()) if isinstance(static, Grant) else static
    if has_part(said, OWN_POWER) and not getattr(static, "source", False):
        raise Reject
    return put(static, OWN_POWER, Value("power", SELF))


def _speaks_of_it(static: Static) -> bool:
    """Whether it is not yet said what a static ability is about."""
    if isinstance(static, Replacement):
        return static.would.what is not None and static.would.what.kind == "pronoun"
    return isinstance(static, Grant | Forbid) and static.what == MENTIONED


def _about(static: Static, subject: Ref | None) -> Static:
    """A static ability about what was mentioned."""
    if subject is None or not _speaks_of_it(static):
        return static
    if isinstance(static, Replacement):
        return replace(static, would=replace(static.would, what=SELF)) if subject == SELF else static
    assert isinstance(static, Grant | Forbid)
    return replace(static, what=None, source=subject == SELF, attached=subject != SELF)


def _opposite(condition: Compare) -> Compare:
    """The opposite of a condition; "no" becomes "at least one"."""
    if isinstance(condition.left, Fits | Value) and condition.op == "=" and condition.right in (0, 1):
        return replace(condition, right=1 - condition.right)
    if condition.op == "=" and condition.right == 0:
        return replace(condition, op=">=", right=1)
    if condition.op not in _OPPOSITE:
        raise Reject
    return replace(condition, op=_OPPOSITE[condition.op])


def _last(*parts: Lexeme | Amount) -> Amount:
    """The number at the end of a phrase."""
    number = parts[-1]
    if isinstance(number, Lexeme):
        raise Reject
    return number


def _whom(who: Ref) -> Who:
    """The players that a rule of a static ability is about."""
    whose = WHOSE.get(who.kind)
    if whose is None:
        raise Reject
    return whose
