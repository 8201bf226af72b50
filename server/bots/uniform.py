"""The bot that plays at random: uniform over the legal options of every decision, in every game."""

from __future__ import annotations

import random

from protocol.messages import Answer, AnyAnswer, Decision
from protocol.view import View


def choose(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    """One answer, each option as likely as the next; looks at the decision alone."""
    match decision.kind:
        case "act" | "pay" | "confirm":
            return rng.choice(decision.options).n
        case "number":
            return Answer("number", (), (rng.randint(decision.least, decision.most),))
        case "order":
            return Answer("order", tuple(rng.sample(refs(decision), len(decision.options))))
        case "divide":
            return _divide(decision, rng)
        case "assign":
            return _assign(decision, rng)
        case kind:
            candidates = refs(decision)
            size = rng.randint(decision.least, min(decision.most, len(candidates)))
            return Answer(kind, tuple(rng.sample(candidates, size)))


def refs(decision: Decision) -> list[int]:
    """What the options name, in their order."""
    return [option.refs[0] for option in decision.options]


def sides(decision: Decision) -> dict[int, list[int]]:
    """The pairs of an ``assign``: each left side with the right sides it may be given."""
    found: dict[int, list[int]] = {}
    for option in decision.options:
        found.setdefault(option.refs[0], []).append(option.amounts[0])
    return found


def _divide(decision: Decision, rng: random.Random) -> Answer:
    shares = [decision.least] * len(decision.options)
    for _ in range(decision.total - sum(shares)):
        shares[rng.randrange(len(shares))] += 1
    return Answer("divide", tuple(refs(decision)), tuple(shares))


def _assign(decision: Decision, rng: random.Random) -> Answer:
    """Each left side goes to any right side or to none; kept within the bounds."""
    pairs = sides(decision)
    lefts = rng.sample(sorted(pairs), len(pairs))
    chosen: dict[int, int] = {}
    for index, left in enumerate(lefts):
        needed = decision.least - len(chosen) >= len(lefts) - index
        choice = rng.randrange(len(pairs[left]) + (0 if needed else 1))
        if choice < len(pairs[left]) and len(chosen) < decision.most:
            chosen[left] = pairs[left][choice]
    return Answer("assign", tuple(chosen), tuple(chosen.values()))
