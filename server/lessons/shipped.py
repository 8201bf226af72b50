"""The lessons that ship: files in a folder of each game, beside this one."""

from functools import cache
from importlib import resources

from server.lessons.lesson import Lesson

PACKAGE = "server.lessons"


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order in which they are learnt."""
    place = resources.files(PACKAGE).joinpath(game.replace("-", "_"))
    if not place.is_dir():
        return ()
    files = sorted(each.name for each in place.iterdir() if each.name.endswith(".toml"))
    return tuple(Lesson(name.removesuffix(".toml"), place.joinpath(name).read_text(encoding="utf-8")) for name in files)
