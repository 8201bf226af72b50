"""The hosts of attachments and upgrades (Attach To)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword
from engine.games.marvel_champions.character_stats import villain_of
from engine.queries.filters import matching

if TYPE_CHECKING:
    from engine.abilities import Filter
    from engine.state.game import Game
    from engine.state.records import Object

ATTACH = "attach"
ATTACH_OR_SURGE = "attach or surge"
"""A card with this word surges if there is nothing that it could be attached to."""

OTHERWISE: Final = 1
"""Its value where it surges whenever it is not attached."""


def attaches_to(game: Game, obj: Object) -> Filter | None:
    """The description of its hosts in a card's text."""
    keyword = _keyword(game, obj)
    return None if keyword is None else keyword.what


def _keyword(game: Game, obj: Object) -> Keyword | None:
    """The keyword by which a card attaches, if it does."""
    if ATTACH not in obj.keywords and ATTACH_OR_SURGE not in obj.keywords:
        return None
    abilities = (game.texts[number].ability for number in obj.abilities)
    return next((own for own in abilities if isinstance(own, Keyword) and own.name in (ATTACH, ATTACH_OR_SURGE)), None)


def surges(game: Game, obj: Object) -> bool:
    """Whether a card says that it surges where it cannot be attached."""
    abilities = (game.texts[number].ability for number in obj.abilities)
    return any(isinstance(own, Keyword) and own.name == ATTACH_OR_SURGE for own in abilities)


def hosts_for(game: Game, obj: Object, seat: int) -> list[Object]:
    """All that a card could be attached to, for a player: what it names first, else the other."""
    keyword = _keyword(game, obj)
    if keyword is None:
        return []
    for what in (keyword.what, keyword.otherwise):
        found = [] if what is None else matching(game, what, seat, obj.id)
        if found:
            return [game.obj(ident) for ident in found]
    return []


def hosts_of(game: Game, obj: Object, seat: int) -> list[Object]:
    """The hosts of a revealed attachment: all that fits, the villain if it does not say."""
    if attaches_to(game, obj) is not None:
        return hosts_for(game, obj, seat)
    villain = villain_of(game)
    return [villain] if villain is not None else []


def is_adrift(game: Game, obj: Object) -> bool:
    """Whether what a card was attached to has left play: it is discarded."""
    return bool(obj.attached) and obj.attached not in game.records
