"""Execution of events that nothing changes any more: one way to do each kind of event.

Called by ``engine.replacement.happen`` alone. A batch is done at once; what follows from damage (loss and gain of life)
is handed back, to be replaced in its turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from engine.abilities import LEAVES_ALIVE, STRUCK_BY
from engine.events.triggers import COUNTERS, counters_noticed, noticed_together, occurred, occurred_together
from engine.events.zones import carry, draw_from
from engine.queries.layers import put_since
from engine.queries.prohibitions import can_gain_life, forbidden
from engine.state.counter_kinds import PLAIN
from engine.state.event_kinds import EventKind, stated
from engine.state.frequent_writes import write_tapped
from engine.state.last_known import remembered
from engine.state.play_notes import PaidNumber
from engine.state.player_marks import DREW_FROM_EMPTY, set_mark
from engine.state.proposed_events import PLAYED, TAKEN, Happening, Prospect, way_of_damage
from engine.state.records import Item, Object, Player

if TYPE_CHECKING:
    from engine.state.game import Game


def perform(game: Game, batch: list[Prospect], results: list[Prospect]) -> list[int]:
    """Do a batch; return for each the id of what it made of an object, or how much was done.

    Args:
        results: takes up what follows from it.
    """
    if not batch:
        return []
    if len(batch) > 1 and len(lots := {_lot(each) for each in batch}) > 1:
        return _perform_in_lots(game, batch, lots, results)
    kind = batch[0].kind
    if kind in ("move", "create"):
        return [new.id if new is not None else 0 for new in carry(game, batch)]
    if kind == "damage":
        return _inflict(game, batch, results)
    if kind == "counters":
        _put_together(game, batch)
        return [each.amount for each in batch]
    kinds = game.rules.events
    return [kinds[each.kind].perform(game, each, results) for each in batch]


def _lot(each: Prospect) -> str:
    """The lot of an event, done in one go: all that moves, all damage, all counters, and the rest."""
    return "move" if each.kind == "create" else each.kind if each.kind in ("move", "damage", "counters") else ""


def _perform_in_lots(game: Game, batch: list[Prospect], lots: set[str], results: list[Prospect]) -> list[int]:
    """Do a batch of several kinds: damage to what also moves is dealt before it does."""
    made: dict[int, int] = {}
    for lot in ("damage", "counters", "", "move"):
        if lot in lots:
            some = [each for each in batch if _lot(each) == lot]
            made.update(zip(map(id, some), perform(game, some, results), strict=True))
    return [made[id(each)] for each in batch]


def _inflict(game: Game, batch: list[Prospect], results: list[Prospect]) -> list[int]:
    """Deal damage; each source with lifelink gains its controller life once, for all it dealt (120.3f, 119.9).

    Obeys 603.2g.
    """
    deal_one = game.rules.events["damage"].perform
    dealt = [deal_one(game, each, results) for each in batch]
    gains: dict[tuple[int, int], int] = {}
    for each, number in zip(batch, dealt, strict=True):
        source = source_of(game, each)
        if number and source is not None and "lifelink" in source.keywords:
            key = (source.id, source.controller)
            gains[key] = gains.get(key, 0) + number
    results.extend(
        Prospect("gain", game.players[seat].id, seat, n) for (_, seat), n in gains.items() if can_gain_life(game, seat)
    )
    for each, number in zip(batch, dealt, strict=True):
        item = game.records.get(each.item)
        if each.cause == TAKEN and isinstance(item, Item):
            game.write(item, "paid", (*item.paid, PaidNumber(f"{TAKEN} {each.subject}", number)))
    _note_damage(game, batch, dealt)
    return dealt


def _note_damage(game: Game, batch: list[Prospect], dealt: list[int]) -> None:
    """Tell of the sources of damage and of those it was dealt to, all at once (120.4)."""
    kind = game.rules.events["damage"]
    by: list[Happening] = []
    to: list[Happening] = []
    for each, number in zip(batch, dealt, strict=True):
        record = game.records.get(each.subject)
        if not number or record is None:
            continue
        source = game.object(each.source)
        how = way_of_damage(each, kind.in_combat)
        named = each.last.name if source is None and each.last else ""
        by.append(Happening(source, each.seat, number, other=record, how=how or named))
        if isinstance(record, Player) and "player damaged" in game.tallied:
            occurred(game, "player damaged", None, record.seat, number)
        if isinstance(record, Player) and how == "combat" and source is not None and STRUCK_BY in game.tallied:
            occurred(game, STRUCK_BY, source, source.controller, number)
        if isinstance(record, Object):
            to.append(Happening(record, record.controller, number, other=source, how=how))
    occurred_together(game, "damage", by)
    kind.sequel(game, by)
    occurred_together(game, "damaged", to)


def source_of(game: Game, each: Prospect) -> Object | None:
    """The source of damage, as it is or last was."""
    source = game.object(each.source)
    return remembered(each.last) if source is None and each.last else source


def deal(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """Deal damage: a player loses life, on a permanent it is marked; how much was dealt."""
    record = game.records.get(each.subject)
    if isinstance(record, Player):
        lose_life(game, each, record, results)
        return each.amount
    if not isinstance(record, Object):
        return 0
    game.write(record, "damage", record.damage + each.amount)
    return each.amount


def lose_life(game: Game, each: Prospect, player: Player, results: list[Prospect]) -> None:
    """A player loses as much life as damage is dealt; that is replaced in its turn if anything is."""
    loss = Prospect("lose", player.id, player.seat, each.amount)
    loss.cause = "damaged"
    loss.applied = each.applied
    if game.root.replacing or game.root.shields:
        results.append(loss)
    else:
        _lose(game, loss, results)


def _draw(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """Draw a card, unless its player can't; drawing from an empty library is remembered for the next checkpoint."""
    if forbidden(game, "draw", each.seat, None):
        return 0
    card = draw_from(game, each.seat, game.draw_zone, each.zone or "hand")
    if card is None:
        set_mark(game, each.seat, DREW_FROM_EMPTY, 1)
        return 0
    occurred(game, "drawn", card, each.seat, 1)
    return card.id


def _gain(game: Game, each: Prospect, results: list[Prospect]) -> int:
    player = game.players[each.seat]
    game.write(player, "life", player.life + each.amount)
    occurred(game, "gains life", None, each.seat, each.amount)
    return each.amount


def _lose(game: Game, each: Prospect, results: list[Prospect]) -> int:
    player = game.players[each.seat]
    game.write(player, "life", player.life - each.amount)
    occurred(game, "loses life", None, each.seat, each.amount)
    return each.amount


def _put_counters(game: Game, each: Prospect, results: list[Prospect]) -> int:
    _put_together(game, [each])
    return each.amount


def _put_together(game: Game, batch: list[Prospect]) -> None:
    """Counters are put on several things at once, or of several kinds."""
    put: dict[str, list[Happening]] = {}
    for each in batch:
        one = _change_counters(game, each.subject, each.name, each.amount)
        one.by = each.controller
        if each.amount > 0:
            put.setdefault(game.rules.counters.get(each.name, PLAIN).put, []).append(one)
    for event, together in put.items():
        _counters_put(game, event, together)
    for each in batch:
        if each.amount > 0:
            _cancel_counters(game, each.subject, each.name)


def _counters_put(game: Game, event: str, together: list[Happening]) -> None:
    """Some counters were put: a text may wait for so many of them, or for each."""
    occurred_together(game, event, together)
    if event == COUNTERS:
        counters_noticed(game, together)


def change_counters(game: Game, ident: int, name: str, change: int, *, goes: bool = False) -> None:
    """Put counters on an object or player, or take them away.

    ``goes``: the card with them goes, which no text calls the removal of the last of them.
    """
    one = _change_counters(game, ident, name, change)
    kind = game.rules.counters.get(name, PLAIN)
    if change > 0:
        _counters_put(game, kind.put, [one])
        _cancel_counters(game, ident, name)
    elif change < 0 and one.obj is not None:
        occurred(game, kind.removed, one.obj, one.seat, -change, how=name)
        if LAST_REMOVED in game.minded and not goes:
            _note_last(game, one.obj, name, -change)


def _note_last(game: Game, obj: Object, name: str, number: int) -> None:
    """Let abilities wait for the removal of the last counter of a name from something."""
    if not any(kind == name for kind, _ in obj.counters):
        noticed_together(game, LAST_REMOVED, [Happening(obj, obj.controller, number, how=name)])


def _cancel_counters(game: Game, ident: int, name: str) -> None:
    """Remove counters that were just put on something with those that they cancel, one with each."""
    other = game.rules.counters.get(name, PLAIN).cancels
    record = game.records.get(ident)
    if not other or not isinstance(record, Object | Player):
        return
    now = dict(record.counters)
    both = min(now.get(name, 0), now.get(other, 0))
    if both:
        change_counters(game, ident, name, -both)
        change_counters(game, ident, other, -both)


def _change_counters(game: Game, ident: int, name: str, change: int) -> Happening:
    record = cast("Object | Player", game.records[ident])
    now = dict(record.counters)
    now[name] = game.bounded(now.get(name, 0) + change)
    game.write(record, "counters", tuple((k, n) for k, n in now.items() if n))
    if change > 0 and isinstance(record, Object) and game.rules.counters.get(name, PLAIN).gains:
        game.write(record, "extra", put_since(record, name, game.new_timestamp()))
    obj, seat = (record, record.controller) if isinstance(record, Object) else (None, record.seat)
    return Happening(obj, seat, change, how=name)


def _untap(game: Game, each: Prospect, results: list[Prospect]) -> int:
    obj = game.obj(each.subject)
    write_tapped(game, obj, False)
    occurred(game, "untaps", obj, obj.controller)
    return obj.id


def _begin(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """A step, phase or turn begins: that is up to whoever asked."""
    return 0


LAST_REMOVED: Final = "last counter removed"
"""The event that the last counter of a name is removed from something."""
EVENTS: Final[dict[str, EventKind[Game]]] = {
    "draw": EventKind(("drawn",), _draw),
    "gain": EventKind(("gains life",), _gain),
    "lose": EventKind(("loses life",), _lose),
    "counters": EventKind(("counters", "counters removed"), _put_counters),
    "untap": EventKind(("untaps",), _untap),
    "step": EventKind(("step",), _begin),
    "damage": EventKind(("damage", "damaged", "player damaged", STRUCK_BY), deal),
    "move": EventKind(
        (
            *("enters", "leaves", "dies", "exiled", "destroyed", "buried", "moved", "sacrificed", "defeated"),
            *("leaves graveyard", "leaves hand", "discarded", "milled", PLAYED, LEAVES_ALIVE),
        )
    ),
    "create": EventKind(("enters",)),
    "tokens": EventKind(),
    "destroy": EventKind(),
    **stated("taps", "attacks", "transforms"),
    **stated(
        "activated", "becomes target", "countered", "counters spell", "triggered", "triggers", "resolved", "fizzled"
    ),
    **stated("budget", "concedes", "turn", "proposes", "revealed", "flipped", "mana"),
}
"""The kinds of events that games share."""
