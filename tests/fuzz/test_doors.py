"""Requests at the port before it is a websocket: pages, records, handshakes, the admin door, and no HTTP at all.

Each is answered with a status that says whose mistake it is, or not at all, and the socket is closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.fuzz.ground import ADMIN_TOKEN, Ground, open_ground
from tests.support.fuzz.talker import PATIENCE_S

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with open_ground(tmp_path_factory.mktemp("doors")) as ground:
        yield ground


FAULTS: Final = (b"500", b"501", b"502", b"504")
METHODS: Final = st.sampled_from((b"GET", b"HEAD", b"POST", b"OPTIONS", b"get", b"CONNECT", b"PRI", b"")) | st.binary(
    max_size=9
)
PIECES: Final = st.sampled_from((
    "/", "/ws", "/admin", "/metrics", "/livez", "/readyz", "/api/matches", "/api/games", "/records/", ".txt", "/m/",
    "..", ".", "%2e%2e", "%2f", "%00", "%ff", "%c0%ae", "\\", "//", "//[", "http://[", "http://a@b:99999/", "?", "#",
    ";", "&", "*", "index.html", "secret", ".stackloop", "etc/passwd", "MATCH", "\u00e9", "%u202e", "\x7f",
))  # fmt: skip
TARGETS: Final = st.lists(PIECES, max_size=6).map("".join).map(str.encode) | st.binary(max_size=40)
VALUES: Final = st.one_of(
    st.binary(max_size=60),
    st.integers(1, 30_000).map(lambda size: b"x" * size),
    st.sampled_from((
        b"Bearer ", b"Bearer " + b"x" * 40, b"bearer " + ADMIN_TOKEN.encode(), b"Bearer \xff\xfe", b"http://[", b"null",
        b"http://elsewhere.example", b"websocket", b"Upgrade", b"13", b"dGhlIHNhbXBsZSBub25jZQ==", b"stackloop.1",
        b"stackloop.99", b"stackloop.admin.1", b"permessage-deflate; client_max_window_bits", b"0", b"-1", b"chunked",
        b"1.2.3.4, 5.6.7.8", b"::1%eth0", b"[", b"\x00",
    )),
)  # fmt: skip
NAMES: Final = st.sampled_from((
    b"Host", b"Origin", b"Authorization", b"Upgrade", b"Connection", b"Sec-WebSocket-Key", b"Sec-WebSocket-Version",
    b"Sec-WebSocket-Protocol", b"Sec-WebSocket-Extensions", b"Content-Length", b"Transfer-Encoding", b"X-Forwarded-For",
    b"Expect", b"Cookie", b"Range",
)) | st.binary(max_size=12)  # fmt: skip
HOST: Final = (b"Host", b"localhost")
HANDSHAKE: Final = (
    (b"Upgrade", b"websocket"),
    (b"Connection", b"Upgrade"),
    (b"Sec-WebSocket-Key", b"dGhlIHNhbXBsZSBub25jZQ=="),
    (b"Sec-WebSocket-Version", b"13"),
)
HEADERS: Final = st.lists(st.tuples(NAMES, VALUES), max_size=8)


def request(method: bytes, target: bytes, headers: list[tuple[bytes, bytes]]) -> bytes:
    lines = [b"%b %b HTTP/1.1" % (method, target), *(b"%b: %b" % header for header in (HOST, *headers))]
    return b"\r\n".join(lines) + b"\r\n\r\n"


REQUESTS: Final = st.one_of(
    st.binary(max_size=300),
    st.builds(request, METHODS, TARGETS, HEADERS),
    st.builds(
        lambda target, headers: request(b"GET", target, [*HANDSHAKE, *headers]),
        st.sampled_from((b"/ws", b"/admin", b"/ws?x", b"/ws/", b"//ws")),
        HEADERS,
    ),
    st.builds(lambda path: request(b"GET", path, []), TARGETS),
    st.just(request(b"GET", b"/", [(b"X%d" % number, b"y") for number in range(300)])),
)


async def knock(ground: Ground, requests: list[bytes]) -> None:
    """Send each on a socket of its own, and nothing behind it; listen until it is closed."""
    heard: list[bytes] = []
    doors = (*ground.urls, *ground.admin_urls)
    async with anyio.create_task_group() as tasks:
        for number, data in enumerate(requests):
            about = data.replace(b"MATCH", ground.foreign[1].encode())
            tasks.start_soon(shout, doors[number % len(doors)], about, heard)
    await ground.check(heard)
    for answer in heard:
        assert not answer.startswith(tuple(b"HTTP/1.1 " + fault for fault in FAULTS)), answer


async def shout(url: str, data: bytes, heard: list[bytes]) -> None:
    parts = urlsplit(url)
    with anyio.fail_after(PATIENCE_S):
        async with await anyio.connect_tcp(parts.hostname or "", parts.port or 0) as stream:
            try:
                await stream.send(data)
                await stream.send_eof()
                while True:
                    heard.append(await stream.receive())
            except (anyio.EndOfStream, anyio.BrokenResourceError, OSError):
                return


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(requests=st.lists(REQUESTS, min_size=1, max_size=8))
def test_whatever_knocks_is_answered_or_turned_away(ground: Ground, requests: list[bytes]) -> None:
    ground.portal.call(knock, ground, requests)
