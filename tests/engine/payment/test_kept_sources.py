"""Mana sources that are kept from one version of a game to the next: they are what they would be if found anew."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from engine import Header, Match, Seed, load_decks
from engine.payment.mana_sources import Sources, sources_of
from engine.state.search_budget import Asking

if TYPE_CHECKING:
    from engine.state.game import Game


def facts(sources: Sources) -> object:
    every = [(one.obj.id, [text.number for text in one.texts], one.made_by, one.uses) for one in sources.every]
    simple = [one.obj.id for one in sources.simple]
    ready = {ident: [text.number for text in texts] for ident, texts in sources.ready.items()}
    return every, simple, ready, sources.supply, sources.most, sources.odd, sources.tagged, sources.version


def check(game: Game) -> bool:
    """Hold the sources of each seat to those found anew; say whether some of an earlier version were kept."""
    kept = False
    for seat in range(game.seats):
        with Asking(game):
            before: Sources | None = next(iter(game.memory[seat].sources), None)
            is_outdated = before is not None and before.version != game.version
            last = sources_of(game, seat)
            kept = kept or (is_outdated and before is last)
            game.memory[seat].sources = ()
            assert facts(last) == facts(sources_of(game, seat))
            game.memory[seat].sources = (last,)
    return kept


@pytest.mark.parametrize("seed", range(4))
def test_kept_sources_are_what_is_found_anew(seed: int) -> None:
    decks = [deck.entries for deck in load_decks("magic").values()]
    match = Match.create(
        Header(
            "magic", ("ann", "bob"), (decks[seed % len(decks)], decks[(seed + 1) % len(decks)]), Seed(f"kept-{seed}")
        )
    )
    chance = random.Random(seed)
    kept = 0
    for _ in range(400):
        if not match.decisions:
            break
        kept += check(match.game)
        decision = match.decisions[0]
        match.apply(decision.seat, decision.w, decision.sample(chance.randrange))
    assert kept
