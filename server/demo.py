"""The demo: there is always a match between two bots of the house to look at."""

from typing import Final

import anyio

import engine
from protocol.messages import Create
from server.errors import JournalError
from server.logs import get
from server.registry import Registry

log = get("demo")

LOOK_S: Final = 2.0
"""How often it is seen whether the last one is over."""


async def keep_demo(registry: Registry) -> None:
    """Start a match whenever none of the house's is running, for ever."""
    while True:
        if not any(is_demo(actor.history.head.seats) for actor in registry.running()):
            await start_demo(registry)
        await anyio.sleep(LOOK_S)


def is_demo(seats: tuple[str, ...]) -> bool:
    return all(who.startswith("bot:") for who in seats)


def game() -> str:
    """The first game that has decks to play with."""
    return next(name for name in engine.list_games() if engine.load_decks(name))


async def start_demo(registry: Registry) -> None:
    try:
        created = await registry.create(Create(game(), names=("Greedy", "Random"), seats=("bot:greedy", "bot:random")))
    except (JournalError, engine.Refusal):
        log.exception("no demo match")
    else:
        log.info("demo match", match=created.m)
