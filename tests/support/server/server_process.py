"""A whole server as a process of its own, as people run it; started, killed and started again on one data directory."""

import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import MappingProxyType


class ServerProcess:
    """``stackloop serve`` on one data directory; keeps its port over restarts.

    Args:
        read_ahead: whether it reads all cards at the start; most tests need few and are in haste.
        settings: more of its environment, as ``STACKLOOP_LEASE_S``.
        ahead_s: how far its machine's clock is ahead.

    Attributes:
        url: of its page, once started.
        admin_url: of its admin port; of several workers the first one's.
        errors: what it wrote to standard error, all runs together.
    """

    def __init__(
        self,
        data: Path,
        *arguments: str,
        read_ahead: int = 0,
        settings: Mapping[str, str] = MappingProxyType({}),
        ahead_s: float = 0.0,
    ) -> None:
        self.url = ""
        self.admin_url = ""
        self.errors = data.with_name(data.name + ".log")
        self._data = data
        self._arguments = arguments
        self._program = ("tests.support.server.ahead", str(ahead_s)) if ahead_s else ("server.cli",)
        ours = {"STACKLOOP_READ_AHEAD": str(read_ahead), "STACKLOOP_ADMIN_PORT": "0"}  # all tests have one machine
        self._environment = {**os.environ, **ours, **settings}
        self._port = str(free_ports(1))
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start, and wait until it tells its address, which is when every match is taken up."""
        command = [sys.executable, "-m", *self._program, "serve", "--port", self._port, "--data", str(self._data)]
        with self.errors.open("a") as errors:
            self._process = subprocess.Popen(
                [*command, *self._arguments],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=self._environment,
            )
        self.url, self.admin_url = self._told(), self._told()

    def _told(self) -> str:
        """The address in the next line that it writes."""
        assert self._process is not None
        line = self._process.stdout.readline() if self._process.stdout is not None else ""
        assert "http://" in line, self.errors.read_text()
        return line[line.index("http://") :].split()[0]

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def fail(self) -> tuple[int, str]:
        """Start in vain; return the exit code, and what it wrote."""
        command = [sys.executable, "-m", "server.cli", "serve", "--data", str(self._data), *self._arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=self._environment, timeout=60, check=False)
        return done.returncode, done.stderr

    def send(self, what: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(what)

    def end(self, how: signal.Signals) -> int:
        """Send a signal and wait for the end; return the exit code."""
        self.send(how)
        return self.wait()

    def wait(self) -> int:
        """Wait for the end; return the exit code."""
        if self._process is None:
            return 0
        code = self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None
        return code


@contextmanager
def server_process(
    data: Path,
    *arguments: str,
    read_ahead: int = 0,
    settings: Mapping[str, str] = MappingProxyType({}),
    ahead_s: float = 0.0,
) -> Iterator[ServerProcess]:
    process = ServerProcess(data, *arguments, read_ahead=read_ahead, settings=settings, ahead_s=ahead_s)
    process.start()
    try:
        yield process
    finally:
        process.end(signal.SIGTERM)


def free_ports(count: int, within: range = range(30_000, 32_768), *, beside: int = 0) -> int:
    """Return the first of so many ports in a row that nobody has.

    A system gives these ports to nobody who asks for any (on Linux, 32768 and more), and neither Redis servers nor
    their buses have them: a process that ends and starts again finds its port free.

    Args:
        count: how many ports.
        within: where they are.
        beside: the ports that are so far above them are free too.
    """
    while True:
        first = random.randrange(within.start, within.stop - count)
        with ExitStack() as held, suppress(OSError):
            for port in {number + above for number in range(first, first + count) for above in (0, beside)}:
                held.enter_context(socket.create_server(("127.0.0.1", port)))
            return first
