"""Answers that are right in shape, for those who know no rules: any decision of any game can be answered at random.

``pick(n)`` is the source of chance: a number below n, such as ``random.randrange``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from protocol.messages import Answer, AnyAnswer, Decision

Pick: TypeAlias = Callable[[int], int]


def sample(decision: Decision, pick: Pick) -> AnyAnswer:
    """One answer within the bounds, each option as likely as the next (PROTOCOL.md 4.3).

    Where nothing that is offered leads on, the play is taken back.
    """
    if not decision.options and decision.kind in ("act", "pay"):
        return Answer("cancel")
    match decision.kind:
        case "act" | "pay" | "confirm":
            return decision.options[pick(len(decision.options))].n
        case "number":
            return Answer("number", (), (decision.least + pick(decision.most - decision.least + 1),))
        case "divide":
            return _divide(decision, pick)
        case "assign":
            return _assign(decision, pick)
        case kind:
            left = refs(decision)
            span = min(decision.most, len(left)) - decision.least
            size = len(left) if kind == "order" else decision.least + pick(span + 1)
            return Answer(kind, tuple(left.pop(pick(len(left))) for _ in range(size)))


def refs(decision: Decision) -> list[int]:
    """What the options name, in their order."""
    return [option.refs[0] for option in decision.options]


def sides(decision: Decision) -> dict[int, list[int]]:
    """The pairs of an ``assign``: each left side with the right sides it may be given."""
    found: dict[int, list[int]] = {}
    for option in decision.options:
        found.setdefault(option.refs[0], []).append(option.amounts[0])
    return found


def _divide(decision: Decision, pick: Pick) -> Answer:
    shares = [decision.least] * len(decision.options)
    for _ in range(decision.total - sum(shares)):
        shares[pick(len(shares))] += 1
    return Answer("divide", tuple(refs(decision)), tuple(shares))


def _assign(decision: Decision, pick: Pick) -> Answer:
    """Each left side goes to any right side or to none; kept within the bounds."""
    pairs = sides(decision)
    waiting = list(pairs)
    chosen: dict[int, int] = {}
    while waiting:
        needed = decision.least - len(chosen) >= len(waiting)
        left = waiting.pop(pick(len(waiting)))
        choice = pick(len(pairs[left]) + (0 if needed else 1))
        if choice < len(pairs[left]) and len(chosen) < decision.most:
            chosen[left] = pairs[left][choice]
    return Answer("assign", tuple(chosen), tuple(chosen.values()))
