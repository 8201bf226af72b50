"""The games, each in a folder: rules, procedures, the vocabulary of its text, cards and decks."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards.card_sources import CardSource
    from engine.cards.pool import Pool
    from engine.cards.scenario_parts import LinePart, PrintedCard
    from engine.rules import Rules
    from engine.state.payment_probe import PaymentProbe

_RULES: Final = {
    "magic": ("engine.games.magic.rules", "MagicRules"),
    "grand-archive": ("engine.games.grand_archive.rules", "GrandArchiveRules"),
    "marvel-champions": ("engine.games.marvel_champions.rules", "MarvelChampionsRules"),
}
_PROBES: Final = {
    "magic": "engine.games.magic.probe_boards",
    "marvel-champions": "engine.games.marvel_champions.probe_boards",
}

_SCENARIOS: Final = {"marvel-champions": "engine.games.marvel_champions.scenario_choice"}

_SOURCES: Final = {
    "engine.games.magic.sources.scryfall": "magic",
    "engine.games.magic.sources.mtgjson": "magic",
    "engine.games.grand_archive.cards_api": "grand-archive",
    "engine.games.marvel_champions.marvelcdb": "marvel-champions",
}


def list_games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_RULES)


class UnknownProfile(ValueError):
    """A reading of its rules that a game does not have."""


@lru_cache(maxsize=16)
def rules_of(game: str, profile: str) -> Rules:
    """The rulebook of a game.

    Raises:
        KeyError: there is no such game.
        UnknownProfile: it has no such profile.
    """
    profiles = profiles_of(game)
    if profile not in profiles:
        raise UnknownProfile(f"{game} has no profile {profile!r}; there are {', '.join(profiles)}")
    rules: Rules = _book(game)(profile)
    return rules


def profiles_of(game: str) -> tuple[str, ...]:
    """The readings of its rules that a match may be played by, the default first.

    Raises:
        KeyError: there is no such game.
    """
    return tuple(_book(game).profiles)


def side_of(game: str) -> str:
    """The name of the side of a game at which nobody sits, "" if it has none."""
    return _book(game).side


def about(game: str) -> tuple[str, str]:
    """The name of a game for people, and a line or two about it."""
    looks = _book(game).presentation
    return looks.called, looks.tagline


def seats_of(game: str) -> tuple[int, int]:
    """The least and the greatest number of players of a game.

    Raises:
        KeyError: there is no such game.
    """
    return _book(game).seats


def probe_of(game: str) -> PaymentProbe:
    """The measures of a game's payments.

    Raises:
        KeyError: there is no such game, or its payments are not measured.
    """
    probe: PaymentProbe = import_module(_PROBES[game]).PROBE
    return probe


def scenario_parts(pool: Pool, imported: Iterable[PrintedCard]) -> tuple[LinePart, ...]:
    """The parts of a scenario's name with all that may be chosen: of the cards of a pool, and imported ones."""
    if pool.game not in _SCENARIOS:
        return ()
    parts: tuple[LinePart, ...] = import_module(_SCENARIOS[pool.game]).parts_of(pool, imported)
    return parts


def sources() -> tuple[tuple[str, CardSource], ...]:
    """The forms in which cards are published, each with its game."""
    return tuple((game, import_module(module).SOURCE) for module, game in _SOURCES.items())


def _book(game: str) -> type[Rules]:
    module, name = _RULES[game]
    book: type[Rules] = getattr(import_module(module), name)
    return book
