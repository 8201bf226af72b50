"""The glossary: each keyword that cards of a game bear, or that its texts can say, is explained in each language."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

import engine
from engine.formats.glossary import LANGUAGES

UNREAD: Final = Path(__file__).parents[1] / "text" / "unread"
"""Lists all that the texts of a game can say (tests/README.md)."""
SCENARIOS: Final = Path(__file__).parents[2] / "scenarios"
LONGEST: Final = 160
"""Letters of an explanation: it stands on a card."""


def borne(game: str) -> set[str]:
    """The keywords of the cards that ship."""
    pool = engine.shipped(game)
    return {word for name in engine.card_names(game) for word in pool.card(name).keywords}


@pytest.mark.parametrize("game", engine.list_games())
def test_every_keyword_is_explained(game: str) -> None:
    """No other word is, but for those that a scenario's cards say: some keywords are written out as they are read."""
    known = set(tomllib.loads((UNREAD / f"{game}.toml").read_text(encoding="utf-8"))["keyword"])
    explained = set(engine.glossary(game))
    assert len(borne(game)) > 10
    assert borne(game) | known <= explained
    said = " ".join(path.read_text(encoding="utf-8") for path in sorted((SCENARIOS / game).glob("*.toml"))).lower()
    assert [word for word in explained - borne(game) - known if word not in said] == []


@pytest.mark.parametrize("game", engine.list_games())
def test_an_explanation_is_short_and_there_in_each_language(game: str) -> None:
    for name, term in engine.glossary(game).items():
        assert list(term) == ["rule", *LANGUAGES], name
        assert term["rule"], name
        for language in LANGUAGES:
            assert 10 <= len(term[language]) <= LONGEST, name
            assert re.search(r"[.]$", term[language]), name


def test_those_of_magic_have_the_paragraphs_of_keyword_abilities() -> None:
    """Beside them stand words of dungeons, which no card of a deck explains."""
    rules = {term["rule"] for term in engine.glossary("magic").values()}
    assert {rule for rule in rules if not re.fullmatch(r"702\.\d+", rule)} == {"309.1", "701.49", "726.2"}
    assert engine.glossary("magic")["flying"]["rule"] == "702.9"
