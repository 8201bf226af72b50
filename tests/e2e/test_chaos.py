"""A small run of ``stackloop chaos``: a cluster to which everything happens loses nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Raw

from server.chaos.audit import audit
from server.chaos.players import Witness
from server.embedded import embedded
from server.entries import Answered, encode
from server.journal import open_journal

COMMAND = [sys.executable, "-m", "server.cli", "chaos"]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_cluster_to_which_everything_happens_loses_nothing() -> None:
    parameters = ["--nodes", "3", "--matches", "4", "--kills", "4", "--redis-kills", "1", "--seed", "3", "--json"]
    done = subprocess.run([*COMMAND, *parameters], capture_output=True, text=True, timeout=280, check=False)
    report = json.loads(done.stdout)
    assert report["faults"] == []
    assert done.returncode == 0
    assert (report["matches"], report["finished"], report["lost"], report["doubled"]) == (4, 4, 0, 0)
    assert (report["kills"], report["redis_kills"]) == (4, 1)
    assert report["acknowledged"] > 4


async def test_the_audit_finds_what_is_lost_doubled_and_unfinished(tmp_path: Path) -> None:
    witness = Witness()
    witness.saw(("m", 0, 1), 5)
    witness.saw(("m", 0, 2), 6)
    async with embedded(tmp_path / "redis") as redis, open_journal(redis) as journal:
        answered = encode(Answered(0, 5, Raw(b"0"), 1))
        hold = await journal.create("m", answered)
        await journal.append(hold, answered)
        found = await audit(redis, tmp_path / "archive", ["m", "none"], witness)
    assert found.lost == [("m", 0, 2)]
    assert found.doubled == [("m", 0, 1)]
    assert found.finished == 0
    assert len(found.faults) == 2
