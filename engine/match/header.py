"""The header that fixes a match before its first answer, and the game that it makes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import orjson

from engine.cards.definitions import UnknownCard, finish_cards
from engine.cards.edition import EDITIONS, FIRST, LATEST
from engine.cards.faults import NO_SIDEBOARD, SIDEBOARD, Fault, no_such_card
from engine.cards.register import Register
from engine.chance.rng import Seed
from engine.chance.transcript import WatchedSeed
from engine.errors import Refusal
from engine.games import UnknownProfile, rules_of
from engine.match.brought_cards import pool_of
from engine.state.budget import BUDGETS, CURRENT, UNNAMED
from engine.state.game import Game, sides_of

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef, Entries
    from engine.cards.pool import Pool
    from engine.rules import Rules

MOST_REGISTERS: Final = 64
"""Of decks played against each other, kept with what their cards say: some hundred kilobytes each."""
MAX_DECK: Final = 250
"""Cards in one deck; no game here needs more, and a match holds them all."""


class Header:
    """The settings that fix a match before its first answer.

    Args:
        game: its name, one of ``list_games()``.
        names: of the seats, two or more as the game allows.
        decks: of each seat, (card name, how many); after them, of a match that stands at a position, that of the side
            at which nobody sits, where the game has one.
        seed: of all randomness; secret until the match ends.
        profile: which reading of the rules.
        inline: of a match that stands at a position, the tables of cards by their own text, as JSON; its decks are what
            lies in its zones, which need not be legal. None: the decks are dealt.
        chooser: the seat that decides who takes the first turn, where somebody does; -1 leaves that to chance.
        scenario: what is played against, in a game with a side at which nobody sits; "" for the one that comes first.
        budget: the name of what a move may do, and the match (``engine.state.budget``); "" of those that began before
        that.
        edition: of the rules and cards (``engine.cards.edition``); 0 of those that began before there was another.
        cards: those that do not ship and come with the match (``engine.match.brought_cards``), each as JSON. As the
            decks they are secret until the match ends.
        position: where it begins, as text (``engine.formats.position``), which says what decks and inline are; "" of
            those that are dealt, or loaded where they stood.
    """

    __slots__ = (
        "budget",
        "cards",
        "chooser",
        "decks",
        "edition",
        "game",
        "inline",
        "names",
        "position",
        "profile",
        "scenario",
        "seed",
    )

    def __init__(
        self,
        game: str,
        names: tuple[str, ...],
        decks: tuple[Entries, ...],
        seed: Seed,
        profile: str = "seeds",
        inline: tuple[str, ...] | None = None,
        scenario: str = "",
        chooser: int = -1,
        budget: str = CURRENT,
        edition: int = LATEST,
        cards: tuple[str, ...] = (),
        position: str = "",
    ) -> None:
        self.game = game
        self.names = names
        self.decks = decks
        self.seed = seed
        self.profile = profile
        self.inline = inline
        self.scenario = scenario
        self.chooser = chooser
        self.budget = budget
        self.edition = edition
        self.cards = cards
        self.position = position

    def to_json(self) -> dict[str, object]:
        """As a JSON object, the secret included: for the journal, not for clients."""
        out: dict[str, object] = {
            "game": self.game,
            "names": list(self.names),
            "decks": [[list(entry) for entry in deck] for deck in self.decks],
            "secret": self.seed.secret,
            "shares": list(self.seed.shares),
            "profile": self.profile,
        }
        if self.inline is not None:
            out["inline"] = list(self.inline)
        if self.scenario:
            out["scenario"] = self.scenario
        if self.seed.later is not None:
            out["later"] = [[cursor, secret, list(shares)] for cursor, secret, shares in self.seed.turns()]
        if self.chooser >= 0:
            out["chooser"] = self.chooser
        if self.budget:
            out["budget"] = self.budget
        if self.edition:
            out["edition"] = self.edition
        if self.cards:
            out["cards"] = [orjson.loads(card) for card in self.cards]
        if self.position:
            out["position"] = self.position
        return out

    def watched(self) -> Header:
        """This header, for a match that notes what it leaves to chance."""
        seed = WatchedSeed(self.seed.secret, self.seed.shares, self.seed.later)
        return self.begun_from(seed)

    def begun_from(self, seed: Seed) -> Header:
        """This header with another seed."""
        return Header(
            self.game,
            self.names,
            self.decks,
            seed,
            self.profile,
            self.inline,
            self.scenario,
            self.chooser,
            self.budget,
            self.edition,
            self.cards,
            self.position,
        )

    def standing(self, decks: tuple[Entries, ...], inline: tuple[str, ...]) -> Header:
        """This header, of a match that stands at its position: with what lies in the zones there."""
        return Header(
            self.game,
            self.names,
            decks,
            self.seed,
            self.profile,
            inline,
            self.scenario,
            self.chooser,
            self.budget,
            self.edition,
            self.cards,
            self.position,
        )

    @staticmethod
    def from_json(data: dict[str, Any]) -> Header:
        """Read a header from ``to_json``."""
        decks = tuple(tuple((str(name), int(n)) for name, n in deck) for deck in data["decks"])
        return Header(
            str(data["game"]),
            tuple(data["names"]),
            decks,
            Seed.of(str(data["secret"]), tuple(data["shares"]), turns_of(data.get("later", []))),
            str(data["profile"]),
            tuple(data["inline"]) if "inline" in data else None,
            str(data.get("scenario", "")),
            int(data.get("chooser", -1)),
            str(data.get("budget", UNNAMED)),
            int(data.get("edition", FIRST)),
            tuple([orjson.dumps(card, option=orjson.OPT_SORT_KEYS).decode() for card in data.get("cards", ())]),
            str(data.get("position", "")),
        )


def turns_of(data: list[Any]) -> list[tuple[int, str, tuple[str, ...]]]:
    """``Seed.turns`` from JSON; raises ``ValueError`` or ``TypeError``, as what unpacks does."""
    return [(int(cursor), str(secret), tuple(map(str, shares))) for cursor, secret, shares in data]


def new_game(header: Header) -> tuple[Game, Register]:
    """A game with the cards of its decks registered and nothing in any zone.

    Raises:
        Refusal: ``unknown_game``, ``unknown_profile``, ``unknown_card``, ``illegal_deck``, ``bad_seats``,
            ``unknown_scenario``, ``unknown_budget``, ``unknown_edition``, ``too_many_cards``, ``other_rules``: a card
            that comes with the match is not understood.
        BadCard, TextError: a card defined inline means nothing.
    """
    try:
        rules: Rules = rules_of(header.game, header.profile)
    except KeyError:
        raise Refusal("", "unknown_game", f"there is no game {header.game!r}") from None
    except UnknownProfile as unknown:
        raise Refusal("", "unknown_profile", str(unknown)) from None
    if header.budget != UNNAMED and header.budget not in BUDGETS:
        raise Refusal("", "unknown_budget", f"there is no budget {header.budget!r:.40}; there is {', '.join(BUDGETS)}")
    if header.edition not in EDITIONS:
        raise Refusal("", "unknown_edition", f"there is no edition {header.edition}; the latest is {LATEST}")
    least, most = rules.seats
    pool = pool_of(header.game, header.cards, header.edition, header.inline or ())
    decks = _all_decks(header, rules, pool)
    if not least <= len(header.names) <= most or len(sides_of(rules, header.names)) != len(decks):
        raise Refusal("", "bad_seats", f"{header.game} is played by {least} to {most}, each with a deck")
    if header.inline is None:
        for entries in header.decks:
            _check_deck(rules, pool, entries)
    register = _registered(rules, len(header.names), decks, pool)
    game = Game(rules, header.names, register, header.seed.stream(), header.budget, header.edition)
    game.lay_out()
    return game, register


@lru_cache(maxsize=MOST_REGISTERS)
def _registered(rules: Rules, seats: int, decks: tuple[Entries, ...], pool: Pool) -> Register:
    """The cards of these decks, and those that a position defines, numbered; the same are played again and again."""
    register = Register(rules, seats)
    for entries in decks:
        for name, count in entries:
            definition = _definition(pool, name)
            for _ in range(count):
                register.card(definition)
    for name in register.other_faces():
        register.face(_definition(pool, name))
    register.number_faces()
    for definition in pool.inline.values():
        register.include(definition)
    kinds = rules.counters.items()
    register.finish({name: kind.lends for name, kind in kinds if kind.lends and pool.edition >= kind.since})
    finish_cards(rules.name)
    return register


def _all_decks(header: Header, rules: Rules, pool: Pool) -> tuple[Entries, ...]:
    """The decks of all who own cards; where none is written that of the side at which nobody sits is its scenario's."""
    if header.inline is not None or not (rules.side or header.scenario):
        return header.decks
    for entries in header.decks:
        _know(pool, entries)
    return (*header.decks, rules.side_deck(pool, header.scenario, header.decks))


def _check_deck(rules: Rules, pool: Pool, entries: Entries) -> None:
    _know(pool, entries)
    faults = faults_of(rules, pool, entries)
    if faults:
        raise Refusal("", "illegal_deck", "; ".join(map(str, faults[:5])))


def _know(pool: Pool, entries: Entries) -> None:
    for name, _ in entries[: MAX_DECK + 1]:
        _definition(pool, name)


@lru_cache(maxsize=MOST_REGISTERS)
def faults_of(rules: Rules, pool: Pool, entries: Entries, beside: Entries = ()) -> tuple[Fault, ...]:
    """The faults of a deck and its sideboard; the same decks are played again and again."""
    both = (*entries, *beside)
    if min((count for _, count in both), default=1) < 1 or sum(count for _, count in both) > MAX_DECK:
        return (Fault("", f"a deck has at most {MAX_DECK} cards, and at least one of each it names"),)
    if beside and SIDEBOARD not in rules.deck_headings.values():
        return (Fault("", NO_SIDEBOARD),)
    unknown = [name for name, _ in both if not pool.has(name)]
    if unknown:
        return tuple(map(no_such_card, unknown))
    return tuple(rules.check_deck(pool, pool.printed(entries), pool.printed(beside)))


def _definition(pool: Pool, name: str) -> CardDef:
    try:
        return pool.card(name)
    except UnknownCard as unknown:
        raise Refusal("", "unknown_card", str(unknown)) from None


def pool_for(header: Header) -> Pool:
    """The cards that a match may name; raises ``Refusal`` as ``new_game``."""
    return pool_of(header.game, header.cards, header.edition, header.inline or ())


def side_deck(header: Header) -> Entries:
    """The deck of the side at which nobody sits, none where there is no such side."""
    decks = _all_decks(header, rules_of(header.game, header.profile), pool_for(header))
    return decks[len(header.names)] if len(decks) > len(header.names) else ()


def deal_numbers(header: Header) -> tuple[tuple[int, ...], ...]:
    """The card numbers of the deck of each seat, and of the side at which nobody sits, in deck order."""
    numbers, first = [], 0
    for entries in _all_decks(header, rules_of(header.game, header.profile), pool_for(header)):
        count = sum(n for _, n in entries)
        numbers.append(tuple(range(first, first + count)))
        first += count
    return tuple(numbers)
