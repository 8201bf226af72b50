"""A finished match's journal as a file: gzip of JSON lines, first what it is and then the entries."""

import gzip
from itertools import accumulate, pairwise
from typing import Final, TypeAlias

import msgspec

from server.runtime.errors import Unreadable

FORMAT: Final = 1
COMPRESSION: Final = 6


Stamped: TypeAlias = tuple[int, bytes]


class Title(msgspec.Struct, frozen=True):
    """The first line.

    Attributes:
        stackloop: of this format; a reader refuses another.
        status: how the match ended.
        head: number of the last entry that begins a segment.
        entries: how many there are.
        stamps: the first one's, then how much later each is than the one before; none in a file of old.
    """

    stackloop: int
    match: str
    status: str
    head: int
    entries: int
    stamps: tuple[int, ...] = ()


def journal_name(match: str) -> str:
    return f"{match}.journal.gz"


def record_name(match: str) -> str:
    return f"{match}.record.gz"


def bind(match: str, status: str, head: int, entries: list[Stamped]) -> bytes:
    """Bind entries into one file; equal entries make equal bytes."""
    stamps = [stamp for stamp, _ in entries]
    later = (after - before for before, after in pairwise(stamps))
    title = msgspec.json.encode(Title(FORMAT, match, status, head, len(entries), (*stamps[:1], *later)))
    return gzip.compress(b"\n".join([title, *(data for _, data in entries), b""]), COMPRESSION, mtime=0)


def unbind(match: str, data: bytes) -> tuple[Title, list[Stamped]]:
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
    stamps = accumulate(title.stamps) if len(title.stamps) == len(entries) else [0] * len(entries)
    return title, list(zip(stamps, entries, strict=True))
