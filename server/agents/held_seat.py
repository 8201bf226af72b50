"""The seat that the tools act for, wherever its match is played."""

from __future__ import annotations

from typing import Protocol

from protocol.messages import AnyAnswer, Because, Decision, Result
from protocol.view import View


class Seat(Protocol):
    """One seat of one match: what it sees, is asked and answers, and nothing that is hidden from it."""

    @property
    def id(self) -> str:
        """The id of the match."""

    @property
    def number(self) -> int:
        """The seat, from 0."""

    @property
    def view(self) -> View: ...

    @property
    def result(self) -> Result | None: ...

    @property
    def decision(self) -> Decision | None:
        """The open decision of this seat."""

    async def wait(self, seconds: float) -> None:
        """Wait until this seat is asked or the match is over, but no longer than ``seconds``."""

    async def answer(self, answer: AnyAnswer, decision: Decision) -> None:
        """Answer a decision.

        Raises:
            Refused: the rules forbid it, or the decision is over; nothing has changed.
        """

    async def order(self, gesture: str) -> None:
        """Do what answers no decision: ``concede``, ``settings ...``; raises as ``answer``."""

    async def why(self, thing: int, ability: int | None) -> Because:
        """The reasons of ``Client.why``; raises as that."""

    async def leave(self) -> None:
        """Follow the match no more."""
