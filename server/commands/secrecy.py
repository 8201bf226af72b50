"""``stackloop secrecy``: whether what viewers are sent depends on what they may not know."""

import sys
from typing import Final

import click
import orjson

import engine
from server.secrecy.log_ids import HiddenId
from server.secrecy.twins import Leak, Tally, sweep

GAMES: Final = [game for game in engine.list_games() if engine.load_decks(game)]


@click.command(
    "secrecy",
    epilog="""\b
Examples:
  stackloop secrecy
  stackloop secrecy --game grand-archive --diffs 1000000 --seed 1000 --json""",
)
@click.option("--game", "games", multiple=True, type=click.Choice(GAMES), help="The game; all of them if left out.")
@click.option("--diffs", default=40_000, show_default=True, type=click.IntRange(1), help="To compare, of each game.")
@click.option("--seed", default=0, show_default=True, help="Of the first match; each further one has the next.")
@click.option("--json", "as_json", is_flag=True, help="A list of game, matches, commits, diffs, parted, leak.")
def command(games: tuple[str, ...], diffs: int, seed: int, as_json: bool) -> None:
    """Play at random beside twins in which what a viewer may not know is otherwise; exit with 1 if it is told.

    A twin that parted could not follow: somebody chose what cannot be chosen there. It began anew from where the
    match was.
    """
    reports = [report(game, diffs, seed) for game in games or GAMES]
    if as_json:
        click.echo(orjson.dumps(reports, option=orjson.OPT_INDENT_2))
    else:
        for each in reports:
            click.echo(
                "{game}: {diffs} diffs of {commits} commits in {matches} matches, {parted} parted".format(**each)
            )
            if each["leak"]:
                click.echo(each["leak"])
    sys.exit(1 if any(each["leak"] for each in reports) else 0)


def report(game: str, diffs: int, seed: int) -> dict[str, object]:
    """The outcome of one game."""
    leak = ""
    tally = Tally()
    try:
        sweep(game, diffs, seed, tally)
    except (Leak, HiddenId) as found:
        leak = str(found)
    return {
        "game": game,
        "matches": tally.matches,
        "commits": tally.commits,
        "diffs": tally.diffs,
        "parted": sum(tally.parted.values()),
        "leak": leak,
    }
