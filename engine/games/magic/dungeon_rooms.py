"""The dungeons (309): their rooms, what each of these does, and where its arrows lead."""

from __future__ import annotations

from typing import Final, NamedTuple

UNDERCITY: Final = "Undercity"


class Room(NamedTuple):
    """A room: ``does`` is its effect as a text, ``leads`` are the rooms that arrows point at."""

    does: str
    leads: tuple[str, ...] = ()


DUNGEONS: Final[dict[str, dict[str, Room]]] = {
    "Dungeon of the Mad Mage": {
        "Yawning Portal": Room("you gain 1 life.", ("Dungeon Level",)),
        "Dungeon Level": Room("scry 1.", ("Goblin Bazaar", "Twisted Caverns")),
        "Goblin Bazaar": Room("create a Treasure token.", ("Lost Level",)),
        "Twisted Caverns": Room("target creature can't attack until your next turn.", ("Lost Level",)),
        "Lost Level": Room("scry 2.", ("Runestone Caverns", "Muiral's Graveyard")),
        "Runestone Caverns": Room("exile the top two cards of your library. You may play them.", ("Deep Mines",)),
        "Muiral's Graveyard": Room("create two 1/1 black Skeleton creature tokens.", ("Deep Mines",)),
        "Deep Mines": Room("scry 3.", ("Mad Wizard's Lair",)),
        "Mad Wizard's Lair": Room(
            "draw three cards and reveal them. You may cast one of them without paying its mana cost."
        ),
    },
    "Lost Mine of Phandelver": {
        "Cave Entrance": Room("scry 1.", ("Goblin Lair", "Mine Tunnels")),
        "Goblin Lair": Room("create a 1/1 red Goblin creature token.", ("Storeroom", "Dark Pool")),
        "Mine Tunnels": Room("create a Treasure token.", ("Dark Pool", "Fungi Cavern")),
        "Storeroom": Room("put a +1/+1 counter on target creature.", ("Temple of Dumathoin",)),
        "Dark Pool": Room("each opponent loses 1 life and you gain 1 life.", ("Temple of Dumathoin",)),
        "Fungi Cavern": Room("target creature gets -4/-0 until your next turn.", ("Temple of Dumathoin",)),
        "Temple of Dumathoin": Room("draw a card."),
    },
    "Tomb of Annihilation": {
        "Trapped Entry": Room("each player loses 1 life.", ("Veils of Fear", "Oubliette")),
        "Veils of Fear": Room("each player loses 2 life unless they discard a card.", ("Sandfall Cell",)),
        "Sandfall Cell": Room(
            "each player loses 2 life unless they sacrifice an artifact, a creature, or a land.",
            ("Cradle of the Death God",),
        ),
        "Oubliette": Room(
            "discard a card and sacrifice an artifact, a creature, and a land.", ("Cradle of the Death God",)
        ),
        "Cradle of the Death God": Room(
            "create The Atropal, a legendary 4/4 black God Horror creature token with deathtouch."
        ),
    },
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
