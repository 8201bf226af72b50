"""Admission: room, rate and number by address, told before the upgrade (PROTOCOL.md 5.2)."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import anyio
import pytest
from websockets.asyncio.client import connect as dial_raw
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from protocol.client.addresses import websocket_url
from server.gateway.admission import SPARE_OF_ADDRESS, SPARE_SOCKETS, Admission
from server.identity import rate_limits
from server.identity.rate_limits import FORGOTTEN_MS, Addresses, place, place_of
from server.runtime.settings import Settings
from tests.support.server.peer import PATIENCE_S, Peer, dial, peer, serving


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", None),
        ("", None),
        ("_hidden", None),
        ("1.2.3.4.5", None),
    ],
)
def test_what_counts_as_one_place(text: str, where: str | None) -> None:
    assert place(text) == where


@pytest.mark.parametrize(
    ("forwarded", "hops", "where"),
    [
        ([], 0, "198.51.100.1"),
        (["203.0.113.5"], 0, "198.51.100.1"),
        (["203.0.113.5"], 1, "203.0.113.5"),
        (["6.6.6.6, 203.0.113.5"], 1, "203.0.113.5"),
        (["6.6.6.6", "203.0.113.5"], 1, "203.0.113.5"),
        (["6.6.6.6, 203.0.113.5, 10.0.0.2"], 2, "203.0.113.5"),
        (["203.0.113.5"], 2, "198.51.100.1"),
        (["rubbish"], 1, "198.51.100.1"),
    ],
)
def test_the_proxies_that_we_trust_are_counted_from_our_end(forwarded: list[str], hops: int, where: str) -> None:
    """A peer's own part of the header stands further out and is not believed."""
    assert place_of("198.51.100.1", forwarded, hops) == where


def test_places_are_forgotten_and_never_more_than_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_PLACES", 3)
    known = Addresses(Settings())
    busy = known.visitor("busy", 0)
    busy.connections = 1
    for number in range(10):
        known.visitor(str(number), number)
    assert len(known) == 3
    assert known.visitor("busy", 10) is busy
    known.sweep(11 + FORGOTTEN_MS)
    assert len(known) == 1


def test_sockets_that_say_nothing_are_bounded_too() -> None:
    admission = Admission(Settings(most_connections=1))
    room = [admission.open_socket(f"192.0.2.{number}", 0) for number in range(SPARE_SOCKETS + 2)]
    assert room == [True] * (SPARE_SOCKETS + 1) + [False]


def test_sockets_that_say_nothing_are_bounded_by_address_where_it_is_known() -> None:
    settings = Settings(connections_per_address=1)
    admission = Admission(settings)
    assert [admission.open_socket("192.0.2.1", 0) for _ in range(SPARE_OF_ADDRESS + 2)][-2:] == [True, False]
    assert admission.open_socket("192.0.2.2", 0)
    admission.close_socket("192.0.2.1", 0)
    admission.close_socket("192.0.2.1", 0)
    assert admission.open_socket("192.0.2.1", 0)
    behind = Admission(replace(settings, proxy_hops=1))
    assert all(behind.open_socket("192.0.2.1", 0) for _ in range(SPARE_OF_ADDRESS + 2))


@asynccontextmanager
async def from_address(url: str, forwarded: str) -> AsyncIterator[Peer]:
    """A connection as a proxy of ours passes it on."""
    async with dial_raw(
        websocket_url(url),
        subprotocols=[Subprotocol("stackloop.1")],
        additional_headers={"X-Forwarded-For": forwarded},
        proxy=None,
    ) as socket:
        one = Peer(socket)
        await one.ask({"t": "hello"}, "welcome")
        yield one


async def denied(url: str, forwarded: str = "192.0.2.1") -> tuple[int, int]:
    """Status and ``Retry-After`` of a handshake that must not be let in."""
    with pytest.raises(InvalidStatus) as caught:
        async with from_address(url, forwarded):
            pass
    response = caught.value.response
    return response.status_code, int(response.headers["Retry-After"])


async def test_a_full_server_says_so_before_the_upgrade(tmp_path: Path) -> None:
    async with serving(tmp_path, most_connections=1) as service:
        async with peer(service.url):
            status, retry_s = await denied(service.url)
            assert (status, retry_s > 0) == (503, True)
        await until_let_in(service.url)


async def test_a_server_that_leaves_lets_nobody_in(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        service.registry.stop_taking()
        assert await denied(service.url) == (503, 1)


async def test_a_server_that_leaves_begins_no_match(tmp_path: Path) -> None:
    """Not for those either who came before."""
    async with serving(tmp_path) as service, peer(service.url) as ann:
        service.registry.stop_taking()
        nack = await ann.ask({"t": "create", "r": "c", "game": "magic"}, "created", "nack")
        assert (nack["t"], nack.get("code")) == ("nack", "unavailable")
        assert service.registry.running() == []


async def until_let_in(url: str) -> None:
    """A place that was given back is given again."""
    with anyio.fail_after(PATIENCE_S):
        while True:
            try:
                async with peer(url) as one:
                    assert await one.is_alive()
                    return
            except InvalidStatus:
                continue


async def test_handshakes_that_fail_take_no_place(tmp_path: Path) -> None:
    async with serving(tmp_path, most_connections=1) as service:
        for _ in range(3):
            with pytest.raises(ConnectionClosed):
                async with dial(service.url) as one:
                    await one.ask({"t": "hello", "token": "forged"}, "pong")
            await until_let_in(service.url)


def test_a_place_that_is_given_back_may_be_had_again() -> None:
    admission = Admission(Settings(connections_per_address=1))
    for _ in range(3):
        assert admission.deny("here", 0) is None
        visitor = admission.enter("here", 0)
        assert admission.deny("here", 0) is not None
        admission.leave(visitor)


async def test_one_address_has_so_many_connections_and_others_have_theirs(tmp_path: Path) -> None:
    async with serving(tmp_path, connections_per_address=2, proxy_hops=1) as service, AsyncExitStack() as stack:
        for _ in range(2):
            await stack.enter_async_context(from_address(service.url, "192.0.2.1"))
        status, retry_s = await denied(service.url)
        assert (status, retry_s > 0) == (429, True)
        other = await stack.enter_async_context(from_address(service.url, "192.0.2.1, 192.0.2.2"))
        assert await other.is_alive()


async def test_where_no_proxy_is_trusted_nobody_chooses_an_address(tmp_path: Path) -> None:
    async with serving(tmp_path, connections_per_address=1) as service, from_address(service.url, "192.0.2.1"):
        assert (await denied(service.url, "192.0.2.2"))[0] == 429


async def test_connections_that_come_too_fast_are_told_when_to_come(tmp_path: Path) -> None:
    async with serving(tmp_path, handshakes_per_s=0.001, burst_handshakes=2) as service:
        for _ in range(2):
            async with peer(service.url):
                pass
        status, retry_s = await denied(service.url)
        assert (status, 600 < retry_s <= 1000) == (429, True)


async def test_matches_that_come_too_fast_are_told_when_to_come(tmp_path: Path) -> None:
    async with serving(tmp_path, creates_per_minute=1, burst_creates=1) as service, peer(service.url) as ann:
        await ann.create()
        nack = await ann.refused({"t": "create", "r": "2", "game": "magic"})
        assert (nack["code"], nack["r"], nack["retry_ms"] > 0) == ("rate_limited", "2", True)
