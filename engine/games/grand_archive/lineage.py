"""Champions on their lineage: what may come next, leveling up, and losing a level.

The object on the field is one and the same whatever card is on top of it: it keeps its state, and effects on it go on
(Leveling Up). The cards beneath are cards in a zone of their own, the inner lineage, the innermost first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import Illegal
from engine.events.triggers import occurred
from engine.events.zones import cover, uncover
from engine.games.grand_archive import keywords
from engine.games.grand_archive.elements import champion_of, level_of
from engine.games.grand_archive.shared_events import OWN_LINEAGE_ONLY
from engine.queries.layers import refresh
from engine.queries.prohibitions import forbidden
from engine.sentences import said

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object


def check_lineage(game: Game, seat: int, card: Object, rule: str) -> None:
    """A champion has to be of exactly the printed level that comes next, and of the lineage it names (Champion 7).

    Raises:
        Illegal: ``prohibited``, ``wrong_level``, ``wrong_lineage``.
    """
    champion = champion_of(game, seat)
    if champion is not None and forbidden(game, "level up", seat, champion):
        raise Illegal(
            rule,
            "prohibited",
            said(
                "grand-archive.reason_cannot_level_up", "an effect says that {name} can't level up", name=champion.name
            ),
        )
    if champion is None or level_of(game, card) != level_of(game, champion) + 1:
        now = "no champion" if champion is None else f"a champion of level {level_of(game, champion)}"
        raise Illegal(
            rule,
            "wrong_level",
            said(
                "grand-archive.reason_wrong_level",
                "{name} is of level {n}, and you have {m}",
                name=card.name,
                n=level_of(game, card),
                m=now,
            ),
        )
    named = "lineage" in card.keywords or OWN_LINEAGE_ONLY in champion.keywords
    if named and name_in_lineage(card) != name_in_lineage(champion):
        raise Illegal(
            rule,
            "wrong_lineage",
            said(
                "grand-archive.reason_wrong_lineage",
                "{name} has to be leveled from {n}",
                name=card.name,
                n=name_in_lineage(card),
            ),
        )


def follows_lineage(game: Game, seat: int, card: Object) -> bool:
    """Whether a champion card may come next."""
    try:
        check_lineage(game, seat, card, "")
    except Illegal:
        return False
    return True


def name_in_lineage(champion: Object) -> str:
    """The name of a lineage: the name before the title (Lineage)."""
    return champion.name.partition(",")[0]


def level_up(game: Game, champion: Object, card: Object) -> None:
    """A card on the Effects Stack comes to lie on top of the lineage; no object enters the field (Leveling Up)."""
    cover(game, champion, card, "lineage")
    refresh(game)
    seat = champion.controller
    occurred(game, "levels up", champion, seat, level_of(game, champion))
    occurred(game, "enters", champion, seat, before=[champion], how=card.zone)  # On Enter of the new top card only


def can_delevel(game: Game, champion: Object) -> bool:
    """Whether a champion card lies beneath; the last card of a lineage is never taken off it (our decision)."""
    return any("champion" in game.obj(ident).words for ident in game.content("lineage", champion.owner))


def delevel(game: Game, champion: Object) -> None:
    """The top champion card of a lineage returns to the material deck; what lies beneath is the champion (Delevel)."""
    if not can_delevel(game, champion):
        return
    beneath = [game.obj(ident) for ident in game.content("lineage", champion.owner)]
    uncover(game, champion, [card for card in beneath if "champion" in card.words][-1], "material deck")
    refresh(game)
    occurred(game, "delevels", champion, champion.controller, level_of(game, champion))


def inherited(game: Game, obj: Object) -> tuple[int, ...]:
    """The Inherited Effects of the inner lineage, the innermost card first (Lineage)."""
    if "champion" not in obj.words:
        return ()
    cards = (game.prints[game.obj(ident).card] for ident in game.content("lineage", obj.controller))
    effects = (text.ability for card in cards for text in card.abilities if text.kind == "inherited")
    return tuple(game.number_of(own) for effect in effects for own in keywords.expand(effect)[1:])
