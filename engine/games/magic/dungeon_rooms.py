"""The dungeons (309): their rooms, what each of these does, and where its arrows lead."""

from __future__ import annotations

from typing import Final, NamedTuple

UNDERCITY: Final = "Undercity"


class Room(NamedTuple):
    """A room: ``does`` is its effect as a text, ``leads`` are the rooms that arrows point at."""

    does: str
    leads: tuple[str, ...] = ()


DUNGEONS: Final[dict[str, dict[str, Room]]] = {
    UNDERCITY: {
        "Secret Entrance": Room(
            "search your library for a basic land card, reveal it, put it into your hand, then shuffle.",
            ("Forge", "Lost Well"),
        ),
        "Forge": Room("put two +1/+1 counters on target creature.", ("Trap!", "Arena")),
        "Lost Well": Room("scry 2.", ("Arena", "Stash")),
        "Trap!": Room("target player loses 5 life.", ("Archives",)),
        "Arena": Room("goad target creature.", ("Archives", "Catacombs")),
        "Stash": Room("create a Treasure token.", ("Catacombs",)),
        "Archives": Room("draw a card.", ("Throne of the Dead Three",)),
        "Catacombs": Room("create a 4/1 black Skeleton creature token with menace.", ("Throne of the Dead Three",)),
        "Throne of the Dead Three": Room(
            "reveal the top ten cards of your library. Put a creature card from among them onto the battlefield with "
            "three +1/+1 counters on it. It gains hexproof until your next turn. Put the rest on the bottom of your "
            "library in a random order, then shuffle."
        ),
    },
}
"""The rooms of each dungeon by name, the topmost first and the bottommost last."""


def topmost(dungeon: str) -> str:
    """The room in which a player begins (309.4a)."""
    return next(iter(DUNGEONS[dungeon]))


def is_bottommost(dungeon: str, room: str) -> bool:
    """Whether no arrow leads on from a room."""
    return not DUNGEONS[dungeon][room].leads
