"""Views are brought up to date by no more work than there is news; work is counted as calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine import Views, decision_json
from tests.support.engine.counted_work import calls_of
from tests.support.engine.random_play import GAMES, new_match, random_play

if TYPE_CHECKING:
    from tests.support.engine.counted_work import Calls

pytestmark = pytest.mark.interpreted("calls of compiled functions are not seen")

ANSWERS = 100
PLAYS = 20
"""Answers within a play after which a match has shown enough."""


def called(calls: Calls, name: str) -> int:
    return sum(number for (_, other), number in calls.items() if other == name)


@pytest.mark.parametrize("game", GAMES)
def test_a_question_that_another_match_asked_is_not_written_again(game: str) -> None:
    """Everybody leaves all to the default, so that no question belongs to a play."""

    def ask() -> None:
        match = new_match(3, game)
        views = Views(match)
        for _ in range(ANSWERS):
            if match.decisions and match.playing is None:
                decision = match.decisions[0]
                match.apply(decision.seat, decision.w, decision.default())
                views.update()

    ask()
    assert called(calls_of(ask), "plain_json") == 0
    match = new_match(3, game)
    assert called(calls_of(lambda: decision_json(match.game, match.decisions[0])), "plain_json") == 1


@pytest.mark.parametrize("game", GAMES)
def test_within_a_play_its_player_is_shown_what_an_answer_changed_and_not_all_that_the_play_did(game: str) -> None:
    seed = within = 0
    while within < PLAYS:
        seed += 1
        match = new_match(seed, game)
        views, playing = Views(match), match.playing
        for _, commit in random_play(match, seed):
            calls = calls_of(views.update)
            if match.playing is not None and match.playing == playing:
                written = {ident for ident, _, _ in match.game.log[commit.start :]} | match.game.touched
                objects = [ident for ident in written if match.game.object(ident) is not None]
                assert called(calls, "_object") <= len(objects)
                within += 1
            playing = match.playing
            if within >= PLAYS:
                break
