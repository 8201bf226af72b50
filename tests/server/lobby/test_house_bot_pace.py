"""Pace of bots of the house: asked for, within bounds; it stands in the journal and outlives the node."""

import signal
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from protocol.client import connect
from server.store.entries import Answered, Lapsed, decode
from server.store.journal import Journal
from server.store.journal_opening import open_journal
from tests.support.server.cluster import cluster
from tests.support.server.peer import Frame, dial, peer, serving
from tests.support.server.takeovers import joined, owned_by

BOTS: Final = ["bot:random", "bot:random"]
PACE_MS: Final = 120
SHORT_MS: Final = 2
"""By which two times that are rounded each for itself may seem less far apart than they are."""


async def waits(journal: Journal, match: str) -> list[int]:
    """Time from each seat's last answer to another one, in milliseconds: no less than it has waited."""
    entries = [entry for entry in map(decode, await journal.read(match)) if isinstance(entry, Answered)]
    seats = [[entry.at for entry in entries if entry.s == seat] for seat in range(2)]
    return [later - earlier for times in seats for earlier, later in pairwise(times)]


@pytest.mark.parametrize(
    ("pace", "code"),
    [
        (49, "bad_pace"),
        (0, "bad_pace"),
        (-1, "bad_frame"),
        (60_001, "bad_frame"),
        (1.5, "bad_frame"),
        ("1", "bad_frame"),
    ],
)
async def test_a_pace_that_is_not_to_be_had_is_refused(tmp_path: Path, pace: object, code: str) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({"t": "create", "r": "1", "game": "magic", "seats": BOTS, "pace": pace})
        assert (nack["code"], nack["r"]) == (code, "1")
        assert service.registry.running() == []


async def test_the_least_pace_is_a_setting_and_announced(tmp_path: Path) -> None:
    async with serving(tmp_path, pace_ms=300) as service, dial(service.url) as ann:
        welcome = await ann.ask({"t": "hello", "name": "ann"}, "welcome")
        assert welcome["limits"]["pace_ms"] == 300
        frame: Frame = {"t": "create", "game": "magic", "seats": BOTS}
        nack = await ann.refused({**frame, "pace": 299})
        assert (nack["code"], nack["reason"]) == ("bad_pace", "bots of the house wait 300 ms at least")
        for pace in (300, 60_000):
            await ann.ask({**frame, "pace": pace}, "created")


async def test_against_a_person_the_house_answers_at_once(tmp_path: Path) -> None:
    """Among themselves these bots would take a minute for each answer."""
    async with serving(tmp_path, house_pace_s=60.0) as service, connect(service.url) as client:
        created = await client.create("magic", seats=("open", "bot:random"))
        match = await client.join(created.m, created.seats[0].token)
        answers = 0
        async for decision in match:
            assert decision.default is not None
            await match.answer(decision.default)
            answers += 1
            if answers == 5:
                break
        found = [decode(data) for data in await service.registry.journal.read(created.m)]
    assert any(isinstance(entry, Answered) and entry.s == 1 for entry in found)


async def test_the_client_library_asks_for_a_pace(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as client:
        created = await client.create("magic", seats=("bot:random", "bot:random"), pace=PACE_MS)
        match = await client.join(created.m)
        while match.seq < 8:
            await match.next_change()
        found = await waits(service.registry.journal, created.m)
    assert len(found) >= 4
    assert min(found) >= PACE_MS - SHORT_MS


async def test_a_bot_does_not_lose_on_time_since_it_was_asked_to_be_slow(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, _ = await ann.create(seats=BOTS, pace=60_000, clock={"decision_ms": 3000})
        state = await ann.join(match)
        while state["seq"] < 3:
            state = await ann.expect("diff")
        entries = [decode(data) for data in await service.registry.journal.read(match)]
    assert sum(isinstance(entry, Answered) for entry in entries) >= 3
    assert not any(isinstance(entry, Lapsed) for entry in entries)


async def test_a_rematch_has_the_same_pace(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, tokens = await ann.create(seats=["open", "bot:random"], pace=1234)
        await ann.join(match, tokens[0])
        await ann.ask({"t": "concede", "m": match, "c": 1}, "ack")
        await ann.send({"t": "agree", "m": match, "c": 2, "to": "rematch"})
        following = (await ann.expect("rematch"))["next"]
        actor = service.registry.get(following)
        assert actor is not None
        assert actor.history.head.pace_ms == 1234


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_the_pace_outlives_the_node(tmp_path: Path) -> None:
    """Bots of these nodes answer at once where nobody asks for more; and one of them has a higher least than that."""
    async with cluster(tmp_path, "one", "two") as nodes, open_journal(nodes.redis.url) as journal:
        nodes.nodes[1].end(signal.SIGTERM)
        nodes.nodes[1]._environment["STACKLOOP_PACE_MS"] = str(2 * PACE_MS)
        nodes.nodes[1].start()
        async with peer(nodes.urls[0]) as ann:
            match, _ = await ann.create(seats=BOTS, pace=PACE_MS)
            state = await ann.join(match)
            while state["seq"] < 8:
                state = await ann.expect("diff")
            nodes.nodes[0].end(signal.SIGKILL)
        await owned_by(journal, [match], "two")
        before = len(await waits(journal, match))
        async with peer(nodes.urls[1]) as watcher:
            seq = (await joined(watcher, match))["seq"]
            state = {"seq": seq}
            while state["seq"] < seq + 8:
                state = await watcher.expect("diff")
        found = await waits(journal, match)
    assert min(found) >= PACE_MS - SHORT_MS
    assert len(found) > before
