"""Whole matches through a real Redis Cluster, while one of its primaries is killed and a replica takes its place."""

from math import inf
from pathlib import Path

import anyio
import pytest

import engine
from server.journal import FINISHED
from server.record import record_text
from server.service import Service
from tests.server.conftest import BINARIES
from tests.server.peer import peer, serving
from tests.server.redis_servers import cluster_servers, make_cluster, url_of
from tests.server.test_topology import in_charge

MATCHES = 4
BOTS = ["bot:random", "bot:random"]


async def have_come_as_far(service: Service, matches: list[str], entries: float) -> None:
    """Wait until every match has so many entries, or is over."""
    with anyio.fail_after(200):
        while any(progress(service, match) < entries for match in matches):  # noqa: ASYNC110 # they have no event of that
            await anyio.sleep(0.02)


def progress(service: Service, match: str) -> float:
    """How many entries a running match has; more than any for one that is over."""
    actor = service.registry.get(match)
    return inf if actor is None or actor.result is not None else actor.history.views.seq["public"]


@pytest.mark.slow
@pytest.mark.parametrize("binary", BINARIES)
@pytest.mark.timeout(300)
async def test_matches_go_on_when_a_primary_is_lost(tmp_path: Path, binary: str) -> None:
    with cluster_servers(binary, tmp_path / "redis", 6) as nodes:
        await make_cluster(nodes, 1)
        async with serving(tmp_path, redis=url_of(nodes, "redis+cluster")) as service, peer(service.url) as ann:
            matches = [(await ann.create(game="grand-archive", seats=BOTS))[0] for _ in range(MATCHES)]
            journal = service.registry.journal
            lost = in_charge(nodes, matches[0], journal.topology)
            await have_come_as_far(service, matches, 30)
            lost.kill()
            await have_come_as_far(service, matches, inf)
            for match in matches:
                assert await journal.status(match) == FINISHED
                assert engine.replay(record_text(await journal.read(match))).match.result is not None
