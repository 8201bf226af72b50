"""Unspent mana as steps and phases end: it is lost, unless effects keep it or change it (106.4, 500.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import KeepsMana
from engine.cards.definitions import COLOR_OF
from engine.cards.mana_symbols import EMPTY_POOL, ManaKind, Special
from engine.cards.numbered_text import COLORS
from engine.queries.filters import holds
from engine.queries.static_effects import statics
from engine.state.frequent_writes import write_pool

if TYPE_CHECKING:
    from engine.abilities import Terms
    from engine.state.game import Game
    from engine.state.records import Player

COLORLESS: Final = "colorless"


def empty_pools(game: Game) -> None:
    """500.5: unspent mana empties as each step ends (106.4)."""
    for player in game.players:
        if player.pool == EMPTY_POOL and not player.special:
            continue
        effects = _effects(game, player.seat)
        pool, special = _left(game, player, effects) if effects else (EMPTY_POOL, _lasting(game, player))
        if pool != player.pool:
            write_pool(game, player, pool)
        if special != player.special:
            game.write(player, "special", special)


def _lasting(game: Game, player: Player) -> tuple[Special, ...]:
    """The mana whose own terms let it stay."""
    return tuple(one for one in player.special if one.terms is not None and _outlasts(one.terms, game.root.step))


def _outlasts(terms: Terms, step: str) -> bool:
    """Whether mana stays as a step ends: what lasts until end of combat ends as that phase does (511.2, 514.2)."""
    return terms.lasts and step != ("end of combat" if terms.of_combat else "cleanup")


def _effects(game: Game, seat: int) -> list[KeepsMana]:
    """The effects on the unspent mana of a seat."""
    return [
        effect
        for holder, controller, effect in statics(game, KeepsMana)
        if (not effect.who or (seat == controller) == (effect.who == "you"))
        and holds(game, effect.condition, controller, holder.id if holder is not None else 0)
    ]


def _left(game: Game, player: Player, effects: list[KeepsMana]) -> tuple[tuple[int, ...], tuple[Special, ...]]:
    """A pool after the mana is lost that nothing keeps; of two changes a player prefers the one to a color."""
    kept = {_place(effect.color) for effect in effects if effect.color and not effect.becomes}
    if any(not effect.color and not effect.becomes for effect in effects):
        return player.pool, player.special
    changes = sorted({_place(effect.becomes) for effect in effects if effect.becomes})
    pool = [number if place in kept else 0 for place, number in enumerate(player.pool)]
    lasting = _lasting(game, player)
    special: dict[ManaKind, int] = {}
    for one in player.special:
        stays = one in lasting or one.color in kept
        if stays or changes:
            kind = one.kind if stays else one.kind._replace(color=changes[0])
            special[kind] = game.bounded(special.get(kind, 0) + one.number)
    if changes:
        lost = sum(player.pool) - sum(pool)
        pool[changes[0]] = game.bounded(pool[changes[0]] + lost)
    return tuple(pool), tuple(Special(*kind, number) for kind, number in special.items())


def _place(color: str) -> int:
    """The place of a type of mana in a pool: W U B R G C."""
    return next(place for place, symbol in enumerate(COLORS) if COLOR_OF.get(symbol, COLORLESS) == color)
