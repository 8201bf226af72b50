"""Letters between nodes go through Redis; whatever else is said there, a node lives on.

A writer to Redis is trusted with the matches. But another version, or a slip of the hand, must not take a node down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from server.cluster.leases import NODES_KEY, lease_key
from server.cluster.messages import inbox
from server.lobby.match_list import lines_key
from server.store.journal import channel
from tests.support.fuzz.ground import Ground, open_ground

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with open_ground(tmp_path_factory.mktemp("letters")) as ground:
        yield ground


PLACE: Final = "match-of-oth"
"""Stands for the id of a match that there is, which is as long."""
TAGS: Final = ("forward", "want", "adopt", "back", "given", "gone", "other", 0)
PARTS: Final = st.one_of(
    st.integers(-(2**63), 2**64 - 1),
    st.integers(0, 30),
    st.binary(max_size=40),
    st.text(max_size=20),
    st.none(),
    st.booleans(),
    st.lists(st.binary(max_size=20), max_size=3),
    st.sampled_from(
        (b'{"t":"intent","m":"m7","c":1,"w":1,"a":0}', b'{"t":"hello"}', b'{"t":"ack","m":"m7","c":1,"seq":1}')
    ),
    st.sampled_from((PLACE, "sender", "public", "seat0", "seat9")),
)
LETTERS: Final = st.binary(max_size=100) | st.builds(
    lambda tag, parts: msgspec.msgpack.encode([tag, *parts]), st.sampled_from(TAGS), st.lists(PARTS, max_size=7)
)
PUBLICATIONS: Final = st.binary(max_size=40) | st.builds(
    lambda number, rest: b"%d\n%b" % (number, rest), st.integers(10**6, 10**30), st.binary(max_size=40)
)
"""No number, or one that leaves a hole; the next number would be taken for the owner's word."""


def text_of(name: bytes | str) -> str:
    return name if isinstance(name, str) else name.decode()


async def say(ground: Ground, letters: list[bytes], publications: list[bytes]) -> None:
    async with Redis.from_url(ground.redis) as redis:
        for node in sorted(map(text_of, await redis.smembers(NODES_KEY))):
            for letter in letters:
                await redis.spublish(inbox(node), letter.replace(PLACE.encode(), ground.foreign[0].encode()))
        for match in ground.foreign:
            for view in ("public", "seat0", "seat1"):
                for publication in publications:
                    await redis.spublish(channel(match, view), publication)
    await ground.check([])


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(letters=st.lists(LETTERS, max_size=10), publications=st.lists(PUBLICATIONS, max_size=5))
def test_what_is_no_letter_is_passed_over(ground: Ground, letters: list[bytes], publications: list[bytes]) -> None:
    ground.portal.call(say, ground, letters, publications)


async def scribble(ground: Ground, data: bytes) -> None:
    async with Redis.from_url(ground.redis) as redis:
        await redis.sadd(NODES_KEY, "scribble.1")
        await redis.set(lease_key("scribble.1"), data, px=3000)
        await redis.set(lines_key("scribble.1"), data, px=3000)
    await ground.check([])


@settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=20)
@given(data=st.binary(max_size=40) | st.sampled_from((b"{}", b"[]", b'{"id":1}', b'[{"m":""}]', b"\xff")))
def test_a_lease_that_says_nothing_is_passed_over(ground: Ground, data: bytes) -> None:
    ground.portal.call(scribble, ground, data)
