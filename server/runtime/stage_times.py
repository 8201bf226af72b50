"""Processor time of the event loop by stage of an intent, in ``/metrics``, where ``count_stages`` asks for it.

A stage is a block in which nothing else has its turn; one within another interrupts that one, so that nothing is
counted twice. The time outside of all stages is told by the whole of the process less these. While nobody asks a block
costs a look at a flag.
"""

import time
from collections.abc import Callable, Coroutine, Generator, Iterable
from typing import Final, Generic, TypeVar

from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from server.runtime.metrics import REGISTRY

NAME: Final = "stackloop_stage_processor_seconds"

Made = TypeVar("Made")


class StageTimes(Collector):
    """The seconds of each stage so far.

    Args:
        clock: the processor time of the thread that asks, in seconds.

    Attributes:
        is_on: whether they are counted.
    """

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self.is_on = False
        self.spent_s: dict[str, float] = {}
        self._clock = clock
        self._open: list[str] = []
        self._since_s = 0.0

    def begin(self, stage: str) -> None:
        """A block of that stage begins; the one around it, if any, is interrupted."""
        now_s = self._clock()
        if self._open:
            self._count(now_s)
        self._open.append(stage)
        self._since_s = now_s

    def end(self) -> None:
        """The block that began last ends; unless it began before anybody asked."""
        if self._open:
            now_s = self._clock()
            self._count(now_s)
            self._open.pop()
            self._since_s = now_s

    def _count(self, now_s: float) -> None:
        stage = self._open[-1]
        self.spent_s[stage] = self.spent_s.get(stage, 0.0) + now_s - self._since_s

    def collect(self) -> Iterable[Metric]:
        family = CounterMetricFamily(NAME, "Processor time of the event loop by stage of an intent", labels=["stage"])
        for stage, seconds in self.spent_s.items():
            family.add_metric([stage], seconds)
        yield family


STAGES: Final = StageTimes()
REGISTRY.register(STAGES)


class Stage:
    """A block of one stage, to be entered as often as one likes, also within itself."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        if STAGES.is_on:
            STAGES.begin(self._name)

    def __exit__(self, *_: object) -> None:
        if STAGES.is_on:
            STAGES.end()


JOURNAL: Final = Stage("journal")
SOCKET: Final = Stage("socket")


class Turns(Generic[Made]):
    """A coroutine each turn of which is a block of a stage: what others do between two turns is not counted."""

    __slots__ = ("_coroutine", "_stage")

    def __init__(self, stage: Stage, coroutine: Coroutine[object, None, Made]) -> None:
        self._stage = stage
        self._coroutine = coroutine

    def __await__(self) -> Generator[object, None, Made]:
        inner = self._coroutine
        thrown: BaseException | None = None
        while True:
            with self._stage:
                try:
                    waits_for = inner.send(None) if thrown is None else inner.throw(thrown)
                except StopIteration as end:
                    made: Made = end.value
                    return made
            thrown = None
            try:
                yield waits_for
            except BaseException as error:  # noqa: BLE001 # handed on into the coroutine, a cancellation too
                thrown = error


class Counted:
    """A block in which they are counted, if that is wanted."""

    __slots__ = ("_is_wanted", "_was_on")

    def __init__(self, *, is_wanted: bool) -> None:
        self._is_wanted = is_wanted
        self._was_on = False

    async def __aenter__(self) -> None:
        self._was_on = STAGES.is_on
        STAGES.is_on = self._is_wanted or self._was_on

    async def __aexit__(self, *_: object) -> None:
        STAGES.is_on = self._was_on
