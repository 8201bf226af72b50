"""Schemes: threat placed and removed, the main scheme's stages, side schemes and their icons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.execution import change_counters
from engine.games.marvel_champions.character_stats import counters_of, icons, main_scheme_of, printed
from engine.games.marvel_champions.characters import facts_of
from engine.games.marvel_champions.exemptions import NOTHING, ignores_now
from engine.games.marvel_champions.language.shared_words import THREAT_REMOVED
from engine.queries.prohibitions import forbidden
from engine.replacement.happen import happen
from engine.state.counter_kinds import CounterKind
from engine.state.proposed_events import putting
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item, Object

THREAT = "threat"
CRISIS = "crisis"
ONLY_CRISIS: Final = frozenset((CRISIS,))
ACCELERATION = "acceleration"
"""Acceleration tokens lie on the main scheme."""


def place(game: Game, scheme: Object, number: int, item: Item | None = None) -> None:
    """Place threat on a scheme."""
    if number > 0:
        happen(game, [putting(scheme, THREAT, number)], item)


def threat_to_place(game: Game, scheme: Object) -> int:
    """The threat that step one of the villain phase places: printed acceleration, and one for each icon and token."""
    return printed(game, scheme, "escalation") + icons(game, "acceleration") + counters_of(scheme, ACCELERATION)


def accelerate(game: Game) -> None:
    """An acceleration token is put on the main scheme (Empty Encounter Deck)."""
    scheme = main_scheme_of(game)
    if scheme is not None:
        change_counters(game, scheme.id, ACCELERATION, 1)


def may_be_thwarted(game: Game, scheme: Object, ignored: frozenset[str] = NOTHING) -> bool:
    """Whether threat can be removed: none from the main scheme while a crisis icon is in play (Side Scheme).

    ``ignored``: what is ignored of all that keeps it from that.
    """
    if not counters_of(scheme, THREAT) or forbidden(game, THREAT_REMOVED, NOBODY, scheme):
        return False
    return "main" not in scheme.words or CRISIS in ignored or not icons(game, CRISIS)


def remove(game: Game, scheme: Object, number: int) -> int:
    """Remove threat from a scheme, as much as there is; say how much it was."""
    taken = min(number, counters_of(scheme, THREAT)) if may_be_thwarted(game, scheme) else 0
    if taken:
        change_counters(game, scheme.id, THREAT, -taken)
    return taken


def is_complete(game: Game, scheme: Object) -> bool:
    """Whether a main scheme has reached its target threat (Main Scheme); a side without one is none that does."""
    target = facts_of(game.prints[scheme.card]).numbers.get("target threat")
    return target is not None and counters_of(scheme, THREAT) >= target


def _may_be_removed(game: Game, ident: int, name: str) -> bool:
    obj = game.object(ident)
    if obj is None or may_be_thwarted(game, obj):
        return True
    return ignores_now(game, CRISIS) and may_be_thwarted(game, obj, ONLY_CRISIS)


COUNTERS: Final = {THREAT: CounterKind(put="threat", removed="threat removed", may_be_removed=_may_be_removed)}
