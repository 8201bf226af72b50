"""The proof of a puzzle: it is solved against every answer, in one way, and not by who plays without thought.

One way: every line to the goal has the same play in it, and no other play can be made first but those of the same
solution in another order. Ways to pay, and which of like cards is named, make no other play.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import engine
from server.bots.search import play_greedily
from server.bots.sight import Sights
from server.puzzles.lines import Act, is_nothing, is_payment, moves
from server.puzzles.puzzle import SOLVER, BadPuzzle, Fault, Puzzle
from server.puzzles.tree import MOST_NODES, Goal, Tree, Unfinished

GREEDY: Final = 3
"""Matches that the greedy bot tries; it chooses by chance where nothing tells options apart."""
RANDOM: Final = 20
MOST_STEPS: Final = 300
"""Decisions of one such match."""
LETTERS: Final = "ABCDEFGH"


class Proof:
    """The finding about one file: its faults, a solution as gestures and the number of positions looked at."""

    __slots__ = ("faults", "name", "nodes", "solution", "title")

    def __init__(self, name: str) -> None:
        self.name = name
        self.title = ""
        self.faults: list[Fault] = []
        self.solution: list[str] = []
        self.nodes = 0

    def to_json(self) -> dict[str, object]:
        """``{"name", "title", "nodes", "solution", "faults"}``."""
        faults = [{"code": each.code, "reason": each.reason, "line": each.line} for each in self.faults]
        return {
            "name": self.name,
            "title": self.title,
            "nodes": self.nodes,
            "solution": self.solution,
            "faults": faults,
        }


def prove(name: str, source: str, most: int = MOST_NODES) -> Proof:
    """Hold a file to all that a puzzle has to be.

    Args:
        most: positions that each of its searches may look at.
    """
    proof = Proof(name)
    try:
        puzzle = Puzzle(name, source)
        puzzle.check()
    except BadPuzzle as bad:
        proof.faults.append(bad.fault)
        return proof
    proof.title = puzzle.title
    try:
        _solve(puzzle, proof, most)
    except Unfinished:
        proof.faults.append(Fault("unfinished", f"more than {most} positions", puzzle.line_of("A")))
    if proof.solution:
        proof.faults += _tried(puzzle)
    return proof


def _solve(puzzle: Puzzle, proof: Proof, most: int) -> None:
    tree = tree_of(puzzle, most)
    try:
        is_solved = tree.reaches()
    finally:
        proof.nodes += tree.nodes
    if not is_solved:
        reason = f"the goal {puzzle.goal!r} is not reached against every answer"
        proof.faults.append(Fault("unsolved", reason, puzzle.line_of("goal")))
        return
    proof.solution, acts = solution(tree)
    if not acts:
        proof.faults.append(Fault("nothing", "it is solved by passing", puzzle.line_of("A")))
        return
    _prove_one_way(puzzle, proof, acts, most)
    for act, said in first_acts(tree).items():
        if act not in acts:
            proof.faults.append(Fault("other_first", f"so is it if one begins with {said}", puzzle.line_of("A")))


def tree_of(puzzle: Puzzle, most: int, barred: Act = ()) -> Tree:
    """Every line of play of a puzzle, but those with a barred play."""
    line = engine.Line(puzzle.begin(), SOLVER, is_thorough=True)
    return Tree(line, goal_of(puzzle, line), most, barred)


def goal_of(puzzle: Puzzle, line: engine.Line) -> Goal:
    """The goal of a puzzle, on a line that stands at its beginning."""
    return Goal(puzzle.goal, puzzle.until, line)


def _prove_one_way(puzzle: Puzzle, proof: Proof, acts: list[Act], most: int) -> None:
    """Bar the first play of the solution from every line: then the goal must be out of reach."""
    without = tree_of(puzzle, most, barred=acts[0])
    try:
        is_reached = without.reaches()
    finally:
        proof.nodes += without.nodes
    if is_reached:
        reason = f"it is solved without the first play, too: {'; '.join(solution(without)[0])}"
        proof.faults.append(Fault("other_way", reason, puzzle.line_of("A")))


def solution(tree: Tree) -> tuple[list[str], list[Act]]:
    """A line to the goal, as gestures, and the solver's plays in it; others answer what comes first."""
    line = tree.line
    act: Act = ()
    said: list[str] = []
    acts: list[Act] = []
    start = line.mark()
    while tree.verdict() is None:
        answer, gesture, act = _next(tree, act)
        line.play(answer)
        said += [gesture] if gesture else []
        acts += [act] if act and not tree.is_in_play else []
    line.rewind(start)
    return said, acts


def _next(tree: Tree, act: Act) -> tuple[engine.Answer, str, Act]:
    """The answer by which a line to the goal goes on; its gesture, unless it is nothing or pays.

    Of those of others it is the last one, which does most.
    """
    line = tree.line
    decision = line.decision
    assert decision is not None
    start = line.mark()
    found: tuple[engine.Answer, str, Act] | None = None
    for answer in moves(line, decision):
        then = tree.follow(act, decision, answer)
        is_said = not (is_payment(decision) or is_nothing(answer))
        gesture = f"{LETTERS[decision.seat]}: {engine.answer_text(line.game, decision, answer)}" if is_said else ""
        try:
            line.play(answer)
        except engine.Refusal:
            continue
        if tree.reaches(then):
            found = answer, gesture, then
        line.rewind(start)
        if found is not None and decision.seat == SOLVER:
            break
    assert found is not None
    return found


def first_acts(tree: Tree) -> dict[Act, str]:
    """The plays with which a line to the goal may begin, each with its gestures."""
    found: dict[Act, str] = {}
    _look_first(tree, (), "", found)
    return found


def _look_first(tree: Tree, act: Act, said: str, found: dict[Act, str]) -> None:
    line = tree.line
    decision = line.decision
    start = line.mark()
    if tree.verdict() is not None or decision is None or decision.seat != SOLVER:
        return
    for answer in moves(line, decision):
        then = tree.follow(act, decision, answer)
        gesture = engine.answer_text(line.game, decision, answer) if then != act else ""
        try:
            line.play(answer)
        except engine.Refusal:
            continue
        if tree.reaches(then):
            if then and not tree.is_in_play:
                found[then] = f"{said} {gesture}".strip()
            else:
                _look_first(tree, then, f"{said} {gesture}".strip() if then else "", found)
        line.rewind(start)


def _tried(puzzle: Puzzle) -> list[Fault]:
    """The faults that show when bots without thought play it."""
    faults = []
    for seed in range(GREEDY):
        if _plays(puzzle, seed, play_greedily):
            faults.append(Fault("greedy_solves", f"the greedy bot solves it (seed {seed})", puzzle.line_of("A")))
            break
    for seed in range(RANDOM):
        if _plays(puzzle, seed, _play_at_random):
            faults.append(Fault("random_solves", f"play at random solves it (seed {seed})", puzzle.line_of("A")))
            break
    return faults


def _plays(
    puzzle: Puzzle, seed: int, play: Callable[[engine.Line, Sights, engine.Decision, random.Random], bool]
) -> bool:
    """Whether a bot solves it, against the greedy bot."""
    rng = random.Random(seed)  # noqa: S311 # play
    line = engine.Line(puzzle.begin(), SOLVER)
    sights = Sights(line, rng)
    goal = goal_of(puzzle, line)
    begun = line.mark()
    for _ in range(MOST_STEPS):
        found = goal.verdict(line)
        decision = line.decision
        if found is not None or decision is None:
            return bool(found)
        if decision.kind == "act":
            begun = line.mark()
        chosen = play if decision.seat == SOLVER else play_greedily
        if not chosen(line, sights, decision, rng):
            line.rewind(begun)
            line.play(engine.Answer("pass"))
    return False


def _play_at_random(line: engine.Line, _sights: Sights, decision: engine.Decision, rng: random.Random) -> bool:
    for _ in range(8):
        answer = decision.sample(rng.randrange)
        if answer.do == "cancel":
            continue
        try:
            line.play(answer)
        except engine.Refusal:
            continue
        return True
    return False
