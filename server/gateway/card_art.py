"""Art of cards, as the operator names it for each game: a folder with files of it, or an address elsewhere.

``STACKLOOP_ART`` holds ``GAME=SOURCE``, separated by spaces::

    magic=/srv/art/magic
    grand-archive=https://img.example/{slug}.webp
    magic=https://api.example/named?exact={name}|https://files.example

A file of a folder is named after its card, as ``Lightning Bolt.webp`` or ``lightning-bolt.webp``. In an address
``{name}`` stands for the card's name, escaped, and ``{slug}`` for its name in small letters with hyphens; behind ``|``
stand further hosts that it leads to. The hosts that a page may load images from are those of this setting and no
other. Folders are listed once, at the start, and nothing but what was listed is ever read.
"""

import http
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import anyio
import anyio.to_thread
from websockets.datastructures import Headers
from websockets.http11 import Response

import engine
from server.gateway.responses import PART, POLICY, SECURITY, refuse, respond
from server.gateway.static_files import TYPES
from server.runtime.errors import BadSetting

KINDS: Final[Mapping[str, str]] = {
    ".avif": "image/avif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": TYPES[".png"],
    ".webp": "image/webp",
}
"""Formats that are shown. No SVG: such a file may hold more than an image."""
MOST_BYTES: Final = 4 * 1024 * 1024
"""Largest file that is shown."""
KEPT: Final = "public, max-age=86400"
"""A browser asks again after a day."""
READERS: Final = 2
"""Files that are read at a time."""
OWN_IMAGES: Final = "img-src 'self'"
SEPARATORS: Final = re.compile(r"[\W_]+")
APOSTROPHES: Final = re.compile("['\u2019]")
ORIGIN: Final = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?")


def slug(name: str) -> str:
    """A name in small letters without marks, its words joined by hyphens: "Pride's Smith" is "prides-smith"."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    return SEPARATORS.sub("-", APOSTROPHES.sub("", plain.lower())).strip("-")


class Art:
    """The art of all games: where a page finds it, and the files of folders."""

    def __init__(self, text: str) -> None:
        """Read the setting.

        Raises:
            BadSetting: it is written otherwise, or names a game, folder or host that there is not.
        """
        self.patterns: dict[str, str] = {}
        self._files: dict[str, dict[str, Path]] = {}
        self._origins: list[str] = []
        self._readers = anyio.CapacityLimiter(READERS)
        for entry in text.split():
            game, _, source = entry.partition("=")
            if game not in engine.list_games() or not source:
                raise BadSetting(f"art: {entry} is not GAME=FOLDER or GAME=ADDRESS of {', '.join(engine.list_games())}")
            if "://" in source:
                self._take_address(game, source)
            else:
                self._take_folder(game, Path(source))

    @property
    def security(self) -> Mapping[str, str]:
        """The headers of a page: its policy allows the images of the hosts that the setting names."""
        if not self._origins:
            return SECURITY
        allowed = " ".join((OWN_IMAGES, *dict.fromkeys(self._origins)))
        return {**SECURITY, "Content-Security-Policy": POLICY.replace(OWN_IMAGES, allowed)}

    async def file(self, game: str, name: str, asked: Headers) -> Response:
        """The file for a card of a game, by the card's name."""
        path = self._files.get(game, {}).get(slug(name))
        found = await anyio.to_thread.run_sync(read, path, limiter=self._readers) if path is not None else None
        if path is None or found is None:
            return refuse(http.HTTPStatus.NOT_FOUND, "nothing here")
        body, tag = found
        kind = KINDS[path.suffix.lower()]
        if tag in asked.get_all("If-None-Match"):
            return respond(http.HTTPStatus.NOT_MODIFIED, kind, b"", KEPT, {"ETag": tag}, PART)
        return respond(http.HTTPStatus.OK, kind, body, KEPT, {"ETag": tag}, PART)

    def _take_address(self, game: str, source: str) -> None:
        pattern, *others = source.split("|")
        where = urlsplit(pattern)
        origin = f"{where.scheme}://{where.netloc}"
        if "{name}" not in pattern and "{slug}" not in pattern:
            raise BadSetting(f"art: {pattern} holds neither {{name}} nor {{slug}}")
        for each in (origin, *others):
            if not ORIGIN.fullmatch(each):
                raise BadSetting(f"art: {each} is no host as https://img.example")
        self.patterns[game] = pattern
        self._origins += [origin, *others]

    def _take_folder(self, game: str, folder: Path) -> None:
        try:
            files = sorted(path for path in folder.iterdir() if is_image(path, folder.resolve()))
        except OSError as error:
            raise BadSetting(f"art: {folder} cannot be read: {error.strerror}") from error
        self._files[game] = {slug(path.stem): path for path in files}
        self.patterns[game] = f"/art/{game}/{{name}}"


def is_image(path: Path, folder: Path) -> bool:
    """Whether it is an image that lies in a folder itself, and not where a link leads out of it."""
    return path.suffix.lower() in KINDS and path.is_file() and path.resolve().is_relative_to(folder)


def read(path: Path) -> tuple[bytes, str] | None:
    """The content of a file and a tag for it; ``None`` if it is gone or too large."""
    try:
        found = path.stat()
        if found.st_size > MOST_BYTES:
            return None
        return path.read_bytes(), f'"{found.st_mtime_ns:x}-{found.st_size:x}"'
    except OSError:
        return None
