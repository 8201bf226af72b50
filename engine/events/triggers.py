"""Events and the abilities that wait for them.

An ability is matched at the moment of its event, with the text and last known information of that moment, into
``root.waiting``, as a ``Trigger``. Nothing else happens then; they are put on the stack when a player is about to
receive priority. Only objects in ``root.watching`` are asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import EITHER_EVENT, NOT_FROM_PLAY, TriggersAgain
from engine.events.delayed_triggers import ask_delayed
from engine.events.loop_detection import ENDLESS
from engine.queries.filters import fits, holds, is_player, times_done
from engine.queries.static_effects import statics
from engine.state.change_log import EVENT, SHORT
from engine.state.event_kinds import NOT_COMBAT
from engine.state.frequent_writes import write_noted
from engine.state.last_known import NEW, known
from engine.state.occurred import GONE, GoneSource, LoggedEvent, NotedEvent, PastEvent, Trigger
from engine.state.proposed_events import Happening
from engine.state.records import NOBODY, Item, Object, Record

if TYPE_CHECKING:
    from engine.abilities import Actor, Event, Ref, Triggered
    from engine.cards.numbered_text import Text
    from engine.state.game import Game
    from engine.state.occurred import Noted, TriggerEvent

MOST_ECHOES: Final = 64
"""Waiting abilities that triggered on another triggering; more of them at a time are a loop that nobody can stop."""


def watchers(game: Game) -> list[Object]:
    """Objects with triggered abilities, as they are now; take it before a batch to look back (603.2f, 603.10a)."""
    records = game.records
    return [records[ident] for ident in game.root.watching]  # type: ignore[misc]  # watching holds objects


def occurred(
    game: Game,
    name: str,
    obj: Object | None = None,
    seat: int = NOBODY,
    amount: int = 0,
    *,
    became: int = 0,
    before: list[Object] | None = None,
    other: Record | None = None,
    how: str = "",
) -> None:
    """State an event and let abilities trigger on it (603.2, 603.10).

    Args:
        obj: the object it happened to; may have left its zone (then ``became`` is its new id).
        before: the watchers to ask instead of the present ones, for events that look back.
        other: what is on its other side, if anything.
        how: what more there is to say: which step; for an activation the name of its source, which may be gone.
    """
    beside = other.id if other is not None else 0
    ident = obj.id if obj is not None else 0
    game.log.append((0, EVENT, LoggedEvent(name, seat, ident, amount, how or became, beside)))
    if name in game.minded or game.root.delayed:
        _ask(game, name, [Happening(obj, seat, amount, became=became, other=other, how=how)], before)


def occurred_together(
    game: Game, name: str, happenings: list[Happening], *, before: list[Object] | None = None
) -> None:
    """State events of one kind that happened at once: "one or more" of them trigger an ability only once."""
    if not happenings:
        return
    for one in happenings:
        ident = one.obj.id if one.obj is not None else 0
        beside = one.other.id if one.other is not None else 0
        game.log.append((0, EVENT, LoggedEvent(name, one.seat, ident, one.amount, one.how or one.became, beside)))
    if name in game.minded or game.root.delayed:
        _ask(game, name, happenings, before)


def counters_noticed(game: Game, together: list[Happening]) -> None:
    """Let abilities trigger on counters that were put on things at once: on who put them, and each by itself.

    Obeys 122.6, 122.6a and 603.2c.
    """
    if PUTS in game.heard:
        noticed_together(game, PUTS, [Happening(one.obj, one.by, one.amount, how=one.how) for one in together])
    if PUTS_ONE in game.heard:
        game.meter.check_objects(game, sum(one.amount for one in together))
        each = [Happening(one.obj, one.by, 1, how=one.how) for one in together for _ in range(one.amount)]
        noticed_together(game, PUTS_ONE, each)
    if COUNTER in game.heard:
        game.meter.check_objects(game, sum(one.amount for one in together))
        each = [Happening(one.obj, one.seat, 1, how=one.how) for one in together for _ in range(one.amount)]
        noticed_together(game, COUNTER, each)


def noticed_together(game: Game, name: str, happenings: list[Happening], before: list[Object] | None = None) -> None:
    """Let abilities trigger on what is no event of its own: the log has it under another name already.

    ``before``: those that look back at it (603.10a).
    """
    if happenings and (name in game.minded or game.root.delayed):
        _ask(game, name, happenings, before)


def _ask(game: Game, name: str, happenings: list[Happening], before: list[Object] | None) -> None:
    """Remember what some text asks about, and let abilities trigger, those of each watcher in order."""
    if game.awaited:
        _note(game, name, happenings, before)
    if name in game.tallied:
        game.append(game.root, "happened", *[PastEvent(*one.event(name)[:4]) for one in happenings])
    if game.root.delayed:
        ask_delayed(game, name, happenings, matches)
    if name not in game.heard:
        return
    for source in watchers(game) if before is None else before:
        for number in source.abilities:
            text = game.texts[number]
            if name in text.events and _works(game, text, source):
                _trigger_on(game, name, happenings, source, number)
    game.rules.happened(game, name, happenings)


def _works(game: Game, text: Text, source: Object) -> bool:
    """Whether a triggered ability works where its source is: one about what befell its card goes with it (113.6k)."""
    words = game.zone_words
    return words.get(text.zone, text.zone) == source.zone or (
        text.follows and words.get("exile", "exile") == source.zone
    )


def _trigger_on(game: Game, name: str, happenings: list[Happening], source: Object, number: int) -> None:
    """Let one ability trigger on what it waits for: once for each thing that happened, or for all of a kind at once.

    Obeys 603.2c.
    """
    ability: Triggered = game.texts[number].ability  # type: ignore[assignment]  # only triggered abilities have events
    batches: dict[tuple[int, int], list[Happening]] = {}
    for one in happenings:
        for index, event in enumerate(ability.events):
            if event.name == name and matches(game, event, source, one):
                if event.batch or name in OF_COUNTERS:
                    batches.setdefault((index, _shared_by(name, event, one)), []).append(one)
                elif _may_trigger(game, ability, source, number, one.event(name)):
                    trigger(game, source, number, one.event(name), one.obj, one.became)
                break
    for together in batches.values():
        first = together[0].event(name)
        number_of = sum(one.amount for one in together) if name in SUMMED else len(together)
        whole = first._replace(amount=number_of)
        if _may_trigger(game, ability, source, number, whole):
            trigger(game, source, number, whole, together[0].obj, together[0].became)


def _shared_by(name: str, event: Event, one: Happening) -> int:
    """The thing or player whose share of what happens at once triggers once; none if all of it does."""
    if name in OF_COUNTERS and not event.batch and one.obj is not None:
        return one.obj.id  # of whatever kinds
    return one.seat if name in ("damage", PUTS) or not event.batch else NOBODY


def _note(game: Game, name: str, happenings: list[Happening], before: list[Object] | None) -> None:
    """Keep what happened for those who may respond; of abilities whose source is gone since, what they wait for."""
    if name not in game.awaited:
        return
    gone = [source for source in before or () if source.id not in game.records]
    noted: list[Noted] = [_noted(one, name) for one in happenings]
    for source in gone:
        noted.extend(_still_waiting(game, name, happenings, source))
    root = game.root
    if len(root.noted) <= SHORT:
        write_noted(game, root, (*root.noted, *noted))
    else:
        game.append(root, "noted", *noted)


def _noted(one: Happening, name: str) -> NotedEvent:
    """An event that happened, as those have it who may respond to it."""
    event = one.event(name)
    return NEW(NotedEvent, (name, event.seat, event.what, event.amount, event.other, one.how))


def _still_waiting(game: Game, name: str, happenings: list[Happening], source: Object) -> list[GoneSource]:
    """The triggers of a source that is gone: who, source, text, last known information, and event."""
    found: list[GoneSource] = []
    for number in source.abilities:
        text = game.texts[number]
        events: tuple[Event, ...] = text.ability.events if name in text.answers else ()  # type: ignore[union-attr]  # Timed
        for one in happenings:
            if any(event.name == name and matches(game, event, source, one) for event in events):
                found.append(GoneSource(GONE, source.controller, source.id, number, known(source), one.event(name)))
                break
    return found


COUNTERS: Final = "counters"
COUNTER: Final = "counter"
PUTS: Final = "puts counters"
PUTS_ONE: Final = "puts a counter"
"""The names of the event that counters are put on something: all of a time, each of them, and as somebody's deed."""
OF_COUNTERS: Final = (COUNTERS, PUTS)
DEEDS: Final = frozenset({"defeated", PUTS, PUTS_ONE})
"""Events that somebody may have brought about or nobody: who is asked for has to have done it."""
SUMMED: Final = frozenset({"damage", "damaged", *OF_COUNTERS})
"""Events whose number is how much; of others that happen together it is how many."""


def asking(source: Object, number: int, event: TriggerEvent) -> Item:
    """An item for a triggered ability that is not on the stack, while its conditions are asked."""
    item = Item(0, "triggered", source.controller, source.id, number)
    item.known = known(source)
    item.event = event
    return item


def _may_trigger(game: Game, ability: Triggered, source: Object, number: int, event: TriggerEvent) -> bool:
    """Whether its "if" holds as the event happens, and it has not triggered this turn if it does so only once.

    One that does only once each turn what it says triggers until that was done (603.2h).
    """
    condition = ability.condition
    if condition is not None and not holds(
        game, condition, source.controller, source.id, asking(source, number, event)
    ):
        return False
    if (ability.once_each_turn or ability.done_once) and is_used(game, source, number):
        return False
    if ability.once_each_turn:
        if any(entry.source == source.id and entry.text == number for entry in game.root.waiting):
            return False
        use(game, source, number)
    return True


def is_used(game: Game, source: Object, number: int) -> bool:
    """Whether a triggered ability that has one use each turn has had it."""
    return any(text == number and turn == game.root.turn for text, turn, _ in source.used)


def use(game: Game, source: Object, number: int) -> None:
    """Take note of that use; nobody asks a source that is gone."""
    if source.id in game.records and not is_used(game, source, number):
        rest = tuple((text, turn, n) for text, turn, n in source.used if text != number)
        game.write(source, "used", (*rest, (number, game.root.turn, 1)))


def matches(game: Game, event: Event, source: Object, one: Happening) -> bool:
    """Whether something that happened is what ``source`` waits for."""
    seat = one.seat
    if event.who and (seat != NOBODY or event.name in DEEDS) and not _acts(game, event.who, source, seat):
        return False
    if event.turn and (game.root.active == source.controller) != (event.turn == "you"):
        return False
    if event.how and not _is_so(game, event.how, one.how):
        return False
    only = source.id if event.source else NOBODY
    if event.nth and event.nth != times_done(game, event.name, event.what, seat, source.controller, source.id, only):
        return False
    if not _is_meant(game, event, source, one.obj):
        return False
    if event.other is not None and not _is_other(game, event.other, source, one.other):
        return False
    return event.when is None or holds(
        game, event.when, source.controller, source.id, asking(source, NOBODY, one.event(event.name))
    )


def _is_so(game: Game, asked: str, how: str) -> bool:
    """Whether something happened in the way that is asked for."""
    if asked == NOT_COMBAT:
        return how != game.rules.events["damage"].in_combat
    if asked == NOT_FROM_PLAY:
        return how != game.arena
    return asked == how or asked in how.split(", ")


def _is_meant(game: Game, event: Event, source: Object, obj: Object | None) -> bool:
    """Whether an object is one of those that an ability waits for."""
    if event.source:
        return obj is not None and obj.id == source.id
    if event.attached:
        return obj is not None and obj.id == source.attached
    return event.what is None or (obj is not None and fits(game, event.what, obj, source.controller, source.id))


def _acts(game: Game, who: Actor, source: Object, seat: int) -> bool:
    """Whether a seat is the one whose doings an ability waits for."""
    if who == "attached":
        host = game.object(source.attached)
        return host is not None and host.controller == seat
    if who == "attached player":
        return game.seat_of(source.attached) == seat != NOBODY
    return (seat == source.controller) == (who == "you")


def _is_other(game: Game, ref: Ref, source: Object, other: Record | None) -> bool:
    """Whether what is on the other side of an event is what an ability asks for."""
    if other is None:
        return False
    match ref.kind:
        case "self":
            return other.id == source.id
        case "attached":
            return other.id == source.attached
        case "you":
            if ref.what is not None and isinstance(other, Object):
                return fits(game, ref.what, other, source.controller, source.id)
            if isinstance(other, Object) and game.rules.stands_for(game, other, source.controller):
                return True
            return other.id == game.players[source.controller].id
        case _:
            assert ref.what is not None
            if isinstance(other, Object):
                return fits(game, ref.what, other, source.controller, source.id)
            seat = game.seat_of(other.id)
            return seat != NOBODY and is_player(game, ref.what, game.players[seat], source.controller)


def trigger(
    game: Game, source: Object, number: int, event: TriggerEvent, obj: Object | None = None, became: int = 0
) -> None:
    """Put one triggered ability among those that wait, more than once if it triggers additional times (603.2d).

    Obeys 603.3a.
    """
    own = became if obj is not None and obj.id == source.id else 0
    entry = Trigger(source.controller, source.id, number, known(source, own), event)
    for _ in range(1 + _additional(game, source, number, event, obj)):
        _wait(game, source, entry)


def _additional(game: Game, source: Object, number: int, event: TriggerEvent, obj: Object | None) -> int:
    """The number of additional times that an object's own ability triggers."""
    if number not in source.abilities:
        return 0
    times = 0
    for holder, controller, ability in statics(game, TriggersAgain):
        ident = holder.id if holder is not None else 0
        caused = ability.by is None or (
            event.name in ability.event.split(EITHER_EVENT)
            and obj is not None
            and fits(game, ability.by, obj, controller, ident)
        )
        if (
            caused
            and fits(game, ability.of, source, controller, ident)
            and holds(game, ability.condition, controller, ident)
        ):
            times += 1
    return times


def _wait(game: Game, source: Object, entry: Trigger) -> None:
    game.meter.check_objects(game, len(game.root.waiting) + 1)
    game.append(game.root, "waiting", entry)
    if "triggers" not in game.heard:
        return
    if any("triggers" in game.texts[n].events for watcher in watchers(game) for n in watcher.abilities):
        _trigger_on_it(game, source)


def _trigger_on_it(game: Game, source: Object) -> None:
    """Abilities may trigger on this one triggering; those that set each other off for ever make the game a draw."""
    if sum(entry.event.name == "triggers" for entry in game.root.waiting) < MOST_ECHOES:
        occurred(game, "triggers", source, source.controller)
    elif game.root.over is None:
        game.write(game.root, "over", ENDLESS)
