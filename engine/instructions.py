"""Instructions that ask nothing: one function for each, called with the item whose text it is.

Each says what it touched, which "it" may mean next, and how many instructions to pass over. Whatever is gone is passed
over; what one instruction does to several things it does at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.continuous import change_control, refresh
from engine.costs import change_counters, lose_life, sacrifice, tap, untap
from engine.damage import deal_all, gain_life
from engine.decisions import Answer
from engine.filters import amount, resolve
from engine.game import known
from engine.marks import set_mark
from engine.state import Item, Object
from engine.triggers import occurred
from engine.zones import create, draw_from, move, move_all

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game

Outcome = tuple[tuple[int, ...], int] | None
"""What an instruction touched and how many of the next to pass over; ``None`` while it waits for an answer."""

NOTHING: tuple[tuple[int, ...], int] = ((), 0)


def who_is(game: Game, item: Item, ref: a.Ref, it: tuple[int, ...]) -> list[int]:
    """The seats a reference to players means, of those who are still in the game."""
    seats = [game.seat_of(i) for i in resolve(game, ref, item.controller, item.source, item, it)]
    return [seat for seat in seats if not game.players[seat].lost]


def what_is(game: Game, item: Item, ref: a.Ref, it: tuple[int, ...]) -> tuple[int, ...]:
    return resolve(game, ref, item.controller, item.source, item, it)


def objects_of(game: Game, item: Item, ref: a.Ref, it: tuple[int, ...]) -> list[Object]:
    return [obj for obj in map(game.object, what_is(game, item, ref, it)) if obj is not None]


def amount_of(game: Game, item: Item, value: a.Amount) -> int:
    return max(0, amount(game, value, item.controller, item.source, item))


def _damage(game: Game, item: Item, do: a.Damage, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    number = amount_of(game, item, do.amount)
    source = next(iter(objects_of(game, item, do.by, it)), None)
    targets = what_is(game, item, do.to, it)
    shares: dict[int, int] = {}
    if do.to.kind == "target" and do.to.index < len(item.shares) and item.shares[do.to.index]:
        shares = dict(zip(item.targets[do.to.index], item.shares[do.to.index], strict=False))
    last = item.known if do.by.kind == "self" else ()
    deal_all(game, [(source, last, target, shares.get(target, number)) for target in targets])
    return targets, 0


def _draw(game: Game, item: Item, do: a.Draw, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    for seat in who_is(game, item, do.who, it):
        draw(game, seat, amount_of(game, item, do.amount))
    return NOTHING


def draw(game: Game, seat: int, number: int) -> None:
    """Draw cards one at a time; drawing from an empty library is remembered for the next checkpoint."""
    for _ in range(number):
        card = draw_from(game, seat, game.rules.draw_zone, "hand")
        if card is None:
            set_mark(game, seat, "drew from empty", 1)
            return
        occurred(game, "drawn", card, seat, 1)


def _gain(game: Game, item: Item, do: a.GainLife, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    for seat in who_is(game, item, do.who, it):
        gain_life(game, seat, amount_of(game, item, do.amount))
    return NOTHING


def _lose(game: Game, item: Item, do: a.LoseLife, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    number = amount_of(game, item, do.amount)
    for seat in who_is(game, item, do.who, it):
        if number:
            lose_life(game, seat, number)
    return NOTHING


def _destroy(game: Game, item: Item, do: a.Destroy, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    objs = objects_of(game, item, do.what, it)
    objs = [o for o in objs if "indestructible" not in o.keywords and o.zone == game.rules.arena]
    _remember(game, item, objs, move_all(game, objs, game.rules.discard_zone))
    return NOTHING


def _remember(game: Game, item: Item, objs: list[Object], became: list[Object | None]) -> None:
    """What a text moved itself, the rest of it can find, or knows as it last was (400.7j, 608.2h)."""
    named = {i for some in item.targets for i in some}
    ids = [new.id if new is not None else 0 for new in became]
    last = tuple(known(obj, now) for obj, now in zip(objs, ids, strict=True) if obj.id in named)
    if last:
        game.write(item, "last", (*item.last, *last))


def _sacrifice(game: Game, item: Item, do: a.SacrificeEffect, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    sacrifice(game, [o for o in objects_of(game, item, do.what, it) if o.zone == game.rules.arena])
    return NOTHING


def _move(game: Game, item: Item, do: a.Move, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    name = game.place("library" if do.zone.startswith("library") else do.zone)[0].name
    objs = [o for o in objects_of(game, item, do.what, it) if not (o.token and o.zone != game.rules.arena)]  # 111.8
    new = move_all(
        game,
        objs,
        name,
        bottom=do.zone == "library bottom",
        tapped=do.tapped,
        controller=item.controller if name == game.rules.arena and do.under != "owner" else -1,
    )
    _remember(game, item, objs, new)
    return tuple(obj.id for obj in new if obj is not None), 0


def _tap(game: Game, item: Item, do: a.Tap, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    objs = objects_of(game, item, do.what, it)
    for obj in objs:
        if not obj.tapped:
            tap(game, obj)
    return tuple(o.id for o in objs), 0


def _untap(game: Game, item: Item, do: a.Untap, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    objs = objects_of(game, item, do.what, it)
    for obj in objs:
        if obj.tapped:
            untap(game, obj)
    return tuple(o.id for o in objs), 0


def _counter(game: Game, item: Item, do: a.CounterSpell, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    for ident in what_is(game, item, do.what, it):
        target = game.records.get(ident)
        if isinstance(target, Item) and game.rules.may_be_countered(game, target):
            counter(game, target)
    return NOTHING


def counter(game: Game, target: Item) -> None:
    """Take a spell or ability off the stack; the card of a spell goes to its owner's graveyard. Costs stay paid."""
    if target.id not in game.root.stack:
        return
    game.write(game.root, "stack", tuple(i for i in game.root.stack if i != target.id))
    card = game.object(target.card)
    occurred(game, "countered", card, target.controller)
    if card is not None:
        move(game, card, game.rules.discard_zone)
    game.remove(target)


def _token(game: Game, item: Item, do: a.Token, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    made = []
    card = game.tokens[do]
    for seat in who_is(game, item, do.who, it):
        for _ in range(amount_of(game, item, do.count)):
            obj = create(game, card, seat, game.rules.arena)
            obj.tapped = do.tapped
            made.append(obj)
    refresh(game)
    for obj in made:
        occurred(game, "enters", obj, obj.controller)
    return tuple(obj.id for obj in made), 0


def _put_counters(game: Game, item: Item, do: a.PutCounters, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    touched = what_is(game, item, do.what, it)
    for ident in touched:
        change_counters(game, ident, do.name, amount_of(game, item, do.amount))
        occurred(game, "counters", game.object(ident), item.controller, amount_of(game, item, do.amount))
    return touched, 0


def _modify(game: Game, item: Item, do: a.Modify, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    ids = tuple(o.id for o in objects_of(game, item, do.what, it))
    if ids:
        power = amount(game, do.power, item.controller, item.source, item)
        toughness = amount(game, do.toughness, item.controller, item.source, item)
        gained = tuple(game.acquired[item.text, ability] for ability in do.abilities)
        change = (power, toughness, do.gains, do.loses, do.becomes, do.base, gained)
        effect = ("modify", ids, *change, game.new_timestamp(), do.until)
        game.write(game.root, "effects", (*game.root.effects, effect))
    return ids, 0


def _gain_control(game: Game, item: Item, do: a.GainControl, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    seat = next(iter(who_is(game, item, do.who, it)), -1)
    objs = objects_of(game, item, do.what, it) if seat >= 0 else []
    for obj in objs:
        own = next((e[3] for e in game.root.effects if e[:2] == ("control", obj.id)), obj.controller)
        game.write(game.root, "effects", (*game.root.effects, ("control", obj.id, seat, own, do.until)))
        change_control(game, obj, seat)
    return tuple(o.id for o in objs), 0


def _mill(game: Game, item: Item, do: a.Mill, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    for seat in who_is(game, item, do.who, it):
        for _ in range(amount_of(game, item, do.amount)):
            draw_from(game, seat, game.rules.draw_zone, game.rules.discard_zone)
    return NOTHING


def _prevent(game: Game, item: Item, do: a.Prevent, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    ids = what_is(game, item, do.to, it) if do.to is not None else None
    number = amount(game, do.amount, item.controller, item.source, item)
    game.write(game.root, "effects", (*game.root.effects, ("prevent", ids, number, do.combat, "turn")))
    return ids or (), 0


PLAIN: Final[dict[type, Callable[..., Outcome]]] = {
    a.Damage: _damage,
    a.Draw: _draw,
    a.GainLife: _gain,
    a.LoseLife: _lose,
    a.Destroy: _destroy,
    a.SacrificeEffect: _sacrifice,
    a.Move: _move,
    a.Tap: _tap,
    a.Untap: _untap,
    a.CounterSpell: _counter,
    a.Token: _token,
    a.PutCounters: _put_counters,
    a.Modify: _modify,
    a.GainControl: _gain_control,
    a.Mill: _mill,
    a.Prevent: _prevent,
}
