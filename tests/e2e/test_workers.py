"""Several workers behind one port are one server: any of them serves any match, and none is missed when it dies."""

import os
import signal
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import anyio
import pytest

from server.service.workers import reserve_run
from tests.support.server.peer import peer
from tests.support.server.server_process import ServerProcess, free_ports, server_process
from tests.support.server.takeovers import a_moment, answered, joined

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

SETTINGS = {"STACKLOOP_LEASE_S": "1.0"}
PATIENCE_S = 60.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with server_process(tmp_path / "data", "--workers", "2", settings=SETTINGS) as process:
        yield process


def workers(parent: int) -> list[int]:
    """The processes of the workers, by what the system says of them."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[1]) == parent and b"--as-worker" in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return sorted(found)


async def test_any_worker_serves_any_match(server: ServerProcess) -> None:
    async with peer(server.url) as ann:
        match, tokens = await ann.create()
        for _ in range(6):  # one port: which worker takes a connection is not ours to say
            async with peer(server.url) as bob:
                states = [await joined(bob, match, token) for token in tokens]
                assert [state["you"] for state in states] == [0, 1]


async def test_a_worker_that_dies_is_started_again_and_loses_nothing(server: ServerProcess) -> None:
    async with peer(server.url) as ann:
        match, tokens = await ann.create()
    before = workers(server.pid)
    assert len(before) == 2
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    with anyio.fail_after(PATIENCE_S):
        while len(set(workers(server.pid)) - set(before)) < 2:
            await a_moment()
    with anyio.fail_after(PATIENCE_S):
        while not await is_listening(server.url):
            await a_moment()
    async with peer(server.url) as ann:
        state = await joined(ann, match, tokens[0])
        decision = state.get("decision") or (await joined(ann, match, tokens[1]))["decision"]
        await answered(ann, match, 1, decision)


async def is_listening(url: str) -> bool:
    try:
        async with peer(url):
            return True
    except OSError:
        return False


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_worker_outlives_the_parent(tmp_path: Path, how: signal.Signals) -> None:
    server = ServerProcess(tmp_path / "data", "--workers", "2", settings=SETTINGS)
    server.start()
    running = workers(server.pid)
    code = server.end(how)
    assert code == (-signal.SIGKILL if how is signal.SIGKILL else 0)
    until_s = time.monotonic() + PATIENCE_S
    while any(Path(f"/proc/{pid}/exe").exists() for pid in running):
        assert time.monotonic() < until_s


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with server_process(tmp_path / "one") as one:
        port = one.url.rstrip("/").rpartition(":")[2]
        code, said = ServerProcess(tmp_path / "two", "--workers", "2", "--port", port).fail()
        assert code == 1
        assert "cannot listen" in said


def test_each_worker_has_an_admin_port_of_its_own(tmp_path: Path) -> None:
    """At the shared port it would be chance which of them answers."""
    first = free_ports(2)
    settings = {**SETTINGS, "STACKLOOP_ADMIN_PORT": str(first)}
    with server_process(tmp_path / "data", "--workers", "2", settings=settings) as server:
        assert server.admin_url == f"http://127.0.0.1:{first}/"
        asked = list[bytes]()
        for port in (first, first + 1):
            told = fetch(f"http://127.0.0.1:{port}/metrics")
            asked.append(b"".join(line for line in told.splitlines() if line.startswith(b"process_")))
            assert fetch(f"http://127.0.0.1:{port}/readyz") == b"ready\n"
            with pytest.raises(urllib.error.HTTPError, match="404"):
                fetch(f"http://127.0.0.1:{port}/api/matches")
        assert asked[0] != asked[1]  # their processor time and memory, where both began in one hundredth of a second
        with pytest.raises(urllib.error.HTTPError, match="404"):
            fetch(f"{server.url}metrics")


def test_the_admin_ports_of_workers_follow_each_other_where_the_first_are_taken(tmp_path: Path) -> None:
    first = free_ports(2)
    with socket.create_server(("127.0.0.1", first + 1)):
        settings = {**SETTINGS, "STACKLOOP_ADMIN_PORT": str(first)}
        with server_process(tmp_path / "data", "--workers", "2", settings=settings) as server:
            found = int(server.admin_url.rstrip("/").rpartition(":")[2])
            assert not {found, found + 1} & {first, first + 1}
            for port in (found, found + 1):
                assert fetch(f"http://127.0.0.1:{port}/readyz") == b"ready\n"
            for pid in workers(server.pid):
                os.kill(pid, signal.SIGKILL)
            until_s = time.monotonic() + PATIENCE_S
            while not all(is_ready(f"http://127.0.0.1:{port}/readyz") for port in (found, found + 1)):
                assert time.monotonic() < until_s  # each has its own again


def forgotten_ports(count: int) -> int:
    """The first of so many free ports in a row that no connection which ended a moment ago keeps: those are shared."""
    while True:
        first = free_ports(count)
        with ExitStack() as held, suppress(OSError):
            for number in range(first, first + count):
                held.enter_context(socket.socket()).bind(("127.0.0.1", number))
            return first


def test_what_is_held_for_a_worker_nobody_else_gets() -> None:
    """Another server asks for addresses to be used again, and got a port that was held but not listened at yet."""
    with reserve_run("127.0.0.1", forgotten_ports(2), 2) as first:
        for number in (first, first + 1):
            with pytest.raises(OSError, match="in use"), socket.create_server(("127.0.0.1", number)):
                pass


def test_two_crews_never_share_an_admin_port(tmp_path: Path) -> None:
    """Both parents would have held it, as theirs alone may be shared among their workers."""
    settings = {**SETTINGS, "STACKLOOP_ADMIN_PORT": str(free_ports(4))}
    with (
        server_process(tmp_path / "one", "--workers", "2", settings=settings) as one,
        server_process(tmp_path / "two", "--workers", "2", settings=settings) as two,
    ):
        assert one.admin_url != two.admin_url


def is_ready(url: str) -> bool:
    try:
        return fetch(url) == b"ready\n"
    except OSError:
        return False


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        body: bytes = answer.read()
        return body
