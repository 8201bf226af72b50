"""The bots of the house: they sit at seats that ask for ``bot:NAME``, through the same door as everybody.

Each one is a task with its own connection to our own address, so a bot of the house can do what a bot of a stranger
can, and no more. They think at a pace that people can follow.
"""

import random

import anyio
import anyio.abc

from protocol.client import ClientError, connect
from server import metrics
from server.bots import BOTS
from server.bots.player import Player, answer
from server.logs import get
from server.tokens import Tokens

log = get("house")


class House:
    """Starts bots of the house.

    Attributes:
        url: our own address; set once the port is known, before the first bot sits down.
        names: the bots there are.
    """

    def __init__(self, tokens: Tokens, tasks: anyio.abc.TaskGroup, pace_s: float) -> None:
        self.url = ""
        self.names = frozenset(BOTS)
        self._playing: dict[str, list[anyio.CancelScope]] = {}
        self._tokens = tokens
        self._tasks = tasks
        self._pace_s = pace_s

    def sit(self, match: str, seat: int, bot: str) -> None:
        scope = anyio.CancelScope()
        self._playing.setdefault(match, []).append(scope)
        self._tasks.start_soon(self._sit, match, seat, bot, scope, name=f"bot {bot} in {match}")

    def rise(self, match: str) -> None:
        """All bots leave a match: it is over, or run elsewhere, where others sit down."""
        for scope in self._playing.pop(match, ()):
            scope.cancel()

    async def _sit(self, match: str, seat: int, bot: str, scope: anyio.CancelScope) -> None:
        with scope:
            await self._play(match, seat, bot)

    async def _play(self, match: str, seat: int, bot: str) -> None:
        """Play one seat to the end of its match; a bot that fails is reported and leaves."""
        player = Player(bot, random.Random())  # noqa: S311 # a bot's whim is no secret
        _, identity = self._tokens.new_guest(f"{bot} (bot)")
        try:
            async with connect(self.url, token=identity) as client:
                async for table in client.play(match, self._tokens.for_seat(match, seat)):
                    await anyio.sleep(self._pace_s)
                    if table.has_decision:  # else it was withdrawn meanwhile
                        await answer(table, player, table.decision)
        except ClientError as error:
            log.warning("bot left", match=match, seat=seat, bot=bot, reason=str(error))
        except Exception:  # a bot's bug is its own
            metrics.INCIDENTS.inc()
            log.exception("bot failed", match=match, seat=seat, bot=bot)
