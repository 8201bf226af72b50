"""Cards put into a library together: their owners arrange them, or chance does (401.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.effects.asking import ask_for_cards
from engine.effects.meaning import Outcome, touched
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.agenda import next_instruction, pop, replace, text_on_top
from engine.state.frames import ArrangeFrame
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object


def arrange(game: Game, item: Item, objs: list[Object], place: str, *, at_random: bool = False) -> Outcome:
    """Put objects on "library top" or "library bottom"; goes on with the next instruction once they are in order."""
    owners = tuple(seat for seat in game.turn_order(game.root.active) if sum(o.owner == seat for o in objs) > 1)
    if at_random:
        _put(game, item, _shuffled(game, objs), place)
        return 0
    if not owners:
        _put(game, item, objs, place)
        return 0
    following = next_instruction(text_on_top(game))
    replace(game, following, ArrangeFrame(item.id, place, owners, tuple(o.id for o in objs), ()))
    return None


def arrange_heaps(game: Game, item: Item, seat: int, heaps: tuple[tuple[str, tuple[int, ...]], ...]) -> Outcome:
    """Put heaps of cards that a player looked at where they go, each in an order of its choice.

    It is asked for even where all have one name: not to be asked would tell others so.
    """
    frames = []
    for place, ids in heaps:
        owners = (seat,) if len(ids) > 1 else ()
        if ids:
            frames.append(ArrangeFrame(item.id, place, owners, ids, ()))
    replace(game, next_instruction(text_on_top(game)), *frames)
    return None


def run_arrange(game: Game, frame: ArrangeFrame, answer: Answer | None) -> None:
    """The frame ``ArrangeFrame``.

    The owners order theirs in turn, the first uppermost; one who is asked and owns none orders those of others.
    """
    ident, place, owners, ids, ordered, _ = frame
    item = game.item(ident)
    if answer is not None:
        ordered, owners = (*ordered, *answer.refs), owners[1:]
    if owners:
        replace(game, ArrangeFrame(ident, place, owners, ids, ordered))
        own = tuple(i for i in ids if game.obj(i).owner == owners[0]) or ids
        ask_for_cards(
            game,
            owners[0],
            said("ask.put_these", "put these {place}, the first uppermost", place=_where(place)),
            own,
            ident,
            least=len(own),
            most=len(own),
            rule="arrange",
        )
        return
    pop(game)
    rest = tuple(i for i in ids if i not in ordered)
    _put(game, item, [game.obj(i) for i in (*ordered, *rest)], place)


def _put(game: Game, item: Item, objs: list[Object], place: str) -> None:
    """Objects in order, the first uppermost, onto their owners' libraries or into another zone."""
    bottom = place == "library bottom"
    order = objs if bottom else objs[::-1]
    zone = game.draw_zone if place.startswith("library") else place
    batch = [moving(obj, zone) for obj in order]
    for each in batch:
        each.bottom = bottom
    touched(game, item, ())
    happen(game, batch, item)


def _where(place: str) -> str:
    return f"on the {place.split()[1]} of your library" if place.startswith("library") else f"into your {place}"


def _shuffled(game: Game, objs: list[Object]) -> list[Object]:
    left = list(objs)
    return [left.pop(game.stream_below(len(left))) for _ in objs]
