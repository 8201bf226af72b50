"""How a match that nobody runs is taken up: tried, rebuilt, taken from its former owner, caught up with, run.

One that takes node after node down with it is set aside for the operator. One that cannot be read here is left to
others, and looked at again later. When a match should be taken up, and by whom, is ``adoption``'s to say.
"""

import time
from collections.abc import Callable, Container
from math import inf
from typing import Final

import anyio

from server import metrics
from server.errors import Fenced, OtherEngine, SetAside, Unavailable, UnknownMatch
from server.history import History
from server.journal import CLOSED, FINISHED, RUNNING, Hold, Journal
from server.logs import get
from server.nodes import Nodes
from server.rebuilding import Rebuilding, catch_up

log = get("takeover")

MOST_TRIES: Final = 3
"""Nodes that may die while they take a match up, or of its next intent, before it is set aside for the operator."""
OTHERS_S: Final = 5.0
"""How long a match that cannot be taken up here is left to others, before it is looked at again."""
COMING_S: Final = 2.0
"""How long who asks for a match waits while it is being taken up."""


class Takeover:
    """Takes matches up for a registry.

    Args:
        here: the matches that are run here.
        run: runs one from where it stands.

    Attributes:
        is_ended: whether no more are taken.
    """

    def __init__(
        self,
        journal: Journal,
        nodes: Nodes,
        rebuilding: Rebuilding,
        here: Container[str],
        run: Callable[[str, History, Hold], None],
    ) -> None:
        self.is_ended = False
        self._journal = journal
        self._nodes = nodes
        self._rebuilding = rebuilding
        self._here = here
        self._run = run
        self._coming: dict[str, anyio.Event] = {}
        self._not_before_s: dict[str, float] = {}

    async def wait(self, match_id: str) -> None:
        """If a match is being taken up, wait for it; not for ever."""
        coming = self._coming.get(match_id)
        if coming is not None:
            with anyio.move_on_after(COMING_S):
                await coming.wait()

    async def take_up(self, match_id: str) -> bool:
        """Run a match that nobody runs from where it stood; one that cannot be read is left to others and reported.

        Returns:
            whether nobody needs to look for it any more: it runs, here or elsewhere, is over or set aside.
        """
        if match_id in self._here or match_id in self._coming:
            return True
        if self.is_ended:
            return False
        if self._not_before_s.get(match_id, 0.0) > time.monotonic():
            return False
        coming = self._coming[match_id] = anyio.Event()
        try:
            await self._take_up(match_id)
        except (Fenced, UnknownMatch, SetAside) as error:
            log.info("match left", match=match_id, reason=str(error))
            self._journal.forget(match_id)
        except (OtherEngine, Unavailable) as error:
            log.warning("match not taken up", match=match_id, reason=str(error))
            self._not_before_s[match_id] = time.monotonic() + OTHERS_S
            return False
        except Exception:  # a journal that trips the engine must not keep the others down
            metrics.INCIDENTS.inc()
            log.exception("match not taken up", match=match_id)
            self._not_before_s[match_id] = inf
            return False
        finally:
            del self._coming[match_id]
            coming.set()
        self._not_before_s.pop(match_id, None)
        return True

    async def is_run_by_another(self, node_id: str) -> bool:
        """Whether the owner of a match is another node that lives; raises as ``Journal.command``."""
        if node_id in ("", self._nodes.own.id) or node_id in self._nodes.dead:
            return False
        return await self._nodes.is_alive(node_id)

    async def _take_up(self, match_id: str) -> None:
        owner = await self._journal.owner(match_id)
        if owner.status != RUNNING:
            if owner.status in (FINISHED, CLOSED):
                await self._journal.ended(match_id)
            return
        if await self.is_run_by_another(owner.node):
            return
        await self._attempt(match_id)
        try:
            history = await self._rebuilding.history(match_id)
            hold = await self._journal.take(match_id, owner.number)
            await self._catch_up(history, hold)
        finally:
            self._journal.gave_up(match_id)
        hold.is_on_trial = True
        self._run(match_id, history, hold)
        metrics.TAKEN_UP.inc()
        log.info("match taken up", match=match_id, entries=hold.seq, of=owner.node)

    async def _attempt(self, match_id: str) -> None:
        """Note that we take a match up.

        Raises:
            SetAside: too many nodes died of it.
        """
        others = await self._journal.attempt(match_id)
        dead = [node_id for node_id in others if not await self._nodes.is_alive(node_id)]
        if len(dead) < MOST_TRIES:
            return
        log.error("match set aside", match=match_id, nodes=dead)
        await self._journal.set_aside(match_id)
        raise SetAside(f"match {match_id} was taken up {len(dead)} times in vain")

    async def _catch_up(self, history: History, hold: Hold) -> None:
        if history.seq == hold.seq:
            return
        try:
            await catch_up(self._journal, hold.match, history)
        except Exception:
            await self._journal.release(hold)
            raise
