"""A search for a payment is freed once nothing refers to it: a server's collector would stop all matches for it."""

import gc
import random

import engine
from engine.payment.lots import Lots, Stock

MOVES = 150


def test_searches_for_payments_leave_nothing_to_the_garbage_collector() -> None:
    """A cycle for each search made some twenty objects a decision, and pauses of 50 ms in a busy server."""
    gc.collect()
    gc.freeze()  # what was there before is not looked through at each move
    gc.disable()
    try:
        play()
        assert searches() == []
    finally:
        gc.enable()
        gc.unfreeze()


def play() -> None:
    """A random match, gone with the call."""
    chance = random.Random(7)
    decks = [deck.entries for deck in engine.load_decks("magic").values()]
    match = engine.Match.create(engine.Header("magic", ("A", "B"), (decks[0], decks[-1]), engine.Seed("cycles")))
    views = engine.Views(match)
    kept = 0
    for _ in range(MOVES):
        if match.decisions:
            decision = match.decisions[0]
            match.apply(decision.seat, decision.w, decision.sample(chance.randrange))
            views.update()
            kept = max(kept, len(searches()))
    assert kept  # else nothing was searched


def searches() -> list[object]:
    """The searches that something still refers to, or nobody has collected."""
    return [one for one in gc.get_objects() if isinstance(one, Stock | Lots)]
