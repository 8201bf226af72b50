"""Mana: whether units cover needs, against trying everything; and the ways to spend a pool."""

from __future__ import annotations

from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards.mana_symbols import covers, merged, needs_of, spends, supply_of

SYMBOLS = st.sampled_from(["W", "U", "B", "R", "G", "C", "1", "2", "W/U", "R/G"])
COSTS = st.lists(SYMBOLS, max_size=4).map(tuple)
SOURCES = st.lists(st.integers(1, 63), max_size=6)


def units(needs: tuple[tuple[int, int], ...]) -> list[int]:
    return [mask for mask, count in needs for _ in range(count)]


def covers_by_trying(wanted: list[int], sources: list[int]) -> bool:
    if len(wanted) > len(sources):
        return False
    return any(
        all(s & w for s, w in zip(some, wanted, strict=True)) for some in set(permutations(sources, len(wanted)))
    )


@given(COSTS, SOURCES)
@settings(max_examples=300)
def test_halls_condition_agrees_with_trying_every_assignment(cost: tuple[str, ...], sources: list[int]) -> None:
    needs = needs_of(cost)
    supply: dict[int, int] = {}
    for mask in sources:
        supply[mask] = supply.get(mask, 0) + 1
    if sum(n for _, n in needs) <= 6:
        assert covers(needs, supply) == covers_by_trying(units(needs), sources)


@given(COSTS, st.tuples(*[st.integers(0, 2)] * 6))
def test_spends_lists_each_exact_payment_once(cost: tuple[str, ...], pool: tuple[int, ...]) -> None:
    needs = needs_of(cost)
    total = sum(n for _, n in needs)
    every = {
        way for way in product(*(range(n + 1) for n in pool)) if sum(way) == total and covers(needs, supply_of(way))
    }
    ways = spends(needs, pool)
    assert len(ways) == len(set(ways))
    assert set(ways) == every


def test_generic_mana_is_merged_and_nothing_left_is_zero() -> None:
    assert merged(["1", "R", "2", "G"]) == ("3", "R", "G")
    assert merged([]) == ("0",)
