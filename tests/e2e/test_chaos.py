"""A cluster to which everything happens loses nothing; ``stackloop chaos``, which says so, leaves nothing behind."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from msgspec import Raw

from protocol.client import Match
from server.chaos.audit import audit
from server.chaos.fleet import complaint_of
from server.chaos.players import Witness
from server.chaos.players import answered as answer_to
from server.embedded import embedded
from server.entries import Answered, encode
from server.journal import open_journal

COMMAND = [sys.executable, "-m", "server.cli", "chaos"]
PATIENCE_S = 200.0
SMALL = ("--nodes", "3", "--matches", "2", "--kills", "2")


def surroundings(directory: Path) -> dict[str, str]:
    """Of a run whose temporary directory is in this one."""
    return {**os.environ, "TMPDIR": str(directory)}


def run(*parameters: str, environment: Mapping[str, str] = os.environ) -> tuple[int, dict[str, object], str]:
    """Exit code, report and errors of a run."""
    done = subprocess.run(
        [*COMMAND, *parameters, "--json"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S * 1.4,
        check=False,
        env=environment,
    )
    return done.returncode, json.loads(done.stdout or "{}"), done.stderr


def is_clean(code: int, report: dict[str, object], matches: int) -> bool:
    assert report["faults"] == []
    assert (report["lost"], report["doubled"], report["unhealed"]) == (0, 0, 0)
    return code == 0 and report["finished"] == report["matches"] == matches


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_cluster_to_which_everything_happens_loses_nothing() -> None:
    code, report, errors = run("--nodes", "3", "--matches", "4", "--kills", "4", "--redis-kills", "1", "--seed", "3")
    assert is_clean(code, report, 4), errors
    assert (report["kills"], report["redis_kills"], report["redis_restarts"]) == (4, 1, 1)
    assert isinstance(report["acknowledged"], int)
    assert report["acknowledged"] > 4


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("topology", ["replica", "cluster"])
def test_nor_where_a_primary_of_redis_is_lost(topology: str) -> None:
    parameters = ("--redis-topology", topology, "--redis-kills", "1", "--seed", "1")
    code, report, errors = run(*SMALL, *parameters)
    assert is_clean(code, report, 2), errors
    assert (report["kills"], report["promotions"]) == (2, 1)


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_redis_that_runs_already_is_left_as_it_was(tmp_path: Path) -> None:
    async with embedded(tmp_path / "redis") as redis, open_journal(redis) as journal:
        code, report, errors = await anyio.to_thread.run_sync(run, *SMALL, "--redis", redis)
        assert is_clean(code, report, 2), errors
        assert await journal.command("sl:nodes", "EXISTS") == 0
        await journal.create("m", b"head")
        code, _, errors = await anyio.to_thread.run_sync(run, *SMALL, "--redis", redis)
        assert code == 1
        assert "serves a Stackloop already" in errors
        assert await journal.read("m") == [b"head"]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_run_without_end_is_given_up_and_leaves_nothing_behind(tmp_path: Path) -> None:
    code, report, _ = run(*SMALL, "--timeout", "1", environment=surroundings(tmp_path))
    assert code == 1
    assert "not over after 1.0 s" in str(report["faults"])
    assert not any(tmp_path.iterdir())
    assert not processes_of(tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -9)])
async def test_a_run_that_is_ended_leaves_nothing_behind(tmp_path: Path, how: signal.Signals, code: int) -> None:
    with under_way(tmp_path) as process:
        with anyio.fail_after(PATIENCE_S):
            while not [*tmp_path.glob("*/n3.log")]:  # noqa: ASYNC110 # written by another process
                await anyio.sleep(0.05)
            process.send_signal(how)
            assert await anyio.to_thread.run_sync(process.wait) == code
            while processes_of(tmp_path) or any(tmp_path.iterdir()):  # noqa: ASYNC110 # as above
                await anyio.sleep(0.05)


@contextmanager
def under_way(directory: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A run that takes long."""
    command = [*COMMAND, "--kills", "50", "--redis-topology", "replica"]
    with subprocess.Popen(command, env=surroundings(directory), stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def processes_of(directory: Path) -> list[str]:
    """Command lines of those who work in a directory."""
    done = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if f"{directory}/" in line]


@pytest.mark.parametrize(
    "parameters",
    [
        ("--redis", "redis://127.0.0.1:1", "--redis-kills", "1"),
        ("--redis", "redis://127.0.0.1:1", "--redis-topology", "cluster"),
        ("--redis", "nonsense"),
        ("--matches", "0"),
    ],
)
def test_what_does_not_go_together_is_a_matter_of_usage(parameters: tuple[str, ...]) -> None:
    code, report, errors = run(*parameters)
    assert (code, report) == (2, {})
    assert "Error: " in errors


def test_a_redis_that_is_not_there_is_told_in_a_sentence() -> None:
    code, _, errors = run("--redis", "redis://127.0.0.1:1")
    assert code == 1
    assert "no Redis at 127.0.0.1:1" in errors
    assert "Traceback" not in errors


async def test_the_audit_finds_what_is_lost_doubled_unfinished_and_unhealed(tmp_path: Path) -> None:
    witness = Witness()
    witness.saw(("m", 0, 1), answer_to(5))
    witness.saw(("m", 0, 2), answer_to(6))
    witness.tables.append(Match("m", None, send_nothing, patience_s=1))
    async with embedded(tmp_path / "redis") as redis, open_journal(redis) as journal:
        answered = encode(Answered(0, 5, Raw(b"0"), 1))
        hold = await journal.create("m", answered)
        await journal.append(hold, answered)
        found = await audit(redis, tmp_path / "archive", ["m", "none"], witness)
    assert found.lost == [("m", 0, 2)]
    assert found.doubled == [("m", 0, 1)]
    assert found.unhealed == ["m public"]
    assert found.finished == 0
    assert len(found.faults) == 2


async def send_nothing(_message: object) -> None:
    """Nobody is there."""


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b'{"event":"match set aside","match":"m","level":"error"}', "match set aside, m"),
        (b'{"event":"e","level":"error","exception":"Traceback\\n at x\\nKeyError: 1"}', "e, KeyError: 1"),
        (b'{"event":"redis lost","level":"warning"}', ""),
        (b"Error: no Redis at 127.0.0.1:1", ""),
        (b"Traceback (most recent call last):", "Traceback (most recent call last):"),
    ],
)
def test_what_a_node_has_to_complain_of_is_found_in_its_log(line: bytes, complaint: str) -> None:
    assert complaint_of(line) == complaint
