"""Leases of living nodes: each keeps one in Redis, and reads those of the others.

A node is ``NAME.INCARNATION``: who starts again under its name is another node, and knows that its former self is gone.
A lease that was not renewed in time lapses, which says that the node is dead, paused or cut off; what it owns may then
be taken by others. That is safe at any moment, since the journal fences the former owner; leases only say when.

::

    sl:{node:ID}:lease  what the node says of itself, for ``lease_s``      sl:nodes  ids not buried yet

Knows no matches but to say who should take one up.
"""

import hashlib
import secrets
import time
from typing import Final

import anyio
import msgspec

from server.runtime.logs import get
from server.runtime.version import VERSION
from server.store.journal import Journal, members

log = get("nodes")

NODES_KEY: Final = "sl:nodes"
RENEWALS: Final = 3
"""Of a lease, in the time that it holds."""


class Node(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of a lease.

    Attributes:
        url: where clients reach it; empty if no other way than this node's own.
        leaves: it stops, and takes no more matches.
    """

    id: str
    url: str = ""
    engine: str = ""
    leaves: bool = False

    @property
    def name(self) -> str:
        return name_of(self.id)

    @property
    def socket_url(self) -> str:
        """The address of its websocket; empty if clients cannot tell it from others."""
        return f"ws{self.url.removeprefix('http').rstrip('/')}/ws" if self.url else ""


def new_id(name: str) -> str:
    return f"{name}.{secrets.token_hex(4)}"


def name_of(node_id: str) -> str:
    return node_id.rpartition(".")[0]


def lease_key(node_id: str) -> str:
    return f"sl:{{node:{node_id}}}:lease"


class Nodes:
    """This node among the others.

    Args:
        journal: its node is our id.
        lease_s: for how long a lease holds.

    Attributes:
        living: id -> node, ourselves included once we have joined.
        dead: nodes without a lease that are not buried, with when they were first seen so, in monotonic seconds.
        lapses: how often our own lease was found lapsed.
    """

    def __init__(self, journal: Journal, lease_s: float) -> None:
        self.own = Node(journal.node, engine=VERSION)
        self.living: dict[str, Node] = {}
        self.dead: dict[str, float] = {}
        self.lapses = 0
        self._journal = journal
        self._lease_s = lease_s
        self._steady_s = 0.0

    @property
    def is_steady(self) -> bool:
        """Whether we have been in touch for as long as a lease holds: before that we cannot tell who is dead."""
        return time.monotonic() >= self._steady_s

    def announce(self, **changes: str | bool) -> None:
        """Change what our lease says, from its next renewal on."""
        self.own = msgspec.structs.replace(self.own, **changes)

    def disturb(self) -> None:
        """Redis was lost or came back: others may be on their way back to it."""
        self._steady_s = time.monotonic() + self._lease_s

    async def start(self) -> None:
        """Take a lease, and end that of our former self; raises as ``Journal.command``."""
        for node_id in members(await self._journal.command(NODES_KEY, "SMEMBERS")):
            if name_of(node_id) == self.own.name:
                await self._journal.command(lease_key(node_id), "DEL")
        await self._join()

    async def keep(self) -> None:
        """Renew our lease until cancelled, through any outage."""
        while True:
            await anyio.sleep(self._lease_s / RENEWALS)
            await self.renew()

    async def renew(self) -> bool:
        """Renew our lease; returns whether it had held until now. Raises as ``Journal.command``."""
        if await self._set_lease("XX"):
            await self._journal.command(NODES_KEY, "SADD", self.own.id)  # we may have been buried as we came back
            return True
        self.lapses += 1
        self.disturb()
        log.warning("own lease lapsed", node=self.own.id)
        await self._join()
        return False

    async def leave(self) -> None:
        """Give the lease back: what we still own may be taken at once."""
        await self._journal.command(lease_key(self.own.id), "DEL")

    async def look(self) -> None:
        """Read everybody's lease; raises as ``Journal.command``."""
        ids = sorted(members(await self._journal.command(NODES_KEY, "SMEMBERS")))
        living: dict[str, Node] = {}
        for node_id in ids:
            node = await self._read(node_id)
            if node is not None:
                living[node_id] = node
        for node_id in ids:
            if node_id not in living and node_id not in self.dead:
                log.warning("node gone", node=node_id)
        now_s = time.monotonic()
        self.dead = {node_id: self.dead.get(node_id, now_s) for node_id in ids if node_id not in living}
        self.living = living

    async def is_alive(self, node_id: str) -> bool:
        """Whether a node holds a lease at this moment; raises as ``Journal.command``."""
        return await self._read(node_id) is not None

    async def bury(self, node_id: str) -> None:
        """A dead node has no more matches: nobody needs to look at it again."""
        await self._journal.command(NODES_KEY, "SREM", node_id)
        self.dead.pop(node_id, None)
        log.info("node buried", node=node_id)

    def heir(self, match: str) -> Node | None:
        """The living node that stays and should run a match: everybody comes to the same answer (rendezvous)."""
        staying = [node for node in self.living.values() if not node.leaves]
        return max(staying, key=lambda node: weight(node.id, match), default=None)

    async def _join(self) -> None:
        await self._set_lease()
        await self._journal.command(NODES_KEY, "SADD", self.own.id)

    async def _set_lease(self, *condition: str) -> bool:
        data, lease_ms = msgspec.json.encode(self.own), str(int(self._lease_s * 1000))
        return await self._journal.command(lease_key(self.own.id), "SET", data, "PX", lease_ms, *condition) is not None

    async def _read(self, node_id: str) -> Node | None:
        data = await self._journal.command(lease_key(node_id), "GET")
        return None if not isinstance(data, bytes) else read_lease(node_id, data)


def read_lease(node_id: str, data: bytes) -> Node:
    """The content of a lease; the holder of one that says nothing to us lives all the same."""
    try:
        return msgspec.json.decode(data, type=Node)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        log.warning("lease not understood", node=node_id, reason=str(error))
        return Node(node_id, leaves=True)


def weight(node_id: str, match: str) -> bytes:
    return hashlib.blake2b(f"{node_id} {match}".encode(), digest_size=8).digest()
