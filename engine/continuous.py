"""Characteristics as they are now: printed values, then continuous effects, in timestamp order within each layer.

Characteristics are stored fields. When something that continuous effects read was written (``game.shape`` moved),
they are worked out again and what differs is written like anything else, so an anthem touches each creature it
changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Grant
from engine.filters import amount, fits, holds

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import Object


def refresh(game: Game) -> None:
    """Bring the characteristics of all permanents up to date."""
    root = game.root
    now = -2 - game.version if root.granting and _is_live(game) else game.shape
    if game.refreshed == now:
        return
    if root.granting or root.effects:
        _refresh_all(game)
    else:
        for obj in game.battlefield():
            _settle(game, obj, *_base(game, obj))
    game.refreshed = -2 - game.version if now < 0 else game.shape


def _is_live(game: Game) -> bool:
    """Whether some continuous effect reads more than where things are: a condition, or a state of what it reaches.

    Its answer holds until something else of that kind comes or goes. What such an effect reads may be written anywhere,
    so it is worked out again after every write (``refreshed`` then holds the version, as -2, -3, ...).
    """
    granting = game.root.granting
    cached = game.caches.get("live")
    if cached is None or cached[0] is not granting:
        live = any(
            grant.condition is not None or (grant.what is not None and bool(grant.what.tests))
            for _, grant in _grants(game)
        )
        cached = game.caches["live"] = (granting, live)
    return bool(cached[1])


def _base(game: Game, obj: Object) -> tuple[int, int, tuple[str, ...], tuple[int, ...]]:
    """Printed power, toughness, keywords and abilities, with counters."""
    printed = game.prints[obj.card]
    power = printed.definition.power or 0
    toughness = printed.definition.toughness or 0
    for name, n in obj.counters:
        if name == "+1/+1":
            power += n
            toughness += n
        elif name == "-1/-1":
            power -= n
            toughness -= n
    return power, toughness, printed.definition.keywords, printed.numbers


def _settle(
    game: Game, obj: Object, power: int, toughness: int, keywords: tuple[str, ...], abilities: tuple[int, ...]
) -> None:
    if obj.power != power:
        game.write(obj, "power", power)
    if obj.toughness != toughness:
        game.write(obj, "toughness", toughness)
    if obj.keywords != keywords:
        game.write(obj, "keywords", keywords)
    if obj.abilities != abilities:
        game.write(obj, "abilities", abilities)


def _refresh_all(game: Game) -> None:
    """Abilities and keywords first (layer 6), then power and toughness (layer 7)."""
    objs = game.battlefield()
    now = {obj.id: list(_base(game, obj)) for obj in objs}
    for holder, ability in _grants(game):
        if not holds(game, ability.condition, holder.controller, holder.id):
            continue
        for obj in objs:
            if _reaches(game, ability, holder, obj):
                _grant(game, now[obj.id], ability, holder)
    for effect in game.root.effects:
        if effect[0] == "modify":
            _, ids, power, toughness, gains, loses, _ = effect
            for ident in ids:
                if ident in now:
                    entry = now[ident]
                    entry[0] += power
                    entry[1] += toughness
                    entry[2] = tuple(k for k in (*entry[2], *gains) if k not in loses)  # type: ignore[misc]
    for obj in objs:
        power, toughness, keywords, abilities = now[obj.id]
        _settle(game, obj, power, toughness, keywords, abilities)  # type: ignore[arg-type]  # the four of _base


def _grants(game: Game) -> list[tuple[Object, Grant]]:
    found = []
    for ident in game.root.granting:
        obj = game.obj(ident)
        for number in game.prints[obj.card].numbers:
            ability = game.texts[number].ability
            if isinstance(ability, Grant):
                found.append((obj, ability))
    return found


def _reaches(game: Game, ability: Grant, holder: Object, obj: Object) -> bool:
    if ability.source:
        return obj.id == holder.id
    if ability.attached:
        return obj.id == holder.attached
    return ability.what is not None and fits(game, ability.what, obj, holder.controller, holder.id)


def _grant(game: Game, entry: list[object], ability: Grant, holder: Object) -> None:
    entry[0] += amount(game, ability.power, holder.controller, holder.id)  # type: ignore[operator]  # a number of _base
    entry[1] += amount(game, ability.toughness, holder.controller, holder.id)  # type: ignore[operator]
    if ability.gains:
        entry[2] = (*entry[2], *(k for k in ability.gains if k not in entry[2]))  # type: ignore[misc,operator]  # keywords
    if ability.abilities:
        entry[3] = (*entry[3], *(game.number_of(inner) for inner in ability.abilities))  # type: ignore[misc]  # numbers


def end_of_turn(game: Game) -> None:
    """Effects that last until end of turn end, all at once."""
    root = game.root
    for effect in root.effects:
        if effect[0] == "control":
            obj = game.object(effect[1])
            if obj is not None:
                game.write(obj, "controller", effect[2])
                game.write(obj, "sick", True)
    if root.effects:
        game.write(root, "effects", tuple(e for e in root.effects if e[-1] != "turn"))
    if root.statics:
        game.write(root, "statics", ())
