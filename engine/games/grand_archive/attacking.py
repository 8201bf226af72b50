"""Declaring an attack: the steps 2a to 2e of the combat page, one declaration and no Opportunity within it.

An attack is declared as a slow action with an awake unit, or by an attack card as it enters the Intent. The item of the
play goes on to be the record of the combat: its source attacks, its targets are attacked, ``it`` are the weapons and
``card`` is the attack card in the Intent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import AttacksOnly
from engine.errors import Illegal, Refusal
from engine.events.triggers import occurred_together
from engine.events.zones import move
from engine.games.grand_archive.attack_costs import can_afford, cost_of_attack
from engine.games.grand_archive.commands import attacker_for
from engine.games.grand_archive.frames import CombatFrame
from engine.games.grand_archive.held_keywords import has_keyword
from engine.games.grand_archive.intents import note_entering
from engine.games.grand_archive.loading import loaded_cards, may_be_used, unload
from engine.games.grand_archive.next_attacks import begin_next_attack
from engine.games.grand_archive.obedience import disobedience
from engine.games.grand_archive.sieges import SIEGEABLE
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.self_cost_rules import lock_all, tap
from engine.payment.window import pay_costs
from engine.play.procedure_runner import ask, begin
from engine.queries.filters import fits, holds
from engine.queries.prohibitions import forbidden
from engine.sentences import said
from engine.state.agenda import push
from engine.state.decisions import Answer, Decision, Option
from engine.state.frequent_writes import write_due
from engine.state.player_marks import mark_of
from engine.state.procedure import DONE, Procedure, Step, item_of
from engine.state.proposed_events import Happening

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.abilities import Cost
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play

FIRST_TURN: Final = "first turn"
"""The mark of a player whose first turn is not over."""
MOST_WEAPONS: Final = 1
"""A champion wields one weapon in an attack; the rules name no number, cards that allow more do (our decision)."""
UNITS: Final = frozenset(("ally", "champion"))
ATTACKED: Final = UNITS | {SIEGEABLE}
"""The words of what may be attacked (Siegeable a)."""


# --- who and what ---------------------------------------------------------------------------------


def may_attack_yet(game: Game, seat: int) -> bool:
    """Nobody attacks in the first turn of the first cycle but the last player (Combat 1)."""
    return not any(mark_of(game, other, FIRST_TURN) for other in game.opponents(seat))


def obstacle(game: Game, seat: int, obj: Object) -> Refusal | None:
    """The reason that a unit cannot be declared as an attacker now; none if it can."""
    if obj.controller != seat or UNITS.isdisjoint(obj.words):
        return Refusal(
            "Combat 2a",
            "not_a_unit",
            said("grand-archive.reason_not_a_unit", "{name} is no unit of yours", name=obj.name),
        )
    if game.root.step != "main" or game.root.active != seat or game.root.stack:
        return Refusal(
            "Combat 1",
            "slow",
            said(
                "grand-archive.reason_attack_timing",
                "attacks are declared in one's main phase, with an empty Effects Stack",
            ),
        )
    if not may_attack_yet(game, seat):
        return Refusal(
            "Combat 1",
            "first_turn",
            said("grand-archive.reason_first_turn", "nobody attacks before the last player's first turn"),
        )
    if obj.tapped:
        return Refusal("Combat 2a", "rested", said("grand-archive.reason_rested", "{name} is rested", name=obj.name))
    disobeys = disobedience(game, obj)
    if disobeys is not None:
        return disobeys
    if "ally" in obj.words and obj.power <= 0:
        return Refusal(
            "Combat 1", "no_power", said("grand-archive.reason_no_power", "{name} has no power", name=obj.name)
        )
    if "champion" in obj.words and obj.power <= 0 and not affordable_weapons(game, seat, obj):
        return Refusal(
            "Combat 1",
            "no_power",
            said("grand-archive.reason_no_weapon", "{name} has no power and no weapon", name=obj.name),
        )
    if forbidden(game, "attack", seat, obj):
        return Refusal(
            "Combat 2e",
            "prohibited",
            said("reason.cannot_attack", "an effect says that {name} can't attack", name=obj.name),
        )
    if not _wieldable(game, seat, obj) and not can_afford(game, seat, obj, None):
        return Refusal(
            "Combat 2d",
            "cannot_pay",
            said("grand-archive.reason_attack_cost", "an attack of {name} cannot be paid for", name=obj.name),
        )
    return None


def can_attack(game: Game, seat: int, obj: Object) -> bool:
    """Whether a unit may be declared as an attacker, and there is something to attack."""
    if obj.controller != seat or obj.tapped or UNITS.isdisjoint(obj.words):
        return False  # of most no reason against it has to be put into words
    return obstacle(game, seat, obj) is None and any(
        can_afford(game, seat, obj, weapon) and _targets(game, seat, obj, _sees(game, obj, weapon))
        for weapon in (None, *_wieldable(game, seat, obj))
    )


def weapons_of(game: Game, seat: int) -> list[Object]:
    """The weapons that a champion may wield."""
    return [obj for obj in game.battlefield() if obj.controller == seat and "weapon" in obj.words]


def usable_weapons(game: Game, seat: int, *, with_card: bool = False) -> list[Object]:
    """The weapons that a champion may use for an attack, with an attack card or without one."""
    return [weapon for weapon in weapons_of(game, seat) if may_be_used(game, weapon, with_card=with_card)]


def affordable_weapons(game: Game, seat: int, attacker: Object, *, with_card: bool = False) -> list[Object]:
    """Those for whose use a seat could pay."""
    usable = usable_weapons(game, seat, with_card=with_card)
    return [weapon for weapon in usable if can_afford(game, seat, attacker, weapon)]


def _wieldable(game: Game, seat: int, attacker: Object, *, with_card: bool = False) -> list[Object]:
    """The weapons that an attacker may wield; allies wield none."""
    return affordable_weapons(game, seat, attacker, with_card=with_card) if "champion" in attacker.words else []


def _with_loaded(game: Game, parts: Iterable[Object | None]) -> list[Object]:
    """The parts of an attack, with the cards that would come into it from beneath."""
    there = [part for part in parts if part is not None]
    return [*there, *(card for part in there if part.zone == game.arena for card in loaded_cards(game, part))]


def _sees(game: Game, *parts: Object | None) -> bool:
    """Whether what takes part in an attack lets it target units with stealth (True Sight)."""
    return any(has_keyword(game, part, "true sight") for part in _with_loaded(game, parts))


def _targets(game: Game, seat: int, attacker: Object, sees: bool) -> list[int]:
    """The units that an attack may target.

    Stealth hides a unit from it, an awake unit with taunt all others of its player that it could target, unless the
    attacker is unblockable.
    """
    found: list[int] = []
    heeds_taunt = "unblockable" not in attacker.keywords
    for other in game.opponents(seat):
        own = [obj for obj in _attackable(game, seat, attacker) if obj.controller == other and _is_seen(obj, sees)]
        taunting = [obj for obj in own if heeds_taunt and "taunt" in obj.keywords and not obj.tapped]
        found.extend(obj.id for obj in taunting or own)
    return found


def _attackable(game: Game, seat: int, attacker: Object) -> list[Object]:
    """The objects that an attacker's own texts let it attack."""
    said = [text.ability for text in game.kit(attacker).statics if isinstance(text.ability, AttacksOnly)]
    only = [each.what for each in said if holds(game, each.condition, seat, attacker.id)]
    return [obj for obj in game.battlefield() if all(fits(game, what, obj, seat, attacker.id) for what in only)]


def _is_seen(obj: Object, sees: bool) -> bool:
    """Whether an object is a unit, or a siegeable domain, that is not hidden from an attack."""
    return not ATTACKED.isdisjoint(obj.words) and (sees or "stealth" not in obj.keywords)


def may_change_to(game: Game, item: Item, unit: Object) -> bool:
    """Whether an attack may be on this unit instead of where it is (Redirect 1); taunt does not count then (Taunt)."""
    parts = parts_of(game, item)
    return (
        unit.controller in game.opponents(item.controller)
        and unit.id not in item.targets[0]
        and _is_seen(unit, _sees(game, *parts))
        and not has_cleave(game, parts)
    )


# --- the declaration ------------------------------------------------------------------------------


def begin_attack(game: Game, seat: int, answer: Answer) -> None:
    """Declare an attack with the unit that an answer names.

    Raises:
        Refusal: whatever keeps it from attacking.
    """
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    if obj is None or obj.zone != "field":
        raise Refusal("Combat 2a", "not_a_unit", said("grand-archive.reason_one_attacks", "one unit attacks"))
    wrong = obstacle(game, seat, obj)
    if wrong is not None:
        raise wrong
    announced = Answer(answer.do, answer.refs)
    begin(game, "attack", seat, "attack", name=obj.name, source=obj.id, text=-1, plan=answer.plan, announced=announced)


def can_enter_intent(game: Game, item: Item) -> bool:
    """Whether an attack card that resolves can start a combat, as it must to enter the Intent (Resolution 9)."""
    root, seat = game.root, item.controller
    attacker = attacker_for(game, item)
    card = game.object(item.card)
    return (
        attacker is not None
        and can_afford(game, seat, attacker, None)
        and root.step == "main"
        and root.active == seat
        and root.stack == (item.id,)
        and may_attack_yet(game, seat)
        and not forbidden(game, "attack", seat, attacker)
        and any(
            _targets(game, seat, attacker, _sees(game, attacker, card, weapon))
            for weapon in (None, *_wieldable(game, seat, attacker, with_card=True))
        )
    )


def price_of_entering(game: Game, item: Item) -> Cost:
    """The cost of the attack that would be declared as an attack card resolves (Declaring an Attack 2d)."""
    attacker = attacker_for(game, item)
    return cost_of_attack(game, attacker, ()) if attacker is not None else ()


def enter_intent(game: Game, card: Object, seat: int, attacker: Object) -> None:
    """An attack card that has resolved enters the Intent, and its attack is declared: by the unit that has rested.

    Nobody takes that back.
    """
    intent = move(game, card, "intent", controller=seat)
    assert intent is not None
    note_entering(game, intent)
    play = begin(game, "attack", seat, "attack", name=attacker.name, source=attacker.id, text=-1)
    game.write(play, "bound", True)
    game.write(item_of(game, play), "card", intent.id)


def select_attacker(game: Game, play: Play, answer: Answer | None) -> int:
    """2a: the attacker rests as a cost; a champion whose attack card was activated has rested for that."""
    item = item_of(game, play)
    if not item.card:
        tap(game, game.obj(item.source))
    return DONE


def select_weapons(game: Game, play: Play, answer: Answer | None) -> int:
    """2b: the weapons that a champion wields. Without an attack card one without power needs one."""
    item = item_of(game, play)
    attacker = game.obj(item.source)
    wieldable = _wieldable(game, play.seat, attacker, with_card=bool(item.card))
    weapons = [weapon for weapon in wieldable if _candidates(game, play, weapon)]
    if answer is None and weapons:
        options = tuple(Option("cards", (weapon.id,)) for weapon in weapons)
        bare = (item.card or attacker.power > 0) and _candidates(game, play, None)
        prompt = said("grand-archive.ask_weapon", "choose the weapon that {name} attacks with", name=item.name)
        least = 0 if bare else 1
        question = Decision("cards", play.seat, prompt, "Combat 2b", options, least=least, most=MOST_WEAPONS)
        return ask(game, play, question)
    used = answer.refs if answer is not None else ()
    loaded = [ident for host in (item.source, *used) for ident in unload(game, game.obj(host), play.seat)]
    if used or loaded:
        game.write(item, "it", (*used, *loaded))
    return DONE


def select_targets(game: Game, play: Play, answer: Answer | None) -> int:
    """2c: the unit that is attacked, or with cleave the player all of whose units are.

    Raises:
        Illegal: ``no_target``.
    """
    item = item_of(game, play)
    candidates = _candidates(game, play, None)
    if answer is None:
        if not candidates:
            raise Illegal(
                "Combat 2c",
                "no_target",
                said(
                    "grand-archive.reason_nothing_to_attack", "there is nothing that {name} can attack", name=item.name
                ),
            )
        options = tuple(Option("targets", (ident,)) for ident in candidates)
        prompt = said("grand-archive.ask_attacked", "choose what {name} attacks", name=item.name)
        return ask(game, play, Decision("targets", play.seat, prompt, "Combat 2c", options, subject=item.source))
    seat = game.seat_of(answer.refs[0])
    attacked = answer.refs if seat < 0 else tuple(obj.id for obj in units_of(game, seat, ATTACKED))
    game.write(item, "targets", (attacked,))
    return DONE


def _candidates(game: Game, play: Play, weapon: Object | None) -> list[int]:
    """The objects that this attack may be declared on, with a further weapon; players, if it has cleave."""
    taking_part = [part for part in (*parts_of(game, item_of(game, play)), weapon) if part is not None]
    if has_cleave(game, _with_loaded(game, taking_part)):
        return [game.players[seat].id for seat in game.opponents(play.seat) if units_of(game, seat, ATTACKED)]
    attacker = game.obj(item_of(game, play).source)
    return _targets(game, play.seat, attacker, _sees(game, *taking_part))


def calculate_cost(game: Game, play: Play, answer: Answer | None) -> int:
    """2d: what the attack costs is worked out, with all that takes part in it."""
    item = item_of(game, play)
    total = cost_of_attack(game, game.obj(item.source), parts_of(game, item))
    if total:
        game.write(play, "total", total)
        write_due(game, play, lock_all(game, play.seat, item, total))
    return DONE


def check_declaration(game: Game, play: Play, answer: Answer | None) -> int:
    """2e: what was declared has to be allowed still, else it never was.

    Raises:
        Illegal: ``not_allowed``.
    """
    item = item_of(game, play)
    attacker = game.obj(item.source)
    if "ally" in attacker.words and attacker.power <= 0 and not item.card:
        raise Illegal(
            "Combat 2e",
            "not_allowed",
            said("grand-archive.reason_no_more_power", "{name} has no power any more", name=item.name),
        )
    return DONE


def become_attack(game: Game, play: Play, answer: Answer | None) -> int:
    """The attack is declared: combat begins, and what triggers on it waits for the retaliation step."""
    item = item_of(game, play)
    attacked = [game.obj(ident) for ident in item.targets[0]]
    attacker = game.obj(item.source)
    game.write(attacker, "attacking", attacked[0].controller)
    game.write(attacker, "attacks", attacked[0].id)
    push(game, CombatFrame("retaliation", item.id))
    begin_next_attack(game, attacker)
    taking_part = parts_of(game, item)
    occurred_together(game, "attacks", [Happening(part, play.seat, other=attacked[0]) for part in taking_part])
    occurred_together(game, "attacked", [Happening(unit, unit.controller, other=attacker) for unit in attacked])
    return DONE


def parts_of(game: Game, item: Item) -> list[Object]:
    """The parts of an attack that are still there: the attacker, its weapons, the attack card in the Intent."""
    return [obj for obj in map(game.object, (item.source, *item.it, item.card)) if obj is not None]


def has_cleave(game: Game, taking_part: list[Object]) -> bool:
    """Whether an attack is on all units of a player, because of anything that takes part in it."""
    return any(has_keyword(game, part, "cleave") for part in taking_part)


def units_of(game: Game, seat: int, words: frozenset[str] = UNITS) -> list[Object]:
    """The allies and the champion of a player, or all that may be attacked (Siegeable a.iii)."""
    return [obj for obj in game.battlefield() if obj.controller == seat and not words.isdisjoint(obj.words)]


ATTACK: Final = Procedure(
    "attack",
    Step("Combat 2a", select_attacker),
    Step("Combat 2b", select_weapons),
    Step("Combat 2c", select_targets),
    Step("Combat 2d", calculate_cost),
    Step("Combat 2d", pay_costs),
    Step("Combat 2e", check_declaration),
    Step("Combat 2", become_attack),
    costs=PAID_IN_PARTS,
)
