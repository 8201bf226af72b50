"""Actions that a player may begin, and when: slow and fast cards, Opportunity, and the offers.

An offer is a card whose activation can be completed; the procedure itself decides (1.6), whatever was offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import AsThough
from engine.errors import Refusal
from engine.games.grand_archive.activation_modes import (
    may_be_elsewhere,
    printed_on,
    ways_to_activate,
    ways_to_materialize,
)
from engine.games.grand_archive.attacking import can_attack, may_attack_yet
from engine.games.grand_archive.can_pay import can_pay_for
from engine.games.grand_archive.conditions import IGNORING
from engine.games.grand_archive.elements import elements_of, enabled_elements
from engine.games.grand_archive.held_keywords import has_keyword
from engine.games.grand_archive.lineage import follows_lineage
from engine.games.grand_archive.obedience import disobedience
from engine.games.grand_archive.totals import ability_cost
from engine.payment.can_pay import can_pay
from engine.play.targets import has_targets
from engine.queries.activation_counts import is_used_up
from engine.queries.filters import fits, holds
from engine.queries.permissions import permissions
from engine.queries.prohibitions import forbidden
from engine.queries.static_effects import statics
from engine.sentences import said, word
from engine.state.decisions import Option
from engine.state.seat_memory import Offers

if TYPE_CHECKING:
    from engine.abilities import Limit, Way
    from engine.cards.numbered_text import Text
    from engine.state.game import Game
    from engine.state.records import Object

PASS = Option("pass")


def slow_time(game: Game, seat: int) -> bool:
    """The turn player's main phase with nothing on the Effects Stack (Timing: Slow)."""
    root = game.root
    return root.active == seat and root.step == "main" and not root.stack


def is_fast(game: Game, obj: Object) -> bool:
    """Whether a card may be activated whenever its player has Opportunity."""
    return printed_on(game, obj).is_fast or has_keyword(game, obj, "fast activation")


def may_activate_now(game: Game, seat: int, obj: Object) -> bool:
    """Whether the time is right for a card; an attack card is part of attacking (Combat 1)."""
    if "attack" in obj.words and not may_attack_yet(game, seat):
        return False
    if game.prints[obj.card].limits and own_limit(game, seat, obj) is not None:
        return False
    return is_fast(game, obj) or slow_time(game, seat)


def own_limit(game: Game, seat: int, obj: Object) -> Refusal | None:
    """The reason that a card's own text keeps it from being activated now; none if it does not."""
    own = (limit for text in game.prints[obj.card].limits for limit in text.limits)
    return next(filter(None, (limit_obstacle(game, seat, obj, limit) for limit in own)), None)


def missing_elements(game: Game, seat: int, card: Object, action: str = "activate") -> list[str]:
    """The elements of a card that are not enabled (1.2, 1.2.1), unless a text lets its player ignore them."""
    enabled = enabled_elements(game, seat)
    missing = [element for element in elements_of(card.words) if element not in enabled]
    return [] if missing and _ignores_elements(game, seat, card, action) else missing


def _ignores_elements(game: Game, seat: int, card: Object, action: str) -> bool:
    """Whether a player plays a card whatever elements it has."""
    words = (f"{IGNORING}{action}", f"{IGNORING}play")
    if any(own.keyword in words and holds(game, own.condition, seat, card.id) for own in game.kit(card).permits):
        return True
    return any(
        leave.keyword in words
        and not leave.source
        and by == seat
        and (leave.what is None or fits(game, leave.what, card, seat, holder.id if holder is not None else 0))
        and holds(game, leave.condition, seat, holder.id if holder is not None else 0)
        for holder, by, leave in statics(game, AsThough)
    )


# --- offers ---------------------------------------------------------------------------------------


def actions(game: Game, seat: int) -> tuple[Option, ...]:
    """Passing, every card whose activation can be completed, every ability, every unit that can attack.

    Cards of one name in hand are offered once. Worked out again only when something changed.
    """
    memory = game.memory[seat]
    is_slow = slow_time(game, seat)  # all that hangs on the phase
    known = memory.slow if is_slow else memory.fast
    phase = _phase(game)
    if not known.holds(game.version, phase):
        options = _actions(game, seat)
        known = Offers(game.version, phase, options)
        if is_slow:
            memory.slow = known
        else:
            memory.fast = known
    return known.options


def is_interdicted(game: Game) -> bool:
    """Interdiction: while such a card is on the Effects Stack nobody has Opportunity; what triggers is placed there."""
    return any(has_keyword(game, game.obj(ident), "interdiction") for ident in game.place("effects stack")[0].content)


def _actions(game: Game, seat: int) -> tuple[Option, ...]:
    options = [PASS]
    if is_interdicted(game):
        return (PASS,)
    names = set()
    for ident in game.content("hand", seat):
        obj = game.obj(ident)
        if obj.name not in names:
            names.add(obj.name)
            if can_activate(game, seat, obj):
                options.append(Option("activate", (ident,)))
    for ident in may_be_elsewhere(game, seat):
        obj = game.obj(ident)
        if can_activate(game, seat, obj):
            options.append(Option("activate", (ident,)))
        if may_materialize(game, seat, obj) and can_materialize(game, seat, obj):
            options.append(Option("materialize", (ident,)))
    options.extend(ability_options(game, seat))
    if slow_time(game, seat):
        attackers = (obj for obj in game.battlefield() if obj.controller == seat and can_attack(game, seat, obj))
        options.extend(Option("attack", (obj.id,)) for obj in attackers)
    return tuple(options)


def can_activate(game: Game, seat: int, obj: Object) -> bool:
    """Whether the activation of a card can be begun and completed."""
    return may_activate_now(game, seat, obj) and can_complete(game, seat, obj, ways_to_activate(game, seat, obj))


def can_complete(game: Game, seat: int, obj: Object, ways: tuple[Way, ...]) -> bool:
    """Whether a card can be activated in one of these ways, whether or not it is the time for it."""
    if missing_elements(game, seat, obj) or forbidden(game, "activate", seat, obj):
        return False
    return bool(ways) and finds_targets(game, seat, obj) and can_pay_for(game, seat, "activate", obj, ways)


def ability_options(game: Game, seat: int) -> list[Option]:
    """The activated abilities of a seat's objects, and of its cards elsewhere, that can be activated and paid for."""
    options = [
        option
        for ident, text, option in _on_the_field(game, seat)
        if can_activate_ability(game, seat, game.obj(ident), text)
    ]
    for name in _used_from(game):
        for obj in map(game.obj, game.content(name, seat)):
            if name in game.prints[obj.card].offers_in:
                found = _abilities_of(game, obj)
                options += [option for _, text, option in found if can_activate_ability(game, seat, obj, text)]
    return options


def _abilities_of(game: Game, obj: Object) -> list[tuple[int, Text, Option]]:
    """The activated abilities of an object: whose, which, and what offers it."""
    numbers = game.activated(obj)
    return [(obj.id, game.texts[n], Option("activate", game.activation(obj, n))) for n in numbers]


def _on_the_field(game: Game, seat: int) -> list[tuple[int, Text, Option]]:
    """Activated abilities of a seat's objects on the field; found again only when these, or what they have, changed."""
    arena = game.zones[game.arena][0].content
    memory = game.memory[seat]
    cached = memory.permanents
    if not cached or cached[0] is not arena or cached[1] != game.shape:
        own = [obj for obj in game.battlefield() if obj.abilities and obj.controller == seat]
        cached = memory.permanents = (arena, game.shape, [one for obj in own for one in _abilities_of(game, obj)])
    return cached[2]  # type: ignore[no-any-return]  # a cache of mixed plain data


def _used_from(game: Game) -> tuple[str, ...]:
    """The zones of one's own, besides the field, in which some text of this match can be activated."""
    cached = game.fixed.get("used from")
    if cached is None:
        zones = {text.zone for text in game.texts if text.kind == "activated"}
        cached = game.fixed["used from"] = tuple(z for z in ("hand", "memory", "graveyard", "lineage") if z in zones)
    return cached


def ability_obstacle(game: Game, seat: int, obj: Object, text: Text) -> Refusal | None:
    """The reason that a seat may not begin to activate an ability; none if it may.

    It is fast unless it says otherwise (Activated 6).
    """
    if obj.controller != seat:
        return Refusal(
            "Activated 4",
            "not_controller",
            said("reason.not_yours_to_activate", "{name} is not yours to activate", name=obj.name),
        )
    if game.zone_name(text.zone) != obj.zone:
        return Refusal(
            "Activated 4",
            "wrong_zone",
            said("grand-archive.reason_wrong_zone", "this ability does not work in the {zone}", zone=word(obj.zone)),
        )
    disobeys = disobedience(game, obj) if obj.zone == game.arena else None
    if disobeys is not None:
        return disobeys
    for limit in text.limits:
        if limit.kind in ("once", "ever") and is_used_up(game, obj, text, limit):
            return Refusal(
                "Activated 4",
                "used_up",
                said("grand-archive.reason_used_up", "this ability of {name} was used already", name=obj.name),
            )
        refusal = limit_obstacle(game, seat, obj, limit)
        if refusal is not None:
            return refusal
    if forbidden(game, "activate ability", seat, obj):
        return Refusal(
            "Activated 4",
            "prohibited",
            said("grand-archive.reason_cannot_use", "an effect says that {name} can't be used", name=obj.name),
        )
    return None


def limit_obstacle(game: Game, seat: int, obj: Object, limit: Limit) -> Refusal | None:
    """The reason that a limit of a text forbids a seat to activate a card or an ability now; none if it does not."""
    root = game.root
    if limit.kind == "sorcery" and not slow_time(game, seat):
        return Refusal(
            "Activated 4",
            "slow",
            said("grand-archive.reason_slow_timing", "only in your main phase, with an empty Effects Stack"),
        )
    if limit.kind == "during":
        if limit.who and (root.active == seat) != (limit.who == "you"):
            return Refusal(
                "Activated 4", "not_now", said("grand-archive.reason_not_the_turn", "it is not the turn for it")
            )
        if limit.step != "turn" and root.step != phase_of(limit):
            return Refusal(
                "Activated 4",
                "not_now",
                said("grand-archive.reason_only_in", "only in the {step}", step=word(limit.step)),
            )
    if limit.kind == "condition" and not holds(game, limit.condition, seat, obj.id):
        return Refusal(
            "Activated 4", "condition", said("reason.condition", "the condition of {name} does not hold", name=obj.name)
        )
    return None


def phase_of(limit: Limit) -> str:
    """The phase that a limit names."""
    return limit.step.removesuffix(" phase")


def _phase(game: Game) -> str:
    """The phase, if some text of this match says in which it may be used: offers hang on it then."""
    cached = game.fixed.get("limited to phases")
    if cached is None:
        own = (limit for text in game.texts for limit in text.limits)
        is_limited = any(limit.kind == "during" and limit.step != "turn" for limit in own)
        cached = game.fixed["limited to phases"] = (is_limited,)
    return game.root.step if cached[0] else ""


def can_activate_ability(game: Game, seat: int, obj: Object, text: Text) -> bool:
    """Whether the activation of an ability can be begun and completed; X may be 0."""
    return (
        ability_obstacle(game, seat, obj, text) is None
        and has_targets(game, text, seat, obj.id)
        and bool(can_pay(game, seat, ability_cost(game, seat, obj, text.number), obj.id, window=False))
    )


def materializable(game: Game, seat: int) -> tuple[Option, ...]:
    """The cards of the material deck whose materialization can be completed."""
    return tuple(
        Option("materialize", (ident,))
        for ident in game.content("material deck", seat)
        if can_materialize(game, seat, game.obj(ident))
    )


def can_materialize(game: Game, seat: int, obj: Object, *, free: bool = False) -> bool:
    """Whether the materialization of a card can be begun and completed, whether or not it is the time for it."""
    if "champion" in obj.words:
        if not follows_lineage(game, seat, obj):
            return False
    elif missing_elements(game, seat, obj, "materialize"):
        return False
    if forbidden(game, "materialize", seat, obj):
        return False
    ways = ways_to_materialize(game, obj, free=free)
    return bool(ways) and finds_targets(game, seat, obj) and can_pay_for(game, seat, "materialize", obj, ways)


def may_materialize(game: Game, seat: int, obj: Object) -> bool:
    """Whether an effect lets a player materialize a card from where it is, now (2, Special Permissions 3)."""
    return any(leave.fast or slow_time(game, seat) for leave in permissions(game, seat, obj, "materialize"))


def finds_targets(game: Game, seat: int, obj: Object) -> bool:
    """Whether every target that a card needs is there."""
    spell = game.prints[obj.card].spell
    return spell < 0 or has_targets(game, game.texts[spell], seat, obj.id)
