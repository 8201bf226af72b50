"""A player of the client library who answers at random."""

import random

from protocol.client import Match
from server.bots.seat_player import Player


async def play(table: Match) -> None:
    player = Player("random", random.Random(table.id))
    async for decision in table:
        await table.answer(player.choose(table.view, decision))
