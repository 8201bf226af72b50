"""Several of one name under one player's control where only one may stay: its controller keeps one of each.

A player who does not choose anything else loses the rest in the next state-based check, together with all else that it
does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.sentences import said
from engine.state.agenda import pop, replace
from engine.state.decisions import Decision, Option
from engine.state.frames import DuplicatesFrame

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object

Groups = tuple[tuple[int, ...], ...]


def duplicates(game: Game, word: str, objs: list[Object]) -> Groups:
    """Permanents with this word of one name and controller, two or more; the active player's first (101.4)."""
    bearers = [obj for obj in objs if word in obj.words]
    if len(bearers) < 2:
        return ()
    groups: dict[tuple[int, str], list[int]] = {}
    for obj in bearers:
        groups.setdefault((obj.controller, obj.name), []).append(obj.id)
    order = game.turn_order(game.root.active)
    found = [(order.index(seat), tuple(ids)) for (seat, _), ids in groups.items() if len(ids) > 1]
    return tuple(ids for _, ids in sorted(found))


def choose_surplus(game: Game, frame: DuplicatesFrame, answer: Answer | None) -> tuple[int, ...] | None:
    """The frame ``DuplicatesFrame``: of each group one is kept (704.5j).

    Returns:
        those given up, once all is chosen and the frame is gone; none while somebody is asked.
    """
    groups: Groups = frame.groups
    surplus: tuple[int, ...] = frame.surplus
    if answer is not None:
        surplus += tuple(i for i in groups[0] if i not in answer.refs)
        groups = groups[1:]
    if groups:
        replace(game, DuplicatesFrame(groups, surplus))
        seat = game.obj(groups[0][0]).controller
        options = tuple(Option("cards", (i,)) for i in groups[0])
        game.ask(
            Decision(
                "cards",
                seat,
                said("ask.which_to_keep", "choose which one to keep"),
                game.rules.cite("duplicates"),
                options,
            )
        )
        return None
    pop(game)
    return surplus
