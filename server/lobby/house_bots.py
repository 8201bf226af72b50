"""The bots of the house: they sit at seats that ask for ``bot:NAME``, through the same door as everybody.

Each one is a task with its own connection to our own address, so a bot of the house can do what a bot of a stranger
can, and no more. Against people they answer at once: the client of a person gives the time to read. Among themselves
they think at a pace that people can follow, and where a match was created with a pace, at that. They think in turn, and
rest in between for as long, so that they never take more than half of a node's time.
"""

import random
import time

import anyio
import anyio.abc

from protocol.client import Client, ClientError, Match, Refused, connect
from protocol.messages import Decision
from server.bots import BOTS
from server.bots.levels import title
from server.bots.seat_player import Player, answer
from server.identity.tokens import Tokens
from server.puzzles.defence import DEFENDER, Defender
from server.runtime import incidents
from server.runtime.logs import get

log = get("house")


class House:
    """Starts bots of the house.

    Args:
        pace_s: how long a bot thinks among bots, for people to follow, where nobody has asked for another pace.
        least_ms: the least that it does where somebody has.
        most: how many of them there are.

    Attributes:
        url: our own address; set once the port is known, before the first bot sits down.
        names: the bots there are.
    """

    def __init__(self, tokens: Tokens, tasks: anyio.abc.TaskGroup, pace_s: float, least_ms: int, most: int) -> None:
        self.url = ""
        self.names = frozenset((*BOTS, DEFENDER))
        self._playing: dict[str, list[anyio.CancelScope]] = {}
        self._tokens = tokens
        self._tasks = tasks
        self._pace_s = pace_s
        self._least_ms = least_ms
        self._most = most
        self._turn = anyio.Lock()

    @property
    def is_full(self) -> bool:
        """Whether all bots play; those of matches that are taken up do so all the same."""
        return sum(map(len, self._playing.values())) >= self._most

    def sit(
        self, match: str, seat: int, bot: str, pace_ms: int | None, *, is_watched: bool, position: str = ""
    ) -> None:
        """Have a bot play a seat; ``position`` is where its match began, if not with dealt cards."""
        usual_ms = self._pace_s * 1000 if is_watched else 0
        pause_ms = usual_ms if pace_ms is None else max(pace_ms, self._least_ms)
        scope = anyio.CancelScope()
        self._playing.setdefault(match, []).append(scope)
        self._tasks.start_soon(self._sit, match, seat, bot, pause_ms, scope, position, name=f"bot {bot} in {match}")

    def rise(self, match: str) -> None:
        """All bots leave a match: it is over, or run elsewhere, where others sit down."""
        for scope in self._playing.pop(match, ()):
            scope.cancel()

    async def _sit(
        self, match: str, seat: int, bot: str, pace_ms: float, scope: anyio.CancelScope, position: str
    ) -> None:
        with scope:
            await self._play(match, seat, bot, pace_ms, position)
        playing = self._playing.get(match, [])
        if scope in playing:
            playing.remove(scope)
        if not playing:
            self._playing.pop(match, None)

    async def _answer(self, match: Match, player: Player, decision: Decision) -> None:
        """One bot's turn at thinking; all else has as much time after it."""
        begun_s = time.perf_counter()
        if match.is_open(decision):  # else it was withdrawn meanwhile
            await answer(match, player, decision)
        await anyio.sleep(time.perf_counter() - begun_s)

    async def _play(self, match: str, seat: int, bot: str, pace_ms: float, position: str) -> None:
        """Play one seat to the end of its match; a bot that fails is reported and leaves."""
        _, identity = self._tokens.new_guest(f"{title(bot)} (bot)")
        try:
            async with connect(self.url, token=identity) as client:
                player = player_of(bot, client, position)
                joined = await client.join(match, self._tokens.for_seat(match, seat))
                async for decision in joined:
                    await rest(client, joined, decision, pace_ms)
                    async with self._turn:
                        await self._answer(joined, player, decision)
        except ClientError as error:
            why = error.code if isinstance(error, Refused) else str(error)  # what a refusal says may name cards
            log.warning("bot left", match=match, seat=seat, bot=bot, reason=why)
        except Exception as error:  # noqa: BLE001 # a bot's bug is its own
            incidents.report(log, "bot failed", error, match=match, seat=seat, bot=bot)


def player_of(bot: str, client: Client, position: str) -> Player:
    """The player that a name stands for; who defends a puzzle does what is greedy where thought does not help."""
    rng = random.Random()  # noqa: S311 # a bot's whim is no secret
    if bot == DEFENDER:
        return Player("greedy", rng, mind=Defender(client.known, position))
    return Player(bot, rng, client.known)


async def rest(client: Client, match: Match, decision: Decision, pace_ms: float) -> None:
    """Wait before an answer, for half of the time at most that the seat has left for it, as far as that is told."""
    begun_ms = client.now_ms
    if match.clock is not None and match.clock.decision_ms:
        pace_ms = min(pace_ms, match.clock.decision_ms / 2)
    while match.is_open(decision):
        due_ms = begun_ms + pace_ms
        told = match.waiting
        if told is not None and told.seat == match.seat and told.deadline is not None:
            due_ms = min(due_ms, (begun_ms + told.deadline) / 2)
        if client.now_ms >= due_ms:
            return
        with anyio.move_on_after((due_ms - client.now_ms) / 1000):
            await match.next_change()
