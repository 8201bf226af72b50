"""How a greedy player plays on one side with the others, against a scenario: the numbers on the table decide.

A hero attacks, or thwarts once the main scheme has come far; one that is badly hurt changes form and recovers. Cards
are played whenever they can be.
"""

from __future__ import annotations

import re
from typing import Final

from protocol.messages import Answer, Decision, Option
from protocol.view import Card, View
from server.bots import worth

ICONS: Final = {"e": "energy", "m": "mental", "p": "physical", "w": "wild"}
_SYMBOL: Final = re.compile(r"\{([empw])\}")
NEVER: Final = -1.0
FEW: Final = 5
"""Hit points with which a hero goes home."""
ENOUGH: Final = 8
"""Hit points with which one goes out again."""
BLOWS: Final = 2
"""So many more attacks a hero should survive that does not defend."""
MINION: Final = 2.5
FAR: Final = 0.1
"""How much of its target threat a main scheme may have before it is thwarted first."""
SIDE: Final = 0.15
"""What a side scheme counts for beside that."""
LATE: Final = 0.75
"""From here on nobody goes home: against alter-egos villains scheme."""


def merit(view: View, seat: int, option: Option) -> float:
    """How good an action looks; passing is 0."""
    card = view.card(option.refs[0]) if option.refs else None
    if card is None:
        return 0.0
    match option.do:
        case "flip":
            return _flip(view, card)
        case "recover":
            return 8.0 if worth.toughness_left(card) < ENOUGH else 0.5
        case "thwart":
            return 3.0 if danger(view) >= FAR else 1.0
        case "attack":
            return 2.0 + 0.1 * card.power
        case "play":
            return _value(card)
        case _:
            return 2.5


def _value(card: Card) -> float:
    """What playing a card is worth beside discarding it: allies and blows first, then what stays in play."""
    cost, text = worth.price(card), card.text.lower()
    if worth.is_fighter(card):
        return 4.0 + cost
    if card.is_a("event"):
        hurts = "you take" in text or "to yourself" in text or "taking" in text
        return NEVER if hurts else 3.0 + cost + 2.0 * ("damage" in text)
    if card.is_a("upgrade"):
        return 3.0 + 0.5 * cost
    return 2.6 + 0.3 * cost if cost else 0.5


def _flip(view: View, identity: Card) -> float:
    """Home to recover, out again once healthy; not home while the main scheme is nearly done."""
    left = worth.toughness_left(identity)
    if identity.is_a("hero"):
        is_needed = left <= FEW and (not identity.tapped or left <= FEW // 2)
        return 9.0 if is_needed and progress(view) < LATE else NEVER
    return 6.0 if not identity.tapped and (left >= ENOUGH or progress(view) >= LATE) else NEVER


def scheme(view: View) -> Card | None:
    """The main scheme."""
    return next((card for card in view.cards if card.is_a("main") and card.is_a("scheme")), None)


def progress(view: View) -> float:
    """How far the main scheme has come, from 0 to 1."""
    main = scheme(view)
    target = view.number(main.id, "target threat") if main is not None else 0
    return main.counters.get("threat", 0) / target if main is not None and target else 0.0


def danger(view: View) -> float:
    """How soon the scheme may be done: how far it has come, and what side schemes add."""
    return progress(view) + SIDE * sum(card.is_a("side") and card.zone == view.table.board for card in view.cards)


def is_ours(view: View, controller: int) -> bool:
    """Whether a card is on the players' side."""
    return controller < len(view.players) - 1


def target(view: View, decision: Decision) -> Answer:
    """What is attacked or thwarted: minions that fall, else the villain; the main scheme if it has come far."""
    by = view.card(decision.subject)
    rated = [
        (_target_merit(view, by, card), -card.id) for ref in _refs(decision) if (card := view.card(ref)) is not None
    ]
    return Answer(decision.kind, (-max(rated)[1],)) if rated else Answer(decision.kind, _refs(decision)[:1])


def _target_merit(view: View, by: Card | None, card: Card) -> float:
    if card.is_a("scheme"):
        threat = card.counters.get("threat", 0)
        return 5.0 * progress(view) if card.is_a("main") else 3.0 - 0.2 * threat
    power = by.power if by is not None else 0
    if card.is_a("minion"):
        return (3.0 if worth.toughness_left(card) <= power else MINION) + 0.1 * card.power
    return 2.0


def defend(view: View, decision: Decision) -> Answer:
    """An ally that is as good as gone; the hero, if it would not survive many more such attacks."""
    attacker = view.card(decision.subject)
    threat = attacker.power + attacker.is_a("villain") if attacker is not None else 2
    cards = [card for ref in _refs(decision) if (card := view.card(ref)) is not None]
    spent = [card for card in cards if card.is_a("ally") and worth.toughness_left(card) == 1]
    heroes = [card for card in cards if card.is_a("hero") and worth.toughness_left(card) <= BLOWS * threat]
    chosen = spent or heroes
    return Answer(decision.kind, tuple(card.id for card in chosen[:1]))


def pay(view: View, decision: Decision) -> Answer:
    """The cards that generate what the prompt asks for, those that are missed least first; none if that is too hard."""
    asked = decision.prompt.removeprefix("generate ").partition(" for ")[0]
    left = sorted((need for need in asked.split() if need != "and"), key="any".__eq__)
    cards = [card for ref in _refs(decision) if (card := view.card(ref)) is not None]
    cards.sort(key=lambda card: (card.zone == "hand", _value(card), card.id))
    chosen: list[int] = []
    for card in cards:
        served = [need for icon in _icons(view, card) if (need := _serve(left, icon))]
        if served:
            chosen.append(card.id)
        if not left:
            break
    return Answer(decision.kind, tuple(chosen))


def _serve(left: list[str], icon: str) -> str:
    """Take the first need that an icon serves, "" if there is none."""
    need = next((need for need in left if need in ("any", icon) or icon == "wild"), "")
    if need:
        left.remove(need)
    return need


def _icons(view: View, card: Card) -> list[str]:
    """What a card generates: discarded by its icons, in play by its text."""
    said = view.word(card.id, "resources") if card.zone == "hand" else card.text.partition("enerate")[2]
    return [ICONS[symbol] for symbol in _SYMBOL.findall(said)]


def _refs(decision: Decision) -> tuple[int, ...]:
    return tuple(option.refs[0] for option in decision.options)
