"""Loaded cards: what lies beneath an object on the field, and goes with it into its attack (Object-Specific Zones).

A loaded card is in a zone of its own and keeps the id of the object beneath which it lies. Guns, Bows and Aetherwings
have to be loaded to be used for an attack, and are used without an attack card (Functional Weapons 1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.triggers import occurred
from engine.events.zones import move
from engine.state.proposed_events import Prospect, moving

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

ZONE: Final = "loaded"
FED: Final = frozenset(("gun", "bow", "aetherwing"))
"""The subtypes of weapons that have to be loaded."""
AMMUNITION: Final = frozenset(("aethercharge", "bullet", "arrow"))
"""The subtypes of cards that have power in an attack, though they are no attack cards."""


def loaded_cards(game: Game, host: Object) -> list[Object]:
    """The cards beneath an object, in the order in which they were loaded."""
    return [card for card in _every(game) if card.attached == host.id]


def _every(game: Game) -> list[Object]:
    """All loaded cards; matches of an early edition have no zone for them."""
    return [game.obj(ident) for zone in game.zones.get(ZONE, ()) for ident in zone.content]


def is_loaded(game: Game, obj: Object, _with: tuple[int, ...]) -> bool:
    """Whether a card lies beneath an object (Loaded 3)."""
    return bool(loaded_cards(game, obj))


def is_unloaded(game: Game, obj: Object, _with: tuple[int, ...]) -> bool:
    """Whether no card lies loaded in an object."""
    return not loaded_cards(game, obj)


def load(game: Game, card: Object, host: Object) -> Object | None:
    """Put a card beneath an object on the field, from wherever it is (Load 1)."""
    if ZONE not in game.zones:
        return None
    was_loaded = is_loaded(game, host, ())
    found = move(game, card, ZONE)
    if found is None or found.zone != ZONE:
        return None
    game.write(found, "attached", host.id)
    if not was_loaded:
        occurred(game, "becomes loaded", host, host.controller)
    return found


def orphans(game: Game) -> list[Prospect]:
    """The way to the graveyard of what was loaded into objects that are gone (Object-Specific Zones 1)."""
    return [moving(card, "graveyard", cause="unloaded") for card in _every(game) if not _has_host(game, card)]


def _has_host(game: Game, card: Object) -> bool:
    host = game.object(card.attached) if card.attached else None
    return host is not None and host.zone == game.arena


def has_to_be_loaded(weapon: Object) -> bool:
    """Whether a weapon is used only while it is loaded."""
    return not FED.isdisjoint(weapon.words)


def may_be_used(game: Game, weapon: Object, *, with_card: bool) -> bool:
    """Whether a weapon may be used for an attack, with an attack card or without one."""
    return not has_to_be_loaded(weapon) or (not with_card and bool(loaded_cards(game, weapon)))


def unload(game: Game, host: Object, seat: int) -> list[int]:
    """Put the cards that an object is loaded with into the Intent (Loaded Cards 3); their ids there."""
    found = [move(game, card, "intent", controller=seat) for card in loaded_cards(game, host)]
    return [card.id for card in found if card is not None]
