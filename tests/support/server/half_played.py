"""Matches played by default answers, and what seats and public see of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from protocol.diffs import canonical
from server.service.service import Service
from tests.support.server.peer import Frame, Peer, peer


def intent(match: str, c: int, decision: Frame) -> Frame:
    return {"t": "intent", "m": match, "c": c, "w": decision["w"], "a": decision["default"]}


async def play_defaults(match: str, seats: list[Peer], count: int) -> None:
    """So many answers, each the default, by whoever is asked."""
    for _ in range(count):
        states = [await seat.ask({"t": "sync", "m": match}, "state") for seat in seats]
        asked = next(n for n, state in enumerate(states) if state.get("decision"))
        await seats[asked].ask(intent(match, states[asked].get("c", 0) + 1, states[asked]["decision"]), "ack")


@asynccontextmanager
async def both(service: Service, match: str) -> AsyncIterator[list[Peer]]:
    """Both seats of a match, joined."""
    async with peer(service.url) as one, peer(service.url) as two:
        for seat, connection in enumerate((one, two)):
            await connection.join(match, service.registry.invites._tokens.for_seat(match, seat))
        yield [one, two]


async def half_played(service: Service) -> str:
    """A match in which forty answers were given."""
    async with peer(service.url) as ann:
        match, _ = await ann.create()
    async with both(service, match) as seats:
        await play_defaults(match, seats, 40)
    return match


async def views(service: Service, match: str) -> list[bytes]:
    async with both(service, match) as seats, peer(service.url) as watcher:
        states = [await seat.ask({"t": "sync", "m": match}, "state") for seat in seats]
        states.append(await watcher.join(match))
        return [canonical({"seq": state["seq"], "view": state["view"], "c": state.get("c")}) for state in states]
