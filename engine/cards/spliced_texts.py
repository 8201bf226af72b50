"""Texts that are spliced onto a spell (702.47): each is one more mode of it, behind all that are printed.

The number of such a mode says which it is of those that were spliced, and the number of the text.
"""

from __future__ import annotations

from typing import Final

SPLICED: Final = 1 << 20
"""The modes that are printed on a card have smaller numbers."""


def spliced(place: int, text: int) -> int:
    """The mode that the text of a number is where ``place`` others were spliced before."""
    return SPLICED * (place + 1) + text


def text_spliced(mode: int) -> int:
    """The number of the text that a mode is."""
    return mode % SPLICED


def all_spliced(modes: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the modes of an item that are texts which were spliced onto it."""
    return tuple([mode for mode in modes if mode >= SPLICED])


def printed_modes(modes: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the modes of an item that were chosen of its own text."""
    return tuple([mode for mode in modes if mode < SPLICED])
