"""Whether the effect of an ability could change the game at all: only then may it be initiated (Ability).

What its cost would do does not count. Known are the effects that take something away which may not be there: damage,
exhaustion, counters. Any other effect is taken to change something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.games.marvel_champions import schemes
from engine.games.marvel_champions.character_stats import counters_of
from engine.play.targets import legal_targets
from engine.queries.filters import matching, resolve, speaks_of_it

if TYPE_CHECKING:
    from engine.cards.register import Text
    from engine.state.game import Game
    from engine.state.records import Object

_TAKING: Final = (a.Heal, a.Untap, a.TakeCounters)
"""The effects that change nothing where there is nothing to take away."""
_ABOUT_OTHERS: Final = (a.May, a.If, a.IfDid, a.Either, a.Otherwise)
"""The parts of a text that do nothing themselves."""


def could_change(game: Game, seat: int, text: Text, source: Object) -> bool:
    """Whether some effect of a text could; a text without effects is no ability that is initiated."""
    bodies = (text.body, *(text.modes.options if text.modes is not None else ()))
    if text.is_mana or not any(body.effects for body in bodies):
        return True
    return any(
        _could(game, seat, body, step, source)
        for body in bodies
        for step in body.effects
        if not isinstance(step, _ABOUT_OTHERS)
    )


def takes_only(text: Text) -> bool:
    """Whether all that a text does to what it targets is to take something away."""
    steps = [step for step in text.body.effects if _speaks_of_target(step)]
    return bool(steps) and text.modes is None and all(isinstance(step, _TAKING) for step in steps)


def could_be_taken(game: Game, text: Text, obj: Object) -> bool:
    """Whether some effect of a text about its targets would take something from this one."""
    return any(
        _has(game, step, obj) for step in text.body.effects if isinstance(step, _TAKING) and _speaks_of_target(step)
    )


def _speaks_of_target(step: a.Instruction) -> bool:
    refs = (getattr(step, name, None) for name in ("what", "to", "onto", "by", "who"))
    return any(isinstance(ref, a.Ref) and ref.kind == "target" for ref in refs)


def _could(game: Game, seat: int, body: a.Body, step: a.Instruction, source: Object) -> bool:
    if not isinstance(step, a.Heal | a.Untap | a.TakeCounters):
        return True
    found = _meant(game, seat, body, step.what, source)
    return found is None or any(_has(game, step, obj) for obj in found)


def _meant(game: Game, seat: int, body: a.Body, ref: a.Ref, source: Object) -> list[Object] | None:
    """The objects that a reference may mean; none where that depends on what happens first."""
    match ref.kind:
        case "target":
            ids = legal_targets(game, body.targets[ref.index], seat, source.id, None)
        case "chosen" if ref.what is not None and not speaks_of_it(ref.what):
            ids = matching(game, ref.what, seat, source.id)
        case "self" | "each" if not speaks_of_it(ref.what):
            ids = list(resolve(game, ref, seat, source.id, None))
        case _:
            return None
    return [obj for obj in map(game.object, ids) if obj is not None]


def _has(game: Game, step: a.Instruction, obj: Object) -> bool:
    """Whether an object has what an effect takes away."""
    match step:
        case a.Heal():
            return obj.damage > 0
        case a.Untap():
            return obj.tapped
        case a.TakeCounters(name=schemes.THREAT):
            return schemes.may_be_thwarted(game, obj)
        case a.TakeCounters(name=""):
            return bool(obj.counters)
        case a.TakeCounters(name=name):
            return counters_of(obj, name) > 0
        case _:
            return True
