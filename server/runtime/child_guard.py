"""The process between us and a program, so that nothing of it outlives us, nor its own end.

Runs as its own program, with nothing but the standard library. Its standard input is a pipe whose other end only we
hold: end-of-file means that we are done with the program, or gone, however we went. Then the program is told to end,
killed if it takes long, and DIRECTORY is removed. With the program, whatever ended it, ends all that it started:
its process group, and, on Linux, those too that have left it, as orphans are handed to us.

``python child_guard.py guard GRACE_S MOST_BYTES RESTARTS DIRECTORY COMMAND...`` runs a command. The program's output
is handed on, up to so many bytes of it, to standard error; with 0 it writes where it likes. A program that ends before
we are done with it is started again, so many times; one that fails at its first start is not. Exits as a shell would:
with the program's code, with 128 and the number of the signal that ended it, or with 126 if it cannot be run.

``python child_guard.py leash PARENT COMMAND...`` becomes the command, under the same process id. The system kills it
when its parent is gone (Linux).
"""

import ctypes
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Final

POLL_S: Final = 0.05
"""Time between two looks whether the program has ended."""
ORPHANS_S: Final = 5.0
"""Time that it may take to end those that it has left behind, who may be having children meanwhile."""
PART_BYTES: Final = 65536
CANNOT: Final = 126
FAILED: Final = 1
"""The exit code of a program that does not like its arguments, or cannot have what it needs."""
SIGNALLED: Final = 128
SET_CHILD_SUBREAPER: Final = 36
SET_PDEATHSIG: Final = 1
"""Of ``prctl``, on Linux."""
C: Final = ctypes.CDLL(None)
NO_MORE: Final = b"\n(it writes more than is shown)\n"
LIFELINE: Final = 0
"""Our standard input, a pipe."""
ERRORS: Final = 2
ENDING: Final = (signal.SIGTERM, signal.SIGINT)
"""Signals that mean the same as end-of-file; they are taken while we watch, and wait at other times."""


class Stopped(BaseException):
    """SIGTERM or SIGINT came."""


def stop(signum: int, _frame: FrameType | None) -> None:
    raise Stopped(signum)


class Output:
    """The program's output, as far as it is handed on; all of it is taken, so that no program waits for it."""

    def __init__(self, fd: int, most_bytes: int) -> None:
        self.fd = fd
        self._left = most_bytes

    def hand_on(self) -> bool:
        """Take what is there; whether more may come."""
        part = os.read(self.fd, PART_BYTES)
        if self._left > 0:
            self._left -= len(part)
            with suppress(OSError):  # whoever was to read it is gone
                os.write(ERRORS, part if self._left >= 0 else part[: self._left] + NO_MORE)
        return bool(part)

    def hand_on_the_rest(self) -> None:
        """Hand on the output up to the end of the program; its children are not waited for."""
        while self._left > 0 and select.select([self.fd], [], [], 0)[0] and self.hand_on():
            pass


def keep(grace_s: float, most_bytes: int, restarts: int, command: Sequence[str]) -> tuple[int, bool]:
    """Run the program until our input ends, or until it has ended for the last time.

    Returns:
        the exit code, and whether our input has ended.
    """
    code, is_left = run(grace_s, most_bytes, command)
    if code in (FAILED, CANNOT):
        return code, is_left
    while restarts and not is_left:
        restarts -= 1
        code, is_left = run(grace_s, most_bytes, command)
    return code, is_left


def run(grace_s: float, most_bytes: int, command: Sequence[str]) -> tuple[int, bool]:
    """Run the program until it or our input ends; returns as ``keep``."""
    read, write = os.pipe()
    shown = write if most_bytes else None
    output = Output(read, most_bytes)
    try:
        program = subprocess.Popen(  # noqa: S603 # what we are asked to run
            command,
            stdin=subprocess.DEVNULL,
            stdout=shown,
            stderr=shown,
            close_fds=False,  # what was handed to us is for the program
            start_new_session=True,
            preexec_fn=begin,  # noqa: PLW1509 # we have one thread
        )
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        return CANNOT, False
    finally:
        os.close(write)
    is_left = True
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        is_left = watch(program.pid, output)
    except Stopped:
        pass  # the same as end-of-file
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        code = end(program, grace_s if is_left else 0.0)
        end_orphans()
        output.hand_on_the_rest()
        os.close(read)
    return (code if code >= 0 else SIGNALLED - code), is_left


def watch(pid: int, output: Output) -> bool:
    """Wait until the program or our input ends; whether it is the latter."""
    inputs = [LIFELINE, output.fd]
    while not has_ended(pid):
        ready = select.select(inputs, [], [], POLL_S)[0]
        if LIFELINE in ready and not os.read(LIFELINE, 1):
            return True
        if output.fd in ready and not output.hand_on():
            inputs.remove(output.fd)
    return False


def has_ended(pid: int) -> bool:
    """Whether a child has ended; its number is kept from others, as it names its group."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def end(program: "subprocess.Popen[bytes]", grace_s: float) -> int:
    """End the program and its group."""
    until_s = time.monotonic() + grace_s
    with suppress(ProcessLookupError, PermissionError):  # macOS says so of who has ended
        os.killpg(program.pid, signal.SIGTERM)
    while not has_ended(program.pid) and time.monotonic() < until_s:
        time.sleep(POLL_S)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    return program.wait()


def adopt_orphans() -> None:
    """Become the parent of whom our program's processes leave behind, where the system can do that."""
    with suppress(AttributeError):
        C.prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def begin() -> None:
    """In the program, before it is that: even if we are killed it ends."""
    die_with_parent()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def die_with_parent() -> None:
    """Have the system kill this process when its parent is gone, where it can do that."""
    with suppress(AttributeError):
        C.prctl(SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def end_orphans() -> None:
    """Kill whoever was left behind, and whom those leave behind."""
    until_s = time.monotonic() + ORPHANS_S
    while time.monotonic() < until_s:
        for pid in children():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(POLL_S / 5)


def children() -> list[int]:
    with suppress(OSError):
        return [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]
    return []


def guard(grace_s: str, most_bytes: str, restarts: str, directory: str, *command: str) -> int:
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    for each in ENDING:
        signal.signal(each, stop)
    adopt_orphans()
    code, is_left = keep(float(grace_s), int(most_bytes), int(restarts), command)
    if directory and is_left:
        shutil.rmtree(directory, ignore_errors=True)
    return code


def leash(parent: str, *command: str) -> int:
    die_with_parent()
    if os.getppid() != int(parent):
        return CANNOT  # it was gone before
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # which Python ignores, and what it becomes would too
    try:
        os.execvp(command[0], command)  # noqa: S606 # what we are asked to run
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        return CANNOT


WAYS: Final[dict[str, Callable[..., int]]] = {"guard": guard, "leash": leash}

if __name__ == "__main__":
    sys.exit(WAYS[sys.argv[1]](*sys.argv[2:]))
