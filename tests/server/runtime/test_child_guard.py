"""A kept program ends with whoever holds the pipe, and all that it started with it."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.runtime import child_guard
from server.runtime.child_process import guarded, leashed

FORKS = """
    import os, sys, time
    open(sys.argv[1], "w").close()
    for leaves in (False, True):
        if os.fork() == 0:
            if leaves:
                os.setsid()
                if os.fork():
                    os._exit(0)
            with open(sys.argv[1], "a") as pids:
                pids.write(f"{os.getpid()}\\n")
            time.sleep(600)
    while len(open(sys.argv[1]).readlines()) < 2:
        time.sleep(0.01)
"""
IGNORES = "import signal; [signal.signal(s, signal.SIG_IGN) for s in (2, 15, 1)];"
TELLS = "import os, sys, time; open(sys.argv[1], 'a').write(f'{os.getpid()}\\n');"
SOON_S = 60.0


@contextmanager
def keeping(
    *command: str, most_bytes: int = 100, restarts: int = 0, directory: Path | str = ""
) -> Iterator["subprocess.Popen[bytes]"]:
    arguments = guarded(command, grace_s=0.1, most_bytes=most_bytes, restarts=restarts, directory=str(directory))
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        yield process


def python(text: str, *arguments: object) -> tuple[str, ...]:
    return sys.executable, "-c", textwrap.dedent(text), *map(str, arguments)


def errors(process: "subprocess.Popen[bytes]") -> str:
    assert process.stderr is not None
    return process.stderr.read().decode()


def wait_for(path: Path, lines: int) -> list[int]:
    """The process ids that a program has written down."""
    until_s = time.monotonic() + SOON_S
    while time.monotonic() < until_s:
        if path.exists() and len(found := path.read_text().split()) >= lines:
            return [int(pid) for pid in found]
        time.sleep(0.01)
    raise AssertionError("nothing was written")


def wait_until_gone(pid: int) -> None:
    until_s = time.monotonic() + SOON_S
    while lives(pid) and time.monotonic() < until_s:
        time.sleep(0.01)
    assert not lives(pid)


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    ("text", "code"),
    [("pass", 0), ("raise SystemExit(7)", 7), ("import os; os.kill(os.getpid(), 9)", 137)],
)
def test_it_ends_as_its_program_did(text: str, code: int) -> None:
    with keeping(*python(text)) as process:
        assert process.wait(SOON_S) == code


def test_what_cannot_be_run_is_told(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no program")
    text.chmod(0o755)
    for command, told in ((str(text), "Exec format error"), (str(tmp_path / "none"), "No such file")):
        with keeping(command) as process:
            assert process.wait(SOON_S) == child_guard.CANNOT
            assert told in errors(process)


def test_who_ignores_being_told_is_killed_when_the_pipe_ends(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    (tmp_path / "kept").mkdir()
    text = IGNORES + "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(600)"
    with keeping(*python(text, pids), directory=tmp_path / "kept") as process:
        (pid,) = wait_for(pids, 1)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(SOON_S) == 128 + signal.SIGKILL
        assert not lives(pid)
        assert not (tmp_path / "kept").exists()


def test_children_that_outlive_their_program_are_ended_wherever_they_went(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with keeping(*python(FORKS, pids)) as process:
        assert process.wait(SOON_S) == 0
        assert [pid for pid in wait_for(pids, 2) if lives(pid)] == []


def test_a_guard_that_is_killed_takes_its_program_along(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    text = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(600)"
    with keeping(*python(text, pids)) as process:
        (pid,) = wait_for(pids, 1)
        process.kill()
        process.wait(SOON_S)
        wait_until_gone(pid)


def test_a_program_that_dies_is_started_again_so_many_times(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with keeping(*python(TELLS + "time.sleep(600)", pids), restarts=1) as process:
        (first,) = wait_for(pids, 1)
        os.kill(first, signal.SIGKILL)
        _, second = wait_for(pids, 2)
        os.kill(second, signal.SIGKILL)
        assert process.wait(SOON_S) == 128 + signal.SIGKILL
    assert wait_for(pids, 2) == [first, second]


def test_a_program_that_fails_at_its_first_start_is_not_started_again(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with keeping(*python(TELLS + "sys.exit(1)", pids), restarts=5) as process:
        assert process.wait(SOON_S) == 1
    assert len(wait_for(pids, 1)) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills a process with its parent")
def test_a_leashed_program_is_killed_with_its_parent(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    starts = "import sys, time; from server.runtime.child_process import start_leashed as start; "
    starts += "print(start(sys.argv[1:]).pid, flush=True); time.sleep(600)"
    command = python(starts, *python(TELLS + "time.sleep(600)", pids))
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        (pid,) = wait_for(pids, 1)
        assert int(parent.stdout.readline()) == pid
        parent.kill()
        wait_until_gone(pid)


def test_a_leashed_program_that_ignores_being_told_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with leashed(python(IGNORES + TELLS + "time.sleep(600)", pids), grace_s=0.1) as process:
        assert wait_for(pids, 1) == [process.pid]
    assert process.returncode == -signal.SIGKILL


def test_megabytes_of_output_are_taken_and_hardly_shown() -> None:
    text = "import os, sys; [os.write(n, b'x' * 1000) for n in (1, 2) for _ in range(3000)]; sys.exit(3)"
    with keeping(*python(text)) as process:
        assert process.wait(SOON_S) == 3
        assert errors(process) == "x" * 100 + "\n(it writes more than is shown)\n"


def test_what_a_program_says_last_is_shown() -> None:
    with keeping(*python("raise KeyError('mine')"), most_bytes=10_000) as process:
        assert process.wait(SOON_S) == 1
        assert "KeyError: 'mine'" in errors(process)


def test_output_that_nobody_takes_stops_nothing() -> None:
    with keeping(*python("import os; os.write(1, b'x' * 1000)")) as process:
        assert process.stderr is not None
        process.stderr.close()
        assert process.wait(SOON_S) == 0


def test_the_number_of_who_has_ended_is_kept() -> None:
    pid = os.posix_spawn("/bin/true", ["true"], {})
    while not child_guard.has_ended(pid):
        time.sleep(0.01)
    assert os.waitpid(pid, 0) == (pid, 0)
