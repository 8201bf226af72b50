"""Decks that players bring: what they hold, whether they are legal, and what is to be seen of the cards in them.

Decks that somebody sends are checked by a worker. Reading the cards that ship may take seconds the first time; so it is
done beside the loop, one at a time.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias, TypeVar

import anyio
import anyio.to_thread

import engine
from protocol import messages as wire
from server.match.card_loading import Cards
from server.runtime.errors import Unavailable
from server.runtime.worker_processes import HeavyWork

MOST_ASKED: Final = 64
"""Requests that wait for cards to be read; one more is asked to come back."""
MOST_PROBLEMS: Final = 64
"""That are told of one deck."""
Found = TypeVar("Found")
Entries: TypeAlias = tuple[tuple[str, int], ...]


class Decks:
    """Checks decks, in worker processes."""

    def __init__(self, cards: Cards, work: HeavyWork) -> None:
        self._cards = cards
        self._work = work
        self._one = anyio.CapacityLimiter(1)
        self._asked = 0

    async def check(self, asked: wire.Check, who: str) -> wire.Checked:
        """The faults of a deck.

        Args:
            who: the address that asks.

        Raises:
            engine.Refusal: ``unknown_game``, ``unknown_deck``, ``too_much``.
            Unavailable: too many ask.
        """
        if asked.game not in engine.list_games():
            known = ", ".join(engine.list_games())
            raise engine.Refusal("", "unknown_game", f"no game {asked.game!r}; there are {known}")
        return await self._work.run(who, checked, asked)

    async def check_beside(self, game: str, decks: tuple[wire.Deck, ...], who: str) -> None:
        """Refuse decks whose sideboards the game forbids; the decks themselves are for the rules to refuse.

        Raises:
            engine.Refusal: ``unknown_game``, ``illegal_deck``, ``too_much``.
            Unavailable: as for ``check``.
        """
        for deck in decks:
            if isinstance(deck, tuple) and deck[1]:
                checked = await self.check(wire.Check(game, deck=deck), who)
                if checked.problems:
                    raise engine.Refusal("", "illegal_deck", "; ".join(map(describe, checked.problems[:5])))

    async def faces(self, game: str, names: tuple[str, ...]) -> list[dict[str, object]]:
        """The faces of some cards; nothing of those that there are not.

        Raises:
            Unavailable: too many ask, or this server stops.
        """
        return await self._read(game, partial(faces_of, game, names))

    async def game(self, game: str) -> dict[str, object]:
        """The look of a game's cards, and the decks that ship with it; raises as ``faces``."""
        return await self._read(game, partial(game_page, game))

    async def _read(self, game: str, work: Callable[[], Found]) -> Found:
        """Do something that may have cards read."""
        if self._asked >= MOST_ASKED:
            raise Unavailable("too many cards are looked at")
        self._asked += 1
        try:
            await self._cards.wait_for(game)
            return await anyio.to_thread.run_sync(work, limiter=self._one, abandon_on_cancel=True)
        finally:
            self._asked -= 1


def checked(asked: wire.Check) -> wire.Checked:
    """The faults of a deck; a list is taken before cards.

    Raises:
        engine.Refusal: ``unknown_deck``.
    """
    if asked.text is not None:
        found = engine.read_deck_list(engine.shipped(asked.game), asked.text)
    else:
        deck, beside = cards_of(asked.game, asked.deck or {})
        found = engine.DeckList("", deck, beside, engine.check_deck(engine.shipped(asked.game), deck, beside))
    problems = tuple(problem(fault) for fault in found.faults[:MOST_PROBLEMS])
    return wire.Checked(not problems, problems, dict(found.deck), dict(found.beside), found.title, asked.r)


def faces_of(game: str, names: tuple[str, ...]) -> list[dict[str, object]]:
    pool = engine.shipped(game)
    return [engine.card_face(pool, name) for name in names if pool.has(name)]


def game_page(game: str) -> dict[str, object]:
    """The look of a game's cards, and the decks that ship with it."""
    decks = [
        {
            "key": deck.key,
            "name": deck.name,
            "cards": dict(deck.entries),
            "text": engine.write_deck_list(engine.shipped(game), deck.entries),
        }
        for deck in engine.load_decks(game).values()
    ]
    return {
        "name": game,
        "set": engine.card_set(game),
        "sideboard": engine.has_sideboard(game),
        "table": engine.table_of(game),
        "decks": decks,
    }


def problem(fault: engine.Fault) -> wire.Problem:
    return wire.Problem(fault.reason, fault.code, fault.rule, fault.card, fault.line, fault.near)


def describe(problem: wire.Problem) -> str:
    return f"{problem.card}: {problem.reason}" if problem.card else problem.reason


def cards_of(game: str, deck: wire.Deck) -> tuple[Entries, Entries]:
    """The cards of a deck as it stands in a frame, and those of its sideboard.

    Raises:
        engine.Refusal: ``unknown_deck``.
    """
    match deck:
        case dict():
            return tuple(deck.items()), ()
        case tuple():
            return tuple(deck[0].items()), tuple(deck[1].items())
    built_in = engine.load_decks(game)
    if deck not in built_in:
        known = ", ".join(sorted(built_in)) or "none"
        raise engine.Refusal("", "unknown_deck", f"no deck {deck!r}; there are {known}")
    return built_in[deck].entries, ()
