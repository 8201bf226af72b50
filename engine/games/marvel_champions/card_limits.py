"""Limits on allies, restricted cards and side schemes of players, on unique cards in play, and on uses (Limit)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword
from engine.games.marvel_champions.attack_damage import keyword_value
from engine.games.marvel_champions.character_stats import identity_of, stat
from engine.games.marvel_champions.characters import cast, facts_of
from engine.games.marvel_champions.frames import LimitFrame
from engine.games.marvel_champions.language.shared_words import (
    ADDED,
    MORE_RESTRICTED,
    PLAYED,
    PLAYER_SIDE,
    SOFTENED,
    UNCOUNTED,
    UNCOUNTED_SCHEME,
)
from engine.games.marvel_champions.language.shared_words import RESTRICTED as KEYWORD
from engine.games.marvel_champions.permanence import is_permanent
from engine.queries.activation_counts import text_counted
from engine.queries.filters import fits
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.agenda import pop
from engine.state.decisions import Decision, Option
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object

ALLIES: Final = 3
LIMIT: Final = "ally limit"
"""The number that says how many allies the player of an identity may control; seldom printed."""
UNPRINTED: Final = {LIMIT: ALLIES, SOFTENED: 0, ADDED: 0}
RESTRICTED: Final = 2
"""The most restricted cards that a player controls, if nothing says more."""
PHASE: Final = "phase"
"""The period of a limit whose uses are counted anew in each phase."""


def excess(game: Game) -> tuple[int, ...]:
    """The first group of cards that are more than their player may control, none if there is none.

    No entry says what becomes of a fourth ally: as with restricted cards one is chosen and discarded at once.
    """
    allies = [ident for ident in cast(game).allies if UNCOUNTED not in game.obj(ident).keywords]
    restricted = [obj for obj in game.battlefield() if obj.keywords and "restricted" in obj.keywords]
    missions = _missions(game)
    if missions or (len(allies) <= ALLIES and not _may_be_too_much(game, restricted)):
        return missions
    for seat in game.turn_order(game.root.first):
        own = tuple(ident for ident in allies if game.obj(ident).controller == seat)
        if len(own) > ALLIES and len(own) > ally_limit(game, seat) and _leaving(game, own):
            return _leaving(game, own)
        own = tuple(obj.id for obj in restricted if obj.controller == seat)
        if _is_too_much(game, seat, own) and _leaving(game, own):
            return _leaving(game, own)
    return ()


def _leaving(game: Game, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some cards that can leave play (Permanent)."""
    return tuple([ident for ident in cards if not is_permanent(game.obj(ident))])


def _may_be_too_much(game: Game, restricted: list[Object]) -> bool:
    return sum(_weight(game, obj) for obj in restricted) > RESTRICTED


def _weight(game: Game, obj: Object) -> int:
    """The number of restricted cards that a card counts as (Restricted)."""
    return max(1, keyword_value(game, obj, KEYWORD))


def _is_too_much(game: Game, seat: int, cards: tuple[int, ...]) -> bool:
    """Whether restricted cards are more than two, and more than what lets a player control more of a kind."""
    weights = {ident: _weight(game, game.obj(ident)) for ident in cards}
    if sum(weights.values()) <= RESTRICTED:
        return False
    more = [
        own
        for obj in game.battlefield()
        if obj.controller == seat and obj.keywords and MORE_RESTRICTED in obj.keywords
        for own in (game.texts[number].ability for number in obj.abilities)
        if isinstance(own, Keyword) and own.name == MORE_RESTRICTED and own.what is not None
    ]
    for own in sorted(more, key=_narrow_first):
        left = own.value
        for ident in cards:
            assert own.what is not None
            taken = min(left, weights[ident]) if fits(game, own.what, game.obj(ident), seat, ident) else 0
            weights[ident] -= taken
            left -= taken
    return sum(weights.values()) > RESTRICTED


def _narrow_first(own: Keyword) -> int:
    """The place of a text in order: those about fewer kinds of cards come first."""
    return -max(len(kind) for kind in own.what.kinds) if own.what is not None else 0


def _missions(game: Game) -> tuple[int, ...]:
    """The side schemes of players, if there are more than there may be: one for one or two players, else two."""
    schemes = [game.obj(ident) for ident in cast(game).schemes]
    found = [obj.id for obj in schemes if PLAYER_SIDE in obj.words and UNCOUNTED_SCHEME not in obj.keywords]
    return _leaving(game, tuple(found)) if len(found) > (game.seats + 1) // 2 else ()


def _chooser(game: Game, cards: tuple[int, ...]) -> int:
    """The seat that chooses what is discarded: whose cards they are.

    Of players' side schemes the one who played the last one does, or the first player if it was not played.
    """
    if PLAYER_SIDE not in game.obj(cards[0]).words:
        return game.obj(cards[0]).controller
    notes = game.obj(cards[-1]).extra
    played = (seat for name, seat in notes if name == PLAYED and isinstance(seat, int))
    return next(played, game.turn_order(game.root.first)[0])


def count_anew(game: Game) -> None:
    """A phase begins: what may be used so often in a phase has not been used in it."""
    for obj in game.battlefield():
        kept = tuple(use for use in obj.used if not _is_of_phase(game, text_counted(use[0])))
        if kept != obj.used:
            game.write(obj, "used", kept)


def _is_of_phase(game: Game, text: int) -> bool:
    return any(limit.step == PHASE for limit in game.texts[text].limits)


def ally_limit(game: Game, seat: int) -> int:
    """The most allies that a player may control."""
    identity = identity_of(game, seat)
    return stat(game, identity, LIMIT) if identity is not None and has_limit(identity) else ALLIES


def has_limit(identity: Object) -> bool:
    """Whether an identity has a limit of its own: printed, or three and what texts add."""
    return any(name == LIMIT for name, _ in identity.stats)


def run_limit(game: Game, frame: LimitFrame, answer: Answer | None) -> None:
    """The frame ``LimitFrame``: their player chooses one to discard."""
    cards: tuple[int, ...] = frame.cards
    if answer is None:
        seat = _chooser(game, cards)
        options = tuple(Option("cards", (ident,)) for ident in cards)
        game.ask(
            Decision(
                "cards",
                seat,
                said("marvel-champions.ask_too_many", "discard one: there are more than you may control"),
                "Ally Limit",
                options,
            )
        )
        return
    pop(game)
    happen(game, [moving(game.obj(answer.refs[0]), game.discard_zone, cause="discarded")])


def is_barred_as_unique(game: Game, obj: Object) -> bool:
    """Whether a unique card cannot enter play, as one of its title is there (Unique)."""
    printed = game.prints[obj.card]
    return "unique" in printed.definition.words and facts_of(printed).title in cast(game).titles


FRAMES: Final = kinds_by_op(FrameKind(LimitFrame, run_limit))
