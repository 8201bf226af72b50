"""Images as files, for tests of art on cards."""

from __future__ import annotations

import struct
import zlib


def png(wide: int, high: int) -> bytes:
    """A red image of a size in pixels, as a file."""
    rows = (b"\0" + b"\xff\0\0" * wide) * high

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
