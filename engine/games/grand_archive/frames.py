"""The frames of the agenda that only Grand Archive has."""

from __future__ import annotations

from typing import Literal, NamedTuple


class TurnFrame(NamedTuple):
    """The turn of a player begins."""

    seat: int
    op: Literal["turn"] = "turn"


class PhaseFrame(NamedTuple):
    """A phase begins or ends."""

    phase: int
    stage: Literal["begin", "end"]
    op: Literal["phase"] = "phase"


class ChampionFrame(NamedTuple):
    """A champion of level 0 goes onto the field."""

    seat: int
    op: Literal["champion"] = "champion"


class MaterializeFrame(NamedTuple):
    """The turn player may materialize a card."""

    seat: int
    op: Literal["materialize"] = "materialize"


class CombatFrame(NamedTuple):
    """The next step of an attack."""

    stage: str
    item: int
    op: Literal["combat"] = "combat"


class ResolvedFrame(NamedTuple):
    """A layer leaves the effects stack."""

    item: int
    fizzled: bool
    op: Literal["resolved"] = "resolved"
