"""The parent of all processes of a run: none of them outlives it, and servers start in no time.

A program of its own (``server.commands.nursery``), which hands it the server. It reads what is played once; each server
is then a fork of it, and what is no server is executed. It is asked through its standard input, a socket whose other
end the run alone holds: at its end, however the run went, everything that was started is killed, paused processes too,
and the run's directory is removed. If the nursery itself is killed the system kills them (Linux).
"""

import gc
import json
import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from typing import Final, NoReturn, TypedDict

import engine
from server.chaos.kinds import SEATS
from server.match.card_loading import rehearse
from server.runtime.child_guard import die_with_parent

READY: Final = 0
"""The first number that is sent."""
FDS: Final = 3
"""A child's standard input, output and errors."""
MOST_BYTES: Final = 65536
CANNOT: Final = 127
"""The exit code of what could not be executed."""


Serve = Callable[[list[str]], object]
"""Runs ``stackloop serve`` with arguments, until it ends."""


class Order(TypedDict, total=False):
    """A wish of the run: one of the first three.

    Attributes:
        serve: arguments of ``stackloop serve``; answered by a process id.
        run: a command; the same.
        end: a process id; killed, and answered by how it had ended before (``waitpid``), or -1 if it had not.
        environment: of what is started, beside our own.
    """

    serve: list[str]
    run: list[str]
    end: int
    environment: dict[str, str]


class Nursery:
    """The processes that were started and not ended yet."""

    def __init__(self, asked: socket.socket, serve: Serve) -> None:
        self._asked = asked
        self._serve = serve
        self._children: set[int] = set()

    def work(self) -> None:
        """Obey until the run is gone."""
        self._answer(READY)
        while True:
            data, fds, _, _ = socket.recv_fds(self._asked, MOST_BYTES, FDS)
            if not data:
                return
            order: Order = json.loads(data)
            self._answer(self._end(order["end"]) if "end" in order else self._start(order, fds))

    def end_all(self) -> None:
        for pid in tuple(self._children):
            self._end(pid)

    def _answer(self, number: int) -> None:
        self._asked.sendall(b"%d\n" % number)

    def _start(self, order: Order, fds: list[int]) -> int:
        pid = os.fork()
        if pid == 0:
            self._asked.close()
            become(order, fds, self._serve)
        for fd in fds:
            os.close(fd)
        self._children.add(pid)
        return pid

    def _end(self, pid: int) -> int:
        """Nobody else waits for our children, so that their numbers are not given to others before."""
        self._children.discard(pid)
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return -1


def become(order: Order, fds: list[int], serve: Serve) -> NoReturn:
    """Be what was ordered, in a process of its own."""
    code = CANNOT
    die_with_parent()
    try:
        for number, fd in enumerate(fds):
            os.dup2(fd, number)
            os.close(fd)
        os.environ.update(order.get("environment", {}))
        if "run" in order:
            os.execvp(order["run"][0], order["run"])  # noqa: S606 # our own command
        signal.signal(signal.SIGINT, signal.default_int_handler)
        serve(order["serve"])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def keep(serve: Serve, directory: str, *games: str) -> None:
    """Start and end what is asked for until the run is gone; an empty directory is none."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ours comes through the run
    nursery = Nursery(socket.socket(fileno=0), serve)
    for game in games:
        for deck in engine.load_decks(game).values():
            decks = (deck.entries,) * SEATS
            rehearse(engine.Header(game, ("",) * SEATS, decks, engine.Seed("any"), engine.profiles_of(game)[0]))
    gc.freeze()
    try:
        nursery.work()
    finally:
        nursery.end_all()
        if directory:
            shutil.rmtree(directory, ignore_errors=True)
