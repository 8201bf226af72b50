"""``stackloop puzzle``: solves puzzles, and proves that they are ones."""

import sys
from pathlib import Path

import click
import orjson

from server.commands.scenario import found
from server.puzzles.proof import Proof, prove
from server.puzzles.puzzle import Fault
from server.puzzles.tree import MOST_NODES


@click.group("puzzle")
def command() -> None:
    """Solve puzzles: positions with a goal that is reached in one way."""


@command.command(
    "solve",
    epilog="""\b
Examples:
  stackloop puzzle solve server/puzzles/magic
  stackloop puzzle solve mine.toml --nodes 100000 --json""",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--nodes", default=MOST_NODES, show_default=True, type=click.IntRange(min=1), help="Positions a search.")
@click.option("--json", "as_json", is_flag=True, help="A list of name, title, nodes, solution, faults.")
def solve(files: tuple[Path, ...], nodes: int, as_json: bool) -> None:
    """Prove the puzzles FILES, or all *.toml below a directory; exit with 1 if one is none.

    The goal has to be reached against every answer of the opponent; the same play has to be in every way there; no
    other play may come first but in another order of the same; and bots without thought must fail.
    """
    proofs = []
    for path in found(files):
        proofs.append(proof_of(path, nodes))
        if not as_json:
            show(path, proofs[-1])
    if not proofs:
        raise click.UsageError(f"no *.toml below {' and '.join(map(str, files))}")
    failed = sum(bool(proof.faults) for proof in proofs)
    if as_json:
        click.echo(orjson.dumps([proof.to_json() for proof in proofs], option=orjson.OPT_INDENT_2))
    else:
        click.echo(f"{len(proofs)} {'puzzle' if len(proofs) == 1 else 'puzzles'}, {failed} failed")
    sys.exit(1 if failed else 0)


def proof_of(path: Path, nodes: int) -> Proof:
    """The proof of one file; one that cannot be read is at fault itself."""
    try:
        return prove(path.stem, path.read_text(encoding="utf-8"), nodes)
    except (OSError, UnicodeDecodeError) as error:
        proof = Proof(path.stem)
        proof.faults.append(Fault("unread", str(error)))
        return proof


def show(path: Path, proof: Proof) -> None:
    click.echo(f"{'FAIL' if proof.faults else 'ok  '} {path.stem}  {proof.title}  ({proof.nodes} positions)")
    for step in proof.solution:
        click.echo(f"     {step}")
    for fault in proof.faults:
        place = f"{path}:{fault.line}" if fault.line else str(path)
        click.echo(f"     {place}: {fault.code}: {fault.reason}")
