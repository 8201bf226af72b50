"""Reasons against an action, in Magic: the first failing step of casting, activating, playing lands and combat.

Whether something can be done is asked of ``legal_actions``, ``attacking`` and ``blocking``, which enforce it; what is
added here is what would help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.events.zones import where
from engine.explain.object_report import abilities_there, ability_name
from engine.explain.why_not import because, busy, lacking, no_target
from engine.games.magic import legal_actions
from engine.games.magic.activation_limits import limit_obstacle
from engine.games.magic.attacking import attack_obstacle
from engine.games.magic.blocking import block_obstacle, can_block
from engine.games.magic.casting_modes import is_in_play_zone, ways_to_cast
from engine.games.magic.frames import BlockersFrame
from engine.games.magic.layouts import OWN, ShownAs, faces_to_play, number_to_play
from engine.play.targets import has_targets
from engine.queries.prohibitions import forbidder
from engine.sentences import said, word
from engine.state.obstacles import CAN, Stage, Stages, Use, WhyNot
from engine.text.language import language

if TYPE_CHECKING:
    from engine.abilities import Way
    from engine.cards.numbered_text import Text
    from engine.sentences import Words
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object

SORCERY_TIME: Final = said("magic.need_sorcery_time", "your main phase, with an empty stack")
NEEDS: Final[dict[str, Words]] = {
    "sorcery_timing": SORCERY_TIME,
    "land_played": said("magic.need_next_own_turn", "your next turn"),
    "summoning_sick": said("magic.need_haste", "your next turn, or haste"),
    "not_your_turn": said("reason.need_your_turn", "your turn"),
    "defender": said("magic.need_no_defender", "to lose defender"),
    "flying": said("magic.need_flying", "flying or reach"),
    "loop": said("magic.need_another_action", "another action"),
}
"""The remedy, by the code of the obstacle."""
PRIORITY_ITSELF: Final = said("magic.need_priority", "priority")
PRIORITY: Final = Stage("117.1", said("magic.step_priority", "you have priority"), "no_priority", "busy", "no_use")
CAST: Final[Stages] = (
    PRIORITY,
    Stage(
        "601.3",
        said("magic.step_castable_there", "it can be cast from where it is"),
        "land",
        "no_cost",
        "not_castable",
        "not_yours",
        "elsewhere",
    ),
    Stage("117.1a", said("reason.step_its_time", "it is the time for it"), "sorcery_timing"),
    Stage("601.3", said("reason.step_nothing_forbids", "nothing forbids it")),
    Stage("601.2c", said("reason.step_targets", "it finds its targets"), "no_target"),
    Stage("601.2h", said("reason.step_cost", "its cost can be paid"), "cannot_pay"),
)
PLAY: Final[Stages] = (
    PRIORITY,
    Stage("305.1", said("magic.step_played_there", "it can be played from where it is"), "not_a_land"),
    Stage("305.1", said("magic.step_main_phase", "it is your main phase, the stack empty"), "sorcery_timing"),
    Stage("305.2", said("magic.step_land_left", "a land may still be played this turn")),
)
ACTIVATE: Final[Stages] = (
    Stage("602.2", said("reason.step_yours_to_activate", "it is yours to activate"), "not_controller"),
    PRIORITY,
    Stage("602.2", said("reason.step_works_there", "it works from where it is"), "not_activated", "wrong_zone"),
    Stage("602.5a", said("magic.step_not_new", "it is not new under your control"), "summoning_sick"),
    Stage("602.5", said("reason.step_text_allows", "its text and nothing else forbids it")),
    Stage("602.2c", said("reason.step_targets", "it finds its targets"), "no_target"),
    Stage("602.2b", said("reason.step_cost", "its cost can be paid"), "tapped", "cannot_pay"),
)
ATTACK: Final[Stages] = (
    Stage(
        "508.1a",
        said("magic.step_creature_and_turn", "it is a creature, and its controller's turn"),
        "not_a_creature",
        "not_your_turn",
    ),
    Stage("508.1a", said("magic.step_can_be_attacker", "it is untapped, and not attacking yet"), "tapped", "attacking"),
    Stage("508.1a", said("magic.step_not_new", "it is not new under your control"), "summoning_sick"),
    Stage("508.1c", said("reason.step_nothing_forbids", "nothing forbids it")),
    Stage("508.1", said("magic.step_attackers_now", "attackers are declared now"), "not_now"),
)
BLOCK: Final[Stages] = (
    Stage("509.1", said("magic.step_attacked", "something attacks you"), "not_attacked"),
    Stage(
        "509.1a",
        said("magic.step_can_be_blocker", "it is an untapped creature, and not blocking yet"),
        "not_a_creature",
        "tapped",
        "blocking",
    ),
    Stage("509.1b", said("magic.step_may_block", "it may block that")),
    Stage("509.1", said("magic.step_blockers_now", "blockers are declared now"), "not_now"),
)
"""The questions about each use, in the order of the procedure."""


def why_not(game: Game, seat: int, obj: Object, number: int | None) -> WhyNot:
    """The reason a seat cannot use an object's ability (``number`` of its text), or the object itself, now."""
    if number is not None:
        return _ability(game, seat, obj, game.texts[number])
    number_played = number_to_play(game, seat, obj)
    places = faces_to_play(game.prints[number_played])
    if (places != OWN or number_played != obj.card) and obj.zone not in ("battlefield", "stack"):
        return _some_face(game, seat, obj, places)
    return _why_not_itself(game, seat, obj)


def _some_face(game: Game, seat: int, obj: Object, places: tuple[int, ...]) -> WhyNot:
    """Of a card that may be played as one of several faces: that it can be played, or why not as the first of them."""
    answers = []
    for place in places:
        with ShownAs(game, obj, place, seat):
            answers.append(_why_not_itself(game, seat, obj))
    return next((answer for answer in answers if answer.can), answers[0])


def _why_not_itself(game: Game, seat: int, obj: Object) -> WhyNot:
    """The reason a seat cannot use an object, as the face that it shows."""
    if is_in_play_zone(game, seat, obj):
        return _land(game, seat, obj) if "land" in obj.words else _spell(game, seat, obj)
    if obj.zone != "battlefield" and ways_to_cast(game, seat, obj):
        return _spell(game, seat, obj)
    if obj.zone == "battlefield" and obj.controller == seat and "creature" in obj.words:
        return _attack(game, seat, obj) if game.root.active == seat else _block(game, seat, obj)
    return _some_ability(game, seat, obj)


def ways_to_use(game: Game, seat: int, obj: Object) -> list[Use]:
    """Playing it in each way there is, attacking and blocking with it, each of its activated abilities."""
    found: list[Use] = []
    if obj.zone not in ("battlefield", "stack"):
        for place in faces_to_play(game.prints[number_to_play(game, seat, obj)]):
            with ShownAs(game, obj, place, seat):
                found += [_as_face(use, obj, place) for use in _ways_to_play(game, seat, obj)]
    elif obj.controller == seat and "creature" in obj.words and obj.zone == "battlefield":
        found += [Use("attack", _attack(game, seat, obj), ATTACK), Use("block", _block(game, seat, obj), BLOCK)]
    for place, number in abilities_there(game, obj):
        told = _ability(game, seat, obj, game.texts[number])
        found.append(Use("activate", told, ACTIVATE, ability_name(game, number), place))
    return found


def _as_face(use: Use, obj: Object, place: int) -> Use:
    """A way to play a card, with the name of the face that is played, if that is not its own."""
    name = ", ".join(part for part in (obj.name, use.name) if part) if place else use.name
    return Use(use.do, use.found, use.stages, name, use.place)


def _ways_to_play(game: Game, seat: int, obj: Object) -> list[Use]:
    if "land" in obj.words:
        return [Use("play", _land(game, seat, obj), PLAY)]
    ways = legal_actions.ways_now(game, seat, obj)
    found = [Use("cast", _spell(game, seat, obj, way), CAST, way.name) for way in ways]
    if not found and not game.prints[obj.card].alternatives:
        return [Use("cast", _spell(game, seat, obj), CAST)]
    taken = {way.name for way in ways}
    for other in game.prints[obj.card].alternatives:
        name = other.keyword or "alternative cost"
        if name not in taken:
            told = _not_so_there(game, seat, obj, name, other.zone)
            found.append(Use("cast", told, CAST, name))
    return found


def _not_so_there(game: Game, seat: int, obj: Object, name: str, zone: str) -> WhyNot:
    """The reason that a card cannot be cast in the way it names."""
    if obj.owner != seat:
        return because(_not_yours(obj))
    if obj.zone != zone:
        return WhyNot(
            "601.3",
            "elsewhere",
            said(
                "magic.reason_cast_so_from",
                "{name} can be cast so only from the {zone}",
                name=obj.name,
                zone=word(zone),
            ),
            said("reason.need_in_zone", "{name} in the {zone}", name=obj.name, zone=word(zone)),
        )
    return WhyNot(
        "601.3",
        "condition",
        said("magic.reason_cast_condition", "the condition of {name} to be cast so does not hold", name=obj.name),
    )


def _not_yours(obj: Object) -> Refusal:
    return Refusal("601.3", "not_yours", said("reason.not_yours", "{name} is not your card", name=obj.name))


# --- spells and lands -----------------------------------------------------------------------------


def _spell(game: Game, seat: int, obj: Object, way: Way | None = None) -> WhyNot:
    """The reason that a card cannot be cast in a way; without one, in any."""
    waiting = busy(game, seat, PRIORITY_ITSELF)
    if waiting is not None:
        return waiting
    refusal = legal_actions.cast_obstacle(game, seat, obj)
    if refusal is not None:
        return because(refusal, NEEDS.get(refusal.code, ""), _forbidder(game, "cast", seat, obj, refusal))
    costs = (
        legal_actions.casting_costs(game, seat, obj)
        if way is None
        else legal_actions.costs_of_way(game, seat, obj, way)
    )
    if legal_actions.castable(game, seat, obj, costs):
        return WhyNot("601.3", CAN, said("magic.reason_can_cast", "{name} can be cast now", name=obj.name))
    spell = game.prints[obj.card].spell
    if spell >= 0 and not has_targets(game, game.texts[spell], seat, obj.id):
        return no_target(game, seat, obj, game.texts[spell])
    need = lacking(game, seat, costs, obj.id, "cast")
    return WhyNot(
        "601.2h", "cannot_pay", said("reason.cannot_pay", "the cost of {name} cannot be paid", name=obj.name), need
    )


def _land(game: Game, seat: int, obj: Object) -> WhyNot:
    waiting = busy(game, seat, PRIORITY_ITSELF)
    if waiting is not None:
        return waiting
    refusal = legal_actions.land_obstacle(game, seat, obj)
    if refusal is not None:
        return because(refusal, NEEDS.get(refusal.code, ""))
    return WhyNot("305.1", CAN, said("magic.reason_can_play", "{name} can be played now", name=obj.name))


def _forbidder(game: Game, action: str, seat: int, obj: Object, refusal: Refusal) -> int:
    """The permanent that prohibits it, if that is how it is refused."""
    return max(0, forbidder(game, action, seat, obj)) if refusal.code == "prohibited" else 0


# --- abilities ------------------------------------------------------------------------------------


def _some_ability(game: Game, seat: int, obj: Object) -> WhyNot:
    """Of an object that is neither in hand nor a creature of one's own: an ability that can be used, or its first."""
    answers = [_ability(game, seat, obj, game.texts[number]) for number in game.activated(obj)]
    if not answers:
        if obj.zone != "battlefield":
            refusal = legal_actions.cast_obstacle(game, seat, obj)
            is_others = refusal is not None and refusal.code == "not_castable" and obj.owner != seat
            return because(_not_yours(obj) if is_others else refusal or _nothing(obj))
        if obj.controller != seat and "creature" in obj.words:
            return because(
                Refusal(
                    "508.1a",
                    "not_controller",
                    said(
                        "magic.reason_not_yours_to_attack", "{name} is not yours to attack or block with", name=obj.name
                    ),
                )
            )
        return because(_nothing(obj))
    return next((answer for answer in answers if answer.can), answers[0])


def _nothing(obj: Object) -> Refusal:
    return Refusal(
        "602.1c", "not_activated", said("reason.nothing_to_activate", "{name} has nothing to activate", name=obj.name)
    )


def _ability(game: Game, seat: int, obj: Object, text: Text) -> WhyNot:
    refusal = legal_actions.obstacle(game, seat, obj, text)
    if refusal is not None and refusal.code == "not_controller":
        return because(refusal)
    waiting = busy(game, seat, PRIORITY_ITSELF)
    if waiting is not None:
        return _for_payment(game, seat, obj, text) if text.is_mana else waiting
    return _activation(game, seat, obj, text)


def _for_payment(game: Game, seat: int, obj: Object, text: Text) -> WhyNot:
    """605.3a: a mana ability also while a payment is asked for."""
    own = next((d for d in game.asked() if d.seat == seat and d.kind == "pay"), None)
    if own is None:
        return WhyNot(
            "605.3a",
            "no_priority",
            said("magic.reason_nothing_to_pay", "you have no priority, and nothing is to be paid for"),
            PRIORITY_ITSELF,
        )
    if game.activation(obj, text.number) in [option.refs for option in own.options]:
        return WhyNot(
            "605.3a", CAN, said("magic.reason_can_make_mana", "{name} can be activated for mana now", name=obj.name)
        )
    found = _activation(game, seat, obj, text)
    return (
        WhyNot("605.3a", "no_use", said("magic.reason_no_use", "its mana would not help to pay for this"))
        if found.can
        else found
    )


def _activation(game: Game, seat: int, obj: Object, text: Text) -> WhyNot:
    refusal = legal_actions.obstacle(game, seat, obj, text)
    if refusal is not None:
        need = _limit_need(game, seat, obj, text) or NEEDS.get(refusal.code, "")
        if refusal.code == "wrong_zone":
            need = said("reason.need_there", "{name} {there}", name=obj.name, there=where(text.zone))
        return because(refusal, need, _forbidder(game, "activate", seat, obj, refusal))
    if legal_actions.can_activate(game, seat, obj, text):
        return WhyNot(
            "602.2",
            CAN,
            said("reason.can_activate_ability", "the ability of {name} can be activated now", name=obj.name),
        )
    if text.taps and obj.tapped:
        return WhyNot(
            "602.5",
            "tapped",
            said("magic.reason_tapped_already", "{name} is tapped already", name=obj.name),
            said("magic.need_untapped", "{name} untapped", name=obj.name),
        )
    if not has_targets(game, text, seat, obj.id):
        return no_target(game, seat, obj, text)
    need = lacking(game, seat, legal_actions.activation_costs(game, seat, obj, text), obj.id, "activate")
    return WhyNot(
        "602.2b",
        "cannot_pay",
        said("reason.cannot_pay_ability", "the cost of {name}'s ability cannot be paid", name=obj.name),
        need,
    )


def _limit_need(game: Game, seat: int, obj: Object, text: Text) -> Words:
    """The words of the activation instruction that stands in the way, or the time when its use comes back."""
    for limit in text.limits:
        refusal = limit_obstacle(game, seat, obj, text, limit)
        if refusal is not None:
            if refusal.code == "used_up":
                return (
                    said("magic.need_next_turn", "the next turn")
                    if limit.kind != "ever"
                    else said("magic.need_new_object", "{name} as a new object", name=obj.name)
                )
            if limit.kind == "loyalty":
                return ""  # its cost says it, and no sentence does (606.3)
            return str(language(game.rules.name).renderer.limit(limit)).rstrip(".")
    return ""


# --- combat ---------------------------------------------------------------------------------------


def _attack(game: Game, seat: int, obj: Object) -> WhyNot:
    if obj.attacking >= 0:
        return WhyNot("508.1", "attacking", said("magic.reason_is_attacking", "{name} is attacking", name=obj.name))
    refusal = attack_obstacle(game, obj)
    if refusal is not None:
        need = (
            said("magic.need_untapped", "{name} untapped", name=obj.name)
            if refusal.code == "tapped"
            else NEEDS.get(refusal.code, "")
        )
        return because(refusal, need, _forbidder(game, "attack", seat, obj, refusal))
    if game.root.agenda[-1].op == "attackers":
        return WhyNot(
            "508.1", CAN, said("magic.reason_can_attack", "{name} can be declared as an attacker now", name=obj.name)
        )
    return WhyNot(
        "508.1",
        "not_now",
        said("magic.reason_attackers_step", "attackers are declared in the declare attackers step"),
        said("magic.need_attackers_step", "your declare attackers step"),
    )


def undeclarable(game: Game, answer: Answer) -> Refusal | None:
    """The reason that a declared attacker or blocker cannot be one; nothing if all can."""
    match game.root.agenda[-1].op:
        case "attackers":
            reasons = (attack_obstacle(game, game.obj(ref)) for ref in answer.refs if _is_in_play(game, ref))
        case "blockers":
            pairs = zip(answer.refs, answer.amounts, strict=False)
            reasons = (
                block_obstacle(game, game.obj(blocker), game.obj(attacker))
                for blocker, attacker in pairs
                if _is_in_play(game, blocker) and _is_in_play(game, attacker)
            )
        case _:
            return None
    return next((reason for reason in reasons if reason is not None), None)


def _is_in_play(game: Game, ident: int) -> bool:
    obj = game.object(ident)
    return obj is not None and obj.zone == "battlefield"


def _block(game: Game, seat: int, obj: Object) -> WhyNot:
    if obj.blocking:
        return WhyNot("509.1", "blocking", said("magic.reason_is_blocking", "{name} is blocking", name=obj.name))
    foes = [foe for foe in game.battlefield() if foe.attacking == seat]
    if not foes:
        return WhyNot(
            "509.1a",
            "not_attacked",
            said("magic.reason_nothing_attacks", "nothing attacks you"),
            said("magic.need_attacker", "an attacking creature"),
        )
    foe = next((foe for foe in foes if can_block(game, obj, foe)), foes[0])
    refusal = block_obstacle(game, obj, foe)
    if refusal is not None:
        need = (
            said("magic.need_untapped", "{name} untapped", name=obj.name)
            if refusal.code == "tapped"
            else NEEDS.get(refusal.code, "")
        )
        if refusal.code == "unblockable":
            return because(refusal, need, max(0, forbidder(game, "be blocked", foe.controller, foe)))
        return because(refusal, need, _forbidder(game, "block", seat, obj, refusal))
    top = game.root.agenda[-1]
    if isinstance(top, BlockersFrame) and top.seats[0] == seat:
        return WhyNot(
            "509.1", CAN, said("magic.reason_can_block", "{name} can block {other} now", name=obj.name, other=foe.name)
        )
    return WhyNot(
        "509.1",
        "not_now",
        said("magic.reason_blockers_step", "blockers are declared in the declare blockers step"),
        said("magic.need_blockers_step", "the declare blockers step"),
    )
