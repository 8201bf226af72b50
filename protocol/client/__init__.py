"""The client library: what a bot, a bench or a terminal needs to sit down at a match.

A whole bot::

    import random
    from protocol.client import connect, sample

    async def main(url: str, match: str, token: str) -> None:
        async with connect(url, name="ten lines") as client:
            async for table in client.play(match, token):
                await table.answer(sample(table.decision, random.randrange))

``connection`` owns the socket, reconnects and joins again; ``table`` owns what is known of one match and the intents
on their way. After a lost connection everything goes on from the last number seen, and what was not acknowledged is
sent again with its old sequence number: nothing is applied twice.
"""

from protocol.answers import sample
from protocol.client.connection import Client, connect
from protocol.client.table import Table
from protocol.errors import ClientError, ConnectionLost, MatchOver, Refused

__all__ = ["Client", "ClientError", "ConnectionLost", "MatchOver", "Refused", "Table", "connect", "sample"]
