"""Bodies of texts: sentences of instructions, and modes, mirroring ``grammar/bodies.lark``."""

from __future__ import annotations

from abc import abstractmethod
from copy import copy
from dataclasses import replace
from typing import Final

from engine.abilities import (
    ANY_NUMBER,
    EVENT,
    IT,
    SELF,
    YOU,
    Amount,
    Body,
    Choose,
    ChooseWord,
    Compare,
    Cost,
    CostChange,
    Count,
    CounterSpell,
    Damage,
    Destroy,
    Discard,
    Edict,
    Either,
    EnemyAttack,
    Event,
    EventAmount,
    Filter,
    Flip,
    GainControl,
    If,
    IfDid,
    Instead,
    Instruction,
    Later,
    May,
    Mill,
    Modes,
    Modify,
    Move,
    NextEnters,
    Otherwise,
    PayLife,
    PutAmong,
    PutCounters,
    PutRest,
    Ref,
    RevealUntil,
    SacrificeEffect,
    Search,
    Shield,
    Static,
    TakeCounters,
    Tap,
    ThisTurn,
    UnlessPays,
    Untap,
    UntilItLeaves,
    Variable,
)
from engine.text.mentions import PEOPLE, all_of, also_named, introduced, is_person, is_several, mentioned
from engine.text.offers import for_each, is_offer
from engine.text.phrases import apart, has_part, put, records_in, top_or_bottom
from engine.text.renderer.actions import of_owners
from engine.text.renderer.deeds_alike import (
    COUNTED_DEEDS,
    ONE_NUMBER,
    alike_in,
    chooses_here,
    counts_alike,
    damage_of_one,
    dealt_apart,
    done_alike,
    exiles_top,
    goes_on_about,
    has_also,
    how_many_more,
    made_several,
    next_at,
    prevents_both,
    said_again,
    size_of,
    subject_of,
    target_of,
    targets_named,
    values_in,
    without_meaning,
    without_put_back,
)
from engine.text.renderer.library import OWN_SHUFFLERS, Library
from engine.text.renderer.numbers import differences_of
from engine.text.renderer.writing import (
    EXILED,
    Scope,
    Unwritable,
    an,
    capital,
    is_worked_out,
    listed,
    number_word,
    others_said,
    unsigned,
)
from engine.text.speaking_parts import contains, counted_by, named_in_amount

NOT_DONE: Final = "don't"
FOR_GOOD: Final = Modify(IT, gains=("can't be regenerated",), until="turn")
MANY: Final = ("each", "players", "opponents")
"""Kinds of references that all stand behind one number of damage."""
DONE: Final[dict[type, str]] = {
    Tap: "tapped",
    Untap: "untapped",
    Destroy: "destroyed",
    SacrificeEffect: "sacrificed",
    Edict: "sacrificed",
}
"""The words for what instructions do to things, which are counted as "this way"."""
USED: Final[dict[type, str]] = {Discard: "discarded", Mill: "milled"}
"""The words by which cards that instructions use are told from others."""
BY_THEMSELVES: Final = (If, IfDid, Later, May, Otherwise, UnlessPays)
"""Instructions that begin a sentence of their own where a reflexive ability says several."""
END_OF_COMBAT: Final = "end of combat"
"""The step that texts name without its beginning."""


class Bodies(Library):
    """Writes bodies of texts: sentences of instructions, and modes."""

    names_dealer = True
    """Whether damage that you may have a card deal is not said to be dealt by you in this game."""
    goes_on_later = True
    """Whether sentences behind a delayed ability may be a part of it in this game."""
    used: dict[type, str] = USED
    """The words of this game for cards that instructions used."""

    _doer = "you"
    """The player who may just have done something, or not."""
    _doing: Instruction | None = None
    """The last instruction that things were done by."""
    _life: Amount = 0
    """The life that may just have been paid, which is "that many"."""
    _flipped = False
    """Whether a coin was flipped just before."""
    _followed = False
    """Whether the text goes on behind this sentence, which a delayed ability's words at its front would govern."""
    _trailing_if = False
    """Whether a sentence may not begin with "if" here."""

    @abstractmethod
    def static_sentence(self, static: Static) -> str:
        """A static ability without its condition and full stop."""

    @abstractmethod
    def next_cost(self, change: CostChange) -> str:
        """The cost of the next thing that is played this turn."""

    @abstractmethod
    def next_enters(self, static: NextEnters) -> str:
        """The arrival of the next card that is played this turn."""

    def static_this_turn(self, static: Static) -> str:
        """A static ability that holds for a turn, before it says so."""
        return self.static_sentence(static)

    def text(
        self,
        body: Body,
        modes: Modes | None = None,
        antecedent: Ref = SELF,
        noun: str = "",
        *,
        trailing_if: bool = False,
    ) -> str:
        if modes is None:
            return self._sentences(body, antecedent, noun, trailing_if=trailing_if)
        conditions = modes.conditions or (None,) * len(modes.options)
        choose = f"{self._choose(modes)}. You may choose the same mode more than once." if modes.again else ""
        if modes.apart:
            choose = f"{self._choose(modes)}. Each mode must target a different {modes.apart}."
        return (choose or f"{self._choose(modes)} —") + "".join(
            f"\n• {self.mode_restriction(condition)}{capital(self._sentences(mode, antecedent, noun))}"
            for mode, condition in zip(modes.options, conditions, strict=True)
        )

    def is_restriction(self, condition: Compare) -> bool:
        """Whether a condition is written before what it is about, and not after an "if"."""
        return False

    def mode_restriction(self, condition: Compare | None) -> str:
        """The condition of a mode, written before it."""
        if condition is not None:
            raise Unwritable(condition)
        return ""

    def _choose(self, modes: Modes) -> str:
        if modes.chooser == "opponent":
            return "an opponent chooses one"
        if modes.unchosen:
            return "choose one that hasn't been chosen this turn"
        many = self._choose_many(modes, modes.least, modes.most)
        if modes.instead is None:
            return many
        more, condition = self._choose_instead(modes, modes.instead), modes.instead.condition
        restriction = self.mode_restriction(condition) if self.is_restriction(condition) else ""
        if restriction:
            return f"{many}; {restriction}{more} instead"
        return f"{many}. If {self.condition(condition)}, {more} instead"

    def _choose_instead(self, modes: Modes, instead: Instead) -> str:
        """As many as there are may be chosen where both may be, or else as many as otherwise."""
        if (instead.least, instead.most) == (1, 2) == (modes.least, len(modes.options)) and modes.most == 1:
            return "you may choose both"
        return self._choose_many(modes, instead.least, instead.most)

    def _choose_many(self, modes: Modes, least: int, most: int) -> str:
        if modes.fresh:
            return "choose one that hasn't been chosen"
        if (least, most) == (1, 1):
            return "choose one"
        if (least, most) == (2, 2):
            return "choose both" if len(modes.options) == 2 and not modes.again else "choose two"
        if (least, most) == (0, 1):
            return "choose up to one"
        if least == 0:
            return "choose any number" if most == ANY_NUMBER else f"choose up to {number_word(most)}"
        if least == most and (most > 1 or modes.again):
            return f"choose {number_word(most)}"
        return "choose one or both" if most == 2 and len(modes.options) == 2 else "choose one or more"

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        """All sentences; ``trailing_if``: an "if" may not come first, it would be read as the trigger's."""
        body = replace(body, effects=without_meaning(body.effects))
        self._scope = Scope(body.targets, antecedent, noun)
        self._flipped = False
        self._doing, self._doer, self._life = None, "you", 0
        sentences: list[str] = []
        at = 0
        first = body.effects[0]
        if trailing_if and isinstance(first, If) and not self._is_amended(body.effects):
            at = size_of(body.effects, 0)
            end = first.steps if isinstance(body.effects[first.steps], Otherwise) else at
            done = self._clauses(body.effects[1:end])
            said_after = self.after(body.effects[end - 1]) if end == at else ""
            sentences.append(f"{done} {self.if_so(first.condition)}.{said_after}")
            if end < at:
                rest = body.effects[end + 1 : at]
                sentences.append(f"otherwise, {self._core(rest)}.{self.after(rest[-1])}")
        effects = without_put_back(body.effects)
        while at < len(effects):
            gathered = alike_in(effects, at) if "gathered" in self.wording else 1
            if gathered > 1:
                sentences.append(self._gathered(effects[at : at + gathered]))
                at += gathered
                continue
            ends, owner = effects[at : at + 4], effects[at]
            if isinstance(owner, May) and (moved := top_or_bottom(ends)) is not None:
                who = self.ref(owner.who)
                self._brought_up(Move(moved, "library"))
                sentences.append(f"{who} puts it on their choice of the top or bottom of their library.")
                at += 4
                continue
            if (both := self._both(effects[at : at + 2])) is not None:
                sentences.append(f"{both}.")
                at += 2
                continue
            if counts_alike(effects, at):
                sentences.append(self._with_one_value(effects[at : at + 2]))
                at += 2
                continue
            size = size_of(effects, at)
            counted = counted_by(effects[at - 1]) if at and "fully" in self.wording else []
            if counted and size == 1 and counted[0] in all_of(effects[at : at + 1]):
                sentences.append(f"{self.again(counted[0], effects[at : at + 1])}.")
                at += 1
                continue
            self._flipped = at > 0 and isinstance(body.effects[at - 1], Flip)
            self._followed = at + size < len(effects) and not isinstance(effects[at + size], IfDid)
            sentences.append(self._sentence(effects[at : at + size]) + self.after(effects[at + size - 1]))
            at += size
        return " ".join((*sentences[:1], *map(capital, sentences[1:])))

    def _gathered(self, effects: tuple[Instruction, ...]) -> str:
        """Instructions with one thing in common, which is said once."""
        first = effects[0]
        if isinstance(first, Move) and first.zone == "library":
            owner = self.possessive(first.what) + " owner"
            shuffled = f"{owner} shuffles {self.ref(first.what)} into their library"
            drawn = [self.clause(each, explicit=True).partition(" owner ")[2] for each in effects[1:]]
            return " and ".join((shuffled, *drawn)) + "."
        if isinstance(first, Move):
            what = [self.ref(each.what) for each in effects if isinstance(each, Move)]
            what[0] = "this card" if self._works_in == "graveyard" else what[0]
            return f"put {listed(what, 'and')} {self.zone(first.zone)}{self.arrival(first)}."
        who = subject_of(first)
        if who is not None and all(subject_of(each) == who for each in effects):
            said = [self.clause(each, explicit=True) for each in effects]
            subject = f"{self.subject(who) if isinstance(first, Modify) else self.ref(who)} "
            return " and ".join((said[0], *(each.removeprefix(subject) for each in said[1:]))) + "."
        return self._for_a_while(tuple(each for each in effects if isinstance(each, Modify | GainControl)))

    def _for_a_while(self, effects: tuple[Modify | GainControl, ...]) -> str:
        """Modifications for one time; a number that is worked out for all of them is X."""
        numbers = [n for each in effects if isinstance(each, Modify) for n in (each.power, each.toughness)]
        values = list(dict.fromkeys(unsigned(n) for n in numbers if not isinstance(n, int | Variable)))
        said = []
        for each in effects:
            plain = replace(each, until="")
            for value in values if len(values) == 1 else ():
                plain = put(plain, value, Variable())
            said.append(self.clause(plain, explicit=True))
        where = f", where X is {self.value(values[0])}" if len(values) == 1 else ""
        return f"{self.until(effects[0].until).strip()}, {' and '.join(said)}{where}."

    def _with_one_value(self, effects: tuple[Instruction, ...]) -> str:
        """Two instructions with one number, which is said once."""
        one, other = effects
        assert isinstance(one, ONE_NUMBER)
        assert isinstance(other, ONE_NUMBER)
        said = [self.clause(put(effect, one.amount, Variable()), explicit=True) for effect in (one, other)]
        return f"{' and '.join(said)}, where X is {self.value(one.amount)}."

    @property
    def _not_put(self) -> str:
        """The deed that was not done, where it would have put a card somewhere and texts say so in full."""
        if not isinstance(self._doing, Move) or not self.wording & {"actively", "briefly"}:
            return ""
        return f"don't put {'it' if 'actively' in self.wording else 'the card'} {self.zone(self._doing.zone)}"

    @property
    def _undone(self) -> str:
        """The verb of what was not done; who did not do what had to be done could not."""
        return "can't" if "fully" in self.wording else NOT_DONE

    def again(self, ref: Ref, effects: tuple[Instruction, ...]) -> str:
        """Instructions about all that was just spoken of: "those creatures"."""
        self._scope.again = ref
        said = self._core(effects)
        self._scope.again = None
        return said

    def after(self, effect: Instruction) -> str:
        """A sentence that belongs to the instruction before it."""
        if isinstance(effect, Destroy) and effect.for_good:
            return f" {'They' if self.is_plural(effect.what) else 'It'} can't be regenerated."
        if isinstance(effect, CounterSpell) and effect.zone:
            there = f"put it {self.zone(effect.zone)}" if effect.zone != "exile" else f"{self.terms['exile']} it"
            return f" If that spell is countered this way, {there} instead of putting it into its owner's graveyard."
        if isinstance(effect, Move) and effect.being is not None:
            return f" {self.being_so(effect.being)}."
        return ""

    def _is_amended(self, effects: tuple[Instruction, ...]) -> bool:
        """Whether a condition is said behind what is done else: it asks about a target that is named there."""
        first = effects[0]
        if not isinstance(first, If) or first.steps >= len(effects):
            return False
        is_told = "undivided" in self.wording or self._names_target(first.condition)
        return isinstance(effects[first.steps], Otherwise) and is_told

    def _sentence(self, effects: tuple[Instruction, ...]) -> str:
        """One sentence with its full stop; what a condition governs "otherwise" is another."""
        first = effects[0]
        if isinstance(first, If | IfDid) and isinstance(effects[first.steps], Otherwise):
            end = first.steps
            more = effects[1:end]
            if (
                isinstance(first, If)
                and len(more) == 1
                and (many := how_many_more(more[0], effects[end + 1 :])) is not None
            ):
                was, made = self._core(effects[end + 1 :]), self.number(many)
                return f"{was}. If {self.condition(first.condition)}, create {made} of those tokens instead."
            otherwise_of, more_of = targets_named(effects[end + 1 :]), targets_named(more)
            told_first = bool(otherwise_of and more_of) and min(otherwise_of) < min(more_of)
            is_amended = told_first or self._trailing_if or self._is_amended(effects)
            if isinstance(first, If) and is_amended:
                was = self._core(effects[end + 1 :])
                return f"{was}. If {self.condition(first.condition)}, {self._core(effects[1:end])} instead."
            short = replace(first, steps=end - 1)
            again = next((ref for ref in all_of(more) if ref in all_of(effects[end + 1 :])), None)
            if isinstance(first, If) and again is not None and "fully" in self.wording:
                was = self._core(effects[end + 1 :])
                return f"{was}. {capital(self.again(again, (short, *more)))} instead."
            otherwise = "If you lose the flip" if self._flipped else "Otherwise"
            before = copy(self._scope)
            so = self._core((short, *effects[1:end]))
            if IT in (before.it, before.them) and has_part(effects[end + 1 :], IT):
                self._scope.it, self._scope.them, self._scope.those = before.it, before.them, before.those
            return f"{so}. {otherwise}, {self._core(effects[end + 1 :])}."
        if isinstance(first, May) and first.cost:
            self._doer = "you" if first.who == YOU else "they"
            self._life = next((part.amount for part in first.cost if isinstance(part, PayLife)), 0)
            return f"{self.ref(first.who)} may {self.payment(first.cost)}."
        if isinstance(first, IfDid) and is_worked_out(self._life) and "gathered" in self.wording:
            effects = put(effects, self._life, EventAmount())
        if isinstance(first, IfDid) and isinstance(effects[1], Later) and not effects[1].events:
            return f"when {self._doer} do, {self._later(effects[1:])}."
        if isinstance(first, If) and len(effects) > 1 and isinstance(effects[1], Later) and not effects[1].events:
            return f"when {self.condition(first.condition)}, {self._later(effects[1:])}."
        if first == FOR_GOOD:
            return "a creature dealt damage this way can't be regenerated this turn."
        if isinstance(first, Shield) and self.guards(first):
            return self.guard(first) + "."
        if isinstance(first, ThisTurn) and first.until != "turn":
            assert not isinstance(first.ability, NextEnters)
            said = self.of_player(self.static_this_turn(first.ability), first.who)
            return f"{said}{self.until(first.until)}." if first.until else f"for the rest of the game, {said}."
        if isinstance(first, ThisTurn):
            said = self.rule_this_turn(first.ability)
            return f"{self.of_player(said, first.who)}."
        return self._core(effects) + "."

    def of_player(self, said: str, who: Ref) -> str:
        """A rule for a player, said of the one who is meant."""
        return said if who == YOU else f"{self.ref(who)} {said.removeprefix('you ')}"

    def rule_this_turn(self, ability: Static | NextEnters) -> str:
        """A rule that holds for this turn, as a sentence."""
        if isinstance(ability, NextEnters):
            return self.next_enters(ability)
        if isinstance(ability, CostChange) and ability.once:
            return self.next_cost(ability)
        return f"{self.static_this_turn(ability)} this turn"

    def _names_target(self, condition: Compare) -> bool:
        """Whether a condition is about a target that was not named yet: it stands behind what it changes."""
        named = [part for part in records_in(condition) if isinstance(part, Ref) and part.kind == self._scope.kind]
        return any(ref.index >= self._scope.seen for ref in named)

    def _when(self, later: Later) -> str:
        """The event that a delayed ability waits for."""
        first = later.events[0]
        if first.how == END_OF_COMBAT:
            return f"at {END_OF_COMBAT}"
        if first.name == "step":
            whose = "the" if later.about is None else "their"
            step = first.how if len(later.events) == 1 else first.how.rpartition("combat ")[2]  # of several phases
            return f"at the beginning of {'your' if first.who == 'you' else whose} next {step}"
        when = "when" if later.once else "whenever"
        lasts = f"{self.until(later.until).strip()}, " if later.until not in ("", "turn") else ""
        this_turn = "" if lasts else " this turn"
        if later.about is not None:
            return f"{lasts}{when} {self.ref(later.about)} {self.happening_of(first)}{this_turn}"
        said = self.trigger(later.events).partition(" ")[2]
        if later.once and not lasts and len(later.events) == 1 and (first.name, first.who) == ("cast", "you"):
            return f"when you next {said.removeprefix('you ')} this turn"
        return f"{lasts}{when} {said}{this_turn}"

    def _either(self, effects: tuple[Instruction, ...]) -> str:
        """One of several modifications of one thing."""
        puts = [effect for effect in effects[1:] if isinstance(effect, PutCounters)]
        if puts:
            kinds = listed([put.name for put in puts], "or")
            choice = "" if "briefly" in self.wording else "your choice of "
            return f"put {choice}{an(kinds)} counter on {self.ref(puts[0].what)}"
        parts = [effect for effect in effects[1:] if isinstance(effect, Modify)]
        first = parts[0]
        many = self._base or self.is_plural(first.what)
        until = self.until(first.until)
        subject = self.subject(first.what)
        if first.power or first.toughness:
            said = " or ".join(self.changes(part, many=many)[0].split(" ", 1)[1] for part in parts)
            return f"{subject} {'get' if many else 'gets'} {said}{until}"
        if first.loses:
            said = listed([part.loses[0] for part in parts], "or")
            return f"{subject} {'lose' if many else 'loses'} your choice of {said}{until}"
        said = listed([self.granted(part.gains, part.abilities) for part in parts], "or")
        return f"{subject} {'gain' if many else 'gains'} your choice of {said}{until}"

    def _later(self, effects: tuple[Instruction, ...]) -> str:
        """The deeds of a delayed ability; it may speak of what was mentioned before it.

        "If you do" is a sentence of its own.
        """
        later = effects[0]
        assert isinstance(later, Later)
        outer, self._scope = self._scope, Scope(later.targets, self._scope.antecedent, self._scope.noun, "new target")
        before = outer.held() if outer.kind == "new target" and outer.targets else outer
        self._scope.outer, self._scope.it, self._scope.player = before, before.it, before.player
        self._scope.them, self._scope.those = before.them, before.those
        what = next((event.what for event in later.events if event.what is not None), None)
        if what is not None or (later.about is not None and later.events[0].name != "step"):
            self._scope.mention(EVENT, person=False)
            self._scope.noun = what.kinds[0][-1] if what is not None else ""
        done = next((at for at, each in enumerate(effects) if at > 1 and isinstance(each, IfDid)), len(effects))
        try:
            if not later.events or (done == len(effects) and self.goes_on_later):
                return self._deeds_later(effects[1:])
            said = self._core(effects[1:done])
            then = self._sentence(effects[done:]).removesuffix(".") if done < len(effects) else ""
            return f"{said}. {then[:1].upper()}{then[1:]}" if then else said
        finally:
            self._scope = outer

    def _deeds_later(self, effects: tuple[Instruction, ...]) -> str:
        """The sentences of a reflexive or delayed ability: each but the first speaks of what it has spoken of."""
        groups: list[tuple[Instruction, ...]] = []
        at = 0
        while at < len(effects):
            part = effects[at : at + size_of(effects, at)]
            is_alone = any(isinstance(each, BY_THEMSELVES) for each in (part[0], *groups[-1][:1])) if groups else True
            if not is_alone and not goes_on_about(effects[:at], part):
                groups[-1] += part
            else:
                groups.append(part)
            at += len(part)
        said: list[str] = []
        for group in groups:
            self._trailing_if = group is groups[0]
            said.append(self._sentence(group))
            self._trailing_if = False
            said[-1] += self.after(group[-1]) if group is not groups[-1] else ""  # that stands behind the whole
        return " ".join((*said[:1], *map(capital, said[1:]))).removesuffix(".")

    @abstractmethod
    def trigger(self, events: tuple[Event, ...]) -> str:
        """The trigger of a triggered ability, up to its comma."""

    @abstractmethod
    def happening_of(self, event: Event) -> str:
        """The event, in words."""

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        first = effects[0]
        match first:
            case IfDid(did=did, steps=steps) if self._flipped and steps == len(effects) - 1:
                return f"if you {'win' if did else 'lose'} the flip, {self._core(effects[1:])}"
            case IfDid(did=did, steps=steps) if steps == len(effects) - 1:
                return f"if {self._doer} {'do' if did else self._not_put or self._undone}, {self._core(effects[1:])}"
            case If(condition=Compare(op="<", right=1) as condition, steps=steps) if steps == len(effects) - 1:
                return f"{self._core(effects[1:])} {self.if_so(condition)}"
            case If(condition=condition, steps=steps) if steps == len(effects) - 1:
                written = self.condition(condition)
                self._spoke_of(condition)
                before, self._differences = self._differences, differences_of(condition)
                said = self._core(effects[1:])
                self._differences = before
                return f"if {written}, {said}"
            case Later(events=events, steps=steps) if events and steps == len(effects) - 1:
                when, done = self._when(first), self._later(effects)
                behind = self._followed and self.goes_on_later and events[0].name == "step" and ". " not in done
                return f"{done} {when}" if behind else f"{when}, {done}"
            case UnlessPays(who=who, cost=cost) if is_offer(who, cost) and len(effects) == 2:
                clauses = self._clauses((for_each(effects[1]),))
                return f"{clauses} unless that player {self.payment(cost, third_person=True)}"
            case UnlessPays(who=who, cost=cost, steps=steps) if steps == len(effects) - 1:
                clauses = self._clauses(effects[1:])
                times, x = self.for_each(first.times), first.x
                if isinstance(x, Count) or is_worked_out(x):
                    times = f", where X is {self.value(x)}"
                return f"{clauses} unless {self.ref(who)} {self._payment_of(who, cost)}{times}"
            case _ if len(effects) > 1 and isinstance(last := effects[-1], Shield) and self.guards(last):
                return f"{self._core(effects[:-1])}, and {self.guard(last)}"
            case _ if "gathered" in self.wording and (again := said_again(effects)) is not None:
                return f"{self._core(put(effects, again, Variable()))}, where X is {self.value(again)}"
            case _:
                text = self._clauses(effects)
                counted = tuple(effect for effect in effects if not self.says_amount(effect))
                values = list(dict.fromkeys((*values_in(counted), *self._target_values(effects))))
                if len(values) > 1:
                    raise Unwritable(effects)
                return text + "".join(f", where X is {self.value(value)}" for value in values)

    def _payment_of(self, who: Ref, cost: Cost) -> str:
        """The words for a payment: "their" things are the payer's."""
        outer, self._theirs = self._theirs, who
        try:
            return self.payment(cost, third_person=who != YOU)
        finally:
            self._theirs = outer

    def says_amount(self, effect: Instruction) -> bool:
        """Whether the words for an instruction say a number that is worked out, and no X stands for it."""
        return False

    def _target_values(self, effects: tuple[Instruction, ...]) -> list[Amount]:
        """Numbers of targets that an X stands for."""
        refs = [ref for ref in map(target_of, effects) if ref is not None and ref.index < len(self._scope.targets)]
        numbers = [self._scope.targets[ref.index].most for ref in refs]
        return [number for number in numbers if is_worked_out(number)]

    def if_so(self, condition: Compare) -> str:
        """A condition behind what it governs; of what there must not be at all one "unless" which there is."""
        if (condition.op, condition.right) == ("<", 1):
            return f"unless {self.condition(replace(condition, op='>='))}"
        return f"if {self.condition(condition)}"

    def clauses_of(self, effects: tuple[Instruction, ...]) -> str:
        return self._clauses(effects)

    def _clauses(self, effects: tuple[Instruction, ...]) -> str:
        parts: list[str] = []
        at = 0
        while at < len(effects):
            if isinstance(effects[at], Either):
                size = size_of(effects, at)
                parts.append(self._either(effects[at : at + size]))
                at += size
                continue
            if isinstance(effects[at], UntilItLeaves):
                at += 1  # said with what is exiled
                continue
            choosing = effects[at]
            if isinstance(choosing, ChooseWord) and chooses_here(effects, at):
                if "fully" in self.wording:
                    apart = self._clause(effects[at : at + 1], first=at == 0)
                    parts.append(f"{apart}. {capital(self._clause(effects[at + 1 : at + 2], first=False))}")
                    at += 2
                    continue
                self._choosing = choosing.family
                try:
                    parts.append(self._clause(effects[at + 1 : at + 2], first=at == 0))
                finally:
                    self._choosing = ""
                at += 2
                continue
            second = next_at(effects, at)
            if isinstance(choosing, Search) and choosing.pair and isinstance(second, Search):
                at += 2
                parts.append(self.search_pair(choosing, second))
                self._brought_up(second)
                continue
            if exiles_top(effects, at):
                at += 2
                parts.append(self.exile_top(effects[at - 2]))
                continue
            if prevents_both(effects, at):
                at += 2
                said = self.clause(effects[at - 2])
                parts.append(said.replace("would be dealt to", "would be dealt to and dealt by"))
                continue
            alike = done_alike(effects, at)
            if alike > 1:
                parts.append(self._listed(effects[at : at + alike], first=at == 0))
                at += alike
                continue
            if (both := self._both(effects[at : at + 2])) is not None:
                parts.append(both)
                at += 2
                continue
            same = damage_of_one(effects, at)
            if same > 1 or (same and has_also(effects[at])):
                parts.append(self._dealt(dealt_apart(effects[at : at + same]), first=at == 0))
                at += same
                continue
            rest = next_at(effects, at)
            if isinstance(choosing, PutAmong) and isinstance(rest, PutRest) and not choosing.reveal:
                put = self._clause(effects[at : at + 1], first=at == 0)
                left = self.clause(rest).removeprefix("put ")
                parts.append(f"{put} and {left}")
                at += 2
                continue
            size = size_of(effects, at)
            parts.append(self._clause(effects[at : at + size], first=at == 0))
            at += size
        return ", then ".join(parts)

    def _both(self, effects: tuple[Instruction, ...]) -> str | None:
        """One modification of something and of other things, which is said once."""
        match effects:
            case (Modify() as one, Modify(what=Ref(kind="each", what=Filter() as what)) as other) if (
                replace(one, what=other.what) == other and others_said(what).other
            ):
                subject = self.subject(one.what)
                self._brought_up(one)
                return f"{subject} and all {self.clause(other, explicit=True)}"
            case (Move(what=Ref(kind="zone", of=Ref() as whose)) as one, Move(what=Ref(kind="zone")) as other) if (
                replace(one, what=other.what) == other and whose == other.what.of and one.zone in ("library", "exile")
            ):
                first, second = (each.what.what.zone for each in (one, other) if each.what.what is not None)
                if whose.kind in OWN_SHUFFLERS and one.zone == "library":
                    shuffled = f"{self.ref(whose)} shuffles their {first} and {second} into their library"
                    self._brought_up(one)
                    return shuffled
                both = f"{self.possessive(whose)} {first} and {second}"
                self._brought_up(one)
                into = "your" if whose == YOU else "their"
                return f"shuffle {both} into {into} library" if one.zone == "library" else f"exile {both}"
            case _:
                return None

    def _listed(self, effects: tuple[Instruction, ...], *, first: bool) -> str:
        """One deed with several things: "destroy target artifact and target land"."""
        said = [self.clause(effect, explicit=not first) for effect in effects]
        laden = [self.counters(effect.amount, effect.name) for effect in effects if isinstance(effect, PutCounters)]
        if laden:
            return said[0].replace(laden[0], listed(laden, "and"), 1)
        verb, _, _ = said[0].partition(" ")
        return listed([said[0], *(each.removeprefix(f"{verb} ") for each in said[1:])], "and")

    def _dealt(self, effects: tuple[Instruction, ...], *, first: bool) -> str:
        """The damage that one source deals to several, in one clause."""
        dealt = [effect for effect in effects if isinstance(effect, Damage)]
        counted = {each.amount for each in dealt if isinstance(each.amount, Count) and each.amount.times == 1}
        where = ""
        if len(counted) == 1:
            effects = tuple(replace(each, amount=Variable()) if each.amount in counted else each for each in dealt)
            where = f", where X is {self.value(counted.pop())}"
        if len({each.amount for each in dealt}) == 1 and all(each.to.kind in MANY for each in dealt):
            said = self.clause(effects[0], explicit=not first)
            to = self.ref(dealt[0].to)
            others = [self.ref(each.to) for each in dealt[1:]]
            return said.replace(to, listed([to, *others], "and"), 1) + where
        parts = [self.clause(effect, explicit=not first) for effect in effects]
        verb = next((f" {verb} " for verb in ("deals", "deal") if f" {verb} " in parts[0]), "")
        if not verb or any(verb not in part for part in parts):  # to be dealt damage is said another way
            return ". ".join((parts[0], *map(capital, parts[1:]))) + where
        return " and ".join((parts[0], *(part.partition(verb)[2] for part in parts[1:]))) + where

    def _clause(self, effects: tuple[Instruction, ...], *, first: bool) -> str:
        effect = effects[0]
        if (
            isinstance(effect, If | IfDid | Otherwise | Later | UnlessPays | ThisTurn)
            or (isinstance(effect, May) and effect.cost)
            or (isinstance(effect, Shield) and self.guards(effect))
        ):
            raise Unwritable(effect)
        if not isinstance(effect, May):
            who = effect.what.of if isinstance(effect, PutCounters) else getattr(effect, "who", None)
            if isinstance(who, Ref):
                self._doer = "you" if who == YOU else "they"
            return self.clause(effect, explicit=not first)
        who = self.ref(effect.who)
        self._doer = "you" if effect.who == YOU else "they"
        paired = self.as_one_deed(effects[1:])
        effects = (effect, *paired)
        if isinstance(paired[0], Search) and paired[0].pair and isinstance(paired[-1], Search):
            return f"{who} may {self.search_pair(paired[0], paired[-1])}"
        if effect.who == YOU and len(paired) > 1 and len(paired) in (done_alike(paired, 0), damage_of_one(paired, 0)):
            return f"{who} may {self._offered(self._clauses(paired))}"
        inner = self.clause(effects[1], explicit=True, base=True)
        if "briefly" in self.wording and not self.names_dealer and self._deals(effects[1]):
            rest = "".join(", then " + self.clause(each, explicit=True) for each in effects[2:])
            return f"{who} may {inner.removeprefix('this ')}{rest}"
        own = f"{who} "
        if subject_of(effects[1]) == effect.who and inner.startswith("that player "):
            own = "that player "
        rest = inner.removeprefix(own) if inner.startswith(own) else inner
        if effect.who != YOU and not inner.startswith(own):
            rest = self.clause(effects[1], base=True)
        has_subject = not inner.startswith(own) and subject_of(effects[1]) is not None and not self._speaks_to(inner)
        said = (e for e in effects[2:] if not isinstance(e, UntilItLeaves))
        following = "".join(", then " + self.clause(e, explicit=True) for e in said)
        if has_subject and effect.who != YOU and subject_of(effects[1]) == YOU and not rest.startswith("you "):
            rest = f"you {rest}"
        return f"{who} may {'have ' if has_subject else ''}{rest}{following}"

    def as_one_deed(self, effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """Instructions as they are said: some that are followed one after the other are one deed in words."""
        return effects

    def _offered(self, deed: str) -> str:
        """One deed with several things, as it is said behind "may"."""
        dealt = deed.removeprefix("this deals ")
        if dealt == deed:
            return deed
        return f"deal {dealt}" if "briefly" in self.wording and not self.names_dealer else f"have this deal {dealt}"

    def _speaks_to(self, clause: str) -> bool:
        """Whether a clause is written as it is told whoever does it, though something else has a part in it."""
        return False

    def _deals(self, effect: Instruction) -> bool:
        """Whether the source of the text deals damage."""
        return isinstance(effect, Damage) and effect.by == SELF

    def clause(self, effect: Instruction, *, explicit: bool = False, base: bool = False) -> str:
        """One instruction as a clause: ``explicit`` says "you draw", ``base`` the verb after "may"."""
        if isinstance(effect, Destroy | Move) and effect.also:
            return self._at_once(effect)
        self._explicit, self._base = explicit, base
        written = self.action(effect)
        self._doing = effect if isinstance(effect, COUNTED_DEEDS) else self._doing
        self._brought_up(effect)
        return written

    def _at_once(self, effect: Destroy | Move) -> str:
        """One deed with several things: "destroy target artifact and target land"."""
        said = [self.clause(each) for each in apart(effect)]
        verb, _, _ = said[0].partition(" ")
        place = ""
        if isinstance(effect, Move) and effect.zone != "exile":
            place = f" {self.zone(effect.zone)}{self.arrival(effect)}"
        named = [each.removeprefix(f"{verb} ").removesuffix(place).removesuffix(of_owners(place)) for each in said]
        if place and any(place in each for each in named):
            raise Unwritable(effect)
        named[0] = named[0].replace("this card from your graveyard", "this card")
        return f"{verb} {listed(named, 'and')}{of_owners(place)}"

    def done(self) -> str:
        effect = self._doing
        what = getattr(effect, "what", None)
        if isinstance(effect, Mill):
            return f"card {self.used[Mill]}"
        if isinstance(effect, TakeCounters):
            return "counter removed"
        if effect is None or what is None:
            return super().done()
        moved = {"exile": EXILED[self.terms["exile"]], "hand": "returned"}
        word = moved.get(effect.zone, "moved") if isinstance(effect, Move) else DONE.get(type(effect), "discarded")
        return f"{self._noun_of(what if isinstance(what, Ref) else Ref('each', 0, what))} {word}"

    def own_deed(self) -> str:
        match self._doing:
            case Edict(what=what):
                return f"sacrificed {an(self.noun(what)) if len(what.kinds) == 1 else 'a permanent'}"
            case Discard():
                return "discarded a card"
            case _:
                return super().own_deed()

    def _noun_of(self, ref: Ref) -> str:
        """The noun of what a reference means."""
        what = ref.what
        if ref.kind == self._scope.kind and ref.index < len(self._scope.targets):
            what = self._scope.targets[ref.index].what
        return "card" if what is None or any("card" in kind for kind in what.kinds) else self.noun(Filter(what.kinds))

    def _spoke_of(self, condition: Compare) -> None:
        """Keep the number that a condition asks about.

        After one about the source, a card that was used before is no longer what was mentioned last.
        """
        self._counted = condition.left
        if self._scope.it == IT and contains(condition, SELF):
            word = self.used.get(type(self._doing))
            self._scope.called = f"the {word} card" if word else ""

    def _brought_up(self, effect: Instruction) -> None:
        """Keep the account of what was mentioned as ``engine.text.binding`` does."""
        for ref in named_in_amount(effect):
            self._scope.mention(ref, person=False)
        if getattr(effect, "what", None) == SELF:
            self._scope.mention(SELF, person=False)
        elif (named := mentioned(effect)) is not None:
            self._scope.mention(named, person=False)
        who = getattr(effect, "who", None)
        if isinstance(who, Ref) and who.kind in PEOPLE:
            self._scope.mention(who, person=True)
        if isinstance(effect, Choose) and effect.what.what is not None and is_person(effect.what.what.kinds):
            self._scope.mention(IT, person=True)
        if introduced(effect) is not None:
            what = getattr(effect, "what", None)
            is_many = is_several(effect) or (isinstance(what, Ref) and what.kind == "chosen" and what.count != 1)
            if is_many and isinstance(what, Ref) and what.what is not None:
                self._scope.mention_several(IT, self.those(what.what))
            elif made_several(effect):
                self._scope.mention_made(IT, made_several(effect))
            else:
                self._scope.mention(IT, person=False)
            self._scope.card = IT if isinstance(effect, RevealUntil) and effect.count == 1 else None
        for ref in also_named(effect):
            if isinstance(effect, EnemyAttack):
                self._scope.mention_several(IT, "that character")
            self._scope.mention(ref, person=False)
