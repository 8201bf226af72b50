"""Offers in random play over all decks: what is offered can be taken to its end, what is not ends refused or illegal.

``STACKLOOP_GAMES`` says how many games are played (a few by default, so that it takes seconds).
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, Final

import pytest

from engine import Answer, Decision, Match, Refusal
from engine.payment.window import legal_payments
from tests.support.engine.random_play import any_match

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow

GAMES: Final = int(os.environ.get("STACKLOOP_GAMES", "8"))
BATCHES: Final = 4
CHECKED: Final = 0.12
"""The share of decisions at which an offer and something that is not offered are tried."""
MOST_UNPROVEN: Final = 1 / 1000
DEPTH: Final = 60


class Tally:
    """Counts of the run: offers, how many of them unproven, and what was tried."""

    def __init__(self) -> None:
        self.offers = self.unproven = self.taken = self.refused = 0

    def __str__(self) -> str:
        return (
            f"{self.offers} offers, {self.unproven} unproven; {self.taken} taken to their end, {self.refused} refused"
        )


def answer(match: Match, given: Answer) -> bool:
    """Give an answer; whether it was taken and no play was reversed."""
    decision = match.decisions[0]
    try:
        return match.apply(decision.seat, decision.w, given).reversed is None
    except Refusal:
        return False


def ends(match: Match, depth: int = DEPTH) -> bool:
    """Whether the plays in flight come to their end by offered payments: any of these, but the right other choices."""
    if not match.game.root.plays or not match.decisions:
        return True
    decision = match.decisions[0]
    if depth == 0 or (not decision.options and decision.kind != "number"):
        return False
    if decision.kind == "pay":
        proven = [option for k, option in enumerate(decision.options) if k not in decision.unproven]
        option = random.Random(depth).choice(proven or list(decision.options))
        return answer(match, option.answer()) and ends(match, depth - 1)
    for number, choice in enumerate(decision.answers()):
        if number > 40:
            return False
        fork = match.fork()
        if answer(fork, choice) and ends(fork, depth - 1):
            return True
    return False


def try_offer(match: Match, decision: Decision, chance: random.Random, tally: Tally) -> None:
    """One offer that is proven can be taken to its end."""
    options = [o for k, o in enumerate(decision.options) if k not in decision.unproven and o.do != "pass"]
    if options:
        option = chance.choice(options)
        fork = match.fork()
        assert answer(fork, option.answer()), f"{option} was offered at {decision} and is refused"
        assert ends(fork), f"{option} was offered at {decision} and cannot be completed"
        tally.taken += 1


def not_offered(match: Match, decision: Decision) -> list[Answer]:
    """Answers that are no options: other cards and abilities, other payments."""
    game, seat = match.game, decision.seat
    offered = {(o.do, o.refs, o.amounts) for o in decision.options}
    if decision.kind == "pay":
        every = [o.answer() for o in legal_payments(game, game.play(game.root.plays[-1]))]
        return [a for a in every if (a.do, a.refs, a.amounts) not in offered]
    hand = [game.obj(i) for i in game.content("hand", seat)]
    verb = game.rules.play_words[0]
    names = {game.obj(refs[0]).name for do, refs, _ in offered if do in game.rules.play_words and len(refs) == 1}
    found = [Answer(verb, (obj.id,)) for obj in hand if "land" not in obj.words and obj.name not in names]
    for obj in game.battlefield():
        for place, number in enumerate(game.activated(obj)):
            if ("activate", (obj.id, place), ()) not in offered and number not in game.activated(obj)[:place]:
                found.append(Answer("activate", (obj.id, place)))
    return found


def try_another(match: Match, decision: Decision, chance: random.Random, tally: Tally) -> None:
    """One answer that is not offered is refused, or its play cannot be completed."""
    others = not_offered(match, decision)
    if others:
        other = chance.choice(others)
        fork = match.fork()
        done = answer(fork, other) and ends(fork)
        assert not done, f"{other} was not offered at {decision} and can be completed"
        tally.refused += 1


def play(seed: int, tally: Tally) -> None:
    """One game at random, trying things on the way."""
    match, chance = any_match(seed), random.Random(seed)
    while match.decisions:
        decision = match.decisions[0]
        if decision.kind in ("act", "pay"):
            tally.offers += len(decision.options)
            tally.unproven += len(decision.unproven)
            if decision.rule and chance.random() < CHECKED:
                try_offer(match, decision, chance, tally)
                try_another(match, decision, chance, tally)
        match.apply(decision.seat, decision.w, decision.sample(chance.randrange))


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_offers_are_exact_in_random_play(batch: int, record_property: Callable[[str, object], None]) -> None:
    tally = Tally()
    for seed in range(batch, GAMES, BATCHES):
        play(seed, tally)
    record_property("offers in random play", str(tally))
    assert tally.taken
    assert tally.unproven <= tally.offers * MOST_UNPROVEN
