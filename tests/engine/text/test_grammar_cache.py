"""A grammar's table is kept between processes: read from the user's cache folder, or made anew where that fails."""

from pathlib import Path

import pytest
from lark import Transformer

from engine.text.reading import Reader
from engine.text.words import split

GRAMMAR = """
start: "draw" noun | "draw" noun "," noun
noun: "a"? "card" -> card
"""


def readings() -> list[object]:
    return Reader(GRAMMAR, Transformer()).read(split("draw a card, card", ()))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "stackloop"


def test_a_kept_table_reads_as_the_first_one_did(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = readings()
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr("engine.text.parse_table.LALR_Analyzer", None)
    assert readings() == made
    assert len(made) == 1


def test_a_damaged_file_is_made_anew(folder: Path) -> None:
    made = readings()
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2])
    assert readings() == made
    assert kept.stat().st_size == len(whole)


def test_without_a_folder_nothing_is_kept(folder: Path) -> None:
    folder.parent.write_text("a file")
    assert len(readings()) == 1
