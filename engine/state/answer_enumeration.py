"""Every answer to a decision, for counting positions (perft) and for exhaustive tests."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING

from engine.state.decisions import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.state.decisions import Decision


def answers(decision: Decision) -> Iterator[Answer]:
    """Yield each answer once, the smallest first; the order of a plain choice does not count."""
    kind = decision.kind
    options = decision.options
    if kind in ("act", "pay", "confirm") or (kind == "number" and options):
        for option in options:
            yield option.answer()
    elif kind == "number":
        for n in range(decision.least, decision.most + 1):
            yield Answer("number", (), (n,))
    elif kind == "order":
        for some in permutations(option.refs[0] for option in options):
            yield Answer("order", some)
    elif kind == "divide":
        refs = tuple(option.refs[0] for option in options)
        for shares in _divisions(decision.total, len(refs), decision.least):
            yield Answer("divide", refs, shares)
    elif kind == "assign":
        sides: dict[int, list[int]] = {}
        for option in options:
            sides.setdefault(option.refs[0], []).append(option.amounts[0])
        yield from _assignments(list(sides.items()), decision.least, decision.most, (), ())
    else:
        refs = tuple(option.refs[0] for option in options)
        for size in range(decision.least, min(decision.most, len(refs)) + 1):
            for some in combinations(refs, size):
                yield Answer(kind, some)


def _divisions(total: int, parts: int, least: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        if total >= least:
            yield (total,)
        return
    for first in range(least, total - least * (parts - 1) + 1):
        for rest in _divisions(total - first, parts - 1, least):
            yield (first, *rest)


def _assignments(
    sides: list[tuple[int, list[int]]], least: int, most: int, refs: tuple[int, ...], amounts: tuple[int, ...]
) -> Iterator[Answer]:
    if not sides:
        if least <= len(refs) <= most:
            yield Answer("assign", refs, amounts)
        return
    left, rights = sides[0]
    yield from _assignments(sides[1:], least, most, refs, amounts)
    for right in rights:
        yield from _assignments(sides[1:], least, most, (*refs, left), (*amounts, right))
