"""Reasons against an action, in Marvel Champions: the first check of Initiating Abilities that fails.

Whether something can be played or used is asked of ``legal_actions``, which enforces it; what is added here is what
would help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Resources, TapSelf, TargetSpec, Timed
from engine.errors import Refusal
from engine.explain.object_report import abilities_there, ability_name
from engine.explain.why_not import because, busy, no_target
from engine.games.marvel_champions import initiating, powers
from engine.games.marvel_champions.attaching import attaches_to
from engine.games.marvel_champions.can_pay import can_pay_for
from engine.games.marvel_champions.character_stats import has_stat, identity_of
from engine.games.marvel_champions.forms import may_change
from engine.games.marvel_champions.labelled_abilities import lacks_scheme
from engine.games.marvel_champions.language.shared_words import SYMBOL_OF
from engine.games.marvel_champions.legal_actions import least_x, obstacle
from engine.games.marvel_champions.resources import resource_parts, units_of
from engine.games.marvel_champions.totals import total_cost, variable_of
from engine.play.response_windows import usable_now
from engine.queries.faces import other_face
from engine.queries.prohibitions import forbidden
from engine.sentences import said, word
from engine.state.frames import PriorityFrame
from engine.state.obstacles import CAN, Stage, Stages, Use, WhyNot
from engine.text.language import language

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.sentences import Words
    from engine.state.game import Game
    from engine.state.records import Object

POWERS: Final = (powers.ATTACK, powers.THWART, powers.RECOVER)
WHEN: Final = {"interrupt": "when", "response": "after"}
NEEDS: Final[dict[str, Words]] = {
    "used_up": said("reason.need_next_use", "its next use"),
    "not_your_turn": said("reason.need_your_turn", "your turn"),
    "not_paying": said("marvel-champions.need_cost", "a cost to pay"),
    "no_cost": said("marvel-champions.need_cost_with_it", "a cost to pay with it"),
}
"""The remedy, by the code of the obstacle."""
A_TURN: Final = said("marvel-champions.need_turn", "a turn")
ASKED: Final = Stage("Action", said("marvel-champions.step_asked", "you are asked what to do"), "no_priority", "busy")
PLAY: Final[Stages] = (
    ASKED,
    Stage("Play", said("marvel-champions.step_your_hand", "it is a card of your hand"), "not_from_there", "not_yours"),
    Stage("Initiating: restrictions", said("marvel-champions.step_restrictions", "its play restrictions are observed")),
    Stage("Cost: targets", said("marvel-champions.step_valid_target", "there is a valid target"), "no_target"),
    Stage("Ability: change", said("marvel-champions.step_changes", "it could change something"), "changes_nothing"),
    Stage(
        "Cost: simultaneous",
        said("marvel-champions.step_costs_at_once", "its costs can be paid all at once"),
        "no_cost",
        "cannot_pay",
    ),
)
USE: Final[Stages] = (
    ASKED,
    Stage("In Play and Out of Play", said("marvel-champions.step_in_play", "it is in play"), "not_in_play"),
    Stage(
        "Initiating: restrictions",
        said("marvel-champions.step_yours_to_use", "it is yours to use"),
        "not_controller",
        "forced",
    ),
    Stage(
        "Initiating: restrictions",
        said("marvel-champions.step_restrictions_and_time", "its restrictions are observed, and it is its time"),
    ),
    Stage("Cost: targets", said("marvel-champions.step_valid_target", "there is a valid target"), "no_target"),
    Stage("Ability: change", said("marvel-champions.step_changes", "it could change something"), "changes_nothing"),
    Stage(
        "Cost: simultaneous",
        said("marvel-champions.step_costs_at_once", "its costs can be paid all at once"),
        "cannot_pay",
    ),
)
POWER: Final[Stages] = (
    ASKED,
    Stage("Player Turn", said("marvel-champions.step_your_turn", "it is your turn"), "not_your_turn", "not_now"),
    Stage("Exhausted", said("marvel-champions.step_ready", "it is ready"), "exhausted"),
    Stage("Player Turn", said("marvel-champions.step_has_power", "it has that power, and something to use it on")),
)
CHANGE_FORM: Final[Stages] = (
    ASKED,
    Stage("Form", said("marvel-champions.step_your_turn", "it is your turn"), "not_your_turn", "not_now"),
    Stage("Form", said("marvel-champions.step_form_unchanged", "you have not changed form this round"), "used_up"),
)
"""The questions about each use, in the order of the procedure."""


def why_not(game: Game, seat: int, obj: Object, number: int | None) -> WhyNot:
    """The reason a seat cannot use an object's ability (``number`` of its text), or the object itself, now."""
    waiting = busy(game, seat, A_TURN)
    if waiting is not None and not _has_nothing(game, seat):
        return _waiting(waiting)
    if number is not None:
        return _ability(game, seat, obj, number)
    if obj.zone == "hand" and obj.owner == seat:
        return _in_hand(game, seat, obj)
    if obj.zone == "hand":
        return WhyNot(
            "Play",
            "not_yours",
            said(
                "marvel-champions.reason_in_other_hand",
                "{name} is a card of {who}'s hand",
                name=obj.name,
                who=game.players[obj.owner].name,
            ),
        )
    if obj.zone != game.arena:
        return WhyNot(
            "Play",
            "not_from_there",
            said("marvel-champions.reason_not_from_there", "{name} cannot be played from there", name=obj.name),
            said("marvel-champions.need_in_your_hand", "{name} in your hand", name=obj.name),
        )
    return _in_play(game, seat, obj)


def ways_to_use(game: Game, seat: int, obj: Object) -> list[Use]:
    """Playing it, the basic powers of a character, changing form, each of its abilities that is used."""
    found: list[Use] = []
    if obj.zone == "hand":
        found.append(Use("play", why_not(game, seat, obj, None), PLAY))
        return found
    if obj.zone == game.arena and obj.controller == seat:
        found += _own_powers(game, seat, obj)
    for place, number in abilities_there(game, obj):
        told = why_not(game, seat, obj, number)
        found.append(Use("activate", told, USE, ability_name(game, number), place))
    return found


def _own_powers(game: Game, seat: int, obj: Object) -> list[Use]:
    waiting = busy(game, seat, A_TURN)
    told = _waiting(waiting) if waiting is not None and not _has_nothing(game, seat) else None
    owned = [power for power in POWERS if "character" in obj.words and has_stat(game, obj, power)]
    found = [Use(power, told or _power(game, seat, obj, power), POWER) for power in owned]
    if identity_of(game, seat) is obj and other_face(game, obj) >= 0:
        found.append(Use("flip", told or _form(game, seat, obj), CHANGE_FORM))
    return found


def _form(game: Game, seat: int, obj: Object) -> WhyNot:
    window = _in_window(game)
    if window is not None:
        return window
    if game.root.active != seat:
        return WhyNot(
            "Form",
            "not_your_turn",
            said("marvel-champions.reason_form_timing", "one changes form in one's own turn"),
            said("reason.need_your_turn", "your turn"),
        )
    if not may_change(game, seat):
        return WhyNot(
            "Form",
            "used_up",
            said("marvel-champions.reason_form_changed", "you have changed form this round"),
            said("marvel-champions.need_next_round", "the next round"),
        )
    return WhyNot(
        "Form", CAN, said("marvel-champions.reason_can_change_form", "{name} can change form now", name=obj.name)
    )


def _waiting(waiting: WhyNot) -> WhyNot:
    """A player acts in the own turn, or in another's if there is something to be done."""
    if waiting.code == "no_priority":
        return WhyNot(
            waiting.rule,
            waiting.code,
            said("marvel-champions.reason_not_asked", "you are not asked for anything now"),
            said("marvel-champions.need_turn_or_ask", "your turn, or to be asked"),
        )
    return waiting


def _in_hand(game: Game, seat: int, obj: Object) -> WhyNot:
    """A card is played; an event may wait for something to happen."""
    reaction = next((number for number in obj.abilities if game.texts[number].answers), None)
    if reaction is not None and "event" in obj.words:
        return _reaction(game, seat, obj, reaction)
    return _explained(game, seat, obj, initiating.ability_of(game, obj), is_played=True)


def _in_window(game: Game) -> WhyNot | None:
    """While something is interrupted or responded to nothing else can be done."""
    top = game.root.agenda[-1]
    if not isinstance(top, PriorityFrame) or not game.rules.rounds[top.round].is_window:
        return None
    return WhyNot(
        game.rules.cite(top.round),
        "not_now",
        said("marvel-champions.reason_only_interrupts", "only interrupts can be used now")
        if top.round == "interrupt"
        else said("marvel-champions.reason_only_responses", "only responses can be used now"),
        said("marvel-champions.need_players_turn", "a player's turn"),
    )


def _has_nothing(game: Game, seat: int) -> bool:
    """Whether a player is not asked in another's turn for want of anything to use, rather than for having declined."""
    top = game.root.agenda[-1]
    return isinstance(top, PriorityFrame) and top.round == "turn" and not game.root.passes >> seat & 1


def _in_play(game: Game, seat: int, obj: Object) -> WhyNot:
    """A character uses its powers; what else there is has abilities: one that can be used, or else the first."""
    power = _power(game, seat, obj) if obj.controller == seat and "character" in obj.words else None
    if power is not None and power.can:
        return power
    answers = [_ability(game, seat, obj, number) for number in game.activated(obj)]
    nothing = because(
        Refusal(
            "Ability",
            "no_such_ability",
            said("marvel-champions.reason_nothing_to_use", "{name} has nothing to use", name=obj.name),
        )
    )
    return next((answer for answer in answers if answer.can), power or (answers[0] if answers else nothing))


def _power(game: Game, seat: int, obj: Object, power: str = "") -> WhyNot:
    """Whether a character can attack, thwart or recover, or use this power of these."""
    window = _in_window(game)
    if window is not None:
        return window
    if game.root.active != seat:
        return WhyNot(
            "Player Turn",
            "not_your_turn",
            said("marvel-champions.reason_powers_timing", "basic powers are used in one's own turn"),
            said("reason.need_your_turn", "your turn"),
        )
    if obj.tapped:
        return WhyNot(
            "Exhausted",
            "exhausted",
            said("marvel-champions.reason_exhausted", "{name} is exhausted", name=obj.name),
            said("marvel-champions.need_ready", "{name} to be ready", name=obj.name),
        )
    if any(powers.can_use(game, obj, one) for one in ((power,) if power else POWERS)):
        return WhyNot("Player Turn", CAN, _can_use(obj, power))
    return WhyNot("Player Turn", "no_such_power", _powerless(game, obj, power))


def _can_use(obj: Object, power: str) -> Words:
    if power:
        return said("marvel-champions.reason_can_power", "{name} can {what} now", name=obj.name, what=word(power))
    return said("marvel-champions.reason_can_some_power", "{name} can use a basic power now", name=obj.name)


def _powerless(game: Game, obj: Object, power: str) -> Words:
    """The reason that a ready character cannot use a power in its turn."""
    status = powers.STATUS.get(power, "")
    if power == powers.RECOVER and not obj.damage:
        return said("marvel-champions.reason_no_damage", "{name} has no damage to heal", name=obj.name)
    if status and forbidden(game, power, obj.controller, obj):
        return said(
            "marvel-champions.reason_power_prohibited",
            "an effect says that {name} can't {what}",
            name=obj.name,
            what=word(power),
        )
    if power:
        return said(
            "marvel-champions.reason_nothing_for_power",
            "there is nothing that {name} could {what}",
            name=obj.name,
            what=word(power),
        )
    return said(
        "marvel-champions.reason_nothing_for_powers",
        "there is nothing that {name} could use a basic power on",
        name=obj.name,
    )


def _ability(game: Game, seat: int, obj: Object, number: int) -> WhyNot:
    if obj.zone != game.arena:
        return WhyNot(
            "In Play and Out of Play",
            "not_in_play",
            said("marvel-champions.reason_not_in_play", "{name} is not in play", name=obj.name),
            said("marvel-champions.need_in_play", "{name} in play", name=obj.name),
        )
    if game.texts[number].answers:
        return _reaction(game, seat, obj, number)
    refusal = initiating.not_to_be_used(game, seat, obj, number)
    if refusal is not None:
        return because(refusal, NEEDS.get(refusal.code, ""))
    return _explained(game, seat, obj, number, is_played=False)


def _reaction(game: Game, seat: int, obj: Object, number: int) -> WhyNot:
    """An interrupt or response: what it waits for has to happen, and then it is initiated like everything else."""
    ability = game.texts[number].ability
    assert isinstance(ability, Timed)
    rule = game.rules.cite(ability.timing)
    need = f"{WHEN[ability.timing]} {language(game.rules.name).renderer.moment(ability.events)}"  # type: ignore[attr-defined]  # this game's own
    if ability.forced:
        return WhyNot(
            game.rules.cite("order"),
            "forced",
            said("marvel-champions.reason_forced", "{name} does that by itself", name=obj.name),
            need,
        )
    if obj.controller not in (seat, game.side):
        return WhyNot(
            "Initiating: restrictions",
            "not_controller",
            said("marvel-champions.reason_not_yours_to_use", "{name} is not yours to use", name=obj.name),
        )
    if any((use.source.id, use.number) == (obj.id, number) for use in usable_now(game, seat)):
        return WhyNot(rule, CAN, said("marvel-champions.reason_can_use", "{name} can be used now", name=obj.name))
    found = _explained(game, seat, obj, number, is_played=obj.zone == "hand")
    if not found.can:
        return found
    return WhyNot(
        rule,
        "not_now",
        said("marvel-champions.reason_waits_for", "the event that {name} waits for does not happen now", name=obj.name),
        need,
    )


def _explained(game: Game, seat: int, obj: Object, text: int, *, is_played: bool) -> WhyNot:
    """The reason that keeps it from being initiated, and the remedy."""
    refusal = obstacle(game, seat, obj, text, is_played=is_played)
    if refusal is None and not (text >= 0 and game.texts[text].answers):
        window = _in_window(game)
        if window is not None:
            return window
    if refusal is None:
        return WhyNot(
            "Initiating 5",
            CAN,
            said("marvel-champions.reason_can_play", "{name} can be played now", name=obj.name)
            if is_played
            else said("marvel-champions.reason_can_use", "{name} can be used now", name=obj.name),
        )
    need = NEEDS.get(refusal.code, "")
    if refusal.code == "no_target":
        need = _target(game, seat, obj, text)
    elif refusal.code == "wrong_form":
        need = refusal.reason.rpartition(" is for ")[2]
    elif refusal.code == "cannot_pay":
        need = _lacking(game, seat, obj, text, is_played=is_played)
    return because(refusal, need)


def _target(game: Game, seat: int, obj: Object, text: int) -> str:
    """The valid target that it lacks: of an effect, or for a card to be attached to."""
    writer = language(game.rules.name).renderer
    host = attaches_to(game, obj) if text < 0 else None
    if host is not None:
        return writer.target(TargetSpec(host))
    if lacks_scheme(game, seat, game.texts[text], obj.id):
        return "a scheme from which threat can be removed"
    return no_target(game, seat, obj, game.texts[text]).need


def _lacking(game: Game, seat: int, obj: Object, text: int, *, is_played: bool) -> str:
    """The missing part of all costs at once: another part, or so many resources more."""
    x = least_x(variable_of(game, obj, text, is_played=is_played))
    cost = total_cost(game, seat, obj, text, x=x, is_played=is_played)
    assert cost is not None  # that would be another obstacle
    writer = language(game.rules.name).renderer
    others = tuple(part for part in cost if not isinstance(part, Resources))
    for part in others:
        if not can_pay_for(game, seat, obj, (part,)):
            return f"{obj.name} to be ready" if isinstance(part, TapSelf) else f"to {writer.payment((part,))}"
    if not can_pay_for(game, seat, obj, others):
        return f"to {writer.payment(others)}"
    return _missing(game, seat, obj, others, resource_parts(cost))


def _missing(game: Game, seat: int, obj: Object, others: Cost, parts: tuple[Resources, ...]) -> str:
    """The units that cannot be paid beside the others, those of a type first."""
    units = sorted((need for part in parts for need in units_of(part)), key=_is_any)
    paid: list[Resources] = []
    missing: list[str] = []
    for need in units:
        asked = Resources((need,))
        if can_pay_for(game, seat, obj, (*others, *paid, asked)):
            paid.append(asked)
        else:
            missing.append(need)
    typed = "".join(SYMBOL_OF[need] for need in missing if need != "any")
    number = missing.count("any")
    more = f"{number} resource{'s' if number > 1 else ''}" if number else ""
    return " and ".join(part for part in (typed, more) if part) + " more"


def _is_any(need: str) -> bool:
    return need == "any"
