"""Leaving the game (800.4): what goes with a player, what stays behind, and how the game goes on without one.

A player who loses while others play on leaves at once (104.5). Tasks of the agenda for that player are struck from it;
a turn whose player has left goes on to its end without an active player (800.4j).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.events.responses import EVENT
from engine.events.zones import leave_game, move_all
from engine.play.stack import leave_stack
from engine.queries.layers import change_control, controls_of
from engine.state.frames import PriorityFrame, TriggersFrame, WouldFrame
from engine.state.frequent_writes import write_passes, write_priority
from engine.state.lasting import ControlEffect
from engine.state.proposed_events import Prospect

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.frames import ChooseFrame, Frame, OccurrenceFrame, PutFrame
    from engine.state.game import Game
    from engine.state.records import Object, Plain

Seats = tuple[int, ...]


def leave(game: Game, seats: Seats) -> None:
    """800.4a: objects these players own leave, control they were given ends, the rest of what they control goes."""
    leave_game(game, [obj for obj in _objects(game) if obj.owner in seats])
    for zone in (zones[seat] for zones in game.zones.values() for seat in seats):
        if zone.sight == "nobody":
            game.write(zone, "content", ())
    _end_control(game, seats)
    _clear_stack(game, seats)
    move_all(game, [obj for obj in game.battlefield() if obj.controller in seats], game.zone_name("exile"))
    go_on_without(game, seats)


def go_on_without(game: Game, seats: Seats) -> None:
    """Nothing waits for these players any more, and nothing is asked of them."""
    _pass_priority_on(game, seats)
    game.write(game.root, "waiting", tuple(entry for entry in game.root.waiting if entry.controller not in seats))
    game.write(game.root, "agenda", _agenda_without(game, seats))


def _objects(game: Game) -> list[Object]:
    """The objects of all zones, in the order of zones and seats."""
    zones = [zone for zones in game.zones.values() for zone in dict.fromkeys(zones) if zone.sight != "nobody"]
    return [game.obj(ident) for zone in zones for ident in zone.content]


def _pass_priority_on(game: Game, seats: Seats) -> None:
    """Priority passes to the next player left; those who have passed in succession and are left still have."""
    root = game.root
    if root.priority >= 0:
        holder, passes = _left_of_round(game, root.priority, root.passes, seats)
        write_passes(game, root, passes)
        write_priority(game, root, holder)


def _left_of_round(game: Game, holder: int, passes: int, seats: Seats) -> tuple[int, int]:
    """The holder of a round and those who have declined, without those who have left."""
    gone = sum(1 << seat for seat in seats)
    return game.turn_order(holder)[0] if holder in seats else holder, passes & ~gone


def _end_control(game: Game, seats: Seats) -> None:
    """Effects that give these players control of something end; of those that are left the newest counts."""
    root = game.root
    ended = [effect for effect in root.effects if isinstance(effect, ControlEffect) and effect.seat in seats]
    if not ended:
        return
    game.write(root, "effects", tuple(effect for effect in root.effects if effect not in ended))
    for effect in ended:
        obj = game.object(effect.ident)
        if obj is not None and obj.controller in seats:
            left = [other.seat for other in controls_of(game, obj)]
            change_control(game, obj, left[-1] if left else effect.own)


def _clear_stack(game: Game, seats: Seats) -> None:
    """Their items on the stack cease to exist, others' cards are exiled; a spell whose card has left is gone."""
    root = game.root
    for item in [game.item(ident) for ident in root.stack]:
        card = game.object(item.card)
        if item.controller in seats or (item.card and card is None):
            leave_stack(game, item)
            if card is not None:
                move_all(game, [card], game.zone_name("exile"))


# --- the agenda without them ------------------------------------------------------------------------


def _agenda_without(game: Game, seats: Seats) -> tuple[Frame, ...]:
    leavers = {**_FRAMES, **game.rules.without}
    found = (leavers.get(frame.op, _kept)(game, frame, seats) for frame in game.root.agenda)
    return tuple(frame for frame in found if frame is not None)


def _kept(game: Game, frame: Frame, seats: Seats) -> Frame | None:
    """A frame that asks nobody in particular finds out for itself who is left."""
    return frame


def of_seat(game: Game, frame: Any, seats: Seats) -> Frame | None:
    """A frame that wants something of one player, its ``seat``."""
    return None if frame.seat in seats else frame


def of_item(game: Game, frame: Any, seats: Seats) -> Frame | None:
    """A frame of a spell or ability, its ``item``, that may have left with its player."""
    return frame if frame.item in game.records else None


def of_seats(game: Game, frame: Any, seats: Seats) -> Frame | None:
    """A frame that asks several players in turn, its ``seats``."""
    left: Frame = frame._replace(seats=tuple(seat for seat in frame.seats if seat not in seats))
    return left


def of_round(game: Game, frame: PriorityFrame, seats: Seats) -> Frame | None:
    """The round to which another goes back as it closes."""
    if frame.holder < 0:
        return frame
    holder, passes = _left_of_round(game, frame.holder, frame.passes, seats)
    return PriorityFrame(frame.round, holder, passes)


def _choose(game: Game, frame: ChooseFrame, seats: Seats) -> Frame | None:
    """The choice of one of several players is left out."""
    return frame._replace(wanted=tuple((seat, most, ids) for seat, most, ids in frame.wanted if seat not in seats))


def _triggers(game: Game, frame: TriggersFrame, seats: Seats) -> Frame | None:
    """800.4d: a triggered ability of a player who has left is not put on the stack."""
    return TriggersFrame(tuple(entry for entry in frame.entries if entry.controller not in seats))


def _put(game: Game, frame: PutFrame, seats: Seats) -> Frame | None:
    return None if frame.trigger.controller in seats else frame


def _again(game: Game, frame: Frame, seats: Seats) -> Frame | None:
    """State-based actions are looked for anew, with their choices."""
    return None


def _would(game: Game, frame: WouldFrame, seats: Seats) -> Frame | None:
    """Of what was about to happen at once what concerns those who have left does not; the rest goes on."""
    after = tuple(entry for entry in frame.after if entry.seat not in seats)
    return WouldFrame(_batch_without(game, frame.batch, seats), after, frame.item)


def _occurrence(game: Game, frame: OccurrenceFrame, seats: Seats) -> Frame | None:
    """The occurrence that is still being interrupted, without them."""
    if frame.stage > EVENT:
        return frame
    return frame._replace(batch=_batch_without(game, frame.batch, seats))


def _batch_without(game: Game, batch: Plain, seats: Seats) -> Plain:
    kept = []
    for each in map(Prospect.from_plain, batch):
        if each.seat in seats or (each.subject and each.subject not in game.records):
            each.is_off = True
            each.now = ()
        kept.append(each.to_plain())
    return tuple(kept)


_FRAMES: Final[dict[str, Callable[[Game, Any, Seats], Frame | None]]] = {
    "effects": of_item,
    "retarget": of_item,
    "ended": of_item,
    "would": _would,
    "draws": of_seat,
    "choose": _choose,
    "keep": of_seat,
    "occurrence": _occurrence,
    "priority": of_round,
    "triggers": _triggers,
    "put": _put,
    "duplicates": _again,
}
