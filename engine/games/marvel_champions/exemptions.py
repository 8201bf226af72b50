"""Icons and keywords that the attack or thwart of a text ignores (Side Scheme, Guard, Patrol)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import abilities as a
from engine.cards.worked_out import worked_out
from engine.queries.filters import holds
from engine.state.frames import EffectsFrame
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.abilities import Body, Compare, Instruction
    from engine.state.game import Game
    from engine.state.records import Item

NOTHING: frozenset[str] = frozenset()


@worked_out
def _any_in(effects: tuple[Instruction, ...]) -> bool:
    return any(isinstance(step, a.Ignoring) for step in effects)


def ignored(game: Game, body: Body, seat: int, source: int, item: Item | None = None) -> frozenset[str]:
    """All that some part of a text ignores; before its cost is paid also what depends on how it is paid (Cost)."""
    if not _any_in(body.effects):
        return NOTHING
    return _ignored(game, body.effects, seat, source, item, -1)


def ignores_now(game: Game, word: str) -> bool:
    """Whether the instruction that is carried out ignores something."""
    frame = game.root.agenda[-1] if game.root.agenda else None
    if not isinstance(frame, EffectsFrame):
        return False
    item = game.item(frame.item)
    if item.text < 0:
        return False
    effects = game.texts[item.text].sequence(frame.branch, item.modes)
    if not _any_in(effects):
        return False
    return word in _ignored(game, effects, item.controller, item.source, item, frame.position)


def _ignored(
    game: Game, effects: tuple[Instruction, ...], seat: int, source: int, item: Item | None, position: int
) -> frozenset[str]:
    """The words that the instruction at a position ignores, or any of them (-1)."""
    found: set[str] = set()
    for at, step in enumerate(effects):
        if not isinstance(step, a.Ignoring) or (step.steps and position >= 0 and not at < position <= at + step.steps):
            continue
        before = effects[at - 1] if at else None
        if not isinstance(before, a.If) or _may_hold(game, before.condition, seat, source, item):
            found.update(step.words)
    return frozenset(found)


def _may_hold(game: Game, condition: Compare, seat: int, source: int, item: Item | None) -> bool:
    if item is None and has(condition, a.Paid):
        return True
    return holds(game, condition, seat, source, item)
