"""A listener to one channel of Redis."""

import anyio


class Ears:
    """Payloads that were heard on one channel."""

    def __init__(self) -> None:
        self.payloads: list[bytes] = []
        self.tunings = 0
        self._changed = anyio.Event()

    def received(self, payload: bytes) -> None:
        self.payloads.append(payload)
        self._wake()

    def tuned(self) -> None:
        self.tunings += 1
        self._wake()

    async def until_tuned(self, times: int) -> None:
        with anyio.fail_after(60):
            while self.tunings < times:
                await self._changed.wait()

    async def until(self, payload: bytes) -> None:
        with anyio.fail_after(60):
            while payload not in self.payloads:
                await self._changed.wait()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()
