"""What only this game's texts mean: players by their place, what is engaged with whom, numbers read off printed cards.

Some numbers are no card's own: how many hit points are left, whether an attack is defended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.marvel_champions import activating
from engine.games.marvel_champions.generating import read_icons
from engine.games.marvel_champions.scenario_deck import NEMESIS
from engine.games.marvel_champions.stats import identity_of, left_of, set_of
from engine.state.records import Object, Player

if TYPE_CHECKING:
    from engine.abilities import Ref
    from engine.state.game import Game

PLAYERS: Final = "starting players"
"""How many players have started, by which the per-player icon multiplies."""
RESOURCES: Final = ("energy", "mental", "physical", "wild")
PRINTED: Final = frozenset(
    (
        *(f"printed {name}" for name in RESOURCES),
        "different printed resources",
        "printed hit points",
        "printed hand size",
        "remaining hit points",
        "undefended",
        "hit points",
    )
)


def printed_value(game: Game, objs: list[Object], field: str) -> int:
    """How many icons of a type are printed on some cards, how many types, or a printed number of them together."""
    definitions = [game.prints[obj.card].definition for obj in objs]
    match field:
        case "printed hit points":
            return sum(definition.toughness or 0 for definition in definitions)
        case "printed hand size":
            return sum(number for definition in definitions for key, number in definition.stats if key == "hand size")
        case "remaining hit points":
            return sum(max(0, left_of(obj)) for obj in objs)
        case "hit points":
            return sum(obj.toughness for obj in objs)
        case "undefended":
            attack = activating.current_attack(game)
            return sum(attack is not None and not attack.it and attack.source == obj.id for obj in objs)
    printed = (str(dict(definition.extra).get("resources", "")) for definition in definitions)
    icons = [icon for text in printed for icon in read_icons(text)]
    return len(set(icons)) if field == "different printed resources" else icons.count(field.removeprefix("printed "))


def is_engaged(game: Game, obj: Object, with_: tuple[int, ...]) -> bool:
    """Whether an enemy is engaged with one of these players, or with the player of one of these characters."""
    for ident in with_:
        record = game.records.get(ident)
        if isinstance(record, Player) and obj.engaged == record.seat:
            return True
        if isinstance(record, Object) and obj.engaged == record.controller:
            return True
    return False


def is_nemesis(game: Game, obj: Object, of: tuple[int, ...]) -> bool:
    """Whether a card is of the nemesis set of the hero that one of these players plays."""
    for seat in map(game.seat_of, of):
        identity = identity_of(game, seat)
        if identity is not None and set_of(game, obj) == f"{set_of(game, identity)}{NEMESIS}":
            return True
    return False


def meant(game: Game, ref: Ref, seat: int, source: int) -> tuple[int, ...]:
    """The players whom a text means by their place: the first one, who is engaged with its source, the scenario."""
    match ref.kind:
        case "first player":
            return (game.players[game.turn_order(game.root.first)[0]].id,)
        case "engaged player":
            obj = game.object(source)
            return (game.players[obj.engaged].id,) if obj is not None and obj.engaged >= 0 else ()
        case "side":
            return (game.players[game.side].id,)
        case _:
            raise ValueError(f"no reference {ref.kind!r}")
