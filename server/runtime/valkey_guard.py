"""The process between us and the embedded Valkey, so that Valkey never outlives us.

Runs as its own program, in its own session, with nothing but the standard library. Its standard input is a pipe
whose other end only our server holds: end-of-file means that the server is gone, however it went, and the watchdog
stops Valkey and leaves. Until then it starts Valkey again when it dies.

Usage: ``python watchdog.py LOCK_FD COMMAND...``. The lock's file descriptor is handed on to Valkey, so the data
directory stays locked for as long as any Valkey may still write to it.
"""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Final

POLL_S: Final = 0.1
"""How often a dead Valkey is looked for."""
GRACE_S: Final = 10.0
"""How long Valkey may take to write its file and stop, before it is killed."""
MOST_RESTARTS: Final = 100
"""A Valkey that dies this often has a reason that starting it again does not cure."""

LAUNCH_FAILED: Final = 3


class Stopped(BaseException):
    """SIGTERM or SIGINT came."""


def stop(signum: int, _frame: FrameType | None) -> None:
    raise Stopped(signum)


def start(command: Sequence[str], lock: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=(lock,))  # noqa: S603 - our own command


def watch(command: Sequence[str], lock: int) -> int:
    """Keep Valkey running until our input ends; return an exit code."""
    restarts = 0
    valkey = start(command, lock)
    try:
        while not select.select([0], [], [], POLL_S)[0] or os.read(0, 1):
            if valkey.poll() is None:
                continue
            if restarts == MOST_RESTARTS or (restarts == 0 and valkey.returncode == 1):
                return LAUNCH_FAILED
            restarts += 1
            valkey = start(command, lock)
    except Stopped:
        pass  # the same as end-of-file: stop Valkey below, and leave
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        valkey.terminate()
        try:
            valkey.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            valkey.kill()
            valkey.wait()
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    sys.exit(watch(sys.argv[2:], int(sys.argv[1])))
