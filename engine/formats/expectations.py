"""The expectations of a scenario.

Zones, fields of objects, stack, pool, steps, events, waiting triggers, the decision, a seat's view.

    stack = ["Ichor Wellspring", "Myr Retriever"]      from the bottom; names of the items
    A = { life = 21, pool = "{C}", hand = ["Shock"], battlefield = ["Forest (tapped)"], library = 9 }
    object = { "Bear#1" = { damage = 2, tapped = true } }
    decision = { seat = "A", kind = "pay", rule = "601.2g", options = [...], has = [...], lacks = [...] }
                                                   labels = [...]: in words what options are that are numbers
    waiting = ["Myr Retriever"]    steps = ["601.2a", ...]    events = ["cast", "drawn"]    none = ["cast"]
    priority = "A"    due = ["{2}", "TapSelf"]    total = ["{R}{R}"]       of the play under way
    why = [{ A = "Bear", code = "cannot_pay", rule = "601.2h", need = "{G} more", by = "NAME", ability = 1 }]
    about = [{ A = "Bear", uses = ["attack: tapped"], steps = ["it is untapped: failed"], lines = ["Flying"],
               changes = ["2/2 from printed", "+1/+1 from NAME, until end of turn"] }]
    payable = [{ A = "{1}{G}", can = true, pool = true }]   whether a seat could pay a cost, from its pool alone
    log = ["A casts Shock#1, targeting B"]         what the log says of the step
    most = { steps = 40, nodes = 250 }             what the answer may have taken, and the question it led to
    view = { B = { "p1" = { hand_count = 2 } }, ... }    over = { winners = ["A"], code = "life" }

A zone's list is compared without order, the stack's and a library's with it. Object fields are those of
``engine.state.records.Object``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from engine.abilities import Mana
from engine.cards.mana_symbols import in_braces, pool_text
from engine.errors import Refusal
from engine.events.labels import SEATS
from engine.events.log_arguments import SEAT
from engine.events.log_lines import describe
from engine.explain.notation import option_text
from engine.explain.projection import may_see
from engine.formats.expectation_keys import OF_PLAYER, zone_meant
from engine.formats.expected_options import check_option, is_lacking
from engine.formats.payment_probe import can_pay_now
from engine.formats.position_entries import ATTACKING, CONTROLLED, ENGAGED, Entry
from engine.formats.scenario_shape import BadScenario
from engine.match.match_views import Views
from engine.state.citation import cited
from engine.state.occurred import LoggedEvent, source_name
from engine.state.procedure import current
from engine.state.records import Item, Object, Play
from engine.state.search_budget import NO, UNPROVEN, YES

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.match.match import Match
    from engine.sentences import Words
    from engine.state.game import Game

Table = dict[str, object]


class Mismatch(Exception):
    """A scenario that did not go as written."""


def check(match: Match, expected: Table, where: str) -> None:
    """Compare with what is expected; its keys were looked at (``engine.formats.expectation_keys``).

    Raises:
        Mismatch: with what was found instead.
    """
    for key, value in expected.items():
        if key in SEATS:
            _check_sits(match, key, where)
            _seat(match, SEATS.index(key), cast("Table", value), where)
            continue
        if key and key == match.game.rules.side:
            _seat(match, match.game.side, cast("Table", value), where)
            continue
        _READERS[key](match, value, where)


def _check_sits(match: Match, letter: object, where: str) -> None:
    """Hold somebody to sit at a letter.

    Raises:
        BadScenario: nobody does.
    """
    if str(letter) not in tuple(SEATS[: match.game.seats]):
        raise BadScenario(f"{where}: nobody sits at {letter!r}")


def _same(what: str, found: object, wanted: object, where: str) -> None:
    if found != wanted:
        raise Mismatch(f"{where}: {what} is {found!r}, not {wanted!r}")


def _seat(match: Match, seat: int, table: Table, where: str) -> None:
    game = match.game
    player = game.players[seat]
    for key, value in table.items():
        what = f"{player.name if seat == game.side else SEATS[seat]}'s {key}"
        if key == "pool":
            _same(what, "".join(sorted(pool_text(player.pool, player.special))), "".join(sorted(str(value))), where)
        elif zone_meant(game.rules, key):
            _zone(match, seat, zone_meant(game.rules, key), value, where)
        elif key == "counters":
            _same(what, dict(player.counters), value, where)
        elif key in OF_PLAYER:
            _same(what, getattr(player, key), value, where)
        else:
            _same(what, dict(player.marks).get(key, 0), value, where)


def _zone(match: Match, seat: int, name: str, wanted: object, where: str) -> None:
    game = match.game
    what = f"{game.players[seat].name if seat == game.side else SEATS[seat]}'s {name}"
    if name not in game.zones:
        _same(what, [], wanted, where)  # a zone of markers that no text of the match makes
        return
    zone = game.zones[name][seat]
    if isinstance(wanted, int):
        _same(what, len(_own(match, seat, name)), wanted, where)
        return
    if zone.sight == "nobody":
        _same(what, [game.prints[card].name for card in zone.content], wanted, where)
        return
    left = _own(match, seat, name)
    shown = [_shown(obj) for obj in left]
    assert isinstance(wanted, list)
    for text in wanted:
        entry = Entry(str(text))
        fitting = next((obj for obj in left if _fits(game, obj, entry)), None)
        if fitting is None:
            raise Mismatch(f"{where}: {what} is {shown}, not {wanted}")
        left.remove(fitting)
    if left:
        raise Mismatch(f"{where}: {what} is {shown}, not {wanted}")


def _own(match: Match, seat: int, name: str) -> list[Object]:
    game = match.game
    zone = game.zones[name][seat]
    if zone.sight == "nobody":
        return list(zone.content)  # type: ignore[arg-type]  # only counted
    objs: list[Object] = [game.records[i] for i in zone.content]  # type: ignore[misc]  # zones hold objects
    return [o for o in objs if zone.seat >= 0 or o.controller == seat]


def _shown(obj: Object) -> str:
    said = ["tapped"] if obj.tapped else []
    said += [f"{obj.damage} damage"] if obj.damage else []
    said += [f"{name}: {n}" for name, n in obj.counters]
    return f"{obj.name}#{obj.number}" + (f" ({', '.join(said)})" if said else "")


def _fits(game: Game, obj: Object, entry: Entry) -> bool:
    if obj.name != entry.name or (entry.number and obj.number != entry.number):
        return False
    return all(_bears(game, obj, mark) for mark in entry.marks)


def _bears(game: Game, obj: Object, mark: str) -> bool:
    """Whether what is said of an object in parentheses is true; marks are those of a position, and its size.

    Raises:
        BadScenario: nothing of the kind can be said of an object.
    """
    if mark in ("tapped", "rested", "exhausted"):
        return obj.tapped
    if mark in ("untapped", "awake", "ready"):
        return not obj.tapped
    if mark in ("sick", "token"):
        return bool(getattr(obj, mark))
    if mark.endswith(" damage"):
        return obj.damage == _number_in(mark.removesuffix(" damage"), mark)
    for word, seat in ((ENGAGED, obj.facing), (CONTROLLED, obj.controller), (ATTACKING, obj.attacking)):
        if mark.startswith(word) and mark.removeprefix(word) in SEATS:
            return seat == SEATS.index(mark.removeprefix(word))
    _, on, name = mark.partition(" to ")
    if on:
        host = Entry(name)
        record = game.object(obj.attached)
        return record is not None and record.name == host.name and host.number in (0, record.number)
    name, colon, number = mark.rpartition(":")
    if colon:
        return dict(obj.counters).get(name.strip(), 0) == _number_in(number, mark)
    power, slash, toughness = mark.partition("/")
    if slash:
        return (obj.power, obj.toughness) == (_number_in(power, mark), _number_in(toughness, mark))
    raise BadScenario(f"{mark!r} is nothing that can be said of {obj.name}")


def _number_in(text: str, mark: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadScenario(f"{mark!r} needs a number") from None


def _stack(match: Match, wanted: object, where: str) -> None:
    items: list[Item] = [match.game.records[i] for i in match.game.root.stack]  # type: ignore[misc]  # the stack holds items
    _same("the stack", [item.name for item in items], wanted, where)


def _objects(match: Match, table: Table, where: str) -> None:
    for name, fields in table.items():
        entry = Entry(name)
        found = [r for r in match.game.records.values() if isinstance(r, Object) and _fits(match.game, r, entry)]
        if not found:
            raise Mismatch(f"{where}: there is no {name}")
        assert isinstance(fields, dict)
        for field, value in fields.items():
            own = "facing" if field == "engaged" else field
            extra = dict(found[0].extra)
            if own not in Object.FIELDS and own not in extra:
                raise Mismatch(f"{where}: {name} has no {field!r}; it has {', '.join((*Object.FIELDS, *extra))}")
            now: Any = extra[own] if own in extra else getattr(found[0], own)
            if field in ("controller", "engaged") and now >= 0:
                now = SEATS[now] if now != match.game.side else match.game.rules.side
            _same(f"{field} of {name}", _plain(dict(now) if field in ("counters", "stats") else now), value, where)


def _items(match: Match, table: Table, where: str) -> None:
    for name, fields in table.items():
        found = [r for r in match.game.records.values() if isinstance(r, Item) and r.name == name]
        if not found:
            raise Mismatch(f"{where}: nothing called {name} is being played or on the stack")
        assert isinstance(fields, dict)
        for field, value in fields.items():
            now = getattr(found[-1], field)
            if field == "controller":
                now = SEATS[now]
            elif field == "targets":
                now = [_name(match, i) for some in now for i in some]
            _same(f"{field} of {name}", _plain(now), value, where)


def _name(match: Match, ident: int) -> str:
    seat = match.game.seat_of(ident)
    record = match.game.records.get(ident)
    return SEATS[seat] if seat >= 0 else getattr(record, "name", "?")


def _plain(value: object) -> object:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _decision(match: Match, wanted: Table, where: str) -> None:
    seat = wanted.get("seat")
    if seat is not None:
        _check_sits(match, seat, where)
    open_ = [d for d in match.decisions if seat is None or SEATS[d.seat] == seat]
    if not open_:
        raise Mismatch(f"{where}: asked is {[SEATS[d.seat] for d in match.decisions]}, not {seat}")
    decision = open_[0]
    options = [option_text(match.game, decision, option) for option in decision.options]
    for key, value in wanted.items():
        if key == "seat":
            continue
        if key == "options":
            assert isinstance(value, list)
            _same("the options", sorted(options), sorted(value), where)
        elif key == "labels":
            _same("the options in words", [option.label for option in decision.options], value, where)
        elif key in ("has", "lacks"):
            assert isinstance(value, list)
            for text in value:
                _check_option(match, str(text), where)
                if (text not in options) if key == "has" else not is_lacking(str(text), options):
                    raise Mismatch(f"{where}: the options are {options}; {key} {text!r}")
        else:
            _same(f"{key} of the decision", getattr(decision, key), value, where)


def _check_option(match: Match, text: str, where: str) -> None:
    try:
        check_option(text, match.game.rules, _names(match), SEATS[: match.game.seats])
    except BadScenario as error:
        raise BadScenario(f"{where}: {error}") from None


def _completed(match: Match) -> Play | None:
    """The play that the last answer completed."""
    gone = (entry[2] for entry in reversed(match.game.log) if entry[1] == "-")
    return next((record for record in gone if isinstance(record, Play)), None)


def _waiting(match: Match, wanted: object, where: str) -> None:
    there = sorted(map(source_name, match.game.root.waiting))
    _same("what waits", there, sorted(wanted), where)  # type: ignore[call-overload]  # names


def _steps(match: Match, wanted: object, where: str) -> None:
    play = current(match.game) or _completed(match)
    if play is None:
        raise Mismatch(f"{where}: nothing is being played")
    steps = match.game.rules.procedures[play.procedure].steps
    _same("the steps so far", [step.rule for step in steps[: play.step + 1]], wanted, where)


def _events(match: Match, wanted: object, where: str) -> None:
    found = [old.name for _, _, old in match.game.log if isinstance(old, LoggedEvent)]
    rest = iter(found)
    assert isinstance(wanted, list)
    if not all(any(name == event for event in rest) for name in wanted):
        raise Mismatch(f"{where}: the events are {found}, not {wanted} in this order")


def _none(match: Match, wanted: object, where: str) -> None:
    """A name that is no event's would be an expectation that is never held to."""
    found = [old.name for _, _, old in match.game.log if isinstance(old, LoggedEvent)]
    assert isinstance(wanted, list)
    for name in wanted:
        if name in found:
            raise Mismatch(f"{where}: {name} occurred")
        if name not in known_events(match):
            raise Mismatch(f"{where}: no event is called {name!r}")


def known_events(match: Match) -> frozenset[str]:
    """The names of all events that there are in the game of a match."""
    return frozenset(name for kind in match.game.rules.events.values() for name in kind.stated)


def _due(match: Match, wanted: object, where: str) -> None:
    """The parts still due, in words: mana symbols, or the class of the part."""
    play = current(match.game)
    rules = match.game.rules.cost_rules
    due = () if play is None else play.due
    words = [in_braces(part.symbols) if isinstance(part, Mana) else rules[type(part)].label(part) for part in due]
    _same("what is due", words, wanted, where)


def _total(match: Match, wanted: object, where: str) -> None:
    """The total as it was locked in, permissions to spend one colour as another aside."""
    play = current(match.game)
    parts = play.total if play is not None else ()
    words = [in_braces(part.symbols) if isinstance(part, Mana) else type(part).__name__ for part in parts]
    _same("the total", words, wanted, where)


def _priority(match: Match, wanted: object, where: str) -> None:
    seat = match.game.root.priority
    _same("priority", SEATS[seat] if seat >= 0 else "", wanted, where)


def _step(match: Match, wanted: object, where: str) -> None:
    _same("the step", match.game.root.step, wanted, where)


def _over(match: Match, wanted: object, where: str) -> None:
    result = match.result
    found = None if result is None else {"winners": [SEATS[s] for s in result.winners], "code": result.code}
    _same("the result", found, wanted or None, where)


def _most(match: Match, wanted: Table, where: str) -> None:
    """The steps of the answer, and the nodes of the search for payments that it led to, are no more than that."""
    found = {"steps": match.game.meter.steps, "nodes": match.game.question.used}
    for key, bound in wanted.items():
        if found[key] > cast("int", bound):
            raise Mismatch(f"{where}: {found[key]} {key}, and not {bound} at most")


def _why(match: Match, wanted: list[Table], where: str) -> None:
    """The answer to a seat's question about a thing, or its ability: any field of ``WhyNot``; a refusal by its code."""
    for asked in wanted:
        letter, entry, found = _asked(match, asked, where)
        seat = SEATS.index(letter)
        place = asked.get("ability")
        try:
            told = match.why_not(seat, found.id, None if place is None else cast("int", place) - 1).to_json()
        except Refusal as refusal:
            told = {"rule": refusal.rule, "code": refusal.code, "reason": refusal.reason}
        if "by" in told:
            told["by"] = _name(match, cast("int", told["by"]))
        for key, value in asked.items():
            if key not in (letter, "ability"):
                said = cited(match.game.rules, str(value)) if key == "rule" else value
                _same(f"{key} in what {letter} is told about {entry.name}", told.get(key, ""), said, where)


def _asked(match: Match, asked: Table, where: str) -> tuple[str, Entry, Object]:
    """The asking seat, the question, and the object that is meant: rather one that is seen, and one's own."""
    letter = next(key for key in asked if key in SEATS)
    entry = Entry(str(asked[letter]))
    seat = SEATS.index(letter)
    found = [r for r in match.game.records.values() if isinstance(r, Object) and _fits(match.game, r, entry)]
    found.sort(key=lambda obj: (not may_see(match.game, obj, seat), obj.owner != seat, obj.id))
    if not found:
        raise Mismatch(f"{where}: there is no {entry.name}")
    return letter, entry, found[0]


def _about(match: Match, wanted: list[Table], where: str) -> None:
    """The report to a seat about all of a thing, in lines: what might be done, its text, what changed it."""
    for asked in wanted:
        letter, entry, found = _asked(match, asked, where)
        about = match.about(SEATS.index(letter), found.id)
        told = {
            "uses": [f"{use.do} {use.name}".strip() + f": {use.found.code}" for use in about.uses],
            "steps": [f"{stage.words}: {state}" for use in about.uses[:1] for stage, state in use.steps()],
            "lines": [_describe(line.text, line.name, "lost" if line.lost else "") for line in about.account.lines],
            "changes": [_describe(one.change, one.name, one.until) for one in about.account.changes],
        }
        for key, value in asked.items():
            if key != letter:
                _same(f"{key} of {entry.name} as {letter} is told", told[key], value, where)


def _payable(match: Match, wanted: list[Table], where: str) -> None:
    """Whether a seat could pay a cost now; with ``pool`` from its pool alone."""
    for asked in wanted:
        letter = next(key for key in asked if key in SEATS)
        cost = str(asked[letter])
        try:
            found = can_pay_now(match, SEATS.index(letter), cost, pool_alone=asked.get("pool") is True)
        except ValueError as error:
            raise BadScenario(f"{where}: {error}") from None
        _same(f"whether {letter} can pay {cost}", _VERDICTS[found], asked.get("can", True), where)


def _log(match: Match, wanted: list[str], where: str) -> None:
    """The sentences of the log for what has just happened, in order."""
    events = [old for _, _, old in match.game.log if isinstance(old, LoggedEvent)]
    told = [one.text(one.arguments()).replace(SEAT, "") for one in describe(match.game, events)]
    _same("the log", told, wanted, where)


def _describe(what: Words, name: Words, more: Words) -> str:
    return str(what) + (f" from {name}" if name else "") + (f", {more}" if more else "")


def _view(match: Match, table: Table, where: str) -> None:
    views = Views(match)
    for audience, wanted in table.items():
        if audience != "public":
            _check_sits(match, audience, where)
        shown = json.loads(views.snapshot("public" if audience == "public" else f"seat{SEATS.index(audience)}"))
        assert isinstance(wanted, dict)
        for key, fields in wanted.items():
            if key == "sees" or key == "hidden":
                names = {e.get("name") for e in shown.values() if isinstance(e, dict)}
                for name in fields:
                    if name not in _names(match):
                        raise BadScenario(f"{where}: nothing in the match is called {name!r}")
                    if (name in names) != (key == "sees"):
                        raise Mismatch(f"{where}: {audience} sees {sorted(str(n) for n in names)}; {key} {name}")
                continue
            if key not in shown:
                raise Mismatch(f"{where}: {audience}'s view has no {key!r}")
            for field, value in fields.items():
                _same(f"{field} of {key} in {audience}'s view", shown[key].get(field), value, where)


def _names(match: Match) -> frozenset[str]:
    """The names of all cards and players of a match."""
    cards = (each.name for each in match.game.prints)
    return frozenset((*cards, *(player.name for player in match.game.players)))


_VERDICTS = {NO: False, UNPROVEN: "unproven", YES: True}
_READERS: dict[str, Callable[[Match, Any, str], None]] = {
    "stack": _stack,
    "object": _objects,
    "item": _items,
    "decision": _decision,
    "waiting": _waiting,
    "step": _step,
    "steps": _steps,
    "events": _events,
    "none": _none,
    "priority": _priority,
    "over": _over,
    "view": _view,
    "due": _due,
    "total": _total,
    "why": _why,
    "about": _about,
    "payable": _payable,
    "log": _log,
    "most": _most,
}
