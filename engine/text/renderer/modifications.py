"""Modifications for a time or for ever, mirroring ``grammar/modifications.lark``."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Final

from engine.abilities import (
    SELF,
    Ability,
    Amount,
    CombatRule,
    CombatRuleKind,
    Count,
    Done,
    Grant,
    Modify,
    Per,
    Ref,
    UntilWord,
    Variable,
)
from engine.text.phrases import ALL_ABILITIES, ALL_OTHERS
from engine.text.renderer.costs import Costs
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.writing import (
    Unwritable,
    an,
    listed,
    signed_pair,
    third,
)

UNTIL: Final[dict[UntilWord, str]] = {
    "": "",
    "turn": " until end of turn",
    "combat": " until end of combat",
    "your turn": " until your next turn",
    "your upkeep": " until your next upkeep",
    "your end step": " until your next end step",
    "next turn": " until the end of your next turn",
    "there": " for as long as this remains on the battlefield",
    "tapped": " for as long as this remains tapped",
    "controlled": " for as long as you control this",
    "controlled tapped": " for as long as you control this and this remains tapped",
}
OF_ONE_TURN: Final[tuple[CombatRuleKind, ...]] = ("attacks", "blocks", "be blocked", "block more", "despite")
"""The rules about attacks and blocks that are said with their time in the middle."""
BECOMES: Final = "becomes "
THIS_TURN: Final = " this turn"
STAYS_TAPPED: Final = "doesn't untap"


class Modifications(Costs):
    """Writes modifications for a time or for ever."""

    _base = False
    _choosing = ""
    """The family of what is chosen just here, so that it is "of your choice"."""

    @abstractmethod
    def ability(self, ability: Ability) -> str:
        """The text of one ability, as a paragraph."""

    def is_plural(self, who: Ref) -> bool:
        """Whether a subject takes the plural (or base) form of its verb."""
        if who.kind in ("you", "each"):
            return True
        if who == self._scope.them:
            return True
        if who.kind == "target" and who.index < len(self._scope.targets):
            return self._scope.targets[who.index].most != 1
        return False

    @ACTIONS.writer(Modify)
    def modify(self, effect: Modify) -> str:
        is_each = effect.what.kind == "target" and effect.what.index == self._scope.seen and self.is_plural(effect.what)
        subject = self.subject(effect.what)
        is_each = is_each and "undivided" not in self.wording
        if is_each and (effect.power or effect.toughness or "fully" in self.wording) and not self._base:
            subject += " each"
        many = self._base or self.is_plural(effect.what)
        forbidden = [word for word in effect.gains if word.startswith("can't ")]
        if forbidden:
            until = THIS_TURN if effect.until == "turn" else self.until(effect.until)
            return f"{subject} {forbidden[0]}{until}"
        if STAYS_TAPPED in effect.gains and effect.until != "untapped":
            whose = "their controllers'" if many else "its controller's"
            verb = "don't" if many else "doesn't"
            return f"{subject} {verb} untap during {whose} untap step{self.until(effect.until)}"
        if STAYS_TAPPED in effect.gains:
            whose = "their controller's" if many else "its controller's"
            whose = "your" if effect.what == SELF and "briefly" in self.wording else whose
            whose = "that player's" if effect.what != SELF and "in other words" in self.wording else whose
            return f"{subject} {'don' if many else 'doesn'}'t untap during {whose} next untap step"
        if effect.switched:
            return f"switch {subject}'s power and toughness{self.until(effect.until)}"
        now = effect.until in ("turn", "combat") and all(isinstance(rule, CombatRule) for rule in effect.abilities)
        if now and effect.abilities and effect == Modify(effect.what, until=effect.until, abilities=effect.abilities):
            rules = [rule for rule in effect.abilities if isinstance(rule, CombatRule)]
            if any(rule.kind in OF_ONE_TURN for rule in rules):
                said = " and ".join(self.combat_rules(rules, many=many, now=True))
                return f"{subject} {said.replace('this turn', f'this {effect.until}')}"
        parts = self.changes(effect, many=many)
        text = f"{subject} {' and '.join(parts)}"
        is_done = isinstance(effect.power, Done) or isinstance(effect.level, Done)
        each = f" for each {self.done()} this way" if is_done else ""
        return text.replace(each, "") + self.until(effect.until) + each

    def changes(self, effect: Modify | Grant, *, many: bool, gain: str = "gain") -> list[str]:
        """The changes, each with its verb."""
        parts: list[str] = []
        if effect.power or effect.toughness or effect.level:
            change, each = self.change(effect)
            additional = "an additional " if each and "fully" in self.wording else ""
            parts.append(f"{'get' if many else 'gets'} {additional}{change}{each}")
        rules = [ability for ability in effect.abilities if isinstance(ability, CombatRule)]
        banned = [word for word in effect.gains if word.startswith("can't have ")]
        parts += banned
        gains = self.granted(
            tuple(word for word in effect.gains if word not in banned),
            tuple(a for a in effect.abilities if a not in rules),
        )
        becomes = self._becomes(effect, many=many)
        others = bool(gains) and ALL_ABILITIES in effect.loses
        if gains and becomes and _is_shape(effect) and not rules:
            becomes, gains = self._becomes(effect, many=many, having=f" with {gains}"), ""
        if gains:
            parts.append(f"{gain if many else third(gain)} {gains}")
        parts += self.combat_rules(rules, many=many)
        lose = "lose" if many else "loses"
        lost = [word for word in effect.loses if not (others and word == ALL_ABILITIES)]
        parts += [f"{lose} {listed(lost, 'and')}"] if lost else []
        parts += becomes
        parts += [f"{lose} {ALL_OTHERS}"] if others else []
        if not parts:
            raise Unwritable(effect)
        return parts

    def exception(self, effect: Modify, *, many: bool) -> str:
        """The differences of a copy from its model."""
        others = tuple(word for word in effect.becomes if not word.startswith("!"))
        no = "they aren't" if many else "it isn't"
        said = [f"{no} {self.word(word[1:])}" for word in effect.becomes if word not in others]
        if not others and effect.base is not None:
            size = self._pair(effect.base)
            if not size:
                raise Unwritable(effect)
            said += [f"they're {size}" if many else f"it's {size}"]
        elif others:
            being = self._becomes(replace(effect, becomes=others, gains=(), abilities=()), many=False)
            what = being[0].removeprefix("becomes ")
            said += [f"they're {what.partition(' ')[2].replace(' its ', ' their ')}" if many else f"it's {what}"]
        gains = self.granted(effect.gains, effect.abilities)
        said += [f"{'they have' if many else 'it has'} {gains}"] if gains else []
        return f", except {' and '.join(said)}"

    def being_so(self, being: Modify) -> str:
        """A sentence: "It's a Demon in addition to its other types"."""
        parts = self.changes(being, many=False, gain="have")
        parts = ["has no abilities" if part == f"loses {ALL_ABILITIES}" else part for part in parts]
        is_so = [part for part in parts if part.startswith(BECOMES)]
        rest = " and ".join(part for part in parts if part not in is_so)
        if not is_so:
            return f"It {rest}"
        return f"It's {is_so[0].removeprefix(BECOMES)}{f' and {rest}' if rest else ''}"

    def _becomes(self, effect: Modify | Grant, *, many: bool, having: str = "") -> list[str]:
        """The types, colors and base numbers that it has from then on."""
        is_static = isinstance(effect, Grant)
        become = ("are" if many else "is") if is_static else "become" if many else "becomes"
        also = _besides(effect)
        first = effect.becomes[0] if effect.becomes else ""
        if first.startswith("!"):
            return [f"isn't {an(' '.join(self.word(word[1:]) for word in effect.becomes))}"]
        if first.startswith("every ") and is_static:
            return [f"{become} {first}{also}"]
        if first.startswith("chosen "):
            return [f"{become} {self.chosen_words(first.removeprefix('chosen '))}{also}"]
        if effect.becomes == (first,) and first in self.vocabulary.states:
            return [f"{become} {first}"]
        if effect.becomes == (first,) and first in self.vocabulary.colors and effect.base is None:
            return [f"{become} {first}{also}"]
        own = tuple(word for word in effect.becomes if not word.startswith("every "))
        if own != effect.becomes:
            return self._every_type(replace(effect, becomes=own), many=many, having=having)
        words = " ".join(self.word(word) for word in effect.becomes)
        several = self.is_plural(effect.what) if isinstance(effect, Modify) else many
        if several and words and effect.becomes[-1] not in (*self.vocabulary.colors, *self.vocabulary.supertypes):
            last = effect.becomes[-1]
            words = " ".join([*words.split()[:-1], self.word(self.vocabulary.plural(last), last)])
            also = also.replace("its", "their")
        if effect.base is None:
            return [f"{become} {words if several else an(words)}{having}{also}"] if words else []
        has = "have" if many else "has"
        pair = self._pair(effect.base)
        if pair and is_static and words and "gathered" in self.wording and not having:
            return [f"{has} base power and toughness {pair}", *self._becomes(replace(effect, base=None), many=many)]
        if pair:
            first, _, rest = words.partition(" ")
            sized = f"{first} {pair} {rest}" if first in self.vocabulary.supertypes else f"{pair} {words}"
            shape = sized if several else an(sized)
            if is_static and words and "fully" in self.wording:
                return [
                    f"{become} {words if several else an(words)} with base power and toughness {pair}{having}{also}"
                ]
            return [f"{become} {shape}{having}{also}" if words else f"{has} base power and toughness {pair}"]
        power, toughness = effect.base
        if power is None or toughness is None:
            field, number = ("power", power) if toughness is None else ("toughness", toughness)
            if words or not isinstance(number, int):
                raise Unwritable(effect)
            return [f"{has} base {field} {number}"]
        if not words:
            size = f"each equal to {self.value(power)}" if "fully" in self.wording and is_static else "X/X"
            return [f"{has} base power and toughness {size}"]
        if is_static and "gathered" in self.wording:
            kinds = self._becomes(replace(effect, base=None), many=many)
            return [*kinds, f"{has} base power and base toughness each equal to {self.value(power)}"]
        base = "base " if "fully" in self.wording else ""
        return [f"{become} {an(words)} with {base}power and toughness each equal to {self.value(power)}{also}"]

    def _pair(self, base: tuple[Amount | None, Amount | None]) -> str:
        """Power and toughness as on a card, or "" if a number needs words of its own."""
        power, toughness = base
        if isinstance(power, int | Variable) and isinstance(toughness, int | Variable):
            return f"{self.digits(power)}/{self.digits(toughness)}"
        return ""

    def _every_type(self, effect: Modify | Grant, *, many: bool, having: str) -> list[str]:
        """The words for a creature that becomes every type, or only gets those types besides its own."""
        if effect.becomes:
            all_types = f"{having} and all creature types" if having else " with all creature types"
            return self._becomes(effect, many=many, having=all_types)
        gains = "gain all creature types" if many else "gains all creature types"
        return [*self._becomes(replace(effect, keeps=False), many=many), gains]

    def change(self, effect: Modify | Grant) -> tuple[str, str]:
        """The addition to its numbers, and the noun of "for each"."""
        power, toughness = effect.power, effect.toughness
        if isinstance(power, Done) or isinstance(toughness, Done):
            done = [n.times if isinstance(n, Done) else n for n in (power, toughness)]
            return signed_pair(done[0], done[1]), f" for each {self.done()} this way"
        counts = [n for n in (power, toughness) if isinstance(n, Count | Per)]
        if not counts:
            return signed_pair(power, toughness), ""
        if any(replace(count, times=counts[0].times) != counts[0] for count in counts) or any(
            n and not isinstance(n, Count | Per) for n in (power, toughness)
        ):
            raise Unwritable(counts[0])
        times = [n.times if isinstance(n, Count | Per) else 0 for n in (power, toughness)]
        return signed_pair(times[0], times[1]), self.for_each(counts[0])

    def chosen_words(self, word: str) -> str:
        """The words for the color or type that was chosen, or is chosen here."""
        return f"the {self._choosing} of your choice" if self._choosing else f"the chosen {word}"

    def combat_rule(self, rule: CombatRule, *, many: bool, now: bool) -> str:
        """The rule about its attacks and blocks, this turn or always; a game says it."""
        raise Unwritable(rule)

    def combat_rules(self, rules: list[CombatRule], *, many: bool, now: bool = False) -> list[str]:
        """The rules about its attacks and blocks, each with its verb."""
        return [self.combat_rule(rule, many=many, now=now) for rule in rules]

    def granted(self, keywords: tuple[str, ...], abilities: tuple[Ability, ...]) -> str:
        """Keywords and quoted abilities as a list."""
        return listed([*keywords, *map(self._granted, abilities)], "and")

    def _granted(self, ability: Ability) -> str:
        """A keyword ability as it is, any other in quotation marks."""
        text = self.ability(ability)
        return f'"{text}"' if text.endswith((".", '"')) else text[0].lower() + text[1:]

    def until(self, until: UntilWord) -> str:
        """A duration, with a space before it."""
        return UNTIL[until]


def _besides(effect: Modify | Grant) -> str:
    """The words for what it keeps of all it was."""
    kept = [word for word, is_kept in (("colors", effect.keeps_colors), ("types", effect.keeps)) if is_kept]
    return f" in addition to its other {' and '.join(kept)}" if kept else ""


def _is_shape(effect: Modify | Grant) -> bool:
    """Whether it becomes something of its own size, or loses all that it was, which is said with what it then has."""
    pair = effect.base
    is_new = ALL_ABILITIES in effect.loses and not effect.keeps
    is_sized = is_new if pair is None else all(isinstance(number, int) for number in pair)
    words = [word for word in effect.becomes if word != "every creature type"]
    plain = bool(words) and not any(word[0] == "!" or " " in word for word in words)
    return isinstance(effect, Modify) and is_sized and plain


def values_of(effect: Modify | Grant) -> list[Amount]:
    """The numbers that "X" stands for in a change of power and toughness."""
    numbers = (effect.power, effect.toughness, effect.level)
    found = [n for n in numbers if not isinstance(n, int | Count | Per | Variable)]
    return list(dict.fromkeys((*found, *squares_of(effect))))


def squares_of(effect: Modify | Grant) -> list[Amount]:
    """The number that is both base power and toughness of what becomes nothing else: X/X."""
    plain = all(word.startswith("every ") for word in effect.becomes)
    pair = effect.base if plain and effect.base is not None else ()
    return [n for n in pair[:1] if n is not None and not isinstance(n, int | Variable)]
