"""Observations as arrays of NumPy, for who wants one by itself; ``encoding`` says what each number is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from server.learning.encoding import CARD, CARDS, CHOICE, SIZE, STATE
from server.learning.picks import ACTIONS

Floats: TypeAlias = NDArray[np.float32]


class Parts(NamedTuple):
    """An observation by its parts; they share its memory."""

    state: Floats
    cards: Floats
    choices: Floats


def filled(write: Callable[[memoryview], None]) -> Floats:
    """An observation in an array of its own, (SIZE,), written by ``write`` into its bytes."""
    vector = np.empty(SIZE, np.float32)
    write(vector.data.cast("B"))
    return vector


def unpack(vector: Floats) -> Parts:
    """The parts of an observation, or of a batch of them: leading dimensions stay."""
    lead = vector.shape[:-1]
    cards, choices = STATE, STATE + CARDS * CARD
    return Parts(
        vector[..., :cards],
        vector[..., cards:choices].reshape(*lead, CARDS, CARD),
        vector[..., choices:].reshape(*lead, ACTIONS, CHOICE),
    )
