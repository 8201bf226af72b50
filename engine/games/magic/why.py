"""Why not, in Magic: the first step of casting, activating, playing a land, attacking or blocking that fails.

Whether something can be done is asked of ``legal``, ``attacking`` and ``blocking``, which enforce it; what is added
here is what would help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.games.magic import legal
from engine.games.magic.attacking import attack_obstacle
from engine.games.magic.blocking import block_obstacle, can_block
from engine.games.magic.limits import limit_obstacle
from engine.games.magic.ways import is_in_play_zone, ways_to_cast
from engine.prohibitions import forbidder
from engine.targets import has_targets
from engine.text.language import language
from engine.why import CAN, WhyNot, because, busy, lacking, no_target

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import Object
    from engine.texts import Text

SORCERY_TIME: Final = "your main phase, with an empty stack"
NEEDS: Final = {
    "sorcery_timing": SORCERY_TIME,
    "land_played": "your next turn",
    "summoning_sick": "your next turn, or haste",
    "not_your_turn": "your turn",
    "defender": "to lose defender",
    "flying": "flying or reach",
    "loop": "another action",
}
"""What would help, by the code of what forbids it."""


def why_not(game: Game, seat: int, obj: Object, number: int | None) -> WhyNot:
    """Why a seat cannot use an object's ability (``number`` of its text), or the object itself, now."""
    if number is not None:
        return _ability(game, seat, obj, game.texts[number])
    if is_in_play_zone(game, seat, obj):
        return _land(game, seat, obj) if "land" in obj.words else _spell(game, seat, obj)
    if obj.zone != "battlefield" and ways_to_cast(game, seat, obj):
        return _spell(game, seat, obj)
    if obj.zone == "battlefield" and obj.controller == seat and "creature" in obj.words:
        return _attack(game, seat, obj) if game.root.active == seat else _block(game, seat, obj)
    return _some_ability(game, seat, obj)


# --- spells and lands -----------------------------------------------------------------------------


def _spell(game: Game, seat: int, obj: Object) -> WhyNot:
    waiting = busy(game, seat, "priority")
    if waiting is not None:
        return waiting
    refusal = legal.cast_obstacle(game, seat, obj)
    if refusal is not None:
        return because(refusal, NEEDS.get(refusal.code, ""), _forbidder(game, "cast", seat, obj, refusal))
    if legal.castable(game, seat, obj):
        return WhyNot("601.3", CAN, f"{obj.name} can be cast now")
    spell = game.prints[obj.card].spell
    if spell >= 0 and not has_targets(game, game.texts[spell], seat, obj.id):
        return no_target(game, seat, obj, game.texts[spell])
    need = lacking(game, seat, legal.casting_costs(game, seat, obj), obj.id, "cast")
    return WhyNot("601.2h", "cannot_pay", f"the cost of {obj.name} cannot be paid", need)


def _land(game: Game, seat: int, obj: Object) -> WhyNot:
    waiting = busy(game, seat, "priority")
    if waiting is not None:
        return waiting
    refusal = legal.land_obstacle(game, seat, obj)
    if refusal is not None:
        return because(refusal, NEEDS.get(refusal.code, ""))
    return WhyNot("305.1", CAN, f"{obj.name} can be played now")


def _forbidder(game: Game, action: str, seat: int, obj: Object, refusal: Refusal) -> int:
    """What prohibits it, if that is how it is refused."""
    return max(0, forbidder(game, action, seat, obj)) if refusal.code == "prohibited" else 0


# --- abilities ------------------------------------------------------------------------------------


def _some_ability(game: Game, seat: int, obj: Object) -> WhyNot:
    """Of an object that is neither in hand nor a creature of one's own: an ability that can be used, or its first."""
    answers = [_ability(game, seat, obj, game.texts[number]) for number in game.activated(obj)]
    if not answers:
        if obj.zone != "battlefield":
            return because(legal.cast_obstacle(game, seat, obj) or _nothing(obj))
        return because(_nothing(obj))
    return next((answer for answer in answers if answer.can), answers[0])


def _nothing(obj: Object) -> Refusal:
    return Refusal("602.1c", "not_activated", f"{obj.name} has nothing to activate")


def _ability(game: Game, seat: int, obj: Object, text: Text) -> WhyNot:
    waiting = busy(game, seat, "priority")
    if waiting is not None:
        return _for_payment(game, seat, obj, text) if text.is_mana else waiting
    return _activation(game, seat, obj, text)


def _for_payment(game: Game, seat: int, obj: Object, text: Text) -> WhyNot:
    """605.3a: a mana ability also while a payment is asked for."""
    own = next((d for d in game.pending if d.seat == seat and d.kind == "pay"), None)
    if own is None:
        return WhyNot("605.3a", "no_priority", "you have no priority, and nothing is to be paid for", "priority")
    if game.activation(obj, text.number) in [option.refs for option in own.options]:
        return WhyNot("605.3a", CAN, f"{obj.name} can be activated for mana now")
    found = _activation(game, seat, obj, text)
    return WhyNot("605.3a", "no_use", "its mana would not help to pay for this") if found.can else found


def _activation(game: Game, seat: int, obj: Object, text: Text) -> WhyNot:
    refusal = legal.obstacle(game, seat, obj, text)
    if refusal is not None:
        need = _limit_need(game, seat, obj, text) or NEEDS.get(refusal.code, "")
        if refusal.code == "wrong_zone":
            need = f"{obj.name} in the {text.zone}"
        return because(refusal, need, _forbidder(game, "activate", seat, obj, refusal))
    if legal.can_activate(game, seat, obj, text):
        return WhyNot("602.2", CAN, f"the ability of {obj.name} can be activated now")
    if text.taps and obj.tapped:
        return WhyNot("602.5", "tapped", f"{obj.name} is tapped already", f"{obj.name} untapped")
    if not has_targets(game, text, seat, obj.id):
        return no_target(game, seat, obj, text)
    need = lacking(game, seat, legal.activation_costs(game, seat, obj, text), obj.id, "activate")
    return WhyNot("602.2b", "cannot_pay", f"the cost of {obj.name}'s ability cannot be paid", need)


def _limit_need(game: Game, seat: int, obj: Object, text: Text) -> str:
    """What the activation instruction that stands in the way says, or when its use comes back."""
    for limit in text.limits:
        refusal = limit_obstacle(game, seat, obj, text, limit)
        if refusal is not None:
            if refusal.code == "used_up":
                return "the next turn" if limit.kind != "ever" else f"{obj.name} as a new object"
            return str(language(game.rules.name).renderer.limit(limit)).rstrip(".")
    return ""


# --- combat ---------------------------------------------------------------------------------------


def _attack(game: Game, seat: int, obj: Object) -> WhyNot:
    if obj.attacking >= 0:
        return WhyNot("508.1", "attacking", f"{obj.name} is attacking")
    refusal = attack_obstacle(game, obj)
    if refusal is not None:
        need = f"{obj.name} untapped" if refusal.code == "tapped" else NEEDS.get(refusal.code, "")
        return because(refusal, need, _forbidder(game, "attack", seat, obj, refusal))
    if game.root.agenda[-1][0] == "attackers":
        return WhyNot("508.1", CAN, f"{obj.name} can be declared as an attacker now")
    return WhyNot(
        "508.1", "not_now", "attackers are declared in the declare attackers step", "your declare attackers step"
    )


def _block(game: Game, seat: int, obj: Object) -> WhyNot:
    if obj.blocking:
        return WhyNot("509.1", "blocking", f"{obj.name} is blocking")
    foes = [foe for foe in game.battlefield() if foe.attacking == seat]
    if not foes:
        return WhyNot("509.1a", "not_attacked", "nothing attacks you", "an attacking creature")
    foe = next((foe for foe in foes if can_block(game, obj, foe)), foes[0])
    refusal = block_obstacle(game, obj, foe)
    if refusal is not None:
        need = f"{obj.name} untapped" if refusal.code == "tapped" else NEEDS.get(refusal.code, "")
        if refusal.code == "unblockable":
            return because(refusal, need, max(0, forbidder(game, "be blocked", foe.controller, foe)))
        return because(refusal, need, _forbidder(game, "block", seat, obj, refusal))
    top = game.root.agenda[-1]
    if top[0] == "blockers" and top[1][0] == seat:
        return WhyNot("509.1", CAN, f"{obj.name} can block {foe.name} now")
    return WhyNot("509.1", "not_now", "blockers are declared in the declare blockers step", "the declare blockers step")
