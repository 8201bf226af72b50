"""Goad (701.15): a designation of a permanent, which some players gave it, and what it requires of attackers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards.definitions import SIGN

if TYPE_CHECKING:
    from engine.state.declarations import Declaration
    from engine.state.game import Game
    from engine.state.records import Object

GOADED: Final = "goaded"
"""The word of a permanent with the designation."""
BY: Final = f"goaded by {SIGN}"
"""Before the seat of a player who gave it; the same player gives it once (701.15d)."""


def signed(words: tuple[str, ...], seat: int) -> tuple[str, ...]:
    """The words that an effect of a seat gives: of a designation also whose it is."""
    return (*words, f"{BY}{seat}") if GOADED in words else words


def goaders(obj: Object) -> list[int]:
    """The seats by which something is goaded."""
    return [int(word.removeprefix(BY)) for word in obj.words if word.startswith(BY)]


def judge_goaded(game: Game, declared: Declaration) -> None:
    """701.15b-c: of each player who goaded it, a creature attacks if able, and a player other than that one."""
    for left, rights in declared.sides().items():
        for seat in goaders(game.obj(left)):
            declared.duties[left] = declared.duties.get(left, 0) + 1
            for right in rights:
                if game.seat_of(right) not in (seat, -1):
                    declared.bonds[left, right] = declared.bonds.get((left, right), 0) + 1
