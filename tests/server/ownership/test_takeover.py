"""Matches of a node are run by another when it dies, pauses or is cut off; and by nobody else while it lives."""

import signal
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from server.cluster.leases import NODES_KEY
from server.store.journal_opening import open_journal
from tests.support.server.cluster import LEASE_S, Cluster, cluster
from tests.support.server.peer import peer
from tests.support.server.server_process import ServerProcess
from tests.support.server.takeovers import TAKEOVER_S, a_moment, answered, joined, owned_by, owner

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[Cluster]:
    async with cluster(tmp_path, "one", "two") as nodes:
        yield nodes


async def test_matches_of_a_killed_node_go_on_at_another(two: Cluster) -> None:
    async with peer(two.urls[0]) as ann, open_journal(two.redis.url) as journal:
        created = [await ann.create() for _ in range(5)]
        states = [await ann.join(match, tokens[0]) for match, tokens in created]
        two.nodes[0].end(signal.SIGKILL)
        await owned_by(journal, [match for match, _ in created], "two")
        async with peer(two.urls[1]) as again:
            for (match, tokens), before in zip(created, states, strict=True):
                assert (await joined(again, match, tokens[0]))["view"] == before["view"]


async def test_a_paused_node_lets_its_matches_go_when_it_wakes(two: Cluster) -> None:
    async with peer(two.urls[0]) as ann, peer(two.urls[1]) as bob, open_journal(two.redis.url) as journal:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        two.nodes[0].send(signal.SIGSTOP)
        await owned_by(journal, [match], "two")
        two.nodes[0].send(signal.SIGCONT)
        assert (await ann.expect("moved"))["m"] == match
        state = await joined(bob, match, tokens[0])
        decision = state.get("decision") or (await joined(bob, match, tokens[1]))["decision"]
        await answered(bob, match, 1, decision)


async def test_a_living_node_that_was_buried_is_known_again(two: Cluster) -> None:
    """A node that buries another may not know yet that it woke; nobody would ever take up what it runs."""
    async with open_journal(two.redis.url) as journal:
        ids = await journal.command(NODES_KEY, "SMEMBERS")
        assert isinstance(ids, list)
        await journal.command(NODES_KEY, "DEL")
        with anyio.fail_after(TAKEOVER_S):
            while await journal.command(NODES_KEY, "SCARD") != len(ids):
                await a_moment()


async def test_who_starts_again_under_its_name_has_its_matches_at_once(tmp_path: Path) -> None:
    """With a lease so long that nobody else would have them yet."""
    async with cluster(tmp_path, "one", "two", STACKLOOP_LEASE_S="600") as nodes:
        async with peer(nodes.urls[0]) as ann:
            match, tokens = await ann.create()
        nodes.nodes[0].end(signal.SIGKILL)
        nodes.nodes[0].start()
        async with peer(nodes.urls[0]) as ann, open_journal(nodes.redis.url) as journal:
            assert (await joined(ann, match, tokens[0]))["t"] == "state"
            assert await owner(journal, match) == "one"


async def test_matches_of_the_dead_are_shared_out(tmp_path: Path) -> None:
    async with cluster(tmp_path, "one", "two", "three") as nodes, open_journal(nodes.redis.url) as journal:
        for url in nodes.urls[1:]:
            async with peer(url) as bob:
                await bob.create()  # whoever has no cards yet leaves its share to others
        async with peer(nodes.urls[0]) as ann:
            matches = [(await ann.create())[0] for _ in range(20)]
        nodes.nodes[0].end(signal.SIGKILL)
        with anyio.fail_after(TAKEOVER_S):
            while "one" in (names := [await owner(journal, match) for match in matches]):
                await a_moment()
        assert set(names) == {"two", "three"}


async def test_nobody_takes_a_match_of_a_living_node(two: Cluster) -> None:
    """Not when Redis goes away for longer than the lease, either."""
    async with peer(two.urls[0]) as ann, open_journal(two.redis.url) as journal:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        two.redis.kill()
        await anyio.sleep(2 * float(LEASE_S))
        two.redis.start()
        state = await joined(ann, match, tokens[0])
        decision = state.get("decision") or (await joined(ann, match, tokens[1]))["decision"]
        await answered(ann, match, 1, decision)
        held = await journal.owner(match)
        assert (held.number, await owner(journal, match)) == (1, "one")


async def test_a_token_of_one_node_is_good_at_another(tmp_path: Path) -> None:
    async with (
        cluster(tmp_path, "one", "two", STACKLOOP_LEASE_S="600") as nodes,
        peer(nodes.urls[0]) as ann,
        peer(nodes.urls[1]) as bob,
    ):
        match, tokens = await ann.create()
        assert (await bob.join(match, tokens[0]))["you"] == 0


async def test_bots_of_the_house_sit_down_again_where_their_match_goes_on(two: Cluster) -> None:
    async with peer(two.urls[0]) as ann:
        match, _ = await ann.create(seats=["bot:random", "bot:random"])
        await ann.join(match)
        await ann.expect("diff")
    two.nodes[0].end(signal.SIGKILL)
    async with peer(two.urls[1]) as bob:
        state = await joined(bob, match)
        with anyio.fail_after(TAKEOVER_S * 2):
            while not state.get("result"):
                frame = await bob.expect("end", "moved", "nack")
                state = frame if frame["t"] == "end" else await joined(bob, match)


async def test_bots_of_the_house_leave_a_match_that_is_run_elsewhere(two: Cluster) -> None:
    """Else two bots sit at one seat."""
    async with peer(two.urls[0]) as ann, open_journal(two.redis.url) as journal:
        match, _ = await ann.create(seats=["open", "bot:random"])
        two.nodes[0].send(signal.SIGSTOP)
        await owned_by(journal, [match], "two")
        two.nodes[0].send(signal.SIGCONT)
    with anyio.fail_after(TAKEOVER_S):
        while measured(two.nodes[0], "stackloop_connections") or not measured(two.nodes[1], "stackloop_connections"):
            await a_moment()


def measured(node: ServerProcess, name: str) -> float:
    with urllib.request.urlopen(f"{node.admin_url}metrics", timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    return next(float(line.split()[-1]) for line in lines if line.startswith(f"{name} "))
