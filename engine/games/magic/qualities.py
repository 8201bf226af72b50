"""Keywords that ask what something is like: protection (702.16), hexproof from (702.11d), enchant (702.5), evasion.

A quality is a filter; whoever asks hands over the object that has the keyword and the one that is to be judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Grant, Keyword
from engine.cards.register import colored
from engine.queries.filters import fits, is_player
from engine.state.last_known import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.state.game import Game
    from engine.state.last_known import Last
    from engine.state.records import Item, Object, Player

SPARING: Final = 1
"""The number of a protection that does not remove the Aura that gives it (702.16n)."""
CREWING: Final = "crewing"
"""The number by which the power of a creature counts for more as it crews or saddles (702.122, 702.171)."""
MAY_STAY_TAPPED: Final = "may stay tapped"
"""As a keyword: its controller may choose not to untap it (502.3)."""
BY_TOUGHNESS: Final = "assigns damage by toughness"
"""As a keyword: it assigns combat damage equal to its toughness rather than its power (510.1a)."""
HAS_COLOR: Final = "colored"
"""The relation of what is one or more colors."""
HAS_X: Final = "X in its mana cost"
"""The relation of what has {X} in its mana cost."""
LANDWALK: Final = {
    "plainswalk": ("plains",),
    "islandwalk": ("island",),
    "swampwalk": ("swamp",),
    "mountainwalk": ("mountain",),
    "forestwalk": ("forest",),
    "desertwalk": ("desert",),
    "nonbasic landwalk": ("!basic",),
    "legendary landwalk": ("legendary",),
}


def instances(game: Game, obj: Object, name: str) -> Iterator[Keyword]:
    """Every keyword ability of an object that has this name."""
    if name in obj.keywords:
        for number in obj.abilities:
            ability = game.texts[number].ability
            if isinstance(ability, Keyword) and ability.name == name:
                yield ability


def has_color(game: Game, obj: Object, _others: tuple[int, ...]) -> bool:
    """Whether something is one or more colors, and so not colorless (105.2c)."""
    return any(color in obj.words for color in game.rules.families["color"] if color != "colorless")


def has_x(game: Game, obj: Object, _others: tuple[int, ...]) -> bool:
    """Whether something has {X} in its mana cost (107.3)."""
    cost = game.prints[obj.card].definition.cost
    return cost is not None and "X" in cost.symbols


def has_quality(game: Game, obj: Object, name: str, source: Object) -> bool:
    """Whether a keyword of ``obj`` names a quality that ``source`` has."""
    return any(
        keyword.what is not None and fits(game, keyword.what, source, obj.controller, obj.id)
        for keyword in instances(game, obj, name)
    )


def is_protected(game: Game, obj: Object, source: Object) -> bool:
    """702.16: whether an object has protection from another."""
    return "protection" in obj.keywords and has_quality(game, obj, "protection", source)


def source_of(game: Game, source: int, last: Last) -> Object | None:
    """The source of a spell or ability: as it is, or as it last was."""
    obj = game.object(source)
    return obj if obj is not None or not last else remembered(last)


def may_be_targeted(game: Game, obj: Object, seat: int, source: int, item: Item | None) -> bool:
    """702.11, 702.16b, 702.18: what shroud, hexproof and protection say of a spell or ability of this seat."""
    keywords = obj.keywords
    if not keywords:
        return True
    if "shroud" in keywords or ("hexproof" in keywords and obj.controller != seat):
        return False
    if "protection" not in keywords and "hexproof from" not in keywords:
        return True
    by = source_of(game, source, item.known if item is not None else ())
    if by is None:
        return True
    if obj.controller != seat and has_quality(game, obj, "hexproof from", by):
        return False
    return not is_protected(game, obj, by)


def evading(game: Game, attacker: Object, blocker: Object) -> tuple[str, str] | None:
    """509.1b: the paragraph and keyword by which an attacker, or a blocker, says that this one can't block it."""
    keywords = attacker.keywords
    if ("shadow" in keywords) != ("shadow" in blocker.keywords):
        return "702.28b", "shadow"
    if not keywords:
        return None
    words = blocker.words
    if "flying" in keywords and not ("flying" in blocker.keywords or "reach" in blocker.keywords):
        return "702.9b", "flying"
    if "horsemanship" in keywords and "horsemanship" not in blocker.keywords:
        return "702.31b", "horsemanship"
    if "fear" in keywords and not ("artifact" in words or "black" in words):
        return "702.36b", "fear"
    if "intimidate" in keywords and not ("artifact" in words or _shares_color(attacker, blocker)):
        return "702.13b", "intimidate"
    if "skulk" in keywords and blocker.power > attacker.power:
        return "702.118b", "skulk"
    if _walks(game, attacker):
        return "702.14c", "landwalk"
    return ("702.16f", "protection") if is_protected(game, attacker, blocker) else None


def _shares_color(one: Object, other: Object) -> bool:
    return any(color in one.words and color in other.words for color in ("white", "blue", "black", "red", "green"))


def _walks(game: Game, attacker: Object) -> bool:
    """702.14c: whether the defending player controls a land that lets the attacker pass."""
    return any(
        "land" in land.words
        and land.controller == attacker.attacking
        and all((word[1:] not in land.words) if word[0] == "!" else (word in land.words) for word in LANDWALK[keyword])
        for keyword in attacker.keywords
        if keyword in LANDWALK
        for land in game.battlefield()
    )


def may_enchant_player(game: Game, aura: Object, player: Player) -> bool:
    """303.4c: whether an Aura may be attached to a player."""
    return any(
        keyword.what is not None and is_player(game, keyword.what, player, aura.controller)
        for keyword in instances(game, aura, "enchant")
    )


def hosts(game: Game, aura: Object) -> list[int]:
    """303.4f: what an Aura that enters may enchant."""
    return [
        *(p.id for p in game.players if not p.lost and may_enchant_player(game, aura, p)),
        *(obj.id for obj in game.battlefield() if may_be_attached(game, aura, obj)),
    ]


def _wards_off(game: Game, host: Object, obj: Object) -> bool:
    """702.16c: whether protection keeps something off; an Aura may be spared by what it gives itself (702.16n)."""
    if "protection" not in host.keywords:
        return False
    texts = [game.texts[number].ability for number in obj.abilities]
    color = next((str(word) for key, word in obj.extra if key == "color"), "")
    grants = [grant for grant in texts if isinstance(grant, Grant) and grant.attached]
    own = [ability for grant in grants for ability in colored(grant.abilities, color)]
    for keyword in instances(game, host, "protection"):
        if keyword.value == SPARING and keyword in own and obj.attached == host.id:
            own.remove(keyword)
        elif keyword.what is not None and fits(game, keyword.what, obj, host.controller, host.id):
            return True
    return False


def may_be_attached(game: Game, obj: Object, host: Object) -> bool:
    """303.4c, 301.5c: an Aura goes on what it may enchant, Equipment on creatures, Fortifications on lands.

    An attachment that is a creature goes on nothing (303.4d, 704.5p).
    """
    if obj.id == host.id or "creature" in obj.words or _wards_off(game, host, obj):
        return False
    if "aura" in obj.words:
        wanted = list(instances(game, obj, "enchant"))
        return bool(wanted) and all(
            keyword.what is not None and fits(game, keyword.what, host, obj.controller, obj.id) for keyword in wanted
        )
    return ("equipment" in obj.words and "creature" in host.words) or (
        "fortification" in obj.words and "land" in host.words
    )


def gives_ability(game: Game, obj: Object, hosts: tuple[int, ...]) -> bool:
    """Whether an object is attached to one of some others and gives it an ability.

    Obeys 201.5a.
    """
    if not obj.attached or obj.attached not in hosts:
        return False
    given = (game.texts[number].ability for number in obj.abilities)
    return any(isinstance(ability, Grant) and ability.attached and bool(ability.abilities) for ability in given)
