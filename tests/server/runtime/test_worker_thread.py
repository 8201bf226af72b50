"""A move that takes long keeps no other match waiting: it is made in a thread, and what it comes to is the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import anyio
import pytest

import engine
from server.lobby.forked_matches import packed
from server.runtime.worker_thread import MANY, PATIENCE
from server.service.service import Service
from tests.attacks.frame import moves
from tests.support.engine.crowd import crowd
from tests.support.server.peer import Frame, Peer, peer, seated, serving

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

MOST: Final = 2 * MANY
"""Goblins from which on they are doubled once more."""


@pytest.fixture(scope="module")
def goblins() -> Frame:
    """A match in which a pass makes a thousand Goblins."""
    header, played = moves(MOST)
    fork = packed(engine.write_record(header, [*played, (0, None)]), len(played) - 1)
    return {"record": fork.record, "at": fork.at}


@asynccontextmanager
async def about_to_double(service: Service, goblins: Frame) -> AsyncIterator[tuple[str, Peer, Frame]]:
    """The match, who is asked there, and what."""
    async with peer(service.url) as ann, peer(service.url) as bob:
        made = await ann.ask({"t": "create", "r": "c", "game": "magic", "fork": goblins}, "created")
        tokens = [seat["token"] for seat in made["seats"]]
        states = [await one.join(made["m"], token) for one, token in zip((ann, bob), tokens, strict=True)]
        asked = 0 if "decision" in states[0] else 1
        yield made["m"], (ann, bob)[asked], states[asked]


async def double(match: str, ann: Peer, state: Frame) -> None:
    await ann.send({"t": "intent", "m": match, "c": 1, "w": state["decision"]["w"], "a": "pass"})
    await ann.expect("ack")


async def test_others_are_acknowledged_while_it_is_made(tmp_path: Path, goblins: Frame) -> None:
    order = list[str]()

    async def heavy(match: str, ann: Peer, state: Frame) -> None:
        await double(match, ann, state)
        order.append("heavy")

    async with (
        serving(tmp_path, worker_memory_mib=0) as service,
        about_to_double(service, goblins) as large,
        seated(service.url) as (other, first, _, decision),
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(heavy, *large)
        await anyio.lowlevel.checkpoint()
        listed = await first.ask({"t": "list", "r": "l"}, "matches")
        assert {each["m"] for each in listed["matches"]} == {large[0], other}
        await first.send({"t": "intent", "m": other, "c": 1, "w": decision["w"], "a": decision["default"]})
        await first.expect("ack")
        order.append("light")
    assert order == ["light", "heavy"]


async def test_it_comes_to_the_same(tmp_path: Path, goblins: Frame) -> None:
    """A server that rebuilds the match from its journal shows what was shown before."""
    async with serving(tmp_path, worker_memory_mib=0) as service, about_to_double(service, goblins) as large:
        await double(*large)
        before = (await large[1].ask({"t": "sync", "m": large[0]}, "state"))["view"]
    assert sum(each.get("name") == "Goblin" for each in before.values() if isinstance(each, dict)) > MANY
    async with serving(tmp_path, worker_memory_mib=0) as service, peer(service.url) as watcher:
        after = (await watcher.join(large[0]))["view"]
    assert {key for key, each in after.items() if isinstance(each, dict) and each.get("name") == "Goblin"} == {
        key for key, each in before.items() if isinstance(each, dict) and each.get("name") == "Goblin"
    }


def test_a_move_that_takes_longer_than_one_waits_never_was() -> None:
    table = crowd(PATIENCE + 1)
    match = table.match
    table.say('cast "Muster" auto')
    table.say("pass")
    before, decision = match.hash(), match.decisions[0]
    with match.within(PATIENCE), pytest.raises(engine.TakesLong):
        match.apply_text(decision.seat, decision.w, "pass")
    assert (match.hash(), match.decisions[0]) == (before, decision)
    match.apply_text(decision.seat, decision.w, "pass")
    alone = crowd(PATIENCE + 1)
    alone.play('cast "Muster"')
    assert match.hash() == alone.match.hash()
