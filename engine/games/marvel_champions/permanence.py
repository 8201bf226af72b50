"""Cards that stay in play: what effects, costs and defeats may not take from there (Permanent).

Only abilities of cards of its own set may take such a card. Texts of a match that has some are read once more as it is
prepared, so that they choose another card in its place; of costs the highest and lowest are those of the others.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine.abilities import IT, SELF, Ability, Body, Choose, Defeat, Move, Ref, Test, Value
from engine.games.marvel_champions.character_stats import set_of
from engine.games.marvel_champions.language.shared_words import (
    LEAVING,
    PERMANENT,
)

if TYPE_CHECKING:
    from engine.abilities import Filter, Instruction, TargetSpec
    from engine.cards.numbered_text import Text
    from engine.cards.register import Print
    from engine.state.game import Game
    from engine.state.records import Object

MAY_LEAVE: Final = Test(LEAVING, "of", Value("id", SELF))
IN_PLAY: Final = "battlefield"


def is_permanent(obj: Object) -> bool:
    """Whether a card stays in play."""
    return bool(obj.keywords) and PERMANENT in obj.keywords


def may_take(game: Game, source: int, obj: Object) -> bool:
    """Whether an ability of this source may take a card from play: its own card, one of its set, any that may leave."""
    if not is_permanent(obj) or obj.id == source:
        return True
    by = game.object(source)
    return by is not None and set_of(game, by) is not None and set_of(game, by) == set_of(game, obj)


def may_be_taken(game: Game, obj: Object, by: tuple[int, ...]) -> bool:
    """The relation of that name: whether the ability of one of these cards may take it from play."""
    return not is_permanent(obj) or any(may_take(game, source, obj) for source in by)


def sparing(game: Game, what: Filter) -> Filter:
    """The description of things that a cost asks for, less those that its source may not take."""
    return _spared(what) if what.zone == IN_PLAY and _is_with_permanents(game.fixed, game.prints) else what


def _is_with_permanents(fixed: dict[object, tuple[object, ...]], prints: list[Print]) -> bool:
    found = fixed.get(PERMANENT)
    if found is None:
        found = fixed[PERMANENT] = (has_permanents(prints),)
    return bool(found[0])


def has_permanents(prints: list[Print]) -> bool:
    """Whether one of the cards of a match stays in play."""
    return any(PERMANENT in printed.definition.keywords for printed in prints)


def prepare(texts: list[Text]) -> None:
    """Let no text of a match with such cards mean one of them where it would take what it means from play."""
    for text in texts:
        read = _rewritten(text.ability)
        if read is not text.ability:
            text.read_as(read)


def _rewritten(value: Any) -> Any:
    """An ability with the bodies in it that spare such cards; abilities that it gives are texts of their own."""
    if isinstance(value, tuple):
        parts = tuple(map(_rewritten, value))
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
    if isinstance(value, Body):
        return _body(value)
    if not is_dataclass(value):
        return value
    changes: dict[str, Any] = {}
    for field in fields(value):
        old = getattr(value, field.name)
        new = old if isinstance(old, Ability) else _rewritten(old)
        if new is not old:
            changes[field.name] = new
    return replace(value, **changes) if changes else value  # type: ignore[type-var]  # of a record


def _body(body: Body) -> Body:
    effects = tuple(_effect(body.effects, place) for place in range(len(body.effects)))
    targets = tuple(_target(body.effects, index, spec) for index, spec in enumerate(body.targets))
    pairs = zip((*effects, *targets), (*body.effects, *body.targets), strict=True)
    return body if all(new is old for new, old in pairs) else Body(effects, targets)


def _effect(effects: tuple[Instruction, ...], place: int) -> Instruction:
    """An instruction that takes cards from play, or chooses those that the next one takes."""
    effect: Instruction = _rewritten(effects[place])
    following = effects[place + 1] if place + 1 < len(effects) else None
    is_for_next = isinstance(effect, Choose) and effect.what.kind == "chosen" and _takes(following, IT)
    if is_for_next or _takes(effect, None):
        assert isinstance(effect, Choose | Move | Defeat)
        what = effect.what.what
        if what is not None and what.zone == IN_PLAY:
            return replace(effect, what=replace(effect.what, what=_spared(what)))
    return effect


def _takes(effect: Instruction | None, ref: Ref | None) -> bool:
    """Whether an instruction takes from play what this reference means, or whatever it means."""
    if not isinstance(effect, Defeat) and not (isinstance(effect, Move) and effect.zone != IN_PLAY):
        return False
    return ref is None or effect.what == ref


def _target(effects: tuple[Instruction, ...], index: int, spec: TargetSpec) -> TargetSpec:
    """An instance of "target", less those that may not be taken, if nothing else is done with it (Target)."""
    about = [effect for effect in effects if _speaks_of(effect, index) and not isinstance(effect, Choose)]
    if not about or not all(_takes(effect, None) for effect in about) or spec.what.zone != IN_PLAY:
        return spec
    return replace(spec, what=_spared(spec.what))


def _speaks_of(part: object, index: int) -> bool:
    if isinstance(part, tuple):
        return any(_speaks_of(inner, index) for inner in part)
    if isinstance(part, Ref) and part.kind == "target" and part.index == index:
        return True
    return is_dataclass(part) and any(_speaks_of(getattr(part, field.name), index) for field in fields(part))


def _spared(what: Filter) -> Filter:
    return replace(what, tests=(*what.tests, MAY_LEAVE))
