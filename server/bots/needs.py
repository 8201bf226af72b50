"""Needs of the players' side against a scenario, in points: one is a damage dealt to the villain.

Everything is read from the numbers on the table. A hit point is worth the more the fewer are left, a threat the more
the sooner the main scheme is done. The acts of the villain in its next phase are guessed: it attacks heroes and schemes
against alter-egos, each time with a boost card.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import Final

from protocol.view import Card, View
from server.bots.worth import is_leader, toughness_left

BOOSTS: Final = (0, 1, 2, 2)
"""The icons of boost cards, one as likely as the next."""
BOOST: Final = sum(BOOSTS) / len(BOOSTS)
LOST: Final = 40.0
"""The last hit point of an identity, the last threat that a main scheme takes."""
WON: Final = 1000.0
STAGE: Final = 2.5
"""The worth of being done with a stage of the villain: its next stage can be dealt damage."""
LEFT: Final = (LOST, 3.0, 3.0, 1.5, 1.5, 1.0, 1.0, 0.8, 0.8, 0.8)
"""The worth of a hit point when so many are left without it."""
HEALTHY: Final = 0.65
"""And when there are more."""
ROUNDS_LEFT: Final = ((0.5, 6.0), (1.0, 3.0), (2.0, 1.8), (3.0, 1.4), (4.0, 1.2))
"""Up to so many rounds until the main scheme is done: what a threat is worth."""
EARLY: Final = 1.0
WASTED: Final = 0.4
"""The worth of damage that a minion does not need."""
TOUGH: Final = 2.5
"""The worth of a tough status that is shaken off."""
MOST: Final = 12
"""So much threat at a time is looked at."""
EFFORT: Final = 2.0
"""The worth of a basic power that a hero cannot use who has defended, or who recovers."""
MORE: Final = 1.25
"""Encounter cards add to what enemies do by themselves."""
LASTING: Final = 2.5
"""Number of rounds for which a card that stays in play is used."""
COVER: Final = 0.6
"""The share of a blow for which an ally that takes it is counted."""
_MORE_BOOSTS: Final = re.compile(r"give (?:him|her|it|them) (\d+) additional boost cards?\b", re.IGNORECASE)
ICONS: Final = {"crisis": 3.0, "hazard": 2.5, "acceleration": 2.0, "amplify": 1.0}
"""The cost of an icon in play each round."""


class Needs:
    """One view, read for one seat.

    Attributes:
        identities: those that are still in the game, by seat.
        villain, scheme: none if there is none.
        minions, sides: enemies and side schemes beside them.
        left: threat that the main scheme still takes after the next villain phase, as things are.
        values: what it is worth to have played a card, as far as that has been asked.
    """

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.values: dict[int, float] = {}
        side = len(view.players) - 1
        self.identities = {
            player.seat: card
            for player in view.players[:side]
            for card in view.board(player.seat)
            if is_leader(view, card)
        }
        enemies = view.board(side)
        self.villain = next((card for card in enemies if card.is_a("villain")), None)
        self.minions = [card for card in enemies if card.is_a("minion")]
        self.scheme = next((card for card in enemies if card.is_a("main") and card.is_a("scheme")), None)
        self.sides = [card for card in enemies if card.is_a("side") and card.is_a("scheme")]
        self.lasting = max(1.5, LASTING + 2.0 - 0.5 * view.game.turn)
        self.grows = self._growth()
        self.left = (
            self._takes() - self.grows - sum(self._schemed(who) for who in self.identities if not self.is_hero(who))
        )

    @property
    def me(self) -> Card | None:
        return self.identities.get(self.seat)

    def is_hero(self, seat: int) -> bool:
        identity = self.identities.get(seat)
        return identity is not None and identity.is_a("hero")

    def is_ours(self, card: Card) -> bool:
        return card.controller != len(self.view.players) - 1

    def mine(self) -> list[Card]:
        """The cards that this seat has in play."""
        return list(self.view.board(self.seat))

    def hand(self) -> list[Card]:
        me = self.view.player(self.seat)
        return [card for ref in me.hand if (card := self.view.card(ref)) is not None] if me is not None else []

    @property
    def guarded(self) -> bool:
        """Whether a minion keeps this seat from attacking the villain."""
        return any(card.has("guard") and card.engaged == self.seat for card in self.minions)

    def to_thwart(self) -> list[Card]:
        """The schemes from which threat can be removed."""
        is_crisis = any("crisis" in self.view.words(card.id, "icons") for card in self.sides)
        return self.sides if is_crisis or self.scheme is None else [self.scheme, *self.sides]

    # --- threat ---------------------------------------------------------------------------------------

    def _takes(self) -> float:
        """The threat that completes the last stage; those that come are guessed to take as much as this one."""
        if self.scheme is None:
            return 99.0
        target = self.view.number(self.scheme.id, "target threat")
        further = self.view.zone(len(self.view.players) - 1, "scheme deck")
        return target * (1 + len(further)) - self.scheme.counters.get("threat", 0)

    def _growth(self) -> float:
        if self.scheme is None:
            return 0.0
        icons = sum(self.view.words(card.id, "icons").count("acceleration") for card in self.sides)
        return self.view.number(self.scheme.id, "escalation") + icons + self.scheme.counters.get("acceleration", 0)

    def _schemed(self, seat: int) -> float:
        """The threat that enemies place against a player in alter-ego form."""
        found = sum(card.stats.get("scheme", 0) for card in self.minions if card.engaged == seat)
        villain = self.villain
        return found + (self._awake(villain, "confused") * (villain.stats.get("scheme", 0) + BOOST) if villain else 0.0)

    def threat_at(self, left: float) -> float:
        """The worth of a threat when the main scheme takes so much more after the next villain phase."""
        if left <= 0:
            return LOST
        rounds = left / max(1.0, self.grows)
        return next((worth for most, worth in ROUNDS_LEFT if rounds <= most), EARLY)

    def placed(self, number: float) -> float:
        """The cost of so much more threat on the main scheme."""
        return _summed([self.threat_at(self.left - k) for k in range(MOST)], number)

    def relief(self, scheme: Card, number: int) -> float:
        """The worth of removing so much threat."""
        threat = scheme.counters.get("threat", 0)
        removed = min(number, threat)
        if scheme.is_a("main"):
            return sum(self.threat_at(self.left + k) for k in range(removed))
        burden = sum(ICONS.get(icon, 0.0) for icon in self.view.words(scheme.id, "icons"))
        burden += (self.left <= self.grows) * 3.0 * ("crisis" in self.view.words(scheme.id, "icons"))
        return removed * max(0.5, LASTING * burden / max(1, threat)) + 0.3 * (removed == threat)

    # --- damage ---------------------------------------------------------------------------------------

    def hit_point_at(self, card: Card, left: int) -> float:
        """The worth of a hit point of a character of ours when so many are left without it."""
        if card.is_a("ally"):
            return 1.5
        if left < 0:
            return 0.0
        return LEFT[left] if left < len(LEFT) else HEALTHY

    def hurt(self, card: Card, number: int) -> float:
        """The cost of so much damage to a character of ours."""
        if "tough" in card.counters and number > 0:
            return TOUGH
        left = toughness_left(card)
        return sum(self.hit_point_at(card, left - k) for k in range(1, min(number, left) + 1))

    def healed(self, card: Card, number: int) -> float:
        """The worth of healing so much damage."""
        left = toughness_left(card)
        return sum(self.hit_point_at(card, left + k) for k in range(min(number, card.damage)))

    def harm(self, enemy: Card, number: int) -> float:
        """The worth of so much damage to an enemy."""
        if number <= 0:
            return 0.0
        if "tough" in enemy.counters:
            return TOUGH
        left = toughness_left(enemy)
        dealt = min(number, left)
        if enemy.is_a("villain"):
            finished = WON if self._is_last else STAGE
            return dealt + (finished if dealt == left else 0.0)
        cost = self._minion(enemy)
        return cost - WASTED * (number - left) if number >= left else 0.6 * cost * dealt / left

    @cached_property
    def _is_last(self) -> bool:
        """Whether no stage is left behind this one."""
        return not any(card.is_a("villain") and card is not self.villain for card in self.view.cards)

    def _minion(self, minion: Card) -> float:
        """The cost of a minion while it is there."""
        seat = minion.engaged if minion.engaged is not None else self.seat
        each_round = self.blow(minion, seat) if self.is_hero(seat) else 1.5 * minion.stats.get("scheme", 0)
        return 1.0 + LASTING * each_round + 3.0 * minion.has("guard")

    # --- what enemies do --------------------------------------------------------------------------------

    def blow(self, enemy: Card, seat: int, defense: int = 0) -> float:
        """The cost of an enemy's attack to a player, who may defend against it."""
        identity = self.identities.get(seat)
        if identity is None:
            return 0.0
        boosts = self._boosts(enemy)
        power = self.strength(enemy)
        costs = [self.hurt(identity, max(0, power + boost - defense)) for boost in boosts]
        return self._awake(enemy, "stunned") * sum(costs) / len(costs)

    def _boosts(self, enemy: Card) -> list[int]:
        """The sums of icons that an enemy's attack may be boosted by, one as likely as the next."""
        sums = [0]
        for _ in range(enemy.is_a("villain") + additional_boosts(enemy.text)):
            sums = [boosted + icons for boosted in sums for icons in BOOSTS]
        return sums

    def _awake(self, enemy: Card, status: str) -> float:
        """The likelihood that an enemy acts against a player: a status keeps it from doing so once."""
        if status not in enemy.counters:
            return 1.0
        return 1.0 - 1.0 / max(1, len(self.identities)) if enemy.is_a("villain") else 0.0

    def strength(self, enemy: Card) -> int:
        """Its ATK with what is attached to it."""
        return enemy.power + sum(bonus for host, bonus in self._bonuses if host == enemy.id)

    @cached_property
    def _bonuses(self) -> list[tuple[int, int]]:
        """Attachments of enemies that add to their ATK: whose it is, and how much is added."""
        attached = [card for card in self.view.cards if card.attached]
        return [(card.attached, self.view.number(card.id, "attack bonus")) for card in attached]

    def _passing(self, enemy: Card, seat: int) -> float:
        """The share of a survived blow that has to be taken some time anyway: a bonus that is gone after one attack."""
        more = sum(
            self.view.number(card.id, "attack bonus")
            for card in self.view.cards
            if card.attached == enemy.id and "end of this attack, discard" in card.text
        )
        identity = self.identities.get(seat)
        if identity is None or toughness_left(identity) <= self.strength(enemy) + max(self._boosts(enemy)):
            return 0.0
        return self.hurt(identity, more)

    def overkills(self, enemy: Card) -> bool:
        """Whether what an ally cannot take is dealt to its player."""
        texts = [enemy.text, *(card.text for card in self.view.cards if card.attached == enemy.id)]
        return enemy.has("overkill") or any("overkill" in text for text in texts)

    def danger(self, seat: int) -> float:
        """The cost of the next villain phase to a player in hero form, who defends against one attack if that pays."""
        attackers = [card for card in self.minions if card.engaged == seat]
        attackers += [self.villain] if self.villain is not None else []
        blows = [self.blow(enemy, seat) - self._passing(enemy, seat) for enemy in attackers]
        identity = self.identities.get(seat)
        defense = identity.stats.get("defense", 0) if identity is not None else 0
        saved = [blow - self.blow(enemy, seat, defense) - EFFORT for blow, enemy in zip(blows, attackers, strict=True)]
        return MORE * (sum(blows) - max(0.0, max(saved, default=0.0)))

    @cached_property
    def cover(self) -> float:
        """The worth of having an ally take a blow for a hero."""
        if self.villain is None:
            return 1.0
        return min(6.0, COVER * max((self.blow(self.villain, seat) for seat in self.identities), default=0.0))

    def of_going_home(self, seat: int) -> float:
        """The cost of enemies that scheme against a player instead of attacking."""
        return self.placed(self._schemed(seat))

    def of_going_out(self, seat: int) -> float:
        """The gain of enemies that attack a player instead of scheming."""
        return _summed([self.threat_at(self.left + k) for k in range(MOST)], self._schemed(seat))


@lru_cache(maxsize=256)
def additional_boosts(text: str) -> int:
    """The boost cards that an enemy's own text gives it beside the usual ones."""
    return sum(int(number) for number in _MORE_BOOSTS.findall(text))


def _summed(each: list[float], number: float) -> float:
    """The first so many, and a part of the next."""
    whole = int(number)
    rest = each[whole] * (number - whole) if whole < len(each) else 0.0
    return sum(each[:whole]) + rest
