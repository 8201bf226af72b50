"""A library's file: how it is opened, to write or only to read, and what is wrong with it in words.

Each thread has a connection of its own. Readers and the one writer do not wait for each other (WAL). A writer waits
for another one for as long as it has patience, and is told then.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final
from weakref import WeakSet

import orjson

from server.library.schema import VERSION, is_library, migrate, version_of
from server.runtime.errors import BadLibrary, LibraryFault

PATIENCE_S: Final = 10.0
"""Time that a writer waits for another one."""
_DAMAGED: Final[tuple[LibraryFault, str]] = (
    "damaged",
    "is damaged: put a copy back, or move it away and import anew",
)
_FAULTS: Final[dict[str, tuple[LibraryFault, str]]] = {
    "SQLITE_NOTADB": ("no_library", "is no library: it is no file of SQLite"),
    "SQLITE_CORRUPT": _DAMAGED,
    "SQLITE_ERROR": _DAMAGED,  # a table or a column that is gone: ours are asked for by tests
    "SQLITE_BUSY": ("locked", "is being written by another process: try again when that is done"),
    "SQLITE_LOCKED": ("locked", "is being written by another process: try again when that is done"),
    "SQLITE_FULL": ("disk_full", "cannot be written: the disk is full; nothing that it held is lost"),
    "SQLITE_READONLY": ("unreachable", "cannot be written: it, or its folder, is only to be read"),
    "SQLITE_CANTOPEN": ("unreachable", "cannot be opened"),
    "SQLITE_IOERR": ("unreachable", "cannot be read or written: the disk fails"),
}


class _Held:
    """A connection that is closed when the thread that holds it has ended: workers come and go."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def __del__(self) -> None:
        self.connection.close()


class SqliteFile:
    """The connections of all threads to one library.

    Args:
        path: the file, made at need if it is to be written.
        is_writable: whether it may be written; a file of an older version is brought up to date either way.
        patience_s: time that a writer waits for another one.

    Raises:
        BadLibrary: it cannot be opened, or is no library of a version that is known here.
    """

    def __init__(self, path: Path, *, is_writable: bool, patience_s: float = PATIENCE_S) -> None:
        self.path = path
        self._is_writable = is_writable
        self._patience_s = patience_s
        self._local = threading.local()
        self._all: WeakSet[_Held] = WeakSet()
        self._lock = threading.Lock()
        if not is_writable and not path.is_file():
            raise BadLibrary(path, "unreachable", "is not there")
        with self.faults():
            if is_writable:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._check(self.connection)

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection of this thread."""
        known: _Held | None = getattr(self._local, "held", None)
        if known is None:
            known = _Held(self._open(is_writable=self._is_writable))
            self._local.held = known
            with self._lock:
                self._all.add(known)
        return known.connection

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Tell in words what goes wrong with the file.

        Raises:
            BadLibrary: it cannot be used.
        """
        try:
            yield
        except sqlite3.DatabaseError as error:
            name = getattr(error, "sqlite_errorname", "")
            for known, (code, reason) in _FAULTS.items():
                if name.startswith(known):
                    raise BadLibrary(self.path, code, reason) from error
            raise
        except (KeyError, orjson.JSONDecodeError) as error:  # a row that holds something else than was written
            raise BadLibrary(self.path, *_DAMAGED) from error
        except OSError as error:
            raise BadLibrary(self.path, "unreachable", f"cannot be opened: {error.strerror}") from error

    @contextmanager
    def written(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all that the block writes, or nothing.

        Raises:
            BadLibrary: another process writes for too long, or the disk is full.
        """
        with self.faults():
            connection = self.connection
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # a full disk has ended it already
                    connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the connections of all threads; the last writer leaves one file behind."""
        with self._lock:
            for held in list(self._all):
                held.connection.close()
            self._all.clear()
        self._local = threading.local()

    def _open(self, *, is_writable: bool) -> sqlite3.Connection:
        mode = "rwc" if is_writable else "ro"
        connection = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={mode}",
            timeout=self._patience_s,
            isolation_level=None,
            check_same_thread=False,  # ``close`` closes those of other threads
            uri=True,
        )
        connection.execute("PRAGMA synchronous = NORMAL" if is_writable else "PRAGMA query_only = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _check(self, connection: sqlite3.Connection) -> None:
        """Bring a file up to date, before its first use by this process."""
        if not is_library(connection):
            raise BadLibrary(self.path, "no_library", "is no library: another program made it")
        version = version_of(connection)
        if version > VERSION:
            raise BadLibrary(
                self.path,
                "newer_version",
                f"is of version {version}, and this program knows {VERSION}: use a newer one",
            )
        if self._is_writable:
            connection.execute("PRAGMA journal_mode = WAL")
        if version < VERSION:
            with closing(self._open(is_writable=True)) as writing:
                migrate(writing)
