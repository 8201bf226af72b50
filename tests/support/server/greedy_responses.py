"""Interrupts and responses of the greedy bot in Marvel Champions: each beside the pass in its place."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

import engine
from engine.formats.position import build
from server.bots.search import PASS, play_greedily
from server.bots.sight import Sights

GAME: Final = "marvel-champions"
HEROES: Final = ("She-Hulk", "Peter Parker", "Captain Marvel")
RESOURCES: Final = ("Energy", "Genius", "Strength", "Energy")
THREATS: Final = ("Hydra Mercenary (engaged with A)", "Breakin' & Takin' (threat: 3)")
MOST_STEPS: Final = 150
OWN_TURN: Final = "your turn"


class Response(NamedTuple):
    """A window in which the bot did something.

    Attributes:
        prompt: of the window.
        lost: points that it had more of, had it passed.
    """

    prompt: str
    lost: float


def position(hero: str, card: str, *, is_threatened: bool) -> engine.Match:
    """The beginning of a hero's turn with a card in hand, and with enough to pay for it."""
    own: dict[str, object] = {
        "identity": f"{hero} (3 damage)",
        "play_area": ["Tigra", "Combat Training"],
        "hand": [card, *RESOURCES],
        "deck": ["Genius"] * 14,
        "discard_pile": ["Haymaker"],
    }
    scenario: dict[str, object] = {
        "villain": "Rhino II (4 damage)",
        "main_scheme": "The Break-In! (threat: 4)",
        "play_area": [*THREATS] if is_threatened else [],
        "deck": ["Advance"] * 12,
    }
    return build(GAME, {"A": own, "scenario": scenario}, [], {})


def responses(match: engine.Match) -> Iterator[Response]:
    """All that it does outside its own turn, until the next round is over, where both ways lead to one question."""
    line, rng = engine.Line(match, 0), random.Random(1)
    sights, turn = Sights(line, rng), line.game.root.turn
    for _ in range(MOST_STEPS):
        decision = line.decision
        if decision is None or line.game.root.turn > turn + 1:
            return
        if decision.kind == "act" and OWN_TURN not in decision.prompt:
            answer = sights.greedy(decision)
            if answer.do != "pass":
                (done, after), (passed, other) = (_followed(line, sights, rng, each) for each in (answer, PASS))
                if after == other:
                    yield Response(decision.prompt, passed - done)
        if not play_greedily(line, sights, decision, rng):
            line.play(PASS)


def _followed(line: engine.Line, sights: Sights, rng: random.Random, answer: engine.Answer) -> tuple[float, str]:
    """The worth of the position when something may be done the next time, and that question; then all is taken back."""
    mark = line.mark()
    line.play(answer)
    for _ in range(MOST_STEPS):
        decision = line.decision
        if decision is None or decision.kind == "act":
            break
        if not play_greedily(line, sights, decision, rng):
            line.play(PASS)
    found = line.game.rules.evaluate(line.game, 0), line.decision.prompt if line.decision is not None else ""
    line.rewind(mark)
    return found
