"""Dealing damage: to players and permanents, with what the source's keywords and prevention shields do to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.costs import lose_life
from engine.game import K_CONTROLLER, K_ID, K_KEYWORDS
from engine.state import Object, Plain, Player
from engine.triggers import Happening, occurred, occurred_together

if TYPE_CHECKING:
    from engine.game import Game


Hit = tuple["Object | None", Plain, int, int]
"""The source if it is still there, else its last known information; id of a player or permanent; how much."""


def deal_all(game: Game, hits: list[Hit], *, combat: bool = False) -> list[int]:
    """Deal damage at once and return how much of each was dealt; what is gone gets nothing.

    Each source with lifelink gains its controller life once, for all the damage it dealt (120.3f, 119.9).
    """
    dealt = [_deal(game, *hit, combat=combat) for hit in hits]
    gains: dict[tuple[int, int], int] = {}
    for (source, last, _, _), number in zip(hits, dealt, strict=True):
        keywords: tuple[str, ...] = source.keywords if source is not None else last[K_KEYWORDS] if last else ()
        if number and "lifelink" in keywords:
            key = (source.id, source.controller) if source is not None else (last[K_ID], last[K_CONTROLLER])
            gains[key] = gains.get(key, 0) + number
    for (_, seat), number in gains.items():
        gain_life(game, seat, number)
    _tell(game, hits, dealt, how="combat" if combat else "")
    return dealt


def _tell(game: Game, hits: list[Hit], dealt: list[int], how: str) -> None:
    """What dealt damage and what was dealt it, all at once (120.4)."""
    by: list[Happening] = []
    to: list[Happening] = []
    for (source, _, target, _), number in zip(hits, dealt, strict=True):
        record = game.records.get(target)
        if not number:
            continue
        if isinstance(record, Player):
            by.append(Happening(source, record.seat, number, other=record, how=how))
        elif isinstance(record, Object):
            by.append(Happening(source, record.controller, number, other=record, how=how))
            to.append(Happening(record, record.controller, number, other=source, how=how))
    occurred_together(game, "damage", by)
    occurred_together(game, "damaged", to)


def _deal(game: Game, source: Object | None, last: Plain, target: int, number: int, *, combat: bool) -> int:
    record = game.records.get(target)
    number = _prevented(game, target, number, combat=combat)
    if number <= 0 or not isinstance(record, Player | Object):
        return 0
    if isinstance(record, Player):
        if record.lost:
            return 0
        lose_life(game, record.seat, number)
        return number
    keywords: tuple[str, ...] = source.keywords if source is not None else last[K_KEYWORDS] if last else ()
    game.rules.take_damage(game, record, number)
    if "deathtouch" in keywords:
        game.write(record, "marked", "deathtouch")
    return number


def gain_life(game: Game, seat: int, number: int) -> None:
    """Gain life."""
    if number > 0:
        player = game.players[seat]
        game.write(player, "life", player.life + number)
        occurred(game, "gains life", None, seat, number)


def _prevented(game: Game, target: int, number: int, *, combat: bool) -> int:
    """What is left after shields; a shield that is used up goes."""
    effects = game.root.effects
    for index, effect in enumerate(effects):
        if effect[0] != "prevent" or (effect[3] and not combat):
            continue
        if effect[1] is not None and target not in effect[1]:
            continue
        shield: int = effect[2]
        if shield < 0:
            return 0
        used = min(shield, number)
        number -= used
        rest = ((*effect[:2], shield - used, *effect[3:]),) if shield > used else ()
        game.write(game.root, "effects", (*effects[:index], *rest, *effects[index + 1 :]))
        effects = game.root.effects
        if not number:
            return 0
    return number
