"""A made-up scenario as a source publishes it: a villain of three stages, a main scheme of two, modular sets."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from engine import BroughtCard, compiled_form, define, read_published

if TYPE_CHECKING:
    from engine.cards.definitions import Table

GAME: Final = "marvel-champions"
SETS: Final = [
    {"code": "krane", "name": "Krane", "card_set_type_code": "villain"},
    {"code": "fog", "name": "Harbour Fog", "card_set_type_code": "modular"},
    {"code": "crates", "name": "Loose Crates", "card_set_type_code": "modular"},
]


def _encounter(code: str, name: str, kind: str, set_code: str, **more: object) -> dict[str, Any]:
    front = {"code": code, "pack_code": "made", "name": name, "type_code": kind, "faction_code": "encounter"}
    return {**front, "set_code": set_code, **more}


def _villain(stage: str, health: int, text: str = "") -> dict[str, Any]:
    numbers = {"stage": stage, "health": health, "health_per_hero": True, "attack": 1, "scheme": 1}
    return _encounter(f"9000{len(stage)}", "Krane", "villain", "krane", text=text, **numbers)


CONTENTS: Final = (
    "<b>Contents</b>: Krane (I) and Krane (II). <i>(Krane (II) and Krane (III) instead for expert mode.)</i> Krane and"
    " Standard encounter sets. One modular encounter set <i>(recommended: Harbour Fog)</i>.\n"
)
RECORDS: Final = [
    _villain("I", 9),
    _villain("II", 11, "<b>When Revealed</b>: Deal each player 1 facedown encounter card."),
    _villain("III", 13),
    _encounter(
        *("90004a", "Empty the Docks", "main_scheme", "krane"),
        stage="1A",
        back_link="90004b",
        text=CONTENTS + "<b>Setup</b>: Put the Night Tide environment into play. Advance to stage 1B.",
    ),
    _encounter(
        *("90004b", "Empty the Docks", "main_scheme", "krane"),
        stage="1B",
        base_threat=1,
        threat=6,
        escalation_threat=1,
    ),
    _encounter("90005a", "Out to Sea", "main_scheme", "krane", stage="2A", back_link="90005b"),
    _encounter(
        *("90005b", "Out to Sea", "main_scheme", "krane"),
        stage="2B",
        base_threat=0,
        threat=8,
        escalation_threat=1,
        text="If this stage is completed, the players lose the game",
    ),
    _encounter("90006", "Night Tide", "environment", "krane", text="Each minion gets +1 hit point."),
    _encounter("90007", "Dock Hand", "minion", "krane", quantity=3, attack=1, scheme=1, health=2, boost=1),
    _encounter("90008", "Thick Fog", "treachery", "fog", quantity=2, text="<b>When Revealed</b>: Confuse your hero."),
    _encounter("90010a", "Blockade", "side_scheme", "fog", base_threat=3, text="<b>Standard Mode Only.</b>"),
    _encounter("90010b", "Deep Blockade", "side_scheme", "fog", base_threat=5, text="<b>Expert Mode Only.</b>"),
    _encounter("90009", "Falling Crate", "treachery", "crates", text="<b>When Revealed</b>: Stun your hero."),
]


def tables() -> dict[str, Table]:
    """The tables of the cards by their names."""
    files = [("sets.json", json.dumps(SETS).encode()), ("made.json", json.dumps(RECORDS).encode())]
    (found,) = read_published(files)
    return {card.name: card.table for card in found.accepted}


def brought(*without: str) -> tuple[str, ...]:
    """The cards as a header has them, all but some."""
    cards = [BroughtCard(table, compiled_form(define(GAME, table))) for table in tables().values()]
    return tuple(card.to_json() for card in cards if card.name not in without)
