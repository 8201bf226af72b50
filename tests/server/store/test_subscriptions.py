"""The bus: what one listener does is nothing to the others."""

import anyio

from server.store.journal_opening import open_journal
from server.store.subscriptions import Bus
from tests.support.server.ears import Ears


async def test_who_leaves_a_channel_and_comes_back_at_once_interrupts_nobody(redis_url: str) -> None:
    """It was taken for a slot that had moved, and all channels of the node were left and sought anew."""
    async with open_journal(redis_url) as journal, anyio.create_task_group() as tasks:
        bus, other, restless, last = Bus(journal.topology), Ears(), Ears(), Ears()
        tasks.start_soon(bus.run)
        await bus.subscribe("other", other)
        await other.until_tuned(1)
        for _ in range(20):
            await bus.subscribe("restless", restless)
            await bus.unsubscribe("restless")
        await bus.subscribe("restless", restless)
        await bus.subscribe("last", last)
        await last.until_tuned(1)
        assert (other.tunings, last.tunings) == (1, 1)
        await bus.unsubscribe("restless")
        tasks.cancel_scope.cancel()
