"""``stackloop cards check`` of files that other programs publish: counts, and what is wrong with a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from click.testing import CliRunner

from server.commands.cards import command

if TYPE_CHECKING:
    from pathlib import Path

LYNX = {"object": "card", "name": "Ember Lynx", "type_line": "Instant", "oracle_text": "Draw a card."}
STRANGER = {**LYNX, "name": "Stranger", "oracle_text": "Glimmer."}


def check(*arguments: object) -> tuple[int, str]:
    """The exit code and the output of a check."""
    done = CliRunner().invoke(command, ["check", *map(str, arguments)])
    return done.exit_code, done.output


def test_a_folder_of_published_files_is_counted(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "bulk.json").write_text(json.dumps([LYNX, STRANGER]), encoding="utf-8")
    assert check(tmp_path) == (0, "Scryfall [magic]: 2 cards, 1 accepted\n  1 declined: text\n")


def test_json_tells_each_card_that_is_declined(tmp_path: Path) -> None:
    file = tmp_path / "bulk"
    file.write_text(json.dumps([LYNX, STRANGER]), encoding="utf-8")
    code, output = check(file, "--json")
    (form,) = json.loads(output)
    assert (code, form["cards"], form["accepted"], form["declined"]) == (0, 2, 1, {"text": 1})
    (told,) = form["reasons"]
    assert (told["card"], told["kind"], told["place"]) == ("Stranger", "text", f"{file}: card 2")


def test_a_broken_file_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "bulk.json"
    file.write_text('[{"object": "card"},\n}]', encoding="utf-8")
    code, output = check(file)
    assert code == 1
    assert f"{file}: line 2: no JSON" in output


def test_published_files_and_card_files_are_checked_by_themselves(tmp_path: Path) -> None:
    published, own = tmp_path / "bulk.json", tmp_path / "own.toml"
    published.write_text("[{}]", encoding="utf-8")
    own.write_text("[[card]]\n", encoding="utf-8")
    code, output = check(published, own)
    assert code == 2
    assert "check them by themselves" in output
