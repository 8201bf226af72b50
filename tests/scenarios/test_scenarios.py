"""Every scenario file below this folder, run as ``stackloop scenario`` runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.running import FILES, ROOT, outcome_of


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT).with_suffix("")))
def test_scenario_goes_as_written(path: Path) -> None:
    outcome = outcome_of(path)
    assert outcome.id == path.stem
    assert outcome.passed, outcome.difference
