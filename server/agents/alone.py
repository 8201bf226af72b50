"""A seat of a match in this process, without a server: by the engine on a pipe, bots of the house at the others."""

from __future__ import annotations

import random
import secrets
from typing import Final, TypeVar

import anyio
import msgspec

import engine
from protocol import consult
from protocol.client import Refused
from protocol.codec import decode_decision
from protocol.messages import MAX_SEATS, AnyAnswer, Because, Comfort, Decision, Nack, Result
from protocol.view import View
from server.agents.arguments import Begin
from server.bots import BOTS, KNOWING
from server.bots.seat_player import Player
from server.match.inputs import settings_of
from server.runtime.version import VERSION
from server.terminal.engine_pipe import Consultant

OWN: Final = 0
"""The seat of the model; the others are the bots'."""
SEED_BYTES: Final = 16
MOST_MOVES: Final = 20_000
"""Of bots between two questions to this seat; what goes on for longer runs in circles."""
_TOLD: Final = msgspec.json.Decoder(consult.Told)
_ENCODER: Final = msgspec.json.Encoder()

T = TypeVar("T")


class OwnSeat:
    """The first seat of a match that this process holds.

    Raises:
        Refused: no such game, deck, bot or scenario, or not so many seats.
    """

    id = consult.OURS
    number = OWN

    def __init__(self, asked: Begin) -> None:
        for name in asked.against:
            if name not in BOTS or name in KNOWING:
                others = ", ".join(sorted(BOTS.keys() - KNOWING))
                raise Refused("unknown_bot", f"no bot {name!r} without a server; there are {others}")
        seed = asked.seed or secrets.token_hex(SEED_BYTES)
        self._consultant = Consultant(VERSION)
        seats = 1 + len(asked.against)
        if seats > MAX_SEATS:
            raise Refused("bad_seats", f"a match has {MAX_SEATS} seats at most")
        begin = consult.Begin(asked.game, seed, asked.decks, seats, asked.profile, asked.scenario or "")
        self._standing = self._ask(begin, consult.Standing)
        self._players = {
            seat: Player(name, random.Random(f"{seed}.{seat}"))  # noqa: S311 # a game
            for seat, name in enumerate(asked.against, start=1)
        }
        self._view: View | None = None
        self._decision: Decision | None = None
        if (advised := self.view.table.settings) != Comfort():
            self._apply(OWN, str(settings_of(advised, engine.Settings())))
        self._go_on()

    @property
    def view(self) -> View:
        if self._view is None:
            self._view = self._seen(OWN)
        return self._view

    @property
    def result(self) -> Result | None:
        return self._standing.result

    @property
    def decision(self) -> Decision | None:
        return self._decision

    async def wait(self, seconds: float) -> None:
        """Nobody is waited for: bots have answered already."""

    async def answer(self, answer: AnyAnswer, decision: Decision) -> None:
        await anyio.to_thread.run_sync(self._do, answer, decision.w)

    async def order(self, gesture: str) -> None:
        await anyio.to_thread.run_sync(self._do, gesture, None)

    async def why(self, thing: int, ability: int | None) -> Because:
        return self._ask(consult.WhyNot(OWN, thing, ability), Because)

    async def leave(self) -> None:
        """The match goes with this object."""

    def _do(self, answer: AnyAnswer, w: int | None) -> None:
        self._apply(OWN, answer, w)
        self._go_on()

    def _go_on(self) -> None:
        """Have bots answer until nobody but this seat is asked."""
        for _ in range(MOST_MOVES):
            asked = [seat for seat in self._standing.asked if seat in self._players]
            if not asked or self.result is not None:
                break
            self._move(asked[0])
        self._decision = None if self.result is not None else self._asked(OWN)

    def _move(self, seat: int) -> None:
        decision, player = self._asked(seat), self._players[seat]
        assert decision is not None
        try:
            self._apply(seat, player.choose(self._seen(seat), decision), decision.w)
        except Refused as refused:
            player.refused(refused)
        else:
            player.accepted()

    def _apply(self, seat: int, answer: AnyAnswer, w: int | None = None) -> None:
        self._standing = self._ask(consult.Apply(seat, answer, w), consult.Standing)
        self._view = None

    def _asked(self, seat: int) -> Decision | None:
        """The open decision of a seat, out of those of all seats."""
        decisions = map(decode_decision, self._ask(consult.Ask(), consult.Options).decisions)
        return next((decision for decision in decisions if decision is not None and decision.seat == seat), None)

    def _seen(self, seat: int) -> View:
        return View(msgspec.json.decode(self._ask(consult.Look(seat), consult.Seen).view))

    def _ask(self, asked: consult.Asked, kind: type[T]) -> T:
        """A line to the engine, and the answer of that kind.

        Raises:
            Refused: it is a nack.
        """
        told = _TOLD.decode(self._consultant.answer(_ENCODER.encode(asked)))
        if isinstance(told, Nack):
            raise Refused(told.code, told.reason, told.rule)
        assert isinstance(told, kind)
        return told
