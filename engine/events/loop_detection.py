"""Loops: what returns to the same state for ever, and who has to break it.

A position has a signature: all that everybody may see of it, without ids, timestamps and what has already been counted.
Two questions are asked of signatures. Do mandatory actions alone come back to the same one? Then the game is a draw.
Does a player begin the same ability again in the same one, after others acted too? Then one of those who keep
the loop going must choose differently. A loop that one player alone keeps up is left to that player.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from engine.state.budget import STEPS, too_much
from engine.state.citation import cited
from engine.state.dump_rows import Written, in_words
from engine.state.lasting import ModifyEffect
from engine.state.occurred import BegunAbility, Ending
from engine.state.records import NOBODY, Object

if TYPE_CHECKING:
    from engine.state.budget import TooMuch
    from engine.state.decisions import Answer, Decision, Option
    from engine.state.game import Game
    from engine.state.records import Item

ENDLESS: Final = Ending((), "loop", "mandatory actions repeat for ever: the game is a draw")
"""The end of such a game."""
EXCEEDED: Final = "budget"
"""The code with which a match ends that would do more than its budget allows."""
PATIENCE: Final = 4
"""So many triggered abilities must resolve one after the other, with nothing chosen, before signatures are compared."""

LONG: Final = 256
"""So many must have resolved in a row before it is looked at whether anybody could have done something else."""
SPARSE: Final = 16
"""Of so many in a row beyond that the position of one is compared: shorter loops were found before."""
MOST_KEPT: Final = 4096
"""Objects as they are seen, written out, that are kept: most are as they were when a position was written before."""
STEPS_EACH: Final = 11
"""The steps that resolving one takes, its passes counted, when that nobody can stop is held to the budget of a move."""


def signature(game: Game) -> str:
    """The public part of the position, as 16 hexadecimal digits.

    Of a hidden zone only the number of its cards counts: an offer must not tell what lies there.
    """
    root = game.root
    parts: list[object] = [(root.turn, root.step, root.active, root.priority, root.statics)]
    parts.extend((p.life, p.pool, Written(p.special), p.counters, p.marks, p.lost) for p in game.players)
    for name, zones in game.zones.items():
        for zone in zones if zones[0].seat >= 0 else zones[:1]:
            if zone.sight != "all":
                parts.append((name, zone.seat, len(zone.content)))
            else:
                parts.append((name, zone.seat, sorted(_seen(game, i) for i in zone.content)))
    parts.append([_item(game, game.item(i)) for i in root.stack])
    parts.append([(entry.controller, entry.text) for entry in root.waiting])
    parts.append(sorted(in_words(effect) for effect in root.effects if not isinstance(effect, ModifyEffect)))
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def _seen(game: Game, ident: int) -> str:
    """The public part of an object; more instances of one keyword are no more than one."""
    obj = game.obj(ident)
    blocking = tuple([_label(game, i) for i in obj.blocking])
    state = (
        (obj.name, obj.number, obj.controller, obj.tapped, obj.sick, obj.damage, obj.marked),
        *(obj.counters, obj.power, obj.toughness, obj.keywords, obj.words),
        *(obj.abilities, obj.attacking, _label(game, obj.attached), blocking, obj.used),
    )
    return _in_text(state, obj.extra) if obj.extra else _in_known_text(state)


@lru_cache(maxsize=MOST_KEPT)
def _in_known_text(state: Any) -> str:
    return _in_text(state, ())


def _in_text(state: Any, extra: tuple[tuple[str, object], ...]) -> str:
    """Write out what is seen of an object, in one order whatever came first of its counters, keywords and types."""
    first, counters, power, toughness, keywords, words, abilities, attacking, attached, blocking, used = state
    every = (
        *(*first, sorted(counters)),
        *(power, toughness, sorted(set(keywords)), sorted(words), abilities, attacking),
        *(attached, list(blocking), used, extra),
    )
    return repr(every)


def _item(game: Game, item: Item) -> tuple[object, ...]:
    targets = [[_label(game, i) for i in some] for some in item.targets]
    return (item.name, item.kind, item.text, item.controller, item.x, item.modes, targets, item.shares)


def _label(game: Game, ident: int) -> object:
    record = game.records.get(ident)
    if isinstance(record, Object):
        return (record.name, record.number)
    if ident in game.root.stack:
        return ("item", game.root.stack.index(ident))
    return ident if record is not None else 0


# --- loops of mandatory actions -------------------------------------------------------------------


def is_endless(game: Game, item: Item) -> bool:
    """Whether what is about to resolve has been here before, with nothing but mandatory actions in between.

    Obeys 104.4b, 732.4. Where a number grows no position comes back: that goes on for as long as one move may, and only
    as long as nobody can do anything else.

    Raises:
        TooMuch: so many have resolved in a row, and nobody could have done anything else.
    """
    root = game.root
    if item.kind != "triggered":
        chose(game)
        return False
    game.write(root, "idle", root.idle + 1)
    budget = game.meter.budget
    if budget is not None and (root.idle - root.free) * STEPS_EACH > budget.steps:
        raise too_much(game, STEPS, budget.steps)
    if root.idle <= PATIENCE or (root.idle > LONG and root.idle % SPARSE):
        return False
    now = signature(game)
    if now in root.seen:
        return True
    game.append(root, "seen", now)
    return False


def look_first(game: Game, decision: Decision) -> None:
    """Before an answer is given: where ``answered`` is to know what else could have been done, find out what."""
    if game.root.idle >= LONG:
        decision.work_out(game)


def answered(game: Game, decision: Decision, answer: Answer) -> None:
    """Take note of an answer: passing, ordering and what leaves nothing to choose keep a loop mandatory."""
    root = game.root
    if not root.idle:
        return
    if answer.do not in ("pass", "order") and (decision.kind == "act" or decision.leaves_a_choice()):
        chose(game)
    elif root.idle > LONG and any(_matters(game, option) for option in decision.options):
        game.write(root, "free", root.idle)


def _matters(game: Game, option: Option) -> bool:
    """Whether an option is to do something, more than to tap something for mana."""
    named = game.ability_named(option.refs) if option.do == "activate" else None
    if named is not None:
        _, number = named
        return not game.texts[number].simple
    return option.do not in ("pass", "order")


def chose(game: Game) -> None:
    """Somebody did what could have been left undone."""
    if game.root.idle:
        game.write(game.root, "idle", 0)
    if game.root.free:
        game.write(game.root, "free", 0)
    if game.root.seen:
        game.write(game.root, "seen", ())


def exceeded(game: Game, excess: TooMuch) -> None:
    """Actions that players cannot leave undone exceed the match's budget: the game is a draw (104.4b, 732.4).

    No rulebook bounds what is no loop; this ends as a loop of mandatory actions does, and says what bound it was.
    """
    budget = game.meter.budget
    assert budget is not None  # else nothing is too much
    by = f"{cited(game.rules, game.rules.cite('endless'))}, {budget.name}".removeprefix(", ")
    text = f"{excess.reason()}: the game is a draw"
    game.occurred(EXCEEDED, NOBODY, 0, 0, f"{text} ({by})")
    game.write(game.root, "over", Ending((), EXCEEDED, f"{by}: {text}"))


# --- loops of choices -----------------------------------------------------------------------------


def began(game: Game, seat: int, source: int, text: int, before: str) -> None:
    """Remember that a seat began an ability in the position of this signature."""
    game.append(game.root, "begun", BegunAbility(seat, source, text, before))


def must_differ(game: Game, seat: int, source: int, text: int) -> bool:
    """Whether beginning this would keep up a loop of several players that this one has to break.

    The active player has to, if involved; otherwise the first in turn order who is.
    """
    begun = game.root.begun
    for k, (whose, of, ability, before) in enumerate(begun):
        if ability != text or of != source or whose != seat:
            continue
        involved = {other.seat for other in begun[k:]}
        first = next(s for s in game.turn_order(game.root.active) if s in involved)
        if len(involved) > 1 and first == seat and before == signature(game):
            return True
    return False


def is_contested(game: Game) -> bool:
    """Whether several players began abilities, so that the position may decide whether one may be begun again."""
    begun = game.root.begun
    return len(begun) > 1 and any(entry.seat != begun[0].seat for entry in begun)


def forget(game: Game) -> None:
    """A new turn is a new position."""
    if game.root.begun:
        game.write(game.root, "begun", ())
