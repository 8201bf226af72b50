"""A line of the log says which things it is about, and the figures of those just then (PROTOCOL.md 6.1)."""

from typing import Any

import orjson

from engine import Match, Views
from tests.support.web.board import position

SPIKES = """
game = "magic"
setup = { active = "A", step = "precombat main" }
[[card]]
name = "Two Spikes"
type = "Sorcery"
cost = "{R}"
text = '''
~ deals 1 damage to target player.
~ deals 2 damage to target player.
Draw a card.'''
[A]
battlefield = ["Mountain"]
hand = ["Two Spikes"]
[B]
hand = ["Shock"]
"""


def lines_of(diff: bytes) -> list[dict[str, Any]]:
    """The new lines of a diff, oldest first."""
    entities = orjson.loads(diff)
    lines = [line for key, line in entities.items() if key[0] == "e" and line is not None]
    return sorted(lines, key=lambda line: line["n"])


def played(match: Match, *gestures: tuple[int, str]) -> dict[str, bytes]:
    """The entities in the diffs of the last of some gestures."""
    views = Views(match)
    diffs: dict[str, bytes] = {}
    for seat, gesture in gestures:
        match.apply_text(seat, next(d.w for d in match.decisions if d.seat == seat), gesture)
        diffs = {name: diff.entities for name, diff in views.update().items()}
    return diffs


def test_figures_are_those_of_the_line_though_the_view_has_the_last_ones() -> None:
    match = position(SPIKES)
    diffs = played(match, (0, 'cast "Two Spikes" target B target B auto'), (0, "pass"), (1, "pass"))
    resolved, first, second, _ = lines_of(diffs["seat1"])
    assert resolved["kind"] == "resolved"
    assert first["then"]["p2"] == {"life": 19}
    assert second["then"]["p2"] == {"life": 17}
    assert orjson.loads(diffs["seat1"])["p2"]["life"] == 17


def test_all_are_told_the_same_and_no_id_of_a_card_in_a_hidden_zone() -> None:
    match = position(SPIKES.replace('hand = ["Two Spikes"]', 'hand = ["Two Spikes"]\nlibrary = ["Forest", "Forest"]'))
    diffs = played(match, (0, 'cast "Two Spikes" target B target B auto'), (0, "pass"), (1, "pass"))
    told = [lines_of(diffs[name]) for name in ("public", "seat0", "seat1")]
    assert told[0] == told[1] == told[2]
    assert told[0][-1]["kind"] == "drawn"
    drawn = match.game.content("hand", 0)
    assert len(drawn) == 1
    assert not set(drawn) & {ident for line in told[0] for ident in line.get("of", [])}
