"""Measurements as rows of one form: a figure, the bound that is asked of it, and a reference of the same run."""

from collections.abc import Iterable
from math import ceil
from typing import Final

import msgspec

COLUMNS: Final = ("what", "figure", "asked", "reference", "ratio", "met")
MANY: Final = 100


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One row.

    Attributes:
        key: what programs know it by.
        least, most: asked of the figure, or (``of_ratio``) of its ratio to the reference.
        reference: what it is compared with, and that one's figure in the same unit; it names its build where it was
            not measured in the same run.
    """

    key: str
    name: str
    figure: float
    unit: str
    least: float | None = None
    most: float | None = None
    of_ratio: bool = False
    reference: str = ""
    reference_figure: float | None = None

    @property
    def ratio(self) -> float | None:
        return self.figure / self.reference_figure if self.reference_figure else None

    @property
    def is_met(self) -> bool | None:
        """Whether it is as asked; ``None`` if nothing is asked."""
        measured = self.ratio if self.of_ratio else self.figure
        if measured is None or (self.least is None and self.most is None):
            return None
        return (self.least is None or measured >= self.least) and (self.most is None or measured <= self.most)

    @property
    def asked(self) -> str:
        bounds = [("at least", self.least), ("at most", self.most)]
        said = [f"{word} {shown(bound)}" for word, bound in bounds if bound is not None]
        return " and ".join(said) + (" times" if said and self.of_ratio else "")

    def cells(self) -> tuple[str, ...]:
        """The cells of a row, in the order of ``COLUMNS``."""
        reference = ""
        if self.reference_figure is not None:
            reference = f"{self.reference}: {shown(self.reference_figure)}"
        ratio = "" if self.ratio is None else shown(self.ratio)
        met = "" if self.is_met is None else "yes" if self.is_met else "no"
        return self.name, f"{shown(self.figure)} {self.unit}".strip(), self.asked, reference, ratio, met


def within(values: Iterable[float], share: float) -> float:
    """The value that so great a share of the values does not exceed; 0 if there are none."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * share) - 1)] if ordered else 0.0


def shown(value: float) -> str:
    """Three digits that count, and no fewer than stand before the point."""
    if value == int(value) or abs(value) >= MANY:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def table(figures: Iterable[Figure]) -> str:
    """The figures as a Markdown table."""
    return as_markdown([COLUMNS, ("---",) * len(COLUMNS), *(figure.cells() for figure in figures)])


def as_markdown(rows: Iterable[Iterable[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def by_key(figures: Iterable[Figure]) -> dict[str, float]:
    return {figure.key: figure.figure for figure in figures}
