"""Every request of a peer has a bound; one beyond is refused with a code, and nobody else waits for it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import anyio
import orjson
import pytest
from websockets.frames import Frame as WebsocketFrame
from websockets.frames import Opcode

from protocol.client import connect
from server.runtime import metrics
from server.service.service import Service
from server.store.entries import Closed, decode
from tests.support.server.counters import count
from tests.support.server.hand_clock import HandTime
from tests.support.server.peer import PATIENCE_S, Peer, dial, peer, seated, serving

UNREAD: dict[str, Any] = {"backlog_bytes": 16_384, "drained_bytes": 1024, "tick_s": 0.02, "ping_s": 600}
"""Without pings, of the peer either: who reads nothing for so long as a busy machine takes would be given up by one."""
OWED_BYTES: Final = 1 << 18
"""More than all answers that are owed to who has just fallen behind, that he does not fall behind on them again."""
PING = WebsocketFrame(Opcode.PING, b"x" * 125).serialize(mask=True)


async def until(is_so: Callable[[], bool], bystander: Peer) -> None:
    with anyio.fail_after(PATIENCE_S):
        while not is_so():
            assert await bystander.is_alive()


async def test_who_does_not_read_is_not_heard_until_he_does(tmp_path: Path) -> None:
    """Else each request of some bytes would be answered into memory, whatever the answer's size."""
    unread = UNREAD | {"backlog_bytes": OWED_BYTES}
    async with (
        serving(tmp_path, slow_s=1e9, **unread) as service,
        peer(service.url) as ann,
        peer(service.url, ping_s=None) as eve,
    ):
        for _ in range(20):
            await ann.create()
        before = count(metrics.BEHIND)
        eve.socket.transport.pause_reading()
        asked = 0
        with anyio.fail_after(PATIENCE_S):
            while count(metrics.BEHIND) <= before:
                for _ in range(400):
                    asked += 1
                    eve.socket.transport.write(text({"t": "ping", "r": f"{asked:064}"}))
                assert await ann.is_alive()
        for _ in range(500):
            asked += 1
            eve.socket.transport.write(text({"t": "ping", "r": f"{asked:064}"}))
        assert await ann.is_alive()
        eve.socket.transport.resume_reading()
        with anyio.fail_after(PATIENCE_S):
            heard = [(await eve.next())["r"] for _ in range(asked)]
        assert heard == [f"{number:064}" for number in range(1, asked + 1)]


def text(frame: dict[str, Any]) -> bytes:
    return WebsocketFrame(Opcode.TEXT, orjson.dumps(frame)).serialize(mask=True)


async def test_pings_that_are_answered_and_never_read_end_the_connection(tmp_path: Path) -> None:
    """The websocket layer answers them by itself, whether anybody reads the answers or not."""
    async with (
        serving(tmp_path, **UNREAD) as service,
        peer(service.url) as ann,
        peer(service.url, ping_s=None) as eve,
    ):
        before = count(metrics.CUT)
        eve.socket.transport.pause_reading()
        with anyio.fail_after(PATIENCE_S):
            while count(metrics.CUT) <= before:
                eve.socket.transport.write(PING * 1000)
                assert await ann.is_alive()


async def test_lists_and_earlier_views_are_bounded_by_address(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, asks_per_s=0.001, burst_asks=3) as service,
        peer(service.url) as ann,
        peer(service.url) as bob,
    ):
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        await ann.ask({"t": "list", "r": "1"}, "matches")
        await bob.ask({"t": "list", "r": "2"}, "matches")
        await ann.ask({"t": "earlier", "m": match, "seq": 0, "r": "3"}, "past", "nack")
        for one, frame in ((bob, {"t": "list", "r": "4"}), (ann, {"t": "earlier", "m": match, "seq": 0, "r": "5"})):
            nack = await one.refused(frame)
            assert (nack["code"], nack["r"], nack["retry_ms"] > 0) == ("rate_limited", frame["r"], True)


async def test_the_client_library_asks_again_when_it_is_told_to(tmp_path: Path) -> None:
    async with serving(tmp_path, asks_per_s=50.0, burst_asks=1) as service, connect(service.url) as client:
        for _ in range(5):
            assert await client.matches() == ()


async def test_an_address_has_so_many_matches_running_and_another_once_one_is_over(tmp_path: Path) -> None:
    async with serving(tmp_path, matches_per_address=2) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        await ann.create()
        assert (await ann.refused({"t": "create", "r": "c", "game": "magic"}))["code"] == "too_many_matches"
        await ann.join(match, tokens[0])
        await ann.ask({"t": "concede", "m": match, "c": 1}, "end")
        await ann.create()


async def test_matches_that_are_over_are_read_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is played again from its journal; who asks for hundreds must not have the node do nothing else."""
    async with serving(tmp_path, finished_matches=0) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        await ann.ask({"t": "concede", "m": match, "c": 1}, "end")
        await until(lambda: service.registry.get(match) is None, ann)
        monkeypatch.setattr("server.ownership.registry.MOST_READ", 0)
        nack = await bob.join(match)
        assert (nack["code"], nack["retry_ms"] > 0) == ("unavailable", True)
        monkeypatch.undo()
        assert (await bob.join(match))["result"]["code"] == "concede"


async def test_the_house_has_so_many_bots(tmp_path: Path) -> None:
    async with serving(tmp_path, most_bots=1) as service, peer(service.url) as ann:
        match, tokens = await ann.create(seats=["open", "bot:random"])
        frame = {"t": "create", "r": "c", "game": "magic", "seats": ["open", "bot:random"]}
        nack = await ann.refused(frame)
        assert (nack["code"], nack["retry_ms"] > 0) == ("unavailable", True)
        await ann.create()
        await ann.join(match, tokens[0])
        await ann.ask({"t": "concede", "m": match, "c": 1}, "end")
        with anyio.fail_after(PATIENCE_S):
            while (await ann.ask(frame, "created", "nack"))["t"] == "nack":
                pass


class Watch(HandTime):
    """By which actors measure how fast they are, too."""

    perf_counter = staticmethod(time.perf_counter)


@pytest.mark.interpreted("sets another clock, which compiled code does not look up")
async def test_a_match_that_nobody_plays_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    for module in ("actor", "intent_path"):
        monkeypatch.setattr(f"server.match.{module}.time", watch)
    async with serving(tmp_path, abandoned_s=60.0, head_s=0.05, tick_s=0.02) as service, peer(service.url) as ann:

        def are_left(*matches: str) -> bool:
            watch.at_s += 61.0
            return service.registry.running_ids() == set(matches)

        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        other, _ = await ann.create(seats=["open", "bot:random"])
        await until(lambda: are_left(match), ann)
        assert (await watched_to_its_end(service, other))["code"] == "closed"
        assert are_left(match)  # somebody sits there
        await ann.send({"t": "leave", "m": match})
        await until(are_left, ann)


@pytest.mark.interpreted("sets another clock, which compiled code does not look up")
async def test_a_match_with_bots_alone_is_closed_minutes_after_its_player_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else waits for it: it stood in the list for a day."""
    watch = Watch()
    for module in ("actor", "intent_path"):
        monkeypatch.setattr(f"server.match.{module}.time", watch)
    settings = {"abandoned_s": 1e9, "abandoned_alone_s": 60.0, "head_s": 0.05, "tick_s": 0.02}
    async with serving(tmp_path, **settings) as service, peer(service.url) as ann, peer(service.url) as bob:

        def is_left_alone(*matches: str) -> bool:
            watch.at_s += 61.0
            return service.registry.running_ids() == set(matches)

        among_people, _ = await ann.create()
        match, tokens = await ann.create(seats=["open", "bot:random"])
        await ann.join(match, tokens[0])
        given_up, _ = await ann.create(seats=["open", "bot:random"])
        await until(lambda: is_left_alone(among_people, match), ann)
        assert (await watched_to_its_end(service, given_up))["code"] == "closed"
        watch.at_s += 100.0  # its player thinks for longer
        assert await bob.is_alive()
        await ann.send({"t": "leave", "m": match})
        await until(lambda: is_left_alone(among_people), ann)


async def watched_to_its_end(service: Service, match: str) -> dict[str, Any]:
    async with peer(service.url) as watcher:
        state = await watcher.join(match)
        result: dict[str, Any] = state.get("result") or (await watcher.expect("end"))["result"]
        return result


async def test_a_match_that_goes_on_for_ever_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, segment_entries=4, most_entries=10) as service, peer(service.url) as ann:
        match, _ = await ann.create(seats=["bot:random", "bot:random"])
        result = await watched_to_its_end(service, match)
        assert (result["code"], result["reason"]) == ("closed", "the match has grown too long")
        last = decode((await service.registry.journal.read(match))[-1])
        assert isinstance(last, Closed)


async def test_who_is_refused_a_lot_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Between two refusals another connection is served: a seat's mailbox is not emptied in one go."""
    async with (
        serving(tmp_path) as service,
        seated(service.url) as (match, asked, _, decision),
        peer(service.url) as bob,
    ):
        pieces = [text({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": '"' * 1000}) for _ in range(60)]
        asked.socket.transport.write(b"".join(pieces))
        await bob.is_alive()
        heard = 0
        await asked.send({"t": "why", "m": match, "r": "last", "o": 1})
        with anyio.fail_after(PATIENCE_S):
            while (frame := await asked.next()).get("r") != "last":
                heard += frame["t"] == "nack"
        assert heard == 60


@pytest.mark.parametrize(
    "said", [b"", b"GET /ws HTTP/1.1\r\nHost: x\r\n", b"GET / HTT"], ids=["nothing", "half", "less"]
)
async def test_a_handshake_that_does_not_come_to_its_end_is_ended(tmp_path: Path, said: bytes) -> None:
    async with serving(tmp_path, hello_timeout_s=0.2) as service:
        parts = urlsplit(service.url)
        with anyio.fail_after(PATIENCE_S):
            async with await anyio.connect_tcp(parts.hostname or "", parts.port or 0) as stream:
                await stream.send(said or b"\r")
                with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
                    await stream.receive()


@pytest.mark.parametrize("name", ["\x1b[31mred", "two\nlines", "\x00", "\u202eesrever", "a\u2028b"], ids=ascii)
async def test_a_name_that_could_deceive_who_reads_it_is_refused(tmp_path: Path, name: str) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        frame = {"t": "create", "r": "7", "game": "magic", "names": ["ann", name]}
        assert [(await ann.refused(frame))[field] for field in ("code", "r")] == ["bad_name", "7"]
        async with dial(service.url) as eve:
            assert (await eve.ask({"t": "hello", "name": name}, "nack"))["code"] == "bad_name"


async def test_a_flood_of_fragments_ends_the_connection(tmp_path: Path) -> None:
    """Each costs memory though it holds nothing; the size of a message does not bound their number."""
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as eve:
        eve.socket.transport.write(WebsocketFrame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        empty = WebsocketFrame(Opcode.CONT, b"", fin=False).serialize(mask=True)
        with anyio.fail_after(PATIENCE_S):
            while not eve.socket.transport.is_closing():
                eve.socket.transport.write(empty * 1000)
                assert await ann.is_alive()
