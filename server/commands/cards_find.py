"""``stackloop cards find``: the cards that a question means, as the page searches them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import orjson

import engine
from server.commands.card_lines import import_to_json, kind_of, to_json
from server.commands.with_cards import with_cards
from server.commands.with_library import with_library
from server.library.found_cards import MOST_FOUND, Found, find_cards
from server.library.library import Library
from server.runtime.errors import BadLibrary


@click.command(
    "find",
    context_settings={"ignore_unknown_options": True},
    epilog="""\b
Examples:
  stackloop cards find draw two cards
  stackloop cards find t:instant c:red 'cost<=2' 'o:"any target"' -t:creature
  stackloop cards find element:fire class:mage --game grand-archive
  stackloop cards find aspect:justice resource:energy --most 10 --json""",
)
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--game", type=click.Choice(engine.list_games()), help="The game of the cards; all unless told.")
@click.option("--most", default=MOST_FOUND, show_default=True, type=click.IntRange(1), help="Cards of a game at most.")
@with_cards
@with_library
@click.option("--json", "as_json", is_flag=True, help="A list of the cards, and what stops those that were imported.")
def find(words: tuple[str, ...], game: str | None, most: int, library: Path, as_json: bool) -> None:
    """List the cards that have all WORDS in name, type, text or colors; exit with 1 if there are none.

    Cards that ship are searched, and those that were imported. A word finds words that begin so. n:, t:, o: and c:
    before a word (or name:, type:, class:, text:, color:, element:, aspect:, resource:) look in one place, cost<=3
    bounds the cost, "..." keeps words together, and - before a word asks for cards without it.
    """
    text = " ".join(words)
    told: list[tuple[dict[str, object], str]] = []
    remarks: dict[str, None] = {}
    try:
        with opened(library) as kept:
            for each in [game] if game else engine.list_games():
                found = find_cards(each, text, kept, most=most)
                remarks.update(dict.fromkeys(found.remarks))
                told += [*shown(each, found, kept)]
    except (BadLibrary, engine.Refusal) as error:
        raise click.ClickException(str(error)) from error
    for remark in remarks:
        click.echo(remark, err=True)
    if as_json:
        click.echo(orjson.dumps([json for json, _ in told], option=orjson.OPT_INDENT_2))
    for _, line in told if not as_json else ():
        click.echo(line)
    if not told:
        raise click.ClickException(f"no card with {text!r}")


@contextmanager
def opened(library: Path) -> Iterator[Library | None]:
    """The library, if there is one."""
    if not library.exists():
        yield None
        return
    with Library(library) as kept:
        yield kept


def shown(game: str, found: Found, library: Library | None) -> Iterator[tuple[dict[str, object], str]]:
    """Each card as JSON, and in a line."""
    pool = engine.shipped(game)
    imported = {} if library is None else library.find(game, [name for name in found.names if not pool.has(name)])
    for name in found.names:
        if pool.has(name):
            yield to_json(pool, name), f"{name}  [{game}]  understood"
        elif name in imported:
            card = imported[name]
            yield import_to_json(card), f"{card.name}  [{game}]  {kind_of(card)}"
