"""Who plays and who looks on, and what they were told: what is acknowledged, what is over, which gaps there were."""

import random
from collections.abc import Sequence
from typing import Final, TypeAlias

import anyio

from protocol.client import Client, ClientError, Table
from protocol.messages import Created
from server.bots.player import Player, answer

GAME: Final = "magic"
DECKS: Final = ("burn", "burn")
"""The shortest matches between random players: about 500 answers."""
PACE_S: Final = 0.03
"""Between two answers of a seat, as long as there is trouble."""
SLOWER: Final = 1.03
"""How much longer each wait is than the one before: a match must not be over before the trouble is."""
LONGEST_S: Final = 3.0
HEAL_S: Final = 20.0
"""How long a view may lack what it was told of."""

Number: TypeAlias = tuple[str, int, int]
"""Match, seat, number of the intent."""


class Witness:
    """What the clients saw.

    Attributes:
        acknowledged: intent -> the decision that it answered.
        twice: intents that were acknowledged again as if they were new.
        tables: of all who play or look on.
        calm: set once there is no trouble any more.
        over: set once nobody plays or looks on any more.
        errors: what ended a seat or a spectator too early.
    """

    def __init__(self) -> None:
        self.acknowledged: dict[Number, int] = {}
        self.twice: list[Number] = []
        self.tables: list[Table] = []
        self.calm = anyio.Event()
        self.over = anyio.Event()
        self.errors: list[str] = []

    def saw(self, number: Number, w: int) -> None:
        if number in self.acknowledged:
            self.twice.append(number)
        self.acknowledged[number] = w

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
    def unhealed(self) -> list[str]:
        """Matches of which somebody lacks something, or did not see the end."""
        return sorted({table.match for table in self.tables if not table.is_whole or table.result is None})


async def sit(client: Client, created: Created, seat: int, witness: Witness, rng: random.Random) -> None:
    """Play a seat at random to the end of the match."""
    player = Player("random", rng)
    try:
        table = await client.join(created.m, created.seats[seat].token)
        witness.tables.append(table)
        pause_s = PACE_S
        while (decision := await table.next_decision()) is not None:
            if not await answer(table, player, decision):
                continue
            witness.saw((created.m, seat, table.c), decision.w)
            with anyio.move_on_after(rng.uniform(0, 2 * pause_s)):
                await witness.calm.wait()
            pause_s = min(pause_s * SLOWER, LONGEST_S)
        await heal(table)
    except ClientError as error:
        witness.errors.append(f"{created.m} seat {seat}: {type(error).__name__}: {error}")


async def look_on(client: Client, match: str, witness: Witness) -> None:
    """Watch a match to its end."""
    try:
        table = await client.join(match)
        witness.tables.append(table)
        async for _ in table.changes():
            pass
        await heal(table)
    except ClientError as error:
        witness.errors.append(f"{match} spectator: {type(error).__name__}: {error}")


async def heal(table: Table) -> None:
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
