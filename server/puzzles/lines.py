"""The names of moves: like cards are alike in them, and what a play chose after its announcement belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import engine

Key: TypeAlias = tuple[object, ...]
Act: TypeAlias = tuple[Key, ...]
"""A play: the key of its announcement, and those of what was chosen for it so far."""
OWN: Final = frozenset(("id", "number", "timestamp", "card", "real", "shown", "seen", "used"))
"""Fields of an object in which like cards differ."""
SETS: Final = frozenset(("assign", "cards", "targets", "costs", "modes", "players"))
"""Answers in which the order says nothing to how they are named."""
NOTHING: Final = frozenset(("pass", "done", "auto"))


def moves(line: engine.Line, decision: engine.Decision) -> Iterator[engine.Answer]:
    """Every answer that differs in more than which of like cards it names; mana is made while something is paid."""
    met: set[Key] = set()

    def named(ref: int) -> object:
        return _state_of(line, ref)

    for answer in decision.answers():
        if answer.do == "cancel" or (decision.kind == "pay" and answer.do == "auto"):
            continue
        if decision.kind == "act" and _only_makes_mana(line, answer):
            continue
        key = (*key_of(answer, named), *(map(named, answer.refs) if answer.do == "order" else ()))
        if key not in met:
            met.add(key)
            yield answer


def key_of(answer: engine.Answer, named: Callable[[int], object]) -> Key:
    """The name of an answer, by the names of what it names."""
    names = [named(ref) for ref in answer.refs]
    if answer.do in SETS:
        amounts = [named(amount) for amount in answer.amounts] if answer.do == "assign" else [*answer.amounts]
        amounts += [0] * (len(names) - len(amounts))
        return (answer.do, tuple(sorted(zip(names, amounts, strict=False), key=repr)))
    return (answer.do, tuple(names), answer.amounts)


def is_nothing(answer: engine.Answer) -> bool:
    """Whether an answer is to do nothing: to pass, or to attack or block with nothing."""
    return answer.do in NOTHING or (answer.do in ("assign", "cards") and not answer.refs)


def is_payment(decision: engine.Decision) -> bool:
    """Whether it asks how something is paid."""
    return decision.kind == "pay" or decision.auto


class Names:
    """The names of things for plays: of what lies there as a line begins by its state, of what comes later by its name.

    So a play keeps its name whatever was played before it.
    """

    __slots__ = ("_line", "_states")

    def __init__(self, line: engine.Line) -> None:
        self._line = line
        self._states = {ident: _state_of(line, ident) for ident in line.game.records}

    def __call__(self, ref: int) -> object:
        """The name of what an answer refers to."""
        if ref in self._states:
            return self._states[ref]
        obj = self._line.game.object(ref)
        return (obj.name, obj.zone, obj.controller) if obj is not None else _state_of(self._line, ref)


def _state_of(line: engine.Line, ref: int) -> object:
    """All that tells a thing from others: like cards have the same, unless something is attached to one of them."""
    game = line.game
    obj = game.object(ref)
    if obj is None:
        return ref
    if obj.attached or any(other.attached == ref for other in game.battlefield()):
        return (obj.name, ref)
    return tuple(getattr(obj, field) for field in obj.FIELDS if field not in OWN)


def _only_makes_mana(line: engine.Line, answer: engine.Answer) -> bool:
    named = line.game.ability_named(answer.refs) if answer.do == "activate" else None
    return named is not None and line.game.texts[named[1]].is_mana
