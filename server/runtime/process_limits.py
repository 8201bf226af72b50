"""Limits of a server's process: open files, and a heap that does not grow for ever."""

import ctypes
import resource
from contextlib import suppress
from typing import Final

MOST_FILES: Final = 65_536
ARENA_MAX: Final = -8
MMAP_THRESHOLD: Final = -3
TRIM_THRESHOLD: Final = -1
HEAP: Final = {ARENA_MAX: 1, MMAP_THRESHOLD: 128 * 1024, TRIM_THRESHOLD: 1024 * 1024}
"""Of ``mallopt(3)``: one heap for all threads, large blocks outside of it, and its free end given back."""


def take_files() -> None:
    """As many open files as we may have, since every connection is one: a shell gives 1,024 at first."""
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    with suppress(ValueError, OSError):  # macOS has a limit below the one that it tells
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(files, wanted), most))


def keep_heap_together() -> bool:
    """Have the C library keep no free blocks that nobody uses again; whether it is one that can be told so.

    Left alone, glibc raises its thresholds to the largest block that it has seen. The heap then grew by 17 KB with each
    match, although what was in use did not (``stackloop bench soak``).
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # musl, macOS
        return False
    return all(mallopt(option, value) for option, value in HEAP.items())
