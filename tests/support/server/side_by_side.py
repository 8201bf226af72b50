"""Steps of vector environments, and whether two of them told the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from server.learning.vector import SideBySide


def picks(masks: Any) -> Any:
    """The last pick that may be made in each match; the first one in one that has ended."""
    return np.array([np.flatnonzero(mask)[-1] if mask.any() else 0 for mask in masks])


def told(environment: SideBySide, steps: int) -> list[list[Any]]:
    """All that some steps tell, from the first observation on."""
    observations, infos = environment.reset(seed=3)
    found: list[list[Any]] = [[observations["observation"].copy(), observations["action_mask"].copy()]]
    for _ in range(steps):
        observations, *rest, infos = environment.step(picks(observations["action_mask"]))
        parts = (observations["observation"], observations["action_mask"], *rest, infos["seat"], infos["refused"])
        found.append([part.copy() for part in parts])
    environment.close()
    return found


def same(left: list[list[Any]], right: list[list[Any]]) -> bool:
    return all(
        np.array_equal(one, other) for a, b in zip(left, right, strict=True) for one, other in zip(a, b, strict=True)
    )
