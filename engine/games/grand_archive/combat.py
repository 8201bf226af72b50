"""Combat once an attack is declared: retaliation, damage, the end of combat; then the main phase goes on.

The frame ``("combat", stage, item)`` stands on the agenda as long as the combat lasts, also if the attacker or all it
attacks leave. The item is the record of the attack (``attacking``); who retaliates has the attacker's id in
``blocking``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeGuard

from engine.abilities import HISTORY, Grant, Keyword, Triggered
from engine.events.execution import change_counters
from engine.events.triggers import noticed_together, occurred_together
from engine.events.zones import move_all
from engine.games.grand_archive.attacking import may_change_to, parts_of, units_of
from engine.games.grand_archive.frames import CombatFrame
from engine.games.grand_archive.harm import note_harm
from engine.games.grand_archive.held_keywords import has_keyword
from engine.games.grand_archive.instances import PLAYED
from engine.games.grand_archive.intents import power_on_entering
from engine.games.grand_archive.language.shared_words import INTERCEPTED, RETALIATED
from engine.games.grand_archive.obedience import disobedience
from engine.payment.self_cost_rules import tap
from engine.play.priority import PENDING, STEP, give
from engine.play.stack import leave_stack
from engine.play.state_based_actions import settle
from engine.queries.filters import amount, holds, resolve
from engine.queries.prohibitions import forbidden
from engine.replacement.damage import deal_all
from engine.replacement.durations import end_of_combat
from engine.sentences import said
from engine.state.agenda import pop, replace
from engine.state.decisions import Answer, Decision, Option
from engine.state.frames import PriorityFrame
from engine.state.proposed_events import Happening
from engine.state.records import Item, Object

if TYPE_CHECKING:
    from engine.abilities import Ability, Ref
    from engine.state.frames import Frame
    from engine.state.game import Game

HURT: Final = "your champion has dealt combat damage to this turn"
STRUCK: Final = HISTORY[HURT]
STEPS: Final = ("retaliation", "damage", "end of combat")


def run_combat(game: Game, frame: CombatFrame, answer: Answer | None) -> None:
    """Take a combat one step further (``CombatFrame``)."""
    _STAGES[frame.stage](game, game.item(frame.item), answer)


def _next(game: Game, item: Item, stage: str, *above: Frame) -> None:
    replace(game, CombatFrame(stage, item.id), *above)


def _open(game: Game, item: Item, step: str, following: str) -> None:
    """A step begins, and the turn player gains Opportunity."""
    game.write(game.root, "step", step)
    give(game, game.root.active)
    _next(game, item, following, STEP)


# --- retaliation ----------------------------------------------------------------------------------


def _before_retaliation(game: Game, item: Item, answer: Answer | None) -> None:
    """Combat 3.1, Combat 3.2: the one Opportunity before retaliation, also to answer what the attack triggered."""
    _open(game, item, "retaliation", "retaliators")


def _retaliators(game: Game, item: Item, answer: Answer | None) -> None:
    """Combat 3.3: each defending player may rest defending units to retaliate."""
    candidates = [obj for obj in _defending(game, item) if _can_retaliate(game, item, obj)]
    if answer is None and candidates:
        options = tuple(Option("cards", (obj.id,)) for obj in candidates)
        prompt = said("grand-archive.ask_retaliate", "choose which units retaliate against {name}", name=item.name)
        question = Decision(
            "cards",
            candidates[0].controller,
            prompt,
            "Combat 3.3",
            options,
            subject=item.source,
            least=0,
            most=len(candidates),
            none="nobody retaliates",
        )
        game.ask(question)
        return
    chosen = [game.obj(ident) for ident in answer.refs] if answer is not None else []
    for obj in chosen:
        if "steadfast" not in obj.keywords:
            tap(game, obj)
        game.write(obj, "blocking", (item.source,))
    attacker = game.object(item.source)
    occurred_together(game, "retaliates", [Happening(obj, obj.controller, other=attacker) for obj in chosen])
    _next(game, item, "damage")


def _defending(game: Game, item: Item) -> list[Object]:
    """The units that are attacked, and those with ambush beside them."""
    attacked = [obj for obj in map(game.object, item.targets[0]) if obj is not None]
    seats = list(dict.fromkeys(obj.controller for obj in attacked))
    beside = [obj for seat in seats for obj in units_of(game, seat) if "ambush" in obj.keywords]
    return list({obj.id: obj for obj in (*attacked, *beside)}.values())


def _can_retaliate(game: Game, item: Item, obj: Object) -> bool:
    """An awake unit with power; one with steadfast may be rested. Nothing of the attack says that it can't."""
    if _forbids(game, item, RETALIATED, obj) or obj.power <= 0 or (obj.tapped and "steadfast" not in obj.keywords):
        return False
    return not forbidden(game, "retaliate", obj.controller, obj)


def _forbids(game: Game, item: Item, action: str, by: Object) -> bool:
    """Whether a part of an attack says that a unit can't do this to the attack."""
    return any(forbidden(game, action, part.controller, part, by=by) for part in parts_of(game, item))


# --- damage ---------------------------------------------------------------------------------------


def _before_damage(game: Game, item: Item, answer: Answer | None) -> None:
    """Combat 4.1: the one Opportunity before damage."""
    _open(game, item, "damage", "order")


def _order(game: Game, item: Item, answer: Answer | None) -> None:
    """Combat 4.2: the attacking player orders several retaliators."""
    retaliators = _retaliating(game, item)
    if answer is None and len(retaliators) > 1 and game.object(item.source) is not None:
        options = tuple(Option("order", (place,), (), obj.name) for place, obj in enumerate(retaliators))
        prompt = said("grand-archive.ask_retaliators", "order the units that retaliate against {name}", name=item.name)
        count = len(retaliators)
        game.ask(Decision("order", item.controller, prompt, "Combat 4.2", options, least=count, most=count))
        return
    order = answer.refs if answer is not None else range(len(retaliators))
    _deal(game, item, [retaliators[place] for place in order])


def _retaliating(game: Game, item: Item) -> list[Object]:
    return [obj for obj in game.battlefield() if item.source in obj.blocking]


def _deal(game: Game, item: Item, retaliators: list[Object]) -> None:
    """Combat 4.3: all combat damage at once; each weapon loses durability with it, however much it was."""
    _next(game, item, "end")
    weapons = [weapon for weapon in map(game.object, item.it) if weapon is not None]
    attacker = game.object(item.source)
    hits = []
    if attacker is not None:
        power = attack_power(game, item, attacker)
        hits = [(attacker, (), victim, power) for victim in item.targets[0] if victim in game.records]
    hits += [(obj, (), item.source, obj.power + _values(game, obj, "retort")) for obj in retaliators]
    for weapon in weapons:
        if dict(weapon.counters).get("durability"):
            change_counters(game, weapon.id, "durability", -1)
    deal_all(game, [(source, last, victim, number) for source, last, victim, number in hits], combat=True)


def attack_power(game: Game, item: Item, attacker: Object) -> int:
    """The power of the attacker, its weapons and the attack card together, with what its keywords add.

    Ranged counts if it is distant, Commanded Will if a Command card is in the Intent (Ranged 1, Commanded Will 1).
    """
    power = sum(part.power for part in parts_of(game, item)) + _added_in_intent(game, item)
    is_commanded = any("command" in card.words for card in intents_of(game, item))
    power += _values(game, attacker, "commanded will") if is_commanded else 0
    power += sum(map(power_on_entering, intents_of(game, item)))
    return power + (_values(game, attacker, "ranged") if "distant" in attacker.keywords else 0)


def _added_in_intent(game: Game, item: Item) -> int:
    """The power that cards add to themselves while they lie in the Intent, where no other effect reaches them."""
    return sum(
        amount(game, each.power, card.controller, card.id)
        for card in intents_of(game, item)
        for each in (game.texts[number].ability for number in card.abilities)
        if isinstance(each, Grant)
        and each.source
        and (each.condition is None or holds(game, each.condition, card.controller, card.id))
    )


def intents_of(game: Game, item: Item) -> list[Object]:
    """The cards of an attack that lie in the Intent."""
    return [part for part in parts_of(game, item) if part.zone == "intent"]


def is_of_attack(ability: Ability) -> TypeGuard[Triggered]:
    """Whether an ability waits for the attack in which its card is."""
    return isinstance(ability, Triggered) and all(
        event.source and event.name in ("attacks", "hits", "kills") for event in ability.events
    )


def _values(game: Game, obj: Object, keyword: str) -> int:
    """The numbers of all instances of a keyword together."""
    if keyword not in obj.keywords:
        return 0
    abilities = (game.texts[number].ability for number in obj.abilities)
    return sum(own.value for own in abilities if isinstance(own, Keyword) and own.name == keyword)


def hit(game: Game, dealt: list[Happening]) -> None:
    """On Hit, On Kill: by the attacker, with it its weapons and the attack card; or by a retaliator."""
    note_harm(game, dealt)
    if not dealt or dealt[0].how != "combat":
        return
    item = current(game)
    hits: list[Happening] = []
    kills: list[Happening] = []
    for one in dealt:
        if one.obj is not None:
            by = parts_of(game, item) if item is not None and one.obj.id == item.source else [one.obj]
            found = [Happening(part, one.seat, one.amount, other=one.other) for part in by]
            hits.extend(found)
            if _is_lethal(dealt, one):
                kills.extend(found)
    occurred_together(game, "hits", hits)
    occurred_together(game, "kills", kills)
    noticed_together(
        game,
        STRUCK,
        [
            Happening(one.other, one.obj.controller)
            for one in dealt
            if one.obj is not None and "champion" in one.obj.words and isinstance(one.other, Object)
        ],
    )


def is_struck(game: Game, obj: Object, by: tuple[int, ...]) -> bool:
    """Whether the champion of one of these players has dealt combat damage to an object this turn."""
    seats = {game.seat_of(ident) for ident in by}
    return any(
        past.name == STRUCK and past.seat in seats and past.what and past.what.id == obj.id
        for past in game.root.happened
    )


def _is_lethal(dealt: list[Happening], by: Happening) -> bool:
    """Whether this was the damage, in the order in which it counts, that came to be lethal (Combat 4.2)."""
    victim = by.other
    if not isinstance(victim, Object) or "immortality" in victim.keywords:
        return False
    together = [one for one in dealt if one.other is victim]
    marked = victim.damage - sum(one.amount for one in together)
    for one in together:
        before, marked = marked, marked + one.amount
        if one is by:
            return before < victim.toughness <= marked
    return False


def current(game: Game) -> Item | None:
    """The record of the attack, while there is combat."""
    return next((game.item(frame.item) for frame in reversed(game.root.agenda) if isinstance(frame, CombatFrame)), None)


def redirect(game: Game, unit: Object, instead_of: tuple[int, ...] | None, *, intercepts: bool) -> bool:
    """Have the attack be on another unit, if it may; ``instead_of`` asks that one of these is attacked now.

    An unblockable unit is not intercepted (Unblockable 1), and its attacks may be changed all the same.
    """
    item = current(game)
    if item is None or not _may_take(game, item, unit, instead_of):
        return False
    attacker = game.object(item.source)
    if intercepts and attacker is not None and "unblockable" in attacker.keywords:
        return False
    if intercepts and _forbids(game, item, INTERCEPTED, unit):
        return False
    game.write(item, "targets", ((unit.id,),))
    if attacker is not None:
        game.write(attacker, "attacking", unit.controller)
        game.write(attacker, "attacks", unit.id)
    return True


def _may_take(game: Game, item: Item, unit: Object, instead_of: tuple[int, ...] | None) -> bool:
    """Whether a unit may be attacked in the place of what is, which a unit that does not obey may not (Obedience 1)."""
    return (
        may_change_to(game, item, unit)
        and disobedience(game, unit) is None
        and (instead_of is None or not set(instead_of).isdisjoint(item.targets[0]))
    )


def may_take(game: Game, obj: Object, _with: tuple[int, ...]) -> bool:
    """Whether the attack may be on this unit instead."""
    item = current(game)
    return item is not None and _may_take(game, item, obj, None)


def may_take_from(game: Game, obj: Object, instead_of: tuple[int, ...]) -> bool:
    """The same, if the attack is on one of these."""
    item = current(game)
    return item is not None and _may_take(game, item, obj, instead_of)


def attacked(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """The units that are under the attack in which the source of a text takes part, or by the unit that it names."""
    record = current(game)
    attacker = game.object(record.source) if record is not None else None
    if record is None or attacker is None or attacker.attacking < 0:
        return ()
    by = (source,) if ref.of is None else resolve(game, ref.of, seat, source, item)
    if not set(by) & {part.id for part in parts_of(game, record)}:
        return ()
    return tuple(ident for ident in record.targets[0] if ident in game.records)


def attacker(game: Game, _ref: Ref, _seat: int, _source: int, _item: Item | None) -> tuple[int, ...]:
    """The unit that attacks, as long as there is combat."""
    record = current(game)
    return (record.source,) if record is not None and record.source in game.records else ()


def end_phase(game: Game, by: Item) -> None:
    """End the combat phase (Ending Phases 1): the game goes on with the end of combat.

    Nothing else on the Effects Stack resolves, and the cards there are banished; what ends the phase resolves first.
    """
    record = current(game)
    if record is None:
        return
    cards = []
    for ident in game.root.stack:
        item = game.item(ident)
        if item.id != by.id:
            cards += [item.card] if item.kind in PLAYED and not item.copy else []
            leave_stack(game, item)
    move_all(game, [card for card in map(game.object, cards) if card is not None], "banishment")
    agenda = game.root.agenda
    at = max(place for place, frame in enumerate(agenda) if isinstance(frame, CombatFrame))
    above = (frame for frame in agenda[at + 1 :] if not isinstance(frame, PriorityFrame))
    game.write(game.root, "agenda", (*agenda[:at], CombatFrame("end", record.id), *above))


def is_defending(game: Game, obj: Object, _with: tuple[int, ...]) -> bool:
    """Whether a unit is under attack."""
    record = current(game)
    return record is not None and bool(record.targets) and obj.id in record.targets[0]


def attacks_with(game: Game, obj: Object, attackers: tuple[int, ...]) -> bool:
    """Whether an object takes part in the attack of one of these units, as a weapon or a card of the Intent."""
    record = current(game)
    if record is None or record.source not in attackers:
        return False
    return obj.id == record.card or obj.id in record.it


# --- the end of combat ----------------------------------------------------------------------------


def _end(game: Game, item: Item, answer: Answer | None) -> None:
    """Combat 5: state-based checks and triggers; then nothing attacks or defends any more, the Intent empties."""
    if not settle(game):
        return
    for obj in game.battlefield():
        if obj.attacking >= 0:
            game.write(obj, "attacking", -1)
            game.write(obj, "attacks", 0)
        if obj.blocking:
            game.write(obj, "blocking", ())
    _leave_intent(game, intents_of(game, item))
    if game.root.effects:
        end_of_combat(game)
    game.write(game.root, "step", "end of combat")
    give(game, game.root.active)
    _next(game, item, "over", PENDING)


def _leave_intent(game: Game, cards: list[Object]) -> None:
    """The cards of an attack go to the graveyard; a renewable one that would be banished goes home (Renewable 1)."""
    kept = [card for card in cards if has_keyword(game, card, "renewable")]
    move_all(game, [card for card in cards if card not in kept], "graveyard")
    move_all(game, kept, "material deck")


def _over(game: Game, item: Item, answer: Answer | None) -> None:
    """The turn player is back in the main phase."""
    game.remove(item)
    pop(game)
    game.write(game.root, "step", "main")
    give(game, game.root.active)


_STAGES: Final = {
    "retaliation": _before_retaliation,
    "retaliators": _retaliators,
    "damage": _before_damage,
    "order": _order,
    "end": _end,
    "over": _over,
}
