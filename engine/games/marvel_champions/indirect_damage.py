"""Indirect damage: each player splits it among the characters that player controls (Indirect Damage).

No character is assigned more than defeats it: damage that is left over then is lost. The points are assigned one by
one, and all of them are dealt together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Filter, IndirectDamage
from engine.effects.meaning import DONE, amount_of, counted, who_is
from engine.games.marvel_champions.character_stats import left_of
from engine.games.marvel_champions.frames import IndirectFrame
from engine.queries.filters import matching
from engine.replacement.damage import Hit, deal_all
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Decision, Option
from engine.state.frames import FrameKind, kinds_by_op

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.play.leaving import Seats
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item

ENEMY_ATTACK: Final = "enemy attack"
"""The kind of the item of an enemy's attack, which may deal indirect damage."""
RULE: Final = "Indirect Damage"
OWN: Final = Filter((("character",),), of="you")
TOGETHER: Final = -1
"""The seat of all players as a group, for whom the first player assigns (Indirect Damage, First Player)."""


def _indirect(game: Game, item: Item, do: IndirectDamage, answer: Answer | None) -> Outcome:
    """Players assign in player order (In Player Order)."""
    total = amount_of(game, item, do.amount)
    counted(game, item, 0)
    meant = who_is(game, item, do.who)
    seats = tuple((seat, total) for seat in game.turn_order(game.root.first) if seat in meant)
    if do.together and seats:
        seats = ((TOGETHER, total),)
    if total > 0 and seats:
        push(game, IndirectFrame(item.id, seats, ()))
    return DONE


def run_indirect(game: Game, frame: IndirectFrame, answer: Answer | None) -> None:
    """The frame ``IndirectFrame``: the next point is assigned, or all that is assigned is dealt."""
    if not frame.seats:
        pop(game)
        _deal(game, frame)
        return
    seat, left = frame.seats[0]
    rooms = _rooms(game, frame, seat)
    if answer is not None:
        _assign(game, frame, ((answer.refs[0], 1),), left - 1)
    elif sum(room for _, room in rooms) <= left:
        _assign(game, frame, rooms, 0)
    elif len(rooms) == 1:
        _assign(game, frame, ((rooms[0][0], left),), 0)
    else:
        item = game.item(frame.item)
        prompt = said(
            "marvel-champions.ask_indirect", "assign 1 of {n} indirect damage for {name}", n=left, name=item.name
        )
        options = tuple(Option("cards", (ident,)) for ident, _ in rooms)
        asked = game.root.first if seat == TOGETHER else seat
        game.ask(Decision("cards", asked, prompt, RULE, options, subject=item.id))


def _rooms(game: Game, frame: IndirectFrame, seat: int) -> tuple[tuple[int, int], ...]:
    """The characters of a player that may be assigned more, each with how much at most."""
    given = dict(frame.shares)
    item = game.item(frame.item)
    seats = game.turn_order(game.root.first) if seat == TOGETHER else (seat,)
    own = [ident for each in seats for ident in matching(game, OWN, each, item.source, item)]
    rooms = ((ident, left_of(game.obj(ident)) - given.get(ident, 0)) for ident in own)
    return tuple((ident, room) for ident, room in rooms if room > 0)


def _assign(game: Game, frame: IndirectFrame, points: tuple[tuple[int, int], ...], left: int) -> None:
    shares = dict(frame.shares)
    for ident, number in points:
        shares[ident] = shares.get(ident, 0) + number
    (seat, _), *others = frame.seats
    seats = ((seat, left), *others) if left else tuple(others)
    replace(game, IndirectFrame(frame.item, seats, tuple(shares.items())))


def _deal(game: Game, frame: IndirectFrame) -> None:
    item = game.item(frame.item)
    source = game.object(item.source)
    hits: list[Hit] = [(source, (), ident, number) for ident, number in frame.shares if ident in game.records]
    deal_all(game, hits, item, combat=item.kind == ENEMY_ATTACK)


def without(game: Game, frame: IndirectFrame, seats: Seats) -> IndirectFrame:
    """Players who are gone assign nothing more."""
    return frame._replace(seats=tuple(each for each in frame.seats if each[0] not in seats))


INSTRUCTIONS: Final[dict[type, Callable[..., Outcome]]] = {IndirectDamage: _indirect}
FRAMES: Final = kinds_by_op(FrameKind(IndirectFrame, run_indirect))
