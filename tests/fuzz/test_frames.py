"""A node answers any frames as the document says, and nobody else notices.

The attacks are scripts of frames on several connections, to two nodes, made by Hypothesis; after each the ground looks
whether any harm was done. ``--hypothesis-profile=long`` goes on for hours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any, Final, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.fuzz.frames import fill, message, messages, spoiled, text_of, texts
from tests.support.fuzz.ground import Ground, open_ground
from tests.support.fuzz.pool import Pool, Ref
from tests.support.fuzz.talker import Talker, talker

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.filterwarnings("ignore:Generating overly large repr"),
]
PATIENT: Final = settings(deadline=None, suppress_health_check=list(HealthCheck))
TALKERS: Final = 3
Step: TypeAlias = tuple[Any, ...]


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with open_ground(tmp_path_factory.mktemp("fuzz")) as ground:
        yield ground


HELLO: Final = message("hello")
BEGINNINGS: Final = st.just({"t": "hello", "name": "eve"}) | HELLO
WHOM: Final = st.integers(0, TALKERS - 1)


def said(frames: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    return st.tuples(st.just("say"), WHOM, frames, st.booleans(), st.integers(1, 5))


DONE: Final = st.sampled_from(("cut", "half close", "stop reading", "read on", "settle"))
STEPS: Final = said(messages()) | st.tuples(DONE, WHOM)

CREATE: Final[dict[str, Any]] = {"t": "create", "r": "c", "game": "magic", "decks": ["ironworks", "burn"]}
PLAYED: Final = [
    message(tag)
    for tag in ("intent", "intent", "settings", "agree", "why", "know", "hear", "say", "sync", "join", "earlier")
]
LOBBY: Final = [message(tag) for tag in ("open", "sit", "sit", "rise", "look", "list", "check", "create")]
SEATED: Final[list[Step]] = [
    ("say", 0, CREATE, False, 1),
    ("settle", 0),
    ("say", 0, {"t": "join", "m": Ref("match", 0), "token": Ref("token", 1)}, False, 1),
    ("say", 1, {"t": "join", "m": Ref("match", 0), "token": Ref("token", 0)}, False, 1),
    ("say", 2, {"t": "join", "m": Ref("match", 0)}, False, 1),
    ("settle", 0),
    ("settle", 1),
]


async def attack(ground: Ground, hellos: list[Any], steps: list[Step]) -> None:
    pool = Pool(ground.foreign)
    received: list[bytes] = []
    async with AsyncExitStack() as stack:
        talkers = [await stack.enter_async_context(talker(ground.urls[n % 2], pool)) for n in range(len(hellos))]
        for one, hello in zip(talkers, hellos, strict=True):
            if hello is not None:
                await one.say(text_of(fill(hello, pool)))
        for step in steps:
            await do(step, talkers[step[1] % len(talkers)], pool)
        for one in talkers:
            await one.settle()
        received += [frame for one in talkers for frame in one.received]
    await ground.check(received)


async def do(step: Step, one: Talker, pool: Pool) -> None:
    match step:
        case ("say", _, bytes(data), binary, pieces):
            await one.say(data, binary=binary, pieces=pieces)
        case ("say", _, frame, binary, pieces):
            await one.say(text_of(fill(frame, pool)), binary=binary, pieces=pieces)
        case ("break", _, data):
            one.break_with(data)
        case ("cut", _):
            one.cut()
        case ("half close", _):
            one.half_close()
        case ("stop reading", _):
            one.stop_reading()
        case ("read on", _):
            one.read_on()
        case ("settle", _):
            await one.settle()


@PATIENT
@given(hello=BEGINNINGS, steps=st.lists(said(texts() | spoiled()), min_size=1, max_size=40))
def test_what_is_no_frame_is_refused(ground: Ground, hello: Any, steps: list[Step]) -> None:
    ground.portal.call(attack, ground, [hello], steps)


@PATIENT
@given(hellos=st.lists(BEGINNINGS, min_size=TALKERS, max_size=TALKERS), steps=st.lists(STEPS, min_size=1, max_size=40))
def test_messages_in_any_order_do_no_harm(ground: Ground, hellos: list[Any], steps: list[Step]) -> None:
    ground.portal.call(attack, ground, hellos, steps)


@PATIENT
@given(data=st.data())
def test_who_plays_badly_harms_nobody(ground: Ground, data: st.DataObject) -> None:
    """Peers who are let in, sit down at a match of their own, and then do as they like."""
    steps = data.draw(st.lists(said(st.one_of(PLAYED)) | said(spoiled()), max_size=60))
    ground.portal.call(attack, ground, [{"t": "hello"}] * TALKERS, [*SEATED, *steps])


@PATIENT
@given(steps=st.lists(said(st.one_of(LOBBY)) | said(spoiled()) | st.tuples(DONE, WHOM), min_size=1, max_size=40))
def test_who_behaves_badly_at_tables_harms_nobody(ground: Ground, steps: list[Step]) -> None:
    opened: Step = ("say", 0, {"t": "open", "r": "o", "game": "magic"}, False, 1)
    ground.portal.call(attack, ground, [{"t": "hello"}] * TALKERS, [opened, ("settle", 0), *steps])


@PATIENT
@given(data=st.binary(min_size=1, max_size=200), before=st.lists(said(messages()), max_size=3))
def test_bytes_that_are_no_websocket_frames_end_one_connection(ground: Ground, data: bytes, before: list[Step]) -> None:
    ground.portal.call(attack, ground, [{"t": "hello"}], [*before, ("break", 0, data)])
