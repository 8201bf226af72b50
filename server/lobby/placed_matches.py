"""A match that begins at a position: cards lie in all zones as a text has them, as in a puzzle.

A worker reads the text. Cards are those that ship; a text of one's own would be read by the grammar, which takes long.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import orjson

import engine
from protocol import messages as wire
from server.identity.display_names import called, distinct

BAD_POSITION: Final = "bad_position"
MOST_CARDS: Final = 600
"""In all zones together: a match between decks of full size."""
MOST_TOKENS: Final = 64
"""Descriptions of tokens, each of which the grammar reads wherever the match is loaded."""
MOST_REASON: Final = 300
"""Characters of a refusal: a reason may quote all of a position."""
BESIDE: Final = frozenset(("life", "pool", "counters"))
"""The keys that a seat has besides zones."""
DESCRIBED: Final = re.compile(r"an? [^(]*\btoken\b")
NAMES: Final = ("You", "Opponent")
"""Of seats that nobody named, the first and all others."""


def check_asked(asked: wire.Create) -> None:
    """Refuse what goes with no position.

    Raises:
        engine.Refusal: ``not_private``, ``bad_position``.
    """
    if not asked.private:
        raise engine.Refusal("", "not_private", "a position is played in a private match only")
    if asked.fork is not None or asked.decks or asked.scenario is not None or asked.format is not None:
        raise engine.Refusal("", BAD_POSITION, "with a position come no decks, scenario, format or fork")


def check_position(text: str) -> None:
    """Refuse a position that is too large, or brings cards of its own; raises ``engine.Refusal``: ``bad_position``."""
    try:
        table = engine.read_table(text)
    except ValueError as error:
        raise engine.Refusal("", BAD_POSITION, str(error)) from error
    if "card" in table:
        raise engine.Refusal("", BAD_POSITION, "cards by a text of their own are not played here")
    seats = [value for value in table.values() if isinstance(value, dict)]
    zones = [zone for seat in seats for name, zone in seat.items() if name not in BESIDE]
    if sum(map(count_of, zones)) > MOST_CARDS:
        raise engine.Refusal("", BAD_POSITION, f"there are more than {MOST_CARDS} cards")
    if len(set(described_in(zones))) > MOST_TOKENS:
        raise engine.Refusal("", BAD_POSITION, f"there are more than {MOST_TOKENS} descriptions of tokens")


def count_of(zone: object) -> int:
    """The number of cards in a zone as it is written: their list, their number, or one; of no number of cards, none."""
    return len(zone) if isinstance(zone, list) else max(0, zone) if isinstance(zone, int) else 1


def described_in(zones: Iterable[object]) -> Iterator[str]:
    """The descriptions of tokens in zones as they are written."""
    for zone in zones:
        for entry in zone if isinstance(zone, list) else [zone]:
            found = DESCRIBED.match(entry) if isinstance(entry, str) else None
            if found is not None:
                yield found[0]


def standing(asked: wire.Create, text: str, secret: str, shares: tuple[str, ...]) -> bytes:
    """The header of the match as JSON, worked out by a worker.

    Raises:
        engine.Refusal: ``bad_position``; ``unknown_profile``, ``bad_name``.
    """
    try:
        return orjson.dumps(_header(asked, text, engine.Seed(secret, shares)).to_json())
    except engine.Refusal as refusal:
        raise engine.Refusal(refusal.rule, refusal.code, refusal.reason[:MOST_REASON]) from refusal


def _header(asked: wire.Create, text: str, seed: engine.Seed) -> engine.Header:
    check_position(text)
    if asked.game not in engine.list_games():
        raise engine.Refusal("", "unknown_game", f"no game {asked.game!r}")
    profile = asked.profile or profile_in(asked.game, text)
    count = max(len(asked.names), len(asked.seats)) or engine.seats_of(asked.game)[0]
    names = [*called(asked.names), *(NAMES[min(seat, 1)] for seat in range(len(asked.names), count))]
    header = engine.Header(asked.game, distinct(names), (), seed, profile, position=text)
    match = engine.begin(header)
    if match.result is not None:
        raise engine.Refusal("", BAD_POSITION, "the match is over there")
    return match.header


def profile_in(game: str, text: str) -> str:
    """The reading of the rules that a position names, or the first there is."""
    named = engine.read_table(text).get("profile")
    return named if isinstance(named, str) else engine.profiles_of(game)[0]
