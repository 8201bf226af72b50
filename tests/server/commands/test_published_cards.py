"""``stackloop cards check`` and ``play`` of files that other programs publish."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from server.commands.cards import command

if TYPE_CHECKING:
    from pathlib import Path

LYNX = {"object": "card", "name": "Ember Lynx", "type_line": "Instant", "oracle_text": "Draw a card."}
STRANGER = {**LYNX, "name": "Stranger", "oracle_text": "Glimmer."}


def run(*arguments: object) -> tuple[int, str]:
    """The exit code and the output of a command."""
    done = CliRunner().invoke(command, [*map(str, arguments)])
    return done.exit_code, done.output


def check(*arguments: object) -> tuple[int, str]:
    """The exit code and the output of a check."""
    return run("check", *arguments)


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


def test_a_broken_file_is_told_with_the_card_at_which_it_breaks(tmp_path: Path) -> None:
    file = tmp_path / "bulk.json"
    file.write_text(f"[{json.dumps(LYNX)},\n}}]", encoding="utf-8")
    code, output = check(file)
    assert code == 1
    assert f"{file}: card 2: no JSON" in output


def test_published_files_and_card_files_are_checked_by_themselves(tmp_path: Path) -> None:
    published, own = tmp_path / "bulk.json", tmp_path / "own.toml"
    published.write_text("[{}]", encoding="utf-8")
    own.write_text("[[card]]\n", encoding="utf-8")
    code, output = check(published, own)
    assert code == 2
    assert "check them by themselves" in output


def test_accepted_cards_are_played_alike_by_any_number_of_processes(tmp_path: Path) -> None:
    file = tmp_path / "bulk.json"
    file.write_text(json.dumps([LYNX, STRANGER]), encoding="utf-8")
    one, two = (run("play", file, "--matches", 8, "--answers", 10, "--jobs", jobs, "--json") for jobs in (1, 2))
    assert one == two
    (form,) = json.loads(one[1])
    assert (one[0], form["accepted"], form["matches"], form["findings"]) == (0, 1, 8, [])


def test_cards_that_no_match_was_left_for_are_told(tmp_path: Path) -> None:
    file = tmp_path / "bulk.json"
    file.write_text(json.dumps([LYNX, {**LYNX, "name": "Ash Lynx"}, STRANGER]), encoding="utf-8")
    once, again = (run("play", file, "--matches", matches, "--answers", 5)[1] for matches in (1, 2))
    assert any(f"  not tried alone: 1 cards, {name}" in once for name in ("Ember Lynx", "Ash Lynx"))
    assert "not tried" not in again
    (form,) = json.loads(run("play", file, "--matches", 1, "--answers", 5, "--json")[1])
    assert len(form["untried"]) == 1


def test_accepted_cards_are_played_beside_twins(tmp_path: Path) -> None:
    file = tmp_path / "bulk.json"
    file.write_text(json.dumps([LYNX, STRANGER]), encoding="utf-8")
    code, output = run("play", file, "--twins", "--matches", 4, "--answers", 10, "--json")
    (form,) = json.loads(output)
    assert (code, form["matches"], form["findings"]) == (0, 4, [])
    assert form["diffs"] > form["decisions"]


def test_what_is_found_is_told_with_its_card_and_a_scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("of no use")

    monkeypatch.setattr("engine.match.match.Match.apply", broken)
    file = tmp_path / "own.toml"
    file.write_text('[[card]]\nname = "Ember Lynx"\ntype = "Instant"\ntext = "Draw a card."\n', encoding="utf-8")
    code, output = run("play", file, "--game", "magic", "--matches", 2, "--records", tmp_path / "found", "--json")
    (form,) = json.loads(output)
    (finding,) = form["findings"]
    assert (code, finding["kind"], finding["count"], finding["cards"]) == (1, "exception", 2, ["Ember Lynx"])
    assert finding["record"] == str(tmp_path / "found" / "magic-exception-0-0.toml")
    assert "ZeroDivisionError" in (tmp_path / "found" / "magic-exception-0-0.toml").read_text(encoding="utf-8")
