"""Merit of an action: lands first, then spells by cost, abilities when they are free; passing is 0.

Reads texts, knows no rules: what it misreads costs a tempo, never an illegal play, since only options are rated.
"""

from __future__ import annotations

import re
from typing import Final

from protocol.messages import Option
from protocol.view import Card, Player, View
from server.bots import harm, worth

RESERVED: Final = frozenset(("pass", "mana", "cancel", "concede"))
"""Verbs that are never a step forward."""
LAND: Final = 100.0
LEVEL: Final = 50.0
WIN: Final = 1000.0
ATTACK: Final = 0.5
"""After everything else, where attacks are declared one by one."""
NEVER: Final = -1.0
LOSS: Final = 1.5
"""A thing that is ours already counts for more than one that may come."""

_BASIC: Final = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_KINDS: Final = ("creature", "artifact", "enchantment", "land")
_TEAM_BONUS: Final = re.compile(r"creatures (?:you control )?get \+(\d+)", re.IGNORECASE)


def merit(view: View, seat: int, option: Option) -> float:
    """The merit of an option of ``act`` for a seat."""
    if option.do in RESERVED or not option.refs:
        return 0.0 if option.do == "pass" else NEVER
    card = view.card(option.refs[0])
    if card is None:
        return 0.5
    match option.do:
        case "play":
            return LAND + _land(view, seat, card)
        case "cast":
            return _cast(view, seat, card)
        case "activate":
            return _ability(view, seat, card, option) if len(option.refs) > 1 else _cast(view, seat, card)
        case "materialize":
            return LEVEL if worth.is_leader(view, card) else 1.0 + worth.price(card)
        case "attack":
            return ATTACK + 0.01 * card.power
        case _:
            return 1.0 + worth.price(card)


def opponents(view: View, seat: int) -> list[Player]:
    return [player for player in view.players if player.seat != seat]


def theirs(view: View, seat: int) -> list[Card]:
    """The cards on the other side of the table."""
    return [card for player in opponents(view, seat) for card in view.board(player.seat)]


def is_fighting(view: View, seat: int) -> bool:
    """Whether blocks are made and a creature of ours stands in the fight."""
    return any(word in view.game.phase for word in ("block", "retaliation")) and any(
        card.is_attacking or card.blocking for card in view.board(seat)
    )


def _land(view: View, seat: int, land: Card) -> float:
    """Prefer the colour that the hand asks for and the table lacks."""
    me = view.player(seat)
    if me is None:
        return 0.0
    hand = [card for ref in me.hand if (card := view.card(ref)) is not None]
    wanted = [colour for card in hand for colour in worth.colours(card.cost)]
    have = [colour for card in view.board(seat) if card.is_a("land") for colour in _makes(card)]
    return sum(wanted.count(colour) / (1 + 3 * have.count(colour)) for colour in sorted(_makes(land)))


def _makes(land: Card) -> set[str]:
    made = {colour for word, colour in _BASIC.items() if word in land.type}
    return made | (worth.colours(land.text) if "add" in land.text.lower() else set())


def _cast(view: View, seat: int, card: Card) -> float:
    value = 1.0 + worth.price(card)
    text = card.text.lower()
    loss = LOSS * harm.forced_loss(view, seat, card)
    if loss:
        value = value + worth.is_fighter(card) - loss
        return value if value > 0.0 and not harm.is_spent(card) else NEVER
    if worth.is_fighter(card):
        return value + 1.0
    if "counter target" in text:
        return value if _is_theirs_on_top(view, seat) else NEVER
    if harm.is_harmful(text):
        lethal = WIN if _is_lethal(view, seat, card, text) else 0.0
        return lethal or (value + 0.5 if _is_worthwhile(view, seat, card, text) else NEVER)
    if "until end of turn" in text or "this turn" in text:
        return _trick(view, seat, card, text, value)
    if "enchant creature" in text or ("target creature" in text and "graveyard" not in text):
        return value if any(worth.is_fighter(own) for own in view.board(seat)) else NEVER
    return value


def _trick(view: View, seat: int, card: Card, text: str, value: float) -> float:
    """Effects that last for a turn: for one creature in a fight; for all of them, before an attack that they carry."""
    bonus = _TEAM_BONUS.search(text)
    if bonus is None or card.is_a("instant"):
        is_ours = "attacking creatures" not in text or view.game.active == seat
        return value if is_ours and is_fighting(view, seat) else NEVER
    ready = [own for own in view.board(seat) if worth.is_fighter(own) and not own.tapped and not own.sick]
    blockers = [other for other in theirs(view, seat) if worth.is_fighter(other) and not other.tapped]
    return value + 5.0 if view.game.active == seat and len(ready) >= max(3, len(blockers)) else NEVER


def _damage(view: View, seat: int, card: Card, text: str) -> int:
    """The damage a text says; X is what the lands can still pay."""
    if "x damage" in text:
        lands = sum(own.is_a("land") and not own.tapped for own in view.board(seat))
        return max(0, lands - worth.price(card))
    return worth.damage_of(text)


def _hits_players(text: str) -> bool:
    return any(
        words in text
        for words in ("any target", "target player", "each opponent", "target opponent", "target unit", "champion")
    )


def _is_lethal(view: View, seat: int, card: Card, text: str) -> bool:
    damage = _damage(view, seat, card, text)
    return (
        damage > 0
        and _hits_players(text)
        and any(worth.life_left(view, other) <= damage for other in opponents(view, seat))
    )


def _is_worthwhile(view: View, seat: int, card: Card, text: str) -> bool:
    """Whether something harmful has a victim that is worth it."""
    others = theirs(view, seat)
    creatures = [other for other in others if worth.is_fighter(other)]
    damage = _damage(view, seat, card, text)
    if "damage" in text:
        if _hits_players(text) and any(worth.life_left(view, player) <= 3 * damage for player in opponents(view, seat)):
            return True
        victims = [other for other in creatures if worth.toughness_left(other) <= damage]
        return any(worth.worth(other) >= 1.5 for other in victims)
    if "destroy all creatures" in text:
        return _total(creatures) > _total([own for own in view.board(seat) if worth.is_fighter(own)]) + 3
    kinds = [kind for kind in _KINDS if kind in text and f"non{kind}" not in text]
    if not kinds or "player" in text or "opponent" in text:
        return True
    return any(other.is_a(kind) for other in others for kind in kinds)


def _total(cards: list[Card]) -> float:
    return sum(map(worth.worth, cards))


def _is_theirs_on_top(view: View, seat: int) -> bool:
    stack = view.game.stack
    top = view.item(stack[0]) if stack else None
    return top is not None and top.controller != seat


def _ability(view: View, seat: int, card: Card, option: Option) -> float:
    """The merit of the ability meant; where the text does not tell which, of the worst it could be."""
    lines = [line.lower() for line in card.text.splitlines() if ":" in line]
    index = option.refs[1] if len(option.refs) > 1 else 0
    meant = lines[index : index + 1] or lines
    return min((_line(view, seat, card, line) for line in meant), default=NEVER)


def _line(view: View, seat: int, card: Card, line: str) -> float:
    cost, _, effect = line.partition(":")
    if effect.strip().startswith("add ") or "pay" in cost:
        return NEVER
    harmful = harm.is_harmful(effect)
    if harmful and _is_lethal(view, seat, card, effect):
        return WIN
    if "sacrifice" in cost or "discard" in cost:
        return 0.6 if _is_spent_well(view, seat, card, cost, effect, harmful=harmful) else NEVER
    if harmful and not _is_worthwhile(view, seat, card, effect):
        return NEVER
    if "until end of turn" in effect or "prevent" in effect:
        return 0.6 if is_fighting(view, seat) and (card.is_attacking or "target" in effect) else NEVER
    if "{t}" in cost or "rest" in cost:
        return 0.7 if not worth.is_fighter(card) or _is_idle_time(view, seat) else NEVER
    return NEVER


def _is_idle_time(view: View, seat: int) -> bool:
    """When a creature that taps is missed neither in attack nor in defence."""
    phase = view.game.phase
    return "post" in phase if view.game.active == seat else phase == "end"


def _is_spent_well(view: View, seat: int, card: Card, cost: str, effect: str, *, harmful: bool) -> bool:
    """Whether giving up the card itself is a good trade; nothing else is ever given up."""
    if "sacrifice ~" not in cost or not _is_idle_time(view, seat):
        return False
    if harmful:
        damage = worth.damage_of(effect)
        victims = [o for o in theirs(view, seat) if worth.is_fighter(o) and worth.toughness_left(o) <= damage]
        return any(worth.worth(victim) > worth.worth(card) for victim in victims)
    return not worth.is_fighter(card) and ("draw" in effect or "search" in effect)
