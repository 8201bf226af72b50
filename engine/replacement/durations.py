"""Durations of resolved texts' continuous effects: until something comes, or as long as something holds (611.2).

An effect in ``root.effects`` ends with its duration: "turn", "combat", "" for ever, ``("next turn", seat, turn)`` the
end of the player's next turn after that one, or ``(kind, seat, source)``: "your turn", "untapped", or as long as the
source is "there", "tapped", "controlled" by the seat or "controlled tapped", or "attached ID" to the object of that id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events.delayed_triggers import turn_ends
from engine.queries.layers import change_control
from engine.replacement.happen import happen
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item, Plain


def duration(game: Game, item: Item, until: str) -> Plain | str:
    """The duration of an item's effect."""
    if until == "next turn":
        return (until, item.controller, game.root.turn)
    return until if until in ("", "turn", "combat") else (until, item.controller, item.source)


def end_of_turn(game: Game) -> None:
    """Effects that last until end of turn end, all at once."""
    now = (game.root.active, game.root.turn)
    _end(game, [effect for effect in game.root.effects if effect[-1] == "turn" or _is_next(effect[-1], *now)])
    turn_ends(game)
    if game.root.statics:
        game.write(game.root, "statics", ())
    if any(shield[-1] == "turn" for shield in game.root.shields):
        game.write(game.root, "shields", tuple(shield for shield in game.root.shields if shield[-1] != "turn"))


def end_of_combat(game: Game) -> None:
    """Effects that last until end of combat end as the combat phase does."""
    _end(game, [effect for effect in game.root.effects if effect[-1] == "combat"])


def _is_next(until: Plain | str, active: int, turn: int) -> bool:
    """Whether a turn is the next one of the player whose next turn's end is meant."""
    return isinstance(until, tuple) and until[:2] == ("next turn", active) and turn > until[2]


def turn_begins(game: Game, seat: int) -> None:
    """End the effects that last until a player's next turn, as that begins."""
    _end(game, [effect for effect in game.root.effects if effect[-1][:2] == ("your turn", seat)])


def untap_step_ends(game: Game, seat: int) -> None:
    """End the effects that kept permanents tapped in their controller's next untap step."""
    effects = []
    for effect in game.root.effects:
        if effect[-1][:1] == ("untapped",):
            left = tuple(i for i in effect[1] if i in game.records and game.obj(i).controller != seat)
            effects += [(effect[0], left, *effect[2:])] if left else []
        else:
            effects.append(effect)
    if tuple(effects) != game.root.effects:
        game.write(game.root, "effects", tuple(effects))


def expire(game: Game) -> bool:
    """End what lasts only as long as something holds that no longer does; whether there was such a thing."""
    ended = [e for e in game.root.effects if isinstance(e[-1], tuple) and not _holds(game, e[-1])]
    if ended:
        _end(game, ended)
    return bool(ended)


def _holds(game: Game, until: Plain) -> bool:
    kind, seat, source = until
    if kind in ("your turn", "untapped", "next turn"):
        return True
    obj = game.object(source)
    if obj is None or obj.zone != game.arena:
        return False
    if kind.startswith("attached"):
        return obj.controller == seat and obj.attached == int(kind.split()[1])
    return (obj.tapped or "tapped" not in kind) and (obj.controller == seat or "controlled" not in kind)


def _end(game: Game, ended: list[Plain]) -> None:
    """Effects end, all at once; of those that give control the newest left counts."""
    root = game.root
    if not ended:
        return
    game.write(root, "effects", tuple(e for e in root.effects if e not in ended and _lasts(game, e)))
    for effect in ended:
        if effect[0] == "return":
            home = [obj for obj in map(game.object, effect[1]) if obj is not None]
            happen(game, [moving(obj, game.arena, controller=obj.owner) for obj in home])
        obj = game.object(effect[1]) if effect[0] == "control" else None
        if obj is not None:
            seats = [e[2] for e in root.effects if e[:2] == ("control", obj.id)]
            change_control(game, obj, seats[-1] if seats else effect[3])


def _lasts(game: Game, effect: Plain) -> bool:
    """Whether an effect of one object still has its object."""
    return effect[0] != "control" or effect[1] in game.records
