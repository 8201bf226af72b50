"""What a player may begin, and when: slow and fast cards, Opportunity, and what is offered.

An offer is a card whose activation can be completed; the procedure itself decides (1.6), whatever was offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.decisions import Option
from engine.errors import Illegal
from engine.games.grand_archive.elements import champion_of, elements_of, enabled_elements, level_of
from engine.games.grand_archive.totals import activation_cost, alternatives, memory_cost
from engine.payable import can_pay
from engine.targets import has_targets
from engine.zones import move

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import Object

PASS = Option("pass")


def slow_time(game: Game, seat: int) -> bool:
    """The turn player's main phase with nothing on the Effects Stack (Timing: Slow)."""
    root = game.root
    return root.active == seat and root.step == "main" and not root.stack


def is_fast(game: Game, obj: Object) -> bool:
    """Whether a card may be activated whenever its player has Opportunity."""
    return dict(game.prints[obj.card].definition.extra).get("speed") == "fast"


def may_activate_now(game: Game, seat: int, obj: Object) -> bool:
    """Whether the time is right for a card."""
    return is_fast(game, obj) or slow_time(game, seat)


def follows_lineage(game: Game, seat: int, card: Object) -> bool:
    """Whether a champion card is of the level that comes next (Champion 7)."""
    champion = champion_of(game, seat)
    return champion is not None and level_of(game, card) == level_of(game, champion) + 1


def missing_elements(game: Game, seat: int, card: Object) -> list[str]:
    """The elements of a card that are not enabled (1.2, 1.2.1)."""
    enabled = enabled_elements(game, seat)
    return [element for element in elements_of(card) if element not in enabled]


# --- offers ---------------------------------------------------------------------------------------


def actions(game: Game, seat: int) -> tuple[Option, ...]:
    """Passing, and every card from hand whose activation can be completed; cards of one name are offered once."""
    options = [PASS]
    names = set()
    for ident in game.content("hand", seat):
        obj = game.obj(ident)
        if obj.name not in names:
            names.add(obj.name)
            if can_activate(game, seat, obj):
                options.append(Option("activate", (ident,)))
    return tuple(options)


def can_activate(game: Game, seat: int, obj: Object) -> bool:
    """Whether the activation of a card in hand can be begun and completed."""
    if not may_activate_now(game, seat, obj) or missing_elements(game, seat, obj):
        return False
    printed = game.prints[obj.card]
    if printed.spell >= 0 and not has_targets(game, game.texts[printed.spell], seat, obj.id):
        return False
    return any(_payable(game, seat, obj, way) for way in range(len(alternatives(printed)) + 1))


def _payable(game: Game, seat: int, obj: Object, alternative: int) -> bool:
    """Whether one of its costs can be paid once the card has left the hand, as 1.1 says: moved for real, and back."""
    mark = game.mark()
    card = move(game, obj, "effects stack", controller=seat)
    assert card is not None
    try:
        return bool(
            can_pay(game, seat, activation_cost(game, seat, card, alternative=alternative), card.id, window=False)
        )
    except Illegal:
        return False
    finally:
        game.rewind(mark)


def materializable(game: Game, seat: int) -> tuple[Option, ...]:
    """The cards of the material deck whose materialization can be completed."""
    return tuple(
        Option("materialize", (ident,))
        for ident in game.content("material deck", seat)
        if _can_materialize(game, seat, game.obj(ident))
    )


def _can_materialize(game: Game, seat: int, card: Object) -> bool:
    try:
        cost = memory_cost(game, seat, card)
    except Illegal:
        return False
    if cost > len(game.content("memory", seat)):
        return False
    if "champion" in card.words:
        return follows_lineage(game, seat, card)
    return not missing_elements(game, seat, card)
