"""``stackloop cards check --print-back``: counts and differences, of files of any form and of the cards that ship."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from engine.text.renderer.actions import Actions
from server.commands.cards import command

if TYPE_CHECKING:
    from pathlib import Path

OWN = '[[card]]\nname = "Ember Oak"\ntype = "Instant"\ntext = "Destroy another target creature."\n'
PUBLISHED = [{"object": "card", "name": "Ember Oak", "type_line": "Instant", "oracle_text": "Draw two cards."}]


def check(*arguments: object) -> tuple[int, str]:
    """The exit code and the output of a check."""
    done = CliRunner().invoke(command, ["check", "--print-back", *map(str, arguments)])
    return done.exit_code, done.output


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """A renderer that loses numbers."""
    monkeypatch.setattr(Actions, "cards", lambda _renderer, _amount: "a card")


def test_cards_that_say_what_they_were_read_as_are_counted(tmp_path: Path) -> None:
    own, published = tmp_path / "own.toml", tmp_path / "bulk.json"
    own.write_text(OWN, encoding="utf-8")
    published.write_text(json.dumps(PUBLISHED), encoding="utf-8")
    counts = "1 of 1 cards accepted, 0 printed back with a difference\n"
    assert check(own, "--game", "magic") == (0, f"card file [magic]: {counts}")
    assert check(published) == (0, f"Scryfall [magic]: {counts}")


@pytest.mark.usefixtures("forgetful")
def test_a_card_that_is_refused_for_a_difference_is_told_with_its_texts(tmp_path: Path) -> None:
    published = tmp_path / "bulk.json"
    published.write_text(json.dumps(PUBLISHED), encoding="utf-8")
    code, output = check(published)
    assert code == 0
    assert output.startswith("Scryfall [magic]: 0 of 1 cards accepted, 0 printed back with a difference\n  1 refused")
    assert "  Ember Oak, line 1: lost 2\n    text: Draw two cards.\n    read: Draw a card.\n" in output
    code, output = check(published, "--json")
    (form,) = json.loads(output)
    first, again = form["refused"]
    assert (code, form["accepted"], form["different"], first["lost"], first["added"]) == (0, 0, 0, ["2"], [])
    assert again["reason"] == "read again it means something else"


def test_without_a_file_the_cards_that_ship_are_printed_back() -> None:
    code, output = check("--game", "grand-archive")
    assert code == 0
    assert output.startswith("pool [grand-archive]: ")


def test_a_check_wants_files() -> None:
    done = CliRunner().invoke(command, ["check"])
    assert done.exit_code == 2
    assert "which files?" in done.output
