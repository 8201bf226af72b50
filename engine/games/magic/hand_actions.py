"""Special actions that exile a card of a hand for a cost of its own (116.2f, 116.2k): suspend and plot.

They begin as a play does; the card is exiled first, and a cost that is not paid in the end takes that back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Keyword
from engine.events.zones import move
from engine.payment.can_pay import can_pay
from engine.payment.self_cost_rules import lock_all
from engine.state.decisions import Option
from engine.state.lasting import MayPlayEffect
from engine.state.procedure import DONE, item_of

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object, Play


def keyword_of(game: Game, obj: Object, word: str) -> Keyword | None:
    """The keyword of a card by which it may be exiled from the hand; none if it has none."""
    own = game.prints[obj.card].definition.abilities
    return next((each for each in own if isinstance(each, Keyword) and each.name == word), None)


def card_named(game: Game, seat: int, answer: Answer, word: str) -> Object | None:
    """The card of a seat's hand that an answer names, if it has the keyword."""
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    is_there = obj is not None and obj.zone == "hand" and obj.owner == seat
    return obj if is_there and obj is not None and keyword_of(game, obj, word) is not None else None


def is_printed(game: Game, word: str) -> bool:
    """Whether any card of this match has the keyword."""
    cached = game.fixed.get(word)
    if cached is None:
        cached = game.fixed[word] = (any(word in printed.definition.keywords for printed in game.prints),)
    return bool(cached[0])


def payable(game: Game, seat: int, word: str) -> list[Option]:
    """The cards of a hand with the keyword whose cost a seat can pay."""
    found = []
    for ident in game.content("hand", seat):
        keyword = keyword_of(game, game.obj(ident), word)
        if keyword is not None and can_pay(game, seat, keyword.cost, ident):
            found.append(Option(word, (ident,)))
    return found


def exile(game: Game, play: Play, _answer: Answer | None) -> int:
    """The card goes to exile, and its cost is what the keyword says."""
    item = item_of(game, play)
    obj = game.obj(item.source)
    keyword = keyword_of(game, obj, play.given[0].do)
    exiled = move(game, obj, "exile")
    game.write(item, "source", exiled.id if exiled is not None else 0)
    game.write(play, "due", lock_all(game, play.seat, item, keyword.cost if keyword is not None else ()))
    return DONE


def become_castable(game: Game, objs: list[Object], word: str, *, free: bool) -> None:
    """Cards in exile get a designation: after this turn has ended their owners may cast them (702.143a, 702.170d)."""
    for obj in objs:
        if obj.zone == "exile":
            leave = MayPlayEffect(obj.owner, (obj.id,), word, free, "", since=game.root.turn)
            game.append(game.root, "effects", leave)


def card_exiled(game: Game, play: Play) -> Object | None:
    """The card of an action that was paid for, if it is in exile; nothing of it goes on the stack."""
    item = item_of(game, play)
    obj = game.object(item.source)
    game.remove(item)
    return obj if obj is not None and obj.zone == "exile" else None
