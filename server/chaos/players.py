"""Players and watchers: at random, from match to match, as bots or with the settings of people."""

import random
import time
from collections.abc import Awaitable, Sequence
from typing import Final, Literal, TypeAlias

import anyio
import msgspec

from protocol.client import Client, ClientError, Match, MatchOver, Refused
from protocol.messages import Decision, Option
from server.bots.seat_player import Player, answer
from server.chaos.bouts import Bout, SitDown
from server.chaos.witness import CONCESSION, SETTING, Witness, answered
from server.store.journal import CLOSED

PACE_S: Final = 0.03
"""Between two answers of a seat, as long as there is trouble."""
SLOWER: Final = 1.03
"""Growth of each wait over the one before: a match must not be over before the trouble is."""
LONGEST_S: Final = 3.0
HEAL_S: Final = 20.0
"""Time that a view may lack something it was told of, once there is no more trouble."""

Consent: TypeAlias = Literal["draw", "takeback"]
OFFERED: Final[dict[Consent, float]] = {"draw": 0.01, "takeback": 0.02}
"""Frequency of each offer, for each answer."""
ACCEPTED: Final[dict[Consent, float]] = {"draw": 0.02, "takeback": 0.5}
SETTLED: Final = 0.03
ALL_ASKED: Final = (
    "settings own on smart on stop any",
    "full control on",
    "full control off",
    "settings own off smart off",
)
"""Settings that a seat sends now and then that began under full control."""
EASED: Final = ("smart on", "smart off", "own off", "own on", "stop any", "pass until end of turn or something")
"""Settings that a seat with the settings of a person sends now and then."""
CONCEDED: Final = 0.0005
TIRED: Final = 150
"""Answers of a seat after which it gives up now and then: between random players some matches take thousands."""
CONCEDED_TIRED: Final = 0.02
CUT_SHORT: Final = 0.03
"""Frequency at which a connection is cut with an answer on its way, as long as there is trouble."""


class Offer(msgspec.Struct):
    """An offer in the view that not all have agreed to yet."""

    seats: tuple[int, ...]


Offers: TypeAlias = dict[str, Offer]


class Seat:
    """Someone who plays at random to the end of a bout, and does whatever else a seat may.

    Args:
        is_person: whether it is asked as the page has people asked, and passes where there is nothing to do.
    """

    def __init__(self, client: Client, bout: Bout, witness: Witness, rng: random.Random, *, is_person: bool) -> None:
        self._client = client
        self._bout = bout
        self._witness = witness
        self._rng = rng
        self._is_person = is_person
        self._player = Player("random", rng)
        self._pause_s = PACE_S

    async def play(self, sit_down: SitDown) -> None:
        """Play one match after the other."""
        table = await sit_down()
        while True:
            self._bout.began(table.id)
            self._witness.sat_down(self._client, table)
            await self._play(table)
            await heal(table, self._witness.calm)
            if not self._bout.leads_on(table):
                return
            table = await self._client.follow(table)

    async def _play(self, table: Match) -> None:
        if self._is_person and table.view.settings is None:
            await self._send(table, SETTING, table.settle(table.view.table.settings))
        count = 0
        async for decision in table:
            await self._discuss(table, is_tired=count > TIRED)
            count += 1
            if table.is_open(decision):
                await self._answer(table, decision)
            with anyio.move_on_after(self._rng.uniform(0, 2 * self._pause_s)):
                await self._witness.calm.wait()
            self._pause_s = min(self._pause_s * SLOWER, LONGEST_S)

    async def _answer(self, table: Match, decision: Decision) -> None:
        begun_s = time.monotonic()
        async with anyio.create_task_group() as tasks:
            if self._happens(CUT_SHORT) and not self._witness.calm.is_set():
                tasks.start_soon(self._cut_short)
            passing = nothing_but_to_pass(decision) if self._is_person else None
            if passing is not None:
                is_taken = await table.answer(passing, decision)
            else:
                is_taken = await answer(table, self._player, decision)
            tasks.cancel_scope.cancel()
        if is_taken:
            self._saw(table, answered(decision.w))
            self._witness.waits_s.append(time.monotonic() - begun_s)

    async def _cut_short(self) -> None:
        await anyio.sleep(self._rng.uniform(0, 0.01))
        self._witness.cuts += 1
        self._client.cut()

    async def _discuss(self, table: Match, *, is_tired: bool) -> None:
        """Say what is no answer, now and then, and what one thinks of an offer."""
        offers = msgspec.convert(table.view.entities.get("offers") or {}, Offers)
        for to in OFFERED:
            offer = offers.get(to)
            if offer is None and self._happens(OFFERED[to]):
                await self._send(table, to, table.agree(to))
            elif offer is not None and table.seat not in offer.seats:
                await self._send(table, to, table.agree(to, yes=self._happens(ACCEPTED[to])))
        if self._happens(SETTLED):
            await self._send(table, SETTING, table.settle(self._rng.choice(EASED if self._is_person else ALL_ASKED)))
        if self._happens(CONCEDED_TIRED if is_tired else CONCEDED):
            await self._send(table, CONCESSION, table.concede())

    async def _send(self, table: Match, what: str, saying: Awaitable[None]) -> None:
        """Say it; a refusal is no fault, since the other seat may have been faster, or the rules forbid it."""
        try:
            await saying
        except (MatchOver, Refused):
            return
        self._saw(table, what)

    def _saw(self, table: Match, what: str) -> None:
        assert table.seat is not None
        self._witness.saw((table.id, table.seat, table.c), what)

    def _happens(self, chance: float) -> bool:
        return self._rng.random() < chance


def nothing_but_to_pass(decision: Decision) -> Option | None:
    """The pass that the page gives by itself, as all else would only make mana."""
    passing = next((option for option in decision.options if option.do == "pass"), None)
    is_idle = decision.kind == "act" and all(option.do == "pass" or option.mana for option in decision.options)
    return passing if is_idle else None


async def look_on(client: Client, bout: Bout, witness: Witness) -> None:
    """Watch every match of a bout to its end."""
    async for match in bout.all_matches():
        table = await client.join(match)
        witness.sat_down(client, table)
        async for _ in table.changes():
            witness.was_shown(table)
        witness.was_shown(table)
        await heal(table, witness.calm)


async def heal(table: Match, calm: anyio.Event) -> None:
    """Give a view at its end the time to be whole, and to show that end: some seconds without trouble."""
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_give_up, tasks.cancel_scope, calm)
        while not (table.is_whole and (table.view.game.over is not None or is_closed(table))):
            await table.next_change()
        tasks.cancel_scope.cancel()


async def _give_up(scope: anyio.CancelScope, calm: anyio.Event) -> None:
    await calm.wait()
    scope.deadline = anyio.current_time() + HEAL_S
    await anyio.sleep_forever()


def is_closed(table: Match) -> bool:
    return table.result is not None and table.result.code == CLOSED


async def _reported(bout: Bout, name: str, witness: Witness, doing: Awaitable[None]) -> None:
    """Do something to its end; what ends it too early is a fault of the run."""
    try:
        await doing
    except (ClientError, ExceptionGroup) as error:
        witness.errors.append(f"{bout.matches[-1] if bout.matches else 'no match'} {name}: {error!r}")
        bout.leave()


async def play(
    clients: Sequence[Client],
    bouts: Sequence[tuple[Bout, Sequence[SitDown]]],
    witness: Witness,
    rng: random.Random,
) -> None:
    """Have all seats played and every match watched; each connection serves seats of several matches."""
    async with anyio.create_task_group() as tasks:
        for number, (bout, sits) in enumerate(bouts):
            for place, sit_down in enumerate(sits):
                own, is_person = random.Random(rng.random()), place < bout.kind.people  # noqa: S311 # play
                seat = Seat(client_of(clients, number, place), bout, witness, own, is_person=is_person)
                tasks.start_soon(_reported, bout, f"seat {place}", witness, seat.play(sit_down))
            watching = look_on(client_of(clients, number, len(sits)), bout, witness)
            tasks.start_soon(_reported, bout, "spectator", witness, watching)
    witness.over.set()


def client_of(clients: Sequence[Client], bout: int, place: int) -> Client:
    """The connection of a place of a bout."""
    return clients[(bout + place) % len(clients)]
