"""Everything this node asks of Redis: to each primary a connection or two for what has to last, and one for the rest.

A command finds its primary by its key. A command that comes back, because a primary is lost, was demoted or is not in
charge of that key any more, is sent again once it was asked anew who is.
"""

import hashlib
import time
from asyncio import Event, Future
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

import anyio
import anyio.abc
from redis.asyncio import Connection
from redis.exceptions import RedisError

from server.runtime.errors import Unavailable
from server.runtime.logs import get
from server.runtime.settings import Durability
from server.store.durability import asked, examine, require_replica
from server.store.express import Answered
from server.store.pipeline import Command, Pipeline
from server.store.redis_clock import RedisTime
from server.store.topology import Cluster, Part, Reply, Topology, make_connection, pack, place, slot_of

log = get("links")

AGAIN_S: Final = 0.05
"""Between two attempts at what came back."""
READ_TIMEOUT_S: Final = 5.0
"""Time that a mere reader waits for a Redis that is gone."""
OPEN_TIMEOUT_S: Final = 5.0

Lane = tuple[str, bool]
"""A primary's URL, and whether what it answers has to last."""


class Opening:
    """The common beginning of many calls of the script, packed but for how many parts they have.

    Attributes:
        count: of the parts that are in here.
        lane: where they went without a task last; forgotten once that did not do.
    """

    __slots__ = ("count", "lane", "packed", "slot")

    def __init__(self, slot: int, call: bytes) -> None:
        count, end, parts = call.partition(b"\r\n")
        self.slot = slot
        self.count = int(count[1:])
        self.packed = end + parts
        self.lane: Pipeline | None = None


class Links:
    """Made by ``open_links``.

    Args:
        script: the Lua source that ``call`` runs.
        changed: told when a primary is lost (``False``) and when all are found again (``True``).
    """

    def __init__(
        self, topology: Topology, script: str, durability: Durability, changed: Callable[[bool], None] | None = None
    ) -> None:
        self.topology = topology
        self.shared_time = RedisTime(topology)
        self._script = script
        self._sha = hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest()
        self._durability = durability
        self._changed = changed
        self._pipelines: dict[Lane, Pipeline] = {}
        self._scopes: dict[Lane, anyio.CancelScope] = {}
        self._back: list[Command] = []
        self._wake = Event()
        self._closed = False
        self._was_up = True
        self._tasks: anyio.abc.TaskGroup | None = None

    @property
    def is_up(self) -> bool:
        """Whether every primary answered last."""
        return all(pipeline.is_up for (_, lasts), pipeline in self._pipelines.items() if lasts)

    def is_up_for(self, key: Part) -> bool:
        """Whether the primary of a key answered last."""
        url = self.topology.primary(slot_of(key))
        if url is None:
            return False
        pipeline = self._pipelines.get((url, True))
        return pipeline is None or pipeline.is_up

    async def open(self) -> None:
        """See who is in charge, and whether they will do, so that a wrong address shows at the start.

        Raises:
            Unavailable: a primary cannot be reached, or refuses.
            RedisTooOld: it has no sharded publish.
            NotDurable: it cannot promise what ``durability`` says.
        """
        await self.topology.refresh()
        for url in sorted(self.topology.primaries()):
            await self._examine(url)

    async def _examine(self, url: str) -> None:
        connection = make_connection(url)
        try:
            with anyio.fail_after(OPEN_TIMEOUT_S):
                await connection.connect()
                facts = await examine(connection, url, self._durability)
                await self._ask_time(connection, url)
                if facts.get("cluster_enabled") == "1" and not isinstance(self.topology, Cluster):
                    raise Unavailable(f"{place(url)} is a node of a Redis Cluster: name it redis+cluster://")
                if self._durability is Durability.REPLICA:
                    await require_replica(connection, url)
        except (RedisError, OSError, TimeoutError) as error:
            raise Unavailable(f"no Redis at {place(url)}: {str(error) or 'it does not answer'}") from error
        finally:
            with anyio.CancelScope(shield=True):
                await connection.disconnect(nowait=True)

    async def _ask_time(self, connection: Connection, url: str) -> None:
        sent_s = time.monotonic()
        reply = await asked(connection, "TIME")
        self.shared_time.measure(url, reply, sent_s, time.monotonic())

    async def call(self, keys: Sequence[Part], arguments: Sequence[Part]) -> Reply:
        """Run the script; wait as long as it takes until what it did will last.

        Raises:
            JournalError: the script refused; ``Unavailable`` once we close.
        """
        return await self._sent(Command(slot_of(keys[0]), self._script_call(keys, arguments), lasts=True))

    async def evaluate(self, script: str, keys: Sequence[Part], arguments: Sequence[Part]) -> Reply:
        """Run another script; what it does need not last. Waits for a while only, and it may yet run after that.

        Raises:
            Unavailable: Redis cannot be reached.
            JournalError: the script refused.
        """
        with anyio.move_on_after(READ_TIMEOUT_S):
            packed = pack("EVAL", script, str(len(keys)), *keys, *arguments)
            return await self._sent(Command(slot_of(keys[0]), packed, lasts=False))
        raise Unavailable("Redis cannot be reached")

    def opening(self, keys: Sequence[Part], arguments: Sequence[Part]) -> "Opening":
        """The common beginning of calls of the script that differ only in what comes after."""
        return Opening(slot_of(keys[0]), self._script_call(keys, arguments))

    def call_on(self, opening: "Opening", count: int, rest: bytes) -> "Future[Reply]":
        """As ``call``, with so many more arguments, which are packed already."""
        return self._sent(Command(opening.slot, b"*%d%b%b" % (opening.count + count, opening.packed, rest), lasts=True))

    def is_quick_for(self, opening: "Opening") -> bool:
        """Whether ``call_now`` would be of use now."""
        lane = opening.lane
        if lane is None or not lane.is_quick:
            url = None if self._closed else self.topology.primary(opening.slot)
            lane = opening.lane = None if url is None else self._pipelines.get((url, True))
        return lane is not None and lane.is_quick

    def call_now(self, opening: "Opening", count: int, rest: bytes, answered: Answered) -> bool:
        """As ``call_on``, but without a task that waits, and only while all is well.

        Args:
            answered: told the answer; ``None`` where it has to be asked for by ``call_on``.

        Returns:
            whether it was sent.
        """
        lane = opening.lane if self.is_quick_for(opening) else None
        if lane is None:
            return False
        lane.send_now(b"*%d%b%b" % (opening.count + count, opening.packed, rest), answered)
        return True

    def _script_call(self, keys: Sequence[Part], arguments: Sequence[Part]) -> bytes:
        return pack("EVALSHA", self._sha, str(len(keys)), *keys, *arguments)

    async def command(self, key: Part, verb: str, *parts: Part) -> Reply:
        """One command on one key; wait through any outage.

        Raises:
            JournalError: Redis refuses it; ``Unavailable`` once we close.
        """
        return await self._sent(Command(slot_of(key), pack(verb, key, *parts), lasts=False))

    def post(self, key: Part, verb: str, *parts: Part) -> None:
        """As ``command``, but nobody waits for it; it may be lost."""
        if not self._closed:
            command = Command(slot_of(key), pack(verb, key, *parts), lasts=False)
            command.answer.add_done_callback(forget)
            self._send(command)

    async def read(self, key: Part, verb: str, *parts: Part) -> Reply:
        """As ``command``, but wait for a while only.

        Raises:
            Unavailable: Redis cannot be reached.
        """
        with anyio.move_on_after(READ_TIMEOUT_S):
            return await self.command(key, verb, *parts)
        raise Unavailable("Redis cannot be reached")

    def _sent(self, command: Command) -> "Future[Reply]":
        if self._closed:
            raise Unavailable("the journal is closed")
        self._send(command)
        return command.answer

    def _send(self, command: Command) -> None:
        url = command.asked or self.topology.primary(command.slot)
        if url is None:
            self._returned([command])
        else:
            self._pipeline((url, command.lasts)).put(command)

    def _pipeline(self, lane: Lane) -> Pipeline:
        pipeline = self._pipelines.get(lane)
        if pipeline is None:
            url, lasts = lane
            durability = self._durability if lasts else None
            tell = self._report if lasts else ignore
            pipeline = Pipeline(url, self.topology, self._script, durability, self.shared_time, self._returned, tell)
            self._pipelines[lane] = pipeline
            if self._tasks is not None:
                self._tasks.start_soon(self._run, lane, pipeline, name=f"redis {place(url)}")
        return pipeline

    async def _run(self, lane: Lane, pipeline: Pipeline) -> None:
        with anyio.CancelScope() as self._scopes[lane]:
            await pipeline.run()

    def _returned(self, commands: list[Command]) -> None:
        """Send these commands again, or, once we close, fail them."""
        if self._closed:
            for command in commands:
                command.answer.set_exception(Unavailable("the journal closed before Redis answered"))
            return
        self._back += commands
        self._wake.set()

    async def run(self) -> None:
        """Serve until cancelled; then whoever still waits gets ``Unavailable``."""
        try:
            async with anyio.create_task_group() as self._tasks:
                for lane, pipeline in tuple(self._pipelines.items()):
                    self._tasks.start_soon(self._run, lane, pipeline, name=f"redis {place(pipeline.url)}")
                while True:
                    await self._wake.wait()
                    await self._look_again()
                    await anyio.sleep(AGAIN_S)
        finally:
            self._closed = True
            back, self._back = self._back, []
            self._returned([command for command in back if command.is_open])

    async def _look_again(self) -> None:
        """See who is in charge now, and send again what came back."""
        self._wake.clear()
        try:
            await self.topology.refresh()
        except Unavailable as error:
            log.debug("nobody tells where redis is", reason=str(error))
        self._retire()
        back, self._back = self._back, []
        for command in back:
            if command.is_open:
                self._send(command)
        if self.is_up:
            self._report(True)

    def _retire(self) -> None:
        """Drop the connections to those who are in charge of nothing any more."""
        primaries = self.topology.primaries()
        for lane in [lane for lane in self._pipelines if primaries and lane[0] not in primaries]:
            del self._pipelines[lane]
            self._scopes.pop(lane, anyio.CancelScope()).cancel()

    def _report(self, up: bool) -> None:
        """A primary was lost, or this one was found again."""
        if up and (self._was_up or not self.is_up):
            return
        self._was_up = up
        if self._changed is not None:
            self._changed(up)


def forget(answer: "Future[Reply]") -> None:
    """Nobody waits for it: a refusal was noticed with that."""
    if not answer.cancelled():
        answer.exception()


def ignore(_is_up: bool) -> None:
    """Whether a primary is there is told by the connection whose answers have to last."""


@asynccontextmanager
async def open_links(
    topology: Topology, script: str, durability: Durability, changed: Callable[[bool], None] | None = None
) -> AsyncIterator[Links]:
    """Connect, and write until the block ends; raises as ``Links.open``."""
    links = Links(topology, script, durability, changed)
    await links.open()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(links.run, name="links")
        yield links
        tasks.cancel_scope.cancel()
