"""Every scenario file below this folder, run as ``stackloop scenario`` runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from engine.scenario import run_text

ROOT: Final = Path(__file__).parent
FILES: Final = sorted(ROOT.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT).with_suffix("")))
def test_scenario_goes_as_written(path: Path) -> None:
    outcome = run_text(path.read_text(encoding="utf-8"))
    assert outcome.id == path.stem
    assert outcome.passed, outcome.difference
