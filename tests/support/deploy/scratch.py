"""A root directory in which an image's steps run where there is no container runtime: mounts of one's own, and chroot.

It holds the programs of this system, which cannot be written to, one Python under ``/usr/local``, as the official image
has it, and whatever the steps write. A process there has the machine's network or one of its own, and is gone once the
first process is.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

SYSTEM_PATH: Final = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"
STEP_S: Final = 500.0
"""Time that a step may take: the longest fetches packages and installs them."""
WRITABLE: Final = ("etc", "home", "opt", "root", "run", "srv", "tmp", "var", "var/lib", "var/tmp")
DEVICES: Final = ("null", "zero", "full", "random", "urandom")
ACCOUNTS: Final = {
    "passwd": "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
    "group": "root:x:0:\nnogroup:x:65534:\n",
    "shadow": "root:*:20000:0:99999:7:::\nnobody:*:20000:0:99999:7:::\n",
    "gshadow": "root:*::\nnogroup:*::\n",
}
"""Of a system on which nothing was installed."""
WITH_US: Final = ("setpriv", "--pdeathsig", "KILL")
"""Before a command that ends when who started it does; a change of user would undo it."""
ENTER: Final = """
set -eu
root=$1 prefix=$2 network=$3
shift 3
bind() { mkdir -p "$root$2"; mount --bind "$1" "$root$2"; mount -o remount,ro,bind "$root$2"; }
bind /usr /usr
[ "$prefix" = /usr ] || { bind "$prefix" /usr/local; bind "$prefix" "$prefix"; }
for device in null zero full random urandom; do mount --bind /dev/$device "$root/dev/$device"; done
mount -t proc proc "$root/proc"
[ "$network" = machine ] || ip link set lo up
exec chroot "$root" "$@"
"""


@cache
def why_not() -> str:
    """The reason that there can be no such root here; empty if there can."""
    if sys.platform != "linux":
        return "namespaces are Linux's"
    for program in ("unshare", "setpriv", "nsenter", "chroot", "ip"):
        if shutil.which(program, path=SYSTEM_PATH) is None:
            return f"there is no {program}"
    if os.geteuid() != 0:
        return "to make accounts and mounts of one's own takes root"
    probe = ["sh", "-c", "mount -t proc proc /proc && ip link set lo up"]
    tried = subprocess.run(
        [*_unshare(own_network=True), *probe], capture_output=True, text=True, timeout=60, check=False
    )
    return tried.stderr.strip()


def _unshare(*, own_network: bool) -> list[str]:
    return [*WITH_US, "unshare", "--mount", "--pid", "--fork", *(["--net"] if own_network else [])]


class Scratch:
    """One root directory.

    Args:
        folder: which becomes it.
        python: the interpreter whose installation is to be under ``/usr/local``.
    """

    def __init__(self, folder: Path, python: Path) -> None:
        self.root = folder
        asked = [str(python), "-c", "import sys; print(sys.base_prefix)"]
        self._prefix = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=True).stdout.strip()
        _make_root(folder)

    def run(
        self, command: Sequence[str], environment: Mapping[str, str], *, user: int = 0, cwd: str = "/"
    ) -> "subprocess.CompletedProcess[str]":
        """Run a command to its end, with the machine's network."""
        return subprocess.run(
            [*_unshare(own_network=False), *self._entered("machine", command, environment, user, cwd)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=STEP_S,
            check=False,
        )

    def start(
        self, command: Sequence[str], environment: Mapping[str, str], output: Path, *, user: int, cwd: str
    ) -> "subprocess.Popen[bytes]":
        """Start a command with a network of its own, which writes to a file; whoever asked ends it."""
        entered = self._entered("own", command, environment, user, cwd)
        with output.open("wb") as file:
            return subprocess.Popen(
                [*_unshare(own_network=True), *entered], stdin=subprocess.DEVNULL, stdout=file, stderr=file
            )

    def group_of(self, user: int) -> int:
        """The group of an account; 0 where there is no such account, as container runtimes have it."""
        for line in (self.root / "etc" / "passwd").read_text().splitlines():
            _, _, ident, group, *_ = line.split(":")
            if int(ident) == user:
                return int(group)
        return 0

    def _entered(
        self, network: str, command: Sequence[str], environment: Mapping[str, str], user: int, cwd: str
    ) -> list[str]:
        account = (f"--reuid={user}", f"--regid={self.group_of(user)}", "--clear-groups")
        within = [*WITH_US, *account, *as_run(command, environment, cwd)]
        return ["sh", "-c", ENTER, "enter", str(self.root), self._prefix, network, *within]


def as_run(command: Sequence[str], environment: Mapping[str, str], cwd: str) -> list[str]:
    """A command with this environment and no other."""
    return [
        "/usr/bin/env",
        "-i",
        f"--chdir={cwd}",
        *(f"{name}={value}" for name, value in environment.items()),
        *command,
    ]


def _make_root(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o755)
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        place = Path("/", name)
        if place.is_symlink():
            (folder / name).symlink_to(place.readlink())
        elif place.is_dir():
            raise OSError(f"{place} is no link into /usr")
    shutil.copytree("/etc", folder / "etc", symlinks=True)
    for name, text in ACCOUNTS.items():
        (folder / "etc" / name).unlink(missing_ok=True)
        (folder / "etc" / name).write_text(text)
    for name in (*WRITABLE, "dev", "dev/shm", "proc"):
        (folder / name).mkdir(exist_ok=True)
    for name in ("tmp", "var/tmp", "dev/shm"):
        (folder / name).chmod(0o1777)
    for name in DEVICES:
        (folder / "dev" / name).touch()
