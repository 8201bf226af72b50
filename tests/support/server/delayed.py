"""A match whose public sees it a minute later."""

import anyio

from server.service.service import Service
from tests.support.server.hand_clock import HandClock
from tests.support.server.peer import PATIENCE_S, Frame, Peer
from tests.support.server.staged import Stage
from tests.support.server.takeovers import a_moment, joined

DELAY_S = 60
DELAY_MS = DELAY_S * 1000 + 1
"""After which all is shown."""


async def public_state(watcher: Peer, match: str) -> Frame:
    return await watcher.ask({"t": "sync", "m": match}, "state")


async def heard_since(watcher: Peer) -> list[Frame]:
    """All that comes up to an answer to what is asked now, but for heads, which come by the machine's time."""
    await watcher.send({"t": "ping", "r": "now"})
    frames = [await watcher.next()]
    while frames[-1]["t"] != "pong":
        frames.append(await watcher.next())
    return [frame for frame in frames[:-1] if frame["t"] != "head"]


async def play(stage: Stage, time: HandClock, answers: int) -> None:
    for _ in range(answers):
        time.pass_ms(1000)
        await stage.answer()


async def shows(watcher: Peer, match: str, seq: int) -> Frame:
    """Wait until the public view has come to a number; a watcher whose match moved joins again."""
    with anyio.fail_after(PATIENCE_S):
        while (state := await joined(watcher, match))["seq"] < seq:
            await a_moment()
    return state


def live_seq(service: Service, match: str) -> int:
    actor = service.registry.get(match)
    assert actor is not None
    return actor.history.views.seq["public"]
