"""Greedy bots do not hurt themselves for nothing: each card of the pools played, where we or they have good things.

In Marvel Champions a turn costs what is paid with and what the villain does. So there each optional effect is held to
the pass in its place, in the moment in which it is used.
"""

from __future__ import annotations

import random

import pytest

import engine
from engine.formats.position import build
from protocol.diffs import Entities
from protocol.messages import Decision, Option
from protocol.view import View
from server.bots import BOTS, harm
from server.bots.sight import Sights
from tests.support.server.greedy_responses import HEROES, position, responses
from tests.support.server.greedy_turn import BOARDS, boards, points

PLAYED = ("magic", "grand-archive")
SLACK = 0.5
"""Points that chance and tempo may cost; a card in hand is more."""
TEMPO = 1.0
"""Points that an ally exhausts for; a card in hand is more."""


@pytest.mark.slow
@pytest.mark.parametrize("board", sorted(BOARDS))
@pytest.mark.parametrize("game", PLAYED)
def test_no_card_of_the_pool_leaves_greedy_worse_than_without_it(game: str, board: str) -> None:
    """After its turn and the next it has at least what it would have if the card had never been there."""
    without = [points(match) for match in boards(game, board, None)]
    worse, tried = {}, 0
    for card in engine.card_names(game):
        if not is_dealt(game, card):
            continue
        tried += 1
        lost = max(before - points(match) for before, match in zip(without, boards(game, board, card), strict=True))
        if lost > SLACK:
            worse[card] = round(lost, 2)
    assert worse == {}
    assert tried > 80


@pytest.mark.slow
@pytest.mark.parametrize("is_threatened", [True, False])
def test_no_interrupt_or_response_of_the_pool_leaves_a_hero_worse_than_a_pass(is_threatened: bool) -> None:
    compared, worse = 0, {}
    for card in engine.card_names("marvel-champions"):
        for hero in HEROES:
            for response in responses(position(hero, card, is_threatened=is_threatened)):
                compared += 1
                if response.lost > TEMPO:
                    worse[card, hero, response.prompt] = round(response.lost, 2)
    assert worse == {}
    assert compared > 30


def is_dealt(game: str, card: str) -> bool:
    """Whether a card may lie in a hand."""
    try:
        boards(game, "both", card)
    except engine.BadPosition:
        return False
    return True


def answer(ours: list[str], theirs: list[str], hand: str) -> engine.Answer:
    """The first thing that greedy does with six Islands and these."""
    a: dict[str, object] = {"battlefield": ["Island"] * 6 + ours, "hand": [hand], "library": 9}
    b: dict[str, object] = {"battlefield": ["Forest", *theirs], "library": 9}
    line = engine.Line(build("magic", {"A": a, "B": b}, [], {"step": "precombat main"}), 0)
    decision = line.decision
    assert decision is not None
    return Sights(line, random.Random(1)).greedy(decision)


@pytest.mark.parametrize(
    ("ours", "theirs", "does"),
    [
        ([], [], "pass"),
        (["Grizzly Bears"], [], "pass"),
        (["a 1/1 red Goblin creature token"], [], "cast"),
        ([], ["Grizzly Bears"], "cast"),
        (["Serra Angel"], ["Grizzly Bears"], "cast"),
    ],
)
def test_what_must_return_a_creature_waits_for_one_that_may_go(ours: list[str], theirs: list[str], does: str) -> None:
    """Alone it would return itself, turn after turn."""
    assert answer(ours, theirs, "Man-o'-War").do == does


@pytest.mark.parametrize(
    ("text", "is_harmful"),
    [
        ("When ~ enters, exile another target nonland permanent until ~ leaves the battlefield.", True),
        (
            "Enchant creature\nEnchanted creature gets +2/+0.\nWhen ~ dies, return it to its owner's hand.",
            False,
        ),
        ("Enchant creature\nEnchanted creature can't attack or block.", True),
        ("Damage can't be prevented this turn. ~ deals 3 damage to target player.", True),
        ("~ deals X damage divided as you choose among any number of targets.", True),
        ("Prevent the next 3 damage that would be dealt to any target this turn.", False),
        ("Return target creature card from your graveyard to your hand.", False),
        ("Return a Forest you control to its owner's hand: Untap target creature.", False),
        ("Target creature gains flying until end of turn. Draw a card.", False),
        ("Gain control of target creature.", True),
        ("Target rested ally gets -4 LIFE until end of turn.", True),
        ("Target ally gets +2 POWER until end of turn.", False),
        ("Draw two cards, then discard a card.", False),
        ("Each opponent loses 2 life.", True),
    ],
)
def test_the_clause_about_the_target_says_whom_it_hurts(text: str, is_harmful: bool) -> None:
    assert harm.is_harmful(text) is is_harmful


@pytest.mark.parametrize(
    ("text", "target", "wanted"),
    [
        ("When ~ enters, you may destroy target artifact.", 8, 0),
        ("When ~ enters, you may destroy target artifact.", 9, 1),
        ("You may put a +1/+1 counter on target creature.", 8, 1),
        ("On Enter: You may discard a card.", 0, 0),
        ("On Enter: You may discard a card. If you do, draw a card.", 0, 1),
        ("You may choose not to untap ~ during your untap step.", 0, 0),
        ("You may draw a card.", 0, 1),
    ],
)
def test_what_may_be_done_is_done_if_it_does_not_hurt_us_alone(text: str, target: int, wanted: int) -> None:
    item: Entities = {"id": 50, "controller": 0, "text": text, "targets": [target] if target else []}
    view = View({"s50": item, "o8": {"id": 8, "controller": 0}, "o9": {"id": 9, "controller": 1}})
    options = (Option(0, "confirm", (0,)), Option(1, "confirm", (1,)))
    decision = Decision(1, 0, "confirm", "do it?", subject=50, options=options)
    assert BOTS["greedy"](view, decision, random.Random(1)) == wanted
