"""The list of deliberate faults is kept: each applies, and names tests that are there."""

import ast
from functools import cache

import pytest

from tests.mutants.run import ROOT, Fault, changed_since, chosen, count_of, drawn, load

FAULTS = load()
LEAST = 40


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text())
    return frozenset(part.name for part in tree.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef))


def test_there_are_enough_and_none_is_called_like_another() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= LEAST


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_each_applies_and_its_tests_are_there(fault: Fault) -> None:
    assert count_of(fault) == 1
    assert fault.new != fault.old
    assert fault.tests
    for test in fault.tests:
        file, _, name = test.partition("::")
        assert name.partition("[")[0] in names_in(file)


def test_those_of_changed_files_are_due_and_every_other_one_in_one_of_ten_commits() -> None:
    changed = {"server/match/inbox.py", "tests/server/lobby/test_invites.py"}
    always = {
        "inbox-without-end",
        "two-moves-in-flight",
        "hands-are-open",
        "private-match-open",
        "invite-used-by-many",
    }
    commits = [f"{number}" for number in range(200)]
    due = [{fault.name for fault in chosen(FAULTS, changed, commit)} for commit in commits]
    assert set.intersection(*due) == always
    assert set.union(*due) == {fault.name for fault in FAULTS}
    assert max(map(len, due)) <= len(always) + len(FAULTS) // 10 + 1
    assert chosen(FAULTS, changed, "a") == chosen(FAULTS, changed, "a")


def test_of_too_many_another_part_is_drawn_for_each_commit() -> None:
    parts = [drawn(FAULTS, 12, f"{commit}") for commit in range(200)]
    assert {len(part) for part in parts} == {12}
    assert {fault.name for part in parts for fault in part} == {fault.name for fault in FAULTS}


def test_without_a_parent_nothing_counts_as_changed() -> None:
    assert changed_since("no-such-commit") == set()
