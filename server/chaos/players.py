"""Who plays and who looks on, and what they were told: what is acknowledged, what is over, which gaps there were."""

import random
import time
from collections import Counter
from collections.abc import Awaitable, Sequence
from typing import Final, Literal, TypeAlias

import anyio
import msgspec

from protocol.client import Client, ClientError, Match, MatchOver, Refused
from protocol.messages import Created, Decision
from server.bots.player import Player, answer

GAME: Final = "magic"
DECK: Final = "burn"
DECKS: Final = (DECK, DECK)
"""The shortest matches between random players: about 500 answers."""
PLACES: Final = len(DECKS) + 1
"""At a match, spectators being one; a connection has no more than one of them."""
PACE_S: Final = 0.03
"""Between two answers of a seat, as long as there is trouble."""
SLOWER: Final = 1.03
"""How much longer each wait is than the one before: a match must not be over before the trouble is."""
LONGEST_S: Final = 3.0
HEAL_S: Final = 20.0
"""How long a view may lack what it was told of."""

Consent: TypeAlias = Literal["draw", "takeback"]
OFFERED: Final[dict[Consent, float]] = {"draw": 0.01, "takeback": 0.02}
"""How often, for each answer."""
ACCEPTED: Final[dict[Consent, float]] = {"draw": 0.02, "takeback": 0.5}
SETTLED: Final = 0.03
SETTINGS: Final = (
    "settings own on smart on stop any",
    "full control on",
    "full control off",
    "settings own off smart off",
)
CONCEDED: Final = 0.0005
CUT_SHORT: Final = 0.03
"""How often a connection is cut with an answer on its way, as long as there is trouble."""
CONCESSION: Final = "concede"
SETTING: Final = "settings"

Number: TypeAlias = tuple[str, int, int]
"""Match, seat, number of the intent."""


class Offer(msgspec.Struct):
    """What stands in the view of something that not all have agreed to yet."""

    seats: tuple[int, ...]


Offers: TypeAlias = dict[str, Offer]


class Witness:
    """What the clients saw.

    Attributes:
        acknowledged: intent -> what it was.
        twice: intents that were acknowledged again as if they were new.
        said: how many of each kind.
        waits_s: how long each answer took to be acknowledged.
        cuts: connections that were cut with an answer on its way.
        tables: of all who play or look on.
        calm: set once there is no trouble any more.
        over: set once nobody plays or looks on any more.
        errors: what ended a seat or a spectator too early.
    """

    def __init__(self) -> None:
        self.acknowledged: dict[Number, str] = {}
        self.twice: list[Number] = []
        self.said: Counter[str] = Counter()
        self.waits_s: list[float] = []
        self.cuts = 0
        self.tables: list[Match] = []
        self.calm = anyio.Event()
        self.over = anyio.Event()
        self.errors: list[str] = []

    def saw(self, number: Number, what: str) -> None:
        if number in self.acknowledged:
            self.twice.append(number)
        self.acknowledged[number] = what
        self.said[what.partition(" ")[0]] += 1

    async def until_over(self, still_s: float) -> None:
        """Wait until nobody plays or looks on any more, or for so long nothing was acknowledged."""
        before = -1
        while not self.over.is_set() and len(self.acknowledged) > before:
            before = len(self.acknowledged)
            with anyio.move_on_after(still_s):
                await self.over.wait()

    @property
    def gaps(self) -> int:
        return sum(table.gaps for table in self.tables)

    @property
    def resends(self) -> int:
        return sum(table.resends for table in self.tables)


def answered(w: int) -> str:
    """What an answer is noted as."""
    return f"answer {w}"


class Seat:
    """Someone who plays at random to the end of the match, and does whatever else a seat may."""

    def __init__(self, client: Client, table: Match, seat: int, witness: Witness, rng: random.Random) -> None:
        self._client = client
        self._table = table
        self._seat = seat
        self._witness = witness
        self._rng = rng
        self._player = Player("random", rng)
        self._pause_s = PACE_S

    async def play(self) -> None:
        table = self._table
        async for decision in table:
            await self._speak()
            if table.is_open(decision):
                await self._answer(decision)
            with anyio.move_on_after(self._rng.uniform(0, 2 * self._pause_s)):
                await self._witness.calm.wait()
            self._pause_s = min(self._pause_s * SLOWER, LONGEST_S)

    async def _answer(self, decision: Decision) -> None:
        begun_s = time.monotonic()
        async with anyio.create_task_group() as tasks:
            if self._happens(CUT_SHORT) and not self._witness.calm.is_set():
                tasks.start_soon(self._cut_short)
            is_taken = await answer(self._table, self._player, decision)
            tasks.cancel_scope.cancel()
        if is_taken:
            self._saw(answered(decision.w))
            self._witness.waits_s.append(time.monotonic() - begun_s)

    async def _cut_short(self) -> None:
        await anyio.sleep(self._rng.uniform(0, 0.01))
        self._witness.cuts += 1
        self._client.cut()

    async def _speak(self) -> None:
        """Say what is no answer, now and then, and what one thinks of an offer."""
        table = self._table
        offers = msgspec.convert(table.view.entities.get("offers") or {}, Offers)
        for to in OFFERED:
            offer = offers.get(to)
            if offer is None and self._happens(OFFERED[to]):
                await self._say(to, table.agree(to))
            elif offer is not None and self._seat not in offer.seats:
                await self._say(to, table.agree(to, yes=self._happens(ACCEPTED[to])))
        if self._happens(SETTLED):
            await self._say(SETTING, table.settle(self._rng.choice(SETTINGS)))
        if self._happens(CONCEDED):
            await self._say(CONCESSION, table.concede())

    async def _say(self, what: str, saying: Awaitable[None]) -> None:
        """Say it; a refusal is no fault, since the other seat may have been faster, or the rules forbid it."""
        try:
            await saying
        except (MatchOver, Refused):
            return
        self._saw(what)

    def _saw(self, what: str) -> None:
        self._witness.saw((self._table.id, self._seat, self._table.c), what)

    def _happens(self, chance: float) -> bool:
        return self._rng.random() < chance


async def sit(client: Client, created: Created, seat: int, witness: Witness, rng: random.Random) -> None:
    """Play a seat to the end of the match."""
    try:
        table = await client.join(created.m, created.seats[seat].token)
        witness.tables.append(table)
        await Seat(client, table, seat, witness, rng).play()
        await heal(table)
    except (ClientError, ExceptionGroup) as error:
        witness.errors.append(f"{created.m} seat {seat}: {error!r}")


async def look_on(client: Client, match: str, witness: Witness) -> None:
    """Watch a match to its end."""
    try:
        table = await client.join(match)
        witness.tables.append(table)
        async for _ in table.changes():
            pass
        await heal(table)
    except ClientError as error:
        witness.errors.append(f"{match} spectator: {error!r}")


async def heal(table: Match) -> None:
    """Give a view at its end the time to be whole."""
    with anyio.move_on_after(HEAL_S):
        while not table.is_whole:
            await table.next_change()


async def play(clients: Sequence[Client], created: Sequence[Created], witness: Witness, rng: random.Random) -> None:
    """Have all seats played and every match watched; each connection serves seats of several matches."""
    async with anyio.create_task_group() as tasks:
        for number, match in enumerate(created):
            for seat in range(len(match.seats)):
                client = clients[(number + seat) % len(clients)]
                tasks.start_soon(sit, client, match, seat, witness, random.Random(rng.random()))  # noqa: S311 # play
            tasks.start_soon(look_on, clients[(number + len(match.seats)) % len(clients)], match.m, witness)
    witness.over.set()
