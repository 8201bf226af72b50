"""Imbue: cards reserved revealed, and what becomes of a card if enough of them match it (Imbue 1 to 5).

A player who reserves revealed reserves all cards of that payment so (Imbue 1); the first card reserved decides. A card
that becomes imbued may have more modes or targets to choose, which re-opens the steps for these (1.8.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Compare, Grant, Keyword, Paid
from engine.games.grand_archive.elements import ELEMENTS
from engine.play.modes import modes_of, usable_modes
from engine.play.targets import legal_targets, specs
from engine.queries.filters import fits, holds
from engine.state.last_known import known
from engine.state.play_notes import PaidNumber, PaidObject, objects_paid
from engine.state.procedure import current, item_of

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play

IMBUED: Final = "imbue"
LENT: Final = "stack"
"""The zone that is meant where cards have something as they are activated."""
REVEAL: Final = "reveal"
"""The verb of an answer that reserves cards revealed."""
HIDDEN: Final = PaidNumber("reserved", 1)
"""Noted for each card that was reserved face down for a card with Imbue."""


def needed(game: Game, card: Object) -> int:
    """The number of revealed cards that have to match for Imbue: the smallest N counts (Imbue 5); 0: none."""
    return min(keyword_numbers(game, card, IMBUED), default=0)


def keyword_numbers(game: Game, card: Object, name: str) -> list[int]:
    """The numbers of a keyword that a card has wherever it is, also while a restriction holds (Class Bonus 3)."""
    found = []
    for number in card.abilities:
        ability = game.texts[number].ability
        if isinstance(ability, Keyword) and ability.name == name:
            found.append(ability.value)
        elif isinstance(ability, Grant) and ability.source:
            words = [a for a in ability.abilities if isinstance(a, Keyword) and a.name == name]
            if words and holds(game, ability.condition, card.controller, card.id):
                found.extend(word.value for word in words)
    return found + _lent(game, card, name) if game.root.granting and _is_any_lent(game) else found


def _is_any_lent(game: Game) -> bool:
    """Whether any text of this match gives cards something as they are activated."""
    cached = game.fixed.get("lent")
    if cached is None:
        grants = [text.ability for text in game.texts if isinstance(text.ability, Grant)]
        is_any = any(grant.what is not None and grant.what.zone == LENT for grant in grants)
        cached = game.fixed["lent"] = (is_any,)
    return bool(cached[0])


def _lent(game: Game, card: Object, name: str) -> list[int]:
    """The numbers of a keyword that others give a card as it is activated."""
    found = []
    for holder in map(game.obj, game.root.granting):
        if holder.zone != game.arena:
            continue
        for grant in (text.ability for text in game.kit(holder).grants):
            assert isinstance(grant, Grant)
            if grant.what is None or grant.what.zone != LENT:
                continue
            seat, source = holder.controller, holder.id
            if holds(game, grant.condition, seat, source) and fits(game, grant.what, card, seat, source):
                found += [a.value for a in grant.abilities if isinstance(a, Keyword) and a.name == name]
    return found


def may_reveal(game: Game, source: int) -> bool:
    """Whether cards may be reserved revealed for what is being played now."""
    item = _played(game, source)
    card = game.object(source)
    return item is not None and card is not None and bool(needed(game, card)) and HIDDEN not in item.paid


def must_reveal(game: Game, source: int) -> bool:
    """Whether a card has been reserved revealed, so that all are."""
    item = _played(game, source)
    return item is not None and bool(objects_paid(item.paid, "revealed"))


def note_reserved(game: Game, item: Item, card: Object, *, revealed: bool) -> None:
    """Remember what is reserved for a card with Imbue, and show what is revealed."""
    if revealed:
        game.occurred("revealed", card.owner, card.id, 0, card.name)
        game.write(item, "paid", (*item.paid, PaidObject("revealed", known(card))))
    elif needed(game, game.obj(item.source)):
        game.write(item, "paid", (*item.paid, HIDDEN))


def becomes_imbued(game: Game, play: Play) -> bool:
    """Note that a card has become imbued as its costs were paid; say whether it has."""
    item = item_of(game, play)
    card = game.obj(item.card)
    number = needed(game, card)
    if not number:
        return False
    own = [word for word in ELEMENTS if word in card.words]
    shown = objects_paid(item.paid, "revealed")
    if sum(any(word in last.words for word in own) for last in shown) < number:
        return False
    game.write(card, "paid", (*card.paid, (IMBUED, 1)))
    return True


def can_be_imbued(game: Game, source: int) -> bool:
    """Whether what has to be chosen besides, if the card becomes imbued, can be."""
    item = _played(game, source)
    if item is None:
        return False
    modes = modes_of(game, item)
    if modes is not None and modes.instead is not None and _asks(modes.instead.condition):
        missing = modes.instead.least - len(item.modes)
        if missing > len(usable_modes(game, item.controller, item, modes)):
            return False
    if item.text < 0:
        return True
    wanted = specs(game, item)
    return all(
        legal_targets(game, wanted[index], item.controller, item.source, item)
        for index, condition in game.texts[item.text].conditional.items()
        if _asks(condition) and wanted[index].least
    )


def _asks(condition: Compare) -> bool:
    return condition.left == Paid(IMBUED)


def _played(game: Game, source: int) -> Item | None:
    """The item that is being played now, if it is this."""
    play = current(game)
    item = item_of(game, play) if play is not None else None
    return item if item is not None and item.source == source else None
