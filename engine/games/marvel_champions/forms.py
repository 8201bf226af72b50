"""Hero and alter-ego: the two faces of an identity card, and changing from one to the other (Form)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.events.triggers import occurred
from engine.events.zones import turn_over
from engine.games.marvel_champions.character_stats import identity_of
from engine.games.marvel_champions.language.shared_words import CHANGE_FORM, CHANGE_TO
from engine.queries.faces import other_face
from engine.queries.prohibitions import forbidden
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.player_marks import mark_of, set_mark
from engine.state.proposed_events import Prospect

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object

FLIP: Final = "flip"
"""The word of a gesture for a change of form."""
CHANGED: Final = "changed form"
"""That a player has changed form of its own will in this round."""


def may_change(game: Game, seat: int) -> bool:
    """Whether a player may change form of its own will: in its own turn, once each round."""
    identity = identity_of(game, seat)
    return (
        identity is not None
        and game.root.active == seat
        and not mark_of(game, seat, CHANGED)
        and other_face(game, identity) >= 0
        and not _is_held(game, seat, identity)
    )


def begin_change(game: Game, seat: int, answer: Answer) -> None:
    """The one change of form that a player has each round.

    Raises:
        Refusal: ``cannot_change``.
    """
    identity = identity_of(game, seat)
    if identity is None or answer.refs != (identity.id,) or not may_change(game, seat):
        raise Refusal(
            "Form",
            "cannot_change",
            said("marvel-champions.reason_cannot_change", "one changes one's own form, once each round, in one's turn"),
        )
    set_mark(game, seat, CHANGED, 1)
    change(game, seat)


def change(game: Game, seat: int) -> None:
    """A player changes form; what a text has a player do does not count against the one of each round."""
    identity = identity_of(game, seat)
    if identity is not None and not _is_held(game, seat, identity):
        happen(game, [Prospect("form", identity.id, seat)])


def _is_held(game: Game, seat: int, identity: Object) -> bool:
    """Whether something says that an identity does not change form, or not to its other one (Cannot)."""
    to = CHANGE_TO["alter-ego" if "hero" in identity.words else "hero"]
    return any(forbidden(game, action, seat, identity) for action in (CHANGE_FORM, to))


def perform_change(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """The card is flipped; all that is on it stays (Form)."""
    identity = game.obj(each.subject)
    turn_over(game, identity, other_face(game, identity))
    form = "hero" if "hero" in identity.words else "alter-ego"
    occurred(game, "form", identity, each.seat, how=form)
    return identity.id
