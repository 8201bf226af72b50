"""The scenario files, each run once however many tests ask."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from engine.formats.scenario import Outcome, run_text

ROOT: Final = Path(__file__).parents[2] / "scenarios"
FILES: Final = sorted(ROOT.rglob("*.toml"))


@cache
def outcome_of(path: Path) -> Outcome:
    """The outcome of one file."""
    return run_text(path.read_text(encoding="utf-8"))
