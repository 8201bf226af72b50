"""A library is found by a node that started before anything was imported."""

from pathlib import Path

import pytest

from server.library.late_library import LateLibrary
from server.runtime.errors import BadLibrary, Unavailable
from tests.support.engine.brought import HERO
from tests.support.server.imported import library


def test_it_is_opened_once_it_is_there(tmp_path: Path) -> None:
    file = tmp_path / "library.sqlite"
    late = LateLibrary(file)
    there = [late.is_there]
    assert late.find("magic", ["Patient Glow"]) == {}
    assert late.of_sets("marvel-champions", [HERO]) == []
    library(file)
    there.append(late.is_there)
    assert there == [False, True]
    assert late.find("magic", ["patient glow"]).keys() == {"patient glow"}
    assert {kept.name for kept in late.of_sets("marvel-champions", [f"{HERO} Nemesis"])} == {"Harbour Bully"}
    late.close()


def test_one_that_is_named_is_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(BadLibrary):
        LateLibrary(tmp_path / "library.sqlite", must_be_there=True)


def test_one_that_breaks_later_keeps_those_who_ask_waiting(tmp_path: Path) -> None:
    file = library(tmp_path / "library.sqlite")
    late = LateLibrary(file)
    file.write_bytes(file.read_bytes()[:4096] + b"\xff" * (file.stat().st_size - 4096))
    with pytest.raises(Unavailable, match="cannot be read now"):
        late.find("magic", ["Patient Glow"])
    late.close()
