"""The reserve cost: cards go from hand to memory, Reservable objects are rested, Kindle banishes from the graveyard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from engine.abilities import Reserve
from engine.events.zones import move, move_all
from engine.games.grand_archive.imbuing import (
    REVEAL,
    can_be_imbued,
    keyword_numbers,
    may_reveal,
    must_reveal,
    note_reserved,
)
from engine.payment.self_cost_rules import refuse, tap
from engine.queries.filters import amount
from engine.state.cost_rule import GONE, TAP, Claim, CostRule
from engine.state.decisions import Answer, Option
from engine.state.play_notes import PaidNumber, numbers_paid
from engine.state.procedure import current, item_of

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.state.game import Game
    from engine.state.records import Item, Play

KINDLE: Final = "kindle"
"""The verb of an answer that banishes a card from the graveyard for Kindle, and the name of the ability."""
RESERVE: Final = "reserve"


class ReserveRule(CostRule[Reserve]):
    """Reserve N: each unit is a card from hand, face down or for Imbue revealed, or the rest of a Reservable object.

    As many units as a card's Kindle says may be fire cards banished from the graveyard (Kindle 1).
    """

    verb = RESERVE

    def label(self, part: Reserve) -> str:
        return f"reserve {part.amount}"

    def takes(self, do: str) -> bool:
        return do in (RESERVE, REVEAL, KINDLE, TAP)

    def units(self, part: Reserve) -> int:
        return cast("int", part.amount)  # the total is a number

    def locked(self, game: Game, seat: int, item: Item, part: Reserve) -> CostPart:
        return Reserve(max(0, amount(game, part.amount, seat, item.source, item)))

    def claims(self, game: Game, seat: int, source: int, part: Reserve) -> list[list[Claim]] | None:
        usual = [Claim(GONE, i) for i in game.content("hand", seat)]
        usual += [Claim(TAP, i) for i in reservable(game, seat)]
        fuel = [Claim(GONE, i) for i in kindling(game, seat, source)]
        more = min(self.units(part), kindles_left(game, source)) if fuel else 0
        return [fuel + usual] * more + [usual] * (self.units(part) - more)

    def missing(self, game: Game, seat: int, source: int, part: Reserve) -> str:
        return f"{self.units(part) - len(self.options(game, seat, source, part))} more to reserve"

    def can_pay_regardless(self, game: Game, seat: int, source: int, part: Reserve) -> bool:
        """A card that is reserved leaves the hand one smaller and one less to reserve."""
        return self.units(part) <= max(1, len(game.content("hand", seat)))

    def can_pay_part(self, game: Game, seat: int, source: int, part: Reserve) -> bool:
        fuel = min(len(kindling(game, seat, source)), kindles_left(game, source))
        return len(game.content("hand", seat)) + len(reservable(game, seat)) + fuel >= self.units(part)

    def planned(self, game: Game, play: Play, part: Reserve, claims: list[Claim]) -> tuple[Answer, ...]:
        fuel = kindling(game, play.seat, item_of(game, play).source)
        verb = REVEAL if must_reveal(game, item_of(game, play).source) else RESERVE
        ways: dict[str, list[int]] = {}
        for how, ident in claims:
            ways.setdefault(TAP if how == TAP else KINDLE if ident in fuel else verb, []).append(ident)
        return tuple(Answer(do, tuple(idents)) for do, idents in ways.items())

    def options(self, game: Game, seat: int, source: int, part: Reserve) -> tuple[Option, ...]:
        hand = game.content("hand", seat)
        found: tuple[Option, ...] = ()
        if not must_reveal(game, source):
            found += tuple(Option(RESERVE, (i,)) for i in hand)
        if may_reveal(game, source) and can_be_imbued(game, source):
            found += tuple(Option(REVEAL, (i,)) for i in hand)
        found += tuple(Option(KINDLE, (i,)) for i in kindling(game, seat, source) if kindles_left(game, source))
        return found + tuple(Option(TAP, (i,)) for i in reservable(game, seat))

    def pay(self, game: Game, play: Play, part: Reserve, answer: Answer) -> tuple[CostPart, ...]:
        units = self.units(part)
        if not answer.refs or len(answer.refs) > units or len(set(answer.refs)) != len(answer.refs):
            raise refuse(game, "bad_payment", f"the reserve cost takes 1 to {units} different ones")
        if not set(_able(game, play, answer.do)).issuperset(answer.refs):
            raise refuse(game, "bad_payment", "only cards from hand and awake Reservable objects pay a reserve cost")
        if answer.do == KINDLE:
            _kindle(game, play, answer.refs)
        for ident in answer.refs if answer.do != KINDLE else ():
            if answer.do == TAP:
                tap(game, game.obj(ident))
            else:
                _reserve(game, play, ident, revealed=answer.do == REVEAL)
        left = units - len(answer.refs)
        return (Reserve(left),) if left else ()


def _able(game: Game, play: Play, do: str) -> tuple[int, ...]:
    """The things that may be used with this verb, wherever it leads."""
    source = item_of(game, play).source
    if do == TAP:
        return reservable(game, play.seat)
    if do == KINDLE:
        return kindling(game, play.seat, source)
    allowed = may_reveal(game, source) if do == REVEAL else not must_reveal(game, source)
    return game.content("hand", play.seat) if allowed else ()


def _reserve(game: Game, play: Play, ident: int, *, revealed: bool) -> None:
    """A card goes from hand face down to memory; revealed for Imbue it is shown first."""
    item = item_of(game, play)
    if item.card:
        note_reserved(game, item, game.obj(ident), revealed=revealed)
    move(game, game.obj(ident), "memory")
    game.occurred("reserved", play.seat, 0, 1, 0)


def _kindle(game: Game, play: Play, refs: tuple[int, ...]) -> None:
    item = item_of(game, play)
    if len(refs) > kindles_left(game, item.source):
        raise refuse(game, "bad_payment", "Kindle does not pay that much")
    game.write(item, "paid", (*item.paid, *(PaidNumber(KINDLE, 1) for _ in refs)))
    move_all(game, [game.obj(ident) for ident in refs], "banishment")


def reservable(game: Game, seat: int) -> tuple[int, ...]:
    """The awake Reservable objects of a player (Reservable 1)."""
    return tuple(
        obj.id
        for obj in game.battlefield()
        if "reservable" in obj.keywords and obj.controller == seat and not obj.tapped
    )


def kindling(game: Game, seat: int, source: int) -> tuple[int, ...]:
    """The cards that Kindle of a card may banish: fire cards in its player's graveyard."""
    card = game.object(source)
    if card is None or not keyword_numbers(game, card, KINDLE):
        return ()
    return tuple(ident for ident in game.content("graveyard", seat) if "fire" in game.obj(ident).words)


def kindles_left(game: Game, source: int) -> int:
    """The number of further cards that may be banished for Kindle as a card is played."""
    card = game.object(source)
    if card is None:
        return 0
    most = sum(keyword_numbers(game, card, KINDLE))
    if not most:
        return 0
    play = current(game)
    item = item_of(game, play) if play is not None else None
    return most - (len(numbers_paid(item.paid, KINDLE)) if item is not None and item.source == source else 0)
