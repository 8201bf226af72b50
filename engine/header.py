"""What fixes a match before its first answer, and the game that it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.cards import UnknownCard, card
from engine.errors import Refusal
from engine.game import Game
from engine.games import UnknownProfile, rules_of
from engine.rng import Seed
from engine.texts import Register

if TYPE_CHECKING:
    from engine.cards import CardDef
    from engine.rules import Rules

Entries = tuple[tuple[str, int], ...]
MAX_DECK: Final = 250
"""Cards in one deck; no game here needs more, and a match holds them all."""


class Header:
    """What fixes a match before its first answer.

    Args:
        game: its name, one of ``list_games()``.
        names: of the seats, two or more as the game allows.
        decks: of each seat, (card name, how many).
        seed: of all randomness; secret until the match ends.
        profile: which reading of the rules.
    """

    __slots__ = ("decks", "game", "names", "profile", "seed")

    def __init__(
        self, game: str, names: tuple[str, ...], decks: tuple[Entries, ...], seed: Seed, profile: str = "seeds"
    ) -> None:
        self.game = game
        self.names = names
        self.decks = decks
        self.seed = seed
        self.profile = profile

    def to_json(self) -> dict[str, object]:
        """As a JSON object, the secret included: for the journal, not for clients."""
        return {
            "game": self.game,
            "names": list(self.names),
            "decks": [[list(entry) for entry in deck] for deck in self.decks],
            "secret": self.seed.secret,
            "shares": list(self.seed.shares),
            "profile": self.profile,
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> Header:
        """Back from ``to_json``."""
        decks = tuple(tuple((str(name), int(n)) for name, n in deck) for deck in data["decks"])
        return Header(
            str(data["game"]),
            tuple(data["names"]),
            decks,
            Seed(str(data["secret"]), tuple(data["shares"])),
            str(data["profile"]),
        )


def new_game(header: Header) -> tuple[Game, Register]:
    """A game with the cards of its decks registered and nothing in any zone.

    Raises:
        Refusal: ``unknown_game``, ``unknown_profile``, ``unknown_card``, ``illegal_deck``, ``bad_seats``.
    """
    try:
        rules: Rules = rules_of(header.game, header.profile)
    except KeyError:
        raise Refusal("", "unknown_game", f"there is no game {header.game!r}") from None
    except UnknownProfile as unknown:
        raise Refusal("", "unknown_profile", str(unknown)) from None
    if (
        len(header.names) != len(header.decks)
        or len(header.names) < rules.seats[0]
        or len(header.names) > rules.seats[1]
    ):
        raise Refusal(
            "", "bad_seats", f"{header.game} is played by {rules.seats[0]} to {rules.seats[1]}, each with a deck"
        )
    register = Register(rules)
    for entries in header.decks:
        definitions = [_definition(header.game, name) for name, _ in entries[: MAX_DECK + 1]]
        problems = rules.check_deck(entries)
        if min((count for _, count in entries), default=1) < 1 or sum(count for _, count in entries) > MAX_DECK:
            problems = [f"a deck has at most {MAX_DECK} cards, and at least one of each it names"]
        if problems:
            raise Refusal("", "illegal_deck", "; ".join(problems[:5]))
        for definition, (_, count) in zip(definitions, entries, strict=True):
            for _ in range(count):
                register.card(definition)
    register.finish()
    return Game(rules, header.names, register, header.seed.stream()), register


def _definition(game: str, name: str) -> CardDef:
    try:
        return card(game, name)
    except UnknownCard as unknown:
        raise Refusal("", "unknown_card", str(unknown)) from None


def deal_numbers(header: Header) -> tuple[tuple[int, ...], ...]:
    """The card numbers of each seat's deck, in deck order."""
    numbers, first = [], 0
    for entries in header.decks:
        count = sum(n for _, n in entries)
        numbers.append(tuple(range(first, first + count)))
        first += count
    return tuple(numbers)
