"""``python -m tests.attacks.deck``: a legal deck of sixty cards whose player doubles tokens turn by turn.

The match ends as a draw once its budget is spent; the players of other matches do not notice.
"""

from __future__ import annotations

import sys
from typing import Final

import anyio
import click

from protocol.client import Match, connect
from protocol.messages import AnyAnswer, Decision
from tests.support.server.neighbours import attacked_by

DECK: Final = {"Krenko, Mob Boss": 4, "Mountain": 56}
WANTED: Final = ('play "Mountain', 'activate "Krenko', 'cast "Krenko')


def answer(match: Match, decision: Decision) -> AnyAnswer:
    """Of the first seat what makes more Goblins; else nothing is done."""
    if decision.kind == "pay":
        return "auto"
    if decision.kind != "act":
        return 0 if decision.default is None else decision.default
    is_time = match.seat == 0 and "main" in decision.prompt and not match.view.game.stack
    options = list(enumerate(decision.options if is_time else ()))
    wanted = (number for text in WANTED for number, option in options if option.text.startswith(text))
    return next(wanted, "pass")


async def play(url: str) -> None:
    """Attack; tells how the match has ended."""
    ends: list[str] = []
    async with connect(url, name="attacker") as client:
        made = await client.create("magic", (DECK, DECK))
    async with anyio.create_task_group() as tasks:
        for seat in made.seats:
            tasks.start_soon(sit, url, made.m, seat.token, ends)
    click.echo("\n".join(ends))


async def sit(url: str, match_id: str, token: str, ends: list[str]) -> None:
    async with connect(url, name="attacker") as client:
        match = await client.join(match_id, token)
        most = answers = 0
        async for decision in match:
            most = max(most, len(match.view.board(0)))
            await match.answer(answer(match, decision))
            answers += 1
        ends.append(f"seat {match.seat}: {answers} answers, {most} permanents of the first at most, {match.result}")


if __name__ == "__main__":
    anyio.run(*((play, sys.argv[1]) if len(sys.argv) > 1 else (attacked_by, "tests.attacks.deck")))
