"""Cards on their way into a library: read, compiled in worker processes, and kept batch by batch.

Only a few batches are on their way at a time, whatever the size of the files. Each batch is kept as a whole; whoever
ends an import in the middle has a library with all the batches before, and the next import does the rest. A table whose
meaning is known is not compiled again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Final, NamedTuple, Self

from server.library.kept_cards import Imported, Meaning, Stop, Table
from server.library.text_meaning import meaning_of
from server.runtime.child_guard import die_with_parent

BATCH: Final = 100
"""Cards that are compiled together and kept together."""
FAULT: Final = "fault"
"""The kind of what stops a card by no fault of its own."""
AHEAD: Final = 2
"""Batches that each process has before it."""

Known = Callable[[str, Iterable[bytes]], Mapping[bytes, Meaning]]
"""Tells the meanings that are known already, of tables of a game."""


class Judged(NamedTuple):
    """A card and the meaning of its table, None where there is no table; whether that was found only now."""

    card: Imported
    meaning: Meaning | None
    is_new: bool


class Judge:
    """Compiles tables in worker processes, which end with this one however it ends.

    Args:
        jobs: the number of processes; 1 compiles in this one.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool = ProcessPoolExecutor(jobs, initializer=die_with_parent) if jobs > 1 else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def judged(self, cards: Iterable[Imported], known: Known) -> Iterator[list[Judged]]:
        """The cards in their order, batch by batch, each with its meaning."""
        left = iter(cards)
        waiting: deque[tuple[list[Imported], Mapping[bytes, Meaning], Future[list[Meaning]]]] = deque()
        while batch := list(islice(left, BATCH)):
            there = _known_of(batch, known)
            waiting.append((batch, there, self._compiled(_unknown(batch, there))))
            if len(waiting) > self._jobs * AHEAD:
                yield _together(*waiting.popleft())
        while waiting:
            yield _together(*waiting.popleft())

    def meanings(self, tables: Iterable[list[tuple[str, Table]]]) -> Iterator[list[Meaning]]:
        """The meanings of tables, for each list of them one."""
        waiting: deque[Future[list[Meaning]]] = deque()
        for some in tables:
            waiting.append(self._compiled(some))
            if len(waiting) > self._jobs * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def _compiled(self, tables: list[tuple[str, Table]]) -> Future[list[Meaning]]:
        if self._pool is not None and tables:
            return self._pool.submit(meanings_of, tables)
        done: Future[list[Meaning]] = Future()
        done.set_result(meanings_of(tables))
        return done


def meanings_of(tables: Sequence[tuple[str, Table]]) -> list[Meaning]:
    """The work of a process: compile tables of games; a fault of ours in one of them keeps no other from being read."""
    return [_meaning_of(game, table) for game, table in tables]


def _meaning_of(game: str, table: Table) -> Meaning:
    try:
        return meaning_of(game, table)
    except Exception as error:  # noqa: BLE001 # one card among thousands; it stands in the report
        return Meaning("none", None, (), (Stop(0, type(error).__name__, "a fault of the program", FAULT),))


def _known_of(batch: Sequence[Imported], known: Known) -> dict[bytes, Meaning]:
    games: dict[str, list[bytes]] = {}
    for card in batch:
        if not card.kind:
            games.setdefault(card.game, []).append(card.digest)
    return {digest: meaning for game, digests in games.items() for digest, meaning in known(game, digests).items()}


def _unknown(batch: Sequence[Imported], there: Mapping[bytes, Meaning]) -> list[tuple[str, Table]]:
    return [(card.game, card.table) for card in batch if not card.kind and card.digest not in there]


def _together(
    batch: Sequence[Imported], there: Mapping[bytes, Meaning], compiled: Future[list[Meaning]]
) -> list[Judged]:
    new = iter(compiled.result())
    found: list[Judged] = []
    for card in batch:
        if card.kind:
            found.append(Judged(card, None, False))
        elif card.digest in there:
            found.append(Judged(card, there[card.digest], False))
        else:
            found.append(Judged(card, next(new), True))
    return found
