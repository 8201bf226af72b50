"""The worst that a question about a payment may cost: work counted, as calls of functions, by nobody but Python.

Ten thousand calls take some milliseconds here. A question that is asked again, as after a cancel, costs no more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pytest

from engine import Answer, Match
from engine.formats.position import build
from engine.state.search_budget import NODES, Question

MOST_CALLS: Final = 60_000
"""Of an answer that asks something; those that take 20 ms, where no profiler counts them."""
MOST_TO_PAY: Final = 250_000
"""To carry out a payment of two hundred parts, each an action with its events."""
Card = dict[str, object]


def creature(name: str, cost: str) -> Card:
    return {"name": name, "type": "Creature - Bear", "cost": cost, "power": 2, "toughness": 2}


def sorcery(name: str, cost: str, text: str) -> Card:
    return {"name": name, "type": "Sorcery", "cost": cost, "text": text}


BLAZE: Final = "~ deals X damage to any target."
RIDGE: Final[Card] = {
    "name": "Ridge of Two Sides",
    "type": "Land",
    "text": "{T}: Add {C}.\n{R/W}, {T}: Add {R}{R}, {R}{W}, or {W}{W}.",
}
HERD: Final = (creature("Bear", "{1}{G}"), creature("Lion", "{1}{W}"))
MIRROR: Final[Card] = {
    "name": "Mirror",
    "type": "Enchantment",
    "text": "If you tap a permanent for mana, it produces twice as much of that mana instead.",
}
GLOOM: Final[Card] = {
    "name": "Gloom",
    "type": "Enchantment",
    "text": "If a land is tapped for mana, it produces {B} instead of any other type and amount.",
}
BASICS: Final = ("Plains", "Island", "Swamp", "Mountain", "Forest")


class Board(NamedTuple):
    """A board, the card that is cast, and the largest X that can be paid for, found with a pencil.

    ``most`` is ``None`` for a card without an X that cannot be paid for at all.
    """

    permanents: list[str]
    card: str
    most: int | None
    own: tuple[Card, ...] = ()
    graveyard: tuple[str, ...] = ()


BOARDS: Final = {
    "46 artifacts": Board(["Krark-Clan Ironworks", *["Ornithopter"] * 46, "Mountain"], "Blaze", 94),
    "4 of them, 92 artifacts": Board(
        [*["Krark-Clan Ironworks"] * 4, *["Ornithopter"] * 46, *["Chromatic Star"] * 46, *["Mountain"] * 2],
        "Blaze",
        193,
    ),
    "100 artifacts": Board(
        ["Krark-Clan Ironworks", *["Ornithopter"] * 60, *["Chromatic Star"] * 40, "Mountain"], "Blaze", 202
    ),
    "60 creatures convoke": Board(
        ["Plains", "Plains", *["Bear"] * 30, *["Lion"] * 30],
        "Song",
        58,
        (*HERD, sorcery("Song", "{X}{W}{W}{G}{G}", "Convoke\nDraw X cards.")),
    ),
    "60 creatures convoke in vain": Board(
        [*["Bear"] * 30, *["Lion"] * 30],
        "Dirge",
        None,
        (*HERD, sorcery("Dirge", "{55}{U}", "Convoke\nDraw a card.")),
    ),
    "40 filter lands": Board(
        [*["Ridge of Two Sides"] * 40, "Plains"], "Twofold", 37, (RIDGE, sorcery("Twofold", "{X}{R}{R}{W}{W}", BLAZE))
    ),
    "40 filter lands and nothing to begin with": Board(
        ["Ridge of Two Sides"] * 40, "Twofold", None, (RIDGE, sorcery("Twofold", "{X}{R}{R}{W}{W}", BLAZE))
    ),
    "a graveyard of 60": Board(
        ["Mountain"] * 3, "Deep", 62, (sorcery("Deep", "{X}{R}", f"Delve\n{BLAZE}"),), ("Mountain",) * 60
    ),
    "eight of each that change what is produced": Board(
        [*["Mirror"] * 8, *["Gloom"] * 8, "Mountain"], "Night", 255, (MIRROR, GLOOM, sorcery("Night", "{X}{B}", BLAZE))
    ),
    "thirty that double": Board(
        [*["Mirror"] * 30, "Gloom", "Mountain"], "Night", 2**30 - 1, (MIRROR, GLOOM, sorcery("Night", "{X}{B}", BLAZE))
    ),
    "twelve kinds of hybrid": Board(
        [name for name in BASICS for _ in range(6)],
        "Many",
        18,
        (sorcery("Many", "{X}{W/U}{U/B}{B/R}{R/G}{G/W}{W/B}{U/R}{B/G}{R/W}{G/U}{2/W}{2/U}", BLAZE),),
    ),
}


class Calls:
    """Counts calls of Python's functions, and of those written in C, while the block runs."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> Calls:
        sys.setprofile(self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _heard(self, _frame: object, event: str, _of: object) -> None:
        self.count += event in ("call", "c_call")


def counted(do: Callable[[], Any]) -> int:
    with Calls() as calls:
        do()
    return calls.count


def laid(board: Board) -> Match:
    own: dict[str, object] = {"battlefield": board.permanents, "hand": [board.card], "graveyard": list(board.graveyard)}
    return build("magic", {"A": own, "B": {"life": 9999}}, list(board.own), {})


def casts(match: Match, card: str) -> bool:
    decision = match.decisions[0]
    return any(option.do == "cast" and match.game.obj(option.refs[0]).name == card for option in decision.options)


@pytest.mark.parametrize("name", BOARDS)
def test_what_may_be_paid_for_is_known_and_no_question_costs_too_much(name: str) -> None:
    board = BOARDS[name]
    match = laid(board)
    assert casts(match, board.card) == (board.most is not None)
    if board.most is None:
        return
    for _ in range(3):  # said, cancelled, and said again
        begun = match.decisions[0]
        calls = counted(lambda w=begun.w: match.apply_text(0, w, f'cast "{board.card}"'))  # type: ignore[misc]
        assert calls < MOST_CALLS
        asked = match.decisions[0]
        assert (asked.kind, asked.most) == ("number", board.most)
        match.apply(0, asked.w, Answer("cancel"))


@pytest.mark.parametrize("name", [name for name in BOARDS if BOARDS[name].most is not None])
def test_the_largest_x_is_paid_for_by_the_rules_themselves(name: str) -> None:
    """An offer can be carried out: the largest X, a target, and the payment left to the rules."""
    board = BOARDS[name]
    match = laid(board)
    match.apply_text(0, match.decisions[0].w, f'cast "{board.card}"')
    for _ in range(20):
        asked = match.decisions[0]
        if asked.kind == "act":
            break
        answer = Answer("auto") if asked.kind == "pay" else asked.default()
        if asked.kind == "number":
            answer = Answer("number", (), (board.most or 0,))
        if asked.kind in ("targets", "costs"):
            answer = next(iter(asked.answers()))
        calls = counted(lambda a=answer, d=asked: match.apply(0, d.w, a))  # type: ignore[misc]
        assert calls < (MOST_TO_PAY if asked.kind == "pay" else MOST_CALLS)
    assert match.game.root.stack
    assert not match.game.root.plays


def test_what_is_taken_is_gone_and_of_a_share_no_more_than_it_has() -> None:
    question = Question(10)
    assert question.take(4)
    question.share(2)
    assert (question.left, question.open) == (6, 3)
    assert question.take(2)
    assert not question.take(2)
    assert question.open == 0
    question.share_all()
    assert question.take(3)
    assert not question.take(1)


def test_a_question_has_as_many_nodes_whatever_was_asked_before() -> None:
    match = laid(BOARDS["40 filter lands"])
    for _ in range(3):
        match.apply_text(0, match.decisions[0].w, 'cast "Twofold"')
        assert 0 <= match.game.question.left <= NODES
        match.apply(0, match.decisions[0].w, Answer("cancel"))
