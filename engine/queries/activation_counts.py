"""Numbers of uses of activated abilities with instructions on that (602.5b)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.abilities import Limit
    from engine.cards.numbered_text import Text
    from engine.state.game import Game
    from engine.state.records import Object

SEATS: Final = 16
"""More players than a match has."""


def is_used_up(game: Game, obj: Object, text: Text, limit: Limit, seat: int = NOBODY) -> bool:
    """Whether an ability that may be activated "once each turn", or only so often, has been: by a player or by all."""
    number = _by_player(text.number, seat) if limit.who == "you" else text.number
    return used(game, obj, number, ever=limit.kind == "ever") >= limit.count * obj.abilities.count(text.number)


def _by_player(number: int, seat: int) -> int:
    """The number under which the uses of one player are counted; texts have none below 0."""
    return -1 - number * SEATS - seat


def text_counted(number: int) -> int:
    """The text of which a number counts the uses, those of all players or of one."""
    return number if number >= 0 else (-1 - number) // SEATS


def used(game: Game, obj: Object, number: int, *, ever: bool = False) -> int:
    """The number of times that an object's ability was activated this turn, or as long as the object is there."""
    when = 0 if ever else game.root.turn
    return next((n for text, turn, n in obj.used if text == number and turn == when), 0)


def count_use(game: Game, obj: Object, text: Text, seat: int = NOBODY) -> None:
    """Note that an ability with activation instructions was activated; turn 0 stands for all turns.

    ``seat``: the player who did it, for instructions about each player.
    """
    number = text.number
    now = [(number, game.root.turn, used(game, obj, number) + 1)]
    if any(limit.kind == "ever" for limit in text.limits):
        now.append((number, 0, used(game, obj, number, ever=True) + 1))
    if any(limit.kind == "once" and limit.who == "you" for limit in text.limits):
        own = _by_player(number, seat)
        now.append((own, game.root.turn, used(game, obj, own) + 1))
    counted = [text_ for text_, _, _ in now]
    game.write(obj, "used", (*((text_, turn, n) for text_, turn, n in obj.used if text_ not in counted), *now))
