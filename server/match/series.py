"""Best of three: who has won how often, who decides who begins, and which cards may be exchanged between two games.

A series is the matches of one table, each with a head of its own that says how the series stood before; so all of it is
in their journals. Pure: what stands in Redis between two games is the business of ``rematches``.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

import engine
from protocol.messages import Result, Score
from server.match.replayed_match import header_of
from server.store.entries import Cards, Head, Series

Pair: TypeAlias = tuple[Cards, Cards]
"""A deck and its sideboard."""
PAIRS: Final = msgspec.json.Decoder(Pair)


def wins_needed(series: Series) -> int:
    return series.best // 2 + 1


def is_over(series: Series) -> bool:
    """Whether somebody has won it."""
    return max(series.wins) >= wins_needed(series)


def after(series: Series, result: Result) -> Series:
    """The state of a series after a game; one that was closed for a fault of ours, or drawn, nobody has won."""
    wins = tuple(won + (seat in result.winners) for seat, won in enumerate(series.wins))
    return msgspec.structs.replace(series, wins=wins, game=series.game + 1)


def anew(series: Series) -> Series:
    """Another one of the same players."""
    return msgspec.structs.replace(series, wins=(0,) * len(series.wins), game=1)


def chooser_after(head: Head, result: Result) -> int:
    """The seat that decides who begins the next game (103.1): the loser; after a draw the one who did so before."""
    losers = [seat for seat in range(len(head.seats)) if seat not in result.winners]
    return losers[0] if len(losers) == 1 else header_of(head).chooser


def score(series: Series | None) -> Score | None:
    """As everybody may know it, of the game that is played."""
    return None if series is None else Score(series.best, series.game, series.wins)


def pairs_of(head: Head) -> list[Pair]:
    """The deck of each seat, and the cards that lie beside it."""
    decks = header_of(head).decks
    beside = head.series.beside if head.series is not None else ()
    return [(deck, beside[seat] if seat < len(beside) else ()) for seat, deck in enumerate(decks)]


def check_exchange(head: Head, seat: int, pair: Pair) -> None:
    """Refuse a deck that is not legal, or not of the cards that the player came with.

    Raises:
        engine.Refusal: ``no_series``, ``illegal_deck``.
    """
    if head.series is None:
        raise engine.Refusal("", "no_series", "cards are exchanged between the games of a series")
    if counted(pair) != counted(pairs_of(head)[seat]):
        raise engine.Refusal("", "illegal_deck", "a deck and its sideboard are the same cards throughout a series")
    faults = engine.check_deck(engine.pool_for(header_of(head)), *pair)
    if faults:
        raise engine.Refusal(faults[0].rule, "illegal_deck", "; ".join(map(str, faults[:5])))


def counted(pair: Sequence[Cards]) -> Counter[str]:
    """All cards of a deck and its sideboard."""
    counts: Counter[str] = Counter()
    for part in pair:
        for name, count in part:
            counts[name] += count
    return counts
