"""Every scenario file below this folder, run as ``stackloop scenario`` runs it; and RULES.md, which says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.formats.rules_index import chapters_of
from server.commands.rules import FILE, paragraphs
from tests.support.engine.scenario_runs import FILES, ROOT, outcome_of

if TYPE_CHECKING:
    from pathlib import Path

    from engine.formats.scenario import Outcome

ALL = pytest.mark.timeout(900)
"""For tests that ask for every outcome: alone, they run all files."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT).with_suffix("")))
def test_scenario_goes_as_written(path: Path) -> None:
    outcome = outcome_of(path)
    assert outcome.id == path.stem
    assert outcome.passed, outcome.difference


@ALL
def test_rules_md_is_what_the_code_and_the_scenarios_say() -> None:
    text = paragraphs([outcome_of(path) for path in FILES])
    assert FILE.read_text(encoding="utf-8") == text, "stackloop rules --write"


@ALL
def test_what_must_be_pinned_is_green() -> None:
    """Every paragraph of 601.2, 602, 603.2 to 603.3b, 605.3 and 117 has a scenario, and all of them go as written."""
    outcomes: list[Outcome] = [outcome_of(path) for path in FILES]
    wanted = [
        paragraph
        for _, chapter in chapters_of("magic")
        for paragraph in chapter
        if paragraph.startswith(("601.2", "602.", "603.2", "603.3", "605.3", "117."))
        and paragraph not in ("603.3c", "603.3d")
    ]
    pinned = {rule for outcome in outcomes if outcome.game == "magic" and outcome.passed for rule in outcome.rules}
    assert [paragraph for paragraph in wanted if paragraph not in pinned] == []
