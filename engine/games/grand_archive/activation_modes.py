"""The ways in which a card may be activated or materialized: from where, and at which cost (1.3.3, 1.9.1, 1.9.2).

From hand for its reserve cost, for an alternative cost that it has where it is, and as effects permit. Of several its
player declares one; additional costs come on top, whichever it is.
"""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, Final

from engine.abilities import Math, MayPlay, Memory, Reserve, Variable, Way
from engine.queries.filters import holds
from engine.queries.permissions import permissions
from engine.queries.static_effects import statics
from engine.state.lasting import MayPlayEffect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.abilities import Amount
    from engine.state.game import Game
    from engine.state.records import Object

FREE: Final = "without paying its cost"
FROM_ELSEWHERE: Final = "from elsewhere"
PRINTED: Final = "hand"
"""The zone of an alternative cost that says none."""


LOOKED_AT: Final = "aside"
"""The zone of cards that are looked at."""


class Printed:
    """The costs and the speed that stand on a card; ``reserve`` and ``memory`` are the ways to play it for these.

    ``plain`` is by action what it comes to, with the ways that are meant, where nothing ever changes that.
    """

    __slots__ = ("is_fast", "memory", "plain", "reserve")

    def __init__(self, extra: dict[str, object]) -> None:
        self.is_fast = extra.get("speed") == "fast"
        reserve, memory = _starting(extra.get("reserve")), _starting(extra.get("memory"))
        self.reserve: tuple[Way, ...] = () if reserve is None else (Way("", (Reserve(reserve),)),)
        self.memory: tuple[Way, ...] = () if memory is None else (Way("", (Memory(memory),)),)
        self.plain: dict[str, tuple[tuple[Way, ...], Reserve | Memory | None]] = {}


def printed_on(game: Game, obj: Object) -> Printed:
    """The costs and speed on the card that an object is; read once for the match."""
    cached = game.fixed.get("printed")
    if cached is None:
        cached = game.fixed["printed"] = ({},)
    known: dict[int, Printed] = cached[0]
    found = known.get(obj.card)
    if found is None:
        found = known[obj.card] = Printed(dict(game.prints[obj.card].definition.extra))
    return found


def ways_to_activate(game: Game, seat: int, obj: Object) -> tuple[Way, ...]:
    """Every way a seat may activate a card from where it is; none if it can't."""
    own = printed_on(game, obj).reserve if obj.zone == "hand" and obj.owner == seat else ()
    if not game.prints[obj.card].alternatives and not game.root.effects and not statics(game, MayPlay):
        return own
    found = [*own]
    if game.prints[obj.card].alternatives and obj.owner == seat:
        found.extend(_alternatives(game, seat, obj, "reserve", obj.zone))
    for permission in permissions(game, seat, obj, "activate"):
        found.extend(ways_by_text(game, obj, free=permission.free))
    return tuple(dict.fromkeys(found))


def ways_by_text(game: Game, obj: Object, *, free: bool) -> tuple[Way, ...]:
    """The cost for which a text has a card activated, wherever it is: for its own, or for nothing.

    1.9.2: a card with a memory cost that an effect lets its player activate still costs that.
    """
    printed = printed_on(game, obj)
    own = printed.reserve or printed.memory
    return tuple(Way(FREE, way.cost, free=True) for way in own) if free else own


def ways_as_looked_at(game: Game, seat: int, obj: Object) -> tuple[Way, ...]:
    """The ways in which a card may be activated while its player is looking at it (Starcalling 2, 5)."""
    return tuple(_alternatives(game, seat, obj, "reserve", LOOKED_AT)) if game.prints[obj.card].alternatives else ()


def ways_to_materialize(game: Game, obj: Object, *, free: bool = False) -> tuple[Way, ...]:
    """Every cost for which a card may be materialized; none if it has no memory cost (3.4.2).

    ``free``: without paying it, which is no other way but takes its place.
    """
    own = printed_on(game, obj).memory
    if free:
        return tuple(Way(FREE, way.cost, free=True) for way in own)
    return (*own, *_alternatives(game, obj.owner, obj, "memory")) if game.prints[obj.card].alternatives else own


def may_be_elsewhere(game: Game, seat: int) -> list[int]:
    """The cards in other zones of a seat that might be activated there: what they say, or what lets them be."""
    contents = [game.content(name, seat) for name in ("graveyard", "banishment", "material deck", "memory")]
    if statics(game, MayPlay) or any(isinstance(effect, MayPlayEffect) for effect in game.root.effects):
        return [ident for content in contents for ident in content]
    key = ("elsewhere", seat)
    cached = game.caches.get(key)
    if cached is None or not all(map(is_, cached[0], contents)):  # equal ones may be of other cards, after a rewind
        found = [i for content in contents for i in content if game.prints[game.obj(i).card].alternatives]
        cached = game.caches[key] = (contents, found)
    return cached[1]  # type: ignore[no-any-return]  # a cache of mixed plain data


def _starting(written: object) -> Amount | None:
    """A cost on a card: a number, X or X and a number more; none is not 0 (1.7.1, 3.2.1)."""
    if isinstance(written, int):
        return written
    if not isinstance(written, str):
        return None
    _, plus, more = written.partition("+")
    return Math("+", Variable(), int(more)) if plus else Variable()


def _alternatives(game: Game, seat: int, obj: Object, resource: str, zone: str = PRINTED) -> Iterator[Way]:
    """The ways that the card itself names to pay something rather than this cost, if it has that cost (1.3.3).

    ``zone``: where it has to be for that: in hand but for Ephemerate.
    """
    printed = printed_on(game, obj)
    elsewhere = printed.reserve or printed.memory if zone != PRINTED else ()
    has_cost = bool(elsewhere or (printed.reserve if resource == "reserve" else printed.memory))
    for ability in game.prints[obj.card].alternatives if has_cost else ():
        if ability.resource != resource or ability.zone != zone or not holds(game, ability.condition, seat, obj.id):
            continue
        if ability.besides:
            yield from (Way(FROM_ELSEWHERE, way.cost + ability.cost) for way in elsewhere)
        else:
            yield Way(ability.keyword or "alternative cost", ability.cost, ability.leaves)
