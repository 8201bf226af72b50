"""The schedule of matches: who plays each, at which seats, with which decks and shuffles.

Matches come in rounds: in each the same entrants play with the same decks at the same seats and the same shuffles, as
often as there are seats, so that everybody sits everywhere once. A round-robin has a round for each two; where all are
on one side, one for each entrant, who then has all seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Final

import msgspec

from engine import load_decks

MIRROR: Final = "mirror"


class Pairing(msgspec.Struct, frozen=True):
    """One match.

    Attributes:
        number: from 0.
        seats: who sits there, as places among the entrants.
        decks: of each seat; none leaves them to the server.
        seed: of the shuffles, where the server lets that be chosen, and of the bots' chance.
    """

    number: int
    seats: tuple[int, ...]
    decks: tuple[str, ...]
    seed: str


def schedule(
    matches: int, groups: Sequence[tuple[int, ...]], decks: Sequence[tuple[str, ...]], seed: int
) -> Iterator[Pairing]:
    """``matches`` matches: groups by turns, each a whole round.

    Args:
        groups: who meets, as places among the entrants.
        decks: of the seats, by turns: the next when every group has played a round with one.
    """
    number = played = 0
    while True:
        for group in groups:
            for turn in range(len(set(group))):
                if number == matches:
                    return
                seats = tuple(group[(seat + turn) % len(group)] for seat in range(len(group)))
                yield Pairing(number, seats, decks[played % len(decks)], f"{seed}.{played}")
                number += 1
        played += 1


def round_robin(entrants: int, seats: int, *, is_one_side: bool) -> list[tuple[int, ...]]:
    """Every two; or each with all ``seats`` to itself."""
    if is_one_side:
        return [(entrant,) * seats for entrant in range(entrants)]
    return list(combinations(range(entrants), 2))


def deck_orders(game: str, decks: str, seats: int) -> tuple[tuple[str, ...], ...]:
    """The decks of the seats that ``A,B``, ``all`` or ``mirror`` mean.

    That is every order of so many of them, or each against itself.

    Raises:
        ValueError: fewer decks than seats.
    """
    if decks == MIRROR:
        return tuple((name,) * seats for name in sorted(load_decks(game)))
    names = sorted(load_decks(game)) if decks == "all" else [name for name in decks.split(",") if name]
    if not names and not decks:
        return ((),)
    if len(names) < seats:
        raise ValueError(f"--decks takes a deck for each of {seats} seats, or more of them")
    return (tuple(names),) if len(names) == seats else tuple(permutations(names, seats))
