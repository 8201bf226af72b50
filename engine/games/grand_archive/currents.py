"""The mastery Shifting Currents: a direction that a player's texts ask for, and that texts change.

A mastery is no object (Mastery). The player who has it has a mark that says the direction, which everybody sees; it
begins with North (Shifting Currents 2a).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.triggers import occurred
from engine.games.grand_archive.masteries import SHIFTING_CURRENTS, marked, take
from engine.state.decisions import Decision, Option

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item

DIRECTIONS: Final = ("north", "east", "south", "west")
"""In a circle: each is adjacent to those beside it (Shifting Currents 2d)."""
MASTERY: Final = SHIFTING_CURRENTS
FACING: Final = "facing "
"""Before a direction: the value that says whether one's Shifting Currents face it."""
CHANGE: Final = "currents change"
"""The event of a change, which says from where to where."""


def facing(game: Game, seat: int) -> str:
    """The direction of a player's Shifting Currents; "" if the player has not that mastery."""
    return marked(game, seat, MASTERY) or ""


def gain(game: Game, seat: int) -> None:
    """A player gets the mastery, unless it is there already."""
    if not facing(game, seat):
        take(game, seat, MASTERY, DIRECTIONS[0])


def turn_to(game: Game, seat: int, direction: str) -> None:
    """Change the direction; one that it has already is no change (Properties and States 3)."""
    before = facing(game, seat)
    if before and before != direction:
        take(game, seat, MASTERY, direction)
        occurred(game, CHANGE, None, seat, how=f"{before} to {direction}")


def directions_from(direction: str, *, adjacent: bool) -> tuple[str, ...]:
    """The directions to which a text lets it change."""
    at = DIRECTIONS.index(direction)
    beside = (DIRECTIONS[at - 1], DIRECTIONS[(at + 1) % len(DIRECTIONS)])
    return tuple(each for each in DIRECTIONS if each != direction and (each in beside or not adjacent))


def ask_direction(game: Game, item: Item, *, adjacent: bool) -> None:
    """Ask the controller of a text for the direction."""
    seat = item.controller
    open_to = directions_from(facing(game, seat), adjacent=adjacent)
    options = tuple(
        Option("modes", (place,), (), name.capitalize()) for place, name in enumerate(DIRECTIONS) if name in open_to
    )
    prompt = "choose where your Shifting Currents face"
    game.ask(Decision("modes", seat, prompt, game.rules.cite("choose"), options, subject=item.id))
