"""A view that is kept up by diffs: its number, and what is missing of it.

A diff that is not the next one is dropped and a fresh state asked for; a diff that is already known is dropped. So is
asked where the view's number is told to be another one than ours.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from protocol.diffs import Entities, parse
from protocol.errors import BadFrame
from protocol.messages import Diff, Head, State
from protocol.view import View

MOST_ENTITIES: Final = 1 << 17
"""Bound on the entities of a view."""


class Mirror:
    """The knowledge of one viewer about one match.

    Args:
        ask: asks for a fresh state.

    Attributes:
        view: folded from all diffs since the last state.
        seq: its number; -1 before the first state.
        gaps: how often something was found to be missing: between two numbers, or since the connection was lost.
        states: how many states came.
        heard: how often the view's number was told, with a state, a diff or alone.
        is_syncing: whether a fresh state was asked for and has not come.
        is_back: whether nothing came since the connection was lost.
    """

    __slots__ = ("_ask", "gaps", "heard", "is_back", "is_syncing", "seq", "states", "view")

    def __init__(self, ask: Callable[[], Awaitable[None]]) -> None:
        self.view = View()
        self.seq = -1
        self.gaps = 0
        self.states = 0
        self.heard = 0
        self.is_syncing = False
        self.is_back = False
        self._ask = ask

    @property
    def is_there(self) -> bool:
        """Whether the first state is."""
        return self.seq >= 0

    @property
    def is_whole(self) -> bool:
        """Whether nothing is known to be missing."""
        return self.is_there and not (self.is_syncing or self.is_back)

    def come_back(self) -> None:
        """The connection is a new one: what comes first may tell of more than is known.

        A fresh state that was awaited still is: somebody waits for what it says of an answer.
        """
        self.is_back = self.is_there

    def replace(self, state: State) -> None:
        """All of it anew.

        Raises:
            BadFrame: it is not what PROTOCOL.md says.
        """
        if state.seq < 0:
            raise BadFrame("bad_frame", f"a view numbered {state.seq}")
        self._note_number(state.seq)
        self.is_syncing = False
        self.view = View(_bounded(parse(state.view)))
        self.seq = state.seq
        self.states += 1

    async def advance(self, diff: Diff) -> bool:
        """Take in a diff; whether it was the next one.

        Raises:
            BadFrame: it is not what PROTOCOL.md says.
        """
        self._note_number(diff.seq)
        if not self.is_there or diff.seq <= self.seq:
            return False
        if diff.seq != self.seq + 1:
            await self._heal(diff.seq)
            return False
        self.view.fold(parse(diff.d))
        _bounded(self.view.entities)
        self.seq = diff.seq
        return True

    async def reach(self, head: Head) -> None:
        """The number that the view has now: a last diff may be lost."""
        self._note_number(head.seq)
        if self.is_there and head.seq != self.seq:  # a smaller one: the server has lost what we know
            await self._heal(head.seq)

    async def renew(self) -> None:
        """Ask for a fresh state."""
        self.is_syncing = True
        await self._ask()

    async def _heal(self, told: int) -> None:
        if not self.is_syncing:
            self._missed(told)
            await self.renew()

    def _note_number(self, seq: int) -> None:
        """A number was told, maybe the first one on a new connection."""
        self.heard += 1
        if self.is_back:
            self.is_back = False
            self._missed(seq)

    def _missed(self, told: int) -> None:
        """We are told of a number; that it is a later one than ours is a gap."""
        if told > self.seq:
            self.gaps += 1


def _bounded(entities: Entities) -> Entities:
    if len(entities) > MOST_ENTITIES:
        raise BadFrame("bad_frame", f"a view of more than {MOST_ENTITIES} entities")
    return entities
