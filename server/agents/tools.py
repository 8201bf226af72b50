"""The tools: each takes a record of arguments and gives a text, and the decision as on the wire where one is asked."""

from __future__ import annotations

from typing import Final

import anyio
import msgspec

from protocol.client import Client, ClientError, ConnectionLost, Refused, Table
from protocol.diffs import Json
from protocol.errors import BadFrame
from protocol.messages import Decision, Result
from protocol.view import Card as Seen
from server.agents import arguments as args
from server.agents import narration, served
from server.agents.alone import OwnSeat
from server.agents.held_seat import Seat
from server.terminal import card_lookup, question_lines

MOST_AT_ONCE: Final = 16
"""Calls that may wait for each other."""
ORDERS: Final = ("concede", "settings")
"""First words of gestures that answer no question."""
NO_SERVER: Final = "no_server"


class Reply(msgspec.Struct, frozen=True):
    """The answer to a call: a text, and for programs what is asked or how it ended, as PROTOCOL.md writes it."""

    text: str
    data: dict[str, Json] | None = None


class Tools:
    """The tools of one conversation, with one seat at a time.

    Args:
        client: the connection to a server; without one matches are played in this process.
        name: the name of the seat in matches and at tables.
    """

    def __init__(self, client: Client | None, name: str) -> None:
        self._client = client
        self._name = name
        self._seat: Seat | None = None
        self._table: Table | None = None
        self._told = -1
        self._lock = anyio.Lock()
        self._calls = 0

    async def call(self, arguments: args.Arguments) -> Reply:
        """Do what a tool does, after the calls before it.

        Raises:
            Refused: it cannot be done; nothing has changed.
        """
        if self._calls >= MOST_AT_ONCE:
            raise Refused("rate_limited", f"{MOST_AT_ONCE} calls wait already")
        self._calls += 1
        try:
            async with self._lock:
                return await self._do(arguments)
        except (Refused, ConnectionLost):
            raise
        except BadFrame as error:
            raise Refused(error.code, error.reason) from error
        except ClientError as error:
            raise Refused("unavailable", str(error)) from error
        finally:
            self._calls -= 1

    async def sit_down(self, match: str, token: str) -> Reply:
        """Take a seat on the server."""
        self._check_free()
        return self._seated(await served.take(self._server(), match, token))

    async def _do(self, asked: args.Arguments) -> Reply:
        match asked:
            case args.Begin():
                return await self._begin(asked)
            case args.Tables():
                return Reply(narration.tables(await self._server().tables()))
            case args.Sit():
                return await self._sit(asked)
            case args.Join():
                return await self.sit_down(asked.match, asked.token)
            case args.Look():
                return self._look()
            case args.Options():
                return await self._ask(asked.wait_s)
            case args.Act():
                return await self._act(asked)
            case args.Why():
                return await self._why(asked)
            case args.Card():
                return Reply(narration.card(self._sitting(), self._card(asked.card)))
            case args.Leave():
                return await self._leave()
            case _:
                raise TypeError(type(asked).__name__)

    async def _begin(self, asked: args.Begin) -> Reply:
        self._check_free()
        if self._client is None:
            return self._seated(await anyio.to_thread.run_sync(OwnSeat, asked))
        bots = [f"{bot} {seat}" for seat, bot in enumerate(asked.against, start=2)]
        created = await self._client.create(
            asked.game,
            asked.decks,
            names=(self._name, *bots),
            seats=("open", *(f"bot:{bot}" for bot in asked.against)),
            seed=asked.seed,
            profile=asked.profile,
            scenario=asked.scenario,
        )
        return await self.sit_down(created.m, created.seats[0].token)

    async def _sit(self, asked: args.Sit) -> Reply:
        client = self._server()
        if self._table is None:
            self._check_free()
            if asked.table == "quick":
                self._table = await client.open_table(asked.game, asked.deck, name=self._name, quick=True)
            else:
                self._table = await self._at(client, asked)
        table = self._table
        try:
            with anyio.move_on_after(asked.wait_s):
                while not table.is_begun:
                    await table.next_change()
        except ClientError:
            self._table = None
            raise
        if not table.is_begun:
            return Reply(f"you wait at table {table.id}; call sit again to go on waiting, or leave")
        self._table = None
        return await self.sit_down(table.line.m, table.token or "")

    async def _at(self, client: Client, asked: args.Sit) -> Table:
        try:
            return await client.sit(asked.table, asked.deck, name=self._name)
        except ValueError as error:
            raise Refused("unknown_table", str(error)) from error

    def _look(self) -> Reply:
        seat = self._sitting()
        told, _ = narration.news(seat, -1)
        return Reply("\n\n".join(part for part in (narration.table(seat), told) if part))

    async def _ask(self, wait_s: float) -> Reply:
        await self._sitting().wait(wait_s)
        return self._standing()

    async def _act(self, asked: args.Act) -> Reply:
        seat = self._sitting()
        if isinstance(asked.answer, str) and asked.answer.partition(" ")[0] in ORDERS:
            await seat.order(asked.answer)
        else:
            decision = self._open(seat, asked.w)
            try:
                answer = question_lines.read(decision, str(asked.answer))
            except question_lines.Unreadable as error:
                raise Refused("bad_answer", str(error)) from error
            await seat.answer(answer, decision)
        return await self._ask(asked.wait_s)

    def _open(self, seat: Seat, w: int | None) -> Decision:
        decision = seat.decision
        if seat.result is not None:
            raise Refused("match_over", "the match is over")
        if decision is None:
            raise Refused("not_your_decision", "you are not asked now")
        if w is not None and w != decision.w:
            raise Refused("stale_decision", f"question {w} is not open, but question {decision.w}")
        return decision

    async def _why(self, asked: args.Why) -> Reply:
        seat, card = self._sitting(), self._card(asked.card)
        return Reply(narration.why(seat, card, await seat.why(card.id, asked.ability)))

    async def _leave(self) -> Reply:
        if self._table is not None:
            table, self._table = self._table, None
            await table.rise()
            return Reply("the place at the table is given up")
        seat, self._seat = self._sitting(), None
        await seat.leave()
        return Reply(f"left match {seat.id}")

    def _card(self, called: str) -> Seen:
        found = card_lookup.cards(narration.scene(self._sitting()), called)
        if not found:
            raise Refused("unseen", f"you see no card called {called!r}")
        return found[0]

    def _seated(self, seat: Seat) -> Reply:
        self._seat, self._told = seat, -1
        standing = self._standing()
        return Reply(f"{narration.place(seat)}\n\n{standing.text}", standing.data)

    def _standing(self) -> Reply:
        """The news since they were told last, and what is asked now."""
        seat = self._sitting()
        told, self._told = narration.news(seat, self._told)
        text = "\n\n".join(part for part in (told, narration.question(seat)) if part)
        return Reply(text, described(seat))

    def _sitting(self) -> Seat:
        if self._seat is None:
            raise Refused("not_seated", "you have no seat: begin a match, sit down at a table or join one")
        return self._seat

    def _check_free(self) -> None:
        """Refuse a second seat.

        Raises:
            Refused: one is held, of a match that is not over.
        """
        if self._table is not None or (self._seat is not None and self._seat.result is None):
            raise Refused("already_seated", "you have a seat already: leave it first")

    def _server(self) -> Client:
        if self._client is None:
            raise Refused(NO_SERVER, "there is no server: start stackloop mcp with --url, or begin a match here")
        return self._client


def described(seat: Seat) -> dict[str, Json]:
    """Match, seat, and the open decision or the result, for programs."""
    told: dict[str, str | int | Decision | Result] = {"m": seat.id, "you": seat.number}
    if seat.result is not None:
        told["result"] = seat.result
    elif seat.decision is not None:
        told["decision"] = seat.decision
    built: dict[str, Json] = msgspec.to_builtins(told)
    return built


NAMED: Final[dict[str, type[args.Arguments]]] = {
    kind.__name__.lower(): kind
    for kind in (
        args.Begin,
        args.Tables,
        args.Sit,
        args.Join,
        args.Look,
        args.Options,
        args.Act,
        args.Why,
        args.Card,
        args.Leave,
    )
}
"""Name of a tool -> its arguments."""
