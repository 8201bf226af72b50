"""A turn of the greedy bot with one card in its hand, and what its position is worth after it, by the rules' count."""

from __future__ import annotations

import random
from typing import Final

import engine
from engine.formats.position import build
from server.bots.search import PASS, play_greedily
from server.bots.sight import Sights

Zones = dict[str, object]
MOST_STEPS: Final = 300
BASICS: Final = ("Plains", "Island", "Swamp", "Mountain", "Forest")
GOOD: Final = {
    "magic": ("Serra Angel", "Grizzly Bears", "Sol Ring"),
    "grand-archive": ("Esteemed Knight", "Honorable Vanguard"),
}
"""Good things, which nobody should lose for nothing."""
CHAMPIONS: Final = {"Spirit of Fire": "Hypothermia", "Spirit of Water": "Manic Zealot", "Spirit of Wind": "Hypothermia"}
"""Champion -> a card to pay with, which it cannot use."""
BOARDS: Final = {"both": (True, True), "ours": (True, False), "theirs": (False, True)}
"""Whether we have good things, and whether they do."""


def boards(game: str, board: str, card: str | None) -> list[engine.Match]:
    """Positions at the beginning of a main phase, with or without a card in hand."""
    ours, theirs = ([*GOOD[game]] if has else [] for has in BOARDS[board])
    hand = [card] if card is not None else []
    if game == "magic":
        lands = [land for land in BASICS for _ in range(3)]
        own: Zones = {"battlefield": [*lands, *ours], "hand": hand, "graveyard": ["Grizzly Bears"], "library": 15}
        other: Zones = {"battlefield": ["Forest"] * 3 + theirs, "hand": ["Forest", "Swamp"], "library": 15}
        return [build(game, {"A": own, "B": other}, [], {"step": "precombat main"})]
    seats: list[dict[str, Zones]] = [
        {
            "A": {"champion": champion, "field": ours, "hand": [*hand, *[filler] * 5], "memory": [filler] * 3},
            "B": {"champion": champion, "field": theirs, "hand": [filler] * 3, "memory": [filler] * 3},
        }
        for champion, filler in CHAMPIONS.items()
    ]
    for seat in (zones for both in seats for zones in both.values()):
        seat["main_deck"] = ["Hypothermia"] * 10
    return [build(game, both, [], {"step": "main"}) for both in seats]


def points(match: engine.Match) -> float:
    """The worth of the position to the first seat, after a turn and the next that greedy bots play."""
    line, rng = engine.Line(match, 0), random.Random(1)
    sights, last = Sights(line, rng), line.game.root.turn + 1
    for _ in range(MOST_STEPS):
        decision = line.decision
        if decision is None or line.game.root.turn > last:
            break
        if not play_greedily(line, sights, decision, rng):
            line.play(PASS)
    return line.game.rules.evaluate(line.game, 0)
