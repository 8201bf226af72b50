"""Attempts: a scenario run without something, within bounds, and unchanged, to note what it reads."""

from __future__ import annotations

import signal
from typing import Final

from tests.support.engine.unread.cells import Cell
from tests.support.engine.unread.mutation import without
from tests.support.engine.unread.readers import Reads, noted
from tests.support.engine.unread.runs import Change, difference, is_clean
from tests.support.engine.unread.table import Entry

ENOUGH_S: Final = 10
"""A change may let a scenario go on without end."""


class TooLong(Exception):
    """A changed scenario came to no end."""


def _stop(*_: object) -> None:
    raise TooLong


def attempt(ident: str, change: Change) -> str:
    """The first difference of a changed scenario."""
    before = signal.signal(signal.SIGALRM, _stop)
    left = signal.alarm(ENOUGH_S)
    try:
        return difference(ident, change)
    except (TooLong, ValueError) as error:
        return f"internal error {error!r}"
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        signal.alarm(left)


def fails(cell: Cell, entry: Entry) -> str:
    """The difference that the named scenario shows without the cell; "" if none, or none that is clean."""
    found = attempt(entry.scenario, lambda abilities: without(abilities, cell, entry.way))
    return found if is_clean(found) else ""


def reads_of(ident: str) -> Reads:
    """The fields that a scenario reads, each with the functions that do.

    Raises:
        AssertionError: it does not go as written even unchanged.
    """
    reads: Reads = {}
    with noted(reads):
        found = attempt(ident, lambda abilities: abilities)
    assert not found, found
    return reads
