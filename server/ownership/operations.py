"""Operators' requests to the cluster: all matches, one of them, closing one.

It needs Redis alone, and knows more of the matches that this node runs. A match is closed from outside by taking it,
like a node that adopts it, and journaling its end: whoever ran it is fenced, and told so.
"""

from collections.abc import Sequence
from typing import Final

from protocol import messages as wire
from protocol.codec import encode
from server.cluster.leases import Nodes
from server.cluster.messages import Shut, notify
from server.match.actor import Actor
from server.match.audience import live_views_of
from server.match.feed import UNNUMBERED, publication
from server.match.replayed_match import header_of
from server.ownership.admin_messages import Details, NodeRow, Overview, Row
from server.ownership.registry import Registry
from server.runtime.errors import ServiceError
from server.store.entries import Closed, Head, decode
from server.store.entries import encode as encode_entry
from server.store.journal import ASIDE, ASIDE_KEY, CLOSED, FIRST_INTENT, RUNNING, TAKE_UP, Journal, Publish

OPEN_STATUSES: Final = (RUNNING, ASIDE)


class NotOpen(ServiceError):
    """The match is over already."""


class Operations:
    """For one journal.

    Args:
        registry: of this node; ``None`` where no node is run.
    """

    def __init__(self, journal: Journal, nodes: Nodes, registry: Registry | None = None) -> None:
        self._journal = journal
        self._nodes = nodes
        self._registry = registry

    async def overview(self) -> Overview:
        """All nodes and matches; raises as ``Journal.command``."""
        await self._nodes.look()
        nodes: list[NodeRow] = []
        rows: list[Row] = []
        for node in self._nodes.living.values():
            run = await self._journal.running(node.id)
            nodes.append(NodeRow(node.id, node.url, node.engine, leaves=node.leaves, matches=len(run)))
            rows += [self._row(match_id, node.id) for match_id in run]
        for node_id in self._nodes.dead:
            run = await self._journal.running(node_id)
            nodes.append(NodeRow(node_id, alive=False, matches=len(run)))
            rows += [Row(match_id, node_id, "nobody's") for match_id in run]
        rows += [Row(match_id, "", ASIDE) for match_id in await self._journal.aside()]
        return Overview(tuple(nodes), tuple(rows), await self._journal.count_ended())

    async def details(self, match_id: str) -> Details:
        """Everything about a match that is no secret of its players.

        Raises:
            UnknownMatch: there is none.
            Unreadable: its journal is of no known form.
        """
        owner = await self._journal.owner(match_id)
        head = await self._head(match_id)
        header = header_of(head)
        first, tail = await self._journal.tail(match_id)
        tried = [node for step in (TAKE_UP, FIRST_INTENT) for node in await self._journal.tried(match_id, step)]
        found = Details(
            match_id,
            owner.node,
            owner.number,
            owner.status,
            header.game,
            header.profile,
            tuple(header.names),
            head.seats,
            head.private,
            head.at,
            decode(tail[-1]).at,
            first - 1 + len(tail),
            head.engine,
            tuple(sorted({*tried})),
        )
        actor = self._actor(match_id)
        if actor is not None:
            found.asked = () if actor.is_in_thread else tuple(decision.seat for decision in actor.match.decisions)
            found.followers = {name: len(feed.subscribers) for name, feed in actor.feeds.items() if feed.subscribers}
            found.waiting = actor.waiting
        return found

    async def close(self, match_id: str, reason: str) -> None:
        """End a match without a result; its record stays.

        Raises:
            UnknownMatch: there is none.
            NotOpen: it is over.
            Fenced: somebody took it at the same moment.
        """
        owner = await self._journal.owner(match_id)
        if owner.status not in OPEN_STATUSES:
            raise NotOpen(f"match {match_id} is {owner.status}")
        head = await self._head(match_id)
        hold = await self._journal.take(match_id, owner.number)
        end = publication(UNNUMBERED, encode(wire.End(match_id, wire.Result((), CLOSED, reason))))
        entry = Closed(reason, self._journal.now_ms())
        await self._journal.append(hold, encode_entry(entry), publications(head, end), CLOSED)
        await self._journal.command(ASIDE_KEY, "SREM", match_id)
        actor = self._actor(match_id)
        if actor is not None:
            actor.closed(reason)
        elif owner.node:
            await notify(self._journal, owner.node, Shut(match_id, reason))  # or its players hear of it with a move

    def _actor(self, match_id: str) -> Actor | None:
        return None if self._registry is None else self._registry.get(match_id)

    def _row(self, match_id: str, node_id: str) -> Row:
        actor = self._actor(match_id)
        if actor is None or self._registry is None:
            return Row(match_id, node_id)
        line = self._registry.lines.line(actor)
        followers = sum(len(feed.subscribers) for feed in actor.feeds.values())
        return Row(
            match_id,
            node_id,
            line.status,
            line.game,
            line.names,
            actor.is_private,
            line.turn,
            line.phase,
            followers,
            actor.waiting,
        )

    async def _head(self, match_id: str) -> Head:
        entry = decode(await self._journal.head(match_id))
        assert isinstance(entry, Head)
        return entry


def publications(head: Head, frame: bytes) -> Sequence[Publish]:
    """One frame for each view of a match that is shown it as it is."""
    return [(view, frame) for view in live_views_of(head)]
