"""``stackloop decks check`` with the cards of a library."""

from pathlib import Path

from click.testing import CliRunner

from server.cli import main
from server.library.kept_cards import Meaning, Stop
from server.library.library import Library
from tests.support.engine.brought import TABLES
from tests.support.server.imported import card, library, understood


def test_cards_of_a_library_are_known_and_what_stops_one_is_named(tmp_path: Path) -> None:
    file, listed = library(tmp_path / "cards.sqlite"), tmp_path / "list.txt"
    listed.write_text("4 patient glow (SET) 1\n56 Mountain\n")
    arguments = ["decks", "check", "--game", "magic", "--library", str(file), str(listed)]
    done = CliRunner().invoke(main, arguments)
    assert (done.exit_code, "60 cards, legal" in done.output) == (0, True), done.output
    listed.write_text("1 Odd Hum\n59 Mountain\n")
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 1
    assert f"{listed}:1: Odd Hum: not understood in paragraph 1: 'Hum until all hum'" in done.output


def test_cards_in_part_are_named_and_legal_where_they_are_allowed(tmp_path: Path) -> None:
    file, listed = library(tmp_path / "cards.sqlite"), tmp_path / "list.txt"
    listed.write_text("1 Half Hum\n59 Mountain\n")
    arguments = ["decks", "check", "--game", "magic", "--library", str(file), str(listed)]
    done = CliRunner().invoke(main, arguments)
    assert (done.exit_code, "Half Hum: not understood in paragraph 2" in done.output) == (1, True), done.output
    done = CliRunner().invoke(main, [*arguments, "--allow-partial"])
    assert (done.exit_code, done.output.splitlines()) == (
        0,
        [f"{listed}: played in part: Half Hum", f"{listed}: magic, 60 cards, legal"],
    )
    done = CliRunner().invoke(main, [*arguments, "--allow-partial", "--json"])
    assert '"partial": [' in done.output


def test_where_nothing_was_imported_a_card_that_is_not_known_says_so(tmp_path: Path) -> None:
    listed, nowhere = tmp_path / "list.txt", tmp_path / "nowhere.sqlite"
    listed.write_text("4 patient glow\n56 Mountain\n")
    arguments = ["decks", "check", "--game", "magic", str(listed), "--library"]
    done = CliRunner().invoke(main, [*arguments, str(nowhere)])
    assert (done.exit_code, f"nothing was imported into {nowhere}" in done.output) == (1, True), done.output
    listed.write_text("4 No Such Glow\n56 Mountain\n")
    done = CliRunner().invoke(main, [*arguments, str(library(tmp_path / "cards.sqlite"))])
    assert (done.exit_code, "nothing was imported" in done.output) == (1, False), done.output


def test_a_hero_whose_other_face_is_not_understood_is_told_with_what_stops_that(tmp_path: Path) -> None:
    hero, civilian, *_ = TABLES["marvel-champions"]
    file, listed = tmp_path / "cards.sqlite", tmp_path / "list.txt"
    with Library(file, is_writable=True) as made:
        stop = Stop(1, "Hum until all hum", "no such phrase")
        odd = {**civilian, "text": "Hum until all hum."}
        made.add([(card("marvel-champions", hero), understood("marvel-champions", hero))])
        made.add([(card("marvel-champions", odd), Meaning("none", None, (), (stop,)))])
    listed.write_text(f"1 {hero['name']}\n3 Energy\n")
    done = CliRunner().invoke(
        main, ["decks", "check", "--game", "marvel-champions", "--library", str(file), str(listed)]
    )
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 1
    assert f"{listed}:1: {hero['name']}: its other face is not played: {civilian['name']}" in done.output
    assert f"{civilian['name']}: not understood in paragraph 1: 'Hum until all hum'" in done.output
