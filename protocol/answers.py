"""Answers that are right in shape, for those who know no rules: any decision of any game can be answered at random.

``pick(n)`` is the source of chance: a number below n, such as ``random.randrange``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from protocol.errors import BadFrame
from protocol.messages import Answer, AnyAnswer, Decision

Pick: TypeAlias = Callable[[int], int]

MOST_SHARED: Final = 1 << 12
"""The amount that is divided one by one, by chance; the rest is in equal parts."""


def sample(decision: Decision, pick: Pick) -> AnyAnswer:
    """One answer within the bounds, each option as likely as the next (PROTOCOL.md 4.3).

    If nothing that is offered leads on, the play is taken back; the number of cards that pay for it is left to the
    rules, who alone know how many are enough.

    Raises:
        BadFrame: nothing is within the bounds, or an option names nothing.
    """
    if not _has_answer(decision):
        raise BadFrame("bad_frame", f"a decision that has no answer: {decision}")
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
        case _ if decision.auto and decision.least < decision.most:
            return Answer("auto")
        case kind:
            left = refs(decision)
            span = min(decision.most, len(left)) - decision.least
            size = len(left) if kind == "order" else decision.least + pick(span + 1)
            return Answer(kind, tuple(left.pop(pick(len(left))) for _ in range(size)))


def _has_answer(decision: Decision) -> bool:
    least, most, options = decision.least, decision.most, decision.options
    match decision.kind:
        case "act" | "pay":
            return True
        case "confirm":
            return bool(options)
        case "number":
            return least <= most
        case "divide":
            return all(option.refs for option in options) and (
                0 <= least * len(options) <= decision.total if options else not decision.total
            )
        case "assign":
            are_pairs = all(option.refs and option.amounts for option in options)
            return are_pairs and 0 <= least <= min(most, len(sides(decision)))
        case kind:
            is_within = kind == "order" or 0 <= least <= min(most, len(options))
            return all(option.refs for option in options) and is_within


def refs(decision: Decision) -> list[int]:
    """The things that the options name, in their order."""
    return [option.refs[0] for option in decision.options]


def sides(decision: Decision) -> dict[int, list[int]]:
    """The pairs of an ``assign``: each left side with the right sides it may be given."""
    found: dict[int, list[int]] = {}
    for option in decision.options:
        found.setdefault(option.refs[0], []).append(option.amounts[0])
    return found


def _divide(decision: Decision, pick: Pick) -> Answer:
    shares = [decision.least] * len(decision.options)
    left = decision.total - sum(shares)
    if left > MOST_SHARED:
        equal = (left - MOST_SHARED) // len(shares)
        shares = [share + equal for share in shares]
        left -= equal * len(shares)
    for _ in range(left):
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
