"""The total cost (601.2f): cost or alternative, plus additional costs and increases, minus reductions.

Then what bears on the total.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.abilities import AsThough, Lessened, Mana, ManaInstead, SpendAs, WaterbendMana
from engine.cards.definitions import COLOR_OF
from engine.cards.mana_symbols import merged, needs_of
from engine.cards.numbered_text import COLORS
from engine.games.magic.mana_substitutes import INSTEAD, WATERBEND
from engine.games.magic.unpayable import as_allowed
from engine.play.announced_numbers import with_x
from engine.queries.filters import fits, holds
from engine.queries.static_effects import cost_changes, elsewhere, statics

if TYPE_CHECKING:
    from engine.abilities import CostChange, CostPart
    from engine.state.game import Game
    from engine.state.records import Item, Object

    Changes: TypeAlias = tuple[tuple[CostChange, int], ...]


def total_cost(
    game: Game,
    seat: int,
    action: str,
    subject: Object | None,
    parts: tuple[CostPart, ...],
    x: int = 0,
    item: Item | None = None,
    own: Changes = (),
) -> tuple[CostPart, ...]:
    """The whole cost: at most one mana part, first, with X put in and generic mana in one number.

    ``own`` are the changes that what is played says of itself.
    """
    symbols = [s for part in parts if isinstance(part, Mana) for s in part.symbols]
    others = tuple(with_x(part, x) for part in parts if not isinstance(part, Mana | Lessened))
    others = as_allowed(game, seat, subject, others)
    changes = _changes(game, seat, action, subject, item, own)
    if not symbols and not changes:
        return others
    had_mana = bool(symbols)
    x_in_all = x * symbols.count("X")
    symbols = [str(x) if s == "X" else s for s in symbols]
    by = (WATERBEND,) if any(isinstance(part, WaterbendMana) for part in parts) else ()
    for change, amount in changes:
        if change.operation == "more":
            symbols.extend((*(_generic(amount, is_apart=bool(by))), *change.symbols))
    for change, amount in changes:
        if change.operation == "less":
            symbols = _less(symbols, amount, change.symbols, change.floor)
    for part in parts:
        if isinstance(part, Lessened):
            symbols = _less(symbols, part.amount, (), 0)
    for change, _ in changes:
        if change.operation == "of color":
            symbols = _tied(symbols, x_in_all, change.symbols)
    for change, amount in changes:
        if change.operation == "at least":
            missing = amount - _count(symbols)
            if missing > 0:
                symbols.extend(_generic(missing, is_apart=bool(by)))
        elif change.operation == "free":
            symbols = []
    if not had_mana and not _count(symbols):
        return others
    return (ManaInstead(merged(symbols), by) if by else Mana(merged(symbols)), *others)


def _tied(symbols: list[str], number: int, to: tuple[str, ...]) -> list[str]:
    """107.3: as much of the generic mana as {X} stands for, in symbols of the mana that alone may be spent on it."""
    generic = sum(int(s) for s in symbols if s.isdigit())
    tied = min(number, generic)
    rest = [str(generic - tied)] if generic > tied else []
    return [*(s for s in symbols if not s.isdigit()), *rest, *to * tied]


def _generic(amount: int, *, is_apart: bool) -> tuple[str, ...]:
    """Generic mana of an increase; ``is_apart`` from the mana that may be paid otherwise (701.67b)."""
    if is_apart:
        return (OF_ANY_TYPE,) * amount
    return (str(amount),) if amount else ()


def _changes(
    game: Game, seat: int, action: str, subject: Object | None, item: Item | None, own: Changes
) -> list[tuple[CostChange, int]]:
    """All changes of a cost that apply, each with its amount now."""
    said = cost_changes(game, action, subject, seat, "mana", item)
    return [
        *own,
        *(
            (change, n)
            for change, n in said
            if change.what is None or subject is None or not elsewhere(game, change.what, subject)
        ),
    ]


def reduced_colors(
    game: Game, seat: int, action: str, subject: Object | None, item: Item | None = None, own: Changes = ()
) -> frozenset[str]:
    """The symbols by which a cost is reduced: of hybrid symbols it matters which half is announced (118.7b)."""
    changes = _changes(game, seat, action, subject, item, own)
    symbols = [symbol for change, _ in changes if change.operation == "less" for symbol in change.symbols]
    return frozenset(half for symbol in symbols for half in symbol.split("/"))


def as_may_be_paid(
    game: Game, seat: int, action: str, subject: Object | None, parts: tuple[CostPart, ...]
) -> tuple[CostPart, ...]:
    """A total with what permissions to spend mana as though of any color add to its coloured symbols (602.1e)."""
    for holder, controller, ability in statics(game, SpendAs):
        if (
            controller == seat
            and ability.action in ("", action)
            and (
                ability.what is None
                or (subject is not None and fits(game, ability.what, subject, seat, holder.id if holder else 0))
            )
        ):
            parts = tuple(_spendable(part, ability) if isinstance(part, Mana) else part for part in parts)
    return parts if action != "cast" or subject is None else _or_instead(game, seat, subject, parts)


def _or_instead(game: Game, seat: int, subject: Object, parts: tuple[CostPart, ...]) -> tuple[CostPart, ...]:
    """A total with the leave to pay its mana otherwise that what is cast has itself, or that others give to it."""
    given = {
        ability.keyword
        for holder, controller, ability in statics(game, AsThough)
        if controller == seat
        and not ability.source
        and (ability.what is None or fits(game, ability.what, subject, seat, holder.id if holder else 0))
        and holds(game, ability.condition, controller, holder.id if holder else 0)
    }
    by = tuple(keyword for keyword in INSTEAD if keyword in subject.keywords or keyword in given)
    if not by:
        return parts
    return tuple(ManaInstead(part.symbols, by) if isinstance(part, Mana) else part for part in parts)


def _spendable(part: Mana, permission: SpendAs) -> Mana:
    """The symbols that may be spent for each symbol besides its own."""
    colors = (SYMBOL_OF[permission.color],) if permission.color else COLORS
    return replace(part, symbols=tuple(_widened(symbol, colors, types=permission.types) for symbol in part.symbols))


OF_ANY_TYPE: Final = "W/U/B/R/G/C"
"""A unit that mana of any type pays and nothing but mana."""
SYMBOL_OF: Final = {"colorless": "C", **{word: symbol for symbol, word in COLOR_OF.items()}}


def _widened(symbol: str, colors: tuple[str, ...], *, types: bool) -> str:
    halves = symbol.split("/")
    asks = any(half in COLOR_OF or (types and half == "C") for half in halves)
    return "/".join(dict.fromkeys((*halves, *colors))) if asks else symbol


def lessened(cost: Mana, number: int) -> Mana:
    """A mana cost reduced by so much generic mana."""
    return Mana(tuple(_less(list(cost.symbols), number, (), 0)))


def _count(symbols: list[str]) -> int:
    return sum(n for _, n in needs_of(tuple(symbols)))


def _less(symbols: list[str], amount: int, colored: tuple[str, ...], floor: int) -> list[str]:
    """Take off coloured symbols named and generic mana; neither goes below nothing, nor the whole below its floor.

    A coloured reduction takes generic mana where that colour is not asked for (118.7b-d); of a hybrid symbol it is by
    the half that is.
    """
    out = list(symbols)
    for symbol in colored:
        half = symbol if symbol in out else next((half for half in symbol.split("/") if half in out), "")
        if half in ("", "S") or half.isdigit():
            amount += int(symbol[0]) if symbol[0].isdigit() else 1
        elif _count(out) > floor:
            out.remove(half)
    generic = sum(int(s) for s in out if s.isdigit())
    cut = min(generic, amount, max(0, _count(out) - floor))
    return [s for s in out if not s.isdigit()] + ([str(generic - cut)] if generic - cut else [])
