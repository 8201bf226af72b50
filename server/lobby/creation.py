"""Header of a match: the one who asks for it says some of it, and the server has a default for the rest.

Decides header, seats, clock and seed, and refuses what cannot be played; knows no running match.
"""

import secrets
from typing import Final, TypeAlias

import msgspec
import orjson
from msgspec import Raw
from msgspec.structs import replace

import engine
from protocol import messages as wire
from server.bots import KNOWING
from server.bots.levels import title
from server.identity.display_names import called, distinct
from server.identity.tokens import Tokens
from server.lobby.decks import cards_of
from server.match.persons import BOT
from server.match.replayed_match import header_of
from server.puzzles.defence import DEFENDER
from server.runtime.settings import Settings
from server.store.entries import VERSION as ENTRY_VERSION
from server.store.entries import Cards, Head, Series

ID_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters that are read as another."""
ID_LENGTH: Final = 12
"""59 bits: an id of a private match is not guessed."""
SECRET_BYTES: Final = 32
TOLD: Final = KNOWING | {DEFENDER}
"""Bots that have to know the deck lists."""
OPEN: Final = "open"
INVITED: Final = "invite"
"""A seat for whoever uses its invite first."""
Moves: TypeAlias = tuple[str, ...]
SEATS: Final = 2
"""Number of seats if neither decks, names nor seats tell it."""


class Creation:
    """Makes heads of new matches.

    Args:
        bots: what ``bot:NAME`` may ask for.
    """

    def __init__(self, settings: Settings, tokens: Tokens, bots: frozenset[str]) -> None:
        self._settings = settings
        self._tokens = tokens
        self._bots = bots
        self._default_clock = read_clock(settings.clock)

    def head(
        self,
        asked: wire.Create,
        now_ms: int,
        header: engine.Header | None = None,
        moves: Moves = (),
        cards: tuple[str, ...] = (),
    ) -> Head:
        """The first entry of a match that somebody asks for.

        Args:
            header: of a match that begins at a moment of another one, to which ``moves`` led.
            cards: those of its decks that do not ship.

        Raises:
            engine.Refusal: unknown game, profile, deck or bot, or a clock or a pace that is not to be had.
        """
        if header is None:
            header = self._header(asked, cards)
        return Head(
            ENTRY_VERSION,
            self._settings.engine,
            Raw(orjson.dumps(header.to_json())),
            self._seats(asked, len(header.names)),
            asked.private,
            at=now_ms,
            clock=self._clock(asked),
            delay_ms=asked.delay_s * 1000,
            open_decks=asked.open_decks or any(who.removeprefix(BOT) in TOLD for who in asked.seats),
            moves=moves,
            pace_ms=self._pace(asked),
            partial=any(engine.BroughtCard.from_json(card).left_out for card in header.cards),
            hands=own_hands(asked, len(header.names)),
        )

    def in_series(self, head: Head, best: int, beside: tuple[Cards, ...]) -> Head:
        """The first game of a series, which somebody begins by lot (103.1)."""
        series = Series(best, (0,) * len(head.seats), beside=beside)
        return self.again(head, head.at, header_of(head).decks, series, self.lot(head))

    def lot(self, head: Head) -> int:
        """The seat that decides by lot who begins."""
        return secrets.randbelow(len(head.seats))

    def again(
        self, head: Head, now_ms: int, decks: tuple[Cards, ...] = (), series: Series | None = None, chooser: int = -1
    ) -> Head:
        """That of the same match once more, with another seed; of a series the next game."""
        header = header_of(head)
        following = engine.Header(
            header.game,
            header.names,
            decks or header.decks,
            self.seed(None),
            header.profile,
            scenario=header.scenario,
            chooser=chooser,
            cards=header.cards,
            position=header.position,
        )
        return replace(
            head,
            series=series,
            header=Raw(orjson.dumps(following.to_json())),
            engine=self._settings.engine,
            v=ENTRY_VERSION,
            at=now_ms,
            moves=(),
        )

    def created(
        self, match_id: str, seats: tuple[str, ...], asked: wire.Create, invites: tuple[wire.SeatToken, ...]
    ) -> wire.Created:
        """The tokens and invites that the creator gets to give away."""
        tokens = self._tokens
        given = [wire.SeatToken(seat, tokens.for_seat(match_id, seat)) for seat, who in enumerate(seats) if who == OPEN]
        watch = tokens.for_watching(match_id) if asked.private else None
        return wire.Created(match_id, tuple(given), asked.r, invites, watch)

    def _header(self, asked: wire.Create, cards: tuple[str, ...]) -> engine.Header:
        if asked.game not in engine.list_games():
            known = ", ".join(engine.list_games())
            raise engine.Refusal("", "unknown_game", f"no game {asked.game!r}; there are {known}")
        built_in = engine.load_decks(asked.game)
        if not (asked.decks or built_in):
            raise engine.Refusal("", "unknown_deck", f"{asked.game} comes without decks: name the cards of one")
        count = max(len(asked.decks), len(asked.names), len(asked.seats)) or SEATS
        chosen = asked.decks or tuple(sorted(built_in))
        decks = [cards_of(asked.game, chosen[seat % len(chosen)])[0] for seat in range(count)]
        names = [*called(asked.names), *(name_of(seat, asked.seats) for seat in range(len(asked.names), count))]
        profile = engine.profiles_of(asked.game)[0] if asked.profile is None else asked.profile
        seed = self.seed(asked.seed)
        scenario = asked.scenario or ""
        return engine.Header(asked.game, distinct(names), tuple(decks), seed, profile, scenario=scenario, cards=cards)

    def seed(self, asked: str | None) -> engine.Seed:
        """Of all randomness; what a client gives is mixed in and, unless we are told to, never known to be all."""
        if asked and self._settings.fixed_shuffles:
            return engine.Seed(asked)
        return engine.Seed(secrets.token_hex(SECRET_BYTES), (asked,) if asked else ())

    def _clock(self, asked: wire.Create) -> wire.Clock | None:
        """The clock of the seats: as asked, or as on this server."""
        clock = asked.clock or self._default_clock
        if clock is None:
            return None
        bounds = [bound_ms for bound_ms in (clock.bank_ms, clock.decision_ms) if bound_ms]
        if not bounds or min(bounds) < self._settings.clock_ms:
            least_ms = self._settings.clock_ms
            raise engine.Refusal("", "bad_clock", f"a clock has a bank or a limit, of {least_ms} ms at least")
        return clock

    def _pace(self, asked: wire.Create) -> int | None:
        """The wait of bots before each answer, if that is asked for."""
        if asked.pace is not None and asked.pace < self._settings.pace_ms:
            raise engine.Refusal("", "bad_pace", f"bots of the house wait {self._settings.pace_ms} ms at least")
        return asked.pace

    def _seats(self, asked: wire.Create, count: int) -> tuple[str, ...]:
        seats = asked.seats or (OPEN,) * count
        if len(seats) != count:
            raise engine.Refusal("", "bad_seats", f"{len(seats)} seats for {count} players")
        for who in seats:
            if who not in (OPEN, INVITED) and who.removeprefix(BOT) not in self._bots:
                known = ", ".join([OPEN, INVITED, *(BOT + name for name in sorted(self._bots))])
                raise engine.Refusal("", "unknown_bot", f"no {who!r}; there are {known}")
        return tuple(seats)


def own_hands(asked: wire.Create, count: int) -> tuple[tuple[int, ...], ...]:
    """The open seats of a match, if they are several and one person's."""
    seats = asked.seats or (OPEN,) * count
    own = tuple(seat for seat, who in enumerate(seats) if who == OPEN) if asked.own else ()
    return (own,) if len(own) > 1 else ()


def is_bots(seats: tuple[str, ...], seat: int, decks: int) -> bool:
    """Whether a bot of the house plays the deck of that number: of so many, seats after the last begin again."""
    return any(who.startswith(BOT) for place, who in enumerate(seats) if place % decks == seat)


def new_id() -> str:
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


def is_id(text: str) -> bool:
    """Whether some match may have this id."""
    return len(text) == ID_LENGTH and all(letter in ID_ALPHABET for letter in text)


def name_of(seat: int, seats: tuple[str, ...]) -> str:
    """The name of a seat whose name was left out: a bot of the house by its own name."""
    who = seats[seat] if seat < len(seats) else OPEN
    if not who.startswith(BOT):
        return f"player {seat + 1}"
    name = title(who.removeprefix(BOT))
    number = f"({seat + 1})" if name[-1].isdecimal() else str(seat + 1)
    return name if seats.count(who) == 1 else f"{name} {number}"


def read_clock(text: str) -> wire.Clock | None:
    """The clock of a setting.

    Raises:
        ValueError: it is none.
    """
    return msgspec.json.decode(text, type=wire.Clock) if text else None
