"""The arena over the nodes of a cluster of Ray: the same matches, also after a worker was killed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import orjson
import pytest
from click.testing import CliRunner, Result

from server.arena.entrants import Entrant
from server.arena.ledger import Plan
from server.arena.match_process import Job
from server.arena.ray_workers import UNFIT, Terms, Worker
from server.arena.schedule import Pairing
from server.commands import arena, replay
from server.runtime.version import engine_name
from tests.support.server.ray_nodes import two_nodes

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
KILLER: Final = """
import os, signal, sys
from pathlib import Path
once = Path(sys.argv[1])
if sys.argv[2] == "always" or not once.exists():
    once.touch()
    pid = os.getppid()
    while b"ray::" not in Path(f"/proc/{pid}/cmdline").read_bytes():
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    os.kill(pid, signal.SIGKILL)
os.execv(sys.executable, [sys.executable, "-m", "server.cli", "bot", "random"])
"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with two_nodes() as cluster:
        yield cluster.address


def run(*arguments: str) -> Result:
    return CliRunner().invoke(arena.command, ["magic", *arguments, "--seed", "9", "--json"])


def test_the_same_seed_gives_the_same_outcomes_over_two_nodes(address: str, tmp_path: Path) -> None:
    here = run("greedy", "random", "--matches", "3")
    there = run("greedy", "random", "--matches", "3", "--ray", address, "--records", str(tmp_path))
    assert there.exit_code == 0, there.output
    assert orjson.loads(there.stdout) == orjson.loads(here.stdout)
    records = sorted(str(path) for path in tmp_path.glob("*.txt"))
    assert [Path(record).name[:4] for record in records] == ["0001", "0002", "0003"]
    assert CliRunner().invoke(replay.command, records).exit_code == 0


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks for the worker where Linux tells of it")
@pytest.mark.parametrize("often", ["once", "always"])
def test_a_worker_that_is_killed_is_asked_again_or_told(
    often: str, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "killer.py"
    program.write_text(KILLER)
    entrant = f"theirs={sys.executable} {program} {tmp_path / 'killed'} {often}"
    if often == "always":
        monkeypatch.setattr("server.arena.ray_workers.MOST_STARTS", 0)
    result = run("random", entrant, "--matches", "2", "--ray", address, "--at-once", "1", "--clock", "30")
    assert (tmp_path / "killed").exists()
    if often == "always":
        assert result.exit_code == 1
        assert "a worker of the cluster has ended: " in result.stderr
        return
    assert result.exit_code == 0, result.output
    tally = orjson.loads(result.stdout)
    assert (tally["finished"], tally["errors"]) == (2, [])


def test_a_cluster_that_is_not_there_is_told_in_one_line() -> None:
    pytest.importorskip("ray")
    result = run("greedy", "random", "--ray", "127.0.0.1:1")
    assert (result.exit_code, result.stderr) == (1, "Error: 127.0.0.1:1: Connection refused\n")


@pytest.mark.parametrize(
    ("rules", "cards", "said"),
    [
        ("0.0.0+of-others", (), "and not 0.0.0+of-others"),
        (engine_name(), ("/no/such/cards",), "/no/such/cards: No such file or directory"),
    ],
    ids=["rules", "cards"],
)
def test_a_machine_with_other_rules_or_without_the_cards_plays_nothing(
    rules: str, cards: tuple[str, ...], said: str
) -> None:
    entrants = tuple(Entrant(name, bot="random") for name in ("one", "other"))
    job = Job(Plan("magic", entrants, 1), Pairing(0, (0, 1), (), "1.0"))
    worker = Worker(Terms("", 2, cards, rules))
    outcome, record = worker.play(job)
    assert (outcome.code, record) == (UNFIT, {})
    assert said in outcome.error
    assert worker.end() == []
