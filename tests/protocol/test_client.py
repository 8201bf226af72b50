"""The client library against a real websocket server."""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from http import HTTPStatus

import anyio
import anyio.lowlevel
import msgspec
import pytest
from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

import protocol.client
from protocol.client import Clock, ConnectionLost, Refused, connect
from protocol.client.addresses import websocket_url
from protocol.errors import Close
from protocol.messages import Answer, Bye, Comfort, Head, Moved, Result
from tests.support.protocol.tiny import DEFAULT, ROUNDS, Tiny, tiny_server


@pytest.fixture
async def tiny() -> AsyncIterator[Tiny]:
    async with tiny_server() as server:
        yield server


async def test_a_bot_in_three_lines_plays_to_the_end(tiny: Tiny) -> None:
    async with connect(tiny.url, name="bot") as client:
        table = await client.join("count", "seat0")
        async for decision in table:
            await table.answer(decision.options[-1])
    assert tiny.applied == [2] * ROUNDS
    assert table.result == Result((0,), "counted", "it is counted")


async def test_answers_may_be_records_numbers_and_gestures(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        await table.answer(Answer("add", (1,)))
        await table.answer(1)
        await table.answer("add 1")
    assert tiny.applied == [Answer("add", (1,)), 1, "add 1"]


async def test_the_view_is_the_fold_of_its_diffs(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        for _ in range(3):
            await table.answer(0)
            assert table.view.entities == tiny.entities()
    assert table.view.players[0].life == 3


async def test_a_spectator_sees_every_change_and_is_asked_nothing(tiny: Tiny) -> None:
    seen: list[int] = []
    async with connect(tiny.url) as player, connect(tiny.url) as spectator:
        watched = await spectator.join("count")
        changes = watched.changes()
        seen.append((await anext(changes)).game.turn)
        table = await player.join("count", "seat0")
        async for _ in table:
            await table.answer(0)
        async for view in changes:
            seen.append(view.game.turn)
            assert not watched.has_decision
            assert watched.seat is None
    assert seen[0] == 0
    assert seen[-1] == ROUNDS
    assert seen == sorted(seen)


async def test_a_gap_heals_by_a_fresh_state(tiny: Tiny) -> None:
    tiny.lose_diffs = {2}
    async with connect(tiny.url) as player, connect(tiny.url) as spectator:
        watched = await spectator.join("count")
        table = await player.join("count", "seat0")
        for _ in range(3):
            await table.answer(0)
        while watched.seq < 3:
            await watched.next_change()
        assert watched.view.entities == tiny.entities()


async def test_a_lost_last_diff_heals_by_the_head(tiny: Tiny) -> None:
    tiny.lose_diffs = {1}
    async with connect(tiny.url) as player, connect(tiny.url) as spectator:
        watched = await spectator.join("count")
        await (await player.join("count", "seat0")).answer(0)
        await tiny.tell(Head("count", 1))
        while watched.seq < 1:
            await watched.next_change()
        assert watched.view.entities == tiny.entities()


async def test_an_intent_cut_off_before_its_ack_is_applied_once(tiny: Tiny) -> None:
    """The answer was applied and the connection died: the client sends it again, the server answers with the first."""
    tiny.drop_before_ack = 2
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        async for _ in table:
            await table.answer(1)
    assert client.reconnects == 1
    assert tiny.applied == [1] * ROUNDS


async def test_a_refused_answer_leaves_the_decision_to_be_asked_again(tiny: Tiny) -> None:
    tiny.refuse = ["bad_answer"]
    codes: list[str] = []
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        async for _ in table:
            try:
                await table.answer(0)
            except Refused as refused:
                codes.append(refused.code)
    assert codes == ["bad_answer"]
    assert len(tiny.applied) == ROUNDS


async def test_what_is_refused_for_now_is_repeated(tiny: Tiny) -> None:
    tiny.refuse = ["rate_limited", "unavailable"]
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        await table.answer(2)
    assert tiny.applied == [2]


@pytest.mark.parametrize("code", ["match_over", "stale_decision"])
async def test_what_comes_too_late_does_not_count_and_is_no_error(tiny: Tiny, code: str) -> None:
    tiny.refuse = [code]
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        assert not await table.answer(0)
        assert await table.answer(0)
    assert tiny.applied == [0]


async def test_an_answer_never_lands_in_a_decision_that_it_was_not_thought_of_for(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        first = await anext(table)
        await tiny.go_on()
        while table.is_open(first):
            await table.next_change()
        assert not await table.answer(1)
        second = await anext(table)
        assert not await table.answer(1, first)
        assert await table.answer(2)
    assert second.w == first.w + 1
    assert tiny.applied == [None, 2]


async def test_who_takes_too_long_has_answered_by_default(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0", timeout_s=0.01)
        async for decision in table:
            if decision.w == 2:
                await anyio.lowlevel.checkpoint()
                assert await table.answer(2)
                continue
            while table.is_open(decision):
                await table.next_change()
            await anyio.wait_all_tasks_blocked()  # the default is acknowledged, and the next decision there
            assert not await table.answer(2)
    assert tiny.applied == [DEFAULT, 2, DEFAULT, DEFAULT, DEFAULT]
    assert table.lapses == ROUNDS - 1


async def test_the_time_of_a_seat_ends_before_its_deadline_does(tiny: Tiny) -> None:
    tiny.decision_ms = 501
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0", timeout_s=3600)
        first = await anext(table)
        while table.is_open(first):
            await table.next_change()
    assert tiny.applied == [DEFAULT]


async def test_a_new_client_goes_on_from_the_seats_last_number(tiny: Tiny) -> None:
    for _ in range(2):
        async with connect(tiny.url) as client:
            await (await client.join("count", "seat0")).answer(0)
    assert tiny.last_c == 2


async def test_two_clients_of_a_seat_do_not_take_each_others_results_for_theirs(tiny: Tiny) -> None:
    """A number that the other one has used is given up for a new one; each answer counts once."""
    async with connect(tiny.url) as one, connect(tiny.url) as other:
        ann, again = await one.join("count", "seat0"), await other.join("count", "seat0")
        assert await ann.answer(0)
        while again.decision.w == 1:
            await again.next_change()
        assert await again.answer(1, again.decision)
        await ann.settle("own on")
        await again.settle("own off")
        while ann.decision.w == 2:
            await ann.next_change()
        assert not await ann.answer(2, msgspec.structs.replace(ann.decision, w=2))
        assert await ann.answer(2)
    assert (tiny.applied, tiny.settings) == ([0, 1, 2], ["own on", "own off"])


async def test_a_number_that_is_too_low_is_given_up_for_the_next_one(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        tiny.last_c = 40
        assert await table.answer(1)
        assert (tiny.applied, tiny.last_c, table.c) == ([1], 41, 41)


async def test_who_hears_again_and_again_that_a_number_is_used_is_not_patient_for_ever(tiny: Tiny) -> None:
    tiny.refuse = ["reused_c", "stale_c"] * 50
    async with connect(tiny.url, patience_s=0.3) as client:
        table = await client.join("count", "seat0")
        with pytest.raises(Refused) as refused:
            await table.answer(1)
    assert refused.value.code in ("reused_c", "stale_c")
    assert len(tiny.refuse) > 80


async def test_settings_are_a_record_or_a_gesture_and_share_the_numbers(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        await table.settle(Comfort(own=True, stops=(("end", "others"),)))
        await table.settle("pass until end of turn")
        await table.answer(0)
    assert tiny.settings == [Comfort(own=True, stops=(("end", "others"),)), "pass until end of turn"]
    assert tiny.last_c == 3


async def test_why_is_answered_or_refused(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        assert (await client.why("count", 9)).code == "can"
        with pytest.raises(Refused, match="unseen"):
            await client.why("count", 0)
        await table.answer(0)


async def test_what_a_view_was_is_told_number_by_number(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        for _ in range(3):
            await table.answer(0)
        passage = await client.earlier("count", 1, count=9)
        assert [view.game.turn for view in passage.views] == [1, 2, 3]
        assert (passage.seq, passage.last) == (1, 3)
        assert [view.game.turn for view in (await client.earlier("count", 2)).views] == [2]
        with pytest.raises(Refused, match="no_such_view"):
            await client.earlier("count", 4)


async def test_it_is_told_how_many_watch(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        await tiny.tell(Head("count", 0, watching=7))
        assert await client.ping() == 1000
        assert table.watching == 7


async def test_conceding_ends_the_match(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        await table.concede()
        while table.result is None:
            await table.next_change()
        assert table.result.code == "conceded"
        assert await anext(table, None) is None


async def test_create_list_and_ping(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        created = await client.create("count")
        assert (created.m, created.seats[0].token) == ("count", "seat0")
        assert [line.m for line in await client.matches()] == ["count"]
        assert await client.ping() == 1000


@pytest.mark.parametrize("trouble", [["rate_limited"], ["unavailable", "rate_limited"], [""], ["", "unavailable"]])
async def test_requests_are_made_again_when_told_to_or_where_it_does_no_harm(tiny: Tiny, trouble: list[str]) -> None:
    async with connect(tiny.url) as client:
        await client.join("count", "seat0")
        tiny.refuse_requests = [*trouble]
        assert [line.m for line in await client.matches()] == ["count"]
        tiny.refuse_requests = [*trouble]
        assert (await client.why("count", 9)).code == "can"
        tiny.refuse_requests = [*trouble]
        assert (await client.redeem("an invite")).seat == 0


async def test_what_would_be_made_twice_is_not_asked_for_again(tiny: Tiny) -> None:
    tiny.refuse_requests = [""]
    async with connect(tiny.url) as client:
        with pytest.raises(ConnectionLost):
            await client.create("count")
        assert (await client.create("count", clock=Clock(decision_ms=5000), delay_s=1)).m == "count"


async def test_a_server_that_is_full_is_come_to_when_it_says_so() -> None:
    busy = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS)
    turned_away: list[str] = []

    def full(connection: ServerConnection, request: Request) -> Response | None:
        if len(turned_away) == 2:
            return None
        turned_away.append(request.path)
        response = connection.respond(busy[len(turned_away) - 1], "later")
        response.headers["Retry-After"] = "0"
        return response

    async with tiny_server(full) as tiny, connect(tiny.url) as client:
        assert await client.ping() == 1000
    assert turned_away == ["/ws", "/ws"]


async def test_a_request_longer_than_the_server_takes_is_refused_before_it_is_sent(tiny: Tiny) -> None:
    """The server could not tell what it answers, and the request was sent again and again."""
    async with connect(tiny.url) as client:
        with anyio.fail_after(10), pytest.raises(Refused, match="too_large: a frame of 20"):
            await client.check_deck("count", text="x" * 20_000)


async def test_it_is_told_whether_there_is_a_connection(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        seen = [(client.is_up, table.is_live)]
        tiny.drop()
        while len(seen) < 3:
            await table.next_change()
            if (now := (client.is_up, table.is_live)) != seen[-1]:
                seen.append(now)
    assert seen == [(True, True), (False, False), (True, True)]


async def test_the_clock_is_the_servers(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        assert 1000 <= client.now_ms < 60_000


async def test_the_examples_of_the_library_are_true(tiny: Tiny) -> None:
    """Those of its first page, as they stand there."""
    blocks = [
        textwrap.dedent(block) for block in re.findall(r"::\n\n((?:    .*\n|\n)+)", protocol.client.__doc__ or "")
    ]
    names: dict[str, object] = {**vars(protocol.client), "anyio": anyio, "random": random}
    for block in (*blocks[:2], "async def said(match, decision):\n" + textwrap.indent(blocks[2], "    ")):
        exec(block, names)  # noqa: S102 # our own docstring
    main, said = names["main"], names["said"]
    assert callable(main)
    assert callable(said)
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        await said(table, await anext(table))
    await main(tiny.url, {"count": "seat0"})
    assert tiny.applied[:4] == [0, 2, "add 2", Answer("add", (1,), plan=(Answer("auto"),))]
    assert tiny.over


async def test_refusals_carry_their_code(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        with pytest.raises(Refused, match="unknown_game"):
            await client.create("chess")
        with pytest.raises(Refused, match="unknown_match"):
            await client.join("nowhere")
        with pytest.raises(Refused, match="bad_token"):
            await client.join("count", "forged")
        assert await client.ping() == 1000


async def test_patience_counts_from_the_loss_and_not_from_the_beginning(tiny: Tiny) -> None:
    """A connection that had lasted longer than the patience was once given up at its first hiccup."""
    async with connect(tiny.url, patience_s=0) as client:
        table = await client.join("count", "seat0")
        tiny.drop()
        await table.answer(1)
    assert client.reconnects == 1


async def test_a_server_that_restarts_is_come_back_to(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        await tiny.end(Close.SLOW)
        await table.answer(1)
    assert client.reconnects == 1


async def test_a_terminal_close_of_a_live_connection_ends_every_wait(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count")
        await tiny.end(Close.TOO_MANY_ERRORS)
        with pytest.raises(ConnectionLost) as lost:
            await anext(table)
        assert lost.value.code == 4503
        with pytest.raises(ConnectionLost):
            await client.matches()
        with pytest.raises(ConnectionLost):
            await client.join("count")


async def test_a_server_that_is_gone_ends_the_wait_when_patience_does() -> None:
    async with AsyncExitStack() as stack:
        gone = await stack.enter_async_context(tiny_server())
        async with connect(gone.url, patience_s=0) as client:
            table = await client.join("count", "seat0")
            await stack.aclose()
            with pytest.raises(ConnectionLost):
                await table.answer(1)


async def test_a_match_that_moved_is_joined_again(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        await tiny.tell(Moved("count"))
        await table.answer(1)
    assert tiny.joins == 2


async def test_a_match_that_moved_to_another_server_is_followed(tiny: Tiny) -> None:
    async with tiny_server() as other, connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        await tiny.tell(Moved("count", other.url))
        while other.joins == 0:
            await table.next_change()
        await table.answer(1)
    assert (tiny.applied, other.applied) == ([], [1])


async def test_who_is_moved_does_not_wait_as_those_are_asked_to_who_come_back(tiny: Tiny) -> None:
    """A node that left said where the match was, and then goodbye to all: its players waited for a second."""
    async with tiny_server() as other, connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        await tiny.tell(Moved("count", other.url))
        await tiny.tell(Bye(4000, "the server stops", reconnect_ms=600_000))
        with anyio.fail_after(30):
            while other.joins == 0:
                await table.next_change()


async def test_another_known_address_is_tried_when_one_cannot_be_reached(tiny: Tiny) -> None:
    async with connect("http://127.0.0.1:1", tiny.url) as client:
        table = await client.join("count", "seat0")
        assert table.seat == 0


async def test_a_match_that_moved_to_nowhere_ends_the_connection(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        table = await client.join("count", "seat0")
        await tiny.tell(Moved("count", "ftp://elsewhere"))
        with pytest.raises(ConnectionLost, match="ftp://elsewhere"):
            await table.concede()


async def test_leaving_a_match_ends_its_frames(tiny: Tiny) -> None:
    async with connect(tiny.url) as player, connect(tiny.url) as spectator:
        watched = await spectator.join("count")
        await spectator.leave(watched)
        assert await spectator.ping() == 1000
        await (await player.join("count", "seat0")).answer(1)
        assert await spectator.ping() == 1000
        assert watched.seq == 0
        with pytest.raises(LookupError):
            watched.decision  # noqa: B018 # asking is the act


async def test_a_join_that_cannot_be_served_just_now_is_repeated(tiny: Tiny) -> None:
    tiny.refuse_joins = ["unavailable", "rate_limited"]
    async with connect(tiny.url) as client:
        assert (await client.join("count", "seat0")).seat == 0


async def test_a_terminal_close_is_not_retried(tiny: Tiny) -> None:
    with pytest.raises(ConnectionLost) as lost:
        async with connect(tiny.url, token="forged"):
            pass
    assert lost.value.code == 4502


async def test_no_server_is_an_error_at_once_and_says_where() -> None:
    with pytest.raises(ConnectionLost, match=r"^no connection to ws://127\.0\.0\.1:9/ws: Connection refused$"):
        async with connect("http://127.0.0.1:9"):
            pass


@pytest.mark.parametrize("typed", ["", "ftp://host", "http://host:port", "http://[::1", "http://:8300"])
async def test_what_is_no_address_is_told(typed: str) -> None:
    with pytest.raises(ConnectionLost, match="no connection to"):
        async with connect(typed):
            pass


async def test_errors_of_the_body_come_out_as_they_are(tiny: Tiny) -> None:
    with pytest.raises(KeyError):
        async with connect(tiny.url):
            raise KeyError("mine")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("http://h:1", "ws://h:1/ws"),
        ("https://h/", "wss://h/ws"),
        ("h:1", "ws://h:1/ws"),
        ("ws://h:1/deep/ws", "ws://h:1/deep/ws"),
    ],
)
def test_addresses(typed: str, meant: str) -> None:
    assert websocket_url(typed) == meant
