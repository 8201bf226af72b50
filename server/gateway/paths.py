"""Path of a request: its names, read once and for all before anything is matched.

One page has one spelling, but for a slash at the end, and whatever is spelled otherwise is not there: so what a proxy
before us matches letter by letter cannot be reached by another way of writing it. A path that cannot be read in one way
only is a bad request.
"""

import http
import re
from typing import Final
from urllib.parse import unquote_to_bytes

LONGEST_NAME: Final = 64
"""Characters of a name in a path: a match, a game, a card (PROTOCOL.md 1.4)."""
SUFFIX: Final = ".txt"
"""Behind a match, where its record is asked for."""
TARGET: Final = re.compile(
    r"(?:(?i:https?)://([^/?#]*))?((?:/(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*)?)(?:\?[!\x22$-~]*)?"
)
"""Maybe a host (RFC 9112 3.2.2); a path, of what RFC 3986 has for one; maybe a query, which nothing here reads."""
NEEDLESS: Final = re.compile(r"%(?:2[DdEe]|3[0-9]|4[1-9A-Fa-f]|5[0-9AaFf]|6[1-9A-Fa-f]|7[0-9AaEe])")
"""An escape for a character that needs none: a letter, a digit, ``-``, ``.``, ``_``, ``~`` (RFC 3986 2.3)."""
CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f]")
DOTS: Final = frozenset((".", ".."))


class BadPath(Exception):
    """A target that names no page, whatever pages there are: with the status and the reason to answer it with."""

    def __init__(self, status: http.HTTPStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def names_of(target: str) -> tuple[str, ...]:
    """The names of a path, unescaped; "/" has none. A slash at the end is an empty last name.

    The part behind ``?`` is no part of a path, nor is the host of a whole address.

    Raises:
        BadPath: 400 for what is no path, 404 for one that is written otherwise than we write it, 414 for a name that
            is longer than any is.
    """
    read = TARGET.fullmatch(target)
    if read is None or not (read[1] or read[2]):
        raise BadPath(http.HTTPStatus.BAD_REQUEST, "a path that means nothing")
    written = read[2].split("/")[1:] if read[2] != "/" else []
    if "" in written[:-1] or DOTS.intersection(written) or NEEDLESS.search(read[2]):
        raise BadPath(http.HTTPStatus.NOT_FOUND, "nothing here")
    names = tuple(map(unescaped, written))
    if any(len(name.removesuffix(SUFFIX)) > LONGEST_NAME for name in names):
        raise BadPath(http.HTTPStatus.REQUEST_URI_TOO_LONG, f"a name has {LONGEST_NAME} characters at most")
    return names


def host_in(target: str) -> str | None:
    """The host that a whole address names; ``None`` in a path, or what is none."""
    read = TARGET.fullmatch(target)
    return None if read is None else read[1]


def unescaped(name: str) -> str:
    """A name as it is meant.

    Raises:
        BadPath: no text, or one with control characters.
    """
    try:
        text = unquote_to_bytes(name).decode()
    except UnicodeDecodeError as error:
        raise BadPath(http.HTTPStatus.BAD_REQUEST, "a path that is no text") from error
    if CONTROL.search(text):
        raise BadPath(http.HTTPStatus.BAD_REQUEST, "a path with control characters")
    return text
