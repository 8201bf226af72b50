"""``stackloop stats``: who won how often in folders of records, by deck, by player and by seat."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import mean, median
from typing import Final

import click
import orjson
from rich.console import Console
from rich.table import Table as Grid

from engine import BadRecord, Record, list_games, load_decks
from server.commands.files import RECORDS, found
from server.commands.with_cards import with_cards
from server.runtime.extras import need
from server.runtime.named_files import Unread, text_of
from server.terminal.plain_text import styled

LETTERS: Final = "ABCDEFGH"
Z: Final = 1.959964
"""Standard deviations on each side of a normal distribution that 95 % lie between."""
LISTS: Final = ("deck", "player", "seat")
PICTURES: Final = (".png", ".svg", ".pdf")


class Line:
    """Number of matches, wins and draws of somebody; a draw counts half."""

    __slots__ = ("draws", "matches", "wins")

    def __init__(self) -> None:
        self.matches = 0
        self.wins = 0
        self.draws = 0

    @property
    def rate(self) -> float:
        return (self.wins + self.draws / 2) / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """Between which rates the true one lies with 95 % (Wilson's interval, 1927)."""
        n, rate = self.matches, self.rate
        middle = (rate + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * math.sqrt(rate * (1 - rate) / n + Z * Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def to_json(self) -> dict[str, object]:
        low, high = self.interval
        return {"matches": self.matches, "wins": self.wins, "draws": self.draws, "rate": self.rate, "95%": [low, high]}


class Stats:
    """Statistics from the records of one game.

    Attributes:
        moves: how many each match took.
        by: "deck", "player" or "seat" -> who -> how often it won.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.moves: list[int] = []
        self.codes: Counter[str] = Counter()
        self.by: dict[str, dict[str, Line]] = {kind: {} for kind in LISTS}
        self._decks = {deck.entries: name for name, deck in load_decks(game).items()}

    def add(self, record: Record) -> None:
        """Count a match; raises ``BadRecord`` if it does not say who won."""
        header, won = record.header, record.winners
        self.moves.append(len(record.moves))
        self.codes[str(record.table.get("code"))] += 1
        is_draw = not won and not record.side
        for seat, (name, deck) in enumerate(zip(header.names, header.decks, strict=True)):
            for kind, key in (("deck", self._deck(deck)), ("player", name), ("seat", LETTERS[seat])):
                line = self.by[kind].setdefault(key, Line())
                line.matches += 1
                line.wins += LETTERS[seat] in won
                line.draws += is_draw

    def _deck(self, entries: tuple[tuple[str, int], ...]) -> str:
        """The name of a deck that ships with the game, else of what it has most of."""
        known = self._decks.get(entries)
        most = sorted(entries, key=lambda entry: (-entry[1], entry[0]))[:2]
        return known or " and ".join(f"{count} {card}" for card, count in most)

    def to_json(self) -> dict[str, object]:
        moves = sorted(self.moves)
        lengths = {"mean": mean(moves), "median": median(moves), "least": moves[0], "most": moves[-1]}
        rates = {kind: {key: line.to_json() for key, line in sorted(lines.items())} for kind, lines in self.by.items()}
        return {"matches": len(moves), "moves": lengths, "ended by": dict(self.codes.most_common()), **rates}


@click.command(
    "stats",
    epilog="""\b
Examples:
  stackloop stats records
  stackloop stats records more/records --json
  stackloop stats records --plot rates.png""",
)
@with_cards
@RECORDS
@click.option(
    "--json", "as_json", is_flag=True, help="An object: game -> matches, moves, ended by, deck, player, seat."
)
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw it too, a .png, .svg or .pdf; needs matplotlib, which the extra plots brings.",
)
def command(files: tuple[Path, ...], as_json: bool, plot: Path | None) -> None:
    """Count who won in the records FILES, with 95 % intervals; a file that is no record is named, and passed over.

    The end that a record names is believed: stackloop replay checks it.
    """
    if plot is not None and plot.suffix.lower() not in PICTURES:
        raise click.UsageError(f"{plot}: a picture ends in {', '.join(PICTURES)}")
    if plot is not None:
        need("plots", "a picture")
    games = read(found(files))
    if not games:
        click.echo("no records", err=True)
        sys.exit(1)
    if as_json:
        rates = {game: stats.to_json() for game, stats in games.items()}
        click.echo(orjson.dumps(rates, option=orjson.OPT_INDENT_2))
    else:
        for stats in games.values():
            show(stats, Console())
    if plot is not None:
        draw(games, plot)


def read(paths: Iterable[Path]) -> dict[str, Stats]:
    """Game -> what its records tell."""
    games: dict[str, Stats] = {}
    for path in paths:
        try:
            record = Record(text_of(path))
            game = record.header.game
            if game in list_games():
                games.setdefault(game, Stats(game)).add(record)
            else:
                click.echo(f"{path}: there is no game {game!r}", err=True)
        except (BadRecord, Unread) as error:
            click.echo(f"{path}: {error}", err=True)
    return {game: stats for game, stats in games.items() if stats.moves}


def show(stats: Stats, console: Console) -> None:
    moves = sorted(stats.moves)
    ends = ", ".join(f"{count} by {code}" for code, count in stats.codes.most_common())
    console.print(styled(f"{stats.game}: {len(moves)} {'match' if len(moves) == 1 else 'matches'}, {ends}"))
    console.print(
        f"moves: {moves[0]} to {moves[-1]}, median {median(moves):.0f}, mean {mean(moves):.1f}", highlight=False
    )
    for kind, lines in stats.by.items():
        grid = Grid(kind, "matches", "won", "drawn", "rate", "95 %")
        for key, line in sorted(lines.items(), key=lambda each: -each[1].rate):
            low, high = line.interval
            between = f"{low:.1%} to {high:.1%}"
            grid.add_row(styled(key), str(line.matches), str(line.wins), str(line.draws), f"{line.rate:.1%}", between)
        console.print(grid)


def draw(games: Mapping[str, Stats], path: Path) -> None:
    """Draw rates with their intervals, and how long matches were."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 4 * len(games)), layout="constrained")
    rows = figure.subplots(len(games), 2, squeeze=False)
    for (rates, lengths), stats in zip(rows, games.values(), strict=True):
        bars = [(f"{kind} {key}", line) for kind, lines in stats.by.items() for key, line in sorted(lines.items())]
        spans = [(line.rate, *line.interval) for _, line in bars]
        errors = [[max(0.0, rate - low) for rate, low, _ in spans], [max(0.0, high - rate) for rate, _, high in spans]]
        rates.barh([name for name, _ in bars], [line.rate for _, line in bars], xerr=errors, capsize=3)
        rates.set(title=f"{stats.game}: won, with 95 % intervals", xlim=(0, 1))
        rates.invert_yaxis()
        lengths.hist(stats.moves, bins=min(30, len(stats.moves)))
        lengths.set(title=f"{stats.game}: moves of a match", ylabel="matches")
        lengths.yaxis.get_major_locator().set_params(integer=True)  # there is no half of a match
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{path} cannot be written: {error}") from error
