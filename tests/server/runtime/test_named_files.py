"""Files that somebody named are read as text, and no further than any file goes."""

from pathlib import Path

import pytest

from server.runtime import named_files
from server.runtime.named_files import Unread, text_of


def test_a_file_that_is_too_long_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(named_files, "MOST_LETTERS", 8)
    file = tmp_path / "deck.txt"
    file.write_text("4 Forest")
    assert text_of(file) == "4 Forest"
    file.write_text("40 Forest")
    with pytest.raises(Unread, match="more than 8 letters"):
        text_of(file)


def test_a_device_that_never_ends_is_read_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(named_files, "MOST_LETTERS", 1000)
    with pytest.raises(Unread, match="more than 1000 letters"):
        text_of(Path("/dev/zero"))


@pytest.mark.parametrize(("data", "reason"), [(b"\xff\xfe", "no text"), (None, "cannot be read")])
def test_what_is_no_text_is_told_so(tmp_path: Path, data: bytes | None, reason: str) -> None:
    file = tmp_path / "deck.txt"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(Unread, match=reason):
        text_of(file)
