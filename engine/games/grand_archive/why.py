"""Why not, in Grand Archive: the first step of activating, materializing or attacking that fails.

Whether something can be done is asked of ``permission``, ``lineage`` and ``attacking``, which enforce it; what is
added here is what would help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Illegal, Refusal
from engine.games.grand_archive import permission
from engine.games.grand_archive.affording import can_afford
from engine.games.grand_archive.attacking import UNITS, can_attack, obstacle
from engine.games.grand_archive.elements import level_of
from engine.games.grand_archive.lineage import check_lineage, name_in_lineage
from engine.games.grand_archive.materialization import is_its_phase
from engine.games.grand_archive.preserving import is_preserved
from engine.games.grand_archive.totals import additional_costs, total_cost
from engine.games.grand_archive.ways import ways_to_activate, ways_to_materialize
from engine.prohibitions import forbidder
from engine.targets import has_targets
from engine.why import CAN, WhyNot, because, busy, lacking, no_target
from engine.zones import move

if TYPE_CHECKING:
    from engine.abilities import Way
    from engine.game import Game
    from engine.state import Object
    from engine.texts import Text

SLOW_TIME: Final = "your main phase, with an empty Effects Stack"
NEEDS: Final = {
    "slow": SLOW_TIME,
    "not_now": "your turn",
    "used_up": "its next use",
    "first_turn": "the last player's first turn",
    "no_power": "power",
}
"""What would help, by the code of what forbids it."""


def why_not(game: Game, seat: int, obj: Object, number: int | None) -> WhyNot:
    """Why a seat cannot use an object's ability (``number`` of its text), or the object itself, now."""
    waiting = busy(game, seat, "Opportunity")
    if waiting is not None:
        return waiting
    in_phase = is_its_phase(game, seat, obj)
    if game.root.agenda[-1][0] == "materialize" and (number is not None or not in_phase):
        return WhyNot("2", "no_priority", "now a card is materialized, or none", "Opportunity")
    if number is not None:
        return _ability(game, seat, obj, game.texts[number])
    if obj.zone == "field":
        return _on_field(game, seat, obj)
    if obj.zone == "material deck" and (in_phase or not ways_to_activate(game, seat, obj)):
        return _materialization(game, seat, obj)
    return _activation(game, seat, obj)


# --- cards ----------------------------------------------------------------------------------------


def _activation(game: Game, seat: int, obj: Object) -> WhyNot:
    """The steps 1.1 to 1.8."""
    ways = ways_to_activate(game, seat, obj)
    if not ways:
        return _some_ability(game, seat, obj) or _from_there(obj)
    found = _elements_and_targets(game, seat, obj)
    if found is not None:
        return found
    if not permission.may_activate_now(game, seat, obj):
        return WhyNot("1.6", "slow", f"{obj.name} is slow", SLOW_TIME)
    by = forbidder(game, "activate", seat, obj)
    if by >= 0:
        return WhyNot("1.6", "prohibited", f"an effect says that {obj.name} can't be activated", by=by)
    return _payment(game, seat, "activate", obj, ways)


def _materialization(game: Game, seat: int, obj: Object) -> WhyNot:
    """The steps 1.1 to 1.5, then 3.1 to 3.3."""
    if not is_its_phase(game, seat, obj) and not permission.may_materialize(game, seat, obj):
        return WhyNot("2", "not_now", f"{obj.name} cannot be materialized now", "your materialize phase")
    if is_preserved(obj):
        return WhyNot("Preserve", CAN, f"{obj.name} can be returned to hand instead of materializing")
    ways = ways_to_materialize(game, obj)
    if not ways:
        return WhyNot("3.4.2", "no_memory_cost", f"{obj.name} has no memory cost")
    found = _elements_and_targets(game, seat, obj)
    if found is None and "champion" in obj.words:
        found = _lineage(game, seat, obj)
    by = forbidder(game, "materialize", seat, obj)
    if found is None and by >= 0:
        return WhyNot("3.1", "prohibited", f"an effect says that {obj.name} can't be materialized", by=by)
    return found or _payment(game, seat, "materialize", obj, ways)


def _from_there(obj: Object) -> WhyNot:
    return WhyNot(
        "1.9.1", "not_from_there", f"{obj.name} cannot be activated from the {obj.zone}", f"{obj.name} in hand"
    )


def _elements_and_targets(game: Game, seat: int, obj: Object) -> WhyNot | None:
    missing = permission.missing_elements(game, seat, obj)
    if missing and not (obj.zone == "material deck" and "champion" in obj.words):
        elements = " and ".join(missing)
        return WhyNot("1.2", "element_not_enabled", f"{obj.name} needs {elements}", f"a champion that is {elements}")
    if not permission.finds_targets(game, seat, obj):
        return no_target(game, seat, obj, game.texts[game.prints[obj.card].spell])
    return None


def _lineage(game: Game, seat: int, obj: Object) -> WhyNot | None:
    try:
        check_lineage(game, seat, obj, "3.1.1")
    except Illegal as illegal:
        level = level_of(game, obj) - 1
        need = f"a champion of level {level}" if level >= 0 else ""
        if illegal.code == "wrong_lineage":
            need = f"a champion called {name_in_lineage(obj)}"
        return WhyNot(illegal.rule, illegal.code, illegal.reason, need)
    return None


def _payment(game: Game, seat: int, action: str, obj: Object, ways: tuple[Way, ...]) -> WhyNot:
    """The last step: its cost is asked about once it has left its zone, as it is paid then (1.1)."""
    if can_afford(game, seat, action, obj, ways):
        done = "activated" if action == "activate" else "materialized"
        return WhyNot("1.9" if action == "activate" else "3.4", CAN, f"{obj.name} can be {done} now")
    mark = game.mark()
    card = move(game, obj, "effects stack", controller=seat)
    assert card is not None
    besides = additional_costs(game, seat, card)
    costs = [total_cost(game, seat, action, card, way.cost, besides, free=way.free) for way in ways]
    need = lacking(game, seat, costs, card.id, action)
    game.rewind(mark)
    rule = "1.8" if action == "activate" else "3.3"
    return WhyNot(rule, "cannot_pay", f"the cost of {obj.name} cannot be paid", need)


# --- objects on the field -------------------------------------------------------------------------


def _on_field(game: Game, seat: int, obj: Object) -> WhyNot:
    """A unit of one's own attacks; what else there is has abilities."""
    ability = _some_ability(game, seat, obj)
    if obj.controller != seat or UNITS.isdisjoint(obj.words):
        return ability or because(Refusal("Activated 5", "not_activated", f"{obj.name} has nothing to activate"))
    refusal = obstacle(game, seat, obj)
    if refusal is None and can_attack(game, seat, obj):
        return WhyNot("Combat 2a", CAN, f"{obj.name} can attack now")
    if ability is not None and ability.can:
        return ability
    if refusal is None:
        return WhyNot("Combat 2c", "no_target", f"there is nothing that {obj.name} could attack", "a unit to attack")
    need = f"{obj.name} awake" if refusal.code == "rested" else NEEDS.get(refusal.code, "")
    return because(refusal, need, _forbidder(game, "attack", seat, obj, refusal))


def _forbidder(game: Game, action: str, seat: int, obj: Object, refusal: Refusal) -> int:
    """What prohibits it, if that is how it is refused."""
    return max(0, forbidder(game, action, seat, obj)) if refusal.code == "prohibited" else 0


def _some_ability(game: Game, seat: int, obj: Object) -> WhyNot | None:
    """An ability that can be used, or else the first; none if there is none."""
    answers = [_ability(game, seat, obj, game.texts[number]) for number in game.activated(obj)]
    return next((answer for answer in answers if answer.can), answers[0] if answers else None)


def _ability(game: Game, seat: int, obj: Object, text: Text) -> WhyNot:
    refusal = permission.ability_obstacle(game, seat, obj, text)
    if refusal is not None:
        need = f"{obj.name} in the {text.zone}" if refusal.code == "wrong_zone" else NEEDS.get(refusal.code, "")
        return because(refusal, need, _forbidder(game, "activate ability", seat, obj, refusal))
    if permission.can_activate_ability(game, seat, obj, text):
        return WhyNot("Activated 1", CAN, f"the ability of {obj.name} can be activated now")
    if text.taps and obj.tapped:
        return WhyNot("Activated 1", "rested", f"{obj.name} is rested", f"{obj.name} awake")
    if not has_targets(game, text, seat, obj.id):
        return no_target(game, seat, obj, text)
    need = lacking(game, seat, [text.cost], obj.id, "activate")
    return WhyNot("Activated 1", "cannot_pay", f"the cost of {obj.name}'s ability cannot be paid", need)
