"""The table entity of a view: all that is needed to draw a game by a client that knows none. It never changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.state.zone_specs import ARENA, zone_beneath, zone_called

if TYPE_CHECKING:
    from engine.state.rulebook import Rulebook


def table(rules: Rulebook) -> dict[str, object]:
    """Describe zones, steps and looks of a game; what the game does not have is left out."""
    looks = rules.presentation
    beneath = zone_beneath(rules.zones)
    always: dict[str, object] = {
        "board": zone_called(rules.zones, ARENA),
        "phases": list(rules.steps),
        "piles": [spec.name for spec in rules.zones if spec.is_pile],
        "rows": [list(row) for row in looks.rows],
        "stops": [step for step, is_acted_in in rules.steps.items() if is_acted_in],
        "settings": {key: value for key, value in rules.settings.to_json().items() if key != "full"},
    }
    sometimes: dict[str, object] = {
        "leader": looks.leader,
        "side": rules.side,
        "words": dict(looks.words),
        "marks": {zone: list(fields) for zone, fields in looks.marks.items()},
        "gauge": list(looks.gauge or ()),
        "symbols": {letter: list(said) for letter, said in looks.symbols.items()},
        "tints": [[word, tint] for word, (tint, _) in looks.faces.items() if tint],
        "pictures": [[word, picture] for word, (_, picture) in looks.faces.items() if picture],
        "prices": list(looks.prices),
        "staged": dict(looks.staged),
        "beneath": beneath.name if beneath is not None else "",
    }
    return {**always, **{key: value for key, value in sometimes.items() if value}}
