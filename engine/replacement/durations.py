"""Durations of resolved texts' continuous effects: until something comes, or as long as something holds (611.2).

An effect in ``root.effects`` ends with its duration: "turn", "combat", "thwart", "use", "round", "" for ever; or
``("next turn", seat, turn)`` the end of the player's next turn after that one, or ``(kind, seat, source)``: "your
turn", "your upkeep", "your end step", "untapped", or as long as the source is "there", "tapped", "controlled" by the
seat or "controlled tapped", or "attached ID" to the object of that id; or "remains", as long as the source is in the
zone in which it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from engine.events.delayed_triggers import lapse
from engine.queries.layers import change_control, controls_of, refresh
from engine.replacement.happen import happen
from engine.state.lasting import ControlEffect, ModifyEffect, ReturnEffect, Until
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from engine.abilities import UntilWord
    from engine.state.game import Game
    from engine.state.lasting import Duration, LastingEffect
    from engine.state.records import Item

REMAINS: Final = "remains"
OF_A_TURN: Final = "its turn"
"""Of a static ability that a text has made: until the turn that goes on has ended, where a phase has several turns."""


def duration(game: Game, item: Item, until: UntilWord) -> Duration:
    """The duration of an item's effect."""
    if until == "next turn":
        return Until(until, item.controller, game.root.turn)
    if until in ("", "turn", "combat", "thwart", "use", "round"):
        return until
    return Until(until, item.controller, item.source)


def end_of_turn(game: Game) -> None:
    """Effects that last until end of turn end, all at once."""
    now = (game.root.active, game.root.turn)
    _end(game, [effect for effect in game.root.effects if effect.until == "turn" or _is_next(effect.until, *now)])
    lapse(game, "turn")
    if game.root.statics:
        game.write(game.root, "statics", tuple(entry for entry in game.root.statics if _goes_on(entry, *now)))
    if any(shield.until == "turn" for shield in game.root.shields):
        game.write(game.root, "shields", tuple(shield for shield in game.root.shields if shield.until != "turn"))


def _goes_on(entry: tuple[Any, ...], active: int, turn: int) -> bool:
    """Whether a static ability that a text has made outlasts a turn (``seat, text``, and for how long)."""
    if len(entry) == 2:  # no more is said: it is of this turn
        return False
    until, since = entry[2:4]
    return until != OF_A_TURN and not (until == "next turn" and _timed_by(entry) == active and turn > since)


def _timed_by(entry: tuple[Any, ...]) -> int:
    """The seat whose turn a static ability outlasts: it may be the ability of another player."""
    seat: int = entry[4] if len(entry) > 4 else entry[0]
    return seat


def end_of_combat(game: Game) -> None:
    """Effects that last until end of combat end as the combat phase does."""
    _end(game, [effect for effect in game.root.effects if effect.until == "combat"])
    lapse(game, "combat")


def end_of(game: Game, until: Literal["thwart", "use", "round"]) -> None:
    """Effects that last until the end of a thwart, of the use of a power or of a round end with it."""
    _end(game, [effect for effect in game.root.effects if effect.until == until])


def _is_next(until: Duration, active: int, turn: int) -> bool:
    """Whether a turn is the next one of the player whose next turn's end is meant."""
    return isinstance(until, Until) and _is(until, "next turn", active) and turn > until.since


def _is(until: Duration, kind: Literal["your turn", "your upkeep", "your end step", "next turn"], seat: int) -> bool:
    return isinstance(until, Until) and until.kind == kind and until.seat == seat


def turn_begins(game: Game, seat: int) -> None:
    """End the effects that last until a player's next turn, as that begins."""
    _end(game, [effect for effect in game.root.effects if _is(effect.until, "your turn", seat)])
    lapse(game, "your turn", seat)
    ended = [entry for entry in game.root.statics if entry[2:3] == ("your turn",) and _timed_by(entry) == seat]
    if ended:
        game.write(game.root, "statics", tuple(entry for entry in game.root.statics if entry not in ended))


def turn_ends(game: Game) -> None:
    """End the static abilities that texts have made for the turn of a player alone, as that ends."""
    ended = [entry for entry in game.root.statics if entry[2:3] == (OF_A_TURN,)]
    if ended:
        game.write(game.root, "statics", tuple(entry for entry in game.root.statics if entry not in ended))


def step_begins(game: Game, seat: int, until: Literal["your upkeep", "your end step"]) -> None:
    """End the effects that last until a player's next upkeep or end step, as that begins."""
    ended = [effect for effect in game.root.effects if _is(effect.until, until, seat)]
    if ended:
        _end(game, ended)
        refresh(game)


def untap_step_ends(game: Game, seat: int) -> None:
    """End the effects that kept permanents tapped in their controller's next untap step."""
    effects: list[LastingEffect] = []
    for effect in game.root.effects:
        if isinstance(effect, ModifyEffect) and isinstance(effect.until, Until) and effect.until.kind == "untapped":
            left = tuple(i for i in effect.idents if i in game.records and game.obj(i).controller != seat)
            effects += [effect._replace(idents=left)] if left else []
        else:
            effects.append(effect)
    if tuple(effects) != game.root.effects:
        game.write(game.root, "effects", tuple(effects))


def expire(game: Game) -> bool:
    """End what lasts only as long as something holds that no longer does; whether there was such a thing."""
    ended = [e for e in game.root.effects if isinstance(e.until, Until) and not _holds(game, e.until)]
    if ended:
        _end(game, ended)
    return bool(ended)


def _holds(game: Game, until: Until) -> bool:
    kind, seat, source = until
    if kind in ("your turn", "your upkeep", "your end step", "untapped", "next turn"):
        return True
    obj = game.object(source)
    if kind == REMAINS:
        return obj is not None
    if obj is None or obj.zone != game.arena:
        return False
    if kind.startswith("attached"):
        return obj.controller == seat and obj.attached == int(kind.split()[1])
    return (obj.tapped or "tapped" not in kind) and (obj.controller == seat or "controlled" not in kind)


def _end(game: Game, ended: list[LastingEffect]) -> None:
    """Effects end, all at once; of those that give control the newest left counts."""
    root = game.root
    if not ended:
        return
    game.write(root, "effects", tuple(e for e in root.effects if e not in ended and _lasts(game, e)))
    for effect in ended:
        if isinstance(effect, ReturnEffect):
            home = [obj for obj in map(game.object, effect.idents) if obj is not None]
            happen(game, [moving(obj, game.arena, controller=obj.owner) for obj in home])
        obj = game.object(effect.ident) if isinstance(effect, ControlEffect) else None
        if obj is not None and isinstance(effect, ControlEffect):
            seats = [other.seat for other in controls_of(game, obj)]
            change_control(game, obj, seats[-1] if seats else effect.own)


def _lasts(game: Game, effect: LastingEffect) -> bool:
    """Whether an effect of one object still has its object."""
    return not isinstance(effect, ControlEffect) or effect.ident in game.records
