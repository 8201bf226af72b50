"""Compiled cards are kept between processes, and a cache never changes what a card means."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import orjson
import pytest

import engine
from engine import cache, compiled_form, define
from engine.cards.definitions import card_names, card_table
from engine.formats.kept_cards import KeptCards, Remembering, kept_cards

GLOW: Final = {"name": "Glow", "type": "Instant", "cost": "{R}", "text": "Glow deals 2 damage to any target."}
GLIMMER: Final = {**GLOW, "text": "Glow deals 3 damage to any target."}
BEGIN: Final = """
import sys
import engine
game = sys.argv[1]
engine.load_cards(game)
deck = next(iter(engine.load_decks(game).values())).entries
seats = max(2, engine.seats_of(game)[0])
engine.Match.create(engine.Header(game, ("",) * seats, (deck,) * seats, engine.Seed("any")))
print(sorted({"lark", "engine.text.compiler.abilities", "engine.text.renderer.abilities"} & sys.modules.keys()))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STACKLOOP_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def compiled(table: dict[str, str]) -> bytes:
    """The form of a card as a process has it that begins now; what it read is kept."""
    cards = KeptCards("magic")
    form = compiled_form(cards.definition(table))
    cards.save()
    return form


def only_file(folder: Path) -> Path:
    (file,) = folder.glob("cards-*")
    return file


@pytest.mark.parametrize("game", engine.list_games())
def test_the_next_process_reads_no_text_and_loads_no_grammar(game: str, folder: Path) -> None:
    def begin() -> str:
        command = [sys.executable, "-c", BEGIN, game]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    assert begin() == "['engine.text.compiler.abilities', 'engine.text.renderer.abilities', 'lark']"
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    assert begin() == "[]"


@pytest.mark.parametrize("game", engine.list_games())
def test_a_kept_card_is_the_card_that_was_compiled(game: str, folder: Path) -> None:
    first = KeptCards(game)
    forms = {name: compiled_form(first.definition(card_table(game, name))) for name in card_names(game)}
    first.save()
    assert folder.exists()
    kept = KeptCards(game)
    assert kept._forms.keys() == first._forms.keys()
    assert {name: compiled_form(kept.definition(card_table(game, name))) for name in forms} == forms


def test_a_card_is_kept_by_all_that_is_printed_on_it(folder: Path) -> None:
    assert compiled(GLOW) == compiled_form(define("magic", GLOW))
    assert compiled(GLIMMER) == compiled_form(define("magic", GLIMMER))
    assert len(orjson.loads(only_file(folder).read_bytes().split(b"\n", 1)[1])) == 2


def test_other_rules_have_a_file_of_their_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(GLOW)
    monkeypatch.setattr("engine.formats.kept_cards.text_key", lambda _game: "of-others")
    compiled(GLOW)
    assert len(list(folder.glob("cards-*"))) == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"creature", b"artifact"),
        lambda data: data[:40] + b"z" + data[41:],
        lambda data: b"",
        lambda data: b"\xff" * len(data),
    ],
)
def test_a_damaged_file_is_read_as_none_and_made_anew(change: object, folder: Path) -> None:
    whole = compiled(GLOW)
    file = only_file(folder)
    kept = file.read_bytes()
    file.write_bytes(change(kept))  # type: ignore[operator]  # a change of bytes
    assert cache.read(file.name) is None
    assert compiled(GLOW) == whole
    assert file.read_bytes() == kept


def test_a_file_under_the_name_of_another_is_not_read(folder: Path) -> None:
    compiled(GLOW)
    file = only_file(folder)
    os.link(file, folder / "cards-of-others")
    assert cache.read(file.name) is not None
    assert cache.read("cards-of-others") is None


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_may_write_is_not_used(mode: int, folder: Path) -> None:
    whole = compiled(GLOW)
    name = only_file(folder).name
    folder.chmod(mode)
    assert cache.fault() == f"{folder} may be written by others"
    assert cache.read(name) is None
    cache.write("cards-more", b"more")
    assert not (folder / "cards-more").exists()
    assert compiled(GLOW) == whole


def test_a_file_that_others_may_write_is_not_read(folder: Path) -> None:
    compiled(GLOW)
    file = only_file(folder)
    file.chmod(0o620)
    assert cache.read(file.name) is None


def test_what_belongs_to_another_user_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(GLOW)
    name = only_file(folder).name
    monkeypatch.setattr("os.geteuid", lambda: os.getuid() + 1)
    assert cache.fault() == f"{folder} belongs to another user"
    assert cache.read(name) is None


def test_a_link_is_no_folder_and_no_file(folder: Path, tmp_path: Path) -> None:
    cache.write("cards-one", b"one")
    (folder / "cards-two").symlink_to(folder / "cards-one")
    assert cache.read("cards-two") is None
    os.mkfifo(folder / "cards-three")
    assert cache.read("cards-three") is None
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert cache.fault()
    assert cache.read("cards-one") is None


def test_without_a_place_everything_works_and_nothing_is_kept(folder: Path) -> None:
    folder.write_text("a file")
    assert cache.fault().startswith(str(folder))
    assert compiled(GLOW) == compiled_form(define("magic", GLOW))
    assert folder.read_text() == "a file"


def test_the_oldest_files_go_and_no_file_of_others(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    (folder / "notes").write_text("of the user")
    for number in range(cache.MOST_FILES):
        cache.write(f"cards-{number}", b"")
        os.utime(folder / f"cards-{number}", (number, number))
    (folder / "cards-left.123.tmp").write_text("by a process that ended")
    os.utime(folder / "cards-left.123.tmp", (0, 0))
    cache.write("grammar-new", b"")
    names = {file.name for file in folder.iterdir()}
    assert len(names) == cache.MOST_FILES + 1
    assert {"notes", "grammar-new", "cards-1"} <= names
    assert names.isdisjoint(("cards-0", "cards-left.123.tmp"))


def test_no_more_than_so_much_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.formats.kept_cards.MOST_CARDS", 1)
    compiled(GLOW)
    assert compiled(GLIMMER) == compiled_form(define("magic", GLIMMER))
    assert len(orjson.loads(only_file(folder).read_bytes().split(b"\n", 1)[1])) == 1
    monkeypatch.setattr(cache, "MOST_BYTES", 2048)
    cache.write("cards-large", b"x" * 2048)
    assert not (folder / "cards-large").exists()


def test_a_form_that_these_rules_do_not_know_is_read_anew(folder: Path) -> None:
    whole = compiled(GLOW)
    file = only_file(folder)
    (key,) = orjson.loads(file.read_bytes().split(b"\n", 1)[1])
    cache.write(file.name, orjson.dumps({key: '{"v": 99}'}))
    assert compiled(GLOW) == whole


def test_two_processes_keep_what_both_compiled(folder: Path) -> None:
    one, other = KeptCards("magic"), KeptCards("magic")
    one.definition(GLOW)
    other.definition(GLIMMER)
    one.save()
    other.save()
    assert len(KeptCards("magic")._forms) == 2


def test_a_keyword_that_is_written_out_is_kept_like_a_card(folder: Path) -> None:
    text = "Whenever this attacks, draw a card."
    kept_cards.cache_clear()
    made = Remembering().card("magic", {"name": "", "type": "", "text": text}).abilities
    assert made == engine.define("magic", {"name": "", "type": "", "text": text}).abilities
    kept_cards("magic").save()
    kept_cards.cache_clear()
    assert kept_cards("magic")._forms
    kept_cards.cache_clear()
