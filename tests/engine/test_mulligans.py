"""The start of a game (103.5): rounds of mulligans, declared in turn order and taken together."""

from __future__ import annotations

from typing import Final

from engine import Answer, Header, Match
from engine.rng import Seed

CREATURES: Final = ("Grizzly Bears", "Centaur Courser", "Craw Wurm", "Llanowar Elves", "Giant Spider", "Wellwisher")
DECK: Final = (("Forest", 36), *((name, 4) for name in CREATURES))


def start() -> Match:
    return Match.create(Header("magic", ("ann", "bob"), (DECK, DECK), Seed("mulligans")))


def say(match: Match, *, mulligan: bool) -> int:
    decision = match.decisions[0]
    match.apply(decision.seat, decision.w, Answer("confirm", (int(mulligan),)))
    return decision.seat


def bottom(match: Match, count: int) -> None:
    decision = match.decisions[0]
    assert (decision.kind, decision.least, decision.most) == ("cards", count, count)
    match.apply(decision.seat, decision.w, Answer("cards", tuple(o.refs[0] for o in decision.options[:count])))


def hands(match: Match) -> list[int]:
    return [len(match.game.content("hand", seat)) for seat in range(2)]


def test_all_declare_before_any_takes_one() -> None:
    match = start()
    first = match.game.root.first
    before = match.game.content("hand", first)
    assert say(match, mulligan=True) == first
    assert match.game.content("hand", first) == before
    assert say(match, mulligan=True) == 1 - first
    assert match.game.content("hand", first) != before


def test_cards_go_to_the_bottom_before_the_next_declaration() -> None:
    match = start()
    first = match.game.root.first
    say(match, mulligan=True)
    say(match, mulligan=False)
    bottom(match, 1)
    assert hands(match)[first] == 6
    assert say(match, mulligan=True) == first
    bottom(match, 2)
    assert hands(match)[first] == 5
    assert say(match, mulligan=False) == first
    assert match.game.root.turn == 1
    assert hands(match)[1 - first] == 7


def test_seven_mulligans_leave_no_hand_and_no_further_question() -> None:
    match = start()
    first = match.game.root.first
    say(match, mulligan=True)
    say(match, mulligan=False)
    for taken in range(1, 7):
        bottom(match, taken)
        say(match, mulligan=True)
    bottom(match, 7)
    assert hands(match)[first] == 0
    assert match.decisions[0].kind == "act"


def test_who_goes_first_draws_no_card_in_the_first_turn() -> None:
    match = start()
    first = match.game.root.first
    say(match, mulligan=False)
    say(match, mulligan=False)
    drawn: dict[int, int] = {}
    while len(drawn) < 2:
        decision = match.decisions[0]
        if match.game.root.step == "draw":
            drawn[match.game.root.active] = hands(match)[match.game.root.active]
        match.apply(decision.seat, decision.w, decision.default())
    assert drawn == {first: 7, 1 - first: 8}
