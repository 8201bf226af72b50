"""Effects that last beyond the text that made them, as records: continuous effects, replacement and prevention effects.

Each is immutable and compares by value. ``engine.state.dump_rows`` says how they are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from engine.abilities import Amount
    from engine.state.last_known import Last
    from engine.state.occurred import TriggerEvent


class Until(NamedTuple):
    """The duration of an effect that does not end with this turn or combat (``engine.replacement.durations``).

    ``kind`` is an ``UntilWord``, or "attached" with an id. ``since`` is the turn after which the seat's next turn is
    meant, for all but "next turn" the id of the source.
    """

    kind: str
    seat: int
    since: int


Duration = Until | Literal["", "turn", "combat", "thwart", "use", "round"]
"""How long an effect lasts; "" is for ever."""
By = tuple[int, str] | tuple[()]
"""The source of an effect, its id and name; nothing if that is unknown."""


class Modification(NamedTuple):
    """The changes to the characteristics of an object; ``abilities`` and ``intrinsic`` are numbers of texts."""

    power: Amount = 0
    toughness: Amount = 0
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    becomes: tuple[str, ...] = ()
    base: tuple[Amount | None, Amount | None] | None = None
    keeps: bool = False
    abilities: tuple[int, ...] = ()
    switched: bool = False
    intrinsic: tuple[int, ...] = ()
    level: Amount = 0
    stats: tuple[tuple[str, Amount], ...] = ()
    keeps_colors: bool = False


class ModifyEffect(NamedTuple):
    """Objects have other characteristics."""

    idents: tuple[int, ...]
    change: Modification
    by: By
    stamp: int
    until: Duration
    kind: Literal["modify"] = "modify"


class PlayerGainsEffect(NamedTuple):
    """An effect that gives players keywords."""

    players: tuple[int, ...]
    gains: tuple[str, ...]
    until: Duration
    kind: Literal["player gains"] = "player gains"


class ControlEffect(NamedTuple):
    """A seat controls an object; ``own`` is who does without any such effect."""

    ident: int
    seat: int
    own: int
    by: By
    until: Duration
    kind: Literal["control"] = "control"


class MayPlayEffect(NamedTuple):
    """A seat may play these very objects, ``since`` a turn: after that one has ended."""

    seat: int
    idents: tuple[int, ...]
    verb: str
    free: bool
    until: Duration
    kind: Literal["may play"] = "may play"
    since: int = 0


class ReturnEffect(NamedTuple):
    """Objects come back as it ends."""

    idents: tuple[int, ...]
    stamp: int
    until: Duration
    kind: Literal["return"] = "return"


class BlockEffect(NamedTuple):
    """Objects block another one if they can."""

    idents: tuple[int, ...]
    attacker: int
    until: Duration
    kind: Literal["block"] = "block"


class NextAttackEffect(NamedTuple):
    """The next attack of objects will have a change, each of theirs one."""

    idents: tuple[int, ...]
    change: Modification
    by: By
    until: Duration
    kind: Literal["next attack"] = "next attack"


LastingEffect = (
    ModifyEffect | PlayerGainsEffect | ControlEffect | MayPlayEffect | ReturnEffect | BlockEffect | NextAttackEffect
)


class Shield(NamedTuple):
    """A replacement or prevention effect that a resolved text made.

    ``subjects`` are what it was made for, none if its text says. ``left`` is how much damage it still takes, ``uses``
    how often it still applies, -1 without such a limit.
    """

    serial: int
    text: int
    seat: int
    source: int
    known: Last
    subjects: tuple[int, ...] | None
    targets: tuple[tuple[int, ...], ...]
    x: int
    left: int
    uses: int
    until: Literal["turn", ""]


class AddedText(NamedTuple):
    """A text that an effect adds to an event, to be carried out after it."""

    text: int
    seat: int
    source: int
    known: Last
    event: TriggerEvent
    targets: tuple[tuple[int, ...], ...]
    x: int
    replaced: tuple[tuple[int, ...], ...]
