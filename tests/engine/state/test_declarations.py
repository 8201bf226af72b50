"""Declarations judged as a whole, against all of them: what is legal, and the most requirements that can be obeyed."""

from __future__ import annotations

import random
from itertools import product

import pytest

from engine.state.declarations import Declaration, Pairs, subsets


def made(seed: int) -> Declaration:
    """A small declaration with some of everything."""
    chance = random.Random(seed)
    lefts, rights = range(1, 4), range(11, 14)
    pairs = tuple((left, right) for left in lefts for right in rights if chance.random() < 0.7) or ((1, 11),)
    found = Declaration(("509.1b", "509.1c"), pairs)
    found.capacity = {left: 2 for left in lefts if chance.random() < 0.3}
    found.least = {right: 2 for right in rights if chance.random() < 0.4}
    found.most = {right: 1 for right in rights if chance.random() < 0.2}
    found.loners = tuple(left for left in lefts if chance.random() < 0.3)
    found.duties = {left: 1 + chance.randrange(2) for left in lefts if chance.random() < 0.4}
    found.bonds = {pair: 1 for pair in pairs if chance.random() < 0.2}
    found.wanted = {right: 1 for right in rights if chance.random() < 0.4}
    found.settle()
    return found


def everything(declared: Declaration) -> list[Pairs]:
    choices = [
        list(subsets([pair for pair in declared.pairs if pair[0] == left], declared.capacity.get(left, 1)))
        for left in declared.sides()
    ]
    return [tuple(pair for some in combined for pair in some) for combined in product(*choices)]


@pytest.mark.parametrize("seed", range(60))
def test_the_most_that_can_be_obeyed_is_found(seed: int) -> None:
    declared = made(seed)
    best, declared.best = declared.best, 0
    unbroken = [chosen for chosen in everything(declared) if declared.is_legal(chosen)]
    assert best == max(declared.obeyed(chosen) for chosen in unbroken)
    declared.best = best
    assert declared.is_legal(declared.example)
    assert set(declared.every()) == {chosen for chosen in unbroken if declared.obeyed(chosen) >= best}
    assert declared.is_legal(declared.sample(random.Random(seed).randrange))
