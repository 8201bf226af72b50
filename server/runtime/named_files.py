"""The text of a file that somebody named: whatever is wrong with the file is one error, told in words."""

from pathlib import Path
from typing import Final

MOST_LETTERS: Final = 1 << 26
"""Of a file; a device that never ends is read no further."""


class Unread(Exception):
    """A file that cannot be read, is no text, or is too long."""


def text_of(path: Path) -> str:
    """The text of a file; the mark that some editors put before it is none of it.

    Raises:
        Unread: it is a folder, may not be read, is no text, or is longer than MOST_LETTERS.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MOST_LETTERS + 1)
    except OSError as error:
        raise Unread(f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Unread(f"no text: {error.reason} at byte {error.start}") from error
    if len(text) > MOST_LETTERS:
        raise Unread(f"more than {MOST_LETTERS} letters")
    return text
