"""The server as a program: how it starts, what it serves, how it stops."""

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import anyio
import orjson
import pytest
from anyio import to_thread

from protocol.client import connect
from server.gateway.admin_port import NOTE, noted_url
from tests.support.server.peer import dial, peer
from tests.support.server.server_process import ServerProcess, free_ports, server_process


def get(url: str) -> tuple[int, str, str]:
    """Status, type and body of a page."""
    try:
        with urllib.request.urlopen(url, timeout=20) as response:
            return response.status, response.headers["Content-Type"], response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Content-Type"], error.read().decode()


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for tests that only look at it."""
    with server_process(tmp_path_factory.mktemp("idle") / "data") as server:
        yield server


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_cleanly_when_told(tmp_path: Path, how: signal.Signals) -> None:
    server = ServerProcess(tmp_path / "data")
    server.start()
    assert server.end(how) == 0


async def test_who_waits_for_the_cards_does_not_keep_it_from_stopping(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", read_ahead=1)
    server.start()
    async with dial(server.url) as waiting:
        await waiting.ask({"t": "hello", "name": "test"}, "welcome")
        await waiting.send({"t": "create", "r": "1", "game": "magic"})
        assert await to_thread.run_sync(server.end, signal.SIGTERM) == 0


def test_health_metrics_and_the_page_are_served(idle: ServerProcess) -> None:
    assert get(f"{idle.url}livez") == (200, "text/plain; charset=utf-8", "ok\n")
    assert get(f"{idle.url}readyz")[0] == 200
    assert "stackloop_matches" in get(f"{idle.admin_url}metrics")[2]
    assert get(idle.url)[:2] == (200, "text/html; charset=utf-8")
    assert get(f"{idle.url}main.js")[:2] == (200, "text/javascript; charset=utf-8")
    assert get(f"{idle.url}m/e6dakwmwzfq5")[:2] == (200, "text/html; charset=utf-8")
    assert get(f"{idle.url}api/matches")[2] == "[]"


def test_it_is_alive_at_once_and_ready_when_the_cards_are_read(tmp_path: Path) -> None:
    """Else the first match of a new node holds up everything else there for seconds."""
    with server_process(tmp_path / "data", read_ahead=1) as server:
        assert get(f"{server.url}livez")[0] == 200
        while (status := get(f"{server.url}readyz")[0]) != 200:
            assert status == 503
        assert "cards read" in server.errors.read_text()


@pytest.mark.parametrize("path", ["nothing.js", "..%2f..%2fpyproject.toml", "../cli.py", "records/nowhere.txt"])
def test_nothing_else_is_served(idle: ServerProcess, path: str) -> None:
    assert get(f"{idle.url}{path}")[0] == 404


def test_two_servers_never_share_a_data_directory(tmp_path: Path) -> None:
    with server_process(tmp_path / "data"):
        command = [sys.executable, "-m", "server.cli", "serve", "--port", "0", "--data", str(tmp_path / "data")]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert second.returncode == 1
        assert "in use by another server" in second.stderr


def test_a_taken_port_is_told_in_one_line(tmp_path: Path) -> None:
    with server_process(tmp_path / "one") as server:
        port = server.url.rstrip("/").rpartition(":")[2]
        command = [sys.executable, "-m", "server.cli", "serve", "--port", port, "--data", str(tmp_path / "two")]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert second.returncode == 1
        assert "Traceback" not in second.stderr


def test_operators_have_a_port_that_only_this_machine_reaches(tmp_path: Path) -> None:
    with server_process(tmp_path / "data", "--host", "0.0.0.0") as server:  # noqa: S104 # for the time of a test
        port = int(server.admin_url.rstrip("/").rpartition(":")[2])
        assert listeners(port) == {"127.0.0.1"}
        assert get(f"{server.url}metrics")[0] == get(f"{server.url}admin")[0] == 404


def listeners(port: int) -> set[str]:
    """At which IPv4 addresses the system says that somebody listens."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    found = [row[1].partition(":") for row in rows if row[3] == "0A"]
    return {socket.inet_ntoa(bytes.fromhex(place)[::-1]) for place, _, number in found if int(number, 16) == port}


def test_a_taken_admin_port_is_left_to_who_has_it_and_the_other_is_told(tmp_path: Path) -> None:
    first = free_ports(1)
    settings = {"STACKLOOP_ADMIN_PORT": str(first), "STACKLOOP_ADMIN_TOKEN": "opens-the-door-of-two-servers-at-once"}
    with (
        server_process(tmp_path / "one", settings=settings) as one,
        server_process(tmp_path / "two", settings=settings) as two,
    ):
        assert one.admin_url == f"http://127.0.0.1:{first}/"
        assert two.admin_url != one.admin_url
        assert "admin port taken" in two.errors.read_text()
        for server, data in ((one, "one"), (two, "two")):
            assert "stackloop_matches" in get(f"{server.admin_url}metrics")[2]
            assert (tmp_path / data / "admin-url").read_text() == f"{server.admin_url}\n"
            told = run_admin("matches", "--json", STACKLOOP_DATA=str(tmp_path / data), **settings)
            assert [node["url"] for node in orjson.loads(told)["nodes"]] == [server.url]
    assert not (tmp_path / "one" / "admin-url").exists()


def test_what_another_has_noted_as_the_admin_port_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The admin token is shown there."""
    (tmp_path / NOTE).write_text("http://127.0.0.1:1/\n")
    assert noted_url(tmp_path) == "http://127.0.0.1:1/"
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert noted_url(tmp_path) == ""


def run_admin(*arguments: str, **environment: str) -> str:
    command = [sys.executable, "-m", "server.cli", "admin", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment})
    return done.stdout


def test_the_demo_plays(tmp_path: Path) -> None:
    with server_process(tmp_path / "data", "--demo") as server:
        matches: list[dict[str, object]] = []
        while not matches:
            matches = orjson.loads(get(f"{server.url}api/matches")[2])
        assert matches[0]["names"] == ["Greedy", "Random"]


async def test_a_spectator_who_joins_late_sees_the_board_within_one_message(tmp_path: Path) -> None:
    with server_process(tmp_path / "data", "--demo") as server:
        async with connect(server.url) as client:
            while not (lines := await client.matches()):  # noqa: ASYNC110 # nobody tells of a new match
                await anyio.sleep(0.1)
            match = await client.join(lines[0].m)
            while match.seq <= 5:
                await match.next_change()
        async with peer(server.url) as late:
            state = await late.ask({"t": "join", "m": lines[0].m}, "state", "diff", "head", "nack")
            assert state["t"] == "state"
            assert state["seq"] >= 5
            assert {"game", "p1", "p2"} <= set(state["view"])


async def test_a_live_match_keeps_its_record_to_itself(tmp_path: Path) -> None:
    with server_process(tmp_path / "data") as server:
        async with connect(server.url) as client:
            created = await client.create("magic")
        assert get(f"{server.url}records/{created.m}.txt")[0] == 409


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--redis", "nonsense"), 2, "--redis"),
        (("--redis", "redis://user:hidden@127.0.0.1:9/0"), 1, "no Redis at 127.0.0.1:9"),
        (("--host", "192.0.2.1"), 1, "cannot listen on 192.0.2.1"),
        (("--data", "/dev/null/below"), 1, "cannot use /dev/null/below"),
        (("--port", "many"), 2, "--port"),
    ],
)
def test_what_cannot_be_had_is_told_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    command = [sys.executable, "-m", "server.cli", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == code
    assert told in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert "hidden" not in done.stderr


def test_the_environment_says_what_the_command_line_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKLOOP_HOST", "127.0.0.2")
    monkeypatch.setenv("STACKLOOP_DATA", str(tmp_path / "unused"))
    with server_process(tmp_path / "data") as server:
        assert server.url.startswith("http://127.0.0.2:")
    assert not (tmp_path / "unused").exists()
