"""Instructions about permanents and cards that ask nothing: one function for each, called with its item.

Each returns how many instructions to pass over and tells ``meaning`` what it touched. A thing that is gone is passed
over; an instruction about several things is done to all at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.arranging import arrange
from engine.effects.choosing import choose_of_each, move_of_each
from engine.effects.meaning import (
    DONE,
    Outcome,
    amount_of,
    counted,
    items_of,
    numbers_of,
    objects_of,
    shares_of,
    touched,
    what_is,
    who_is,
)
from engine.effects.transforming import enters_turned, transform
from engine.payment.self_cost_rules import milling, sacrifice, tap
from engine.queries.faces import copied_number
from engine.queries.filters import number_now
from engine.queries.layers import BEING, EXCEPT, SIZE, copied_besides, leave_combat
from engine.queries.modifications import modification
from engine.queries.prohibitions import can_be_made_to
from engine.queries.revealed_cards import take_off
from engine.replacement.damage import deal_all
from engine.replacement.durations import duration
from engine.replacement.happen import happen
from engine.replacement.shields import raise_shield
from engine.state.lasting import ReturnEffect
from engine.state.play_notes import PaidObject
from engine.state.proposed_events import FOR_GOOD, Prospect, moving
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.last_known import Last
    from engine.state.records import Item, Object


def _damage(game: Game, item: Item, do: a.Damage, answer: Answer | None) -> Outcome:
    sources = objects_of(game, item, do.by)
    targets = what_is(game, item, do.to)
    if do.also:  # what several words mean is dealt it once
        targets = tuple(dict.fromkeys((*targets, *(one for ref in do.also for one in what_is(game, item, ref)))))
    shares = shares_of(item, do.to)
    last: Last = item.known if do.by.kind == "self" else ()
    dealers: list[tuple[Object | None, int]] = [(each, _dealt_by(game, item, do, each)) for each in sources]
    if not dealers and do.by.kind != "each":
        dealers = [(None, amount_of(game, item, do.amount))]
    own = (
        {game.players[seat].id: number for seat, number in numbers_of(game, item, do.to, do.amount)}
        if (do.to.kind in ("players", "opponents"))
        else shares
    )
    targets = tuple(one for one in targets if not (obj := game.object(one)) or obj.zone == game.arena)
    touched(game, item, targets, 0)
    hits = [(by, last, target, own.get(target, number)) for by, number in dealers for target in targets]
    is_attack = game.rules.is_attack(game, item, targets)
    deal_all(game, hits, item, combat=is_attack, unpreventable=do.unpreventable)
    return DONE


def _dealt_by(game: Game, item: Item, do: a.Damage, source: Object) -> int:
    """The amount that one of those who deal damage deals: a number of theirs is its own."""
    several = do.by.kind in ("each", "target", "new target")
    return amount_of(game, item, _own_number(game, do.amount, do.by, source) if several else do.amount)


def _own_number(game: Game, value: a.Amount, by: a.Ref, source: Object) -> a.Amount:
    match value:
        case a.Value(field=field, of=of) if of == by and field not in game.rules.readings:
            return number_now(game, source, field)
        case a.Math(left=left, right=right):
            own = [_own_number(game, each, by, source) for each in (left, right)]
            return replace(value, left=own[0], right=own[1])
        case _:
            return value


def _fight(game: Game, item: Item, do: a.Fight, answer: Answer | None) -> Outcome:
    """701.14: both deal damage at once, or if one is gone or no creature, neither."""
    fighters = objects_of(game, item, do.what)
    if do.other != do.what:
        fighters = [*fighters, *objects_of(game, item, do.other)]
    if len(fighters) != 2 or not all("creature" in o.words and o.zone == game.arena for o in fighters):
        return counted(game, item, 0)
    one, other = fighters
    touched(game, item, (one.id, other.id), 0)
    deal_all(game, [(one, (), other.id, max(0, one.power)), (other, (), one.id, max(0, other.power))], item)
    return DONE


def _destroy(game: Game, item: Item, do: a.Destroy, answer: Answer | None) -> Outcome:
    objs = _named_in(game, item, do)
    touched(game, item, ())
    batch = destroying(game, objs)
    for each in batch:
        each.name = FOR_GOOD if do.for_good else ""
    happen(game, batch, item)
    return DONE


def _named_in(game: Game, item: Item, do: a.Destroy | a.Move) -> list[Object]:
    """All that an instruction is done to at once, each of them one time (608.2f)."""
    objs = objects_of(game, item, do.what)
    if do.also:
        objs += [obj for ref in do.also for obj in objects_of(game, item, ref)]
        objs = list({obj.id: obj for obj in objs}.values())
    return objs


def destroying(game: Game, objs: list[Object]) -> list[Prospect]:
    """The destruction of those that can be destroyed."""
    kind = game.rules.events["destroy"]
    batch = []
    for obj in objs:
        if kind.can_befall(obj) and obj.zone == game.arena:
            each = moving(obj, game.discard_zone, cause="destroyed")
            each.kind = "destroy"
            batch.append(each)
    return batch


def _choose(game: Game, item: Item, do: a.Choose, answer: Answer | None) -> Outcome:
    if do.what.kind == "chosen" and do.what.of is not None and do.what.of.kind in ("players", "opponents"):
        return choose_of_each(game, item, do.what)
    return touched(game, item, what_is(game, item, do.what))


def _sacrifice(game: Game, item: Item, do: a.SacrificeEffect, answer: Answer | None) -> Outcome:
    """701.21a: nobody can sacrifice what another player controls."""
    seats = [seat for seat in who_is(game, item, do.who) if can_be_made_to(game, seat, "sacrifice", item)]
    objs = [o for o in objects_of(game, item, do.what) if o.zone == game.arena and o.controller in seats]
    touched(game, item, ())
    sacrifice(game, objs, item)
    return DONE


def _move(game: Game, item: Item, do: a.Move, answer: Answer | None) -> Outcome:
    if do.what.kind == "zone" and _is_unseen(game, do.what):
        return _move_unseen(game, item, do, do.what)
    if do.what.kind == "chosen" and do.what.of is not None and do.what.of.kind in ("players", "opponents"):
        return move_of_each(game, item, do)
    objs = _named_in(game, item, do)
    objs = [*objs, *_taken_off(game, item, do, {obj.id for obj in objs})]
    for obj in objs if do.revealed else ():
        game.occurred("revealed", obj.owner, obj.id, 0, obj.name)
    return put(game, item, objs, do)


def _taken_off(game: Game, item: Item, do: a.Move, cards_meant: set[int]) -> list[Object]:
    """The cards of spells that leave the stack for another zone; a copy ceases to exist (707.10a).

    A spell whose card itself is meant is no spell any more once that has left.
    """
    source = game.object(item.source)
    if do.until and (source is None or source.zone != game.arena):
        return []
    cards = []
    for spell in (one for ref in (do.what, *do.also) for one in items_of(game, item, ref)):
        if spell.kind not in game.rules.of_cards or spell is item or spell.card in cards_meant:
            continue
        card = game.object(spell.card)
        take_off(game, spell)
        game.remove(spell)
        cards += [card] if card is not None else []
    return cards


def _is_unseen(game: Game, cards: a.Ref) -> bool:
    return cards.what is not None and game.place(cards.what.zone)[0].sight == "nobody"


def _move_unseen(game: Game, item: Item, do: a.Move, cards: a.Ref) -> Outcome:
    """All cards of a library go where a text says, at once; nobody mills them."""
    batch = []
    for seat in who_is(game, item, cards.of) if cards.of is not None else ():
        batch += milling(game, seat, len(game.content(game.draw_zone, seat)), do.zone)
    for each in batch:
        each.cause = ""
    touched(game, item, ())
    happen(game, batch, item)
    return DONE


def put(game: Game, item: Item, objs: list[Object], do: a.Move) -> Outcome:
    """Put objects where an instruction says; a token that has left goes nowhere any more (111.8)."""
    source = game.object(item.source)
    if do.until and (source is None or source.zone != game.arena):
        return touched(game, item, ())
    name = game.zone_name("library" if do.zone.startswith("library") else do.zone)
    arena = game.arena
    objs = [o for o in objs if not (o.token and o.zone != arena) and not (name == o.zone == arena)]
    if name != arena:
        objs = [o for o in objs if o.zone != arena or game.rules.may_take(game, item.source, o)]
    if do.zone.startswith("library "):
        return arrange(game, item, objs, do.zone, at_random=do.at_random)
    controller = item.controller if name == arena and do.under != "owner" and do.engaged is None else -1
    facing = next(iter(who_is(game, item, do.engaged)), NOBODY) if do.engaged is not None else NOBODY
    hosts = objects_of(game, item, do.attached) if do.attached is not None else []
    if do.attached is not None and not hosts:
        objs = [obj for obj in objs if not _needs_host(game, obj)]
    batch = [moving(obj, name, controller=controller) for obj in objs]
    for each in batch if hosts else ():
        each.attached = hosts[0].id
    if do.transformed:
        batch = enters_turned(game, batch, objs)
    number = amount_of(game, item, do.count)
    for each in batch:
        each.tapped = do.tapped
        each.counters = ((do.counter, number),) if do.counter and number > 0 else ()
        each.joins = _leader(game, item) if do.attacking else 0
        each.shuffled = do.zone == "library"
        each.facing = facing
        if do.being is not None:
            each.chosen = (*each.chosen, (BEING, tuple(modification(game, item, do.being))))
    touched(game, item, ())
    happen(game, batch, item)
    for host in hosts:
        _part_from(game, host)
    return DONE


def _part_from(game: Game, host: Object) -> None:
    """301.5e: what needs no host and may not be attached to this one has entered unattached."""
    for obj in game.battlefield():
        if obj.attached == host.id and not _needs_host(game, obj) and not game.rules.may_attach(game, obj, host):
            game.write(obj, "attached", 0)


def _needs_host(game: Game, obj: Object) -> bool:
    """Whether it stays where it is rather than enter attached to nothing, or to what it may not be (303.4i)."""
    return any(word in obj.keywords for word in game.rules.hosts)


def _leader(game: Game, item: Item) -> int:
    """The attack that it joins as it enters: the source's, or that of an attacker given up for it (702.49c)."""
    seat = next((each.last.attacking for each in item.paid if isinstance(each, PaidObject)), NOBODY)
    return item.source if seat == NOBODY else game.players[seat].id


def _tap(game: Game, item: Item, do: a.Tap, answer: Answer | None) -> Outcome:
    """An object that was tapped before is not tapped again, and is not counted."""
    objs = objects_of(game, item, do.what)
    untapped = [obj for obj in objs if not obj.tapped]
    for obj in untapped:
        tap(game, obj)
    return touched(game, item, tuple(o.id for o in objs), len(untapped))


def _untap(game: Game, item: Item, do: a.Untap, answer: Answer | None) -> Outcome:
    objs = objects_of(game, item, do.what)
    touched(game, item, tuple(o.id for o in objs))
    happen(game, [Prospect("untap", obj.id, obj.controller) for obj in objs if obj.tapped])
    return DONE


def _token(game: Game, item: Item, do: a.Token, answer: Answer | None) -> Outcome:
    batch = []
    hosts = what_is(game, item, do.attached) if do.attached is not None else ()
    is_made = do.attached is None or bool(hosts)
    for seat, number in numbers_of(game, item, do.who, do.count) if is_made else ():
        if not number:
            continue
        each = Prospect("tokens", 0, seat, number)
        each.card = game.tokens[do]
        each.attached = next(iter(hosts), 0)
        each.zone = game.arena
        each.tapped = do.tapped
        each.joins = item.source if do.attacking else 0
        if not (isinstance(do.power, int) and isinstance(do.toughness, int)):
            each.chosen = ((SIZE, (amount_of(game, item, do.power), amount_of(game, item, do.toughness))),)
        batch.append(each)
    touched(game, item, ())
    happen(game, batch, item)
    return DONE


def _token_copy(game: Game, item: Item, do: a.TokenCopy, answer: Answer | None) -> Outcome:
    """707.2: a copy has what is copied of its model, with its exceptions (707.9a), not what it was changed into."""
    number = amount_of(game, item, do.count)
    own = () if do.more is None else ((EXCEPT, tuple(modification(game, item, do.more))),)
    batch = []
    for model in objects_of(game, item, do.what):
        for seat in who_is(game, item, do.who) if number else ():
            each = Prospect("tokens", 0, seat, number)
            each.card, each.zone, each.tapped = copied_number(game, model), game.arena, do.tapped
            each.chosen = (*copied_besides(model), *own)
            each.joins = item.source if do.attacking else 0
            batch.append(each)
    touched(game, item, ())
    happen(game, batch, item)
    return DONE


def _until_it_leaves(game: Game, item: Item, do: a.UntilItLeaves, answer: Answer | None) -> Outcome:
    ids = what_is(game, item, a.IT)
    if ids:
        effect = ReturnEffect(ids, game.new_timestamp(), duration(game, item, "there"))
        game.append(game.root, "effects", effect)
    return DONE


def _leave_combat(game: Game, item: Item, do: a.LeaveCombat, answer: Answer | None) -> Outcome:
    """506.4: it stops being attacking, blocking or blocked."""
    objs = [o for o in objects_of(game, item, do.what) if o.zone == game.arena]
    for obj in objs:
        leave_combat(game, obj)
    return touched(game, item, tuple(o.id for o in objs))


def _extra_turn(game: Game, item: Item, do: a.ExtraTurn, answer: Answer | None) -> Outcome:
    game.write(game.root, "extra_turns", (*game.root.extra_turns, *who_is(game, item, do.who)))
    return DONE


def _shield(game: Game, item: Item, do: a.Shield, answer: Answer | None) -> Outcome:
    whom = do.what
    if whom is None and do.amount is not None and do.effect.would.what is not None:
        whom = do.effect.would.what if do.effect.would.what.kind == "each" else None
    ids = what_is(game, item, whom) if whom is not None else None
    left = -1 if do.amount is None else amount_of(game, item, do.amount)
    each = [(ident,) for ident in ids] if ids is not None and (left > 0 or do.uses > 0) else [ids]
    for subjects in each if left else ():
        raise_shield(game, item, do.effect, subjects, left, do.uses, do.until)  # to each its own (615.11)
    return touched(game, item, ids or ())


PERMANENTS: Final[dict[type, Callable[..., Outcome]]] = {
    a.Choose: _choose,
    a.Fight: _fight,
    a.Damage: _damage,
    a.Destroy: _destroy,
    a.SacrificeEffect: _sacrifice,
    a.Move: _move,
    a.Tap: _tap,
    a.Untap: _untap,
    a.Transform: transform,
    a.Token: _token,
    a.TokenCopy: _token_copy,
    a.UntilItLeaves: _until_it_leaves,
    a.ExtraTurn: _extra_turn,
    a.LeaveCombat: _leave_combat,
    a.Shield: _shield,
}
