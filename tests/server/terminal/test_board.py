"""The table in a terminal: everything is there, it fits, and nobody's text steers the terminal."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from protocol.diffs import Entities, Json
from protocol.view import View
from server.terminal import card_lines, card_lookup
from server.terminal.board import Board
from server.terminal.scene import Scene

TABLE: Entities = {
    "board": "field",
    "leader": "hero",
    "phases": ["untap", "main", "end"],
    "piles": ["library", "graveyard"],
    "rows": [["creature"], [], ["land"]],
    "words": {"turn": "Round", "stack": "Queue", "tapped": "rested", "first": "starts"},
    "prices": ["memory"],
    "marks": {"hand": ["speed"]},
    "gauge": ["threat", "target"],
}


def card(ident: int, name: str, **more: Json) -> Entities:
    known: Entities = {"id": ident, "name": name, "label": f"{name}#{ident}", "zone": "field", "type": "Creature"}
    return known | more


def view(**more: Json) -> View:
    entities: Entities = {
        "table": TABLE,
        "game": {
            "name": "tests",
            "turn": 3,
            "active": 1,
            "first": 0,
            "phase": "main",
            "stack": [90],
            "waiting": [0],
        },
        "p1": {
            "id": 1,
            "seat": 0,
            "name": "ann",
            "life": 20,
            "hand": [10],
            "hand_count": 1,
            "library": 9,
            "graveyard": [30],
            "field": [11, 12, 13, 14],
            "pool": "{G}",
            "counters": {"poison": 2},
        },
        "p2": {
            "id": 2,
            "seat": 1,
            "name": "bob",
            "life": 17,
            "hand_count": 4,
            "library": 8,
            "graveyard": [],
            "field": [20, 21],
        },
        "o10": card(10, "Bolt", zone="hand", label="Bolt", type="Instant", cost="{R}", speed="fast", memory=2),
        "o11": card(11, "Bear", power=2, toughness=2, damage=1, counters={"+1/+1": 1}, tapped=True),
        "o12": card(12, "Forest", type="Land"),
        "o13": card(13, "Forest", type="Land"),
        "o14": card(14, "Rancor", type="Aura", attached=11),
        "o20": card(20, "Ogre", power=3, toughness=3, attacking=0, attacks=[1], controller=1, owner=1),
        "o21": card(21, "Scheme", type="Scheme", counters={"threat": 2}, target=7, controller=1),
        "o30": card(30, "Elk", zone="graveyard"),
        "s90": {
            "id": 90,
            "kind": "spell",
            "name": "Shock",
            "controller": 1,
            "targets": [11, 1],
            "x": 2,
            "text": "~ burns.",
        },
    }
    return View(entities | more)


def lines(seen: View, you: int | None = 0) -> str:
    return "\n".join(Board(Scene(seen, you), frozenset({10}), {0: "waited for since 12 s"}, "(live)").lines())


def drawn(seen: View, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=True, no_color=True, highlight=False)
    console.print(Board(Scene(seen, 0), frozenset({10})).panels())
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def test_everything_that_one_may_know_is_on_the_board() -> None:
    assert lines(view()) == "\n".join(
        [
            "tests  Round 3, bob  main  (live)",
            "B bob - active: life 17  hand 4  library 8",
            "  Ogre 3/3 (attacks you)",
            "  Scheme 2/7",
            "A ann - you - starts - waited for since 12 s: life 20  2 poison  hand 1  library 9  graveyard 1  pool {G}",
            "  Bear 2/2 (rested, 1 damage, 1 +1/+1) with Rancor",
            "  Forest #12 #13",
            "  hand:  *Bolt {R}{2}",
            "Queue:",
            "  1. Shock of bob, X = 2 -> Bear#11 -> ann",
            "    Shock burns.",
        ]
    )


def test_a_spectator_has_the_first_player_at_the_bottom_and_is_nobody() -> None:
    seen = lines(view(), None)
    assert seen.index("B bob") < seen.index("A ann")
    assert "you" not in seen


def test_the_side_that_all_play_against_is_farthest_away_and_has_no_letter() -> None:
    table = {**TABLE, "side": "scenario"}
    seen = lines(view(table=table, p3={"id": 3, "seat": 2, "name": "Rhino", "life": 14}))
    assert [line.split(":")[0] for line in seen.splitlines() if "life" in line] == [
        "Rhino",
        "B bob - active",
        "A ann - you - starts - waited for since 12 s",
    ]


def test_a_life_is_that_of_the_card_which_stands_for_its_player() -> None:
    leader = card(20, "Spirit", type="Hero", toughness=15, damage=6, controller=1)
    assert "B bob - active: life 9" in lines(view(o20=leader))


@pytest.mark.parametrize("width", [40, 80, 200])
def test_it_fits_the_terminal(width: int) -> None:
    many: Entities = {f"o{n}": card(n, f"Squirrel {n}", power=1, toughness=1) for n in range(100, 130)}
    seen = view(**many)
    ann = seen.entities["p1"]
    assert isinstance(ann, dict)
    ann["field"] = [*range(100, 130)]
    text = re.sub(r"\x1b\[[0-9;]*m", "", drawn(seen, width))
    assert max(map(len, text.splitlines())) <= width
    assert all(f"Squirrel {n}" in text for n in range(100, 130))
    assert all(fact in text for fact in ("life 20", "2 poison", "hand 1", "library 9", "graveyard 1", "pool {G}"))


HOSTILE = "[bold]x[/bold]\x1b[2J\x07\r\n\u202e[/]{0}%s"


def test_no_text_of_others_steers_the_terminal_or_is_markup() -> None:
    p2: Entities = {"id": 2, "seat": 1, "name": HOSTILE, "life": 17, "field": [20], "counters": {HOSTILE: 1}}
    evil = card(20, HOSTILE, text=HOSTILE, keywords=[HOSTILE], type=HOSTILE, cost=HOSTILE)
    stack: Entities = {"id": 90, "kind": HOSTILE, "name": HOSTILE, "text": "~", "controller": 1, "targets": [2]}
    seen = view(p2=p2, o20=evil, s90=stack)
    for text in (lines(seen), re.sub(r"\x1b\[[0-9;]*m", "", drawn(seen))):
        assert not set(text) & set("\x1b\x07\r\u202e")
        assert "[bold]x[/bold]" in text
    assert lines(seen).count("\n") == lines(view(p2=p2 | {"name": "bob", "counters": {}}, o20=card(20, "Ogre"))).count(
        "\n"
    )


def test_a_card_in_full_tells_all_that_is_known_of_it() -> None:
    scene = Scene(view(o11=card(11, "Bear", text="~ has haste.", power=2, toughness=2, level=3, sick=True)), 0)
    (bear,) = card_lookup.cards(scene, "bear")
    assert card_lines.in_full(scene, bear) == [
        "Bear#11",
        "Creature  2/2",
        "Bear has haste.",
        "field, ann's",
        "came this turn",
        "with Rancor",
        "level: 3",
    ]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("bolt", ["Bolt"]),
        ('"Forest#13"', ["Forest#13"]),
        ("Forest", ["Forest#12", "Forest#13"]),
        ("for", ["Forest#12", "Forest#13"]),
        ("cor", ["Rancor#14"]),
        ("20", ["Ogre#20"]),
        ("99", []),
        ("", []),
    ],
)
def test_a_card_is_found_by_what_people_type(typed: str, found: list[str]) -> None:
    assert [each.label for each in card_lookup.cards(Scene(view(), 0), typed)] == found
