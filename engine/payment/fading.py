"""Numbers and conditions of mana abilities that can only get worse while a cost is being paid.

A player who pays taps things and gives them up. A number that counts things that are there, or untapped, never grows by
that: an ability that hangs on such a number alone is best used first, and then nothing that is given up matters to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Among, Count, Devotion, Math, Per

if TYPE_CHECKING:
    from engine.abilities import Amount, Compare, Filter, Test
    from engine.cards.numbered_text import Text

SPENT: Final = ("tapped", "rested", "exhausted")
"""The states of things after costs are paid."""
KEPT: Final = ("battlefield", "hand")
"""The zones from which things are given up."""


def fades(texts: tuple[Text, ...]) -> bool:
    """Whether conditions and amounts of mana abilities never come to hold, and never grow, as costs are paid."""
    conditions = [limit.condition for text in texts for limit in text.limits if limit.kind == "condition"]
    amounts = [do.amount for text in texts for do in text.adding]
    told = [do.of for text in texts for do in text.adding if do.of is not None]
    return (
        all(c is not None and _never_begins(c) for c in conditions)
        and all(map(_never_grows, amounts))
        and not any(of.produced or of.what.what is None or not _is_of_kept(of.what.what) for of in told)
    )


def _never_begins(condition: Compare) -> bool:
    """Whether a condition that does not hold goes on not to."""
    return condition.op in (">=", ">") and _never_grows(condition.left) and isinstance(condition.right, int)


def _never_grows(value: Amount) -> bool:
    """Whether a number gets no larger."""
    match value:
        case int() | Devotion():
            return True
        case Count():
            return value.times >= 0 and _is_of_kept(value.what)
        case Among():
            return value.how in ("greatest", "different") and _is_of_kept(value.what)
        case Per():
            return value.times >= 0 and _never_grows(value.of)
        case Math():
            return value.op != "-" and _never_grows(value.left) and _never_grows(value.right)
        case _:
            return False


def _is_of_kept(what: Filter) -> bool:
    """Whether nothing comes to fit a filter as things are tapped and given up."""
    return what.zone in KEPT and what.whose is None and all(map(_is_kept, what.tests))


def _is_kept(test: Test) -> bool:
    return test.op in ("is", "has", "lacks") and test.field not in SPENT
