"""Files that are kept between processes: what took long to work out, so that the next process need not.

A file that is missing, damaged or another's is as if there were none: what it held is worked out again, so the cache
never changes what the rules do. Its name holds a digest of all that its content depends on, its first line one of its
name and content. Folder and file have to belong to the user of this process, and nobody else may write them.

``engine.owned_folder`` says where the folder is. If it cannot be written, every process does the work itself. Files
beyond ``MOST_FILES`` are deleted, the oldest first, and no file of another kind is touched.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from engine.owned_folder import OURS_ALONE, NotOurs, cache_folder, check_owned

MOST_BYTES: Final = 16_777_216
"""Of one file; the largest that ships leads to about 1 MB."""
MOST_FILES: Final = 24
"""A version of the rules has six, two for each game."""
_OURS: Final = re.compile(r"(cards|grammar)-[0-9a-z.-]+")


def fault() -> str:
    """The reason why nothing is kept in the folder, in a line; "" if something is. Makes a folder that is missing."""
    place = cache_folder()
    try:
        place.mkdir(mode=OURS_ALONE, parents=True, exist_ok=True)
        os.close(_opened(place))
    except NotOurs as error:
        return str(error)
    except OSError as error:
        return f"{place}: {error.strerror or error}"
    return "" if os.access(place, os.W_OK) else f"{place} cannot be written"


def read(name: str) -> bytes | None:
    """The content that was kept under a name; None where there is none to trust."""
    try:
        place = _opened(cache_folder())
    except OSError:
        return None
    try:
        data = _read(place, name)
    except OSError:
        return None
    finally:
        os.close(place)
    digest, _, content = data.partition(b"\n")
    return content if len(data) <= MOST_BYTES and digest == _digest(name, content) else None


def write(name: str, content: bytes) -> None:
    """Keep a content, at once and whole, if it can be kept.

    Args:
        name: of lower-case letters, digits, dots and dashes, beginning with the kind: ``cards-`` or ``grammar-``.
    """
    assert _OURS.fullmatch(name), name
    if fault() or len(content) > MOST_BYTES - 1024:
        return
    with suppress(OSError):
        place = _opened(cache_folder())
        try:
            _write(place, name, _digest(name, content) + b"\n" + content)
            _tidy(place)
        finally:
            os.close(place)


def _opened(place: Path) -> int:
    """The folder, open: what it is checked for stays true of what is read and written through it."""
    if not hasattr(os, "geteuid"):
        raise NotOurs(f"{place}: this system does not tell whose folder it is")
    found = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        check_owned(os.fstat(found), place)
    except NotOurs:
        os.close(found)
        raise
    return found


def _read(place: int, name: str) -> bytes:
    file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=place)
    with os.fdopen(file, "rb") as stream:
        status = os.fstat(file)
        check_owned(status, name)
        if not stat.S_ISREG(status.st_mode):
            raise NotOurs(f"{name} is no file")
        return stream.read(MOST_BYTES + 1)


def _write(place: int, name: str, data: bytes) -> None:
    """Write beside, then rename: who reads meanwhile finds the old file or the new one."""
    beside = f"{name}.{os.getpid()}.tmp"
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600, dir_fd=place)
    try:
        with os.fdopen(file, "wb") as stream:
            stream.write(data)
        os.replace(beside, name, src_dir_fd=place, dst_dir_fd=place)
    except OSError:
        os.unlink(beside, dir_fd=place)
        raise


def _tidy(place: int) -> None:
    """Delete the oldest files of ours beyond ``MOST_FILES``, those that a process left half written among them."""
    names = [name for name in os.listdir(place) if _OURS.fullmatch(name)]
    if len(names) > MOST_FILES:
        names.sort(key=lambda name: os.stat(name, dir_fd=place, follow_symlinks=False).st_mtime_ns)
        for name in names[:-MOST_FILES]:
            os.unlink(name, dir_fd=place)


def _digest(name: str, content: bytes) -> bytes:
    return blake2b(name.encode() + b"\n" + content, digest_size=32).hexdigest().encode()
