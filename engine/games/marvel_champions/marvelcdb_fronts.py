"""Contents of scenarios, as the first side of a main scheme lists them: stages of the villain, and encounter sets.

They say what is played with, so they become fields of the card's table. A list in another form stays in the text.
"""

from __future__ import annotations

import re
from typing import Final

_STAGES: Final = r"{name} ?\((?P<{one}>I+)\) and {name} ?\((?P<{other}>I+)\)"
_CONTENTS: Final = re.compile(
    r"Contents: (?P<villain>[^()]+?) \((?P<first>I+)\) and (?P=villain) ?\((?P<second>I+)\)\.? ?"
    r"(?:\((?P=villain) ?\((?P<third>I+)\) and (?P=villain) ?\((?P<fourth>I+)\)"
    r"(?: instead)? for expert mode\.?\)\.? ?)?"
    r"(?P<sets>[^()]+?) (?:[Ee]ncounter )?sets\."
    r"(?: (?:One|Two|Three) modular (?:encounter )?sets? \((?:recommended: )?(?P<modular>[^()]+?)\.?\)\.?)?"
)
_OF_LEADER: Final = re.compile(
    r"Contents: Chosen leader (?P<first>I+) and (?P<second>I+)"
    r" \((?P<third>[IV]+) and (?P<fourth>[IV]+) for expert mode\)\. "
    r"Chosen leader's set, (?P<sets>[^()]+?) set, and 3.4 modular sets\."
)
_TAG: Final = re.compile(r"<[^<>]*>")
_AND: Final = re.compile(r",? and |, ")
_PAIRS: Final = (("first", "second"), ("third", "fourth"))
LEADER: Final = "Chosen leader"
"""The villain of a scenario for which a leader is chosen: with the leader's set, which is named among the others."""
CHOICE: Final = ("villain stages", "expert stages", "sets", "modular")
"""The fields that say what a scenario is played with."""


def contents_of(text: str) -> tuple[dict[str, list[str]], str]:
    """The fields that a list of contents stands for, and the text without it."""
    written, _, rest = text.partition("\n")
    first = _TAG.sub("", written).strip()
    found = _CONTENTS.fullmatch(first.removesuffix(".") + ("." if first.endswith(" sets.") else ""))
    chosen = _OF_LEADER.fullmatch(first)
    if chosen is not None:
        stages, expert = ([f"{LEADER} {chosen[part]}" for part in pair] for pair in _PAIRS)
        return dict(zip(CHOICE, (stages, expert, _AND.split(chosen["sets"])), strict=False)), rest
    if found is None:
        return {}, text
    villain = found["villain"]
    stages = [f"{villain} {found[part]}" for part in ("first", "second")]
    expert = [f"{villain} {found[part]}" for part in ("third", "fourth")] if found["third"] else stages
    modular = _AND.split(found["modular"]) if found["modular"] else []
    values = (stages, expert, _AND.split(found["sets"]), modular)
    return {field: value for field, value in zip(CHOICE, values, strict=True) if value}, rest
