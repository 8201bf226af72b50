"""Abilities that always hold.

One method for each kind of phrase, mirroring ``engine/text/grammar``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.abilities import (
    EITHER_EVENT,
    IT,
    UNLESS_MANA,
    YOU,
    Amount,
    AsThough,
    Compare,
    CostChange,
    Count,
    Filter,
    Forbid,
    Grant,
    HandSize,
    Math,
    NextEnters,
    Per,
    PlayerHas,
    Ref,
    Replacement,
    SpendAs,
    Static,
    TriggersAgain,
    Truth,
    Unconditional,
    Value,
    Variable,
)
from engine.text.renderer.bodies import Bodies
from engine.text.renderer.conditions import opposite_of
from engine.text.renderer.modifications import STAYS_TAPPED, values_of
from engine.text.renderer.registry import STATICS
from engine.text.renderer.writing import (
    Scope,
    Unwritable,
    an,
    is_worked_out,
    number_word,
    symbols,
    unsigned,
)

YOUR_TURN: Final = Compare(Value("active", YOU), "=", 1)
WHEN: Final = {
    YOUR_TURN: "during your turn",
    Compare(Value("active", YOU), "=", 0): "during your opponents' turns",
}
"""The cases that a prohibition for players names itself."""
CAUSING: Final = {
    "enters": "entering",
    "leaves": "leaving the battlefield",
    f"enters{EITHER_EVENT}leaves": "entering or leaving the battlefield",
    "dies": "dying",
    "attacks": "attacking",
}


class Statics(Bodies):
    """Abilities that always hold."""

    # --- statics ---

    def static(self, static: Static) -> str:
        """A static ability as a sentence, with its condition."""
        condition = None if isinstance(static, Unconditional | Replacement) else static.condition
        text = ""
        match condition:
            case Compare(Math(op="*", left=Truth(condition=case), right=Truth(condition=rest)), ">=") if (
                rest == YOUR_TURN
            ):
                return f"{WHEN[rest]}, as long as {self.condition(case)}, {self.static_sentence(static)}."
            case Compare(left=Math(op="*", left=Truth(condition=case), right=Truth(condition=rest))):
                text = self.case_named(static, case)
                condition = rest if text else condition
        text = text or self.static_sentence(static)
        if condition is not None:
            while_ = "if" if self._says_if(static) else "as long as"
            opposite = opposite_of(condition)
            text += f" unless {self.condition(opposite)}" if opposite else f" {while_} {self.condition(condition)}"
        if isinstance(static, CostChange) and static.floor:
            return (
                f"{text}. This effect can't reduce the mana in that cost to less than {number_word(static.floor)} mana."
            )
        return text + "."

    def _says_if(self, static: Static) -> bool:
        """Whether the case is one of how the card itself is played."""
        match static:
            case AsThough(source=True):
                return True
            case Forbid(source=True):
                return "briefly" in self.wording
            case CostChange(source=True):
                return "fully" not in self.wording
            case _:
                return False

    def case_named(self, static: Static, case: Compare) -> str:
        """The sentence of a static ability that names a case itself, beside its condition; "" if none does."""
        if isinstance(static, Forbid) and static.who and case in WHEN:
            return f"{self.static_sentence(static)} {WHEN[case]}"
        return ""

    def static_sentence(self, static: Static) -> str:
        return STATICS.write(self, static)

    @STATICS.writer(Grant)
    def grant(self, static: Grant) -> str:
        many = not static.source and not static.attached
        subject = "this" if static.source else self.attached() if static.attached else ""
        if many:
            assert static.what is not None
            self._scope = Scope((), IT)  # "its power" is that of what is changed
            each = Ref("each", 0, static.what)
            subject, many = self._granted_to(static.what), self.is_plural(each)
            if (
                static.becomes
                and static.base is not None
                and any(number is not None and is_worked_out(number) for number in static.base)
            ):
                subject, many = self.ref(each), False  # each has a number of its own
        if static.control:
            return f"you control {subject}"
        if static.defines:
            return f"this's {self._defined(static)}"
        if STAYS_TAPPED in static.gains:
            return f"{subject} {'don' if many else 'doesn'}'t untap during {self._untap_step(static)}"
        if not static.source:
            self._scope = Scope((), IT)  # "its power" is that of what is changed
        gain = "gain" if "actively" in self.wording else "have"
        changes = " and ".join(self.changes(static, many=many, gain=gain))
        values = () if "each equal to" in changes else values_of(static)
        where = "".join(f", where X is {self.value(unsigned(value))}" for value in values)
        return f"{subject} {changes}{where}"

    def _granted_to(self, what: Filter) -> str:
        """The things that always have something; spells are somebody's as they are cast."""
        if what.zone != "stack" or not what.of:
            return self.subject(Ref("each", 0, what))
        whose = {"you": "you", "opponent": "your opponents"}[what.of]
        return f"{self.bare(replace(what, of=''))} {whose} {self.terms['play']}"

    @STATICS.writer(PlayerHas)
    def player_has(self, static: PlayerHas) -> str:
        return f"you have {static.keyword}"

    @STATICS.writer(AsThough)
    def as_though(self, static: AsThough) -> str:
        play = self.terms["play"]
        if not static.source:
            played = self.played_thing(static.what, play, plural=True)
            return f"you may {play} {played} as though they had {static.keyword}"
        paid = f" if you {self.payment(static.cost)} more to {play} it" if static.cost else ""
        return f"you may {play} this as though it had {static.keyword}{paid}"

    @STATICS.writer(TriggersAgain)
    def triggers_again(self, static: TriggersAgain) -> str:
        source = f"another {self.noun(static.of)}" if static.of.other else an(self.noun(static.of))
        again = "that ability triggers an additional time"
        if static.by is None:
            return f"if a triggered ability of {source} triggers, {again}"
        cause = f"{an(self.noun(static.by))} {CAUSING[static.event]}"
        return f"if {cause} causes a triggered ability of {source} to trigger, {again}"

    @STATICS.writer(SpendAs)
    def spend_as(self, static: SpendAs) -> str:
        color = f"{static.color} mana" if static.color else "mana"
        spend = ""
        if static.action == "activate" and static.what is None:
            spend = " to pay the activation costs of abilities"
        elif static.action:
            spend = f" to {static.action} {self.played_thing(static.what, static.action, plural=True)}"
        return f"you may spend {color} as though it were mana of any {'type' if static.types else 'color'}{spend}"

    def _untap_step(self, grant: Grant) -> str:
        if grant.source:
            return "your untap step"
        return "its controller's untap step" if grant.attached else "their controllers' untap steps"

    def _defined(self, grant: Grant) -> str:
        """The definition of power and toughness."""
        assert grant.base is not None
        power, toughness = grant.base
        if power is None or toughness is None:
            field, value = ("power", power) if toughness is None else ("toughness", toughness)
            assert value is not None
            return f"{field} is equal to {self.value(value)}"
        if power != toughness:
            raise Unwritable(grant)
        return f"power and toughness are each equal to {self.value(power)}"

    @STATICS.writer(HandSize)
    def hand_size(self, static: HandSize) -> str:
        who = {"you": "you have", "": "each player has", "opponent": "each opponent has"}[static.who]
        if static.operation == "none":
            return f"{who} no maximum hand size"
        if static.who != "you":
            raise Unwritable(static)
        verb = {"more": "increased by ", "less": "reduced by ", "becomes": ""}[static.operation]
        return f"your maximum hand size is {verb}{self.number(static.amount)}"

    @STATICS.writer(Forbid)
    def forbid(self, static: Forbid) -> str:
        if static.by is not None:
            return f"{self.forbid(replace(static, by=None))} from {self.noun(static.by, plural=True)}"
        if static.action.startswith("be prevented"):
            return self.unpreventable(static)
        if static.action == "gain life":
            return {"": "players", "you": "you", "opponent": "your opponents"}[static.who] + " can't gain life"
        if static.action == "cycle":
            return {"": "players", "you": "you", "opponent": "your opponents"}[static.who] + " can't cycle cards"
        if static.action.endswith(" counters"):
            subject, pronoun = ("this", "it") if static.what is None else (self.bare(static.what), "them")
            return f"{subject} can't have {static.action.removeprefix('get ')} put on {pronoun}"
        subject = "this" if static.source else self.attached() if static.attached else ""
        if subject and static.action.startswith("activate"):
            return f"{subject}'s activated abilities can't be activated{_but_for(static)}"
        if subject:
            return f"{subject} can't {static.action}"
        if static.who and static.action not in ("cast", "activate"):
            assert static.what is not None
            who = {"you": "you", "opponent": "your opponents"}[static.who]
            return f"{who} can't {static.action} with {self.noun(static.what, plural=True)}"
        if static.action == UNLESS_MANA:
            assert static.what is not None
            return f"activated abilities of {self.noun(static.what, plural=True)} can't be activated{_but_for(static)}"
        if static.action not in ("cast", "activate"):
            assert static.what is not None
            return f"{self.bare(static.what)} can't {static.action}"
        if static.action == "activate" and static.what is not None and static.what.zone != "stack":
            return f"activated abilities of {self.noun(static.what, plural=True)} can't be activated"
        what = self.played_thing(static.what, static.action, plural=True)
        if static.most:
            what = self.played_thing(static.what, static.action, plural=static.most > 1)
            who = {"": "each player", "you": "you", "opponent": "each opponent"}[static.who]
            return f"{who} can't {static.action} more than {number_word(static.most)} {what} each turn"
        if static.action == "activate" and static.what is not None and not static.who:
            return f"{what} can't be activated"
        who = {"": "players", "you": "you", "opponent": "your opponents"}[static.who]
        return f"{who} can't {static.action} {what}"

    def played(self, action: str) -> str:
        """The word for what an action is done with, "" if it is a card."""
        return "ability" if action == "activate" else "spell"

    @STATICS.writer(CostChange)
    def cost_change(self, change: CostChange) -> str:
        """The cost that is more, less or at least something."""
        verb = change.action
        if change.operation == "at least":
            noun = self.played_thing(change.what, verb)
            price = number_word_of(change.amount)
            subject = noun + self.doing(change)
            return f"each {subject} that would cost less than {price} mana to {verb} costs {price} mana to {verb}"
        each = ""
        if isinstance(change.amount, Count | Per):
            each = self.for_each(change.amount)
        elif not isinstance(change.amount, int | Variable):
            each = f", where X is {self.value(change.amount)}"
        aim = "" if change.targeting is None else self.aim(change.targeting)
        that = f" that target {aim}" if aim and not change.source else ""
        if_ = f" if it targets {aim}" if aim and change.source else ""
        what = f"{self.cost_subject(change)}{that} {self.cost_verb(change)}"
        return f"{what} {self.price(change)} {change.operation} to {verb}{each}{if_}"

    def aim(self, ref: Ref) -> str:
        """The target that is required."""
        return self.ref(ref) if ref.what is None else an(self.noun(ref.what))

    def next_cost(self, change: CostChange) -> str:
        verb = change.action
        subject = self.played_thing(change.what, verb) + self.doing(change)
        return f"the next {subject} this turn costs {self.price(change)} {change.operation} to {verb}"

    def next_enters(self, static: NextEnters) -> str:
        subject = self.played_thing(static.what, static.action)
        return f"the next {subject} you {static.action} this turn enters {self.ways_in(static.effect)}"

    def cost_verb(self, change: CostChange) -> str:
        return "costs" if change.source else "cost"

    def cost_subject(self, change: CostChange) -> str:
        if change.source:
            return "this"
        if change.action == "activate" and change.what is not None and change.what.zone != "stack":
            return f"activated abilities of {self.noun(change.what, plural=True)}"
        return self.played_thing(change.what, change.action, plural=True) + self.doing(change)

    def played_thing(self, what: Filter | None, action: str, *, plural: bool = False) -> str:
        """The played thing, with the word for it: a filter of what is played speaks of the card or source."""
        head = self.played(action)
        heads = (head,) if head else ()
        if what is None:
            return self.noun(Filter((heads or ("card",),), zone="stack"), plural=plural)
        return self.noun(replace(what, kinds=tuple((*kind, *heads) for kind in what.kinds)), plural=plural)

    def doing(self, change: CostChange) -> str:
        """The player and the action whose price changes."""
        return {"": "", "you": f" you {change.action}", "opponent": f" your opponents {change.action}"}[change.who]

    def price(self, change: CostChange) -> str:
        amount = change.amount.times if isinstance(change.amount, Count | Per) else change.amount
        generic = "" if not amount and change.symbols else f"{{{amount}}}" if isinstance(amount, int) else "{X}"
        return generic + symbols(change.symbols)


def _but_for(static: Forbid) -> str:
    return " unless they're mana abilities" if static.action == UNLESS_MANA else ""


def number_word_of(amount: Amount) -> str:
    """A fixed number in words."""
    if not isinstance(amount, int):
        raise Unwritable(amount)
    return number_word(amount)
