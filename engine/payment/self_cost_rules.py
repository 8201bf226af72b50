"""Cost parts: one rule per type, with the same questions for all.

    payable   can it be paid from here, by itself
    options   which payments of it are legal now
    pay       pay it (or some of it) and return what of it is still due
    locked    the part with its numbers fixed, as the total cost is locked in
    claims    what could pay each unit of it, for costs that compete for the same things

Mana is paid from a pool and lives in ``engine.payment.window``; parts that one game alone knows live with that game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, cast

from engine.abilities import (
    Behold,
    DiscardCost,
    DiscardSelf,
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
    Unattach,
    UntapSelf,
)
from engine.errors import Refusal
from engine.events.triggers import occurred
from engine.queries.filters import amount, known_now
from engine.queries.prohibitions import can_be_sacrificed, can_get_counter, can_pay_life, sacrificable
from engine.replacement.happen import happen
from engine.state.cost_rule import GONE, TAP, Claim, CostRule
from engine.state.decisions import Answer, Option
from engine.state.frequent_writes import write_tapped
from engine.state.play_notes import ATTACKED, PaidNumber, PaidObject
from engine.state.procedure import cite_paying, item_of
from engine.state.proposed_events import Prospect, moving, putting
from engine.state.records import NOBODY, Player

if TYPE_CHECKING:
    from engine.abilities import Amount, CostPart
    from engine.sentences import Words
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play

Counted: TypeAlias = (
    Sacrifice | DiscardCost | TapOther | MoveCost | RevealCost | Behold | LibraryCost | PutCountersCost | RemoveCounters
)
AnyCounted = TypeVar("AnyCounted", bound=Counted)
MOVING: Final = {"exile": "exile", "hand": "return", "library top": "put", "library bottom": "put", "graveyard": "put"}
"""The verb of an answer that pays by putting something into a zone; to a zone of one game alone it is returned."""
GIVEN: Final = {
    "exile": "exiled",
    "hand": "returned",
    "library top": "put",
    "library bottom": "put",
    "graveyard": "put",
}
"""The words of a text for things that were put into a zone to pay for it."""


def refuse(game: Game, code: str, words: Words) -> Refusal:
    """A refusal that cites the game's paragraph on paying."""
    return Refusal(cite_paying(game), code, words)


def tap(game: Game, obj: Object) -> None:
    """Tap (rest, exhaust) a permanent that is not (603.2e)."""
    write_tapped(game, obj, True)
    occurred(game, "taps", obj, obj.controller)


def untap(game: Game, obj: Object) -> None:
    """Untap (awaken, ready) a permanent that is not (603.2e)."""
    happen(game, [Prospect("untap", obj.id, obj.controller)])


def spending(game: Game, objs: list[Object], cause: str) -> list[Prospect]:
    """Objects go where spent cards go: "sacrificed" or "discarded"."""
    able = sacrificable(game, objs) if cause == "sacrificed" else objs
    return [moving(obj, game.discard_zone, cause=cause) for obj in able]


def sacrifice(game: Game, objs: list[Object], item: Item | None = None) -> None:
    """Put permanents into their owners' graveyards by sacrifice, all at once."""
    happen(game, spending(game, objs, "sacrificed"), item)


def discard(game: Game, objs: list[Object], item: Item | None = None) -> None:
    """Discard cards, all at once."""
    happen(game, spending(game, objs, "discarded"), item)


def milling(game: Game, seat: int, number: int, zone: str = "") -> list[Prospect]:
    """Cards from the top of a library go to the graveyard, or another zone, all at once (701.17)."""
    origin, grave = game.draw_zone, game.discard_zone
    batch = []
    for place in range(min(number, len(game.content(origin, seat)))):
        each = Prospect("move", 0, seat)
        each.card, each.origin, each.zone = place, origin, game.zone_name(zone) if zone else grave
        each.cause = "milled" if each.zone == grave else ""
        batch.append(each)
    return batch


def moving_to(game: Game, objs: list[Object], zone: str) -> list[Prospect]:
    """Objects go to a zone as texts call it ("exile", "library bottom")."""
    name = game.zone_name("library" if zone.startswith("library") else zone)
    batch = [moving(obj, name) for obj in objs]
    for each in batch:
        each.bottom = zone == "library bottom"
    return batch


def put_somewhere(game: Game, objs: list[Object], zone: str, item: Item | None = None) -> None:
    """Move objects at once to a zone as texts call it ("exile", "library bottom")."""
    happen(game, moving_to(game, objs, zone), item)


def note_given_up(game: Game, item: Item, word: str, objs: list[Object]) -> None:
    """Let the rest of the text know what is about to be sacrificed, discarded ... for it, as it last was (608.2h)."""
    attacked = [PaidNumber(ATTACKED, obj.attacks) for obj in objs if obj.attacking >= 0]
    game.write(item, "paid", (*item.paid, *(PaidObject(word, known_now(game, obj)) for obj in objs), *attacked))


def lock_all(game: Game, seat: int, item: Item, parts: tuple[CostPart, ...]) -> tuple[CostPart, ...]:
    """Parts with their numbers worked out as the text of ``item`` tells them; nothing is due of what comes to none."""
    rules = game.rules.cost_rules
    locked = tuple(rules[type(p)].locked(game, seat, item, p) if type(p) in rules else p for p in parts)
    return tuple(p for p in locked if type(p) not in rules or rules[type(p)].units(p))


def lose_life(game: Game, seat: int, number: int) -> None:
    """Lose life (pay it)."""
    happen(game, [Prospect("lose", game.players[seat].id, seat, number)])


def number_now(game: Game, seat: int, source: int, value: Amount) -> int:
    """A number of a cost as it is now, X counted as 0."""
    return value if isinstance(value, int) else max(0, amount(game, value, seat, source))


class CountedRule(CostRule[AnyCounted]):
    """A part with a number of units, ``count``, which may be X or be worked out."""

    def locked(self, game: Game, seat: int, item: Item, part: AnyCounted) -> CostPart:
        return replace(part, count=max(0, amount(game, part.count, seat, item.source, item)))


class TapSelfRule(CostRule[TapSelf]):
    """{T}: the source, if it is untapped."""

    verb = "tap"
    forced = True
    takes_itself = True

    def options(self, game: Game, seat: int, source: int, part: TapSelf) -> tuple[Option, ...]:
        obj = game.object(source)
        return (Option("tap"),) if obj is not None and obj.zone == game.arena and not obj.tapped else ()

    def claims(self, game: Game, seat: int, source: int, part: TapSelf) -> list[list[Claim]] | None:
        return [[Claim(TAP, source)] if self.options(game, seat, source, part) else []]

    def pay(self, game: Game, play: Play, part: TapSelf, answer: Answer) -> tuple[CostPart, ...]:
        obj = game.object(item_of(game, play).source)
        if obj is None or obj.tapped or answer.refs not in ((), (obj.id,)):
            raise refuse(game, "already_tapped", "the source is not there to be tapped")
        tap(game, obj)
        return ()

    def giving(self, game: Game, item: Item, part: TapSelf, objs: list[Object]) -> list[Prospect]:
        for obj in objs:
            tap(game, obj)
        return []


class UntapSelfRule(CostRule[UntapSelf]):
    """{Q}: the source, if it is tapped."""

    verb = "untap"
    forced = True

    def options(self, game: Game, seat: int, source: int, part: UntapSelf) -> tuple[Option, ...]:
        obj = game.object(source)
        return (Option("untap"),) if obj is not None and obj.zone == game.arena and obj.tapped else ()

    def pay(self, game: Game, play: Play, part: UntapSelf, answer: Answer) -> tuple[CostPart, ...]:
        obj = game.object(item_of(game, play).source)
        if obj is None or not obj.tapped:
            raise refuse(game, "already_untapped", "an untapped permanent cannot pay the untap symbol")
        untap(game, obj)
        return ()


class SacrificeSelfRule(CostRule[SacrificeSelf]):
    """The source itself is sacrificed."""

    verb = "sacrifice"
    forced = True
    takes_itself = True

    def options(self, game: Game, seat: int, source: int, part: SacrificeSelf) -> tuple[Option, ...]:
        obj = game.object(source)
        if obj is None or obj.zone != game.arena or obj.controller != seat or not can_be_sacrificed(game, obj):
            return ()
        return (Option("sacrifice", (source,)),)

    def claims(self, game: Game, seat: int, source: int, part: SacrificeSelf) -> list[list[Claim]] | None:
        return [[Claim(GONE, source)] if self.options(game, seat, source, part) else []]

    def pay(self, game: Game, play: Play, part: SacrificeSelf, answer: Answer) -> tuple[CostPart, ...]:
        source = item_of(game, play).source
        if answer.refs not in ((), (source,)) or not self.options(game, play.seat, source, part):
            raise refuse(game, "bad_payment", "only the source itself can be sacrificed for this")
        item = item_of(game, play)
        happen(game, self.giving(game, item, part, [game.obj(source)]), item)
        return ()

    def giving(self, game: Game, item: Item, part: SacrificeSelf, objs: list[Object]) -> list[Prospect]:
        note_given_up(game, item, "sacrificed", objs)
        return spending(game, objs, "sacrificed")


class DiscardSelfRule(CostRule[DiscardSelf]):
    """Discard the source card: from hand, or from where else the game discards cards.

    Args:
        zones: where it has to be.
    """

    verb = "discard"
    forced = True
    takes_itself = True

    def __init__(self, *zones: str) -> None:
        self._zones = zones or ("hand",)

    def options(self, game: Game, seat: int, source: int, part: DiscardSelf) -> tuple[Option, ...]:
        obj = game.object(source)
        if obj is None or obj.zone not in self._zones or obj.controller != seat:
            return ()
        return (Option("discard", (source,)),)

    def claims(self, game: Game, seat: int, source: int, part: DiscardSelf) -> list[list[Claim]] | None:
        return [[Claim(GONE, source)] if self.options(game, seat, source, part) else []]

    def pay(self, game: Game, play: Play, part: DiscardSelf, answer: Answer) -> tuple[CostPart, ...]:
        source = item_of(game, play).source
        if answer.refs not in ((), (source,)) or not self.options(game, play.seat, source, part):
            raise refuse(game, "bad_payment", "only the source itself can be discarded for this")
        item = item_of(game, play)
        happen(game, self.giving(game, item, part, [game.obj(source)]), item)
        return ()

    def giving(self, game: Game, item: Item, part: DiscardSelf, objs: list[Object]) -> list[Prospect]:
        note_given_up(game, item, "discarded", objs)
        return spending(game, objs, "discarded")


class MoveSelfRule(CostRule[MoveSelf]):
    """Put the source from where it is into another zone: exile it, return it to hand."""

    forced = True
    takes_itself = True

    def takes(self, do: str) -> bool:
        return do in MOVING.values()

    def options(self, game: Game, seat: int, source: int, part: MoveSelf) -> tuple[Option, ...]:
        obj = game.object(source)
        if obj is None or obj.zone != game.zone_name(part.from_) or obj.controller != seat:
            return ()
        return (Option(MOVING.get(part.zone, "return"), (source,)),)

    def claims(self, game: Game, seat: int, source: int, part: MoveSelf) -> list[list[Claim]] | None:
        return [[Claim(GONE, source)] if self.options(game, seat, source, part) else []]

    def pay(self, game: Game, play: Play, part: MoveSelf, answer: Answer) -> tuple[CostPart, ...]:
        source = item_of(game, play).source
        options = self.options(game, play.seat, source, part)
        if answer.refs not in ((), (source,)) or not options or options[0].do != answer.do:
            raise refuse(game, "bad_payment", "only the source itself pays this")
        item = item_of(game, play)
        happen(game, self.giving(game, item, part, [game.obj(source)]), item)
        return ()

    def giving(self, game: Game, item: Item, part: MoveSelf, objs: list[Object]) -> list[Prospect]:
        note_given_up(game, item, GIVEN.get(part.zone, "returned"), objs)
        return moving_to(game, objs, part.zone)


class LibraryRule(CountedRule[LibraryCost]):
    """Mill cards, or exile them from the top of one's library; one needs as many as are due (118.3)."""

    verb = "mill"
    forced = True

    def is_chancy(self, part: LibraryCost, do: str) -> bool:
        return True

    def options(self, game: Game, seat: int, source: int, part: LibraryCost) -> tuple[Option, ...]:
        enough = len(game.content(game.draw_zone, seat)) >= number_now(game, seat, source, part.count)
        return (Option("mill"),) if enough else ()

    def pay(self, game: Game, play: Play, part: LibraryCost, answer: Answer) -> tuple[CostPart, ...]:
        item = item_of(game, play)
        if answer.refs or not self.options(game, play.seat, item.source, part):
            raise refuse(game, "bad_payment", "there are not so many cards in the library")
        count = cast("int", part.count)  # locked to a number
        became = happen(game, milling(game, play.seat, count, part.zone), item) or []
        cards = [card for card in map(game.object, became) if card is not None]
        note_given_up(game, item, "milled" if part.zone == game.discard_zone else "exiled", cards)
        return ()

    def giving(self, game: Game, item: Item, part: LibraryCost, objs: list[Object]) -> list[Prospect]:
        return milling(game, item.controller, cast("int", part.count), part.zone)  # locked to a number


class UnattachRule(CostRule[Unattach]):
    """Unattach the source from what it is attached to."""

    verb = "unattach"
    forced = True
    takes_itself = True

    def options(self, game: Game, seat: int, source: int, part: Unattach) -> tuple[Option, ...]:
        obj = game.object(source)
        return (Option("unattach"),) if obj is not None and obj.attached in game.records and obj.attached else ()

    def pay(self, game: Game, play: Play, part: Unattach, answer: Answer) -> tuple[CostPart, ...]:
        source = item_of(game, play).source
        if answer.refs or not self.options(game, play.seat, source, part):
            raise refuse(game, "bad_payment", "the source is attached to nothing")
        game.write(game.obj(source), "attached", 0)
        return ()


class PayLifeRule(CostRule[PayLife]):
    """Pay life: one needs as much as is paid (119.4)."""

    verb = "life"
    forced = True

    def locked(self, game: Game, seat: int, item: Item, part: PayLife) -> CostPart:
        return PayLife(max(0, amount(game, part.amount, seat, item.source, item)))

    def options(self, game: Game, seat: int, source: int, part: PayLife) -> tuple[Option, ...]:
        needed = number_now(game, seat, source, part.amount)
        able = game.players[seat].life >= needed and (needed == 0 or can_pay_life(game, seat))
        return (Option("life"),) if able else ()

    def pay(self, game: Game, play: Play, part: PayLife, answer: Answer) -> tuple[CostPart, ...]:
        if answer.refs or not self.options(game, play.seat, 0, part):
            raise refuse(game, "not_enough_life", "there is less life than the cost asks")
        if part.amount:
            lose_life(game, play.seat, cast("int", part.amount))  # locked to a number
        return ()


def counters(game: Game, ident: int, name: str) -> int:
    """The number of counters of a kind on an object or player; "" is of any kind."""
    there = dict(_bearer(game, ident).counters)
    return there.get(name, 0) if name else sum(there.values())


def _bearer(game: Game, ident: int) -> Object | Player:
    return cast("Object | Player", game.records[ident])


def put_counters(
    game: Game, ids: tuple[int, ...], name: str, number: int, item: Item | None = None, by: int = NOBODY
) -> None:
    """Put counters on objects and players, all at once."""
    put_at_once(game, [(ident, name, number) for ident in ids], item, by)


def put_at_once(game: Game, each: list[tuple[int, str, int]], item: Item | None = None, by: int = NOBODY) -> None:
    """Put counters of several kinds, on what, of which kind and how many, all at once.

    Args:
        by: the seat that puts them; of an item its controller unless said.
    """
    seat = item.controller if item is not None and by == NOBODY else by
    able = [entry for entry in each if entry[2] > 0 and can_get_counter(game, entry[0], entry[1])]
    if able:
        happen(game, [putting(_bearer(game, ident), name, number, seat) for ident, name, number in able], item)
