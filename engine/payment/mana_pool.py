"""A pool of mana: adding to it, and spending from it one unit at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import COLORS_SPENT, MANA_SPENT
from engine.cards.mana_symbols import (
    ManaKind,
    Special,
    counted,
    covers,
    in_braces,
    needs_of,
    pool_text,
    special_mask,
    spend_least,
    supply_of,
)
from engine.cards.numbered_text import COLORS
from engine.errors import Refusal
from engine.payment.can_pay import action_of
from engine.payment.mana_substitutes import met_of
from engine.payment.self_cost_rules import refuse
from engine.queries.mana_spending import allows, carry_out
from engine.sentences import said
from engine.state.frequent_writes import write_pool
from engine.state.play_notes import PaidNumber
from engine.state.procedure import item_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.abilities import Mana, Terms
    from engine.queries.mana_spending import Purpose
    from engine.state.game import Game
    from engine.state.records import Play, Player


def purpose_of(game: Game, play: Play) -> Purpose:
    """The purpose of a payment: the card as it is on the stack, the source of the ability as it is or last was."""
    item = item_of(game, play)
    return action_of(play, item), game.object(item.source) or game.left(item.source)


def usable(game: Game, play: Play) -> tuple[tuple[int, ...], tuple[Special, ...]]:
    """A pool as far as it may be spent on a play; special mana that may not be counts as none."""
    player = game.players[play.seat]
    if not player.special:
        return player.pool, ()
    purpose = purpose_of(game, play)
    return player.pool, tuple(
        kind if kind.terms is None or allows(game, kind.terms, purpose, play.seat) else kind._replace(number=0)
        for kind in player.special
    )


def spend(game: Game, play: Play, part: Mana, units: tuple[int, ...]) -> None:
    """Pay all of a mana cost from the pool, with the units named or, without, with those of least use.

    Raises:
        Refusal: ``partial_payment``, if the units do not make the whole cost exactly; ``mana_terms``, if one of them
            may not be spent on this (106.6).
    """
    player = game.players[play.seat]
    needs = needs_of(part.symbols)
    met = met_of(part)
    pool, special = usable(game, play)
    if not units:
        units = spend_least(needs, pool, special, met)
        if not units:
            held = pool_text(player.pool, player.special) or "nothing"
            raise refuse(game, "partial_payment", f"{in_braces(part.symbols)} is due and the pool holds {held}")
    if len(units) < len(COLORS) or len(units) > len(COLORS) + len(special) or min(units) < 0:
        raise refuse(game, "partial_payment", "the pool does not hold these units")
    for k, n in enumerate(units):
        have = pool[k] if k < len(COLORS) else player.special[k - len(COLORS)].number
        if n > have:
            raise refuse(game, "partial_payment", "the pool does not hold these units")
        if k >= len(COLORS) and n > special[k - len(COLORS)].number:
            raise Refusal(
                game.rules.cite("terms"),
                "mana_terms",
                said("reason.mana_terms", "some of this mana may not be spent on this"),
            )
    masks = (*(1 << i for i in range(len(COLORS))), *map(special_mask, special))[: len(units)]
    others = counted(met)
    supply = supply_of((*units, *others.values()), (*masks, *others))
    if sum(units) + len(met) != sum(n for _, n in needs) or not covers(needs, supply):
        raise refuse(game, "partial_payment", f"{in_braces(part.symbols)} is due, exactly and at once")
    take(game, play, units)


def _colors_in(player: Player, units: tuple[int, ...]) -> Iterator[PaidNumber]:
    """How much mana of each kind is spent, by its symbol."""
    number = dict(zip(COLORS, units, strict=False))
    for kind, many in zip(player.special, units[len(COLORS) :], strict=False):
        number[COLORS[kind.color]] += many
    return (PaidNumber(f"{MANA_SPENT} {symbol}", many) for symbol, many in number.items() if many)


def take(game: Game, play: Play, units: tuple[int, ...]) -> None:
    """Remove units from a pool; what their terms promise for what they are spent on comes about."""
    player = game.players[play.seat]
    if MANA_SPENT in game.minded:
        item = item_of(game, play)
        colors = _colors_in(player, units) if COLORS_SPENT in game.minded else ()
        game.write(item, "paid", (*item.paid, PaidNumber(MANA_SPENT, sum(units)), *colors))
    plain, special = units[: len(COLORS)], units[len(COLORS) :]
    if any(plain):
        write_pool(game, player, tuple(p - u for p, u in zip(player.pool, plain, strict=True)))
    if not any(special):
        return
    left = []
    for place, kind in enumerate(player.special):
        spent = special[place] if place < len(special) else 0
        if spent and kind.terms is not None and kind.terms.riders:
            carry_out(game, kind.terms.riders, purpose_of(game, play), play.seat)
        if kind.number > spent:
            left.append(kind._replace(number=kind.number - spent))
    game.write(player, "special", tuple(left))


def add_mana(
    game: Game, seat: int, symbols: tuple[str, ...], times: int = 1, *, snow: bool = False, terms: Terms | None = None
) -> None:
    """Put mana into a pool."""
    player = game.players[seat]
    if not snow and terms is None:
        pool = list(player.pool)
        for symbol in symbols:
            pool[COLORS.index(symbol)] = game.bounded(pool[COLORS.index(symbol)] + times)
        write_pool(game, player, tuple(pool))
        return
    kinds = {special.kind: special.number for special in player.special}
    for symbol in symbols:
        kind = ManaKind(COLORS.index(symbol), snow, terms)
        if times:
            kinds[kind] = game.bounded(kinds.get(kind, 0) + times)
    game.write(player, "special", tuple(Special(*kind, n) for kind, n in kinds.items()))
