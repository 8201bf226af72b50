"""Replacement and prevention effects (614-616): what would happen is changed before it does.

An event that may be replaced goes through ``happen``: a batch of events that happen at once, as data
(``engine.state.proposed_events``). Nothing watches them: they are done at once. Otherwise each event, those of the
active player first (101.4), is offered the effects that apply to it, one after the other and each at most once (614.5);
where two or more could be next its player chooses (616.1: self-replacement, control, copy, then any), unless no order
makes a difference. When none is left an event that contains others opens into them (616.1g), and at last the batch is
done, then what effects do besides (615.5).

A question makes the batch a frame ``("would", batch, after, item)`` on the agenda; ``happen`` then returns nothing and
its caller must leave what follows to the frame below. ``after`` are texts to carry out once the batch is done,
``item`` (or 0) is told what became of what it moved.

``engine.replacement.applicable`` says which effects apply, ``engine.replacement.applying`` what applying one does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Chooses, Copies, Enters, Redirected, Scaled, Under
from engine.events.execution import perform
from engine.events.zones import with_counters
from engine.play.procedure_runner import begin
from engine.play.response_windows import is_awaited, occurrence, run_occurrence, run_stated, take_up
from engine.queries.filters import LINKED
from engine.replacement.applicable import Effect, Work, applicable, every, is_watched, watches
from engine.replacement.applying import apply, label, question_of
from engine.replacement.attachment import find_host
from engine.replacement.shields import rest_of
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Answer, Decision, Option
from engine.state.frames import (
    DrawsFrame,
    EffectsFrame,
    EndedFrame,
    FrameKind,
    HappensFrame,
    OccurrenceFrame,
    StatedFrame,
    WouldFrame,
    kinds_by_op,
)
from engine.state.frequent_writes import write_did, write_due
from engine.state.last_known import known
from engine.state.procedure import current, item_of
from engine.state.proposed_events import Prospect
from engine.state.records import Item, Object

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.state.game import Game
    from engine.state.last_known import Last
    from engine.state.lasting import AddedText

OUTER: Final = ("destroy", "tokens")
"""Events that contain others (616.1g)."""

# --- the way in -----------------------------------------------------------------------------------


def happen(game: Game, batch: list[Prospect], item: Item | None = None) -> list[int] | None:
    """Let events happen at once, changed as effects say; what is replaced never happens (614.6, 615.6).

    Args:
        item: whose text makes them happen; it learns what became of what it moved.

    Returns:
        For each event that happened the id of what it made of an object or how much was done; none if somebody has
        to choose first.
    """
    if item is not None:
        is_linked = item.text >= 0 and game.texts[item.text].is_linked
        for each in batch:
            each.item = item.id
            each.applied = item.replaced
            if is_linked and each.zone == game.zone_name("exile"):
                each.chosen = (*each.chosen, (LINKED, item.source))
    if game.awaited and is_awaited(game, batch):
        kinds = game.rules.events
        batch = [each for each in batch if not kinds[each.kind].is_forestalled(game, each)]
        if not batch:
            return []
        push(game, occurrence(batch, item.id if item is not None else 0))
        return None
    return _happen_now(game, batch, item.id if item is not None else 0)


def run_happens(game: Game, frame: HappensFrame, answer: Answer | None) -> None:
    """The frame ``HappensFrame``: what nobody interrupts any more happens now."""
    pop(game)
    around = game.root.agenda[-1]
    assert isinstance(around, OccurrenceFrame)
    batch = [Prospect.from_plain(plain) for plain in frame.batch]
    _happen_now(game, [each for each in batch if not each.is_off], frame.item)
    take_up(game, around)


def _happen_now(game: Game, batch: list[Prospect], item: int) -> list[int] | None:
    if not is_watched(game, batch):
        if all(_is_simple(each) for each in batch):
            made, results = _do(game, batch, item)
            if results:
                happen(game, results)
            return made
        work = Work(game, batch, [], item)
        _open(work)
        return _finish(work)
    work = Work(game, batch, [], item)
    _decide(work, None)
    if work.question is not None or work.paying is not None:
        push(game, work.frame())
        return None
    return _finish(work)


def _is_simple(each: Prospect) -> bool:
    """Whether an event happens, and contains no other."""
    return not (each.is_off or each.counters or each.kind in OUTER)


def is_skipped(game: Game, seat: int, name: str) -> bool:
    """Whether a player skips a step, phase or turn that would begin (614.10); of several effects one is satisfied."""
    if not watches(game, "step"):
        return False
    each = Prospect("step", game.players[seat].id, seat)
    each.name = name
    happen(game, [each])
    return each.is_off


def run_would(game: Game, frame: WouldFrame, answer: Answer | None) -> None:
    """Have a batch happen, replaced and prevented as it may be (``WouldFrame``)."""
    play = current(game)
    if answer is not None and play is not None and play.seat >= 0:
        game.write(play, "given", (*play.given, answer))
    work = Work(game, [Prospect.from_plain(plain) for plain in frame.batch], list(frame.after), frame.item)
    _decide(work, answer)
    if work.paying is not None:
        seat, cost, source = work.paying
        begin(game, "payment", seat, "payment", name="", source=source, text=-1, then=0)
        _owe(game, cost)
        return
    if work.question is None:
        pop(game)
        _finish(work)
        return
    now = work.frame()
    replace(game, now)
    if play is not None and play.seat == work.question.seat:
        work.question.cancel = not play.bound
        if play.plan and play.plan[0].do == work.question.kind:
            planned = play.plan[0]
            work.question.check(planned)
            game.write(play, "plan", play.plan[1:])
            run_would(game, now, planned)
            return
    game.ask(work.question)


def _owe(game: Game, cost: Cost) -> None:
    play = current(game)
    assert play is not None  # just begun
    rules, item = game.rules.cost_rules, item_of(game, play)
    due = tuple(rules[type(p)].locked(game, play.seat, item, p) if type(p) in rules else p for p in cost)
    write_due(game, play, due)


def as_paid(frame: WouldFrame) -> WouldFrame:
    """The frame of a batch once the cost that one of its effects asks was paid."""
    batch = [Prospect.from_plain(plain) for plain in frame.batch]
    for each in batch:
        if each.now:
            each.answers = (*each.answers, Answer("confirm", (1,)))
    return frame._replace(batch=tuple(each.to_plain() for each in batch))


def _finish(work: Work) -> list[int]:
    """Do the batch, then what follows from it, then the texts that effects add (615.5)."""
    game = work.game
    for each in work.batch:
        if each.host >= 0 and not each.is_off:
            host = work.batch[each.host]
            host.counters = with_counters(host.counters, ((each.name, each.amount),))
    batch = [each for each in work.batch if not each.is_off and each.host < 0]
    made, results = _do(game, batch, work.item)
    arrived = {each.subject: new for each, new in zip(batch, made, strict=True) if each.zone == game.arena}
    for entry in reversed(work.after):
        _carry_out_after(game, entry._replace(source=arrived.get(entry.source) or entry.source))
    if results:
        happen(game, results)
    return made


def _do(game: Game, batch: list[Prospect], item: int) -> tuple[list[int], list[Prospect]]:
    """Do a batch, and say what follows from it; the text that makes it happen is told."""
    results: list[Prospect] = []
    if not item:
        return perform(game, batch, results), results
    objs = [game.object(each.subject) for each in batch]
    made = perform(game, batch, results)
    _report(game, item, batch, objs, made)
    return made, results


def _report(game: Game, ident: int, batch: list[Prospect], objs: list[Object | None], made: list[int]) -> None:
    """Tell a text the objects that its rest means by "it" and "that many"; those it moved it can find (400.7j)."""
    item = game.records.get(ident)
    if not isinstance(item, Item) or not batch:
        return
    if batch[0].kind not in ("move", "create"):
        if batch[0].kind == "draw" and item.text >= 0 and game.texts[item.text].shows_drawn:
            game.write(item, "it", (*item.it, *filter(None, made)))
        write_did(game, item, item.did + (1 if batch[0].kind in ("draw", "untap") else sum(made)))
        return
    last: list[Last] = []
    it: list[int] = []
    for place, obj in enumerate(objs):
        if obj is not None:
            last.append(known(obj, made[place]))
        it.append(obj.id if obj is not None else made[place])
    if last:
        game.write(item, "last", (*item.last, *last))
    game.write(item, "it", tuple(it))
    write_did(game, item, len(batch))


def _carry_out_after(game: Game, entry: AddedText) -> None:
    """Put a text that an effect adds on the agenda, as an item of its own."""
    item = Item(game.new_id(), "replacement", entry.seat, entry.source, entry.text)
    item.name = entry.known.name if entry.known else ""
    item.known = entry.known
    item.event = entry.event
    item.targets = entry.targets
    item.x = entry.x
    item.replaced = entry.replaced
    game.add(item)
    push(game, EndedFrame(item.id), EffectsFrame(item.id, -1, 0))


def run_ended(game: Game, frame: EndedFrame, answer: Answer | None) -> None:
    """The frame ``EndedFrame``: a text that replaced an event has been carried out."""
    pop(game)
    game.remove(game.records[frame.item])


def run_draws(game: Game, frame: DrawsFrame, answer: Answer | None) -> None:
    """The frame ``DrawsFrame``: one card after the other (614.11, 614.11a)."""
    seat, number, item, applied, into, _ = frame
    if number <= 0:
        pop(game)
        return
    replace(game, DrawsFrame(seat, number - 1, item, applied, into))
    each = Prospect("draw", game.players[seat].id, seat)
    each.zone = into
    each.item = item
    each.applied = applied
    happen(game, [each])


# --- deciding -------------------------------------------------------------------------------------


def _decide(work: Work, answer: Answer | None) -> None:
    """Apply effects until none is left (616.1f) or somebody is asked; ``answer`` is to the first question met."""
    game = work.game
    while True:
        each, effects = _next(work)
        if each is None:
            if _open(work):
                continue
            if not find_host(work, answer) or work.question is not None:
                return
            answer = None
            work.look_anew()
            continue
        if not each.now:
            if len(effects) > 1 and each.kind != "step" and not _is_indifferent(effects):
                if answer is None:
                    work.question = _which(game, each, effects)
                    return
                effects = [effects[answer.refs[0]]]
                answer = None
            each.now = effects[0].key
        effect = next((e for e in every(work, each) if e.key == each.now), None)
        if effect is not None:
            question = question_of(work, each, effect)
            if question is not None:
                if answer is None:
                    work.question = question
                    return
                if effect.record.cost and not each.answers and answer.refs[0]:
                    work.paying = (effect.seat, effect.record.cost, effect.source)
                    return
                each.answers = (*each.answers, answer)
                answer = None
                continue
            apply(work, each, effect)
        each.applied = (*each.applied, each.now)
        each.now = ()
        each.answers = ()


def _next(work: Work) -> tuple[Prospect | None, list[Effect]]:
    """The next event with effects to apply, also new ones (616.2), and those that may be chosen next (616.1)."""
    game = work.game
    if work.version != game.version or len(work.order) != len(work.batch):
        for each in work.batch:
            if each.now:
                return each, []
        order = game.turn_order(game.root.active)
        work.order = sorted(work.batch, key=lambda e: order.index(e.seat) if e.seat in order else len(order))
        work.done, work.version = 0, game.version
    for place in range(work.done, len(work.order)):
        each = work.order[place]
        if each.now:
            return each, []
        effects = [] if each.is_off else applicable(work, each)
        if effects:
            first = min(_rank(effect) for effect in effects)
            return each, [effect for effect in effects if _rank(effect) == first]
        work.done = place + 1
    return None, []


def _rank(effect: Effect) -> int:
    """616.1b, 616.1c: under whose control it enters, then what makes a copy, before the rest."""
    kinds = {type(change) for change in effect.record.changes}
    return 0 if Under in kinds else 1 if Copies in kinds else 2


def _is_indifferent(effects: list[Effect]) -> bool:
    """Whether in no order they make a difference: they are alike, or only add to how something enters."""
    effects = [e for e in effects if e.record.changes] or effects  # the rest is done afterwards in any order
    first = effects[0]
    if all(
        e.record == first.record and e.seat == first.seat and rest_of(e.shield) == rest_of(first.shield)
        for e in effects
    ):
        # alike, unless each takes the event to a place of its own
        return not any(isinstance(c, Redirected) for c in first.record.changes) or first.source == effects[-1].source
    kinds = {type(change) for e in effects for change in e.record.changes}
    if any(e.record.body is not None for e in effects):
        return False
    if kinds <= {Enters, Chooses}:
        return len({c.tapped for e in effects for c in e.record.changes if isinstance(c, Enters)} - {""}) < 2
    scaled = [c for e in effects for c in e.record.changes if isinstance(c, Scaled)]
    return kinds == {Scaled} and (all(c.plus == 0 for c in scaled) or all(c.times == 1 for c in scaled))


def _which(game: Game, each: Prospect, effects: list[Effect]) -> Decision:
    """616.1: the affected player or the controller of the affected object chooses which to apply."""
    return Decision(
        "modes",
        each.seat,
        said("ask.effect_first", "choose which effect applies first"),
        game.rules.cite("replace"),
        tuple(Option("modes", (i,), (), label(game, effect)) for i, effect in enumerate(effects)),
        subject=each.subject,
    )


def _open(work: Work) -> bool:
    """Open events that contain others (616.1g); say whether there were any."""
    return _open_outer(work) or _open_counters(work)


def _open_outer(work: Work) -> bool:
    """A destruction contains a move to the graveyard, the creation of tokens the arrival of each."""
    if all(each.kind not in OUTER for each in work.batch):
        return False
    work.game.meter.check_objects(
        work.game, sum(each.amount for each in work.batch if each.kind == "tokens" and not each.is_off)
    )
    opened = False
    batch: list[Prospect] = []
    for each in work.batch:
        if each.is_off or each.kind not in OUTER:
            batch.append(each)
            continue
        opened = True
        if each.kind == "destroy":
            each.kind = "move"
            batch.append(each)
            continue
        for _ in range(each.amount):
            token = Prospect("create", 0, each.seat)
            token.card, token.zone, token.tapped, token.item = each.card, each.zone, each.tapped, each.item
            token.controller, token.counters, token.attached = each.seat, each.counters, each.attached
            token.applied, token.joins, token.chosen, token.paid = each.applied, each.joins, each.chosen, each.paid
            batch.append(token)
    work.batch[:] = batch
    work.look_anew()
    return opened


def _open_counters(work: Work) -> bool:
    """Objects that enter with counters have them put on them (122.6): that may be replaced as well."""
    found: list[Prospect] = []
    for place, each in enumerate(work.batch):
        if not each.counters or each.is_off or each.zone != work.game.arena:
            continue
        if not watches(work.game, "counters"):
            return False
        for name, number in each.counters:
            put = Prospect("counters", each.subject, each.controller if each.controller >= 0 else each.seat, number)
            put.controller = put.seat  # 122.6a
            put.name, put.host, put.item = name, place, each.item
            found.append(put)
        each.counters = ()
    work.batch.extend(found)
    work.look_anew()
    return bool(found)


FRAMES: Final = kinds_by_op(
    FrameKind(HappensFrame, run_happens),
    FrameKind(OccurrenceFrame, run_occurrence),
    FrameKind(StatedFrame, run_stated),
    FrameKind(WouldFrame, run_would),
    FrameKind(EndedFrame, run_ended),
    FrameKind(DrawsFrame, run_draws),
)
