"""Small made-up files in the shapes in which the sources of cards publish theirs, called as README calls them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Final

SCRYFALL: Final[dict[str, Any]] = {
    "object": "card",
    "oracle_id": "00000000-0000-4000-8000-000000000001",
    "name": "Ember Lynx",
    "lang": "en",
    "layout": "normal",
    "mana_cost": "{1}{R}",
    "type_line": "Creature \u2014 Cat",
    "oracle_text": "When Ember Lynx enters, draw a card. (Put it into your hand.)",
    "power": "2",
    "toughness": "1",
    "colors": ["R"],
    "keywords": [],
    "legalities": {"vintage": "legal"},
    "set": "tst",
    "collector_number": "1",
    "released_at": "2026-01-02",
}
STRANGER: Final[dict[str, Any]] = {
    **SCRYFALL,
    "oracle_id": "00000000-0000-4000-8000-000000000002",
    "name": "Stranger",
    "oracle_text": "It glimmers.",
}
MTGJSON: Final[dict[str, Any]] = {
    "meta": {"date": "2026-01-02", "version": "5.2.2"},
    "data": {
        "Quiet Spark": [
            {
                "name": "Quiet Spark",
                "layout": "normal",
                "manaCost": "{R}",
                "manaValue": 1.0,
                "type": "Instant",
                "supertypes": [],
                "types": ["Instant"],
                "subtypes": [],
                "text": "Draw a card.",
                "colors": ["R"],
                "colorIdentity": ["R"],
                "legalities": {"vintage": "Legal"},
                "printings": ["TST"],
                "identifiers": {"scryfallOracleId": "00000000-0000-4000-8000-000000000003"},
            }
        ]
    },
}
GRAND_ARCHIVE: Final[dict[str, Any]] = {
    "data": [
        {
            "uuid": "a1",
            "slug": "stone-cat",
            "name": "Stone Cat",
            "element": "NORM",
            "types": ["ALLY"],
            "classes": ["TAMER"],
            "subtypes": ["BEAST"],
            "cost": {"type": "reserve", "value": "2"},
            "power": 1,
            "life": 2,
            "effect": "**On Enter:** Draw a card.",
            "effect_raw": "On Enter: Draw a card.",
            "legality": None,
            "editions": [
                {
                    "uuid": "b1",
                    "slug": "stone-cat-tst",
                    "collector_number": "001",
                    "set": {"name": "Test", "prefix": "TST"},
                }
            ],
        }
    ],
    "page": 1,
    "page_size": 50,
    "total_cards": 1,
    "total_pages": 1,
    "has_more": False,
}
MARVEL: Final[list[dict[str, Any]]] = [
    {
        "code": "99001",
        "name": "Quick Thinking",
        "type_code": "event",
        "faction_code": "basic",
        "pack_code": "tst",
        "position": 1,
        "quantity": 3,
        "deck_limit": 3,
        "cost": 0,
        "resource_mental": 1,
        "text": "<b>Hero Action</b>: Draw 1 card.",
    }
]


def made_in(folder: Path) -> tuple[Path, ...]:
    """Make the files in a folder: of Scryfall, of MTGJSON, and the folders of the other two."""
    scryfall, mtgjson = folder / "oracle-cards.json.gz", folder / "AtomicCards.json"
    archive, marvel = folder / "grand-archive", folder / "marvelcdb-json-data" / "pack"
    with gzip.open(scryfall, "wt", encoding="utf-8") as packed:
        packed.writelines(json.dumps(record) + "\n" for record in (SCRYFALL, STRANGER))
    mtgjson.write_text(json.dumps(MTGJSON), encoding="utf-8")
    archive.mkdir(parents=True, exist_ok=True)
    (archive / "page-1.json").write_text(json.dumps(GRAND_ARCHIVE), encoding="utf-8")
    marvel.mkdir(parents=True, exist_ok=True)
    (marvel / "tst.json").write_text(json.dumps(MARVEL), encoding="utf-8")
    return scryfall, mtgjson, archive, marvel
