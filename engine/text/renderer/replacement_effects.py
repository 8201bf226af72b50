"""Replacement and prevention effects, mirroring ``grammar/replacements.lark``."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    EVENT,
    IT,
    SELF,
    YOU,
    Amount,
    Body,
    Chooses,
    Compare,
    Copies,
    Count,
    Enters,
    EntryChoice,
    Filter,
    Forbid,
    Goes,
    Never,
    Per,
    Prevented,
    Redirected,
    Ref,
    Replacement,
    Scaled,
    Shield,
    Spared,
    Under,
    Value,
    Variable,
    Would,
)
from engine.text.renderer.conditions import opposite_of
from engine.text.renderer.modifications import Modifications
from engine.text.renderer.registry import ACTIONS, STATICS
from engine.text.renderer.writing import Scope, Unwritable, an, is_worked_out

if TYPE_CHECKING:
    from engine.abilities import Instruction

UNCAST: Final = " and it wasn't cast"
CHOICES: Final[dict[EntryChoice, str]] = {
    "color": "a color",
    "type": "a creature type",
    "basic land type": "a basic land type",
    "opponent": "an opponent",
    "player": "a player",
}
MULTIPLES: Final = {2: "twice", 3: "three times"}


class Replacements(Modifications):
    """Replacement and prevention effects."""

    @abstractmethod
    def clauses_of(self, effects: tuple[Instruction, ...]) -> str:
        """Instructions as clauses of one sentence."""

    # --- abilities ---

    def _skipping(self, effect: Replacement) -> str:
        what = effect.would.what
        if what == YOU:
            return f"skip your {effect.would.kind}"
        if what is None:
            raise Unwritable(effect)
        who, form = ("players", "skip") if what.kind == "players" else ("each opponent", "skips")
        return f"{who} {form} their {effect.would.kind}{'s' if form == 'skip' else ''}"

    @STATICS.writer(Replacement)
    def replacement(self, effect: Replacement) -> str:
        """A replacement effect as a sentence, without its full stop."""
        if effect.would.event == "step":
            return self._skipping(effect)
        if not effect.changes and effect.body is not None:
            return f"as this enters, {self._inner(effect.body)}{self._given(effect.condition)}"
        if isinstance(effect.changes[0], Chooses):
            chooses = effect.changes[0]
            but = f" other than {self.word(chooses.besides[0])}" if chooses.besides else ""
            then = f". This enters {self.ways_in(effect)}" if len(effect.changes) > 1 else ""
            return f"as this enters, choose {CHOICES[chooses.what]}{but}{then}"
        if isinstance(effect.changes[0], Under):
            return "this enters under the control of an opponent of your choice"
        if effect.would.event == "enter" and all(isinstance(c, Enters | Copies) for c in effect.changes):
            return self._entering(effect) + self._given(effect.condition)
        if effect == Replacement(effect.would, (Prevented(),)) and effect.would.event == "damage":
            return self._prevented(effect.would)
        first = effect.changes[0]
        if "gathered" in self.wording and isinstance(first, Redirected) and effect.would.what is not None:
            kind = f"{effect.would.kind} damage".strip()
            if effect != Replacement(effect.would, (first,)) or effect.would.by is not None:
                raise Unwritable(effect)
            whom = self._watched(effect.would.what, None)
            return f"all {kind} that would be dealt to {whom} is dealt to {self.ref(first.to)} instead"
        head = f"if {self._would(effect.would)}"
        if effect.condition is not None:
            head += f" as long as {self.condition(effect.condition)}"
        return f"{head}, {self._outcome(effect)}"

    def _given(self, condition: Compare | None) -> str:
        if condition == Compare(Value("active", YOU), "=", 0) and "briefly" in self.wording:
            return " unless it's your turn"
        opposite = opposite_of(condition, strictly=False)
        if opposite is not None:
            return f" unless {self.condition(opposite)}"
        return "" if condition is None else f" if {self.condition(condition)}"

    def _entering(self, effect: Replacement) -> str:
        what = effect.would.what
        assert what is not None
        how = [change for change in effect.changes if isinstance(change, Enters)]
        if len(how) < len(effect.changes):
            (copies,) = (change for change in effect.changes if isinstance(change, Copies))
            tapped = "tapped " if how else ""
            but = "" if copies.more is None else self.exception(copies.more, many=False)
            return f"you may have this enter {tapped}as a copy of any {self.noun(copies.what)}{but}"
        if effect.cost:
            return self._paying(effect, how)
        many = what != SELF
        ways = self.ways_in(effect, many=many)
        if effect.optional:
            return f"you may have this enter {ways}"
        return f"{self.subject(what)} {'enter' if many else 'enters'} {ways}"

    def ways_in(self, effect: Replacement, *, many: bool = False) -> str:
        """The ways in which something enters."""
        return " and ".join(self._entered(change, many=many) for change in effect.changes if isinstance(change, Enters))

    def _paying(self, effect: Replacement, how: list[Enters]) -> str:
        done = "don't" if effect.unless else "do"
        ways = " and ".join(self._entered(change, many=False) for change in how)
        return f"as this enters, you may {self.payment(effect.cost)}. If you {done}, it enters {ways}"

    def _entered(self, change: Enters, *, many: bool) -> str:
        if change.designated:
            return change.designated
        if not change.counter:
            return change.tapped
        tapped = "tapped " if change.tapped else ""
        on = "on them" if many else "on it"
        if is_worked_out(change.amount) or (isinstance(change.amount, Count) and change.amount.times == 0):
            return f"{tapped}with a number of {change.counter} counters {on} equal to {self.value(change.amount)}"
        return f"{tapped}with {self.counters(change.amount, change.counter)} {on}{self._for_each(change.amount)}"

    def _for_each(self, amount: Amount) -> str:
        each = self.for_each(amount) if isinstance(amount, Count | Per) else ""
        return each.replace(" you control", " you already control") if "fully" in self.wording else each

    # --- what would happen ---

    def _would(self, would: Would, about: Ref | None = None) -> str:
        """The coming event, after "if"; ``about`` is the thing an effect for a time was made for."""
        if would.event == "damage":
            return self._damage_would(would, about)
        if would.event == "discard":
            return "a spell or ability an opponent controls causes you to discard this"
        if would.event == "tokens":
            kind = f"{self.word(would.kind)} " if would.kind else ""
            return f"one or more {kind}tokens would be created under your control"
        what = self._watched(would.what, about)
        match would.event:
            case "counters" if would.by == YOU:
                return f"you would put one or more {would.kind} counters on {what}".replace("  ", " ")
            case "counters":
                return f"one or more {would.kind} counters would be put on {what}".replace("  ", " ")
            case "die":
                return f"{what} would die"
            case "graveyard":
                whose = self._watched(_anybodys(would.what), about)
                return f"{whose} would be put into {_grave(would.what)} from anywhere"
            case "leave":
                return f"{what} would leave the battlefield"
            case "enter":
                return f"{what} would enter{UNCAST if would.kind else ''}"
            case "sacrifice":
                return f"{what} would be sacrificed"
            case "destroy":
                return f"{what} would be destroyed"
            case "untap":
                return f"{what} would become untapped"
            case "draw":
                return f"{what} would draw a card"
            case "gain" | "lose":
                return f"{what} would {would.event} life"
            case _:
                raise Unwritable(would)

    def _damage_would(self, would: Would, about: Ref | None) -> str:
        kind = f"{would.kind} damage".strip()
        if would.what is not None:
            whom = self._watched(would.what, about)
            by = f" by {self._dealer(would.by, about)}" if would.by is not None else ""
            return f"{kind} would be dealt to {whom}{by}"
        if would.by is None:
            raise Unwritable(would)
        return f"{self._dealer(would.by, about)} would deal {kind}"

    def _prevented(self, would: Would) -> str:
        """All damage of a kind that never is dealt."""
        to = f" to {self._all_of(would.what)}" if would.what is not None else ""
        by = f" by {self._all_of(would.by)}" if would.by is not None else ""
        return f"prevent all {would.kind} damage that would be dealt{to}{by}".replace("  ", " ")

    def _all_of(self, ref: Ref) -> str:
        """All that damage is dealt to or by."""
        if ref.kind == "each" and ref.what is not None and not all(kind and kind[-1] for kind in ref.what.kinds):
            return self._dealer(ref, None)
        return self.subject(ref)

    def _watched(self, ref: Ref | None, about: Ref | None) -> str:
        if ref == IT and about is not None:
            if about == SELF == self._scope.it:
                return "it"
            if about.kind == "it" and about.what is not None:
                return f"{an(self.noun(about.what))} dealt damage this way"
            return self.ref(about)
        if ref is None:
            raise Unwritable(ref)
        match ref.kind:
            case "each":
                assert ref.what is not None
                return f"another {self.noun(ref.what)}" if ref.what.other else an(self.noun(ref.what))
            case "opponents":
                return "an opponent"
            case "players":
                return "a player"
            case _:
                return self.ref(ref)

    def _dealer(self, ref: Ref, about: Ref | None) -> str:
        if ref == IT and about is not None:
            return f"{an(self._any_source(about.what))} of your choice" if about.kind == "chosen" else self.ref(about)
        if ref.kind == "each":
            assert ref.what is not None
            return self._source(ref.what, "another" if ref.what.other else "a")
        return self._watched(ref, about)

    def _dealers(self, ref: Ref, about: Ref | None) -> str:
        """All that deal damage, as a noun in the plural where it says what they are in play."""
        what = ref.what
        if ref.kind == "each" and what is not None and not what.other and self._are_things(what):
            return self.noun(replace(what, zone="battlefield"), plural=True)
        return self._dealer(ref, about)

    def _are_things(self, what: Filter) -> bool:
        return all(kind and self._is_thing(kind[-1]) for kind in what.kinds)

    def _any_source(self, what: Filter | None) -> str:
        """A source of any sort, though it be called by what it is in play."""
        assert what is not None
        kinds = tuple((*kind, "source") if "source" not in kind else kind for kind in what.kinds)
        return self.noun(Filter(kinds, what.of, "battlefield", False, what.tests))

    def _source(self, what: Filter | None, article: str) -> str:
        assert what is not None
        if self._are_things(what):
            noun = self.noun(replace(what, zone="battlefield", other=False))
        else:
            kinds = tuple((*kind, "source") for kind in what.kinds)
            noun = self.noun(Filter(kinds, what.of, "battlefield", False, what.tests))
        return an(noun) if article == "a" else f"{article} {noun}"

    def _is_thing(self, word: str) -> bool:
        """Whether a word calls a source by what it is in play, and not by its color."""
        words = self.vocabulary
        return not (word[0] == "!" or word in words.colors or word in words.supertypes)

    # --- what happens instead ---

    def _outcome(self, effect: Replacement) -> str:
        first, *rest = effect.changes
        may = "you may " if effect.optional else ""
        body = effect.body
        match first:
            case Spared(regenerated=True):
                return "regenerate it"
            case Spared() if body is not None:
                return f"instead remove all damage from it and {self._inner(body)}"
            case Goes(zone=zone, reveal=reveal):
                tapped = "".join(f" {self._arriving(change)}" for change in rest)
                self._scope = Scope((), EVENT, "")
                shown = "reveal this and " if reveal else ""
                move = shown + self._sent(effect.would, zone, tapped)
                more = f" and {self._inner(body)}" if body is not None else ""
                kept = " of putting it into your graveyard" if effect.would.event == "discard" else ""
                return f"{may}{move}{more} instead{kept}"
            case Never() if body is not None:
                return f"{may}instead {self._inner(body)}"
            case Never():
                if effect.would.event in ("gain", "lose"):
                    subject = "you" if effect.would.what == YOU else "that player"
                    verb = effect.would.event + ("" if subject == "you" else "s")
                    return f"{subject} {verb} no life instead"
                return f"{may}skip that draw instead"
            case Prevented(amount=number, spared=spared) if spared:
                text = f"prevent all but {self.digits(spared)} of that damage"
                return text + (f" and {self._inner(body)}" if body is not None else "")
            case Prevented(amount=number):
                text = self._part_prevented(number)
                return text + (f" and {self._inner(body)}" if body is not None else "")
            case Redirected(to=to):
                return f"that damage is dealt to {self.ref(to)} instead"
            case Scaled():
                return f"{self._scaled(effect.would, first)} instead"
            case _:
                raise Unwritable(effect)

    def _part_prevented(self, number: Amount) -> str:
        if not isinstance(number, int | Variable):
            return f"prevent an amount of that damage equal to {self.value(number)}"
        return "prevent that damage" if number == -1 else f"prevent {self.digits(number)} of that damage"

    def _arriving(self, change: object) -> str:
        if not isinstance(change, Enters):
            raise Unwritable(change)
        return self._entered(change, many=False)

    def _sent(self, would: Would, zone: str, tapped: str) -> str:
        it = "this" if would.what == SELF else "it"
        if zone == "library":
            return f"shuffle {it} into its owner's library"
        if zone == "exile":
            return f"{self.terms['exile']} {it}{tapped}"
        return f"{'return' if zone == 'hand' else 'put'} {it} {self.zone(zone)}{tapped}"

    @abstractmethod
    def zone(self, zone: str) -> str:
        """The zone in which something is put."""

    def _inner(self, body: Body) -> str:
        outer, self._scope = self._scope, Scope((), EVENT, "")
        try:
            return self.clauses_of(body.effects)
        finally:
            self._scope = outer

    def _scaled(self, would: Would, change: Scaled) -> str:
        more = change.plus if isinstance(change.plus, int) else 0
        match would.event:
            case "damage":
                if change.times != 1:
                    return f"it deals {'double' if change.times == 2 else 'triple'} that damage"
                return f"it deals that much damage {'plus' if more > 0 else 'minus'} {abs(more)}"
            case "gain" | "lose":
                subject = "you" if would.what == YOU else "that player"
                verb = would.event + ("" if subject == "you" else "s")
                if change.times != 1:
                    return f"{subject} {verb} {MULTIPLES[change.times]} that much life"
                return f"{subject} {verb} that much life plus {more}"
            case "tokens":
                return f"{self._so_many(change)} of those tokens are created"
            case "counters":
                kinds = "" if "briefly" in self.wording else "each of those kinds of "
                those = f"{would.kind} counters" if would.kind else f"of {kinds or 'those '}counters"
                return f"{self._so_many(change)} {those} are put on it"
            case _:
                raise Unwritable(change)

    def _so_many(self, change: Scaled) -> str:
        return (
            f"{MULTIPLES[change.times]} that many"
            if change.times != 1
            else f"that many plus {self.number(change.plus)}"
        )

    def unpreventable(self, static: Forbid) -> str:
        """The damage that can't be prevented."""
        damage = static.action.removeprefix("be prevented").removeprefix(" as ") or "damage"
        if static.source:
            return f"{damage} that would be dealt by this can't be prevented"
        if static.what is None:
            return f"{damage} can't be prevented"
        return f"{damage} that would be dealt by {self._source(static.what, 'a')} can't be prevented"

    # --- for a time ---

    @ACTIONS.writer(Shield)
    def shield(self, effect: Shield) -> str:
        """A prevention effect for a time, as an action."""
        inner, would = effect.effect, effect.effect.would
        if would.event == "step" and effect.what is not None:
            own = effect.what == YOU
            return f"{self.ref(effect.what)} {'skip your' if own else 'skips their'} next {would.kind}"
        kind = f"{would.kind} damage".strip()
        (change,) = inner.changes if len(inner.changes) == 1 else (None,)
        if change == Spared(regenerated=True) and effect.what is not None:
            return f"regenerate {self.ref(effect.what)}"
        to = f" to {self._shielded(would.what, effect.what)}" if would.what is not None else ""
        by = f" by {self._dealers(would.by, effect.what)}" if would.by is not None else ""
        if isinstance(change, Redirected):
            much = "all" if effect.amount is None else f"the next {self._limit(effect.amount)}"
            whom = self.ref(change.to)
            return f"{much} {kind} that would be dealt{to} this turn is dealt to {whom} instead"
        if change != Prevented() or inner.body is not None or effect.uses >= 0:
            raise Unwritable(effect)
        if effect.amount is None and would.by is not None and "actively" in self.wording:
            return f"prevent all {kind} {by.removeprefix(' by ')} would deal{to} this turn"
        if effect.amount is None:
            return f"prevent all {kind} that would be dealt{to}{by} this turn"
        return f"prevent the next {self._limit(effect.amount)} {kind} that would be dealt{to}{by} this turn"

    def _shielded(self, ref: Ref, about: Ref | None) -> str:
        """The things that damage is not dealt to, each for itself."""
        return self.ref(ref) if ref.kind == "each" else self._watched(ref, about)

    def _limit(self, amount: Amount) -> str:
        return self.digits(amount) if isinstance(amount, int) else "X"

    def lasting(self, effect: Shield) -> str:
        """An effect for a time by itself, once it is there: "it" is what it was made for, and its targets are known."""
        outer, self._scope = self._scope, Scope((), IT)
        to = next((change.to for change in effect.effect.changes if isinstance(change, Redirected)), None)
        if to is not None and to.kind == "target":
            self._scope.them, self._scope.those = to, "that target"
        try:
            return (self.guard(effect) if self.guards(effect) else self.shield(effect)) + "."
        finally:
            self._scope = outer

    def guards(self, effect: Shield) -> bool:
        """Whether an effect for a time takes a sentence of its own."""
        change = effect.effect.changes[0]
        if effect.effect.would.event == "step":
            return False
        if (effect.uses >= 0 and not isinstance(change, Spared)) or effect.effect.body is not None:
            return True
        return change != Prevented() and not isinstance(change, Redirected | Spared)

    def guard(self, effect: Shield) -> str:
        """An effect for a time as a sentence of its own, without its full stop."""
        would = effect.effect.would
        head = "the next time" if effect.uses == 1 else "if"
        if would.by == IT and effect.what is not None and effect.what.kind == "chosen":
            kind = f"{would.kind} damage".strip()
            dealt = f"{self._dealer(IT, effect.what)} would deal {kind} to {self._watched(would.what, None)}"
            return f"{head} {dealt} this turn, {self._outcome(effect.effect)}"
        return f"{head} {self._would(would, effect.what)} this turn, {self._outcome(effect.effect)}"


def _anybodys(ref: Ref | None) -> Ref | None:
    if ref is None or ref.what is None or not ref.what.of:
        return ref
    what = Filter(ref.what.kinds, "", ref.what.zone, ref.what.other, ref.what.tests, ref.what.name)
    return Ref(ref.kind, ref.index, what, ref.of)


def _grave(ref: Ref | None) -> str:
    of = ref.what.of if ref is not None and ref.what is not None else ""
    return {"": "a graveyard", "you": "your graveyard", "opponent": "an opponent's graveyard"}[of]
