"""Memory and processor time of a process, as the system tells them in ``/proc``. Linux only."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Usage:
    """Of one process, now, those below it left out."""

    __slots__ = ("cpu_s", "resident_bytes")

    def __init__(self, pid: int) -> None:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        self.cpu_s = (int(fields[11]) + int(fields[12])) / TICKS
        self.resident_bytes = int(fields[21]) * PAGE_BYTES


def held(pid: int) -> int:
    """Resident bytes of a process; 0 once it is gone."""
    with suppress(OSError):
        return Usage(pid).resident_bytes
    return 0


def below(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for each in found:
        with suppress(OSError):
            found += map(int, Path(f"/proc/{each}/task/{each}/children").read_text().split())
    return found


def redis_of(pid: int) -> int:
    """The Valkey below a server; between the two there is a guard."""
    for each in below(pid):
        if "valkey" in Path(f"/proc/{each}/comm").read_text():
            return each
    raise LookupError("no Valkey below the server")
