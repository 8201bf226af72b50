"""Budgets of a move, and of a match: counted, the same on every machine, never timed.

A budget has a name, which stands in the header of a match; whoever plays the match again counts by the same. The work
of a move is counted once a piece of it is done: steps, objects made, what the change log holds, text printed on what
was made, the largest number. Work that was tried and rewound does not count, so no cache has a say in it. Things that
would be made by the number are asked for before they are made (``afford``).

Knows neither what is refused for too much nor how a match ends for it: it raises ``TooMuch``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.state.change_log import MOST_NUMBER, VITAL, WEIGHT, WORK, Splice
from engine.state.frames import PutFrame
from engine.state.occurred import LoggedEvent, source_name
from engine.state.records import Item, Object

if TYPE_CHECKING:
    from engine.state.game import Game

STEPS, OBJECTS, LOG_BYTES, LETTERS, NUMBER = "steps", "objects", "bytes of log", "letters", "number"
"""The kinds of work that are counted."""


class Budget:
    """The bounds under one name; of each the largest that is still allowed.

    A *step* is a piece of work: a frame of the agenda is one; one that changed what the permanents are like, or whether
    they stay, is one more for every ``LOOKED`` of them, times the effects among them.
    """

    __slots__ = (
        "letters",
        "log_bytes",
        "name",
        "number",
        "objects",
        "records",
        "steps",
        "whole_log_bytes",
        "whole_steps",
    )

    def __init__(self, name: str) -> None:
        self.name = name
        self.steps = 100_000
        """In a move, some seconds of a core: ten thousand triggered abilities are put on the stack in a third of it."""
        self.objects = 50_000
        """Made in a move, spells and abilities too: twenty thousand permanents die, and as many abilities trigger."""
        self.log_bytes = 48 << 20
        """Of a move's change log: ten thousand deaths that ten thousand abilities trigger on take half of it."""
        self.letters = 4 << 20
        """On objects made in a move, and on those that are there: a view tells each, and a client takes 16 MiB."""
        self.number = MOST_NUMBER
        """The largest number of anything."""
        self.records = 32_768
        """Objects, spells, abilities and plays at a time: thirty thousand tokens, 100 MB with their views and log."""
        self.whole_steps = 20_000_000
        """In a match: forty times what the longest match of people and bots takes, a quarter of an hour of a core."""
        self.whole_log_bytes = 8 << 30
        """In a match: some hundred of the largest moves."""


BUDGETS: Final[dict[str, Budget]] = {"budget-1": Budget("budget-1")}
"""By their names. One that has been given out is never changed: records are counted by it for ever."""
CURRENT: Final = "budget-1"
"""That of matches begun now."""
UNNAMED: Final = ""
"""Of matches that began before there were budgets: nothing is counted but what was always bounded."""

LOOKED: Final = 16
"""Permanents looked at in the time of one frame that changes nothing about them."""
LIGHT: Final = 256
"""Permanents, times the effects among them, up to which what frames change is not looked for: they weigh little."""
FEW_ENTRIES: Final = 64
"""Entries of a move's log, or more of them since then, up to which their size is not looked at."""
FEW_OBJECTS: Final = 16
"""Objects made in a move up to which the text on them is not looked at before the move is done."""
LITTLE: Final = 16
"""Steps of work that a frame may do on its own without saying so."""
ENTRY_BYTES: Final = 64
"""Of an entry of the log beside what it holds."""
SCALARS: Final = frozenset({int, str, bool, type(None)})
"""Classes of old values that take no room of their own."""
REST: Final = 4
"""One part in so many of its steps that a move may have done and still answer for those who need not be asked."""


class TooMuch(Exception):
    """A move, or a match, would do more than its budget allows.

    Attributes:
        what: of what there is too much (``STEPS`` ...).
        most: the bound.
        source: what does it, as players call it.
        is_whole: it is the match's bound, not the move's.
        is_said: an answer itself says so much, in what it is about or in what it announces; it is not what follows.
    """

    def __init__(self, what: str, most: int, source: str, *, is_whole: bool = False) -> None:
        super().__init__(f"more {what} than {most}: {source}")
        self.what = what
        self.most = most
        self.source = source
        self.is_whole = is_whole
        self.is_said = False

    def reason(self) -> str:
        """The excess, as the first half of a sentence."""
        whose = "match" if self.is_whole else "move"
        if self.what == NUMBER:
            return f"{self.source} makes a number larger than {self.most}"
        return f"{self.source} does more than a {whose} may ({self.most} {self.what})"


class TakesLong(Exception):
    """A move is more work than its caller waits for (``Meter.patience``); it never was, and may be made elsewhere."""


class Within:
    """A block in which each move, and each part of one, is made in so many steps or ends with ``TakesLong``."""

    __slots__ = ("_meter", "_steps")

    def __init__(self, meter: Meter, steps: int) -> None:
        self._meter = meter
        self._steps = steps

    def __enter__(self) -> None:
        self._meter.patience = self._steps

    def __exit__(self, *_: object) -> None:
        self._meter.patience = 0


class Meter:
    """Counts what a game does against its budget.

    The log is looked at only where it may say something new: of how heavy what changed is, only once ``Changes.vital``
    is not what it was (``_vital``).

    Attributes:
        budget: none in a match that began before there were budgets.
        patience: steps after which the caller would rather make the move elsewhere; 0 for any number.
        spent: steps, bytes of log and letters of the match, up to the move that is being made.
    """

    __slots__ = (
        "_due",
        "_first_id",
        "_letters",
        "_log_bytes",
        "_measured",
        "_rested",
        "_start",
        "_steps",
        "_vital",
        "_work",
        "budget",
        "patience",
        "spent",
    )

    def __init__(self, name: str) -> None:
        self.budget = BUDGETS.get(name)
        self.patience = 0
        self.spent = (0, 0, 0)
        self._rested = 0
        self._steps = 0
        self._log_bytes = 0
        self._letters = 0
        self._first_id = 0
        self._start = 0
        self._measured = 0
        self._work = 0
        self._vital = -1
        self._due = False

    def begin(self, game: Game) -> None:
        """A move begins here."""
        self._steps = self._log_bytes = self._letters = self._work = self._rested = 0
        self._first_id = game.root.next_id
        self._start = self._measured = len(game.log)
        self._vital = game.vital
        self._due = False

    def rest(self) -> None:
        """The move goes on after the caller has done other things."""
        self._rested = self._steps

    def _wait(self, steps: int = 0) -> None:
        """So much has been done, and so many steps more are about to be."""
        if self.patience and self._steps - self._rested + steps > self.patience:
            raise TakesLong

    def back(self, game: Game) -> None:
        """The log was rewound to before what was counted last."""
        end = len(game.log)
        self._start, self._measured = min(self._start, end), min(self._measured, end)

    def done(self, game: Game) -> None:
        """The move is done, and counts for the match."""
        if self.budget is None:
            return
        if game.root.next_id != self._first_id or self._due or len(game.log) - self._start > FEW_ENTRIES:
            self._measure(game)
        steps, log_bytes, letters = self.spent
        self.spent = (steps + self._steps, log_bytes + self._log_bytes, max(0, letters + self._letters))

    @property
    def steps(self) -> int:
        """The steps of the move that is being made, or was made last."""
        return self._steps

    @property
    def is_tired(self) -> bool:
        """Whether the move has done so much that nobody is answered for any more: who is next makes another."""
        return self.budget is not None and self._steps * REST > self.budget.steps

    def step(self, game: Game) -> None:
        """A frame has run.

        Raises:
            TooMuch: that was more than may be done.
            TakesLong: more than the caller waits for; so do the others here.
        """
        budget = self.budget
        if budget is None:
            return
        self._steps += 1
        shakes = game.vital != self._vital
        made = game.root.next_id - self._first_id
        is_grown = len(game.log) - self._measured > FEW_ENTRIES or len(game.records) > budget.records
        if shakes or self._due or is_grown or made > FEW_OBJECTS:
            self._look(game, budget, made, shakes=shakes)
        if self._steps > budget.steps:
            raise too_much(game, STEPS, budget.steps)
        if self._steps + self.spent[0] > budget.whole_steps:
            raise too_much(game, STEPS, budget.whole_steps, is_whole=True)
        if self.patience:
            self._wait()

    def _look(self, game: Game, budget: Budget, made: int, *, shakes: bool) -> None:
        """A frame has run that may have done much: made objects, or changed what the permanents are (``shakes``)."""
        root = game.root
        load = len(game.content(game.arena)) * (1 + len(root.granting) + len(root.effects)) if shakes else 0
        end = len(game.log)
        is_long = end - self._start > FEW_ENTRIES and (load >= LOOKED or end - self._measured > FEW_ENTRIES)
        if is_long or self._due or made > FEW_OBJECTS or load > LIGHT or len(game.records) > budget.records:
            self._measure(game, load // LOOKED)
            if made > budget.objects:
                raise too_much(game, OBJECTS, budget.objects)
            if len(game.records) > budget.records:
                raise too_much(game, OBJECTS, budget.records, is_whole=True)

    def _measure(self, game: Game, load: int = 0) -> None:
        """Take account of what the log holds of this move beyond what was looked at before."""
        log, budget = game.log, self.budget
        assert budget is not None
        letters = work = 0
        shakes = False
        passed: set[int] = set()  # what came and went again
        fresh = log[self._measured :]
        size = ENTRY_BYTES * len(fresh)
        for ident, field, old in fresh:
            kind = type(old)
            if kind is tuple:
                size += 8 * len(old)  # type: ignore[arg-type]  # as asked
            elif kind is LoggedEvent:
                size += 8 * (5 if old.beside is None else 6)  # type: ignore[attr-defined]  # as asked
            elif kind in SCALARS:
                if field == "+":
                    record = game.records.get(ident)
                    if record is None:
                        passed.add(ident)
                    letters += _letters(game, record)
                elif field == WORK:
                    work += old  # type: ignore[operator]  # a number
            elif kind is Splice:
                size += 8 * len(old.gone)  # type: ignore[attr-defined]  # as asked
            elif field == "-":
                if ident not in passed:
                    letters -= _letters(game, old)
            elif isinstance(old, tuple):
                size += 8 * len(old)
            if load and not shakes and WEIGHT.get(field, 0) >= VITAL:
                shakes = True
        self._measured = len(log)
        self._log_bytes += size
        self._letters += letters
        self._steps += work + (load if shakes else 0)
        self._work = 0
        self._vital = game.vital
        self._due = False
        _, log_bytes, there = self.spent
        if self._log_bytes > budget.log_bytes:
            raise too_much(game, LOG_BYTES, budget.log_bytes)
        if self._log_bytes + log_bytes > budget.whole_log_bytes:
            raise too_much(game, LOG_BYTES, budget.whole_log_bytes, is_whole=True)
        if self._letters + there > budget.letters:
            raise too_much(game, LETTERS, budget.letters)

    def work(self, game: Game, steps: int) -> None:
        """A frame is about to do so many steps' work on its own; what is little is not counted.

        Raises:
            TooMuch: as ``step``.
        """
        if self.budget is None or steps < LITTLE:
            return
        game.log.append((0, WORK, steps))
        self._due = True
        self._work += steps
        if self._steps + self._work > self.budget.steps:
            self._measure(game)
            if self._steps > self.budget.steps:
                raise too_much(game, STEPS, self.budget.steps)
        self._wait(self._work)

    def bear(self, game: Game, steps: int) -> None:
        """So many steps are about to be taken at once, to ask somebody; they are not counted, and may be taken again.

        Raises:
            TooMuch: no move may take so many.
        """
        budget = self.budget
        if budget is not None and steps > budget.steps:
            raise too_much(game, STEPS, budget.steps)
        self._wait(steps)

    def check_objects(self, game: Game, objects: int) -> None:
        """So many objects are about to be made, or entries that become some.

        Raises:
            TooMuch: these would be more than may be.
        """
        budget = self.budget
        if budget is None:
            return
        if game.root.next_id - self._first_id + objects > budget.objects:
            raise too_much(game, OBJECTS, budget.objects)
        if len(game.records) + objects > budget.records:
            raise too_much(game, OBJECTS, budget.records, is_whole=True)
        self._wait(objects)


def too_much(game: Game, what: str, most: int, *, is_whole: bool = False) -> TooMuch:
    """That there is too much of something, as it is being done."""
    return TooMuch(what, most, source_of(game), is_whole=is_whole)


def _letters(game: Game, record: object) -> int:
    """The letters on an object."""
    if not isinstance(record, Object):
        return 0
    definition = game.prints[record.card].definition
    return len(definition.name) + len(definition.text or "")


def source_of(game: Game) -> str:
    """The source of what is being carried out, as players call it: the spell, the ability's source, or the step."""
    for frame in reversed(game.root.agenda):
        if isinstance(frame, PutFrame):
            return source_name(frame.trigger)
        for part in frame if isinstance(frame, tuple) else ():
            record = game.records.get(part) if type(part) is int and part else None
            if isinstance(record, Item) and record.name:
                return record.name
    play = game.play(game.root.plays[-1]) if game.root.plays else None
    item = game.records.get(play.item) if play is not None else None
    return item.name if isinstance(item, Item) and item.name else f"the {game.root.step or game.rules.name}"
