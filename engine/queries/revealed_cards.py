"""Cards of hidden zones that everybody may look at for as long as something goes on.

A hand is shown while the text that reveals it goes on, the card whose ability was activated from a hidden zone while
that is on the stack. A card that is shown for two reasons is shown until neither holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.state.frames import RevealedFrame
from engine.state.play_notes import SPLICED_ON, numbers_paid

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item, Object


def show(game: Game, obj: Object) -> None:
    """Let everybody look at an object where it lies."""
    game.write(obj, "shown", True)


def conceal(game: Game, ident: int) -> None:
    """One reason to show an object is gone; with the last of them it is hidden again, if it is there."""
    obj = game.object(ident)
    if obj is None or not obj.shown:
        return
    is_revealed = any(isinstance(frame, RevealedFrame) and ident in frame.idents for frame in game.root.agenda)
    if not is_revealed and all(ident not in _shown_for(game.item(item)) for item in game.root.stack):
        game.write(obj, "shown", False)


def take_off(game: Game, item: Item) -> None:
    """Take an item off the stack; until then the card it was activated from is shown (702.49b).

    So are the cards that were spliced onto it (702.47a).
    """
    game.withdraw(game.root, "stack", item.id)
    for ident in _shown_for(item):
        conceal(game, ident)


def _shown_for(item: Item) -> list[int]:
    return [item.source, *numbers_paid(item.paid, SPLICED_ON)]
