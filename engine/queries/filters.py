"""Meaning of filters, references, quantities and conditions, evaluated on the state.

Every question is asked for a seat ("you"), a source (the object whose text it is, 0 for none) and, where a text is
being played or resolves, its item.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    COLORS_SPENT,
    EXCESS,
    GIVEN_UP,
    HISTORY,
    MANA_SPENT,
    NOT_YOURS,
    YOU,
    YOU_OWN,
    Among,
    Compare,
    Count,
    Done,
    EventAmount,
    Fits,
    Grant,
    InCase,
    Math,
    Opponents,
    Paid,
    Per,
    Tally,
    Truth,
    Value,
    Variable,
)
from engine.abilities.nouns import BEGUN
from engine.cards.definitions import FACEDOWN
from engine.cards.spliced_texts import printed_modes
from engine.cards.worked_out import worked_out
from engine.queries.faces import has_name
from engine.state.last_known import LastKnown, known, remembered
from engine.state.occurred import TriggerEvent
from engine.state.play_notes import MANA_FOR_IT, PaidNumber, numbers_paid, objects_paid, targets_held
from engine.state.records import NOBODY, Item, Object, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.abilities import Amount, Filter, Ref, Test, TestOp
    from engine.state.game import Game
    from engine.state.last_known import Last, LastOrId
    from engine.state.records import Zone


WORN: Final = ("attacking you", "multicolored", "monocolored", "enchanted", "equipped", "modified")
"""States of an object that other objects or the game's families of words decide."""
PERSONAL: Final = ("influence", "initiative", "monarch")
"""The numbers that a text may ask of players as it describes them."""
EXTREMES: Final = ("highest", "lowest")
"""Tests that ask all that fit together."""
DEFINED: Final = ("power", "toughness")
"""The numbers that an ability may define, in the order in which it says them."""
LINKED: Final = "linked to"
"""The name under which a card in exile keeps the object whose ability exiled it, for another ability of that object."""


def has_words(words: tuple[str, ...], kinds: tuple[tuple[str, ...], ...]) -> bool:
    """Whether one of the conjunctions holds for the words of something."""
    for kind in kinds:
        for word in kind:
            if (word[1:] in words) if word[0] == "!" else (word not in words):
                break
        else:
            return True
    return False


class Meant:
    """The meaning of a filter's tests, worked out once for all objects that it is asked of one after the other.

    Good as long as nothing changes in between.
    """

    __slots__ = ("_game", "_item", "_known", "_seat", "_source")

    def __init__(self, game: Game, seat: int, source: int, item: Item | None) -> None:
        self._game = game
        self._seat = seat
        self._source = source
        self._item = item
        self._known: dict[int, object] = {}

    def number(self, value: Amount) -> int:
        """The value of an amount."""
        if isinstance(value, int):
            return value
        found = self._known.get(id(value))
        if found is None:
            found = self._known[id(value)] = amount(self._game, value, self._seat, self._source, self._item)
        return found  # type: ignore[return-value]  # of an amount it is a number

    def ids(self, ref: Ref) -> tuple[int, ...]:
        """The ids that a reference means."""
        found = self._known.get(id(ref))
        if found is None:
            found = self._known[id(ref)] = resolve(self._game, ref, self._seat, self._source, self._item)
        return found  # type: ignore[return-value]  # of a reference it is ids


def fitting(
    game: Game, what: Filter, objs: Iterable[Object], seat: int, source: int, item: Item | None = None
) -> list[Object]:
    """Those of some objects that are meant, their zone aside."""
    if not what.tests and what.whose is None:
        return [obj for obj in objs if fits(game, what, obj, seat, source, item)]
    meant = Meant(game, seat, source, item)
    return [obj for obj in objs if fits(game, what, obj, seat, source, item, meant)]


def fits(
    game: Game,
    what: Filter,
    obj: Object,
    seat: int,
    source: int,
    item: Item | None = None,
    meant: Meant | None = None,
) -> bool:
    """Whether an object is one of those meant, its zone aside."""
    if what.of:
        if what.of == "you":
            if obj.controller != seat:
                return False
        elif what.of == "friendly":
            if not game.rules.relations["friendly"](game, obj, (game.players[seat].id,)):
                return False
        elif what.of == "opponent" and obj.controller == seat:
            return False
    if what.whose is not None:
        meant = meant or Meant(game, seat, source, item)
        if game.players[obj.controller].id not in meant.ids(what.whose):
            return False
    if what.other and (obj.id == source or (item is not None and item.known and obj.id == item.known.became)):
        return False
    if not has_words(obj.words, what.kinds):
        return False
    if what.name and game.rules.title(game, obj) != what.name:
        return False
    if not what.tests:
        return True
    meant = meant or Meant(game, seat, source, item)
    return all(_holds(game, test, obj, seat, source, item, meant) for test in what.tests)


def _holds(game: Game, test: Test, obj: Object, seat: int, source: int, item: Item | None, meant: Meant) -> bool:
    if test.op == "is":
        return _is(game, test.field, obj, seat)
    if test.op == "has":
        return any(keyword in obj.keywords for keyword in test.field.split(" or "))
    if test.op in ("of", "same", "shares"):
        return _is_related(game, test, obj, source, item, meant)
    if test.op in ("differs", "same object"):
        assert isinstance(test.value, Value)
        return (obj.id in meant.ids(test.value.of)) == (test.op == "same object")
    if test.op in EXTREMES:
        return True  # asked of all that fit together
    if test.op == "lacks":
        return test.field not in obj.keywords
    if test.op == "any of":
        return any(_holds(game, one, obj, seat, source, item, meant) for one in test.tests)
    reading = game.rules.readings.get(test.field)
    if reading is not None:
        return compare(reading(game, [obj]), test.op, meant.number(test.value))
    if test.field in game.rules.printed_numbers and all(key != test.field for key, _ in obj.extra):
        return False  # what has no such number has not 0
    if test.op == "chosen" and item is not None and item.chosen:
        return item.chosen in obj.words
    if test.op == "chosen":
        holder = game.object(source)
        return holder is not None and any(word in obj.words for key, word in holder.extra if key == test.field)
    if test.field == "modes":
        number = 0 if item is None else len(printed_modes(item.modes))
        return item is not None and compare(number, test.op, amount(game, test.value, seat, source))
    if test.field == "X":
        return item is not None and compare(item.x, test.op, amount(game, test.value, seat, source))
    if item is None and isinstance(test.value, Value) and test.value.of.kind == "it":
        return compare(number_now(game, obj, test.field), test.op, number_now(game, obj, test.value.field))
    return compare(number_now(game, obj, test.field), test.op, meant.number(test.value))


def _is_related(game: Game, test: Test, obj: Object, source: int, item: Item | None, meant: Meant) -> bool:
    """Whether an object blocks another, is blocked by it, targets it, or has its name."""
    assert isinstance(test.value, Value)
    if test.op == "same":
        if not has_name(game, obj):
            return False
        last = _last_known(test.value.of, source, item)
        if last and last.id not in game.records:
            return bool(last.name == obj.name)
    ids = meant.ids(test.value.of)
    if test.field == "targets":
        return any(ident in ids for found in _aimed(game, obj) for ident in found)
    if test.op == "shares":
        return _shares(game, test, obj, source, item, ids)
    if test.field == "attached":
        return obj.attached in ids
    relation = game.rules.relations.get(test.field)
    if relation is not None:
        return relation(game, obj, ids or ((source,) if test.value.of.kind == "self" else ()))
    others = [o for o in map(game.object, ids) if o is not None]
    if test.op == "same":
        return any(other.name == obj.name for other in others)
    if test.field == "blocking":
        return any(other.id in obj.blocking for other in others)
    return any(obj.id in other.blocking for other in others)


def _aimed(game: Game, obj: Object) -> tuple[tuple[int, ...], ...]:
    """The targets of a spell, word by word."""
    for ident in reversed(game.root.stack):
        item = game.item(ident)
        if item.card == obj.id:
            return item.targets
    return ()


def _shares(game: Game, test: Test, obj: Object, source: int, item: Item | None, ids: tuple[int, ...]) -> bool:
    """Whether an object has a word of a family in common with another, as that is or last was."""
    assert isinstance(test.value, Value)
    last = _last_known(test.value.of, source, item)
    if last and last.id not in game.records:
        others = [remembered(last)]
    else:
        others = [o for o in map(game.object, ids) if o is not None]
    words = [word for word in game.rules.families[test.field] if word in obj.words and word != "colorless"]
    return any(word in other.words for other in others for word in words)


def _is(game: Game, name: str, obj: Object, seat: int) -> bool:
    """Whether an object is in a state, or something happened to it this turn."""
    relation = game.rules.relations.get(name)
    if relation is not None:
        return relation(game, obj, ())
    event = HISTORY.get(name)
    if event is not None:
        return any(
            past.name == event and past.what and obj.id in (past.what.id, past.what.became)
            for past in game.root.happened
        )
    if name == YOU_OWN:
        return obj.owner == seat
    if name == NOT_YOURS:
        return obj.owner != seat
    if name == "attacking you":
        return obj.attacking == seat
    if name in ("multicolored", "monocolored"):
        colors = sum(color in obj.words for color in game.rules.families.get("color", ()))
        return colors > 1 if name == "multicolored" else colors == 1
    if name in ("enchanted", "equipped", "modified"):
        return _is_worn(game, name, obj)
    return _state(name, obj)


def _is_worn(game: Game, name: str, obj: Object) -> bool:
    """Whether it is enchanted or equipped; modified are creatures with an own Aura, an Equipment or a counter."""
    on = [other for other in game.battlefield() if other.attached == obj.id]
    if name == "modified" and (obj.counters or any("equipment" in other.words for other in on)):
        return True
    if name == "modified":
        return any("aura" in other.words and other.controller == obj.controller for other in on)
    return any(("aura" if name == "enchanted" else "equipment") in other.words for other in on)


def _state(name: str, obj: Object) -> bool:
    match name:
        case "tapped" | "rested" | "exhausted":
            return obj.tapped
        case "untapped" | "awake" | "ready":
            return not obj.tapped
        case "attacking":
            return obj.attacking >= 0
        case "blocking" | "retaliating":
            return bool(obj.blocking)
        case "token":
            return obj.token
        case "blocked":
            return obj.blocked
        case "nonattacking":
            return obj.attacking < 0
        case "attacking or tapped":
            return obj.attacking >= 0 or obj.tapped
        case "unblocked":
            return obj.attacking >= 0 and not obj.blocked
        case "historic":
            return any(word in obj.words for word in ("artifact", "legendary", "saga"))
        case "tapped or blocking":
            return obj.tapped or bool(obj.blocking)
        case "echo due" | "exiled with madness":
            return False  # noted beside the object: at its controller's untap step, as it was discarded
        case (
            "goaded"
            | "level 2"
            | "level 3"
            | "monstrous"
            | "prepared"
            | "renowned"
            | "saddled"
            | "solved"
            | "suspected"
        ):
            return name in obj.words
        case "face-down":
            return FACEDOWN in obj.words
        case "face-up":
            return FACEDOWN not in obj.words
        case "attacking or blocking":
            return obj.attacking >= 0 or bool(obj.blocking)
        case _:
            raise ValueError(f"no state {name!r}")


def number_of(obj: Object, field: str) -> int:
    """A number of an object by its name in the text; 1 or 0 for a state."""
    if field == "power" or field == "attack":
        return obj.power
    if field == "id":
        return obj.id
    if field == "attached":
        return obj.attached
    if field == "toughness" or field == "life":
        return obj.toughness
    if field == "level":
        return obj.level
    if field == "mana value":
        return obj.value
    if field == MANA_SPENT:
        return dict(obj.paid).get(MANA_FOR_IT, 0)
    if field == COLORS_SPENT:
        return sum(word.startswith(f"{MANA_FOR_IT} ") and word[-1] != "C" for word, _ in obj.paid)
    if field.startswith(MANA_SPENT):
        return dict(obj.paid).get(f"{MANA_FOR_IT}{field.removeprefix(MANA_SPENT)}", 0)
    if field == "loyalty":
        field = "counters loyalty"
    if field == "damage":
        return obj.damage
    if field.startswith("counters"):
        name = field[9:]
        return sum(n for kind, n in obj.counters if not name or kind == name)
    for key, number in obj.stats:
        if key == field:
            return number
    for key, value in obj.extra:
        if key == field and isinstance(value, int):
            return value
    return int(_state(field, obj))


def number_now(game: Game, obj: Object, field: str) -> int:
    """A number of an object where it is; what defines its power or toughness does so in every zone (604.3)."""
    if field in DEFINED and obj.zone != game.arena and obj.abilities:
        base = _definition(game, obj)
        value = base[DEFINED.index(field)] if base is not None else None
        busy = game.caches.get("defining", ())
        if value is not None and obj.id not in busy:
            game.caches["defining"] = (*busy, obj.id)
            asking = Item(0, "static", obj.controller, obj.id, -1)
            asking.it = (obj.id,)
            try:
                return amount(game, value, obj.controller, obj.id, asking)
            finally:
                game.caches["defining"] = busy
    return number_of(obj, field)


def is_defined_elsewhere(game: Game, obj: Object) -> bool:
    """Whether an object that is not in the arena has a power or toughness that its own ability defines (604.3)."""
    return obj.zone != game.arena and bool(obj.abilities) and _definition(game, obj) is not None


def known_now(game: Game, obj: Object) -> LastKnown:
    """The facts of an object where it lies, with the ability that defines its power or toughness (604.3)."""
    last = known(obj)
    if not is_defined_elsewhere(game, obj):
        return last
    return last._replace(power=number_now(game, obj, "power"), toughness=number_now(game, obj, "toughness"))


def _definition(game: Game, obj: Object) -> tuple[Amount | None, Amount | None] | None:
    """The power and toughness that an object's own ability defines; none if no ability does."""
    found = None
    for text in game.kit(obj).grants:
        if isinstance(text.ability, Grant) and text.ability.defines and text.ability.base is not None:
            found = text.ability.base
    return found


def compare(left: int, op: TestOp, right: int) -> bool:
    """Whether ``left op right`` holds."""
    match op:
        case "=":
            return left == right
        case "<":
            return left < right
        case ">":
            return left > right
        case "<=":
            return left <= right
        case ">=":
            return left >= right
        case "even":
            return left % 2 == 0
        case "odd":
            return left % 2 == 1
        case _:
            raise ValueError(f"no comparison {op!r}")


@worked_out
def speaks_of_it(value: object) -> bool:
    """Whether an amount may depend on the object that "it" means: whether it has a reference to that anywhere."""
    if isinstance(value, tuple):
        return any(speaks_of_it(part) for part in value)
    if not is_dataclass(value):
        return False
    return getattr(value, "kind", "") == "it" or any(speaks_of_it(getattr(value, f.name)) for f in fields(value))


def holds(game: Game, condition: Compare | None, seat: int, source: int, item: Item | None = None) -> bool:
    """Whether a condition is true now; no condition always is."""
    if condition is None:
        return True
    left = amount(game, condition.left, seat, source, item)
    return compare(left, condition.op, amount(game, condition.right, seat, source, item))


def _x_of(game: Game, item: Item) -> int:
    """The X of what is on the stack: as announced, or as its text defines it, as that is now (107.3c)."""
    if item.kind == "activated" and item.text >= 0:
        for limit in game.texts[item.text].limits:
            if limit.kind == "x is":
                return max(0, amount(game, limit.value, item.controller, item.source, item))
    return item.x


def amount(game: Game, value: Amount, seat: int, source: int, item: Item | None = None) -> int:
    """A quantity as a number, now."""
    if isinstance(value, int):
        return value
    match value:
        case Variable():
            return _x_of(game, item) if item is not None else 0
        case Count():
            return value.times * len(matching(game, value.what, seat, source, item))
        case Tally():
            return _tally(game, value, seat, source, item)
        case Per():
            return value.times * amount(game, value.of, seat, source, item)
        case Among():
            return _among(game, value, seat, source, item)
        case Math():
            return _math(game, value, seat, source, item)
        case Opponents():
            each = [amount(game, value.amount, other, source, item) for other in game.opponents(seat)]
            if value.how == "total":
                return sum(each)
            return 0 if not each else max(each) if value.how == "greatest" else min(each)
        case Fits():
            return _fitting(game, value, seat, source, item)
        case Truth():
            return int(holds(game, value.condition, seat, source, item))
        case EventAmount():
            assert item is not None
            return event_of(item).amount if item.event else item.did or _x_of(game, item)
        case Done(own=True):
            return value.times * _own_share(item, seat)
        case Done():
            return value.times * item.did if item is not None else 0
        case Value():
            return _value(game, value, seat, source, item)
        case Paid():
            return value.times * paid(game, source, value.name, item)
        case InCase():
            said = value.amount if holds(game, value.condition, seat, source, item) else value.otherwise
            return amount(game, said, seat, source, item)
        case _:
            return game.rules.amounts[type(value)](game, value, seat, item)


def _own_share(item: Item | None, seat: int) -> int:
    """The number of a seat's cards among those that a text did something to just before."""
    if item is None:
        return 0
    return len([last for last in item.last if last.owner == seat and last.id in item.it])


def paid(game: Game, source: int, name: str, item: Item | None = None) -> int:
    """The times that a cost was paid for a text, and for the spell that it is of or that became its source."""
    obj = game.object(source)
    costs = obj.paid if obj is not None else item.known.paid if item is not None and item.known else ()
    own = sum(numbers_paid(item.paid, name)) if item is not None else 0
    return own + next((times for cost, times in costs if cost == name), 0)


def _among(game: Game, value: Among, seat: int, source: int, item: Item | None) -> int:
    """One number of several objects: the greatest, the least, the sum, or how many different ones."""
    objs = [obj for obj in map(game.object, matching(game, value.what, seat, source, item)) if obj is not None]
    if value.how == "different":
        if value.field == "name":
            return len({obj.name for obj in objs if has_name(game, obj)})
        if value.field in game.rules.printed_numbers:
            return len({number for obj in objs for name, number in obj.extra if name == value.field})
        if value.field in game.rules.families:
            return sum(any(word in obj.words for obj in objs) for word in game.rules.families[value.field])
    if value.how == "alike":
        shared = [number for obj in objs for name, number in obj.extra if name == value.field]
        return max(map(shared.count, shared), default=0)
    reading = game.rules.readings.get(value.field)
    numbers = [number_now(game, obj, value.field) if reading is None else reading(game, [obj]) for obj in objs]
    if value.how == "different":
        return len(set(numbers))
    if value.how == "total":
        return sum(numbers)
    return max(numbers, default=0) if value.how == "greatest" else min(numbers, default=0)


def _math(game: Game, value: Math, seat: int, source: int, item: Item | None) -> int:
    left = amount(game, value.left, seat, source, item)
    right = amount(game, value.right, seat, source, item)
    match value.op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return game.bounded(left * right)
        case "min":
            return min(left, right)
        case "half up":
            return (left + 1) // 2
        case "groups of":
            return max(0, left) // right
        case _:
            return left // 2


def _fitting(game: Game, value: Fits, seat: int, source: int, item: Item | None) -> int:
    """The number of a reference's objects that fit; one that has left is judged as it last was."""
    if item is not None and value.of.kind in ("it", "target", "new target"):
        ids = item.it if value.of.kind == "it" else targets_of(item, value.of)
        return sum(_fits_or_did(game, value.what, ident, seat, source, item) for ident in ids)
    last = _last_known(value.of, source, item)
    if last and last.id not in game.records:
        return int(fits(game, value.what, remembered(last), seat, source, item))
    found = (game.records.get(ident) for ident in resolve(game, value.of, seat, source, item))
    return sum(
        fits(game, value.what, record, seat, source, item)
        if isinstance(record, Object)
        else isinstance(record, Item) and fits_item(game, value.what, record, seat, source)
        for record in found
    )


def _fits_or_did(game: Game, what: Filter, ident: int, seat: int, source: int, item: Item) -> bool:
    """Whether one of several fits, or did as it left (608.2h)."""
    record = game.records.get(ident)
    if isinstance(record, Item):
        return fits_item(game, what, record, seat, source)
    if record is None:
        last = next((last for last in item.last if last.id == ident), None)
        record = remembered(last) if last is not None else None
    return isinstance(record, Object) and fits(game, what, record, seat, source, item)


def _tally(game: Game, value: Tally, seat: int, source: int, item: Item | None) -> int:
    """The events of this turn, counted or added up."""
    total = 0
    until = _about(item) if value.before and item is not None else 0
    for name, who, last, much in game.root.happened:
        if until and name == value.event and last and last.id == until:
            break
        if value.since and name == f"{value.since}{BEGUN}":
            total = 0
        if name != value.event or (value.who and (who == seat) != (value.who == "you")):
            continue
        if value.what is None or (last and fits(game, value.what, remembered(last), seat, source)):
            total += much if value.much else 1
    return total


def times_done(game: Game, event: str, what: Filter | None, by: int, seat: int, source: int, only: int = NOBODY) -> int:
    """The times this turn that a player has done something, or that it befell them, to what fits for ``seat``.

    ``only`` is the object that it has to have befallen, if there is one.
    """
    return sum(
        name == event
        and who == by
        and (only == NOBODY or bool(last and last.id == only))
        and (what is None or bool(last and fits(game, what, remembered(last), seat, source)))
        for name, who, last, _ in game.root.happened
    )


def _excess(game: Game, value: Value, seat: int, source: int, item: Item | None) -> int:
    """The excess damage that a text has dealt: to an object, or to all (120.10)."""
    if item is None:
        return 0
    if value.of == YOU:
        return sum(
            each.number for each in item.paid if isinstance(each, PaidNumber) and each.word.startswith(f"{EXCESS} ")
        )
    victims = resolve(game, value.of, seat, source, item)
    return sum(sum(numbers_paid(item.paid, f"{EXCESS} {ident}")) for ident in victims)


def _value(game: Game, value: Value, seat: int, source: int, item: Item | None) -> int:
    if value.field.startswith("removed "):  # to pay a cost, or else by what the text did last
        removed = numbers_paid(item.paid, value.field) if item is not None else []
        return sum(removed) if removed or item is None else item.did
    if value.field == EXCESS:
        return _excess(game, value, seat, source, item)
    reading = game.rules.readings.get(value.field)
    if reading is not None:
        objs = [obj for obj in map(game.object, resolve(game, value.of, seat, source, item)) if obj is not None]
        return reading(game, objs)
    last = _last_known(value.of, source, item)
    if value.field in game.rules.printed_numbers:
        return _printed_number(game, value, seat, source, item, last)
    if last and last.id not in game.records and value.field not in HISTORY:
        relation = game.rules.relations.get(value.field)
        if relation is not None:
            return int(relation(game, remembered(last), ()))
        return number_of(remembered(last), value.field)  # what has left is known as it last was (608.2h)
    for ident in resolve(game, value.of, seat, source, item):
        record = game.records.get(ident)
        if isinstance(record, Object):
            if value.field in HISTORY or value.field in WORN or value.field in game.rules.relations:
                return int(_is(game, value.field, record, seat))
            number = number_now(game, record, value.field)
            if value.field not in game.rules.standing_values:
                return number
            asking = _asking(game, source, item)
            return number + game.rules.player_value(game, record.controller, value.field, asking)
        if isinstance(record, Item) and (card := _card_of(game, record)) is not None:
            return number_now(game, card, value.field)  # a spell has the characteristics of its card (112.1)
        if isinstance(record, Player) and value.field == "active":
            return int(record.seat == game.root.active)
        if isinstance(record, Player) and value.field.startswith("counters"):
            return sum(n for kind, n in record.counters if value.field[9:] in ("", kind))
        if isinstance(record, Player):
            return game.rules.player_value(game, record.seat, value.field, _asking(game, source, item))
    return 0


def _printed_number(game: Game, value: Value, seat: int, source: int, item: Item | None, last: Last) -> int:
    """A number that stands on a card, 0 of what has none; of what has left it is that of a card with its name."""
    if last and last.id not in game.records:
        same = (record for record in game.records.values() if isinstance(record, Object) and record.name == last.name)
        return next((n for card in same for key, n in card.extra if key == value.field and isinstance(n, int)), 0)
    found = (game.records.get(ident) for ident in resolve(game, value.of, seat, source, item))
    cards = (_card_of(game, record) if isinstance(record, Item) else record for record in found)
    numbers = (n for card in cards if isinstance(card, Object) for key, n in card.extra if key == value.field)
    return next((n for n in numbers if isinstance(n, int)), 0)


def _card_of(game: Game, item: Item) -> Object | None:
    """The card of a spell; an ability has none."""
    return game.object(item.card) if item.kind in game.rules.of_cards else None


def _asking(game: Game, source: int, item: Item | None) -> Object | None:
    """The object whose text asks, as it is or as it last was."""
    obj = game.object(source)
    if obj is None and item is not None and item.known and item.known.id == source:
        return remembered(item.known)
    return obj


def event_of(item: Item) -> TriggerEvent:
    """The event that an ability is about, which triggered it or which it is used about."""
    assert isinstance(item.event, TriggerEvent)
    return item.event


def _about(item: Item) -> int:
    """The id of what that event happened to."""
    what = event_of(item).what
    assert what
    return what.id


def counters_at_last(ref: Ref, item: Item) -> tuple[tuple[str, int], ...]:
    """The counters by kind that something had as it left (608.2h)."""
    last = _last_known(ref, item.source, item)
    return last.counters if last else ()


def _last_known(ref: Ref, source: int, item: Item | None) -> Last:
    if item is None:
        return ()
    if ref.kind == "event":
        return event_of(item).what
    if ref.kind in GIVEN_UP:
        return next(iter(objects_paid(item.paid, ref.kind)), ())
    if ref.kind == "event other":
        other = event_of(item).other
        return other if isinstance(other, LastKnown) else ()
    if ref.kind == "self" and item.known and item.known.id == source:
        return item.known
    if ref.kind in ("target", "new target"):
        ids = targets_of(item, ref)
        return next((last for last in item.last if last.id in ids), ())
    if ref.kind == "it":
        return next((last for last in item.last if last.id in item.it), ())
    return ()


def matching(game: Game, what: Filter, seat: int, source: int, item: Item | None = None) -> list[int]:
    """Ids of all objects (players, items) that fit, in the order of their zone."""
    found: list[int] = []
    records = game.records
    meant = Meant(game, seat, source, item) if what.tests or what.whose is not None else None
    if what.zone == "stack":
        return [i for i in game.root.stack if fits_item(game, what, records[i], seat, source, item)]  # type: ignore[arg-type]  # the stack holds items
    if what.zone:
        zones = _sources(game) if what.zone == "sources" else game.place(what.zone)
        for zone in zones if zones[0].seat >= 0 or what.zone == "sources" else zones[:1]:
            if zone.sight == "nobody":
                if _is_whose(game, what, zone.seat, seat, meant):
                    found.extend([0] * len(zone.content))
                continue
            for ident in zone.content:
                obj = records[ident]
                if fits(game, what, obj, seat, source, item, meant):  # type: ignore[arg-type]  # zones hold objects
                    found.append(ident)
    for test in what.tests:
        if test.op in EXTREMES:
            found = _extreme(game, found, test)
    if any("player" in kind for kind in what.kinds):
        found.extend(p.id for p in game.players[: game.seats] if not p.lost and is_player(game, what, p, seat))
    return found


def _is_whose(game: Game, what: Filter, owner: int, seat: int, meant: Meant | None) -> bool:
    """Whether a zone in which nobody sees the cards belongs to one of those whose cards are meant."""
    if what.of and (owner == seat) != (what.of == "you"):
        return False
    return what.whose is None or meant is None or game.players[owner].id in meant.ids(what.whose)


def some_matching(
    game: Game, what: Filter, seat: int, source: int, item: Item | None, is_good: Callable[[int], bool], number: int
) -> bool:
    """Whether so many fit and are good besides; those after them are not asked."""
    left = number
    if what.zone not in ("", "stack", "sources") and not any(test.op in EXTREMES for test in what.tests):
        zone = game.place(what.zone)[0]
        if zone.seat < 0 and zone.sight == "all":
            meant = Meant(game, seat, source, item) if what.tests or what.whose is not None else None
            for ident in zone.content:
                if fits(game, what, game.obj(ident), seat, source, item, meant) and is_good(ident):
                    left -= 1
                    if not left:
                        return True
            return any("player" in kind for kind in what.kinds) and _some_players(game, what, seat, is_good, left)
    for ident in matching(game, what, seat, source, item):
        if is_good(ident):
            left -= 1
            if not left:
                return True
    return False


def _some_players(game: Game, what: Filter, seat: int, is_good: Callable[[int], bool], number: int) -> bool:
    """Whether so many players fit and are good besides."""
    left = number
    for player in game.players[: game.seats]:
        if not player.lost and is_player(game, what, player, seat) and is_good(player.id):
            left -= 1
            if not left:
                return True
    return False


def _extreme(game: Game, found: list[int], test: Test) -> list[int]:
    """Those of which a number is the highest, or the lowest."""
    reading = game.rules.readings[test.field]
    numbers = {ident: reading(game, [game.obj(ident)]) for ident in found}
    wanted = (max if test.op == "highest" else min)(numbers.values(), default=0)
    return [ident for ident in found if numbers[ident] == wanted]


def _sources(game: Game) -> tuple[Zone, ...]:
    """The zones of which sources of damage may be chosen: permanents, and cards of spells on the stack (609.7a)."""
    return (game.place("battlefield")[0], game.place("stack")[0])


def is_player(game: Game, what: Filter, player: Player, seat: int) -> bool:
    """Whether a player fits. Players are anybody's: "any target" says nothing of whose; "target opponent" does."""
    if not all(_has_number(game, test, player) for test in what.tests):
        return False
    if what.of == "you" or (what.of == "opponent" and player.seat == seat):
        return False
    return any("player" in kind and not ("opponent" in kind and player.seat == seat) for kind in what.kinds)


def _has_number(game: Game, test: Test, player: Player) -> bool:
    """Whether a number of a player is as a text asks; what it asks of objects is nothing for a player."""
    if not isinstance(test.value, int) or test.field not in PERSONAL:
        return True
    return compare(game.rules.player_value(game, player.seat, test.field, None), test.op, test.value)


def fits_item(game: Game, what: Filter, item: Item, seat: int, source: int, asking_item: Item | None = None) -> bool:
    """Whether a spell or ability on the stack fits. An ability has no characteristics (602.2a).

    ``asking_item``: the item that asks, as far as what it has targeted or touched matters.
    """
    if what.of and (item.controller == seat) != (what.of == "you"):
        return False
    if what.other and item.id == source:
        return False
    card = game.object(item.card)
    is_of_card = item.kind in game.rules.of_cards
    if not is_of_card or card is None:
        words = (item.kind,) if is_of_card else ("ability", item.kind)
        return (
            not what.name and has_words(words, what.kinds) and _fits_without_characteristics(game, what, seat, source)
        )
    if what.name and card.name != what.name:
        return False
    meant = Meant(game, seat, source, asking_item)
    if not all(_holds(game, test, card, seat, source, None, meant) for test in what.tests):
        return False
    return has_words((item.kind, *card.words), what.kinds)


def _fits_without_characteristics(game: Game, what: Filter, seat: int, source: int) -> bool:
    """Whether what has no characteristics passes the tests: its numbers are 0, it is in no state and has no keyword."""
    return all(
        test.op == "lacks"
        or (test.op not in ("is", "has") and compare(0, test.op, amount(game, test.value, seat, source)))
        for test in what.tests
    )


def resolve(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """Ids of what a reference means now; objects that are gone are left out."""
    match ref.kind:
        case "you":
            return (game.players[seat].id,)
        case "self":
            return _live_source(game, source, item)
        case "target" | "new target":
            return _found(game, item, targets_of(item, ref)) if item is not None else ()
        case "each":
            assert ref.what is not None
            return tuple(matching(game, ref.what, seat, source, item))
        case "event":
            return _of_event(game, item, event_of(item).what) if item is not None else ()
        case "event other":
            return _of_event(game, item, event_of(item).other) if item is not None else ()
        case "defending player":
            return _defending(game, item)
        case "event player":
            return (game.players[event_of(item).seat].id,) if item is not None else ()
        case "it":
            found = _found(game, item, item.it) if item is not None else ()
            return found if ref.what is None else _fitting_among(game, ref.what, found, seat, source, item)
        case "controller" | "owner":
            return _person(game, ref, seat, source, item)
        case "opponents":
            return tuple(game.players[s].id for s in game.opponents(seat))
        case "players":
            return tuple(game.players[s].id for s in game.turn_order(game.root.active))
        case "who did" | "who didn't" | "who can't":
            return _by_deed(game, ref, seat, source, item)
        case "attached" | "attached player":
            obj = game.object(source)
            host: int = obj.attached if obj is not None else item.known.attached if item and item.known else 0
            return (host,) if host in game.records else ()
        case word if word in GIVEN_UP:
            return _live_given_up(game, word, item) or _linked(game, word, source)
        case "zone":
            return _in_zone(game, ref, seat, source, item)
        case _:
            return game.rules.references[ref.kind](game, ref, seat, source, item)


def _by_deed(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """Those of several players of whose things the text has just touched any, or none."""
    assert ref.of is not None
    did: set[int] = set()
    for ident in item.it if item is not None else ():
        last = next((last for last in item.last if last.id == ident), None)  # type: ignore[union-attr]  # as above
        obj = last or game.object(ident)
        if obj is not None:
            did.add(game.players[obj.controller].id)
    return tuple(i for i in resolve(game, ref.of, seat, source, item) if (i in did) == (ref.kind == "who did"))


def _fitting_among(
    game: Game, what: Filter, ids: tuple[int, ...], seat: int, source: int, item: Item | None
) -> tuple[int, ...]:
    objs = [obj for obj in map(game.object, ids) if obj is not None]
    return tuple(obj.id for obj in fitting(game, what, objs, seat, source, item))


def _live_source(game: Game, source: int, item: Item | None) -> tuple[int, ...]:
    if source in game.records:
        return (source,)
    if item is None:
        return ()
    became: int = item.known.became if item.known else 0
    if became and became in game.records:
        return (became,)
    return _found(game, item, (became or source,)) if item.last else ()


def _in_zone(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """All cards in a zone of some players."""
    assert ref.what is not None
    assert ref.of is not None
    seats = [game.seat_of(i) for i in resolve(game, ref.of, seat, source, item)]
    return tuple(i for owner in seats for i in game.place(ref.what.zone)[owner].content)


def targets_of(item: Item, ref: Ref) -> tuple[int, ...]:
    """The things chosen for a target word: of the text before a delayed ability they are ``held``, its own is "new"."""
    if item.part and ref.kind == "target":
        return targets_held(item.held, ref.index)
    return item.targets[ref.index] if ref.index < len(item.targets) else ()


def _found(game: Game, item: Item, ids: tuple[int, ...]) -> tuple[int, ...]:
    """Those of ``ids`` that are still there, or where the text itself moved them (400.7j)."""
    if not item.last:
        return tuple(i for i in ids if i in game.records)
    became = {last.id: last.became for last in item.last}
    found = []
    for ident in ids:
        while ident in became:
            ident = became[ident]
        if ident in game.records:
            found.append(ident)
    return tuple(found)


def _live_given_up(game: Game, word: str, item: Item | None) -> tuple[int, ...]:
    """The things given up for a text, where they are now."""
    if item is None:
        return ()
    return _found(game, item, tuple(last.id for last in objects_paid(item.paid, word)))


def _linked(game: Game, word: str, source: int) -> tuple[int, ...]:
    """The cards that another ability of the same object has exiled (607.2a, 607.2b)."""
    if word != "exiled":
        return ()
    link = (LINKED, source)
    exile = game.zone_name("exile")
    cards = [i for seat in range(len(game.players)) for i in game.content(exile, seat)]
    return tuple(i for i in cards if link in game.obj(i).extra)


def _live(game: Game, last: LastOrId) -> tuple[int, ...]:
    """The object of an event, if it is still there or where it went; of players and spells only the id is known."""
    if last and last.id in game.records:
        return (last.id,)
    became = last.became if isinstance(last, LastKnown) else 0
    return (became,) if became and became in game.records else ()


def _of_event(game: Game, item: Item, last: LastOrId) -> tuple[int, ...]:
    """The object of an event, where it is or where the text itself has moved it since (400.7j)."""
    live = _live(game, last)
    if live or not item.last or not last:
        return live
    became = last.became if isinstance(last, LastKnown) else 0
    return _found(game, item, (became or last.id,))


def _defending(game: Game, item: Item | None) -> tuple[int, ...]:
    """The player whom the attacker that a text speaks of attacks, or attacked as it left combat (508.5, 506.4)."""
    last = event_of(item).what if item is not None else ()
    if not last:
        return ()
    obj = game.object(last.id)
    seat = obj.attacking if obj is not None and obj.attacking >= 0 else last.attacking
    return (game.players[seat].id,) if seat >= 0 else ()


def _person(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    assert ref.of is not None
    last = _last_known(ref.of, source, item)
    if last and last.id not in game.records:
        owner = last.controller if ref.kind == "controller" else last.owner
        return (game.players[owner].id,)
    found = []
    for ident in resolve(game, ref.of, seat, source, item):
        record = game.records[ident]
        if isinstance(record, Object):
            found.append(game.players[record.controller if ref.kind == "controller" else record.owner].id)
        elif isinstance(record, Item):
            found.append(game.players[record.controller].id)
    return tuple(dict.fromkeys(found))
