"""Windows: what may be done just before something happens, and just after it.

An occurrence is a batch of events that happen together, as an ``OccurrenceFrame``. Its stages: forced interrupts, the
event, as long as it is done, what that settles, forced responses, the end.
While the window before the event or before the end is open, the frame has that stage already. A window is a round
(``engine.play.priority``) in which each seat is asked only if it could use something. An interrupting ability sees the
batch as data and may change it; a responding one sees what happened. All triggering conditions of one occurrence share
its two windows, and an ability is used once for each thing that one of them befalls: ``used`` are those that were, as
(source, text, id of that). ``item`` is whose text makes it happen. Occurrences nest: an ability used in a window may
cause others. ``engine.events.responses`` says what may be used.

An event that may not be interrupted is only stated (``triggers.occurred``); it stands in ``root.noted`` until the frame
that did it returns, and is then an occurrence with no more than its responses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.events.log_lines import clause
from engine.events.responses import (
    DOING,
    EVENT,
    FOLLOWING,
    FORCED_INTERRUPTS,
    FORCED_RESPONSES,
    OVER,
    SETTLING,
    TIMING,
    ability_of,
    answered,
    key_of,
    name_of,
    uses,
)
from engine.events.trigger_conditions import has_name, names_of
from engine.play.priority import SettledRound, close, interrupting
from engine.play.procedure_runner import ask
from engine.play.state_based_actions import settle
from engine.queries.layers import refresh
from engine.sentences import said, word
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Answer, Decision, Option
from engine.state.frames import HappensFrame, OccurrenceFrame, PriorityFrame, StatedFrame
from engine.state.frequent_writes import write_noted, write_priority
from engine.state.last_known import NEW
from engine.state.occurred import GONE, SeveralEvents
from engine.state.procedure import DONE, item_of
from engine.state.proposed_events import Prospect
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.abilities import WindowTiming
    from engine.events.responses import Use, Users
    from engine.sentences import Words
    from engine.state.frames import Frame, Row
    from engine.state.game import Game
    from engine.state.occurred import Noted, TriggerEvent
    from engine.state.records import Plain, Play
    from engine.state.rounds import Round

_TIMINGS: Final[tuple[WindowTiming, ...]] = ("interrupt", "response")


# --- opening --------------------------------------------------------------------------------------


def is_awaited(game: Game, batch: list[Prospect]) -> bool:
    """Whether some ability could interrupt or respond to a batch: a cheap look, before any work.

    An event that follows within an occurrence as it settles is part of it and shares its windows.
    """
    top = game.root.agenda[-1]
    if isinstance(top, OccurrenceFrame) and top.stage == SETTLING:
        return False
    names = game.awaited if game.hides_hands() else answered(game)
    return bool(names) and any(has_name(game, each, names) for each in batch)


def occurrence(batch: list[Prospect], item: int) -> OccurrenceFrame:
    """The frame of what is about to happen."""
    return _frame(FORCED_INTERRUPTS, tuple([each.to_plain() for each in batch]), item, (), ())


def _frame(
    stage: int, batch: tuple[Row, ...], item: int, happened: tuple[Noted, ...], used: tuple[Row, ...]
) -> OccurrenceFrame:
    return NEW(OccurrenceFrame, (stage, batch, item, happened, used, "occurrence"))


def run_stated(game: Game, frame: StatedFrame, answer: Answer | None) -> None:
    """Make the events stated meanwhile an occurrence to respond to, unless they belong to one that settles."""
    top = game.root.agenda[-1]
    if isinstance(top, OccurrenceFrame) and top.stage in (DOING, SETTLING):
        return
    names = game.awaited if game.hides_hands() else answered(game)
    if any(entry.name == GONE or entry.name in names for entry in game.root.noted):
        push(game, _frame(SETTLING, (), 0, (), ()))
    else:
        write_noted(game, game.root, ())


# --- the occurrence -------------------------------------------------------------------------------


def run_occurrence(game: Game, frame: OccurrenceFrame, answer: Answer | None) -> None:
    """The frame of an occurrence: go on from its stage until something is begun or asked."""
    stage = frame.stage
    if stage in (FORCED_INTERRUPTS, FORCED_RESPONSES):
        _open(game, frame, frame, answer)
    elif stage == EVENT:
        _begin(game, frame)
    elif stage == OVER:
        pop(game)
    else:
        if stage == DOING:
            frame = _at(frame, SETTLING)
            replace(game, frame)
        _settle(game, frame)


def _at(frame: OccurrenceFrame, stage: int) -> OccurrenceFrame:
    _, batch, item, happened, used, _ = frame
    return _frame(stage, batch, item, happened, used)


def _open(game: Game, was: OccurrenceFrame, frame: OccurrenceFrame, answer: Answer | None) -> None:
    """Forced abilities come first, then the window is open to all; where there is neither the occurrence goes on.

    Args:
        was: how the frame stands on the agenda; it is written anew only once that matters.
    """
    stage = frame.stage
    users = users_of(game, frame)
    found = uses(game, frame, users)
    forced = [use for use in found if ability_of(game, use.number).forced]
    if forced:
        if was is not frame:
            replace(game, frame)
        _force(game, frame, users, forced, answer)
        return
    first = game.turn_order(game.root.first)[0] if found or game.hides_hands() else NOBODY
    if first != NOBODY and any(_could_use(game, seat, found, users) for seat in game.turn_order(first)):
        following = _at(frame, FOLLOWING[stage])
        game.found["uses"] = (following, game.version, found)
        replace(game, following, interrupting(game, TIMING[stage], first))
    elif stage == FORCED_INTERRUPTS:
        _begin(game, frame)
    else:
        pop(game)


def _begin(game: Game, frame: OccurrenceFrame) -> None:
    """Let the events happen that nobody interrupts any more."""
    happens: HappensFrame = NEW(HappensFrame, (frame.batch, frame.item, "happens"))
    replace(game, _at(frame, DOING), happens)


def _settle(game: Game, frame: OccurrenceFrame) -> None:
    """Take up what happened and what followed from it at once; then they may respond."""
    is_settled = settle(game)
    frame = take_up(game, frame)
    if is_settled and game.root.agenda[-1] is frame:
        _open(game, frame, _at(frame, FORCED_RESPONSES), None)


def take_up(game: Game, frame: OccurrenceFrame) -> OccurrenceFrame:
    """Take the events that have just happened into an occurrence; return its frame as it is then."""
    noted = game.root.noted
    if not noted:
        return frame
    write_noted(game, game.root, ())
    stage, batch, item, happened, used, _ = frame
    now = _frame(stage, batch, item, (*happened, *noted), used)
    _rewrite(game, frame, now)
    return now


def _rewrite(game: Game, frame: Frame, now: Frame) -> None:
    """Put a frame in place of another, wherever on the agenda that is."""
    agenda = game.root.agenda
    at = next(i for i, other in enumerate(agenda) if other is frame)
    game.splice(game.root, "agenda", at, 1, (now,))


def _force(game: Game, frame: OccurrenceFrame, users: Users, forced: list[Use], answer: Answer | None) -> None:
    """Begin the next forced ability; of several the first player says which."""
    if len(forced) > 1 and answer is None:
        first = game.turn_order(game.root.first)[0]
        options = tuple(Option("modes", (i,), (), use.source.name) for i, use in enumerate(forced))
        prompt = said("ask.forced_first", "choose which forced ability comes first")
        game.ask(Decision("modes", first, prompt, game.rules.cite("order"), options))
        return
    use = forced[answer.refs[0]] if answer is not None else forced[0]
    _mark_used(game, frame, use.key())
    users.use(game, use, use.event, None)


def _mark_used(game: Game, frame: OccurrenceFrame, key: Plain) -> None:
    """An ability is used once for each occurrence (Triggering Condition)."""
    stage, batch, item, happened, used, _ = frame
    _rewrite(game, frame, _frame(stage, batch, item, happened, (*used, key)))


# --- the windows ----------------------------------------------------------------------------------


def occurrence_below(game: Game) -> OccurrenceFrame:
    """The occurrence that the window on top of the agenda is about."""
    frame = game.root.agenda[-2]
    assert isinstance(frame, OccurrenceFrame)
    return frame


def usable(game: Game, seat: int, frame: OccurrenceFrame) -> list[Use]:
    """The uses that a seat has about an occurrence."""
    cached = game.found.get("uses")
    if cached is None or cached[0] is not frame or cached[1] != game.version:
        cached = game.found["uses"] = (frame, game.version, uses(game, frame, users_of(game, frame)))
    return [use for use in cached[2] if use.seat == seat and not ability_of(game, use.number).forced]


def usable_now(game: Game, seat: int) -> list[Use]:
    """The uses that a seat has in the window that is open; nothing if none is."""
    top = game.root.agenda[-1]
    is_open = isinstance(top, PriorityFrame) and game.rules.rounds[top.round].is_window
    return usable(game, seat, occurrence_below(game)) if is_open else []


def _could_use(game: Game, seat: int, found: list[Use], users: Users) -> bool:
    """Whether a seat is asked: nobody is for nothing, unless that would tell what is in a hidden hand."""
    if users.is_silenced(game, seat):
        return False
    if game.hides_hands() and game.content("hand", seat):
        return True
    return any(use.seat == seat for use in found)


class Window(SettledRound):
    """Opportunities to interrupt or respond: who acted gives way to the next, until all decline in succession."""

    __slots__ = ("timing", "users")
    is_window = True

    def __init__(self, timing: WindowTiming, users: Users) -> None:
        self.timing: WindowTiming = timing
        self.users = users

    def reach(self, game: Game) -> bool:
        """Nothing is checked in the middle of an occurrence; what follows from it is settled as it ends."""
        refresh(game)
        return True

    def is_asked(self, game: Game, seat: int) -> bool:
        return _could_use(game, seat, usable(game, seat, occurrence_below(game)), self.users)

    def rule(self, game: Game) -> str:
        return game.rules.cite(self.timing)

    def prompt(self, game: Game, seat: int) -> Words:
        """It says what happens as far as the seat waits for it, which tells nothing of what others could use."""
        events = (use.event for use in usable(game, seat, occurrence_below(game)))
        clauses = " and ".join(dict.fromkeys(clause(game, event) for event in events))
        if self.timing == "interrupt":
            return (
                said("ask.interrupt", "when {what}: use an interrupt or pass", what=clauses)
                if clauses
                else said("ask.any_interrupt", "use an interrupt or pass")
            )
        return (
            said("ask.response", "after {what}: use a response or pass", what=clauses)
            if clauses
            else said("ask.any_response", "use a response or pass")
        )

    def options(self, game: Game, seat: int) -> tuple[Option, ...]:
        found = (_option_of(game, use) for use in usable(game, seat, occurrence_below(game)))
        return (Option("pass"), *{(option.do, option.refs): option for option in found}.values())

    def unproven(self, game: Game, seat: int, options: tuple[Option, ...]) -> frozenset[int]:
        return self.users.unproven(game, seat, options)

    def act(self, game: Game, seat: int, answer: Answer) -> None:
        """Begin to use what an answer names.

        Raises:
            Refusal: ``not_now``, if it does not wait for this or was used for it already.
        """
        frame = occurrence_below(game)
        named = [use for use in usable(game, seat, frame) if _is_named(game, use, answer)]
        if named:
            use = named[0]
            several = len(named) > 1
            event = SeveralEvents(tuple(use.event for use in named)) if several else use.event
            self.users.use(game, use, event, answer)
            if not several:
                _mark_used(game, frame, use.key())
            return
        raise Refusal(
            game.rules.cite(self.timing),
            "not_now",
            said("reason.not_to_this", "that is no {what} to what happens now", what=word(self.timing)),
        )

    def acted(self, game: Game, seat: int) -> None:
        super().acted(game, seat)
        order = game.turn_order(seat)
        write_priority(game, game.root, order[1 % len(order)])

    def all_declined(self, game: Game, frame: PriorityFrame) -> None:
        close(game, frame)


def _is_named(game: Game, use: Use, answer: Answer) -> bool:
    option = _option_of(game, use)
    return (option.do, option.refs) == (answer.do, answer.refs)


def choose_event(game: Game, play: Play, answer: Answer | None) -> int:
    """The step of using an ability that could be about several things that happen: its player says about which."""
    item = item_of(game, play)
    if not isinstance(item.event, SeveralEvents):
        return DONE
    events = item.event.events
    if answer is None:
        options = tuple(Option("modes", (i,), (), name_of(event)) for i, event in enumerate(events))
        prompt = said("ask.used_about", "choose what {name} is used about", name=item.name)
        return ask(
            game, play, Decision("modes", play.seat, prompt, game.rules.cite("choose"), options, subject=item.id)
        )
    event = events[answer.refs[0]]
    game.write(item, "event", event)
    frame = next(frame for frame in reversed(game.root.agenda) if isinstance(frame, OccurrenceFrame))
    _mark_used(game, frame, key_of(item.source, item.text, event))
    return DONE


def windows(users: Users) -> dict[str, Round]:
    """The rounds of a game in which abilities are used about what happens."""
    return {timing: Window(timing, users) for timing in _TIMINGS}


def _option_of(game: Game, use: Use) -> Option:
    """The option by which an ability is used in a window: a card of the hand is played."""
    if use.source.zone == "hand":
        return Option(game.rules.play_words[0], (use.source.id,))
    return Option("activate", game.activation(use.source, use.number))


def users_of(game: Game, frame: OccurrenceFrame) -> Users:
    """The users of abilities about an occurrence at its present stage."""
    window = game.rules.rounds[TIMING[frame.stage]]
    assert isinstance(window, Window)
    return window.users


# --- changing what is about to happen -------------------------------------------------------------


def interrupted(game: Game) -> OccurrenceFrame | None:
    """The innermost occurrence that is being interrupted, if any is."""
    frames = (frame for frame in reversed(game.root.agenda) if isinstance(frame, OccurrenceFrame))
    return next((frame for frame in frames if frame.stage <= EVENT), None)


def affected(game: Game, batch: list[Prospect], event: TriggerEvent) -> list[Prospect]:
    """The events of a batch that an ability interrupts which was used about an event."""
    ident = event.what.id if event.what else 0
    return [
        each
        for each in batch
        if not each.is_off
        and any(
            name == event.name and (one.obj.id if one.obj is not None else 0) == ident
            for name, one in names_of(game, each)
        )
    ]


def change(game: Game, frame: OccurrenceFrame, batch: list[Prospect]) -> None:
    """Change the coming events to these."""
    _rewrite(game, frame, frame._replace(batch=tuple(each.to_plain() for each in batch)))
