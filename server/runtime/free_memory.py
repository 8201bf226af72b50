"""The memory that a new process may take without others losing theirs, as far as the system tells.

Linux tells it in ``/proc/meminfo``; a control group (version 2, as containers have it) may allow less. Other systems
tell only how much there is in all: half of that counts as free.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

AVAILABLE: Final = "MemAvailable:"
KIB: Final = 1024
GROUPS: Final = Path("/sys/fs/cgroup")


def free_bytes() -> int | None:
    """The bytes, or nothing if the system does not tell."""
    found = _of_the_machine()
    return None if found is None else min(found, *_of_our_groups(), found)


def _of_the_machine() -> int | None:
    with suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/meminfo").read_text().splitlines()
        line = next(line for line in lines if line.startswith(AVAILABLE))
        return int(line.split()[1]) * KIB
    with suppress(OSError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return None


def _of_our_groups() -> Iterator[int]:
    """The bytes that each control group above us leaves; none where there is no limit."""
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            if line.startswith("0::/"):
                group = GROUPS / line.removeprefix("0::/")
                for each in (group, *group.parents):
                    yield from _left_in(each)


def _left_in(group: Path) -> Iterator[int]:
    with suppress(OSError, ValueError):  # no limit is a word, and no number
        yield int((group / "memory.max").read_text()) - int((group / "memory.current").read_text())
