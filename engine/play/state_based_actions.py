"""Before anyone may act: state-based actions, then triggers, again and again until nothing is left to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.triggers import trigger, watchers
from engine.queries.filters import holds
from engine.queries.layers import refresh
from engine.state.agenda import push
from engine.state.budget import STEPS, too_much
from engine.state.frames import TriggersFrame
from engine.state.occurred import TriggerEvent

if TYPE_CHECKING:
    from engine.state.game import Game

ROUNDS: Final = 1_000
"""More rounds of state-based actions in a row than this never end: the match does."""


def settle(game: Game) -> bool:
    """Bring the game to the fixed point at which a player may act (117.2a, 117.2d, 117.5, 704.3).

    Returns:
        Whether it is reached; if not, a choice or triggers were put on the agenda or the game is over.
    """
    if game.settled == game.version:
        return True
    root = game.root
    depth, top = len(root.agenda), root.agenda[-1] if root.agenda else ()
    for _ in range(ROUNDS):
        refresh(game)
        if game.rules.checkpoint(game):
            if len(root.agenda) != depth or (depth and root.agenda[-1] is not top):
                return False
            continue
        if root.over is not None:
            return False
        _state_triggers(game)
        if root.waiting:
            push(game, TriggersFrame(tuple(root.waiting)))
            game.write(root, "waiting", ())
            return False
        game.settled = game.version
        return True
    if game.meter.budget is not None:
        raise too_much(game, STEPS, ROUNDS)
    raise RuntimeError(f"state-based actions do not settle within {ROUNDS} rounds")


def unsettled(game: Game) -> bool:
    """Perform the state-based actions that apply, once; say whether there were any, or triggers wait."""
    refresh(game)
    performed = game.rules.checkpoint(game)
    if game.root.over is None:
        _state_triggers(game)
    return performed or bool(game.root.waiting)


def _state_triggers(game: Game) -> None:
    """A state trigger triggers as soon as its condition holds, once until it has left the stack (603.8)."""
    if "state" not in game.heard:
        return
    for source in watchers(game):
        for number in source.abilities:
            text = game.texts[number]
            if text.kind != "state" or source.zone != game.arena:
                continue
            if not holds(game, text.ability.condition, source.controller, source.id):  # type: ignore[union-attr]  # kind "state"
                continue
            if not _already(game, source.id, number):
                trigger(game, source, number, TriggerEvent("state", source.controller, (), 0, ()))


def _already(game: Game, source: int, number: int) -> bool:
    if any(entry.source == source and entry.text == number for entry in game.root.waiting):
        return True
    for ident in game.root.stack:
        item = game.item(ident)
        if item.source == source and item.text == number:
            return True
    return False
