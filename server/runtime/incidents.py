"""Faults of ours that are caught at a boundary: each has a number, by which the operator finds it in the log.

Here alone they are counted and logged, and worded for others. The number is all that players, spectators, bots and
those who ask for a page are told: type and place may name what is hidden from them. The log has these, and not what
the exception says (``error_origin``); ``read_log`` finds them there.
"""

import secrets
import sys
from asyncio import AbstractEventLoop
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from server.runtime import metrics
from server.runtime.logs import Logger, get

log = get("incidents")

NUMBER_BYTES: Final = 5
"""Of a number, so that no two nodes give the same to two incidents; twice as many letters."""
NOTHING_CHANGED: Final = "nothing changed"


class Incident(msgspec.Struct, frozen=True):
    """An incident as a line of a log tells it.

    Attributes:
        error: its type.
        at: its place, as in ``error_origin.Raised``.
    """

    incident: str
    event: str
    error: str = ""
    at: tuple[str, ...] = ()


_LINE: Final = msgspec.json.Decoder(Incident)


class Reported(Exception):
    """A failure that was reported already, under this number."""

    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.number = number


def report(part: Logger, event: str, error: BaseException, **fields: object) -> str:
    """Log a fault with its place, and count it, unless that was done before.

    Args:
        part: the log of who caught it.
        fields: what else is known, as ``match`` and ``seat``: nothing that a player wrote, and nothing hidden.

    Returns:
        its number.
    """
    if isinstance(error, Reported):
        return error.number
    number = secrets.token_hex(NUMBER_BYTES)
    metrics.INCIDENTS.inc()
    part.error(event, incident=number, exc_info=error, **fields)
    return number


def describe(number: str, more: str = "") -> str:
    """The words about it for others."""
    return f"a fault of the server, incident {number}" + (f"; {more}" if more else "")


def watch(loop: AbstractEventLoop) -> None:
    """Report what gets past every boundary of a process: faults of callbacks, and of what is ended with its memory."""
    loop.set_exception_handler(_failed)
    sys.unraisablehook = _unraisable


def _failed(_loop: AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if isinstance(error, BaseException):
        report(log, "callback failed", error)
    else:
        log.error("event loop", reason=str(context.get("message", "")).partition("\n")[0])


def _unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    if unraisable.exc_value is not None:
        report(log, "finalizer failed", unraisable.exc_value)


def read_log(lines: Iterable[bytes]) -> Iterator[Incident]:
    """The incidents that a log tells of; what else stands there is passed over."""
    for line in lines:
        if b'"incident":' in line:
            try:
                yield _LINE.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                continue
