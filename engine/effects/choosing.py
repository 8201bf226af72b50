"""Instructions that ask in the middle of a text: which cards, which colour, which order, which new targets.

One that has to ask keeps its place and is called again with the answer; choices that several players make are frames
``("choose", ...)``, made in turn order before anything happens (101.4).
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final, Literal

from engine import abilities as a
from engine.cards.definitions import COLOR_OF
from engine.cards.mana_symbols import in_braces
from engine.cards.numbered_text import COLORS
from engine.effects.asking import ask_for_cards
from engine.effects.distinct_choices import leaving_most
from engine.effects.meaning import (
    DONE,
    Outcome,
    amount_of,
    counted,
    items_of,
    numbers_of,
    objects_of,
    own_kind,
    touched,
    who_is,
)
from engine.payment.mana_choices import chosen_mana, combined, ways_to_combine
from engine.payment.mana_pool import add_mana
from engine.payment.possible_mana import told_mana, unspent
from engine.payment.replaced_mana import Made, replaced_mana
from engine.payment.self_cost_rules import discard, sacrifice, spending, tap, untap
from engine.play.stack_copies import copy_item, record_targets
from engine.queries.filters import event_of, matching
from engine.queries.prohibitions import can_be_made_to, can_be_sacrificed, sacrificable
from engine.replacement.applying import words_to_choose
from engine.replacement.happen import happen
from engine.sentences import said, word
from engine.state.agenda import next_instruction, pop, replace, text_on_top
from engine.state.decisions import Answer, Decision, Option
from engine.state.frames import ChooseFrame, RetargetFrame
from engine.state.proposed_events import moving
from engine.state.records import NOBODY, Item

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.sentences import Words
    from engine.state.game import Game
    from engine.state.records import Object, Play


ALL: Final = 1 << 30
"""More than anybody has."""
Chosen = Literal["sacrifice", "discard", "discard up to", "offer", "choose"]
"""The deed for which several players choose."""
MOVE: Final = "move "
"""Before a zone: the deed of several players who put cards there that each chooses."""
CHOOSE: Final[Chosen] = "choose"
"""Of what is only chosen by each of several players."""
UP_TO: Final = "up to "
"""Between that and the zone: each may choose fewer."""
MOST_SYMBOLS: Final = 12
"""Those of a choice of mana that are written out; more are counted."""
SEVERAL: Final = ("opponents", "players")
"""The words for each of several players."""
Wanted = tuple[int, int, tuple[int, ...]]
"""The seat that is to choose, how many, and of which."""


def _chooser(game: Game, item: Item) -> int:
    """The seat that chooses where a text does not say who does: its controller.

    For a card that nobody who is seated owns the first player chooses (First Player).
    """
    source = game.object(item.source)
    is_of_side = source is not None and game.side != NOBODY and source.owner == game.side
    return game.turn_order(game.root.first)[0] if is_of_side else item.controller


def chosen_of(game: Game, item: Item, ref: a.Ref, answer: Answer | None) -> bool:
    """Choose something as the text is carried out ("return a creature you control"); whether it is done."""
    assert ref.what is not None
    if answer is not None:
        touched(game, item, answer.refs)
        return True
    if ref.kind == "random":
        picked: list[int] = []
        for left in _lots(game, item, ref.what):
            number = min(len(left), amount_of(game, item, ref.count))
            picked.extend(left.pop(game.stream_below(len(left))) for _ in range(number))
        touched(game, item, tuple(picked))
        return True
    seat = next(iter(who_is(game, item, ref.of)), -1) if ref.of is not None else _chooser(game, item)
    ids = tuple(matching(game, ref.what, item.controller, item.source, item)) if seat >= 0 else ()
    most = len(ids) if ref.count == -1 else min(len(ids), amount_of(game, item, ref.count))
    least = 0 if ref.up_to else most
    places = ref.what.zone.split(" or ") if seat >= 0 and ref.what.zone.startswith("hand") else ()
    hidden = any(game.content(place, seat) for place in places)
    if least == len(ids) and not hidden:  # whether there is a choice among hidden cards is hidden too
        touched(game, item, ids)
        return True
    ask_for_cards(
        game,
        seat,
        said("ask.choose_some", "choose {n} for {name}", n=most, name=item.name)
        if most == least
        else said("ask.choose_up_to", "choose up to {n} for {name}", n=most, name=item.name),
        ids,
        item.id,
        least=least,
        most=most,
    )
    return False


def _lots(game: Game, item: Item, what: a.Filter) -> list[list[int]]:
    """The things among which chance picks: those of each of several players apart."""
    whose = what.whose
    if whose is None or whose.kind not in SEVERAL:
        return [list(matching(game, what, item.controller, item.source, item))]
    own = dataclasses.replace(what, whose=None, of="you")
    return [list(matching(game, own, seat, item.source, item)) for seat in who_is(game, item, whose)]


def _discard(game: Game, item: Item, do: a.Discard, answer: Answer | None) -> Outcome:
    seats = [seat for seat in who_is(game, item, do.who) if can_be_made_to(game, seat, "discard", item)]
    if do.what is not None:
        objs = [obj for obj in objects_of(game, item, do.what) if _is_held(game, obj) and obj.owner in seats]
        touched(game, item, tuple(obj.id for obj in objs))
        discard(game, objs, item)
        return DONE
    numbers = numbers_of(game, item, do.who, ALL if do.amount is None else do.amount)
    numbers = [(seat, number) for seat, number in numbers if seat in seats]
    number = max((number for _, number in numbers), default=0)
    if do.at_random:
        gone: list[int] = []
        touched(game, item, ())
        for seat, number in numbers:
            hand = list(game.content("hand", seat))
            gone.extend(hand.pop(game.stream_below(len(hand))) for _ in range(min(number, len(hand))))
        discard(game, [game.obj(ident) for ident in gone], item)
        return DONE
    if do.up_to and len(seats) == 1:
        return _discard_up_to(game, item, seats[0], number, answer)
    hands = [(seat, number, game.content("hand", seat)) for seat, number in numbers]
    verb: Chosen = "discard up to" if do.up_to else "discard"
    return _each_chooses(game, item, verb, [(seat, min(number, len(hand)), hand) for seat, number, hand in hands])


def _is_held(game: Game, obj: Object) -> bool:
    """Whether a card is in hand, or where its owner alone sees it as if it were."""
    return obj.zone == "hand" or game.place(obj.zone)[0].sight == "owner"


def _discard_up_to(game: Game, item: Item, seat: int, number: int, answer: Answer | None) -> Outcome:
    hand = game.content("hand", seat)
    if answer is None and hand:
        _ask_up_to(game, item, seat, min(number, len(hand)), hand)
        return None
    objs = [game.obj(i) for i in answer.refs] if answer is not None else []
    touched(game, item, tuple(obj.id for obj in objs))
    discard(game, objs, item)
    return DONE


def _ask_up_to(game: Game, item: Item, seat: int, most: int, hand: tuple[int, ...]) -> None:
    ask_for_cards(
        game,
        seat,
        said("ask.discard_up_to", "discard up to {n} for {name}", n=most, name=item.name),
        hand,
        item.id,
        least=0,
        most=most,
    )


def _edict(game: Game, item: Item, do: a.Edict, answer: Answer | None) -> Outcome:
    wanted = []
    what = own_kind(do.what, do.who)
    for seat, number in numbers_of(game, item, do.who, do.count):
        able = [game.obj(i) for i in matching(game, what, seat, item.source, item)]
        fit = tuple(obj.id for obj in sacrificable(game, able) if obj.controller == seat)
        if can_be_made_to(game, seat, "sacrifice", item):
            wanted.append((seat, min(number, len(fit)), fit))
    return _each_chooses(game, item, "sacrifice", wanted)


def _sacrifice_one_of_each(game: Game, item: Item, do: a.SacrificeOneOfEach, answer: Answer | None) -> Outcome:
    """One permanent of each kind, and as many of them as there can be (101.3, 701.21a)."""
    wanted = []
    for seat in who_is(game, item, do.who):
        if not can_be_made_to(game, seat, "sacrifice", item):
            continue
        for kind in do.kinds:
            able = [game.obj(i) for i in matching(game, own_kind(kind, do.who), seat, item.source, item)]
            fit = tuple(obj.id for obj in sacrificable(game, able) if obj.controller == seat)
            wanted.append((seat, min(1, len(fit)), fit))
    return _each_chooses(game, item, "sacrifice", wanted)


def move_of_each(game: Game, item: Item, do: a.Move) -> Outcome:
    """Each of several players puts cards of its own choice, or at random, where an instruction says."""
    assert do.what.what is not None
    assert do.what.of is not None
    number = amount_of(game, item, do.what.count)
    own = dataclasses.replace(do.what.what, whose=None, of="you")
    wanted = []
    for seat in who_is(game, item, do.what.of):
        fit = tuple(matching(game, own, seat, item.source, item))
        wanted.append((seat, len(fit) if do.what.count == -1 else min(number, len(fit)), fit))
    return _each_chooses(game, item, MOVE + (UP_TO if do.what.up_to else "") + do.zone, wanted)


def choose_of_each(game: Game, item: Item, chosen: a.Ref) -> Outcome:
    """Each of several players chooses things of its own, to which the text goes on to do something (608.2d)."""
    assert chosen.what is not None
    assert chosen.of is not None
    number = amount_of(game, item, chosen.count)
    own = dataclasses.replace(chosen.what, whose=None, of="you")
    wanted = []
    for seat in who_is(game, item, chosen.of):
        fit = tuple(matching(game, own, seat, item.source, item))
        wanted.append((seat, min(number, len(fit)), fit))
    return _each_chooses(game, item, CHOOSE, wanted)


def offer_each(game: Game, item: Item, seats: list[int], cost: a.Cost) -> Outcome:
    """Each of several players may sacrifice or discard one thing of its own.

    Obeys 101.4, 608.2d, 608.2e.
    """
    part = cost[0]
    options = part.options if isinstance(part, a.EitherCost) else (cost,)
    wanted = []
    for seat in seats:
        fit: list[int] = []
        for option in options:
            what = option[0].what if isinstance(option[0], a.Sacrifice | a.DiscardCost) else a.Filter()
            found = [game.obj(i) for i in matching(game, what, seat, item.source, item) if i not in fit]
            fit += [obj.id for obj in found if obj.controller == seat and _is_able(game, obj, option[0])]
        wanted.append((seat, min(1, len(fit)), tuple(fit)))
    return _each_chooses(game, item, "offer", wanted)


def _is_able(game: Game, obj: Object, part: a.CostPart) -> bool:
    return not isinstance(part, a.Sacrifice) or can_be_sacrificed(game, obj)


def _each_chooses(game: Game, item: Item, verb: str, wanted: list[Wanted]) -> Outcome:
    """Go on to the next instruction once the players have chosen, the active player first (101.4, 608.2e, 608.2f)."""
    some = tuple((seat, most, ids) for seat, most, ids in wanted if most or _is_hidden(game, verb, seat))
    if not some:
        return touched(game, item, ())
    replace(game, next_instruction(text_on_top(game)), ChooseFrame(verb, some, (), item.id))
    return None


def _is_hidden(game: Game, verb: str, seat: int) -> bool:
    """Whether a seat is asked even if nothing fits: whether it has a choice among its cards is hidden."""
    return verb.startswith(MOVE + UP_TO) and bool(game.content("hand", seat))


def run_choose(game: Game, frame: ChooseFrame, answer: Answer | None) -> None:
    """The frame ``ChooseFrame``: each in turn chooses, then all of it is done at once.

    Obeys 608.2e, 608.2f.
    """
    verb = frame.verb
    wanted: tuple[Wanted, ...] = frame.wanted
    chosen: tuple[int, ...] = frame.chosen
    for index, (seat, most, ids) in enumerate(wanted):
        options = tuple(i for i in ids if i in game.records and i not in chosen)
        if verb == "sacrifice":
            later = [more for other, _, more in wanted[index + 1 :] if other == seat]
            options = leaving_most(options, [tuple(i for i in more if i not in chosen) for more in later])
        count = min(most, len(options))
        if answer is None and verb == "discard up to" and options:
            replace(game, ChooseFrame(verb, wanted[index:], chosen, frame.item))
            _ask_up_to(game, game.item(frame.item), seat, count, options)
            return
        if answer is None and (verb == "offer" or verb.startswith(MOVE + UP_TO)):
            replace(game, ChooseFrame(verb, wanted[index:], chosen, frame.item))
            prompt = said("ask.choose_up_to", "choose up to {n} for {name}", n=count, name=game.item(frame.item).name)
            ask_for_cards(game, seat, prompt, options, frame.item, least=0, most=count)
            return
        if answer is None and len(options) > count:
            replace(game, ChooseFrame(verb, wanted[index:], chosen, frame.item))
            ask_for_cards(
                game,
                seat,
                _prompt(game, game.item(frame.item), verb, count, chosen),
                options,
                frame.item,
                least=count,
                most=count,
            )
            return
        chosen += options if answer is None else answer.refs
        answer = None
    pop(game)
    objs = [obj for obj in map(game.object, chosen) if obj is not None]
    item = game.item(frame.item)
    touched(game, item, tuple(obj.id for obj in objs))
    if verb.startswith(MOVE):
        happen(game, [moving(obj, game.zone_name(verb.removeprefix(MOVE).removeprefix(UP_TO))) for obj in objs], item)
    elif verb == "offer":
        held = [obj for obj in objs if _is_held(game, obj)]
        there = [obj for obj in objs if obj not in held]
        happen(game, [*spending(game, there, "sacrificed"), *spending(game, held, "discarded")], item)
    elif verb == "sacrifice":
        sacrifice(game, objs, item)
    elif verb == CHOOSE:
        return
    else:
        discard(game, objs, item)


def _prompt(game: Game, item: Item, verb: str, count: int, chosen: tuple[int, ...]) -> Words:
    if verb == CHOOSE or verb.startswith(MOVE):
        return said("ask.choose_some", "choose {n} for {name}", n=count, name=item.name)
    before = _chosen_before(game, chosen)
    return said("ask.choose_to", "choose {n} to {verb}{before}", n=count, verb=word(verb), before=before)


def _chosen_before(game: Game, chosen: tuple[int, ...]) -> Words:
    """The choices of earlier players, for those who choose after them; cards in hand stay hidden (101.4)."""
    objs = [obj for obj in map(game.object, chosen) if obj is not None]
    seen = [obj.name for obj in objs if game.sight_over(obj) == "all"]
    return said("ask.chosen_before", " (chosen so far: {cards})", cards=", ".join(seen)) if seen else ""


def _add_mana(game: Game, item: Item, do: a.AddMana, answer: Answer | None) -> Outcome:
    seats = who_is(game, item, do.who)
    if do.of == a.UNSPENT:
        return _double_mana(game, item, do, seats)
    choice = 0
    choices = _choices_of(game, item, do)
    times = 1 if do.mixed else amount_of(game, item, do.amount)
    made: Made = tuple([(symbols, times) for symbols in choices])
    labels = [in_braces(symbols) for symbols in choices]
    source = game.object(item.source) or game.left(item.source)
    if source is not None and item.kind == "activated" and game.texts[item.text].taps and times > 0:
        replaced = replaced_mana(game, item.controller, source, choices, times)
        if replaced != made:
            made, labels = replaced, [_told(symbols, number) for symbols, number in replaced]
    if seats and len(made) > 1:
        if answer is None:
            return _ask_alternative(game, item, do, labels, seats[0])
        choice = answer.refs[0]
        play = _play_of(game, item)
        if play is not None:
            game.write(play, "given", (*play.given, answer))
        colors = {COLOR_OF.get(symbol, "") for symbol in made[choice][0]}
        if len(colors) == 1:
            game.write(item, "chosen", colors.pop())  # "that color" is this one
    for seat in seats:
        _put_into_pool(game, item, do, seat, *(made[choice] if made else ((), times)))
    return DONE


def _double_mana(game: Game, item: Item, do: a.AddMana, seats: Sequence[int]) -> Outcome:
    """701.10f: each type of unspent mana is added once more."""
    for seat in seats:
        for color, number in zip(COLORS, unspent(game, item.controller), strict=True):
            if number:
                _put_into_pool(game, item, do, seat, (color,), number)
    return DONE


def _told(symbols: tuple[str, ...], times: int) -> str:
    """Mana in symbols, of which many are counted."""
    is_much = len(symbols) * times > MOST_SYMBOLS
    return f"{times} {in_braces(symbols)}" if is_much else in_braces(symbols * times)


def _put_into_pool(game: Game, item: Item, do: a.AddMana, seat: int, symbols: tuple[str, ...], times: int) -> None:
    source = game.object(item.source)
    words = source.words if source is not None else item.known.words if item.known else ()
    add_mana(game, seat, symbols, times, snow="snow" in words, terms=do.terms)
    made = sum(1 << COLORS.index(symbol) for symbol in set(symbols)) if times else 0
    game.occurred("mana", seat, item.source, made, item.name)


def _choices_of(game: Game, item: Item, do: a.AddMana) -> tuple[tuple[str, ...], ...]:
    """The mana that may be added; types that the event produced stand in it as bits."""
    if do.mixed:
        number = amount_of(game, item, do.amount)
        game.meter.bear(game, ways_to_combine(do.choices, number))
        return combined(do.choices, number)
    if do.of is not None:
        return told_mana(game, do.of, item.controller, item.source, item)
    if do.choices:
        return chosen_mana(game, do.choices, item.source, item.chosen)
    return tuple((color,) for k, color in enumerate(COLORS) if event_of(item).amount >> k & 1)


def _play_of(game: Game, item: Item) -> Play | None:
    """The play in flight whose item this is: a mana ability resolves within its own (605.3b)."""
    return next((play for play in map(game.play, game.root.plays) if play.item == item.id), None)


def _ask_alternative(game: Game, item: Item, do: a.AddMana, labels: list[str], seat: int) -> Outcome:
    decision = Decision(
        "modes",
        seat,
        said("ask.mana", "choose the mana that {name} adds", name=item.name),
        game.rules.cite("choose"),
        tuple(Option("modes", (i,), (), label) for i, label in enumerate(labels)),
        subject=item.id,
    )
    play = _play_of(game, item)
    if play is not None:
        decision.cancel = not play.bound
        if play.plan and play.plan[0].do == "modes":
            planned = play.plan[0]
            decision.check(planned)
            game.write(play, "plan", play.plan[1:])
            return _add_mana(game, item, do, planned)
    game.ask(decision)
    return None


def _choose_word(game: Game, item: Item, do: a.ChooseWord, answer: Answer | None) -> Outcome:
    names = words_to_choose(game, do.family)
    if answer is None:
        options = tuple(Option("modes", (i,), (), name) for i, name in enumerate(names) if name not in do.besides)
        rule = game.rules.cite("choose")
        prompt = said("ask.word", "choose a {what} for {name}", what=word(do.family), name=item.name)
        game.ask(Decision("modes", item.controller, prompt, rule, options, subject=item.id))
        return None
    game.write(item, "chosen", names[answer.refs[0]])
    return DONE


def _tap_or_untap(game: Game, item: Item, do: a.TapOrUntap, answer: Answer | None) -> Outcome:
    objs = objects_of(game, item, do.what)
    seat = next(iter(who_is(game, item, do.who)), -1)
    if seat < 0 or not objs:
        return counted(game, item, 0)
    if answer is None:
        options = tuple(Option("modes", (i,), (), word) for i, word in enumerate(("tap", "untap")))
        rule = game.rules.cite("choose")
        game.ask(
            Decision(
                "modes",
                seat,
                said("ask.tap_or_untap", "tap or untap {name}?", name=objs[0].name),
                rule,
                options,
                subject=item.id,
            )
        )
        return None
    for obj in objs:
        if answer.refs[0] == 0 and not obj.tapped:
            tap(game, obj)
        elif answer.refs[0] == 1 and obj.tapped:
            untap(game, obj)
    return touched(game, item, tuple(obj.id for obj in objs))


def _copy(game: Game, item: Item, do: a.CopySpell, answer: Answer | None) -> Outcome:
    made = []
    seat = next(iter(who_is(game, item, do.who)), NOBODY)
    for original in items_of(game, item, do.what) if seat != NOBODY else []:
        times = amount_of(game, item, do.times)
        game.meter.check_objects(game, times)
        for _ in range(times):
            copy = copy_item(game, original, seat)
            made.append(copy.id)
            if not do.retarget:
                record_targets(game, copy)
    if do.retarget and made:
        touched(game, item, tuple(made))
        replace(game, next_instruction(text_on_top(game)), *(RetargetFrame(ident, 0) for ident in reversed(made)))
        return None
    return touched(game, item, tuple(made))


CHOOSING: Final[dict[type, Callable[..., Outcome]]] = {
    a.Discard: _discard,
    a.AddMana: _add_mana,
    a.Edict: _edict,
    a.SacrificeOneOfEach: _sacrifice_one_of_each,
    a.ChooseWord: _choose_word,
    a.TapOrUntap: _tap_or_untap,
    a.CopySpell: _copy,
}
