"""What a process holds and has used, as the system says in ``/proc``. Linux only."""

import os
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


def redis_of(pid: int) -> int:
    """The Valkey below a server; between the two there may be its watchdog."""
    below = [pid]
    while below:
        children = Path(f"/proc/{below[0]}/task/{below[0]}/children").read_text().split()
        for child in children:
            if "valkey" in Path(f"/proc/{child}/comm").read_text():
                return int(child)
        below = [*below[1:], *(int(child) for child in children)]
    raise LookupError("no Valkey below the server")
