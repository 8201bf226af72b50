"""Rooms (709.5): split cards that are permanents, of which each half is a door that is locked or unlocked.

The face that a Room shows is what is unlocked of it: one half, both (the card's own face), or neither (a blank face).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities.mana import UNLOCKS_DOORS
from engine.errors import Refusal
from engine.events.triggers import noticed_together, occurred
from engine.events.zones import turn_over
from engine.games.magic.activation_limits import sorcery_time
from engine.games.magic.layouts import ROOM
from engine.games.magic.special_actions import begin_special_action
from engine.payment.can_pay import can_pay
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.self_cost_rules import lock_all
from engine.payment.window import open_window, pay_costs
from engine.queries.faces import place_of_face
from engine.queries.layers import refresh
from engine.sentences import said
from engine.state.decisions import Answer, Option
from engine.state.procedure import DONE, Procedure, Step, item_of
from engine.state.proposed_events import Happening

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect
    from engine.state.records import Object, Play

UNLOCK: Final = "unlock"
"""The word of a gesture for unlocking a door."""
FULLY_UNLOCKS: Final = "fully unlocks"
"""The event that a Room gets the second of its unlocked designations."""
BOTH, LEFT, RIGHT, NEITHER = range(4)
"""The places of the faces of a Room, by what is unlocked."""
_LOCKED: Final = {BOTH: (), LEFT: (RIGHT,), RIGHT: (LEFT,), NEITHER: (LEFT, RIGHT)}


def is_room(game: Game, obj: Object) -> bool:
    """Whether an object is a card whose halves are doors."""
    return game.prints[obj.card].definition.layout == ROOM


def enter(game: Game, obj: Object, each: Prospect) -> None:
    """709.5d: the half that was cast as a spell is unlocked as it enters; of what was not cast neither is."""
    if each.cause == "resolved" and place_of_face(game, obj) in (LEFT, RIGHT):
        occurred(game, "unlocks", obj, obj.controller)
    else:
        turn_over(game, obj, game.prints[obj.card].faces[NEITHER])


def unlock(game: Game, obj: Object, place: int) -> None:
    """709.5c, 709.5h: a half becomes unlocked; what its own text says of that triggers, and no more.

    With the second half the Room is fully unlocked (709.5i).
    """
    faces, now = game.prints[obj.card].faces, place_of_face(game, obj)
    turn_over(game, obj, faces[place])
    occurred(game, "unlocks", obj, obj.controller)
    if now != NEITHER:
        noticed_together(game, FULLY_UNLOCKS, [Happening(obj, obj.controller)])
        turn_over(game, obj, faces[BOTH])
    refresh(game)


def _cost(game: Game, obj: Object, place: int) -> Cost:
    cost = game.prints[game.prints[obj.card].faces[place]].definition.cost
    return () if cost is None else (cost,)


def options(game: Game, seat: int) -> list[Option]:
    """709.5e: the doors that a seat may unlock now, and can pay for."""
    rooms = [obj for obj in game.battlefield() if obj.controller == seat and is_room(game, obj)]
    return [
        Option(UNLOCK, (obj.id, place))
        for obj in rooms
        for place in _LOCKED[place_of_face(game, obj)]
        if can_pay(game, seat, _cost(game, obj, place), obj.id, UNLOCKS_DOORS)
    ]


def has_rooms(game: Game) -> bool:
    """Whether any card of this match is a Room."""
    cached = game.fixed.get("rooms")
    if cached is None:
        cached = game.fixed["rooms"] = (any(printed.definition.layout == ROOM for printed in game.prints),)
    return bool(cached[0])


def begin_unlocking(game: Game, seat: int, answer: Answer) -> None:
    """A special action (116.2m, 709.5e): the mana cost of a locked half is paid, and it is unlocked.

    Raises:
        Refusal: ``no_such_door``, ``sorcery_timing``.
    """
    obj = game.object(answer.refs[0]) if len(answer.refs) == 2 else None
    if obj is None or obj.zone != "battlefield" or obj.controller != seat or not is_room(game, obj):
        raise Refusal(
            "709.5e",
            "no_such_door",
            said("magic.reason_door_of_yours", "a door of a Room that you control is unlocked"),
        )
    if answer.refs[1] not in _LOCKED[place_of_face(game, obj)]:
        raise Refusal(
            "709.5e", "no_such_door", said("magic.reason_no_such_door", "{name} has no such locked door", name=obj.name)
        )
    if not sorcery_time(game, seat):
        raise Refusal(
            "709.5e",
            "sorcery_timing",
            said("magic.reason_doors_timing", "doors are unlocked in your main phase with an empty stack"),
        )
    play = begin_special_action(game, UNLOCKING.name, seat, obj, answer)
    game.write(play, "due", lock_all(game, seat, item_of(game, play), _cost(game, obj, answer.refs[1])))


def _unlocked(game: Game, play: Play, answer: Answer | None) -> int:
    """The cost was paid: the half is unlocked, and nothing goes on the stack."""
    obj = game.object(play.given[0].refs[0])
    if obj is not None:
        unlock(game, obj, play.given[0].refs[1])
    game.remove(item_of(game, play))
    return DONE


UNLOCKING: Final = Procedure(
    UNLOCKS_DOORS,
    Step("709.5e", open_window),
    Step("709.5e", pay_costs),
    Step("709.5e", _unlocked),
    costs=PAID_IN_PARTS,
)
