"""The bytes of a published file, unpacked as they are read: never the whole file, and no record that is too large."""

from __future__ import annotations

import re
import zlib
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Protocol

from engine.cards.card_sources import BadSource

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_OF_A_RECORD: Final = 64 * 1024 * 1024
"""Between one record and the next; the largest are sets of some 20 MB."""
MOST_DEEP: Final = 256
"""Brackets that are open at a time: reading takes memory by the square of them, and cards have some five."""
GZIP: Final = b"\x1f\x8b"
_GZIP_WINDOW: Final = 16 + zlib.MAX_WBITS
_MARK: Final = b"\xef\xbb\xbf"
_CHUNK: Final = 256 * 1024
_STEPS: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_OTHERS: Final = bytes(set(range(256)).difference(_STEPS))
_STRING: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)', re.DOTALL)


class Stream(Protocol):
    """A file that was opened for reading bytes."""

    def read(self, size: int, /) -> bytes:
        """Some of the next bytes; none at the end."""


class PublishedBytes:
    """A file that is read once, from its beginning.

    Args:
        file: its name.
        stream: its bytes, which may be packed by gzip.
    """

    def __init__(self, file: str, stream: Stream) -> None:
        self.file = file
        self._stream = stream
        self._first = stream.read(_CHUNK)
        self._unpacking = zlib.decompressobj(_GZIP_WINDOW) if self._first.startswith(GZIP) else None
        self._ready = b""
        self._since = 0
        self._depth = 0
        self._begun = b""
        self._ready = self._more().removeprefix(_MARK)

    def head(self, size: int) -> bytes:
        """The next bytes, which are still to be read: fewer where the file ends."""
        while len(self._ready) < size:
            more = self._more()
            if not more:
                break
            self._ready += more
        return self._ready[:size]

    def read(self, size: int = -1) -> bytes:
        """Some of the next bytes, none at the end; all that are left if no size is told.

        Raises:
            BadSource: the file cannot be unpacked, or has no record for too long.
        """
        if size < 0:
            return self.head(MOST_OF_A_RECORD + 1)
        if not self._ready:
            self._ready = self._more()
        data, self._ready = self._ready[:size], self._ready[size:]
        self._since += len(data)
        if self._since > MOST_OF_A_RECORD:
            raise BadSource(self.file, "", f"more than {MOST_OF_A_RECORD} bytes without a record")
        self._check_depth(data)
        return data

    def found(self) -> None:
        """Begin to count the bytes up to the next record."""
        self._since = 0

    def _check_depth(self, data: bytes) -> None:
        """Count the brackets that are open outside of texts, of which one may go on in the next bytes.

        Raises:
            BadSource: there are too many.
        """
        data = self._begun + data
        outside = _STRING.sub(b"", data + b" ")
        is_escaped = (len(data) - len(data.rstrip(b"\\"))) % 2 == 1
        self._begun = b"" if outside.endswith(b" ") else b'"' + b"\\" * is_escaped
        steps = map(_STEPS.__getitem__, outside.translate(None, _OTHERS))
        for depth in accumulate(steps, initial=self._depth):
            self._depth = depth
            if depth > MOST_DEEP:
                raise BadSource(self.file, "", f"more than {MOST_DEEP} brackets in each other")

    def lines(self) -> Iterator[bytes]:
        """The lines that are left."""
        left = b""
        while data := self.read(_CHUNK):
            *whole, left = (left + data).split(b"\n")
            yield from whole
        if left:
            yield left

    def _more(self) -> bytes:
        """Further bytes; none at the end."""
        data = b""
        while not data:
            packed, self._first = self._first or self._stream.read(_CHUNK), b""
            if self._unpacking is None:
                data = packed
                break
            if not packed and not self._unpacking.unconsumed_tail:
                if not self._unpacking.eof:
                    raise BadSource(self.file, "", "packed, and breaks off")
                break
            data = self._unpacked(packed)
        return data

    def _unpacked(self, packed: bytes) -> bytes:
        """Some bytes unpacked; of a file of several parts each begins where the one before ends."""
        assert self._unpacking is not None
        try:
            if self._unpacking.eof:
                self._unpacking = zlib.decompressobj(_GZIP_WINDOW)
            data = self._unpacking.decompress(self._unpacking.unconsumed_tail + packed, _CHUNK)
        except zlib.error as error:
            raise BadSource(self.file, "", f"cannot be unpacked: {error}") from None
        self._first = self._unpacking.unused_data
        return data
