"""``stackloop bench tables``: the tables of README.md and deploy/CAPACITY.md, from the files of deploy/figures.

Each file holds what one run of ``stackloop bench all --json`` printed, without the interpreter's path: a path of the
machine that measured belongs into no project. It is called after the rules' build. In the texts a table stands between
two comments that name it, the build that it was measured on above it; nothing else of them is touched.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click
import msgspec

from server.bench.capacity import Mix, costs_of, costs_table, plan_table
from server.bench.figures import Figure, as_markdown, table
from server.bench.run import Run

ROOT: Final = Path(__file__).parents[2]
FIGURES: Final = ROOT / "deploy" / "figures"
BUILDS: Final = ("compiled", "interpreted")
"""The rules' builds; what many people need is worked out for the first, which ``deploy/run.sh`` makes by itself."""
README: Final = ROOT / "README.md"
CAPACITY: Final = ROOT / "deploy" / "CAPACITY.md"
IN_README: Final = ("magic_decisions_per_s", "service_intents_per_s", "quiet_p50_ms", "server_mib", "killed_p99_s")
"""The figures that README has too, of all builds side by side; CAPACITY.md has them all."""


@click.command(
    "tables",
    epilog="""\b
Examples:
  stackloop bench all --json > deploy/figures/compiled.json
  stackloop bench tables --write
  stackloop bench tables --check""",
)
@click.option("--write", "mode", flag_value="write", help="Put them into the texts, and the paths out of the files.")
@click.option("--check", "mode", flag_value="check", help="Exit with 1 if a text or a file is not as written.")
def command(mode: str | None) -> None:
    """Print the table of figures, or see to those in the texts."""
    runs = {build: measured(build) for build in BUILDS}
    if mode is None:
        click.echo("\n".join(beside(run, table(run.figures)) for run in runs.values()), nl=False)
        return
    for path, text in texts({build: run.without_path() for build, run in runs.items()}).items():
        if mode == "write":
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            click.echo(f"{path.name} is stale: stackloop bench tables --write", err=True)
            sys.exit(1)


def measured(build: str) -> Run:
    """The run of one build.

    Raises:
        click.ClickException: there is none, or it is not what ``stackloop bench all --json`` prints on that build.
    """
    path = path_of(build)
    try:
        run = Run.from_json(path.read_bytes())
    except OSError as error:
        raise click.ClickException(f"{error}: the tables are those of a checkout") from None
    except msgspec.DecodeError as error:
        raise click.ClickException(f"{path.name} is not what stackloop bench all --json prints: {error}") from None
    if run.build.rules != build:
        raise click.ClickException(f"{path.name} was measured on {run.build.rules} rules")
    return run


def path_of(build: str) -> Path:
    return FIGURES / f"{build}.json"


def texts(runs: Mapping[str, Run]) -> dict[Path, str]:
    """The texts as they should be, and the files.

    Raises:
        click.ClickException: a run lacks a figure that a table is made of.
    """
    few = side_by_side(runs)
    written = {path: path.read_text(encoding="utf-8") for path in (README, CAPACITY)}
    for build, run in runs.items():
        for name, content in tables(build, run).items():
            written[CAPACITY] = replaced(written[CAPACITY], name, beside(run, content))
        written[path_of(build)] = run.to_json().decode()
    lines = "\n".join(f"- {run.build.line()}" for run in runs.values())
    written[README] = replaced(written[README], "figures", f"{lines}\n\n{few}")
    return written


def tables(build: str, run: Run) -> dict[str, str]:
    """Those of CAPACITY.md that are made of one run, by their names."""
    of_run = {f"figures {build}": table(filter(is_for_readers, run.figures))}
    if build == BUILDS[0]:
        with telling(build):
            costs = costs_of(run.figures)
        of_run |= {"costs": costs_table(costs), "plan": plan_table(costs, Mix())}
    return of_run


def side_by_side(runs: Mapping[str, Run]) -> str:
    """The few figures of README, a column for each build."""
    found: dict[str, list[Figure]] = {key: [] for key in IN_README}
    for build, run in runs.items():
        figures = {figure.key: figure for figure in run.figures}
        with telling(build):
            for key in IN_README:
                found[key].append(figures[key])
    rows = [("what", "asked", *runs), ("---",) * (2 + len(runs))]
    rows += [(each[0].name, each[0].asked, *(beside_reference(figure) for figure in each)) for each in found.values()]
    return as_markdown(rows)


def beside_reference(figure: Figure) -> str:
    """A figure, and how many times that of its reference it is."""
    _, value, _, reference, ratio, _ = figure.cells()
    return f"{value}, {ratio} of {reference}" if reference else value


@contextmanager
def telling(build: str) -> Iterator[None]:
    """Name the file in which a figure is missing."""
    try:
        yield
    except KeyError as error:
        raise click.ClickException(f"{build}.json lacks {error}: stackloop bench all --json measures it") from None


def beside(run: Run, content: str) -> str:
    """A table below the build that it was measured on."""
    return f"{run.build.line()}\n\n{content}"


def is_for_readers(figure: Figure) -> bool:
    """Whether CAPACITY.md shows it: a bound is set for it, or it stands beside a reference."""
    return bool(figure.asked or figure.reference)


def replaced(text: str, name: str, content: str) -> str:
    """The text with another table between ``<!-- NAME -->`` and ``<!-- end of NAME -->``."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    text, count = pattern.subn(lambda _: begin + content + end, text)
    if count != 1:
        raise click.ClickException(f"{count} places for the table {name!r}, not one")
    return text
