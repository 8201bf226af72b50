"""Windows: what may be done just before something happens, and just after it.

An occurrence is a batch of events that happen together, as a frame ``("occurrence", stage, batch, item, happened,
used)``. Its stages: forced interrupts, the window for interrupts, the event, what that settles, forced responses, the
window for responses. A window is a round (``engine.priority``) in which each seat is asked only if it could use
something. What interrupts sees the batch as data and may change it; what responds sees what happened. All triggering
conditions of one occurrence share its two windows, and an ability is used once for it: ``used`` are those that were, as
(source, text). ``item`` is whose text makes it happen. Occurrences nest: an ability used in a window may cause others.

What may not be interrupted is only stated (``triggers.occurred``); it stands in ``root.noted`` until the frame that did
it returns, and is then an occurrence with no more than its responses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.agenda import pop, push, replace
from engine.checkpoint import settle
from engine.conditions import names_of, said
from engine.continuous import refresh
from engine.decisions import Answer, Decision, Option
from engine.errors import Refusal
from engine.filters import holds
from engine.game import K_ID, remembered
from engine.priority import Round, close, interrupting
from engine.prospects import Prospect
from engine.state import Object, Player
from engine.triggers import Happening, asking, matches, watchers

if TYPE_CHECKING:
    from engine.abilities import Timed
    from engine.conditions import Conditions
    from engine.game import Frame, Game
    from engine.state import Plain

FORCED_INTERRUPTS, INTERRUPTS, EVENT, DOING, SETTLING, FORCED_RESPONSES, RESPONSES, OVER = range(8)
TIMING: Final = {
    FORCED_INTERRUPTS: "interrupt",
    INTERRUPTS: "interrupt",
    FORCED_RESPONSES: "response",
    RESPONSES: "response",
}
F_STAGE, F_BATCH, F_ITEM, F_HAPPENED, F_USED = range(1, 6)
GONE: Final = "gone"
"""In what happened: an ability that waited for it and whose source is gone since."""


class Use:
    """An ability that may be used now: of ``source``, by ``seat``, about ``event``."""

    __slots__ = ("event", "number", "seat", "source")

    def __init__(self, seat: int, source: Object, number: int, event: Plain) -> None:
        self.seat = seat
        self.source = source
        self.number = number
        self.event = event

    def key(self) -> tuple[int, int]:
        """As the occurrence remembers it."""
        return self.source.id, self.number


# --- opening --------------------------------------------------------------------------------------


def is_awaited(game: Game, batch: list[Prospect]) -> bool:
    """Whether some ability could interrupt or respond to a batch: a cheap look, before any work.

    What follows within an occurrence as it settles is part of it and shares its windows.
    """
    top = game.root.agenda[-1]
    if top[0] == "occurrence" and top[F_STAGE] == SETTLING:
        return False
    names = frozenset().union(*(names_of(game, each) for each in batch)) & game.awaited
    return bool(names) and (game.rules.hides_hands(game) or _watches(game, names))


def _watches(game: Game, names: frozenset[str]) -> bool:
    texts = game.texts
    return any(texts[number].answers & names for source in watchers(game) for number in source.abilities)


def occurrence(batch: list[Prospect], item: int) -> Frame:
    """The frame of what is about to happen."""
    return ("occurrence", FORCED_INTERRUPTS, tuple(each.to_plain() for each in batch), item, (), ())


def respond(game: Game) -> None:
    """What was stated meanwhile is an occurrence that may be responded to, unless it belongs to one that settles."""
    top = game.root.agenda[-1]
    if top[0] != "occurrence" or top[F_STAGE] not in (DOING, SETTLING):
        push(game, ("occurrence", SETTLING, (), 0, (), ()))


# --- the occurrence -------------------------------------------------------------------------------


def run_occurrence(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame of an occurrence."""
    stage = frame[F_STAGE]
    if stage in (FORCED_INTERRUPTS, FORCED_RESPONSES):
        if not _force(game, frame, answer):
            _go_to(game, frame, stage + 1)
    elif stage in (INTERRUPTS, RESPONSES):
        _go_to(game, frame, stage + 1)
        first = game.turn_order(game.root.first)[0]
        if any(_is_asked(game, seat, frame, stage) for seat in game.turn_order(first)):
            push(game, interrupting(game, TIMING[stage], first))
    elif stage == EVENT:
        _go_to(game, frame, DOING)
        push(game, ("happens", frame[F_BATCH], frame[F_ITEM]))
    elif stage == DOING:
        _go_to(game, frame, SETTLING)
    elif stage == SETTLING:
        _settle(game, frame)
    else:
        pop(game)


def _go_to(game: Game, frame: Frame, stage: int) -> None:
    replace(game, (frame[0], stage, *frame[F_BATCH:]))


def _settle(game: Game, frame: Frame) -> None:
    """Take up what happened and what followed from it at once; then they may respond."""
    is_settled = settle(game)
    frame = take_up(game, frame)
    if is_settled and game.root.agenda[-1] is frame:
        _go_to(game, frame, FORCED_RESPONSES)


def take_up(game: Game, frame: Frame) -> Frame:
    """What has just happened is part of an occurrence; return its frame as it is then."""
    noted = game.root.noted
    if not noted:
        return frame
    game.write(game.root, "noted", ())
    now = (*frame[:F_HAPPENED], (*frame[F_HAPPENED], *noted), frame[F_USED])
    _rewrite(game, frame, now)
    return now


def _rewrite(game: Game, frame: Frame, now: Frame) -> None:
    """Put a frame in place of another, wherever on the agenda that is."""
    agenda = game.root.agenda
    at = next(i for i, other in enumerate(agenda) if other is frame)
    game.write(game.root, "agenda", (*agenda[:at], now, *agenda[at + 1 :]))


def _force(game: Game, frame: Frame, answer: Answer | None) -> bool:
    """Begin the next forced ability; of several the first player says which. False if there is none left."""
    uses = [use for use in _uses(game, frame) if _ability(game, use.number).forced]
    if not uses:
        return False
    if len(uses) > 1 and answer is None:
        first = game.turn_order(game.root.first)[0]
        options = tuple(Option("modes", (i,), (), use.source.name) for i, use in enumerate(uses))
        prompt = "choose which forced ability comes first"
        game.ask(Decision("modes", first, prompt, game.rules.cite("order"), options))
        return True
    use = uses[answer.refs[0]] if answer is not None else uses[0]
    _mark_used(game, frame, use)
    game.rules.use(game, use.seat, use.source, use.number, use.event, None)
    return True


def _mark_used(game: Game, frame: Frame, use: Use) -> None:
    """An ability is used once for each occurrence (Triggering Condition)."""
    _rewrite(game, frame, (*frame[:F_USED], (*frame[F_USED], use.key())))


# --- what may be used -----------------------------------------------------------------------------


def _ability(game: Game, number: int) -> Timed:
    return game.texts[number].ability  # type: ignore[return-value]  # only timed abilities have answers


def _uses(game: Game, frame: Frame) -> list[Use]:
    """The abilities that wait for this occurrence at this stage and may be used, by whomever."""
    timing = TIMING[frame[F_STAGE] if frame[F_STAGE] in TIMING else frame[F_STAGE] - 1]
    conditions = _imminent(game, frame) if timing == "interrupt" else _happened(game, frame)
    names = frozenset(name for name, _ in conditions)
    found: list[Use] = []
    if not names:
        return found
    zone_words = game.rules.zone_words
    for source in watchers(game):
        for number in source.abilities:
            text = game.texts[number]
            if text.answers.isdisjoint(names) or zone_words.get(text.zone, text.zone) != source.zone:
                continue
            if _ability(game, number).timing == timing and (source.id, number) not in frame[F_USED]:
                use = _use_of(game, source, number, conditions)
                if use is not None and game.rules.may_use(game, use.seat, source, number, use.event):
                    found.append(use)
    if timing == "response":
        found.extend(_of_the_gone(game, frame))
    return found


def _use_of(game: Game, source: Object, number: int, conditions: Conditions) -> Use | None:
    """The use of an ability about the first of what happens that it waits for."""
    ability = _ability(game, number)
    for name, one in conditions:
        seat = game.rules.user_of(game, source, one)
        reader = _read_by(source, seat)
        if any(event.name == name and matches(game, event, reader, one) for event in ability.events):
            event = one.event(name)
            item = asking(reader, number, event)
            if ability.condition is None or holds(game, ability.condition, seat, source.id, item):
                return Use(seat, source, number, event)
    return None


def _read_by(source: Object, seat: int) -> Object:
    """A source as whoever uses its ability reads it: "you" is that player."""
    if source.controller == seat:
        return source
    reader = Object(source.id, source.card, source.name, source.owner, source.zone)
    reader.controller, reader.attached, reader.words = seat, source.attached, source.words
    return reader


def _of_the_gone(game: Game, frame: Frame) -> list[Use]:
    """Forced abilities whose source has left with what they waited for."""
    found = []
    for entry in frame[F_HAPPENED]:
        if entry[0] != GONE or (entry[2], entry[3]) in frame[F_USED] or not _ability(game, entry[3]).forced:
            continue
        source = remembered(entry[4])
        source.controller = entry[1]
        found.append(Use(game.rules.user_of(game, source, _again(game, entry[5])), source, entry[3], entry[5]))
    return found


def _imminent(game: Game, frame: Frame) -> Conditions:
    """The triggering conditions of what is still about to happen."""
    batch = [Prospect.from_plain(plain) for plain in frame[F_BATCH]]
    return [condition for each in batch if not each.is_off for condition in said(game, each)]


def _happened(game: Game, frame: Frame) -> Conditions:
    """What happened, with each object as it is or last was."""
    return [(entry[0], _again(game, entry)) for entry in frame[F_HAPPENED] if entry[0] != GONE]


def _again(game: Game, event: Plain) -> Happening:
    """What happened, as abilities are asked about it."""
    _, seat, last, amount, other = event[:5]
    how = event[5] if len(event) > 5 else ""
    return Happening(_object(game, last), seat, amount, other=_other(game, other), how=how)


def _object(game: Game, last: Plain) -> Object | None:
    return (game.object(last[K_ID]) or remembered(last)) if last else None


def _other(game: Game, other: Plain) -> Object | Player | None:
    if len(other) != 1:
        return _object(game, other)
    record = game.records.get(other[0])
    return record if isinstance(record, Player) else None


# --- the windows ----------------------------------------------------------------------------------


def occurrence_below(game: Game) -> Frame:
    """The occurrence that the window on top of the agenda is about."""
    return game.root.agenda[-2]


def usable(game: Game, seat: int, frame: Frame) -> list[Use]:
    """What a seat could use about an occurrence."""
    return [use for use in _uses(game, frame) if use.seat == seat and not _ability(game, use.number).forced]


def _is_asked(game: Game, seat: int, frame: Frame, stage: int) -> bool:
    """Nobody is asked for nothing, unless that would tell what is in a hidden hand."""
    hidden = game.rules.hides_hands(game) and bool(game.content("hand", seat))
    return hidden or bool(usable(game, seat, (frame[0], stage, *frame[F_BATCH:])))


class Window(Round):
    """Opportunities to interrupt or respond: who acted gives way to the next, until all decline in succession."""

    __slots__ = ("timing",)
    is_window = True

    def __init__(self, timing: str) -> None:
        self.timing = timing

    def reach(self, game: Game) -> bool:
        """Nothing is checked in the middle of an occurrence; what follows from it is settled as it ends."""
        refresh(game)
        return True

    def is_asked(self, game: Game, seat: int) -> bool:
        frame = occurrence_below(game)
        return _is_asked(game, seat, frame, frame[F_STAGE] - 1)

    def rule(self, game: Game) -> str:
        return game.rules.cite(self.timing)

    def prompt(self, game: Game, seat: int) -> str:
        return f"use {'an' if self.timing == 'interrupt' else 'a'} {self.timing} or pass"

    def options(self, game: Game, seat: int) -> tuple[Option, ...]:
        found = (game.rules.naming(game, use.source, use.number) for use in usable(game, seat, occurrence_below(game)))
        return (Option("pass"), *dict.fromkeys(found))

    def act(self, game: Game, seat: int, answer: Answer) -> None:
        """Begin to use what an answer names.

        Raises:
            Refusal: ``not_now``, if it does not wait for this or was used for it already.
        """
        frame = occurrence_below(game)
        for use in usable(game, seat, frame):
            option = game.rules.naming(game, use.source, use.number)
            if (option.do, option.refs) == (answer.do, answer.refs):
                game.rules.use(game, seat, use.source, use.number, use.event, answer)
                _mark_used(game, frame, use)
                return
        raise Refusal(game.rules.cite(self.timing), "not_now", f"that is no {self.timing} to what happens now")

    def acted(self, game: Game, seat: int) -> None:
        super().acted(game, seat)
        order = game.turn_order(seat)
        game.write(game.root, "priority", order[1 % len(order)])

    def all_declined(self, game: Game, frame: Frame) -> None:
        close(game, frame)


WINDOWS: Final[dict[str, Round]] = {"interrupt": Window("interrupt"), "response": Window("response")}


# --- changing what is about to happen -------------------------------------------------------------


def interrupted(game: Game) -> Frame | None:
    """The innermost occurrence that is being interrupted, if any is."""
    found = (frame for frame in reversed(game.root.agenda) if frame[0] == "occurrence" and frame[F_STAGE] <= EVENT)
    return next(found, None)


def affected(game: Game, batch: list[Prospect], event: Plain) -> list[Prospect]:
    """What of a batch an ability interrupts that was used about an event."""
    ident = event[2][K_ID] if event[2] else 0
    return [
        each
        for each in batch
        if not each.is_off
        and any(
            name == event[0] and (one.obj.id if one.obj is not None else 0) == ident for name, one in said(game, each)
        )
    ]


def change(game: Game, frame: Frame, batch: list[Prospect]) -> None:
    """What is about to happen is now this."""
    _rewrite(game, frame, (*frame[:F_BATCH], tuple(each.to_plain() for each in batch), *frame[F_ITEM:]))
