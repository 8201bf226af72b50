"""Statements about a payment that is made all at once, as ``Play.said`` holds them: a verb, then the fields of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
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


class LeftToRules(NamedTuple):
    """The rest, not said yet, is left to the rules."""


Statement: TypeAlias = Generates | IconPays | PaysPart | MustTake | GivenUp | Cheaper | LeftToRules
S = TypeVar("S", Generates, IconPays, PaysPart, MustTake, GivenUp, Cheaper, LeftToRules)
VERBS: Final[dict[type[Statement], str]] = {
    Generates: "from",
    IconPays: "icon",
    PaysPart: "with",
    MustTake: "taken",
    GivenUp: "given",
    Cheaper: "cheaper",
    LeftToRules: "auto",
}
KINDS: Final = {verb: kind for kind, verb in VERBS.items()}


def statements(play: Play, kind: type[S]) -> list[S]:
    """Return what has been said of one kind, in that order."""
    verb = VERBS[kind]
    return [kind(*fields) for said, *fields in play.said if said == verb]


def all_statements(play: Play) -> list[Statement]:
    """Return everything that has been said."""
    return [KINDS[verb](*fields) for verb, *fields in play.said]


def declare(game: Game, play: Play, *more: Statement) -> None:
    """Add to what has been said."""
    declare_instead(game, play, [*all_statements(play), *more])


def declare_instead(game: Game, play: Play, said: list[Statement]) -> None:
    """Say this in place of all that has been said."""
    game.write(play, "said", tuple([(VERBS[type(one)], *one) for one in said]))
