"""Instructions that change counters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.meaning import DONE, Outcome, amount_of, counted, objects_of, shares_of, touched, what_is, who_is
from engine.events.execution import change_counters
from engine.payment.self_cost_rules import put_at_once, put_counters
from engine.queries.filters import counters_at_last
from engine.queries.prohibitions import can_lose_counter
from engine.sentences import said
from engine.state.decisions import Answer, Decision, Option
from engine.state.records import Object, Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.game import Game
    from engine.state.records import Item


def _put_counters(game: Game, item: Item, do: a.PutCounters, answer: Answer | None) -> Outcome:
    number = amount_of(game, item, do.amount)
    ids = what_is(game, item, do.what) if number > 0 else ()
    touched(game, item, ids, 0)
    shares = shares_of(item, do.what)
    put_at_once(game, [(ident, do.name, shares.get(ident, number)) for ident in ids], item)
    return DONE


def _put_its_counters(game: Game, item: Item, do: a.PutItsCounters, answer: Answer | None) -> Outcome:
    """122.5, 122.8: from what is still there they are moved; of what has left as many are put as it had."""
    ids = what_is(game, item, do.what)
    touched(game, item, ids, 0)
    there = [obj.id for obj in objects_of(game, item, do.of) if obj.zone == game.arena]
    had = _kinds(game, there[0]) if there else counters_at_last(do.of, item)
    if there and there[0] in ids:
        return DONE
    for name, number in had if there and ids else ():
        if do.name in ("", name):
            change_counters(game, there[0], name, -number)
    put_at_once(game, [(ident, name, n) for ident in ids for name, n in had if do.name in ("", name)], item)
    return DONE


def _kinds(game: Game, ident: int) -> tuple[tuple[str, int], ...]:
    """The counters that lie on something, by kind."""
    record = game.records.get(ident)
    return record.counters if isinstance(record, Object | Player) else ()


def _take(game: Game, item: Item, do: a.TakeCounters, answer: Answer | None) -> Outcome:
    """Remove counters, or move them; of counters of any kind their remover chooses one (122.5)."""
    ids = what_is(game, item, do.what)
    there = what_is(game, item, do.onto) if do.onto is not None else ()
    if do.onto is not None and (not there or there == ids):
        return counted(game, item, 0)
    if do.up_to:
        return _take_up_to(game, item, do, ids, answer)
    taken = 0
    shares = shares_of(item, do.what)
    for ident in ids:
        names = [name for name, _ in _kinds(game, ident) if do.name in ("", name)]
        names = [name for name in names if can_lose_counter(game, ident, name)]
        if do.amount is not None and len(names) > 1:
            if answer is None:
                return _ask_kind(game, item, names)
            names = [names[answer.refs[0]]]
        for name in names:
            now = dict(_kinds(game, ident))[name]
            number = now if do.amount is None else min(now, shares.get(ident) or amount_of(game, item, do.amount))
            change_counters(game, ident, name, -number)
            put_counters(game, there, name, number, by=item.controller)
            taken += number
    return touched(game, item, ids, taken)


def _take_up_to(game: Game, item: Item, do: a.TakeCounters, ids: tuple[int, ...], answer: Answer | None) -> Outcome:
    """As many counters of a kind as a player likes, from the one thing that is meant."""
    there = sum(number for ident in ids[:1] for name, number in _kinds(game, ident) if name == do.name)
    most = there if do.amount is None else min(there, amount_of(game, item, do.amount))
    if most and not can_lose_counter(game, ids[0], do.name):
        most = 0
    if answer is None and most > 0:
        rule = game.rules.cite("choose")
        prompt = said("ask.how_many_counters", "how many {name} counters for {card}?", name=do.name, card=item.name)
        game.ask(Decision("number", item.controller, prompt, rule, (), subject=item.id, least=0, most=most))
        return None
    number = answer.amounts[0] if answer is not None else 0
    for ident in ids[:1] if number else ():
        change_counters(game, ident, do.name, -number)
    return touched(game, item, ids[:1], number)


def _ask_kind(game: Game, item: Item, names: list[str]) -> Outcome:
    options = tuple(Option("modes", (i,), (), name) for i, name in enumerate(names))
    prompt = said("ask.which_counter", "which kind of counter for {name}?", name=item.name)
    game.ask(Decision("modes", item.controller, prompt, game.rules.cite("choose"), options, subject=item.id))
    return None


def _double(game: Game, item: Item, do: a.DoubleCounters, answer: Answer | None) -> Outcome:
    ids = what_is(game, item, do.what)
    more = [(ident, do.name, dict(_kinds(game, ident)).get(do.name, 0)) for ident in ids]
    put_at_once(game, more, by=item.controller)
    return touched(game, item, ids, sum(number for _, _, number in more))


def _proliferate(game: Game, item: Item, do: a.Proliferate, answer: Answer | None) -> Outcome:
    """701.34a: any number of permanents and players with counters get another of each kind."""
    seat = next(iter(who_is(game, item, do.who)), -1)
    ids = [obj.id for obj in game.battlefield() if obj.counters]
    ids += [player.id for player in game.players[: game.seats] if player.counters and not player.lost]
    if seat < 0 or not ids:
        return counted(game, item, 0)
    if answer is None:
        options = tuple(Option("targets", (i,)) for i in ids)
        rule = game.rules.cite("choose")
        prompt = said("ask.proliferate", "choose what gets another counter of each kind")
        game.ask(Decision("targets", seat, prompt, rule, options, subject=item.id, least=0, most=len(ids)))
        return None
    put_at_once(game, [(ident, name, 1) for ident in answer.refs for name, _ in _kinds(game, ident)], by=seat)
    return touched(game, item, answer.refs)


COUNTING: Final[dict[type, Callable[..., Outcome]]] = {
    a.PutCounters: _put_counters,
    a.PutItsCounters: _put_its_counters,
    a.TakeCounters: _take,
    a.DoubleCounters: _double,
    a.Proliferate: _proliferate,
}
