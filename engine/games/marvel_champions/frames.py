"""The frames of the agenda that only Marvel Champions has."""

from __future__ import annotations

from typing import Literal, NamedTuple


class LabelledFrame(NamedTuple):
    """An attack or thwart whose effects are over has been made."""

    label: str
    item: int
    op: Literal["labelled"] = "labelled"


class LimitFrame(NamedTuple):
    """A player discards one of the cards that are too many."""

    cards: tuple[int, ...]
    op: Literal["limit"] = "limit"


class RevealFrame(NamedTuple):
    """An encounter card is resolved."""

    stage: str
    item: int
    op: Literal["reveal"] = "reveal"


class SurgeFrame(NamedTuple):
    """A player reveals an additional encounter card."""

    seat: int
    op: Literal["surge"] = "surge"


class QuickstrikeFrame(NamedTuple):
    """An enemy that has engaged a player attacks at once."""

    enemy: int
    op: Literal["quickstrike"] = "quickstrike"


class TeamworkFrame(NamedTuple):
    """A minion that has entered play activates if there is another one with its trait."""

    enemy: int
    op: Literal["teamwork"] = "teamwork"


class ResolvedFrame(NamedTuple):
    """A card that was played is put where it goes."""

    item: int
    stage: Literal["effects", "put"]
    op: Literal["resolved"] = "resolved"


class StagesFrame(NamedTuple):
    """The setup of the main scheme and the villain is carried out before hands are drawn."""

    op: Literal["stages"] = "stages"


class SetupCardsFrame(NamedTuple):
    """Cards that begin the game in play are put there, one after the other."""

    cards: tuple[int, ...]
    op: Literal["setup cards"] = "setup cards"


class FirstSideFrame(NamedTuple):
    """A stage of the main scheme whose first side lies up is turned over."""

    op: Literal["first side"] = "first side"


class FirstHandsFrame(NamedTuple):
    """The first hands are drawn."""

    op: Literal["first hands"] = "first hands"


class MulligansFrame(NamedTuple):
    """Players may discard cards of their first hands."""

    seats: tuple[int, ...]
    op: Literal["mulligans"] = "mulligans"


class OpeningFrame(NamedTuple):
    """Setup abilities of identities are carried out."""

    op: Literal["opening"] = "opening"


class RoundFrame(NamedTuple):
    """The next round begins."""

    op: Literal["round"] = "round"


class TurnsFrame(NamedTuple):
    """The turns of these players are to come."""

    seats: tuple[int, ...]
    op: Literal["turns"] = "turns"


class TurnEndsFrame(NamedTuple):
    """A player's turn ends."""

    seat: int
    op: Literal["turn ends"] = "turn ends"


class DiscardsFrame(NamedTuple):
    """Players discard at the end of the player phase."""

    seats: tuple[int, ...]
    op: Literal["discards"] = "discards"


class HandsFrame(NamedTuple):
    """All draw up to their hand size."""

    op: Literal["hands"] = "hands"


class ReadyFrame(NamedTuple):
    """All ready their cards."""

    op: Literal["ready"] = "ready"


class PhaseEndsFrame(NamedTuple):
    """The present phase ends."""

    phase: str
    op: Literal["phase ends"] = "phase ends"


class RoundEndsFrame(NamedTuple):
    """The present round ends."""

    op: Literal["round ends"] = "round ends"


class VillainPhaseFrame(NamedTuple):
    """The next step of the villain phase."""

    step: str
    op: Literal["villain phase"] = "villain phase"


class StepOneFrame(NamedTuple):
    """Step one of the villain phase has placed threat on the main scheme, which had so much ``before``."""

    before: int
    op: Literal["step one"] = "step one"


class ActivationsFrame(NamedTuple):
    """The villain and the minions activate against these players."""

    seats: tuple[int, ...]
    op: Literal["activations"] = "activations"


class MinionsFrame(NamedTuple):
    """Minions engaged with a player activate, one at a time."""

    seat: int
    done: tuple[int, ...]
    op: Literal["minions"] = "minions"


class RevealsFrame(NamedTuple):
    """Players reveal the encounter cards that were dealt to them."""

    seats: tuple[int, ...]
    op: Literal["reveals"] = "reveals"


class ActivationFrame(NamedTuple):
    """An enemy attacks or schemes."""

    stage: str
    item: int
    op: Literal["enemy attack", "enemy scheme"]


class PowerFrame(NamedTuple):
    """A character attacks or thwarts with its basic power."""

    stage: str
    item: int
    op: Literal["attack", "thwart"]


class SpecialsFrame(NamedTuple):
    """A player resolves the Special abilities of these, one after the other; that of ``last`` was resolved before.

    ``more`` is how many are still to be resolved, 0 if all are.
    """

    seat: int
    left: tuple[int, ...]
    last: int
    more: int
    op: Literal["specials"] = "specials"


class StepEndsFrame(NamedTuple):
    """A step of the villain phase ends."""

    step: str
    op: Literal["step ends"] = "step ends"


class PartEndedFrame(NamedTuple):
    """A part of a text that a player followed is over: ``of`` goes on with what was done in it."""

    item: int
    of: int
    op: Literal["part ended"] = "part ended"


class BoostedFrame(NamedTuple):
    """A boost card is discarded once it has been applied."""

    card: int
    op: Literal["boosted"] = "boosted"


class MomentFrame(NamedTuple):
    """An ability of a card is carried out at its moment."""

    item: int
    op: Literal["moment"] = "moment"


class IndirectFrame(NamedTuple):
    """Players assign indirect damage: the points that each has left, and the shares of the characters."""

    item: int
    seats: tuple[tuple[int, int], ...]
    shares: tuple[tuple[int, int], ...]
    op: Literal["indirect"] = "indirect"


class OneByOneFrame(NamedTuple):
    """Several do one thing, one after the other."""

    verb: str
    targets: tuple[tuple[int, int], ...]
    item: int
    more: int = 0
    op: Literal["one by one"] = "one by one"
