"""The characters in play by role: found once, and again when cards come or go, change sides or are transformed."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.abilities import Activated, Keyword
from engine.cards.worked_out import worked_out
from engine.games.marvel_champions.language.shared_words import ICONS, TEAM_UP

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef
    from engine.cards.numbered_text import Text
    from engine.cards.register import Print
    from engine.games.marvel_champions.resources import Icons
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
        "form",
        "generators",
        "icons",
        "identities",
        "main",
        "schemes",
        "there",
        "titles",
        "villain",
    )

    def __init__(self, game: Game) -> None:
        self.form = game.form
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
            if obj.owner == game.side or "scheme" in obj.words:
                self.icons.extend(facts_of(game.prints[obj.card]).icons)

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
            self.titles.add(facts_of(game.prints[obj.card]).title)

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
    kept = game.overview
    if isinstance(kept, Cast) and kept.form == game.form and kept.there is game.zones[game.arena][0].content:
        return kept
    found = game.overview = Cast(game)
    return found


@lru_cache(maxsize=2048)
def roles_of(words: tuple[str, ...]) -> int:
    """The roles of an object with these words, as bits."""
    roles = 0
    for word in words:
        roles |= ROLES.get(word, 0)
    return roles


def read_icons(printed: str) -> Icons:
    """``"{e}{w}"`` -> ``("energy", "wild")``."""
    return tuple(ICONS[symbol] for symbol in printed.replace("}", "} ").split())


class Facts:
    """The fields of a card that only this game has, read once.

    ``icons`` are those of an encounter card: crisis, acceleration, hazard, amplify; ``numbers`` those that nothing
    changes, by field. ``cost`` is the number in the corner, ``X``, or none; ``costs_for_each``: the per-player icon
    stands beside it. Once they were asked for, ``resources`` are the types of its icons, ``required`` the resources
    that have to be among those that pay for the card, ``terms`` those on where it may be played.
    """

    __slots__ = ("cost", "costs_for_each", "icons", "numbers", "required", "resources", "terms", "title")

    def __init__(self, definition: CardDef) -> None:
        extra = dict(definition.extra)
        listed = extra.get("icons", ())
        self.icons: tuple[str, ...] = listed if isinstance(listed, tuple) else ()
        self.numbers: dict[str, int] = {key: number for key, number in extra.items() if isinstance(number, int)}
        self.title = str(extra.get("title", definition.name))
        multiplied = extra.get("per_player", ())
        self.cost: object = extra.get("cost")
        self.costs_for_each = isinstance(multiplied, tuple) and "cost" in multiplied
        self.required: Icons | None = None
        self.resources: Icons | None = None
        self.terms: object = None


def facts_of(printed: Print) -> Facts:
    """The fields that only this game has, of a card of a match."""
    found = printed.facts
    if not isinstance(found, Facts):
        found = printed.facts = Facts(printed.definition)
    return found


def resources_of(printed: Print) -> Icons:
    """The types of the icons of a card of a match."""
    facts = facts_of(printed)
    if facts.resources is None:
        facts.resources = read_icons(str(dict(printed.definition.extra).get("resources", "")))
    return facts.resources


@worked_out
def title_of(definition: CardDef) -> str:
    """The printed title of a card."""
    return Facts(definition).title


def title_now(game: Game, obj: Object) -> str:
    """The title of a card, also of one that is only remembered, by its name."""
    if obj.card >= 0:
        return facts_of(game.prints[obj.card]).title
    named = (printed for printed in game.prints if printed.definition.name == obj.name)
    return next((facts_of(printed).title for printed in named), obj.name)


def team_of(definition: CardDef) -> frozenset[str]:
    """The titles of the two characters that a card with team-up names; subtitles of allies are not known here."""
    found = (own for own in definition.abilities if isinstance(own, Keyword) and own.name == TEAM_UP)
    named = ((own.what, own.otherwise) for own in found)
    return frozenset(each.name for pair in named for each in pair if each is not None)


def is_resource(text: Text) -> bool:
    """Whether this is a resource ability, which is used only while a cost is paid (Resource Ability)."""
    return isinstance(text.ability, Activated) and text.ability.keyword == RESOURCE
