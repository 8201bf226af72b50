"""Applying one replacement or prevention effect to one event: what it asks first, and what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from engine.abilities import (
    Chooses,
    Copies,
    Enters,
    Goes,
    Never,
    Prevented,
    Redirected,
    Scaled,
    ShowsKin,
    Spared,
    Under,
)
from engine.events.triggers import occurred
from engine.events.zones import with_counters
from engine.queries.faces import back_to_enter, copied_number
from engine.queries.filters import LINKED, amount, matching, resolve
from engine.queries.layers import EXCEPT, copied_besides, leave_combat
from engine.queries.modifications import modification
from engine.queries.prohibitions import can_be_prevented
from engine.queries.shown_texts import shown, shown_lasting
from engine.replacement.applicable import as_it_comes, every
from engine.replacement.shields import use, wear
from engine.sentences import said, word
from engine.state.copying import copy_record
from engine.state.decisions import Answer, Decision, Option
from engine.state.frequent_writes import write_tapped
from engine.state.last_known import known
from engine.state.lasting import AddedText
from engine.state.occurred import TriggerEvent
from engine.state.procedure import can_pay_due
from engine.state.proposed_events import DESIGNATED, UNPREVENTABLE, Prospect
from engine.state.records import NOBODY, Item, Object, Player

if TYPE_CHECKING:
    from engine.abilities import Change, EntryChoice, Modify, Ref, Replacement, WordFamily
    from engine.replacement.applicable import Effect, Work
    from engine.state.decisions import DecisionKind
    from engine.state.game import Game

NO_LIMIT: Final = -1


def question_of(work: Work, each: Prospect, effect: Effect) -> Decision | None:
    """The question to ask next before an effect can be applied."""
    game, record = work.game, effect.record
    at = 0
    copies = next((change for change in record.changes if isinstance(change, Copies)), None)
    if record.cost or (record.optional and copies is None):
        if not each.answers:
            return _confirm(game, each, effect)
        at = 1
    if copies is not None and len(each.answers) == at:
        found = tuple(matching(game, copies.what, effect.seat, each.subject))
        if found:
            return Decision(
                "cards",
                effect.seat,
                said("ask.copy_if_any", "choose what {name} enters as a copy of, if anything", name=effect.name)
                if record.optional
                else said("ask.copy", "choose what {name} enters as a copy of", name=effect.name),
                game.rules.cite("enter"),
                tuple(Option("cards", (i,)) for i in found),
                subject=each.item or each.subject,
                least=0 if record.optional else 1,
            )
    if any(isinstance(change, ShowsKin) for change in record.changes) and len(each.answers) == at:
        return _kin_to_show(work, each, effect)
    if any(isinstance(change, Prevented | Redirected) for change in record.changes):
        return _share(work, each, effect)
    chooses = next((change for change in record.changes if isinstance(change, Chooses | Under)), None)
    if chooses is not None and len(each.answers) == at:
        if isinstance(chooses, Under):
            return _choice(game, each, effect, "opponent")
        return _choice(game, each, effect, chooses.what, chooses.besides)
    return None


def _kin_to_show(work: Work, each: Prospect, effect: Effect) -> Decision | None:
    """The choice of cards in hand that something enters with: none that enters with it, and asked whoever has one."""
    game = work.game
    hand = game.content("hand", effect.seat)
    arrival = as_it_comes(work, each)
    if not hand or arrival is None:
        return None
    words = {word for word in game.rules.families["creature type"] if word in arrival.words}
    entering = {other.subject for other in work.batch}
    kin = [ident for ident in hand if ident not in entering and not words.isdisjoint(game.obj(ident).words)]
    return Decision(
        "cards",
        effect.seat,
        said("ask.reveal_for", "reveal any number of cards for {name}", name=effect.name),
        game.rules.cite("enter"),
        tuple(Option("cards", (ident,)) for ident in kin),
        subject=each.item or each.subject,
        least=0,
        most=len(kin),
    )


def _choice(game: Game, each: Prospect, effect: Effect, what: EntryChoice, besides: tuple[str, ...] = ()) -> Decision:
    """The choice as something enters (614.12a)."""
    kind: DecisionKind
    if what in ("opponent", "player"):
        seats = game.opponents(effect.seat) if what == "opponent" else game.turn_order(effect.seat)
        kind, options = "players", tuple(Option("players", (game.players[seat].id,)) for seat in seats)
    else:
        words = words_to_choose(game, what)
        kind = "modes"
        options = tuple(Option("modes", (i,), (), word) for i, word in enumerate(words) if word not in besides)
    name = effect.name
    return Decision(
        kind,
        effect.seat,
        said("ask.choose_what", "choose for {name}: {what}", name=name, what=word(what)),
        game.rules.cite("enter"),
        options,
        subject=each.item,
    )


def words_to_choose(game: Game, what: EntryChoice | WordFamily) -> tuple[str, ...]:
    """The words of which one may be chosen (105.4, 205.3i, 205.3m); a "type" is a creature type."""
    return game.rules.families["creature type" if what == "type" else what]


def _confirm(game: Game, each: Prospect, effect: Effect) -> Decision | None:
    """Ask whether to; a cost that can't be paid is not paid."""
    cost = effect.record.cost
    options = [Option("confirm", (0,))]
    if not cost or can_pay_due(game, effect.seat, cost, effect.source):
        options.append(Option("confirm", (1,)))
    elif effect.record.cost:
        return None
    return Decision(
        "confirm",
        effect.seat,
        said("ask.pay_for", "pay for {name}?", name=label(game, effect))
        if cost
        else said("ask.apply", "apply {name}?", name=label(game, effect)),
        game.rules.cite("replace"),
        tuple(options),
        subject=each.subject,
        default=Answer("confirm", (0,)),
    )


def label(game: Game, effect: Effect) -> str:
    """The words for an effect among which somebody chooses."""
    shield = effect.shield
    text = shown_lasting(game, effect.record, shield) if shield else shown(game, game.texts[effect.number])
    return f"{effect.name}: {text}" if effect.known else text


def _sharing(work: Work, effect: Effect) -> list[Prospect]:
    """The simultaneous events that a shield of so much damage is divided among."""
    return [
        each
        for each in work.batch
        if not each.is_off
        and each.kind == "damage"
        and effect.key not in each.applied
        and any(e.key == effect.key for e in every(work, each))
    ]


def _share(work: Work, each: Prospect, effect: Effect) -> Decision | None:
    """615.7: of damage dealt at the same time its player chooses which a shield takes; one number after the other."""
    left: int = effect.shield.left if effect.shield else NO_LIMIT
    if left < 0:
        return None
    sharing = _sharing(work, effect)
    if len(sharing) < 2 or sum(e.amount for e in sharing) <= left:
        return None
    given = sum(answer.amounts[0] for answer in each.answers)
    place = len(each.answers)
    rest = sum(e.amount for e in sharing[place + 1 :])
    most = min(left - given, sharing[place].amount)
    least = max(0, left - given - rest)
    if place == len(sharing) - 1:
        return None
    source = work.game.object(sharing[place].source)
    last = sharing[place].last
    name = source.name if source is not None else last.name if last else "this"
    return Decision(
        "number",
        each.seat,
        said("ask.damage_taken", "how much of the damage of {name} does {effect} take?", name=name, effect=effect.name),
        work.game.rules.cite("share"),
        (),
        subject=sharing[place].source,
        least=least,
        most=most,
        default=Answer("number", (), (most,)),
    )


def apply(work: Work, each: Prospect, effect: Effect) -> None:
    """Change an event as an effect says."""
    game, record = work.game, effect.record
    answers = list(each.answers)
    if record.cost:
        paid = bool(answers) and answers.pop(0).refs == (1,)
        if paid == record.unless:
            return
    elif _is_confirmed(record) and not answers.pop(0).refs[0]:
        return
    event = _event(game, each)
    number = each.amount
    done = False
    for change in record.changes:
        number = make_change(work, each, effect, change, answers)
        done = done or number != 0 or isinstance(change, Prevented)
    if record.body is not None and (done or not record.changes):
        shield = effect.shield
        work.after.append(
            AddedText(
                effect.number,
                effect.seat,
                effect.source,
                effect.known,
                event._replace(amount=number),
                shield.targets if shield else (),
                shield.x if shield else 0,
                (*each.applied, effect.key),
            )
        )
    if effect.shield:
        use(game, effect.shield)


def _is_confirmed(record: Replacement) -> bool:
    """Whether somebody is asked if it applies; what is chosen to be copied may be nothing instead."""
    return record.optional and not any(isinstance(change, Copies) for change in record.changes)


def _event(game: Game, each: Prospect) -> TriggerEvent:
    """The event as the text of an effect speaks of it: whose, what it happens to (else its source), its source."""
    obj = game.object(each.subject) or game.object(each.source)
    source = game.object(each.source)
    by = known(source) if source is not None else each.last
    return TriggerEvent("replaced", each.seat, known(obj) if obj is not None else each.last, each.amount, by)


def make_change(work: Work, each: Prospect, effect: Effect, change: Change, answers: list[Answer]) -> int:
    """Make one change; return how much it concerned, 0 if nothing."""
    game = work.game
    match change:
        case Never():
            each.is_off = True
        case Goes(zone=zone, reveal=reveal, noted=noted):
            each.chosen += ((noted, 1),) if noted else ()
            if reveal and (card := game.object(each.subject)) is not None:
                game.occurred("revealed", card.owner, card.id, 0, card.name)
            _send(game, each, zone)
            if zone == "exile" and game.texts[effect.number].is_linked:
                each.chosen = (*each.chosen, (LINKED, effect.source))
        case Enters():
            _enter_so(game, each, effect, change)
        case ShowsKin(counter=counter, amount=number):
            shown_cards = [game.obj(ident) for ident in (answers.pop(0).refs if answers else ())]
            for card in shown_cards:
                game.occurred("revealed", card.owner, card.id, 0, card.name)
            each.counters = with_counters(each.counters, ((counter, number * len(shown_cards)),))
        case Copies(more=more):
            if not answers or not answers[0].refs:
                return 0
            model = game.obj(answers.pop(0).refs[0])
            each.copying = copied_number(game, model)
            each.chosen = (*each.chosen, *copied_besides(model), *_excepted(game, effect, more))
        case Chooses(what=what):
            _choose(game, each, what, answers.pop(0))
        case Under():
            each.controller = game.seat_of(answers.pop(0).refs[0])
        case Scaled(times=times, plus=plus):
            number = each.amount * times + amount(game, plus, effect.seat, effect.source)
            each.amount = max(0, game.bounded(number))
            each.is_off = each.amount <= 0
        case Prevented(spared=spared) if spared:
            number = each.amount - amount(game, spared, effect.seat, effect.source)
            return _prevent(work, each, effect, max(0, number), answers)
        case Prevented(amount=number):
            return _prevent(work, each, effect, amount(game, number, effect.seat, effect.source), answers)
        case Redirected(to=to):
            return _redirect(work, each, effect, to, answers)
        case Spared(regenerated=regenerated):
            each.is_off = True
            _spare(game, each, regenerated=regenerated)
    return each.amount


def _excepted(game: Game, effect: Effect, more: Modify | None) -> tuple[tuple[str, object], ...]:
    """The exception of what enters as a copy, worked out as it enters (707.9)."""
    if more is None:
        return ()
    asking = Item(0, "static", effect.seat, effect.source, effect.number)
    return ((EXCEPT, tuple(modification(game, asking, more))),)


def _enter_so(game: Game, each: Prospect, effect: Effect, how: Enters) -> None:
    """It enters with its other face up, with a designation, tapped or untapped, with counters."""
    if how.transformed:
        card = game.object(each.subject)
        back = back_to_enter(game, card) if card is not None else NOBODY
        each.copying = back if back != NOBODY else each.copying
    if how.designated:
        each.chosen = (*each.chosen, (DESIGNATED, how.designated))
    if how.tapped:
        each.tapped = how.tapped == "tapped"
    if how.counter:
        count = amount(game, how.amount, effect.seat, effect.source, _by_whom(game, each))
        each.counters = with_counters(each.counters, ((how.counter, max(0, count)),))


def _by_whom(game: Game, each: Prospect) -> Item | None:
    """The item that lets something enter, with the word that was chosen for it just before (614.12a)."""
    item = game.records.get(each.item)
    doer = item if isinstance(item, Item) else None
    chosen = next((word for key, word in each.chosen if key in ("color", "type")), None)
    if not isinstance(chosen, str):
        return doer
    asking = Item(0, "static", each.seat, each.subject, NOBODY)
    if doer is not None:
        asking = cast("Item", copy_record(doer))
    asking.chosen = chosen
    return asking


def _choose(game: Game, each: Prospect, what: EntryChoice, answer: Answer) -> None:
    chosen: object = answer.refs[0] if what in ("opponent", "player") else words_to_choose(game, what)[answer.refs[0]]
    each.chosen = (*each.chosen, ("type" if what == "basic land type" else what, chosen))


def _send(game: Game, each: Prospect, zone: str) -> None:
    each.shuffled = zone == "library"
    each.bottom = zone == "library bottom"
    each.zone = game.zone_name("library" if zone.startswith("library ") else zone)
    if each.zone != game.arena:
        each.controller = NOBODY


def _portions(
    work: Work, each: Prospect, effect: Effect, number: int, answers: list[Answer]
) -> list[tuple[Prospect, int]]:
    """The amounts of the events that an effect takes: of this one ``number`` (all if negative), or shares."""
    left: int = effect.shield.left if effect.shield else NO_LIMIT
    if left < 0:
        return [(each, each.amount if number < 0 else min(number, each.amount))]
    sharing = _sharing(work, effect)
    work.look_anew()
    if sum(e.amount for e in sharing) <= left:
        return [(e, e.amount) for e in sharing]
    shares = [answer.amounts[0] for answer in answers]
    shares.append(left - sum(shares))
    return list(zip(sharing, shares, strict=False))


def _prevent(work: Work, each: Prospect, effect: Effect, number: int, answers: list[Answer]) -> int:
    """Prevent damage; what can't be prevented uses up nothing, yet the effect applies (615.12)."""
    game = work.game
    taken = 0
    for one, share in _portions(work, each, effect, number, answers):
        if one is not each:
            one.applied = (*one.applied, effect.key)
        if one.name == UNPREVENTABLE or not can_be_prevented(game, game.object(one.source), combat=one.combat):
            continue
        one.amount -= share
        one.is_off = one.amount <= 0
        taken += share
    wear(game, effect.shield, taken)
    return taken


def _redirect(work: Work, each: Prospect, effect: Effect, to: Ref, answers: list[Answer]) -> int:
    """614.9: the same damage is dealt to something else, if that is there and can be dealt damage."""
    game = work.game
    if to.kind == "it":
        ids: tuple[int, ...] = effect.subjects or ()
    elif to.kind == "target":
        ids = effect.shield.targets[to.index] if effect.shield else ()
    else:
        ids = resolve(game, to, effect.seat, effect.source, None)
    record = game.records.get(ids[0]) if ids else None
    if not isinstance(record, Player | Object):
        return 0
    if isinstance(record, Object) and not game.rules.events["damage"].can_befall(record):
        return 0
    taken = 0
    for one, share in _portions(work, each, effect, -1, answers):
        if not share:
            continue
        taken += share
        one.applied = (*one.applied, effect.key)
        if share == one.amount:
            moved = one
        else:
            one.amount -= share
            moved = Prospect.from_plain(one.to_plain())
            moved.amount = share
            moved.now, moved.answers = (), ()
            work.batch.append(moved)
        moved.subject = record.id
        moved.seat = record.seat if isinstance(record, Player) else record.controller
    wear(game, effect.shield, taken)
    return taken


def _spare(game: Game, each: Prospect, *, regenerated: bool) -> None:
    """614.8: its damage is removed; if it regenerates it becomes tapped and leaves combat (701.19a)."""
    obj = game.object(each.subject)
    if obj is None:
        return
    if obj.damage:
        game.write(obj, "damage", 0)
    if obj.marked:
        game.write(obj, "marked", "")
    if not regenerated:
        return
    if not obj.tapped:
        write_tapped(game, obj, True)
        occurred(game, "taps", obj, obj.controller)
    leave_combat(game, obj)
