"""A match played by lines of a pipe, against the tiny server: what is typed, and what is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal
from click.testing import CliRunner, Result

from protocol.messages import Remark
from server.commands import play
from tests.support.protocol.tiny import ROUNDS, Tiny, tiny_server


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tiny]:
    """The tiny server in a thread of its own, for commands that run their own loop."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(tiny_server()) as server:
        yield server


def stackloop_play(tiny: Tiny, *lines: str, match: str | None = "count", seat: str | None = "seat0") -> Result:
    arguments = ["--url", tiny.url, *(["--match", match] if match is not None else ["--game", "count"])]
    return CliRunner().invoke(
        play.command, arguments, input="".join(f"{line}\n" for line in lines), env={"STACKLOOP_TOKEN": seat}
    )


def test_each_line_is_an_answer_and_the_end_is_told(tiny: Tiny) -> None:
    done = stackloop_play(tiny, "1", "add 2", "2", "0", "1")
    assert done.exit_code == 0, done.output
    assert tiny.applied == [1, "add 2", 2, 0, 1]
    assert done.stdout.splitlines()[-2:] == [
        "it is over: seat 0 won: it is counted (counted)",
        "/rematch plays again, /quit leaves",
    ]
    assert done.stdout.count("? your answer") == ROUNDS
    assert "  2  add 2" in done.stdout.splitlines()


def test_a_new_match_is_started_where_none_is_named(tiny: Tiny) -> None:
    done = stackloop_play(tiny, "/quit", match=None, seat=None)
    assert done.exit_code == 0, done.output
    assert f"match count: {tiny.url}/m/count" in done.stderr


def test_what_is_no_answer_or_refused_is_told_and_asked_again(tiny: Tiny) -> None:
    tiny.refuse = ["illegal"]
    done = stackloop_play(tiny, "9", "1", "2", "/quit")
    assert tiny.applied == [2]
    assert "no answer: there is no option 9" in done.stdout
    assert "refused: as the test wants" in done.stdout
    assert done.stdout.count("? your answer") == 4


def test_a_line_for_a_question_that_is_withdrawn_answers_no_other(tiny: Tiny) -> None:
    tiny.go_on_said = "decided elsewhere"
    done = stackloop_play(tiny, "/say decided elsewhere", "2", "1", "/quit")
    assert tiny.applied == [None, 1]
    assert done.stdout.count("too late: the question is withdrawn") == 1


def test_a_seat_that_was_left_is_remembered_and_come_back_to(tiny: Tiny) -> None:
    left = stackloop_play(tiny, "1", "/quit")
    assert "the seat stays yours: stackloop play --match count comes back" in left.stderr
    again = stackloop_play(tiny, "2", seat=None)
    assert again.exit_code == 0, again.output
    assert tiny.applied == [1, 2]


def test_a_match_whose_seat_nobody_remembers_is_not_played(tiny: Tiny) -> None:
    done = stackloop_play(tiny, "1", seat=None)
    assert done.exit_code == 2
    assert "no seat of count is remembered" in done.output


def test_orders_are_no_answers(tiny: Tiny) -> None:
    done = stackloop_play(
        tiny,
        "/help",
        "/card nothing",
        "/why 9",
        "/pile graveyard",
        "/log",
        "/set",
        "full control on",
        "/board",
        "/dance",
        "/no thing",
        "/concede",
        "/quit",
    )
    assert tiny.applied == []
    assert tiny.settings == ["full control on"]
    for told in (
        "  /quit ",
        "no card is seen that is called 'nothing'",
        "you are asked: everything",
        "there is no /dance",
        "no to what? draw, takeback, open, rematch",
        "/concede yes gives the match up",
    ):
        assert told in done.stdout, told


def test_players_talk_and_may_be_muted(tiny: Tiny) -> None:
    tiny.said = [Remark("x", 0, "hello \x1b[2J", 1000)]
    done = stackloop_play(tiny, "/say good luck", "/say", "/mute", "/mute seat 0", "/say unheard", "/quit")
    assert "seat 0 says: hello \N{REPLACEMENT CHARACTER}[2J" in done.stdout
    assert "seat 0 says: good luck" in done.stdout
    assert "what?" in done.stdout
    assert "whom? seat 0" in done.stdout
    assert [line.text for line in tiny.said] == ["hello \x1b[2J", "good luck", "unheard"]
    assert "says: unheard" not in done.stdout


def test_conceding_ends_it(tiny: Tiny) -> None:
    done = stackloop_play(tiny, "/concede yes")
    assert "it is over: gave up (conceded)" in done.stdout


def test_a_lost_connection_is_told_and_come_back_from(tiny: Tiny) -> None:
    tiny.drop_before_ack = 2
    done = stackloop_play(tiny, "1", "2", "1", "1", "1")
    assert tiny.applied == [1, 2, 1, 1, 1]
    assert "the connection is lost: coming back, nothing is lost" in done.stdout
    assert "connected again: what you see is what is" in done.stdout


def test_no_server_is_told() -> None:
    done = CliRunner().invoke(play.command, ["--url", "http://127.0.0.1:9"])
    assert done.exit_code == 1
    assert done.output == "no connection to ws://127.0.0.1:9/ws: Connection refused\n"
