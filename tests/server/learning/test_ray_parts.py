"""Matches over the nodes of a cluster of Ray: the same as in one process, or a clear word about what has ended."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.learning.ray_parts import Parts
from server.learning.single import SELF
from server.learning.vector import Matches, vector
from server.runtime.ray_cluster import NoCluster, joined
from tests.support.server.ray_nodes import NODES, two_nodes
from tests.support.server.side_by_side import picks, same, told

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with two_nodes() as cluster:
        yield cluster.address


def test_over_two_nodes_the_same_matches_are_played(address: str) -> None:
    """A worker on each processor, also where more are asked for."""
    alone = told(Matches(3, game="magic", opponent=SELF, max_steps=9), 25)
    parted = vector(3, processes=3, ray=address, game="magic", max_steps=9)
    assert isinstance(parted, Parts)
    assert len(parted._workers) == NODES
    assert same(alone, told(parted, 25))


def test_a_worker_that_ends_is_told(address: str) -> None:
    environment = Parts(2, None, address, game="grand-archive")
    observations, _ = environment.reset(seed=1)
    with joined(address) as ray:
        ray.kill(environment._workers[1])
    with pytest.raises(RuntimeError, match="a worker of the environment has ended"):
        environment.step(picks(observations["action_mask"]))
    environment.close()


def test_a_worker_with_other_rules_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.learning.ray_parts.engine_name", lambda: "0.0.0+of-others")
    with pytest.raises(NoCluster, match=r"has the rules .*, and not 0\.0\.0\+of-others"):
        vector(2, ray=address, game="magic")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("local", "no address of a cluster of Ray"),
        ("127.0.0.1:1", "127.0.0.1:1: Connection refused"),
        ("no-such-host.invalid:6379", "no-such-host.invalid:6379: "),
    ],
)
def test_a_cluster_that_is_not_there_is_told(wrong: str, said: str) -> None:
    pytest.importorskip("ray")
    with pytest.raises(NoCluster, match=said):
        vector(2, ray=wrong, game="magic")
