"""A server that runs interpreted has its rules compiled beside it, tells in one line what came of it, and ends it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from server.runtime import compiled_rules, metrics
from server.runtime.version import VERSION, rules_form
from server.service.compilation import compile_beside
from tests.support.server.peer import peer, serving
from tests.support.server.server_process import ServerProcess, server_process


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Have a script of sh stand in for the C compiler; it may write to the file that is returned."""
    monkeypatch.setenv("STACKLOOP_COMPILED", "1")
    monkeypatch.setenv("STACKLOOP_COMPILE_MIB", "0")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.delenv("STACKLOOP_CACHE", raising=False)
    monkeypatch.setenv("CC", str(tmp_path / "cc"))
    monkeypatch.setenv("TOLD", str(tmp_path / "told"))

    def stand_in(script: str) -> Path:
        (tmp_path / "cc").write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "cc").chmod(0o700)
        return tmp_path / "told"

    return stand_in


async def told() -> list[tuple[str, str, str]]:
    """The lines of the log: level, event and reason."""
    with capture_logs() as lines:
        await compile_beside()
    return [(line["log_level"], line["event"], line["reason"]) for line in lines]


@pytest.mark.interpreted("nothing is compiled beside a server that runs compiled")
async def test_a_condition_that_is_missing_is_told(compiler: Callable[[str], Path], tmp_path: Path) -> None:
    compiler("echo 'error: not here' >&2; exit 1")
    reason = f"{tmp_path / 'cc'} does not compile: error: not here"
    assert await told() == [("info", "rules stay interpreted", reason)]


async def test_who_wants_none_has_none_compiled(
    compiler: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    called = compiler('echo >"$TOLD"; exit 1')
    monkeypatch.setenv("STACKLOOP_COMPILED", "0")
    assert await told() == []
    assert not called.exists()


@pytest.mark.interpreted("nothing is compiled beside a server that runs compiled")
async def test_a_build_that_the_system_kills_is_noted_and_not_tried_again(compiler: Callable[[str], Path]) -> None:
    called = compiler('echo >>"$TOLD"; kill -9 $PPID')
    compiled_rules.cache().mkdir(parents=True)
    assert await told() == [("warning", "rules not compiled", "the program that compiles them ended with 137")]
    calls = called.read_text()
    noted = compiled_rules.failure(compiled_rules.key_of(compiled_rules.CHECKOUT, "1"))
    assert noted.is_file()
    ((level, event, _),) = await told()
    assert (level, event, called.read_text()) == ("info", "rules stay interpreted", calls)


async def test_welcome_and_metrics_tell_the_form_of_the_rules(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as somebody:
        (welcome,) = [frame for frame in somebody.heard if frame["t"] == "welcome"]
        assert (welcome["server"], welcome["rules"]) == (f"stackloop {VERSION}", rules_form())
    text = metrics.exposition().decode()
    assert f'stackloop_build_info{{rules="{rules_form()}",version="{VERSION}"}} 1.0' in text


def test_the_first_line_tells_the_form_of_the_rules(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "server.cli", "serve", "--port", "0", "--admin-port", "0", "--data", str(tmp_path)]
    environment = {**os.environ, "STACKLOOP_COMPILED": "0", "STACKLOOP_READ_AHEAD": "0"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert re.fullmatch(rf"Stackloop is at http://\S+ \({re.escape(VERSION)}, interpreted rules\)\n", line)


def test_another_word_is_refused(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path / "data", settings={"STACKLOOP_COMPILED": "yes"})
    code, errors = process.fail()
    assert (code, "STACKLOOP_COMPILED is 0, 1 or native, and not yes" in errors) == (2, True)


def test_it_ends_with_the_server(compiler: Callable[[str], Path], tmp_path: Path) -> None:
    pid = compiler('echo $$ >"$TOLD"; exec sleep 300')
    os.mkfifo(pid)
    with server_process(tmp_path / "data") as server:
        running = int(pid.read_text())
        assert server.end(signal.SIGTERM) == 0
    with pytest.raises(ProcessLookupError):
        os.kill(running, 0)


def test_it_ends_with_a_server_that_is_killed(compiler: Callable[[str], Path], tmp_path: Path) -> None:
    """The stand-in holds the other end of the pipe open until it is gone."""
    pid = compiler('echo $$ >"$TOLD"; exec sleep 300 >"$TOLD"')
    os.mkfifo(pid)
    with server_process(tmp_path / "data") as server, pid.open() as held:
        assert held.readline()
        server.kill()
        assert held.read() == ""
