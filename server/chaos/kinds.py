"""Matches that are played in a run: of which game, with which decks, how one comes about and on which terms.

Kinds go round in a fixed order, so that few matches are already of many kinds; a run's seed says where it begins.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, Literal

import msgspec

import engine
from protocol.messages import Clock
from server.lobby.table_store import is_series

MIXED: Final = "mixed"
"""The name for all games."""
SEATS: Final = 2
PLACES: Final = SEATS + 1
"""At a match, spectators being one; a connection has no more than one of them."""
DELAY_S: Final = 2
CLOCK: Final = Clock(bank_ms=40_000, decision_ms=2_000, increment_ms=500, away_ms=5_000)
"""Shorter than some seats think, so that time runs out now and then."""


class Begins(StrEnum):
    """The way in which a match comes about."""

    CREATED = "created"
    TABLE = "table"
    """One opens it, and the other sits down by its link."""
    QUICK = "quick"
    """Both look for anybody."""


class Way(msgspec.Struct, frozen=True):
    """The way in which a match comes about, and its terms; PROTOCOL.md explains them under ``create`` and ``open``."""

    begins: Begins
    best: Literal[1, 3] = 1
    delay_s: int = 0
    clock: Clock | None = None


WAYS: Final = (
    Way(Begins.CREATED),
    Way(Begins.TABLE, clock=CLOCK),
    Way(Begins.TABLE, best=3),
    Way(Begins.CREATED, delay_s=DELAY_S),
    Way(Begins.QUICK, delay_s=DELAY_S, clock=CLOCK),
)
PEOPLE: Final = (SEATS, 1, 0)
"""Seats at which somebody has the settings of a person."""


class Kind(msgspec.Struct, frozen=True):
    """One of the matches, by its game, decks and way.

    Attributes:
        people: how many of its seats, the first ones, are asked as the page has people asked; others are asked all.
    """

    game: str
    decks: tuple[str, ...]
    way: Way
    people: int

    @property
    def names(self) -> list[str]:
        """Under which it is counted."""
        way = self.way
        terms = {
            "series": way.best > 1,
            "delay": way.delay_s > 0,
            "clock": way.clock is not None,
            "people": self.people > 0,
        }
        return [self.game, way.begins.value, *(name for name, has in terms.items() if has)]


def games_of(game: str) -> list[str]:
    """The games that a run is about."""
    return [*engine.list_games()] if game == MIXED else [game]


def kinds_of(game: str, count: int, rng: random.Random) -> list[Kind]:
    """So many kinds of a game, or of all."""
    games = games_of(game)
    decks = {name: [*engine.load_decks(name)] for name in games}
    first = rng.randrange(len(games) * len(WAYS) * len(PEOPLE))
    return [_kind(number, games, decks[games[number % len(games)]], rng) for number in range(first, first + count)]


def _kind(number: int, games: Sequence[str], decks: Sequence[str], rng: random.Random) -> Kind:
    game, way = games[number % len(games)], WAYS[number % len(WAYS)]
    if way.best > 1 and not is_series(game):
        way = msgspec.structs.replace(way, best=1)
    people = PEOPLE[number // len(games) % len(PEOPLE)]
    return Kind(game, tuple(rng.choice(decks) for _ in range(SEATS)), way, people)


def counted(kinds: Iterable[Kind]) -> dict[str, int]:
    """Number of kinds by each name."""
    return dict(sorted(Counter(name for kind in kinds for name in kind.names).items()))
