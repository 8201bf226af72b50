"""Positions in the middle of a match of each game, to look at: many cards of all kinds, something on the stack."""

from __future__ import annotations

from typing import Final, NamedTuple

MAGIC: Final = """
game = "magic"
names = { A = "Ann", B = "Bob" }
setup = { active = "A", step = "precombat main", turn = 9 }
[A]
life = 14
battlefield = [
  "Mountain (tapped)", "Mountain", "Mountain", "Mountain", "Mountain", "Great Furnace",
  "Goblin Piker", "Monastery Swiftspear (+1/+1: 2)", "Mogg Fanatic", "Krenko, Mob Boss (tapped)",
]
hand = ["Lightning Bolt", "Fireblast", "Mountain", "Raging Goblin", "Blaze"]
graveyard = ["Shock", "Lava Spike", "Spark Elemental"]
library = 41
[B]
life = 9
battlefield = [
  "Mountain", "Forest", "Forest (tapped)", "Forest (tapped)", "Llanowar Elves (tapped)", "Elvish Visionary",
  "Elvish Archdruid", "Colossal Dreadmaw (sick)", "Mind Stone",
]
hand = ["Shock", "Forest", "Beast Whisperer", "Wood Elves"]
graveyard = ["Elvish Mystic"]
library = 38
"""
GRAND_ARCHIVE: Final = """
game = "grand-archive"
names = { A = "Ann", B = "Bob" }
[A]
champion = "Oriel, Meadow Warden (3 damage)"
lineage = ["Spirit of Wind"]
field = [
  "Royal Bear", "Ordinary Horse (rested)", "Owl Familiar", "Brisk Windtrotter (buff: 2)", "Beastbond Paws",
  "Halcyon Prism",
]
hand = ["Talon of the Gale", "Fairy Whispers", "Wildgrowth Feline", "Ordinary Horse", "Juggle Knives", "Feathery Tune"]
memory = ["Scatter Essence", "Haze Droid"]
graveyard = ["Favorable Winds", "Haze Droid"]
material_deck = ["Oriel, Herd Caller", "Intwined Bangle", "Bauble of Abundance"]
main_deck = ["Royal Bear", "Royal Bear", "Royal Bear", "Royal Bear"]
[B]
champion = "Maerwyn, Ember Squire (6 damage)"
lineage = ["Spirit of Fire"]
field = [
  "Esteemed Knight", "Honorable Vanguard (rested)", "Flame-Rune Swordsman", "Steel Halberd", "Life Essence Amulet",
]
hand = ["Reckless Slash", "Searing Truth", "Excoriate", "Pride's Smith"]
memory = ["Savage Slash"]
graveyard = ["Embercrypt Burn"]
material_deck = ["Maerwyn, Ashen Lancer", "Drawn Blade"]
main_deck = ["Esteemed Knight", "Esteemed Knight", "Esteemed Knight", "Esteemed Knight"]
"""
MARVEL: Final = """
game = "marvel-champions"
names = { A = "Ann", B = "Bob" }
[A]
identity = "Captain Marvel (3 damage)"
play_area = [
  "Spider-Woman (1 damage)", "Maria Hill (exhausted)", "Cosmic Flight", "Energy Channel", "Helicarrier (exhausted)",
  "Alpha Flight Station",
]
hand = ["Photonic Blast", "Crisis Interdiction", "Energy Absorption", "Vision", "Energy", "Inspired"]
discard_pile = ["Haymaker", "First Aid"]
deck = ["Get Ready", "Get Ready", "Get Ready", "Get Ready", "Get Ready"]
[B]
identity = "Peter Parker (4 damage)"
play_area = ["Daredevil (exhausted, 1 damage)", "Aunt May", "Web-Shooter", "Surveillance Team"]
hand = ["Swinging Web Kick", "Backflip", "For Justice!", "Genius", "Strength"]
discard_pile = ["Interrogation Room"]
deck = ["Mockingbird", "Mockingbird", "Mockingbird", "Mockingbird"]
[scenario]
villain = "Rhino II (8 damage)"
main_scheme = "The Break-In! (threat: 5)"
play_area = [
  "Breakin' & Takin' (threat: 3)", "Charge (attached to Rhino II)", "Hydra Mercenary (engaged with A)",
  "Sandman (engaged with B, 2 damage)", "Shocker (engaged with A)",
]
deck = ["Advance", "Assault", "Stampede", "Gang-Up"]
discard_pile = ["Hard to Keep Down"]
"""


class Midgame(NamedTuple):
    """A game, where it stands, and what was done there until it is looked at."""

    game: str
    position: str
    gestures: tuple[tuple[str, str], ...]


MIDGAMES: Final = (
    Midgame(
        "magic",
        MAGIC,
        (
            ("A", 'cast "Lightning Bolt" target "Elvish Archdruid" auto'),
            ("A", "pass"),
            ("B", 'cast "Shock" target "Mogg Fanatic" auto'),
            ("B", "pass"),
        ),
    ),
    Midgame("grand-archive", GRAND_ARCHIVE, (("A", 'activate "Talon of the Gale"'),)),
    Midgame("marvel-champions", MARVEL, ()),
)
