"""Paragraphs that speak of what the paragraph before them did: both are read as one.

A game may have words in brackets before a paragraph ("[Class Bonus]") that restrict each of its sentences. Of a card
that does what it says once, such a paragraph may speak of things that only an earlier one names. Words with a number
speak of somebody themselves, whom "they" or "it" would then mean: behind them only nouns of other things are read so.
"""

from __future__ import annotations

import re
from typing import Final

_LABELS: Final = re.compile(r"(?:\[[^\]]*\]\s*)+")
_LABEL: Final = re.compile(r"\[([^\]]*)\]")
_MAY_BE_SOMEBODY: Final = re.compile(
    r"\b(?:they|them|their|he|she|him|his|her|its|those)\b|(?<!from )\bit\b|\bthat (?:unit|champion|object|card)\b",
    re.IGNORECASE,
)
"""Words that may mean the one of whom words with a number speak."""
_RESTRICTED_SENTENCE: Final = re.compile(r"Class Bonus: [^.:]+\.")
_NEXT_SENTENCE: Final = re.compile(r"(?<=\.)\s+")


def joined(before: str, restricted: str) -> str:
    """The two paragraphs as one, with the restrictions before each sentence; "" if the second has none.

    One that begins with "Class Bonus:" and has one sentence is that sentence with its restriction.
    """
    if _RESTRICTED_SENTENCE.fullmatch(restricted.strip()) and '"' not in restricted:
        return f"{before.strip()} {restricted.strip()}"
    labels = _LABELS.match(restricted)
    if labels is None or '"' in restricted or ":" in restricted:
        return ""
    if any(map(str.isdigit, labels[0])) and _MAY_BE_SOMEBODY.search(restricted, labels.end()):
        return ""
    prefix = "".join(f"{label}: " for label in _LABEL.findall(labels[0]))
    sentences = _NEXT_SENTENCE.split(restricted[labels.end() :].strip())
    return " ".join([before.strip(), *(prefix + sentence for sentence in sentences)])
