"""Every part of the bench runs, bounded, and prints rows of one form; how fast anything was does not matter here."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import list_games
from server.bench.figures import Figure, by_key, from_json
from server.cli import main
from server.commands.bench_all import parts
from server.commands.bench_tables import FIGURES

PARTS = {
    "engine": ("--seconds", "0.01"),
    "service": ("--matches", "2", "--seconds", "0.3"),
    "nodes": ("--matches", "2", "--seconds", "0.3"),
    "latency": ("--matches", "2", "--seconds", "0.3"),
    "learning": ("--seconds", "0.01"),
    "client": ("--matches", "40", "--seconds", "2"),
    "fanout": ("--watchers", "40", "--seconds", "0.3"),
    "spectators": ("--spectators", "40", "--answers", "2"),
    "connections": ("--connections", "60"),
    "takeover": ("--matches", "2", "--answers", "1"),
}
ROWS_APART = ("_payable_", "_fork_us", "_rewind_us", "_steps_per_s", "client_")
MEASURED = from_json(FIGURES.read_bytes())


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", PARTS)
def test_a_part_prints_the_rows_that_all_of_them_are_made_of(part: str) -> None:
    done = CliRunner().invoke(main, ("bench", part, *PARTS[part], "--json"))
    assert done.exit_code == 0, done.output
    rows = from_json(done.stdout_bytes)
    known = {figure.key for figure in MEASURED}
    assert rows
    assert {figure.key for figure in rows if not any(each in figure.key for each in ROWS_APART)} <= known
    assert all(figure.figure >= 0 for figure in rows)
    assert part != "client" or 0 < by_key(rows)["client_matches"] <= 40


def test_all_runs_every_part() -> None:
    assert {name.partition(":")[0] for name in parts(1.0)} == set(PARTS)


def test_what_was_measured_is_what_is_asked_for() -> None:
    """One row for each number that the service promises, and that a bot can count on."""
    asked = {figure.key for figure in MEASURED if figure.asked}
    moves = {f"{game}_{what}_us" for game in list_games() for what in ("fork", "rewind")}
    assert asked - moves - {"client_matches"} == {
        "busy_p99_ms",
        "connection_kib",
        "drained_p99_s",
        "fanout_frames_per_cpu_s",
        "killed_p99_s",
        "nodes_intents_per_cpu_s",
        "quiet_p50_ms",
        "quiet_p99_ms",
        "service_intents_per_s",
        "service_p99_ms",
        "spectators_p99_ms",
    }


def test_the_texts_hold_the_tables() -> None:
    assert CliRunner().invoke(main, ("bench", "tables", "--check")).exit_code == 0


def test_a_text_without_a_place_for_its_table_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = tmp_path / "README.md"
    bare.write_text("no table\n")
    monkeypatch.setattr("server.commands.bench_tables.README", bare)
    done = CliRunner().invoke(main, ("bench", "tables", "--write"))
    assert (done.exit_code, bare.read_text()) == (1, "no table\n")


@pytest.mark.parametrize(
    ("figure", "asked", "met"),
    [
        (Figure("k", "n", 5.0, "ms", most=4), "at most 4", False),
        (Figure("k", "n", 5.0, "", least=5), "at least 5", True),
        (
            Figure("k", "n", 5.0, "", most=2, of_ratio=True, reference="r", reference_figure=2.0),
            "at most 2 times",
            False,
        ),
        (
            Figure("k", "n", 5.0, "", most=2, of_ratio=True, reference="r", reference_figure=0.0),
            "at most 2 times",
            None,
        ),
        (Figure("k", "n", 5.0, ""), "", None),
    ],
)
def test_a_row_knows_whether_it_is_as_asked(figure: Figure, asked: str, met: bool | None) -> None:
    assert (figure.asked, figure.is_met) == (asked, met)
