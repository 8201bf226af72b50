"""Carries out instructions, in the order written.

The frame is ``("effects", item, branch, position, it)``: whose text, which mode (-1: the text itself), where in it, and
what the instruction before touched. An instruction that has to ask keeps its position; one that needs a payment pushes
a play. Whatever is gone is passed over, nothing is done twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.agenda import pop, push, replace
from engine.choosing import CHOOSING, chosen_of
from engine.continuous import refresh
from engine.decisions import Answer, Decision, Option
from engine.filters import holds
from engine.instructions import NOTHING, PLAIN, Outcome, who_is
from engine.play import begin
from engine.sources import can_pay
from engine.state import Item

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Frame, Game


ASKING: Final = frozenset({*CHOOSING, a.May, a.UnlessPays})


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
    sequence = text.sequence(branch, item.modes)
    position: int = start
    while position < len(sequence):
        instruction = sequence[position]
        kind = type(instruction)
        choice = text.choices.get(instruction) if text.choices else None
        if position != start and (kind in ASKING or choice is not None):
            replace(game, ("effects", ident, branch, position, it))
            return
        if choice is not None:
            chosen = chosen_of(game, item, choice[0], answer)
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


def _may(game: Game, item: Item, do: a.May, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    seat = next(iter(who_is(game, item, do.who, it)), -1)
    if seat < 0:
        return (it, do.steps)
    if answer is None:
        _confirm(game, item, seat, f"{item.name}: do it?", do.cost)
        return None
    if not answer.refs[0]:
        return (it, do.steps)
    if not do.cost:
        return (it, 0)
    return _start_payment(game, item, seat, do.cost, 1)


def _unless(game: Game, item: Item, do: a.UnlessPays, it: tuple[int, ...], answer: Answer | None) -> Outcome:
    seats = who_is(game, item, do.who, it)
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


EXECUTE: Final[dict[type, Callable[..., Outcome]]] = {
    **PLAIN,
    **CHOOSING,
    a.May: _may,
    a.UnlessPays: _unless,
    a.If: _if,
    a.ThisTurn: _this_turn,
}
