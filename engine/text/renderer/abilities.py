"""Whole abilities.

One method for each kind of phrase, mirroring ``engine/text/grammar``.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

from engine.abilities import (
    Ability,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Compare,
    Cost,
    Count,
    DiscardSelf,
    Forbid,
    Grant,
    Keyword,
    Limit,
    LimitKind,
    Mana,
    MoveSelf,
    Per,
    PlayLimits,
    SpellText,
    StateTriggered,
    Static,
    Triggered,
    Who,
)
from engine.text.mentions import antecedent_of, others_of
from engine.text.phrases import LIES_IN_YOURS
from engine.text.renderer.grants_alike import said_as_one
from engine.text.renderer.numbers import differences_of
from engine.text.renderer.registry import ABILITIES
from engine.text.renderer.triggers import Triggers
from engine.text.renderer.writing import (
    Scope,
    Unwritable,
    capital,
    number_word,
)

DEALT_TO: Final = " dealt to "
DEALT_BY: Final = " dealt by "
TO_OPPONENT: Final = " to an opponent"
TO_THEIRS: Final = " to a permanent an opponent controls"
FROM: Final = " from "
USE_ONLY: Final = "Activate only "
LIMIT_TEXT: Final[dict[LimitKind, str]] = {"sorcery": "as a sorcery", "instant": "as an instant"}
WHOSE_PERIOD: Final[dict[Who, str]] = {"": "", "you": "your ", "opponent": "an opponent's "}


class Renderer(Triggers):
    """Writes whole abilities, of all kinds."""

    # --- abilities ---

    def ability(self, ability: Ability) -> str:
        """The text of one ability, as a paragraph."""
        outer, self._scope = self._scope, Scope()
        saying = self._explicit, self._base
        try:
            return capital(self._ability(ability)).replace('.".', '."')
        finally:
            self._scope = outer
            self._explicit, self._base = saying

    def together(self, abilities: tuple[Ability, ...]) -> str:
        """Several abilities as one paragraph: "{1} or {G}: ...", "from A and from B"; "" where no text says them so."""
        used = [each for each in abilities if isinstance(each, Activated)]
        texts = [self.ability(each) for each in abilities]
        first = texts[0]
        if len(used) == len(abilities) == 2 and replace(used[1], cost=used[0].cost) == used[0]:
            costs = [self.cost(each.cost) for each in used]
            return capital(" or ".join(costs)) + first[len(costs[0]) :]
        if as_one := said_as_one(abilities, texts):
            return as_one
        if len(texts) == 2 and (otherwise := self._otherwise(abilities[0], abilities[1])):
            return f"{first} Otherwise, {otherwise}"
        if len(texts) == 2 and first.replace(DEALT_TO, DEALT_BY, 1) == texts[1]:
            return first.replace(DEALT_TO, f"{DEALT_TO}and{DEALT_BY}", 1).replace("  ", " ")
        if len(texts) == 2 and first.replace(TO_OPPONENT, TO_THEIRS, 1) == texts[1] != first:
            return first.replace(TO_OPPONENT, f"{TO_OPPONENT} or {TO_THEIRS.removeprefix(' to ')}", 1)
        subject, cant, rest = texts[-1].partition(" can't ")
        if cant and len(texts) == 2 and isinstance(abilities[0], Grant) and first.startswith(f"{subject} "):
            return f"{first.removesuffix('.')} and can't {rest}"
        head, from_, _ = first.partition(FROM)
        if from_ and all(text.startswith(head + from_) for text in texts):
            kinds = [f"from {text.removeprefix(head + from_)}" for text in texts]
            return f"{head} {', '.join(kinds[:-1])}{',' if len(kinds) > 2 else ''} and {kinds[-1]}"
        return ""

    def _otherwise(self, one: Ability, other: Ability) -> str:
        """The second of two abilities of which one holds at a time; "" if both may."""
        if not isinstance(one, Grant | Forbid) or not isinstance(other, Grant | Forbid):
            return ""
        case, opposite = one.condition, other.condition
        if case is None or opposite is None or {case.right, opposite.right} != {0, 1}:
            return ""
        is_opposite = case.op == "=" and replace(case, right=opposite.right) == opposite
        return self.static(replace(other, condition=None)) if is_opposite else ""

    def _ability(self, ability: Ability) -> str:
        if isinstance(ability, Static) and not ABILITIES.has_writer(self, ability):
            return self.static(ability)
        return ABILITIES.write(self, ability)

    @ABILITIES.writer(SpellText)
    def spell_text(self, ability: SpellText) -> str:
        return self.text(ability.body, ability.modes)

    @ABILITIES.writer(StateTriggered)
    def state_triggered(self, ability: StateTriggered) -> str:
        return f"when {self.condition(ability.condition)}, {self.text(ability.body)}"

    @ABILITIES.writer(AdditionalCost)
    def additional_cost(self, ability: AdditionalCost) -> str:
        said = f"you may {self.payment(ability.cost)}" if ability.name else self.cost(ability.cost)
        return f"as an additional cost to {self.terms['play']} this, {said}."

    @ABILITIES.writer(AlternativeCost)
    def alternative_cost(self, ability: AlternativeCost) -> str:
        play = self.terms["play"]
        match ability:
            case AlternativeCost(cost=(), keyword=keyword) if keyword:
                return f"you may {play} this from your {ability.zone} using its {keyword} ability."
            case AlternativeCost(cost=(), zone=zone, besides=True, condition=condition):
                given = "" if condition is None else f" as long as {self.condition(condition)}"
                return f"you may {play} this from your {zone}{given}."
            case AlternativeCost(zone=zone, besides=True, condition=None):
                verb, _, rest = self.payment(ability.cost).partition(" ")
                paid = f"{verb.removesuffix('e')}ing {rest}"
                return f"you may {play} this from your {zone} by {paid} in addition to paying its other costs."
            case AlternativeCost(cost=(), condition=Compare() as condition):
                return f"if {self.condition(condition)}, you may {play} this without paying its mana cost."
            case AlternativeCost(cost=cost, name=name, resource=resource, condition=condition):
                price = "activation cost" if name == "activate" else f"{resource} cost"
                given = "" if condition is None else f"if {self.condition(condition)}, "
                return f"{given}you may {self.payment(cost)} rather than pay this's {price}."

    @ABILITIES.writer(PlayLimits)
    def play_limits(self, ability: PlayLimits) -> str:
        items = [self.limit_item(limit) for limit in ability.limits]
        return f"{self.terms['play']} this only {_within(items)}."

    def _keyword_cost(self, cost: Cost) -> str:
        """Mana stands right after the keyword, another cost after a dash."""
        if not cost:
            return ""
        return f" {self.cost(cost)}" if all(isinstance(part, Mana) for part in cost) else f"—{self.cost(cost)}."

    @ABILITIES.writer(Activated)
    def activated(self, ability: Activated) -> str:
        """Cost, colon, effect, instructions; or the keyword it was written as."""
        if ability.keyword:
            written = self.keyword_ability(ability)
            if written is None:
                raise Unwritable(ability)
            return written
        limits = self._limits(ability.limits)
        self._works_in = ability.zone if not isinstance(ability.cost[0] if ability.cost else None, MoveSelf) else ""
        text = capital(self.text(ability.body, ability.modes))
        self._works_in = "battlefield"
        is_said = f"this card from your {ability.zone}" in text or "this card and " in text
        if ability.zone != _implied_zone(ability.cost) and not is_said:
            limits += f" Activate only if this is in your {ability.zone}."
        return f"{capital(self.cost(ability.cost))}: {text}{limits}"

    def _limits(self, limits: tuple[Limit, ...]) -> str:
        """The sentences behind an ability, each with a space before it; what is said of its use is one of them."""
        said = [self.limit(limit) for limit in limits]
        uses = [text for text in said if text.startswith(USE_ONLY)]
        first = uses[0] if uses else ""
        only = _within([text.removeprefix(USE_ONLY).removesuffix(".") for text in uses])
        others = [f"{USE_ONLY}{only}." if text is first else text for text in said if text is first or text not in uses]
        return "".join(f" {text}" for text in others)

    @ABILITIES.writer(Keyword)
    def keyword(self, keyword: Keyword) -> str:
        """A keyword with its number or cost."""
        number = f" {keyword.value}" if keyword.value else ""
        return keyword.name + number + self._keyword_cost(keyword.cost)

    def keyword_ability(self, ability: Activated) -> str | None:
        """An activated ability that is written as a keyword; none in the shared language."""
        return None

    @ABILITIES.writer(Triggered)
    def triggered(self, ability: Triggered) -> str:
        first = ability.events[0]
        antecedent = antecedent_of(ability.events)
        noun = "spell" if first.name == "cast" else "" if first.what is None else noun_of(first.what.kinds[0])
        head = self.trigger(ability.events)
        self._scope = Scope((), antecedent, noun)
        scene = others_of(ability.events)
        self._other_noun = " or ".join(self.word(noun_of(kind)) for kind in scene[0][1]) if scene else ""
        is_said = first.source or ability.condition == LIES_IN_YOURS
        self._works_in = "battlefield" if is_said else ability.zone
        condition = f" if {self.condition(ability.condition)}," if ability.condition is not None else ""
        self._differences = () if ability.condition is None else differences_of(ability.condition)
        self._counted = ability.condition.left if ability.condition is not None else None
        text = self.text(ability.body, ability.modes, antecedent, noun, trailing_if=True)
        self._works_in, self._differences = "battlefield", ()
        once = " This ability triggers only once each turn." if ability.once_each_turn else ""
        once = " Do this only once each turn." if ability.done_once else once
        return f"{head},{condition} {text}{once}"

    def limit_item(self, limit: Limit) -> str:
        """When or how often, after "only"."""
        match limit.kind:
            case "once":
                return f"{_often(limit.count)} each turn"
            case "ever":
                return _often(limit.count)
            case "during":
                return f"during {WHOSE_PERIOD[limit.who]}{limit.step}"
            case "before" | "after":
                return f"{limit.kind} {limit.step}"
            case "condition":
                assert limit.condition is not None
                return f"if {self.condition(limit.condition)}"
            case _:
                raise Unwritable(limit)

    def limit(self, limit: Limit) -> str:
        match limit.kind:
            case "once" | "ever" | "during" | "before" | "after" | "condition":
                return f"Activate only {self.limit_item(limit)}."
            case "x at least":
                return "X can't be 0."
            case "more" | "less":
                return self._own_price(limit)
            case "any player":
                return "Any player may activate this ability."
            case "opponents":
                return "Only your opponents may activate this ability."
            case "x is":
                return f"X is {self.value(limit.value)}."
            case _:
                if limit.kind not in LIMIT_TEXT:
                    raise Unwritable(limit)
                return f"Activate only {LIMIT_TEXT[limit.kind]}."

    def _own_price(self, limit: Limit) -> str:
        """The words of an activated ability about its own cost."""
        is_each = isinstance(limit.value, Count | Per) and not (limit.value.times == 1 and "briefly" in self.wording)
        base = limit.value.times if is_each and isinstance(limit.value, Count | Per) else limit.value
        price = f"{{{base}}}" if isinstance(base, int) else "{X}"
        text = f"This ability costs {price} {limit.kind} to activate"
        if limit.condition is not None:
            return f"{text} if {self.condition(limit.condition)}."
        return (
            text + (self.for_each(limit.value) if isinstance(base, int) else f", where X is {self.value(base)}") + "."
        )


def noun_of(kind: tuple[str, ...]) -> str:
    """The word by which a thing of a kind is called again."""
    return next((word for word in reversed(kind) if word[0] != "!"), "")


def _implied_zone(cost: Cost) -> str:
    """The zone in which an ability works for its cost alone."""
    if DiscardSelf() in cost:
        return "hand"
    return next((part.from_ for part in cost if isinstance(part, MoveSelf)), "battlefield")


def _often(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count) or f"{number_word(count)} times"


def _within(items: list[str]) -> str:
    """The cases of a limit: a moment of a time before it stands right behind that."""
    said = items[:1]
    for before, item in pairwise(items):
        is_within = before.startswith("during ") and item.startswith(("before ", "after "))
        said.append(f" {item}" if is_within else f" and only {item}")
    return "".join(said)
