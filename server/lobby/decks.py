"""Decks that players bring: what they hold, whether they are legal, and what is to be seen of the cards in them.

Decks that somebody sends are checked by a worker. Reading the cards that ship may take seconds the first time; so it is
done beside the loop, one at a time.
"""

from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

import anyio
import anyio.to_thread
import msgspec

import engine
from protocol import messages as wire
from server.library.found_cards import Found, find_cards
from server.lobby.imported_cards import Brought, ImportedCards
from server.lobby.legalities import legal_formats, not_legal
from server.match.card_loading import Cards
from server.runtime.errors import Unavailable
from server.runtime.worker_processes import HeavyWork

MOST_ASKED: Final = 64
"""Requests that wait for cards to be read; one more is asked to come back."""
UNKNOWN: Final = "unknown_card"
NOTHING_BROUGHT: Final = Brought()
NOTHING_PRINTED: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType({})
MOST_NEAR: Final = 3
"""Names that may have been meant."""
MOST_PROBLEMS: Final = 64
"""That are told of one deck."""
Page = TypeVar("Page")
Entries: TypeAlias = tuple[tuple[str, int], ...]


class Decks:
    """Checks decks, in worker processes."""

    def __init__(self, cards: Cards, work: HeavyWork, imported: ImportedCards) -> None:
        self._cards = cards
        self._work = work
        self._imported = imported
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
        names: tuple[str, ...] = ()
        if asked.text is None:
            names = names_of(asked.deck or {})
        elif self._imported.has_library:
            names = await self._work.run(who, sought, asked.game, asked.text)
        brought = await self._imported.bring(asked.game, names, who, in_part=asked.partial)
        found = await self._work.run(who, checked, asked, brought)
        unknown = [problem.card for problem in found.problems if problem.code == UNKNOWN]
        near = await self._imported.near(asked.game, unknown)
        if near:
            found = msgspec.structs.replace(found, problems=tuple(nearer(each, near) for each in found.problems))
        cards = {**found.sideboard, **found.deck}
        said = await self._imported.legalities(asked.game, cards)
        formats = legal_formats(cards, said)
        if asked.format is None:
            return msgspec.structs.replace(found, formats=formats)
        problems = (*found.problems, *map(problem, not_legal(cards, said, asked.format)))[:MOST_PROBLEMS]
        return msgspec.structs.replace(found, formats=formats, problems=problems, legal=not problems)

    async def check_format(self, game: str, decks: Iterable[wire.Deck], format_: str | None) -> None:
        """Refuse decks with cards that a format does not allow, or of which nobody here knows whether it does.

        Raises:
            engine.Refusal: ``not_legal``.
        """
        for deck in decks if format_ and game in engine.list_games() else ():
            cards = counts_of(game, deck)
            faults = not_legal(cards, await self._imported.legalities(game, cards), format_ or "")
            if faults:
                raise engine.Refusal("", "not_legal", "; ".join(map(str, faults[:5])))

    async def bring(
        self, game: str, decks: Iterable[wire.Deck], who: str, *, in_part: bool = False, scenario: str = ""
    ) -> Brought:
        """The cards of decks and of a scenario that do not ship, as a match brings them.

        Raises:
            engine.Refusal: ``unread_card``, ``too_much``.
            Unavailable: as for ``check``.
        """
        if game not in engine.list_games():
            return Brought()  # for the rules to refuse
        names = [name for deck in decks for name in names_of(deck)]
        sets = engine.sets_asked(game, scenario)
        brought = await self._imported.bring(game, names, who, in_part=in_part, sets=sets)
        brought.check()
        return brought

    async def check_beside(
        self, game: str, decks: tuple[wire.Deck, ...], who: str, brought: Brought = NOTHING_BROUGHT
    ) -> None:
        """Refuse decks whose sideboards the game forbids; the decks themselves are for the rules to refuse.

        Raises:
            engine.Refusal: ``unknown_game``, ``illegal_deck``, ``too_much``.
            Unavailable: as for ``check``.
        """
        for deck in decks:
            if isinstance(deck, tuple) and deck[1]:
                found = await self._work.run(who, checked, wire.Check(game, deck=deck), brought)
                if found.problems:
                    raise engine.Refusal("", "illegal_deck", "; ".join(map(describe, found.problems[:5])))

    async def faces(self, game: str, names: tuple[str, ...], who: str = "") -> list[dict[str, object]]:
        """The faces of some cards, those of the library too; nothing of those that there are not.

        Raises:
            Unavailable: too many ask, or this server stops.
        """
        brought = await self._imported.bring(game, names, who, in_part=True)
        return await self._read(game, partial(faces_of, game, names, brought.cards))

    async def find(self, game: str, text: str, start: int, who: str = "") -> dict[str, object]:
        """Some of the cards that a question means, with their faces.

        Raises:
            engine.Refusal: ``too_much``.
            Unavailable: as ``faces``.
        """
        try:
            found = await self._read(game, partial(find_cards, game, text, self._imported.library, start))
        except Unavailable as error:  # what ships can be found all the same
            found = await self._read(game, partial(find_cards, game, text, None, start))
            found = found._replace(remarks=(*found.remarks, str(error)))
        brought = await self._imported.bring(game, found.names, who, in_part=True)
        printed = await self._imported.printed(game, brought.unread)
        return await self._read(game, partial(found_page, game, found, brought, printed))

    async def game(self, game: str) -> dict[str, object]:
        """The look of a game's cards, the decks that ship with it, and its scenarios; raises as ``faces``."""
        imported = await self._imported.with_sets(game) if engine.side_of(game) else ()
        return await self._read(game, partial(game_page, game, imported))

    async def _read(self, game: str, work: Callable[[], Page]) -> Page:
        """Do something that may have cards read."""
        if self._asked >= MOST_ASKED:
            raise Unavailable("too many cards are looked at")
        self._asked += 1
        try:
            await self._cards.wait_for(game)
            return await anyio.to_thread.run_sync(work, limiter=self._one, abandon_on_cancel=True)
        finally:
            self._asked -= 1


def checked(asked: wire.Check, brought: Brought = NOTHING_BROUGHT) -> wire.Checked:
    """The faults of a deck; a list is taken before cards.

    Args:
        brought: its cards that do not ship.

    Raises:
        engine.Refusal: ``unknown_deck``.
    """
    if asked.text is not None:
        found = read_list(asked.game, asked.text, brought)
    else:
        deck, beside = cards_of(asked.game, asked.deck or {})
        faults = engine.check_deck(pool_of(asked.game, brought.cards), deck, beside)
        found = explained(engine.DeckList("", deck, beside, faults), brought)
    problems = tuple(problem(fault) for fault in found.faults[:MOST_PROBLEMS])
    cards, others = dict(found.deck), dict(found.beside)
    return wire.Checked(not problems, problems, cards, others, found.title, asked.r, brought.in_part)


def sought(game: str, text: str) -> tuple[str, ...]:
    """The names of a list that no card which ships has."""
    return engine.names_sought(engine.shipped(game), text)


def read_list(game: str, text: str, brought: Brought) -> engine.DeckList:
    """A list of cards that ship and cards that are brought, with the phrases of those that are not understood."""
    return explained(engine.read_deck_list(pool_of(game, brought.cards), text), brought)


def explained(found: engine.DeckList, brought: Brought) -> engine.DeckList:
    """A deck with better faults about names that are in the library, though their cards are not understood."""
    faults = [_explained(fault, brought) for fault in found.faults]
    told = {fault.card for fault in faults}
    faults += [fault for fault in brought.unread.values() if fault.card not in told]
    return engine.DeckList(found.title, found.deck, found.beside, tuple(faults))


def _explained(fault: engine.Fault, brought: Brought) -> engine.Fault:
    if fault.code != UNKNOWN:
        return fault
    found = (brought.unread[name] for name in engine.spellings(fault.card) if name in brought.unread)
    better = next(found, None)
    return fault if better is None else better.at(fault.line)


def pool_of(game: str, cards: tuple[str, ...]) -> engine.Pool:
    """The cards that ship, and those that are brought, as a new match has them."""
    return engine.pool_of(game, cards, engine.LATEST)


def faces_of(game: str, names: tuple[str, ...], cards: tuple[str, ...] = ()) -> list[dict[str, object]]:
    pool = pool_of(game, cards)
    return [engine.card_face(pool, name) for name in names if pool.has(name)]


def found_page(
    game: str,
    found: Found,
    brought: Brought = NOTHING_BROUGHT,
    printed: Mapping[str, Mapping[str, object]] = NOTHING_PRINTED,
) -> dict[str, object]:
    """Cards that were found, as the page is told of them: a card that is not understood is shown as it is printed.

    Args:
        game: its name.
        found: the names of the cards.
        brought: those that do not ship.
        printed: the tables of those that are not understood, by name.
    """
    faces = {str(face["name"]): face for face in faces_of(game, found.names, brought.cards)}
    faces |= {name: engine.printed_face(game, {**table, "name": name}) for name, table in printed.items()}
    return {
        "total": found.total,
        "remarks": found.remarks,
        "cards": [faces[name] for name in found.names if name in faces],
        "partial": brought.in_part,
        "unread": {name: fault.reason for name, fault in brought.unread.items()},
    }


def game_page(game: str, imported: tuple[engine.PrintedCard, ...] = ()) -> dict[str, object]:
    """The look of a game's cards, the decks that ship with it, and what a scenario is named by.

    Args:
        game: its name.
        imported: the cards of the library that have sets.
    """
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
        "search": engine.search_words(engine.shipped(game))._asdict(),
        "decks": decks,
        "scenario": [
            {**part._asdict(), "options": [option._asdict() for option in part.options]}
            for part in engine.scenario_parts(game, imported)
        ],
    }


def problem(fault: engine.Fault) -> wire.Problem:
    return wire.Problem(fault.reason, fault.code, fault.rule, fault.card, fault.line, fault.near)


def nearer(problem: wire.Problem, near: Mapping[str, tuple[str, ...]]) -> wire.Problem:
    """A problem with names of imported cards, too, among those that may have been meant: the likeliest come first."""
    names = dict.fromkeys((*near.get(problem.card, ()), *problem.near))
    if problem.code != UNKNOWN or not names:
        return problem
    ranked = sorted(names, key=lambda name: SequenceMatcher(None, name.casefold(), problem.card.casefold()).ratio())
    return msgspec.structs.replace(problem, near=tuple(reversed(ranked))[:MOST_NEAR])


def describe(problem: wire.Problem) -> str:
    return f"{problem.card}: {problem.reason}" if problem.card else problem.reason


def counts_of(game: str, deck: wire.Deck) -> dict[str, int]:
    """All cards of a deck and its sideboard; raises ``engine.Refusal`` (``unknown_deck``)."""
    counts: dict[str, int] = {}
    for name, count in (entry for part in cards_of(game, deck) for entry in part):
        counts[name] = counts.get(name, 0) + count
    return counts


def check_partial(is_asked: bool, *, is_private: bool) -> None:
    """Refuse cards that are understood in part where strangers may come to play.

    Raises:
        engine.Refusal: ``not_private``.
    """
    if is_asked and not is_private:
        raise engine.Refusal("", "not_private", "cards that are understood in part are played in private matches only")


def names_of(deck: wire.Deck) -> tuple[str, ...]:
    """The names of the cards in a deck as it stands in a frame; none of one that ships."""
    match deck:
        case dict():
            return tuple(deck)
        case tuple():
            return (*deck[0], *deck[1])
    return ()


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
