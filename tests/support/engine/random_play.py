"""Random play for the engine's tests, by the public door."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from engine import Answer, Header, Match, Seed, list_games, load_decks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine import Commit, Decision


NAMES: Final = ("ann", "bob", "cay", "dee")
GAMES: Final = tuple(game for game in list_games() if load_decks(game))
"""Those that can be played."""


def new_match(seed: int, game: str = "magic", seats: int = 2) -> Match:
    """As many of the decks that ship with a game as there are seats, sides by the seed."""
    decks = [deck.entries for deck in load_decks(game).values()]
    dealt = tuple(decks[(seed + seat) % len(decks)] for seat in range(seats))
    return Match.create(Header(game, NAMES[:seats], dealt, Seed(f"test-{seed}", ("a", "b"))))


def any_match(seed: int, seats: int = 2) -> Match:
    """One of each game in turn, by the seed: what holds of all games is tried with a few seeds of each."""
    return new_match(seed, GAMES[seed % len(GAMES)], seats)


def another_match(match: Match) -> Match:
    """Of the same game and decks, otherwise shuffled."""
    header = match.header
    seed = Seed(f"{header.seed.secret}'", header.seed.shares)
    return Match.create(Header(header.game, header.names, header.decks, seed))


def picker(seed: int) -> Callable[[int], int]:
    """A source of choices that is the same for the same seed."""
    return random.Random(seed).randrange


def random_play(match: Match, seed: int, *, cancels: float = 0.0) -> Iterator[tuple[Decision, Commit]]:
    """Play to the end at random, now and then taking a play back; yields each decision with its commit."""
    chance = random.Random(seed)
    while match.decisions:
        decision = match.decisions[0]
        answer = decision.sample(chance.randrange)
        if decision.cancel and chance.random() < cancels:
            answer = Answer("cancel")
        yield decision, match.apply(decision.seat, decision.w, answer)
