"""A made-up scenario for which a leader is chosen, as a source publishes it: two leaders, several of each stage."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from engine import BroughtCard, compiled_form, define, read_published

if TYPE_CHECKING:
    from engine.cards.definitions import Table

GAME: Final = "marvel-champions"
SETS: Final = [
    {"code": "order", "name": "Order", "card_set_type_code": "main_scheme"},
    {"code": "marshal_leader", "name": "Marshal", "card_set_type_code": "leader"},
    {"code": "captain_leader", "name": "Old Captain", "card_set_type_code": "leader"},
]
CONTENTS: Final = (
    "<b>Contents</b>: Chosen leader I and II <i>(III and IV for expert mode)</i>. Chosen leader's set, Standard set,"
    " and 3\N{EN DASH}4 modular sets.\n<b>Setup</b>: In competitive mode, the enemy team finds the Picking Sides side"
    " scheme and your team reveals it. In cooperative mode, find the chosen leader's side scheme and reveal it."
)


def _encounter(code: str, name: str, kind: str, set_code: str, **more: object) -> dict[str, Any]:
    front = {"code": code, "pack_code": "made", "name": name, "type_code": kind, "faction_code": "encounter"}
    return {**front, "set_code": set_code, **more}


def _leader(code: int, name: str, stage: str, health: int) -> dict[str, Any]:
    numbers = {"stage": stage, "health": health, "health_per_hero": True, "attack": 1, "scheme": 1}
    return _encounter(f"9100{code}", name, "leader", f"{name.split()[-1].lower()}_leader", **numbers)


def _scheme(code: str, stage: int, front: str, back: str, text: str = "") -> list[dict[str, Any]]:
    first = CONTENTS if stage == 1 else ""
    numbers = {"base_threat": 0, "base_threat_fixed": True, "threat": 9, "escalation_threat": 1}
    return [
        _encounter(f"{code}a", front, "main_scheme", "order", stage=f"{stage}A", back_link=f"{code}b", text=first),
        _encounter(f"{code}b", back, "main_scheme", "order", stage=f"{stage}B", text=text, **numbers),
    ]


HINDERS: Final = "If there is more than 1 player on your team, this stage gains hinder 2[per_hero]."
RECORDS: Final = [
    *(_leader(n, "Marshal", stage, 10 + n) for n, stage in enumerate(("I", "II", "III", "IV"), 1)),
    *(_leader(n + 4, "Old Captain", stage, 20 + n) for n, stage in enumerate(("I", "II", "III", "IV"), 1)),
    *_scheme("91011", 1, "Order Act", "Checkpoints", HINDERS),
    *_scheme("91012", 1, "Order Act", "Patrols", HINDERS),
    *_scheme("91013", 2, "Order Tactics", "Prison"),
    *_scheme("91014", 2, "Order Tactics", "Exile"),
    _encounter("91020", "Deputy", "minion", "marshal_leader", quantity=3, attack=1, scheme=1, health=2, boost=1),
    _encounter("91021", "Courthouse", "side_scheme", "marshal_leader", base_threat=3),
    _encounter("91022", "Old Flag", "side_scheme", "captain_leader", base_threat=3),
]


def tables() -> dict[str, Table]:
    """The tables of the cards by their names."""
    files = [("sets.json", json.dumps(SETS).encode()), ("made.json", json.dumps(RECORDS).encode())]
    (found,) = read_published(files)
    assert all(card.decline is None for card in found.cards), [(card.name, card.decline) for card in found.cards]
    return {card.name: card.table for card in found.accepted}


def brought() -> tuple[str, ...]:
    """The cards as a header has them."""
    return tuple(BroughtCard(table, compiled_form(define(GAME, table))).to_json() for table in tables().values())
