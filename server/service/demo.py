"""The demo: there is always a match between two bots of the house to look at."""

from typing import Final

import anyio

import engine
from protocol.messages import Create
from server.ownership.registry import Registry
from server.runtime import incidents
from server.runtime.errors import Unavailable
from server.runtime.logs import get

log = get("demo")

LOOK_S: Final = 2.0
"""Time between two looks whether the last one is over."""


async def keep_demo(registry: Registry) -> None:
    """Start a match whenever none of the house's is running, for ever; or until that fails, which ends nothing else."""
    try:
        while True:
            if not any(is_demo(actor.history.head.seats) for actor in registry.running()):
                await start_demo(registry)
            await anyio.sleep(LOOK_S)
    except Exception as error:  # noqa: BLE001 # the server is there for others
        incidents.report(log, "no demo match", error)


def is_demo(seats: tuple[str, ...]) -> bool:
    return all(who.startswith("bot:") for who in seats)


def game() -> str:
    """The first game that has decks to play with."""
    return next(name for name in engine.list_games() if engine.load_decks(name))


async def start_demo(registry: Registry) -> None:
    try:
        created = await registry.create(Create(game(), names=("Greedy", "Random"), seats=("bot:greedy", "bot:random")))
    except Unavailable as error:
        log.warning("no demo match yet", reason=str(error))
    else:
        log.info("demo match", match=created.m)
