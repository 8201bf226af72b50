"""Cost parts: one rule per type, with the same questions for all.

    payable   can it be paid from here, by itself
    options   which payments of it are legal now
    pay       pay it (or some of it) and return what of it is still due
    locked    the part with its numbers fixed, as the total cost is locked in
    claims    what could pay each unit of it, for costs that compete for the same things

Mana is paid from a pool and lives in ``engine.payment``; parts that one game alone knows live with that game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from engine.abilities import (
    DiscardCost,
    DiscardSelf,
    PayLife,
    PutCountersCost,
    RemoveCounters,
    Sacrifice,
    SacrificeSelf,
    TapOther,
    TapSelf,
    UntapSelf,
    Variable,
)
from engine.decisions import Option
from engine.errors import Refusal
from engine.filters import amount, matching, resolve
from engine.matching import GONE, TAP, Claim
from engine.performing import change_counters
from engine.play import item_of
from engine.prospects import Prospect, moving
from engine.replacement import happen
from engine.state import Player
from engine.triggers import occurred

if TYPE_CHECKING:
    from engine.abilities import Amount, CostPart, Filter
    from engine.decisions import Answer
    from engine.game import Game
    from engine.state import Item, Object, Play

Chosen: TypeAlias = Sacrifice | DiscardCost | TapOther
Counted: TypeAlias = Chosen | PutCountersCost | RemoveCounters


class CostRule(ABC):
    """How one type of cost part is paid; ``verb`` is what an answer says to pay it, ``forced``: in one way only."""

    verb = ""
    forced = False
    is_last = False
    """It is random or moves cards of a library where they are seen."""

    def takes(self, do: str) -> bool:
        """Whether an answer with this verb is about such a part."""
        return do == self.verb

    def units(self, part: CostPart) -> int:
        """How many payments the part takes if each is the smallest."""
        return 1

    def leaves_no_choice(self, part: CostPart) -> bool:
        """Whether the part can be paid in one way only, so that nobody need be asked."""
        return self.forced

    def claims(self, game: Game, seat: int, source: int, part: CostPart) -> list[list[Claim]] | None:
        """For each unit what could pay it; none if the part never competes with another."""
        return None

    def locked(self, game: Game, play: Play, part: CostPart) -> CostPart:
        """The part with its numbers worked out."""
        return part

    def with_x(self, part: CostPart, x: int) -> CostPart:
        """The part with a number put in for X."""
        return part

    def payable(self, game: Game, seat: int, source: int, part: CostPart) -> bool:
        """Whether the part could be paid now, taken by itself."""
        return bool(self.options(game, seat, source, part))

    @abstractmethod
    def options(self, game: Game, seat: int, source: int, part: CostPart) -> tuple[Option, ...]:
        """The legal payments of (a piece of) the part."""

    @abstractmethod
    def pay(self, game: Game, play: Play, part: CostPart, answer: Answer) -> tuple[CostPart, ...]:
        """Pay as answered; return what is still due of the part.

        Raises:
            Refusal: the answer is no payment of this part.
        """


def with_x(game: Game, part: CostPart, x: int) -> CostPart:
    """A cost part other than mana with a number put in for X."""
    rule = game.rules.cost_rules.get(type(part))
    return part if rule is None else rule.with_x(part, x)


def refuse(game: Game, code: str, reason: str) -> Refusal:
    """A refusal that cites the game's paragraph on paying."""
    return Refusal(game.rules.cite("pay"), code, reason)


def tap(game: Game, obj: Object) -> None:
    """Tap (rest, exhaust) a permanent that is not."""
    game.write(obj, "tapped", True)
    occurred(game, "taps", obj, obj.controller)


def untap(game: Game, obj: Object) -> None:
    """Untap (awaken, ready) a permanent that is not."""
    happen(game, [Prospect("untap", obj.id, obj.controller)])


def sacrifice(game: Game, objs: list[Object], item: Item | None = None) -> None:
    """Put permanents into their owners' graveyards by sacrifice, all at once."""
    zone = game.rules.discard_zone
    happen(game, [moving(obj, zone, cause="sacrificed") for obj in objs], item)


def discard(game: Game, objs: list[Object], item: Item | None = None) -> None:
    """Discard cards, all at once."""
    zone = game.rules.discard_zone
    happen(game, [moving(obj, zone, cause="discarded") for obj in objs], item)


def lose_life(game: Game, seat: int, number: int) -> None:
    """Lose life (pay it)."""
    happen(game, [Prospect("lose", game.players[seat].id, seat, number)])


def number_now(game: Game, seat: int, source: int, value: Amount) -> int:
    """A number of a cost as it is now, X counted as 0."""
    return value if isinstance(value, int) else max(0, amount(game, value, seat, source))


class CountedRule(CostRule):
    """A part with a number of units, ``count``, which may be X or be worked out."""

    def locked(self, game: Game, play: Play, part: CostPart) -> CostPart:
        counted = cast("Counted", part)
        item = item_of(game, play)
        return replace(counted, count=max(0, amount(game, counted.count, play.seat, item.source, item)))

    def with_x(self, part: CostPart, x: int) -> CostPart:
        counted = cast("Counted", part)
        return replace(counted, count=x) if isinstance(counted.count, Variable) else part


class TapSelfRule(CostRule):
    """{T}: the source, if it is untapped."""

    verb = "tap"
    forced = True

    def options(self, game: Game, seat: int, source: int, part: CostPart) -> tuple[Option, ...]:
        obj = game.object(source)
        return (Option("tap"),) if obj is not None and obj.zone == game.rules.arena and not obj.tapped else ()

    def claims(self, game: Game, seat: int, source: int, part: CostPart) -> list[list[Claim]] | None:
        return [[(TAP, source)]]

    def pay(self, game: Game, play: Play, part: CostPart, answer: Answer) -> tuple[CostPart, ...]:
        obj = game.object(item_of(game, play).source)
        if obj is None or obj.tapped or answer.refs not in ((), (obj.id,)):
            raise refuse(game, "already_tapped", "the source is not there to be tapped")
        tap(game, obj)
        return ()


class UntapSelfRule(CostRule):
    """{Q}: the source, if it is tapped."""

    verb = "untap"
    forced = True

    def options(self, game: Game, seat: int, source: int, part: CostPart) -> tuple[Option, ...]:
        obj = game.object(source)
        return (Option("untap"),) if obj is not None and obj.zone == game.rules.arena and obj.tapped else ()

    def pay(self, game: Game, play: Play, part: CostPart, answer: Answer) -> tuple[CostPart, ...]:
        obj = game.object(item_of(game, play).source)
        if obj is None or not obj.tapped:
            raise refuse(game, "already_untapped", "an untapped permanent cannot pay the untap symbol")
        untap(game, obj)
        return ()


class ChosenRule(CountedRule):
    """A part paid with objects that its payer picks, some at a time or all at once."""

    claim = GONE

    def units(self, part: CostPart) -> int:
        count = cast("Chosen", part).count
        return count if isinstance(count, int) else 0

    def claims(self, game: Game, seat: int, source: int, part: CostPart) -> list[list[Claim]] | None:
        found = [(self.claim, i) for i in self.candidates(game, seat, source, cast("Chosen", part).what)]
        return [found] * self.units(part)

    def candidates(self, game: Game, seat: int, source: int, what: Filter) -> list[int]:
        """What could be picked."""
        return [i for i in matching(game, what, seat, source) if self.owned(game, i, seat)]

    def owned(self, game: Game, ident: int, seat: int) -> bool:
        """Only what the payer controls pays (602.1a: the player who activates pays)."""
        obj = game.object(ident)
        return obj is not None and obj.controller == seat

    def payable(self, game: Game, seat: int, source: int, part: CostPart) -> bool:
        chosen = cast("Chosen", part)
        needed = number_now(game, seat, source, chosen.count)
        return len(self.candidates(game, seat, source, chosen.what)) >= needed

    def options(self, game: Game, seat: int, source: int, part: CostPart) -> tuple[Option, ...]:
        return tuple(Option(self.verb, (i,)) for i in self.candidates(game, seat, source, cast("Chosen", part).what))

    def pay(self, game: Game, play: Play, part: CostPart, answer: Answer) -> tuple[CostPart, ...]:
        chosen = cast("Chosen", part)
        count = cast("int", chosen.count)  # locked to a number
        candidates = self.candidates(game, play.seat, item_of(game, play).source, chosen.what)
        if not answer.refs or len(answer.refs) > count or len(set(answer.refs)) != len(answer.refs):
            raise refuse(game, "bad_payment", f"{self.verb} takes 1 to {count} different ones")
        for ident in answer.refs:
            if ident not in candidates:
                raise refuse(game, "bad_payment", f"{ident} cannot be used to pay by {self.verb}")
        self.give_up(game, [game.obj(i) for i in answer.refs])
        left = count - len(answer.refs)
        return (replace(chosen, count=left),) if left else ()

    @abstractmethod
    def give_up(self, game: Game, objs: list[Object]) -> None:
        """Pay with these."""


class SacrificeRule(ChosenRule):
    """Sacrifice permanents that fit."""

    verb = "sacrifice"

    def give_up(self, game: Game, objs: list[Object]) -> None:
        sacrifice(game, objs)


class DiscardRule(ChosenRule):
    """Discard cards from one's hand."""

    verb = "discard"

    def give_up(self, game: Game, objs: list[Object]) -> None:
        discard(game, objs)


class TapOtherRule(ChosenRule):
    """Tap untapped permanents that fit."""

    verb = "tap"
    claim = TAP

    def owned(self, game: Game, ident: int, seat: int) -> bool:
        obj = game.object(ident)
        return obj is not None and obj.controller == seat and not obj.tapped

    def give_up(self, game: Game, objs: list[Object]) -> None:
        for obj in objs:
            tap(game, obj)


class SacrificeSelfRule(CostRule):
    """Sacrifice the source."""

    verb = "sacrifice"
    forced = True

    def options(self, game: Game, seat: int, source: int, part: CostPart) -> tuple[Option, ...]:
        obj = game.object(source)
        if obj is None or obj.zone != game.rules.arena or obj.controller != seat:
            return ()
        return (Option("sacrifice", (source,)),)

    def claims(self, game: Game, seat: int, source: int, part: CostPart) -> list[list[Claim]] | None:
        return [[(GONE, source)]]

    def pay(self, game: Game, play: Play, part: CostPart, answer: Answer) -> tuple[CostPart, ...]:
        source = item_of(game, play).source
        if answer.refs not in ((), (source,)) or not self.options(game, play.seat, source, part):
            raise refuse(game, "bad_payment", "only the source itself can be sacrificed for this")
        obj = game.object(source)
        assert obj is not None
        sacrifice(game, [obj])
        return ()


class DiscardSelfRule(CostRule):
    """Discard the source card."""

    verb = "discard"
    forced = True

    def options(self, game: Game, seat: int, source: int, part: CostPart) -> tuple[Option, ...]:
        obj = game.object(source)
        return (Option("discard", (source,)),) if obj is not None and obj.zone == "hand" and obj.owner == seat else ()

    def claims(self, game: Game, seat: int, source: int, part: CostPart) -> list[list[Claim]] | None:
        return [[(GONE, source)]]

    def pay(self, game: Game, play: Play, part: CostPart, answer: Answer) -> tuple[CostPart, ...]:
        source = item_of(game, play).source
        if answer.refs not in ((), (source,)) or not self.options(game, play.seat, source, part):
            raise refuse(game, "bad_payment", "only the source itself can be discarded for this")
        obj = game.object(source)
        assert obj is not None
        discard(game, [obj])
        return ()


class PayLifeRule(CostRule):
    """Pay life: one needs as much as is paid (119.4)."""

    verb = "life"
    forced = True

    def locked(self, game: Game, play: Play, part: CostPart) -> CostPart:
        assert isinstance(part, PayLife)
        item = item_of(game, play)
        return PayLife(max(0, amount(game, part.amount, play.seat, item.source, item)))

    def with_x(self, part: CostPart, x: int) -> CostPart:
        assert isinstance(part, PayLife)
        return PayLife(x) if isinstance(part.amount, Variable) else part

    def options(self, game: Game, seat: int, source: int, part: CostPart) -> tuple[Option, ...]:
        assert isinstance(part, PayLife)
        needed = number_now(game, seat, source, part.amount)
        return (Option("life"),) if game.players[seat].life >= needed else ()

    def pay(self, game: Game, play: Play, part: CostPart, answer: Answer) -> tuple[CostPart, ...]:
        if answer.refs or not self.options(game, play.seat, 0, part):
            raise refuse(game, "not_enough_life", "there is less life than the cost asks")
        assert isinstance(part, PayLife)
        if part.amount:
            lose_life(game, play.seat, cast("int", part.amount))  # locked to a number
        return ()


class CountersRule(CountedRule):
    """Remove counters from the source or one's champion, or put them on a permanent."""

    verb = "counters"

    def leaves_no_choice(self, part: CostPart) -> bool:
        """Counters of the source or of a player; a permanent to take them from or put them on is chosen."""
        if isinstance(part, PutCountersCost):
            return part.what is None
        assert isinstance(part, RemoveCounters)
        return part.from_.kind in ("self", "you")

    def options(self, game: Game, seat: int, source: int, part: CostPart) -> tuple[Option, ...]:
        if isinstance(part, PutCountersCost):
            places = [source] if part.what is None else matching(game, part.what, seat, source)
            return tuple(
                Option("counters", (i,))
                for i in places
                if i in game.records and game.rules.may_get_counter(game, i, part.name)
            )
        assert isinstance(part, RemoveCounters)
        needed = number_now(game, seat, source, part.count)
        return tuple(
            Option("counters", (i,))
            for i in resolve(game, part.from_, seat, source, None)
            if counters(game, i, part.name) >= needed
        )

    def pay(self, game: Game, play: Play, part: CostPart, answer: Answer) -> tuple[CostPart, ...]:
        options = self.options(game, play.seat, item_of(game, play).source, part)
        refs = answer.refs or (options[0].refs if len(options) == 1 else ())
        if not any(option.refs == refs for option in options):
            raise refuse(game, "bad_payment", "these counters cannot be used to pay")
        assert isinstance(part, PutCountersCost | RemoveCounters)
        assert isinstance(part.count, int)
        sign = 1 if isinstance(part, PutCountersCost) else -1
        if sign > 0:
            put_counters(game, (refs[0],), part.name, part.count)
        else:
            change_counters(game, refs[0], part.name, -part.count)
        return ()


def counters(game: Game, ident: int, name: str) -> int:
    """How many counters of a kind lie on an object or player."""
    return dict(cast("Object | Player", game.records[ident]).counters).get(name, 0)


def put_counters(game: Game, ids: tuple[int, ...], name: str, number: int, item: Item | None = None) -> None:
    """Put counters on objects and players, all at once."""
    batch = []
    for ident in ids:
        record = game.records[ident]
        seat = record.seat if isinstance(record, Player) else cast("Object", record).controller
        batch.append(Prospect("counters", ident, seat, number))
        batch[-1].name = name
    if number > 0:
        happen(game, batch, item)


COST_RULES: Final[dict[type, CostRule]] = {
    TapSelf: TapSelfRule(),
    UntapSelf: UntapSelfRule(),
    TapOther: TapOtherRule(),
    Sacrifice: SacrificeRule(),
    SacrificeSelf: SacrificeSelfRule(),
    DiscardCost: DiscardRule(),
    DiscardSelf: DiscardSelfRule(),
    PayLife: PayLifeRule(),
    RemoveCounters: CountersRule(),
    PutCountersCost: CountersRule(),
}
