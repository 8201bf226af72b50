"""Parts of a text that are followed by themselves: by each player, or where a printed resource says so.

Each is an item of its own, with the controller as "you", and knows all that the text has said and done so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.interpreter import begin_effects
from engine.effects.meaning import objects_of
from engine.events.delayed_triggers import KEPT
from engine.games.marvel_champions.meaning import printed_icons
from engine.state.agenda import push, text_on_top
from engine.state.frames import EndedFrame
from engine.state.records import Item

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game

WILD: Final = "wild"


def _follow(game: Game, item: Item, part: tuple[int, int, int], seat: int) -> None:
    """Have a player follow a part of a text: its branch, its first position and the one behind its last."""
    own = Item(game.new_id(), "moment", seat, item.source, item.text)
    for field in KEPT:
        setattr(own, field, getattr(item, field))
    own.targets = item.targets
    own.part = part
    game.add(own)
    push(game, EndedFrame(own.id))
    begin_effects(game, own)


def _each_player(game: Game, item: Item, do: a.EachPlayer, answer: Answer | None) -> Outcome:
    frame = text_on_top(game)
    start = frame.position + 1
    for seat in reversed(game.turn_order(game.root.first)):
        _follow(game, item, (frame.branch, start, start + do.steps), seat)
    return do.steps


def _by_printed(game: Game, item: Item, do: a.ByPrinted, answer: Answer | None) -> Outcome:
    """All parts are chosen before the first is followed: what they do makes no difference to it."""
    frame, printed = text_on_top(game), printed_icons(game, objects_of(game, item, a.IT))
    at, parts = frame.position + 1, []
    for resource, size in zip(do.resources, do.sizes, strict=False):
        if resource in printed or WILD in printed:
            parts.append((frame.branch, at, at + size))
        at += size
    for part in reversed(parts):
        _follow(game, item, part, item.controller)
    return do.steps


INSTRUCTIONS: Final[dict[type, Callable[..., Outcome]]] = {a.EachPlayer: _each_player, a.ByPrinted: _by_printed}
