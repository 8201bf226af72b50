"""Numbers of uses of activated abilities with instructions on that (602.5b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.abilities import Limit
    from engine.cards.numbered_text import Text
    from engine.state.game import Game
    from engine.state.records import Object


def is_used_up(game: Game, obj: Object, text: Text, limit: Limit) -> bool:
    """Whether an ability that may be activated "once each turn", or only so often, has been."""
    return used(game, obj, text.number, ever=limit.kind == "ever") >= limit.count * obj.abilities.count(text.number)


def used(game: Game, obj: Object, number: int, *, ever: bool = False) -> int:
    """The number of times that an object's ability was activated this turn, or as long as the object is there."""
    when = 0 if ever else game.root.turn
    return next((n for text, turn, n in obj.used if text == number and turn == when), 0)


def count_use(game: Game, obj: Object, text: Text) -> None:
    """Note that an ability with activation instructions was activated; turn 0 stands for all turns."""
    number = text.number
    now = [(number, game.root.turn, used(game, obj, number) + 1)]
    if any(limit.kind == "ever" for limit in text.limits):
        now.append((number, 0, used(game, obj, number, ever=True) + 1))
    game.write(obj, "used", (*((text_, turn, n) for text_, turn, n in obj.used if text_ != number), *now))
