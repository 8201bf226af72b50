"""Meanings of this game's texts only: players by their place, engagement, numbers read off printed cards.

Some numbers are no card's own: how many hit points are left, whether an attack is defended.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.games.marvel_champions import enemy_activation
from engine.games.marvel_champions.character_stats import identity_of, left_of, set_of
from engine.games.marvel_champions.resource_sources import read_icons
from engine.games.marvel_champions.scenario_deck import NEMESIS
from engine.state.records import Object, Player

if TYPE_CHECKING:
    from engine.abilities import Ref, RefKind
    from engine.state.game import Game
    from engine.state.records import Item
    from engine.state.rulebook import Reading, Reference, Relation

PLAYERS: Final = "starting players"
"""The number of players that have started, by which the per-player icon multiplies."""
RESOURCES: Final = ("energy", "mental", "physical", "wild")


def printed_icons(game: Game, objs: list[Object]) -> list[str]:
    """The resource icons on some cards."""
    definitions = (game.prints[obj.card].definition for obj in objs)
    return [icon for definition in definitions for icon in read_icons(str(dict(definition.extra).get("resources", "")))]


def printed_hit_points(game: Game, objs: list[Object]) -> int:
    return sum(game.prints[obj.card].definition.toughness or 0 for obj in objs)


def printed_hand_size(game: Game, objs: list[Object]) -> int:
    definitions = (game.prints[obj.card].definition for obj in objs)
    return sum(number for definition in definitions for key, number in definition.stats if key == "hand size")


def undefended(game: Game, objs: list[Object]) -> int:
    """The number of characters among some that make an undefended attack."""
    attack = enemy_activation.current_attack(game)
    return sum(attack is not None and not attack.it and attack.source == obj.id for obj in objs)


def number_of_icons(name: str, game: Game, objs: list[Object]) -> int:
    """The number of icons of a type on some printed cards."""
    return printed_icons(game, objs).count(name)


READINGS: Final[dict[str, Reading]] = {
    **{f"printed {name}": partial(number_of_icons, name) for name in RESOURCES},
    "different printed resources": lambda game, objs: len(set(printed_icons(game, objs))),
    "printed hit points": printed_hit_points,
    "printed hand size": printed_hand_size,
    "remaining hit points": lambda game, objs: sum(max(0, left_of(obj)) for obj in objs),
    "hit points": lambda game, objs: sum(obj.toughness for obj in objs),
    "undefended": undefended,
}


def is_engaged(game: Game, obj: Object, with_: tuple[int, ...]) -> bool:
    """Whether an enemy is engaged with one of these players, or with the player of one of these characters."""
    for ident in with_:
        record = game.records.get(ident)
        if isinstance(record, Player) and obj.facing == record.seat:
            return True
        if isinstance(record, Object) and obj.facing == record.controller:
            return True
    return False


def is_nemesis(game: Game, obj: Object, of: tuple[int, ...]) -> bool:
    """Whether a card is of the nemesis set of the hero that one of these players plays."""
    for seat in map(game.seat_of, of):
        identity = identity_of(game, seat)
        if identity is not None and set_of(game, obj) == f"{set_of(game, identity)}{NEMESIS}":
            return True
    return False


def is_friendly(game: Game, obj: Object, players: tuple[int, ...]) -> bool:
    """The players are all on one side (Friendly)."""
    return obj.controller != game.side


RELATIONS: Final[dict[str, Relation]] = {"friendly": is_friendly, "engaged": is_engaged, "nemesis": is_nemesis}


def first_player(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    return (game.players[game.turn_order(game.root.first)[0]].id,)


def engaged_player(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """The player who is engaged with the source of a text."""
    obj = game.object(source)
    return (game.players[obj.facing].id,) if obj is not None and obj.facing >= 0 else ()


def scenario(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    return (game.players[game.side].id,)


REFERENCES: Final[dict[RefKind, Reference]] = {
    "first player": first_player,
    "engaged player": engaged_player,
    "side": scenario,
}
