"""Facts that hang on the cards of a match alone are worked out once for all matches of these cards."""

from __future__ import annotations

import random
from typing import Final

import pytest

from engine import Header, Match, Seed, list_games, load_decks
from tests.support.engine.counted_work import Calls, calls_of
from tests.support.engine.random_play import new_match, random_play

SEARCHES: Final = ("text/phrases.py", "_stands_in")
LOOKS: Final = ("cards/asked_history.py", "_paid_by")
ZONES: Final = "state/zone_specs.py"


def calls_in_a_match(game: str) -> Calls:
    """Of a match at random, the same each time."""
    decks = tuple(deck.entries for deck in load_decks(game).values())[:2]

    def play() -> None:
        chance = random.Random(1)
        match = Match.create(Header(game, ("A", "B"), decks, Seed("same")))
        for _ in range(300):
            if match.decisions:
                decision = match.decisions[0]
                match.apply(decision.seat, decision.w, decision.sample(chance.randrange))

    return calls_of(play)


@pytest.mark.interpreted("calls of compiled functions are not seen")
@pytest.mark.parametrize("game", list_games())
def test_a_second_match_of_the_same_cards_neither_searches_nor_writes_a_text(game: str) -> None:
    calls_in_a_match(game)
    again = {(file.partition("engine/")[2], name) for file, name in calls_in_a_match(game)}
    assert again.isdisjoint((SEARCHES, LOOKS))
    assert not [name for file, name in again if file.startswith("text/renderer/")]


@pytest.mark.interpreted("as above")
@pytest.mark.parametrize("game", list_games())
def test_a_fork_works_nothing_out_about_the_kinds_of_zones(game: str) -> None:
    match = new_match(3, game)
    assert not [name for file, name in calls_of(match.fork) if file.endswith(ZONES)]


@pytest.mark.interpreted("plants a table of records that counts")
@pytest.mark.parametrize("game", list_games())
def test_permanents_are_looked_up_once_until_one_comes_or_goes(game: str) -> None:
    looked_up: list[int] = []

    class Counting(dict[int, object]):
        def __getitem__(self, ident: int) -> object:
            looked_up.append(ident)
            return super().__getitem__(ident)

    match = new_match(3, game)
    state = match.game
    for _ in random_play(match, 3):
        if state.content(state.arena):
            break
    there = state.content(state.arena)
    assert there
    state.records = Counting(state.records)  # type: ignore[assignment]  # as asked
    state.battlefield()
    looked_up.clear()
    assert [obj.id for obj in state.battlefield()] == list(there)
    assert looked_up == []


@pytest.mark.parametrize("game", list_games())
def test_permanents_are_those_that_are_there(game: str) -> None:
    """Also after plays that are taken back, in forks, and where the state of another match is put in place."""
    match = new_match(4, game)
    for number, _ in enumerate(random_play(match, 4, cancels=0.2)):
        look_at_permanents(match)
        if number % 7 == 0:
            look_at_permanents(match.fork())
        if number > 150 and match.game.content(match.game.arena):
            break
    match.take_back(match.fork())
    look_at_permanents(match)


def look_at_permanents(match: Match) -> None:
    state = match.game
    there = [state.records[ident] for ident in state.content(state.arena)]
    assert all(one is other for one, other in zip(there, state.battlefield(), strict=True))
