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
from engine.sentences import said, word
from engine.state.obstacles import CAN, Stage, Stages, Use, WhyNot

if TYPE_CHECKING:
    from engine.abilities import Way
    from engine.cards.numbered_text import Text
    from engine.sentences import Words
    from engine.state.game import Game
    from engine.state.records import Object

SLOW_TIME: Final = said("grand-archive.need_slow_time", "your main phase, with an empty Effects Stack")
NEEDS: Final[dict[str, Words]] = {
    "slow": SLOW_TIME,
    "not_now": said("reason.need_your_turn", "your turn"),
    "used_up": said("reason.need_next_use", "its next use"),
    "first_turn": said("grand-archive.need_last_first_turn", "the last player's first turn"),
    "no_power": said("grand-archive.need_power", "power"),
}
"""The remedy, by the code of the obstacle."""
OPPORTUNITY_ITSELF: Final = said("grand-archive.need_opportunity", "Opportunity")
OPPORTUNITY: Final = Stage(
    "Opportunity 1", said("grand-archive.step_opportunity", "you have Opportunity"), "no_priority", "busy"
)
ACTIVATE_CARD: Final[Stages] = (
    OPPORTUNITY,
    Stage(
        "1.9.1",
        said("grand-archive.step_activated_there", "it can be activated from where it is"),
        "not_from_there",
        "elsewhere",
        "not_yours",
    ),
    Stage("1.2", said("grand-archive.step_elements", "its elements are enabled"), "element_not_enabled"),
    Stage("1.5", said("reason.step_targets", "it finds its targets"), "no_target"),
    Stage("1.6", said("grand-archive.step_time_and_nothing", "it is the time for it, and nothing forbids it")),
    Stage("1.8", said("reason.step_cost", "its cost can be paid"), "cannot_pay"),
)
MATERIALIZE: Final[Stages] = (
    OPPORTUNITY,
    Stage(
        "2",
        said("grand-archive.step_materialized_now", "it can be materialized now"),
        "not_now",
        "no_memory_cost",
        "not_yours",
    ),
    Stage("1.2", said("grand-archive.step_elements", "its elements are enabled"), "element_not_enabled"),
    Stage("1.5", said("reason.step_targets", "it finds its targets"), "no_target"),
    Stage("3.1", said("grand-archive.step_lineage", "it follows your champion's lineage, and nothing forbids it")),
    Stage("3.3", said("reason.step_cost", "its cost can be paid"), "cannot_pay"),
)
ACTIVATE: Final[Stages] = (
    Stage("Activated 4", said("reason.step_yours_to_activate", "it is yours to activate"), "not_controller"),
    OPPORTUNITY,
    Stage("Activated 4", said("reason.step_works_there", "it works from where it is"), "wrong_zone"),
    Stage("Activated 4", said("reason.step_text_allows", "its text and nothing else forbids it")),
    Stage("Activated 1", said("reason.step_targets", "it finds its targets"), "no_target"),
    Stage("Activated 1", said("reason.step_cost", "its cost can be paid"), "rested", "cannot_pay"),
)
ATTACK: Final[Stages] = (
    OPPORTUNITY,
    Stage(
        "Combat 1",
        said("grand-archive.step_main_phase", "it is your main phase, the Effects Stack empty"),
        "not_a_unit",
        "slow",
    ),
    Stage("Combat 1", said("grand-archive.step_attacks_yet", "attacks may be declared yet"), "first_turn"),
    Stage("Combat 2a", said("grand-archive.step_awake", "it is awake"), "rested"),
    Stage("Combat 1", said("grand-archive.step_power", "it has power, or a weapon"), "no_power"),
    Stage("Combat 2e", said("reason.step_nothing_forbids", "nothing forbids it")),
    Stage("Combat 2d", said("reason.step_cost", "its cost can be paid"), "cannot_pay"),
    Stage("Combat 2c", said("grand-archive.step_something_to_attack", "there is something to attack"), "no_target"),
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
    waiting = busy(game, seat, OPPORTUNITY_ITSELF)
    if waiting is None and game.root.agenda[-1].op == "materialize" and not is_materialized:
        return WhyNot(
            "2",
            "no_priority",
            said("grand-archive.reason_materialize_now", "now a card is materialized, or none"),
            OPPORTUNITY_ITSELF,
        )
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
        return [
            Use(
                "activate",
                WhyNot("1.9.1", "not_yours", said("reason.not_yours", "{name} is not your card", name=obj.name)),
                ACTIVATE_CARD,
            )
        ]
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
            reason = said(
                "grand-archive.reason_activate_so_from",
                "{name} can be activated so only from the {zone}",
                name=obj.name,
                zone=word(other.zone),
            )
            why = WhyNot(
                "1.9.1",
                "elsewhere",
                reason,
                said("reason.need_in_zone", "{name} in the {zone}", name=obj.name, zone=word(other.zone)),
            )
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
            return WhyNot("1.6", limit.code, limit.words)
        return WhyNot("1.6", "slow", said("grand-archive.reason_slow", "{name} is slow", name=obj.name), SLOW_TIME)
    by = forbidder(game, "activate", seat, obj)
    if by >= 0:
        return WhyNot(
            "1.6",
            "prohibited",
            said(
                "grand-archive.reason_cannot_activate", "an effect says that {name} can't be activated", name=obj.name
            ),
            by=by,
        )
    return _payment(game, seat, "activate", obj, ways)


def _materialization(game: Game, seat: int, obj: Object, way: Way | None = None) -> WhyNot:
    """The steps 1.1 to 1.5, then 3.1 to 3.3, in a way; without one in any."""
    if not is_its_phase(game, seat, obj) and not legal_actions.may_materialize(game, seat, obj):
        return WhyNot(
            "2",
            "not_now",
            said("grand-archive.reason_not_materialized_now", "{name} cannot be materialized now", name=obj.name),
            said("grand-archive.need_materialize_phase", "your materialize phase"),
        )
    if is_preserved(obj):
        return WhyNot(
            "Preserve",
            CAN,
            said(
                "grand-archive.reason_can_return",
                "{name} can be returned to hand instead of materializing",
                name=obj.name,
            ),
        )
    ways = ways_to_materialize(game, obj) if way is None else (way,)
    if not ways:
        return WhyNot(
            "3.4.2",
            "no_memory_cost",
            said("grand-archive.reason_no_memory_cost", "{name} has no memory cost", name=obj.name),
        )
    found = _elements_and_targets(game, seat, obj)
    if found is None and "champion" in obj.words:
        found = _lineage(game, seat, obj)
    by = forbidder(game, "materialize", seat, obj)
    if found is None and by >= 0:
        return WhyNot(
            "3.1",
            "prohibited",
            said(
                "grand-archive.reason_cannot_materialize",
                "an effect says that {name} can't be materialized",
                name=obj.name,
            ),
            by=by,
        )
    return found or _payment(game, seat, "materialize", obj, ways)


def _from_there(obj: Object) -> WhyNot:
    return WhyNot(
        "1.9.1",
        "not_from_there",
        said(
            "grand-archive.reason_not_from_there",
            "{name} cannot be activated from the {zone}",
            name=obj.name,
            zone=word(obj.zone),
        ),
        said("grand-archive.need_in_hand", "{name} in hand", name=obj.name),
    )


def _elements_and_targets(game: Game, seat: int, obj: Object) -> WhyNot | None:
    missing = legal_actions.missing_elements(game, seat, obj)
    if missing and not (obj.zone == "material deck" and "champion" in obj.words):
        elements = " and ".join(missing)
        return WhyNot(
            "1.2",
            "element_not_enabled",
            said("grand-archive.reason_needs_elements", "{name} needs {n}", name=obj.name, n=elements),
            said("grand-archive.need_champion_of", "a champion that is {n}", n=elements),
        )
    if not legal_actions.finds_targets(game, seat, obj):
        return no_target(game, seat, obj, game.texts[game.prints[obj.card].spell])
    return None


def _lineage(game: Game, seat: int, obj: Object) -> WhyNot | None:
    try:
        check_lineage(game, seat, obj, "3.1.1")
    except Illegal as illegal:
        level = level_of(game, obj) - 1
        need: Words = (
            said("grand-archive.need_champion_level", "a champion of level {n}", n=level) if level >= 0 else ""
        )
        if illegal.code == "wrong_lineage":
            need = said("grand-archive.need_champion_called", "a champion called {name}", name=name_in_lineage(obj))
        return WhyNot(illegal.rule, illegal.code, illegal.words, need)
    return None


def _payment(game: Game, seat: int, action: str, obj: Object, ways: tuple[Way, ...]) -> WhyNot:
    """The last step: its cost is asked about once it has left its zone, as it is paid then (1.1)."""
    if can_pay_for(game, seat, action, obj, ways):
        if action == "activate":
            return WhyNot(
                "1.9", CAN, said("grand-archive.reason_can_activate", "{name} can be activated now", name=obj.name)
            )
        return WhyNot(
            "3.4", CAN, said("grand-archive.reason_can_materialize", "{name} can be materialized now", name=obj.name)
        )
    mark = game.mark()
    card = move(game, obj, "effects stack", controller=seat)
    assert card is not None
    besides = additional_costs(game, seat, card)
    costs = [total_cost(game, seat, action, card, way.cost, besides, free=way.free) for way in ways]
    need = lacking(game, seat, costs, card.id, action)
    game.rewind(mark)
    rule = "1.8" if action == "activate" else "3.3"
    return WhyNot(
        rule, "cannot_pay", said("reason.cannot_pay", "the cost of {name} cannot be paid", name=obj.name), need
    )


# --- objects on the field -------------------------------------------------------------------------


def _on_field(game: Game, seat: int, obj: Object) -> WhyNot:
    """A unit of one's own attacks; what else there is has abilities."""
    ability = _some_ability(game, seat, obj)
    if obj.controller != seat or UNITS.isdisjoint(obj.words):
        return ability or because(
            Refusal(
                "Activated 5",
                "not_activated",
                said("reason.nothing_to_activate", "{name} has nothing to activate", name=obj.name),
            )
        )
    attack = _attack(game, seat, obj)
    return ability if ability is not None and ability.can and not attack.can else attack


def _attack(game: Game, seat: int, obj: Object) -> WhyNot:
    """The steps 2a to 2e of the declaration."""
    refusal = obstacle(game, seat, obj)
    if refusal is None and can_attack(game, seat, obj):
        return WhyNot("Combat 2a", CAN, said("grand-archive.reason_can_attack", "{name} can attack now", name=obj.name))
    if refusal is None:
        return WhyNot(
            "Combat 2c",
            "no_target",
            said(
                "grand-archive.reason_nothing_could_attack", "there is nothing that {name} could attack", name=obj.name
            ),
            said("grand-archive.need_unit_to_attack", "a unit to attack"),
        )
    need = (
        said("grand-archive.need_awake", "{name} awake", name=obj.name)
        if refusal.code == "rested"
        else NEEDS.get(refusal.code, "")
    )
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
            said("reason.need_there", "{name} {there}", name=obj.name, there=where(game.zone_name(text.zone)))
            if refusal.code == "wrong_zone"
            else NEEDS.get(refusal.code, "")
        )
        return because(refusal, need, _forbidder(game, "activate ability", seat, obj, refusal))
    if legal_actions.can_activate_ability(game, seat, obj, text):
        return WhyNot(
            "Activated 1",
            CAN,
            said("reason.can_activate_ability", "the ability of {name} can be activated now", name=obj.name),
        )
    if text.taps and obj.tapped:
        return WhyNot(
            "Activated 1",
            "rested",
            said("grand-archive.reason_rested", "{name} is rested", name=obj.name),
            said("grand-archive.need_awake", "{name} awake", name=obj.name),
        )
    if not has_targets(game, text, seat, obj.id):
        return no_target(game, seat, obj, text)
    need = lacking(game, seat, [ability_cost(game, seat, obj, text.number)], obj.id, "activate")
    return WhyNot(
        "Activated 1",
        "cannot_pay",
        said("reason.cannot_pay_ability", "the cost of {name}'s ability cannot be paid", name=obj.name),
        need,
    )
