"""Characteristics as they are now: printed values, then continuous effects, in timestamp order within each layer.

Characteristics are stored fields. When something that continuous effects read was written (``game.shape`` moved),
they are worked out again and what differs is written like anything else, so an anthem touches each creature it
changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Grant, Keyword
from engine.filters import amount, fits, holds

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import Object, Plain
    from engine.texts import Text


C_POWER, C_TOUGHNESS, C_GAINS, C_LOSES, C_BECOMES, C_BASE, C_KEEPS, C_ABILITIES, C_SWITCHED = range(9)
"""What stands where in the change of an effect ``("modify", ids, change, timestamp, until)``."""
ALL_ABILITIES: Final = "all abilities"


def refresh(game: Game) -> None:
    """Bring the characteristics of all permanents up to date (117.2b)."""
    root = game.root
    now = -2 - game.version if root.granting and _is_live(game) else game.shape
    if game.refreshed == now:
        return
    if root.granting or root.effects:
        _refresh_all(game)
    else:
        for obj in game.battlefield():
            Shape(game, obj).settle(game, obj)
    game.refreshed = -2 - game.version if now < 0 else game.shape


def _is_live(game: Game) -> bool:
    """Whether some continuous effect reads more than where things are: a condition, or a state of what it reaches.

    Its answer holds until something else of that kind comes or goes. What such an effect reads may be written anywhere,
    so it is worked out again after every write (``refreshed`` then holds the version, as -2, -3, ...).
    """
    granting = game.root.granting
    cached = game.caches.get("live")
    if cached is None or cached[0] is not granting:
        live = any(
            isinstance(grant, Grant)
            and (grant.condition is not None or (grant.what is not None and bool(grant.what.tests)))
            for grant in (text.ability for _, text in _grants(game))
        )
        cached = game.caches["live"] = (granting, live)
    return bool(cached[1])


class Shape:
    """What one permanent is like, as it is worked out: ``base`` power and toughness, and what is ``added`` to them."""

    __slots__ = ("abilities", "added", "base", "keywords", "switched", "words")

    def __init__(self, game: Game, obj: Object) -> None:
        """As printed, with counters."""
        printed = game.prints[obj.card]
        definition = printed.definition
        self.base = (definition.power or 0, definition.toughness or 0)
        self.keywords = definition.keywords
        self.abilities = printed.numbers
        self.words = definition.words if not obj.token or printed.token else (*definition.words, "token")
        power = toughness = 0
        for name, n in obj.counters:
            if name == "+1/+1":
                power += n
                toughness += n
            elif name == "-1/-1":
                power -= n
                toughness -= n
        self.added = (power, toughness)
        self.switched = False

    def add(self, power: int, toughness: int) -> None:
        """What gets +power/+toughness."""
        self.added = (self.added[0] + power, self.added[1] + toughness)

    def settle(self, game: Game, obj: Object) -> None:
        """Write what differs."""
        power, toughness = self.base[0] + self.added[0], self.base[1] + self.added[1]
        if self.switched:
            power, toughness = toughness, power
        if obj.power != power:
            game.write(obj, "power", power)
        if obj.toughness != toughness:
            game.write(obj, "toughness", toughness)
        if obj.keywords != self.keywords:
            game.write(obj, "keywords", self.keywords)
        if obj.words != self.words:
            game.write(obj, "words", self.words)
        if obj.abilities != self.abilities:
            game.write(obj, "abilities", self.abilities)
            _watch(game, obj)


def _watch(game: Game, obj: Object) -> None:
    """A permanent that gains a triggered ability or a replacement effect is asked about events from now on."""
    if obj.id not in game.root.watching and any(game.texts[n].kind in ("triggered", "state") for n in obj.abilities):
        game.write(game.root, "watching", (*game.root.watching, obj.id))
    if obj.id not in game.root.replacing and any(game.texts[n].replaces for n in obj.abilities):
        game.write(game.root, "replacing", (*game.root.replacing, obj.id))


def _refresh_all(game: Game) -> None:
    """Types first (layer 4), then abilities and keywords (layer 6), then power and toughness (layer 7)."""
    objs = game.battlefield()
    now = {obj.id: Shape(game, obj) for obj in objs}
    modified = [effect for effect in game.root.effects if effect[0] == "modify"]
    for _, ids, change, _, _ in modified:
        for shape in (now[i] for i in ids if i in now) if change[C_BECOMES] or change[C_BASE] else ():
            shape.words = game.rules.become(shape.words, change[C_BECOMES], keeps=change[C_KEEPS])
            shape.base = change[C_BASE] or shape.base
    for obj in objs:
        if obj.words != now[obj.id].words:
            game.write(obj, "words", now[obj.id].words)  # what is granted to a type reaches what has become of it
    for holder, text in _grants(game):  # of both kinds the older ones first (613.7)
        while modified and modified[0][-2] < holder.timestamp:
            _modify(game, now, modified.pop(0))
        ability: Grant = text.ability  # type: ignore[assignment]  # only grants are found
        if holds(game, ability.condition, holder.controller, holder.id):
            for obj in objs:
                if _reaches(game, ability, holder, obj):
                    _grant(game, now[obj.id], ability, text.granted, holder)
    for effect in modified:
        _modify(game, now, effect)
    for obj in objs:
        now[obj.id].settle(game, obj)


def _modify(game: Game, now: dict[int, Shape], effect: Plain) -> None:
    """Apply what a resolved text gave for a time."""
    _, ids, change, _, _ = effect
    loses = change[C_LOSES]
    for shape in (now[i] for i in ids if i in now):
        if ALL_ABILITIES in loses:
            shape.keywords, shape.abilities = (), ()
        shape.add(change[C_POWER], change[C_TOUGHNESS])
        shape.keywords = tuple(k for k in (*shape.keywords, *change[C_GAINS]) if k not in loses)
        shape.abilities += change[C_ABILITIES]
        shape.switched = shape.switched != change[C_SWITCHED]


def _grants(game: Game) -> list[tuple[Object, Text]]:
    holders = [game.obj(ident) for ident in game.root.granting]
    texts = game.texts
    return [(obj, texts[n]) for obj in holders for n in game.prints[obj.card].numbers if texts[n].kind == "grant"]


def _reaches(game: Game, ability: Grant, holder: Object, obj: Object) -> bool:
    if ability.source:
        return obj.id == holder.id
    if ability.attached:
        return obj.id == holder.attached
    return ability.what is not None and fits(game, ability.what, obj, holder.controller, holder.id)


def _grant(game: Game, shape: Shape, ability: Grant, granted: tuple[int, ...], holder: Object) -> None:
    shape.add(
        amount(game, ability.power, holder.controller, holder.id),
        amount(game, ability.toughness, holder.controller, holder.id),
    )
    if ability.gains:
        shape.keywords = (*shape.keywords, *(k for k in ability.gains if k not in shape.keywords))
    _acquire(game, shape, granted)


def _acquire(game: Game, shape: Shape, numbers: tuple[int, ...]) -> None:
    """Give abilities by number, and the names of those that are keywords."""
    shape.abilities += numbers
    names = tuple(ability.name for ability in (game.texts[n].ability for n in numbers) if isinstance(ability, Keyword))
    shape.keywords += tuple(name for name in names if name not in shape.keywords)


def change_control(game: Game, obj: Object, seat: int) -> None:
    """Give a permanent to another controller: it is new under that control, and out of combat (506.4)."""
    if obj.controller == seat:
        return
    game.write(obj, "controller", seat)
    game.write(obj, "sick", True)
    if obj.attacking >= 0 or obj.blocking:
        game.write(obj, "attacking", -1)
        game.write(obj, "attacks", 0)
        game.write(obj, "blocking", ())


def keep_gained(game: Game, spell: Object, permanent: Object) -> None:
    """What a permanent spell gained goes on for the permanent that it becomes (400.7a)."""
    root = game.root
    if any(effect[0] == "modify" and spell.id in effect[1] for effect in root.effects):
        carried = (
            (*e[:1], (*e[1], permanent.id), *e[2:]) if e[0] == "modify" and spell.id in e[1] else e
            for e in root.effects
        )
        game.write(root, "effects", tuple(carried))


def gain(game: Game, obj: Object, keywords: tuple[str, ...], until: Plain | str) -> None:
    """Something gains keywords for a time; a spell has them at once, a permanent as it is worked out next."""
    change = (0, 0, keywords, (), (), None, False, (), False)
    game.write(game.root, "effects", (*game.root.effects, ("modify", (obj.id,), change, game.new_timestamp(), until)))
    if obj.zone != game.rules.arena:
        game.write(obj, "keywords", (*obj.keywords, *(word for word in keywords if word not in obj.keywords)))
