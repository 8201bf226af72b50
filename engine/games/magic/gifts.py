"""Gifts (702.174): promised to an opponent as a spell is cast, and given as it resolves or once it has entered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    AdditionalCost,
    Body,
    Compare,
    Draw,
    Event,
    ExtraTurn,
    Keyword,
    KeywordAction,
    Paid,
    Ref,
    SpellText,
    Token,
    Triggered,
)
from engine.cards.definitions import abilities_of
from engine.play.procedure_runner import ask
from engine.sentences import said
from engine.state.decisions import Decision, Option
from engine.state.procedure import DONE, item_of

if TYPE_CHECKING:
    from engine.abilities import Ability, Instruction
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Play

GIFT: Final = "gift"
"""The name of the cost by which a gift is promised, and the event that a player gives one."""
RECIPIENT: Final = "gift to"
"""The word beside a spell for the seat to which its gift was promised, one more than that."""
PROMISED: Final = Compare(Paid(GIFT), ">=", 1)
GIVEN: Final = {
    "gift a card": "Draw a card.",
    "gift a food": "Create a Food token.",
    "gift a tapped fish": "Create a tapped 1/1 blue Fish creature token.",
    "gift a treasure": "Create a Treasure token.",
    "gift an extra turn": "Take an extra turn after this one.",
    "gift an octopus": "Create an 8/8 blue Octopus creature token.",
}
"""The keywords, and the deed of the player to whom the gift was promised (702.174d-i)."""


def gift(keyword: Keyword) -> tuple[Ability, ...]:
    """702.174a-b: the choice of an opponent as a cost, and the gift of what has become a permanent."""
    steps = giving(keyword)
    body = Body((KeywordAction(keyword.name, len(steps)), *steps))
    enters = Triggered((Event("enters", source=True),), body, condition=PROMISED)
    return AdditionalCost((), GIFT), enters


def giving(keyword: Keyword) -> tuple[Instruction, ...]:
    """702.174c: a gift is given also where nobody is left to receive it."""
    (made,) = abilities_of("magic", GIVEN[keyword.name])
    assert isinstance(made, SpellText)
    (deed,) = made.body.effects
    assert isinstance(deed, Draw | Token | ExtraTurn)
    return KeywordAction(GIFT, 1), replace(deed, who=Ref("recipient"))


def choose_recipient(game: Game, play: Play, answer: Answer | None) -> int:
    """702.174a: of several opponents its player chooses one as a gift is promised."""
    card = game.object(item_of(game, play).card)
    if card is None or not dict(card.paid).get(GIFT):
        return DONE
    opponents = game.opponents(play.seat)
    if answer is None and len(opponents) > 1:
        options = tuple(Option("players", (game.players[seat].id,)) for seat in opponents)
        prompt = said("magic.ask_gift", "to which opponent do you promise the gift of {name}?", name=card.name)
        return ask(game, play, Decision("players", play.seat, prompt, "702.174a", options, subject=play.item))
    seat = opponents[0] if answer is None else game.seat_of(answer.refs[0])
    game.write(card, "paid", (*card.paid, (RECIPIENT, seat + 1)))
    return DONE


def recipient(game: Game, _ref: Ref, _seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """The player to whom the gift of a spell, or of what it has become, was promised; none who has left."""
    obj = game.object(source)
    notes = obj.paid if obj is not None else item.known.paid if item is not None and item.known else ()
    seats = [number - 1 for word, number in notes if word == RECIPIENT]
    return tuple(game.players[seat].id for seat in seats if not game.players[seat].lost)
