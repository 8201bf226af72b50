"""A message lost on its way, in either direction, is asked for again: no client waits for ever (PROTOCOL.md 7.7)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import msgspec
import pytest
from msgspec import Raw, structs
from websockets.asyncio.server import ServerConnection

from protocol.client import connect
from protocol.client import flights as flights_module
from protocol.client import match as match_module
from protocol.client import table as table_module
from protocol.client.overdue import LONGEST_S, Overdue
from protocol.messages import (
    Ack,
    Agree,
    ClientMessage,
    Diff,
    End,
    Head,
    Hear,
    Intent,
    Join,
    Look,
    Nack,
    Open,
    Rematch,
    Result,
    Said,
    Sit,
    Sync,
    Table,
    TableLine,
    TableSeat,
)
from tests.support.protocol.rogue import SOON_S, Rogue, rogue, sitting, state, tell

Says = Callable[[Rogue, ServerConnection, ClientMessage], Awaitable[None]]


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for seconds."""
    monkeypatch.setattr(flights_module, "RESEND_S", 0.05)
    for module in (match_module, table_module):
        monkeypatch.setattr(module, "QUIET_S", 0.1)


async def test_a_join_that_is_not_answered_is_made_again() -> None:
    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join) and server.count(Join) > 1:
            await tell(connection, state(w=1))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert match.decision.w == 1
        assert server.connections == 1


async def test_a_fresh_state_that_does_not_come_is_asked_for_again() -> None:
    """The last word: nothing but heads comes after it, and the seat would never hear that it is asked."""

    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(), Head("m", 2))
        if isinstance(message, Sync) and server.count(Sync) > 1:
            await tell(connection, state(2, w=1))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert (await anext(match)).w == 1


async def test_a_fresh_state_is_still_asked_for_after_the_connection_was_lost() -> None:
    """The result of an answer is lost, with the connection on which a fresh state was asked for."""

    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(1, w=1) if server.count(Join) == 1 else Head("m", 1))
        if isinstance(message, Intent):
            await tell(connection, Ack("m", message.c, 2))
        if isinstance(message, Sync) and server.count(Sync) == 1:
            await connection.close()
        elif isinstance(message, Sync):
            await tell(connection, state(1, w=1))

    async with rogue(says) as server, sitting(server) as (_, match):
        with anyio.fail_after(SOON_S):
            await match.answer(0)
        assert server.connections == 2


@pytest.mark.parametrize("code", ["life", "closed"])
async def test_the_end_of_a_view_is_asked_for_though_the_result_is_known(code: str) -> None:
    """The last diff is lost, and with it the connection on which a fresh state was asked for."""
    over = {} if code == "closed" else {"over": {"winners": [0], "code": code, "reason": ""}}
    end = msgspec.json.encode({"game": {"name": "count", "turn": 0, **over}})

    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join) and server.count(Join) == 1:
            await tell(connection, state(1), End("m", Result((0,), code, "")), Head("m", 2))
        elif isinstance(message, Join):
            await tell(connection, structs.replace(state(2, view=end), result=Result((0,), code, "")))
        if isinstance(message, Sync):
            await connection.close()

    async with rogue(says) as server, sitting(server) as (_, match):
        with anyio.fail_after(SOON_S):
            while match.seq < 2:
                await match.next_change()
        assert match.is_whole
        assert not match.is_awaited


async def test_what_follows_is_taken_in_while_a_fresh_state_is_awaited() -> None:
    """The server has lost the question, and goes on."""
    asked = Raw(b'{"w": 1, "seat": 0, "kind": "act"}')

    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(4), Head("m", 3), Diff("m", 5, Raw(b"{}"), asked))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert (await anext(match)).w == 1
        assert not match.is_whole


async def test_a_number_below_ones_own_is_asked_about() -> None:
    """The server has lost what we were told: what it shows now is another match."""

    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(4), Head("m", 3))
        if isinstance(message, Sync):
            await tell(connection, state(3, w=1))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert (await anext(match)).w == 1
        assert match.seq == 3


async def test_a_match_of_which_nothing_is_heard_is_joined_again() -> None:
    """The server has forgotten who follows."""

    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=server.count(Join) - 1))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert not match.has_decision
        assert (await anext(match)).w == 1
        assert server.connections == 1


async def test_a_match_of_which_something_is_heard_is_left_alone() -> None:
    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1))
            for _beat in range(10):
                await anyio.sleep(0.04)
                await tell(connection, Head("m", 0))

    async with rogue(says) as server, sitting(server) as (_, match):
        for _ in range(10):
            heard = match.is_live
            assert heard
            await anyio.sleep(0.04)
        assert (server.count(Join), server.count(Sync)) == (1, 0)


async def test_a_silent_server_is_asked_less_and_less() -> None:
    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join) and server.count(Join) == 1:
            await tell(connection, state(w=1), Head("m", 7))

    async with rogue(says) as server, sitting(server) as (_, match):
        with anyio.move_on_after(1.5):
            await match.answer(0)
        for kind in (Join, Sync):
            assert 2 <= server.count(kind) <= 7
        assert server.count(Intent) <= 14  # at each join, too


async def test_an_answer_that_is_lost_is_given_again() -> None:
    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1))
        if isinstance(message, Intent) and server.count(Intent) > 2:
            await tell(connection, Diff("m", 1, Raw(b"{}"), Raw(b"null")), Ack("m", message.c, 1))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert await match.answer(0)
        assert {message.c for message in server.heard if isinstance(message, Intent)} == {1}


async def test_who_has_patience_waits_longer_than_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes come and go for minutes."""
    monkeypatch.setattr(flights_module, "ANSWER_S", 0.1)

    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join) and server.count(Join) > 3:
            await tell(connection, state(w=1))
        if isinstance(message, Intent) and server.count(Intent) > 3:
            await tell(connection, Diff("m", 1, Raw(b"{}"), Raw(b"null")), Ack("m", message.c, 1))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert await match.answer(0)


async def test_what_an_answer_led_to_is_asked_for_until_it_comes() -> None:
    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1))
        if isinstance(message, Intent):
            await tell(connection, Ack("m", message.c, 1))
        if isinstance(message, Sync) and server.count(Sync) > 1:
            await tell(connection, state(1, w=2, c=1))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert await match.answer(0)
        assert (await anext(match)).w == 2


async def test_a_decision_that_is_open_though_an_answer_came_too_late_is_given_again() -> None:
    """Another connection of the same seat has used the number: the answer was none, and nobody else gives one."""

    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        match message:
            case Join():
                await tell(connection, state(w=1))
            case Intent(c=c) if c <= 9:
                await tell(connection, Nack("stale_decision", "c must rise", "m", c))
            case Intent(c=c):
                await tell(connection, Diff("m", 1, Raw(b"{}"), Raw(b"null")), Ack("m", c, 1))
            case Sync():
                await tell(connection, state(w=1, c=9))

    async with rogue(says) as server, sitting(server) as (_, match):
        decision = await anext(match)
        assert not await match.answer(0, decision)
        again = await anext(match)
        assert again.w == decision.w
        assert await match.answer(0, again)
        assert match.c == 10


@pytest.mark.parametrize("outcome", ["stale_decision", "not_your_decision", "acknowledged"])
async def test_what_is_asked_again_by_a_server_that_has_lost_it_is_given_again(
    outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moves that led to a question were told, and lost with a primary.

    Said again, it leads to one with the same number.
    """
    is_acknowledged = outcome == "acknowledged"
    if not is_acknowledged:
        monkeypatch.setattr(flights_module, "RESEND_S", SOON_S)  # nobody has to ask
    asked = Diff("m", 1, Raw(b"{}"), Raw(b'{"w": 1, "seat": 0, "kind": "act"}'))

    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(), asked)
        if isinstance(message, Sync):
            await tell(connection, state(1, w=1))
        if isinstance(message, Intent) and server.count(Intent) > 1:
            await tell(connection, Diff("m", 2, Raw(b"{}"), Raw(b"null")), Ack("m", message.c, 2))
        elif isinstance(message, Intent) and is_acknowledged:
            await tell(connection, Diff("m", 2, Raw(b"{}"), Raw(b"null")), Ack("m", message.c, 2), state(), asked)
        elif isinstance(message, Intent):
            await tell(connection, state(), Nack(outcome, "nothing is asked", "m", message.c), asked)

    async with rogue(says) as server, sitting(server) as (_, match):
        assert await match.answer(0, await anext(match)) is is_acknowledged
        assert await match.answer(0, await anext(match))
        assert match.c == 2


async def test_who_is_told_that_nothing_is_followed_joins_again() -> None:
    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            is_first = server.count(Join) == 1
            await tell(connection, state(w=0 if is_first else 1), *[Head("m", 5)] * is_first)
        if isinstance(message, Sync):
            await tell(connection, Nack("not_joined", "not followed", "m"))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert (await anext(match)).w == 1


async def test_who_is_told_to_have_no_seat_any_more_sits_down_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "QUIET_S", SOON_S)  # heads come all the while

    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1))
        if isinstance(message, Intent) and server.count(Join) == 1:
            await tell(connection, Nack("not_seated", "no seat", "m", message.c), *[Head("m", 0)] * 3)
        elif isinstance(message, Intent):
            await tell(connection, Diff("m", 1, Raw(b"{}"), Raw(b"null")), Ack("m", message.c, 1))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert await match.answer(0)
        assert server.connections == 1


async def test_who_does_not_hear_of_the_next_match_says_again_that_it_is_wanted() -> None:
    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join) and message.m == "m":
            await tell(connection, structs.replace(state(), result=Result((), "draw", "a draw")))
        elif isinstance(message, Join):
            await tell(connection, structs.replace(state(w=1), m="next"))
        if isinstance(message, Agree):
            await tell(connection, Ack("m", message.c, 0))
            if server.count(Agree) > 1:
                await tell(connection, Rematch("m", (0, 1), "next", "token"))

    async with rogue(says) as server, sitting(server) as (client, match):
        assert (await client.follow(match)).decision.w == 1


async def test_a_question_that_is_lost_is_asked_again_unless_it_does_something() -> None:
    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Hear) and server.count(Hear) > 1:
            await tell(connection, Said("m", (), message.r))

    async with rogue(says) as server, connect(server.url) as client:
        with anyio.fail_after(SOON_S):
            assert await client.hear("m") == ()
            with anyio.move_on_after(0.3):
                await client.open_table("magic")
        assert server.count(Open) == 1


async def test_who_waits_at_a_table_looks_whether_the_match_has_begun() -> None:
    line = TableLine("t", "magic", (TableSeat("ann"), TableSeat()), 1, 1000)
    begun = structs.replace(line, m="m")

    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        match message:
            case Open(r=r):
                await tell(connection, Table(line, 0, r=r))
            case Look(r=r):
                await tell(connection, Table(begun, 0, r=r))
            case Sit(r=r):
                await tell(connection, Table(begun, 0, token="token", r=r))
            case Join():
                await tell(connection, state(w=1))
            case _:
                pass

    async with rogue(says) as server, connect(server.url) as client:
        with anyio.fail_after(SOON_S):
            table = await client.open_table("magic")
            assert (await table.match()).decision.w == 1


def test_what_is_waited_for_is_asked_for_after_longer_and_longer_times() -> None:
    overdue = Overdue()
    asked = [now_s for now_s in range(400) if overdue.is_due(now_s, 5.0)]
    assert asked == [5, 15, 35, 75, 135, 195, 255, 315, 375]
    assert asked[-1] - asked[-2] == LONGEST_S
    assert not overdue.is_due(400, 5.0, waits=False)
    assert [now_s for now_s in range(401, 430) if overdue.is_due(now_s, 5.0)] == [406, 416]
