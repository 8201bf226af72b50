"""Options that are kept as JSON say at every moment what they would say if they were written anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
import pytest

from engine import decision_json
from engine.explain import kept_options
from engine.explain.kept_options import KeptOptions
from tests.support.engine.random_play import GAMES, new_match, picker, random_play

if TYPE_CHECKING:
    from engine import Decision, Option
    from engine.explain.naming import Names
    from engine.state.game import Game

ANSWERS = 400


@pytest.mark.interpreted("counts what a function writes that it replaces, for which compiled code does not ask by name")
@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_the_same_whether_its_options_were_kept_or_not(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Option] = []
    anew = kept_options._encoded

    def write(game: Game, decision: Decision, names: Names, option: Option) -> kept_options.Parts:
        written.append(option)
        return anew(game, decision, names, option)

    monkeypatch.setattr(kept_options, "_encoded", write)
    match, kept = new_match(5, game), KeptOptions()
    shown = options = 0
    for number, _ in enumerate(random_play(match, 5, cancels=0.1)):
        for decision in match.decisions:
            told = orjson.dumps(decision_json(match.game, decision), option=orjson.OPT_SORT_KEYS)
            assert kept.encode(match.game, decision) == told
            shown, options = shown + 1, options + len(decision.options)
        if number == ANSWERS:
            break
    assert shown > 10
    assert len(written) < options / 2  # most are kept


def test_a_number_that_a_card_is_given_is_said_at_once() -> None:
    match, kept, pick = new_match(1), KeptOptions(), picker(1)
    while not (match.decisions[0].kind == "act" and any(option.refs for option in match.decisions[0].options)):
        match.apply(match.decisions[0].seat, match.decisions[0].w, match.decisions[0].sample(pick))
    decision = match.decisions[0]
    before = kept.encode(match.game, decision)
    named = next(option.refs[0] for option in decision.options if option.refs)
    match.game.write(match.game.obj(named), "number", 77)
    assert b"#77" in kept.encode(match.game, decision)
    assert b"#77" not in before
