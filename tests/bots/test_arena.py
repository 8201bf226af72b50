"""Bots against a real server: the arena as it is called, and the bot of the client library's first page."""

from __future__ import annotations

import textwrap
from pathlib import Path

import anyio
import orjson
import pytest
from click.testing import CliRunner

import protocol.client
from protocol.client import connect
from server.bots import BOTS
from server.commands import arena, replay, watch

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", ["magic", "grand-archive"])
def test_greedy_beats_random_by_damage(game: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(
        arena.command,
        [game, "greedy", "random", "--matches", "3", "--seed", "1", "--records", str(tmp_path), "--json"],
    )
    assert result.exit_code == 0, result.output
    tally = orjson.loads(result.output)
    assert tally == {"matches": 3, "finished": 3, "wins": tally["wins"], "draws": 0, "errors": 0}
    assert tally["wins"][0] >= 2
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
    assert (tally["finished"], tally["errors"], len(tally["wins"])) == (2, 0, len(bots))


async def test_the_bot_of_the_first_page_plays_a_whole_match() -> None:
    example = (protocol.client.__doc__ or "").split("::\n\n")[1].split("\n\n``connection``")[0]
    names: dict[str, object] = {}
    exec(textwrap.dedent(example), names)  # noqa: S102 # our own docstring
    bot = names["main"]
    assert callable(bot)
    async with arena.own_server() as url, connect(url) as client:
        created = await client.create("magic", names=("one", "two"))
        with anyio.fail_after(90):
            async with anyio.create_task_group() as tasks:
                for seat in created.seats:
                    tasks.start_soon(bot, url, created.m, seat.token)
        table = await client.join(created.m)
        assert table.result is not None
        assert watch.board(table) is not None


def test_the_table_and_the_summary_say_who_won() -> None:
    tally = arena.Tally(2, 2)
    tally.errors.append("gone")
    assert "0 of 2" in str(arena.results(("greedy", "random"), tally).title)
    assert arena.summary(tally) == "none ended; 0 draws, 1 errors, 0 refused answers"


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
