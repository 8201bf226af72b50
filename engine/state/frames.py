"""The frames of the agenda that every game has, each a record of what is still to be done.

A frame is immutable and compares by value. ``op`` names what runs it (``Rulebook.frames``); it stands last here, and
first where a frame is dumped (``engine.state.dump_rows``). Games add their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.decisions import Answer
    from engine.state.lasting import AddedText
    from engine.state.occurred import Noted, ToldAnswer, Trigger
    from engine.state.play_notes import MadeMana

Row = tuple[Any, ...]
"""Plain data of mixed types."""


class Frame(Protocol):
    """A piece of work on the agenda, of whatever class."""

    @property
    def op(self) -> str:
        """The name of its kind in the rulebook's table, which has the handler."""


AnyFrame = TypeVar("AnyFrame", bound=Frame)


class FrameKind(Generic[AnyFrame]):
    """A class of frames and its handler, which is called with the game, the frame and the answer that was asked for.

    Args:
        ops: the names of the kind, if it has other names than the one of the class.
    """

    __slots__ = ("kind", "ops", "run")

    def __init__(self, kind: type[AnyFrame], run: Callable[[Any, AnyFrame, Any], None], *ops: str) -> None:
        self.kind = kind
        self.run = run
        self.ops = ops or (str(kind._field_defaults["op"]),)  # type: ignore[attr-defined]  # frames are named tuples


def kinds_by_op(*kinds: FrameKind[Any]) -> dict[str, FrameKind[Any]]:
    """Return the kinds by each of their names."""
    return {op: kind for kind in kinds for op in kind.ops}


def op_of(frame: Frame) -> str:
    """The name of a frame's handler: the last field of each class, and read for each frame that runs."""
    name: str = cast("tuple[str, ...]", frame)[-1]
    return name


class PlayFrame(NamedTuple):
    """A play is under way."""

    play: int
    op: Literal["play"] = "play"


class EffectsFrame(NamedTuple):
    """A text is carried out: mode ``branch`` of an item, -1 for what stands beside its modes, from a position on."""

    item: int
    branch: int
    position: int
    op: Literal["effects"] = "effects"


def effects_frame(item: int, branch: int, position: int) -> EffectsFrame:
    """The frame of a text, made faster than by its constructor, which is interpreted code in every build."""
    return tuple.__new__(EffectsFrame, (item, branch, position, "effects"))


class ChooseFrame(NamedTuple):
    """Each of several players in turn chooses, then all of it is done at once; ``wanted`` are ``(seat, most, ids)``.

    ``verb`` is what is done, "move" with the zone; of cards to "discard up to" a number fewer may be chosen.
    """

    verb: str
    wanted: tuple[tuple[int, int, tuple[int, ...]], ...]
    chosen: tuple[int, ...]
    item: int
    op: Literal["choose"] = "choose"


class RevealedFrame(NamedTuple):
    """Cards of a hand are revealed as long as the text above goes on."""

    idents: tuple[int, ...]
    op: Literal["revealed"] = "revealed"


class ArrangeFrame(NamedTuple):
    """Owners order their cards in turn, the first uppermost."""

    item: int
    place: str
    owners: tuple[int, ...]
    idents: tuple[int, ...]
    ordered: tuple[int, ...]
    op: Literal["arrange"] = "arrange"


class RetargetFrame(NamedTuple):
    """The controller of a copy may choose new targets for it, word by word."""

    item: int
    word: int
    op: Literal["retarget"] = "retarget"


class PriorityFrame(NamedTuple):
    """A round, and to whom priority and the passes go back as it closes."""

    round: str
    holder: int
    passes: int
    op: Literal["priority"] = "priority"


class ShortcutFrame(NamedTuple):
    """A loop is proposed: the others accept or shorten it (``engine.play.shortcuts``)."""

    seat: int
    loop: tuple[ToldAnswer, ...]
    others: tuple[int, ...]
    end: int
    before: str
    op: Literal["shortcut"] = "shortcut"


class TriggersFrame(NamedTuple):
    """Triggered abilities are ordered by their controllers."""

    entries: tuple[Trigger, ...]
    op: Literal["triggers"] = "triggers"


class PutFrame(NamedTuple):
    """A triggered ability is put on the stack."""

    trigger: Trigger
    op: Literal["put"] = "put"


class KeepFrame(NamedTuple):
    """After an illegal play: which mana abilities are kept, or ("again") those that are run again."""

    seat: int
    made: tuple[MadeMana | Answer, ...]
    again: Literal["", "again"] = ""
    op: Literal["keep"] = "keep"


class DuplicatesFrame(NamedTuple):
    """Of each group of permanents one is kept."""

    groups: tuple[tuple[int, ...], ...]
    surplus: tuple[int, ...]
    op: Literal["duplicates"] = "duplicates"


class WouldFrame(NamedTuple):
    """Events are about to happen, and something is to be chosen first; ``after`` are the texts that effects add."""

    batch: tuple[Row, ...]
    after: tuple[AddedText, ...]
    item: int
    op: Literal["would"] = "would"


class HappensFrame(NamedTuple):
    """Events that nobody interrupts any more."""

    batch: tuple[Row, ...]
    item: int
    op: Literal["happens"] = "happens"


class EndedFrame(NamedTuple):
    """An item is gone once its text has been carried out."""

    item: int
    op: Literal["ended"] = "ended"


class DrawsFrame(NamedTuple):
    """A player draws one card after the other."""

    seat: int
    number: int
    item: int
    applied: tuple[tuple[int, ...], ...]
    into: str
    op: Literal["draws"] = "draws"


class OccurrenceFrame(NamedTuple):
    """Events that may be interrupted and responded to (``engine.play.response_windows``)."""

    stage: int
    batch: tuple[Row, ...]
    item: int
    happened: tuple[Noted, ...]
    used: tuple[Row, ...]
    op: Literal["occurrence"] = "occurrence"


class StatedFrame(NamedTuple):
    """Never on the agenda: it runs after each frame that has stated something others may respond to."""

    op: Literal["stated"] = "stated"
