"""Output of the ``bench`` commands: the figures, and the build they were measured on."""

from collections.abc import Sequence

import click
from rich.console import Console
from rich.table import Table

from server.bench.build import Build
from server.bench.figures import COLUMNS, Figure
from server.bench.reference import Reference
from server.bench.run import Run

as_json = click.option("--json", "as_json", is_flag=True, help="An object: the build, and the rows with their figures.")


def show(figures: Sequence[Figure], as_json: bool, reference: Reference | None = None) -> None:
    """As one table, or for programs; the reference loop runs now, if it did not beside what was measured."""
    if reference is None:
        reference = Reference()
        reference.run_slices()
    run = Run(Build.here(reference), list(figures))
    if as_json:
        click.echo(run.to_json(), nl=False)
        return
    if figures:
        rows = Table(*COLUMNS)
        for figure in figures:
            rows.add_row(*figure.cells())
        Console().print(rows)
    click.echo(run.build.line())
