"""A bot in a seat, over the wire: it plays to the end, survives refusals and does not run in circles."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator

import pytest
from anyio.from_thread import start_blocking_portal
from click.testing import CliRunner

from protocol.client import Refused, connect
from protocol.diffs import Entities
from protocol.messages import Answer, Decision, Option
from protocol.view import View
from server.bots.player import MOST_REFUSALS, MOST_REPEATS, Player, play
from server.commands import bot, watch
from tests.protocol.tiny import ROUNDS, Tiny, tiny_server


@pytest.fixture
async def tiny() -> AsyncIterator[Tiny]:
    async with tiny_server() as server:
        yield server


@pytest.fixture
def tiny_thread() -> Iterator[Tiny]:
    """The tiny server in a thread of its own, for commands that run their own loop."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(tiny_server()) as server:
        yield server


def player(name: str = "greedy") -> Player:
    return Player(name, random.Random(1))


@pytest.mark.parametrize("name", ["random", "greedy"])
async def test_it_plays_to_the_end(tiny: Tiny, name: str) -> None:
    async with connect(tiny.url) as client:
        table = await play(client, "count", "seat0", player(name))
    assert table.result is not None
    assert len(tiny.applied) == ROUNDS


async def test_a_refused_answer_is_followed_by_another(tiny: Tiny) -> None:
    tiny.refuse = ["illegal", "bad_answer"]
    seat = player()
    async with connect(tiny.url) as client:
        await play(client, "count", "seat0", seat)
    assert seat.refusals == 2
    assert len(tiny.applied) == ROUNDS


async def test_it_gives_up_when_everything_is_refused(tiny: Tiny) -> None:
    tiny.refuse = ["illegal"] * (MOST_REFUSALS + 1)
    async with connect(tiny.url) as client:
        with pytest.raises(Refused):
            await play(client, "count", "seat0", player())


def test_after_a_refusal_comes_the_default() -> None:
    seat = player()
    seat.refused(Refused("illegal", "no"))
    decision = Decision(1, 0, "act", options=(Option(0, "pass"),), default=Answer("pass"))
    assert seat.choose(View(), decision) == Answer("pass")


def test_it_does_not_take_one_action_for_ever() -> None:
    game: Entities = {"game": {"turn": 1, "phase": "main"}}
    options = (Option(0, "pass"), Option(1, "spin", (9,), text="spin"))
    seat = player()
    answers = [seat.choose(View(game), Decision(w, 0, "act", options=options)) for w in range(60)]
    assert answers[:MOST_REPEATS] == [1] * MOST_REPEATS
    assert 0 in answers


def test_the_bot_command_plays_a_seat(tiny_thread: Tiny) -> None:
    arguments = ["greedy", "--url", tiny_thread.url, "--match", "count"]
    result = CliRunner().invoke(bot.command, arguments, env={"STACKLOOP_TOKEN": "seat0"})
    assert result.exit_code == 0, result.output
    assert "it is counted" in result.output


def test_the_bot_command_fails_with_a_sentence(tiny_thread: Tiny) -> None:
    arguments = ["greedy", "--url", tiny_thread.url, "--match", "x"]
    result = CliRunner().invoke(bot.command, arguments, env={"STACKLOOP_TOKEN": "seat0"})
    assert result.exit_code == 1
    assert "wrong_seat" in result.output


def test_a_match_without_its_token_is_a_usage_error() -> None:
    assert CliRunner().invoke(bot.command, ["greedy", "--match", "m1"]).exit_code == 2


def test_watch_lists_what_runs(tiny_thread: Tiny) -> None:
    result = CliRunner().invoke(watch.command, ["--url", tiny_thread.url])
    assert result.exit_code == 0, result.output
    assert "count" in result.output


def test_watch_says_when_there_is_no_server() -> None:
    assert CliRunner().invoke(watch.command, ["--url", "http://127.0.0.1:9"]).exit_code == 1
