"""The characters in play by role: found once, and again when cards come or go, change sides or are transformed."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.abilities import Activated

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef
    from engine.cards.register import Text
    from engine.state.game import Game
    from engine.state.records import Object

IDENTITY, ALLY, CHARACTER, ENEMY, VILLAIN, SCHEME, MAIN, UNIQUE = (1 << n for n in range(8))
ROLES: Final = {
    "identity": IDENTITY,
    "ally": ALLY,
    "character": CHARACTER,
    "minion": ENEMY,
    "villain": ENEMY | VILLAIN,
    "scheme": SCHEME,
    "main": MAIN,
    "unique": UNIQUE,
}

RESOURCE: Final = "resource"


class Cast:
    """The ids of the objects in play by what they are, in order of arrival; identities by their player.

    ``main`` and ``villain`` are 0 if there is none.
    ``titles`` are those of the unique cards, ``icons`` the icons of the scenario's cards, each as often as it is there.
    ``actions`` are the abilities that somebody may use when it may act, each with its place among those of its object,
    ``generators`` the Resource abilities.
    """

    __slots__ = (
        "actions",
        "allies",
        "characters",
        "enemies",
        "generators",
        "icons",
        "identities",
        "main",
        "schemes",
        "shape",
        "there",
        "titles",
        "villain",
    )

    def __init__(self, game: Game) -> None:
        self.shape = game.shape
        self.there = game.zones[game.arena][0].content
        self.identities: dict[int, int] = {}
        self.allies: list[int] = []
        self.characters: list[int] = []
        self.enemies: list[int] = []
        self.schemes: list[int] = []
        self.main = 0
        self.villain = 0
        self.titles: set[str] = set()
        self.icons: list[str] = []
        self.actions: list[tuple[int, int, Text]] = []
        self.generators: list[tuple[int, Text]] = []
        for obj in game.battlefield():
            roles = roles_of(obj.words)
            if roles:
                self._enter(game, obj, roles)
            if obj.abilities:
                self._enable(game, obj)
            if obj.controller == game.side:
                self.icons.extend(icons_of(game.prints[obj.card].definition))

    def _enter(self, game: Game, obj: Object, roles: int) -> None:
        if roles & CHARACTER:
            self.characters.append(obj.id)
        if roles & IDENTITY:
            self.identities.setdefault(obj.controller, obj.id)
        if roles & ALLY:
            self.allies.append(obj.id)
        if roles & ENEMY:
            self.enemies.append(obj.id)
        if roles & VILLAIN and not self.villain:
            self.villain = obj.id
        if roles & SCHEME:
            self.schemes.append(obj.id)
            if roles & MAIN and not self.main:
                self.main = obj.id
        if roles & UNIQUE:
            self.titles.add(title_of(game.prints[obj.card].definition))

    def _enable(self, game: Game, obj: Object) -> None:
        numbers = game.activated(obj)
        for place, number in enumerate(numbers):
            text = game.texts[number]
            if is_resource(text):
                self.generators.append((obj.id, text))
            elif text.kind == "activated" and number not in numbers[:place]:
                self.actions.append((obj.id, place, text))


def cast(game: Game) -> Cast:
    """The characters in play now, by role."""
    cached = game.caches.get("cast")
    if cached is None or cached[0].shape != game.shape or cached[0].there is not game.zones[game.arena][0].content:
        cached = game.caches["cast"] = (Cast(game),)
    return cached[0]  # type: ignore[no-any-return]  # put there just above


@lru_cache(maxsize=2048)
def roles_of(words: tuple[str, ...]) -> int:
    """The roles of an object with these words, as bits."""
    roles = 0
    for word in words:
        roles |= ROLES.get(word, 0)
    return roles


@lru_cache(maxsize=2048)
def title_of(definition: CardDef) -> str:
    """The printed title of a card."""
    return str(dict(definition.extra).get("title", definition.name))


def is_resource(text: Text) -> bool:
    """Whether this is a resource ability, which is used only while a cost is paid (Resource Ability)."""
    return isinstance(text.ability, Activated) and text.ability.keyword == RESOURCE


@lru_cache(maxsize=2048)
def icons_of(definition: CardDef) -> tuple[str, ...]:
    """The icons of an encounter card: crisis, acceleration, hazard, amplify."""
    listed = dict(definition.extra).get("icons", ())
    return listed if isinstance(listed, tuple) else ()


@lru_cache(maxsize=2048)
def numbers_of(definition: CardDef) -> dict[str, int]:
    """The numbers printed on a card that nothing changes."""
    return {key: number for key, number in definition.extra if isinstance(number, int)}
