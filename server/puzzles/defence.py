"""The other side of a puzzle: it answers as the proof does, so that every line but the solution fails.

It looks for an answer after which the goal is out of the solver's reach. If there is none, as along the solution, its
answer is the one that the proof writes down. The search is bounded in positions and processor time. The greedy bot
answers if the search does not come to an end.
"""

from __future__ import annotations

import random
from typing import Final

import anyio
import anyio.to_process
import orjson

import engine
from protocol.client import Match, Refused
from protocol.messages import Answer, Decision
from server.bots.mind import Decks, Know, as_client, is_left_to_habit
from server.puzzles.lines import moves
from server.puzzles.puzzle import GOALS, SOLVER
from server.puzzles.tree import Goal, Tree, Unfinished
from server.runtime import card_folders
from server.runtime.worker_processes import limited

DEFENDER: Final = "puzzle"
"""The name of the bot."""
MOST_POSITIONS: Final = 4_000
"""Those looked at for one answer; each search of the proof of a puzzle that ships takes fewer."""
MOST_RECORDS: Final = 120
"""Things on the table of a puzzle; the largest that ships has 38. On a larger one each position takes long."""
PROCESSOR_S: Final = 4.0
"""For one answer, as all bots of the house think in turn."""


class Defender:
    """Thinks for the other side of a puzzle.

    Args:
        know: asks the server what the seat knows.
        position: that of the puzzle, as text.
    """

    def __init__(self, know: Know, position: str) -> None:
        self._know = know
        self._position = position

    async def think(self, match: Match, decision: Decision) -> Answer | None:
        """An answer; none where there is nothing to choose, or the search does not come to an end."""
        if is_left_to_habit(decision):
            return None
        try:
            told = await self._know(match.id)
            found = await anyio.to_process.run_sync(
                limited,
                0,
                PROCESSOR_S,
                card_folders.taken(),
                defend,
                self._position,
                bytes(told.known),
                told.decks,
                decision.seat,
                cancellable=True,
            )
        except (Refused, anyio.BrokenWorkerProcess):
            return None
        return as_client(found)


def defend(position: str, known: bytes, decks: Decks, seat: int) -> bytes:
    """The answer of a seat as JSON; empty if it is not asked, there is no goal or no end of the search.

    Args:
        position: where the puzzle begins.
        known: what the seat knows now.
    """
    table = engine.read_table(position)
    if table.get("goal") not in GOALS:
        return b""
    start = engine.Line(engine.read_position(position), SOLVER, is_thorough=True)
    goal = Goal(str(table["goal"]), str(table.get("until", "")), start)
    chance = random.Random(0)  # noqa: S311 # how libraries lie does not matter
    line = engine.Line(engine.determinise(known, decks, chance.randrange), SOLVER, is_thorough=True)
    decision = line.decision
    if decision is None or decision.seat != seat or len(line.game.records) > MOST_RECORDS:
        return b""
    try:
        answer = best_answer(Tree(line, goal, MOST_POSITIONS), decision)
    except Unfinished:
        return b""
    return orjson.dumps(answer.to_json()) if answer is not None else b""


def best_answer(tree: Tree, decision: engine.Decision) -> engine.Answer | None:
    """An answer after which the goal is out of reach, else the last one there is, which does most.

    Raises:
        Unfinished: there are too many positions.
    """
    line = tree.line
    start = line.mark()
    last: engine.Answer | None = None
    for answer in moves(line, decision):
        try:
            line.play(answer)
        except engine.Refusal:
            continue
        last = answer
        is_reached = tree.reaches()
        line.rewind(start)
        if not is_reached:
            break
    return last
