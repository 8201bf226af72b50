"""Replacement and prevention effects (614-616): what would happen is changed before it does.

Whatever may be replaced goes through ``happen``: a batch of events that happen at once, as data
(``engine.prospects``). Nothing watches them: they are done at once. Otherwise each event, those of the active player
first (101.4), is offered the effects that apply to it, one after the other and each at most once (614.5); where two or
more could be next its player chooses (616.1: self-replacement, control, copy, then any), unless no order makes a
difference. When none is left an event that contains others opens into them (616.1g), and at last the batch is done,
then what effects do besides (615.5).

A question makes the batch a frame ``("would", batch, after, item)`` on the agenda; ``happen`` then returns nothing and
its caller must leave what follows to the frame below. ``after`` are texts to carry out once the batch is done,
``item`` (or 0) is told what became of what it moved.

Effects come from permanents in ``root.replacing``, from the object itself where it concerns its own arrival (614.12) or
burial, and from ``root.shields``: tuples ``(serial, text, seat, source, known, subjects, targets, x, left, uses,
until)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import (
    Chooses,
    Copies,
    Enters,
    Goes,
    Never,
    Prevented,
    Redirected,
    Replacement,
    Scaled,
    Spared,
    Under,
)
from engine.agenda import pop, push, replace
from engine.decisions import Answer, Decision, Option
from engine.filters import amount, fits, holds, is_player, matching, resolve
from engine.game import K_BECAME, K_CONTROLLER, K_ID, K_KEYWORDS, K_NAME, K_OWNER, K_WORDS, known
from engine.payable import can_pay
from engine.performing import perform
from engine.play import begin, current
from engine.prospects import FOR_GOOD, Key, Prospect
from engine.state import NOBODY, Item, Object, Plain, Player
from engine.text import render
from engine.triggers import occurred
from engine.zones import printed_object, with_counters

if TYPE_CHECKING:
    from engine.abilities import Change, Cost, Ref
    from engine.game import Frame, Game

S_SERIAL, S_TEXT, S_SEAT, S_SOURCE, S_KNOWN, S_SUBJECTS, S_TARGETS, S_X, S_LEFT, S_USES, S_UNTIL = range(11)
NO_LIMIT: Final = -1


class Effect:
    """A replacement or prevention effect as it stands before one event.

    ``source`` is the object whose text it is, of an arrival that object itself. ``shield`` is its entry in
    ``root.shields``, empty for an ability. ``subjects`` are what it was made for, none if its text says.
    """

    __slots__ = ("key", "known", "number", "own", "record", "seat", "shield", "source", "subjects")

    def __init__(
        self, key: Key, number: int, record: Replacement, seat: int, source: int, known_: Plain, shield: Plain = ()
    ) -> None:
        self.key = key
        self.number = number
        self.record = record
        self.seat = seat
        self.source = source
        self.known = known_
        self.shield = shield
        self.own = False
        self.subjects: tuple[int, ...] | None = shield[S_SUBJECTS] if shield else None


class Work:
    """A batch being decided: it stands as far as ``question`` or ``paying`` (who pays what) stopped it."""

    __slots__ = ("after", "batch", "game", "item", "paying", "question")

    def __init__(self, game: Game, batch: list[Prospect], after: list[Plain], item: int) -> None:
        self.game = game
        self.batch = batch
        self.after = after
        self.item = item
        self.question: Decision | None = None
        self.paying: tuple[int, Cost, int] | None = None

    def frame(self) -> Frame:
        """As it stands on the agenda."""
        return ("would", tuple(each.to_plain() for each in self.batch), tuple(self.after), self.item)


# --- the way in -----------------------------------------------------------------------------------


def happen(game: Game, batch: list[Prospect], item: Item | None = None) -> list[int] | None:
    """Let events happen at once, changed as effects say.

    Args:
        item: whose text makes them happen; it learns what became of what it moved.

    Returns:
        For each event that happened the id of what it made of an object or how much was done; none if somebody has
        to choose first.
    """
    if item is not None:
        for each in batch:
            each.item = item.id
            each.applied = item.replaced
    work = Work(game, batch, [], item.id if item is not None else 0)
    if not _is_watched(game, batch):
        _open(work)
        return _finish(work)
    _decide(work, None)
    if work.question is not None or work.paying is not None:
        push(game, work.frame())
        return None
    return _finish(work)


def watches(game: Game, event: str) -> bool:
    """Whether some effect watches events that a text calls ``event``."""
    root = game.root
    if not root.replacing and not root.shields:
        return False
    texts = game.texts
    return any(texts[n].replaces == event for ident in root.replacing for n in game.obj(ident).abilities) or any(
        texts[shield[S_TEXT]].replaces == event for shield in root.shields
    )


def is_skipped(game: Game, seat: int, name: str) -> bool:
    """Whether a player skips a step, phase or turn that would begin (614.10); of several effects one is satisfied."""
    if not watches(game, "step"):
        return False
    each = Prospect("step", game.players[seat].id, seat)
    each.name = name
    happen(game, [each])
    return each.is_off


def run_would(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("would", batch, after, item)``."""
    play = current(game)
    if answer is not None and play is not None and play.seat >= 0:
        game.write(play, "given", (*play.given, answer.to_plain()))
    work = Work(game, [Prospect.from_plain(plain) for plain in frame[1]], list(frame[2]), frame[3])
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
    replace(game, work.frame())
    if play is not None and play.seat == work.question.seat:
        work.question.cancel = not play.bound
        if play.plan and play.plan[0][0] == work.question.kind:
            planned = Answer.from_plain(play.plan[0])
            work.question.check(planned)
            game.write(play, "plan", play.plan[1:])
            run_would(game, game.root.agenda[-1], planned)
            return
    game.ask(work.question)


def _owe(game: Game, cost: Cost) -> None:
    play = current(game)
    assert play is not None  # just begun
    rules = game.rules.cost_rules
    game.write(play, "due", tuple(rules[type(p)].locked(game, play, p) if type(p) in rules else p for p in cost))


def as_paid(frame: Frame) -> Frame:
    """The frame of a batch once the cost that one of its effects asks was paid."""
    batch = [Prospect.from_plain(plain) for plain in frame[1]]
    for each in batch:
        if each.now:
            each.answers = (*each.answers, Answer("confirm", (1,)).to_plain())
    return (frame[0], tuple(each.to_plain() for each in batch), *frame[2:])


def _finish(work: Work) -> list[int]:
    """Do the batch, then what follows from it, then the texts that effects add."""
    game = work.game
    for each in work.batch:
        if each.host >= 0 and not each.is_off:
            host = work.batch[each.host]
            host.counters = with_counters(host.counters, ((each.name, each.amount),))
    batch = [each for each in work.batch if not each.is_off and each.host < 0]
    objs = [game.object(each.subject) for each in batch]
    results: list[Prospect] = []
    made = perform(game, batch, results)
    if work.item:
        _tell(game, work.item, batch, objs, made)
    for entry in reversed(work.after):
        _carry_out_after(game, entry)
    if results:
        happen(game, results)
    return made


def _tell(game: Game, ident: int, batch: list[Prospect], objs: list[Object | None], made: list[int]) -> None:
    """What a text did is what the rest of it means by "it" and "that many"; what it moved it can find (400.7j)."""
    item = game.records.get(ident)
    if not isinstance(item, Item) or not batch:
        return
    if batch[0].kind not in ("move", "create"):
        game.write(item, "did", item.did + (1 if batch[0].kind in ("draw", "untap") else sum(made)))
        return
    last = tuple(known(obj, now) for obj, now in zip(objs, made, strict=True) if obj is not None)
    if last:
        game.write(item, "last", (*item.last, *last))
    game.write(item, "it", tuple(obj.id if obj is not None else now for obj, now in zip(objs, made, strict=True)))
    game.write(item, "did", len(batch))


def _carry_out_after(game: Game, entry: Plain) -> None:
    """Put a text that an effect adds on the agenda, as an item of its own."""
    number, seat, source, last, event, targets, x, applied = entry
    item = Item(game.new_id(), "replacement", seat, source, number)
    item.name = last[K_NAME] if last else ""
    item.known = last
    item.event = event
    item.targets = targets
    item.x = x
    item.replaced = applied
    game.add(item)
    push(game, ("ended", item.id), ("effects", item.id, -1, 0))


def run_ended(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("ended", item)``: a text that replaced an event has been carried out."""
    pop(game)
    game.remove(game.records[frame[1]])


def run_draws(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("draws", seat, number, item, applied)``: one card after the other, each replaced first (614.11a)."""
    _, seat, number, item, applied = frame
    if number <= 0:
        pop(game)
        return
    replace(game, ("draws", seat, number - 1, item, applied))
    each = Prospect("draw", game.players[seat].id, seat)
    each.item = item
    each.applied = applied
    happen(game, [each])


# --- deciding -------------------------------------------------------------------------------------


def _decide(work: Work, answer: Answer | None) -> None:
    """Apply effects until none is left or somebody has to be asked; ``answer`` is to the first question met."""
    game = work.game
    while True:
        each, effects = _next(work)
        if each is None:
            if _open(work):
                continue
            return
        if not each.now:
            if len(effects) > 1 and each.kind != "step" and not _is_indifferent(effects):
                if answer is None:
                    work.question = _which(game, each, effects)
                    return
                effects = [effects[answer.refs[0]]]
                answer = None
            each.now = effects[0].key
        effect = next((e for e in _every(work, each) if e.key == each.now), None)
        if effect is not None:
            question = _question(work, each, effect)
            if question is not None:
                if answer is None:
                    work.question = question
                    return
                if effect.record.cost and not each.answers and answer.refs[0]:
                    work.paying = (effect.seat, effect.record.cost, effect.source)
                    return
                each.answers = (*each.answers, answer.to_plain())
                answer = None
                continue
            _apply(work, each, effect)
        each.applied = (*each.applied, each.now)
        each.now = ()
        each.answers = ()


def _next(work: Work) -> tuple[Prospect | None, list[Effect]]:
    """The next event with effects to apply, and those that may be chosen, as the order of 616.1 leaves them."""
    game = work.game
    for each in work.batch:
        if each.now:
            return each, []
    order = game.turn_order(game.root.active)
    for each in sorted(work.batch, key=lambda e: order.index(e.seat) if e.seat in order else len(order)):
        effects = [] if each.is_off else _applicable(work, each)
        if effects:
            first = min(_rank(effect) for effect in effects)
            return each, [effect for effect in effects if _rank(effect) == first]
    return None, []


def _rank(effect: Effect) -> int:
    """616.1b-e: under whose control it enters, then what makes a copy, before the rest."""
    kinds = {type(change) for change in effect.record.changes}
    return 0 if Under in kinds else 1 if Copies in kinds else 2


def _is_indifferent(effects: list[Effect]) -> bool:
    """Whether in no order they make a difference: they are alike, or only add to how something enters."""
    first = effects[0]
    if all(
        e.record == first.record and e.seat == first.seat and e.shield[S_LEFT:] == first.shield[S_LEFT:]
        for e in effects
    ):
        return True
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
        "choose which effect applies first",
        game.rules.cite("replace"),
        tuple(Option("modes", (i,), (), _label(game, effect)) for i, effect in enumerate(effects)),
        subject=each.subject,
    )


def _label(game: Game, effect: Effect) -> str:
    text = game.texts[effect.number]
    if not text.shown:
        text.shown = render(text.ability, game.rules.name)
    return f"{effect.known[K_NAME]}: {text.shown}" if effect.known else text.shown


def _open(work: Work) -> bool:
    """Open events that contain others (616.1g); say whether there were any."""
    return _open_outer(work) or _open_counters(work)


def _open_outer(work: Work) -> bool:
    """A destruction contains a move to the graveyard, the creation of tokens the arrival of each."""
    if all(each.kind not in ("destroy", "tokens") for each in work.batch):
        return False
    opened = False
    batch: list[Prospect] = []
    for each in work.batch:
        if each.is_off or each.kind not in ("destroy", "tokens"):
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
            token.controller, token.counters = each.seat, each.counters
            token.applied = each.applied
            batch.append(token)
    work.batch[:] = batch
    return opened


def _open_counters(work: Work) -> bool:
    """What enters with counters has them put on it (122.6): that may be replaced as well."""
    found: list[Prospect] = []
    for place, each in enumerate(work.batch):
        if not each.counters or each.is_off or each.zone != work.game.rules.arena:
            continue
        if not watches(work.game, "counters"):
            return False
        for name, number in each.counters:
            put = Prospect("counters", each.subject, each.controller if each.controller >= 0 else each.seat, number)
            put.name, put.host, put.item = name, place, each.item
            found.append(put)
        each.counters = ()
    work.batch.extend(found)
    return bool(found)


# --- which effects apply --------------------------------------------------------------------------


def _is_watched(game: Game, batch: list[Prospect]) -> bool:
    """Whether any effect could apply: a cheap look, before any work."""
    root = game.root
    if root.replacing or root.shields:
        return True
    arena = game.rules.arena
    for each in batch:
        if each.card < 0 or each.kind not in ("move", "create", "tokens"):
            continue
        if each.kind == "move" and not each.subject:
            printed = game.prints[game.zones[each.origin][each.seat].content[each.card]]
        else:
            printed = game.prints[each.card]
        if printed.buries or (each.zone == arena and printed.arrives):
            return True
    return False


def _applicable(work: Work, each: Prospect) -> list[Effect]:
    return [effect for effect in _every(work, each) if effect.key not in each.applied]


def _every(work: Work, each: Prospect) -> list[Effect]:
    """All effects that apply to an event, whether or not they have had their opportunity."""
    game = work.game
    host = work.batch[each.host] if each.host >= 0 else None
    obj = _subject(game, each if host is None else host)
    found = _own(game, each, obj)
    texts = game.texts
    for ident in game.root.replacing:
        holder = game.obj(ident)
        for place, number in enumerate(holder.abilities):
            text = texts[number]
            if text.replaces and text.zone == holder.zone and _is_called(game, text.replaces, each):
                effect = Effect((ident, number, place), number, text.ability, holder.controller, ident, known(holder))  # type: ignore[arg-type]  # what replaces is a Replacement
                if _concerns(game, effect, each, obj):
                    found.append(effect)
    for shield in game.root.shields:
        text = texts[shield[S_TEXT]]
        if _is_called(game, text.replaces or "enter", each):
            effect = Effect(
                (shield[S_SERIAL],),
                text.number,
                text.ability,  # type: ignore[arg-type]  # shields hold numbers of Replacements
                shield[S_SEAT],
                shield[S_SOURCE],
                shield[S_KNOWN],
                shield,
            )
            if _concerns(game, effect, each, obj):
                found.append(effect)
    return found


def _own(game: Game, each: Prospect, obj: Object | None) -> list[Effect]:
    """Effects of an object on its own arrival, as it would be there (614.12), or on its own burial from elsewhere."""
    if obj is None or each.kind not in ("move", "create"):
        return []
    printed = game.prints[obj.card]
    arrives = each.zone == game.rules.arena
    if not arrives and each.origin == game.rules.arena:
        return []  # on the battlefield it is one of those that watch
    found = []
    for place, number in enumerate(printed.arrives if arrives else printed.buries):
        text = game.texts[number]
        effect = Effect((each.subject, number, place), number, text.ability, obj.controller, each.subject, known(obj))  # type: ignore[arg-type]  # Replacements
        effect.own = True
        if (arrives or _is_called(game, text.replaces, each)) and _concerns(game, effect, each, obj):
            found.append(effect)
    return found


def _is_called(game: Game, event: str, each: Prospect) -> bool:
    """Whether a text means this event by ``event``."""
    if each.kind not in ("move", "create"):
        return each.kind == event
    arena = game.rules.arena
    match event:
        case "enter":
            return each.zone == arena and each.origin != arena
        case "leave":
            return each.origin == arena and each.zone != arena
        case "die":
            return each.origin == arena and each.zone == game.rules.discard_zone
        case "graveyard":
            return each.zone == game.rules.discard_zone
        case "discard":
            return each.cause == "discarded" and each.zone == game.rules.discard_zone
        case _:
            return False


def _subject(game: Game, each: Prospect) -> Object | None:
    """The object an event happens to, as an effect sees it: what enters as it would be on the battlefield."""
    if each.kind == "move" and each.zone != game.rules.arena and each.subject:
        return game.object(each.subject)
    if each.kind not in ("move", "create"):
        return game.object(each.subject)
    now = game.object(each.subject)
    owner = now.owner if now is not None else each.seat
    if each.copying != NOBODY:
        card = each.copying
    elif each.kind == "move" and not each.subject:
        card = game.zones[each.origin][each.seat].content[each.card]
    else:
        card = each.card
    obj = printed_object(game, each.subject, card, owner, each.zone if each.zone == game.rules.arena else each.origin)
    obj.controller = each.controller if each.controller != NOBODY else owner
    obj.tapped = each.tapped
    obj.counters = each.counters
    obj.token = obj.token or (now is not None and now.token)
    return obj


def _concerns(game: Game, effect: Effect, each: Prospect, obj: Object | None) -> bool:
    record = effect.record
    would = record.would
    if each.kind == "destroy" and Spared(regenerated=True) in record.changes and _is_for_good(each, obj):
        return False
    if would.kind and not _is_kind(game, would.kind, each):
        return False
    if not _is_meant(game, effect, would.what, each, obj):
        return False
    if would.by is not None and not _is_by(game, effect, would.by, each):
        return False
    item = game.records.get(each.item)
    return holds(game, record.condition, effect.seat, effect.source, item if isinstance(item, Item) else None)


def _is_for_good(each: Prospect, obj: Object | None) -> bool:
    """701.19c: what can't be regenerated has no use for its shields."""
    return each.name == FOR_GOOD or (obj is not None and "can't be regenerated" in obj.keywords)


def _is_kind(game: Game, kind: str, each: Prospect) -> bool:
    if each.kind == "damage":
        return each.combat == (kind == "combat")
    if kind == "uncast":
        return each.cause != "resolved"
    if kind == "opponent":
        item = game.records.get(each.item)
        return isinstance(item, Item) and item.controller != each.seat
    return each.name == kind


def _is_meant(game: Game, effect: Effect, ref: Ref | None, each: Prospect, obj: Object | None) -> bool:
    """Whether it would happen to what the effect is about."""
    if ref is None or effect.own:
        return True
    match ref.kind:
        case "it":
            return effect.subjects is not None and each.subject in effect.subjects
        case "self":
            return each.subject == effect.source
        case "attached":
            holder = game.object(effect.source)
            return holder is not None and bool(holder.attached) and holder.attached == each.subject
        case "you":
            return obj is None and each.seat == effect.seat
        case "opponents":
            return obj is None and each.seat != effect.seat
        case "players":
            return obj is None
        case "each":
            assert ref.what is not None
            if obj is not None:
                return fits(game, ref.what, obj, effect.seat, effect.source)
            player = game.players[each.seat]
            return is_player(ref.what, player, effect.seat)
        case _:
            raise ValueError(f"no event happens to {ref.kind!r}")


def _is_by(game: Game, effect: Effect, ref: Ref, each: Prospect) -> bool:
    """Whether what the effect is about deals the damage."""
    match ref.kind:
        case "it":
            return effect.subjects is not None and each.source in effect.subjects
        case "self":
            return each.source == effect.source
        case "attached":
            holder = game.object(effect.source)
            return holder is not None and bool(holder.attached) and holder.attached == each.source
        case "each":
            assert ref.what is not None
            source = game.object(each.source) or _as_it_was(each.last)
            return source is not None and fits(game, ref.what, source, effect.seat, effect.source)
        case _:
            raise ValueError(f"no damage is dealt by {ref.kind!r}")


def _as_it_was(last: Plain) -> Object | None:
    """A source that is gone, by last known information."""
    if not last:
        return None
    obj = Object(last[K_BECAME] or last[K_ID], NOBODY, last[K_NAME], last[K_OWNER], "")
    obj.controller = last[K_CONTROLLER]
    obj.words = last[K_WORDS]
    obj.keywords = last[K_KEYWORDS]
    return obj


# --- applying one ---------------------------------------------------------------------------------


def _question(work: Work, each: Prospect, effect: Effect) -> Decision | None:
    """What has to be asked next before an effect can be applied."""
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
                f"choose what {effect.known[K_NAME]} enters as a copy of"
                + (", if anything" if record.optional else ""),
                game.rules.cite("enter"),
                tuple(Option("cards", (i,)) for i in found),
                subject=each.item or each.subject,
                least=0 if record.optional else 1,
            )
    if any(isinstance(change, Prevented | Redirected) for change in record.changes):
        return _share(work, each, effect)
    chooses = next((change for change in record.changes if isinstance(change, Chooses | Under)), None)
    if chooses is not None and len(each.answers) == at:
        return _choice(game, each, effect, "opponent" if isinstance(chooses, Under) else chooses.what)
    return None


def _choice(game: Game, each: Prospect, effect: Effect, what: str) -> Decision:
    """What is chosen as something enters (614.12a)."""
    if what in ("opponent", "player"):
        seats = game.opponents(effect.seat) if what == "opponent" else game.turn_order(effect.seat)
        kind, options = "players", tuple(Option("players", (game.players[seat].id,)) for seat in seats)
    else:
        words = game.rules.words_of(what)
        kind, options = "modes", tuple(Option("modes", (i,), (), word) for i, word in enumerate(words))
    name = effect.known[K_NAME]
    return Decision(
        kind, effect.seat, f"choose for {name}: {what}", game.rules.cite("enter"), options, subject=each.item
    )


def _confirm(game: Game, each: Prospect, effect: Effect) -> Decision | None:
    """Ask whether to; a cost that can't be paid is not paid."""
    cost = effect.record.cost
    options = [Option("confirm", (0,))]
    if not cost or can_pay(game, effect.seat, cost, effect.source):
        options.append(Option("confirm", (1,)))
    elif effect.record.cost:
        return None
    return Decision(
        "confirm",
        effect.seat,
        f"{'pay for' if cost else 'apply'} {_label(game, effect)}?",
        game.rules.cite("replace"),
        tuple(options),
        subject=each.subject,
        default=Answer("confirm", (0,)),
    )


def _sharing(work: Work, effect: Effect) -> list[Prospect]:
    """The simultaneous events that a shield of so much damage is divided among."""
    return [
        each
        for each in work.batch
        if not each.is_off
        and each.kind == "damage"
        and effect.key not in each.applied
        and any(e.key == effect.key for e in _every(work, each))
    ]


def _share(work: Work, each: Prospect, effect: Effect) -> Decision | None:
    """615.7: of damage dealt at the same time its player chooses which a shield takes; one number after the other."""
    left: int = effect.shield[S_LEFT] if effect.shield else NO_LIMIT
    sharing = _sharing(work, effect)
    if left < 0 or len(sharing) < 2 or sum(e.amount for e in sharing) <= left:
        return None
    given = sum(answer[2][0] for answer in each.answers)
    place = len(each.answers)
    rest = sum(e.amount for e in sharing[place + 1 :])
    most = min(left - given, sharing[place].amount)
    least = max(0, left - given - rest)
    if place == len(sharing) - 1:
        return None
    source = work.game.object(sharing[place].source)
    name = source.name if source is not None else sharing[place].last[K_NAME] if sharing[place].last else "this"
    return Decision(
        "number",
        each.seat,
        f"how much of the damage of {name} does {effect.known[K_NAME]} take?",
        work.game.rules.cite("share"),
        (),
        subject=sharing[place].source,
        least=least,
        most=most,
        default=Answer("number", (), (most,)),
    )


def _apply(work: Work, each: Prospect, effect: Effect) -> None:
    """Change an event as an effect says."""
    game, record = work.game, effect.record
    answers = [Answer.from_plain(plain) for plain in each.answers]
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
        number = _change(work, each, effect, change, answers)
        done = done or number != 0
    if record.body is not None and (done or not record.changes):
        shield = effect.shield
        work.after.append(
            (
                effect.number,
                effect.seat,
                effect.source,
                effect.known,
                (*event[:3], number, event[3]),
                shield[S_TARGETS] if shield else (),
                shield[S_X] if shield else 0,
                (*each.applied, effect.key),
            )
        )
    if effect.shield:
        _use(game, effect.shield)


def _is_confirmed(record: Replacement) -> bool:
    """Whether somebody is asked if it applies; what is chosen to be copied may be nothing instead."""
    return record.optional and not any(isinstance(change, Copies) for change in record.changes)


def _event(game: Game, each: Prospect) -> Plain:
    """The event as the text of an effect speaks of it: whose, what it happens to (else its source), its source."""
    obj = game.object(each.subject) or game.object(each.source)
    source = game.object(each.source)
    by = known(source) if source is not None else each.last
    return ("replaced", each.seat, known(obj) if obj is not None else each.last, by)


def _use(game: Game, shield: Plain) -> None:
    """A shield that works so many times has one less."""
    uses: int = shield[S_USES]
    if uses < 0:
        return
    now = ((*shield[:S_USES], uses - 1, *shield[S_USES + 1 :]),) if uses > 1 else ()
    _put_shield(game, shield, now)


def _put_shield(game: Game, shield: Plain, now: tuple[Plain, ...]) -> None:
    shields = game.root.shields
    at = next((i for i, s in enumerate(shields) if s[S_SERIAL] == shield[S_SERIAL]), -1)
    if at >= 0:
        game.write(game.root, "shields", (*shields[:at], *now, *shields[at + 1 :]))


def _change(work: Work, each: Prospect, effect: Effect, change: Change, answers: list[Answer]) -> int:
    """Make one change; return how much it concerned, 0 if nothing."""
    game = work.game
    match change:
        case Never():
            each.is_off = True
        case Goes(zone=zone):
            _send(game, each, zone)
        case Enters(tapped=tapped, counter=counter, amount=number):
            if tapped:
                each.tapped = tapped == "tapped"
            if counter:
                item = game.records.get(each.item)
                count = amount(game, number, effect.seat, effect.source, item if isinstance(item, Item) else None)
                each.counters = with_counters(each.counters, ((counter, max(0, count)),))
        case Copies():
            if not answers or not answers[0].refs:
                return 0
            each.copying = game.obj(answers.pop(0).refs[0]).card
        case Chooses(what=what):
            _choose(game, each, what, answers.pop(0))
        case Under():
            each.controller = game.seat_of(answers.pop(0).refs[0])
        case Scaled(times=times, plus=plus):
            each.amount = max(0, each.amount * times + amount(game, plus, effect.seat, effect.source))
            each.is_off = each.amount <= 0
        case Prevented(amount=number):
            return _prevent(work, each, effect, amount(game, number, effect.seat, effect.source), answers)
        case Redirected(to=to):
            return _redirect(work, each, effect, to, answers)
        case Spared(regenerated=regenerated):
            each.is_off = True
            _spare(game, each, regenerated=regenerated)
    return each.amount


def _choose(game: Game, each: Prospect, what: str, answer: Answer) -> None:
    chosen: object = answer.refs[0] if what in ("opponent", "player") else game.rules.words_of(what)[answer.refs[0]]
    each.chosen = (*each.chosen, (what, chosen))


def _send(game: Game, each: Prospect, zone: str) -> None:
    each.shuffled = zone == "library"
    each.bottom = zone == "library bottom"
    each.zone = game.place(zone.split()[0])[0].name
    if each.zone != game.rules.arena:
        each.controller = NOBODY


def _portions(
    work: Work, each: Prospect, effect: Effect, number: int, answers: list[Answer]
) -> list[tuple[Prospect, int]]:
    """How much of which events an effect takes: of this one ``number`` (all if negative), or a shield's shares."""
    left: int = effect.shield[S_LEFT] if effect.shield else NO_LIMIT
    if left < 0:
        return [(each, each.amount if number < 0 else min(number, each.amount))]
    sharing = _sharing(work, effect)
    if sum(e.amount for e in sharing) <= left:
        return [(e, e.amount) for e in sharing]
    shares = [answer.amounts[0] for answer in answers]
    shares.append(left - sum(shares))
    return list(zip(sharing, shares, strict=False))


def _prevent(work: Work, each: Prospect, effect: Effect, number: int, answers: list[Answer]) -> int:
    """Prevent damage; what can't be prevented uses up nothing (615.12)."""
    game = work.game
    taken = 0
    for one, share in _portions(work, each, effect, number, answers):
        if one is not each:
            one.applied = (*one.applied, effect.key)
        if not game.rules.may_prevent(game, game.object(one.source), combat=one.combat):
            continue
        one.amount -= share
        one.is_off = one.amount <= 0
        taken += share
    _wear(game, effect, taken)
    return taken


def _wear(game: Game, effect: Effect, taken: int) -> None:
    """A shield of so much damage has less left."""
    shield = effect.shield
    if not shield or shield[S_LEFT] < 0 or not taken:
        return
    left = shield[S_LEFT] - taken
    _put_shield(game, shield, ((*shield[:S_LEFT], left, *shield[S_LEFT + 1 :]),) if left > 0 else ())


def _redirect(work: Work, each: Prospect, effect: Effect, to: Ref, answers: list[Answer]) -> int:
    """614.9: the same damage is dealt to something else, if that is there and can be dealt damage."""
    game = work.game
    if to.kind == "it":
        ids: tuple[int, ...] = effect.subjects or ()
    elif to.kind == "target":
        ids = effect.shield[S_TARGETS][to.index] if effect.shield else ()
    else:
        ids = resolve(game, to, effect.seat, effect.source, None)
    record = game.records.get(ids[0]) if ids else None
    if not isinstance(record, Player | Object) or (isinstance(record, Object) and not game.rules.is_hurt(record)):
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
    _wear(game, effect, taken)
    return taken


def _spare(game: Game, each: Prospect, *, regenerated: bool) -> None:
    """Its damage is removed; if it regenerates it becomes tapped and leaves combat (701.19a)."""
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
        game.write(obj, "tapped", True)
        occurred(game, "taps", obj, obj.controller)
    if obj.attacking >= 0 or obj.blocking:
        game.write(obj, "attacking", NOBODY)
        game.write(obj, "blocking", ())


def raise_shield(
    game: Game, item: Item, effect: Replacement, subjects: tuple[int, ...] | None, left: int, uses: int, until: str
) -> None:
    """Make a replacement or prevention effect that a resolving text gives."""
    entry = (
        game.new_timestamp(),
        game.number_of(effect),
        item.controller,
        item.source,
        item.known,
        subjects,
        item.targets,
        item.x,
        left,
        uses,
        until,
    )
    game.write(game.root, "shields", (*game.root.shields, entry))


FRAMES: Final = {"would": run_would, "ended": run_ended, "draws": run_draws}
