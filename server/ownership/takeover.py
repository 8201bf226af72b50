"""Takeover of a match that nobody runs: tried, rebuilt, taken from its former owner, caught up with, run.

One that takes node after node down with it is set aside for the operator. One that cannot be read here is left to
others, and looked at again later. When a match should be taken up, and by whom, is ``adoption``'s to say.
"""

import time
from collections.abc import Callable, Container
from math import inf
from typing import Final

import anyio

from server.cluster.crash_notes import Trials
from server.cluster.leases import Nodes
from server.cluster.messages import Taken, notify
from server.match.rebuilding import Rebuilding
from server.match.replayed_match import History
from server.runtime import incidents, metrics
from server.runtime.errors import Fenced, OtherEngine, SetAside, Unavailable, UnknownMatch, Unreadable
from server.runtime.logs import get
from server.store.journal import CLOSED, FINISHED, RUNNING, TAKE_UP, Hold, Journal

log = get("takeover")

OTHERS_S: Final = 5.0
"""Time for which a match that cannot be taken up here is left to others, before it is looked at again."""
AGAIN_S: Final = 0.5
"""Time for which a match is left to others if Redis could not be reached."""
COMING_S: Final = 2.0
"""Time that a request for a match waits while it is being taken up."""


class Takeover:
    """Takes matches up for a registry.

    Args:
        trials: where it is noted what may end us.
        here: the matches that are run here.
        run: runs one from where it stands.

    Attributes:
        is_ended: whether no more are taken.
    """

    def __init__(
        self,
        journal: Journal,
        nodes: Nodes,
        trials: Trials,
        rebuilding: Rebuilding,
        here: Container[str],
        run: Callable[[str, History, Hold], None],
    ) -> None:
        self.is_ended = False
        self._journal = journal
        self._nodes = nodes
        self._trials = trials
        self._rebuilding = rebuilding
        self._here = here
        self._run = run
        self._coming: dict[str, anyio.Event] = {}
        self._not_before_s: dict[str, float] = {}
        self._foreign: set[str] = set()
        self._failed: dict[str, str] = {}

    async def wait(self, match_id: str) -> None:
        """If a match is being taken up, wait for it; not for ever."""
        coming = self._coming.get(match_id)
        if coming is not None:
            with anyio.move_on_after(COMING_S):
                await coming.wait()

    async def take_up(self, match_id: str) -> bool:
        """Run a match that nobody runs from where it stood; one that cannot be read is left to others and reported.

        Returns:
            whether nobody needs to look for it any more among what its owner ran: it runs here, or at a third node,
            is over or set aside.
        """
        await self.wait(match_id)  # somebody else may have begun
        if match_id in self._here:
            return True
        if self.is_ended or match_id in self._coming:
            return False
        if self._not_before_s.get(match_id, 0.0) > time.monotonic():
            return False
        coming = self._coming[match_id] = anyio.Event()
        try:
            return await self._take_up(match_id)
        except (Fenced, UnknownMatch, SetAside) as error:
            log.info("match left", match=match_id, reason=str(error))
            self._journal.forget(match_id)
            return True
        except (OtherEngine, Unavailable) as error:
            log.warning("match not taken up", match=match_id, reason=str(error))
            if isinstance(error, OtherEngine):
                self._foreign.add(match_id)
            pause_s = OTHERS_S if isinstance(error, OtherEngine) else AGAIN_S
            self._not_before_s[match_id] = time.monotonic() + pause_s
            return False
        except Exception as error:  # noqa: BLE001 # a journal that trips the engine must not keep the others down
            if isinstance(error, Unreadable):
                self._foreign.add(match_id)
            self._failed[match_id] = incidents.report(log, "match not taken up", error, match=match_id)
            self._not_before_s[match_id] = inf
            return False
        finally:
            del self._coming[match_id]
            coming.set()

    def rest(self, match_id: str) -> None:
        """A match that was run here ended by a failure: leave it alone for a moment."""
        self._not_before_s[match_id] = time.monotonic() + AGAIN_S

    def is_foreign(self, match_id: str) -> bool:
        """Whether a match was found to be of rules that this node does not have."""
        return match_id in self._foreign

    def why_not(self, match_id: str) -> str:
        """The reason that is told, beside the state, to those who want a match that failed to be taken up here."""
        number = self._failed.get(match_id)
        return "" if number is None else f": {incidents.describe(number)}"

    async def is_run_by_another(self, node_id: str) -> bool:
        """Whether the owner of a match is another node that lives; raises as ``Journal.command``."""
        return node_id not in ("", self._nodes.own.id) and await self._nodes.is_alive(node_id)

    async def _take_up(self, match_id: str) -> bool:
        await self._rebuilding.prepare(match_id)
        owner = await self._journal.owner(match_id)
        if owner.status != RUNNING:
            if owner.status in (FINISHED, CLOSED):
                await self._journal.ended(match_id)
            return True
        if await self.is_run_by_another(owner.node):
            return owner.node not in self._nodes.dead
        await self._trials.judge(match_id, self._rebuilding.prove)
        tail = await self._rebuilding.read(match_id)  # no trial: it may wait as long as Redis is away
        async with self._trials.of(match_id, TAKE_UP):
            history = await self._rebuilding.rebuild(match_id, tail)
        if await self.is_run_by_another(owner.node):  # asked last: whoever seemed gone may be back by now
            return False
        hold = await self._journal.take(match_id, owner.number)
        await self._catch_up(history, hold)
        self._run(match_id, history, hold)
        self._not_before_s.pop(match_id, None)
        self._foreign.discard(match_id)
        self._failed.pop(match_id, None)
        metrics.TAKEN_UP.inc()
        log.info("match taken up", match=match_id, entries=hold.seq, of=owner.node)
        if owner.node not in ("", self._nodes.own.id):
            await notify(self._journal, owner.node, Taken(match_id, hold.number))
        return True

    async def _catch_up(self, history: History, hold: Hold) -> None:
        if history.seq == hold.seq:
            return
        try:
            await self._rebuilding.catch_up(hold.match, history)
        except Exception:
            await self._journal.release(hold)
            raise
