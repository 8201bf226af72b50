"""The client library: what a bot, a bench or a terminal needs to sit down at matches.

A whole bot::

    import random
    from protocol.client import connect, sample

    async def main(url: str, match_id: str, token: str) -> None:
        async with connect(url, name="ten lines") as client:
            match = await client.join(match_id, token)
            async for decision in match:
                await match.answer(sample(decision, random.randrange))

``addresses`` knows where the service is; ``connection`` owns the socket and comes back; ``client`` joins again and sits
down again; ``requests`` are what may be asked, and ``calls`` waits for the answers. A ``match`` has a ``mirror`` of its
view, ``flights`` of intents on their way, and the players' ``talk``; a ``table`` is where one waits for a match, and a
``passage`` a part of what one was. After a loss everything goes on from the last number seen, and what was not
acknowledged is sent again with its old sequence number: nothing is applied twice. A view that lacks something is healed
by a fresh one.

Any number of matches are played on one connection, each in a task of its own::

    async def main(url: str, seats: dict[str, str]) -> None:
        async with connect(url, name="many") as client, anyio.create_task_group() as tasks:
            for match_id, token in seats.items():
                tasks.start_soon(play, await client.join(match_id, token, timeout_s=5))

    async def play(match: Match) -> None:
        async for decision in match:
            passing = next((option for option in decision.options if option.do == "pass"), None)
            await match.answer(passing or sample(decision, random.randrange))

An option is an object with the verb (``do``), what it names (``refs``), and beside them the gesture that means the
same (``text``). An answer may be an option, its number, a gesture, or a record, whose plan answers in the same message
what the play will ask next::

    await match.answer(decision.options[0])
    await match.answer(2)
    await match.answer("add 2")
    await match.answer(decision.options[1].answer(Answer("auto")))

``match.view`` is what the seat knows, in the words of the domain: ``view.board(0)`` are the cards that a seat has in
play, ``view.zone(0, "graveyard")`` and ``view.size(1, "hand")`` what lies in a zone, as its game calls that.

A seat that takes longer than ``timeout_s`` has answered with the decision's default.

At a table everybody brings a deck and waits for somebody to play against: whoever comes (``quick``), or those who have
its ``link`` (``client.sit``). A series goes on until somebody has won two games, and players may talk::

    async def main(url: str) -> None:
        async with connect(url, name="waits") as client:
            table = await client.open_table("magic", "burn", quick=True, best=3)
            match = await table.match()
            await client.say(match.id, "good luck")
            await play(match)
            while match.leads_on:
                match = await client.follow(match)
                await play(match)

``client.hear(match.id)`` has what others say told, each line by ``match.heard()``.

A refused request raises ``Refused`` with a code for programs (PROTOCOL.md 5.4), and nothing has changed; that it
came too late is what ``answer`` returns. ``rate_limited`` and ``unavailable`` are waited for as long as the server
says, but no longer than ``patience_s``; what a server does not answer at all for two minutes, or for ``patience_s`` if
that is longer, is given up. A connection that is lost for good raises ``ConnectionLost`` out of every wait: with the
server's close code, 0 where there is none to be had, 1007 or 1009 where what came was not the protocol or beyond all
bounds, 1006 where no answer came. ``BadFrame`` says the same of a single answer, of a decision that ``sample`` finds
no answer to, and of what is read of a view.
"""

from protocol.answers import sample
from protocol.client.client import Client, connect
from protocol.client.match import Match
from protocol.client.passage import Passage
from protocol.client.table import Table, read_link
from protocol.errors import BadFrame, ClientError, ConnectionLost, MatchOver, PlaceLost, Refused
from protocol.messages import (
    Answer,
    AnyAnswer,
    Clock,
    Comfort,
    Decision,
    Option,
    Remark,
    Result,
    Score,
    TableLine,
)
from protocol.view import View

__all__ = [
    "Answer",
    "AnyAnswer",
    "BadFrame",
    "Client",
    "ClientError",
    "Clock",
    "Comfort",
    "ConnectionLost",
    "Decision",
    "Match",
    "MatchOver",
    "Option",
    "Passage",
    "PlaceLost",
    "Refused",
    "Remark",
    "Result",
    "Score",
    "Table",
    "TableLine",
    "View",
    "connect",
    "read_link",
    "sample",
]
