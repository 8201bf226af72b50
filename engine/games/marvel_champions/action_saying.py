"""What is done in words that only Marvel Champions has, written: the counterpart of ``action_words``."""

from __future__ import annotations

from dataclasses import replace

from engine.abilities import (
    SELF,
    YOU,
    Alter,
    Amount,
    AssignDamage,
    AttackGains,
    Cancel,
    ChangeForm,
    Cost,
    CostPart,
    Damage,
    DealEncounter,
    Discard,
    DiscardUntil,
    Done,
    DrawUp,
    Either,
    EncounterSearch,
    EnemyAttack,
    EnemyScheme,
    EventAmount,
    Filter,
    GiveBoost,
    Heal,
    InCase,
    Instruction,
    Later,
    Look,
    Math,
    Mill,
    Modify,
    Move,
    MoveDamage,
    NextCost,
    PlaceFacedown,
    Prevented,
    PutAmong,
    PutCounters,
    PutRest,
    Recover,
    Ref,
    Reveal,
    Search,
    Shuffle,
    Surge,
    TakeCounters,
    TapOther,
    Timed,
)
from engine.games.marvel_champions.action_words import END_OF_ATTACK, END_OF_ROUND, SURGE
from engine.games.marvel_champions.cost_words import SYMBOL_OF
from engine.games.marvel_champions.noun_words import (
    STATES,
    THE_SIDE,
    YOUR_IDENTITY,
    NounRenderer,
    is_one,
)
from engine.text.renderer.bodies import size_of
from engine.text.renderer.writing import an, capital, is_worked_out, listed


class ActionRenderer(NounRenderer):
    """The same phrases, written."""

    awaits_threat = False
    """Whether what is interrupted is that threat is placed."""

    def timed(self, ability: Timed) -> str:
        self.awaits_threat = any(event.name in ("threat", "scheme") for event in ability.events)
        try:
            return super().timed(ability)
        finally:
            self.awaits_threat = False

    def action(self, effect: Instruction) -> str | None:
        match effect:
            case TakeCounters(what=what, name="threat", amount=Done(times=times)):
                return f"remove {times} threat from {self.ref(what)} for each card discarded this way"
            case TakeCounters(what=what, name="threat", amount=amount) if amount is not None:
                return (
                    f"remove {self.digits(amount)} threat from {self.ref(what)}{self.for_each(amount)}"
                    + self.in_case(amount, "threat")
                )
            case PutCounters(what=what, name="threat", amount=amount):
                where = "here" if what == SELF else f"on {self.ref(what)}"
                return f"place {self.digits(amount)} threat {where}{self.for_each(amount)}"
            case PutCounters(what=what, name=name) if name in STATES:
                return f"give {self.ref(what)} a {name} status card"
            case PutCounters(name="damage"):
                return "place it here"
            case PutCounters(what=what, name="acceleration", amount=amount):
                return f"give {self.ref(what)} {self.digits(amount)} acceleration token"
            case PutCounters(what=what, name=name, amount=amount) if what == SELF:
                return f"put {self.counters(amount, name)} here"
            case Heal(what=what, amount=None):
                return f"heal all damage from {self.ref(what)}"
            case Heal(what=what, amount=amount):
                assert amount is not None
                return f"heal {self.digits(amount)} damage from {self.ref(what)}{self.for_each(amount)}"
            case MoveDamage(amount=amount, what=what, to=to):
                said = f"move {self.digits(amount)} damage from {self.ref(what)} to {self.ref(to)}"
                return said + self.in_case(amount, "damage")
            case AssignDamage(amount=amount, among=among):
                nouns = [self.noun(replace(among, kinds=(kind,)), plural=True) for kind in among.kinds]
                much = (
                    f"damage equal to {self.value(amount)}"
                    if is_worked_out(amount)
                    else f"{self.digits(amount)} damage"
                )
                return f"assign {much} among {' and '.join(nouns)}"
            case Damage(by=by, to=to, amount=amount) if by == SELF and to == YOU:
                return "take it as damage" if isinstance(amount, EventAmount) else f"take {self.digits(amount)} damage"
            case Alter(changes=(Prevented(amount=-1),)) if self.awaits_threat:
                return "prevent all of that threat"
            case Alter(changes=(Prevented(amount=number),)) if self.awaits_threat:
                return f"prevent {self.digits(number)} of that threat"
            case EnemyScheme(what=what):
                return f"{self.ref(what)} schemes"
            case EnemyAttack(what=what, whom=whom):
                return f"{self.ref(what)} attacks" + ("" if whom.kind == "engaged player" else f" {self.ref(whom)}")
            case GiveBoost(what=what, amount=amount):
                return f"give {self.ref(what)} {self.digits(amount)} additional boost card for this activation"
            case Move(what=Ref(kind="it", what=Filter()) as what, zone="hand"):
                return f"add {self.ref(what)} to your hand"
            case Move(what=Ref(kind="chosen", of=of, what=Filter(zone="battlefield")) as what, zone="graveyard") if (
                of == YOU
            ):
                return f"choose and discard {self.ref(replace(what, of=None))}"
            case Move(what=what, zone="graveyard"):
                return f"discard {self.ref(what)}"
            case Move(what=Ref(what=Filter(zone="set aside")), zone="library"):
                return "shuffle the rest of your set-aside nemesis encounter set into the encounter deck"
            case Move(what=what, zone="exile"):
                return f"remove {self.ref(what)} from the game"
            case Move(what=what, zone="battlefield", engaged=engaged, under=under):
                how = "" if engaged is None else f" engaged with {self.ref(engaged)}"
                return f"put {self.ref(what)} into play{how}{' under your control' if under == 'you' else ''}"
            case _:
                return self.card_action(effect)

    def cost_part(self, part: CostPart) -> str:
        match part:
            case Recover(amount=amount):
                return f"heal {self.digits(amount)} damage from your identity"
            case TapOther(what=what) if what.name:
                return f"exhaust {what.name}"
            case TapOther(what=what) if is_one(Ref("each", 0, what)):
                return f"exhaust {self.ref(Ref('each', 0, what))}"
            case _:
                return super().cost_part(part)

    def card_action(self, effect: Instruction) -> str | None:
        """What is done with decks and hands, and what is cancelled."""
        match effect:
            case Discard(what=Ref(what=Filter(tests=(test,)))):
                return f"discard each {SYMBOL_OF[test.field[8:]]} resource from your hand"
            case Discard(amount=amount, who=who, at_random=True):
                assert amount is not None
                whose = "your" if who == YOU else f"{self.ref(who)}'s"
                many = "card" if amount == 1 else "cards"
                return f"discard {self.digits(amount)} {many} at random from {whose} hand"
            case PlaceFacedown(amount=amount, who=who):
                some = "a random card" if amount == 1 else f"{self.digits(amount)} random cards"
                whose = "your" if who == YOU else "their"
                return self.says(who, "place", f"{some} from {whose} hand facedown here")
            case Mill(amount=Done()):
                return "discard the top card of your deck for each threat placed this way"
            case Mill(amount=amount, who=who):
                top = "card" if amount == 1 else f"{self.digits(amount)} cards"
                if who == THE_SIDE:
                    return f"discard the top {top} of the encounter deck"
                return self.says(who, "discard", f"the top {top} of {'your' if who == YOU else 'their'} deck")
            case DiscardUntil(what=what):
                noun = self.noun(what)
                return f"discard cards from the encounter deck until a {noun} is discarded"
            case DrawUp(who=who):
                return self.says(who, "draw", f"up to {'your' if who == YOU else 'their'} printed hand size")
            case Look(amount=amount):
                return f"look at the top {self.digits(amount)} cards of your deck"
            case PutAmong(count=count, place=Move(zone="hand")) if count is not None:
                return f"add {self.digits(count)} to your hand"
            case PutRest():
                return "discard the others"
            case Search(what=what, zone="hand"):
                return (
                    f"search your deck for {an(self.noun(replace(what, zone='battlefield')))} and add it to your hand"
                )
            case Shuffle(who=who):
                return "shuffle the encounter deck" if who == THE_SIDE else "shuffle your deck"
            case NextCost(amount=amount, who=who):
                whose = "you play" if who == YOU else f"{self.ref(who)} plays"
                cost = "reduce the resource cost of the next card"
                return f"{cost} {whose} this phase by {self.digits(amount)}"
            case EncounterSearch(what=what):
                found = self.ref(Ref("each", 0, what)) if what.name else f"a {self.noun(what)}"
                return f"search the encounter deck and discard pile for {found}"
            case Reveal(what=None):
                return "reveal the top card of the encounter deck"
            case Reveal(what=what):
                assert what is not None
                return f"reveal {self.ref(what)}"
            case DealEncounter(who=who):
                return f"deal {self.ref(who)} an encounter card"
            case Surge(what=what):
                return f"{'this card' if what == SELF else self.ref(what)} gains {SURGE}"
            case ChangeForm(who=who, form=""):
                return self.says(who, "change", "your form")
            case ChangeForm(who=who, form=form):
                return self.says(who, "flip", f"to your {form} form")
            case Cancel(effects="all"):
                return "cancel the effects of that card"
            case Cancel(effects=effects) if effects:
                return f'cancel its "{effects.title()}" effects'
            case AttackGains(keyword=keyword):
                return f"this attack gains {keyword}"
            case _:
                return super().action(effect)

    def in_case(self, amount: Amount, thing: str) -> str:
        """How much instead in a case."""
        if not isinstance(amount, InCase):
            return ""
        return f" ({self.digits(amount.amount)} {thing} instead if {self.condition(amount.condition)})"

    def cards(self, amount: Amount) -> str:
        return super().cards(amount.otherwise if isinstance(amount, InCase) else amount) + self.in_case(amount, "cards")

    def _either(self, effects: tuple[Instruction, ...]) -> str:
        """One of several parts, or of two powers that get more."""
        first = effects[0]
        assert isinstance(first, Either)
        parts = _parts(first, effects[1:])
        if first.costs:
            return "choose:" + "".join(f"\n• {self._option(*part)}" for part in zip(first.costs, parts, strict=True))
        if all(len(part) == 1 and isinstance(part[0], Modify) for part in parts):
            return self._power(*(part[0] for part in parts))  # type: ignore[arg-type]  # modifications
        return f"choose one: {listed([self._clauses(part) for part in parts], 'or')}"

    def _option(self, cost: Cost, effects: tuple[Instruction, ...]) -> str:
        said = " ".join(capital(self._sentence(part)) for part in sentences_of(effects)) or "Nothing."
        return f"{capital(self.cost(cost))} -> {said}" if cost else said

    def _power(self, *changes: Modify) -> str:
        stats = [self.changes(change, many=False)[0].split(" ", 2) for change in changes]
        until = self.until(changes[0].until).strip()
        return (
            f"choose {' or '.join(stat for _, _, stat in stats)}. {capital(until)}, "
            f"{self.ref(changes[0].what)} gets {stats[0][1]} to the chosen power"
        )

    def _sentence(self, effects: tuple[Instruction, ...]) -> str:
        first = effects[0]
        if isinstance(first, Either) and first.costs:
            return self._either(effects)
        if isinstance(first, Cancel) and first.steps:
            return f"{self._clauses(effects[1:])} instead."
        return super()._sentence(effects)

    def _when(self, later: Later) -> str:
        first = later.events[0]
        if first.how == "attack" and first.what is not None:
            whom = "you" if first.what == YOUR_IDENTITY.what else an(self.noun(first.what))
            return f"if this activation deals damage to {whom}"
        said = {END_OF_ATTACK: "at the end of this attack", END_OF_ROUND: "at the end of the round"}.get(first)
        return said or super()._when(later)

    def _damage(self, effect: Damage) -> str:
        bound = effect.amount
        if isinstance(bound, Math) and bound.op == "min" and is_worked_out(bound.left):
            said = f"deal damage to {self.ref(effect.to)} equal to {self.value(bound.left)}"
            return f"{said} (to a maximum of {self.digits(bound.right)})"
        return super()._damage(effect) + self.in_case(effect.amount, "damage")


def _parts(either: Either, effects: tuple[Instruction, ...]) -> list[tuple[Instruction, ...]]:
    """The parts of a choice, without what ends each."""
    found = []
    at = 0
    for size in either.sizes:
        found.append(effects[at : at + size - (at + size < len(effects))])
        at += size
    return found


def sentences_of(effects: tuple[Instruction, ...]) -> list[tuple[Instruction, ...]]:
    """Instructions by sentences."""
    found = []
    at = 0
    while at < len(effects):
        size = size_of(effects, at)
        found.append(effects[at : at + size])
        at += size
    return found
