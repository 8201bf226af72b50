"""The only mover of objects between zones.

An object that changes zones is a new object (a rule that all the games share): it gets a new
id, and what knew the old one keeps last known information. In a zone that nobody may look at a card is only its
number, so that nothing can follow it. ``"NAME#n"`` numbers are given here, when a card first becomes public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.continuous import refresh
from engine.game import K_BECAME, K_ID, known
from engine.state import NOBODY, Object
from engine.triggers import Happening, occurred, occurred_together, watchers

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import Plain, Zone


def embody(game: Game, card: int, owner: int, zone: str) -> Object:
    """A new object with what its card has printed."""
    printed = game.prints[card]
    definition = printed.definition
    obj = Object(game.new_id(), card, definition.name, owner, zone)
    obj.token = printed.token
    obj.value = definition.mana_value
    obj.power = definition.power or 0
    obj.toughness = definition.toughness or 0
    obj.words = definition.words
    obj.keywords = definition.keywords
    obj.abilities = printed.numbers
    game.rules.embody(game, obj, printed)
    return obj


def _give_number(game: Game, obj: Object) -> None:
    names = dict(game.root.names)
    obj.number = names[obj.name] = names.get(obj.name, 0) + 1
    game.write(game.root, "names", tuple(names.items()))


def create(game: Game, card: int, owner: int, zone: str, *, controller: int = NOBODY) -> Object:
    """Make an object out of nothing (a token) or out of a card number already taken from its zone."""
    return _arrive(game, embody(game, card, owner, zone), game.zones[zone][owner], 0, controller)


def _arrive(game: Game, obj: Object, zone: Zone, number: int, controller: int) -> Object:
    if controller != NOBODY:
        obj.controller = controller
    obj.number = number
    if zone.sight == "all" and not number:
        _give_number(game, obj)
    game.add(obj)
    game.write(zone, "content", (*zone.content, obj.id))
    if any(game.place(word)[0].name == zone.name for word in game.prints[obj.card].watched):
        game.write(game.root, "watching", (*game.root.watching, obj.id))
    if zone.name == game.rules.arena:
        _enter_arena(game, obj)
    return obj


def _enter_arena(game: Game, obj: Object) -> None:
    obj.timestamp = game.new_timestamp()
    obj.sick = game.rules.newcomers_wait
    root = game.root
    kinds = {game.texts[number].kind for number in obj.abilities}
    if "grant" in kinds or "static" in kinds:
        game.write(root, "granting", (*root.granting, obj.id))


def _leave_arena(game: Game, obj: Object) -> None:
    root = game.root
    if obj.id in root.granting:
        game.write(root, "granting", tuple(i for i in root.granting if i != obj.id))


def _take(game: Game, obj: Object) -> None:
    """Remove an object from its zone."""
    zone = game.zones[obj.zone][obj.owner]
    game.write(zone, "content", tuple(i for i in zone.content if i != obj.id))
    if obj.id in game.root.watching:
        game.write(game.root, "watching", tuple(i for i in game.root.watching if i != obj.id))
    if obj.zone == game.rules.arena:
        _leave_arena(game, obj)
        _tell_last(game, obj)
    game.remove(obj)


def _tell_last(game: Game, obj: Object) -> None:
    """Those who speak of a permanent know it from now on as it last was (113.7a, 608.2h)."""
    root = game.root
    for item in map(game.item, root.stack):
        if _is_of(item.known, obj):
            game.write(item, "known", known(obj))
        if item.event and _tells_of(item.event, obj):
            game.write(item, "event", _as_last(item.event, obj))
    if any(_is_of(last, obj) or _tells_of(event, obj) for _, _, _, last, event in root.waiting):
        waiting = []
        for seat, source, text, last, event in root.waiting:
            waiting.append((seat, source, text, known(obj) if _is_of(last, obj) else last, _as_last(event, obj)))
        game.write(root, "waiting", tuple(waiting))


def _is_of(last: Plain, obj: Object) -> bool:
    """Whether last known information is of an object and not of one that went on to another zone."""
    return bool(last) and last[K_ID] == obj.id and not last[K_BECAME]


def _tells_of(event: Plain, obj: Object) -> bool:
    return _is_of(event[2], obj) or _is_of(event[4], obj)


def _as_last(event: Plain, obj: Object) -> Plain:
    """An event with an object in it as it last was."""
    what, other = (known(obj) if _is_of(last, obj) else last for last in (event[2], event[4]))
    return (*event[:2], what, event[3], other)


def cease(game: Game, obj: Object) -> None:
    """An object ceases to exist: a token or copy outside the zones it can be in."""
    _take(game, obj)


def leave_game(game: Game, objs: list[Object]) -> None:
    """Objects leave the game, permanents the battlefield with it (603.6c in Magic's numbering)."""
    before = watchers(game)
    for obj in objs:
        _take(game, obj)
    for obj in objs:
        if obj.zone == game.rules.arena:
            occurred(game, "leaves", obj, obj.controller, before=before)


def _put(game: Game, obj: Object, name: str, *, controller: int, bottom: bool, copying: int = NOBODY) -> Object | None:
    zone = game.zones[name][obj.owner]
    card = obj.card if obj.real == NOBODY else obj.real
    if zone.sight == "nobody" and obj.token:
        return None  # nothing is left of a token in a zone where it would be a card
    if zone.sight == "nobody":
        game.write(zone, "content", (*zone.content, card) if bottom else (card, *zone.content))
        return None
    new = embody(game, card if copying == NOBODY else copying, obj.owner, name)
    if copying != NOBODY:
        new.real = card
    new.token = obj.token
    if new.token and zone.name == game.rules.arena and "token" not in new.words:
        new.words = (*new.words, "token")  # what was a copy of a spell
    number = obj.number if zone.sight == "all" and new.name == obj.name else 0
    return _arrive(game, new, zone, number, controller)


def enter_as_copy(game: Game, obj: Object, card: int, *, controller: int) -> Object | None:
    """Move a card onto the battlefield as a copy of another card; wherever it goes next it is itself again (707.2)."""
    _take(game, obj)
    new = _put(game, obj, game.rules.arena, controller=controller, bottom=False, copying=card)
    refresh(game)
    occurred(game, "moved", obj, obj.owner, became=new.id if new is not None else 0)
    occurred(game, "enters", new, controller)
    return new


def move(
    game: Game, obj: Object, zone: str, *, controller: int = NOBODY, bottom: bool = False, tapped: bool = False
) -> Object | None:
    """Move one object; return what it became, none if only a card number is left of it."""
    return move_all(game, [obj], zone, controller=controller, bottom=bottom, tapped=tapped)[0]


def move_all(
    game: Game, objs: list[Object], zone: str, *, controller: int = NOBODY, bottom: bool = False, tapped: bool = False
) -> list[Object | None]:
    """Move several objects at once: one batch, whose leaving looks back at the state before it."""
    arena = game.rules.arena
    before = watchers(game)
    became: list[Object | None] = []
    for obj in objs:
        _take(game, obj)
        new = _put(game, obj, zone, controller=controller, bottom=bottom)
        if new is not None and tapped:
            new.tapped = True
        became.append(new)
    if zone == arena:
        refresh(game)  # what enters is seen as it is there (603.6a)
    _tell(game, objs, became, zone, before)
    return became


def _tell(game: Game, objs: list[Object], became: list[Object | None], zone: str, before: list[Object]) -> None:
    """What happened as several objects moved at once; what leaves the battlefield is seen by those there before."""
    rules = game.rules
    moves = [
        Happening(obj, obj.controller, became=new.id if new is not None else 0)
        for obj, new in zip(objs, became, strict=True)
    ]
    left = [one for one, obj in zip(moves, objs, strict=True) if obj.zone == rules.arena != zone]
    occurred_together(game, "leaves", left, before=before)
    if zone == rules.discard_zone:
        occurred_together(game, "dies", left, before=before)
        arrivals = [Happening(new, new.owner, how=obj.zone) for obj, new in zip(objs, became, strict=True) if new]
        occurred_together(game, "buried", arrivals)
    occurred_together(game, "moved", [one for one in moves if one not in left])
    if zone != rules.discard_zone:
        raised = [Happening(obj, obj.owner) for obj in objs if obj.zone == rules.discard_zone]
        occurred_together(game, "leaves graveyard", raised)
    if zone == rules.arena:
        entered = [Happening(new, new.controller, how=obj.zone) for obj, new in zip(objs, became, strict=True) if new]
        occurred_together(game, "enters", entered)


def draw_from(game: Game, seat: int, source: str, to: str) -> Object | None:
    """Take the top card number of a hidden zone into another zone; none if there is none."""
    pile = game.zones[source][seat]
    if not pile.content:
        return None
    card = pile.content[0]
    game.write(pile, "content", pile.content[1:])
    game.bind()
    return create(game, card, seat, to)
