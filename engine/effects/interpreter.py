"""Carries out instructions, in the order written.

The frame is ``("effects", item, branch, position)``: whose text, which mode (-1: the text itself), and where in it; the
item knows what the instruction before touched. An instruction that has to ask keeps its position; one that needs a
payment pushes a play. A thing that is gone is passed over, nothing is done twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.choosing import CHOOSING, chosen_of, offer_each
from engine.effects.instructions import INSTRUCTIONS
from engine.effects.library import LIBRARY
from engine.effects.meaning import DONE, amount_of, counted, who_is
from engine.effects.piles import PILES
from engine.events.delayed_triggers import set_going
from engine.events.triggers import is_used, occurred, use
from engine.payment.self_cost_rules import lock_all
from engine.play.procedure_runner import begin
from engine.queries.filters import amount, holds, matching
from engine.queries.layers import refresh
from engine.queries.shown_texts import part_text
from engine.replacement.happen import as_paid
from engine.sentences import said
from engine.state.agenda import pop, push, replace, text_on_top
from engine.state.decisions import Answer, Decision, Option
from engine.state.frames import EffectsFrame, PlayFrame, WouldFrame, effects_frame
from engine.state.frequent_writes import write_due
from engine.state.procedure import PAYMENT, can_pay_due, item_of
from engine.state.records import Item
from engine.text.mentions import introduced

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.sentences import Words
    from engine.state.frames import Frame
    from engine.state.game import Game
    from engine.state.records import Play

ASKING: Final = frozenset(
    {*CHOOSING, a.Either, *LIBRARY, *PILES}
    | {a.Move, a.TakeCounters, a.Proliferate, a.Later, a.May, a.PlayNow, a.UnlessPays}
)

CONDITIONAL: Final = frozenset({a.May, a.UnlessPays, a.If, a.IfDid, a.Otherwise})
"""They say whether the next instructions are carried out."""
SEVERAL: Final = ("opponents", "players")
"""Players to each of whom something may be offered."""
UNDONE: Final = frozenset({a.May, a.If, a.IfDid})
"""Those after which a text may go on about what the next instructions have brought up."""


def begin_effects(game: Game, item: Item) -> None:
    """Put the texts of an item on the agenda: its own, then its chosen modes in printed order (608.2a)."""
    if item.text < 0:
        return
    text = game.texts[item.text]
    if item.part:
        push(game, effects_frame(item.id, item.part[0], item.part[1]))
        return
    if isinstance(text.ability, a.Triggered) and not holds(
        game, text.ability.condition, item.controller, item.source, item
    ):
        return  # an "if" right after the event is asked again (603.4)
    source = game.object(item.source) if text.done_once else None
    if source is not None and is_used(game, source, item.text):
        return
    frames = [effects_frame(item.id, -1, 0)] if text.body.effects else []
    frames.extend(effects_frame(item.id, mode, 0) for mode in sorted(item.modes))
    push(game, *reversed(frames))


def run_effects(game: Game, frame: EffectsFrame, answer: Answer | None) -> None:
    """The frame of a text that is carried out (608.2c)."""
    ident, branch, start, _ = frame
    item = game.item(ident)
    text = game.texts[item.text]
    sequence = text.sequence(branch, item.modes)
    position: int = start
    end = item.part[2] if item.part else len(sequence)
    while position < end:
        instruction = sequence[position]
        kind = type(instruction)
        choice = text.choices.get(instruction) if text.choices else None
        asks = kind in ASKING or kind in game.rules.asking
        if position != start and (asks or choice is not None):
            replace(game, effects_frame(ident, branch, position))
            return
        if choice is not None:
            if not chosen_of(game, item, choice[0], answer):
                return
            instruction, answer = choice[1], None
        if text.done_once and kind not in CONDITIONAL:
            _done_once(game, item)
        execute = game.rules.instructions.get(kind) or EXECUTE[kind]
        skip = execute(game, item, instruction, answer)
        answer = None
        if skip is None:
            return
        position += 1 + skip
        if kind is a.If and skip and position < end and isinstance(sequence[position], a.IfDid):
            counted(game, item, 0)  # as its condition did not hold, nobody did what "if you do" asks (608.2c)
        if kind is a.Discard and not item.did and position < end and _asks_of_hand(instruction, sequence[position]):
            counted(game, item, 1)  # a hand of no cards is discarded too: as a cost it is paid (118.12)
        if skip and kind in UNDONE and item.it and _brings_up(sequence[position - skip : position]):
            game.write(item, "it", ())
        refresh(game)
        if (
            game.root.noted or game.root.agenda[-1] is not frame
        ) and position < end:  # what happens has to be settled first
            _go_on_later(game, frame, effects_frame(ident, branch, position))
            return
    if game.root.agenda[-1] is frame:
        pop(game)
    else:
        _go_on_later(game, frame)


def _asks_of_hand(instruction: a.Instruction, then: a.Instruction) -> bool:
    """Whether an instruction is to discard a hand, and the next asks whether that was done."""
    is_hand = isinstance(instruction, a.Discard) and instruction.what is None and instruction.amount is None
    return is_hand and isinstance(then, a.IfDid)


def _brings_up(undone: tuple[a.Instruction, ...]) -> bool:
    """Whether "it" behind instructions that are not followed means what they would have made, found or taken (608.2c).

    An "otherwise" speaks of what was there before.
    """
    if not undone or type(undone[-1]) is a.Otherwise:
        return False
    return any(introduced(each) is not None or type(each) is a.PutAmong for each in undone)


def _done_once(game: Game, item: Item) -> None:
    """Note the use of an effect that is done only once each turn (603.2h)."""
    source = game.object(item.source)
    if source is not None:
        use(game, source, item.text)


def _go_on_later(game: Game, frame: Frame, *now: Frame) -> None:
    """Replace a frame that others have come upon."""
    agenda = game.root.agenda
    at = next(i for i, other in enumerate(agenda) if other is frame)
    game.splice(game.root, "agenda", at, 1, now)


def _may(game: Game, item: Item, do: a.May, answer: Answer | None) -> Outcome:
    """Ask about an optional effect when it would be done (603.5)."""
    seats = who_is(game, item, do.who)
    if do.who.kind in SEVERAL:
        return offer_each(game, item, seats, do.cost)
    if not seats:
        return counted(game, item, 0) + do.steps
    if answer is None:
        too_few = bool(do.steps) and _falls_short(game, item, seats[0])
        prompt = said("ask.do_it", "use the effect of {name}?", name=item.name)
        _confirm(game, item, seats[0], prompt, do.cost, can_do=not too_few)
        return None
    if not answer.refs[0]:
        return counted(game, item, 0) + do.steps
    if not do.cost:
        return counted(game, item, 1)
    return _start_payment(game, item, seats[0], do.cost, 1)


def _unless(game: Game, item: Item, do: a.UnlessPays, answer: Answer | None) -> Outcome:
    """Whether to pay is asked when the rest would be done (603.5)."""
    seats = who_is(game, item, do.who)
    if do.who.kind in SEVERAL:
        return offer_each(game, item, seats, do.cost)
    if not seats:
        return counted(game, item, 0)
    if answer is None:
        _confirm(game, item, seats[0], said("ask.pay_for", "pay for {name}?", name=item.name), _price(game, item, do))
        return None
    if not answer.refs[0]:
        return counted(game, item, 0)
    return _start_payment(game, item, seats[0], _price(game, item, do), 1 + do.steps)


def _price(game: Game, item: Item, do: a.UnlessPays) -> a.Cost:
    """The cost with the numbers that it leaves to others."""
    if do.times == 1 and not any(isinstance(part, a.Mana) and "X" in part.symbols for part in do.cost):
        return do.cost
    times, x = (max(0, amount(game, n, item.controller, item.source, item)) for n in (do.times, do.x))
    game.meter.bear(game, times)
    return tuple(one for part in do.cost for one in _repeated(part, times, x))


def _repeated(part: a.CostPart, times: int, x: int) -> a.Cost:
    if isinstance(part, a.PayLife) and isinstance(part.amount, int):
        return (a.PayLife(part.amount * times),)
    if isinstance(part, a.Mana):
        symbols = [str(x) if symbol == "X" else symbol for symbol in part.symbols]
        generic = sum(int(symbol) for symbol in symbols if symbol.isdigit()) * times
        colored = tuple(symbol for symbol in symbols if not symbol.isdigit()) * times
        return (a.Mana((*((str(generic),) if generic else ()), *colored)),)
    return (part,) * times


def _falls_short(game: Game, item: Item, seat: int) -> bool:
    """Whether an offer is about several things and there are not so many.

    Obeys 608.2d.
    """
    _, branch, position, _ = text_on_top(game)
    sequence = game.texts[item.text].sequence(branch, item.modes)
    do = sequence[position + 1]
    if isinstance(do, a.KeywordAction):
        return _cannot_act(game, item, sequence[position + 2])
    if isinstance(do, a.Discard):
        if not isinstance(do.amount, int) or do.amount < 2 or do.up_to or do.what is not None:
            return False
        return len(game.content("hand", seat)) < do.amount
    if isinstance(do, a.Edict) and isinstance(do.count, int) and do.count > 1:
        found = matching(game, do.what, item.controller, item.source, item)
        return sum(game.obj(ident).controller == seat for ident in found) < do.count
    ref = do.what if isinstance(do, a.Move | a.Tap) else None
    if ref is None or ref.kind != "chosen" or ref.what is None or ref.up_to or not isinstance(ref.count, int):
        return False
    if game.place(ref.what.zone)[0].sight != "all":
        return False  # others would learn of hidden cards from what is not asked
    return ref.count > 1 and len(matching(game, ref.what, item.controller, item.source, item)) < ref.count


def _cannot_act(game: Game, item: Item, first: a.Instruction) -> bool:
    """Whether a keyword action puts counters on something that is chosen, and nothing can be (701.68b)."""
    ref = first.what if isinstance(first, a.PutCounters) else None
    if ref is None or ref.kind != "chosen" or ref.what is None:
        return False
    return not matching(game, ref.what, item.controller, item.source, item)


def _confirm(game: Game, item: Item, seat: int, prompt: Words, cost: a.Cost, *, can_do: bool = True) -> None:
    """Ask yes or no; yes only if it can be done, and what it costs could be paid."""
    options = [Option("confirm", (0,))]
    due = lock_all(game, item.controller, item, cost)
    if can_do and (not due or can_pay_due(game, seat, due, item.source)):
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
    """Let a seat pay in the middle of a resolution (605.3a); paid, the text goes on ``forward`` positions further.

    The numbers of the cost are those of the text that asks for it. Obeys 608.2g.
    """
    position = text_on_top(game).position
    play = begin(game, PAYMENT, seat, "payment", name=item.name, source=item.source, text=-1, then=position + forward)
    write_due(game, play, lock_all(game, item.controller, item, cost))
    return None


def _take_over(game: Game, item: Item, payment: Item) -> None:
    """Take a payment into the text: it knows what was given up, and that it was done."""
    if payment.paid:
        game.write(item, "paid", (*item.paid, *payment.paid))
        game.write(item, "last", (*item.last, *payment.last))
    counted(game, item, 1)


def conclude_payment(game: Game, play: Play, answer: Answer | None) -> int:
    """The last step of a payment in a resolution: the text below goes on where it was paid to go on."""
    agenda = game.root.agenda
    index = agenda.index(PlayFrame(play.id)) - 1
    frame = agenda[index]
    now: Frame
    if isinstance(frame, WouldFrame):
        now = as_paid(frame)
    else:
        assert isinstance(frame, EffectsFrame)
        now = frame._replace(position=play.then)
        _take_over(game, game.item(frame.item), item_of(game, play))
    game.splice(game.root, "agenda", index, 1, (now,))
    game.remove(game.records[play.item])
    return 0


def decline_payment(game: Game, play: Play) -> None:
    """A payment in a resolution was not made in full: the text below goes on as if its player had declined it."""
    agenda = game.root.agenda
    index = agenda.index(PlayFrame(play.id)) - 1
    frame = agenda[index]
    assert isinstance(frame, EffectsFrame)
    item = game.item(frame.item)
    instruction = game.texts[item.text].sequence(frame.branch, item.modes)[frame.position]
    skipped = instruction.steps if isinstance(instruction, a.May | a.Either) else 0
    now = frame._replace(position=frame.position + 1 + skipped)
    counted(game, item, 0)
    game.splice(game.root, "agenda", index, 1, (now,))


def text_below(game: Game, play: Play) -> tuple[Item, a.Instruction]:
    """The text that lets its player play something, and which of its instructions does."""
    agenda = game.root.agenda
    frame = agenda[agenda.index(PlayFrame(play.id)) - 1]
    assert isinstance(frame, EffectsFrame)
    item = game.item(frame.item)
    return item, game.texts[item.text].sequence(frame.branch, item.modes)[play.then - 1]


def conclude_play(game: Game, play: Play) -> None:
    """Go on with the text that let its player play something which is now played: it may let it play another."""
    agenda = game.root.agenda
    index = agenda.index(PlayFrame(play.id)) - 1
    frame = agenda[index]
    assert isinstance(frame, EffectsFrame)
    _, do = text_below(game, play)
    again = isinstance(do, a.PlayNow) and do.several
    game.splice(game.root, "agenda", index, 1, (frame._replace(position=play.then - again),))
    counted(game, game.item(frame.item), 1)


def _either(game: Game, item: Item, do: a.Either, answer: Answer | None) -> Outcome:
    """One of several parts: what stands before it is passed over, what comes after it by its own end.

    One that costs something is offered only if that can be paid, and begins once it has been. When time runs out, one
    that costs nothing is taken: a payment that is left alone is taken back, and this would be asked for ever.
    """
    if answer is None:
        costs = tuple(lock_all(game, item.controller, item, cost) for cost in do.costs) or ((),) * len(do.sizes)
        payable = [
            n for n, cost in enumerate(costs) if not cost or can_pay_due(game, item.controller, cost, item.source)
        ]
        options = tuple(Option("modes", (n,), (), _part_text(game, item, do, n)) for n in payable)
        if not options:
            return do.steps
        rule, prompt = game.rules.cite("choose"), said("ask.choose", "choose for {name}", name=item.name)
        free = next((Answer("modes", (n,)) for n in payable if not costs[n]), None)
        game.ask(Decision("modes", item.controller, prompt, rule, options, subject=item.id, default=free))
        return None
    chosen = answer.refs[0]
    before = sum(do.sizes[:chosen])
    if do.costs and do.costs[chosen]:
        return _start_payment(game, item, item.controller, do.costs[chosen], 1 + before)
    return before


def _part_text(game: Game, item: Item, do: a.Either, n: int) -> str:
    """The words of one of several parts, and its cost."""
    _, branch, position, _ = text_on_top(game)
    text = game.texts[item.text]
    start = position + 1 + sum(do.sizes[:n])
    end = start + do.sizes[n] - (n < len(do.sizes) - 1)
    part = a.Body(text.sequence(branch, item.modes)[start:end], text.body.targets)
    return part_text(game, do.costs[n] if do.costs else (), part)


def _if(game: Game, item: Item, do: a.If, answer: Answer | None) -> Outcome:
    return 0 if holds(game, do.condition, item.controller, item.source, item) else do.steps


def _if_did(game: Game, item: Item, do: a.IfDid, answer: Answer | None) -> Outcome:
    return 0 if (item.did >= do.least) == do.did else do.steps


def _otherwise(game: Game, item: Item, do: a.Otherwise, answer: Answer | None) -> Outcome:
    return do.steps  # reached only where the condition held


def _keyword_action(game: Game, item: Item, do: a.KeywordAction, answer: Answer | None) -> Outcome:
    """The steps that it stands for are instructions of their own; in some games others wait for the word itself."""
    if do.word in game.rules.events:
        for _ in range(amount_of(game, item, do.amount)):
            occurred(game, do.word, None, item.controller)
    return DONE


def _later(game: Game, item: Item, do: a.Later, answer: Answer | None) -> Outcome:
    _, branch, position, _ = text_on_top(game)
    set_going(game, item, do, branch, position)
    return do.steps


def _this_turn(game: Game, item: Item, do: a.ThisTurn, answer: Answer | None) -> Outcome:
    for seat in who_is(game, item, do.who):
        entry: tuple[int | str, ...] = (seat, game.number_of(do.ability))
        if do.until != "turn":
            entry = (*entry, do.until, game.root.turn)
            if seat != item.controller:
                entry = (*entry, item.controller)
        game.append(game.root, "statics", entry)
    return DONE


EXECUTE: Final[dict[type, Callable[..., Outcome]]] = {
    **INSTRUCTIONS,
    a.May: _may,
    a.UnlessPays: _unless,
    a.Either: _either,
    a.If: _if,
    a.IfDid: _if_did,
    a.Otherwise: _otherwise,
    a.KeywordAction: _keyword_action,
    a.Later: _later,
    a.ThisTurn: _this_turn,
}
