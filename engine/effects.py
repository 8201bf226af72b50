"""Carries out instructions, in the order written.

The frame is ``("effects", item, branch, position, it)``: whose text, which mode (-1: the text itself), where in it, and
what the instruction before touched. An instruction that has to ask keeps its position; one that needs a payment pushes
a play. Whatever is gone is passed over, nothing is done twice.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from engine import abilities as a
from engine.agenda import pop, push, replace
from engine.continuous import change_control, refresh
from engine.costs import change_counters, discard, lose_life, sacrifice, tap, untap
from engine.damage import deal_all, gain_life
from engine.decisions import Answer, Decision, Option
from engine.filters import amount, holds, matching, resolve
from engine.game import known
from engine.mana import in_braces
from engine.payment import add_mana
from engine.play import begin
from engine.sources import can_pay
from engine.state import Item, Object
from engine.targets import legal_targets, specs
from engine.triggers import occurred
from engine.zones import create, draw_from, move, move_all

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Frame, Game
    from engine.state import Play

Outcome = tuple[tuple[int, ...], int] | None
"""What an instruction touched and how many of the next to pass over; ``None`` while it waits for an answer."""

NOTHING: tuple[tuple[int, ...], int] = ((), 0)
ASKING = frozenset({a.AddMana, a.CopySpell, a.Discard, a.Edict, a.May, a.UnlessPays, a.Scry, a.Search})


def begin_effects(game: Game, item: Item) -> None:
    """Put the texts of an item on the agenda: its own, then its chosen modes in printed order."""
    if item.text < 0:
        return
    text = game.texts[item.text]
    if isinstance(text.ability, a.Triggered) and not holds(
        game, text.ability.condition, item.controller, item.source, item
    ):
        return  # an "if" right after the event is asked again (603.4)
    frames = [("effects", item.id, -1, 0, ())] if text.body.effects else []
    frames.extend(("effects", item.id, mode, 0, ()) for mode in item.modes)
    push(game, *reversed(frames))


def run_effects(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame of a text that is carried out."""
    _, ident, branch, start, it = frame
    item = game.item(ident)
    text = game.texts[item.text]
    sequence = text.sequence(branch)
    position: int = start
    while position < len(sequence):
        instruction = sequence[position]
        kind = type(instruction)
        choice = text.choices.get(instruction) if text.choices else None
        if position != start and (kind in ASKING or choice is not None):
            replace(game, ("effects", ident, branch, position, it))
            return
        if choice is not None:
            chosen = _chosen(game, item, choice[0], answer)
            if chosen is None:
                return
            instruction, it, answer = choice[1], chosen, None
        outcome = EXECUTE[kind](game, item, instruction, it, answer)
        answer = None
        if outcome is None:
            return
        it, skip = outcome
        position += 1 + skip
        refresh(game)
    if game.root.agenda[-1] is frame:
        pop(game)
    else:
        game.write(game.root, "agenda", tuple(f for f in game.root.agenda if f is not frame))


def _who(game: Game, item: Item, ref: a.Ref, it: tuple[int, ...]) -> list[int]:
    """The seats a reference to players means."""
    return [game.seat_of(i) for i in resolve(game, ref, item.controller, item.source, item, it)]


def _what(game: Game, item: Item, ref: a.Ref, it: tuple[int, ...]) -> tuple[int, ...]:
    return resolve(game, ref, item.controller, item.source, item, it)


def _objects(game: Game, item: Item, ref: a.Ref, it: tuple[int, ...]) -> list[Object]:
    return [obj for obj in map(game.object, _what(game, item, ref, it)) if obj is not None]


def _amount(game: Game, item: Item, value: a.Amount) -> int:
    return max(0, amount(game, value, item.controller, item.source, item))


def _chosen(game: Game, item: Item, ref: a.Ref, answer: Answer | None) -> tuple[int, ...] | None:
    """What is chosen as the text is carried out ("return a creature you control"); none while it is asked."""
    assert ref.what is not None
    ids = tuple(matching(game, ref.what, item.controller, item.source, item))
    if answer is not None:
        return answer.refs
    if len(ids) < 2:
        return ids
    game.ask(
        Decision(
            "cards",
            item.controller,
            f"choose one for {item.name}",
            game.rules.cite("choose"),
            tuple(Option("cards", (i,)) for i in ids),
            subject=item.id,
        )
    )
    return None


# --- one function for each instruction -----------------------------------------------------------


def _damage(game: Game, item: Item, do: a.Damage, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    number = _amount(game, item, do.amount)
    source = next(iter(_objects(game, item, do.by, it)), None)
    targets = _what(game, item, do.to, it)
    shares: dict[int, int] = {}
    if do.to.kind == "target" and do.to.index < len(item.shares) and item.shares[do.to.index]:
        shares = dict(zip(item.targets[do.to.index], item.shares[do.to.index], strict=False))
    last = item.known if do.by.kind == "self" else ()
    deal_all(game, [(source, last, target, shares.get(target, number)) for target in targets])
    return targets, 0


def _draw(game: Game, item: Item, do: a.Draw, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    for seat in _who(game, item, do.who, it):
        draw(game, seat, _amount(game, item, do.amount))
    return NOTHING


def draw(game: Game, seat: int, number: int) -> None:
    """Draw cards one at a time; drawing from an empty library is remembered for the next checkpoint."""
    for _ in range(number):
        card = draw_from(game, seat, game.rules.draw_zone, "hand")
        if card is None:
            set_mark(game, seat, "drew from empty", 1)
            return
        occurred(game, "drawn", card, seat, 1)


def set_mark(game: Game, seat: int, name: str, value: int) -> None:
    """Set one of the game's own numbers of a player."""
    player = game.players[seat]
    marks = dict(player.marks)
    marks[name] = value
    game.write(player, "marks", tuple((k, n) for k, n in marks.items() if n))


def mark_of(game: Game, seat: int, name: str) -> int:
    """One of the game's own numbers of a player, 0 if not set."""
    for key, value in game.players[seat].marks:
        if key == name:
            return value
    return 0


def _discard(game: Game, item: Item, do: a.Discard, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    number = _amount(game, item, do.amount)
    seats = _who(game, item, do.who, it)
    if do.at_random:
        for seat in seats:
            for _ in range(min(number, len(game.content("hand", seat)))):
                hand = game.content("hand", seat)
                discard(game, game.records[hand[game.stream_below(len(hand))]])  # type: ignore[arg-type]  # hands hold objects
        return NOTHING
    hands = [(seat, game.content("hand", seat)) for seat in seats]
    return _each_chooses(game, item, "discard", [(seat, min(number, len(hand)), hand) for seat, hand in hands])


def _edict(game: Game, item: Item, do: a.Edict, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    number = _amount(game, item, do.count)
    wanted = []
    for seat in _who(game, item, do.who, it):
        fit = tuple(i for i in matching(game, do.what, seat, item.source, item) if game.object(i).controller == seat)  # type: ignore[union-attr]  # permanents
        wanted.append((seat, min(number, len(fit)), fit))
    return _each_chooses(game, item, "sacrifice", wanted)


Wanted = tuple[int, int, tuple[int, ...]]
"""Which seat is to choose how many of which."""


def _each_chooses(game: Game, item: Item, verb: str, wanted: list[Wanted]) -> Outcome:
    """Go on to the next instruction once the players have chosen, the active player first (101.4)."""
    frame = game.root.agenda[-1]
    some = tuple(want for want in wanted if want[1])
    if not some:
        return NOTHING
    replace(game, (*frame[:3], frame[3] + 1, ()), ("choose", verb, some, (), item.id))
    return None


def run_choose(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("choose", verb, wanted, chosen, item)``: each in turn chooses, then all of it is done at once."""
    verb: str = frame[1]
    wanted: tuple[Wanted, ...] = frame[2]
    chosen: tuple[int, ...] = frame[3]
    for index, (seat, most, ids) in enumerate(wanted):
        options = tuple(i for i in ids if i in game.records)
        count = min(most, len(options))
        if answer is None and len(options) > count:
            replace(game, ("choose", verb, wanted[index:], chosen, frame[4]))
            game.ask(
                Decision(
                    "cards",
                    seat,
                    f"choose {count} to {verb}{_chosen_before(game, chosen)}",
                    game.rules.cite("choose"),
                    tuple(Option("cards", (i,)) for i in options),
                    subject=frame[4],
                    least=count,
                    most=count,
                )
            )
            return
        chosen += options if answer is None else answer.refs
        answer = None
    pop(game)
    objs = [obj for obj in map(game.object, chosen) if obj is not None]
    if verb == "sacrifice":
        sacrifice(game, objs)
    elif verb == "discard":
        for obj in objs:
            discard(game, obj)
    else:
        raise ValueError(f"no way to choose for {verb!r}")


def _chosen_before(game: Game, chosen: tuple[int, ...]) -> str:
    """What earlier players chose, for those who choose after them; cards in hand stay hidden (101.4)."""
    objs = [obj for obj in map(game.object, chosen) if obj is not None]
    seen = [obj.name for obj in objs if game.zones[obj.zone][obj.owner].sight == "all"]
    return f" (chosen so far: {', '.join(seen)})" if seen else ""


def _gain(game: Game, item: Item, do: a.GainLife, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    for seat in _who(game, item, do.who, it):
        gain_life(game, seat, _amount(game, item, do.amount))
    return NOTHING


def _lose(game: Game, item: Item, do: a.LoseLife, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    number = _amount(game, item, do.amount)
    for seat in _who(game, item, do.who, it):
        if number:
            lose_life(game, seat, number)
    return NOTHING


def _add_mana(game: Game, item: Item, do: a.AddMana, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    seats = _who(game, item, do.who, it)
    choice = 0
    if len(do.choices) > 1:
        if answer is None:
            return _ask_alternative(game, item, do, seats[0])
        choice = answer.refs[0]
        play = _play_of(game, item)
        if play is not None:
            game.write(play, "given", (*play.given, answer.to_plain()))
    for seat in seats:
        add_mana(game, seat, do.choices[choice], _amount(game, item, do.amount))
    return NOTHING


def _play_of(game: Game, item: Item) -> Play | None:
    """The play in flight whose item this is: a mana ability resolves within its own (605.3b)."""
    return next((play for play in map(game.play, game.root.plays) if play.item == item.id), None)


def _ask_alternative(game: Game, item: Item, do: a.AddMana, seat: int) -> Outcome:
    decision = Decision(
        "modes",
        seat,
        f"choose the mana that {item.name} adds",
        game.rules.cite("choose"),
        tuple(Option("modes", (i,), (), in_braces(choice)) for i, choice in enumerate(do.choices)),
        subject=item.id,
    )
    play = _play_of(game, item)
    if play is not None:
        decision.cancel = not play.bound
        if play.plan and play.plan[0][0] == "modes":
            planned = Answer.from_plain(play.plan[0])
            decision.check(planned)
            game.write(play, "plan", play.plan[1:])
            return _add_mana(game, item, do, (), planned)
    game.ask(decision)
    return None


def _destroy(game: Game, item: Item, do: a.Destroy, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    objs = _objects(game, item, do.what, it)
    objs = [o for o in objs if "indestructible" not in o.keywords and o.zone == game.rules.arena]
    _remember(game, item, objs, move_all(game, objs, game.rules.discard_zone))
    return NOTHING


def _remember(game: Game, item: Item, objs: list[Object], became: list[Object | None]) -> None:
    """What a text moved itself, the rest of it can find, or knows as it last was (400.7j, 608.2h)."""
    named = {i for some in item.targets for i in some}
    ids = [new.id if new is not None else 0 for new in became]
    last = tuple(known(obj, now) for obj, now in zip(objs, ids, strict=True) if obj.id in named)
    if last:
        game.write(item, "last", (*item.last, *last))


def _sacrifice(game: Game, item: Item, do: a.SacrificeEffect, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    sacrifice(game, [o for o in _objects(game, item, do.what, it) if o.zone == game.rules.arena])
    return NOTHING


def _move(game: Game, item: Item, do: a.Move, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    name = game.place("library" if do.zone.startswith("library") else do.zone)[0].name
    objs = [o for o in _objects(game, item, do.what, it) if not (o.token and o.zone != game.rules.arena)]  # 111.8
    new = move_all(
        game,
        objs,
        name,
        bottom=do.zone == "library bottom",
        tapped=do.tapped,
        controller=item.controller if name == game.rules.arena and do.under != "owner" else -1,
    )
    _remember(game, item, objs, new)
    return tuple(obj.id for obj in new if obj is not None), 0


def _tap(game: Game, item: Item, do: a.Tap, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    objs = _objects(game, item, do.what, it)
    for obj in objs:
        if not obj.tapped:
            tap(game, obj)
    return tuple(o.id for o in objs), 0


def _untap(game: Game, item: Item, do: a.Untap, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    objs = _objects(game, item, do.what, it)
    for obj in objs:
        if obj.tapped:
            untap(game, obj)
    return tuple(o.id for o in objs), 0


def _counter(game: Game, item: Item, do: a.CounterSpell, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    for ident in _what(game, item, do.what, it):
        target = game.records.get(ident)
        if isinstance(target, Item) and game.rules.may_be_countered(game, target):
            counter(game, target)
    return NOTHING


def counter(game: Game, target: Item) -> None:
    """Take a spell or ability off the stack; the card of a spell goes to its owner's graveyard. Costs stay paid."""
    if target.id not in game.root.stack:
        return
    game.write(game.root, "stack", tuple(i for i in game.root.stack if i != target.id))
    card = game.object(target.card)
    occurred(game, "countered", card, target.controller)
    if card is not None:
        move(game, card, game.rules.discard_zone)
    game.remove(target)


def _copy(game: Game, item: Item, do: a.CopySpell, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    made = []
    for ident in _what(game, item, do.what, it):
        original = game.records.get(ident)
        if isinstance(original, Item):
            copy = Item(game.new_id(), original.kind, item.controller, original.source, original.text)
            for field in ("name", "x", "modes", "targets", "shares", "known", "event"):
                setattr(copy, field, getattr(original, field))
            copy.copy = True
            copy.timestamp = game.new_timestamp()
            game.add(copy)
            game.write(game.root, "stack", (*game.root.stack, copy.id))
            made.append(copy.id)
    if do.retarget and made:
        frame = game.root.agenda[-1]
        replace(game, (*frame[:3], frame[3] + 1, tuple(made)), *(("retarget", ident, 0) for ident in reversed(made)))
        return None
    return tuple(made), 0


def run_retarget(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("retarget", item, index)``: its controller may choose new targets for a copy, word by word."""
    copy = game.item(frame[1])
    index: int = frame[2]
    if answer is not None:
        fresh = set(answer.refs) - set(copy.targets[index])
        game.write(copy, "targets", (*copy.targets[:index], answer.refs, *copy.targets[index + 1 :]))
        for ident in sorted(fresh) if game.rules.tells_targets else ():
            occurred(game, "becomes target", game.object(ident), copy.controller)
        index += 1
    while index < len(copy.targets) and not copy.targets[index]:
        index += 1
    if index == len(copy.targets):
        pop(game)
        return
    now = copy.targets[index]
    known_targets = legal_targets(game, specs(game, copy)[index], copy.controller, copy.source, copy)
    replace(game, ("retarget", copy.id, index))
    game.ask(
        Decision(
            "targets",
            copy.controller,
            f"choose targets for the copy of {copy.name}",
            game.rules.cite("retarget"),
            tuple(Option("targets", (i,)) for i in dict.fromkeys((*now, *known_targets))),
            subject=copy.id,
            least=len(now),
            most=len(now),
            default=Answer("targets", now),
        )
    )


def _token(game: Game, item: Item, do: a.Token, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    made = []
    card = game.tokens[do]
    for seat in _who(game, item, do.who, it):
        for _ in range(_amount(game, item, do.count)):
            obj = create(game, card, seat, game.rules.arena)
            obj.tapped = do.tapped
            made.append(obj)
    refresh(game)
    for obj in made:
        occurred(game, "enters", obj, obj.controller)
    return tuple(obj.id for obj in made), 0


def _put_counters(game: Game, item: Item, do: a.PutCounters, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    touched = _what(game, item, do.what, it)
    for ident in touched:
        change_counters(game, ident, do.name, _amount(game, item, do.amount))
        occurred(game, "counters", game.object(ident), item.controller, _amount(game, item, do.amount))
    return touched, 0


def _modify(game: Game, item: Item, do: a.Modify, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    ids = tuple(o.id for o in _objects(game, item, do.what, it))
    if ids:
        power = amount(game, do.power, item.controller, item.source, item)
        toughness = amount(game, do.toughness, item.controller, item.source, item)
        gained = tuple(game.acquired[item.text, ability] for ability in do.abilities)
        change = (power, toughness, do.gains, do.loses, do.becomes, do.base, gained)
        effect = ("modify", ids, *change, game.new_timestamp(), do.until)
        game.write(game.root, "effects", (*game.root.effects, effect))
    return ids, 0


def _gain_control(game: Game, item: Item, do: a.GainControl, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    seat = _who(game, item, do.who, it)[0]
    objs = _objects(game, item, do.what, it)
    for obj in objs:
        own = next((e[3] for e in game.root.effects if e[:2] == ("control", obj.id)), obj.controller)
        game.write(game.root, "effects", (*game.root.effects, ("control", obj.id, seat, own, do.until)))
        change_control(game, obj, seat)
    return tuple(o.id for o in objs), 0


def _mill(game: Game, item: Item, do: a.Mill, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    for seat in _who(game, item, do.who, it):
        for _ in range(_amount(game, item, do.amount)):
            draw_from(game, seat, game.rules.draw_zone, game.rules.discard_zone)
    return NOTHING


def _scry(game: Game, item: Item, do: a.Scry, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    seat = item.controller
    aside = game.content("aside", seat)
    if answer is None:
        if not aside:
            for _ in range(_amount(game, item, do.amount)):
                draw_from(game, seat, game.rules.draw_zone, "aside")
            aside = game.content("aside", seat)
        if not aside:
            return NOTHING
        game.ask(
            Decision(
                "cards",
                seat,
                "choose what goes to the bottom of the library",
                game.rules.cite("choose"),
                tuple(Option("cards", (i,)) for i in aside),
                subject=item.id,
                least=0,
                most=len(aside),
            )
        )
        return None
    for ident in answer.refs:
        move(game, game.records[ident], game.rules.draw_zone, bottom=True)  # type: ignore[arg-type]  # aside holds objects
    for ident in reversed(game.content("aside", seat)):
        move(game, game.records[ident], game.rules.draw_zone)  # type: ignore[arg-type]
    return NOTHING


def _search(game: Game, item: Item, do: a.Search, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    seat = _who(game, item, do.who, it)[0]
    if answer is None:
        while draw_from(game, seat, game.rules.draw_zone, "aside") is not None:
            pass
        found = [
            i
            for i in matching(game, dataclasses.replace(do.what, zone="aside", of=""), seat, item.source, item)
            if game.obj(i).owner == seat
        ]
        most = min(len(found), _amount(game, item, do.count))
        game.ask(
            Decision(
                "cards",
                seat,
                "choose what the search finds",
                game.rules.cite("choose"),
                tuple(Option("cards", (i,)) for i in found),
                subject=item.id,
                least=0,
                most=most,
            )
        )
        return None
    touched = []
    for ident in answer.refs:
        new = move(game, game.records[ident], do.zone.split()[0], tapped=do.tapped)  # type: ignore[arg-type]  # aside holds objects
        if new is not None:
            touched.append(new.id)
    for ident in game.content("aside", seat):
        move(game, game.records[ident], game.rules.draw_zone)  # type: ignore[arg-type]
    game.shuffle(game.zones[game.rules.draw_zone][seat])
    return tuple(touched), 0


def _prevent(game: Game, item: Item, do: a.Prevent, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    ids = _what(game, item, do.to, it) if do.to is not None else None
    number = amount(game, do.amount, item.controller, item.source, item)
    game.write(game.root, "effects", (*game.root.effects, ("prevent", ids, number, do.combat, "turn")))
    return ids or (), 0


def _may(game: Game, item: Item, do: a.May, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    seat = _who(game, item, do.who, it)[0]
    if answer is None:
        _confirm(game, item, seat, f"{item.name}: do it?", do.cost)
        return None
    if not answer.refs[0]:
        return (it, do.steps)
    if not do.cost:
        return (it, 0)
    return _start_payment(game, item, seat, do.cost, 1)


def _unless(game: Game, item: Item, do: a.UnlessPays, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    seats = _who(game, item, do.who, it)
    if not seats:
        return (it, 0)
    if answer is None:
        _confirm(game, item, seats[0], f"pay for {item.name}?", do.cost)
        return None
    if not answer.refs[0]:
        return (it, 0)
    return _start_payment(game, item, seats[0], do.cost, 1 + do.steps)


def _confirm(game: Game, item: Item, seat: int, prompt: str, cost: a.Cost) -> None:
    """Ask yes or no; yes only if what it costs could be paid."""
    options = [Option("confirm", (0,))]
    if not cost or can_pay(game, seat, cost, item.source):
        options.append(Option("confirm", (1,)))
    game.ask(
        Decision(
            "confirm",
            seat,
            prompt,
            game.rules.cite("choose"),
            tuple(options),
            subject=item.id,
            default=Answer("confirm", (0,)),
        )
    )


def _start_payment(game: Game, item: Item, seat: int, cost: a.Cost, forward: int) -> Outcome:
    """Let a seat pay in the middle of a resolution (605.3a); paid, the text goes on ``forward`` positions further."""
    position: int = game.root.agenda[-1][3]
    play = begin(game, "payment", seat, "payment", name=item.name, source=item.source, text=-1, then=position + forward)
    game.write(
        play,
        "due",
        tuple(
            game.rules.cost_rules[type(p)].locked(game, play, p) if type(p) in game.rules.cost_rules else p
            for p in cost
        ),
    )
    return None


def conclude_payment(game: Game, play: object, answer: Answer | None) -> int:
    """The last step of a payment in a resolution: the text below goes on where it was paid to go on."""
    agenda = game.root.agenda
    index = agenda.index(("play", play.id)) - 1  # type: ignore[attr-defined]  # a Play
    frame = agenda[index]
    game.write(game.root, "agenda", (*agenda[:index], (*frame[:3], play.then, frame[4]), *agenda[index + 1 :]))  # type: ignore[attr-defined]
    game.remove(game.records[play.item])  # type: ignore[attr-defined]
    return 0


def _if(game: Game, item: Item, do: a.If, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    return (it, 0 if holds(game, do.condition, item.controller, item.source, item) else do.steps)


def _this_turn(game: Game, item: Item, do: a.ThisTurn, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    game.write(game.root, "statics", (*game.root.statics, (item.controller, game.number_of(do.ability))))
    return NOTHING


EXECUTE: dict[type, Callable[..., Outcome]] = {
    a.Damage: _damage,
    a.Draw: _draw,
    a.Discard: _discard,
    a.GainLife: _gain,
    a.LoseLife: _lose,
    a.AddMana: _add_mana,
    a.Destroy: _destroy,
    a.SacrificeEffect: _sacrifice,
    a.Edict: _edict,
    a.Move: _move,
    a.Tap: _tap,
    a.Untap: _untap,
    a.CounterSpell: _counter,
    a.CopySpell: _copy,
    a.Token: _token,
    a.PutCounters: _put_counters,
    a.Modify: _modify,
    a.GainControl: _gain_control,
    a.Mill: _mill,
    a.Scry: _scry,
    a.Search: _search,
    a.Prevent: _prevent,
    a.May: _may,
    a.UnlessPays: _unless,
    a.If: _if,
    a.ThisTurn: _this_turn,
}
