"""A seat of a match on a server, by the client library."""

from __future__ import annotations

import anyio

from protocol.client import Client, Match, MatchOver, Refused
from protocol.messages import AnyAnswer, Because, Comfort, Decision, Result
from protocol.view import View


class ServedSeat:
    """A seat that is held over a connection."""

    def __init__(self, client: Client, match: Match, seat: int) -> None:
        self._client = client
        self._match = match
        self.number = seat

    @property
    def id(self) -> str:
        return self._match.id

    @property
    def view(self) -> View:
        return self._match.view

    @property
    def result(self) -> Result | None:
        return self._match.result

    @property
    def decision(self) -> Decision | None:
        return self._match.decision if self._match.has_decision else None

    async def wait(self, seconds: float) -> None:
        with anyio.move_on_after(seconds):
            while self.decision is None and self.result is None:
                await self._match.next_change()

    async def answer(self, answer: AnyAnswer, decision: Decision) -> None:
        if not await self._match.answer(answer, decision):
            raise Refused("stale_decision", f"the answer to question {decision.w} came too late")

    async def order(self, gesture: str) -> None:
        try:
            if gesture == "concede":
                await self._match.concede()
            else:
                await self._match.settle(gesture)
        except MatchOver as error:
            raise Refused("match_over", str(error)) from error

    async def why(self, thing: int, ability: int | None) -> Because:
        return await self._client.why(self.id, thing, ability)

    async def leave(self) -> None:
        await self._client.leave(self._match)


async def take(client: Client, match: str, token: str) -> ServedSeat:
    """Sit down with a seat's token, and be asked where most people want to be, unless the seat has settings already.

    Raises:
        Refused: as ``Client.join``, and ``wrong_seat`` where the token is only to watch with.
        ConnectionLost: for good.
    """
    joined = await client.join(match, token)
    if joined.seat is None:
        await client.leave(joined)
        raise Refused("wrong_seat", "that token is to watch, not to play")
    advised = joined.view.table.settings
    if joined.result is None and joined.view.settings is None and advised != Comfort():
        await joined.settle(advised)
    return ServedSeat(client, joined, joined.seat)
