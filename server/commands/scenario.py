"""``stackloop scenario``: runs scenario files and says which statements of the rules hold."""

import sys
from pathlib import Path

import click
import orjson

from engine import Outcome, run_text


@click.command(
    "scenario",
    epilog="""\b
Examples:
  stackloop scenario tests/scenarios/magic/K24.toml
  stackloop scenario tests/scenarios --json""",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="A list of id, rules, profiles, passed, difference.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """Run scenario FILES, or all *.toml below a directory; exit with 1 if one fails."""
    outcomes = [run(path) for path in found(files)]
    if not outcomes:
        raise click.UsageError(f"no *.toml below {' and '.join(map(str, files))}")
    if as_json:
        click.echo(orjson.dumps([outcome.to_json() for outcome in outcomes], option=orjson.OPT_INDENT_2))
    else:
        show(outcomes)
    sys.exit(0 if all(outcome.passed for outcome in outcomes) else 1)


def found(files: tuple[Path, ...]) -> list[Path]:
    """The files, with directories replaced by what is in them."""
    return [path for given in files for path in (sorted(given.rglob("*.toml")) if given.is_dir() else [given])]


def run(path: Path) -> Outcome:
    """Run one file; one that cannot be read is a failure of its own."""
    try:
        return run_text(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return broken(path, str(error))
    except Exception as error:  # noqa: BLE001 # whatever it is, the other files are run all the same
        return broken(path, f"internal error {type(error).__name__}: {error}")


def broken(path: Path, why: str) -> Outcome:
    """The outcome of a file that is no scenario."""
    return Outcome(path.stem, "", (), str(path), {"unread": why})


def show(outcomes: list[Outcome]) -> None:
    for outcome in outcomes:
        mark = "ok  " if outcome.passed else "FAIL"
        click.echo(f"{mark} {outcome.id}  {' '.join(outcome.rules)}  {outcome.title}")
        if not outcome.passed:
            click.echo(f"     {outcome.difference}")
    failed = sum(not outcome.passed for outcome in outcomes)
    click.echo(f"{len(outcomes)} {'scenario' if len(outcomes) == 1 else 'scenarios'}, {failed} failed")
