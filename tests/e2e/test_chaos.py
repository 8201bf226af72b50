"""A cluster to which everything happens loses nothing; ``stackloop chaos``, which says so, leaves nothing behind."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from msgspec import Raw
from msgspec.structs import replace

import engine
from protocol.client import Clock, Match, connect
from server.chaos.audit import audit
from server.chaos.databases import SERVERS
from server.chaos.fleet import complaint_of
from server.chaos.recovery_check import Calm
from server.chaos.redis_servers import PORTS, TO_BUS
from server.chaos.timing import too_early, too_soon
from server.chaos.witness import Witness
from server.chaos.witness import answered as answer_to
from server.match.replayed_match import replay
from server.store.embedded_valkey import embedded
from server.store.entries import Answered, Head, Lapsed, decode, encode
from server.store.journal_opening import open_journal
from server.store.topology import ask
from tests.support.server.peer import serving
from tests.support.server.server_process import free_ports

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
    """Five matches, whichever they are, are of all games and come about in all ways."""
    code, report, errors = run("--nodes", "3", "--matches", "5", "--kills", "4", "--redis-kills", "1", "--seed", "2")
    assert is_clean(code, report, 5), errors
    assert (report["kills"], report["redis_kills"], report["redis_restarts"]) == (4, 1, 1)
    assert number(report, "acknowledged") > 5
    kinds = report["kinds"]
    assert isinstance(kinds, dict)
    ways = {"created", "table", "quick", "series", "clock", "delay", "people"}
    assert kinds.keys() == {*engine.list_games(), *ways}
    assert number(report, "played") > 5  # a series has two games at least
    assert report["unchecked"] in ([], ["clock: nobody ran out of time"])


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", engine.list_games())
def test_a_run_may_be_about_one_game(game: str) -> None:
    code, report, errors = run("--game", game, "--nodes", "2", "--matches", "1", "--kills", "1", "--starve", "1")
    assert is_clean(code, report, 1), errors
    assert game in str(report["kinds"])
    assert not any(other in str(report["kinds"]) for other in engine.list_games() if other != game)


def number(report: dict[str, object], key: str) -> int:
    found = report[key]
    assert isinstance(found, int)
    return found


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
    with under_way(tmp_path, "--starve", "2") as process:
        with anyio.fail_after(PATIENCE_S):
            while sum("getppid" in line for line in processes_of(tmp_path)) < 2:  # noqa: ASYNC110 # of another process
                await anyio.sleep(0.05)
            process.send_signal(how)
            assert await anyio.to_thread.run_sync(process.wait) == code
            while processes_of(tmp_path) or any(tmp_path.iterdir()):  # noqa: ASYNC110 # as above
                await anyio.sleep(0.05)


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_nodes_and_redis_listen_where_they_are_told_to(tmp_path: Path) -> None:
    first = free_ports(5)
    with under_way(tmp_path, "--ports", str(first)):
        with anyio.fail_after(PATIENCE_S):
            for port in range(first, first + 3):
                while await anyio.to_thread.run_sync(status, f"http://127.0.0.1:{port}/livez") != 200:  # noqa: ASYNC110 # of another process
                    await anyio.sleep(0.05)
            for port in (first + 3, first + 4):
                assert await ask(f"redis://127.0.0.1:{port}", "PING") == b"PONG"


def status(url: str) -> int:
    """Of a page; 0 where nobody answers."""
    try:
        with urllib.request.urlopen(url) as answer:
            return int(answer.status)
    except OSError:
        return 0


def test_a_port_that_is_taken_is_told_in_a_sentence() -> None:
    first = free_ports(3 + SERVERS["cluster"], PORTS, beside=TO_BUS)
    port = first + 3 + TO_BUS  # of the bus of the first Redis behind three nodes
    with socket.create_server(("127.0.0.1", port)):
        code, _, errors = run("--nodes", "3", "--redis-topology", "cluster", "--ports", str(first))
        assert (code, errors) == (1, f"Error: port {port} is taken: choose another --ports\n")


@contextmanager
def under_way(directory: Path, *parameters: str) -> Iterator[subprocess.Popen[bytes]]:
    """A run that takes long."""
    command = [*COMMAND, "--kills", "50", "--redis-topology", "replica", *parameters]
    with subprocess.Popen(command, env=surroundings(directory), stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def processes_of(directory: Path) -> list[str]:
    """Command lines of those who work in a directory."""
    done = subprocess.run(["ps", "-ewwo", "args"], capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if f"{directory}/" in line]


@pytest.mark.parametrize(
    "parameters",
    [
        ("--redis", "redis://127.0.0.1:1", "--redis-kills", "1"),
        ("--redis", "redis://127.0.0.1:1", "--redis-topology", "cluster"),
        ("--redis", "nonsense"),
        ("--matches", "0"),
        ("--game", "chess"),
        ("--starve", "-1"),
        ("--ports", "80"),
        ("--ports", "65000"),
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
    assert found.unhealed == ["m public: no result"]
    assert found.finished == 0
    assert len(found.faults) == 2


def test_the_audit_finds_what_came_before_its_time() -> None:
    """A clock that had not run out, and what the public saw sooner than it was to."""
    clock = Clock(decision_ms=1000)
    decks = tuple(engine.load_decks("magic")["burn"].entries for _ in range(2))
    header = engine.Header("magic", ("ann", "bob"), decks, engine.Seed("s"), "seeds")
    head = Head(1, "any", Raw(json.dumps(header.to_json()).encode()), ("open", "open"), clock=clock, delay_ms=500)
    journal = [encode(head)]
    for at in (1000, 1999):
        history = replay("m", journal, "any")
        (decision,) = history.match.decisions
        commit = history.match.apply(decision.seat, decision.w, decision.default())
        assert commit.answer is not None
        lapsed = Lapsed(decision.seat, decision.w, Raw(json.dumps(commit.answer.to_json()).encode()), at=at)
        views = {name: history.views.seq[name] for name in history.took(lapsed, commit)}
        journal.append(encode(replace(lapsed, views=views)))
    assert too_soon("m", journal[:2]) == []
    (fault,) = too_soon("m", journal)
    assert "entry 3" in fault
    numbers = [entry.views["public"] for entry in map(decode, journal[1:]) if isinstance(entry, Lapsed)]
    stamped = [*zip((0, 1003, 2002), journal, strict=True)]  # an entry is stamped once it is there
    (fault,) = too_early(stamped, dict(zip(numbers, (1503, 2501), strict=True)), 2502)
    assert f"its number {numbers[1]} 1 ms before" in fault
    assert too_early(stamped, {}, 2501) == ["the public was told of the end 1 ms before it was due"]


async def test_who_is_not_told_or_not_answered_is_a_fault_of_the_run(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as ann, connect(service.url) as bob:
        created = await ann.create("magic", seats=("open", "open"))
        witness = Witness()
        for client, seat in zip((ann, bob), created.seats, strict=True):
            witness.sat_down(client, await client.join(created.m, seat.token))
        asked, deaf = sorted(witness.tables, key=lambda table: table.has_decision, reverse=True)
        calm = Calm(service.registry.journal, witness, 0.1)
        await until_told(calm, created.m, witness, 1)
        assert witness.errors.pop().startswith(
            f"{created.m} seat {asked.seat} knows that it is asked decision 1 and does not answer for "
        )
        witness.clients[deaf]._followed.clear()  # what it is told is lost
        while asked.has_decision:
            assert asked.decision.default is not None
            await asked.answer(asked.decision.default)
        await until_told(calm, created.m, witness, 1)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(deaf.concede)
            await until_told(calm, created.m, witness, 3)
            tasks.cancel_scope.cancel()
        await witness.clients[deaf].close()
        await until_told(calm, created.m, witness, 4)
    told = "; ".join(witness.errors)
    assert "is asked decision 1 and was not told" in witness.errors[0]
    assert "has no answer to intent 1" in told
    assert "unanswered: 1 for " in told
    assert "was not told that the match is over" in told
    assert f"seat {deaf.seat} has no connection" in witness.errors[-1]
    assert told.count("without trouble: view") == 4


async def until_told(calm: Calm, match: str, witness: Witness, count: int) -> None:
    with anyio.fail_after(PATIENCE_S):
        while len(witness.errors) < count:
            await looked(calm, match)


async def looked(calm: Calm, match: str) -> None:
    await calm.look([match])
    await anyio.sleep(0.05)


async def send_nothing(_message: object) -> None:
    """Drop it: nobody is there."""


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
