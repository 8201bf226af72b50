"""First turns of a game that places its champions in them: as no position can show it."""

from __future__ import annotations

from engine import Answer, Match
from tests.support.engine.random_play import new_match

GAME = "grand-archive"


def pass_until(match: Match, turn: int, step: str) -> None:
    """Take every default until a step of a turn has begun."""
    root = match.game.root
    while (root.turn, root.step) != (turn, step):
        decision = match.decisions[0]
        answer = Answer("pass") if decision.kind == "act" else decision.default()
        match.apply(decision.seat, decision.w, answer)


def champions(match: Match) -> list[int]:
    """The seats that have a champion on the field."""
    return [obj.controller for obj in match.game.battlefield() if "champion" in obj.words]


def test_a_champion_of_level_0_is_placed_in_each_first_turn_and_draws_the_first_hand() -> None:
    match = new_match(1, GAME)
    game = match.game
    first = game.root.first
    assert (game.root.step, champions(match)) == ("main", [first])
    assert [game.item(ident).source for ident in game.root.stack] == [game.battlefield()[0].id]
    assert [len(game.content("hand", seat)) for seat in (0, 1)] == [0, 0]
    pass_until(match, 1, "end")
    assert len(game.content("hand", first)) == 7  # two players: the very first draw is skipped
    pass_until(match, 2, "main")
    assert sorted(champions(match)) == [0, 1]
    assert len(game.content("hand", 1 - first)) == 1
    pass_until(match, 2, "end")
    assert len(game.content("hand", 1 - first)) == 8


def test_with_more_than_two_players_nobody_skips_the_draw() -> None:
    match = new_match(1, GAME, seats=3)
    assert len(match.game.content("hand", match.game.root.first)) == 1


def test_who_has_had_no_turn_yet_does_not_lose_for_want_of_a_champion() -> None:
    match = new_match(2, GAME, seats=4)
    pass_until(match, 4, "main")
    assert all(not player.lost for player in match.game.players)
    assert sorted(champions(match)) == [0, 1, 2, 3]


def test_the_opening_is_skipped_in_first_turns_only() -> None:
    match = new_match(3, GAME)
    pass_until(match, 3, "materialize")
    assert match.decisions[0].rule == "2"
    pass_until(match, 3, "recollection")
    assert match.game.root.priority == match.game.root.first


def test_a_match_that_everybody_passes_ends_with_an_empty_deck() -> None:
    match = new_match(4, GAME)
    while match.decisions:
        decision = match.decisions[0]
        answer = Answer("pass") if decision.kind == "act" else decision.default()
        match.apply(decision.seat, decision.w, answer)
    assert match.result is not None
    assert match.result.code == "deck"
