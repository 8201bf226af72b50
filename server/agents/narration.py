"""The table, the question and the news of a seat as text: the words of the terminal, as on a pipe."""

from __future__ import annotations

from typing import Final

from protocol.messages import Because, Decision, TableLine
from protocol.view import Card
from server.agents.held_seat import Seat
from server.terminal import card_lines, question_lines, reasons
from server.terminal.board import Board
from server.terminal.plain_text import plain
from server.terminal.result_line import ending
from server.terminal.scene import Scene

MOST_OPTIONS: Final = 200
"""Lines of options; those that come after are counted."""
MOST_NEWS: Final = 60
"""Lines of the log that are told at once, the last ones."""


def scene(seat: Seat) -> Scene:
    return Scene(seat.view, seat.number)


def place(seat: Seat) -> str:
    """The seat that was taken."""
    table = scene(seat)
    letter = chr(ord("A") + seat.number)
    return plain(f"match {seat.id}: you are {table.name_of_seat(seat.number)}, {letter} in gestures")


def table(seat: Seat) -> str:
    """The table as the seat sees it; what may be used in the open decision has a star."""
    able = question_lines.able(seat.decision) if seat.decision is not None else frozenset()
    return "\n".join(Board(scene(seat), able).lines())


def news(seat: Seat, since: int) -> tuple[str, int]:
    """The lines of the log after line ``since``, and the number of the last one."""
    lines = [line for line in seat.view.log if line.n > since]
    told = [plain(seat.view.render(line)) for line in lines[-MOST_NEWS:]]
    return "\n".join(told), lines[-1].n if lines else since


def question(seat: Seat) -> str:
    """The open question with its options and how it is answered; or that nothing is asked, and why."""
    if seat.result is not None:
        return plain(f"the match is over: {ending(seat)}")
    decision = seat.decision
    if decision is None:
        waiting = [scene(seat).name_of_seat(other) for other in seat.view.game.waiting]
        return plain(f"you are not asked; it is waited for {', '.join(waiting) or 'others'}")
    return "\n".join(_asked(decision, scene(seat)))


def _asked(decision: Decision, table: Scene) -> list[str]:
    options = question_lines.options(decision, table)
    more = len(options) - MOST_OPTIONS
    lines = [f"question {decision.w}: {question_lines.question(decision, table)}", *options[:MOST_OPTIONS]]
    return [
        *lines,
        *([f"and {more} more"] if more > 0 else []),
        f"answer: {question_lines.how(decision, has_enter=False)}",
    ]


def card(seat: Seat, found: Card) -> str:
    """All that is known of a card."""
    return "\n".join([*map(plain, card_lines.in_full(scene(seat), found)), f"id {found.id}"])


def why(seat: Seat, found: Card, because: Because) -> str:
    """The reasons why a card can or cannot be used, and what changed it."""
    lines = [*reasons.reasons(scene(seat), found, because), *reasons.origins(found, because)]
    return "\n".join(map(plain, lines))


def tables(lines: tuple[TableLine, ...]) -> str:
    """The tables at which somebody waits, a line each."""
    told = [plain(f"{line.id}: {line.game}, {', '.join(_seats(line))}") for line in lines]
    return "\n".join(told) or "nobody waits at a table"


def _seats(line: TableLine) -> list[str]:
    return [seat.name or "free" for seat in line.seats]
