"""``--allow-partial``: cards are played in part, at a private table or in a private match against a bot."""

from pathlib import Path

import pytest

from protocol.client import connect
from server.commands.table_places import PRIVATE, sit_down
from server.library.library import FILE
from tests.support.server.commands import run
from tests.support.server.imported import DECK, WITH_HALF, WITH_ODD, library
from tests.support.server.peer import Frame, serving


def written(file: Path, deck: Frame) -> Path:
    file.write_text("".join(f"{count} {name}\n" for name, count in deck.items()))
    return file


async def test_all_who_sit_there_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library(tmp_path / FILE)
    listed = written(tmp_path / "list.txt", WITH_HALF)
    async with serving(tmp_path) as service, connect(service.url) as ann, connect(service.url) as bob:
        deck = str(listed)
        opened = await sit_down(ann, PRIVATE, "magic", None, deck, "ann", is_series=False, allow_partial=True)
        assert opened.line.partial
        sat = await sit_down(bob, opened.link, "magic", None, deck, "bob", is_series=False)
        for place in (opened, sat):
            match = await place.match()
            assert match.is_partial
    assert capsys.readouterr().err.count("played in part: Half Hum") == 2


async def test_a_match_against_a_bot_of_the_house_is_private_then(tmp_path: Path) -> None:
    library(tmp_path / FILE)
    own, other = written(tmp_path / "own.txt", WITH_HALF), written(tmp_path / "other.txt", DECK)
    async with serving(tmp_path) as service:
        arguments = ("bot", "random", "--url", service.url, "--decks", f"{own},{other}")
        code, out, errors = await run(*arguments, "--allow-partial")
        assert (code, bool(out)) == (0, True), errors
        assert "played in part: Half Hum" in errors
        assert "for one to watch" in errors
        code, _, errors = await run(*arguments)
        assert (code, "own.txt" in errors, "Half Hum: not understood" in errors) == (2, True, True), errors


async def test_a_refused_deck_names_its_card_and_the_phrase(tmp_path: Path) -> None:
    library(tmp_path / FILE)
    odd = written(tmp_path / "odd.txt", WITH_ODD)
    async with serving(tmp_path) as service:
        code, _, errors = await run("bot", "random", "--url", service.url, "--decks", f"{odd},{odd}")
    assert code == 2
    assert f"odd.txt:{len(WITH_ODD)}: Odd Hum: not understood in paragraph 1: 'Hum until all hum'\n" in errors
