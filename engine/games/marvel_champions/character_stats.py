"""The numbers of characters as they are now: ATK and hit points, THW, DEF, REC, SCH, hand size.

A number that a card does not have is a dash: nothing uses that power (Dash).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Grant
from engine.games.marvel_champions.characters import cast, facts_of
from engine.games.marvel_champions.language.shared_words import ICON, INSTEAD

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

ENEMIES = frozenset(("villain", "minion"))
FORMS = ("hero", "alter-ego")
STATS = frozenset(("attack", "thwart", "defense", "recover", "hand size"))
"""The numbers of an identity that its player's texts may call their own."""


def has_stat(game: Game, obj: Object, name: str) -> bool:
    """Whether a character has this number, and not a dash."""
    if name == "attack":
        return game.prints[obj.card].definition.power is not None
    return any(key == name for key, _ in obj.stats)


def stat(game: Game, obj: Object, name: str) -> int:
    """A number of a character now, with what is attached to an enemy; never below 0, and 0 for a dash."""
    number = obj.power if name == "attack" else next((n for key, n in obj.stats if key == name), 0)
    if not ENEMIES.isdisjoint(obj.words):
        attached = [other for other in game.battlefield() if other.attached == obj.id]
        number += sum(printed(game, other, f"{name} bonus") for other in attached)
    return max(0, number)


def bonuses(game: Game, obj: Object) -> list[tuple[str, int, Object]]:
    """Attachments that add to an enemy's numbers: to which number, how much, and by which card."""
    if ENEMIES.isdisjoint(obj.words):
        return []
    attached = [other for other in game.battlefield() if other.attached == obj.id]
    told = [(name, other, printed(game, other, f"{name} bonus")) for name in ("attack", "scheme") for other in attached]
    return [(name, number, other) for name, other, number in told if number]


def printed(game: Game, obj: Object, field: str) -> int:
    """A number that nothing changes, as its card has it; 0 if it has none."""
    return facts_of(game.prints[obj.card]).numbers.get(field, 0)


def left_of(obj: Object) -> int:
    """The hit points that a character has left (Remaining Hit Points)."""
    return obj.toughness - obj.damage


def used_stat(game: Game, obj: Object, power: str) -> int:
    """A power of a character as it is used, which may be another one in its place."""
    used = (keyword.removesuffix(f"{INSTEAD}{power}") for keyword in obj.keywords if keyword.endswith(INSTEAD + power))
    return stat(game, obj, next(used, power))


def identity_of(game: Game, seat: int) -> Object | None:
    """The identity card of a player, if the player is not eliminated."""
    ident = cast(game).identities.get(seat)
    return game.obj(ident) if ident is not None else None


def is_in_form(game: Game, seat: int, form: str) -> bool:
    """Whether a player is in hero or in alter-ego form."""
    identity = identity_of(game, seat)
    return identity is not None and form in identity.words


def villain_of(game: Game) -> Object | None:
    """The villain, if there is one."""
    ident = cast(game).villain
    return game.obj(ident) if ident else None


def main_scheme_of(game: Game) -> Object | None:
    """The main scheme, if there is one."""
    ident = cast(game).main
    return game.obj(ident) if ident else None


def counters_of(obj: Object, name: str) -> int:
    """The number of counters of a kind on a card: threat, a status, uses."""
    return next((n for key, n in obj.counters if key == name), 0)


def icons(game: Game, name: str) -> int:
    """The number of icons of a kind in play, printed or gained: crisis, acceleration, hazard, amplify (Icons)."""
    return cast(game).icons.count(name) + _gained(game, name)


def _gained(game: Game, name: str) -> int:
    """The number of cards that have gained an icon of a kind, where a text of the match gives any."""
    cached = game.fixed.get("gives icons")
    if cached is None:
        grants = (text.ability for text in game.texts if isinstance(text.ability, Grant))
        gives = any(word.endswith(ICON) for grant in grants for word in grant.gains)
        cached = game.fixed["gives icons"] = (gives,)
    return sum(f"{name}{ICON}" in obj.keywords for obj in game.battlefield()) if cached[0] else 0


def set_of(game: Game, obj: Object) -> object:
    """The set that a card belongs to."""
    return dict(game.prints[obj.card].definition.extra).get("set")
