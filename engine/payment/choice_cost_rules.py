"""Cost parts whose payer picks with what, and the table of all parts that the games share.

The payer names objects, some at a time or all at once; what was given up is noted for the text that goes on.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

from engine.abilities import (
    Behold,
    DiscardCost,
    DiscardSelf,
    EitherCost,
    LibraryCost,
    MoveCost,
    MoveSelf,
    PayLife,
    PutCountersCost,
    RemoveCounters,
    RevealCost,
    Sacrifice,
    SacrificeSelf,
    TapOther,
    TapSelf,
    TapTotal,
    Unattach,
    UntapSelf,
    Variable,
    Whose,
)
from engine.errors import Refusal
from engine.events.execution import change_counters
from engine.events.triggers import noticed_together
from engine.payment.self_cost_rules import (
    GIVEN,
    MOVING,
    CountedRule,
    DiscardSelfRule,
    LibraryRule,
    MoveSelfRule,
    PayLifeRule,
    SacrificeSelfRule,
    TapSelfRule,
    UnattachRule,
    UntapSelfRule,
    counters,
    discard,
    lock_all,
    moving_to,
    note_given_up,
    number_now,
    put_counters,
    refuse,
    spending,
    tap,
)
from engine.queries.filters import matching, number_of, resolve
from engine.queries.prohibitions import can_get_counter, sacrificable
from engine.replacement.happen import happen
from engine.state.cost_rule import GONE, TAP, Claim, CostRule
from engine.state.decisions import Option
from engine.state.last_known import NEW
from engine.state.play_notes import PaidNumber, objects_paid
from engine.state.procedure import current, item_of
from engine.state.proposed_events import Happening, putting
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.abilities import CostPart, Filter, Ref, Test
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect
    from engine.state.records import Item, Object, Play, Player

Chosen: TypeAlias = Sacrifice | DiscardCost | TapOther | MoveCost | RevealCost | Behold
OfCounters: TypeAlias = PutCountersCost | RemoveCounters
AnyChosen = TypeVar("AnyChosen", bound=Chosen)
REVEALED: Final = "revealed"
ANYBODYS: Final[tuple[Whose, ...]] = ("friendly", "anyone")
"""The owners whose things one may pay with without controlling them."""


class ChosenRule(CountedRule[AnyChosen]):
    """A part paid with objects that its payer picks, some at a time or all at once."""

    claim = GONE
    given = ""

    def units(self, part: AnyChosen) -> int:
        count = part.count
        return count if isinstance(count, int) else 0

    def claims(self, game: Game, seat: int, source: int, part: AnyChosen) -> list[list[Claim]] | None:
        found: list[Claim] = [NEW(Claim, (self.claim, i)) for i in self.candidates(game, seat, source, part.what)]
        return [found] * self.units(part)

    def minds_source(self, part: AnyChosen) -> bool:
        return _minds_source(part.what)

    def spares_itself(self, part: AnyChosen) -> bool:
        return part.what.other and not self.minds_source(part)

    def candidates(self, game: Game, seat: int, source: int, what: Filter) -> list[int]:
        """The objects that could be picked; one that was picked before, and is still there, does not pay again."""
        found = [i for i in matching(game, what, seat, source) if self.owned(game, i, seat, what)]
        play = current(game)
        item = item_of(game, play) if play is not None else None
        if item is None or item.source != source or not item.paid:
            return found
        spent = {last.id for last in objects_paid(item.paid, self.given)}
        return [i for i in found if i not in spent]

    def numbers(self, game: Game, seat: int, source: int, part: AnyChosen) -> list[int] | None:
        """The numbers of all that would fit, were it not for X."""
        asked = [test for test in part.what.tests if has(test, Variable)]
        if not asked:
            return None
        others = tuple(test for test in part.what.tests if test not in asked)
        able = [game.obj(i) for i in self.candidates(game, seat, source, replace(part.what, tests=others))]
        return sorted({number_of(obj, test.field) for obj in able for test in asked})

    def owned(self, game: Game, ident: int, seat: int, what: Filter) -> bool:
        """Only what the payer controls pays (602.1a: the player who activates pays), unless the text says whose may."""
        obj = game.object(ident)
        return obj is not None and (obj.controller == seat or what.of in ANYBODYS)

    def can_pay_part(self, game: Game, seat: int, source: int, part: AnyChosen) -> bool:
        needed = number_now(game, seat, source, part.count)
        return len(self.candidates(game, seat, source, part.what)) >= needed

    def options(self, game: Game, seat: int, source: int, part: AnyChosen) -> tuple[Option, ...]:
        return tuple(Option(self.verb, (i,)) for i in self.candidates(game, seat, source, part.what))

    def pay(self, game: Game, play: Play, part: AnyChosen, answer: Answer) -> tuple[CostPart, ...]:
        count = cast("int", part.count)  # locked to a number
        candidates = self.candidates(game, play.seat, item_of(game, play).source, part.what)
        if not answer.refs or len(answer.refs) > count or len(set(answer.refs)) != len(answer.refs):
            raise refuse(game, "bad_payment", f"{self.verb} takes 1 to {count} different ones")
        for ident in answer.refs:
            if ident not in candidates:
                raise refuse(game, "bad_payment", f"{ident} cannot be used to pay by {self.verb}")
        item = item_of(game, play)
        batch = self.giving(game, item, part, [game.obj(i) for i in answer.refs])
        if batch:
            happen(game, batch, item)
        left = count - len(answer.refs)
        return (replace(part, count=left),) if left else ()

    def word(self, part: AnyChosen) -> str:
        """The word of texts for things that were used to pay."""
        return self.given

    def giving(self, game: Game, item: Item, part: AnyChosen, objs: list[Object]) -> list[Prospect]:
        note_given_up(game, item, self.word(part), objs)
        return self.give_up(game, objs, part)

    @abstractmethod
    def give_up(self, game: Game, objs: list[Object], part: AnyChosen) -> list[Prospect]:
        """Pay with these objects."""


def _minds_source(what: Filter) -> bool:
    """Whether a filter says something about its source, but that this is not meant."""
    return what.whose is not None or not all(map(_is_plain, what.tests))


def _is_plain(test: Test) -> bool:
    """Whether a test asks nothing but the object itself."""
    if test.op == "any of":
        return all(map(_is_plain, test.tests))
    if test.op in ("is", "has", "lacks"):
        return True
    is_number = test.op in ("=", "<", ">", "<=", ">=", "even", "odd")
    return is_number and isinstance(test.value, int) and test.field not in NAMED


NAMED: Final = ("X", "modes")
"""Numbers of what is played, not of the object that is tested."""


class SacrificeRule(ChosenRule[Sacrifice]):
    """Sacrifice permanents that fit."""

    verb = "sacrifice"
    given = "sacrificed"

    def candidates(self, game: Game, seat: int, source: int, what: Filter) -> list[int]:
        """The permanents that can be sacrificed: none that an effect keeps from it."""
        fit = [game.obj(i) for i in super().candidates(game, seat, source, what)]
        return [obj.id for obj in sacrificable(game, fit)]

    def give_up(self, game: Game, objs: list[Object], part: Sacrifice) -> list[Prospect]:
        return spending(game, objs, "sacrificed")


class DiscardRule(ChosenRule[DiscardCost]):
    """Discard cards from one's hand; at random they are not named."""

    verb = "discard"
    given = "discarded"

    def options(self, game: Game, seat: int, source: int, part: DiscardCost) -> tuple[Option, ...]:
        if not _at_random(part):
            return super().options(game, seat, source, part)
        return (Option("discard"),) if self.can_pay_part(game, seat, source, part) else ()

    def units(self, part: DiscardCost) -> int:
        return min(1, super().units(part)) if _at_random(part) else super().units(part)

    def leaves_no_choice(self, part: DiscardCost) -> bool:
        return _at_random(part)

    def is_chancy(self, part: DiscardCost, do: str) -> bool:
        return _at_random(part)

    def pay(self, game: Game, play: Play, part: DiscardCost, answer: Answer) -> tuple[CostPart, ...]:
        if not _at_random(part):
            return super().pay(game, play, part, answer)
        item = item_of(game, play)
        if answer.refs or not self.can_pay_part(game, play.seat, item.source, part):
            raise refuse(game, "bad_payment", "there are not so many cards to discard")
        for _ in range(cast("int", part.count)):  # locked to a number
            left = self.candidates(game, play.seat, item.source, part.what)
            card = game.obj(left[game.stream_below(len(left))])
            note_given_up(game, item, "discarded", [card])
            discard(game, [card], item)
        return ()

    def give_up(self, game: Game, objs: list[Object], part: DiscardCost) -> list[Prospect]:
        return spending(game, objs, "discarded")


def _at_random(part: CostPart) -> bool:
    return isinstance(part, DiscardCost) and part.at_random


class TapOtherRule(ChosenRule[TapOther]):
    """Tap untapped permanents that fit."""

    verb = "tap"
    claim = TAP
    given = "tapped"

    def owned(self, game: Game, ident: int, seat: int, what: Filter) -> bool:
        obj = game.object(ident)
        return obj is not None and not obj.tapped and super().owned(game, ident, seat, what)

    def can_pay_regardless(self, game: Game, seat: int, source: int, part: TapOther) -> bool:
        """Where nothing in play bears on others, tapping one takes that one away and no more."""
        if super().can_pay_regardless(game, seat, source, part):
            return True
        is_apart = not game.root.granting and not self.minds_source(part)
        return is_apart and self.can_pay_part(game, seat, source, part)

    def give_up(self, game: Game, objs: list[Object], part: TapOther) -> list[Prospect]:
        for obj in objs:
            tap(game, obj)
        return []


class TapTotalRule(CostRule[TapTotal]):
    """Tap any number of untapped permanents that fit, of so much in all, some at a time or all at once."""

    verb = "tap"

    def units(self, part: TapTotal) -> int:
        return 2  # one may not be enough

    def candidates(self, game: Game, seat: int, source: int, part: TapTotal) -> list[int]:
        """The permanents that could be tapped."""
        found = map(game.object, matching(game, part.what, seat, source))
        return [obj.id for obj in found if obj is not None and obj.controller == seat and not obj.tapped]

    def can_pay_part(self, game: Game, seat: int, source: int, part: TapTotal) -> bool:
        numbers = [_counting(game.obj(i), part) for i in self.candidates(game, seat, source, part)]
        return sum(number for number in numbers if number > 0) >= part.least

    def options(self, game: Game, seat: int, source: int, part: TapTotal) -> tuple[Option, ...]:
        return tuple(Option("tap", (i,)) for i in self.candidates(game, seat, source, part))

    def pay(self, game: Game, play: Play, part: TapTotal, answer: Answer) -> tuple[CostPart, ...]:
        able = self.candidates(game, play.seat, item_of(game, play).source, part)
        if len(set(answer.refs)) != len(answer.refs) or not answer.refs or any(i not in able for i in answer.refs):
            raise refuse(game, "bad_payment", "these cannot all be tapped for this")
        objs = [game.obj(i) for i in answer.refs]
        item = item_of(game, play)
        note_given_up(game, item, "tapped", objs)
        left = part.least - sum(_counting(obj, part) for obj in objs)
        for obj in objs:
            tap(game, obj)
        return (replace(part, least=left),) if left > 0 else ()


def _counting(obj: Object, part: TapTotal) -> int:
    """The number for which an object counts as it is tapped."""
    return number_of(obj, part.field) + dict(obj.stats).get(part.beside, 0)


class MoveRule(ChosenRule[MoveCost]):
    """Put objects that fit into another zone: exile cards from a graveyard, return permanents to hand."""

    def takes(self, do: str) -> bool:
        return do in MOVING.values()

    def word(self, part: MoveCost) -> str:
        return GIVEN.get(part.zone, "returned")

    def options(self, game: Game, seat: int, source: int, part: MoveCost) -> tuple[Option, ...]:
        verb = MOVING.get(part.zone, "return")
        return tuple(Option(verb, option.refs) for option in super().options(game, seat, source, part))

    def pay(self, game: Game, play: Play, part: MoveCost, answer: Answer) -> tuple[CostPart, ...]:
        verb = MOVING.get(part.zone, "return")
        if answer.do != verb:
            raise refuse(game, "bad_payment", f"this is paid by {verb}")
        return super().pay(game, play, part, answer)

    def give_up(self, game: Game, objs: list[Object], part: MoveCost) -> list[Prospect]:
        return moving_to(game, objs, part.zone)


class RevealRule(ChosenRule[RevealCost]):
    """Reveal cards from one's hand; a card that is revealed may pay something else too."""

    verb = "reveal"
    given = "revealed"
    claim = REVEALED

    def give_up(self, game: Game, objs: list[Object], part: RevealCost) -> list[Prospect]:
        for obj in objs:
            game.occurred("revealed", obj.owner, obj.id, 0, obj.name)
        noticed_together(game, "revealed", [Happening(obj, obj.owner, how=obj.zone) for obj in objs])
        return []


class EitherRule(CostRule[EitherCost]):
    """One of several costs: the first payment made says which."""

    def takes(self, do: str) -> bool:
        return True

    def locked(self, game: Game, seat: int, item: Item, part: EitherCost) -> CostPart:
        return EitherCost(tuple(lock_all(game, seat, item, cost) for cost in part.options))

    def options(self, game: Game, seat: int, source: int, part: EitherCost) -> tuple[Option, ...]:
        return tuple(
            option
            for cost in part.options
            if all(game.rules.cost_rules[type(p)].can_pay_part(game, seat, source, p) for p in cost)
            for inner in cost
            for option in game.rules.cost_rules[type(inner)].options(game, seat, source, inner)
        )

    def pay(self, game: Game, play: Play, part: EitherCost, answer: Answer) -> tuple[CostPart, ...]:
        reason = refuse(game, "bad_payment", f"{answer.do} pays neither")
        for cost in part.options:
            for index, inner in enumerate(cost):
                rule = game.rules.cost_rules[type(inner)]
                if rule.takes(answer.do):
                    try:
                        left = rule.pay(game, play, inner, answer)
                    except Refusal as refusal:
                        reason = refusal
                        continue
                    return (*cost[:index], *left, *cost[index + 1 :])
        raise reason


class CountersRule(CountedRule[OfCounters]):
    """Remove counters from the source or one's champion, or put them on a permanent."""

    verb = "counters"

    def leaves_no_choice(self, part: OfCounters) -> bool:
        """Counters of the source or of a player; a permanent to take them from or put them on is chosen."""
        if isinstance(part, PutCountersCost):
            return part.what is None
        assert isinstance(part, RemoveCounters)
        return bool(part.name) and part.from_.kind in ("self", "you")

    def units(self, part: OfCounters) -> int:
        """Counters from among several are taken one at a time."""
        count = part.count
        return count if _from_among(part) and isinstance(count, int) else 1

    def can_pay_part(self, game: Game, seat: int, source: int, part: OfCounters) -> bool:
        if not _from_among(part):
            return super().can_pay_part(game, seat, source, part)
        assert isinstance(part, RemoveCounters)
        needed = number_now(game, seat, source, part.count)
        return sum(counters(game, i, part.name) for i in places(game, seat, source, part.from_)) >= needed

    def times(self, game: Game, seat: int, source: int, part: OfCounters) -> int:
        """Counters of the source are there to be counted."""
        if not isinstance(part, RemoveCounters) or part.from_.kind != "self" or not part.name:
            return super().times(game, seat, source, part)
        return counters(game, source, part.name) // max(1, number_now(game, seat, source, part.count))

    def options(self, game: Game, seat: int, source: int, part: OfCounters) -> tuple[Option, ...]:
        if isinstance(part, PutCountersCost):
            on = [source] if part.what is None else matching(game, part.what, seat, source)
            return tuple(
                Option("counters", (i,)) for i in on if i in game.records and can_get_counter(game, i, part.name)
            )
        assert isinstance(part, RemoveCounters)
        needed = 1 if _from_among(part) else number_now(game, seat, source, part.count)
        return tuple(
            Option("counters", (i,), amounts, _kind_name(game, i, amounts))
            for i in places(game, seat, source, part.from_)
            for amounts in _kinds(game, i, part.name, needed)
        )

    def pay(self, game: Game, play: Play, part: OfCounters, answer: Answer) -> tuple[CostPart, ...]:
        options = self.options(game, play.seat, item_of(game, play).source, part)
        named = [o for o in options if answer.refs in ((), o.refs) and answer.amounts in ((), o.amounts)]
        if not named:
            raise refuse(game, "bad_payment", "these counters cannot be used to pay")
        if len(named) > 1:
            raise refuse(game, "bad_payment", "there are several kinds of counters: say which, by its number")
        refs, amounts = named[0].refs, named[0].amounts
        count = cast("int", part.count)  # locked to a number
        if isinstance(part, PutCountersCost):
            put_counters(game, (refs[0],), part.name, count, by=play.seat)
            return ()
        assert isinstance(part, RemoveCounters)
        name = part.name or cast("Object", game.records[refs[0]]).counters[amounts[0]][0]
        taken = 1 if _from_among(part) else count
        _take_off(game, item_of(game, play), refs[0], name, taken)
        return (replace(part, count=count - taken),) if count > taken else ()

    def giving(self, game: Game, item: Item, part: OfCounters, objs: list[Object]) -> list[Prospect]:
        count = cast("int", part.count)  # locked to a number
        if isinstance(part, PutCountersCost):
            able = [obj for obj in objs if count and can_get_counter(game, obj.id, part.name)]
            return [putting(obj, part.name, count, item.controller) for obj in able]
        assert isinstance(part, RemoveCounters)
        for obj in objs:
            _take_off(game, item, obj.id, part.name, count)
        return []


def _take_off(game: Game, item: Item, ident: int, name: str, number: int) -> None:
    """Remove counters to pay for what ``item`` says; its text can ask how many."""
    change_counters(game, ident, name, -number)
    game.write(item, "paid", (*item.paid, PaidNumber(f"removed {name}", number)))


def _from_among(part: CostPart) -> bool:
    return isinstance(part, RemoveCounters) and part.from_.kind == "each"


def places(game: Game, seat: int, source: int, ref: Ref) -> tuple[int, ...]:
    """The objects that counters may be taken from."""
    if ref.kind in ("chosen", "each"):
        assert ref.what is not None
        return tuple(matching(game, ref.what, seat, source))
    return resolve(game, ref, seat, source, None)


def _kinds(game: Game, ident: int, name: str, needed: int) -> list[tuple[int, ...]]:
    """The kinds of counters of which there are enough, as the amounts of an option; empty if one is named."""
    if name:
        return [()] if counters(game, ident, name) >= needed else []
    kinds = cast("Object | Player", game.records[ident]).counters
    return [(index,) for index, (_, n) in enumerate(kinds) if n >= needed]


def _kind_name(game: Game, ident: int, amounts: tuple[int, ...]) -> str:
    """The kind that the amounts of an option say, by name."""
    return cast("Object | Player", game.records[ident]).counters[amounts[0]][0] if amounts else ""


COST_RULES: Final[dict[type, CostRule[Any]]] = {
    TapSelf: TapSelfRule(),
    UntapSelf: UntapSelfRule(),
    TapOther: TapOtherRule(),
    TapTotal: TapTotalRule(),
    Sacrifice: SacrificeRule(),
    SacrificeSelf: SacrificeSelfRule(),
    DiscardCost: DiscardRule(),
    DiscardSelf: DiscardSelfRule(),
    PayLife: PayLifeRule(),
    RemoveCounters: CountersRule(),
    PutCountersCost: CountersRule(),
    MoveSelf: MoveSelfRule(),
    MoveCost: MoveRule(),
    LibraryCost: LibraryRule(),
    RevealCost: RevealRule(),
    Unattach: UnattachRule(),
    EitherCost: EitherRule(),
}
