"""Tables on their way through worker processes, which compile them: a few batches at a time, in their order.

A table that is not understood as a whole is tried once more with the names and types that its text may speak of, where
cards of the library have them.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final, NamedTuple, Self

from server.library.kept_cards import Meaning, Stop, Table
from server.library.text_meaning import best_of, meaning_of
from server.runtime.child_guard import die_with_parent

BATCH: Final = 100
"""Tables that are compiled together, and kept together."""
FAULT: Final = "fault"
"""The kind of what stops a card by no fault of its own."""
AHEAD: Final = 2
"""Batches that each process has before it."""


class Unread(NamedTuple):
    """A table to be compiled: that of a card, and the one with what its text may speak of, if that differs."""

    game: str
    digest: bytes
    table: Table
    further: Table | None


class Judge:
    """Compiles tables in worker processes, which end with this one however it ends.

    Args:
        jobs: the number of processes; 1 compiles in this one.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool = ProcessPoolExecutor(jobs, initializer=_begin) if jobs > 1 else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def compiled(self, batches: Iterable[Sequence[Unread]]) -> Iterator[list[tuple[Unread, Meaning]]]:
        """The tables in their order, batch by batch, each with its meaning."""
        waiting: deque[tuple[Sequence[Unread], Future[list[Meaning]]]] = deque()
        for batch in batches:
            waiting.append((batch, self._submitted(batch)))
            if len(waiting) > self._jobs * AHEAD:
                yield _together(*waiting.popleft())
        while waiting:
            yield _together(*waiting.popleft())

    def _submitted(self, batch: Sequence[Unread]) -> Future[list[Meaning]]:
        if self._pool is not None:
            return self._pool.submit(meanings_of, batch)
        done: Future[list[Meaning]] = Future()
        done.set_result(meanings_of(batch))
        return done


def _begin() -> None:
    """In a new process: it ends with its parent, and leaves an interrupt of the terminal to it."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def meanings_of(batch: Sequence[Unread]) -> list[Meaning]:
    """The work of a process: compile tables; a fault of ours in one of them keeps no other from being read."""
    return [best_of(_meaning_of, each.game, each.table, each.further) for each in batch]


def _meaning_of(game: str, table: Table) -> Meaning:
    try:
        return meaning_of(game, table)
    except Exception as error:  # noqa: BLE001 # one card among thousands; it stands in the report
        return Meaning("none", None, (), (Stop(0, type(error).__name__, "a fault of the program", FAULT),))


def _together(batch: Sequence[Unread], compiled: Future[list[Meaning]]) -> list[tuple[Unread, Meaning]]:
    return list(zip(batch, compiled.result(), strict=True))
