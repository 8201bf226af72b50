"""The puzzles that ship: files in a folder of each game, beside this one."""

from functools import cache
from importlib import resources
from itertools import chain, zip_longest

import engine
from server.puzzles.puzzle import Puzzle

PACKAGE = "server.puzzles"


def files_of(game: str) -> dict[str, str]:
    """The files of the puzzles of a game, by name."""
    place = resources.files(PACKAGE).joinpath(game.replace("-", "_"))
    if not place.is_dir():
        return {}
    files = {each.name: each for each in place.iterdir() if each.name.endswith(".toml")}
    return {name.removesuffix(".toml"): files[name].read_text(encoding="utf-8") for name in sorted(files)}


@cache
def all_puzzles() -> dict[str, Puzzle]:
    """Those of all games by name; the games take turns."""
    by_game = [[Puzzle(name, text) for name, text in files_of(game).items()] for game in engine.list_games()]
    return {puzzle.name: puzzle for puzzle in chain.from_iterable(zip_longest(*by_game)) if puzzle is not None}
