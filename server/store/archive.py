"""Archive of finished matches: small compressed files, written once, by name.

The one interface is ``Archive``: a directory that all nodes share (here), or a bucket of an object store
(``object_store``), for which the extra ``s3`` brings the package obstore. A file is put whole or not at all, and is
kept when ``put`` returns.
"""

import os
import secrets
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Final

import anyio.to_thread

from server.runtime.errors import Unavailable
from server.runtime.extras import need
from server.runtime.logs import get
from server.runtime.settings import Settings

log = get("archive")

S3: Final = "s3://"
DAY_S: Final = 24 * 60 * 60
PREFIX_LENGTH: Final = 2
"""Letters of a name that give the folder: some 900 folders, so that a million matches are a thousand files each."""
PARTIAL: Final = ".part"


class Archive(ABC):
    """Files by name; a name is letters, digits and dots, and does not begin with a dot."""

    @abstractmethod
    async def put(self, name: str, data: bytes) -> None:
        """Keep something; the same again does no harm.

        Raises:
            Unavailable: it is not kept.
        """

    @abstractmethod
    async def get(self, name: str) -> bytes | None:
        """The file of a name, if there is one.

        Raises:
            Unavailable: it cannot be read now.
        """

    @abstractmethod
    async def prune(self, days: int) -> int:
        """Drop what is older than so many days; returns how many files that were. Raises ``Unavailable``."""


class Directory(Archive):
    """A directory, which several nodes may share."""

    def __init__(self, root: Path) -> None:
        self._root = root

    async def put(self, name: str, data: bytes) -> None:
        try:
            await anyio.to_thread.run_sync(write, self._path(name), data)
        except OSError as error:
            raise Unavailable(f"the archive does not take {name}: {error.strerror}") from error

    async def get(self, name: str) -> bytes | None:
        if not is_name(name):
            return None
        try:
            return await anyio.to_thread.run_sync(self._path(name).read_bytes)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Unavailable(f"the archive does not give {name}: {error.strerror}") from error

    async def prune(self, days: int) -> int:
        try:
            return await anyio.to_thread.run_sync(prune, self._root, time.time() - days * DAY_S)
        except OSError as error:
            raise Unavailable(f"the archive is not pruned: {error.strerror}") from error

    def _path(self, name: str) -> Path:
        return self._root / path_of(name)


def path_of(name: str) -> str:
    """The path of a name, from the top."""
    return f"{name[:PREFIX_LENGTH]}/{name}"


def is_name(name: str) -> bool:
    """Whether this may be a file's name: whoever asks for a match says any."""
    return name.isascii() and name.replace(".", "").isalnum() and not name.startswith(".")


def write(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all, whatever dies, and is on disk."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{secrets.token_hex(4)}{PARTIAL}")
    with partial.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    for folder in (path.parent, path.parent.parent):
        sync(folder)


def sync(folder: Path) -> None:
    """Have the names in a folder on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def prune(root: Path, before_s: float) -> int:
    """Delete what was written before that time, and what was never written whole."""
    count = 0
    for path in root.glob("*/*"):
        written_s = path.stat().st_mtime
        if written_s < before_s:
            path.unlink(missing_ok=True)
            count += not path.name.endswith(PARTIAL)
    return count


def archive_of(settings: Settings) -> Archive | None:
    """The archive of finished matches; none, if other nodes would not find them there.

    Raises:
        BadSetting: a bucket that is none.
        NotInstalled: a bucket needs the extra ``s3``.
    """
    if settings.archive.startswith(S3):
        return open_bucket(settings.archive)
    if settings.archive:
        return Directory(Path(settings.archive))
    if not settings.redis:
        return Directory(settings.data / "records")
    log.warning("finished matches stay in redis: name a directory that all nodes share, or a bucket (archive)")
    return None


def open_bucket(url: str) -> Archive:
    """An object store; raises as ``archive_of``."""
    need("s3", "an archive in a bucket")
    from server.store.object_store import Bucket

    return Bucket(url)
