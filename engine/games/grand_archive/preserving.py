"""Preserved cards: cards of the main deck that lie in the material deck.

Instead of materializing a card its owner may return one of them to hand, which is no materialization (Preserve).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.events.zones import move
from engine.games.grand_archive.held_keywords import has_keyword
from engine.sentences import said
from engine.state.decisions import Option

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object

RETURN: Final = "return"
_RESOLVED: Final = "resolved preserved"
"""The note on a card on the Effects Stack that has resolved, and goes to the material deck for that (Preserve 2)."""


def is_preserved(obj: Object) -> bool:
    """Whether a card in the material deck belongs to the main deck."""
    return {"champion", "regalia"}.isdisjoint(obj.words)


def lies_preserved(_game: Game, obj: Object, _with: tuple[int, ...]) -> bool:
    """Whether a card is a preserved one, as texts ask (Preserve 4)."""
    return obj.zone == "material deck" and is_preserved(obj)


def note_resolved(game: Game, card: Object) -> None:
    """An instance of a card has resolved: a card with Preserve that becomes no object is preserved (Preserve 2)."""
    if has_keyword(game, card, "preserve") and not is_kept(card):
        game.write(card, "extra", (*card.extra, (_RESOLVED, 1)))


def is_kept(card: Object) -> bool:
    """Whether a card that leaves the Effects Stack goes to the material deck."""
    return any(name == _RESOLVED for name, _ in card.extra)


def returnable(game: Game, seat: int) -> tuple[Option, ...]:
    """The preserved cards of a player."""
    return tuple(
        Option(RETURN, (ident,)) for ident in game.content("material deck", seat) if is_preserved(game.obj(ident))
    )


def return_preserved(game: Game, seat: int, answer: Answer) -> None:
    """Return the preserved card that an answer names to its owner's hand.

    Raises:
        Refusal: ``not_preserved``; ``plan_unwanted``.
    """
    if answer.plan:
        raise Refusal("Preserve", "plan_unwanted", f"no step asks for {answer.plan[0].do!r}")
    if answer.refs not in [option.refs for option in returnable(game, seat)]:
        raise Refusal(
            "Preserve",
            "not_preserved",
            said("grand-archive.reason_not_preserved", "only a preserved card of yours returns to hand"),
        )
    move(game, game.obj(answer.refs[0]), "hand")
