"""The outcomes of the matches; in a file, if wished, so that a run may be ended and gone on with.

The file is JSON lines: what the run is (``Plan``), then an ``Outcome`` for each match, in the order in which they
ended. A last line that was cut off is dropped.
"""

from __future__ import annotations

import fcntl
import shlex
from pathlib import Path
from typing import IO, Final

import msgspec

from server.arena.entrants import Entrant

DRAWN: Final = frozenset(("draw", "loop"))
"""The codes of a match that is drawn in any game: by agreement, or going on for ever."""


class Plan(msgspec.Struct, frozen=True):
    """The settings that fix the matches of a run, but for their number."""

    game: str
    entrants: tuple[Entrant, ...]
    seed: int
    decks: str = ""
    profile: str | None = None
    scenario: str | None = None
    round_robin: bool = False
    seats: int | None = None
    clock_s: float = 0.0


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match.

    Attributes:
        winners: seats; none in a draw, or where the side at which nobody sits has won.
        turns: or rounds, as the game counts.
        side: the name of the side at which nobody sits, if the game has one.
        refusals: answers of bots of ours that did not count.
        error: why the match did not come to its end.
    """

    number: int
    seats: tuple[int, ...]
    winners: tuple[int, ...] = ()
    code: str = ""
    turns: int = 0
    side: str = ""
    refusals: int = 0
    error: str = ""
    match: str = ""

    @property
    def is_drawn(self) -> bool:
        """Whether neither a seat nor the side at which nobody sits has won."""
        return not self.winners and (not self.side or self.code in DRAWN)


class Ledger:
    """The outcomes of a run, those of before included.

    The file is ours alone, by a lock that ends with us. Written lines stay: only a last line that was cut off is cut
    off whole. A match that ended in error is played again, and then stands there twice.
    """

    def __init__(self, plan: Plan, path: Path | None = None) -> None:
        """Go on with what the file holds.

        Raises:
            ValueError: the file is of another run, or of an arena that is running.
            OSError: it cannot be read or written.
        """
        self.plan = plan
        self.outcomes: list[Outcome] = []
        self._path = path
        self._file: IO[bytes] | None = None
        if path is not None:
            if path.exists() and not path.is_file():
                raise ValueError(f"{path} is no file")
            self._file = path.open("a+b", buffering=0)
            try:
                self._go_on(self._file, path)
            except BaseException:
                self.close()
                raise

    def _go_on(self, file: IO[bytes], path: Path) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"{path}: another arena is writing to it") from None
        file.seek(0)
        text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._read(path, whole.splitlines())
        if not whole and text and not _is_cut_plan(text):
            raise ValueError(f"{path} is not what an arena has kept")
        if whole != text:
            file.truncate(len(whole))
        if not whole:
            self._write(self.plan)

    def _read(self, path: Path, lines: list[bytes]) -> None:
        if not lines:
            return
        try:
            plan = msgspec.json.decode(lines[0], type=Plan)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise ValueError(f"{path} is not what an arena has kept: {error}") from None
        if plan != self.plan:
            raise ValueError(f"{path} is of another run: {differences(plan, self.plan)}")
        for n, line in enumerate(lines[1:], start=2):
            try:
                outcome = msgspec.json.decode(line, type=Outcome)
                _check(outcome, self.played, len(plan.entrants))
            except (msgspec.MsgspecError, ValueError) as error:
                raise ValueError(f"{path}, line {n}: {error}") from None
            if not outcome.error:
                self.outcomes.append(outcome)

    @property
    def played(self) -> set[int]:
        """The numbers of the matches that need not be played any more."""
        return {outcome.number for outcome in self.outcomes if not outcome.error}

    def add(self, outcome: Outcome) -> None:
        """Note a match that has ended.

        Raises:
            OSError: it cannot be written; it is counted all the same.
        """
        self.outcomes.append(outcome)
        self._write(outcome)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _write(self, record: msgspec.Struct) -> None:
        if self._file is None:
            return
        line = msgspec.json.encode(record) + b"\n"
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from error


def differences(kept: Plan, asked: Plan) -> str:
    """In what two runs differ."""
    one, other = _fields(kept), _fields(asked)
    return ", ".join(f"{name} was {one[name]} and is {other[name]}" for name in one if one[name] != other[name])


def _fields(plan: Plan) -> dict[str, str]:
    """A plan's fields, its bots as the command line names them."""
    entrants = (
        f"{each.name}={shlex.join(each.command)}" if each.command else ":".join(filter(None, (each.bot, each.effort)))
        for each in plan.entrants
    )
    fields = {name: repr(value) for name, value in msgspec.to_builtins(plan).items()}
    return fields | {"entrants": ", ".join(entrants)}


def kept_seed(path: Path | None) -> int | None:
    """The seed of the run that a file holds, for one that goes on without naming it."""
    lines = path.read_bytes().splitlines() if path is not None and path.is_file() else []
    try:
        return msgspec.json.decode(lines[0], type=Plan).seed if lines else None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _check(outcome: Outcome, played: set[int], entrants: int) -> None:
    """Refuse what no arena has written; raises ``ValueError``."""
    seats = range(len(outcome.seats))
    if outcome.number in played:
        raise ValueError(f"match {outcome.number} was played before")
    if outcome.number < 0 or not seats or not all(0 <= place < entrants for place in outcome.seats):
        raise ValueError("a match of others")
    if not all(seat in seats for seat in outcome.winners):
        raise ValueError("nobody sits where it was won")


def _is_cut_plan(text: bytes) -> bool:
    """Whether it may be the beginning of a file whose first line was cut off."""
    beginning = b'{"game":'
    return text.startswith(beginning[: len(text)])
