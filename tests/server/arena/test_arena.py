"""Bots against a real server: the arena as it is called, and the bot of the client library's first page."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import anyio
import orjson
import pytest
from click.testing import CliRunner

import protocol.client
from protocol.client import connect
from server.arena.hall import own_server
from server.bots import BOTS
from server.commands import arena, replay, watch
from server.terminal.match_status import Waits

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", ["magic", "grand-archive"])
def test_greedy_beats_random_by_damage(game: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(
        arena.command,
        [game, "greedy", "random", "--matches", "3", "--seed", "1", "--records", str(tmp_path), "--json"],
    )
    assert result.exit_code == 0, result.output
    tally = orjson.loads(result.output)
    assert (tally["matches"], tally["finished"], tally["errors"]) == (3, 3, [])
    greedy, chance = tally["bots"]
    assert greedy["wins"] + chance["wins"] == 3
    assert greedy["wins"] >= 2
    assert greedy["elo"][0] > 0 > chance["elo"][0]
    records = [str(path) for path in tmp_path.glob("*.txt")]
    assert len(records) == 3
    for record in records:
        assert CliRunner().invoke(replay.command, [record]).exit_code == 0


@pytest.mark.parametrize(
    ("game", "bots"),
    [("magic", ["greedy", "random", "random"]), ("grand-archive", ["random", "greedy", "greedy", "random"])],
)
def test_three_or_four_bots_play_to_the_last_one_left(game: str, bots: list[str]) -> None:
    result = CliRunner().invoke(arena.command, [game, *bots, "--matches", "2", "--seed", "3", "--json"])
    assert result.exit_code == 0, result.output
    tally = orjson.loads(result.output)
    assert (tally["finished"], tally["errors"], len(tally["bots"])) == (2, [], len(bots))


async def test_the_bot_of_the_first_page_plays_a_whole_match() -> None:
    (example, *_) = re.findall(r"::\n\n((?:    .*\n|\n)+)", protocol.client.__doc__ or "")
    names: dict[str, object] = {}
    exec(textwrap.dedent(example), names)  # noqa: S102 # our own docstring
    bot = names["main"]
    assert callable(bot)
    async with own_server() as url, connect(url) as client:
        created = await client.create("magic", names=("one", "two"))
        with anyio.fail_after(90):
            async with anyio.create_task_group() as tasks:
                for seat in created.seats:
                    tasks.start_soon(bot, url, created.m, seat.token)
        table = await client.join(created.m)
        assert table.result is not None
        assert watch.board(table, Waits(client, table)) is not None


@pytest.mark.parametrize(
    "arguments",
    [
        ["magic"],
        ["magic", "greedy"],
        ["magic", "greedy", "nobody"],
        ["magic", "greedy", "random", "--matches", "0"],
        ["magic", "greedy", "random", "--decks", "one"],
    ],
)
def test_wrong_use_exits_with_two(arguments: list[str]) -> None:
    assert CliRunner().invoke(arena.command, arguments).exit_code == 2


def test_no_server_is_a_failure() -> None:
    result = CliRunner().invoke(arena.command, ["magic", *sorted(BOTS), "--url", "http://127.0.0.1:9"])
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["chess", "greedy", "random"], "there are magic"), (["magic", "greedy", "random", "--decks", "a,b"], "no deck")],
)
def test_what_cannot_be_played_is_told_once_and_not_tried_again(arguments: list[str], told: str) -> None:
    result = CliRunner().invoke(arena.command, [*arguments, "--matches", "50"])
    assert result.exit_code == 1
    assert result.stderr.count(told) == 1
    assert "matches finished" not in result.output


def test_records_that_cannot_be_written_are_told_in_one_line() -> None:
    result = CliRunner().invoke(arena.command, ["magic", "greedy", "random", "--records", "/dev/null/below"])
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: /dev/null/below: ")


def test_a_server_for_the_occasion_is_set_by_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKLOOP_REDIS", "redis://127.0.0.1:9/0")
    result = CliRunner().invoke(arena.command, ["magic", "greedy", "random", "--matches", "1", "--json"])
    assert result.exit_code == 0, result.output


def test_a_program_takes_a_seat_and_who_ends_before_the_match_has_conceded(tmp_path: Path) -> None:
    theirs = f"theirs={sys.executable} -m server.cli bot greedy"
    gone = f"gone={sys.executable} -c pass"
    result = CliRunner().invoke(
        arena.command, ["magic", "random", theirs, gone, "--round-robin", "--matches", "6", "--seed", "1", "--json"]
    )
    assert result.exit_code == 0, result.output
    tally = orjson.loads(result.output)
    assert (tally["finished"], tally["errors"]) == (6, [])
    _, program, quitter = tally["bots"]
    assert quitter["losses"] == 4
    assert program["wins"] >= 2


def test_a_run_is_gone_on_with_and_the_same_seed_gives_the_same_outcomes(tmp_path: Path) -> None:
    def run(matches: int, kept: Path, *more: str) -> dict[str, object]:
        arguments = ["magic", "random", "random", "--matches", str(matches), "--keep", str(kept), "--json", *more]
        result = CliRunner().invoke(arena.command, arguments)
        assert result.exit_code == 0, result.output
        return dict(orjson.loads(result.output))

    whole = run(4, tmp_path / "whole", "--seed", "9")
    run(2, tmp_path / "parts", "--seed", "9")
    assert run(4, tmp_path / "parts") == whole
    first, *_ = (tmp_path / "parts").read_bytes().splitlines()
    assert b'"seed":9' in first


@pytest.mark.parametrize(
    ("arguments", "names"),
    [((), ["greedy and random"]), (("--round-robin", "--seats", "1"), ["greedy", "random"])],
    ids=["together", "each alone"],
)
def test_bots_on_one_side_are_told_to_have_won_or_lost(arguments: tuple[str, ...], names: list[str]) -> None:
    """Every line says what a game has in which all win or lose together, and the numbers agree."""
    words = ("marvel-champions", "greedy", "random", "--matches", "4", "--seed", "1", *arguments)
    command = [sys.executable, "-m", "server.cli", "arena", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    bar = done.stderr.splitlines()[-1].partition(" \N{BOX DRAWINGS HEAVY HORIZONTAL}")[0]
    shown = [re.fullmatch(r"(.+): won (\d), lost (\d)", team) for team in bar.split("; ")]
    scores = {found[1]: (found[2], found[3]) for found in shown if found is not None}
    assert list(scores) == names, bar
    rows = [
        [cell.strip() for cell in line.split("\N{BOX DRAWINGS LIGHT VERTICAL}")] for line in done.stdout.splitlines()
    ]
    assert {row[1]: (row[2], row[4]) for row in rows if len(row) > 1} == scores
    assert done.stdout.startswith("4 of 4 matches against the scenario finished")
    last = done.stdout.splitlines()[-1]
    for word, column in (("won", 0), ("lost", 1)):
        count = sum(int(score[column]) for score in scores.values())
        assert (f"{word} {count} (" in last) is (count > 0), last
    assert "Elo" not in done.stdout


def test_bots_on_one_side_are_compared_by_what_each_wins_alone() -> None:
    arguments = ["marvel-champions", "greedy", "random", "--round-robin", "--seats", "1", "--matches", "2", "--json"]
    result = CliRunner().invoke(arena.command, arguments)
    assert result.exit_code == 0, result.output
    tally = orjson.loads(result.output)
    assert tally["finished"] == 2
    assert [bot["wins"] + bot["losses"] for bot in tally["bots"]] == [1, 1]
    assert (tally["side"], tally["won"] + tally["lost"], tally["drawn"]) == ("scenario", 2, 0)
