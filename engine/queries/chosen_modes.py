"""The modes of a text that were chosen before, for a text that lets only others be chosen ("that hasn't been chosen").

They are noted on the object that the text is of: another object of the same card begins anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.abilities import Modes
    from engine.state.game import Game
    from engine.state.records import Item

_NOTE: Final = "mode chosen"


def open_modes(game: Game, text: int, source: int, modes: Modes) -> list[int]:
    """The modes, by place, that a text of this object still lets be chosen."""
    everyone = list(range(len(modes.options)))
    obj = game.object(source)
    if not modes.fresh or obj is None:
        return everyone
    return [mode for mode in everyone if (_NOTE, (text, mode)) not in obj.extra]


def note_modes(game: Game, item: Item, modes: Modes) -> None:
    """Note the modes that were chosen for an item on the object that its text is of."""
    obj = game.object(item.source)
    if modes.fresh and obj is not None:
        game.write(obj, "extra", (*obj.extra, *((_NOTE, (item.text, mode)) for mode in item.modes)))
