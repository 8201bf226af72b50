"""Whether the effect of an ability could change the game at all: only then may it be initiated (Ability).

What its cost would do does not count. An effect on objects changes one of them or none; one that players carry out
needs their cards; one by a number that comes to nothing does nothing. Any effect that is not known here is taken to
change something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.games.marvel_champions import schemes
from engine.games.marvel_champions.character_stats import counters_of
from engine.games.marvel_champions.exemptions import NOTHING, ignored
from engine.play.targets import legal_targets
from engine.queries.filters import amount, matching, resolve, speaks_of_it
from engine.queries.prohibitions import can_get_counter

if TYPE_CHECKING:
    from engine.cards.numbered_text import Text
    from engine.state.game import Game
    from engine.state.records import Object

_JUDGED: Final = (a.Heal, a.Untap, a.TakeCounters, a.Tap, a.PutCounters)
"""The effects on objects of which it is known what they need to change one of them."""
_ABOUT_OTHERS: Final = (a.May, a.If, a.IfDid, a.Either, a.Otherwise, a.Choose, a.Ignoring)
"""The parts of a text that do nothing themselves."""


def could_change(game: Game, seat: int, text: Text, source: Object) -> bool:
    """Whether some effect of a text could; a text without effects is no ability that is initiated."""
    bodies = (text.body, *(text.modes.options if text.modes is not None else ()))
    if text.is_mana or not any(body.effects for body in bodies):
        return True
    return any(
        _could(game, seat, body, step, source)
        for body in bodies
        for step in _behind_the_cost(body.effects)
        if not isinstance(step, _ABOUT_OTHERS)
    )


def _behind_the_cost(effects: tuple[a.Instruction, ...]) -> tuple[a.Instruction, ...]:
    """The effects that are not carried out as a cost of the others."""
    at = next((place for place, step in enumerate(effects) if isinstance(step, a.IfDid) and step.paid), -1)
    return effects[at + 1 :]


def is_judged(text: Text) -> bool:
    """Whether of all that a text does to what it targets it is known what would be changed by it."""
    steps = [step for step in text.body.effects if _speaks_of_target(step)]
    return bool(steps) and text.modes is None and all(isinstance(step, _JUDGED) for step in steps)


def could_be_changed(game: Game, text: Text, obj: Object) -> bool:
    """Whether some effect of a text about its targets would change this one (Target)."""
    return any(
        _changes(game, step, obj) for step in text.body.effects if isinstance(step, _JUDGED) and _speaks_of_target(step)
    )


def _speaks_of_target(step: a.Instruction) -> bool:
    refs = (getattr(step, name, None) for name in ("what", "to", "onto", "by", "who"))
    return any(isinstance(ref, a.Ref) and ref.kind == "target" for ref in refs)


def _could(game: Game, seat: int, body: a.Body, step: a.Instruction, source: Object) -> bool:
    if _comes_to_nothing(game, seat, step, source):
        return False
    match step:
        case a.Heal() | a.Untap() | a.TakeCounters() | a.Tap() | a.PutCounters():
            found = _meant(game, seat, body, step.what, source)
            without = ignored(game, body, seat, source.id)
            return found is None or any(_changes(game, step, obj, without) for obj in found)
        case a.MoveDamage():
            found = _meant(game, seat, body, step.what, source)
            return found is None or any(obj.damage for obj in found)
        case a.Move():
            return _meant(game, seat, body, step.what, source) != []
        case a.Attach():
            hosts = _meant(game, seat, body, step.to, source)
            objs = _meant(game, seat, body, step.what, source)
            return hosts is None or objs is None or any(obj.attached != host.id for obj in objs for host in hosts)
        case a.Draw():
            return _any_cards(game, seat, step.who, source, (game.draw_zone, game.discard_zone))
        case a.Discard(what=None):
            return _any_cards(game, seat, step.who, source, ("hand",))
        case a.Peek():
            zones = (game.draw_zone,) if step.zone == "library" else (step.zone,)
            return _any_cards(game, seat, step.whose, source, zones)
        case _:
            return True


def _comes_to_nothing(game: Game, seat: int, step: a.Instruction, source: Object) -> bool:
    """Whether an effect is one by a number that is nothing, as far as that is known now."""
    if isinstance(step, a.Modify):
        plain = a.Modify(step.what, step.power, step.toughness, until=step.until, level=step.level, stats=step.stats)
        numbers = (step.power, step.toughness, step.level, *(number for _, number in step.stats))
        return step == plain and all(_is_nothing(game, seat, number, source) for number in numbers)
    value = getattr(step, "amount", None)
    return value is not None and _is_nothing(game, seat, value, source)


def _is_nothing(game: Game, seat: int, value: a.Amount, source: Object) -> bool:
    is_known = isinstance(value, int) or (isinstance(value, a.Count) and not speaks_of_it(value))
    return is_known and amount(game, value, seat, source.id) <= 0


def _any_cards(game: Game, seat: int, who: a.Ref, source: Object, zones: tuple[str, ...]) -> bool:
    """Whether a player whom a reference may mean has a card in one of these zones."""
    if who.kind not in ("you", "each", "players"):
        return True
    seats = (seat,) if who.kind == "you" else tuple(map(game.seat_of, resolve(game, who, seat, source.id, None)))
    return any(game.zones[zone][one].content for zone in zones for one in seats)


def _meant(game: Game, seat: int, body: a.Body, ref: a.Ref, source: Object) -> list[Object] | None:
    """The objects that a reference may mean; none where that depends on what happens first."""
    match ref.kind:
        case "target":
            ids = legal_targets(game, body.targets[ref.index], seat, source.id, None)
        case "chosen" | "each" if (
            ref.what is not None and ref.what.whose is not None and ref.what.whose.kind == "target"
        ):
            return None  # whose they are is chosen first
        case "chosen" if ref.what is not None and not speaks_of_it(ref.what):
            ids = matching(game, ref.what, seat, source.id)
        case "self" | "each" if not speaks_of_it(ref.what):
            ids = list(resolve(game, ref, seat, source.id, None))
        case _:
            return None
    return [obj for obj in map(game.object, ids) if obj is not None]


def _changes(game: Game, step: a.Instruction, obj: Object, without: frozenset[str] = NOTHING) -> bool:
    """Whether an effect changes an object: it takes away what that has, or gives what that can get."""
    match step:
        case a.Heal():
            return obj.damage > 0
        case a.Untap():
            return obj.tapped
        case a.Tap():
            return not obj.tapped
        case a.PutCounters(name=name):
            return can_get_counter(game, obj.id, name)
        case a.TakeCounters(name=schemes.THREAT):
            return schemes.may_be_thwarted(game, obj, without)
        case a.TakeCounters(name=""):
            return bool(obj.counters)
        case a.TakeCounters(name=name):
            return counters_of(obj, name) > 0
        case _:
            return True
