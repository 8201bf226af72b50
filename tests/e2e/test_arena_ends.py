"""However an arena ends, nothing of it is left, and what it has kept can be gone on with."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest

from server.arena.hall import START_TIMEOUT_S

SOON_S = 30.0
HANGS = """
import os, signal, subprocess, sys, time
signal.signal(15, 1)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
open(sys.argv[1], "w").close()
time.sleep(600)
"""


def of_run(mark: str) -> list[int]:
    """The processes that bear a mark in their environment."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in environment.read_bytes() and "Z" not in state(environment.parent):
                found.append(int(environment.parent.name))
        except OSError:
            continue
    return found


def state(process: Path) -> str:
    return (process / "stat").read_text().rpartition(")")[2].split()[0]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes where Linux tells of them")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_of_an_arena(how: signal.Signals, tmp_path: Path) -> None:
    """Its server was, once, and what programs had started; one that hangs, and ignores being told, is here."""
    mark, begun, keep = uuid4().hex, tmp_path / "begun", tmp_path / "run.jsonl"
    (tmp_path / "hangs.py").write_text(HANGS)
    theirs = f"hangs={sys.executable} {tmp_path / 'hangs.py'} {begun}"
    arena = [sys.executable, "-m", "server.cli", "arena", "magic", "random", theirs, "--keep", str(keep), "--json"]
    environment = {**os.environ, "MARK": mark, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(arena, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_until(START_TIMEOUT_S, lambda: begun.exists() or process.poll() is not None)
        assert len(of_run(mark)) >= 6  # the arena, a worker, the server, its guard, theirs and its guard
        process.send_signal(how)
        process.wait(SOON_S)
        _, errors = process.communicate()
    wait_until(SOON_S, lambda: not of_run(mark))
    assert b"Traceback" not in errors
    assert as_a_shell_tells(process.returncode) == 128 + how
    assert [path for path in tmp_path.iterdir() if path.name.startswith("stackloop-arena-")] == []
    assert keep.read_bytes().count(b"\n") == 1


def as_a_shell_tells(code: int) -> int:
    """A command that exits with 130, and one that an interrupt ended before it could, are the same to who runs it."""
    return code if code >= 0 else 128 - code


def wait_until(most_s: float, is_so: Callable[[], bool]) -> None:
    until_s = time.monotonic() + most_s
    while not is_so():
        assert time.monotonic() < until_s
        time.sleep(0.02)
