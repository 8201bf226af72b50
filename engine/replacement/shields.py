"""Replacement and prevention effects that resolved texts made: ``root.shields``, and how they are used up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.abilities import NextEnters
from engine.queries.filters import fits
from engine.state.lasting import Shield

if TYPE_CHECKING:
    from engine.abilities import Replacement
    from engine.state.game import Game
    from engine.state.records import Item, Object


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


def await_arrival(game: Game, action: str, card: Object | None, item: Item) -> None:
    """Bind effects that wait for the arrival of the next card that a player plays to this card."""
    seat = item.controller
    found: list[tuple[int, int]] = []
    for entry in game.root.statics:
        ability = game.texts[entry[1]].ability
        if not isinstance(ability, NextEnters) or entry[0] != seat or ability.action != action or card is None:
            continue
        if ability.what is None or fits(game, ability.what, card, seat, 0, item):
            found.append(entry)
            raise_shield(game, item, ability.effect, (card.id,), -1, 1, "turn")
    if found:
        game.write(game.root, "statics", tuple(entry for entry in game.root.statics if entry not in found))


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
