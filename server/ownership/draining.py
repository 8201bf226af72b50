"""Leave in good order: every match goes to a node that stays, and those who play it are told where.

A few matches at a time, so that each is interrupted for a moment only: its actor ends after the intent in hand, with a
segment head for whoever goes on; the match is released; its heir takes it up and says so; then those who follow hear
``moved``. An heir that does not answer in time is named all the same: it may be slow, and a client that knows this node
alone has nowhere else to go. If it does not take the match up, the nodes do that look after those that nobody runs.
"""

from typing import Final

import anyio

from protocol import messages as wire
from server.cluster.leases import Node, Nodes
from server.cluster.messages import Adopt, Answer, Back, Post
from server.match.actor import Actor
from server.ownership.registry import Registry
from server.runtime.errors import JournalError
from server.runtime.logs import get
from server.store.journal import Journal

log = get("draining")

AT_ONCE: Final = 8
"""Matches on their way at a time."""


class _Reply:
    """Whether an heir has taken a match up, once ``came`` is set."""

    def __init__(self) -> None:
        self.came = anyio.Event()
        self.is_taken = False

    def __call__(self, answer: Answer | None) -> None:
        self.is_taken = isinstance(answer, Back)
        self.came.set()


class Draining:
    """Hands over what this node runs."""

    def __init__(self, registry: Registry, nodes: Nodes, post: Post, journal: Journal) -> None:
        self._registry = registry
        self._nodes = nodes
        self._post = post
        self._journal = journal
        self._limit = anyio.CapacityLimiter(AT_ONCE)

    async def run(self) -> None:
        """Take nothing more, and hand over everything; returns at once where nobody else is there."""
        self._registry.stop_taking()
        self._nodes.announce(leaves=True)
        await self._nodes.renew()
        await self._nodes.look()
        actors = self._registry.running()
        if self._nodes.heir("") is None:
            log.info("nobody to hand over to", matches=len(actors))
            return
        log.info("draining", matches=len(actors))
        async with anyio.create_task_group() as tasks:
            for actor in actors:
                tasks.start_soon(self._hand_over, actor, name=f"hand over {actor.match_id}")
        log.info("drained", left=len(self._registry.running()))

    async def _hand_over(self, actor: Actor) -> None:
        async with self._limit:
            heir = self._nodes.heir(actor.match_id)
            if heir is None or actor.is_gone:
                return
            try:
                await self._move(actor, heir)
            except JournalError as error:
                log.warning("match not handed over", match=actor.match_id, reason=str(error))
                actor.notify(wire.Moved(actor.match_id))

    async def _move(self, actor: Actor, heir: Node) -> None:
        match_id = actor.match_id
        await actor.hand_over()
        if actor.hold is None or actor.result is not None:
            return
        await self._journal.release(actor.hold)
        reply = _Reply()
        letter = Adopt(self._post.own, self._post.next_number(), match_id)
        if self._post.ask(heir.id, letter, reply):
            await reply.came.wait()
        if reply.is_taken:
            self._journal.forget(match_id)
        actor.notify(wire.Moved(match_id, heir.socket_url))
        log.info("match handed over", match=match_id, to=heir.id, taken=reply.is_taken)
