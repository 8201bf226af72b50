"""``stackloop cards import``: cards of published files come into the library once, and newer texts replace older."""

from __future__ import annotations

import gzip
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

import pytest
from click.testing import CliRunner, Result

import engine
from server.commands.cards import command
from server.library.library import Library
from server.lobby.imported_cards import brought_from, meanings_of
from tests.support.server.commands import environment

if TYPE_CHECKING:
    from pathlib import Path

LYNX: Final = {"object": "card", "name": "Ember Lynx", "type_line": "Instant", "oracle_text": "Draw a card."}
STRANGER: Final = {**LYNX, "name": "Stranger", "oracle_text": "Draw a card.\nGlimmer."}
RECORD: Final = {"slug": "stone-cat", "name": "Stone Cat", "types": ["ALLY"], "subtypes": ["BEAST"], "effect_raw": ""}


def lynxes(count: int) -> list[dict[str, Any]]:
    """Records of cards with names and texts of their own."""
    numbers = range(2, count + 2)
    return [{**LYNX, "name": f"Lynx {number}", "oracle_text": f"Draw {number} cards."} for number in numbers]


class Import:
    """Imports of this test's files into its library."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = folder / "library.sqlite"

    def write(self, name: str, *records: dict[str, Any]) -> Path:
        path = self.folder / name
        path.write_text(json.dumps(list(records)), encoding="utf-8")
        return path

    def run(self, *arguments: object) -> Result:
        words = ["import", *map(str, arguments), "--library", str(self.library), "--jobs", "1"]
        return CliRunner().invoke(command, words)

    def counts(self, *arguments: object, game: str = "magic") -> dict[str, Any]:
        """The counts that an import which ends well tells of a game."""
        done = self.run(*arguments, "--json")
        assert done.exit_code == 0, done.output
        counts: dict[str, Any] = json.loads(done.stdout)[game]
        return counts

    def texts(self, *names: str, game: str = "magic") -> dict[str, str]:
        with Library(self.library) as library:
            return {name: str(kept.table["text"]) for name, kept in library.find(game, names).items()}


@pytest.fixture
def imports(tmp_path: Path) -> Import:
    return Import(tmp_path)


def test_it_tells_what_was_read_and_what_stopped_cards(imports: Import) -> None:
    done = imports.run(imports.write("bulk.json", LYNX, STRANGER))
    first, second, *stopped = done.stdout.splitlines()
    assert (done.exit_code, first) == (0, "magic: 2 cards read, 2 new, 0 replaced")
    assert second in ("  1 whole, 0 in part, 1 unknown", "  1 whole, 1 in part, 0 unknown")
    assert len(stopped) == 1
    assert stopped[0].startswith("  stopped 1: ")


def test_an_import_twice_changes_nothing_and_compiles_nothing(imports: Import) -> None:
    file = imports.write("bulk.json", LYNX, STRANGER)
    first, second = imports.counts(file), imports.counts(file)
    assert (first["new"], first["compiled"]) == (2, 2)
    assert second == {**first, "new": 0, "compiled": 0}


def test_a_newer_file_replaces_texts_by_the_id_of_the_source(imports: Import) -> None:
    imports.counts(imports.write("old.json", {**LYNX, "oracle_id": "a1"}))
    newer = {**LYNX, "oracle_id": "a1", "name": "Amber Lynx", "oracle_text": "Draw two cards."}
    counts = imports.counts(imports.write("new.json", newer))
    assert (counts["new"], counts["replaced"], counts["compiled"]) == (0, 1, 1)
    assert imports.texts("Ember Lynx", "Amber Lynx") == {"Amber Lynx": "Draw two cards."}


def test_a_newer_file_of_another_source_replaces_texts_by_name(imports: Import) -> None:
    imports.counts(imports.write("old.json", LYNX))
    face = {"name": "Ember Lynx", "type": "Instant", "text": "Draw two cards.", "layout": "normal"}
    newer = imports.folder / "AtomicCards.json"
    newer.write_text(json.dumps({"meta": {"date": "2026-01-01"}, "data": {"Ember Lynx": [face]}}), encoding="utf-8")
    assert imports.counts(newer)["replaced"] == 1
    assert imports.texts("Ember Lynx") == {"Ember Lynx": "Draw two cards."}


def test_a_folder_is_read_with_all_forms_and_games_in_it(imports: Import) -> None:
    folder = imports.folder / "published"
    (folder / "deep").mkdir(parents=True)
    with gzip.open(folder / "deep" / "bulk.jsonl.gz", "wt", encoding="utf-8") as packed:
        packed.writelines(json.dumps(record) + "\n" for record in (LYNX, STRANGER))
    page = {"data": [RECORD], "page": 1, "has_more": False}
    (folder / "page.json").write_text(json.dumps(page), encoding="utf-8")
    done = imports.run(folder, "--json")
    told = {game: counts["read"] for game, counts in json.loads(done.stdout).items()}
    assert (done.exit_code, told) == (0, {"magic": 2, "grand-archive": 1})


def test_prints_add_up_and_what_no_deck_holds_is_left_out(imports: Import) -> None:
    prints = [{**LYNX, "oracle_id": "a1", "set": code, "collector_number": "1"} for code in ("aaa", "bbb")]
    foreign = {**prints[0], "lang": "de", "oracle_text": "Ziehe eine Karte."}
    token = {**LYNX, "oracle_id": "a2", "name": "Spark", "layout": "token"}
    done = imports.run(imports.write("default.json", *prints, foreign, token))
    told = "magic: 1 card read (beside 1 further prints and 2 that no deck holds), 1 new, 0 replaced"
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, told)
    assert imports.texts("Ember Lynx", "Spark") == {"Ember Lynx": "Draw a card."}


def test_a_broken_file_is_told_and_the_others_are_taken_in(imports: Import) -> None:
    broken = imports.folder / "broken.json"
    broken.write_text('[{"object": "card",\n}]', encoding="utf-8")
    done = imports.run(broken, imports.write("good.json", LYNX), imports.write("nothing.json"))
    assert done.exit_code == 1
    assert f"Error: {broken}: " in done.stderr
    assert f"Error: {imports.folder / 'nothing.json'}: " in done.stderr
    assert imports.texts("Ember Lynx") == {"Ember Lynx": "Draw a card."}


def test_a_file_of_a_folder_that_holds_no_cards_is_told_and_passed_over(imports: Import) -> None:
    folder = imports.folder / "published"
    folder.mkdir()
    (folder / "bulk.json").write_text(json.dumps([LYNX]), encoding="utf-8")
    (folder / "package.json").write_text('{"name": "site", "version": "1"}', encoding="utf-8")
    done = imports.run(folder)
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, "magic: 1 card read, 1 new, 0 replaced")
    assert f"passed over: {folder / 'package.json'}: no cards as " in done.stderr
    named = imports.run(folder / "package.json")
    assert (named.exit_code, f"Error: {folder / 'package.json'}: no cards as " in named.stderr) == (1, True)


def test_a_card_may_be_understood_in_part(imports: Import) -> None:
    cat = {**LYNX, "type_line": "Creature \u2014 Cat", "power": "1", "toughness": "1"}
    half = {**cat, "name": "Half", "oracle_text": "Flying\n{T}: Gribble target creature."}
    wrong = {**cat, "name": "Wrong", "oracle_text": "Flying\nWrong can't gribble."}
    counts = imports.counts(imports.write("bulk.json", half, wrong))
    assert (counts["whole"], counts["part"], counts["unknown"]) == (0, 1, 1)
    with Library(imports.library) as library:
        found = library.find("magic", ["Half", "Wrong"])
    part, none = found["Half"].meaning, found["Wrong"].meaning
    assert part is not None
    assert none is not None
    assert (part.status, part.left_out, [stop.paragraph for stop in part.stops]) == ("part", (2,), [2])
    assert (none.status, none.form, none.left_out) == ("none", None, ())
    assert engine.read_compiled("magic", found["Half"].table, part.form or b"").left_out == (2,)


def test_a_folder_without_published_files_is_told(imports: Import) -> None:
    (imports.folder / "empty").mkdir()
    done = imports.run(imports.folder / "empty")
    assert (done.exit_code, done.stderr.splitlines()[-1]) == (
        1,
        f"Error: {imports.folder / 'empty'}: no published file in it",
    )


def test_without_files_the_library_is_compiled_anew_where_it_has_to_be(imports: Import) -> None:
    imports.counts(imports.write("bulk.json", LYNX, STRANGER))
    with Library(imports.library, lambda _game: "older rules", is_writable=True) as older:
        assert older.forget_unused() == 2
    done = imports.run()
    assert (done.exit_code, done.stdout) == (0, "magic: 2 cards compiled\n")
    assert imports.run().stdout == "magic: 0 cards compiled\n"


def test_a_text_that_speaks_of_a_type_is_understood_once_a_card_of_it_is_imported(imports: Import) -> None:
    caller = {**LYNX, "name": "Caller", "oracle_text": "Create a 1/1 green Gribble creature token."}
    gribble = {**LYNX, "name": "Old Gribble", "type_line": "Creature \u2014 Gribble", "power": "1", "toughness": "1"}
    file = imports.write("first.json", caller)
    assert imports.counts(file)["whole"] == 0
    later = imports.counts(imports.write("second.json", {**gribble, "oracle_text": "Flying"}))
    assert (later["whole"], later["compiled"]) == (1, 2)
    again = imports.counts(file)
    assert (again["whole"], again["new"], again["replaced"], again["compiled"]) == (1, 0, 0, 0)
    with Library(imports.library) as library:
        assert library.find("magic", ["Caller"])["Caller"].table["mentions"] == ["Gribble"]
    with Library(imports.library, lambda _game: "newer rules") as unread:
        brought = brought_from(unread, "magic", ["Caller"], meanings_of)
    assert not brought.unread
    assert [engine.BroughtCard.from_json(card).table["mentions"] for card in brought.cards] == [["Gribble"]]


def test_a_library_that_is_none_is_told(imports: Import) -> None:
    imports.library.write_text("notes " * 1000, encoding="utf-8")
    done = imports.run(imports.write("bulk.json", LYNX))
    assert done.exit_code == 1
    assert f"Error: the library {imports.library} is no library" in done.stderr


def test_any_number_of_processes_keeps_the_same(imports: Import) -> None:
    file = imports.write("bulk.json", *lynxes(448), STRANGER)
    kept = []
    for jobs in ("1", "3"):
        library = imports.folder / f"{jobs}.sqlite"
        done = CliRunner().invoke(command, ["import", str(file), "--library", str(library), "--jobs", jobs, "--json"])
        with Library(library) as read:
            kept.append((done.stdout, list(read.told("magic"))))
    assert kept[0] == kept[1]
    assert len(kept[0][1]) == 449


@pytest.mark.slow
@pytest.mark.parametrize("table", ["cards", "compiled"])
def test_a_kill_in_the_middle_leaves_a_library_that_the_next_import_completes(imports: Import, table: str) -> None:
    """It is killed while records are kept, and while they are compiled."""
    count = 3000
    file = imports.write("bulk.json", *lynxes(count))
    process = begun(imports, file, table)
    process.send_signal(signal.SIGKILL)
    process.communicate()  # its output ends when all of its processes have
    assert process.returncode == -signal.SIGKILL
    there, compiled = rows(imports.library, "cards"), rows(imports.library, "compiled")
    assert 0 < rows(imports.library, table) < count
    assert (there % 100, compiled % 100) == (0, 0)
    with Library(imports.library) as library:
        assert len(library.find("magic", [f"Lynx {number}" for number in range(2, count + 2)])) == there
    counts = imports.counts(file)
    assert (counts["read"], counts["new"], counts["compiled"]) == (count, count - there, count - compiled)
    assert counts["whole"] == count


@pytest.mark.slow
def test_an_interrupt_ends_all_of_its_processes(imports: Import) -> None:
    process = begun(imports, imports.write("bulk.json", *lynxes(3000)), "compiled")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, errors = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert 0 < rows(imports.library, "compiled") < 3000


def begun(imports: Import, file: Path, table: str) -> subprocess.Popen[str]:
    """An import that has kept some rows of a table, and not all."""
    words = ["cards", "import", str(file), "--library", str(imports.library), "--jobs", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "server.cli", *words],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not rows(imports.library, table) and process.poll() is None:
        os.sched_yield()
    return process


def rows(path: Path, table: str) -> int:
    """The rows of a library that another process may be making."""
    if not path.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as library:
            (count,) = library.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 # ours
            return int(count)
    except sqlite3.Error:  # it is being made
        return 0


def test_of_cards_with_one_name_the_first_printed_keeps_it_whatever_the_files_are_called(imports: Import) -> None:
    folder = imports.folder / "pack"
    folder.mkdir()
    ally = {"name": "Pole Star", "type_code": "ally", "faction_code": "basic", "cost": 1, "health": 2}
    imports.write("pack/early.json", {**ally, "code": "51002", "pack_code": "early", "text": "Toughness."})
    imports.write("pack/core.json", {**ally, "code": "01041", "pack_code": "core", "text": "Retaliate 1."})
    imports.write("pack/band.json", {**ally, "code": "20001", "pack_code": "band", "text": "Permanent."})
    assert imports.run(folder).exit_code == 0
    assert imports.texts("Pole Star", game="marvel-champions") == {"Pole Star": "Retaliate 1."}
