"""The bot that looks ahead: information-set Monte Carlo tree search over matches that may be the real one.

Each iteration deals the hidden cards anew in a fork of what the seat knows and tries in that one world every move that
is still a rival: from there down a tree that all worlds share, always to the move that promises most, and then on as
greedy bots would, to the end of a round. The value of that position counts for every move on the way. So rivals are
compared in the same worlds, fewer of them with every world; and what the greedy bot does by itself is done unless
another move was better by more than chance. Moves are told apart by what they name, so that what is not possible in one
world keeps its numbers from the others. Questions about combinations are answered by a few proposals: what the greedy
bot says, nothing, everything, one thing changed, and others at random. Down in the tree the greedy move has a lead: it
alone is tried until a question was met often.

(Cowling, Powley, Whitehouse: "Information set Monte Carlo tree search", 2012; Chaslot et al.: "Progressive strategies
for Monte-Carlo tree search", 2008; Karnin et al.: "Almost optimal exploration in multi-armed bandits", 2013.)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice, zip_longest
from math import log, log2, sqrt
from typing import Final, TypeAlias

import engine
from server.bots.sight import Sights

Key: TypeAlias = tuple[object, ...]
"""The name of a move."""

EXPLORE: Final = 0.35
"""The hope for moves that were seldom tried; positions differ by some hundredths."""
CALM: Final = 8
"""Visits to a question below the first after which a second move is tried there, and one more for each doubling."""
MOST_RIVALS: Final = 12
"""Answers to the first question that are compared."""
UNORDERED: Final = frozenset(("assign", "cards"))
"""Answers in which the order says nothing."""
MOST_PROPOSALS: Final = 40
MOST_STEPS: Final = 120
"""Decisions of one descent; what goes on for longer runs in circles."""
SAMPLES: Final = 4
"""Proposals at random, of a question about combinations."""
CAUTION: Final = 0.8
"""A move must be better than the greedy one by so many times what as many steps at random would lead to."""
HABIT: Final = 0.0005
"""And by so much more."""

PASS: Final = engine.Answer("pass")


class Node:
    """A question, and what came of the moves that answer it.

    ``visits`` and ``total`` are those of the move that led here, seen by whoever made it; ``met`` counts the worlds in
    which that move could be made.
    """

    __slots__ = ("children", "met", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.met = 0
        self.total = 0.0
        self.children: dict[Key, Node] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.5


class Rival:
    """An answer to the first question, and what came of it in each world."""

    __slots__ = ("answer", "key", "node", "values")

    def __init__(self, key: Key, answer: engine.Answer) -> None:
        self.key = key
        self.answer = answer
        self.node = Node()
        self.values: list[float] = []

    def lead(self, usual: Rival) -> float:
        """By how much it was better than the usual answer in the same worlds, beyond what may be chance."""
        gains = [mine - other for mine, other in zip(self.values, usual.values, strict=False)]
        if not gains or self is usual:
            return 0.0
        return (sum(gains) - CAUTION * sqrt(sum(gain * gain for gain in gains))) / len(gains) - HABIT


def _mean(rival: Rival) -> float:
    return sum(rival.values) / len(rival.values) if rival.values else 0.0


class Search:
    """Looks for a seat's answer to the first decision of a line.

    Args:
        root: made from what the seat knows.
        rng: chooses worlds and what is tried; the same one gives the same answer after as many iterations.

    Attributes:
        positions: those that were looked at.
    """

    def __init__(self, root: engine.Line, seat: int, rng: random.Random) -> None:
        decision = root.decision
        assert decision is not None
        assert decision.seat == seat
        self.seat = seat
        self.iterations = 0
        self.positions = 0
        self._root = root
        self._rng = rng
        self._until = root.game.root.turn + (1 if root.game.rules.side else root.game.seats)
        self._said: dict[Key, engine.Answer] = {}
        sights = Sights(root, rng)
        self._habit = sights.greedy(decision)
        self._usual = key_of(root, self._habit)
        self._rivals: list[Rival] = []
        for answer in islice(proposals(root, sights, decision, rng), MOST_PROPOSALS):
            key = key_of(root, answer)
            if len(self._rivals) < MOST_RIVALS and all(rival.key != key for rival in self._rivals):
                self._rivals.append(Rival(key, answer))
        self._most = len(self._rivals)

    def run(self, goes_on: Callable[[int, int], bool]) -> engine.Answer:
        """Search while ``goes_on(iterations, positions)``; the answer that looks best then."""
        while len(self._rivals) > 1 and goes_on(self.iterations, self.positions):
            self._iterate(goes_on)
            self.iterations += 1
        return self._best()

    def _best(self) -> engine.Answer:
        """The greedy move, if another is not surely better; if the rules refuse that one, the best of the others."""
        usual = next((rival for rival in self._rivals if rival.key == self._usual), None)
        if usual is None:
            return max(self._rivals, key=_mean).answer if self._rivals else self._root_default()
        best = max(self._rivals, key=lambda rival: rival.lead(usual))
        return best.answer if best.lead(usual) > 0.0 else usual.answer

    def _root_default(self) -> engine.Answer:
        decision = self._root.decision
        assert decision is not None
        return decision.default()

    def _iterate(self, goes_on: Callable[[int, int], bool]) -> None:
        """Try all rivals in one world, and keep the better part of them."""
        try:
            line = self._root.fork(self.seat, self._rng.randrange)
        except ValueError:
            return  # no such world: others would not be asked what they are asked
        sights = Sights(line, self._rng)
        start = line.mark()
        for rival in list(self._rivals):
            if not goes_on(self.iterations, self.positions):
                return
            try:
                line.play(rival.answer)
            except engine.Refusal:
                self._rivals.remove(rival)
                continue
            self.positions += 1
            rival.values.append(self._try(line, sights, rival))
            line.rewind(start)
        worlds = max((len(rival.values) for rival in self._rivals), default=0)
        ranked = sorted(self._rivals, key=_mean, reverse=True)[: max(2, -(-self._most // (worlds + 1)))]
        self._rivals = [rival for rival in self._rivals if rival.key == self._usual or rival in ranked]

    def _try(self, line: engine.Line, sights: Sights, rival: Rival) -> float:
        """The value of a move that was made."""
        path = [(self.seat, rival.node), *self._descend(line, sights, rival.node)]
        is_sound = self._play_out(line, sights)
        value = line.evaluate(self.seat) if is_sound else float(path[-1][0] != self.seat)
        self._learn(path, value)
        return value

    # --- down the tree ----------------------------------------------------------------------------------------------

    def _descend(self, line: engine.Line, sights: Sights, node: Node) -> list[tuple[int, Node]]:
        """Make the moves that promise most until one that was not made before; who made which."""
        path: list[tuple[int, Node]] = []
        while node.visits and (decision := line.decision) is not None and not self._is_far(line):
            child = self._try_moves(line, sights, node, decision)
            if child is None:
                break
            path.append((decision.seat, child))
            node = child
        return path

    def _try_moves(self, line: engine.Line, sights: Sights, node: Node, decision: engine.Decision) -> Node | None:
        """Make the move that promises most; if the rules refuse it, the next."""
        moves = self._moves(line, sights, node, decision)
        for move in moves.values():
            move.met += 1
        ranked = sorted(moves, key=lambda key: -self._promise(moves[key]))
        for key in ranked:
            try:
                line.play(self._said[key])
            except engine.Refusal:
                continue
            self.positions += 1
            return moves[key]
        return None

    def _moves(self, line: engine.Line, sights: Sights, node: Node, decision: engine.Decision) -> dict[Key, Node]:
        """The moves that may be tried now, the likeliest first, as many as this node has earned."""
        most = int(1.0 + log2(1.0 + node.visits / CALM))
        self._said = {}
        found: dict[Key, Node] = {}
        for answer in proposals(line, sights, decision, self._rng):
            key = key_of(line, answer)
            if key not in self._said and (len(found) < most or key in node.children):
                self._said[key] = answer
                found[key] = node.children.setdefault(key, Node())
            if most == 1:
                break
        return found

    def _promise(self, node: Node) -> float:
        """Its mean, and the more the seldomer it was tried; what was never tried comes first."""
        if not node.visits:
            return 1e9
        return node.mean + EXPLORE * sqrt(log(1 + node.met) / node.visits)

    # --- and on -----------------------------------------------------------------------------------------------------

    def _is_far(self, line: engine.Line) -> bool:
        return line.game.root.turn >= self._until

    def _play_out(self, line: engine.Line, sights: Sights) -> bool:
        """Play on as greedy bots would; false if the last move of the tree was the beginning of what cannot be done."""
        begun: engine.Mark | None = None
        for _ in range(MOST_STEPS):
            decision = line.decision
            if decision is None or self._is_far(line):
                break
            if decision.kind == "act":
                begun = line.mark()
            self.positions += 1
            if play_greedily(line, sights, decision, self._rng):
                continue
            if begun is None:
                return False
            line.rewind(begun)
            line.play(PASS)
        return True

    def _learn(self, path: list[tuple[int, Node]], value: float) -> None:
        is_shared = bool(self._root.game.rules.side)
        for seat, node in path:
            node.visits += 1
            node.total += value if is_shared or seat == self.seat else 1.0 - value


def play_greedily(line: engine.Line, sights: Sights, decision: engine.Decision, rng: random.Random) -> bool:
    """Have the greedy bot answer; if the rules refuse that, the least that can be said. False if nothing can."""
    for answer in _fallbacks(sights, decision, rng):
        try:
            line.play(answer)
        except engine.Refusal:
            continue
        return True
    return False


def _fallbacks(sights: Sights, decision: engine.Decision, rng: random.Random) -> Iterator[engine.Answer]:
    yield sights.greedy(decision)
    default = decision.default()
    if default.do != "cancel":
        yield default
    for _ in range(SAMPLES):
        answer = decision.sample(rng.randrange)
        if answer.do != "cancel":
            yield answer


# --- moves ----------------------------------------------------------------------------------------------------------


def proposals(
    line: engine.Line, sights: Sights, decision: engine.Decision, rng: random.Random
) -> Iterator[engine.Answer]:
    """Answers worth a try, the likeliest first, now and then the same twice."""
    habit = sights.greedy(decision)
    yield habit
    if decision.kind in ("act", "confirm", "pay"):
        yield from (option.answer() for option in decision.options if not _is_idle(line, option))
    elif decision.kind == "number":
        yield from (engine.Answer("number", (), (n,)) for n in range(decision.most, decision.least - 1, -1))
    elif decision.kind in ("order", "divide"):
        yield from (decision.sample(rng.randrange) for _ in range(SAMPLES))
    elif decision.least == decision.most == 1:
        yield from (engine.Answer(decision.kind, option.refs, option.amounts) for option in decision.options)
    else:
        yield from (answer for answer in _combinations(decision, habit, rng) if _is_allowed(decision, answer))


def _is_idle(line: engine.Line, option: engine.Option) -> bool:
    """Whether an option makes mana for nothing."""
    named = line.game.ability_named(option.refs) if option.do == "activate" else None
    return named is not None and line.game.texts[named[1]].is_mana


def _combinations(decision: engine.Decision, habit: engine.Answer, rng: random.Random) -> Iterator[engine.Answer]:
    """Nothing, everything, the usual with one thing more or less, and others."""
    pairs = [(o.refs[0], o.amounts[0] if o.amounts else 0) for o in decision.options if o.refs]
    usual = dict(zip(habit.refs, habit.amounts or (0,) * len(habit.refs), strict=False))
    every = dict(reversed(pairs))
    changed = list(pairs)
    rng.shuffle(changed)
    yield _composed(decision, {})
    yield _composed(decision, every)
    for left, right in changed:
        other = {ref: to for ref, to in usual.items() if ref != left}
        yield _composed(decision, other if usual.get(left, -1) == right else {**other, left: right})
    yield from (decision.sample(rng.randrange) for _ in range(SAMPLES))


def _composed(decision: engine.Decision, chosen: dict[int, int]) -> engine.Answer:
    """In the order of the options, so that equal choices are equal answers."""
    lefts = tuple(dict.fromkeys(o.refs[0] for o in decision.options if o.refs and o.refs[0] in chosen))
    amounts = tuple(chosen[left] for left in lefts) if decision.kind == "assign" else ()
    return engine.Answer(decision.kind, lefts, amounts)


def _is_allowed(decision: engine.Decision, answer: engine.Answer) -> bool:
    try:
        decision.check(answer)
    except engine.Refusal:
        return False
    return True


def key_of(line: engine.Line, answer: engine.Answer) -> Key:
    """A key for a move in all worlds: cards that others do not see by their names, a choice in any order."""
    named = [_named(line, ref) for ref in answer.refs]
    if answer.do in UNORDERED:
        pairs = zip_longest(named, answer.amounts, fillvalue=0)
        return (answer.do, tuple(sorted(pairs, key=str)))
    return (answer.do, tuple(named), answer.amounts)


def _named(line: engine.Line, ref: int) -> object:
    obj = line.game.object(ref)
    return ref if obj is None or obj.number else (obj.name, obj.zone)
