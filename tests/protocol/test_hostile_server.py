"""The client library against servers that are broken or mean harm: typed errors, and bounds on all that grows."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus

import anyio
import pytest
from msgspec import Raw
from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from protocol.client import ConnectionLost, Match, Refused, connect, sample
from protocol.client import connection as connection_module
from protocol.client import flights as flights_module
from protocol.client import mirror as mirror_module
from protocol.client.addresses import Addresses
from protocol.client.talk import MOST_LINES
from protocol.errors import BadFrame
from protocol.messages import (
    Ack,
    Bye,
    ClientMessage,
    Decision,
    Diff,
    Head,
    Hear,
    Intent,
    Join,
    Leave,
    Matches,
    Moved,
    Nack,
    Open,
    Option,
    Pong,
    Remark,
    Said,
    Say,
    Sync,
)
from protocol.messages import List as Listing
from protocol.messages import Ping as Pinged
from protocol.view import Line, View
from tests.support.protocol.rogue import SOON_S, Rogue, rogue, sitting, state, tell

FAR = 2**53 - 1


@pytest.fixture(autouse=True)
async def bounded() -> AsyncIterator[None]:
    """None of it hangs, and nothing of it is left."""
    before = asyncio.all_tasks()
    yield
    assert not asyncio.all_tasks() - before - {asyncio.current_task()}


def joined(*then: object) -> Callable[[Rogue, ServerConnection, ClientMessage], Awaitable[None]]:
    """A server that answers a join by a state, says these things then, and answers pings."""

    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1), *then)  # type: ignore[arg-type] # frames, right or wrong
        if isinstance(message, Pinged):
            await tell(connection, Pong(1000, message.r))

    return says


async def silent(_: Rogue, __: ServerConnection, ___: ClientMessage) -> None:
    """Says nothing but welcome."""


async def end_of(match: Match) -> ConnectionLost:
    """The error by which a match is lost."""
    while True:
        try:
            await match.next_change()
        except ConnectionLost as lost:
            return lost


# --- frames that are not the protocol ---------------------------------------------------------


@pytest.mark.parametrize(
    "frame",
    [
        b"\xff\xfe",
        b"nothing",
        b"[]",
        b"{}",
        b'{"t": 7}',
        b'{"t": "diff", "m": "m"}',
        b'{"t": "diff", "m": "m", "seq": "1", "d": {}}',
        b'{"t": "diff", "m": "m", "seq": 1, "d": []}',
        b'{"t": "diff", "m": "m", "seq": 1, "d": {"game": 7}}',
        b'{"t": "diff", "m": "m", "seq": 1, "d": {"game": {"turn": "late"}}}',
        b'{"t": "diff", "m": "m", "seq": 1, "d": {"x": "\xff"}}',
        b'{"t": "diff", "m": "m", "seq": 1, "d": {}, "decision": {"w": 2, "seat": 0, "kind": "\xff"}}',
        b'{"t": "diff", "m": "m", "seq": 1, "d": {}, "decision": {"w": "2", "seat": 0, "kind": "act"}}',
        b'{"t": "diff", "m": "m", "seq": 1, "d": {}, "decision": [1]}',
        b'{"t": "diff", "m": "m", "seq": 1, "d": {}, "decision": {"default": ' + b'{"plan": [' * 5000,
        b'{"t": "diff", "m": "m", "seq": 1, "d": ' + b'{"a":' * 5000 + b"1" + b"}" * 5001,
        b'{"t": "state", "m": "m", "seq": -1, "view": {}}',
        b'{"t": "state", "m": "m", "seq": 1, "view": null}',
        b'{"t": "moved", "m": "m", "url": "ws://' + b"a" * 70 + b'.example/ws"}',
        b'{"t": "moved", "m": "m", "url": "ws://a\\u0000b/ws"}',
        b'{"t": "moved", "m": "m", "url": "ws://[::1/ws"}',
    ],
)
async def test_what_is_not_the_protocol_ends_the_connection_for_good(frame: bytes) -> None:
    async with rogue(joined(frame)) as server, sitting(server) as (_, match):
        assert (await end_of(match)).code == 1007
        assert server.connections == 1


async def test_a_frame_beyond_all_bounds_is_not_taken_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "MOST_BYTES", 10_000)
    async with rogue(joined(b'{"t": "' + b"x" * 10_000)) as server, sitting(server) as (_, match):
        assert (await end_of(match)).code == 1009
        assert server.connections == 1


async def test_messages_of_a_later_version_are_passed_over() -> None:
    """PROTOCOL.md 1.3: messages are added inside a major version."""
    later = b'{"t": "weather", "m": "m", "c": {"deep": [1]}}'
    async with rogue(joined(later)) as server, sitting(server) as (client, match):
        assert await client.ping() == 1000
        assert match.decision.w == 1


async def test_a_view_without_an_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirror_module, "MOST_ENTITIES", 100)
    many = [Diff("m", seq, Raw(b'{"o%d": {"id": %d}}' % (seq, seq))) for seq in range(1, 200)]
    async with rogue(joined(*many)) as server, sitting(server) as (_, match):
        assert "entities" in (await end_of(match)).reason
        assert len(match.view.entities) <= 101


def test_entities_that_make_no_sense_are_the_servers_mistake() -> None:
    view = View({"": {}, "p1": {"seat": "left"}, "o7": 7, "p2": None, "e1": {"n": []}})
    for read in (lambda: view.players, lambda: view.cards, lambda: view.log):
        with pytest.raises(BadFrame):
            read()
    odd = View({"p1": {"seat": 10**9, "id": 1, "name": "x"}})
    assert odd.render(Line(1, "A: pass", seats=(0, 99, -50))) == "A: pass"


# --- numbers that do not fit ------------------------------------------------------------------


async def test_changes_of_what_is_not_there_are_harmless() -> None:
    then = Diff("m", 1, Raw(b'{"o99": null, "p7": null}')), Diff("other", 9, Raw(b"{}")), Head("m", 1)
    async with rogue(joined(*then)) as server, sitting(server) as (client, match):
        await client.ping()
        assert (match.seq, match.is_whole) == (1, True)


async def test_a_change_before_the_first_state_is_no_state() -> None:
    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, Diff("m", 0, Raw(b'{"x": 1}')), Head("m", 3), state(3))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert match.seq == 3
        assert "x" not in match.view.entities


async def test_a_hole_is_healed_by_one_question_however_much_follows() -> None:
    holes = [Diff("m", seq, Raw(b"{}")) for seq in range(5, 105)]
    async with rogue(joined(*holes)) as server, sitting(server) as (client, match):
        await client.ping()
        assert server.count(Sync) == 1
        assert (match.seq, match.is_whole) == (0, False)


async def test_acknowledgements_of_something_else_are_none() -> None:
    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1))
        if isinstance(message, Intent):
            others = [Ack("m", c, 7) for c in (0, message.c + 1, FAR)]
            await tell(connection, *others, Nack("bad_answer", "no", "m", FAR), Ack("m", message.c, 0))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert await match.answer(0)


async def test_an_acknowledged_number_that_no_state_reaches_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flights_module, "RESEND_S", 0.05)

    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join | Sync):
            await tell(connection, state(2, w=1))
        if isinstance(message, Intent):
            await tell(connection, Ack("m", message.c, FAR))

    async with rogue(says) as server, sitting(server) as (_, match):
        assert await match.answer(0)
        assert server.count(Sync) == 1


@pytest.mark.parametrize("acks", [False, True])
async def test_what_is_never_answered_is_given_up(acks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flights_module, "RESEND_S", 0.02)
    monkeypatch.setattr(flights_module, "ANSWER_S", 0.2)

    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(2, w=1))
        if isinstance(message, Intent) and acks:
            await tell(connection, Ack("m", message.c, FAR))

    async with rogue(says) as server, sitting(server, patience_s=0.1) as (client, match):
        with pytest.raises(ConnectionLost, match="no answer"):
            await match.answer(0)
        with pytest.raises(ConnectionLost, match="no answer"):
            await client.ping()
        with pytest.raises(ConnectionLost, match="no answer"):
            await client.join("other")
        assert server.connections == 1


# --- no end of it -----------------------------------------------------------------------------


async def test_who_is_told_to_slow_down_for_ever_is_refused() -> None:
    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1))
        if isinstance(message, Intent):
            await tell(connection, Nack("rate_limited", "slowly", "m", message.c, retry_ms=1))
        if isinstance(message, Listing):
            await tell(connection, Nack("rate_limited", "slowly", r=message.r, retry_ms=1))

    async with rogue(says) as server, sitting(server, patience_s=0.3) as (client, match):
        with pytest.raises(Refused, match="rate_limited"):
            await match.answer(0)
        with pytest.raises(Refused, match="rate_limited"):
            await client.matches()
        assert (await anext(match)).w == 1  # it stands
        assert server.count(Intent) < 20
        assert server.count(Listing) < 20


async def test_a_pause_longer_than_ones_patience_is_a_refusal_at_once() -> None:
    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1))
        if isinstance(message, Intent):
            await tell(connection, Nack("unavailable", "later", "m", message.c, retry_ms=FAR))
        if isinstance(message, Listing):
            await tell(connection, Nack("unavailable", "later", r=message.r, retry_ms=FAR))

    async with rogue(says) as server, sitting(server) as (client, match):
        with pytest.raises(Refused, match="unavailable"):
            await match.answer(0)
        with pytest.raises(Refused, match="unavailable"):
            await client.matches()


@pytest.mark.parametrize("retry_ms", [0, 1, FAR])
async def test_a_join_that_is_put_off_for_ever_is_made_now_and_then(retry_ms: int) -> None:
    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, *[Nack("unavailable", "later", "m", retry_ms=retry_ms)] * 50)

    async with rogue(says) as server:
        before = len(asyncio.all_tasks())
        with anyio.move_on_after(0.3):
            async with connect(server.url, patience_s=0.1) as client:
                try:
                    await client.join("m")
                finally:
                    assert len(asyncio.all_tasks()) < before + 10
                    assert not client.follows("m")
        assert server.count(Join) < 20


async def test_a_server_that_lets_in_and_throws_out_is_given_up() -> None:
    async def says(_: Rogue, connection: ServerConnection, __: ClientMessage) -> None:
        await connection.close(4004)

    async with rogue(says) as server:
        with anyio.fail_after(SOON_S), pytest.raises(ConnectionLost):
            async with connect(server.url, patience_s=0.4) as client:
                await client.matches()
        assert server.connections < 10


async def test_matches_that_send_each_other_round_are_joined_where_they_are() -> None:
    ways: dict[int, str] = {}

    async def says(here: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1), Moved("m", ways[here.port]))
        if isinstance(message, Pinged):
            await tell(connection, Pong(1000, message.r))

    async with rogue(says) as one, rogue(says) as other:
        ways.update({one.port: other.url, other.port: one.url})
        async with sitting(one) as (client, match):
            with anyio.move_on_after(1.0):
                while one.connections + other.connections < 20:
                    await match.next_change()
            assert one.connections + other.connections < 10
            assert one.count(Join) + other.count(Join) < 20
            assert await client.ping() == 1000


async def test_a_match_that_is_always_elsewhere_is_joined_now_and_then() -> None:
    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1), *[Moved("m")] * 50)

    async with rogue(says) as server, sitting(server) as (_, match):
        with anyio.move_on_after(0.5):
            while server.count(Join) < 100:
                await match.next_change()
        assert server.count(Join) < 20
        while server.count(Join) < 2:
            await match.next_change()


def test_only_some_addresses_are_remembered() -> None:
    addresses = Addresses(["ws://a"])
    for port in range(1, 1000):
        addresses.now = addresses.learn(f"ws://b:{port}")
        addresses.missed()
    assert len(addresses.known) <= 16
    assert len(addresses.out_of_reach) <= 16


async def test_a_flood_of_chat_is_kept_as_far_as_it_matters() -> None:
    def lines(n: int) -> tuple[Remark, ...]:
        return tuple(Remark(f"l{n}.{i}", 1, "spam", 1) for i in range(50)) * 2

    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1))
        if isinstance(message, Hear):
            await tell(connection, Said("m", (), message.r), *[Said("m", lines(n)) for n in range(40)])
        if isinstance(message, Pinged):
            await tell(connection, Pong(1000, message.r))

    async with rogue(says) as server, sitting(server) as (client, match):
        await client.hear("m")
        await client.ping()
        assert len(match.talk.lines) == MOST_LINES
        assert match.talk.count == 40 * 50


async def test_a_clock_in_the_past_answers_by_default_and_leaves_one_timer() -> None:
    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1))
        if isinstance(message, Intent):
            asked = b'{"w": %d, "seat": 0, "kind": "act", "default": {"do": "pass"}, "deadline": -9, "now": 0}'
            seq = server.count(Intent)
            diff = Diff("m", seq, Raw(b"{}"), Raw(asked % (seq + 1)) if seq < 100 else Raw(b"null"))
            await tell(connection, diff, Ack("m", message.c, seq))

    async with rogue(says) as server, connect(server.url) as client:
        match = await client.join("m", timeout_s=3600)
        before = len(asyncio.all_tasks())
        with anyio.fail_after(SOON_S):
            await match.answer(0)
            while match.has_decision:
                decision = await anext(match)
                while match.is_open(decision):
                    await match.next_change()
        assert match.lapses == 99
        assert len(asyncio.all_tasks()) <= before + 2


async def test_decisions_that_were_answered_leave_no_timer_behind() -> None:
    async def says(server: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join):
            await tell(connection, state(w=1))
        if isinstance(message, Intent):
            asked = b'{"w": %d, "seat": 0, "kind": "act", "default": {"do": "pass"}}'
            seq = server.count(Intent)
            await tell(connection, Diff("m", seq, Raw(b"{}"), Raw(asked % (seq + 1))), Ack("m", message.c, seq))

    async with rogue(says) as server, connect(server.url) as client:
        match = await client.join("m", timeout_s=3600)
        before = len(asyncio.all_tasks())
        with anyio.fail_after(SOON_S):
            for _ in range(50):
                await anext(match)
                await match.answer(0)
        assert len(asyncio.all_tasks()) <= before + 2


# --- coming and going -------------------------------------------------------------------------


async def test_a_server_that_does_not_say_welcome_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "OPEN_TIMEOUT_S", 1.0)  # the handshake has to come in it, too
    async with rogue(silent) as server:
        server.is_welcoming = False
        with anyio.fail_after(SOON_S), pytest.raises(ConnectionLost, match="no welcome"):
            async with connect(server.url):
                pass


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\x00" * 100,
        b"HTTP/1.1 101 Switching",
        b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi",
        b"HTTP/1.1 301 Moved\r\nlocation: /ws\r\n\r\n",
        b"HTTP/1.1 301 Moved\r\nlocation: ftp://elsewhere\r\n\r\n",
        b"HTTP/1.1 301 Moved\r\nlocation: ws://" + b"a" * 70 + b".example/\r\n\r\n",
        b"HTTP/1.1 301 Moved\r\n\r\n",
        b"HTTP/1.1 999 What\r\n\r\n",
        b"x" * 100_000,
    ],
)
async def test_what_is_no_handshake_is_no_connection(answer: bytes) -> None:
    async def handle(stream: anyio.abc.SocketStream) -> None:
        async with stream:
            await stream.receive()
            await stream.send(answer or b" ")

    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener:
        port = listener.extra(anyio.abc.SocketAttribute.local_port)  # noqa: S610 # no database
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(listener.serve, handle)
            with anyio.fail_after(SOON_S), pytest.raises(ConnectionLost, match="no connection to"):
                async with connect(f"http://127.0.0.1:{port}", patience_s=0):
                    pass
            tasks.cancel_scope.cancel()


@pytest.mark.parametrize("told", ["9" * 5000, "999999999999", "-1", "soon"])
async def test_a_full_server_is_not_waited_for_longer_than_ones_patience(told: str) -> None:
    def full(connection: ServerConnection, _: Request) -> Response:
        response = connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "later")
        response.headers["Retry-After"] = told
        return response

    async with rogue(silent, full) as server:
        with anyio.fail_after(SOON_S), pytest.raises(ConnectionLost, match="503"):
            async with connect(server.url, patience_s=0.1):
                pass


async def test_goodbye_for_a_century_is_not_waited_for_longer_than_ones_patience() -> None:
    async def says(_: Rogue, connection: ServerConnection, __: ClientMessage) -> None:
        await tell(connection, Bye(4000, "long", reconnect_ms=FAR))
        await connection.close(4000)

    async with rogue(says) as server:
        with anyio.fail_after(SOON_S), pytest.raises(ConnectionLost):
            async with connect(server.url, patience_s=0.1) as client:
                await client.matches()


async def test_a_server_that_reads_no_more_is_left() -> None:
    """Keeping alive does not notice it: a ping waits for its turn to be written."""

    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Say):
            connection.transport.pause_reading()

    async with rogue(says) as server, connect(server.url, patience_s=0, ping_s=0.2) as client:
        text = "x" * 500_000
        with anyio.fail_after(SOON_S):
            async with anyio.create_task_group() as tasks:
                for _ in range(20):
                    tasks.start_soon(lost, client.say, "m", text)


async def lost(what: Callable[[str, str], Awaitable[object]], match: str, text: str) -> None:
    with pytest.raises(ConnectionLost):
        await what(match, text)


@pytest.mark.parametrize("lines", [0, 2])
async def test_answers_of_another_shape_are_typed_errors(lines: int) -> None:
    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        match message:
            case Say(r=r):
                await tell(connection, Said("m", (Remark("l1", 0, "x", 1),) * lines, r))
            case Open(r=r) | Listing(r=r):
                await tell(connection, Pong(1, r))
            case Pinged(r=r):
                await tell(connection, Matches((), r))
            case _:
                pass

    async with rogue(says) as server, connect(server.url) as client:
        with anyio.fail_after(SOON_S):
            for asked in (client.say("m", "x"), client.open_table("magic"), client.matches(), client.ping()):
                with pytest.raises(BadFrame):
                    await asked


async def test_who_is_ended_while_joining_or_answering_leaves_nothing_behind() -> None:
    async def says(_: Rogue, connection: ServerConnection, message: ClientMessage) -> None:
        if isinstance(message, Join) and message.m == "m":
            await tell(connection, state(w=1))

    async with rogue(says) as server, sitting(server) as (client, match):
        with anyio.move_on_after(0.05):
            await client.join("other")
        assert not client.follows("other")
        with anyio.move_on_after(0.05):
            await match.answer(0)
        assert match.is_open(match.decision)
        assert client.follows("m")
        assert server.count(Leave) == 1


# --- decisions that cannot be answered --------------------------------------------------------

WRONG = [
    Decision(1, 0, "confirm"),
    Decision(1, 0, "number", least=5, most=1),
    Decision(1, 0, "targets", least=3, most=3, options=(Option(0, "target", (7,)),)),
    Decision(1, 0, "targets", least=1, most=1, options=(Option(0, "target"),)),
    Decision(1, 0, "targets", least=-3, most=1, options=(Option(0, "target", (1,)),)),
    Decision(1, 0, "divide", total=5),
    Decision(1, 0, "assign", least=0, most=1, options=(Option(0, "assign", (1,)),)),
    Decision(1, 0, "assign", least=2, most=2, options=(Option(0, "assign", (1,), (2,)),)),
]


@pytest.mark.parametrize("decision", WRONG, ids=str)
def test_a_decision_that_has_no_answer_is_the_servers_mistake(decision: Decision) -> None:
    with pytest.raises(BadFrame):
        sample(decision, random.Random(1).randrange)


def test_numbers_given_twice_and_sums_beyond_reason_are_answered_in_no_time() -> None:
    twice = Decision(1, 0, "act", options=(Option(0, "pass"), Option(0, "play")), most=1)
    assert sample(twice, random.Random(1).randrange) == 0
    huge = Decision(1, 0, "divide", total=FAR, options=(Option(0, "divide", (1,)), Option(1, "divide", (2,))))
    answer = sample(huge, random.Random(1).randrange)
    assert not isinstance(answer, int | str)
    assert sum(answer.amounts) == FAR
