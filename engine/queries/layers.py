"""Characteristics as they are now: printed values, then continuous effects, layer by layer (613).

Characteristics are stored fields. When something that continuous effects read was written (see ``_read``), they are
worked out again and what differs is written like anything else, so an anthem touches each creature it changes. Within a
layer effects apply in the order of their timestamps, unless one depends on another (613.8). The objects that a resolved
text changes are locked in (611.2c); those that an ability of a permanent changes are found out in each layer anew, as
long as the permanent still has the ability or the effect has begun to apply (613.6).
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Final, cast

from engine.abilities import AbilitiesOf, Amount, CombatRule, Compare, Filter, Grant, Keyword, Math, Tally, Truth, Value
from engine.cards.edition import MENDED
from engine.cards.register import colored
from engine.queries.borrowed_abilities import borrows, with_borrowed
from engine.queries.filters import amount, fitting, holds, speaks_of_it
from engine.state.counter_kinds import PLAIN
from engine.state.lasting import ControlEffect, Modification, ModifyEffect, Until
from engine.state.records import NOBODY, Item
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.abilities import Ability
    from engine.cards.numbered_text import Text
    from engine.state.game import Game
    from engine.state.lasting import By, Duration
    from engine.state.records import Object, Plain

NO_CHANGE: Final = Modification()
"""In place of what the ability says, which is looked up as its layer comes."""
STORED: Final = ("words", "keywords", "abilities", "power", "toughness", "level", "stats")
"""The characteristics that are worked out."""
CHANGED: Final = ("what", "power", "toughness", "level", "base", "stats")
"""The fields of a grant that say to what it does how much."""
SIZE: Final = "size"
"""Power and toughness that a token was made with where its text does not say them."""
EXCEPT: Final = "except"
"""The differences of a copy from its model, which its copies have as well (707.9a): the fields of ``Modification``."""
BEING: Final = "being"
"""Beside an arrival: the fields of what it is from then on by the text that puts it there (611.2e)."""
PUT: Final = "put "
"""Before the name of counters that give keywords: the timestamp at which the last of them was put there (613.7c)."""
ALL_ABILITIES: Final = "all abilities"
PRINTED_TEXT: Final = "printed text"
BLANK: Final = (PRINTED_TEXT,)
"""Lost by an object whose text counts as blank: all that is printed there, before anything is gained."""
CANT_HAVE: Final = "can't have "
STATED: Final = ("can't ", "doesn't ", "assigns ")
"""The beginnings of words that state a quality, which is no ability (113.12)."""
ARENA, ZONES, ANYTHING = range(3)
"""The reach of a continuous effect: permanents alone, contents of other zones too, or more than where things are."""
TYPES, COLORS, ABILITIES, DEFINED, BASE, ADDED, SWITCHED, COUNTED, LEVELS, TOUGHNESS = range(10)
"""The layers: 4, 5, 6, 7a to 7d, and counters beside 7c. Control (2) is changed at once, and what is copied (1) is what
is printed. Levels are worked out before all of them: what depends on a level depends on what that is in the end.
Additions to toughness are worked out before numbers that a text sets, where these may be read off it."""
ORDER: Final = (LEVELS, TYPES, COLORS, ABILITIES, BASE, ADDED)
TOUGHNESS_FIRST: Final = (LEVELS, TYPES, COLORS, ABILITIES, TOUGHNESS, BASE, ADDED)


CHOSEN_COLOR: Final = "chosen color"
CHOSEN: Final = {CHOSEN_COLOR: "color", "chosen type": "type"}
"""Words in a text for one that is chosen as its source enters, and the kind of that choice."""


def refresh(game: Game) -> None:
    """Bring the characteristics of all permanents up to date, also by what they have gained by that."""
    if game.refreshed == _read(game):
        return
    _take_control(game)
    granting = None
    while granting is not game.root.granting:
        granting = game.root.granting
        _refresh_all(game)
    game.refreshed = _read(game)


class Trial:
    """All that this block does is undone at its end, and leaves no work behind.

    If nothing was to be settled or brought up to date before, nothing is afterwards: else the next move would take
    longer wherever something was tried for a hidden card.
    """

    __slots__ = ("_game", "_is_fresh", "_is_settled", "_mark")

    def __init__(self, game: Game) -> None:
        self._game = game
        self._mark = game.mark()
        self._is_settled = game.settled == game.version
        self._is_fresh = game.refreshed == _read(game)

    def __enter__(self) -> None:
        """Begin; the marks were taken already."""

    def __exit__(self, *_: object) -> None:
        game = self._game
        game.rewind(self._mark)
        if self._is_settled:
            game.settled = game.version
        if self._is_fresh:
            game.refreshed = _read(game)


def _read(game: Game) -> Plain:
    """The state that continuous effects read, as far as it tells whether their answer still holds.

    The state for an effect that reads anything may be written anywhere, so it is worked out again after every write.
    """
    reach = _reach(game) if game.root.granting else ARENA
    if reach != ARENA:
        return (reach, game.version if reach == ANYTHING else game.moved)
    there = game.zones[game.arena][0].content
    beneath = tuple([zone.content for zone in game.zones[game.beneath.name]]) if game.beneath is not None else ()
    if len(game.lively) > 1:
        beneath += (tuple([obj.id for obj in game.markers()]),)
    # below 0, as no number of the other kind is; by identity, as what is undone gives its ids to other cards
    stamp = game.shape if game.root.effects or _counters_matter(game) else ~game.form
    return (reach, stamp, id(there), there, beneath)


def _counters_matter(game: Game) -> bool:
    """Whether some kind of counters of this match changes what bears it: where none does they may come and go."""
    cached = game.fixed.get("counters matter")
    if cached is None:
        kinds = game.rules.counters.values()
        matter = bool(game.lent) or any(kind.grows is not None or bool(kind.gains) for kind in kinds)
        cached = game.fixed["counters matter"] = (matter,)
    return bool(cached[0])


def _reach(game: Game) -> int:
    """The reach of the abilities that have continuous effects, all together.

    The answer holds until something else of that kind comes or goes.
    """
    granting = game.root.granting
    cached = game.caches.get("reach")
    if cached is None or cached[0] is not granting:
        texts = [text for ident in granting for text in grants_of(game, game.obj(ident))]
        for text in texts:
            if text.reach < 0:
                text.reach = _reach_of(text.ability, game.rules.standing_values)
        reach = max((text.reach for text in texts), default=ARENA)
        cached = game.caches["reach"] = (granting, reach)
    return cached[1]  # type: ignore[no-any-return]  # a cache of mixed plain data


def _reach_of(part: object, standing: frozenset[str]) -> int:
    """The reach of a record: only permanents, the contents of other zones too, or anything (a state, a value)."""
    if isinstance(part, tuple):
        return max((_reach_of(inner, standing) for inner in part), default=ARENA)
    if isinstance(part, Value):
        return ZONES if part.field in standing else ANYTHING
    if isinstance(part, Tally) or (isinstance(part, Filter) and part.tests):
        return ANYTHING
    if not is_dataclass(part):
        return ARENA
    if isinstance(part, Grant) and has(part.abilities, AbilitiesOf):
        return ANYTHING
    if isinstance(part, Grant) and part.condition is not None and not _stands(part.condition, standing):
        return ANYTHING
    names = CHANGED if isinstance(part, Grant) else tuple(f.name for f in fields(part))
    reach = max(_reach_of(getattr(part, name), standing) for name in names) if names else ARENA
    return reach if isinstance(part, Grant | Filter) else max(reach, ZONES)


def _stands(part: object, standing: frozenset[str]) -> bool:
    """Whether a condition or number in one is made of ``standing`` values, which change only as the arena does."""
    match part:
        case Compare(left=left, right=right) | Math(left=left, right=right):
            return _stands(left, standing) and _stands(right, standing)
        case Truth(condition=condition):
            return _stands(condition, standing)
        case Value(field=field):
            return field in standing
        case _:
            return isinstance(part, int)


def grants_of(game: Game, obj: Object) -> tuple[Text, ...]:
    """The abilities of an object that have continuous effects."""
    return game.kit(obj).grants


class Effect:
    """One continuous effect while characteristics are worked out: of a resolved text (``ids``), or of a ``holder``.

    ``begun``: it has applied in a layer, to ``ids``. ``by`` and ``until`` stand in the entry of a resolved text.
    """

    __slots__ = ("begun", "by", "change", "grant", "holder", "ids", "layers", "stamp", "text", "until")

    def __init__(
        self, stamp: int, change: Modification, ids: tuple[int, ...], holder: Object | None, text: Text | None
    ) -> None:
        self.begun = False
        self.by: By = ()
        self.until: Duration = ""
        self.stamp = stamp
        self.change = change
        self.ids = ids
        self.holder = holder
        self.text = text
        ability = text.ability if text is not None else None
        self.grant = ability if isinstance(ability, Grant) else None
        self.layers = text.layers if text is not None else None


def _layers(game: Game, effect: Effect) -> tuple[int, ...]:
    """The layers in which an effect applies; those of an ability are worked out once."""
    found = effect.layers
    if found is None:
        text, grant = effect.text, effect.grant
        if text is not None and grant is not None:
            found = text.layers = _layers_of(game, _as_change(text, grant))
        else:
            found = _layers_of(game, effect.change)
        effect.layers = found
    return found


def _as_change(text: Text, grant: Grant) -> Modification:
    """The change that an ability makes; it is put together once."""
    found = text.change
    if found is None:
        found = text.change = _changed_by(text, grant)
    return cast("Modification", found)


def _changed_by(text: Text, grant: Grant) -> Modification:
    return Modification(
        grant.power,
        grant.toughness,
        grant.gains,
        grant.loses,
        grant.becomes,
        grant.base,
        grant.keeps,
        text.granted,
        grant.defines,
        text.intrinsic,
        grant.level,
        grant.stats,
        grant.keeps_colors,
    )


def _as_chosen(game: Game, change: Modification, text: Text, holder: Object | None) -> Modification:
    """The change that an ability makes, with the word in it that was chosen as its source entered (607.2d)."""
    if not change.becomes and not change.abilities:
        return change
    is_colored = any(_speaks_of_chosen(game.texts[number].ability) for number in change.abilities)
    if not is_colored and not any(word in CHOSEN for word in change.becomes):
        return change
    words = {key: str(word) for key, word in (holder.extra if holder is not None else ())}
    becomes = tuple([words.get(CHOSEN.get(word, ""), word) for word in change.becomes])
    becomes = tuple([word for word in becomes if word not in CHOSEN])
    abilities = tuple([_of_color(game, text, number, words.get("color", "")) for number in change.abilities])
    return change._replace(
        becomes=becomes,
        abilities=tuple([number for number in abilities if number >= 0]),
        intrinsic=tuple([game.acquired[text.number, own] for own in game.rules.intrinsic(becomes)]),
    )


def _speaks_of_chosen(ability: Ability) -> bool:
    """Whether a keyword speaks of the color that was chosen."""
    return isinstance(ability, Keyword) and ability.what is not None and ability.what.kinds == ((CHOSEN_COLOR,),)


def _of_color(game: Game, text: Text, number: int, color: str) -> int:
    """The number of a keyword with the color that was chosen; none, -1, where no color was."""
    ability = game.texts[number].ability
    if not _speaks_of_chosen(ability):
        return number
    if not color:
        return -1
    (own,) = colored((ability,), color)
    return game.acquired[text.number, own]


def _layers_of(game: Game, change: Modification) -> tuple[int, ...]:
    colors = game.rules.families.get("color word", ())
    kinds = [word in colors or word == CHOSEN_COLOR for word in change.becomes]
    found = []
    if not all(kinds) or PRINTED_TEXT in change.loses:
        found.append(TYPES)
    if any(kinds):
        found.append(COLORS)
    if change.gains or change.loses not in ((), BLANK) or change.abilities:
        found.append(ABILITIES)
    if change.base is not None:
        found.append(BASE)
    if change.level != 0:
        found.append(LEVELS)
    is_early = change.toughness != 0 and _adds_toughness_first(game)
    if is_early:
        found.append(TOUGHNESS)
    if change.power != 0 or (change.toughness != 0 and not is_early) or change.stats:
        found.append(ADDED)
    if change.switched:
        found.append(SWITCHED)
    return tuple(found)


def _adds_toughness_first(game: Game) -> bool:
    """Whether texts read numbers in a way of their game's own, as what damage leaves of all toughness."""
    return bool(game.rules.readings) and game.edition >= MENDED


class Witness:
    """Is told of every step in which characteristics are worked out: for who asks what made them so."""

    __slots__ = ()

    def applied(self, layer: int, effect: Effect | None) -> None:
        """An effect has applied in a layer; none: what is printed, counters, or a definition of the object's own."""
        raise NotImplementedError


def retell(game: Game, witness: Witness) -> None:
    """Work everything out again before a witness, and leave it as it was."""
    objs = game.battlefield()
    before = _kept(objs)
    try:
        _restore(objs, [_as_printed(game, obj) for obj in objs])
        witness.applied(DEFINED, None)
        _apply_all(game, objs, witness)
    finally:
        _restore(objs, before)


def foretell(game: Game, obj: Object) -> None:
    """Give an object that is nowhere yet the characteristics that it would have in the arena (614.12).

    The objects there are left as they are, and nothing is written.
    """
    objs = game.battlefield()
    there = _kept(objs)
    obj.timestamp = game.root.timestamp + 1
    if not grants_of(game, obj) and not _is_changed(game, [*objs, obj]) and not _being_of(obj):
        return
    try:
        _restore(objs, [_as_printed(game, other) for other in objs])
        _apply_all(game, [*objs, obj], coming=obj)
    finally:
        _restore(objs, there)


def _refresh_all(game: Game) -> None:
    """Work out everything on the objects themselves, then write what differs as a change."""
    objs = game.battlefield()
    before = _kept(objs)
    after = [_as_printed(game, obj) for obj in objs]
    if before == after and not _is_changed(game, objs):
        return
    try:
        _restore(objs, after)
        _apply_all(game, objs)
        after = _kept(objs)
    finally:
        _restore(objs, before)
    for place, obj in enumerate(objs):
        if before[place] != after[place]:
            _settle(game, obj, before[place], after[place])


def _is_changed(game: Game, objs: list[Object]) -> bool:
    """Whether there is anything that could make permanents other than they are printed, as they are now."""
    root = game.root
    if root.effects and any(isinstance(effect, ModifyEffect) for effect in root.effects):
        return True
    if root.granting and any(obj.abilities and game.kit(obj).grants for obj in (*objs, *game.markers())):
        return True
    kinds = game.rules.counters
    return _counters_matter(game) and any(
        name in game.lent or kinds.get(name, PLAIN).grows is not None or kinds.get(name, PLAIN).gains
        for obj in objs
        for name, _ in obj.counters
    )


def _kept(objs: list[Object]) -> list[Plain]:
    return [(o.words, o.keywords, o.abilities, o.power, o.toughness, o.level, o.stats) for o in objs]


def _restore(objs: list[Object], kept: list[Plain]) -> None:
    for place, obj in enumerate(objs):
        obj.words, obj.keywords, obj.abilities, obj.power, obj.toughness, obj.level, obj.stats = kept[place]


def _as_printed(game: Game, obj: Object) -> Plain:
    """The characteristics that are worked out, as a permanent has them printed."""
    printed = game.prints[obj.card]
    lent = _lent(game, obj, printed.definition.words) if game.beneath is not None else ()
    if not obj.token and not lent and not obj.extra:
        return printed.characteristics
    words, keywords, abilities, power, toughness, level, stats = printed.characteristics
    if obj.token and not printed.token:
        words = (*words, "token")
    if lent:
        abilities += lent
        keywords += tuple(game.texts[n].written for n in lent if game.texts[n].written)
    if obj.extra:
        power, toughness = next((n for key, n in obj.extra if key == SIZE), (power, toughness))  # type: ignore[misc]  # two numbers
    values: Plain = (words, keywords, abilities, power, toughness, level, stats)
    for key, change in obj.extra:
        if key == EXCEPT:
            values = _excepted(game, obj, values, Modification(*change))  # type: ignore[misc]  # its fields
    return values


def copied_besides(model: Object) -> tuple[tuple[str, object], ...]:
    """The values of an object, besides those of its card, that a copy of it has (707.2)."""
    return tuple(entry for entry in model.extra if entry[0] in (SIZE, EXCEPT))


def copied_values(game: Game, obj: Object) -> None:
    """Give an object that is nowhere yet what it is as a copy."""
    _restore([obj], [_as_printed(game, obj)])


def _excepted(game: Game, obj: Object, values: Plain, change: Modification) -> Plain:
    """The values of a copy with its differences from its model."""
    now = _kept([obj])
    _restore([obj], [values])
    effect = Effect(0, change, (), None, None)
    for layer in _layers_of(game, change):
        _apply(game, layer, effect, [obj])
    found = _kept([obj])[0]
    _restore([obj], now)
    return found


def _lent(game: Game, obj: Object, words: tuple[str, ...]) -> tuple[int, ...]:
    """The abilities that cards beneath it lend an object that is of these types."""
    assert game.beneath is not None
    assert game.beneath.lends is not None
    now, obj.words = obj.words, words
    lent = game.beneath.lends(game, obj)
    obj.words = now
    return lent


def _settle(game: Game, obj: Object, old: Plain, new: Plain) -> None:
    """Write the fields that differ."""
    changed: list[str] = []
    for field, was, now in zip(STORED, old, new, strict=True):
        if was != now:
            game.write(obj, field, now)
            changed.append(field)
    if "words" in changed and not game.rules.events["attacks"].can_befall(obj):
        leave_combat(game, obj)
    if "abilities" in changed:
        _watch(game, obj)


def _watch(game: Game, obj: Object) -> None:
    """A permanent that gains an ability is asked about events, or for effects, from now on."""
    root = game.root
    texts = [game.texts[n] for n in obj.abilities]
    if obj.id not in root.watching and any(text.kind in ("triggered", "state") for text in texts):
        game.append(root, "watching", obj.id)
    if obj.id not in root.granting and any(text.kind in ("grant", "static") for text in texts):
        game.append(root, "granting", obj.id)
    if obj.id not in root.replacing and any(text.replaces for text in texts):
        game.append(root, "replacing", obj.id)


def _resolved(entry: ModifyEffect) -> Effect:
    effect = Effect(entry.stamp, entry.change, entry.idents, None, None)
    effect.by, effect.until = entry.by, entry.until
    return effect


def _apply_all(game: Game, objs: list[Object], witness: Witness | None = None, coming: Object | None = None) -> None:
    """Apply all effects, layer by layer; those of what is ``coming`` too, which nothing asks about yet."""
    resolved = [_resolved(entry) for entry in game.root.effects if isinstance(entry, ModifyEffect)]
    are_counted = _counters_matter(game)
    if are_counted:
        resolved += _of_counters(game, objs)
    if coming is not None:
        resolved += [Effect(coming.timestamp, change, (coming.id,), None, None) for change in _being_of(coming)]
    begun: list[Effect] = []
    if are_counted:
        _count_levels(game, objs)
    if witness is not None:
        witness.applied(COUNTED, None)
    if resolved or game.root.granting or (coming is not None and grants_of(game, coming)):
        effects = resolved + _of_abilities(game, objs, begun)
        there = _layers_there(game, effects)
        for layer in TOUGHNESS_FIRST if _adds_toughness_first(game) else ORDER:
            if layer == BASE:
                if _are_defined(game):
                    _define(game, objs)
                if witness is not None:
                    witness.applied(DEFINED, None)
            if layer not in there:
                continue
            if _apply_layer(game, objs, layer, effects, begun, witness) and layer in (TYPES, ABILITIES):
                effects = resolved + _of_abilities(game, objs, begun)  # only there do abilities come and go
                there = _layers_there(game, effects)
    kinds = game.rules.counters
    for obj in objs if are_counted else ():
        for name, n in obj.counters:
            change = kinds.get(name, PLAIN).grows
            if change is not None:
                power, toughness, _ = change
                obj.power += n * power
                obj.toughness += n * toughness
            obj.abilities += game.lent.get(name, ())
    if witness is not None:
        witness.applied(COUNTED, None)
    for effect in resolved:
        if effect.change.switched:
            for obj in _reached(game, objs, effect):
                obj.power, obj.toughness = obj.toughness, obj.power
            if witness is not None:
                witness.applied(SWITCHED, effect)


def _being_of(coming: Object) -> list[Modification]:
    """The changes of a permanent that begin as it enters."""
    return [Modification(*change) for key, change in coming.extra if key == BEING]  # type: ignore[misc]  # its fields


def be_from_now(game: Game, new: Object, entries: tuple[tuple[str, object], ...], by: By) -> None:
    """Begin the changes of a permanent that the text which put it there states (611.2e)."""
    for key, change in entries:
        if key == BEING:
            effect = ModifyEffect((new.id,), Modification(*change), by, game.new_timestamp(), "")  # type: ignore[misc]  # its fields
            game.append(game.root, "effects", effect)


def _of_counters(game: Game, objs: list[Object]) -> list[Effect]:
    """The effects of counters that give keywords: one of each kind, since the last was put there (122.1b, 613.7c)."""
    kinds = game.rules.counters
    return [
        Effect(_put_at(obj, name), Modification(gains=kinds[name].gains), (obj.id,), None, None)
        for obj in objs
        for name, _ in obj.counters
        if name in kinds and kinds[name].gains
    ]


def _put_at(obj: Object, name: str) -> int:
    """The timestamp of counters on an object, its own if it entered with them."""
    return next((since for key, since in obj.extra if key == PUT + name and isinstance(since, int)), obj.timestamp)


def put_since(obj: Object, name: str, stamp: int) -> tuple[tuple[str, object], ...]:
    """The values of an object on which counters that give keywords are put."""
    return (*(entry for entry in obj.extra if entry[0] != PUT + name), (PUT + name, stamp))


def _layers_there(game: Game, effects: list[Effect]) -> set[int]:
    """The layers in which any of some effects applies."""
    return {layer for effect in effects for layer in _layers(game, effect)}


def _count_levels(game: Game, objs: list[Object]) -> None:
    """The levels that counters add."""
    kinds = game.rules.counters
    for obj in objs:
        for name, n in obj.counters:
            change = kinds.get(name, PLAIN).grows
            if change is not None:
                _, _, level = change
                obj.level += n * level


def _are_defined(game: Game) -> bool:
    """Whether some text of this match defines the power or toughness of what it stands on."""
    cached = game.fixed.get("defined")
    if cached is None:
        grants = (text.ability for text in game.texts)
        cached = game.fixed["defined"] = (any(isinstance(own, Grant) and own.defines for own in grants),)
    return bool(cached[0])


def _define(game: Game, objs: list[Object]) -> None:
    """613.4a: what defines power and toughness of the object it stands on."""
    for obj in objs:
        for text in grants_of(game, obj):
            grant = text.ability
            if isinstance(grant, Grant) and grant.defines and grant.base is not None:
                _set_base(game, obj, grant.base, obj)


def _apply_layer(
    game: Game,
    objs: list[Object],
    layer: int,
    effects: list[Effect],
    begun: list[Effect],
    witness: Witness | None,
) -> bool:
    """Apply all effects of one layer: the oldest that depends on none of the others first (613.7, 613.8).

    Returns:
        Whether there were any, so that abilities may have come or gone.
    """
    left = [effect for effect in effects if layer in _layers(game, effect)]
    if not left:
        return False
    if len(left) > 1:
        left.sort(key=_stamp)
    while left:
        effect = next((one for one in left if not _waits(game, objs, layer, one, left)), left[0])
        left.remove(effect)
        if not _exists(game, effect):
            continue
        reached = _reached(game, objs, effect)
        if effect.grant is not None and not effect.begun:
            effect.begun = True
            effect.ids = tuple(obj.id for obj in reached)
            begun.append(effect)
        _apply(game, layer, effect, reached)
        if witness is not None:
            witness.applied(layer, effect)
    return True


def _stamp(effect: Effect) -> int:
    return effect.stamp


def _of_abilities(game: Game, objs: list[Object], begun: list[Effect]) -> list[Effect]:
    """The effects of abilities that permanents have now, and of those that have begun to apply (613.6)."""
    found = list(begun)
    known = {(effect.holder.id, effect.text.number) for effect in begun if effect.holder and effect.text}
    for obj in (*objs, *game.markers()):
        if obj.abilities:
            for text in game.kit(obj).grants:
                grant = cast("Grant", text.ability)
                if not grant.defines and (obj.id, text.number) not in known:
                    found.append(Effect(obj.timestamp, NO_CHANGE, (), obj, text))  # most have no such text
    return found


def _exists(game: Game, effect: Effect) -> bool:
    """Whether an ability that has an effect is still there, or its effect has begun, and its condition holds."""
    holder, grant = effect.holder, effect.grant
    if holder is None or grant is None or effect.text is None:
        return True
    return effect.begun or (
        effect.text.number in holder.abilities
        and holds(game, grant.condition, game.rules.speaker(game, holder), holder.id)
    )


def _reached(game: Game, objs: list[Object], effect: Effect) -> list[Object]:
    """The objects of an effect: those locked in, or those that fit now; once begun it goes on for the same (613.6)."""
    grant, holder = effect.grant, effect.holder
    if grant is None or holder is None or effect.begun:
        ids = frozenset(effect.ids)
        return [obj for obj in objs if obj.id in ids]
    if grant.source:
        return [holder]
    if grant.attached:
        return [obj for obj in objs if obj.id == holder.attached]
    if grant.what is None:
        return []
    return fitting(game, grant.what, objs, game.rules.speaker(game, holder), holder.id)


def _waits(game: Game, objs: list[Object], layer: int, effect: Effect, others: list[Effect]) -> bool:
    """613.8a: whether one of the others would change whether, to what or how this one applies."""
    grant = effect.grant
    if grant is None or len(others) < 2 or layer not in (TYPES, ABILITIES, BASE):
        return False
    seen = None
    for other in others:
        if other is effect or not _may_matter(layer, grant, other):
            continue
        seen = seen or _account(game, objs, effect)
        kept = _kept(objs)
        _apply(game, layer, other, _reached(game, objs, other))
        after = _account(game, objs, effect)
        _restore(objs, kept)
        if after != seen:
            return True
    return False


def _may_matter(layer: int, grant: Grant, other: Effect) -> bool:
    """A cheap answer first: what filters and existence read in a layer, and what the other writes there."""
    if layer == TYPES:
        return True
    if layer == BASE:
        return grant.what is not None and bool(grant.what.tests)
    loses = other.change.loses if other.grant is None else other.grant.loses
    if has(grant.abilities, AbilitiesOf):
        return True
    return ALL_ABILITIES in loses or (
        grant.what is not None and any(t.op in ("has", "lacks") for t in grant.what.tests)
    )


def _account(game: Game, objs: list[Object], effect: Effect) -> tuple[bool, tuple[int, ...]]:
    exists = _exists(game, effect)
    if not exists:
        return False, ()
    taken: tuple[int, ...] = ()
    if effect.text is not None and effect.grant is not None and borrows(effect.text):
        taken = _borrowed(game, effect, _as_change(effect.text, effect.grant))
    return True, (*taken, *(obj.id for obj in _reached(game, objs, effect)))


def _apply(game: Game, layer: int, effect: Effect, reached: list[Object]) -> None:
    if not reached:
        return
    change = effect.change
    if effect.grant is not None and effect.text is not None:
        change = _as_chosen(game, _as_change(effect.text, effect.grant), effect.text, effect.holder)
    if layer == TYPES:
        words = tuple(word for word in change.becomes if word not in game.rules.families.get("color word", ()))
        words = game.rules.spelled(game, words, effect.holder)
        if effect.holder is not None:
            words = game.rules.signed(words, effect.holder.controller)
        for obj in reached:
            if change.intrinsic and not change.keeps and "land" in obj.words:
                obj.abilities, obj.keywords = (), ()  # 305.7
            if PRINTED_TEXT in change.loses:
                obj.abilities, obj.keywords = (), ()
                continue
            obj.words = game.rules.become(obj.words, words, keeps=change.keeps)
            obj.abilities += change.intrinsic
    elif layer == COLORS:
        words = tuple(word for word in change.becomes if word in game.rules.families.get("color word", ()))
        for obj in reached:
            obj.words = game.rules.become(obj.words, words, keeps=change.keeps_colors)
    elif layer == ABILITIES:
        change = change._replace(abilities=_borrowed(game, effect, change)) if change.abilities else change
        for obj in reached:
            _change_abilities(game, obj, change)
    elif layer == BASE:
        assert change.base is not None  # else it has nothing to do in this layer
        for obj in reached:
            _set_base(game, obj, change.base, effect.holder)
    elif layer == LEVELS:
        level = _settled(game, change.level, effect.holder)
        for obj in reached:
            obj.level += _number(game, level, obj, effect.holder)
    elif layer == TOUGHNESS:
        toughness = _settled(game, change.toughness, effect.holder)
        for obj in reached:
            obj.toughness += _number(game, toughness, obj, effect.holder)
    else:
        late = 0 if _adds_toughness_first(game) else change.toughness
        power, toughness = (_settled(game, number, effect.holder) for number in (change.power, late))
        for obj in reached:
            obj.power += _number(game, power, obj, effect.holder)
            obj.toughness += _number(game, toughness, obj, effect.holder)
            if change.stats:
                _add_stats(game, obj, change.stats, effect.holder)


def _borrowed(game: Game, effect: Effect, change: Modification) -> tuple[int, ...]:
    """The abilities that an effect gives, as those stand from which it takes them."""
    if effect.holder is None:
        return change.abilities
    return with_borrowed(game, change.abilities, game.rules.speaker(game, effect.holder), effect.holder.id)


def _change_abilities(game: Game, obj: Object, change: Modification) -> None:
    """Lose, then gain; what an object can't have it does not gain (613.1f, 101.2).

    A quality that an effect states of the object stays, as it is no ability (113.12).
    """
    loses, gains = change.loses, change.gains
    texts = game.texts
    if ALL_ABILITIES in loses:
        obj.keywords = tuple(k for k in obj.keywords if k.startswith(STATED))
        obj.abilities = tuple(n for n in obj.abilities if isinstance(texts[n].ability, CombatRule))
    elif loses:
        obj.keywords = tuple(k for k in obj.keywords if k not in loses)
        obj.abilities = tuple(n for n in obj.abilities if texts[n].written not in loses)
    names = tuple(a.name for a in (texts[n].ability for n in change.abilities) if isinstance(a, Keyword))
    banned = tuple(k[len(CANT_HAVE) :] for k in (*obj.keywords, *gains) if k.startswith(CANT_HAVE))
    obj.keywords += tuple(k for k in (*gains, *names) if k not in obj.keywords)
    obj.abilities += change.abilities
    if banned:
        obj.keywords = tuple(k for k in obj.keywords if k not in banned)


def _set_base(game: Game, obj: Object, base: tuple[Amount | None, Amount | None], holder: Object | None) -> None:
    power, toughness = base
    if power is not None:
        obj.power = _number(game, power, obj, holder)
    if toughness is not None:
        obj.toughness = _number(game, toughness, obj, holder)


def _add_stats(game: Game, obj: Object, change: tuple[tuple[str, Amount], ...], holder: Object | None) -> None:
    """Further numbers get more or less; one that it has not it does not get, unless all have it unprinted."""
    more = {name: _number(game, value, obj, holder) for name, value in change}
    unprinted = game.rules.unprinted_stats
    if unprinted:
        own = {name for name, _ in obj.stats}
        obj.stats += tuple((name, unprinted[name]) for name in more if name in unprinted and name not in own)
    obj.stats = tuple((name, number + more.get(name, 0)) for name, number in obj.stats)


def _settled(game: Game, value: Amount, holder: Object | None) -> Amount:
    """An amount of an effect as a number, where it is the same for all that the effect changes."""
    if isinstance(value, int) or holder is None or speaks_of_it(value):
        return value
    return _number(game, value, holder, holder)


def _number(game: Game, value: Amount, obj: Object, holder: Object | None) -> int:
    """A number of an effect on an object, which is what "its" means there."""
    if isinstance(value, int):
        return value
    by = holder if holder is not None else obj
    seat = game.rules.speaker(game, by)
    asking = Item(0, "static", seat, by.id, -1)
    asking.it = (obj.id,)
    return amount(game, value, seat, by.id, asking)


def _take_control(game: Game) -> None:
    """613.1b: what an Aura is attached to that gives control; it lasts as long as that (``durations``)."""
    for ident in game.root.granting:
        holder = game.obj(ident)
        host = game.object(holder.attached)
        if host is None or not any(text.ability.control for text in grants_of(game, holder)):  # type: ignore[union-attr]  # a Grant
            continue
        until = Until(f"attached {host.id}", holder.controller, holder.id)
        if any(effect.until == until for effect in controls_of(game, host)):
            continue
        own = own_controller(game, host)
        effect = ControlEffect(host.id, holder.controller, own, (holder.id, holder.name), until)
        game.append(game.root, "effects", effect)
        change_control(game, host, holder.controller)


def controls_of(game: Game, obj: Object) -> list[ControlEffect]:
    """The effects of limited duration that give control of an object, the oldest first."""
    return [effect for effect in game.root.effects if isinstance(effect, ControlEffect) and effect.ident == obj.id]


def own_controller(game: Game, obj: Object) -> int:
    """The controller of an object without any such effect."""
    controls = controls_of(game, obj)
    return controls[0].own if controls else obj.controller


def change_control(game: Game, obj: Object, seat: int) -> None:
    """Give a permanent to another controller: it is new under that control, and out of combat (506.4)."""
    if obj.controller == seat:
        return
    game.write(obj, "controller", seat)
    game.write(obj, "sick", True)
    leave_combat(game, obj)


def leave_combat(game: Game, obj: Object) -> None:
    """506.4: it is no attacking, blocking or blocked creature any more."""
    if obj.attacking >= 0 or obj.blocking:
        game.write(obj, "attacking", NOBODY)
        game.write(obj, "attacks", 0)
        game.write(obj, "blocking", ())
        if obj.blocked:
            game.write(obj, "blocked", False)


def keep_gained(game: Game, spell: Object, permanent: Object) -> None:
    """Carry the gains of a permanent spell over to the permanent that it becomes (400.7a)."""
    root = game.root
    if any(isinstance(effect, ModifyEffect) and spell.id in effect.idents for effect in root.effects):
        carried = (
            effect._replace(idents=(*effect.idents, permanent.id))
            if isinstance(effect, ModifyEffect) and spell.id in effect.idents
            else effect
            for effect in root.effects
        )
        game.write(root, "effects", tuple(carried))


def gain(game: Game, obj: Object, keywords: tuple[str, ...], by: By, until: Duration) -> None:
    """Something gains keywords for a time; a spell has them at once, a permanent as it is worked out next."""
    effect = ModifyEffect((obj.id,), Modification(gains=keywords), by, game.new_timestamp(), until)
    game.append(game.root, "effects", effect)
    if obj.zone != game.arena:
        game.write(obj, "keywords", (*obj.keywords, *(word for word in keywords if word not in obj.keywords)))
