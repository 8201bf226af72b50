"""Shortcuts: a loop that a player keeps up, repeated a declared number of times (732.2).

Players' answers are remembered for as long as a step lasts (``root.told``). With ``repeat N`` a player proposes that
everything since an earlier action of its own happens N times more. Every other player who chose something in that may
shorten it: at one of its own choices it will do something else. Then the match gives the remembered answers again, one
by one, and asks anew as soon as a question or the stack is not what it was. Nothing is skipped or reckoned: what cannot
be repeated is not.

A player who shortened has to choose differently there. A player who repeated a loop that leads back to the same
position has to do something else after the number declared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.events.loop_detection import signature
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Answer, Decision
from engine.state.frames import ShortcutFrame
from engine.state.frequent_writes import write_told
from engine.state.last_known import NEW
from engine.state.occurred import ON_STACK, Barred, NamedObject, OnStack, Repetition, Spoken, ToldAnswer
from engine.state.records import Object, Plain

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.occurred import Named

MOST_TOLD: Final = 128
"""Answers remembered: the longest loop that can be repeated."""
MOST_REPEATED: Final = 400
"""Answers given again by one shortcut; a longer one is declared again."""
UNTOLD: Final = frozenset({"keep", "shortcut"})
"""Frames whose questions are no part of a loop."""
PASSED: Final = Spoken("pass", (), (), ())


# --- what was told --------------------------------------------------------------------------------


def entry_for(game: Game, decision: Decision, answer: Answer) -> ToldAnswer | None:
    """The entry for an answer that is about to be given; none if it is not to be remembered."""
    root = game.root
    if answer.do == "pass" or decision.kind != "act":
        if not root.told or root.agenda[-1].op in UNTOLD:
            return None
    elif answer.do == "repeat":
        return None
    spoken = PASSED if answer.do == "pass" else _by_name(game, answer)
    stack = _stack(game) if decision.kind == "act" else ()
    return NEW(ToldAnswer, (decision.seat, decision.kind, spoken, stack))


def remember(game: Game, entry: ToldAnswer | None) -> None:
    """Remember an answer that was taken; a loop begins with an action."""
    root = game.root
    if entry is not None and (root.told or entry.spoken.do != "pass"):
        write_told(game, root, (*root.told[-MOST_TOLD + 1 :], entry))


def forget_loops(game: Game) -> None:
    """A step ends, and with it all loops in it."""
    if game.root.told:
        write_told(game, game.root, ())


def _stack(game: Game) -> Plain:
    return tuple((item.name, item.text) for item in map(game.item, game.root.stack))


def _by_name(game: Game, answer: Answer) -> Spoken:
    """An answer with objects as (id, name, zone) and items of the stack by their place."""
    if answer.do in ("modes", "costs", "order", "confirm", "number", "mana"):
        refs: Plain = answer.refs
    elif answer.do == "activate":
        refs = (_named(game, answer.refs[0]), *answer.refs[1:])
    else:
        refs = tuple(_named(game, ident) for ident in answer.refs)
    amounts = tuple(_named(game, i) for i in answer.amounts) if answer.do == "assign" else answer.amounts
    return NEW(Spoken, (answer.do, refs, amounts, tuple([_by_name(game, part) for part in answer.plan])))


def _named(game: Game, ident: int) -> Named:
    record = game.glimpse(ident)
    if isinstance(record, Object):
        return NEW(NamedObject, (ident, record.name, record.zone))
    return OnStack(ON_STACK, game.root.stack.index(ident)) if ident in game.root.stack else ident


def _repeated(game: Game, decision: Decision, spoken: Spoken) -> Answer | None:
    """The answer again, for now; an object that is gone is replaced by one of its name in its zone.

    None if there is none.
    """
    try:
        return _repeat(game, decision, spoken, [])
    except LookupError:
        return None


def _repeat(game: Game, decision: Decision, spoken: Spoken, taken: list[int]) -> Answer:
    do, refs, amounts, plan = spoken
    return Answer(
        do,
        tuple(_found(game, decision, ref, taken) for ref in refs),
        tuple(_found(game, decision, amount, taken) for amount in amounts),
        tuple(_repeat(game, decision, part, []) for part in plan),
    )


def _found(game: Game, decision: Decision, named: Named, taken: list[int]) -> int:
    if isinstance(named, int):
        return named
    if isinstance(named, OnStack):
        return game.root.stack[named.place]
    ident, name, zone = named
    offered = [ref for option in decision.options for ref in (*option.refs[:1], *option.amounts)]
    there = game.zones[zone][decision.seat]
    lying = there.content if there.sight != "nobody" else ()
    for other in (ident, *offered, *lying):
        obj = game.object(other)
        if obj is not None and obj.name == name and obj.zone == zone and obj.id not in taken:
            taken.append(obj.id)
            return obj.id
    raise LookupError(name)


# --- proposing ------------------------------------------------------------------------------------


def propose(game: Game, seat: int, answer: Answer) -> None:
    """Take the answer ``repeat``: how often, and how many of the seat's actions the loop has (else as few as may be).

    Raises:
        Refusal: ``no_loop`` if those actions did not begin at a stack as it is now, ``bad_choice`` for the number.
    """
    rule = game.rules.cite("shortcut")
    count = answer.amounts[0]
    entries = game.root.told
    own = [k for k, e in enumerate(entries) if e.seat == seat and e.kind == "act" and e.spoken != PASSED]
    first = own[-answer.amounts[1] :][:1] if len(answer.amounts) > 1 and answer.amounts[1] <= len(own) else own[::-1]
    start = next((k for k in first if entries[k].stack == _stack(game)), -1)
    if start < 0 or (len(answer.amounts) > 1 and not 0 < answer.amounts[1] <= len(own)):
        raise Refusal(
            rule, "no_loop", said("reason.no_loop", "nothing you did since the stack was as it is now can be repeated")
        )
    loop = entries[start:]
    if not 0 < count <= MOST_REPEATED // len(loop):
        raise Refusal(
            rule,
            "bad_choice",
            said("reason.number_up_to", "a number from 1 to {n} is wanted", n=MOST_REPEATED // len(loop)),
        )
    game.occurred("proposes", seat, 0, count, _what(loop, seat))
    others = tuple(game.opponents(seat))
    push(game, ShortcutFrame(seat, loop, others, count * len(loop), signature(game)))


def _what(loop: tuple[ToldAnswer, ...], seat: int) -> str:
    """The actions of the one who proposes, which everybody saw."""
    acts = [e.spoken for e in loop if e.seat == seat and e.kind == "act" and e.spoken != PASSED]
    return ", ".join(f"{act.do} {_name_of(act.refs[0])}" for act in acts)


def _name_of(named: Named) -> str:
    if isinstance(named, NamedObject):
        return named.name
    return str(named.place) if isinstance(named, OnStack) else str(named)


def run_shortcut(game: Game, frame: ShortcutFrame, answer: Answer | None) -> None:
    """The frame ``ShortcutFrame``: the others accept or shorten, in turn order.

    ``end`` is after how many answers it ends, ``before`` the signature of the position, "" once it was shortened.
    """
    seat, loop, others, end, before, _ = frame
    if answer is not None:
        kept = answer.amounts[0]
        if kept < _choices(loop, others[0], end):
            end, before = _place(loop, others[0], kept), ""
        others = others[1:]
    while others and not _choices(loop, others[0], end):
        others = others[1:]
    if not others:
        pop(game)
        game.write(game.root, "shortcut", Repetition(loop, 0, end, before))
        return
    replace(game, ShortcutFrame(seat, loop, others, end, before))
    most = _choices(loop, others[0], end)
    prompt = said(
        "ask.shortcut",
        "{who} repeats {what}: how many of your {n} choices stay the same?",
        who=game.players[seat].name,
        what=_what(loop, seat),
        n=most,
    )
    default = Answer("number", (), (most,))
    rule = game.rules.cite("shorten")
    game.ask(Decision("number", others[0], prompt, rule, (), least=0, most=most, default=default))


def _is_choice(entry: ToldAnswer, seat: int) -> bool:
    """Whether a seat had priority there: a shortcut ends only at such a place (732.2a)."""
    return entry.seat == seat and entry.kind == "act"


def _choices(loop: tuple[ToldAnswer, ...], seat: int, end: int) -> int:
    """The number of times that a seat has priority in the first ``end`` answers of a loop that is repeated."""
    rounds, rest = divmod(end, len(loop))
    return rounds * sum(_is_choice(e, seat) for e in loop) + sum(_is_choice(e, seat) for e in loop[:rest])


def _place(loop: tuple[ToldAnswer, ...], seat: int, kept: int) -> int:
    """The place of the seat's next choice after ``kept`` of them."""
    own = [k for k, entry in enumerate(loop) if _is_choice(entry, seat)]
    rounds, rest = divmod(kept, len(own))
    return rounds * len(loop) + own[rest]


# --- repeating ------------------------------------------------------------------------------------


def repeated(game: Game, decision: Decision) -> Answer | None:
    """The answer that a shortcut under way gives to a question; none, and it is over, if it does not go on so."""
    repetition = game.root.shortcut
    assert repetition  # whoever asks has looked
    loop, at, end, before = repetition
    entry = loop[at % len(loop)]
    answer = None
    is_same = (decision.seat, decision.kind) == (entry.seat, entry.kind)
    if is_same and (decision.kind != "act" or entry.stack == _stack(game)):
        answer = _repeated(game, decision, entry.spoken)
    if answer is not None and at < end:
        game.write(game.root, "shortcut", repetition._replace(at=at + 1))
        return answer
    stop(game)
    if answer is not None and (not before or before == signature(game)):
        game.write(game.root, "barred", Barred(decision.seat, answer.do, answer.refs))
    return None


def stop(game: Game) -> None:
    """A shortcut goes no further."""
    if game.root.shortcut:
        game.write(game.root, "shortcut", ())


def is_barred(game: Game, seat: int, do: str, refs: tuple[int, ...]) -> bool:
    """Whether a seat has to choose something else here (732.2c); ``repeat`` is what was repeated."""
    barred = game.root.barred
    return bool(barred and barred.seat == seat and ((do, refs) == (barred.do, barred.refs) or do == "repeat"))
