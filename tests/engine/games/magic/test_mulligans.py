"""The start of a game (103.5): rounds of mulligans, declared in turn order and taken together."""

from __future__ import annotations

from typing import Final

from engine import Answer, Header, Match
from engine.chance.rng import Seed

CREATURES: Final = ("Grizzly Bears", "Centaur Courser", "Craw Wurm", "Llanowar Elves", "Giant Spider", "Wellwisher")
DECK: Final = (("Forest", 36), *((name, 4) for name in CREATURES))


def start(names: tuple[str, ...] = ("ann", "bob")) -> Match:
    """The winner of the random choice goes first."""
    match = Match.create(Header("magic", names, (DECK,) * len(names), Seed("mulligans")))
    decision = match.decisions[0]
    match.apply(decision.seat, decision.w, decision.default())
    return match


def test_who_wins_the_random_choice_says_who_goes_first() -> None:
    """103.1: a choice of a player, before anybody draws."""
    match = Match.create(Header("magic", ("ann", "bob", "cay"), (DECK,) * 3, Seed("mulligans")))
    decision = match.decisions[0]
    assert (decision.kind, decision.rule, len(decision.options)) == ("players", "103.1", 3)
    assert decision.default().refs == (match.game.players[decision.seat].id,)
    other = (decision.seat + 1) % 3
    match.apply(decision.seat, decision.w, Answer("players", (match.game.players[other].id,)))
    assert match.game.root.first == match.decisions[0].seat == other
    assert [len(match.game.content("hand", seat)) for seat in range(3)] == [7, 7, 7]


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


def test_among_more_than_two_players_the_first_mulligan_costs_no_card() -> None:
    """A first mulligan among several (103.5c)."""
    match = start(("ann", "bob", "cay"))
    first = match.game.root.first
    for mulligan in (True, False, False):
        say(match, mulligan=mulligan)
    assert len(match.game.content("hand", first)) == 7
    assert say(match, mulligan=True) == first
    bottom(match, 1)
    assert len(match.game.content("hand", first)) == 6


def test_with_more_than_two_players_nobody_skips_a_draw() -> None:
    """The first draw among several (103.8c)."""
    match = start(("ann", "bob", "cay"))
    for _ in range(3):
        say(match, mulligan=False)
    first = match.game.root.first
    while match.game.root.step != "draw":
        decision = match.decisions[0]
        match.apply(decision.seat, decision.w, decision.default())
    assert len(match.game.content("hand", first)) == 8


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
