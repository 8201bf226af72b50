"""The page's files, from ``server/web`` inside the package: read once, compressed once, nothing else of the disk.

Each has a tag made of what is in it: a browser that has the file asks only whether it still is the same. Comments of
scripts and style sheets are for those who read the source, and are a seventh of it: they are served as empty lines, so
that each line keeps its number.
"""

import gzip
import hashlib
import re
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

COMMENTS: Final = {
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)$", re.DOTALL | re.MULTILINE),
}
"""Comments that may be left out: in a script those that have whole lines."""


class File:
    """One file as it is served: ``packed`` is its body in gzip, "" where that would not pay; ``is_part``: of a page."""

    __slots__ = ("body", "is_part", "kind", "packed", "tag")

    def __init__(self, suffix: str, body: bytes) -> None:
        self.kind = TYPES[suffix]
        self.is_part = suffix in PARTS
        self.body = body = without_comments(suffix, body)
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


def without_comments(suffix: str, body: bytes) -> bytes:
    """A script or a style sheet with as many lines and without its comments; any other file as it is."""
    comment = COMMENTS.get(suffix)
    if comment is None:
        return body
    return comment.sub(lambda found: "\n" * found[0].count("\n"), body.decode()).encode()


def takes_gzip(accepted: str) -> bool:
    """Whether an ``Accept-Encoding`` allows for gzip."""
    for part in accepted.split(","):
        coding, _, quality = part.replace(" ", "").lower().partition(";q=")
        if coding in ("gzip", "*"):
            return quality.strip("0.") != "" or not quality
    return False
