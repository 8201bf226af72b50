"""Prohibitions of effects: "... can't ..." in every form, asked of the action, who does it, and to what."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engine.abilities import DONE_AS, MADE_TO, Compare, Forbid, Ref
from engine.queries.filters import amount, fits, holds, times_done
from engine.queries.static_effects import elsewhere, statics
from engine.state.copying import copy_record
from engine.state.counter_kinds import PLAIN
from engine.state.proposed_events import Happening
from engine.state.records import NOBODY, Item, Object
from engine.text.phrases import records_of

if TYPE_CHECKING:
    from engine.abilities import Filter
    from engine.state.game import Game

LOSE_GAME: Final = "lose the game"
WIN_GAME: Final = "win the game"
CANNOT: Final = "can't "
"""The beginning of keywords that forbid something to the objects which have them."""


def forbidden(
    game: Game, action: str, seat: int, obj: Object | None, item: Item | None = None, by: Object | None = None
) -> bool:
    """Whether an effect says that this can't be done; before X is announced none that depends on it does (601.3).

    Obeys 601.3a.
    """
    if not statics(game, Forbid):
        says_itself = obj is not None and (obj.keywords or (obj.zone != game.arena and game.kit(obj).forbids))
        if not says_itself:
            return False  # most often nothing speaks of it
    return forbidder(game, action, seat, obj, item, by) >= 0


def can_gain_life(game: Game, seat: int) -> bool:
    """Whether nothing says that a player can't gain life (119.7)."""
    return not forbidden(game, "gain life", seat, None)


def can_pay_life(game: Game, seat: int) -> bool:
    """Whether nothing says that a player can't pay life (119.4b)."""
    return not forbidden(game, "pay life", seat, None)


def can_be_sacrificed(game: Game, obj: Object) -> bool:
    """Whether nothing says that a permanent can't be sacrificed, or its controller can't sacrifice it (701.21)."""
    return not any(forbidden(game, action, obj.controller, obj) for action in ("be sacrificed", "sacrifice"))


def sacrificable(game: Game, objs: list[Object]) -> list[Object]:
    """Those of some permanents that can be sacrificed (701.21)."""
    if not statics(game, Forbid) and not [1 for obj in objs for word in obj.keywords if word.startswith(CANNOT)]:
        return objs  # most often nothing speaks of it
    return [obj for obj in objs if can_be_sacrificed(game, obj)]


def can_be_made_to(game: Game, seat: int, deed: str, item: Item | None) -> bool:
    """Whether nothing says that this spell or ability can't cause a player to sacrifice or discard."""
    if item is None or item.controller == seat:
        return True
    return not forbidden(game, MADE_TO + deed, seat, None)


def can_get_counter(game: Game, ident: int, name: str) -> bool:
    """Whether counters of a kind may be put on an object or player: by what they are, and as nothing forbids it."""
    if not game.rules.counters.get(name, PLAIN).may_be_put(game, ident, name):
        return False
    return not forbidden(game, f"get {name} counters", NOBODY, game.object(ident))


def can_lose_counter(game: Game, ident: int, name: str) -> bool:
    """Whether counters of a kind may be removed from an object or player."""
    return game.rules.counters.get(name, PLAIN).may_be_removed(game, ident, name)


def can_be_prevented(game: Game, source: Object | None, *, combat: bool) -> bool:
    """Whether nothing says that damage from this source can't be prevented (615.12)."""
    kind = "combat" if combat else "noncombat"
    return not any(
        forbidden(game, action, NOBODY, source) for action in ("be prevented", f"be prevented as {kind} damage")
    )


def forbidder(
    game: Game, action: str, seat: int, obj: Object | None, item: Item | None = None, by: Object | None = None
) -> int:
    """The id of what says that this can't be done, 0 if that is no object (any more), ``NOBODY`` if nothing does.

    That an object can't is said by an ability, its own or another's, or was given it as keywords are ("can't block").
    601.3a: before X is announced nothing forbids what some X allows.
    """
    forbidding = statics(game, Forbid)
    found = _forbidder(game, action, seat, obj, item, by, forbidding)
    if found != NOBODY or item is not None or obj is None or not forbidding:
        return found
    return _least_x(game, action, seat, obj)[1]


def least_legal_x(game: Game, action: str, seat: int, obj: Object) -> int:
    """The least X with which nothing forbids to play a card, 0 also if there is none."""
    return _least_x(game, action, seat, obj)[0]


def forbidder_of_x(game: Game, action: str, seat: int, obj: Object, x: int) -> int:
    """The text that forbids to play a card with this X, as ``forbidder``; none if nothing hangs on its X."""
    return _forbidder_of_x(game, action, seat, obj, x) if _asked_of_x(game, obj) else NOBODY


def _least_x(game: Game, action: str, seat: int, obj: Object) -> tuple[int, int]:
    """The least X with which nothing forbids to play a card; if there is none, 0 and what forbids it."""
    asked = _asked_of_x(game, obj)
    if not asked:
        return 0, NOBODY
    found = NOBODY
    for x in range(max(asked) + 2):  # beyond all that is asked for only odd and even differ
        found = _forbidder_of_x(game, action, seat, obj, x)
        if found == NOBODY:
            return x, NOBODY
    return 0, found


def _asked_of_x(game: Game, obj: Object) -> list[int]:
    """The numbers to which prohibitions compare what hangs on the X of a card; none if it has no X."""
    if not _count_x(game, obj):
        return []
    return [
        amount(game, test.value, controller, holder.id if holder is not None else 0)
        for holder, controller, ability in statics(game, Forbid)
        if ability.what is not None and _depends_on_x(game, ability.what, obj)
        for test in ability.what.tests
        if test.field in ("X", "mana value")
    ]


def _forbidder_of_x(game: Game, action: str, seat: int, obj: Object, x: int) -> int:
    item = Item(0, "spell", seat, obj.id, NOBODY)
    item.x = x
    would_be = copy_record(obj)
    assert isinstance(would_be, Object)
    would_be.value += _count_x(game, obj) * x
    return _forbidder(game, action, seat, would_be, item, None, statics(game, Forbid))


def _forbidder(
    game: Game,
    action: str,
    seat: int,
    obj: Object | None,
    item: Item | None,
    by: Object | None,
    forbidding: list[tuple[Object | None, int, Forbid]],
) -> int:
    """What forbids this as it is, but for what depends on an X that is not announced."""
    if obj is not None:
        for keyword in obj.keywords:
            if keyword.startswith(CANNOT) and action in keyword.removeprefix(CANNOT).split(" or "):
                return obj.id
        if obj.zone != game.arena and game.kit(obj).forbids:
            forbidding = forbidding + _own_prohibitions(game, obj)
    for holder, controller, ability in forbidding:
        source = holder.id if holder is not None else 0
        if (
            action in ability.action.split(" or ")
            and _is_for(ability, seat, controller)
            and _is_about(game, ability, holder, controller, obj, item)
            and (ability.by is None or (by is not None and fits(game, ability.by, by, controller, source)))
            and not (
                ability.most
                and times_done(game, DONE_AS.get(action, action), ability.what, seat, controller, 0) < ability.most
            )
            and _is_so(game, ability.condition, controller, source, obj)
        ):
            return source
    return NOBODY


def _is_so(game: Game, condition: Compare | None, controller: int, source: int, obj: Object | None) -> bool:
    """Whether the condition of a prohibition holds; of a defending player it does only once one is attacked (508.5)."""
    if not asks_of_defender(condition):
        return holds(game, condition, controller, source)
    if obj is None or obj.attacking < 0:
        return False
    item = Item(0, "triggered", obj.controller, obj.id, NOBODY)
    item.event = Happening(obj, obj.controller).event("attacks")
    return holds(game, condition, controller, source, item)


@cache
def asks_of_defender(condition: Compare | None) -> bool:
    """Whether a condition hangs on the defending player, whom only an attack tells (508.5)."""
    return condition is not None and any(ref.kind == "defending player" for ref in records_of(condition, Ref))


def _is_for(ability: Forbid, seat: int, controller: int) -> bool:
    """Whether a prohibition is one for a seat."""
    return not ability.who or seat < 0 or (seat == controller) == (ability.who == "you")


def _is_about(
    game: Game, ability: Forbid, holder: Object | None, controller: int, obj: Object | None, item: Item | None
) -> bool:
    """Whether a prohibition is one for what is done with an object."""
    if ability.source and (holder is None or obj is None or holder.id != obj.id):
        return False
    if ability.attached and (holder is None or obj is None or holder.attached != obj.id):
        return False
    what = ability.what
    if what is None:
        return True
    return (
        obj is not None
        and not elsewhere(game, what, obj)
        and (item is not None or not _depends_on_x(game, what, obj))
        and fits(game, what, obj, controller, holder.id if holder is not None else 0, item)
    )


def _own_prohibitions(game: Game, obj: Object) -> list[tuple[Object | None, int, Forbid]]:
    """The prohibitions of a card about itself hold where it is, also as a spell on the stack (113.6)."""
    return [(obj, obj.controller, ability) for ability in game.kit(obj).forbids]


def _depends_on_x(game: Game, what: Filter, obj: Object) -> bool:
    """Whether a filter asks for X, or for a mana value that only the announcement of X fixes (202.3e)."""
    if any(test.field == "X" for test in what.tests):
        return True
    return _count_x(game, obj) > 0 and any(test.field == "mana value" for test in what.tests)


def _count_x(game: Game, obj: Object) -> int:
    """The number of {X} in the mana cost of a card."""
    cost = game.prints[obj.card].definition.cost
    return cost.symbols.count("X") if cost is not None else 0
