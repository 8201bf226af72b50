"""Instructions about players: cards drawn and milled, life gained and lost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.meaning import DONE, Outcome, amount_of, counted, numbers_of, objects_of, touched, who_is
from engine.payment.self_cost_rules import milling
from engine.queries.filters import amount
from engine.queries.prohibitions import LOSE_GAME, WIN_GAME, can_gain_life, forbidden
from engine.replacement.applicable import watches
from engine.replacement.damage import gain_life
from engine.replacement.happen import happen
from engine.state.agenda import push
from engine.state.frames import DrawsFrame
from engine.state.lasting import Modification, ModifyEffect
from engine.state.occurred import Ending
from engine.state.player_marks import LOSES, set_mark
from engine.state.proposed_events import Prospect

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item

EFFECT: Final = "effect"
"""The code of a game that a text ended."""
PAIR: Final = 2


def _draw(game: Game, item: Item, do: a.Draw, answer: Answer | None) -> Outcome:
    seats = who_is(game, item, do.who)
    if isinstance(do.amount, a.Done) and do.amount.own:
        draws = [(seat, amount(game, do.amount, seat, item.source, item)) for seat in seats]
    else:
        draws = numbers_of(game, item, do.who, do.amount)
    counted(game, item, 0)
    if item.it and item.text >= 0 and game.texts[item.text].shows_drawn:
        game.write(item, "it", ())
    draw(game, draws, item, do.into)
    return DONE


def draw(game: Game, draws: list[tuple[int, int]], item: Item | None = None, into: str = "") -> None:
    """Players draw, each so many cards, one player after the other and one card at a time (121.2)."""
    if watches(game, "draw"):
        ident, applied = (item.id, item.replaced) if item is not None else (0, ())
        push(game, *(DrawsFrame(seat, number, ident, applied, into) for seat, number in reversed(draws)))
        return
    for seat, number in draws:
        game.meter.work(game, number)
        for _ in range(number):
            each = Prospect("draw", game.players[seat].id, seat)
            each.zone = into
            happen(game, [each], item)


def _gain(game: Game, item: Item, do: a.GainLife, answer: Answer | None) -> Outcome:
    gains = numbers_of(game, item, do.who, do.amount)
    counted(game, item, 0)
    gain_life(game, gains, item)
    return DONE


def _lose(game: Game, item: Item, do: a.LoseLife, answer: Answer | None) -> Outcome:
    losses = numbers_of(game, item, do.who, do.amount)
    if isinstance(do.amount, a.Math) and do.amount.left == a.Value("life", do.who):  # of one player's own life
        own = replace(do.amount, left=a.Value("life", a.YOU))
        losses = [(seat, amount(game, own, seat, item.source, item)) for seat, _ in losses]
    counted(game, item, 0)
    losing = [Prospect("lose", game.players[seat].id, seat, number) for seat, number in losses if number > 0]
    if losing:
        happen(game, losing, item)
    return DONE


def _set_life(game: Game, item: Item, do: a.SetLife, answer: Answer | None) -> Outcome:
    """119.5: what is missing is gained, what is too much is lost."""
    number = amount_of(game, item, do.amount)
    become_life(game, [(seat, number) for seat in who_is(game, item, do.who)], item)
    return DONE


def _exchange_life(game: Game, item: Item, do: a.ExchangeLife, answer: Answer | None) -> Outcome:
    """701.12c: each life total becomes what the other one was, or neither does."""
    seats = tuple(who_is(game, item, do.who))
    seats = seats if do.between else (item.controller, *seats)
    if len(seats) == PAIR and seats[0] != seats[1]:
        own, other = seats
        totals = [(own, game.players[other].life), (other, game.players[own].life)]
        if _can_become(game, totals):
            become_life(game, totals, item)
    return DONE


def _exchange_life_for(game: Game, item: Item, do: a.ExchangeLifeFor, answer: Answer | None) -> Outcome:
    """701.12g: the life total becomes the number, and the number what the life total was; both or neither."""
    seats = tuple(who_is(game, item, do.who))
    objs = [obj for obj in objects_of(game, item, do.what) if obj.zone == game.arena]
    if len(seats) != 1 or len(objs) != 1:
        return counted(game, item, 0)
    (seat,), (obj,) = seats, objs
    life = game.players[seat].life
    totals = [(seat, obj.power if do.field == "power" else obj.toughness)]
    if _can_become(game, totals):
        base: tuple[int | None, int | None] = (life, None) if do.field == "power" else (None, life)
        change = Modification(base=base)
        effect = ModifyEffect((obj.id,), change, (item.source, item.name), game.new_timestamp(), "")
        game.append(game.root, "effects", effect)
        become_life(game, totals, item)
    return DONE


def _can_become(game: Game, totals: list[tuple[int, int]]) -> bool:
    """119.7: life totals are not exchanged where one who can't gain life would have to."""
    return all(number <= game.players[seat].life or can_gain_life(game, seat) for seat, number in totals)


def become_life(game: Game, totals: list[tuple[int, int]], item: Item) -> None:
    """Players gain or lose as much as makes their life totals these."""
    counted(game, item, 0)
    changes = [(seat, number - game.players[seat].life) for seat, number in totals]
    losses = [Prospect("lose", game.players[seat].id, seat, -n) for seat, n in changes if n < 0]
    if losses:
        happen(game, losses, item)
    gain_life(game, [(seat, n) for seat, n in changes if n > 0], item)


def _flip(game: Game, item: Item, do: a.Flip, answer: Answer | None) -> Outcome:
    """Flip a coin (705.2)."""
    won = game.stream_below(2)
    game.occurred("flipped", item.controller, item.source, won, item.name)
    return counted(game, item, won)


def _mill(game: Game, item: Item, do: a.Mill, answer: Answer | None) -> Outcome:
    numbers = numbers_of(game, item, do.who, do.amount)
    touched(game, item, ())
    happen(game, [each for seat, number in numbers for each in milling(game, seat, number, do.zone)], item)
    return DONE


def _end(game: Game, item: Item, do: a.EndGame, answer: Answer | None) -> Outcome:
    """104.2b: who wins ends the game; who loses has lost when state is checked next, before anybody can act.

    Nothing happens to a player of whom an effect says that this can't be (101.2).
    """
    for seat in who_is(game, item, do.who):
        if forbidden(game, WIN_GAME if do.won else LOSE_GAME, seat, None):
            continue
        if do.won:
            game.write(game.root, "over", Ending((seat,), EFFECT, f"{game.players[seat].name} wins"))
        else:
            set_mark(game, seat, LOSES, 1)
    return DONE


PLAYERS: Final[dict[type, Callable[..., Outcome]]] = {
    a.Draw: _draw,
    a.GainLife: _gain,
    a.LoseLife: _lose,
    a.EndGame: _end,
    a.Mill: _mill,
    a.SetLife: _set_life,
    a.ExchangeLife: _exchange_life,
    a.ExchangeLifeFor: _exchange_life_for,
    a.Flip: _flip,
}
