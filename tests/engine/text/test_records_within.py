"""The records in a text are found by their kinds: in what has none of them nothing is looked at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import pytest

from engine.abilities import Body, Damage, Draw, Filter, Ref, SpellText
from engine.abilities.nouns import YOU
from engine.text import parse
from engine.text.phrases import has, has_part, put, records_in, records_of, rewrite
from tests.support.engine.counted_work import calls_of

TEXT: Final = "Draw a card. Destroy target artifact an opponent controls with mana value 2 or less."
MOST_VISITS: Final = 3


@dataclass(frozen=True, slots=True)
class Novel:
    """A kind of record that no text has had."""

    inner: object = None


@dataclass(frozen=True, slots=True)
class Newer(Novel):
    """A kind of those."""


def test_a_kind_is_found_the_first_time_that_it_is_met() -> None:
    """A value may bring kinds that no text had before."""

    @dataclass(frozen=True, slots=True)
    class First:
        at: int

    @dataclass(frozen=True, slots=True)
    class Second:
        at: int

    @dataclass(frozen=True, slots=True)
    class Third:
        at: int

    assert not has((), First)
    assert records_of((First(1),), First) == [First(1)]
    assert has((Second(1),), Second)
    assert rewrite((Third(1),), lambda part: Third(2) if isinstance(part, Third) else part, only=(Third,)) == (
        Third(2),
    )


def test_kinds_are_found_with_those_that_are_theirs() -> None:
    value = (Newer(Novel(YOU)), Draw(1))
    assert records_of(value, Novel) == [Novel(YOU), Newer(Novel(YOU))]
    assert records_of(value, Newer) == [Newer(Novel(YOU))]
    assert records_of(value, Newer, Draw) == [Newer(Novel(YOU)), Draw(1)]
    assert records_of(value, Novel, besides=(Newer,)) == []
    assert records_of(value, object) == records_in(value)


def test_a_change_of_some_kinds_is_the_change_of_all_that_leaves_the_others() -> None:
    text = parse(TEXT, "Test Card", "magic")

    def change(part: object) -> object:
        return replace(part, of="you") if isinstance(part, Filter) else part

    assert rewrite(text, change, only=(Filter,)) == rewrite(text, change) != text
    assert rewrite(text, change, only=(Damage,)) is text
    assert rewrite(text, change, only=(Filter,), besides=(SpellText,)) is text
    assert put(text, YOU, Ref("opponents")) == rewrite(text, lambda part: Ref("opponents") if part == YOU else part)
    assert has_part(text, YOU) is (YOU in records_in(text)) is True


@pytest.mark.interpreted("calls of compiled functions are not seen")
def test_a_kind_that_a_text_has_not_takes_no_walk_through_it() -> None:
    """Issue 24: the checks of a whole text take no longer the longer it is."""
    text = parse(TEXT, "Test Card", "magic")
    assert len(records_in(text)) > 5
    has(text, Body)  # what it has is known from now on
    calls = calls_of(
        lambda: (has(text, Damage), records_of(text, Damage), rewrite(text, lambda part: part, only=(Damage,)))
    )
    assert sum(count for (file, _), count in calls.items() if file.endswith("phrases.py")) <= 3 * MOST_VISITS
