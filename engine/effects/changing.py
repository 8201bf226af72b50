"""Instructions that change what permanents are for a time: numbers, abilities, kinds, and who controls them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.meaning import DONE, Outcome, counted, objects_of, touched, what_is, who_is
from engine.events.triggers import occurred
from engine.payment.self_cost_rules import put_counters
from engine.queries.filters import amount, fitting
from engine.queries.layers import change_control, own_controller, refresh
from engine.queries.modifications import modification
from engine.replacement.durations import duration
from engine.replacement.happen import happen
from engine.state.lasting import ControlEffect, MayPlayEffect, ModifyEffect, PlayerGainsEffect, Until
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.lasting import Duration
    from engine.state.records import Item, Object


def modify(game: Game, item: Item, do: a.Modify, answer: Answer | None) -> Outcome:
    ids = tuple(o.id for o in objects_of(game, item, do.what))
    if ids:
        change = modification(game, item, do)
        for reached, until in _lasting(game, item, ids, do.until):
            effect = ModifyEffect(reached, change, (item.source, item.name), game.new_timestamp(), until)
            game.append(game.root, "effects", effect)
    _endow(game, item, do)
    return touched(game, item, ids)


def _endow(game: Game, item: Item, do: a.Modify) -> None:
    """Let the players among them gain abilities (702.11c)."""
    players = tuple(ident for ident in what_is(game, item, do.what) if game.seat_of(ident) >= 0)
    if players and do.gains:
        effect = PlayerGainsEffect(players, do.gains, duration(game, item, do.until))
        game.append(game.root, "effects", effect)


def _lasting(
    game: Game, item: Item, ids: tuple[int, ...], until: a.UntilWord
) -> list[tuple[tuple[int, ...], Duration]]:
    """The duration of each change, by object: "its turn" lasts until the end of a turn of its controller."""
    if until != "its turn":
        return [(ids, duration(game, item, until))]
    found: list[tuple[tuple[int, ...], Duration]] = []
    for ident in ids:
        seat = game.obj(ident).controller
        found.append(((ident,), "turn" if seat == game.root.active else Until("next turn", seat, game.root.turn)))
    return found


def _designate(game: Game, item: Item, do: a.Designate, answer: Answer | None) -> Outcome:
    """The new designation is a word of its own, neither an ability nor copied (701.37b, 702.112b)."""
    obj = game.object(item.source)
    if obj is None or obj.zone != game.arena or do.word in obj.words:
        return counted(game, item, 0)
    put_counters(game, (obj.id,), "+1/+1", max(0, amount(game, do.amount, item.controller, item.source, item)), item)
    outcome = modify(game, item, a.Modify(a.SELF, becomes=(do.word,), keeps=True, until=""), None)
    refresh(game)
    occurred(game, do.word, obj, obj.controller)
    return outcome


def _attach(game: Game, item: Item, do: a.Attach, answer: Answer | None) -> Outcome:
    """701.3: what may not be attached there, or is there already, does not move; what is not in play enters so."""
    hosts, objs = objects_of(game, item, do.to), objects_of(game, item, do.what)
    entering = []
    touched(game, item, tuple(o.id for o in objs))
    for obj in objs:
        if not hosts or obj.attached == hosts[0].id or not game.rules.may_attach(game, obj, hosts[0]):
            continue
        if obj.zone == game.arena:
            game.write(obj, "attached", hosts[0].id)
            game.write(obj, "timestamp", game.new_timestamp())
        else:
            each = moving(obj, game.arena, controller=obj.owner, cause="put")
            each.attached = hosts[0].id
            entering.append(each)
    happen(game, entering, item)
    return DONE


def _gain_control(game: Game, item: Item, do: a.GainControl, answer: Answer | None) -> Outcome:
    seat = next(iter(who_is(game, item, do.who)), -1)
    objs = objects_of(game, item, do.what) if seat >= 0 else []
    for obj in objs:
        control(game, item, obj, seat, do.until)
    return touched(game, item, tuple(o.id for o in objs))


def control(game: Game, item: Item, obj: Object, seat: int, until: a.UntilWord) -> None:
    """Give a permanent to another controller for a time."""
    own = own_controller(game, obj)
    effect = ControlEffect(obj.id, seat, own, (item.source, item.name), duration(game, item, until))
    game.append(game.root, "effects", effect)
    change_control(game, obj, seat)


def _let_play(game: Game, item: Item, do: a.LetPlay, answer: Answer | None) -> Outcome:
    """A permission for these very objects: one that moves on is another object (400.7)."""
    objs = objects_of(game, item, do.what)
    if do.among is not None:
        objs = fitting(game, do.among, objs, item.controller, item.source, item)
    ids = tuple(o.id for o in objs)
    since = game.root.turn if do.later else 0
    effect = MayPlayEffect(item.controller, ids, do.verb, do.free, duration(game, item, do.until), since=since)
    game.append(game.root, "effects", effect)
    return touched(game, item, ids)


def _exchange(game: Game, item: Item, do: a.Exchange, answer: Answer | None) -> Outcome:
    """701.12b: all of it or nothing."""
    objs = objects_of(game, item, do.what)
    if do.other is not None:
        objs += objects_of(game, item, do.other)
    if len(objs) != 2 or objs[0].controller == objs[1].controller:
        return counted(game, item, 0)
    one, other = objs[0].controller, objs[1].controller
    control(game, item, objs[0], other, do.until)
    control(game, item, objs[1], one, do.until)
    return touched(game, item, tuple(o.id for o in objs))


CHANGING: Final[dict[type, Callable[..., Outcome]]] = {
    a.Modify: modify,
    a.Designate: _designate,
    a.Attach: _attach,
    a.GainControl: _gain_control,
    a.Exchange: _exchange,
    a.LetPlay: _let_play,
}
