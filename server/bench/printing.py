"""How the commands of ``bench`` show what they measured."""

from collections.abc import Sequence

import click
from rich.console import Console
from rich.table import Table

from server.bench.figures import COLUMNS, Figure, to_json

as_json = click.option("--json", "as_json", is_flag=True, help="A list of rows with their figures.")


def show(figures: Sequence[Figure], as_json: bool) -> None:
    """As one table, or for programs."""
    if as_json:
        click.echo(to_json(figures), nl=False)
        return
    rows = Table(*COLUMNS)
    for figure in figures:
        rows.add_row(*figure.cells())
    Console().print(rows)
