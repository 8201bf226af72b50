"""Choosing modes while playing: how many, by whom, each at most once; and those that are lost again.

The number of modes to choose, and those that can be chosen, may depend on what holds at the time. A game may let modes
be chosen again after a payment: then only those are asked for that there are to choose besides.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.abilities import AdditionalCost, Paid
from engine.cards.spliced_texts import printed_modes
from engine.errors import Illegal
from engine.play.announced_numbers import most_times
from engine.play.procedure_runner import ask
from engine.play.targets import can_declare, choose_opponent, choosing_opponent, targets_of_modes
from engine.play.targets_apart import most_apart
from engine.queries.chosen_modes import note_modes, open_modes
from engine.queries.filters import holds
from engine.queries.shown_texts import mode_text
from engine.sentences import said
from engine.state.decisions import Decision, Option
from engine.state.procedure import DONE, WAIT, item_of

if TYPE_CHECKING:
    from engine.abilities import Modes
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Play


def choose_modes(game: Game, play: Play, answer: Answer | None) -> int:
    """Ask for the modes of a modal text; only those whose targets exist are candidates (700.2a, 601.7, 602.3).

    Raises:
        Illegal: ``no_mode``, if fewer modes can be chosen than must be.
    """
    item = item_of(game, play)
    modes = modes_of(game, item)
    if modes is None:
        return DONE
    if modes.chooser != "you" and choosing_opponent(game, play) is None:
        if choose_opponent(game, play, answer) == WAIT:
            return WAIT
        answer = None
    if modes.apart:
        return _choose_modes_apart(game, play, item, modes, answer)
    if modes.costs:
        return _choose_paid_modes(game, play, item, modes, answer)
    if answer is not None:
        game.write(item, "modes", (*item.modes, *sorted(answer.refs)))
        note_modes(game, item, modes)
        if modes.unchosen:
            _note_chosen(game, item, answer.refs)
        if modes.chooser != "you":
            game.bind(is_choice=True)
        return DONE
    least, most = bounds(game, play.seat, item, modes)
    most = _most_paid_for(game, play, item, modes, most)
    least, most = least - len(item.modes), most - len(item.modes)
    if item.modes and most <= 0:
        return DONE
    usable = usable_modes(game, play.seat, item, modes)
    if not usable and least <= 0:
        return DONE
    rule = game.rules.cite("modes")
    if len(usable) < least:
        raise Illegal(rule, "no_mode", said("reason.no_mode", "{name} has no mode that can be chosen", name=item.name))
    opponent = choosing_opponent(game, play) if modes.chooser != "you" else None
    seat = play.seat if opponent is None else opponent
    return ask(
        game,
        play,
        Decision(
            "modes",
            seat,
            said("ask.mode", "choose a mode of {name}", name=item.name),
            rule,
            tuple(Option("modes", (k,), (), mode_text(game, item, k)) for k in usable),
            subject=item.id,
            least=max(least, 0),
            most=min(most, len(usable)),
        ),
    )


def _choose_paid_modes(game: Game, play: Play, item: Item, modes: Modes, answer: Answer | None) -> int:
    """Modes that cost something are chosen one by one, as long as another can be paid for besides (601.4).

    They are carried out in printed order (700.2).

    Raises:
        Illegal: ``no_mode``, if none can be chosen and paid for.
    """
    if answer is not None:
        game.write(item, "modes", tuple(sorted((*item.modes, *answer.refs))))
        if not answer.refs:
            return DONE
    if len(item.modes) >= modes.most:
        return DONE
    due = [part for place in item.modes for part in modes.costs[place]]
    able = [
        place
        for place in usable_modes(game, play.seat, item, modes)
        if most_times(game, play, AdditionalCost((*due, *modes.costs[place])))
    ]
    rule = game.rules.cite("modes")
    if not able and not item.modes:
        raise Illegal(rule, "no_mode", said("reason.no_mode", "{name} has no mode that can be chosen", name=item.name))
    if not able:
        return DONE
    prompt = said("ask.mode", "choose a mode of {name}", name=item.name)
    options = tuple(Option("modes", (place,), (), mode_text(game, item, place)) for place in able)
    least = 0 if item.modes else 1
    return ask(game, play, Decision("modes", play.seat, prompt, rule, options, subject=item.id, least=least, most=1))


def _choose_modes_apart(game: Game, play: Play, item: Item, modes: Modes, answer: Answer | None) -> int:
    """Modes that each target something different are chosen one by one, as long as there is something for one more.

    Raises:
        Illegal: ``no_mode``, if fewer modes can be chosen than must be.
    """
    if answer is not None:
        game.write(item, "modes", tuple(sorted((*item.modes, *answer.refs))))
        if not answer.refs:
            return DONE
    least, most = bounds(game, play.seat, item, modes)
    if len(item.modes) >= most:
        return DONE
    there = targets_of_modes(game, modes, play.seat, item.source, item)
    chosen = [there[place] for place in item.modes]
    usable = usable_modes(game, play.seat, item, modes)
    able = [place for place in usable if most_apart([*chosen, there[place]]) > len(chosen)]
    rule = game.rules.cite("modes")
    if most_apart([*chosen, *(there[place] for place in able)]) < least:
        raise Illegal(rule, "no_mode", said("reason.no_mode", "{name} has no mode that can be chosen", name=item.name))
    if not able:
        return DONE
    prompt = said("ask.mode", "choose a mode of {name}", name=item.name)
    options = tuple(Option("modes", (place,), (), mode_text(game, item, place)) for place in able)
    is_enough = len(item.modes) >= least
    return ask(
        game,
        play,
        Decision("modes", play.seat, prompt, rule, options, subject=item.id, least=0 if is_enough else 1, most=1),
    )


def times_for_modes(game: Game, item: Item, cost: AdditionalCost) -> int:
    """The number of times that a cost is due for the modes that are chosen."""
    modes = modes_of(game, item)
    if modes is None:
        return 0
    if cost.per == "mode":
        return int(cost.mode in item.modes)
    number = len(printed_modes(item.modes))
    return int(number > modes.most) if cost.per == "all modes" else max(0, number - 1)


def leaves_modes(game: Game, item: Item, cost: AdditionalCost) -> bool:
    """Whether as many modes can be chosen as must be if an optional cost is paid, where that asks for more."""
    modes = modes_of(game, item)
    if modes is None or modes.instead is None or item.modes:
        return True
    condition = modes.instead.condition
    if not isinstance(condition.left, Paid) or condition.left.name != cost.name:
        return True
    return len(usable_modes(game, item.controller, item, modes)) >= modes.instead.least


def _most_paid_for(game: Game, play: Play, item: Item, modes: Modes, most: int) -> int:
    """The most modes that could be paid for, if they cost something: choices that come later count (601.4)."""
    card = game.object(item.card)
    for cost in game.prints[card.card].additions if card is not None else ():
        if cost.per == "all modes" and most_times(game, play, cost):
            able = len(usable_modes(game, play.seat, item, modes))
            most = able if able == len(modes.options) else most
        elif cost.per == "more modes":
            most = min(most, 1 + most_times(game, play, replace(cost, many=True)))
    return most


def modes_of(game: Game, item: Item) -> Modes | None:
    """The modes that an item's text gives to choose from."""
    return game.texts[item.text].modes if item.text >= 0 and not item.part else None


def bounds(game: Game, seat: int, item: Item, modes: Modes) -> tuple[int, int]:
    """The number of modes to be chosen, at least and at most, as things are."""
    least, most = modes.least, modes.most
    if modes.instead is not None and holds(game, modes.instead.condition, seat, item.source, item):
        least, most = modes.instead.least, modes.instead.most
    return least, most if most > 0 else len(modes.options)


def usable_modes(game: Game, seat: int, item: Item, modes: Modes) -> list[int]:
    """The modes, by place, that can be chosen besides those that are: their targets exist, their condition holds."""
    conditions = modes.conditions or (None,) * len(modes.options)
    return [
        k
        for k in open_modes(game, item.text, item.source, modes)
        if k not in item.modes
        and not (modes.unchosen and _was_chosen(game, item, k))
        and holds(game, conditions[k], seat, item.source, item)
        and can_declare(game, (modes.options[k],), seat, item.source, item)
    ]


def _note_chosen(game: Game, item: Item, places: tuple[int, ...]) -> None:
    """Keep with the source which modes of an ability of its were chosen, and when."""
    source = game.object(item.source)
    if source is not None:
        chosen = tuple((_key(item, place), game.root.turn) for place in places)
        others = tuple(entry for entry in source.extra if entry[0] not in dict(chosen))
        game.write(source, "extra", (*others, *chosen))


def _was_chosen(game: Game, item: Item, place: int) -> bool:
    """Whether the source has had a mode chosen this turn."""
    source = game.object(item.source)
    turn = dict(source.extra).get(_key(item, place)) if source is not None else None
    return turn == game.root.turn


def _key(item: Item, place: int) -> str:
    return f"mode {place} of {item.text}"


def lose_modes(game: Game, item: Item) -> bool:
    """Take away, with their targets, the modes whose condition does not hold any more; say whether any was.

    If a condition let more modes be chosen and holds no longer, the last printed of those chosen are one too many.
    """
    modes = modes_of(game, item)
    if modes is None or not item.modes or (not modes.conditions and modes.instead is None):
        return False
    seat, source = item.controller, item.source
    conditions = modes.conditions or (None,) * len(modes.options)
    lost = [k for k in item.modes if not holds(game, conditions[k], seat, source, item)]
    kept = sorted(k for k in item.modes if k not in lost)
    lost.extend(kept[bounds(game, seat, item, modes)[1] :])
    for mode in lost:
        before = len(game.texts[item.text].body.targets)
        before += sum(len(modes.options[k].targets) for k in item.modes[: item.modes.index(mode)])
        after = before + len(modes.options[mode].targets)
        game.write(item, "targets", item.targets[:before] + item.targets[after:])
        game.write(item, "shares", item.shares[:before] + item.shares[after:])
        game.write(item, "modes", tuple(k for k in item.modes if k != mode))
    return bool(lost)
