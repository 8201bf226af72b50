"""The page's files, from ``server/web`` inside the package: read once, compressed once, nothing else of the disk.

Each has a tag made of what is in it: a browser that has the file asks only whether it still is the same.
"""

import gzip
import hashlib
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final

TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
COMPRESSED: Final = (".png", ".woff2")
"""Formats that would not get smaller."""
PARTS: Final = (".css", ".js", ".mjs")
"""Formats that only a page loads, and no browser opens as one."""


class File:
    """One file as it is served: ``packed`` is its body in gzip, "" where that would not pay; ``is_part``: of a page."""

    __slots__ = ("body", "is_part", "kind", "packed", "tag")

    def __init__(self, suffix: str, body: bytes) -> None:
        self.kind = TYPES[suffix]
        self.is_part = suffix in PARTS
        self.body = body
        self.packed = b"" if suffix in COMPRESSED else gzip.compress(body, mtime=0)
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'


def load_files() -> dict[str, File]:
    """The page's files by their path from ``/``."""
    found: dict[str, File] = {}
    _collect(resources.files("server").joinpath("web"), "", found)
    return found


def _collect(folder: Traversable, prefix: str, found: dict[str, File]) -> None:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        suffix = PurePosixPath(entry.name).suffix
        if entry.is_dir():
            _collect(entry, f"{prefix}{entry.name}/", found)
        elif suffix in TYPES:
            found[prefix + entry.name] = File(suffix, entry.read_bytes())


def takes_gzip(accepted: str) -> bool:
    """Whether an ``Accept-Encoding`` allows for gzip."""
    for part in accepted.split(","):
        coding, _, quality = part.replace(" ", "").lower().partition(";q=")
        if coding in ("gzip", "*"):
            return quality.strip("0.") != "" or not quality
    return False
