"""The text of an object as it runs, and everything that made it so.

``account`` works the continuous effects out once more, before a witness that keeps what each did to the object (613),
and adds what stands elsewhere: who controls it, what it is a copy of, what changes its cost. It changes nothing. An
object that a seat may not look at is not named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.abilities import CombatRule, Grant, Keyword
from engine.cards.definitions import SIGN
from engine.cards.mana_symbols import in_braces
from engine.cards.register import given
from engine.events.labels import label
from engine.explain.projection import may_see
from engine.queries.faces import is_facedown, shows_own_face
from engine.queries.layers import (
    ABILITIES,
    ADDED,
    BASE,
    COLORS,
    COUNTED,
    DEFINED,
    LEVELS,
    SWITCHED,
    TOUGHNESS,
    TYPES,
    Effect,
    Witness,
    controls_of,
    retell,
)
from engine.queries.static_effects import cost_changes_of
from engine.sentences import Words, said, word
from engine.state.counter_kinds import PLAIN
from engine.state.lasting import ModifyEffect
from engine.state.records import NOBODY, Object
from engine.text.language import language

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.abilities import CostChange
    from engine.state.game import Game
    from engine.state.lasting import Duration

PRINTED: Final = said("reason.by_printed", "printed")
COUNTERS: Final = said("reason.by_counters", "counters")
UNKNOWN: Final = said("reason.by_effect", "an effect")
"""The source of a change that is no object's."""
CITED: Final = {
    DEFINED: "defined",
    TYPES: "types",
    COLORS: "colors",
    ABILITIES: "abilities",
    BASE: "base",
    ADDED: "added",
    LEVELS: "added",
    TOUGHNESS: "added",
    COUNTED: "added",
    SWITCHED: "switched",
}
"""The key of what each layer obeys (``Rules.citations``)."""


class Traits(NamedTuple):
    """The characteristics of an object at one step of the trace."""

    words: tuple[str, ...]
    keywords: tuple[str, ...]
    abilities: tuple[int, ...]
    power: int
    toughness: int
    level: int
    stats: tuple[tuple[str, int], ...]


def traits_of(obj: Object) -> Traits:
    """The characteristics of an object as they are now."""
    return Traits(obj.words, obj.keywords, obj.abilities, obj.power, obj.toughness, obj.level, obj.stats)


class Change:
    """One thing that made an object what it is.

    Attributes:
        change: in words: "+1/+1", "gains flying", "costs {1} less".
        name: what it comes from, ``printed`` and ``counters`` included.
        by: the id of that, 0 if it is no object that the seat sees.
        until: how long it lasts, in words; "" as long as what it comes from says so.
        rule: the paragraph of the layer.
    """

    __slots__ = ("by", "change", "name", "rule", "until")

    def __init__(self, change: Words, name: Words, by: int = 0, until: Words = "", rule: str = "") -> None:
        self.change = change
        self.name = name
        self.by = by
        self.until = until
        self.rule = rule

    def __repr__(self) -> str:
        return f"Change({str(self.change)!r}, {str(self.name)!r}, {self.by}, {str(self.until)!r}, {self.rule!r})"


class Line:
    """One ability that an object has or had printed, as rules text.

    Attributes:
        text: rendered from what runs; ``~`` is the object itself.
        name, by: what it got it from, as of a ``Change``; "" and 0 if it is printed on it.
        lost: printed on it, and not there now.
    """

    __slots__ = ("by", "lost", "name", "text")

    def __init__(self, text: str, name: Words = "", by: int = 0, *, lost: bool = False) -> None:
        self.text = text
        self.name = name
        self.by = by
        self.lost = lost

    def __repr__(self) -> str:
        return f"Line({self.text!r}, {str(self.name)!r}, {self.by}, lost={self.lost})"


class Account:
    """The state of an object: its ``lines`` of text, and the ``changes`` that made it so, in the order they applied."""

    __slots__ = ("changes", "lines")

    def __init__(self, lines: tuple[Line, ...], changes: tuple[Change, ...]) -> None:
        self.lines = lines
        self.changes = changes


def account(game: Game, seat: int, obj: Object) -> Account:
    """The part that a seat may know of how an object it sees came to be as it is."""
    teller = Teller(game, seat, obj)
    if obj.zone == game.arena:
        retell(game, teller)
    changes = [
        *_copied(game, obj),
        *_controlled(game, seat, obj),
        *teller.changes,
        *(
            Change(_number(f"{n:+d}", what), *_named(game, seat, by.id, ""))
            for what, n, by in game.rules.lent_numbers(game, obj)
        ),
        *_gained(game, seat, obj),
        *_costs(game, seat, obj),
    ]
    return Account(tuple(_lines(game, obj, teller.given)), tuple(changes))


class Teller(Witness):
    """Keeps what each step did to one object; ``given`` is what abilities came from, by their number or keyword."""

    __slots__ = ("before", "changes", "game", "given", "is_begun", "obj", "seat")

    def __init__(self, game: Game, seat: int, obj: Object) -> None:
        self.game = game
        self.seat = seat
        self.obj = obj
        self.before = traits_of(obj)
        self.changes: list[Change] = []
        self.given: dict[int | str, Change] = {}
        self.is_begun = False

    def applied(self, layer: int, effect: Effect | None) -> None:
        """Keep what is different now, if anything is."""
        obj = self.obj
        now = traits_of(obj)
        before, self.before = self.before, now
        if not self.is_begun:
            self.is_begun = True  # what is printed
        elif now != before:
            self._keep(before, now, layer, effect)

    def _keep(self, before: Traits, now: Traits, layer: int, effect: Effect | None) -> None:
        name, by, until = self._origin(layer, effect)
        rule = self.game.rules.cite(CITED[layer])
        sized = _sized(self.game, before, now, is_set=layer in (DEFINED, BASE, SWITCHED))
        if sized and not any(change.name is PRINTED for change in self.changes):
            self.changes.append(Change(_size(self.game, before), PRINTED))
        for told in (*sized, *self._counted(before, now), *self._worded(before, now)):
            self.changes.append(Change(told, name, by, until, rule))
        if now.abilities != before.abilities or now.keywords != before.keywords:
            gained = Change("", name, by, until, rule)
            new = [*_new(before.keywords, now.keywords), *_new(before.abilities, now.abilities)]
            self.given.update(dict.fromkeys(new, gained))

    def _origin(self, layer: int, effect: Effect | None) -> tuple[Words, int, Words]:
        """The source of an effect, as this seat may know it, and its duration."""
        if effect is None:
            if layer == COUNTED:
                return _counters(self.game, self.obj), 0, ""
            return label(self.game, self.obj), self.obj.id, ""
        if effect.holder is not None:
            return *_named(self.game, self.seat, effect.holder.id, ""), ""
        ident, name = effect.by or (0, UNKNOWN)
        return *_named(self.game, self.seat, ident, name), until_words(self.game, effect.until)

    def _counted(self, before: Traits, now: Traits) -> list[Words]:
        """Level and further numbers."""
        old = dict(before.stats)
        told = [("level", now.level - before.level), *((key, n - old.get(key, 0)) for key, n in now.stats)]
        return [_number(f"{n:+d}", key) for key, n in told if n]

    def _worded(self, before: Traits, now: Traits) -> list[Words]:
        """Types and colors, then keywords and abilities."""
        found = _kinds(self.game, before.words, now.words)
        gained = [str(keyword) for keyword in _new(before.keywords, now.keywords)]
        gained += [f'"{text}"' for text in self._texts(_new(before.abilities, now.abilities), gained)]
        lost = [str(keyword) for keyword in _new(now.keywords, before.keywords)]
        lost += [f'"{text}"' for text in self._texts(_new(now.abilities, before.abilities), lost)]
        if gained:
            found.append(_gains(gained))
        if lost and not now.keywords and not now.abilities:
            found.append(said("reason.change_loses_all", "loses all abilities"))
        elif lost:
            found.append(said("reason.change_loses", "loses {what}", what=tuple(lost)))
        return found

    def _texts(self, numbers: Iterable[int | str], keywords: list[str]) -> list[str]:
        """The texts of abilities that are not of these keywords."""
        own = [number for number in numbers if isinstance(number, int)]
        return [_rendered(self.game, number) for number in own if not _is_meant_by(self.game, number, keywords)]


# --- in words -------------------------------------------------------------------------------------


def until_words(game: Game, until: Duration) -> Words:
    """The duration of an effect (``engine.replacement.durations``); "" for ever, or as long as it is attached."""
    kind = until if isinstance(until, str) else until.kind
    who = "" if isinstance(until, str) else game.players[until.seat].name
    match kind:
        case "turn":
            return said("reason.until_turn", "until end of turn")
        case "combat" | "thwart" | "use" | "round":
            combat = game.rules.events["damage"].in_combat if kind == "combat" else kind
            return said("reason.until_combat", "until the end of the {combat}", combat=word(combat))
        case "next turn":
            return said("reason.until_next_turn", "until the end of {who}'s next turn", who=who)
        case "your turn":
            return said("reason.until_your_turn", "until {who}'s next turn", who=who)
        case "your upkeep":
            return said("reason.until_your_upkeep", "until {who}'s next upkeep", who=who)
        case "your end step":
            return said("reason.until_your_end_step", "until {who}'s next end step", who=who)
        case "untapped":
            return said("reason.until_untapped", "until {who}'s next untap step is over", who=who)
        case "there":
            return said("reason.until_gone", "as long as what it comes from is there")
        case "tapped":
            return said("reason.until_untaps", "as long as what it comes from is tapped")
        case "controlled":
            return said("reason.until_lost", "as long as {who} controls what it comes from", who=who)
        case "controlled tapped":
            return said(
                "reason.until_lost_or_untaps",
                "as long as {who} controls what it comes from and it is tapped",
                who=who,
            )
        case _:
            return ""


def _named(game: Game, seat: int, ident: int, name: Words) -> tuple[Words, int]:
    """The name of something for a seat that may see it; a text that has resolved was called its name before all."""
    obj = game.object(ident)
    if obj is None:
        return name, 0
    if may_see(game, obj, seat):
        return label(game, obj), ident
    return name or said("reason.by_hidden", "something hidden"), 0


def _new(before: tuple[int | str, ...], now: tuple[int | str, ...]) -> list[int | str]:
    return [one for one in now if one not in before]


def _counters(game: Game, obj: Object) -> Words:
    """The counters that make an object greater or less, counted."""
    told = [(kind, n) for kind, n in obj.counters if game.rules.counters.get(kind, PLAIN).grows]
    if not told:
        return COUNTERS
    return said("reason.each", "{each}", each=tuple(_of_kind(kind, n) for kind, n in told))


def _of_kind(kind: str, number: int) -> Words:
    if number == 1:
        return said("reason.by_counter", "1 {kind} counter", kind=word(kind))
    return said("reason.by_counters_of", "{n} {kind} counters", n=number, kind=word(kind))


def _number(number: int | str, what: str) -> Words:
    return said("reason.change_number", "{n} {what}", n=number, what=word(what))


def _gains(what: Iterable[str]) -> Words:
    return said("reason.change_gains", "gains {what}", what=tuple(what))


def _size(game: Game, now: Traits) -> Words:
    """Power and toughness as players write them."""
    words = game.rules.presentation.words
    if "toughness" not in words:
        return f"{now.power}/{now.toughness}"
    name = words.get("power", "power")
    told = tuple(_number(n, what) for n, what in ((now.power, name), (now.toughness, words["toughness"])) if n)
    return said("reason.each", "{each}", each=told) if told else _number(0, name)


def _sized(game: Game, before: Traits, now: Traits, *, is_set: bool) -> list[Words]:
    """The change of power and toughness: set, or more or less."""
    power, toughness = now.power - before.power, now.toughness - before.toughness
    if not power and not toughness:
        return []
    if is_set:
        return [said("reason.change_becomes", "becomes {what}", what=_size(game, now))]
    words = game.rules.presentation.words
    if "toughness" not in words:
        return [f"{power:+d}/{toughness:+d}"]
    told = ((power, words.get("power", "power")), (toughness, words["toughness"]))
    return [_number(f"{n:+d}", what) for n, what in told if n]


def _kinds(game: Game, before: tuple[str, ...], now: tuple[str, ...]) -> list[Words]:
    """Words of the type line and colors that came and went; what these imply is left out."""
    implied = {each for words in language(game.rules.name).vocabulary.implied.values() for each in words}
    new = [str(each) for each in _new(before, now) if each not in implied and SIGN not in str(each)]
    gone = [str(each) for each in _new(now, before) if each not in implied]
    found: list[Words] = [said("reason.change_not", "is not {what} any more", what=word(each)) for each in gone]
    return [said("reason.change_becomes", "becomes {what}", what=word(" ".join(new))), *found] if new else found


def _is_meant_by(game: Game, number: int, keywords: Iterable[str]) -> bool:
    """Whether an ability is a keyword, or what one of these keywords stands for."""
    ability = game.texts[number].ability
    return isinstance(ability, Keyword) or ability in given(game.rules, tuple(keywords), ())


def _rendered(game: Game, number: int) -> str:
    """An ability in words; a rule of combat is said of the object that has it."""
    ability = game.texts[number].ability
    if isinstance(ability, CombatRule):
        ability = Grant(abilities=(ability,), source=True)
    return language(game.rules.name).render(ability)


# --- what it says ---------------------------------------------------------------------------------


def _lines(game: Game, obj: Object, given: dict[int | str, Change]) -> list[Line]:
    """The printed abilities, those that are lost among them; then those that others gave it."""
    printed = game.prints[obj.card]
    language_ = language(game.rules.name)
    lines = []
    for ability in printed.definition.abilities:
        is_lost = not _has(game, obj, ability)
        lines.append(Line(language_.render(ability), lost=is_lost))
    for key, source in given.items():
        if isinstance(key, str) and key in obj.keywords:
            lines.append(Line(key, source.name, source.by))
        elif isinstance(key, int) and key in obj.abilities and not _is_meant_by(game, key, obj.keywords):
            lines.append(Line(_rendered(game, key), source.name, source.by))
    lent = [number for number in obj.abilities if number not in printed.numbers and number not in given]
    if game.beneath is not None:
        lines += [Line(_rendered(game, number), game.beneath.name) for number in lent]
    return lines


def _has(game: Game, obj: Object, ability: object) -> bool:
    """Whether a printed ability is still there; a keyword is by its name."""
    if isinstance(ability, Keyword):
        return ability.name in obj.keywords
    numbers = [n for n in game.prints[obj.card].numbers if game.texts[n].ability == ability]
    return not numbers or any(number in obj.abilities for number in numbers)


# --- what stands elsewhere ------------------------------------------------------------------------


def _copied(game: Game, obj: Object) -> list[Change]:
    if shows_own_face(game, obj) or is_facedown(game, obj):
        return []
    real = game.prints[obj.real].definition
    copied = said("reason.change_copy", "is a copy of {name}", name=obj.name)
    return [Change(copied, said("reason.by_card", "{name}, printed", name=real.name), rule=game.rules.cite("copy"))]


def _controlled(game: Game, seat: int, obj: Object) -> list[Change]:
    """The controller, if that is not the owner, and the effect that gave it away."""
    if obj.zone != game.arena or obj.controller == obj.owner or obj.controller == NOBODY:
        return []
    controller, owner = game.players[obj.controller].name, game.players[obj.owner].name
    told = said("reason.change_control", "{who} controls it, {other} owns it", who=controller, other=owner)
    rule = game.rules.cite("control")
    found = [effect for effect in controls_of(game, obj) if effect.seat == obj.controller]
    if not found:
        return [Change(told, UNKNOWN, rule=rule)]
    name, by = _named(game, seat, *(found[-1].by or (0, UNKNOWN)))
    return [Change(told, name, by, until_words(game, found[-1].until), rule)]


def _gained(game: Game, seat: int, obj: Object) -> list[Change]:
    """The gains of a spell, of which no layer is worked out."""
    found = []
    for entry in game.root.effects if obj.zone != game.arena else ():
        if isinstance(entry, ModifyEffect) and obj.id in entry.idents and entry.change.gains:
            name, by = _named(game, seat, *(entry.by or (0, UNKNOWN)))
            told = _gains(entry.change.gains)
            found.append(Change(told, name, by, until_words(game, entry.until), game.rules.cite("abilities")))
    return found


def _costs(game: Game, seat: int, obj: Object) -> list[Change]:
    """The effects that change its cost, if the seat played it from where it is."""
    if obj.zone == game.arena or obj.owner != seat:
        return []
    found = []
    for verb in game.rules.play_words:
        for holder, change, number in cost_changes_of(game, verb, obj, seat):
            name, by = (UNKNOWN, 0) if holder is None else _named(game, seat, holder.id, "")
            until = until_words(game, "turn") if holder is None else ""
            found.append(Change(_cost_words(change, number), name, by, until, game.rules.cite("total")))
    return found


def _cost_words(change: CostChange, number: int) -> Words:
    amount = (f"{{{number}}}" if number or not change.symbols else "") + in_braces(change.symbols)
    match change.operation:
        case "free":
            return said("reason.change_free", "costs nothing")
        case "more":
            return said("reason.change_more", "costs {amount} more", amount=amount)
        case "less":
            return said("reason.change_less", "costs {amount} less", amount=amount)
        case "becomes":
            return said("reason.change_cost", "costs {amount}", amount=amount)
        case _:
            return said("reason.change_least", "costs at least {amount}", amount=amount)
