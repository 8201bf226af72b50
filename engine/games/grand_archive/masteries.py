"""Masteries: a player has one at a time, and it is no object (Mastery).

The player who has one has a mark of its name, which everybody sees, and one for the counters of each kind on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.replacement.happen import happen
from engine.state.proposed_events import putting

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item

SHIFTING_CURRENTS: Final = "shifting currents"
FRACTURED_MEMORIES: Final = "fractured memories"
PHANTASMAGORIA: Final = "phantasmagoria"
NAMES: Final = (SHIFTING_CURRENTS, FRACTURED_MEMORIES, PHANTASMAGORIA)
"""Nothing that is understood gives a player Phantasmagoria: counters are put on none (Mastery 1)."""
SHEEN: Final = "sheen"


def marked(game: Game, seat: int, name: str) -> str | None:
    """The rest of the mark of a player who has the mastery of this name; ``None`` if the player has not."""
    marks = (mark for mark, _ in game.players[seat].counters if mark.startswith(name))
    mark = next(marks, None)
    return None if mark is None else mark.removeprefix(name).strip()


def take(game: Game, seat: int, name: str, more: str = "") -> None:
    """A player has this mastery from now on, in place of another one (Mastery 1)."""
    player = game.players[seat]
    own = counted_on("", name)
    others = tuple(
        entry
        for entry in player.counters
        if not entry[0].startswith(NAMES) and (entry[0].endswith(own) or not _is_on_one(entry[0]))
    )
    game.write(player, "counters", tuple(sorted((*others, (f"{name} {more}".strip(), 1)))))


def counted_on(counter: str, name: str) -> str:
    """The name of the mark for counters of a kind on a mastery."""
    return f"{counter} on {name}"


def put_on(game: Game, item: Item, name: str, counter: str, number: int) -> int:
    """Put counters on a mastery of the player of a text; on none that the player has not.

    Returns:
        The number that was put.
    """
    if number <= 0 or marked(game, item.controller, name) is None:
        return 0
    happen(game, [putting(game.players[item.controller], counted_on(counter, name), number, item.controller)], item)
    return number


def _is_on_one(mark: str) -> bool:
    return mark.endswith(tuple(counted_on("", name) for name in NAMES))
