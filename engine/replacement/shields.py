"""Replacement and prevention effects that resolved texts made: ``root.shields``, and how they are used up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.state.lasting import Shield

if TYPE_CHECKING:
    from engine.abilities import Replacement
    from engine.state.game import Game
    from engine.state.records import Item


def raise_shield(
    game: Game,
    item: Item,
    effect: Replacement,
    subjects: tuple[int, ...] | None,
    left: int,
    uses: int,
    until: Literal["turn", ""],
) -> None:
    """Make a replacement or prevention effect that a resolving text gives (614.3)."""
    entry = Shield(
        game.new_timestamp(),
        game.number_of(effect),
        item.controller,
        item.source,
        item.known,
        subjects,
        item.targets,
        item.x,
        left,
        uses,
        until,
    )
    game.append(game.root, "shields", entry)


def rest_of(shield: Shield | tuple[()]) -> tuple[int, int, str] | None:
    """The rest of a shield: the damage it still takes, how often and how long; none of an ability."""
    return (shield.left, shield.uses, shield.until) if shield else None


def use(game: Game, shield: Shield) -> None:
    """A shield that works so many times has one less (615.8)."""
    if shield.uses < 0:
        return
    now = (shield._replace(uses=shield.uses - 1),) if shield.uses > 1 else ()
    _put_shield(game, shield, now)


def wear(game: Game, shield: Shield | tuple[()], taken: int) -> None:
    """A shield of so much damage has less left (615.7)."""
    if not shield or shield.left < 0 or not taken:
        return
    left = shield.left - taken
    _put_shield(game, shield, (shield._replace(left=left),) if left > 0 else ())


def _put_shield(game: Game, shield: Shield, now: tuple[Shield, ...]) -> None:
    shields = game.root.shields
    at = next((i for i, s in enumerate(shields) if s.serial == shield.serial), -1)
    if at >= 0:
        game.splice(game.root, "shields", at, 1, now)
