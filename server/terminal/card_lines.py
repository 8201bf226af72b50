"""A card in words: as short as it stands in a row, and in full."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from protocol.diffs import Json
from protocol.view import Card
from server.terminal.scene import Scene

SAID = frozenset(Card.__struct_fields__) | {"colors"}
"""Fields of a card that have words of their own here; all others are told by their names."""


def cost(scene: Scene, card: Card) -> str:
    """The cost of a card, or the numbers that the game names as its price."""
    entity = scene.entity(card)
    return card.cost + "".join(f"{{{entity[name]}}}" for name in scene.table.prices if name in entity)


def size(scene: Scene, card: Card) -> str:
    """Power and toughness; where players have words for it what is left of it, of a scheme how far it has come."""
    entity = scene.entity(card)
    has_power = "power" in entity
    if "toughness" not in entity:
        counter, target = scene.table.gauge or ("", "")
        if target and isinstance(entity.get(target), int):
            return f"{card.counters.get(counter, 0)}/{entity[target]}"
        return f"{scene.word('power')} {card.power}" if has_power else ""
    if "toughness" not in scene.words:
        return f"{card.power}/{card.toughness}"
    left = f"{card.toughness - card.damage}/{card.toughness}" if card.damage else str(card.toughness)
    power = f"{scene.word('power')} {card.power} " if has_power else ""
    return f"{power}{scene.word('toughness')} {left}"


def marks(scene: Scene, card: Card) -> list[str]:
    """The things that lie on a card, and the abilities that its text does not name."""
    entity = scene.entity(card)
    gauge = scene.table.gauge[0] if scene.table.gauge and scene.table.gauge[1] in entity else ""
    said = card.text.lower()
    found = [scene.word("tapped")] if card.tapped else []
    if card.damage and "toughness" not in scene.words:
        found.append(f"{card.damage} damage")
    found += [f"{count} {kind}" for kind, count in card.counters.items() if kind != gauge]
    found += [f"{name} {number}" for name, number in card.stats.items()]
    found += [word for word in card.keywords if word not in said]
    found += [f"{name} {_words(entity[name])}" for name in scene.table.marks.get(card.zone, ()) if name in entity]
    return found


def role(scene: Scene, card: Card) -> str:
    """The role of a card in a fight, or the thing it lies on."""
    if card.attacking is not None:
        return f"attacks {' and '.join(map(scene.named, filter(scene.is_there, card.attacks)))}".strip()
    if card.blocking:
        return f"blocks {', '.join(map(scene.name_of, card.blocking))}"
    if card.engaged is not None:
        return f"engaged with {scene.whose(card.engaged)}"
    return f"on {scene.name_of(card.attached)}" if card.attached else ""


def in_row(scene: Scene, card: Card, label: str = "", *, is_held: bool = False) -> str:
    """A card as it stands in a row, with what is attached to it; ``is_held`` if it is told as attached itself."""
    called = label or (card.name if scene.is_alone(card) else card.label or card.name) or "a card"
    does = "" if is_held else role(scene, card)
    notes = ", ".join(part for part in (*marks(scene, card), does) if part)
    held = ", ".join(in_row(scene, each, is_held=True) for each in scene.attached(card))
    parts = (called, size(scene, card), f"({notes})" if notes else "", f"with {held}" if held else "")
    return " ".join(part for part in parts if part)


def row(scene: Scene, cards: Iterable[Card]) -> list[str]:
    """Cards side by side; those of one name that differ in nothing but their number are told together."""
    told: list[str] = []
    alike = sorted(cards, key=lambda card: (card.name, in_row(scene, card, card.name), card.id))
    for _, group in groupby(alike, key=lambda card: (card.name, in_row(scene, card, card.name))):
        same = list(group)
        numbers = " ".join(card.label.removeprefix(card.name) for card in same)
        if len(same) == 1 or not numbers.strip():
            told += [in_row(scene, card) for card in same]
        else:
            told.append(in_row(scene, same[0], f"{same[0].name} {numbers}"))
    return told


def in_hand(scene: Scene, card: Card, is_able: bool) -> str:
    """A card as one holds it; a star says that something may be done with it now."""
    return " ".join(part for part in (f"{'*' if is_able else ''}{card.name}", cost(scene, card)) if part)


def in_full(scene: Scene, card: Card) -> list[str]:
    """All that is known of a card, in lines."""
    head = "  ".join(part for part in (card.label or card.name or "a card", cost(scene, card)) if part)
    kind = "  ".join(part for part in (card.type, size(scene, card)) if part)
    text = [line.replace("~", card.name) for line in card.text.splitlines()]
    where = f"{card.zone}, {scene.name_of_seat(card.controller)}'s"
    owned = f", owned by {scene.name_of_seat(card.owner)}" if card.owner != card.controller else ""
    notes = [part for part in (*marks(scene, card), role(scene, card), "came this turn" if card.sick else "") if part]
    others = [f"{name}: {_words(value)}" for name, value in sorted(scene.entity(card).items()) if name not in SAID]
    attached = [f"with {in_row(scene, each, is_held=True)}" for each in scene.attached(card)]
    lines = [head, kind, *text, where + owned, ", ".join(notes), *attached, *others]
    return [line for line in lines if line]


def _words(value: Json) -> str:
    if isinstance(value, list):
        return ", ".join(map(_words, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {_words(each)}" for name, each in value.items())
    if value is None or isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
