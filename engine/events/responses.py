"""Abilities that may be used about an occurrence: those that wait for a coming event, or for one that happened.

An ability is used once for each thing that one of its triggering conditions befalls (Triggering Condition), and by
whoever its game says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from engine.events.trigger_conditions import has_name, names_of
from engine.events.triggers import asking, matches, watchers
from engine.queries.filters import holds
from engine.state.frames import OccurrenceFrame
from engine.state.last_known import LastKnown, OnlyId, remembered
from engine.state.occurred import GoneSource, NotedEvent
from engine.state.proposed_events import Happening, Prospect
from engine.state.records import Object, Player

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.abilities import Timed, Timing, WindowTiming
    from engine.state.decisions import Answer, Option
    from engine.state.event_kinds import Conditions
    from engine.state.game import Game
    from engine.state.last_known import Last, LastOrId
    from engine.state.occurred import About, TriggerEvent
    from engine.state.records import Plain

FORCED_INTERRUPTS, EVENT, DOING, SETTLING, FORCED_RESPONSES, OVER = 0, 2, 3, 4, 5, 7
"""The stages of an occurrence (``engine.play.response_windows``)."""
TIMING: Final[dict[int, WindowTiming]] = {
    FORCED_INTERRUPTS: "interrupt",
    EVENT: "interrupt",
    FORCED_RESPONSES: "response",
    OVER: "response",
}
FOLLOWING: Final = {FORCED_INTERRUPTS: EVENT, FORCED_RESPONSES: OVER}
"""The stage before which a window stands, once nothing forced is left."""


class Use:
    """An ability that may be used now: of ``source``, by ``seat``, about ``event``."""

    __slots__ = ("event", "number", "seat", "source")

    def __init__(self, seat: int, source: Object, number: int, event: TriggerEvent) -> None:
        self.seat = seat
        self.source = source
        self.number = number
        self.event = event

    def key(self) -> Plain:
        """As the occurrence remembers it."""
        return key_of(self.source.id, self.number, self.event)


def key_of(source: int, number: int, event: TriggerEvent) -> Plain:
    """One use of an ability: it is used once for each that something happens to."""
    about = event.what or event.other
    return source, number, about.id if about else 0


class Users(ABC):
    """The users of abilities about an occurrence, as one game has them; a game without it has no windows."""

    __slots__ = ()

    @abstractmethod
    def user_of(self, game: Game, source: Object, one: Happening) -> int:
        """The seat that uses an ability of this object about something: "you" in its text."""

    @abstractmethod
    def may_use(self, game: Game, use: Use) -> bool:
        """Whether its seat may use an ability now, and could pay for it."""

    @abstractmethod
    def use(self, game: Game, use: Use, event: About, answer: Answer | None) -> None:
        """Begin to use an ability about an event, as an answer announces it; without one it is forced."""

    @abstractmethod
    def is_silenced(self, game: Game, seat: int) -> bool:
        """Whether a seat may use nothing in any window now, whatever it has."""

    @abstractmethod
    def unproven(self, game: Game, seat: int, options: tuple[Option, ...]) -> frozenset[int]:
        """The places of the options that are offered though no way to pay for them was found in good time."""


class Waiting:
    """The abilities that wait for something now, of objects in play and of cards in hands: each with its source's id.

    By timing, "interrupt" and "response", and there by the events that each waits for, with its place among all of
    them: in that order they are used. ``names`` are the events that any of them waits for.
    """

    __slots__ = ("_by_name", "form", "names", "watching")

    def __init__(self, game: Game) -> None:
        self.form = game.form
        self.watching = game.root.watching
        self._by_name: dict[Timing, dict[str, list[tuple[int, int, int]]]] = {"interrupt": {}, "response": {}}
        names: set[str] = set()
        zone_words = game.zone_words
        place = 0
        for source in watchers(game):
            for number in source.abilities:
                text = game.texts[number]
                if text.answers:
                    names |= text.answers
                    if zone_words.get(text.zone, text.zone) == source.zone:
                        place += 1
                        by_name = self._by_name[ability_of(game, number).timing]
                        for name in text.answers:
                            by_name.setdefault(name, []).append((place, source.id, number))
        self.names = frozenset(names)

    def events(self, timing: WindowTiming) -> Collection[str]:
        """The events that some ability of this timing waits for."""
        return self._by_name[timing]

    def of(self, timing: WindowTiming, names: set[str]) -> list[tuple[int, int, int]]:
        """The abilities that wait for one of these events: the place, source and text of each, in order."""
        by_name = self._by_name[timing]
        if len(names) == 1:
            return by_name[next(iter(names))]
        return sorted({one for name in names for one in by_name[name]})


def waiting(game: Game) -> Waiting:
    """The abilities that wait now; one state is not looked up twice."""
    kept = game.reactions
    if isinstance(kept, Waiting) and kept.form == game.form and kept.watching is game.root.watching:
        return kept
    found = game.reactions = Waiting(game)
    return found


def answered(game: Game) -> frozenset[str]:
    """The events that some ability waits for now, of objects in play and of cards in hands."""
    return waiting(game).names


def ability_of(game: Game, number: int) -> Timed:
    return game.texts[number].ability  # type: ignore[return-value]  # only timed abilities have answers


def uses(game: Game, frame: OccurrenceFrame, users: Users) -> list[Use]:
    """The abilities that wait for this occurrence at this stage and may be used, by whomever."""
    timing = TIMING[frame.stage]
    now = waiting(game)
    awaited = now.events(timing)
    found: list[Use] = []
    if awaited:
        conditions = _imminent(game, frame, awaited) if timing == "interrupt" else _happened(game, frame, awaited)
        if conditions:
            for _, ident, number in now.of(timing, {name for name, _ in conditions}):
                some = _uses_of(game, game.obj(ident), number, conditions, users)
                found.extend([use for use in some if use.key() not in frame.used and users.may_use(game, use)])
    if timing == "response":
        found.extend(_of_the_gone(game, frame, users))
    return found


def _uses_of(game: Game, source: Object, number: int, conditions: Conditions, users: Users) -> list[Use]:
    """The uses of an ability: one for each that something it waits for happens to."""
    ability = ability_of(game, number)
    found: dict[Plain, Use] = {}
    for name, one in conditions:
        seat = users.user_of(game, source, one)
        reader = _read_by(source, seat)
        if any(event.name == name and matches(game, event, reader, one) for event in ability.events):
            event = one.event(name)
            item = asking(reader, number, event)
            if ability.condition is None or holds(game, ability.condition, seat, source.id, item):
                use = Use(seat, source, number, event)
                found.setdefault(use.key(), use)
    return list(found.values())


def _read_by(source: Object, seat: int) -> Object:
    """A source as whoever uses its ability reads it: "you" is that player."""
    if source.controller == seat:
        return source
    reader = Object(source.id, source.card, source.name, source.owner, source.zone)
    reader.controller, reader.attached, reader.words = seat, source.attached, source.words
    return reader


def _of_the_gone(game: Game, frame: OccurrenceFrame, users: Users) -> list[Use]:
    """Forced abilities whose source has left with what they waited for."""
    found = []
    for entry in frame.happened:
        if not isinstance(entry, GoneSource) or not ability_of(game, entry.text).forced:
            continue
        if key_of(entry.source, entry.text, entry.event) in frame.used:
            continue
        source = remembered(entry.known)
        source.controller = entry.seat
        found.append(Use(users.user_of(game, source, _again(game, entry.event)), source, entry.text, entry.event))
    return found


def _imminent(game: Game, frame: OccurrenceFrame, awaited: Collection[str]) -> Conditions:
    """The triggering conditions of what is still about to happen, those that are waited for."""
    found: Conditions = []
    for plain in frame.batch:
        each = Prospect.from_plain(plain)
        if not each.is_off and has_name(game, each, awaited):
            found.extend([condition for condition in names_of(game, each) if condition[0] in awaited])
    return found


def _happened(game: Game, frame: OccurrenceFrame, awaited: Collection[str]) -> Conditions:
    """The events that happened, those that are waited for, with each object as it is or last was."""
    return [
        (entry.name, _again(game, entry))
        for entry in frame.happened
        if entry.name in awaited and not isinstance(entry, GoneSource)
    ]


def _again(game: Game, event: TriggerEvent | NotedEvent) -> Happening:
    """An event that happened, as abilities are asked about it."""
    how = event.how if isinstance(event, NotedEvent) else ""
    obj, became = _object(game, event.what), event.what.became if event.what else 0
    return Happening(obj, event.seat, event.amount, became=became, other=_other(game, event.other), how=how)


def _object(game: Game, last: Last) -> Object | None:
    return (game.object(last.id) or remembered(last)) if last else None


def _other(game: Game, other: LastOrId) -> Object | Player | None:
    if not isinstance(other, OnlyId):
        return _object(game, other)
    record = game.records.get(other.id)
    return record if isinstance(record, Player) else None


def name_of(event: TriggerEvent) -> str:
    """The name of the thing that an event is about."""
    about = event.what or event.other
    return str(about.name) if isinstance(about, LastKnown) else event.name
