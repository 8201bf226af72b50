"""Paragraphs that speak of what the paragraph before them did: both are read as one.

A game may have words in brackets before a paragraph ("[Class Bonus]") that restrict each of its sentences. Of a card
that does what it says once, such a paragraph may speak of things that only an earlier one names. Words with a number
are left alone: they speak of somebody themselves, whom "they" would then mean.
"""

from __future__ import annotations

import re
from typing import Final

_LABELS: Final = re.compile(r"(?:\[[^\]]*\]\s*)+")
_LABEL: Final = re.compile(r"\[([^\]]*)\]")
_NEXT_SENTENCE: Final = re.compile(r"(?<=\.)\s+")


def joined(before: str, restricted: str) -> str:
    """The two paragraphs as one, with the restrictions before each sentence; "" if the second has none."""
    labels = _LABELS.match(restricted)
    if labels is None or '"' in restricted or ":" in restricted or any(map(str.isdigit, labels[0])):
        return ""
    prefix = "".join(f"{label}: " for label in _LABEL.findall(labels[0]))
    sentences = _NEXT_SENTENCE.split(restricted[labels.end() :].strip())
    return " ".join([before.strip(), *(prefix + sentence for sentence in sentences)])
