"""State of each seat from the client's side: its view, its decision, its unanswered intents, its connection.

A run writes it down now and then, a line for each seat whose match goes on. So there is something to look at where a
match stalls, though its nodes and Redis say nothing.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import anyio
import msgspec

from protocol.client import Client, Match
from server.chaos.witness import Witness

EACH_S: Final = 5.0


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a seat.

    Attributes:
        at_s: by the clock of the run's event loop.
        seq: of the view.
        lacks: whether a fresh view, or the first one, is awaited.
        told_w: the number of the last decision that it was told of.
        open_w: of the one that is open; 0 where there is none.
        unanswered: number of each intent that was sent -> for how many seconds it has waited.
        server: where its connection leads; empty where it has none.
    """

    match: str
    seat: int | None
    at_s: float
    seq: int
    told_w: int
    open_w: int = 0
    lacks: bool = False
    unanswered: dict[int, float] = {}
    resends: int = 0
    server: str = ""
    reconnects: int = 0

    def __str__(self) -> str:
        said = ", ".join(f"{c} for {waited_s:.0f} s" for c, waited_s in self.unanswered.items()) or "none"
        lack = " (a fresh one is awaited)" if self.lacks else ""
        return (
            f"view {self.seq}{lack}, decision {self.open_w or 'none'} of {self.told_w}, unanswered: {said},"
            f" {self.resends} resends, {self.server or 'no connection'}, {self.reconnects} reconnects"
        )


def standing_of(table: Match, client: Client) -> Standing:
    """The state of a seat now."""
    now_s = anyio.current_time()
    return Standing(
        match=table.id,
        seat=table.seat,
        at_s=round(now_s, 1),
        seq=table.seq,
        told_w=table.w,
        open_w=table.decision.w if table.has_decision else 0,
        lacks=not table.is_whole,
        unanswered={c: round(now_s - since_s, 1) for c, since_s in table.unanswered.items()},
        resends=table.resends,
        server=client.page if client.is_up else "",
        reconnects=client.reconnects,
    )


def playing(witness: Witness) -> Iterable[Match]:
    """Seats whose match is not over as far as they know."""
    return (table for table in witness.tables if table.seat is not None and table.result is None)


async def keep_log(path: Path, witness: Witness) -> None:
    """Write down how all seats stand again and again, until cancelled."""
    while True:
        lines = [msgspec.json.encode(standing_of(table, witness.clients[table])) for table in playing(witness)]
        with path.open("ab") as log:  # a few lines
            log.writelines(line + b"\n" for line in lines)
        await anyio.sleep(EACH_S)
