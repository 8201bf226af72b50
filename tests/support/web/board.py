"""A stage on which a real match stands at a position: the page plays a seat by the rules, the test the others.

A page that joins with the token ``seat N`` sits there. Nothing is journaled; what a real server adds is for tests/e2e.
"""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from msgspec import Raw

from engine import Match, Refusal, Views
from engine.formats.position import build
from protocol.messages import (
    Ack,
    Agree,
    Concede,
    Diff,
    End,
    Intent,
    Join,
    Nack,
    Result,
    Settings,
    State,
    Sync,
    Undone,
    Why,
)
from protocol.session import Claim, Session
from server.match import inputs
from server.match.audience import beside
from server.match.explanations import because
from tests.support.web.stage import MATCH, Stage, serving

SEATS: Final = "ABCD"
MOST_SAID: Final = 16
"""More than any test has somebody say."""
MOST_WAITED_S: Final = 20
"""For a question to a seat of the test's, on a busy machine."""


def position(text: str) -> Match:
    """A match at a position, written as in a scenario file."""
    table = tomllib.loads(text)
    game, cards = str(table.pop("game")), table.pop("card", [])
    setup, profile = table.pop("setup", {}), table.pop("profile", "seeds")
    names = table.pop("names", {})
    match = build(game, table, cards, setup, profile)
    for seat, name in names.items():
        match.game.players[SEATS.index(seat)].name = name
    return match


class Board(Stage):
    """One match of the engine, ``m1``."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.intents: list[Intent] = []
        self.heard = asyncio.Event()
        """Set once an intent has come and, unless nothing is answered, has been applied."""
        self.said: asyncio.Queue[Agree | Concede] = asyncio.Queue(MOST_SAID)
        self.is_silent = False
        """Whether intents are left unanswered, as by a server that hangs."""
        self.is_alone = False
        """Whether the players are told that bots of the house have all other seats."""
        self._views = Views(match)
        self._taken: dict[int, int] = {}

    def claim(self, token: str) -> Claim | None:
        return Claim(MATCH, int(token.removeprefix("seat "))) if token.startswith("seat ") else None

    async def do(self, seat: str, *gestures: str) -> None:
        """Have a seat of the test's answer what it is asked, as soon as it is."""
        for gesture in gestures:
            number = SEATS.index(seat)
            async with asyncio.timeout(MOST_WAITED_S):
                while (own := next((d for d in self.match.decisions if d.seat == number), None)) is None:
                    self.heard.clear()
                    await self.heard.wait()
            self.match.apply_text(number, own.w, gesture)
            await self._spread()

    async def settle(self, seat: str, gesture: str) -> None:
        """Have a seat say how it wants to be asked."""
        self.match.apply_line(SEATS.index(seat), 0, gesture)
        await self._spread()

    async def say(self, key: str, value: object) -> None:
        """Show everybody an entity that stands in no record, as offers are."""
        self._views.show(key, value)
        diffs = self._views.publish()
        for connection, session in tuple(self.connections.items()):
            name = self._name(session)
            session.send(Diff(MATCH, self._views.seq[name], Raw(diffs[name].entities)))
            await self.flush(connection)

    async def _spread(self) -> None:
        """Tell everybody what has changed for them."""
        diffs = self._views.update()
        for connection, session in tuple(self.connections.items()):
            name = self._name(session)
            if name in diffs and MATCH in session.seats:
                diff = diffs[name]
                session.send(Diff(MATCH, self._views.seq[name], Raw(diff.entities), beside(diff)))
            if self.match.result is not None:
                session.send(End(MATCH, self._result()))
            await self.flush(connection)

    async def act(self, session: Session, command: object, seat: int | None) -> None:
        match command:
            case Join() | Sync():
                session.send(self._state_for(session))
            case Why() if seat is not None:
                session.send(because(self.match, MATCH, seat, command))
            case Agree() | Concede() if seat is not None:
                self.said.put_nowait(command)
                session.send(Ack(MATCH, command.c, self._views.seq[self._name(session)]))
            case Settings() if seat is not None:
                self.match.set(seat, inputs.settings_of(command.s, self.match.settings[seat]))
                self._taken[seat] = command.c
                session.send(Ack(MATCH, command.c, self._views.seq[self._name(session)] + 1))
                await self._spread()
            case Intent() if seat is not None:
                self.intents.append(command)
                if not self.is_silent:
                    await self._take(session, command, seat)
                self.heard.set()
            case _:
                await super().act(session, command, seat)

    async def _take(self, session: Session, intent: Intent, seat: int) -> None:
        try:
            undone = self._apply(intent, seat)
        except Refusal as refusal:
            session.send(Nack(refusal.code, refusal.reason, MATCH, intent.c, rule=refusal.rule))
            return
        self._taken[seat] = intent.c
        session.send(Ack(MATCH, intent.c, self._views.seq[self._name(session)] + 1, undone))
        await self._spread()

    def _apply(self, intent: Intent, seat: int) -> Undone | None:
        is_playing = inputs.is_playing(self.match, seat)
        commit = inputs.apply(self.match, seat, intent)
        return inputs.undone_by(commit) if is_playing else None

    def _name(self, session: Session) -> str:
        seat = session.seats.get(MATCH)
        return "public" if seat is None else f"seat{seat}"

    def _state_for(self, session: Session) -> State:
        name = self._name(session)
        now = self._views.now(name)
        seat = session.seats.get(MATCH)
        taken = 0 if seat is None else self._taken.get(seat, 0)
        return State(
            MATCH,
            self._views.seq[name],
            Raw(now.entities),
            beside(now),
            seat,
            taken,
            self._ending(),
            private=self.is_private,
            alone=self.is_alone and seat is not None,
        )

    def _ending(self) -> Result | None:
        return None if self.match.result is None else self._result()

    def _result(self) -> Result:
        result = self.match.result
        assert result is not None
        return Result(tuple(result.winners), result.code, result.reason)


@asynccontextmanager
async def board(text: str) -> AsyncIterator[Board]:
    play = Board(position(text))
    async with serving(play):
        yield play
