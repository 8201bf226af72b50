"""Actions that a seat may begin (117.1, 601.3, 602.5), and the reasons against others.

``obstacle`` is the one judge of whether an ability may begin to be activated, ``cast_obstacle`` of a card; the offers
below and the announcements in ``casting`` both ask them. Offers add: it can be paid for and has its targets.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    UNLESS_MANA,
    AlternativeCost,
    AsThough,
    CostChange,
    DiscardCost,
    EitherCost,
    Mana,
    MayPlay,
    MoveCost,
    PayLife,
    RevealCost,
    SpendAs,
)
from engine.cards.definitions import COLOR_OF
from engine.errors import Refusal
from engine.events.loop_detection import is_contested, must_differ
from engine.events.zones import where
from engine.games.magic.activation_limits import (
    defined_x,
    is_of_cycling,
    least_x,
    limit_obstacle,
    own_changes,
    sorcery_time,
)
from engine.games.magic.casting_modes import is_announced, is_in_play_zone, lands_allowed, ways_by_text, ways_to_cast
from engine.games.magic.face_down import has_backs
from engine.games.magic.face_down import options as turnable
from engine.games.magic.foretelling import is_any_given
from engine.games.magic.foretelling import options as foretellable
from engine.games.magic.gained_costs import any_gained
from engine.games.magic.hand_actions import is_printed, payable
from engine.games.magic.keywords.casting import FORETELL, SUSPEND
from engine.games.magic.layouts import ShownAs, faces_to_play, number_to_play
from engine.games.magic.plotting import PLOT
from engine.games.magic.rooms import has_rooms
from engine.games.magic.rooms import options as unlockable
from engine.games.magic.totals import as_may_be_paid, reduced_colors, total_cost
from engine.payment.can_pay import can_pay, is_short_of
from engine.payment.mana_sources import sources_of
from engine.play.announced_numbers import has_x, numbers_of
from engine.play.declared_costs import optional_costs, required_costs
from engine.play.targets import can_declare, has_targets
from engine.queries.filters import fits, holds
from engine.queries.prohibitions import forbidden, forbidder_of_x, least_legal_x
from engine.queries.static_effects import any_statics, statics
from engine.sentences import said
from engine.state.decisions import Option
from engine.state.lasting import MayPlayEffect, ModifyEffect
from engine.state.player_marks import mark_of
from engine.state.records import NOBODY
from engine.state.seat_memory import Offers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.abilities import Cost, CostPart, PlayNow, Way
    from engine.cards.ability_index import Kit
    from engine.cards.numbered_text import Text
    from engine.cards.register import Print
    from engine.payment.mana_sources import Sources
    from engine.state.game import Game
    from engine.state.records import Object

PASS = Option("pass")
Parts = tuple["CostPart", ...]


class Candidate:
    """An action that a seat may have to begin.

    Attributes:
        ident, place: a card and one of its faces, or an object and which of its activated abilities.
        text: of the ability; none for a card.
        option: the ability as it is offered.
        price: the symbols of all that a card costs to cast as it is printed; () if that is not mana alone or may be
            something else, None as long as nobody asked.
    """

    __slots__ = ("ident", "option", "place", "price", "text")

    def __init__(self, ident: int, place: int, text: Text | None = None) -> None:
        self.ident = ident
        self.place = place
        self.text = text
        self.option = PASS if text is None else Option("activate", (ident, place))
        self.price: tuple[str, ...] | None = None


def is_split(game: Game) -> bool:
    """702.61a: whether a spell on the stack leaves time for mana abilities only."""
    return any(
        card is not None and "split second" in card.keywords
        for card in (game.object(game.item(ident).card) for ident in game.root.stack)
    )


# --- activated abilities --------------------------------------------------------------------------


def obstacle(game: Game, seat: int, obj: Object, text: Text) -> Refusal | None:
    """The reason that a seat may not begin to activate an ability; none if it may."""
    if text.kind != "activated":
        return Refusal(
            "602.1c", "not_activated", said("magic.reason_only_activated", "only activated abilities can be activated")
        )
    if text.zone != obj.zone:
        return Refusal(
            "602.2",
            "wrong_zone",
            said(
                "magic.reason_wrong_zone",
                "{name} is {here}; the ability works {there}",
                name=obj.name,
                here=where(obj.zone),
                there=where(text.zone),
            ),
        )
    if not _allowed_to(obj, text, seat):
        return Refusal(
            "602.2",
            "not_controller",
            said("reason.not_yours_to_activate", "{name} is not yours to activate", name=obj.name),
        )
    if (
        obj.sick
        and text.rests
        and "creature" in obj.words
        and obj.zone == "battlefield"
        and "haste" not in obj.keywords
    ):
        return Refusal(
            "602.5a",
            "summoning_sick",
            said(
                "magic.reason_summoning_sick",
                "{name} has not been under your control since your turn began",
                name=obj.name,
            ),
        )
    for limit in text.limits:
        refusal = limit_obstacle(game, seat, obj, text, limit)
        if refusal is not None:
            return refusal
    if not text.is_mana and is_split(game):
        return Refusal(
            "702.61a", "split_second", said("magic.reason_split_second", "a spell with split second is on the stack")
        )
    if (
        forbidden(game, "activate", seat, obj)
        or (not text.is_mana and forbidden(game, UNLESS_MANA, seat, obj))
        or (is_of_cycling(text) and forbidden(game, "cycle", seat, obj))
    ):
        return Refusal(
            "602.5",
            "prohibited",
            said(
                "magic.reason_abilities_prohibited",
                "an effect says that abilities of {name} can't be activated",
                name=obj.name,
            ),
        )
    if game.root.begun and must_differ(game, seat, obj.id, text.number):
        return Refusal(
            "732.3",
            "loop",
            said("magic.reason_loop", "{name} was activated in this very position; do something else", name=obj.name),
        )
    return None


def _allowed_to(obj: Object, text: Text, seat: int) -> bool:
    if text.open_to == "any player":
        return True
    return (obj.controller == seat) != (text.open_to == "opponents")


def may_begin(game: Game, seat: int, obj: Object, text: Text) -> bool:
    """Whether nothing forbids a seat to begin to activate this ability (costs aside)."""
    return obstacle(game, seat, obj, text) is None


def cost_now(game: Game, seat: int, obj: Object, text: Text) -> tuple[CostPart, ...]:
    """The cost of activating an ability now."""
    return activation_cost(game, seat, obj, text.cost, text)


def activation_cost(game: Game, seat: int, obj: Object, cost: tuple[CostPart, ...], text: Text) -> tuple[CostPart, ...]:
    """The whole cost of activating, with the X that the text defines or the least."""
    own = own_changes(game, seat, obj, text.limits) if text.limits else ()
    defined = defined_x(game, seat, obj.id, text.limits)
    x = least_x(text.limits) if defined is None else defined
    return as_may_be_paid(game, seat, "activate", obj, total_cost(game, seat, "activate", obj, cost, x, own=own))


def can_activate(game: Game, seat: int, obj: Object, text: Text) -> bool:
    """Whether an activation can be begun and completed."""
    if text.taps and obj.tapped:
        return False
    if obstacle(game, seat, obj, text) is not None:
        return False
    if text.simple and not game.root.granting:
        return True
    if not has_targets(game, text, seat, obj.id):
        return False
    return any(can_pay(game, seat, cost, obj.id, "activate") for cost in activation_costs(game, seat, obj, text))


def activation_costs(game: Game, seat: int, obj: Object, text: Text) -> tuple[Parts, ...]:
    """The whole cost of activating, with the least X, in each way to pay; once for the match if that never changes."""
    if text.limits or _is_cost_changed(game, obj, game.kit(obj)):
        return _activation_costs_now(game, seat, obj, text)
    key = ("activation", text.number)
    known = game.caches.get(key)
    if known is None:
        known = game.caches[key] = _activation_costs_now(game, seat, obj, text)
    return known


def _activation_costs_now(game: Game, seat: int, obj: Object, text: Text) -> tuple[Parts, ...]:
    printed = (text.cost, *(other.cost for other in game.kit(obj).instead))
    own = own_changes(game, seat, obj, text.limits) if text.limits else ()
    reduced = reduced_colors(game, seat, "activate", obj, own=own)
    return tuple(activation_cost(game, seat, obj, way, text) for cost in printed for way in ways(cost, reduced))


_OF_HANDS: Final = (DiscardCost, MoveCost, RevealCost)
_ON_COSTS: Final = (AsThough, CostChange, SpendAs, MayPlay)


def _is_cost_changed(game: Game, obj: Object, kit: Kit) -> bool:
    """Whether anything may bear on what it costs to play something or its abilities but what is printed on it."""
    effects = game.root.effects
    return (
        kit.bears_on_price
        or not all(isinstance(effect, ModifyEffect) and obj.id not in effect.idents for effect in effects)
        or any_statics(game, _ON_COSTS)
    )


# --- spells and lands -----------------------------------------------------------------------------


def cast_obstacle(game: Game, seat: int, obj: Object) -> Refusal | None:
    """The reason that a seat may not begin to cast a card; none if it may."""
    has_way = bool(ways_to_cast(game, seat, obj))
    if "land" in obj.words and (has_way or is_in_play_zone(game, seat, obj)):
        return Refusal("305.9", "land", said("magic.reason_lands_are_played", "lands are played, not cast"))
    if not has_way:
        if obj.zone == "hand" and obj.owner == seat:
            return Refusal(
                "118.6",
                "no_cost",
                said(
                    "magic.reason_no_cost",
                    "{name} has no mana cost, and an unpayable cost can't be paid",
                    name=obj.name,
                ),
            )
        return Refusal(
            "601.3",
            "not_castable",
            said("magic.reason_not_castable", "{name} cannot be cast from where it is", name=obj.name),
        )
    return time_obstacle(game, seat, obj)


def time_obstacle(game: Game, seat: int, obj: Object) -> Refusal | None:
    """The reason that a card cannot be cast now, wherever it is and whatever it costs; none if it can."""
    if not sorcery_time(game, seat) and not instant_speed(game, seat, obj):
        return Refusal(
            "307.1" if "sorcery" in obj.words else "117.1a",
            "sorcery_timing",
            said(
                "magic.reason_cast_timing",
                "{name} can be cast only in your main phase with an empty stack",
                name=obj.name,
            ),
        )
    if is_split(game):
        return Refusal(
            "702.61a", "split_second", said("magic.reason_split_second", "a spell with split second is on the stack")
        )
    if forbidden(game, "cast", seat, obj):
        return Refusal(
            "601.3",
            "prohibited",
            said("magic.reason_cannot_cast", "an effect says that {name} can't be cast", name=obj.name),
        )
    for text in game.prints[obj.card].limits:
        for limit in text.limits:
            refusal = limit_obstacle(game, seat, obj, text, limit)
            if refusal is not None:
                return Refusal("601.3", refusal.code, refusal.words)
    return None


def instant_speed(game: Game, seat: int, obj: Object) -> bool:
    """Whether a card can be cast whenever one has priority, by itself or by a permission."""
    return (
        _is_instant(game, seat, obj)
        or bool(_prices_of_flash(game, seat, obj))
        or (_has_own_step(game.prints[obj.card]) and any(way.instant for way in ways_to_cast(game, seat, obj)))
    )


def _has_own_step(printed: Print) -> bool:
    """Whether a card may be cast at an instant's time in a step that an alternative cost of it names."""
    return any(cost.step for cost in printed.alternatives)


def _is_instant(game: Game, seat: int, obj: Object) -> bool:
    if "instant" in obj.words or "flash" in obj.keywords or _has_flash_now(game, seat, obj):
        return True
    return any(
        not ability.source
        and ability.keyword == "flash"
        and controller == seat
        and (ability.what is None or fits(game, ability.what, obj, seat, holder.id if holder else 0))
        and holds(game, ability.condition, controller, holder.id if holder else 0)
        for holder, controller, ability in statics(game, AsThough)
    )


def _has_flash_now(game: Game, seat: int, obj: Object) -> bool:
    """601.3d: whether a card says of itself that it can be cast so, and its condition holds."""
    return any(
        ability.keyword == "flash" and not ability.cost and holds(game, ability.condition, seat, obj.id)
        for ability in game.kit(obj).permits
    )


def _prices_of_flash(game: Game, seat: int, obj: Object) -> list[Cost]:
    """601.3c: what has to be paid besides so that a card can be cast as though it had flash."""
    return [
        ability.cost
        for ability in game.kit(obj).permits
        if ability.cost and holds(game, ability.condition, seat, obj.id)
    ]


def ways_now(game: Game, seat: int, obj: Object) -> tuple[Way, ...]:
    """Every way to cast a card at this time: where only flash that is paid for allows it, that is paid besides.

    A cost that names its step allows that itself.
    """
    found = ways_to_cast(game, seat, obj)
    if sorcery_time(game, seat) or _is_instant(game, seat, obj):
        return found
    prices = _prices_of_flash(game, seat, obj)
    paid_for = tuple(replace(way, cost=(*way.cost, *price)) for way in found for price in prices)
    return (*(way for way in found if way.instant), *paid_for)


def casting_costs(game: Game, seat: int, obj: Object) -> tuple[Parts, ...]:
    """The whole cost of casting, with the least X that is legal, in each way to pay.

    None if the card has no cost to pay (118.6). Worked out once for the match if that never changes.
    """
    kit = game.kit(obj)
    if (
        not _is_cast_plainly(game, seat, obj, kit)
        or _is_cost_changed(game, obj, kit)
        or least_legal_x(game, "cast", seat, obj)
    ):
        return tuple(_casting_costs_now(game, seat, obj))
    key = ("casting", obj.card)
    known = game.caches.get(key)
    if known is None:
        known = game.caches[key] = tuple(_casting_costs_now(game, seat, obj))
    return known


def _is_cast_plainly(game: Game, seat: int, obj: Object, kit: Kit) -> bool:
    """Whether a card is in its owner's hand and says of no other cost, or time, to cast it."""
    printed = game.prints[obj.card]
    is_own = obj.zone == "hand" and obj.owner == seat
    return is_own and not printed.alternatives and not printed.additions and not kit.permits


def _printed_price(game: Game, seat: int, obj: Object) -> tuple[str, ...]:
    """The mana that casting a card costs, whatever else there is as long as no effect changes it; () if unknown."""
    kit = game.kit(obj)
    if kit.bears_on_price or not _is_cast_plainly(game, seat, obj, kit):
        return ()
    key = ("price", obj.card)
    known = game.caches.get(key)
    if known is None:
        costs = casting_costs(game, seat, obj)
        is_mana = len(costs) == 1 and len(costs[0]) == 1 and type(costs[0][0]) is Mana
        symbols = costs[0][0].symbols if is_mana else ()  # type: ignore[union-attr]  # it is mana
        known = game.caches[key] = (symbols,)
    return known[0]  # type: ignore[no-any-return]  # a cache of mixed plain data


def _casting_costs_now(game: Game, seat: int, obj: Object) -> Iterator[Parts]:
    return _costs_of(game, seat, obj, ways_now(game, seat, obj))


def _costs_of(game: Game, seat: int, obj: Object, announceable: tuple[Way, ...]) -> Iterator[Parts]:
    required = [cost for cost in required_costs(game, seat, obj) if not is_announced(cost)]
    more = tuple(part for cost in required for part in cost.cost)
    reduced = reduced_colors(game, seat, "cast", obj)
    paid_for = [cost.cost for cost in game.prints[obj.card].additions if cost.per == "mode"] or [()]
    for announced, of_mode in product(announceable, paid_for):
        for way in ways(announced.cost + more + of_mode, reduced):
            own = _without_self(way) if obj.zone == "hand" else way
            for x in numbers_of_way(game, seat, obj, own):
                yield as_may_be_paid(game, seat, "cast", obj, total_cost(game, seat, "cast", obj, own, x))


def numbers_of_way(game: Game, seat: int, obj: Object, way: Parts) -> list[int]:
    """The numbers that X may be if a card is cast for these costs; a way without an X has it be 0 (107.3b)."""
    numbers = [0]
    if any(map(has_x, way)) or any(has_x(part) for cost in optional_costs(game, seat, obj) for part in cost.cost):
        numbers = numbers_of(game, seat, obj.id, way) or [least_legal_x(game, "cast", seat, obj)]
    return [x for x in numbers if forbidder_of_x(game, "cast", seat, obj, x) == NOBODY]


def chosen_symbols(parts: tuple[CostPart, ...], choices: tuple[int, ...]) -> tuple[CostPart, ...]:
    """Hybrid and Phyrexian symbols replaced by what was announced for them, in order."""
    if not choices:
        return parts
    left = list(choices)
    out: list[CostPart] = []
    for part in parts:
        if not isinstance(part, Mana):
            out.append(part)
            continue
        symbols = []
        for symbol in part.symbols:
            half = symbol.split("/")[left.pop(0)] if "/" in symbol and left else symbol
            if half == "P":
                out.append(PayLife(2))
            else:
                symbols.append(half)
        out.append(replace(part, symbols=tuple(symbols) or ("0",)))
    return tuple(out)


def ways(parts: tuple[CostPart, ...], reduced: frozenset[str] = frozenset()) -> list[tuple[CostPart, ...]]:
    """A cost with each symbol announced in each way, if it may be paid by other than coloured mana (107.4e, 107.4f).

    So is one with a colour by which the cost is ``reduced``: that takes off what is announced as that colour.
    """
    for index, part in enumerate(parts):
        if isinstance(part, EitherCost):
            rest = parts[index + 1 :]
            return [way for option in part.options for way in ways((*parts[:index], *option, *rest), reduced)]
        if not isinstance(part, Mana):
            continue
        for place, symbol in enumerate(part.symbols):
            halves = symbol.split("/")
            if len(halves) > 1 and not (reduced.isdisjoint(halves) and all(half in COLOR_OF for half in halves)):
                before, after = part.symbols[:place], part.symbols[place + 1 :]
                found = []
                for half in halves:
                    symbols = (*before, *(() if half == "P" else (half,)), *after)
                    life = (PayLife(2),) if half == "P" else ()
                    told = replace(part, symbols=symbols or ("0",))
                    announced = (*parts[:index], told, *parts[index + 1 :], *life)
                    found.extend(ways(announced, reduced))
                return found
    return [parts]


def costs_of_way(game: Game, seat: int, obj: Object, way: Way) -> tuple[Parts, ...]:
    """The whole cost of casting in one of ``ways_now``, in each way to pay that."""
    return tuple(_costs_of(game, seat, obj, (way,)))


def castable(game: Game, seat: int, obj: Object, costs: tuple[Parts, ...] | None = None) -> bool:
    """Whether the casting of a card, for one of these costs if some are named, can be completed.

    The questions that mostly fail are asked first.
    """
    for cost in casting_costs(game, seat, obj) if costs is None else costs:
        if can_pay(game, seat, cost, obj.id, "cast"):
            break
    else:
        return False
    spell = game.prints[obj.card].spell
    if spell < 0:
        return True
    first, *others = game.texts[spell].branches
    if others and first.targets and not can_declare(game, (first,), seat, obj.id, own=obj.id):
        paid_for = _with_optional_costs(game, seat, obj)  # only these bring the targets that there are
        if not any(can_pay(game, seat, cost, obj.id, "cast") for cost in paid_for):
            return False
    return has_targets(game, game.texts[spell], seat, obj.id)


def _with_optional_costs(game: Game, seat: int, obj: Object) -> Iterator[Parts]:
    """The whole cost of casting with one of the costs that may be paid besides."""
    besides = [cost.cost for cost in optional_costs(game, seat, obj) if not cost.per]
    ways_ = tuple(replace(way, cost=way.cost + cost) for way in ways_now(game, seat, obj) for cost in besides)
    return _costs_of(game, seat, obj, ways_)


def playable_now(game: Game, seat: int, do: PlayNow, objs: list[Object]) -> list[int]:
    """608.2g: those of some cards that can be cast to their end while a text is carried out, whatever the time."""
    lands = do.verb == "play"
    return [
        obj.id for obj in objs if faces_by_text(game, seat, obj, do) or (lands and land_faces_by_text(game, seat, obj))
    ]


def land_faces_by_text(game: Game, seat: int, obj: Object) -> list[int]:
    """The faces of a card as which a text lets it be played as a land, in its player's own turn (305.2b, 305.3)."""
    if game.root.active != seat or mark_of(game, seat, "lands") >= lands_allowed(game, seat):
        return []
    if obj.zone in ("battlefield", "stack") or is_split(game):
        return []
    found = []
    for place in faces_to_play(game.prints[number_to_play(game, seat, obj)]):
        with ShownAs(game, obj, place, seat):
            if "land" in obj.words and not forbidden(game, "play", seat, obj):
                found.append(place)
    return found


def faces_by_text(game: Game, seat: int, obj: Object, do: PlayNow) -> list[int]:
    """The faces of a card as which a text lets it be cast to the end (709.3, 712.11b, 715.3d).

    The number of ``do.most`` is known. It bounds the spell, not its card (702.85a, 701.57a).
    """
    found = []
    for place in faces_to_play(game.prints[number_to_play(game, seat, obj)]):
        with ShownAs(game, obj, place, seat):
            is_little = not isinstance(do.most, int) or obj.value <= do.most
            if is_little and _can_be_cast_by_text(game, seat, obj, free=do.free, way=do.way):
                found.append(place)
    return found


def _can_be_cast_by_text(game: Game, seat: int, obj: Object, *, free: bool, way: str) -> bool:
    spell = game.prints[obj.card].spell
    return (
        "land" not in obj.words
        and obj.zone not in ("battlefield", "stack")
        and not is_split(game)
        and not forbidden(game, "cast", seat, obj)
        and (spell < 0 or has_targets(game, game.texts[spell], seat, obj.id))
        and any(
            can_pay(game, seat, cost, obj.id, "cast")
            for cost in _costs_of(game, seat, obj, ways_by_text(game, obj, free=free, way=way))
        )
    )


def _without_self(cost: tuple[CostPart, ...]) -> tuple[CostPart, ...]:
    """The card itself has left the hand by the time costs are paid: other cards of the hand pay."""
    return tuple(
        replace(part, what=replace(part.what, other=True))
        if isinstance(part, _OF_HANDS) and part.what.zone == "hand"
        else part
        for part in cost
    )


def land_obstacle(game: Game, seat: int, obj: Object) -> Refusal | None:
    """The reason that a seat may not play a land; none if it may (305.2, 305.3)."""
    if "land" not in obj.words or not is_in_play_zone(game, seat, obj):
        return Refusal(
            "305.1",
            "not_a_land",
            said("magic.reason_not_a_land", "{name} cannot be played as a land from where it is", name=obj.name),
        )
    if not sorcery_time(game, seat):
        return Refusal(
            "305.1",
            "sorcery_timing",
            said("magic.reason_lands_timing", "lands are played in your main phase with an empty stack"),
        )
    if forbidden(game, "play", seat, obj):
        return Refusal(
            "101.2",
            "prohibited",
            said("magic.reason_cannot_play", "an effect says that {name} can't be played", name=obj.name),
        )
    if mark_of(game, seat, "lands") >= lands_allowed(game, seat):
        return Refusal(
            "305.2",
            "land_played",
            said("magic.reason_land_played", "you have played as many lands this turn as you may"),
        )
    return None


# --- offers ---------------------------------------------------------------------------------------


def actions(game: Game, seat: int) -> tuple[Option, ...]:
    """Every action with priority that can be completed, passing first; computed again only when something changed.

    Cards of one name in hand are interchangeable and offered once.
    """
    sorcery = sorcery_time(game, seat)
    step = game.root.step
    memory = game.memory[seat]
    known = memory.slow if sorcery else memory.fast
    version = game.version
    if known.holds(version, step):
        return known.options
    options = [PASS]
    timed = is_contested(game)
    sources = sources_of(game, seat)
    is_steady = not any_statics(game) and not game.root.effects
    are_told = not game.root.granting
    for candidate in _candidates(game, seat, sorcery=sorcery):
        text = candidate.text
        if text is None:
            obj = game.obj(candidate.ident)
            if not is_steady or not _is_too_dear(game, seat, obj, candidate, sources):
                timed = _offer_card(game, seat, obj, candidate.place, options, sorcery=sorcery) or timed
        elif text.simple and are_told:
            if text in sources.ready.get(candidate.ident, ()):
                options.append(candidate.option)
        else:
            timed = timed or text.timed
            if can_activate(game, seat, game.obj(candidate.ident), text):
                options.append(candidate.option)
    if _has_special_actions(game):
        options += _special_actions(game, seat, sorcery=sorcery)
    found = Offers(game.version if game.version == version else -1, step if timed else "", tuple(options))
    if sorcery:
        memory.slow = found
    else:
        memory.fast = found
    return found.options


def _is_too_dear(game: Game, seat: int, obj: Object, candidate: Candidate, sources: Sources) -> bool:
    """Whether a card costs more mana than there is, as its printed cost and a glance at the sources tell.

    Only where no effect bears on costs. Most cards of a hand go no further.
    """
    if candidate.price is None:
        candidate.price = () if candidate.place else _printed_price(game, seat, obj)
    return bool(candidate.price) and is_short_of(sources, candidate.price)


def _has_special_actions(game: Game) -> bool:
    """Whether any card of this match gives a special action (116.2) besides playing a land, or anything does now."""
    cached = game.fixed.get("special actions")
    if cached is None:
        is_any = has_rooms(game) or has_backs(game) or any(is_printed(game, word) for word in (PLOT, SUSPEND, FORETELL))
        cached = game.fixed["special actions"] = (is_any,)
    return bool(cached[0]) or is_any_given(game)


def _special_actions(game: Game, seat: int, *, sorcery: bool) -> list[Option]:
    """The special actions besides playing a land that a seat may take now (116.2)."""
    options: list[Option] = []
    if sorcery and has_rooms(game):
        options += unlockable(game, seat)
    if sorcery and is_printed(game, PLOT):
        options += payable(game, seat, PLOT)
    if is_printed(game, SUSPEND):
        options += [
            each for each in payable(game, seat, SUSPEND) if time_obstacle(game, seat, game.obj(each.refs[0])) is None
        ]
    if is_printed(game, FORETELL) or is_any_given(game):
        options += foretellable(game, seat)
    if has_backs(game):
        options += turnable(game, seat)
    return options


def _offer_card(game: Game, seat: int, obj: Object, place: int, options: list[Option], *, sorcery: bool) -> bool:
    """Offer to play a card as one of its faces, if it can be played to its end; say whether that hangs on the step."""
    if not place and number_to_play(game, seat, obj) == obj.card:
        _offer(game, seat, obj, (obj.id,), options, sorcery=sorcery)
        return game.prints[obj.card].timed
    with ShownAs(game, obj, place, seat):
        _offer(game, seat, obj, (obj.id, place) if place else (obj.id,), options, sorcery=sorcery)
        return game.prints[obj.card].timed


def _offer(game: Game, seat: int, obj: Object, refs: tuple[int, ...], options: list[Option], *, sorcery: bool) -> None:
    """Offer to play a card as the face that it shows, if it can be played to its end."""
    if _is_playable(game, seat, obj, sorcery=sorcery):
        options.append(Option("play" if "land" in obj.words else "cast", refs))


def _candidates(game: Game, seat: int, *, sorcery: bool) -> list[Candidate]:
    """The actions that a seat may have to begin, whether or not it may now."""
    found = _in_hand(game, seat, quick=not sorcery) + _among_permanents(game, seat)
    lent = any(isinstance(effect, MayPlayEffect) for effect in game.root.effects) or bool(statics(game, MayPlay))
    if lent or _are_used_from(game, "graveyard"):
        found.extend(_in_graveyard(game, seat, every=lent or any_gained(game)))
        lent_cards = [(obj.id, game.prints[number_to_play(game, seat, obj)]) for obj in _lent(game, seat)]
        found.extend([Candidate(ident, place) for ident, card in lent_cards for place in faces_to_play(card)])
    return found


def _in_hand(game: Game, seat: int, *, quick: bool) -> list[Candidate]:
    """Cards of a hand, each name once; if ``quick`` only those that may be cast when sorceries can't.

    Found again only when the hand has changed: what is undone comes back as the very same.
    """
    hand = game.zones["hand"][seat].content
    quick = quick and not statics(game, AsThough)
    memory = game.memory[seat]
    cached = memory.quick_hand if quick else memory.hand
    if cached and cached[0] is hand:
        return cached[1]  # type: ignore[no-any-return]  # a cache of mixed plain data
    found: list[Candidate] = []
    names = set()
    for ident in hand:
        obj = game.obj(ident)
        if obj.name not in names:
            names.add(obj.name)
            kit = game.kit(obj)
            found += [Candidate(obj.id, place) for place in _faces_in_hand(game, obj, kit, quick=quick)]
            _add_abilities(seat, obj, kit, found)
    if quick:
        memory.quick_hand = (hand, found)
    else:
        memory.hand = (hand, found)
    return found


def _faces_in_hand(game: Game, obj: Object, kit: Kit, *, quick: bool) -> list[int]:
    """The faces of a card that may be played; if ``quick`` those of an instant's time."""
    printed = game.prints[obj.card]
    if not printed.faces:
        is_quick = "instant" in obj.words or "flash" in obj.keywords or bool(kit.permits) or _has_own_step(printed)
        return [0] if not quick or is_quick else []
    faces = {place: game.prints[printed.faces[place]] for place in faces_to_play(printed)}
    return [place for place, face in faces.items() if not quick or _is_quick(game, face)]


def _is_quick(game: Game, face: Print) -> bool:
    """Whether a face may be cast at an instant's time, for all that it says itself."""
    own = face.definition
    return (
        "instant" in own.words
        or "flash" in own.keywords
        or _has_own_step(face)
        or any(isinstance(text.ability, AsThough) and text.ability.source for text in face.abilities)
    )


def _in_graveyard(game: Game, seat: int, *, every: bool) -> list[Candidate]:
    """Cards of a graveyard that may be used there, or that an effect may let be; found again only when it changed."""
    grave = game.zones["graveyard"][seat].content
    memory = game.memory[seat]
    cached = memory.discards
    if cached and cached[0] is grave and cached[1] is every:
        return cached[2]  # type: ignore[no-any-return]  # a cache of mixed plain data
    found: list[Candidate] = []
    for obj in map(game.obj, grave):
        printed = game.prints[obj.card]
        if every or printed.alternatives:
            found += [Candidate(obj.id, place) for place in faces_to_play(printed)]
        _add_abilities(seat, obj, game.kit(obj), found)
    memory.discards = (grave, every, found)
    return found


def _among_permanents(game: Game, seat: int) -> list[Candidate]:
    """Activated abilities of permanents; found again only when these, their abilities or controllers have changed."""
    arena = game.zones["battlefield"][seat].content
    memory = game.memory[seat]
    cached = memory.permanents
    if cached and cached[0] is arena and cached[1] == game.shape:
        return cached[2]  # type: ignore[no-any-return]  # a cache of mixed plain data
    found: list[Candidate] = []
    for obj in game.battlefield():
        if obj.abilities:
            kit = game.kit(obj)
            if kit.activated and (obj.controller == seat or kit.is_shared):
                _add_abilities(seat, obj, kit, found)
    memory.permanents = (arena, game.shape, found)
    return found


def _are_used_from(game: Game, zone: str) -> bool:
    """Whether any text of this match, printed or to be gained, is of cards that are used from a zone."""
    key = ("used from", zone)
    cached = game.fixed.get(key)
    if cached is None:
        works = any(text.zone == zone and text.kind == "activated" for text in game.texts)
        cast = any(isinstance(text.ability, AlternativeCost) and text.ability.zone == zone for text in game.texts)
        cached = game.fixed[key] = (works or cast,)
    return bool(cached[0])


def _lent(game: Game, seat: int) -> list[Object]:
    """Cards outside one's own hand and graveyard that an effect lets a seat play."""
    effects = [effect for effect in game.root.effects if isinstance(effect, MayPlayEffect) and effect.seat == seat]
    objs = [obj for effect in effects for obj in map(game.object, effect.idents) if obj is not None]
    return [obj for obj in objs if obj.owner != seat or obj.zone not in ("hand", "graveyard")]


def _add_abilities(seat: int, obj: Object, kit: Kit, found: list[Candidate]) -> None:
    """The activated abilities of an object that work where it is; the same one twice is offered once."""
    for place, text in kit.offers.get(obj.zone, ()):
        if obj.controller == seat or text.open_to:
            found.append(Candidate(obj.id, place, text))


def _is_playable(game: Game, seat: int, obj: Object, *, sorcery: bool) -> bool:
    """Whether a card can be played or cast to its end."""
    if "land" in obj.words:
        return sorcery and land_obstacle(game, seat, obj) is None
    return (
        (sorcery or instant_speed(game, seat, obj))
        and castable(game, seat, obj)
        and cast_obstacle(game, seat, obj) is None
    )
