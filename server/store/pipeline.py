"""Group commit: one connection to one primary and one task that writes to it.

While one pipeline is in flight the next collects, so the more matches are busy, the larger the pipelines and the
cheaper each append. A command that the server did not answer, or will not do now or here, is handed back to be sent
again, unchanged, wherever it belongs then: commands must be harmless when executed twice. Nothing else retries: the
client library's own retries are off here.

A command is not cancelled by the one who waits for it; it stands in the pipeline until answered or until we close.

Beside it runs an ``Express`` for those who need no task, while all is well and the answer itself is all that counts:
not with the durability ``replica``, where each pipeline ends with a question to the replicas.
"""

import time
from asyncio import Event, Future, get_running_loop
from collections.abc import Callable
from functools import partial
from typing import Final

import anyio
from redis.asyncio import Connection
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from server.runtime import metrics
from server.runtime.errors import JournalError, ServiceError
from server.runtime.logs import get
from server.runtime.settings import Durability
from server.runtime.stage_times import JOURNAL, STAGES, Turns
from server.store.durability import Replicas, examine
from server.store.express import Answered, Express
from server.store.redis_clock import ASK, REFRESH_S, RedisTime
from server.store.topology import Reply, Topology, make_connection, pack, place

log = get("pipeline")

ANSWER_TIMEOUT_S: Final = 5.0
"""A Redis silent for longer is taken for gone; its connection is dropped and the commands are sent again."""
EXPRESS_TIMEOUT_S: Final = 1.0
"""Time that the pipeline waits for a second connection."""
EXPRESS_AGAIN_S: Final = 1.0
"""After an attempt in vain."""
MOST_COMMANDS: Final = 1000
"""Commands in one pipeline; more wait for the next."""
PASSING: Final = (ReadOnlyError, ClusterDownError, OutOfMemoryError)
PASSING_CODES: Final = ("MISCONF", "BUSY", "NOREPLICAS")
"""Refusals by Redis that end by themselves or by its operator; waited for like a lost connection."""


class Command:
    """One command on its way: already encoded, with the future of its answer.

    Attributes:
        slot: of its key, which says where it belongs.
        packed: as Redis reads it.
        lasts: whether it is answered only once what it did will last.
        asked: where it belongs just this once, while its slot moves.
    """

    __slots__ = ("answer", "asked", "lasts", "packed", "slot")

    def __init__(self, slot: int, packed: bytes, *, lasts: bool) -> None:
        self.slot = slot
        self.lasts = lasts
        self.packed = packed
        self.answer: Future[Reply] = get_running_loop().create_future()
        self.asked: str | None = None

    @property
    def is_open(self) -> bool:
        return not self.answer.done()


class Pipeline:
    """The connection to one primary; ``run`` is its one task.

    Args:
        url: of the primary.
        script: the Lua source that some commands run.
        durability: what an answer promises; ``None`` where only the answer itself counts.
        shared_time: told what time it is at the primary, at first and every ``REFRESH_S`` that it is asked something.
        returned: takes back what has to be sent again.
        changed: told when the primary is lost (``False``) and found again (``True``).
    """

    def __init__(
        self,
        url: str,
        topology: Topology,
        script: str,
        durability: Durability | None,
        shared_time: RedisTime,
        returned: Callable[[list[Command]], None],
        changed: Callable[[bool], None],
    ) -> None:
        self.is_up = True
        self.url = url
        self._topology = topology
        self._script = script
        self._durability = durability
        self._shared_time = shared_time
        self._time_due_s = 0.0
        self._returned = returned
        self._changed = changed
        self._replicas = Replicas() if durability is Durability.REPLICA else None
        self._connection: Connection | None = None
        self._express: Express | None = None
        self._express_due_s = 0.0
        self._waiting: list[Command] = []
        self._wake = Event()

    def put(self, command: Command) -> None:
        self._waiting.append(command)
        self._wake.set()

    @property
    def is_quick(self) -> bool:
        """Whether a command may go by the express now."""
        return self.is_up and self._express is not None and self._express.has_room

    def send_now(self, packed: bytes, answered: Answered) -> None:
        """Send a command by the express, while that ``is_quick``.

        Args:
            answered: told the answer; ``None`` where the command has to be put in here instead.
        """
        express = self._express
        assert express is not None
        sent_s = time.monotonic()
        if sent_s >= self._time_due_s:
            self._time_due_s = sent_s + REFRESH_S
            express.send(ASK, partial(self._told_time, sent_s))
        express.send(packed, answered)

    def _told_time(self, sent_s: float, reply: Reply) -> None:
        try:
            self._shared_time.measure(self.url, reply, sent_s, time.monotonic())
        except ServiceError:
            self._time_due_s = 0.0  # the pipeline asks, and finds out what is the matter

    async def run(self) -> None:
        """Write pipelines until cancelled; then what is not answered is handed back."""
        flight: list[Command] = []
        try:
            while True:
                await self._wake.wait()
                flight, self._waiting = self._waiting[:MOST_COMMANDS], self._waiting[MOST_COMMANDS:]
                if not self._waiting:
                    self._wake.clear()
                await self._deliver(flight)
                flight = []
        finally:
            self._returned([command for command in (*flight, *self._waiting) if command.is_open])
            with anyio.CancelScope(shield=True):
                await self._disconnect()

    async def _deliver(self, commands: list[Command]) -> None:
        """Send once; hand back what has to be sent again. A primary that is lost is tried until it answers."""
        try:
            sending = self._send(commands)
            again = await (Turns(JOURNAL, sending) if STAGES.is_on else sending)
        except (RedisError, OSError, TimeoutError, EOFError, ServiceError) as error:
            self._set_up(False, str(error) or type(error).__name__)
            await self._disconnect()
            left = [command for command in commands if command.is_open]
            for command in left:
                command.asked = None
            self._returned(left or [Command(commands[0].slot, PING, lasts=commands[0].lasts)])
        else:
            if again:
                self._returned(again)
            else:
                self._set_up(True)
                await self._open_express()

    async def _open_express(self) -> None:
        """Have an express, where one may be; the pipeline does without."""
        now_s = time.monotonic()
        is_there = self._express is not None and self._express.is_open
        if is_there or self._durability not in ALONE or now_s < self._express_due_s:
            return
        connection = make_connection(self.url)
        try:
            with anyio.fail_after(EXPRESS_TIMEOUT_S):
                await connection.connect()
            self._express = Express(connection, get_running_loop())
        except (RedisError, OSError, TimeoutError) as error:
            self._express_due_s = now_s + EXPRESS_AGAIN_S
            log.debug("no express", server=place(self.url), reason=str(error) or type(error).__name__)
        finally:
            if self._express is None or not self._express.is_open:
                with anyio.CancelScope(shield=True):
                    await connection.disconnect(nowait=True)

    async def _send(self, commands: list[Command]) -> list[Command]:
        """One round trip, and what its answers have to wait for; return what belongs elsewhere."""
        with anyio.fail_after(ANSWER_TIMEOUT_S):
            connection = self._connection or await self._connect()
            last = b"" if self._replicas is None else self._replicas.ask()
            sent_s = time.monotonic()
            asks_time = sent_s >= self._time_due_s
            first = ASK if asks_time else b""
            await connection.send_packed_command(b"".join([first, *map(packed, commands), last]), check_health=False)
            if asks_time:
                reply: Reply = await connection.read_response(disable_decoding=True)
                self._shared_time.measure(self.url, reply, sent_s, time.monotonic())
                self._time_due_s = sent_s + REFRESH_S
            if self._durability is not None:
                metrics.BATCH.observe(len(commands))
            answers, again = [], []
            refused: ResponseError | None = None
            is_scriptless = False
            for command in commands:
                try:
                    if command.asked is not None:
                        await self._may_ask(connection, command)
                    answers.append((command, await connection.read_response(disable_decoding=True)))
                except NoScriptError:
                    is_scriptless = True
                    again.append(command)
                except ResponseError as error:
                    if self._belongs_elsewhere(command, error):
                        again.append(command)
                    elif isinstance(error, PASSING) or str(error).startswith(PASSING_CODES):
                        refused = error
                    elif command.is_open:
                        command.answer.set_exception(JournalError(str(error)))
        if self._replicas is not None:
            await self._replicas.replicated(connection, self._wait)
        if is_scriptless:
            await self._load(connection)
        for command, reply in answers:
            if command.is_open:
                command.answer.set_result(reply)
        if refused is not None:
            raise refused
        return again

    async def _may_ask(self, connection: Connection, command: Command) -> None:
        """Read the answer to the ``ASKING`` before a command."""
        try:
            await connection.read_response(disable_decoding=True)
        except ResponseError as error:
            raise EOFError(f"not asked here: {error}") from error  # the command's own answer is still to come
        command.asked = None

    def _belongs_elsewhere(self, command: Command, error: ResponseError) -> bool:
        match error:
            case MovedError():
                self._topology.moved(error.slot_id, error.host, error.port)
            case AskError():
                command.asked = self._topology.url_of(error.host, error.port)
            case TryAgainError():
                pass
            case _:
                return False
        return True

    async def _connect(self) -> Connection:
        connection = make_connection(self.url)
        try:
            await connection.connect()
            await examine(connection, self.url, self._durability)
            await self._load(connection)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await connection.disconnect(nowait=True)
            raise
        self._connection = connection
        return connection

    async def _load(self, connection: Connection) -> None:
        await connection.send_command("SCRIPT", "LOAD", self._script)
        await connection.read_response(disable_decoding=True)

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        express, self._express = self._express, None
        if express is not None:
            express.close()
        self._time_due_s = 0.0  # another server may answer next, or one whose clock was set
        if connection is not None:
            await connection.disconnect(nowait=True)

    def _wait(self, replicas: int) -> None:
        """Replicas are missing: nothing is acknowledged until enough have it."""
        self._set_up(False, f"{replicas} replicas have what was written last")

    def _set_up(self, up: bool, reason: str = "") -> None:
        if up != self.is_up:
            self.is_up = up
            log.info("primary found again" if up else "primary lost", server=place(self.url), reason=reason)
            self._changed(up)


def packed(command: Command) -> bytes:
    return command.packed if command.asked is None else ASKING + command.packed


ALONE: Final = (Durability.REDIS, Durability.FSYNC)
"""Promises that the answer of the primary alone keeps."""
ASKING: Final[bytes] = pack("ASKING")
PING: Final[bytes] = pack("PING")
