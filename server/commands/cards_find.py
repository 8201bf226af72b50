"""``stackloop cards find``: the cards of the library with some words in name, type or text."""

from pathlib import Path

import click
import orjson

import engine
from server.commands.card_lines import import_to_json, kind_of
from server.commands.with_library import with_library
from server.library.library import MOST_FOUND, Library
from server.runtime.errors import BadLibrary


@click.command(
    "find",
    epilog="""\b
Examples:
  stackloop cards find draw two cards
  stackloop cards find dragon --game magic --most 10 --json""",
)
@click.argument("words", nargs=-1, required=True)
@click.option("--game", type=click.Choice(engine.list_games()), help="The game of the cards; all unless told.")
@click.option("--most", default=MOST_FOUND, show_default=True, type=click.IntRange(1), help="Cards at most.")
@with_library
@click.option("--json", "as_json", is_flag=True, help="A list of the cards with their tables, and what stops them.")
def find(words: tuple[str, ...], game: str | None, most: int, library: Path, as_json: bool) -> None:
    """List the imported cards that have all WORDS in name, type or text; exit with 1 if there are none."""
    try:
        with Library(library) as kept:
            found = kept.search(" ".join(words), game or "", most)
    except BadLibrary as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        click.echo(orjson.dumps([import_to_json(card) for card in found], option=orjson.OPT_INDENT_2))
    for card in found if not as_json else ():
        click.echo(f"{card.name}  [{card.game}]  {kind_of(card)}")
    if not found:
        raise click.ClickException(f"no imported card with {' '.join(words)!r}")
