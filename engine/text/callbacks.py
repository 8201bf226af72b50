"""The callbacks of a grammar: each is called with the values that its rule is made of.

Each value is an argument. As Lark has it, plain words of the grammar are left out, a rule whose name begins with "_"
gives its values to the rule that it stands in, and one that begins with "?" is its only value where it has but one. The
callback has the name of the rule, or the one behind its arrow; without any, the value is that name with the values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from lark.grammar import Rule, Symbol

Callback: TypeAlias = Callable[[list[object]], object]
"""From the values of all symbols of a rule to its own."""
_Picked: TypeAlias = Callable[[list[object]], Sequence[object]]


def callbacks_of(rules: Sequence[Rule], callbacks: object) -> list[Callback]:
    """By rule: the function from the values that it is reduced from to its own; ``callbacks`` are methods."""
    return [_callback(rule, callbacks) for rule in rules]


def _callback(rule: Rule, callbacks: object) -> Callback:
    name = str(rule.alias or rule.origin.name)
    kept = [at for at, symbol in enumerate(rule.expansion) if not getattr(symbol, "filter_out", False)]
    spread = [at for at in kept if _is_spread(rule.expansion[at])]
    is_only = rule.options.expand1 and not rule.alias
    if is_only and len(kept) == 1 and not spread:
        return itemgetter(kept[0])
    pick = _whole if len(kept) == len(rule.expansion) else _picker(kept)
    pick = _spreading(kept, frozenset(spread)) if spread else pick
    if _is_spread(rule.origin):
        return pick
    call = getattr(callbacks, name, None) or _named(name)
    if is_only:
        return _unless_one(call, pick)
    return _with_each(call) if pick is _whole else _with_picked(call, pick)


def _is_spread(symbol: Symbol) -> bool:
    """Whether the values of a rule go into the rule that it stands in."""
    return not symbol.is_term and symbol.name.startswith("_")


def _whole(values: list[object]) -> Sequence[object]:
    return values


def _picker(kept: list[int]) -> _Picked:
    if len(kept) > 1:
        return itemgetter(*kept)
    return lambda values: [values[at] for at in kept]


def _spreading(kept: list[int], spread: frozenset[int]) -> _Picked:
    """Values of which those at some places are several."""

    def picked(values: list[object]) -> Sequence[object]:
        found: list[object] = []
        for at in kept:
            value = values[at]
            if at in spread:
                found += value  # type: ignore[arg-type]  # that of a rule whose values these are
            else:
                found.append(value)
        return found

    return picked


def _named(name: str) -> Callable[..., object]:
    return lambda *values: (name, *values)


def _with_each(call: Callable[..., object]) -> Callback:
    return lambda values: call(*values)


def _with_picked(call: Callable[..., object], pick: _Picked) -> Callback:
    return lambda values: call(*pick(values))


def _unless_one(call: Callable[..., object], pick: _Picked) -> Callback:
    def only_or_called(values: list[object]) -> object:
        picked = pick(values)
        return picked[0] if len(picked) == 1 else call(*picked)

    return only_or_called
