"""Damage as characters take it: players are their identities, and a tough status takes the place of any amount."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.execution import deal as deal_as_usual
from engine.events.execution import source_of
from engine.games.marvel_champions.added_damage import strengthen
from engine.games.marvel_champions.character_stats import identity_of
from engine.games.marvel_champions.language.shared_words import AT_MOST, SOFTENED
from engine.games.marvel_champions.statuses import absorbs, stands

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect


NOTED: Final = "softened"
"""Notes on coming damage that what reduces it has done so."""
TAKEN: Final = "taken from attack "
"""Before the id of an attack: notes on a character what it has taken from that, where it has a bound."""


def forestalled(game: Game, each: Prospect) -> bool:
    """Whether damage comes to nothing before anybody may interrupt it: reduced to nothing, or not taken."""
    if each.kind == "damage" and each.combat:
        strengthen(game, each)
        soften(game, each)
        if not each.amount:
            return True
    return absorbs(game, each)


def soften(game: Game, each: Prospect) -> None:
    """Damage from an attack, as much as a character takes of it: less by a number, or no more than another."""
    obj = game.object(each.subject)
    if obj is None or (NOTED, 1) in each.counters:
        return
    less = next((number for name, number in obj.stats if name == SOFTENED), 0)
    bounds = [int(word.removeprefix(AT_MOST)) for word in obj.keywords if word.startswith(AT_MOST)]
    if not less and not bounds:
        return
    each.counters = (*each.counters, (NOTED, 1))
    each.amount = max(0, each.amount - less)
    if bounds:
        note = f"{TAKEN}{each.item}"
        taken = next((number for name, number in obj.extra if name == note and isinstance(number, int)), 0)
        each.amount = min(each.amount, max(0, min(bounds) - taken))
        if each.item:
            others = tuple(entry for entry in obj.extra if not entry[0].startswith(TAKEN))
            game.write(obj, "extra", (*others, (note, taken + each.amount)))


def deal(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """A tough status is discarded instead of any amount of damage (Status Cards)."""
    if each.combat:
        strengthen(game, each)
        soften(game, each)
        if not each.amount:
            return 0
    obj = game.object(each.subject)
    if obj is not None and stands(game, obj, source_of(game, each)):
        return 0
    return deal_as_usual(game, each, results)


def bearer(game: Game, ident: int) -> int:
    """Players are their identities (You)."""
    seat = game.seat_of(ident)
    identity = identity_of(game, seat) if seat >= 0 else None
    return identity.id if identity is not None else ident
