"""Reasons against an action, in Grand Archive: the first step of activating, materializing or attacking that fails.

Whether something can be done is asked of ``legal_actions``, ``lineage`` and ``attacking``, which enforce it; what is
added here is what would help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Illegal, Refusal
from engine.events.zones import move, where
from engine.explain.object_report import abilities_there, ability_name
from engine.explain.why_not import because, busy, lacking, no_target
from engine.games.grand_archive import legal_actions
from engine.games.grand_archive.activation_modes import ways_to_activate, ways_to_materialize
from engine.games.grand_archive.attacking import UNITS, can_attack, obstacle
from engine.games.grand_archive.can_pay import can_pay_for
from engine.games.grand_archive.elements import level_of
from engine.games.grand_archive.lineage import check_lineage, name_in_lineage
from engine.games.grand_archive.materialization import is_its_phase
from engine.games.grand_archive.preserving import is_preserved
from engine.games.grand_archive.totals import ability_cost, additional_costs, total_cost
from engine.play.targets import has_targets
from engine.queries.prohibitions import forbidder
from engine.state.obstacles import CAN, Stage, Stages, Use, WhyNot

if TYPE_CHECKING:
    from engine.abilities import Way
    from engine.cards.register import Text
    from engine.state.game import Game
    from engine.state.records import Object

SLOW_TIME: Final = "your main phase, with an empty Effects Stack"
NEEDS: Final = {
    "slow": SLOW_TIME,
    "not_now": "your turn",
    "used_up": "its next use",
    "first_turn": "the last player's first turn",
    "no_power": "power",
}
"""The remedy, by the code of the obstacle."""
OPPORTUNITY: Final = Stage("Opportunity 1", "you have Opportunity", "no_priority", "busy")
ACTIVATE_CARD: Final[Stages] = (
    OPPORTUNITY,
    Stage("1.9.1", "it can be activated from where it is", "not_from_there", "elsewhere", "not_yours"),
    Stage("1.2", "its elements are enabled", "element_not_enabled"),
    Stage("1.5", "it finds its targets", "no_target"),
    Stage("1.6", "it is the time for it, and nothing forbids it"),
    Stage("1.8", "its cost can be paid", "cannot_pay"),
)
MATERIALIZE: Final[Stages] = (
    OPPORTUNITY,
    Stage("2", "it can be materialized now", "not_now", "no_memory_cost", "not_yours"),
    Stage("1.2", "its elements are enabled", "element_not_enabled"),
    Stage("1.5", "it finds its targets", "no_target"),
    Stage("3.1", "it follows your champion's lineage, and nothing forbids it"),
    Stage("3.3", "its cost can be paid", "cannot_pay"),
)
ACTIVATE: Final[Stages] = (
    Stage("Activated 4", "it is yours to activate", "not_controller"),
    OPPORTUNITY,
    Stage("Activated 4", "it works from where it is", "wrong_zone"),
    Stage("Activated 4", "its text and nothing else forbids it"),
    Stage("Activated 1", "it finds its targets", "no_target"),
    Stage("Activated 1", "its cost can be paid", "rested", "cannot_pay"),
)
ATTACK: Final[Stages] = (
    OPPORTUNITY,
    Stage("Combat 1", "it is your main phase, the Effects Stack empty", "not_a_unit", "slow"),
    Stage("Combat 1", "attacks may be declared yet", "first_turn"),
    Stage("Combat 2a", "it is awake", "rested"),
    Stage("Combat 1", "it has power, or a weapon", "no_power"),
    Stage("Combat 2e", "nothing forbids it"),
    Stage("Combat 2c", "there is something to attack", "no_target"),
)
"""The questions about each use, in the order of the procedure."""


def why_not(game: Game, seat: int, obj: Object, number: int | None) -> WhyNot:
    """The reason a seat cannot use an object's ability (``number`` of its text), or the object itself, now."""
    refusal = legal_actions.ability_obstacle(game, seat, obj, game.texts[number]) if number is not None else None
    if refusal is not None and refusal.code == "not_controller":
        return because(refusal)
    in_phase = is_its_phase(game, seat, obj)
    waiting = _waiting(game, seat, is_materialized=number is None and in_phase)
    if waiting is not None:
        return waiting
    if number is not None:
        return _ability(game, seat, obj, game.texts[number])
    if obj.zone == "field":
        return _on_field(game, seat, obj)
    if obj.zone == "material deck" and (in_phase or not ways_to_activate(game, seat, obj)):
        return _materialization(game, seat, obj)
    return _activation(game, seat, obj)


def _waiting(game: Game, seat: int, *, is_materialized: bool) -> WhyNot | None:
    """That a player has no Opportunity; while a card is materialized nothing else is done."""
    waiting = busy(game, seat, "Opportunity")
    if waiting is None and game.root.agenda[-1].op == "materialize" and not is_materialized:
        return WhyNot("2", "no_priority", "now a card is materialized, or none", "Opportunity")
    return waiting


def ways_to_use(game: Game, seat: int, obj: Object) -> list[Use]:
    """Activating or materializing it in each way there is, attacking with it, each of its activated abilities."""
    found: list[Use] = []
    if obj.zone not in ("field", "effects stack"):
        found += _ways_to_play(game, seat, obj)
    elif obj.zone == "field" and obj.controller == seat and not UNITS.isdisjoint(obj.words):
        waiting = _waiting(game, seat, is_materialized=False)
        found.append(Use("attack", waiting or _attack(game, seat, obj), ATTACK))
    for place, number in abilities_there(game, obj):
        told = why_not(game, seat, obj, number)
        found.append(Use("activate", told, ACTIVATE, ability_name(game, number), place))
    return found


def _ways_to_play(game: Game, seat: int, obj: Object) -> list[Use]:
    if obj.owner != seat:
        return [Use("activate", WhyNot("1.9.1", "not_yours", f"{obj.name} is not your card"), ACTIVATE_CARD)]
    found = []
    waiting = _waiting(game, seat, is_materialized=is_its_phase(game, seat, obj))
    if obj.zone == "material deck":
        told = [(way, waiting or _materialization(game, seat, obj, way)) for way in ways_to_materialize(game, obj)]
        found = [Use("materialize", why, MATERIALIZE, way.name) for way, why in told]
        found = found or [Use("materialize", waiting or _materialization(game, seat, obj), MATERIALIZE)]
    waiting = _waiting(game, seat, is_materialized=False)
    for way in ways_to_activate(game, seat, obj):
        found.append(Use("activate", waiting or _activation(game, seat, obj, way), ACTIVATE_CARD, way.name))
    for other in game.prints[obj.card].alternatives:
        name = other.keyword or "alternative cost"
        if other.resource == "reserve" and other.zone != obj.zone and obj.zone != "material deck":
            said = f"{obj.name} can be activated so only from the {other.zone}"
            why = WhyNot("1.9.1", "elsewhere", said, f"{obj.name} in the {other.zone}")
            found.append(Use("activate", why, ACTIVATE_CARD, name))
    return found or [Use("activate", waiting or _from_there(obj), ACTIVATE_CARD)]


# --- cards ----------------------------------------------------------------------------------------


def _activation(game: Game, seat: int, obj: Object, way: Way | None = None) -> WhyNot:
    """The steps 1.1 to 1.8, in a way; without one in any."""
    ways = ways_to_activate(game, seat, obj) if way is None else (way,)
    if not ways:
        return _some_ability(game, seat, obj) or _from_there(obj)
    found = _elements_and_targets(game, seat, obj)
    if found is not None:
        return found
    if not legal_actions.may_activate_now(game, seat, obj):
        limit = legal_actions.own_limit(game, seat, obj)
        if limit is not None:
            return WhyNot("1.6", limit.code, limit.reason)
        return WhyNot("1.6", "slow", f"{obj.name} is slow", SLOW_TIME)
    by = forbidder(game, "activate", seat, obj)
    if by >= 0:
        return WhyNot("1.6", "prohibited", f"an effect says that {obj.name} can't be activated", by=by)
    return _payment(game, seat, "activate", obj, ways)


def _materialization(game: Game, seat: int, obj: Object, way: Way | None = None) -> WhyNot:
    """The steps 1.1 to 1.5, then 3.1 to 3.3, in a way; without one in any."""
    if not is_its_phase(game, seat, obj) and not legal_actions.may_materialize(game, seat, obj):
        return WhyNot("2", "not_now", f"{obj.name} cannot be materialized now", "your materialize phase")
    if is_preserved(obj):
        return WhyNot("Preserve", CAN, f"{obj.name} can be returned to hand instead of materializing")
    ways = ways_to_materialize(game, obj) if way is None else (way,)
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
    missing = legal_actions.missing_elements(game, seat, obj)
    if missing and not (obj.zone == "material deck" and "champion" in obj.words):
        elements = " and ".join(missing)
        return WhyNot("1.2", "element_not_enabled", f"{obj.name} needs {elements}", f"a champion that is {elements}")
    if not legal_actions.finds_targets(game, seat, obj):
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
    if can_pay_for(game, seat, action, obj, ways):
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
    attack = _attack(game, seat, obj)
    return ability if ability is not None and ability.can and not attack.can else attack


def _attack(game: Game, seat: int, obj: Object) -> WhyNot:
    """The steps 2a to 2e of the declaration."""
    refusal = obstacle(game, seat, obj)
    if refusal is None and can_attack(game, seat, obj):
        return WhyNot("Combat 2a", CAN, f"{obj.name} can attack now")
    if refusal is None:
        return WhyNot("Combat 2c", "no_target", f"there is nothing that {obj.name} could attack", "a unit to attack")
    need = f"{obj.name} awake" if refusal.code == "rested" else NEEDS.get(refusal.code, "")
    return because(refusal, need, _forbidder(game, "attack", seat, obj, refusal))


def _forbidder(game: Game, action: str, seat: int, obj: Object, refusal: Refusal) -> int:
    """The card that prohibits it, if that is how it is refused."""
    return max(0, forbidder(game, action, seat, obj)) if refusal.code == "prohibited" else 0


def _some_ability(game: Game, seat: int, obj: Object) -> WhyNot | None:
    """An ability that can be used, or else the first; none if there is none."""
    answers = [_ability(game, seat, obj, game.texts[number]) for number in game.activated(obj)]
    return next((answer for answer in answers if answer.can), answers[0] if answers else None)


def _ability(game: Game, seat: int, obj: Object, text: Text) -> WhyNot:
    refusal = legal_actions.ability_obstacle(game, seat, obj, text)
    if refusal is not None:
        need = (
            f"{obj.name} {where(game.zone_name(text.zone))}"
            if refusal.code == "wrong_zone"
            else NEEDS.get(refusal.code, "")
        )
        return because(refusal, need, _forbidder(game, "activate ability", seat, obj, refusal))
    if legal_actions.can_activate_ability(game, seat, obj, text):
        return WhyNot("Activated 1", CAN, f"the ability of {obj.name} can be activated now")
    if text.taps and obj.tapped:
        return WhyNot("Activated 1", "rested", f"{obj.name} is rested", f"{obj.name} awake")
    if not has_targets(game, text, seat, obj.id):
        return no_target(game, seat, obj, text)
    need = lacking(game, seat, [ability_cost(game, seat, obj, text.number)], obj.id, "activate")
    return WhyNot("Activated 1", "cannot_pay", f"the cost of {obj.name}'s ability cannot be paid", need)
