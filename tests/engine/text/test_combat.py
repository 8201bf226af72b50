"""Texts about attacking and blocking: read and written down again."""

from __future__ import annotations

from typing import Final

import pytest

from engine.text import parse, render

TEXTS: Final = (
    "~ can't attack unless you pay {2}.",
    "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.",
    (
        "Creatures can't attack you or planeswalkers you control unless their controller pays {1} "
        "for each of those creatures."
    ),
    "~ can't attack or block unless you pay {1}.",
    "Creatures can't block unless their controller pays {1} for each blocking creature they control.",
    "~ can't attack unless you sacrifice a land.",
    "Enchanted creature can't attack unless its controller pays {3}.",
    "Enchanted creature can't attack you or planeswalkers you control.",
    "Creatures can't attack you.",
    "~ attacks each combat if able.",
    "~ blocks each combat if able.",
    "~ attacks or blocks each combat if able.",
    "~ must be blocked if able.",
    "All creatures able to block ~ do so.",
    "~ can't be blocked except by two or more creatures.",
    "~ can't be blocked except by three or more creatures.",
    "~ can't be blocked by more than one creature.",
    "~ can't be blocked by creatures with power 2 or less.",
    "~ can't be blocked except by creatures with flying.",
    "~ can't be blocked except by artifact creatures.",
    "~ can block only creatures with flying.",
    "~ can't block creatures with power 3 or greater.",
    "~ can block an additional creature each combat.",
    "~ can block two additional creatures each combat.",
    "~ can block any number of creatures.",
    "~ can't attack alone.",
    "~ can't block alone.",
    "~ can't attack or block alone.",
    "Menace",
    "Creatures your opponents control attack each combat if able.",
    "Creatures you control can't be blocked by creatures with power 2 or less.",
    "Target creature attacks this turn if able.",
    "Target creature blocks this turn if able.",
    "Target creature must be blocked this turn if able.",
    "Target creature can't be blocked this turn.",
    "Target creature can't be blocked by creatures with power 3 or greater this turn.",
    "Target creature can't be blocked except by two or more creatures this turn.",
    "Target creature can block an additional creature this turn.",
    "Target creature gains menace until end of turn.",
    "Creatures you control gain menace until end of turn.",
    "~ can't block.",
    "~ can't attack or block.",
    "~ can't be blocked.",
    "Target creature gets +2/+0 until end of turn and attacks this turn if able.",
    "Creatures with power 2 or less can't block.",
    "{T}: Target creature attacks this turn if able.",
)


@pytest.mark.parametrize("text", TEXTS)
def test_it_survives_being_written_and_read(text: str) -> None:
    for ability in parse(text, "Test", "magic"):
        assert parse(render(ability, "magic"), "Test", "magic") == (ability,)
