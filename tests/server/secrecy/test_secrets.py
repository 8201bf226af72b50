"""No secret stands in a log, in an error or in an address, whatever peers send."""

import io
import logging
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import orjson
import pytest
from anyio import to_thread
from redis import Redis
from websockets.exceptions import WebSocketException

from protocol.client.addresses import websocket_url
from server.runtime import logs
from tests.support.server.peer import Frame, Peer, dial, peer
from tests.support.server.redis_process import redis_process
from tests.support.server.server_process import ServerProcess, server_process

SECRET = "this-signs-every-token-of-the-server"
PASSWORD = "hunter2hunter2"
SEED = "a-seed-that-nobody-else-may-know"


def fetch(url: str, authorization: str = "") -> str:
    request = urllib.request.Request(url, headers={"Authorization": authorization} if authorization else {})
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return str(response.read())
    except urllib.error.HTTPError as error:
        with error:
            return str(error.read())


def shout(url: str, data: bytes) -> None:
    """Send what is no HTTP, and listen until the server hangs up."""
    parts = urlsplit(url)
    with socket.create_connection((parts.hostname, parts.port), timeout=20) as connection:
        connection.sendall(data)
        while connection.recv(4096):
            pass


async def told(one: Peer, frame: Frame | str | bytes) -> str:
    """The answer to something hostile, up to the next pong, without fields that give tokens away."""
    await one.send(frame)
    await one.send({"t": "ping", "r": "done"})
    heard = ""
    while (answer := await one.next())["t"] != "pong":
        if answer["t"] == "nack":
            heard += str(answer)
    return heard


async def be_hostile(url: str, secrets: list[str]) -> str:
    """A whole session, and everything that goes wrong in it; returns all errors that were told."""
    heard = ""
    async with dial(url) as ann, peer(url) as eve:
        welcome = await ann.ask({"t": "hello", "name": "ann"}, "welcome")
        ask = {"t": "create", "game": "magic", "private": True, "seats": ["open", "invite"], "seed": SEED}
        created = await ann.ask(ask, "created")
        match, seat, invite = created["m"], created["seats"][0]["token"], created["invites"][0]["token"]
        secrets += [welcome["token"], seat, invite, created["watch"]]
        state = await ann.join(match, seat)
        decision = state.get("decision") or {"w": 1}
        for frame in (
            {"t": "join", "m": "another", "token": seat},
            {"t": "join", "m": match, "token": seat[:-2]},
            {"t": "join", "m": 7, "token": seat},
            {"t": "join", "m": seat},
            {"t": "join", "m": seat[:64]},
            {"t": "redeem", "token": seat},
            {"t": "redeem", "token": invite + "x"},
            {"t": seat},
            {"t": "hello", "token": seat},
            {"t": "intent", "m": match, "c": seat, "w": 0, "a": 0},
            {"t": "create", "game": seat[:64]},
            orjson.dumps({"t": "join", "m": match, "token": seat})[:-5],
            b'\xff{"t": "join", "token": "' + seat.encode() + b'"}',
            '{"t":' * 500 + seat,
            "x" * 20_000 + seat,
        ):
            heard += await told(ann, frame)
        # What a person typed as a gesture comes back to that person, and must not be logged.
        await ann.refused({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": seat})
        await ann.refused({"t": "settings", "m": match, "c": 1, "s": seat})
        heard += await told(eve, {"t": "redeem", "token": invite})
        heard += await told(eve, {"t": "redeem", "token": invite})
        heard += await told(ann, {"t": "redeem", "token": invite})
        async with dial(url) as forger:
            heard += str(await forger.ask({"t": "hello", "token": seat}, "bye"))
        paths = [f"records/{match}.txt?token={seat}", seat, f"m/{match}?invite={invite}", f"records/{seat}.txt"]
        for path in paths:
            heard += await to_thread.run_sync(fetch, url + path, f"Bearer {seat}")
        for line in (f"{seat}\r\n", f"POST /ws HTTP/1.1\r\nAuthorization: {seat}\r\n"):
            await to_thread.run_sync(shout, url, f"{line}\r\n".encode())
        with pytest.raises(WebSocketException):
            async with dial(f"{websocket_url(url)}?token={seat}", origin=f"http://{seat[:60]}"):
                pass
        await ann.socket.send(orjson.dumps({"t": "join", "m": match, "token": seat}) * 3000, text=True)  # cut off
        secrets.append(match + seat)
    return heard


def check(text: str, secrets: list[str]) -> None:
    for secret in (*secrets, SECRET, PASSWORD, SEED, "eyJ"):
        assert secret not in text


async def test_a_hostile_session_leaves_no_secret_in_logs_or_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKLOOP_SECRET", SECRET)
    secrets: list[str] = []
    with server_process(tmp_path / "data", "--log-level", "debug") as server:
        heard = await be_hostile(server.url, secrets)
        assert "answered" in server.errors.read_text()
    check(server.errors.read_text(), secrets)
    for secret in (*secrets, SECRET, SEED):
        assert secret not in heard


async def test_the_password_of_redis_is_told_to_nobody(tmp_path: Path, binary: str) -> None:
    with redis_process(binary, tmp_path / "redis") as redis:
        await to_thread.run_sync(protect, redis.path)
        url = f"unix://:{PASSWORD}@{redis.path}"
        server = ServerProcess(tmp_path / "data", "--redis", url, "--log-level", "debug")
        await to_thread.run_sync(server.start)
        try:
            async with peer(server.url) as ann:
                match, tokens = await ann.create()
                await ann.join(match, tokens[0])
                redis.kill()
                heard = str(await ann.refused({"t": "concede", "m": match, "c": 1}))
                heard += str(await ann.refused({"t": "create", "game": "magic"}))
            assert "redis lost" in server.errors.read_text()
        finally:
            await to_thread.run_sync(server.kill)
        check(server.errors.read_text() + heard, [])


def protect(path: Path) -> None:
    """Have a Redis ask for a password, once it is there."""
    with Redis(unix_socket_path=str(path), retry_on_error=[ConnectionError]) as client:
        client.config_set("requirepass", PASSWORD)


@pytest.mark.parametrize("host", ["127.0.0.1:1", "no.such.host.invalid:6379", "127.0.0.1:what"])
def test_a_redis_that_is_not_there_is_named_without_its_password(tmp_path: Path, host: str) -> None:
    command = [sys.executable, "-m", "server.cli", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    run = subprocess.run(
        [*command, "--redis", f"redis://:{PASSWORD}@{host}/0"], capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode in (1, 2)
    assert "Traceback" not in run.stderr
    check(run.stdout + run.stderr, [])


TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJtIjoibTcifQ.c2lnbmF0dXJl"


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({"token": "x"}, {"token": "***"}),
        ({"event": f"refused {TOKEN}, sorry"}, {"event": "refused ***, sorry"}),
        ({"error": f"no redis://ann:{PASSWORD}@h:1/0"}, {"error": "no redis://***@h:1/0"}),
        ({"error": f"no unix://:{PASSWORD}@/a/b"}, {"error": "no unix://***@/a/b"}),
        ({"match": "m7", "c": 3}, {"match": "m7", "c": 3}),
        ({"url": "http://127.0.0.1:8300/"}, {"url": "http://127.0.0.1:8300/"}),
    ],
    ids=str,
)
def test_what_looks_like_a_secret_is_blotted_out(event: dict[str, object], expected: dict[str, object]) -> None:
    assert logs.blot(None, "info", event) == expected


class StandardError(io.TextIOWrapper):
    """A standard error that keeps what is written to it, and is a terminal or a pipe."""

    def __init__(self, *, is_terminal: bool) -> None:
        self.written = io.BytesIO()
        self.is_terminal = is_terminal
        super().__init__(self.written, write_through=True)

    def isatty(self) -> bool:
        return self.is_terminal

    @property
    def text(self) -> str:
        return self.written.getvalue().decode()


@pytest.fixture(params=[True, False], ids=["terminal", "pipe"])
def errors(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandardError]:
    """With logs set up for it."""
    place = StandardError(is_terminal=request.param)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", place)
        logs.configure()
        yield place
    logs.configure()


def fail_twice() -> None:
    held = SECRET
    try:
        raise LookupError(held)
    except LookupError as error:
        error.add_note(held)
        raise ValueError(held) from error


def test_of_an_exception_type_and_place_are_logged_and_nothing_else(errors: StandardError) -> None:
    """Neither what it says nor what variables held, which structlog would show on a terminal."""
    try:
        fail_twice()
    except ValueError:
        logs.get("test").exception("failed")
    for word in ("ValueError", "LookupError", "tests/server/secrecy/test_secrets.py", " in fail_twice"):
        assert word in errors.text
    assert SECRET not in errors.text


def test_of_a_group_of_exceptions_those_in_it_are_told(errors: StandardError) -> None:
    group = ExceptionGroup(SECRET, [ZeroDivisionError(SECRET), ExceptionGroup(SECRET, [KeyError(SECRET)])])
    logs.get("test").error("failed", exc_info=group)
    assert "ZeroDivisionError" in errors.text
    assert "KeyError" in errors.text
    assert SECRET not in errors.text


def test_what_libraries_log_beside_an_exception_is_their_first_line(errors: StandardError) -> None:
    """``asyncio`` tells of the task that failed, and so of what its exception says."""
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        logging.getLogger("asyncio").exception("Task failed\nfuture: <Task exception=%r>", error)  # noqa: TRY401 # so it does
    assert "Task failed" in errors.text
    assert "KeyError" in errors.text
    assert SECRET not in errors.text
