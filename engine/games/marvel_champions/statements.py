"""Statements about a payment that is made all at once, as ``Play.said`` holds them: a verb, then the fields of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from engine.replacement.durations import OF_A_TURN
from engine.state.frequent_writes import write_said
from engine.state.last_known import NEW

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.state.game import Game
    from engine.state.records import Play

OPEN: Final = -2
"""The text of an object of which several Resource abilities, or several uses, could generate: which is asked yet."""


class Generates(NamedTuple):
    """A card of the hand is discarded, or the Resource ability with the number ``text`` is used."""

    ident: int
    text: int


class IconPays(NamedTuple):
    """An icon, in the order in which they are made, pays the cost with a number, 0 for none."""

    icon: str
    cost: int


class PaysPart(NamedTuple):
    """Objects pay one of the parts that are no resources."""

    part: int
    idents: tuple[int, ...]


class MustTake(NamedTuple):
    """A character has to take so much damage for this to be paid."""

    ident: int
    amount: int


class GivenUp(NamedTuple):
    """An object is given up from now on."""

    ident: int


class Cheaper(NamedTuple):
    """By so much less it costs as the next card that its player plays."""

    by: int


class UsesUp(NamedTuple):
    """A change of the cost of the next thing alone, with its player and its text, is used up."""

    seat: int
    text: int


class UsesUpOfTurn(NamedTuple):
    """A change of the cost of the next thing alone is used up that holds until the end of a turn of that round."""

    seat: int
    text: int
    since: int


class LeftToRules(NamedTuple):
    """The rest, not said yet, is left to the rules."""


Statement: TypeAlias = (
    Generates | IconPays | PaysPart | MustTake | GivenUp | Cheaper | UsesUp | UsesUpOfTurn | LeftToRules
)
S = TypeVar("S", Generates, IconPays, PaysPart, MustTake, GivenUp, Cheaper, UsesUp, UsesUpOfTurn, LeftToRules)
VERBS: Final[dict[type[Statement], str]] = {
    Generates: "from",
    IconPays: "icon",
    PaysPart: "with",
    MustTake: "taken",
    GivenUp: "given",
    Cheaper: "cheaper",
    UsesUp: "uses up",
    UsesUpOfTurn: "uses up this turn",
    LeftToRules: "auto",
}
KINDS: Final = {verb: kind for kind, verb in VERBS.items()}


def used_up(entry: tuple[Any, ...]) -> UsesUp | UsesUpOfTurn:
    """A change of the cost of the next thing alone, as what is used up; ``unused`` gives it back."""
    return UsesUp(entry[0], entry[1]) if len(entry) == 2 else UsesUpOfTurn(entry[0], entry[1], entry[3])


def unused(play: Play) -> tuple[tuple[int | str, ...], ...]:
    """The changes of costs that are not used up after all."""
    of_phase = tuple((said.seat, said.text) for said in statements(play, UsesUp))
    return of_phase + tuple((said.seat, said.text, OF_A_TURN, said.since) for said in statements(play, UsesUpOfTurn))


def statements(play: Play, kind: type[S]) -> list[S]:
    """Return what has been said of one kind, in that order."""
    verb = VERBS[kind]
    return [NEW(kind, said[1:]) for said in play.said if said[0] == verb]


def is_stated(play: Play, kind: type[S]) -> bool:
    """Whether anything has been said of one kind."""
    verb = VERBS[kind]
    return any(said[0] == verb for said in play.said)


def all_statements(play: Play) -> list[Statement]:
    """Return everything that has been said."""
    return [NEW(KINDS[said[0]], said[1:]) for said in play.said]


def declare(game: Game, play: Play, *more: Statement) -> None:
    """Add to what has been said."""
    write_said(game, play, (*play.said, *_rows(more)))


def declare_instead(game: Game, play: Play, said: list[Statement]) -> None:
    """Say this in place of all that has been said."""
    write_said(game, play, tuple(_rows(said)))


def _rows(said: Iterable[Statement]) -> list[tuple[str, *tuple[object, ...]]]:
    return [(VERBS[type(one)], *one) for one in said]
