"""``stackloop bench build``: on what the bench runs here, for a table that is made otherwise."""

import click

from server.bench.report import as_json, show


@click.command(
    "build",
    epilog="""\b
Examples:
  stackloop bench build
  stackloop bench build --json""",
)
@as_json
def command(as_json: bool) -> None:
    """Tell interpreter, rules and cores, and run the reference loop.

    Every other part tells the same beside its figures. "optimised" is what the interpreter's CONFIG_ARGS say. If they
    name neither --enable-optimizations nor --with-lto it is unknown, since there are other ways to optimise.
    """
    show((), as_json)
