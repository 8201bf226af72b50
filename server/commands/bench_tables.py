"""``stackloop bench tables``: the tables of README.md and deploy/CAPACITY.md, from deploy/figures.json.

That file holds what one run of ``stackloop bench all --json`` printed. In the texts a table stands between two comments
that name it; nothing else of them is touched.
"""

import re
import sys
from pathlib import Path
from typing import Final

import click

from server.bench.capacity import Mix, costs_of, costs_table, plan_table
from server.bench.figures import Figure, from_json, table

ROOT: Final = Path(__file__).parents[2]
FIGURES: Final = ROOT / "deploy" / "figures.json"
README: Final = ROOT / "README.md"
CAPACITY: Final = ROOT / "deploy" / "CAPACITY.md"


@click.command(
    "tables",
    epilog="""\b
Examples:
  stackloop bench all --json > deploy/figures.json
  stackloop bench tables --write
  stackloop bench tables --check""",
)
@click.option("--write", "mode", flag_value="write", help="Put them into the texts.")
@click.option("--check", "mode", flag_value="check", help="Exit with 1 if a text says something else.")
def command(mode: str | None) -> None:
    """Print the table of figures, or see to those in the texts."""
    figures = from_json(FIGURES.read_bytes())
    if mode is None:
        click.echo(table(figures), nl=False)
        return
    for path, text in texts(figures).items():
        if mode == "write":
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            click.echo(f"{path.relative_to(ROOT)} is stale: stackloop bench tables --write", err=True)
            sys.exit(1)


def texts(figures: list[Figure]) -> dict[Path, str]:
    """The texts as they should be."""
    costs = costs_of(figures)
    capacity = replaced(CAPACITY.read_text(encoding="utf-8"), "costs", costs_table(costs))
    return {
        README: replaced(README.read_text(encoding="utf-8"), "figures", table(filter(is_for_readers, figures))),
        CAPACITY: replaced(capacity, "plan", plan_table(costs, Mix())),
    }


def is_for_readers(figure: Figure) -> bool:
    """Whether README has it: what is asked for, and what stands beside something that it can be compared with."""
    return bool(figure.asked or figure.reference)


def replaced(text: str, name: str, content: str) -> str:
    """The text with another table between ``<!-- NAME -->`` and ``<!-- end of NAME -->``."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    text, count = pattern.subn(lambda _: begin + content + end, text)
    if count != 1:
        raise click.ClickException(f"{count} places for the table {name!r}, not one")
    return text
