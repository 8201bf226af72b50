"""``stackloop cards play``: cards tried out, alone and together, in matches that are played at random."""

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

import click
import orjson

import engine
from server.commands.published_cards import published_files, read_published
from server.runtime.card_folders import toml_files
from server.runtime.named_files import Unread, text_of
from server.secrecy.boards import BoardTwins, run_board

POOL: Final = "pool"
"""The form of the cards that ship."""
MIXED: Final = 4
"""One match in so many is played with random decks, the others with one card alone."""
TO_THE_END: Final = 8
"""One match in so many goes on to its end, by seats that pass."""
PASSING: Final = 20_000
BATCH: Final = 16
"""Matches that a process is given at a time."""
MOST_NAMED: Final = 20
"""Cards named with a finding."""

Spec = tuple[str, str, dict[str, Any], engine.Bounds, int | None]
"""The card, or "" for many; the seed; the position; how long it is played; the seed of its twins, if it has any."""


@dataclass
class Group:
    """Findings of one kind at one place."""

    kind: str
    what: str
    place: str
    record: str
    count: int = 0
    cards: list[str] = field(default_factory=list)


@dataclass
class Report:
    """The outcome for the cards of one form."""

    form: str
    game: str
    cards: int
    accepted: int
    unplaced: list[str]
    made_up: dict[str, dict[str, int]]
    matches: int = 0
    answers: int = 0
    unproven: int = 0
    steps: int = 0
    nodes: int = 0
    diffs: int = 0
    parted: int = 0
    ends: dict[str, int] = field(default_factory=dict)
    groups: dict[tuple[str, str, str], Group] = field(default_factory=dict)
    untried: dict[str, None] = field(default_factory=dict)

    def add(self, card: str, board: BoardTwins) -> bool:
        """Count a match; whether what it found was not found before."""
        tried = board.tried
        self.matches += 1
        self.untried.pop(card, None)
        self.diffs += board.diffs
        self.parted += board.parted
        self.answers += tried.answers
        self.unproven += tried.unproven
        self.steps = max(self.steps, tried.steps)
        self.nodes = max(self.nodes, tried.nodes)
        found = tried.finding
        end = tried.end or "found"
        self.ends[end] = self.ends.get(end, 0) + 1
        if found is None:
            return False
        key = found.kind, without_names(found.what), found.place
        is_new = key not in self.groups
        group = self.groups.setdefault(key, Group(found.kind, found.what, found.place, found.record))
        group.count += 1
        if card and card not in group.cards:
            group.cards.append(card)
        return is_new

    @property
    def found(self) -> list[Group]:
        """What was found, that of the most cards first."""
        return sorted(self.groups.values(), key=lambda group: (-len(group.cards), -group.count, group.what))

    def to_json(self) -> dict[str, object]:
        """As ``--json`` prints it."""
        return {
            "form": self.form,
            "game": self.game,
            "cards": self.cards,
            "accepted": self.accepted,
            "unplaced": self.unplaced,
            "untried": [*self.untried],
            "made_up": self.made_up,
            "matches": self.matches,
            "decisions": self.answers,
            "unproven": self.unproven,
            "most_steps": self.steps,
            "most_nodes": self.nodes,
            "diffs": self.diffs,
            "parted": self.parted,
            "ends": dict(sorted(self.ends.items())),
            "findings": [
                {
                    "kind": group.kind,
                    "what": group.what,
                    "place": group.place,
                    "count": group.count,
                    "cards": group.cards,
                    "record": group.record,
                }
                for group in self.found
            ],
        }


@click.command(
    "play",
    epilog="""\b
Examples:
  stackloop cards play --game magic --matches 200 --seed 1
  stackloop cards play my-set.toml --game magic --records found
  stackloop cards play --twins --game grand-archive --matches 150
  stackloop cards play oracle-cards.json --matches 20000 --decisions 100000 --jobs 4 --json""",
)
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--game",
    type=click.Choice(engine.list_games()),
    help="The game of card files; of the cards that ship, if no file is named; else all that the files have.",
)
@click.option("--matches", default=1000, show_default=True, type=click.IntRange(1), help="Of each form of files.")
@click.option("--seed", default=0, show_default=True, help="The same seed finds the same.")
@click.option("--decisions", type=click.IntRange(1), help="No further match begins after so many, of each form.")
@click.option(
    "--answers", default=60, show_default=True, type=click.IntRange(1), help="Answers at random in one match."
)
@click.option(
    "--steps", default=20_000, show_default=True, type=click.IntRange(1), help="What one answer may do at most."
)
@click.option(
    "--nodes",
    default=500,
    show_default=True,
    type=click.IntRange(1),
    help="What the search for payments that one answer leads to may look at.",
)
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    help="Directory for a scenario for each kind of finding; made if need be.",
)
@click.option("--twins", is_flag=True, help="Play beside twins instead: does a text tell what its asker must not see?")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256), help="Processes that play.")
@click.option("--json", "as_json", is_flag=True, help="A list of what was played, made up and found, of each form.")
def play(
    files: tuple[Path, ...],
    game: str | None,
    matches: int,
    seed: int,
    decisions: int | None,
    answers: int,
    steps: int,
    nodes: int,
    records: Path | None,
    twins: bool,
    jobs: int,
    as_json: bool,
) -> None:
    """Try the cards of FILES out that are accepted, or those that ship; exit with 1 if anything is found.

    Each in turn lies alone in all the places of a prepared board; every fourth match has random cards in all decks.
    All that is offered is taken at random. Views and plays that are taken back are checked on the way; every eighth
    match goes on to its end by seats that pass. It tells exceptions, answers that were offered and then refused,
    matches without end, and answers that do too much. What the files leave out (Grand Archive's site has no costs) is
    made up, and told; so are cards that no match was left for: four matches try three cards.

    With --twins each match is played beside twins in which all that a seat may not know is otherwise, and what the seat
    is sent must be the same; it tells leaks and exceptions. A twin that parted could not follow: somebody chose what
    cannot be chosen there.
    """
    reports = []
    for form in forms_of(files, game):
        table = engine.TrialTable(form.game, [(card.table, card.lacks) for card in form.accepted])
        missing = table.board.missing
        made_up = {key: {"value": missing[key], "cards": count} for key, count in table.made_up.items()}
        report = Report(form.form, form.game, len(form.cards), len(form.accepted), table.unplaced, made_up)
        report.untried = dict.fromkeys(card.name for card in table.cards)
        reports.append(report)
        if table.cards:
            bounds = engine.Bounds(answers, PASSING, steps, nodes)
            run(report, islice(specs(table, seed, bounds, twins=twins), matches), decisions, jobs, records)
    if as_json:
        click.echo(orjson.dumps([report.to_json() for report in reports], option=orjson.OPT_INDENT_2))
    else:
        for report in reports:
            show(report)
    sys.exit(1 if any(report.groups for report in reports) else 0)


def forms_of(files: tuple[Path, ...], game: str | None) -> list[engine.PublishedCards]:
    """The cards to try, by their form.

    Raises:
        click.UsageError, click.ClickException: a file is none, or of which game it is nobody says.
    """
    if not files:
        games = [game] if game else list(engine.list_games())
        return [shipped(each) for each in games]
    published = published_files(files)
    if published:
        return [form for form in read_published(published) if game in (None, form.game)]
    if game is None:
        raise click.UsageError(f"of which game? say --game {'|'.join(engine.list_games())}")
    paths = [path for given in files for path in (toml_files(given) if given.is_dir() else [given])]
    try:
        return [engine.read_card_file(game, str(path), text_of(path)) for path in paths]
    except Unread as error:
        raise click.ClickException(str(error)) from error
    except engine.BadSource as error:
        raise click.ClickException(str(error)) from error


def shipped(game: str) -> engine.PublishedCards:
    """The cards that ship with a game."""
    cards = (
        engine.SourceCard(POOL, str(table["name"]), str(table["name"]), table) for table in engine.shipped_cards(game)
    )
    return engine.PublishedCards(game, POOL, tuple(cards))


def specs(table: engine.TrialTable, seed: int, bounds: engine.Bounds, *, twins: bool) -> Iterator[Spec]:
    """The matches, without end: of every four three with a card alone, and one with random decks.

    The cards have their turns one after the other, from one that the seed says: slices with other seeds try others.
    """
    number, alone = 0, engine.picker(f"first {seed}")(len(table.cards))
    cut = engine.Bounds(bounds.random, 0, bounds.steps, bounds.nodes)
    while True:
        name = f"{seed}-{number}"
        pick = engine.picker(f"board {name}")
        if number % MIXED == MIXED - 1:
            card, position = "", table.mixed(pick)
        else:
            card, position = table.alone(alone, pick)
            alone += 1
        yield card, name, position, cut if pick(TO_THE_END) else bounds, seed + number if twins else None
        number += 1


def run(report: Report, matches: Iterator[Spec], decisions: int | None, jobs: int, records: Path | None) -> None:
    """Play the matches, in as many processes; what is counted does not depend on how many there are."""
    for card, seed, board in played(matches, jobs):
        finding = board.tried.finding
        if report.add(card, board) and records is not None and finding is not None:
            keep(report, records, seed, finding)
        if decisions is not None and report.answers >= decisions:
            return


def played(matches: Iterator[Spec], jobs: int) -> Iterator[tuple[str, str, BoardTwins]]:
    """The outcome of each match, in order, with its card and seed."""
    if jobs == 1:
        for spec in matches:
            yield spec[0], spec[1], trial(spec)
        return
    with ProcessPoolExecutor(jobs) as pool:
        while batch := list(islice(matches, jobs * BATCH)):
            for spec, board in zip(batch, pool.map(trial, batch, chunksize=BATCH), strict=True):
                yield spec[0], spec[1], board


def trial(spec: Spec) -> BoardTwins:
    """One match, alone or beside twins."""
    _, seed, position, bounds, twins = spec
    if twins is not None:
        return run_board(position, twins, bounds.random)
    return BoardTwins(engine.run_trial(position, seed, bounds), 0, 0)


def keep(report: Report, records: Path, seed: str, finding: engine.Finding) -> None:
    """Write the scenario of a finding.

    Raises:
        click.ClickException: it cannot be written.
    """
    path = records / f"{report.game}-{finding.kind.replace(' ', '-')}-{seed}.toml"
    try:
        records.mkdir(parents=True, exist_ok=True)
        path.write_text(finding.record, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from error
    key = finding.kind, without_names(finding.what), finding.place
    report.groups[key].record = str(path)


def without_names(what: str) -> str:
    """What was found, without the numbers and names that differ from one card to the next."""
    words = "".join("#" if letter.isdigit() else letter for letter in what)
    return " ".join(word for word in words.split() if not word[:1].isupper() or word.endswith(("Error:", "Error")))


def show(report: Report) -> None:
    """Print a report for people."""
    click.echo(
        f"{report.form} [{report.game}]: {report.accepted} of {report.cards} cards, "
        f"{report.answers} decisions in {report.matches} matches, {len(report.groups)} kinds of findings"
    )
    if report.diffs:
        click.echo(f"  beside twins: {report.diffs} diffs, {report.parted} parted")
    for key, entry in report.made_up.items():
        click.echo(f"  made up: {key} {entry['value']} of {entry['cards']} cards")
    if report.unplaced:
        click.echo(f"  without a place on the board: {', '.join(report.unplaced[:MOST_NAMED])}")
    if report.untried:
        click.echo(f"  not tried alone: {len(report.untried)} cards, {', '.join([*report.untried][:MOST_NAMED])}")
    for group in report.found:
        click.echo(f"  {group.kind} ({group.count}): {group.what}  {group.place}".rstrip())
        if group.cards:
            click.echo(f"    {', '.join(group.cards[:MOST_NAMED])}")
        if group.record and "\n" not in group.record:
            click.echo(f"    {group.record}")
