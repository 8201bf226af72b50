"""``stackloop cards``: whether card files are understood, and what a card is made of."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click
import orjson

import engine
from server.commands.card_lines import described, described_import, import_to_json, to_json
from server.commands.cards_coverage import coverage
from server.commands.cards_find import find
from server.commands.cards_import import import_cards
from server.commands.cards_play import play
from server.commands.cards_print_back import forms_of, print_back
from server.commands.published_cards import published_files, show_published
from server.commands.with_cards import with_cards
from server.commands.with_library import with_library
from server.library.kept_cards import Kept
from server.library.library import Library
from server.runtime.card_folders import DECKS, Texts, take_decks, toml_files
from server.runtime.errors import BadLibrary
from server.runtime.named_files import Unread, text_of


@click.group("cards")
def command() -> None:
    """Check card files, import cards, try them out, and show them."""


command.add_command(coverage)
command.add_command(find)
command.add_command(import_cards)
command.add_command(play)


@command.command(
    "check",
    epilog="""\b
Examples:
  stackloop cards check --game magic my-set.toml
  stackloop cards check sets/grand-archive/*.toml
  stackloop cards check sets
  stackloop cards check oracle-cards.json.gz --json
  stackloop cards check --print-back oracle-cards.json.gz
  stackloop cards check --print-back""",
)
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--game",
    type=click.Choice(engine.list_games()),
    help="The game of the cards; the game after which a folder above the file is named unless told.",
)
@click.option(
    "--print-back",
    "printed_back",
    is_flag=True,
    help="Hold the text of each card beside what it was read as; of the cards that ship if no file is named.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="A list of file, line, column, card, reason; counts of published cards."
)
def check(files: tuple[Path, ...], game: str | None, printed_back: bool, as_json: bool) -> None:
    """Compile the card texts of FILES and say what is not understood, and where; exit with 1 if anything is.

    Of a folder all cards are checked that lie in it, and in its folders of games: as serve --cards reads them, with
    the decks beside them.
    Files of Scryfall, MTGJSON, the Grand Archive API or MarvelCDB are known by their content, and those of a folder
    without card files too: of these it tells how many cards there are, how many are accepted, and how many are not for
    which kind of reason; it exits with 0, as what is not accepted is only left out.

    A text is accepted only if the rules would write what it says: it is rendered from what it compiles to, and that is
    read again; both have to mean the same, and each word of meaning has to stand in both. --print-back does that once
    more for the accepted cards, counts those of each form that differ, and exits with 1 if there are any. Below it
    tells the cards that are refused for that: the words lost and added, the text, and what it was read as.
    """
    if not files and not printed_back:
        raise click.UsageError("which files? those that ship are checked with --print-back")
    published = published_files(files)
    if printed_back:
        named = {} if published or not files else files_by_game(card_files(files), game)
        sys.exit(1 if print_back(forms_of(files, named, game), as_json=as_json) else 0)
    if published:
        show_published(published, as_json=as_json)
        return
    texts, decks = read(card_files(files), game), read(deck_files(files), game)
    faults = [fault for each, given in texts.items() for fault in engine.add_cards(each, given)]
    told: list[dict[str, object]] = [
        {"file": it.file, "line": it.line, "column": it.column, "card": it.card, "reason": it.reason} for it in faults
    ]
    lines = [str(fault) for fault in faults]
    if not faults:  # a deck is judged by its cards
        lines = [line for each, given in decks.items() for line in take_decks(each, given)]
        told = [in_deck(line) for line in lines]
    if as_json:
        click.echo(orjson.dumps(told, option=orjson.OPT_INDENT_2))
    else:
        count = sum(text.count("[[card]]") for given in texts.values() for _, text in given)
        wrong = len({(fault.file, fault.card or fault.line) for fault in faults})
        click.echo("\n".join([*lines, f"{count} {'card' if count == 1 else 'cards'}, {wrong} not understood"]))
    sys.exit(1 if lines else 0)


def in_deck(line: str) -> dict[str, object]:
    """The fault of a deck, as ``--json`` tells it."""
    file, _, reason = line.partition(": ")
    return {"file": file, "line": 0, "column": 0, "card": "", "reason": reason}


def card_files(given: tuple[Path, ...]) -> list[Path]:
    """The files that were named, and those of the folders.

    Raises:
        click.UsageError: there are none in a folder.
    """
    files: list[Path] = []
    for path in given:
        found = [file for place in games_in(path) for file in toml_files(place)] if path.is_dir() else [path]
        if not found:
            raise click.UsageError(f"no *.toml in {path}, nor in a folder of a game in it")
        files += found
    return files


def deck_files(given: tuple[Path, ...]) -> list[Path]:
    """The decks that lie beside the cards of folders."""
    places = [place for path in given if path.is_dir() for place in games_in(path)]
    return [file for place in places for file in toml_files(place / DECKS)]


def games_in(folder: Path) -> list[Path]:
    """A folder, and those in it that are named after a game."""
    return [folder, *(place for place in sorted(folder.glob("*/")) if is_game(place.name))]


def is_game(name: str) -> bool:
    return name.replace("_", "-") in engine.list_games()


def files_by_game(files: list[Path], game: str | None) -> dict[str, list[Path]]:
    """Card files by the games that they are of."""
    found: dict[str, list[Path]] = {}
    for file in files:
        found.setdefault(game or game_of(file), []).append(file)
    return found


def read(files: list[Path], game: str | None) -> dict[str, Texts]:
    """The texts in files, by their games.

    Raises:
        click.ClickException: one cannot be read, or of which game it is nobody says.
    """
    texts: dict[str, Texts] = {}
    for file in files:
        whose = game or game_of(file)
        try:
            texts[whose] = (*texts.get(whose, ()), (str(file), text_of(file)))
        except Unread as error:
            raise click.ClickException(f"{file}: {error}") from error
    return texts


def game_of(file: Path) -> str:
    """The game after which a folder above a file is named.

    Raises:
        click.UsageError: there is none.
    """
    for part in reversed(file.resolve().parts):
        if is_game(part):
            return part.replace("_", "-")
    raise click.UsageError(f"{file}: of which game? say --game {'|'.join(engine.list_games())}")


@command.command(
    "show",
    epilog="""\b
Examples:
  stackloop cards show Lightning Bolt
  stackloop cards show "krark-clan ironworks" --game magic --json""",
)
@click.argument("words", nargs=-1, required=True, metavar="NAME")
@click.option(
    "--game",
    type=click.Choice(engine.list_games()),
    help="The game of the card; each that has such a card unless told.",
)
@with_cards
@with_library
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="The face of the card, as views show it, and its abilities as rendered; of an imported card its table.",
)
def show(words: tuple[str, ...], game: str | None, library: Path, as_json: bool) -> None:
    """Show the card called NAME: its rules text, its cost and numbers, and what the text compiles to.

    A name that no card here has is looked up among those that were imported.
    """
    name = " ".join(words)
    games = [game] if game else engine.list_games()
    found = [(each, card) for each in games if (card := engine.find_card(engine.shipped(each), name)) is not None]
    kept = [] if found else imported(name, games, library)
    if not found and not kept:
        near = [near for each in games for near in engine.near_names(engine.shipped(each), name)]
        raise click.ClickException(f"no card {name!r}" + (f"; did you mean {' or '.join(near[:3])}?" if near else ""))
    pools = [(engine.shipped(each), card) for each, card in found]
    if as_json:
        told = [to_json(pool, card) for pool, card in pools] + [import_to_json(card) for card in kept]
        click.echo(orjson.dumps(told, option=orjson.OPT_INDENT_2))
        return
    click.echo("\n\n".join([described(pool, card) for pool, card in pools] + [described_import(card) for card in kept]))


def imported(name: str, games: Iterable[str], library: Path) -> list[Kept]:
    """The imported cards of a name, of these games; none if nothing was imported.

    Raises:
        click.ClickException: the library cannot be used.
    """
    if not library.exists():
        return []
    try:
        with Library(library) as kept:
            return [card for game in games for card in kept.find(game, [name]).values()]
    except BadLibrary as error:
        raise click.ClickException(str(error)) from error
