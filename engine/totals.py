"""Which effects bear on what playing something costs. The passes that apply them are each game's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import CostChange
from engine.filters import amount, fits, holds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Game
    from engine.state import Item, Object


def statics(game: Game) -> Iterator[tuple[Object | None, int, object]]:
    """Every ability that holds now, as (holder, its controller's seat, ability).

    Permanents' in order, then this turn's.
    """
    for ident in game.root.granting:
        obj = game.obj(ident)
        for number in obj.abilities:
            text = game.texts[number]
            if text.kind == "static":
                yield obj, obj.controller, text.ability
    for seat, number in game.root.statics:
        yield None, seat, game.texts[number].ability


def cost_changes(
    game: Game, action: str, subject: Object | None, seat: int, resource: str, item: Item | None = None
) -> list[tuple[CostChange, int]]:
    """The changes that apply when ``seat`` plays ``subject`` ("cast", "activate" ...), with their amounts now."""
    found: list[tuple[CostChange, int]] = []
    if game.root.granting or game.root.statics:
        for holder, controller, ability in statics(game):
            if (
                isinstance(ability, CostChange)
                and not ability.source
                and ability.action == action
                and ability.resource == resource
            ):
                _apply(game, found, ability, holder.id if holder is not None else 0, controller, subject, seat, item)
    if subject is not None:
        for number in subject.abilities:
            ability = game.texts[number].ability
            if (
                isinstance(ability, CostChange)
                and ability.source
                and ability.resource == resource
                and ability.action == action
            ):
                _apply(game, found, ability, subject.id, seat, subject, seat, item)
    return found


def _apply(
    game: Game,
    found: list[tuple[CostChange, int]],
    ability: CostChange,
    holder: int,
    controller: int,
    subject: Object | None,
    seat: int,
    item: Item | None,
) -> None:
    if ability.who and (seat == controller) != (ability.who == "you"):
        return
    if ability.what is not None and (subject is None or not fits(game, ability.what, subject, controller, holder)):
        return
    if holds(game, ability.condition, controller, holder, item):
        found.append((ability, amount(game, ability.amount, controller, holder, item)))
