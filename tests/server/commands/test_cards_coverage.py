"""``stackloop cards coverage``, ``find`` and ``show``: how much is understood of files or of the library, and what."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from click.testing import CliRunner, Result

from server.commands import cards_coverage
from server.commands.cards import command
from server.library.coverage import Coverage
from server.library.coverage_page import LEAST_CARDS, MOST_WORDS, page_of
from server.library.kept_cards import Meaning, Printing, Stop
from server.library.library import Told

if TYPE_CHECKING:
    from pathlib import Path

LYNX: Final = {"object": "card", "name": "Ember Lynx", "type_line": "Instant", "oracle_text": "Draw a card."}
STRANGER: Final = {**LYNX, "name": "Stranger", "oracle_text": "Glimmers blur."}
TWO: Final = {**LYNX, "name": "Two", "layout": "flip", "card_faces": [{"name": "One"}, {"name": "Other"}]}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, [*map(str, arguments)])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bulk.json"
    path.write_text(json.dumps([LYNX, STRANGER, TWO]), encoding="utf-8")
    return path


@pytest.fixture
def library(tmp_path: Path, file: Path) -> Path:
    path = tmp_path / "library.sqlite"
    assert run("import", file, "--library", path, "--jobs", 1).exit_code == 0
    return path


def counted(*arguments: object) -> Any:
    done = run("coverage", *arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


# ---- counting


def told(meaning: Meaning | None, *printings: Printing, kind: str = "", reason: str = "") -> Told:
    return Told("magic", "Made up", kind, reason, meaning, printings)


def coverage() -> Coverage:
    """The coverage of four made-up cards."""
    made = Coverage()
    first, again = Printing("aaa", "1", 1999), Printing("bbb", "2", 2005)
    made.add(told(Meaning("whole", b"", (), ()), first, again))
    made.add(told(Meaning("none", None, (), (Stop(1, "glimmer", "a"), Stop(2, "blur", "b"))), again))
    made.add(told(Meaning("part", b"", (2,), (Stop(2, "blur", "c"),)), again))
    made.add(told(None, kind="faces", reason="the layout transform"))
    return made


def test_phrases_are_ranked_by_the_cards_that_they_stop_alone_or_with_others() -> None:
    rows = coverage().reasons("phrase", sole_blocker=False)
    assert rows == [("blur", 2, 1), ("glimmer", 1, 0), ("the layout transform", 1, 1)]
    assert coverage().reasons("phrase", sole_blocker=True) == [("blur", 2, 1), ("the layout transform", 1, 1)]


def test_kinds_count_a_card_once_however_many_of_its_phrases_stop_it() -> None:
    assert coverage().reasons("kind", sole_blocker=False) == [("text", 2, 2), ("faces", 1, 1)]


def test_a_card_counts_in_each_of_its_sets_and_in_the_year_of_its_first_print() -> None:
    assert coverage().groups("set") == [("aaa", (1, 1, 0, 0)), ("bbb", (3, 1, 1, 1))]
    assert coverage().groups("year") == [("1999", (1, 1, 0, 0)), ("2005", (2, 0, 1, 1))]
    assert coverage().total == (4, 1, 1, 2)


def test_a_set_is_one_however_its_sources_write_its_code() -> None:
    made = Coverage()
    made.add(told(Meaning("whole", b"", (), ()), Printing("aaa", "1", 1999), Printing("AAA", "", 0)))
    made.add(told(Meaning("none", None, (), ()), Printing("AAA", "2", 1999)))
    assert made.groups("set") == [("aaa", (2, 1, 0, 1))]


# ---- the command


def test_a_file_and_the_library_that_it_was_imported_into_count_alike(file: Path, library: Path) -> None:
    for by in ("kind", "set", "year", "phrase"):
        of_file, of_library = counted(file, "--jobs", 1, "--by", by), counted("--library", library, "--by", by)
        assert of_file == of_library
        assert (of_file["magic"]["cards"], of_file["magic"]["whole"]) == (3, 1)


def test_it_is_told_for_people(file: Path) -> None:
    done = run("coverage", file, "--jobs", 1, "--by", "kind")
    head, *rows = done.stdout.splitlines()
    assert (done.exit_code, head) == (0, "magic: 3 cards, 1 whole (33.3 %), 0 in part, 2 unknown")
    assert [row.split() for row in rows] == [
        ["1", "stopped,", "1", "alone", "faces"],
        ["1", "stopped,", "1", "alone", "text"],
    ]
    assert run("coverage", file, "--jobs", 1, "--game", "grand-archive").stdout == ""


def test_a_broken_file_and_a_missing_library_are_told(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("[{", encoding="utf-8")
    for words in ((tmp_path / "broken.json",), ("--library", tmp_path / "missing.sqlite")):
        done = run("coverage", *words)
        assert done.exit_code == 1
        assert str(words[-1]) in done.stderr


# ---- deploy/COVERAGE.md


def form(page: str) -> list[str]:
    """The lines of a page that say what stands in it, and no counts."""
    begins = ("#", "| game", "| kind", "| phrase", "| set", "| year")
    return [line for line in page.splitlines() if line.startswith(begins)]


def headings(page: str) -> list[str]:
    return [line for line in page.splitlines() if line.startswith("#")]


def test_the_page_is_written_as_it_is_here(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards_coverage, "PAGE", tmp_path / "COVERAGE.md")
    assert run("coverage", file, "--jobs", 1, "--write").exit_code == 0
    page = (tmp_path / "COVERAGE.md").read_text(encoding="utf-8")
    assert "\n\nMeasured: bulk.json.\n\n" in page
    assert "| magic | 3 | 1 | 33.3 % | 0 | 2 |" in page
    assert headings(page) == ["# Coverage", "## magic"]


def test_the_page_names_no_phrase_that_may_be_the_words_of_one_card() -> None:
    made = Coverage()
    phrases = {"short": LEAST_CARDS, "rare": LEAST_CARDS - 1, " ".join("abcdefg"): LEAST_CARDS}
    for phrase, count in phrases.items():
        for _ in range(count):
            made.add(told(Meaning("none", None, (), (Stop(1, phrase, ""),))))
    page = page_of({"magic": made}, ["made up"])
    assert re.findall(r"^\| `(.*?)`", page, re.MULTILINE) == ["short"]


def test_the_page_of_the_project_has_the_form_that_the_command_writes() -> None:
    page = cards_coverage.PAGE.read_text(encoding="utf-8")
    made = page_of({game: coverage() for game in ("magic", "grand-archive", "marvel-champions")}, [])
    assert set(form(page)) <= {*form(made), "| phrase | cards | alone |"}
    assert [line for line in form(page) if line.startswith("#")] == [
        line for line in form(made) if line.startswith("#")
    ]
    counts = re.findall(r"^\| [\w-]+ \| (\d+) \| (\d+) \| ([\d.]+) % \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    assert len(counts) >= 3
    for cards, whole, share, part, none in counts:
        assert int(whole) + int(part) + int(none) == int(cards)
        assert share == f"{100 * int(whole) / int(cards):.1f}"
    assert all(len(phrase.split()) <= MOST_WORDS for phrase in re.findall(r"^\| `(.*?)`", page, re.MULTILINE))


# ---- cards of the library


def test_cards_are_found_by_words(library: Path) -> None:
    assert run("find", "ember lynx", "draw", "--library", library).stdout == "Ember Lynx  [magic]  understood\n"
    found = run("find", "t:instant", "-t:creature", "n:ember", "--game", "magic", "--library", library)
    assert found.stdout == "Ember Lynx  [magic]  understood\n"
    (found,) = json.loads(run("find", "stranger", "--library", library, "--json").stdout)
    assert (found["name"], found["status"], len(found["stopped"])) == ("Stranger", "none", 1)
    done = run("find", "nothing", "like", "it", "--library", library)
    assert (done.exit_code, done.stderr) == (1, "Error: no card with 'nothing like it'\n")


def test_cards_that_ship_are_found_too_and_what_means_nothing_is_named(tmp_path: Path) -> None:
    done = run("find", "c:rw", "cost:x", "--game", "magic", "--library", tmp_path / "none.sqlite")
    assert done.stdout == "Boros Charm  [magic]  understood\nLightning Helix  [magic]  understood\n"
    assert done.stderr == "'x': a cost is a number, as in cost<=3\n"
    (found,) = json.loads(run("find", "lightning", "bolt", "--library", tmp_path / "none", "--json").stdout)
    assert (found["name"], found["cost"]) == ("Lightning Bolt", "{R}")
    done = run("find", "x" * 999, "--library", tmp_path / "none")
    assert (done.exit_code, done.stderr) == (1, "Error: too_much: a search has 200 letters at most\n")


def test_an_imported_card_is_shown_with_what_is_not_understood_of_it(library: Path) -> None:
    shown = run("show", "stranger", "--library", library)
    head, kind, text, stopped = shown.stdout.splitlines()
    assert (head, kind, text) == ("Stranger  [magic, imported, not understood]", "Instant", "Glimmers blur.")
    assert stopped.startswith("  not understood: ")
    faces = run("show", "other", "--library", library).stdout.splitlines()
    assert faces[0] == "One  [magic, imported, not understood]"
    assert faces[-3:] == ["Other", "  layout: flip", "  not understood: the layout flip"]
    whole = run("show", "ember lynx", "--library", library).stdout.splitlines()
    assert whole[0] == "Ember Lynx  [magic, imported, understood]"
    assert "= Draw a card." in whole
    (told,) = json.loads(run("show", "ember lynx", "--library", library, "--json").stdout)
    assert (told["status"], told["abilities"]) == ("whole", ["Draw a card."])


def test_a_card_that_ships_is_shown_before_an_imported_one(tmp_path: Path) -> None:
    file, library = tmp_path / "bulk.json", tmp_path / "library.sqlite"
    file.write_text(json.dumps([{**LYNX, "name": "Lightning Bolt", "oracle_text": "Glimmer."}]), encoding="utf-8")
    assert run("import", file, "--library", library, "--jobs", 1).exit_code == 0
    assert "Glimmer" not in run("show", "Lightning Bolt", "--library", library).stdout


def test_without_a_library_a_card_that_nobody_has_is_told(tmp_path: Path) -> None:
    done = run("show", "Lightning Bold", "--library", tmp_path / "missing.sqlite")
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: no card 'Lightning Bold'; did you mean Lightning Bolt ")


BEAR: Final = {**LYNX, "name": "Old Bear", "type_line": "Creature — Bear", "oracle_text": "", "power": "3"}
BOTH: Final = {
    "object": "card",
    "name": "Old Bear // Wake",
    "layout": "adventure",
    "card_faces": [
        {**BEAR, "toughness": "3", "mana_cost": "{2}{G}"},
        {**LYNX, "name": "Wake", "mana_cost": "{G}", "type_line": "Sorcery — Adventure"},
    ],
}


def test_a_card_with_several_faces_is_shown_with_all_of_them(tmp_path: Path) -> None:
    file, library = tmp_path / "bulk.json", tmp_path / "library.sqlite"
    file.write_text(json.dumps([BOTH]), encoding="utf-8")
    assert run("import", file, "--library", library).exit_code == 0
    shown = run("show", "old bear", "--library", library).stdout.splitlines()
    assert shown[0] == "Old Bear  {2}{G}  [magic, imported, understood]"
    assert shown[shown.index("Wake  {G}") + 1] == "Sorcery - Adventure"
    assert "= Draw a card." in shown
    (told,) = json.loads(run("show", "wake", "--library", library, "--json").stdout)
    assert (told["name"], [face["name"] for face in told["faces"]]) == ("Old Bear", ["Old Bear", "Wake"])
