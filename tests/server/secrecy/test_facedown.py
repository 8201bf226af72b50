"""Cards that lie facedown, in matches at random beside twins where other cards lie there (``server.secrecy.twins``)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

import pytest

from engine.explain import projection
from engine.games.magic.face_down import NAME, TURN
from engine.queries import faces
from engine.state.decisions import Answer
from server.secrecy.boards import arrange_board
from server.secrecy.twins import Leak, Twins
from tests.support.engine.random_play import GAMES

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

PLANTED: Final = pytest.mark.interpreted("plants a leak in functions, for which compiled code does not ask by name")
MATCHES: Final = 12
INPUTS: Final = 250
KINDS: Final = (
    ("Moss Lurker", "{4}{G}", "Trample", "Morph {G}"),
    ("Rill Lurker", "{3}{U}", "Flying", "Morph {1}{U}"),
    ("Ash Lurker", "{2}{R}", "{R}: This creature gets +1/+0 until end of turn.", "Morph {R}"),
    ("Dusk Lurker", "{2}{B}", "When this creature dies, draw a card.", "Morph {B}"),
)
DREAM: Final = {"name": "Dream", "cost": "{G}", "type": "Sorcery", "text": "Manifest dread."}
DIG: Final = {"name": "Dig", "cost": "{G}", "type": "Sorcery", "text": "Manifest the top card of your library."}
WHISK: Final = {
    "name": "Whisk",
    "cost": "{U}",
    "type": "Instant",
    "text": "Return target creature to its owner's hand.",
}


def board(seed: int) -> dict[str, Any]:
    """Two players with cards of many kinds in hands and libraries that may be cast facedown."""
    assert "magic" in GAMES
    lurkers = [
        {"name": name, "cost": cost, "type": "Creature - Beast", "power": 3, "toughness": 3, "text": f"{text}\n{morph}"}
        for name, cost, text, morph in KINDS
    ]
    names = [str(card["name"]) for card in lurkers]
    mine = [names[(seed + n) % len(names)] for n in range(8)]
    lands = ["Forest", "Island", "Mountain", "Swamp"] * 2
    seat = {
        "hand": [*mine[:4], "Whisk", "Dream", "Dig"],
        "library": [*mine, "Whisk", "Dream", "Dig", *lands],
        "battlefield": lands,
    }
    return {"game": "magic", "profile": "current", "card": [*lurkers, WHISK, DREAM, DIG], "A": seat, "B": seat}


def play(seed: int) -> Twins:
    """A match of so many inputs, or to its end."""
    match = arrange_board(board(seed), seed)
    for _ in match.play():
        if match.commits >= INPUTS:
            break
    return match


@pytest.mark.slow
def test_no_byte_depends_on_what_lies_facedown() -> None:
    turned = parted = diffs = 0
    for seed in range(MATCHES):
        match = play(seed)
        turned += sum(isinstance(said, Answer) and said.do == TURN for _, said in match.inputs)
        parted += sum(sum(twin.parted.values()) for twin in match.twins)
        diffs += match.diffs
    assert turned > MATCHES
    assert parted <= diffs / 100


@PLANTED
@pytest.mark.slow
def test_a_leak_of_what_lies_facedown_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = projection._object

    def leaky(game: Game, obj: Object) -> dict[str, object]:
        own = game.prints[faces.own_number(obj)].definition.name
        return {**shown(game, obj), "label": own if obj.name == NAME else obj.name}

    monkeypatch.setattr(projection, "_object", leaky)
    with pytest.raises(Leak, match="Lurker"):
        deque(map(play, range(MATCHES)))
