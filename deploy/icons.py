"""``python deploy/icons.py [FOLDER]``: the icons of the installed page, drawn from three tiles and written as PNG.

Without FOLDER they go to server/web/install. The tiles are those of server/web/icon.svg, so small that any mask
leaves them whole.
"""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path
from typing import Final

SIZES: Final = (192, 512)
FINE: Final = 4
"""Samples of a pixel, each way: edges without steps."""
GROUND: Final = (0x28, 0x49, 0x3B)
EDGE: Final = (0xFF, 0xFF, 0xFF)
TILES: Final = (((18, 0.0), (0x8A, 0x4B, 0x2A)), ((13, 0.9), (0xC8, 0x76, 0x3E)), ((8, 0.9), (0xED, 0xA5, 0x5F)))
"""From below to above: height of the middle and breadth of the edge, in 32nds of the drawing, and the color."""
REACH: Final = (14.0, 7.0)
SHARE: Final = 0.66
"""Of the icon that the drawing takes."""

Color = tuple[int, int, int]


def color_at(x: float, y: float) -> Color:
    """The color of a point, both numbers from 0 to 1."""
    across, down = ((each - 0.5) / SHARE * 32 + middle for each, middle in ((x, 16.0), (y, 12.0)))
    found = GROUND
    for (height, edge), color in TILES:
        away = abs(across - 16) / REACH[0] + abs(down - height + 1) / REACH[1]
        if away <= 1:
            found = EDGE if away > 1 - edge / REACH[1] else color
    return found


def pixel(column: int, row: int, size: int) -> bytes:
    """The mean of the colors in a pixel."""
    fine = size * FINE
    samples = [
        color_at((column * FINE + right + 0.5) / fine, (row * FINE + down + 0.5) / fine)
        for right in range(FINE)
        for down in range(FINE)
    ]
    return bytes(round(sum(part) / len(samples)) for part in zip(*samples, strict=True))


def icon(size: int) -> bytes:
    """The icon as a square PNG."""
    rows = b"".join(b"\0" + b"".join(pixel(column, row, size) for column in range(size)) for row in range(size))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def main(folder: Path) -> None:
    for size in SIZES:
        (folder / f"icon-{size}.png").write_bytes(icon(size))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "server" / "web" / "install")
