"""The hosts of attachments and upgrades (Attach To)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import IT, Attach, Keyword
from engine.games.marvel_champions.card_timings import moments_of
from engine.games.marvel_champions.character_stats import villain_of
from engine.queries.filters import matching
from engine.queries.prohibitions import can_get_counter
from engine.replacement.happen import happen
from engine.state.proposed_events import putting

if TYPE_CHECKING:
    from engine.abilities import Filter
    from engine.state.game import Game
    from engine.state.records import Object

ATTACH = "attach"
ATTACH_OR_SURGE = "attach or surge"
"""A card with this word surges if there is nothing that it could be attached to."""
ATTACH_AND_TOUGHEN = "attach and toughen"
"""A card with this word gives its host a tough status card as it is attached."""
WORDS: Final = (ATTACH, ATTACH_OR_SURGE, ATTACH_AND_TOUGHEN)

TOUGH: Final = "tough"
OTHERWISE: Final = 1
"""Its value where it surges whenever it is not attached."""


def attaches_to(game: Game, obj: Object) -> Filter | None:
    """The description of its hosts in a card's text."""
    keyword = _keyword(game, obj)
    return None if keyword is None else keyword.what


def _keyword(game: Game, obj: Object) -> Keyword | None:
    """The keyword by which a card attaches, if it does."""
    if not obj.keywords or not any(word in obj.keywords for word in WORDS):
        return None
    abilities = (game.texts[number].ability for number in obj.abilities)
    return next((own for own in abilities if isinstance(own, Keyword) and own.name in WORDS), None)


def surges(game: Game, obj: Object) -> bool:
    """Whether a card says that it surges where it cannot be attached."""
    abilities = (game.texts[number].ability for number in obj.abilities)
    return any(isinstance(own, Keyword) and _or_surges(own) for own in abilities)


def _or_surges(keyword: Keyword) -> bool:
    is_plain = keyword.name == ATTACH_AND_TOUGHEN and keyword.value != OTHERWISE
    return keyword.name in WORDS[1:] and not is_plain


def attached(game: Game, obj: Object, host: int) -> None:
    """A card has entered play attached to something: it may give that a tough status card (Status Cards)."""
    if ATTACH_AND_TOUGHEN in obj.keywords and can_get_counter(game, host, TOUGH):
        happen(game, [putting(game.obj(host), TOUGH, 1)])


def hosts_for(game: Game, obj: Object, seat: int) -> list[Object]:
    """All that a card could be attached to, for a player: what it names first, else the other."""
    return hosts_by(game, obj, _keyword(game, obj), seat)


def hosts_by(game: Game, obj: Object, keyword: Keyword | None, seat: int) -> list[Object]:
    """All that a card could be attached to by a keyword."""
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


def lacks_host(game: Game, obj: Object) -> bool:
    """Whether a revealed attachment attaches itself by its own text and has found no host (Attach To)."""
    villain = villain_of(game)
    if "attachment" not in obj.words or villain is None or obj.attached != villain.id:
        return False
    if attaches_to(game, obj) is not None:
        return False
    texts = [game.texts[number] for number in moments_of(game, obj, "when revealed")]
    return any(isinstance(step, Attach) and step.to == IT for text in texts for step in text.body.effects)


def is_adrift(game: Game, obj: Object) -> bool:
    """Whether what a card was attached to has left play: it is discarded."""
    return bool(obj.attached) and obj.attached not in game.records


def adrift_facedown(game: Game) -> list[Object]:
    """The cards that lie facedown at what has left play: they are discarded (Leaves Play)."""
    lying = (game.obj(ident) for seat in range(game.seats) for ident in game.content("facedown", seat))
    return [obj for obj in lying if obj.attached and obj.attached not in game.records]


def speaker(game: Game, obj: Object) -> int:
    """The player to whom a card in play says "you" (You).

    An encounter card says it to the player at whose card it lies attached, or with whom it or its host is engaged.
    """
    while obj.controller == game.side and obj.facing < 0:
        host = game.object(obj.attached) if obj.attached else None
        if host is None or host is obj:
            return obj.controller
        obj = host
    return obj.facing if obj.controller == game.side else obj.controller
