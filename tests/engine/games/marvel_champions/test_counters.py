"""Counters that change nothing about what bears them: nothing is worked out again where some come or go."""

from __future__ import annotations

import pytest

from engine import Answer
from engine.formats.position import build
from tests.support.engine.counted_work import calls_of

CARDS = [
    {"name": "Captain Ember", "type": "Hero", "thwart": 1, "hit points": 10},
    {"name": "Bully", "type": "Villain", "attack": 1, "scheme": 1, "hit points": 10},
    {"name": "The Plan", "type": "Main Scheme", "starting threat": 5, "escalation": 1, "target threat": 9},
    {"name": "Drill", "type": "Upgrade", "cost": 1, "text": "Your hero gets +1 THW."},
]


@pytest.mark.interpreted("calls of compiled functions are not seen")
def test_removing_threat_works_out_no_characteristics() -> None:
    seats: dict[str, dict[str, object]] = {
        "A": {"play_area": ["Captain Ember", "Drill"]},
        "scenario": {"play_area": ["Bully", "The Plan (threat: 5)"]},
    }
    match = build("marvel-champions", seats, CARDS, {})
    state = match.game
    hero, plan = (next(o for o in state.battlefield() if o.name == name) for name in ("Captain Ember", "The Plan"))

    def thwart() -> None:
        match.apply(0, match.decisions[0].w, Answer("thwart", (hero.id,), (), (Answer("targets", (plan.id,)),)))

    calls = {(file.rpartition("/")[2], name) for file, name in calls_of(thwart)}
    assert dict(plan.counters) == {"threat": 3}
    assert ("execution.py", "change_counters") in calls
    assert ("layers.py", "_refresh_all") not in calls
