"""README is short, and README and guides are true: lengths, links, paths, numbers. Their blocks run in tests/e2e."""

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from engine import card_names, list_games, load_decks
from tests.support.e2e.guides import BLOCKS, FOLDERS, GUIDES, README, ROOT, blocks_of

MOST_LINES: Final = 150
MOST_WORDS: Final = 35
RUNBOOK: Final = ROOT / "deploy" / "RUNBOOK.md"
RULES: Final = ROOT / "engine" / "RULES.md"
CHANGES: Final = ROOT / "deploy" / "CHANGELOG.md"
COVERAGE: Final = ROOT / "deploy" / "COVERAGE.md"
LINKING: Final = (*GUIDES, CHANGES, RUNBOOK, ROOT / "deploy" / "CAPACITY.md")
KINDS: Final = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""The kinds of changes that keepachangelog.com has."""
TITLES: Final = {"magic": "Magic", "grand-archive": "Grand Archive", "marvel-champions": "Marvel Champions"}
LINK: Final = re.compile(r"!?\[([^\]]*)\]\(([^)]*)\)")
PATH: Final = re.compile(r"`((?:engine|protocol|server|tests|deploy)/[\w./*-]*)`")


def sentences(text: str) -> list[str]:
    """The sentences of a Markdown text: of paragraphs, headings, items of lists and cells of tables, without code."""
    text = re.sub(r"^```.*?^```$|<!--.*?-->", "\n\n", text, flags=re.DOTALL | re.MULTILINE)
    text = LINK.sub(r"\1", text)
    text = re.sub(r"`[^`]*`", lambda code: re.sub(r"[`.!?|]", "", code[0]), text)
    parts = re.split(r"\n\s*\n|\n(?=[-#|] ?|\d+\. )|\|", text)
    return [" ".join(each.split()) for part in parts for each in re.split(r"(?<=[.!?])\s+|(?<=[.!?]\*\*)\s+", part)]


def too_long(text: str) -> list[str]:
    return [each for each in sentences(text) if len(each.split()) > MOST_WORDS]


def anchors(path: Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a text."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_readme_is_short() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert "Licence: none chosen yet" in text


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_sentence_is_long(path: Path) -> None:
    assert too_long(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("around", ["{}.", "- **So.** {}.", "| a | {} |", "# {}", "Short.\n{}\nand on.", "[{}](x.md)"])
def test_a_long_sentence_is_found_wherever_it_stands(around: str) -> None:
    assert too_long(around.format("word " * MOST_WORDS + "word"))
    assert not too_long(around.format("word " * (MOST_WORDS // 2)))


@pytest.mark.parametrize("path", LINKING, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for _, target in LINK.findall(path.read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        there = (path.parent / name).resolve() if name else path
        assert there.is_relative_to(ROOT), target
        assert there.is_file(), target
        assert not anchor or anchor in anchors(there), target


@pytest.mark.parametrize("path", LINKING, ids=lambda path: str(path.relative_to(ROOT)))
def test_paths_that_are_named_exist(path: Path) -> None:
    named = PATH.findall(path.read_text(encoding="utf-8"))
    assert [each for each in named if not any(ROOT.glob(each.rstrip("/")))] == []


def test_every_guide_can_be_reached_from_readme() -> None:
    seen: set[Path] = set()
    ahead = [README]
    while ahead:
        path = ahead.pop()
        if path in seen or path.suffix != ".md":
            continue
        seen.add(path)
        targets = [target for _, target in LINK.findall(path.read_text(encoding="utf-8"))]
        ahead += [(path.parent / each.partition("#")[0]).resolve() for each in targets if "://" not in each]
    assert set(GUIDES) <= seen


def test_each_block_of_commands_is_run_by_a_test() -> None:
    """Those of the guides by tests/e2e, those of the runbook by test_runbook.py."""
    texts = [*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))]
    written = {block for path in texts for block in blocks_of(path.read_text(encoding="utf-8"))}
    assert written == {*BLOCKS, *blocks_of(RUNBOOK.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("game", list_games())
def test_the_limits_have_the_numbers_of_the_rules(game: str) -> None:
    rows = [line.strip("| ").split(" | ") for line in README.read_text(encoding="utf-8").splitlines()]
    (row,) = [row for row in rows if row[0] == TITLES[game] and len(row) > 1]
    chapter = RULES.read_text(encoding="utf-8").partition(f"\n## {game}\n")[2]
    counted = re.search(r"^Of (\d+) paragraphs: (\d+) green", chapter, re.MULTILINE)
    assert counted is not None
    assert row[2:5] == [f"{counted[2]} of {counted[1]}", str(len(card_names(game))), str(len(load_decks(game)))]


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("guide", [README, CHANGES], ids=lambda path: path.stem)
def test_no_more_of_the_cards_of_others_is_said_to_be_understood_than_was_counted(guide: Path, game: str) -> None:
    counted = re.search(rf"^\| {game} \| \d+ \| \d+ \| (.+?) % \|", COVERAGE.read_text(encoding="utf-8"), re.MULTILINE)
    text = " ".join(guide.read_text(encoding="utf-8").split())
    told = re.search(rf"more than [^.]*?(\d+) % (?:are understood as a whole )?in {TITLES[game]}", text)
    assert counted is not None
    assert told is not None
    assert int(told[1]) < float(counted[1])


def test_the_changelog_begins_with_what_is_not_released() -> None:
    text = CHANGES.read_text(encoding="utf-8")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert re.findall(r"^## (.+)$", text, re.MULTILINE)[0] == "[Unreleased]"
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= KINDS
    assert version in text
