"""The text of a file that somebody named: whatever is wrong with the file is one error, told in words."""

from pathlib import Path


class Unread(Exception):
    """A file that cannot be read, or is no text."""


def text_of(path: Path) -> str:
    """The text of a file; the mark that some editors put before it is none of it.

    Raises:
        Unread: it is a folder, may not be read, or is no text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Unread(f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Unread(f"no text: {error.reason} at byte {error.start}") from error
