"""Coverage as a page of Markdown, which names no card and no text but short phrases of the games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from server.library.coverage import Counts, Coverage, share

MOST_ROWS: Final = 25
MOST_SETS: Final = 10
"""Sets that are told of each game: those with the most cards."""
LEAST_CARDS: Final = 3
"""Cards that a phrase stops, for it to be told: what stops fewer may be the words of one card."""
MOST_WORDS: Final = 6
"""Words of a phrase that is told."""
HEAD: Final = """\
# Coverage

This page counts the cards of others that are understood. `stackloop cards coverage FILE... --write` writes it, from
files that belong to their publishers and are no part of the project. A card counts as whole when all of its text is
understood, in part when it can be played without some paragraphs, and as unknown otherwise. `alone` counts the cards
that nothing else stops. Phrases of more than {words} words, and those that stop fewer than {least} cards, are left out.

Measured: {files}.

"""


def page_of(games: Mapping[str, Coverage], files: Iterable[str]) -> str:
    """The page for the games, measured with files of these names."""
    head = HEAD.format(files=", ".join(files), words=MOST_WORDS, least=LEAST_CARDS)
    rows = [[game, *_cells(coverage.total)] for game, coverage in games.items()]
    parts = [head + table(("game", "cards", "whole", "share", "in part", "unknown"), rows)]
    parts += [_part(game, coverage) for game, coverage in games.items()]
    return "\n".join(parts)


def _part(game: str, coverage: Coverage) -> str:
    """The chapter of a game."""
    kinds = [(row.what, str(row.cards), str(row.alone)) for row in coverage.reasons("kind", sole_blocker=False)]
    phrases = [
        (f"`{row.what}`", str(row.cards), str(row.alone))
        for row in coverage.reasons("phrase", sole_blocker=False)
        if row.cards >= LEAST_CARDS and 0 < len(row.what.split()) <= MOST_WORDS and "`" not in row.what
    ]
    years = [[year, *_cells(counts)] for year, counts in coverage.groups("year")]
    text = f"## {game}\n\n" + table(("kind", "cards", "alone"), kinds)
    if phrases:
        text += "\n" + table(("phrase", "cards", "alone"), phrases[:MOST_ROWS])
    sets = sorted(coverage.groups("set"), key=lambda group: (-group[1].cards, group[0]))[:MOST_SETS]
    if sets:
        rows = [[name, *_cells(counts)] for name, counts in sets]
        text += "\n" + table(("set", "cards", "whole", "share", "in part", "unknown"), rows)
    if years:
        text += "\n" + table(("year", "cards", "whole", "share", "in part", "unknown"), years)
    return text


def _cells(counts: Counts) -> list[str]:
    return [str(counts.cards), str(counts.whole), share(counts), str(counts.part), str(counts.none)]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)
