"""Cards of hidden zones that everybody may look at for as long as something goes on.

A hand is shown while the text that reveals it goes on, the card whose ability was activated from a hidden zone while
that is on the stack. A card that is shown for two reasons is shown until neither holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.state.frames import RevealedFrame

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
    if not is_revealed and all(game.item(item).source != ident for item in game.root.stack):
        game.write(obj, "shown", False)


def take_off(game: Game, item: Item) -> None:
    """Take an item off the stack; until then the card it was activated from is shown (702.49b)."""
    game.withdraw(game.root, "stack", item.id)
    conceal(game, item.source)
