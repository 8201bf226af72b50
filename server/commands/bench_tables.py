"""``stackloop bench tables``: the tables of README.md and deploy/CAPACITY.md, from deploy/figures.json.

That file holds what one run of ``stackloop bench all --json`` printed, without the interpreter's path: a path of the
machine that measured belongs into no project. In the texts a table stands between two comments that name it, the build
that it was measured on above it; nothing else of them is touched.
"""

import re
import sys
from pathlib import Path
from typing import Final

import click
import msgspec

from server.bench.capacity import Mix, costs_of, costs_table, plan_table
from server.bench.figures import Figure, table
from server.bench.run import Run

ROOT: Final = Path(__file__).parents[2]
FIGURES: Final = ROOT / "deploy" / "figures.json"
README: Final = ROOT / "README.md"
CAPACITY: Final = ROOT / "deploy" / "CAPACITY.md"
IN_README: Final = ("magic_shown_per_s", "service_intents_per_s", "quiet_p50_ms", "connection_kib", "killed_p99_s")
"""The figures that README has too; CAPACITY.md has them all."""


@click.command(
    "tables",
    epilog="""\b
Examples:
  stackloop bench all --json > deploy/figures.json
  stackloop bench tables --write
  stackloop bench tables --check""",
)
@click.option("--write", "mode", flag_value="write", help="Put them into the texts, and the path out of the file.")
@click.option("--check", "mode", flag_value="check", help="Exit with 1 if a text or the file is not as written.")
def command(mode: str | None) -> None:
    """Print the table of figures, or see to those in the texts."""
    run = measured()
    if mode is None:
        click.echo(beside(run, table(run.figures)), nl=False)
        return
    for path, text in texts(run.without_path()).items():
        if mode == "write":
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            click.echo(f"{path.name} is stale: stackloop bench tables --write", err=True)
            sys.exit(1)


def measured() -> Run:
    """The content of the file.

    Raises:
        click.ClickException: there is none, or it is not what ``stackloop bench all --json`` prints.
    """
    try:
        return Run.from_json(FIGURES.read_bytes())
    except OSError as error:
        raise click.ClickException(f"{error}: the tables are those of a checkout") from None
    except msgspec.DecodeError as error:
        raise click.ClickException(f"{FIGURES.name} is not what stackloop bench all --json prints: {error}") from None


def texts(run: Run) -> dict[Path, str]:
    """The texts as they should be, and the file.

    Raises:
        click.ClickException: the run lacks a figure that a table is made of.
    """
    try:
        costs = costs_of(run.figures)
        figures = {figure.key: figure for figure in run.figures}
        few = table(figures[key] for key in IN_README)
    except KeyError as error:
        raise click.ClickException(f"{FIGURES.name} lacks {error}: stackloop bench all --json measures it") from None
    tables = {
        "figures": table(filter(is_for_readers, run.figures)),
        "costs": costs_table(costs),
        "plan": plan_table(costs, Mix()),
    }
    capacity = CAPACITY.read_text(encoding="utf-8")
    for name, content in tables.items():
        capacity = replaced(capacity, name, beside(run, content))
    return {
        FIGURES: run.to_json().decode(),
        README: replaced(README.read_text(encoding="utf-8"), "figures", beside(run, few)),
        CAPACITY: capacity,
    }


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
