"""Parts of a text that are followed by themselves: by each player, or where a printed resource says so.

Each is an item of its own, with the controller as "you", and knows all that the text has said and done so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.interpreter import begin_effects
from engine.effects.meaning import objects_of, touched, who_is
from engine.events.delayed_triggers import KEPT
from engine.games.marvel_champions.character_stats import is_in_form
from engine.games.marvel_champions.frames import PartEndedFrame
from engine.games.marvel_champions.meaning import printed_icons
from engine.state.agenda import pop, push, text_on_top
from engine.state.frames import EndedFrame, FrameKind, kinds_by_op
from engine.state.records import Item

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game

WILD: Final = "wild"


def _follow(game: Game, item: Item, part: tuple[int, int, int], seat: int, *, tells: bool = False) -> None:
    """Have a player follow a part of a text: its branch, its first position and the one behind its last.

    Args:
        game: the game.
        item: the text.
        part: the part.
        seat: of the player.
        tells: whether the text goes on to speak of what was done in the part.
    """
    own = Item(game.new_id(), "moment", seat, item.source, item.text)
    for field in KEPT:
        setattr(own, field, getattr(item, field))
    own.targets = item.targets
    own.part = part
    game.add(own)
    push(game, PartEndedFrame(own.id, item.id) if tells else EndedFrame(own.id))
    begin_effects(game, own)


def _each_player(game: Game, item: Item, do: a.EachPlayer, answer: Answer | None) -> Outcome:
    frame = text_on_top(game)
    start = frame.position + 1
    seats = [seat for seat in who_is(game, item, do.who) if not do.form or is_in_form(game, seat, do.form)]
    for seat in reversed([seat for seat in game.turn_order(game.root.first) if seat in seats]):
        _follow(game, item, (frame.branch, start, start + do.steps), seat, tells=True)
    touched(game, item, ())
    return do.steps


def run_part_ended(game: Game, frame: PartEndedFrame, answer: Answer | None) -> None:
    """The frame ``PartEndedFrame``: "it" and "that many" are what all players together have done."""
    pop(game)
    own, text = game.item(frame.item), game.item(frame.of)
    game.write(text, "it", tuple(dict.fromkeys((*text.it, *own.it))))
    game.write(text, "did", text.did + own.did)
    game.remove(own)


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
FRAMES: Final = kinds_by_op(FrameKind(PartEndedFrame, run_part_ended))
