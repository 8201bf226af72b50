"""``python -m tests.attacks.frame``: one frame of a few hundred bytes, whose record doubles tokens without end.

Its moves are legal and short; what they make doubles with each turn. The answer is a refusal, or the match at a moment
before; the players of other matches do not notice.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

import anyio
import click

import engine
from protocol.client import Refused, connect
from server.lobby.forked_matches import packed
from tests.support.engine.crowd import doubled, doubling
from tests.support.server.neighbours import neighbours
from tests.support.server.server_process import ServerProcess, server_process

MOST: Final = 1 << 15
"""Objects, more than may be: the last move is a draw."""


def moves(most: int) -> tuple[engine.Header, list[tuple[int, engine.Input]]]:
    """A match, and what is played there until the first seat has so many tokens."""
    match = doubling()
    played = []
    for move in doubled(match):
        played.append(move)
        if match.objects > most:
            break
    return match.header, played


async def attack(server: ServerProcess, text: str, at: int) -> str:
    """Send it; what comes back."""
    async with connect(server.url, name="attacker") as client:
        try:
            made = await client.create("magic", fork=packed(text, at))
        except Refused as refused:
            return f"refused: {refused.code}: {refused}"
        return f"a match, {made.m}"


async def run() -> None:
    header, played = moves(MOST)
    text = engine.write_record(header, played)
    unnamed = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("budget = "))
    with tempfile.TemporaryDirectory() as folder, server_process(Path(folder) / "data", read_ahead=1) as server:
        async with neighbours(server.url, server.pid) as found:
            for told, record in (("with its budget", text), ("without one", unnamed)):
                for at in (len(played), len(played) - 1):
                    size = len(packed(record, at).record)
                    answer = await attack(server, record, at)
                    click.echo(f"a record of {size} bytes {told}, to move {at}: {answer}")
            click.echo(found.told())


if __name__ == "__main__":
    anyio.run(run)
