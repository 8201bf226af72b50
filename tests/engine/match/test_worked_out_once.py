"""Facts that hang on the cards of a match alone are worked out once for all matches of these cards."""

from __future__ import annotations

import random
from typing import Final

import pytest

from engine import Header, Match, Seed, list_games, load_decks
from tests.support.engine.counted_work import Calls, calls_of

SEARCHES: Final = ("text/phrases.py", "_stands_in")
LOOKS: Final = ("cards/asked_history.py", "_paid_by")


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
