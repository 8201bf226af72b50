"""Peers that ask again while a match moves from one node to another."""

import anyio

from server.store.journal import Journal
from tests.support.server.peer import Frame, Peer

TAKEOVER_S = 60.0
"""Time that a test waits for another node, on a machine that may do much else."""


async def owner(journal: Journal, match: str) -> str:
    """The name of the node that has a match."""
    return (await journal.owner(match)).node.rpartition(".")[0]


async def a_moment() -> None:
    """Until it is worth asking Redis again: nobody tells who owns what."""
    await anyio.sleep_until(anyio.current_time() + 0.05)


async def joined(someone: Peer, match: str, token: str | None = None) -> Frame:
    """Join as soon as the match is run somewhere, and again where it moved meanwhile (PROTOCOL.md 3.10)."""
    join = {"t": "join", "m": match} if token is None else {"t": "join", "m": match, "token": token}
    with anyio.fail_after(TAKEOVER_S):
        while (frame := await someone.ask(join, "state", "nack", "moved"))["t"] != "state":
            if frame["t"] == "nack":
                assert frame["code"] == "unavailable"
                await anyio.sleep_until(anyio.current_time() + frame["retry_ms"] / 1000)
    return frame


async def answered(someone: Peer, match: str, c: int, decision: Frame) -> Frame:
    """Answer with the default, again and again until it is acknowledged."""
    intent = {"t": "intent", "m": match, "c": c, "w": decision["w"], "a": decision["default"]}
    with anyio.fail_after(TAKEOVER_S):
        while (frame := await someone.ask(intent, "ack", "nack", "moved"))["t"] != "ack":
            if frame["t"] == "nack":
                assert frame["code"] == "unavailable", frame
                await anyio.sleep_until(anyio.current_time() + frame["retry_ms"] / 1000)
    return frame


async def owned_by(journal: Journal, matches: list[str], name: str) -> None:
    with anyio.fail_after(TAKEOVER_S):
        while {await owner(journal, match) for match in matches} != {name}:
            await a_moment()
