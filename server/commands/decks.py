"""``stackloop decks``: which decks there are, and what is wrong with deck lists."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Final

import click
import orjson

import engine
from server.commands.with_cards import with_cards
from server.commands.with_library import with_library
from server.library.late_library import LateLibrary
from server.lobby.decks import UNKNOWN, read_list
from server.lobby.imported_cards import Brought, brought_from, meanings_of
from server.runtime.errors import BadLibrary, Unavailable
from server.runtime.named_files import Unread, text_of

MOST_LETTERS: Final = 64 * 1024


@click.group("decks")
def command() -> None:
    """Check deck lists, and list the decks there are."""


@command.command(
    "list",
    epilog="""\b
Examples:
  stackloop decks list
  stackloop decks list --game magic --cards cards --json""",
)
@click.option("--game", type=click.Choice(engine.list_games()), help="Of which game; of all unless told.")
@with_cards
@click.option("--json", "as_json", is_flag=True, help="A list of game, deck, name, cards, list.")
def list_decks(game: str | None, as_json: bool) -> None:
    """List the decks that ship, and those that come with cards of your own: what other commands call them, and more."""
    found = [(each, deck) for each in ([game] if game else engine.list_games()) for deck in decks_of(each)]
    if as_json:
        told = [
            {"game": each, "deck": deck.key, "name": deck.name, "cards": size(deck), "list": dict(deck.entries)}
            for each, deck in found
        ]
        click.echo(orjson.dumps(told, option=orjson.OPT_INDENT_2))
        return
    rows = [("game", "deck", "cards", "name"), *((each, deck.key, str(size(deck)), deck.name) for each, deck in found)]
    games, keys, sizes = (max(len(row[column]) for row in rows) for column in range(3))
    lines = [f"{each:{games}}  {key:{keys}}  {cards:>{sizes}}  {name}" for each, key, cards, name in rows]
    click.echo("\n".join(lines))


def decks_of(game: str) -> list[engine.Deck]:
    return sorted(engine.load_decks(game).values(), key=lambda deck: deck.key)


def size(deck: engine.Deck) -> int:
    """Number of its cards."""
    return sum(count for _, count in deck.entries)


@command.command(
    "check",
    epilog="""\b
Examples:
  stackloop decks check burn.txt
  stackloop decks check --game grand-archive *.txt --json""",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--game",
    type=click.Choice(engine.list_games()),
    help="The game whose rules count; the game that knows most of the cards unless told.",
)
@with_cards
@with_library
@click.option("--allow-partial", is_flag=True, help="As where cards are played that are understood in part.")
@click.option("--json", "as_json", is_flag=True, help="A list of file, game, legal, deck, problems, and more.")
def check(files: tuple[Path, ...], game: str | None, library: Path, allow_partial: bool, as_json: bool) -> None:
    """Say what is wrong with the deck lists FILES, line by line; exit with 1 if one is not legal.

    Cards that do not ship are looked up in the library, if there is one.
    """
    try:
        with closing(LateLibrary(library)) as cards:
            found = [(file, *read(file, game, cards, in_part=allow_partial)) for file in files]
    except (BadLibrary, Unavailable) as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        told = [to_json(file, its_game, deck, partly) for file, its_game, deck, partly in found]
        click.echo(orjson.dumps(told, option=orjson.OPT_INDENT_2))
    else:
        for file, its_game, deck, partly in found:
            show(file, its_game, deck, partly)
        if not library.exists() and any(fault.code == UNKNOWN for _, _, deck, _ in found for fault in deck.faults):
            click.echo(f"nothing was imported into {library}; --library names another file", err=True)
    sys.exit(1 if any(deck.faults for _, _, deck, _ in found) else 0)


def read(
    file: Path, game: str | None, library: LateLibrary, *, in_part: bool
) -> tuple[str, engine.DeckList, tuple[str, ...]]:
    """The game of a list, its cards, and the names of those that are played in part."""
    try:
        text = text_of(file)
    except Unread as error:
        raise click.ClickException(f"{file}: {error}") from error
    if len(text) > MOST_LETTERS:
        raise click.ClickException(f"{file}: too long for a deck list")
    games = [game] if game else engine.list_games()
    brought = {each: found_for(library, each, text, in_part=in_part) for each in games}
    return max(
        ((each, read_list(each, text, cards), cards.in_part) for each, cards in brought.items()),
        key=lambda found: sum(count for _, count in (*found[1].deck, *found[1].beside)),
    )


def found_for(library: LateLibrary, game: str, text: str, *, in_part: bool) -> Brought:
    """The cards of a list that do not ship."""
    sought = engine.names_sought(engine.shipped(game), text)
    return brought_from(library, game, sought, meanings_of, in_part=in_part)


def show(file: Path, game: str, deck: engine.DeckList, partly: tuple[str, ...]) -> None:
    if partly:
        click.echo(f"{file}: played in part: {', '.join(partly)}")
    for fault in deck.faults:
        place = f"{file}:{fault.line}" if fault.line else str(file)
        rule = f" ({fault.rule})" if fault.rule else ""
        near = f"; did you mean {' or '.join(fault.near)}?" if fault.near else ""
        click.echo(f"{place}: {fault}{rule}{near}")
    total, beside = (sum(count for _, count in part) for part in (deck.deck, deck.beside))
    aside = f" and {beside} in the sideboard" if beside else ""
    what = "not legal" if deck.faults else "legal"
    click.echo(f"{file}: {game}, {total} cards{aside}, {what}")


def to_json(file: Path, game: str, deck: engine.DeckList, partly: tuple[str, ...]) -> dict[str, object]:
    problems = [
        {
            "line": fault.line,
            "code": fault.code,
            "rule": fault.rule,
            "card": fault.card,
            "reason": fault.reason,
            "near": fault.near,
        }
        for fault in deck.faults
    ]
    return {
        "file": str(file),
        "game": game,
        "legal": not deck.faults,
        "deck": dict(deck.deck),
        "sideboard": dict(deck.beside),
        "problems": problems,
        "partial": partly,
    }
