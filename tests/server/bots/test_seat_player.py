"""A bot in a seat, over the wire: it plays to the end, survives refusals and does not run in circles."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator

import pytest
from anyio.from_thread import start_blocking_portal
from click.testing import CliRunner

from protocol.client import Refused, connect
from protocol.diffs import Entities
from protocol.messages import Answer, Decision, Known, Option
from protocol.view import View
from server.bots.levels import LEVELS, level_of
from server.bots.seat_player import MOST_REFUSALS, MOST_REPEATS, Player, play
from server.commands import bot, watch
from tests.support.protocol.tiny import ROUNDS, Tiny, tiny_server


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


@pytest.mark.parametrize("name", ["level-4", "level-6", "level-7", "level-8", "search"])
async def test_it_thinks_about_the_share_of_decisions_that_its_level_says(tiny: Tiny, name: str) -> None:
    asked = []

    async def know(match: str) -> Known:
        asked.append(match)
        raise Refused("hidden", "no")

    share = level_of(name, "magic").thinks if name in LEVELS else 1.0
    async with connect(tiny.url) as client:
        match = await client.join("count", "seat0")
        seat = Player(name, random.Random(1), know)
        for w in range(400):
            await seat.decide(match, Decision(w, 0, "act", options=(Option(0, "pass"), Option(1, "play", (w,)))))
    assert len(asked) == pytest.approx(400 * share, abs=40 * (0 < share < 1))


def test_it_does_not_take_one_action_for_ever() -> None:
    game: Entities = {"game": {"turn": 1, "phase": "main"}}
    options = (Option(0, "pass"), Option(1, "spin", (9,), text="spin"))
    seat = player()
    answers = [seat.choose(View(game), Decision(w, 0, "act", options=options)) for w in range(60)]
    assert answers[:MOST_REPEATS] == [1] * MOST_REPEATS
    assert 0 in answers


def test_a_payment_that_is_refused_is_left_to_the_rules() -> None:
    seat = player()
    seat.refused(Refused("not_enough", "no"))
    decision = Decision(1, 0, "cards", options=(Option(0, "cards", (9,)),), auto=True, default=Answer("cancel"))
    assert seat.choose(View(), decision) == Answer("auto")


def test_a_payment_for_which_the_rules_find_no_way_is_taken_back() -> None:
    """Piece by piece at random it could go on for ever: a mana ability begun, found to be too dear and taken back."""
    options = (Option(0, "activate", (9, 0)), Option(1, "activate", (10, 0)))
    payment = Decision(1, 0, "pay", options=options, cancel=True, auto=True, default=Answer("auto"))
    seat = player()
    assert seat.choose(View(), payment) == Answer("auto")
    seat.refused(Refused("cannot_pay", "no"))
    assert seat.choose(View(), payment) == Answer("cancel")


def test_a_payment_that_cannot_be_taken_back_is_made_by_chance() -> None:
    payment = Decision(1, 0, "pay", options=(Option(0, "activate", (9, 0)),), auto=True, default=Answer("auto"))
    seat = player()
    seat.refused(Refused("cannot_pay", "no"))
    assert seat.choose(View(), payment) == 0


def test_what_nothing_pays_is_taken_back_without_asking_the_rules() -> None:
    nothing = Decision(1, 0, "pay", cancel=True, auto=True, default=Answer("cancel"))
    assert player().choose(View(), nothing) == Answer("cancel")


def test_what_cannot_be_paid_is_begun_once_a_phase() -> None:
    """A bot that chooses X too high for what it has: the payment is refused, and it takes the spell back."""
    x_spell: Entities = {"id": 9, "controller": 0, "type": "Creature", "cost": "{X}{R}", "zone": "hand"}
    act = Decision(1, 0, "act", options=(Option(0, "pass"), Option(1, "cast", (9,), text="cast")))
    number = Decision(1, 0, "number", least=0, most=20, subject=9, cancel=True)
    mana = (Option(0, "activate", (8, 0)),)
    payment = Decision(1, 0, "pay", "pay {20}{R}", subject=9, options=mana, cancel=True, auto=True)
    seat = player()
    for phase in ("main", "end"):
        view = View({"game": {"turn": 1, "phase": phase}, "o9": x_spell})
        begun = 0
        while seat.choose(view, act) != 0:
            begun += 1
            assert seat.choose(view, number) == Answer("number", (), (20,))
            assert seat.choose(view, payment) == Answer("auto")
            seat.refused(Refused("cannot_pay", "no"))
            assert seat.choose(view, payment) == Answer("cancel")
            seat.accepted()
        assert begun == 1


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
