"""Other words for deeds, numbers and nouns, written: the counterpart of ``variant_phrases``."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engine.abilities import (
    GIVEN_UP,
    IT,
    SELF,
    YOU,
    Alter,
    Among,
    Amount,
    Cancel,
    ChangeForm,
    Compare,
    Count,
    DiscardStatus,
    Draw,
    Event,
    Filter,
    Fits,
    GiveBoost,
    Grant,
    Instruction,
    Keyword,
    Limit,
    Look,
    Math,
    Modify,
    Move,
    Peek,
    Per,
    Prevented,
    PutAmong,
    PutCounters,
    PutRest,
    Ref,
    Search,
    SetHitPoints,
    Test,
    Value,
)
from engine.games.marvel_champions.language.card_phrases import TO_DISCARD
from engine.games.marvel_champions.language.noun_phrases import (
    BOOST_ICONS,
    THE_SIDE,
    WITH_COST,
    YOUR_IDENTITY,
)
from engine.games.marvel_champions.language.outcome_phrases import OutcomeRenderer
from engine.games.marvel_champions.language.shared_words import (
    CONSEQUENCES_AFTER,
    CONSEQUENCES_AFTER_DEFEAT,
    IDENTITY_TRAITS,
    STAGE,
    TRAITS_OF,
    USES_FOR_EACH,
)
from engine.games.marvel_champions.language.timing_phrases import IDENTITY
from engine.games.marvel_champions.language.variant_phrases import (
    BEFORE_YOU,
    GREATEST,
    ON_TOP,
    PRINTED_COST,
    RESOURCE_ICONS,
)
from engine.queries.filters import EXTREMES
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.writing import an, is_worked_out, of_each, signed

IN_OTHER_WORDS: Final = "in other words"


class VariantRenderer(OutcomeRenderer):
    """Writes the phrases of variants.lark."""

    def among(self, amount: Among) -> str:
        if amount.field != PRINTED_COST or amount.how not in GREATEST.values():
            return super().among(amount)
        extreme = next(word for word, how in GREATEST.items() if how == amount.how)
        kinds = (("card",),) if amount.what.kinds == WITH_COST else amount.what.kinds
        return f"the printed cost of the {extreme}-cost {self.noun(replace(amount.what, kinds=kinds))}"

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        """A trait may stand behind the noun that it narrows; cards with a cost are those that may be compared by it."""
        if what.kinds == WITH_COST and any(test.field == PRINTED_COST for test in what.tests):
            what = replace(what, kinds=(("card",),))
        if IN_OTHER_WORDS in self.wording and len(what.kinds) == 1 and len(what.kinds[0]) > 1 and not what.name:
            first, *rest = what.kinds[0]
            if self.vocabulary.is_subtype(first) and not self.vocabulary.is_subtype(rest[-1]):
                plain = super().noun(replace(what, kinds=(tuple(rest),)), plural=plural)
                return f"{plain} with the {self.word(first)} trait"
        return super().noun(what, plural=plural)

    def possessive(self, ref: Ref) -> str:
        """The text may call a chosen thing by its noun again: "that enemy's ATK"."""
        said = super().possessive(ref)
        if said == "its" and ref.kind == "target" and IN_OTHER_WORDS in self.wording:
            return f"that {self._scope.targets[ref.index].what.kinds[0][-1]}'s"
        return said

    def _is_listed(self, parts: list[tuple[Instruction, ...]]) -> bool:
        """A part with a number that is worked out stands in a line of its own."""
        changes = [effect for part in parts for effect in part if isinstance(effect, Modify)]
        numbers = [number for effect in changes for number in (effect.power, *(n for _, n in effect.stats))]
        return super()._is_listed(parts) or any(map(is_worked_out, numbers))

    def _either(self, effects: tuple[Instruction, ...]) -> str:
        said = super()._either(effects)
        head = "choose to either "
        return said.removeprefix(head) if said.startswith(head) and IN_OTHER_WORDS in self.wording else said

    def discard_status(self, effect: DiscardStatus) -> str:
        said = super().discard_status(effect)
        is_short = effect.all_ and len(effect.names) > 1 and IN_OTHER_WORDS in self.wording
        return said.replace(" status card", " card") if is_short else said

    def move(self, effect: Move) -> str:
        what = effect.what
        if effect.zone == "hand" and what == IT and not self._just_found and self.wording & {IN_OTHER_WORDS, "briefly"}:
            return "draw it" if IN_OTHER_WORDS in self.wording else "add it to your hand"
        if effect.zone == "library" and what == SELF and IN_OTHER_WORDS in self.wording:
            return "shuffle this into its owner's deck"
        said = super().move(effect)
        is_one = effect.zone == "library top" and IN_OTHER_WORDS in self.wording
        return re.sub(r"^put an? ", "put 1 ", said) if is_one else said

    def after(self, effect: Instruction) -> str:
        said = super().after(effect)
        is_of_top = isinstance(effect, Search) and bool(effect.top) and IN_OTHER_WORDS in self.wording
        return " Shuffle the rest back into your deck." if is_of_top and said == " Shuffle your deck." else said

    def draw(self, effect: Draw) -> str:
        amount = effect.amount
        if isinstance(amount, Math) and amount.op == "min" and isinstance(amount.left, Count | Per):
            each = f"{self._many(of_each(amount.left), 'card')}{self.for_each(amount.left)}"
            return self.with_subject(effect.who, "draw", f"{each} (to a maximum of {self.digits(amount.right)})")
        said = super().draw(effect)
        return said.replace("draw a card", "draw 1 card") if isinstance(amount, Count | Per) else said

    def value_of(self, amount: Value) -> str:
        if amount.field == RESOURCE_ICONS:
            ref = "that card" if amount.of.kind in GIVEN_UP else self.ref(amount.of)
            return f"the number of {'printed ' if 'briefly' in self.wording else ''}resources on {ref}"
        if amount.field == "printed hit points":
            return f"{self.possessive(amount.of)} {amount.field}"
        if amount.field == STAGE and IN_OTHER_WORDS in self.wording:
            return f"{self.possessive(amount.of)} current stage number"
        if amount == BOOST_ICONS and "listed" in self.wording:
            return "the number of boost icons on the discarded card"
        return super().value_of(amount)

    def limit(self, limit: Limit) -> str:
        match limit:
            case Limit(kind="any player", condition=Compare(left=Fits(what=what))):
                trait, form = what.kinds[0][0], what.kinds[0][1:] or IDENTITY.kinds[0]
                return f"Any player whose {form[0]} has the {self.word(trait)} trait may trigger this ability."
            case Limit(kind="any player"):
                return (
                    "Any player can do this."
                    if IN_OTHER_WORDS in self.wording
                    else "Any player may trigger this ability."
                )
            case _:
                return super().limit(limit)

    def _attached_card(self, ref: Ref) -> str:
        said = super()._attached_card(ref)
        is_copy = IN_OTHER_WORDS in self.wording and ref.what is not None and said == ref.what.name
        return f"a copy of {said}" if is_copy else said

    def _awaited(self, event: Event) -> str:
        is_short = IN_OTHER_WORDS in self.wording and event.name == "thwart" and event.how == "defeated" and event.other
        return super()._awaited(event).removeprefix("thwarts and ") if is_short else super()._awaited(event)

    def look(self, effect: Look) -> str:
        return super().look(effect) if effect.whose != THE_SIDE else self._looked(effect.amount)

    def peek(self, effect: Peek) -> str:
        return (
            super().peek(effect) if effect.whose != THE_SIDE or effect.amount is None else self._looked(effect.amount)
        )

    def _looked(self, amount: Amount) -> str:
        cards = "card" if amount == 1 else f"{self.digits(amount) if isinstance(amount, int) else 'X'} cards"
        return f"look at the top {cards} of the encounter deck"

    def put_among(self, effect: PutAmong) -> str:
        if effect.place != TO_DISCARD or effect.what is not None or effect.count is None:
            return super().put_among(effect)
        number = f"{'up to ' if effect.up_to else ''}{self.digits(effect.count)}"
        which = "cards looked at this way" if IN_OTHER_WORDS in self.wording else "of those cards"
        which = "card looked at this way" if which[0] == "c" and effect.count == 1 else which
        return f"discard {number} {which}"

    def put_rest(self, effect: PutRest) -> str:
        if effect.place != ON_TOP:
            return super().put_rest(effect)
        return f"put the rest back in {'the same' if effect.as_they_were else 'any'} order"

    def _both(self, effects: tuple[Instruction, ...]) -> str | None:
        """Some of the cards that were looked at are discarded, and the rest is put back."""
        match effects:
            case (PutAmong(place=first) as some, PutRest(place=then) as rest) if (first, then) == (TO_DISCARD, ON_TOP):
                may = some.up_to and some.count == 1 and IN_OTHER_WORDS in self.wording
                discard = f"you may {self.put_among(replace(some, up_to=False))}" if may else self.put_among(some)
                return f"{discard} and {self.put_rest(rest)}"
            case _:
                return super()._both(effects)

    def give_boost(self, effect: GiveBoost) -> str:
        if effect.amount != 0 or effect.kept:
            return super().give_boost(effect)
        deed = "attack" if IN_OTHER_WORDS in self.wording else "activation"
        return f"do not give {self.ref(effect.what)} a boost card for this {deed}"

    def alter(self, effect: Alter) -> str:
        match effect.changes:
            case (Prevented(amount=int() as number),) if number > 0 and IN_OTHER_WORDS in self.wording:
                return f"reduce the amount of damage this attack deals by {number}"
            case _:
                return super().alter(effect)

    def _test(self, test: Test) -> str:
        if test == BEFORE_YOU:
            return " in your play area"
        if test.field == PRINTED_COST and test.op in EXTREMES:
            return f" with the {test.op} cost"
        return super()._test(test)

    def ref(self, ref: Ref) -> str:
        if ref.kind == "each" and ref.what is not None and ref.what.tests == (BEFORE_YOU,):
            return f"the {self.noun(ref.what)}".replace(" in play in your", " in your")
        return super().ref(ref)

    @ACTIONS.writer(SetHitPoints)
    def set_hit_points(self, effect: SetHitPoints) -> str:
        whose = "your" if effect.what == YOUR_IDENTITY else self.possessive(effect.what)
        what = "remaining hit points" if "undivided" in self.wording else "hit point dial"
        return f"set {whose} {what} to {self.value(effect.amount)}"

    def put_counters(self, effect: PutCounters) -> str:
        said = super().put_counters(effect)
        if effect.name != "acceleration" or not isinstance(effect.amount, int) or IN_OTHER_WORDS not in self.wording:
            return said
        return f"add {effect.amount} acceleration token to {self.ref(effect.what)}"

    def _sentence(self, effects: tuple[Instruction, ...]) -> str:
        first = effects[0]
        if isinstance(first, Cancel) and first.steps and IN_OTHER_WORDS in self.wording:
            return f"instead {self._clauses(effects[1:])}."
        return super()._sentence(effects)

    def change_form(self, effect: ChangeForm) -> str:
        if not effect.form or effect.who != YOU or IN_OTHER_WORDS not in self.wording:
            return super().change_form(effect)
        return f"change to {effect.form} form"

    def _awaiting(self, event: Event) -> str:
        is_you = event.name == "defeated" and event.what == YOUR_IDENTITY.what and IN_OTHER_WORDS in self.wording
        return "you" if is_you else super()._awaiting(event)

    def keyword(self, keyword: Keyword) -> str:
        if keyword.name == USES_FOR_EACH and keyword.what is not None:
            return f"uses ({keyword.value}{{v}} {keyword.what.name} counters)."
        if keyword.name in (CONSEQUENCES_AFTER, CONSEQUENCES_AFTER_DEFEAT) and keyword.what is not None:
            attack = "attacks" if keyword.name == CONSEQUENCES_AFTER else "attacks and defeats"
            after = f"after it {attack} {an(self.noun(keyword.what))}"
            return f"this takes {signed(keyword.value)} consequential damage {after}."
        return super().keyword(keyword)

    def changes(self, effect: Modify | Grant, *, many: bool, gain: str = "gain") -> list[str]:
        lent = [word for word in effect.becomes if word.startswith(TRAITS_OF)]
        if len(lent) != 1 or len(effect.becomes) > 1:
            return super().changes(effect, many=many, gain=gain)
        whose = f"the trait of each {lent[0].removeprefix(TRAITS_OF)} in play"
        whose = "each TRAIT on your identity" if lent[0] == IDENTITY_TRAITS else whose
        return [f"{'gain' if many else 'gains'} {whose}"]
