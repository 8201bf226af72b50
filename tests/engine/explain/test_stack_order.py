"""A view tells the stack in the order in which it resolves."""

from __future__ import annotations

import orjson

from engine import Views
from engine.formats.position import build


def test_what_resolves_first_is_told_first() -> None:
    seat: dict[str, object] = {"battlefield": ["Mountain"], "hand": ["Shock"]}
    match = build("magic", {"A": seat, "B": seat}, [], {"active": "A", "step": "precombat main"})
    for number, gestures in ((0, ('cast "Shock" target B auto', "pass")), (1, ('cast "Shock" target A auto',))):
        for gesture in gestures:
            own = next(decision for decision in match.decisions if decision.seat == number)
            match.apply_text(number, own.w, gesture)
    view = orjson.loads(Views(match).snapshot("public"))
    assert [view[f"s{ref}"]["controller"] for ref in view["game"]["stack"]] == [1, 0]
