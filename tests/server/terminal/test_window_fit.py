"""A watched match in a window that is lower than it: nothing is lost without a word."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.text import Text

from protocol.diffs import Entities
from protocol.view import View
from server.terminal.board import Board
from server.terminal.scene import Scene
from server.terminal.window_fit import fitted

LOG = [Text(f"line {number}") for number in range(10)]


def crowd(players: int = 2, cards: int = 30, stack: int = 3) -> View:
    """As many cards before each player, all of another name, and things on the stack that have a text each."""
    entities: Entities = {
        "table": {"board": "field", "phases": ["main", "end"]},
        "game": {"name": "tests", "turn": 1, "active": 0, "stack": [*range(900, 900 + stack)], "waiting": [0]},
    }
    for seat in range(players):
        refs = list(range(100 * seat + 10, 100 * seat + 10 + cards))
        entities[f"p{seat + 1}"] = {"id": seat + 1, "seat": seat, "name": f"player{seat}", "life": 20, "field": [*refs]}
        for ref in refs:
            entities[f"o{ref}"] = {"id": ref, "name": f"Bear{ref}", "label": f"Bear{ref}#1", "zone": "field"}
    for ref in range(900, 900 + stack):
        entities[f"s{ref}"] = {"id": ref, "kind": "spell", "name": f"Spell{ref}", "controller": 0, "text": "It burns."}
    return View(entities)


def shown(seen: View, height: int, width: int = 80) -> list[str]:
    console = Console(file=io.StringIO(), width=width, height=height, force_terminal=True, no_color=True)
    console.print(fitted(Board(Scene(seen, None)), LOG, console))
    file = console.file
    assert isinstance(file, io.StringIO)
    return Text.from_ansi(file.getvalue()).plain.splitlines()


def test_in_a_tall_window_all_of_it_is_shown() -> None:
    said = shown(crowd(), 100)
    assert said[-10:] == [line.plain for line in LOG]
    assert "Bear139" in "\n".join(said)
    assert "It burns." in "\n".join(said)
    assert "more" not in "\n".join(said)


@pytest.mark.parametrize("height", range(1, 50))
@pytest.mark.parametrize("players", [2, 4])
def test_it_is_never_taller_than_the_window(height: int, players: int) -> None:
    assert len(shown(crowd(players), height)) <= height


def test_the_log_gives_way_first() -> None:
    tall = len(shown(crowd(), 100))
    said = shown(crowd(), tall - 7)
    assert said[-3:] == ["line 7", "line 8", "line 9"]
    assert "Bear139" in "\n".join(said)


def test_rows_say_how_many_of_their_cards_are_not_shown() -> None:
    said = "\n".join(shown(crowd(), 24))
    named = said.count("Bear")
    more = [int(line.split("and ")[1].split(" more")[0]) for line in said.splitlines() if "and " in line]
    assert named + sum(more) == 2 * 30 + 3 - said.count("Spell")
    assert "line 9" in said


def test_in_a_low_window_each_player_is_a_line_with_the_number_of_cards() -> None:
    said = "\n".join(shown(crowd(4), 24))
    assert all(f"player{seat}" in said for seat in range(4))
    assert said.count("30 cards, not shown") == 4
    assert "and 2 more" in said  # of the stack


def test_what_is_cut_off_all_the_same_is_counted() -> None:
    said = shown(crowd(4), 10)
    assert len(said) == 10
    assert said[-1].endswith("more lines are not shown")
