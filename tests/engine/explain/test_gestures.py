"""Any line that somebody writes is an answer or is refused; nothing else comes of it."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from engine import Refusal
from engine.explain.notation import option_text
from tests.support.engine.random_play import new_match, random_play

WORDS = (
    *("activate", "cast", "play", "pay", "mana", "auto", "sacrifice", "discard", "tap", "life", "counters", "target"),
    *("mode", "choose", "order", "divide", "assign", "x", "yes", "no", "cancel", "keep", "confirm", "nonsense", "AB"),
    *("A", "B", "H", "_", "to", "->", "=", "1", "-1", "0", "@0", "@1", "#", "{R}", "{0}", "{R}{Z}", "9" * 40),
    *('""', '"#"', '"Forest"', '"Forest#1"', '"Forest#x"', '"', "@" + "9" * 40, "٣", "\u0000", "\u202e"),
)


@pytest.mark.parametrize("gesture", ["activate nonsense", 'assign "Forest" -> nonsense', "activate AB", "activate H"])
def test_a_word_that_is_no_seat_is_refused(gesture: str) -> None:
    match = new_match(1)
    decision = match.decisions[0]
    with pytest.raises(Refusal, match="bad_answer"):
        match.apply_text(decision.seat, decision.w, gesture)


@pytest.mark.parametrize("gesture", ["x ٣", "mode ٣", "@٣", "x -٣"])
def test_a_number_is_written_in_ascii(gesture: str) -> None:
    """Else one answer has more gestures than this one, and a record would not show which was given."""
    match = new_match(1)
    decision = match.decisions[0]
    with pytest.raises(Refusal, match="has no place in a gesture"):
        match.apply_text(decision.seat, decision.w, gesture)


@pytest.mark.parametrize("gesture", ["x " + "9" * 5000, "repeat " + "9" * 4301, 'assign "Forest" -> ' + "1" * 12])
def test_a_number_too_long_to_mean_anything_is_refused(gesture: str) -> None:
    match = new_match(1)
    decision = match.decisions[0]
    with pytest.raises(Refusal, match="bad_answer"):
        match.apply_text(decision.seat, decision.w, gesture)


@pytest.mark.parametrize("gesture", ['yield "Shock#٣"', 'yield "Shock#123456789012"', 'yield "Shock#x"'])
def test_a_card_to_yield_to_has_a_number_or_none(gesture: str) -> None:
    match = new_match(1)
    with pytest.raises(Refusal, match="bad_settings"):
        match.apply_line(0, 0, gesture)


@pytest.mark.parametrize("seed", range(4))
def test_any_line_is_an_answer_or_refused(seed: int) -> None:
    match = new_match(seed)
    chance = random.Random(seed)
    for number, _ in enumerate(random_play(match, seed)):
        if number % 5 or not match.decisions:
            continue
        decision = match.decisions[0]
        texts = [option_text(match.game, decision, option) for option in decision.options] or ["pass"]
        for _ in range(10):
            words = chance.choice(texts).split() if chance.random() < 0.5 else []
            for _ in range(chance.randint(1, 4)):
                words.insert(chance.randint(0, len(words)), chance.choice(WORDS))
            with suppress(Refusal):
                match.fork().apply_text(decision.seat, decision.w, " ".join(words))
