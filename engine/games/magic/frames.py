"""The frames of the agenda that only Magic has."""

from __future__ import annotations

from typing import Literal, NamedTuple


class UntapFrame(NamedTuple):
    """The active player's permanents untap, all but those chosen to stay tapped; ``asked``: which of them may do so."""

    seat: int
    idents: tuple[int, ...]
    asked: bool = False
    op: Literal["untap"] = "untap"


class FirstPlayerFrame(NamedTuple):
    """A player chooses who takes the first turn."""

    seat: int
    op: Literal["first player"] = "first player"


class MulligansFrame(NamedTuple):
    """A round of mulligans; ``taken`` counts the rounds before it."""

    undecided: tuple[int, ...]
    takers: tuple[int, ...]
    taken: int
    op: Literal["mulligans"] = "mulligans"


class BottomFrame(NamedTuple):
    """A player puts so many cards of a new hand on the bottom."""

    seat: int
    number: int
    op: Literal["bottom"] = "bottom"


class NewTurnFrame(NamedTuple):
    """The turn of a player begins."""

    seat: int
    op: Literal["new turn"] = "new turn"


class TurnFrame(NamedTuple):
    """A step of the turn: it begins, its triggers are put on the stack, it ends."""

    step: int
    stage: int
    op: Literal["turn"] = "turn"


class AttackersFrame(NamedTuple):
    """The active player declares attackers."""

    seat: int
    op: Literal["attackers"] = "attackers"


class BlockersFrame(NamedTuple):
    """Defending players declare blockers, one after the other."""

    seats: tuple[int, ...]
    op: Literal["blockers"] = "blockers"


class AssignDamageFrame(NamedTuple):
    """Combat damage is assigned, one creature after the other."""

    fighters: tuple[int, ...]
    assigned: tuple[tuple[int, int, int], ...]
    over: int
    op: Literal["assign damage"] = "assign damage"


class DealDamageFrame(NamedTuple):
    """All combat damage is dealt at once."""

    assigned: tuple[tuple[int, int, int], ...]
    op: Literal["deal damage"] = "deal damage"


class CleanupDiscardFrame(NamedTuple):
    """The active player discards down to the hand size."""

    seat: int
    number: int
    op: Literal["cleanup discard"] = "cleanup discard"


class ResolvedFrame(NamedTuple):
    """A spell or ability has resolved, or has not ("in vain"); it is "gone" once its card is where it goes.

    An Adventure is "adventuring" instead.
    """

    item: int
    gone: Literal["", "in vain", "gone", "adventuring"] = ""
    op: Literal["resolved"] = "resolved"
