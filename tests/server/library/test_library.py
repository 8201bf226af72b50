"""A library keeps imported cards: found by name, searched by words, replaced by newer ones, and told of when broken."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from typing import TYPE_CHECKING, Final

import pytest

from server.library.card_query import read_query
from server.library.kept_cards import AGAIN, Imported, Meaning, Printing, Stop
from server.library.library import Changes, Library
from server.library.schema import APPLICATION, VERSION, migrate, version_of
from server.runtime.errors import BadLibrary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

WHOLE: Final = Meaning("whole", b"{}", (), ())
PART: Final = Meaning("part", b"{}", (1,), ())
NONE: Final = Meaning("none", None, (), (Stop(1, "glimmer", "no word of this game"),))


def first(_game: str) -> str:
    return "first rules"


def newer(_game: str) -> str:
    return "newer rules"


def card(
    name: str,
    text: str = "Draw a card.",
    *,
    key: str = "",
    game: str = "magic",
    names: tuple[str, ...] = (),
    printings: tuple[Printing, ...] = (),
    legalities: Mapping[str, str] | None = None,
) -> Imported:
    table = {"name": name, "type": "Instant", "text": text}
    return Imported(
        *(game, "Made up", key or name, 0, name, names, "Instant", text, table, {"table": table}, "", ""),
        printings,
        legalities or {},
    )


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.sqlite", first, is_writable=True) as made:
        yield made


def texts(library: Library, *names: str, game: str = "magic") -> dict[str, str]:
    return {name: kept.table["text"] for name, kept in library.find(game, names).items()}


def found(library: Library, text: str, game: str = "magic") -> list[str]:
    return [match.name for match in library.matches(game, read_query(game, text), 9).first]


# ---- found and searched


def test_a_card_is_found_by_the_name_that_was_asked_for(library: Library) -> None:
    library.add([(card("Lim-Dûl\u2019s Ember", "Draw two cards."), WHOLE)])
    for name in ("Lim-Dûl\u2019s Ember", "lim-dul's ember", "LIM-DÛL'S  EMBER"):
        assert texts(library, name) == {name: "Draw two cards."}
    assert texts(library, "Lim-Dûl\u2019s Embers") == {}
    assert texts(library, "Lim-Dûl\u2019s Ember", game="grand-archive") == {}


@pytest.mark.parametrize("name", ["Dusk // Dawn", "Dusk/Dawn", "Dusk //Dawn", "Dusk", "dawn"])
def test_a_card_is_found_by_its_faces_too(library: Library, name: str) -> None:
    library.add([(card("Dusk // Dawn", names=("Dusk", "Dawn")), None)])
    assert list(library.find("magic", [name])) == [name]


def test_a_name_of_its_own_comes_before_that_of_a_face(library: Library) -> None:
    library.add([(card("Dusk // Dawn", "A face.", names=("Dusk", "Dawn")), WHOLE), (card("Dusk", "Whole."), NONE)])
    assert texts(library, "Dusk") == {"Dusk": "Whole."}


def test_of_names_that_differ_by_accents_or_capitals_the_one_that_was_asked_for_is_found(library: Library) -> None:
    """Also where another one is understood, and this one is not: they are other cards."""
    library.add([(card("Cafe Bear", "first"), WHOLE), (card("Caf\u00e9 Bear", "second"), NONE)])
    library.add([(card("CAFE BEAR", "third"), WHOLE)])
    assert texts(library, "Caf\u00e9 Bear", "Cafe Bear", "CAFE BEAR", "cafe bear") == {
        "Caf\u00e9 Bear": "second",
        "Cafe Bear": "first",
        "CAFE BEAR": "third",
        "cafe bear": "first",
    }


def test_more_names_are_found_than_one_query_takes(library: Library) -> None:
    names = [f"Number {number}" for number in range(1200)]
    library.add([(card(name), WHOLE) for name in names])
    assert list(library.find("magic", names)) == names


def of_set(name: str, belongs_to: str) -> Imported:
    """A card of a set of cards that are dealt together."""
    table = {**card(name).table, "set": belongs_to}
    return card(name)._replace(table=table, record={"table": table})


def test_the_cards_of_a_set_are_found_without_a_look_at_the_others(library: Library) -> None:
    some = [of_set(f"Number {number}", f"Set {number % 40}") for number in range(400)]
    library.add([(each, WHOLE) for each in some] + [(card("Ember"), WHOLE)])
    assert [kept.name for kept in library.of_sets("magic", ["Set 7", "Set 9"])][:2] == ["Number 7", "Number 9"]
    assert len(library.of_sets("magic", ["Set 7", "Set 9", "Set 99"])) == 20
    assert library.of_sets("grand-archive", ["Set 7"]) == []
    told: list[int] = []
    connection = library._file.connection
    connection.set_progress_handler(lambda: told.append(1), 1)
    library.of_sets("magic", ["Set 99"])
    connection.set_progress_handler(None, 0)
    assert len(told) < 100


def test_a_card_with_a_set_that_newer_rules_have_not_read_counts_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "sets.sqlite"
    with Library(file, first, is_writable=True) as library:
        library.add([(of_set("Ember", "Fire"), WHOLE), (of_set("Odd", "Fire"), NONE)])
        library.add([(of_set("Half", "Fire"), PART), (of_set("New", "Fire"), None)])
        library.add([(card("Alone"), WHOLE)])
    with Library(file, newer) as library:
        told = {card.table["name"]: card.understood for card in library.with_sets("magic")}
    assert told == {"Ember": "whole", "Odd": "none", "Half": "part", "New": "whole"}


def test_words_are_found_in_names_types_and_texts_those_in_names_first(library: Library) -> None:
    library.add(
        [
            (card("Quiet Lynx", "Éclair deals 2 damage."), WHOLE),
            (card("Éclair"), WHOLE),
            (card("Eclair Mage", game="grand-archive"), WHOLE),
            (card("Stone"), WHOLE),
        ]
    )
    assert found(library, "eclair") == ["\u00c9clair", "Quiet Lynx"]
    assert found(library, "eclair", "grand-archive") == ["Eclair Mage"]
    assert found(library, "instant sto") == ["Stone"]
    assert found(library, '" OR *') == []
    assert found(library, "+ *") == ["\u00c9clair", "Quiet Lynx", "Stone"]
    assert library.matches("magic", read_query("magic", "eclair"), 1).total == 2


def test_a_search_follows_what_is_replaced(library: Library) -> None:
    library.add([(card("Ember", "Draw a card.", key="id-1"), WHOLE)])
    library.add([(card("Ember", "Gain 2 life.", key="id-1"), WHOLE)])
    assert found(library, "draw") == []
    assert found(library, "gain life") == ["Ember"]


# ---- replaced


def test_the_same_card_once_more_changes_nothing(library: Library) -> None:
    assert library.add([(card("Ember"), WHOLE)])[0] == Changes(1, 0, 0, 0)
    assert library.add([(card("Ember"), None)])[0] == Changes(0, 0, 1, 0)
    assert library.count() == {"magic": 1}


def test_a_newer_text_replaces_that_of_its_key_whatever_the_name(library: Library) -> None:
    library.add([(card("Ember", "Old.", key="id-1"), WHOLE)])
    assert library.add([(card("Amber", "New.", key="id-1"), NONE)])[0] == Changes(0, 1, 0, 0)
    assert texts(library, "Ember", "Amber") == {"Amber": "New."}
    assert library.find("magic", ["Amber"])["Amber"].status == "none"


@pytest.mark.parametrize(("old", "new"), [("id-1", ""), ("", "id-1"), ("", "")])
def test_without_a_key_a_newer_text_replaces_that_of_its_name(library: Library, old: str, new: str) -> None:
    library.add([(card("Ember", "Old.", key=old), WHOLE)])
    assert library.add([(card("Ember", "New.", key=new), WHOLE)])[0] == Changes(0, 1, 0, 0)
    assert texts(library, "Ember") == {"Ember": "New."}


def test_two_keys_of_one_name_are_two_cards_and_the_one_that_is_understood_is_found(library: Library) -> None:
    library.add([(card("Ember", "Odd.", key="id-1"), NONE), (card("Ember", "Plain.", key="id-2"), WHOLE)])
    assert library.count() == {"magic": 2}
    assert texts(library, "Ember") == {"Ember": "Plain."}


def test_printings_add_up_and_legalities_are_those_told_last(library: Library) -> None:
    first, second = Printing("aaa", "1", 1999), Printing("bbb", "7", 2024)
    library.add([(card("Ember", printings=(first,), legalities={"open": "legal", "old": "legal"}), WHOLE)])
    again = card("Ember", printings=(second,), legalities={"open": "banned"})._replace(kind=AGAIN, table={})
    assert library.add([(again, None), (again._replace(name="Nobody", key="Nobody"), None)])[0] == Changes(0, 0, 0, 2)
    (told,) = library.told("magic")
    assert told.printings == (first, second)
    assert library.find("magic", ["Ember"])["Ember"].legalities == {"open": "banned", "old": "legal"}


# ---- meanings


def test_a_meaning_is_kept_by_table_and_rules(library: Library, tmp_path: Path) -> None:
    library.add([(card("Ember"), WHOLE), (card("Stranger", "Glimmer."), NONE)])
    ember, stranger = (library.find("magic", [name])[name] for name in ("Ember", "Stranger"))
    assert (ember.meaning, stranger.meaning) == (WHOLE, NONE)
    assert list(library.unread("magic")) == []
    with Library(tmp_path / "library.sqlite", newer, is_writable=True) as later:
        assert later.find("magic", ["Ember"])["Ember"].meaning is None
        assert sorted(str(table["name"]) for _, table in later.unread("magic")) == ["Ember", "Stranger"]
        later.add_meanings("magic", [(bytes.fromhex(ember.key), WHOLE)])
        assert [table["name"] for _, table in later.unread("magic")] == ["Stranger"]
        assert later.forget_unused() == 2
        assert later.find("magic", ["Ember"])["Ember"].meaning == WHOLE
    assert library.find("magic", ["Ember"])["Ember"].meaning is None


def test_a_meaning_that_needs_names_of_other_cards_stands_in_the_table(library: Library) -> None:
    library.add(
        [
            (card("Ember", "Glow."), WHOLE._replace(mentions=("Glow",))),
            (card("Amber", "Glimmer."), NONE._replace(mentions=("Glow",))),
        ]
    )
    found = library.find("magic", ["Ember", "Amber"])
    assert found["Ember"].table["mentions"] == ["Glow"]
    assert "mentions" not in found["Amber"].table
    assert [tried for _, _, tried in library.not_whole("magic")] == [("Glow",)]


def test_all_or_nothing_of_a_batch_is_taken_in(library: Library) -> None:
    broken = card("Broken")._replace(text=None)  # type: ignore[arg-type] # as no source gives it
    with pytest.raises(sqlite3.IntegrityError):
        library.add([(card("Ember"), WHOLE), (broken, WHOLE)])
    assert library.count() == {}


# ---- work, counted in steps of SQLite's machine


def steps(library: Library, names: list[str]) -> int:
    """The hundreds of steps that it takes to find names."""
    found: list[int] = []
    connection = library._file.connection
    connection.set_progress_handler(lambda: found.append(1), 100)
    assert len(library.find("magic", names)) == len(names)
    connection.set_progress_handler(None, 0)
    return len(found)


def test_what_it_takes_to_find_a_deck_does_not_grow_with_the_library(library: Library) -> None:
    names = [f"Number {number}" for number in range(60)]
    library.add([(card(name), WHOLE) for name in names])
    few = steps(library, names)
    library.add([(card(f"Further {number}"), WHOLE) for number in range(20 * len(names))])
    assert 0 < few <= steps(library, names) <= few * 1.1


# ---- threads and processes


def test_a_reader_sees_what_is_written_meanwhile_and_threads_share_it(library: Library, tmp_path: Path) -> None:
    with Library(tmp_path / "library.sqlite", first) as reading:
        assert texts(reading, "Ember") == {}
        library.add([(card("Ember"), WHOLE)])
        found: list[dict[str, str]] = []
        thread = threading.Thread(target=lambda: found.append(texts(reading, "Ember")))
        thread.start()
        thread.join()
        assert found == [{"Ember": "Draw a card."}]
        with pytest.raises(BadLibrary) as caught:
            reading.add([(card("Amber"), WHOLE)])
        assert caught.value.code == "unreachable"


def test_a_thread_that_has_ended_leaves_no_connection_behind(library: Library) -> None:
    library.add([(card("Ember"), WHOLE)])
    for _ in range(5):
        thread = threading.Thread(target=lambda: texts(library, "Ember"))
        thread.start()
        thread.join()
    assert len(library._file._all) == 1


def test_a_second_writer_is_told_that_another_one_writes(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with Library(path, first, is_writable=True, patience_s=0.0) as late:
            with pytest.raises(BadLibrary, match="another process") as caught:
                late.add([(card("Ember"), WHOLE)])
            assert caught.value.code == "locked"
            other.execute("ROLLBACK")
            assert late.add([(card("Ember"), WHOLE)])[0] == Changes(1, 0, 0, 0)


# ---- broken files


def opened(path: Path) -> str:
    """The code of the error with which a file is refused, for reading and for writing."""
    codes = set()
    for is_writable in (False, True):
        with pytest.raises(BadLibrary) as caught:
            Library(path, first, is_writable=is_writable)
        codes.add(caught.value.code)
        assert str(path) in str(caught.value)
    (code,) = codes
    return code


def test_a_file_that_is_none_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes, and no cards\n" * 100, encoding="utf-8")
    before = path.read_bytes()
    assert opened(path) == "no_library"
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE things (name TEXT)")
    before = path.read_bytes()
    assert opened(path) == "no_library"
    assert path.read_bytes() == before


def test_a_library_of_a_newer_version_is_refused(library: Library, tmp_path: Path) -> None:
    library.close()
    with closing(sqlite3.connect(tmp_path / "library.sqlite")) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    assert opened(tmp_path / "library.sqlite") == "newer_version"


def test_a_damaged_library_is_told_when_it_is_read_as_opening_reads_no_cards(library: Library, tmp_path: Path) -> None:
    library.add([(card(f"Number {number}"), WHOLE) for number in range(2000)])
    library.close()
    path = tmp_path / "library.sqlite"
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with Library(path, first) as broken, pytest.raises(BadLibrary) as caught:
        broken.find("magic", ["Number 1"])
    assert caught.value.code == "damaged"


@pytest.mark.parametrize(
    "damage",
    ["UPDATE cards SET record = '{}'", "UPDATE compiled SET left_out = 'x'", "DROP TABLE names"],
)
def test_rows_that_hold_something_else_are_damage(library: Library, tmp_path: Path, damage: str) -> None:
    library.add([(card("Number 1"), WHOLE)])
    library.close()
    with closing(sqlite3.connect(tmp_path / "library.sqlite")) as other, other:
        other.execute(damage)
    with Library(tmp_path / "library.sqlite", first) as broken, pytest.raises(BadLibrary) as caught:
        broken.find("magic", ["Number 1"])
    assert caught.value.code == "damaged"


def test_a_missing_library_is_told_to_readers_and_made_by_writers(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "library.sqlite"
    with pytest.raises(BadLibrary, match="is not there") as caught:
        Library(path, first)
    assert (caught.value.code, path.exists()) == ("unreachable", False)
    with Library(path, first, is_writable=True) as made:
        assert made.count() == {}


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    assert opened(tmp_path) == "unreachable"


def test_a_full_disk_is_told_and_what_was_there_stays(library: Library) -> None:
    library.add([(card("Ember"), WHOLE)])
    connection = library._file.connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages + 1}")
    with pytest.raises(BadLibrary, match="disk is full") as caught:
        library.add([(card(f"Number {number}"), WHOLE) for number in range(2000)])
    assert caught.value.code == "disk_full"
    assert library.count() == {"magic": 1}
    assert library.add([(card("Ember"), None)])[0] == Changes(0, 0, 1, 0)


# ---- older files


def test_an_older_file_takes_the_steps_that_it_has_not_seen_and_each_once(tmp_path: Path) -> None:
    first, second = ("CREATE TABLE one (a)",), ("ALTER TABLE one ADD COLUMN b", "INSERT INTO one VALUES (1, 2)")
    with closing(sqlite3.connect(tmp_path / "old.sqlite", isolation_level=None)) as old:
        migrate(old, (first,))
        migrate(old, (first, second))
        migrate(old, (first, second))
        assert old.execute("SELECT a, b FROM one").fetchall() == [(1, 2)]
        assert version_of(old) == 2
        assert old.execute("PRAGMA application_id").fetchone() == (APPLICATION,)


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.sqlite", isolation_level=None)) as old:
        migrate(old, (("CREATE TABLE one (a)",),))
        with pytest.raises(sqlite3.OperationalError):
            migrate(old, (("CREATE TABLE one (a)",), ("CREATE TABLE two (a)", "no statement")))
        assert old.execute("SELECT name FROM sqlite_schema").fetchall() == [("one",)]
        assert version_of(old) == 1
