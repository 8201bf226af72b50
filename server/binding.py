"""A finished match's journal as a file: gzip of JSON lines, first what it is and then the entries."""

import gzip
from typing import Final

import msgspec

from server.errors import Unreadable

FORMAT: Final = 1
COMPRESSION: Final = 6


class Title(msgspec.Struct, frozen=True):
    """The first line.

    Attributes:
        stackloop: of this format; a reader refuses another.
        status: how the match ended.
        head: number of the last entry that begins a segment.
        entries: how many there are.
    """

    stackloop: int
    match: str
    status: str
    head: int
    entries: int


def journal_name(match: str) -> str:
    return f"{match}.journal.gz"


def record_name(match: str) -> str:
    return f"{match}.record.gz"


def bind(match: str, status: str, head: int, entries: list[bytes]) -> bytes:
    """The same entries make the same bytes."""
    title = msgspec.json.encode(Title(FORMAT, match, status, head, len(entries)))
    return gzip.compress(b"\n".join([title, *entries, b""]), COMPRESSION, mtime=0)


def unbind(match: str, data: bytes) -> tuple[Title, list[bytes]]:
    """Back from ``bind``.

    Raises:
        Unreadable: it is no such file, of another format, of another match, or cut off.
    """
    try:
        first, *entries = gzip.decompress(data).split(b"\n")
        title = msgspec.json.decode(first, type=Title)
    except (OSError, EOFError, ValueError, msgspec.MsgspecError) as error:
        raise Unreadable(f"match {match}: its file in the archive: {error}") from error
    if entries.pop() or (title.stackloop, title.match, title.entries) != (FORMAT, match, len(entries)):
        raise Unreadable(f"match {match}: its file in the archive says {title}, and holds {len(entries)} entries")
    return title, entries
