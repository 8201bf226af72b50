"""The seats that one holds: their tokens, kept where only their owner reads them, for coming back to a match.

One file, an object: address of the service, match -> token; the oldest go first.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import click
import msgspec

MOST: Final = 256
OURS_ALONE: Final = 0o600

Kept = dict[str, str]


class Seats:
    """Tokens in a file; none are kept where it cannot be written."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or Path(click.get_app_dir("stackloop")) / "seats.json"

    def token(self, url: str, match: str) -> str | None:
        """That of the seat that was held there, if one was."""
        return self._read().get(_key(url, match))

    def keep(self, url: str, match: str, token: str) -> bool:
        """Remember a seat; whether that could be done."""
        kept = self._read()
        kept.pop(_key(url, match), None)
        kept[_key(url, match)] = token
        return self._write(dict(list(kept.items())[-MOST:]))

    def forget(self, url: str, match: str) -> None:
        """The match is over."""
        kept = self._read()
        if kept.pop(_key(url, match), None) is not None:
            self._write(kept)

    def _read(self) -> Kept:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Kept)
        except (OSError, msgspec.MsgspecError):
            return {}

    def _write(self, kept: Kept) -> bool:
        new = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            new.unlink(missing_ok=True)
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS_ALONE), "wb") as file:
                file.write(msgspec.json.encode(kept))
            new.replace(self._path)
        except OSError:
            return False
        return True


def _key(url: str, match: str) -> str:
    return f"{url.rstrip('/')} {match}"
