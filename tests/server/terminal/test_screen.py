"""Screens: a line that is being typed is put back, and pipes get plain lines."""

import io

import pytest
from rich.console import Console

from server.terminal.screen import CLEAR_LINE, Screen


def test_a_line_that_is_being_typed_is_put_back(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(Console(force_terminal=True, color_system=None, width=80), lambda: "> /ca")
    screen.put_line("bob draws a card")
    assert capsys.readouterr().out == f"{CLEAR_LINE}bob draws a card\n> /ca"


def test_a_pipe_gets_lines_that_are_never_broken_and_bear_no_codes() -> None:
    out = io.StringIO()
    screen = Screen(Console(file=out, width=20), lambda: "")
    screen.put_line("a line that is much longer than that", "bold red")
    screen.list(["one", "[bold]two[/bold]", "three\x1b[2J"])
    assert (
        out.getvalue()
        == "a line that is much longer than that\none\n[bold]two[/bold]\nthree\N{REPLACEMENT CHARACTER}[2J\n"
    )


def test_short_options_stand_side_by_side_for_people() -> None:
    out = io.StringIO()
    screen = Screen(Console(file=out, width=80, force_terminal=True, color_system=None), lambda: "")
    screen.choices(["0  pass", "1  cast"])
    assert out.getvalue().split() == ["0", "pass", "1", "cast"]
    assert out.getvalue().count("\n") == 1
    screen.list(["bob draws a card", "bob passes"])
    assert out.getvalue().count("\n") == 3
