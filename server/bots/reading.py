"""The worth of a card's text for the players' side, in points: its lines by their labels, its effects clause by clause.

Reads words that the game's own templating uses, never a card's name; what it does not know counts little.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

from protocol.view import Card
from server.bots.needs import LASTING, Needs

Effect: TypeAlias = Callable[[Needs, re.Match[str], Card], float]
CARD: Final = 1.0
"""The worth of a card drawn or of a resource."""
UNKNOWN: Final = 0.7
"""The worth of an effect of which nothing is understood."""
RESERVE: Final = 0.7
"""The likelihood that an awaited event comes while a card is held."""
ICONS: Final = {"e": "energy", "m": "mental", "p": "physical", "w": "wild"}
SYMBOL: Final = re.compile(r"\{([empw])\}")
_LABEL: Final = re.compile(
    r"^(?:[^.:]* — )?(?P<form>hero |alter-ego )?(?P<forced>forced )?(?P<label>action|interrupt|response|resource)"
    r"(?: \([a-z]+\))?: (?P<rest>.*)$",
    re.IGNORECASE,
)
_SPENT: Final = re.compile(r"spend ((?:x )?(?:\{[empw]\}|a \{[empw]\})+)", re.IGNORECASE)
_USES: Final = re.compile(r"^uses \((\d+)", re.IGNORECASE | re.MULTILINE)


class Line:
    """One line of a text.

    Attributes:
        label: "action", "interrupt", "response", "resource", or "" for what simply holds.
        form: "hero", "alter-ego" or "".
        cost, effect: in lower case; without an arrow all is effect.
    """

    __slots__ = ("cost", "effect", "form", "label")

    def __init__(self, text: str) -> None:
        found = _LABEL.match(text)
        self.form = (found["form"] or "").strip().lower() if found else ""
        self.label = found["label"].lower() if found else ""
        said = (found["rest"] if found else text).lower()
        cost, arrow, effect = said.partition(" -> ")
        self.cost, self.effect = (cost, effect) if arrow else ("", said)

    @property
    def spent(self) -> str:
        """The resources to be spent, as they are written."""
        found = _SPENT.search(self.cost)
        return found[1] if found else ""


def lines(card: Card) -> tuple[Line, ...]:
    """A card's text, one line after the other."""
    return _lines(card.text)


@lru_cache(maxsize=1024)
def _lines(text: str) -> tuple[Line, ...]:
    return tuple(Line(line) for line in text.splitlines() if line)


def uses(card: Card) -> float:
    """The greatest number of uses of a card that stays in play: the counters it has or comes with."""
    found = _USES.search(card.text)
    if card.zone != "hand" and card.counters:
        return max(card.counters.values())
    return int(found[1]) if found else 99.0


def icons(view_word: str) -> list[str]:
    """The resources of a text, by name."""
    return [ICONS[symbol] for symbol in SYMBOL.findall(view_word)]


# --- what is worth how much -------------------------------------------------------------------------


def gain(needs: Needs, text: str, card: Card) -> float:
    """The worth of an effect: all its clauses, or the best of those that it lets choose from."""
    text = text.lower()
    chosen = text.partition("choose one: ")[2]
    if chosen:
        return max(_sum(needs, part, card) for part in re.split(r", (?:or )?| or ", chosen.partition(".")[0]))
    return _sum(needs, text, card)


def _sum(needs: Needs, text: str, card: Card) -> float:
    found = _understood(text)
    return sum(worth(needs, match, card) for match, worth in found) if found else UNKNOWN


@lru_cache(maxsize=2048)
def _understood(text: str) -> tuple[tuple[re.Match[str], Effect], ...]:
    """The clauses of a text of which something is understood."""
    return tuple((match, worth) for pattern, worth in EFFECTS if (match := pattern.search(text)) is not None)


def best_harm(needs: Needs, number: int, whom: str = "enemy") -> float:
    """The most that so much damage can do to one of those that are meant."""
    enemies = list(needs.minions)
    if needs.villain is not None and whom != "minion" and not (needs.guarded and whom == "enemy"):
        enemies.append(needs.villain)
    return max((needs.harm(enemy, number) for enemy in enemies), default=0.0)


def best_relief(needs: Needs, number: int) -> float:
    """The most that removing so much threat from one scheme is worth."""
    return max((needs.relief(scheme, number) for scheme in needs.to_thwart()), default=0.0)


def _damage(needs: Needs, match: re.Match[str], card: Card) -> float:
    number, whom = match["n"], match["whom"]
    if number == "x":
        damage = needs.me.damage if needs.me is not None else 0
    else:
        damage = int(number)
    counters = re.search(r"for each (\w+) counter here", match.string)
    if counters:
        damage *= card.counters.get(counters[1], 0)
    if whom == "each enemy":
        villain = [needs.villain] if needs.villain is not None else []
        return sum(needs.harm(enemy, damage) for enemy in [*needs.minions, *villain])
    return best_harm(needs, damage, "minion" if "minion" in whom else "enemy")


def _threat(needs: Needs, match: re.Match[str], card: Card) -> float:
    if "for each card discarded" in match.string:
        cards = max(0, len(needs.hand()) - 1)
        return max(0.0, best_relief(needs, cards) - 1.5 * CARD * cards)
    return best_relief(needs, int(match["n"]))


def _heal(needs: Needs, match: re.Match[str], card: Card) -> float:
    whom = match["whom"]
    ours = list(needs.identities.values()) if "any " in whom or "friendly" in whom else [needs.me]
    return max((needs.healed(one, int(match["n"])) for one in ours if one is not None), default=0.0)


def _draw(needs: Needs, match: re.Match[str], card: Card) -> float:
    number = 2 if "up to" in match[0] else int(match["n"])
    return CARD * number * (len(needs.identities) if "each player" in match.string else 1)


def _ready(needs: Needs, match: re.Match[str], card: Card) -> float:
    """Another basic power of a character that is exhausted."""
    allies = "ally" in match["whom"]
    mine = [one for one in needs.mine() if one.is_a("ally") or (one.is_a("hero") and not allies)]
    used = [one for one in mine if (one.tapped or "after" in match.string) and allies == one.is_a("ally")]
    return max((power(needs, one) for one in used), default=0.0)


def power(needs: Needs, character: Card) -> float:
    """The worth of a basic power of a character now: its attack or its thwart."""
    attack = TOUGH_OFF if "stunned" in character.counters else best_harm(needs, character.power)
    thwart = TOUGH_OFF if "confused" in character.counters else best_relief(needs, character.stats.get("thwart", 0))
    return max(attack, thwart)


TOUGH_OFF: Final = 1.2
"""The worth of shaking off a stun or a confusion."""


def _stun(needs: Needs, match: re.Match[str], card: Card) -> float:
    villain = needs.villain
    if villain is None or "stunned" in villain.counters:
        return 0.3
    heroes = [seat for seat in needs.identities if needs.is_hero(seat)]
    return max((needs.blow(villain, seat) for seat in heroes), default=2.0)


def _confuse(needs: Needs, match: re.Match[str], card: Card) -> float:
    villain = needs.villain
    return 0.3 if villain is None or "confused" in villain.counters else max(1.5, needs.placed(2))


def _bonus(needs: Needs, match: re.Match[str], card: Card) -> float:
    """More of a number: for the rounds that are left, or for those who are ready now."""
    number, stat = int(match["n"]), match["stat"]
    if "until the end of the phase" in match.string:
        ready = sum(not one.tapped and one.power + one.stats.get("thwart", 0) > 0 for one in needs.mine())
        return 0.6 * number * ready
    if "attached ally" in match.string and not any(one.is_a("ally") for one in needs.mine()):
        return 0.0
    return number * LASTING * {"atk": 1.0, "thw": 0.8, "def": 0.8}.get(stat, 0.5)


def _prevent(needs: Needs, match: re.Match[str], card: Card) -> float:
    number = 4 if match["n"] in ("all", "that") else int(match["n"])
    return needs.hurt(needs.me, number) * 0.8 if needs.me is not None and needs.is_hero(needs.seat) else 1.0


def _taken(needs: Needs, match: re.Match[str], card: Card) -> float:
    return -needs.hurt(needs.me, int(match["n"])) if needs.me is not None else 0.0


def _flat(worth: float) -> Effect:
    return lambda needs, match, card: worth


def _generates(needs: Needs, match: re.Match[str], card: Card) -> float:
    return CARD * max(1, len(SYMBOL.findall(match[0])))


EFFECTS: Final[tuple[tuple[re.Pattern[str], Effect], ...]] = tuple(
    (re.compile(pattern), effect)
    for pattern, effect in (
        (r"deals? (?P<n>\d+|x) damage to (?P<whom>each enemy|\w+ \w+)", _damage),
        (r"remove (?P<n>\d+) threat", _threat),
        (r"heal (?P<n>\d+) damage from (?P<whom>any character|a friendly|.*)", _heal),
        (r"draws? (?:up to|(?P<n>\d+) cards?)", _draw),
        (r"ready (?P<whom>an ally|[^.]*)", _ready),
        (r"\bstun (?:an|the|that) ", _stun),
        (r"\bconfuse (?:an|the|that) ", _confuse),
        (r"\+(?P<n>\d+) (?P<stat>atk|thw|def|hit points)", _bonus),
        (r"prevent (?P<n>\d+|all|that)", _prevent),
        (r"cancel ", _flat(3.0)),
        (r"take (?P<n>\d+) damage", _taken),
        (r"reduce the resource cost", _flat(CARD)),
        (r"generate [^.]*", _generates),
        (r"change your form", _flat(1.0)),
        (r"would attack, discard \w+( \w+)? instead", _flat(4.0)),
        (r"threat is placed on the scheme|would be placed", _flat(1.0)),
        (r"place (?P<n>\d+) threat", lambda needs, match, card: -needs.placed(int(match["n"]))),
        (r"put x (?P<n>\w+) counters", _flat(1.0)),
        (r"(?:^|• |\. )exhaust ", _flat(-1.5)),
        (r"you are stunned|is stunned|stunned status", _flat(-2.0)),
        (r"surge", _flat(-2.5)),
        (r"acceleration token", _flat(-5.0)),
        (r"discard (?P<n>\d+) cards? at random", _flat(-CARD)),
    )
)
"""The worth of a clause; the first match of each counts."""
