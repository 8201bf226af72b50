"""Records of what the clients of a run saw: acknowledged intents, views and when they were shown, and gaps."""

import time
from collections import Counter
from typing import Final, TypeAlias

import anyio

from protocol.client import Client, Match

CONCESSION: Final = "concede"
SETTING: Final = "settings"

Number: TypeAlias = tuple[str, int, int]
"""Match, seat, number of the intent."""


class Witness:
    """Everything that the clients saw.

    Attributes:
        acknowledged: intent -> what it was.
        twice: intents that were acknowledged again as if they were new.
        said: how many of each kind.
        waits_s: how long each answer took to be acknowledged.
        cuts: connections that were cut with an answer on its way.
        tables: of all who play or look on, or did.
        clients: whose connection a table is followed on.
        shown_ms: of a spectator whose view is delayed: number of the view -> when it was there, by the machine's clock.
        over_ms: of the same: when the end was there.
        calm: set once there is no trouble any more.
        over: set once nobody plays or looks on any more.
        errors: what ended a seat or a spectator too early, or kept one waiting.
    """

    def __init__(self) -> None:
        self.acknowledged: dict[Number, str] = {}
        self.twice: list[Number] = []
        self.said: Counter[str] = Counter()
        self.waits_s: list[float] = []
        self.cuts = 0
        self.tables: list[Match] = []
        self.clients: dict[Match, Client] = {}
        self.shown_ms: dict[Match, dict[int, int]] = {}
        self.over_ms: dict[Match, int] = {}
        self.calm = anyio.Event()
        self.over = anyio.Event()
        self.errors: list[str] = []

    def sat_down(self, client: Client, table: Match) -> None:
        """Somebody plays or looks on from now on."""
        self.tables.append(table)
        self.clients[table] = client

    def saw(self, number: Number, what: str) -> None:
        if number in self.acknowledged:
            self.twice.append(number)
        self.acknowledged[number] = what
        self.said[what.partition(" ")[0]] += 1

    def was_shown(self, table: Match) -> None:
        """A spectator was shown something."""
        if table.delay_s:
            now_ms = time.time_ns() // 1_000_000
            self.shown_ms.setdefault(table, {}).setdefault(table.seq, now_ms)
            if table.result is not None:
                self.over_ms.setdefault(table, now_ms)

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
    """The note for an answer."""
    return f"answer {w}"
