"""The page's files, from ``server/web`` inside the package: read once, compressed once, nothing else of the disk.

Each has a tag made of what is in it: a browser that has the file asks only whether it still is the same. Comments and
indents of scripts and style sheets are for those who read the source, a fifth of it: they are left out, and each
line keeps its number.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final

WEB: Final = resources.files("server").joinpath("web")
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
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
COMPRESSED: Final = (".png", ".woff2")
"""Formats that would not get smaller."""
PARTS: Final = (".css", ".js", ".mjs")
"""Formats that only a page loads, and no browser opens as one."""
WORKER: Final = "sw.js"
"""The service worker: what its own answer forbids holds for it, as for a page."""
VERSION_OF: Final = b'const VERSION = "";'
FILES_OF: Final = b"const FILES = {};"
TAG_LETTERS: Final = 16
COMMENTS: Final = {
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)$", re.DOTALL | re.MULTILINE),
}
"""Comments that may be left out: in a script those that have whole lines, beside REMARK."""
REMARK: Final = re.compile(r"[ \t]+// (?:[^\"'`/\n]|'s\b)*$", re.MULTILINE)
"""A comment behind code: no quote follows on its line, so it stands in no text; no slash, so in no pattern."""
INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)


class File:
    """One file as it is served: ``packed`` is its body in gzip, "" where that would not pay; ``is_part``: of a page."""

    __slots__ = ("body", "is_part", "kind", "packed", "tag")

    def __init__(self, suffix: str, body: bytes, *, is_part: bool = True) -> None:
        self.kind = TYPES[suffix]
        self.is_part = is_part and suffix in PARTS
        self.body = body = without_layout(suffix, body)
        self.packed = b"" if suffix in COMPRESSED else gzip.compress(body, mtime=0)
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:TAG_LETTERS]}"'


def load_files(policy: str = "") -> dict[str, File]:
    """The page's files by their path from ``/``; a worker that keeps them has ``policy`` in its version too."""
    found: dict[str, File] = {}
    _collect(WEB, "", found)
    found[WORKER] = worker_of(found, policy)
    return found


def worker_of(files: Mapping[str, File], policy: str = "") -> File:
    """The service worker, with the files that it keeps: each by the digest of what is in it."""
    body = WEB.joinpath(WORKER).read_bytes()
    kept = {f"/{path}": file.tag.strip('"') for path, file in sorted(files.items()) if path != WORKER}
    listed = json.dumps(kept).encode()
    version = hashlib.sha256(listed + policy.encode()).hexdigest()[:TAG_LETTERS].encode()
    written = body.replace(VERSION_OF, b'const VERSION = "%s";' % version)
    written = written.replace(FILES_OF, b"const FILES = %s;" % listed)
    return File(".js", written, is_part=False)


def _collect(folder: Traversable, prefix: str, found: dict[str, File]) -> None:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        suffix = PurePosixPath(entry.name).suffix
        if entry.is_dir():
            _collect(entry, f"{prefix}{entry.name}/", found)
        elif suffix in TYPES:
            found[prefix + entry.name] = File(suffix, entry.read_bytes())


def without_layout(suffix: str, body: bytes) -> bytes:
    """A script or a style sheet with as many lines, without comments and indents; any other file as it is.

    A script with a text in backticks that goes over several lines keeps its indents, and comments behind code: they may
    be part of that text.
    """
    comment = COMMENTS.get(suffix)
    if comment is None:
        return body
    bare = comment.sub(lambda found: "\n" * found[0].count("\n"), body.decode())
    has_long_text = any(line.count("`") % 2 for line in bare.splitlines())
    if has_long_text:
        return bare.encode()
    return INDENT.sub("", REMARK.sub("", bare) if suffix == ".js" else bare).encode()


def takes_gzip(accepted: str) -> bool:
    """Whether an ``Accept-Encoding`` allows for gzip."""
    for part in accepted.split(","):
        coding, _, quality = part.replace(" ", "").lower().partition(";q=")
        if coding in ("gzip", "*"):
            return quality.strip("0.") != "" or not quality
    return False
