"""A small set of one's own for each game, of which most of a deck is made, so that a whole match needs it."""

from pathlib import Path
from typing import Final

from engine import load_decks

CARDS: Final = {
    "magic": (
        'type = "Creature - Bear"\ncost = "{1}{R}"\npower = 2\ntoughness = 2\ntext = "Haste"',
        'type = "Instant"\ncost = "{R}"\ntext = "~ deals 2 damage to any target."',
    ),
    "grand-archive": (
        'type = "Ally - Warrior Human"\nelement = "Fire"\nreserve = 2\npower = 2\nlife = 2',
        'type = "Action - Warrior Spell"\nelement = "Fire"\nreserve = 1\ntext = "Deal 2 damage to target unit."',
    ),
    "marvel-champions": (
        (
            'type = "Ally - Avenger"\ncolors = ["basic"]\ncost = 2\nresources = "{m}"\nthwart = 1\nattack = 1\n'
            '"hit points" = 2\n"consequential thwart" = 1\n"consequential attack" = 1'
        ),
        (
            'type = "Event"\ncolors = ["basic"]\ncost = 1\nresources = "{e}"\n'
            'text = "Action: Heal 2 damage from any character."'
        ),
    ),
}
"""Two kinds of card, by turns."""
DECKS: Final = {
    "magic": ("burn", 1),
    "grand-archive": ("ember-blades", 12),
    "marvel-champions": ("spider_man_justice", 9),
}
"""A deck that ships, and how many of its lines ours begins with: what a champion or a hero brings, or lands."""
COPIES: Final = {"magic": (10, 4), "grand-archive": (15, 4), "marvel-champions": (9, 3)}
"""The number of own cards, and of copies of each in the deck."""


def write_set(folder: Path, game: str) -> None:
    """A set with the deck ``own``."""
    number, copies = COPIES[game]
    shipped, lines = DECKS[game]
    names = [f"Own {chr(ord('A') + n)}" for n in range(number)]
    cards = [f'[[card]]\nname = "{name}"\n{CARDS[game][n % 2]}\n' for n, name in enumerate(names)]
    listed = [*load_decks(game)[shipped].entries[:lines], *((name, copies) for name in names)]
    (folder / game / "decks").mkdir(parents=True)
    (folder / game / "own.toml").write_text("\n".join(cards))
    deck = ['name = "Own"', "[cards]", *(f'"{name}" = {count}' for name, count in listed), ""]
    (folder / game / "decks" / "own.toml").write_text("\n".join(deck))
