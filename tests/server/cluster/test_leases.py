"""A lease says who lives: it lapses where it is not renewed; whoever lost it knows, and judges nobody for a while."""

import anyio

from server.cluster.leases import Nodes, lease_key
from server.store.journal_opening import open_journal
from tests.support.server.peer import PATIENCE_S
from tests.support.server.takeovers import a_moment

SHORT_S = 2.0
LONG_S = 600.0


async def test_a_lease_that_is_not_renewed_lapses_and_one_that_is_does_not(redis_url: str) -> None:
    async with (
        open_journal(redis_url, "kept.1") as one,
        open_journal(redis_url, "left.1") as two,
        anyio.create_task_group() as tasks,
    ):
        kept, left = Nodes(one, SHORT_S), Nodes(two, SHORT_S)
        await kept.start()
        tasks.start_soon(kept.keep)
        await left.start()
        with anyio.fail_after(PATIENCE_S):
            while await kept.is_alive("left.1"):
                await a_moment()
        assert await left.is_alive("kept.1")
        assert kept.lapses == 0
        await kept.look()
        assert (list(kept.living), list(kept.dead)) == (["kept.1"], ["left.1"])
        tasks.cancel_scope.cancel()


async def test_who_lost_its_lease_notices_and_waits_before_it_judges_others(redis_url: str) -> None:
    async with open_journal(redis_url, "a.1") as journal:
        nodes = Nodes(journal, LONG_S)
        await nodes.start()
        assert await nodes.renew()
        assert nodes.is_steady
        await journal.command(lease_key("a.1"), "DEL")
        assert not await nodes.renew()
        assert (nodes.lapses, nodes.is_steady) == (1, False)
        assert await nodes.is_alive("a.1")


async def test_who_leaves_is_nobodys_heir(redis_url: str) -> None:
    async with open_journal(redis_url, "stays.1") as one, open_journal(redis_url, "leaves.1") as two:
        stays, leaves = Nodes(one, LONG_S), Nodes(two, LONG_S)
        leaves.announce(leaves=True)
        for nodes in (stays, leaves):
            await nodes.start()
        for nodes in (stays, leaves):
            await nodes.look()
            assert {str(heir and heir.id) for heir in map(nodes.heir, "abcdefgh")} == {"stays.1"}
