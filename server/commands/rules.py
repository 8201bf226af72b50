"""``stackloop rules``: which function obeys which paragraph, which scenarios pin it, and whether they go as written."""

import sys
from pathlib import Path
from typing import Final

import click

import engine
from engine import Outcome, write_paragraphs
from server.commands.scenario import found, run

ENGINE: Final = Path(engine.__file__).parent
SCENARIOS: Final = ENGINE.parent / "tests" / "scenarios"
FILE: Final = ENGINE / "RULES.md"


@click.command(
    "rules",
    epilog="""\b
Examples:
  stackloop rules | less
  stackloop rules --write
  stackloop rules --check""",
)
@click.option(
    "--scenarios",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=SCENARIOS,
    help="Directory of the scenarios; that of this checkout if left out.",
)
@click.option("--write", "mode", flag_value="write", help="Put it into engine/RULES.md.")
@click.option("--check", "mode", flag_value="check", help="Exit with 1 if engine/RULES.md says something else.")
def command(scenarios: Path, mode: str | None) -> None:
    """Run all scenarios and print, for every paragraph of the sources, what obeys it and what pins it."""
    text = paragraphs([run(path) for path in found((scenarios,))])
    if mode == "write":
        FILE.write_text(text, encoding="utf-8")
    elif mode is None:
        click.echo(text, nl=False)
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
        click.echo("engine/RULES.md is stale: stackloop rules --write", err=True)
        sys.exit(1)


def paragraphs(outcomes: list[Outcome]) -> str:
    """The text of RULES.md for what became of the scenarios."""
    sources = {
        path.relative_to(ENGINE).as_posix(): path.read_text(encoding="utf-8") for path in sorted(ENGINE.rglob("*.py"))
    }
    by_game: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_game.setdefault(outcome.game, []).append(outcome)
    return write_paragraphs(sources, by_game)
