"""The players: a bot of ours by its name, or any program by its command line."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from typing import Final

import msgspec

from server.bots import BOTS, KNOWING
from server.bots.levels import LEVELS
from server.bots.mind import Effort

PROGRAM_S: Final = 30.0
"""Time for a decision if a program plays and no other bound is set: a program that hangs loses on time."""
MOST_LETTERS: Final = 48
"""Of a name; the number of a seat may be added."""
TAKEN_S: Final = 10.0
"""Time that a program may go on after its match is over."""


class Entrant(msgspec.Struct, frozen=True):
    """One of those who meet.

    Attributes:
        name: what tables call it; no two are called the same.
        bot: one of ``server.bots.BOTS``; "" for a program.
        effort: how long it thinks, as ``Effort`` reads it.
        command: a program and its arguments. It is run once for each seat that it takes, with ``STACKLOOP_URL``,
            ``STACKLOOP_MATCH`` and ``STACKLOOP_TOKEN`` in its environment, and plays that seat until the match is over;
            if it ends before, it has conceded. A program that does not answer loses on time.
    """

    name: str
    bot: str = ""
    command: tuple[str, ...] = ()
    effort: str = ""


def read_entrants(texts: Sequence[str]) -> tuple[Entrant, ...]:
    """Those that ``greedy``, ``search:0.1s`` or ``NAME=COMMAND`` name; one that is named again is numbered.

    Raises:
        ValueError: no such bot, no such effort, or no such program.
    """
    found = [_read(text) for text in texts]
    names = [entrant.name for entrant in found]
    return tuple(
        entrant if names.count(entrant.name) == 1 else msgspec.structs.replace(entrant, name=f"{entrant.name} {n}")
        for n, entrant in enumerate(found, start=1)
    )


def _read(text: str) -> Entrant:
    name, is_program, command = text.partition("=")
    if not is_program:
        return read_bot(text)
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise ValueError(f"{text!r}: {error}") from None
    if not name or not words:
        raise ValueError(f"{text!r} is not NAME=COMMAND")
    if len(name) > MOST_LETTERS or not name.isprintable():
        raise ValueError(f"{name!r}: a name has {MOST_LETTERS} characters at most, all of which can be printed")
    if shutil.which(words[0]) is None:
        raise ValueError(f"{name}: there is no program {words[0]!r}")
    return Entrant(name, command=words)


def read_bot(text: str) -> Entrant:
    """``greedy``, or ``search:0.1s`` and ``search:20`` for one that thinks: so many seconds, or iterations.

    Raises:
        ValueError: no such bot, or no such effort.
    """
    bot, is_told, effort = text.partition(":")
    if bot not in BOTS:
        raise ValueError(f"{text!r} is no bot: there are {', '.join(sorted(BOTS))}")
    try:
        Effort.read(effort)
    except ValueError:
        raise ValueError(f"{text!r}: seconds, as 0.1s, or iterations, as 20, come after the colon") from None
    free = KNOWING.difference(LEVELS)
    if is_told and (bot not in free or not effort):
        raise ValueError(f"{text!r}: only of {', '.join(sorted(free))} can be said how long it thinks, as 0.1s or 20")
    return Entrant(text, bot=bot, effort=effort)
