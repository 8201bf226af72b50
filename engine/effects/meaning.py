"""Meanings of an instruction's words as it is carried out, and of "it" and "that many" in later words.

An item remembers what its text did last: ``it``, ids as they were when they were touched, and ``did``, how much or how
many. An object that a text moved itself it can find, or knows as it last was: ``last`` (400.7j, 608.2h).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine import abilities as a
from engine.queries.filters import amount, resolve
from engine.state.frequent_writes import write_did

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item, Object

Outcome = int | None
"""The number of next instructions to pass over; ``None`` while this one waits for an answer."""
DONE = 0


def who_is(game: Game, item: Item, ref: a.Ref) -> list[int]:
    """The seats a reference to players means, of those who are still in the game."""
    seats = [game.seat_of(i) for i in what_is(game, item, ref)]
    return [seat for seat in seats if not game.players[seat].lost]


def what_is(game: Game, item: Item, ref: a.Ref) -> tuple[int, ...]:
    """Ids of what a reference means now."""
    return resolve(game, ref, item.controller, item.source, item)


def objects_of(game: Game, item: Item, ref: a.Ref) -> list[Object]:
    """The objects among what a reference means now."""
    return [obj for obj in map(game.object, what_is(game, item, ref)) if obj is not None]


def items_of(game: Game, item: Item, ref: a.Ref) -> list[Item]:
    """The spells and abilities among what a reference means now; the card of a spell means the spell."""
    ids = what_is(game, item, ref)
    stack = [game.item(ident) for ident in game.root.stack]
    kinds = game.rules.of_cards
    return [one for ident in ids for one in stack if ident == one.id or (ident == one.card and one.kind in kinds)]


def shares_of(item: Item, ref: a.Ref) -> dict[int, int]:
    """The number announced for each of the targets among which something is divided (601.2d)."""
    own = "new target" if item.part else "target"
    if ref.kind != own or ref.index >= len(item.shares):
        return {}
    return dict(zip(item.targets[ref.index], item.shares[ref.index], strict=False))


def amount_of(game: Game, item: Item, value: a.Amount) -> int:
    """A quantity as a number, never below 0."""
    return max(0, amount(game, value, item.controller, item.source, item))


def numbers_of(game: Game, item: Item, who: a.Ref, value: a.Amount) -> list[tuple[int, int]]:
    """Each of the players that a reference means, with the number that is its own where it is one of theirs.

    "Each player loses 1 life for each creature they control" counts for each player what that one controls.
    """
    seats = who_is(game, item, who)
    own = _as_own(value, who) if who.kind in ("players", "opponents") else value
    if own == value:
        number = amount_of(game, item, value)
        return [(seat, number) for seat in seats]
    return [(seat, max(0, amount(game, own, seat, item.source, item))) for seat in seats]


def own_kind(what: a.Filter, who: a.Ref) -> a.Filter:
    """A description as each of several players asks for it: what is among "theirs" is among "yours"."""
    if who.kind not in ("players", "opponents") or not what.tests:
        return what
    tests = [replace(test, value=_as_own(test.value, who)) for test in what.tests]
    return replace(what, tests=tuple(tests))


def _as_own(value: a.Amount, who: a.Ref) -> a.Amount:
    """A number as each of several players asks for it: what is "theirs" is "yours"."""
    match value:
        case a.Count(what=what) | a.Among(what=what) if what.whose == who:
            return replace(value, what=replace(what, whose=None, of="you"))
        case a.Value(of=of) if of == who:
            return replace(value, of=a.YOU)
        case a.Math(left=left, right=right):
            return replace(value, left=_as_own(left, who), right=_as_own(right, who))
        case _:
            return value


def touched(game: Game, item: Item, ids: tuple[int, ...], did: int | None = None) -> int:
    """Set the meaning of "it" from now on; ``did`` is how much was done if that is not how many."""
    if item.it != ids:
        game.write(item, "it", ids)
    return counted(game, item, len(ids) if did is None else did)


def counted(game: Game, item: Item, did: int) -> int:
    """Set the meaning of "that much" and "if you do" from now on."""
    if item.did != did:
        write_did(game, item, did)
    return DONE
