"""Actions in words that only Marvel Champions has, written: the counterpart of ``action_phrases``."""

from __future__ import annotations

import re
from copy import copy
from dataclasses import field, replace
from typing import Final

from engine.abilities import (
    IT,
    SELF,
    YOU,
    ActivationGets,
    AdvanceStage,
    AlsoAttack,
    Alter,
    Amount,
    AssignDamage,
    Attach,
    AttackGains,
    Body,
    BoostIcons,
    BringIntoPlay,
    ByPrinted,
    Cancel,
    ChangeForm,
    Choose,
    Compare,
    Cost,
    Count,
    Damage,
    DamageByDiscarded,
    DealEncounter,
    Defeat,
    Discard,
    DiscardStatus,
    DiscardUntil,
    Done,
    Draw,
    DrawUp,
    EachPlayer,
    Either,
    EncounterSearch,
    EnemyActivation,
    EnemyAttack,
    EnemyScheme,
    EventAmount,
    Filter,
    Fits,
    GiveBoost,
    Heal,
    If,
    IfDid,
    InCase,
    IndirectDamage,
    Instruction,
    Later,
    Look,
    Math,
    Mill,
    Modify,
    Move,
    MoveDamage,
    NextCost,
    Per,
    PlaceFacedown,
    Prevented,
    PutAmong,
    PutCounters,
    PutFacedown,
    PutRest,
    Recover,
    Ref,
    RemoveCounters,
    ResolveMoment,
    ResolveSpecial,
    Resources,
    Reveal,
    Search,
    Shuffle,
    StrengthenUse,
    Surge,
    TakeCounters,
    Tap,
    TapOther,
    Timed,
    Value,
    Variable,
)
from engine.abilities.records import record
from engine.games.marvel_champions.language.action_phrases import END_OF_ROUND
from engine.games.marvel_champions.language.card_phrases import SURGE
from engine.games.marvel_champions.language.cost_phrases import DISCARD_PILE
from engine.games.marvel_champions.language.counter_phrases import ALL_KINDS, DAZES
from engine.games.marvel_champions.language.listed_cases import OF_FORMS, Cases, with_cases
from engine.games.marvel_champions.language.noun_phrases import (
    DEFEATER,
    DIFFERENT,
    PLAYERS_OF_ALL,
    SET_ASIDE,
    STATES,
    STUNNING,
    THE_SIDE,
    WORD_OF,
    YOUR_IDENTITY,
    YOUR_LEADER,
    is_one,
)
from engine.games.marvel_champions.language.set_phrases import SetRenderer
from engine.games.marvel_champions.language.settled_effects import END_OF_ACTIVATION, END_OF_ATTACK
from engine.games.marvel_champions.language.shared_words import SYMBOL_OF
from engine.games.marvel_champions.language.told_to_players import as_said_of, said_of_each
from engine.text.phrases import put
from engine.text.renderer.deeds_alike import size_of
from engine.text.renderer.registry import ACTIONS, COST_PARTS
from engine.text.renderer.writing import Scope, Unwritable, an, capital, is_worked_out, listed

DEALS: Final = "This deals "
"""The words for damage that a card deals, by which it is told to a player."""


@record(frozen=True, slots=True)
class GivenWithBoost(PutCounters):
    """Two instructions as the sentence they are said in: a status card is given, and boost cards."""

    boost: GiveBoost = field(default_factory=lambda: GiveBoost(SELF))


@record(frozen=True, slots=True)
class AttachedAndResolved(Attach):
    """Two instructions as the sentence they are said in: the card is attached, and its Special ability is resolved."""


@record(frozen=True, slots=True)
class GivenToSeveral(PutCounters):
    """Several instructions as the sentence they are said in: each of several things is given a status card."""

    others: tuple[Ref, ...] = ()


def given_together(
    effects: tuple[Instruction, ...], *, boosts: bool = False, statuses: bool = True
) -> tuple[Instruction, ...]:
    """Instructions as they are said: status cards of one name that are given one after the other are given together."""
    found: list[Instruction] = []
    for sentence in sentences_of(effects):
        effect, last = sentence[0], found[-1] if found else None
        if isinstance(effect, PutCounters) and sentence == _dazing(effect):
            found.append(replace(effect, name=" and ".join(DAZES)))
        elif len(sentence) > 1:
            found += sentence
        elif (
            statuses
            and isinstance(effect, PutCounters)
            and isinstance(last, PutCounters)
            and _is_given_too(effect, last)
        ):
            others = last.others if isinstance(last, GivenToSeveral) else ()
            found[-1] = GivenToSeveral(last.what, last.name, last.amount, others=(*others, effect.what))
        elif isinstance(effect, ResolveSpecial) and effect.of == IT and isinstance(last, Attach) and last.what == SELF:
            found[-1] = AttachedAndResolved(SELF, last.to)
        elif boosts and isinstance(effect, GiveBoost) and type(last) is PutCounters and _is_boosted_too(effect, last):
            found[-1] = GivenWithBoost(last.what, last.name, boost=effect)
        elif isinstance(effect, AttackGains) and isinstance(last, AttackGains):
            found[-1] = AttackGains(f"{last.keyword} and {effect.keyword}")
        else:
            found.append(effect)
    return tuple(found)


def _is_given_too(given: PutCounters, before: PutCounters) -> bool:
    """Whether a status card is given as one was before; you are told by yourself that you have one."""
    alike = given.name in STATES and (given.name, given.amount) == (before.name, before.amount)
    return alike and YOUR_IDENTITY not in (given.what, before.what)


def _is_boosted_too(given: GiveBoost, before: PutCounters) -> bool:
    """Whether a boost card is given in one sentence with a status card: one that lasts, or to whom that was given."""
    return before.name == TOUGH and (given.kept or given.what in (before.what, IT))


def _dazing(given: PutCounters) -> tuple[PutCounters, ...]:
    """All that are stunned are confused as well; nothing where one is chosen."""
    return tuple(replace(given, name=name) for name in DAZES) if given.what.kind == "each" else ()


TOUGH: Final = "tough"
BOTH_DAZES: Final = " and ".join(DAZES)
"""The status cards that are given together."""
MAY_DO_TO: Final = re.compile(r"([Yy]ou may [^.]*)\. If you do, ")
"""Two sentences for a thing that is done for another."""


class ActionRenderer(SetRenderer):
    """Writes the phrases about actions."""

    names_dealer = False
    goes_on_later = False
    used: dict[type, str] = {Discard: "discarded", Mill: "discarded"}  # noqa: RUF012

    _named: Ref | None = None
    """The character that a condition of this sentence asked for by its name."""

    _is_told = False
    """Whether what is written is said of players afterwards."""
    _told_of_shuffle = False
    """Whether players were just told to shuffle the deck that they have searched."""
    _cancelled = False
    """Whether the sentence before cancelled something."""
    awaits_threat = False
    """Whether what is interrupted is that threat is placed."""
    _just_given: PutCounters | None = None
    """The status that the instruction just written gives."""
    _just_resolved = ""
    """The timing words of the abilities that the instruction just written resolves."""
    _just_found = False
    """Whether the instruction just written found one of your cards."""

    def timed(self, ability: Timed) -> str:
        self.awaits_threat = any(event.name in ("threat", "scheme") for event in ability.events)
        self.is_past = ability.timing == "response"
        self.is_averted = any(isinstance(effect, Cancel) and effect.steps for effect in ability.body.effects)
        try:
            return super().timed(ability)
        finally:
            self.awaits_threat = self.is_averted = self.is_past = False

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        are_apart = "undivided" in self.wording and "gathered" not in self.wording
        together = given_together(body.effects, boosts=self._gives_together(), statuses=not are_apart)
        body = replace(body, effects=together)
        if self.wording & {"listed", "gathered"}:
            self._scope = Scope(body.targets, antecedent, noun)
            effects = with_cases(body.effects, self.condition, following="gathered" in self.wording)
            body = replace(body, effects=effects)
        said = super()._sentences(body, antecedent, noun, trailing_if=trailing_if)
        return MAY_DO_TO.sub(r"\1 to ", said) if "actively" in self.wording else said

    @ACTIONS.writer(Cases)
    def cases(self, effect: Cases) -> str:
        lines = []
        before = copy(self._scope)
        for head, body in zip(effect.heads, effect.bodies, strict=True):
            self._scope = copy(before) if effect.above == OF_FORMS else self._scope  # only one of them is done
            first, *others = [self._sentence(each) for each in sentences_of(given_together(body, boosts=True))]
            first = first if head.endswith(", ") else capital(first)
            lines.append(f"• {head}{' '.join((first, *map(capital, others)))}")
        return "\n".join((effect.above, *lines)).removesuffix(".")

    def _gives_together(self) -> bool:
        """Whether a status card and a boost card are given in one sentence."""
        return not self.wording & {"listed", "undivided"}

    def _spoke_of(self, condition: Compare) -> None:
        super()._spoke_of(condition)
        counted = condition.left
        is_there = isinstance(counted, Count) and bool(counted.what.name) and condition.op == ">="
        self._named = Ref("each", 0, counted.what) if is_there and isinstance(counted, Count) else None
        if isinstance(counted, Fits | Value) and is_one(counted.of) and counted.of != YOUR_IDENTITY:
            self._named = counted.of

    def ref(self, ref: Ref) -> str:
        """A thing that a condition has just called by its name is "it"."""
        return "it" if ref == self._named and "undivided" in self.wording else super().ref(ref)

    # --- threat, damage and counters ---

    @ACTIONS.writer(GivenToSeveral)
    def given_to_several(self, effect: GivenToSeveral) -> str:
        whom = listed([self.ref(ref) for ref in (effect.what, *effect.others)], "and")
        verb = STUNNING.get(effect.name)
        return f"{verb} {whom}" if verb else f"give {whom} a {effect.name} status card"

    @ACTIONS.writer(GivenWithBoost)
    def given_with_boost(self, effect: GivenWithBoost) -> str:
        whom, to = self.ref(effect.what), effect.boost.what
        to_another = "" if to == effect.what or to.kind == "it" else f"{self.ref(to)} "
        one = "a" if effect.boost.amount == 1 else self.digits(effect.boost.amount)
        cards = f"{one} facedown" if effect.boost.kept else "another"
        return f"give {whom} a {effect.name} status card and {to_another}{cards} boost card"

    @ACTIONS.writer(AttachedAndResolved)
    def attached_and_resolved(self, effect: AttachedAndResolved) -> str:
        return f'{self.action(Attach(effect.what, effect.to))} and resolve its "Special" ability'

    def take_counters(self, effect: TakeCounters) -> str:
        amount = effect.amount
        if effect.name != "threat" or amount is None:
            return super().take_counters(effect)
        if isinstance(amount, Done):
            return f"remove {amount.times} threat from {self.ref(effect.what)}{self.for_each(amount)}"
        if is_worked_out(amount):
            return f"remove threat from {self.ref(effect.what)} equal to {self.value(amount)}"
        removed = f"remove {self.digits(amount)} threat from {self.ref(effect.what)}{self.for_each(amount)}"
        return removed + self.in_case(amount, "threat")

    def _brought_up(self, effect: Instruction) -> None:
        """The status just given is the one that somebody may have already."""
        self._just_given = effect if isinstance(effect, PutCounters) and effect.name in STATES else None
        self._just_found = (isinstance(effect, DiscardUntil) and effect.who is not None) or _is_of_discards(effect)
        self._just_resolved = effect.moment if isinstance(effect, ResolveMoment) else ""
        super()._brought_up(effect)

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        first, given = effects[0], self._just_given
        if isinstance(first, IfDid) and not first.did and self._just_resolved and first.steps == len(effects) - 1:
            none = f'no "{self._just_resolved.title()}" abilities were resolved this way'
            return f"if {none}, {self._core(effects[1:])}"
        is_undone = isinstance(first, IfDid) and not first.did and first.steps == len(effects) - 1
        if is_undone and {"gathered", "undivided"} <= self.wording:
            return f"if you cannot, {self._core(effects[1:])} instead"
        if isinstance(first, IfDid) and not first.did and given is not None and first.steps == len(effects) - 1:
            if "undivided" in self.wording:
                return f"if you cannot, {self._core(effects[1:])} instead"
            if "listed" in self.wording:
                return f"if you cannot, {self._core(effects[1:])}"
            is_you = given.what in (YOU, YOUR_IDENTITY)
            whose = self.ref(given.what) if is_you else "it"  # asked by its name, it would be before that
            is_many = given.what.kind == "each" and not is_one(given.what)
            if (
                is_many
                or given.what.what == YOUR_LEADER
                or ("fully" not in self.wording if is_you else "briefly" in self.wording)
            ):
                return f"otherwise, {self._core(effects[1:])}"
            had = f"is already {given.name}" if given.name in STUNNING else f"already has a {given.name} status card"
            return f"if {whose} {had}, {self._core(effects[1:])}"
        return super()._core(effects)

    def put_counters(self, effect: PutCounters) -> str:
        what, name, amount = effect.what, effect.name, effect.amount
        if name == "threat":
            where = "here" if what == SELF else f"on {self.ref(what)}"
            if is_worked_out(amount):
                return f"place threat {where} equal to {self.value(amount)}"
            return f"place {self.digits(amount)} threat {where}{self.for_each(amount)}"
        is_so = "briefly" in self.wording if self._is_told else "fully" not in self.wording
        if (name in STUNNING or name == BOTH_DAZES) and what == YOUR_IDENTITY and is_so:
            return f"you are {name}"
        if name in STUNNING:
            return f"{STUNNING[name]} {self.ref(what)}"
        if name == BOTH_DAZES:
            return f"stun and confuse {self.ref(what)}"
        if name in STATES:
            return f"give {self.ref(what)} a {name} status card"
        if name == "damage":
            return "place it here"
        if name == "acceleration" and self.wording & {"fully", "listed"}:
            where = "here" if what == SELF else f"on {self.ref(what)}"
            return f"place {self.digits(amount)} acceleration token {where}{self.for_each(amount)}"
        if name == "acceleration":
            return f"give {self.ref(what)} {self.digits(amount)} acceleration token{self.for_each(amount)}"
        if isinstance(amount, Math) and isinstance(amount.right, Math):
            said = self.put_counters(replace(effect, amount=amount.left))
            return f"{said} (to a maximum of {self.digits(amount.right.left)})"
        return f"put {self.counters(amount, name)} here" if what == SELF else super().put_counters(effect)

    @ACTIONS.writer(Heal)
    def heal(self, effect: Heal) -> str:
        if effect.amount is None:
            return f"heal all damage from {self._healed(effect.what)}"
        if effect.what == YOU and not is_worked_out(effect.amount):
            return f"heal {self.digits(effect.amount)} damage{self.for_each(effect.amount)}"
        whom = self._healed(effect.what)
        if is_worked_out(effect.amount):
            return f"heal damage from {whom} equal to {self.value(effect.amount)}"
        return f"heal {self.digits(effect.amount)} damage from {whom}{self.for_each(effect.amount)}"

    def _healed(self, ref: Ref) -> str:
        said = self.ref(ref)
        return "any character" if said == "a character" else said

    def tap(self, effect: Tap) -> str:
        return super().tap(effect) + (" card" if effect.what == YOUR_IDENTITY else "")

    @ACTIONS.writer(MoveDamage)
    def move_damage(self, effect: MoveDamage) -> str:
        said = f"move {self.digits(effect.amount)} damage from {self.ref(effect.what)} to {self.ref(effect.to)}"
        return said + self.in_case(effect.amount, "damage")

    @ACTIONS.writer(AssignDamage)
    def assign_damage(self, effect: AssignDamage) -> str:
        amount, among = effect.amount, effect.among
        nouns = [self.noun(replace(among, kinds=(kind,)), plural=True) for kind in among.kinds]
        much = f"damage equal to {self.value(amount)}" if is_worked_out(amount) else f"{self.digits(amount)} damage"
        return self.with_subject(effect.who, "assign", f"{much} among {' and '.join(nouns)}")

    @ACTIONS.writer(DiscardStatus)
    def discard_status(self, effect: DiscardStatus) -> str:
        names = "" if effect.names == ALL_KINDS else f"{' and '.join(effect.names)} "
        if effect.names == DAZES and not effect.all_:
            return f"discard 1 stun or confuse status card from {self.ref(effect.what)}"
        one = "1" if "fully" in self.wording else "a"
        return f"discard {'each' if effect.all_ else one} {names}status card from {self.ref(effect.what)}"

    def remove_counters(self, part: RemoveCounters) -> str:
        """A status card is discarded; of a card of some name it may have been said before which one that is."""
        if part.name in STATES:
            return f"discard a {part.name} status card from {self.ref(part.from_)}"
        said = super().remove_counters(part)
        what = part.from_.what if part.from_.kind == "each" else None
        is_said = what is not None and bool(what.name) and "fully" in self.wording
        return said.replace(f" from {what.name}", " from it") if is_said and what is not None else said

    @ACTIONS.writer(IndirectDamage)
    def indirect_damage(self, effect: IndirectDamage) -> str:
        amount = effect.amount
        if effect.together:
            return self.indirect_damage(replace(effect, who=YOU, together=False)).replace(
                "take", "the players as a group take", 1
            )
        if effect.who.kind == "players":
            return f"deal {self.digits(amount)} indirect damage to each player"
        if is_worked_out(amount):
            return f"take indirect damage equal to {self.value(amount)}"
        more = self.for_each(amount) + self.in_case(amount, "indirect damage")
        return f"take {self.digits(amount)} indirect damage{more}"

    def damage(self, effect: Damage) -> str:
        amount = effect.amount
        if effect.by == SELF and effect.to == DEFEATER and isinstance(amount, int):
            return f"{self.ref(effect.to)} takes {amount} damage"
        if effect.by == SELF and effect.to == YOU:
            if isinstance(amount, EventAmount):
                return "take it as damage"
            if is_worked_out(amount):
                return f"take damage equal to {self.value(amount)}"
            return f"take {self.digits(amount)} damage{self.for_each(amount)}{self.in_case(amount, 'damage')}"
        if isinstance(amount, Math) and amount.op == "min" and is_worked_out(amount.left):
            said = f"deal damage to {self.ref(effect.to)} equal to {self.value(amount.left)}"
            return f"{said} (to a maximum of {self.digits(amount.right)})"
        return super().damage(effect) + self.in_case(amount, "damage")

    def alter(self, effect: Alter) -> str:
        match effect.changes:
            case (Prevented(amount=number),) if is_worked_out(number):
                thing = "threat" if self.awaits_threat else "damage"
                return f"prevent X of that {thing}, where X is equal to {self.value(number)}"
            case (Prevented(amount=number),) if self.awaits_threat:
                return f"prevent {'all' if number == -1 else self.digits(number)} of that threat"
            case _:
                return super().alter(effect)

    # --- activations ---

    @ACTIONS.writer(EnemyScheme)
    def enemy_scheme(self, effect: EnemyScheme) -> str:
        more = f" with +{effect.more} SCH" if effect.more else ""
        return f"{self._enemy(effect.what)} schemes{more}"

    @ACTIONS.writer(EnemyAttack)
    def enemy_attack(self, effect: EnemyAttack) -> str:
        engaged = effect.whom.kind == "engaged player"
        if effect.any_form:
            whom, one = ("the player it is engaged with", "that player is") if engaged else ("you", "you are")
            return f"{self._enemy(effect.what)} attacks {whom} (even if {one} in alter-ego form)"
        if engaged and _is_engaged(effect.what):
            return f"{self._enemy(effect.what)} attacks"
        whom = " the hero it is engaged with" if engaged else f" {self.ref(effect.whom)}"
        more = f" with +{effect.more} ATK" if effect.more else ""
        return f"{self._enemy(effect.what)} attacks{whom}{more}"

    @ACTIONS.writer(Defeat)
    def defeat(self, effect: Defeat) -> str:
        return f"defeat {self.ref(effect.what)}"

    @ACTIONS.writer(ResolveMoment)
    def resolve_moment(self, effect: ResolveMoment) -> str:
        said = f'"{effect.moment.title()}" ability'
        if effect.what.kind in ("self", "it") or "fully" in self.wording:
            return f"resolve {self.possessive(effect.what)} {said}"
        return f"resolve the {said} of {self.ref(effect.what)}"

    @ACTIONS.writer(StrengthenUse)
    def strengthen_use(self, effect: StrengthenUse) -> str:
        more = effect.amount.times if isinstance(effect.amount, Count | Per) else self.digits(effect.amount)
        each = self.for_each(effect.amount)
        if effect.what == YOUR_IDENTITY and "fully" not in self.wording:
            return f"you get +{more} to that power for this use{each}"
        return f"{self.ref(effect.what)} gets +{more} to that power for this use{each}"

    @ACTIONS.writer(EnemyActivation)
    def enemy_activation(self, effect: EnemyActivation) -> str:
        is_engaged = effect.whom.kind == "engaged player"
        whom = "the player it is engaged with" if is_engaged else self.ref(effect.whom)
        return f"{self._enemy(effect.what)} activates against {whom}"

    @ACTIONS.writer(BoostIcons)
    def boost_icons(self, effect: BoostIcons) -> str:
        amount = effect.amount
        number = amount.times if isinstance(amount, Count | Per) else self.digits(amount)
        icons = f"+{number} boost icon{'' if number in (1, '1') else 's'}"
        each = self.for_each(amount) if isinstance(amount, Count | Per) else ""
        if "undivided" in self.wording:
            return f"this card gains {icons}{each}"
        if each:
            return f"{each.strip()}, this card gets {icons} for this activation"
        return f"this card gets {icons} for this activation"

    def _enemy(self, ref: Ref) -> str:
        """An enemy that does something, by a pronoun where its name was just said."""
        return "he" if ref == self._named else self.ref(ref)

    def _clauses(self, effects: tuple[Instruction, ...]) -> str:
        said = super()._clauses(self.as_one_deed(effects))
        return said.replace("you are stunned and you are confused", f"you are {BOTH_DAZES}")

    def as_one_deed(self, effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """Status cards that are given, and keywords that an attack gains, one after the other are said together."""
        is_alike = any(all(isinstance(effect, kind) for effect in effects) for kind in (AttackGains, PutCounters))
        is_given = any(isinstance(effect, GiveBoost) for effect in effects) and self._gives_together()
        is_resolved = bool(effects) and isinstance(effects[-1], ResolveSpecial)
        return given_together(effects, boosts=is_given) if is_alike or is_given or is_resolved else effects

    def _listed(self, effects: tuple[Instruction, ...], *, first: bool) -> str:
        """Several enemies that do the same are said to do it together."""
        if isinstance(effects[0], PutCounters):  # statuses are no counters that are put on something together
            return listed([self.clause(effect, explicit=not first) for effect in effects], "and")
        said = super()._listed(effects, first=first)
        attacks = [effect for effect in effects if isinstance(effect, EnemyAttack)]
        if not attacks:
            return said
        whom = self.enemy_attack(attacks[0]).removeprefix(self.ref(attacks[0].what))
        return listed([self.ref(each.what) for each in attacks], "and") + whom

    @ACTIONS.writer(ActivationGets)
    def activation_gets(self, effect: ActivationGets) -> str:
        is_attack = effect.stat == "attack" and not self.wording & {"gathered", "undivided"}
        deed = "attack" if is_attack else "activation"
        whom = "it" if self.wording & {"gathered", "briefly"} else self._enemy(effect.what)
        return f"{whom} gets +{effect.amount} {WORD_OF[effect.stat]} for this {deed}"

    @ACTIONS.writer(AttackGains)
    def attack_gains(self, effect: AttackGains) -> str:
        return f"this attack gains {effect.keyword}"

    @ACTIONS.writer(GiveBoost)
    def give_boost(self, effect: GiveBoost) -> str:
        if effect.kept:
            return f"give {self.ref(effect.what)} {self.digits(effect.amount)} facedown boost card"
        if effect.amount == 1 and "undivided" in self.wording:
            return f"give {self.ref(effect.what)} an additional boost card"
        if effect.amount == 1 and "briefly" in self.wording:
            return f"give {self.ref(effect.what)} another boost card"
        more = "" if self.wording & {"fully", "gathered"} else "additional "
        this = "that" if "gathered" in self.wording else "this"
        cards = f"{self.digits(effect.amount)} {more}boost card"
        return f"give {self.ref(effect.what)} {cards} for {this} activation"

    @ACTIONS.writer(Cancel)
    def cancel(self, effect: Cancel) -> str:
        if effect.steps:
            raise Unwritable(effect)
        if not effect.effects and "briefly" in self.wording:
            return "cancel all of its effects"
        if not effect.effects:
            return "cancel the effects of that card"
        return f'cancel its "{effect.effects.title()}" effects'

    # --- cards that move ---

    def move(self, effect: Move) -> str:
        what = effect.what
        match effect.zone:
            case "hand" if what.kind == "topmost" and what.of is not None:
                return f"{self.ref(what.of)} returns {self.ref(what)} to their hand"
            case "hand" if what.kind == "it" and self._just_found:
                return "add it to your hand"
            case "hand" if what.kind == "it" and what.what is not None:
                return f"add {self.ref(what)} to your hand"
            case "graveyard" if _is_of_your_choice(what):
                return self._chosen_and_discarded(what)
            case "graveyard" if what.kind == "chosen" and what.of is not None and _is_of_hand(what, what.of):
                own = replace(what, of=None, what=replace(what.what or Filter(), whose=None, of="you"))
                return f"{self.ref(what.of)} discards {self.ref(own).replace(' in your hand', ' from their hand')}"
            case "graveyard" if what.kind == "event" and "fully" in self.wording:
                return "place that card in its owner's discard pile"
            case "graveyard":
                is_named = what.kind == "each" and what.what is not None and bool(what.what.name)
                return f"discard {self.ref(what)}{' from play' if is_named and 'briefly' in self.wording else ''}"
            case "library" if what.what is not None and what.what.zone == "set aside" and not what.what.name:
                return "shuffle the rest of your set-aside nemesis encounter set into the encounter deck"
            case "library" if what == SELF or _is_of_the_side(what):
                return f"shuffle {self.ref(what)} into the encounter deck"
            case "library" if what.kind in ("chosen", "target", "each"):
                some = self.ref(what)
                if "fully" in self.wording and some.startswith(("a ", "an ")):
                    some = f"1 {some.partition(' ')[2]}"
                return f"shuffle {some} into your deck"
            case "library" if what.kind == "it":
                return f"shuffle {self.ref(what)} into your deck"
            case "exile":
                return f"remove {self.ref(what)} from the game"
            case "battlefield":
                how = "" if effect.engaged is None else f" engaged with {self.ref(effect.engaged)}"
                under = " under your control" if effect.under == "you" else ""
                return f"put {self.ref(what)} into play{how}{under}"
            case _:
                return super().move(effect)

    def _chosen_and_discarded(self, what: Ref) -> str:
        """A thing in play or a card of a hand, chosen by the player who discards it."""
        some = self.ref(replace(what, of=None)).replace(" in your hand", " from your hand")
        is_plain = "briefly" in self.wording or (what.what is not None and bool(what.what.name))
        if some.startswith("the ") or (is_plain and " from your hand" in some):
            return f"discard {some}"
        if "actively" in self.wording and some.endswith(" you control"):
            return f"discard {some.replace('a card you', '1 card you', 1)}"
        one = f"1 {some.removeprefix('an ').removeprefix('a ')}"
        if "actively" in self.wording and what.what is not None and what.what.zone == "battlefield":
            return f"discard {one}"
        if "fully" in self.wording:
            return f"choose and discard {one}"
        return f"choose and discard {some.replace('a card', '1 card', 1)}"

    def discard(self, effect: Discard) -> str:
        match effect:
            case Discard(what=Ref(what=Filter(tests=(test,)))):
                return f"discard each {SYMBOL_OF[test.field[8:]]} resource from your hand"
            case Discard(amount=amount, who=who, at_random=True):
                assert amount is not None
                whose = "your" if who == YOU else f"{self.ref(who)}'s"
                many = "card" if amount == 1 else "cards"
                if who.kind in ("owner", "engaged player", "defeater"):
                    return self.with_subject(who, "discard", f"{self.digits(amount)} {many} at random from their hand")
                return f"discard {self.digits(amount)} {many} at random from {whose} hand"
            case Discard(amount=int(), who=Ref(kind="you"), up_to=False):
                return f"{super().discard(effect)} from your hand"
            case _:
                return super().discard(effect)

    @ACTIONS.writer(PlaceFacedown)
    def place_facedown(self, effect: PlaceFacedown) -> str:
        some = "a random card" if effect.amount == 1 else f"{self.digits(effect.amount)} random cards"
        whose = "your" if effect.who == YOU else "their"
        return self.with_subject(effect.who, "place", f"{some} from {whose} hand facedown here")

    def mill(self, effect: Mill) -> str:
        if isinstance(effect.amount, Done):
            return "discard the top card of your deck for each threat placed this way"
        if isinstance(effect.amount, Per) and not self.is_for_players(effect.amount):
            return f"{self.mill(replace(effect, amount=effect.amount.times))}{self.for_each(effect.amount)}"
        if is_worked_out(effect.amount) or isinstance(effect.amount, Count):
            return f"{self.mill(replace(effect, amount=Variable()))}, where X is {self.value(effect.amount)}"
        top = "card" if effect.amount == 1 else f"{self.digits(effect.amount)} cards"
        if effect.who == THE_SIDE:
            return f"discard the top {top} of the encounter deck"
        return self.with_subject(
            effect.who, "discard", f"the top {top} of {'your' if effect.who == YOU else 'their'} deck"
        )

    @ACTIONS.writer(DiscardUntil)
    def discard_until(self, effect: DiscardUntil) -> str:
        what = an(self.noun(effect.what))
        until = f"you discard {what}" if "fully" in self.wording else f"{what} is discarded"
        if effect.who is None:
            return f"discard cards from the top of the encounter deck until {until}"
        whose = "your" if effect.who == YOU else "their"
        return self.with_subject(effect.who, "discard", f"cards from the top of {whose} deck until {until}")

    @ACTIONS.writer(DrawUp)
    def draw_up(self, effect: DrawUp) -> str:
        whose = "your" if effect.who == YOU else "their"
        return self.with_subject(effect.who, "draw", f"up to {whose} printed hand size")

    def look(self, effect: Look) -> str:
        return f"look at the top {self.digits(effect.amount)} cards of your deck"

    def put_among(self, effect: PutAmong) -> str:
        if effect.place.zone != "hand" or effect.count is None:
            return super().put_among(effect)
        those = " of those" if "fully" in self.wording else ""
        return f"add {self.digits(effect.count)}{those} to your hand"

    def put_rest(self, effect: PutRest) -> str:
        if effect.place.zone == "library bottom":
            return "place the rest on the bottom of your deck in any order"
        return "discard the others"

    def search(self, effect: Search) -> str:
        if effect.zone not in ("hand", "battlefield"):
            return super().search(effect)
        use = "add it to your hand" if effect.zone == "hand" else "put it into play"
        is_card = all("card" in kind for kind in effect.what.kinds)
        what = replace(effect.what, zone="hand" if is_card else "battlefield")
        wanted = self.ref(Ref("each", 0, what)) if what.name and not is_card else an(self.noun(what))
        deck = "your deck and discard pile" if effect.discards else "your deck"
        deck = f"the top {self.digits(effect.top)} cards of your deck" if effect.top else deck
        return self.with_subject(effect.who, "search", f"{deck} for {wanted} and {use}")

    def shuffle(self, effect: Shuffle) -> str:
        return "shuffle the encounter deck" if effect.who == THE_SIDE else "shuffle your deck"

    # --- cards that come into play in another way ---

    @ACTIONS.writer(PutFacedown)
    def put_facedown(self, effect: PutFacedown) -> str:
        is_one = effect.amount == 1
        top = "the top card" if is_one else f"the top {self.digits(effect.amount)} cards"
        is_yours = effect.who == YOU and not self.for_each_player
        whose, whom = ("your", "you") if is_yours else ("their", "them")
        word = self.word(effect.words[-1])
        said = f"a {word} minion" if is_one else f"{word} minions"
        put = f"{top} of {whose} deck into play facedown, engaged with {whom} as {said}"
        return self.with_subject(effect.who, "put", put)

    @ACTIONS.writer(AdvanceStage)
    def advance_stage(self, effect: AdvanceStage) -> str:
        return f"advance to stage {effect.stage}"

    @ACTIONS.writer(BringIntoPlay)
    def bring_into_play(self, effect: BringIntoPlay) -> str:
        return f"put {self.ref(Ref('each', 0, effect.what))} into play"

    @ACTIONS.writer(ResolveSpecial)
    def resolve_special(self, effect: ResolveSpecial) -> str:
        if effect.of is not None:
            whose = "its" if effect.of.kind == "it" else self.possessive(effect.of)
            return f'resolve {whose} "Special" ability'
        if not effect.count:
            return f'resolve the "Special" ability on each {self.noun(effect.what)} in any order'
        what = replace(effect.what, other=False)
        many = "another" if effect.what.other else self.digits(effect.count)
        return f'resolve the "Special" ability on {many} {self.noun(what, plural=effect.count > 1)}'

    @ACTIONS.writer(AlsoAttack)
    def also_attack(self, _effect: AlsoAttack) -> str:
        return "also resolve his attack against each other hero"

    @ACTIONS.writer(DamageByDiscarded)
    def damage_by_discarded(self, effect: DamageByDiscarded) -> str:
        each = f"for each printed {SYMBOL_OF[effect.resource]} resource a player discards this way"
        return f"{each}, that player takes {effect.amount} damage"

    def choose(self, effect: Choose) -> str:
        what = effect.what.what
        if what is None or DIFFERENT not in what.tests:
            return super().choose(effect)
        tests = tuple(test for test in what.tests if test != DIFFERENT)
        nouns = self.noun(replace(what, tests=tests), plural=True)
        return f"choose up to {self.digits(effect.what.count)} different {nouns}"

    # --- the encounter deck ---

    @ACTIONS.writer(EncounterSearch)
    def encounter_search(self, effect: EncounterSearch) -> str:
        what = effect.what
        found = self.ref(Ref("each", 0, what)) if what.name else an(self.noun(what))
        is_copy = "gathered" in self.wording or "fully" in self.wording or ("briefly" in self.wording and effect.use)
        found = f"a copy of {found}" if what.name and is_copy else found
        use = {"": "", "reveal": " and reveals it", "engaged": " and puts it into play engaged with them"}[effect.use]
        deck = "the encounter deck and discard pile" if effect.discards else "the encounter deck"
        deck = "the encounter deck, discard pile, and set-aside area" if effect.aside else deck
        return self.with_subject(effect.who, "search", f"{deck} for {found}{use}")

    @ACTIONS.writer(Reveal)
    def reveal(self, effect: Reveal) -> str:
        if effect.what is None:
            return "reveal the top card of the encounter deck"
        return f"reveal {self.ref(effect.what)}"

    @ACTIONS.writer(DealEncounter)
    def deal_encounter(self, effect: DealEncounter) -> str:
        whom = "yourself" if effect.who == YOU else self.ref(effect.who)
        if effect.card is not None:
            return f"deal {self.ref(effect.card)} to {whom} as a facedown encounter card"
        cards = "an encounter card" if effect.amount == 1 else f"{self.digits(effect.amount)} encounter cards"
        return f"deal {whom} {cards}"

    @ACTIONS.writer(Surge)
    def surge(self, effect: Surge) -> str:
        if effect.what == SELF and "briefly" in self.wording:
            return SURGE
        return f"{'this card' if effect.what == SELF else self.ref(effect.what)} gains {SURGE}"

    # --- costs and forms ---

    @ACTIONS.writer(NextCost)
    def reduce_next_cost(self, effect: NextCost) -> str:
        whose = "you play" if effect.who == YOU else f"{self.ref(effect.who)} plays"
        resource = "" if "briefly" in self.wording else "resource "
        cost = f"reduce the {resource}cost of the next card {whose} this phase by {self.digits(effect.amount)}"
        return cost + self.for_each(effect.amount)

    @ACTIONS.writer(ChangeForm)
    def change_form(self, effect: ChangeForm) -> str:
        whose = "your" if effect.who == YOU else "their"
        if not effect.form:
            form = "form" if self.wording & {"actively", "listed"} else f"{whose} form"
            return self.with_subject(effect.who, "change", form)
        whose = "" if self.wording & {"briefly", "actively", "listed"} else f"{whose} "
        verb = "change" if self.wording & {"actively", "gathered"} else "flip"
        return self.with_subject(effect.who, verb, f"to {whose}{effect.form} form")

    @COST_PARTS.writer(Recover)
    def recover(self, part: Recover) -> str:
        return f"heal {self.digits(part.amount)} damage from your {part.form or 'identity'}"

    def tap_other(self, part: TapOther) -> str:
        if part.what.name:
            return f"exhaust {part.what.name}"
        one = Ref("each", 0, part.what)
        return f"exhaust {self.ref(one)}" if is_one(one) else super().tap_other(part)

    def in_case(self, amount: Amount, thing: str) -> str:
        """The words for another amount in a case."""
        if not isinstance(amount, InCase):
            return ""
        return f" ({self.digits(amount.amount)} {thing} instead if {self.condition(amount.condition)})"

    def cards(self, amount: Amount) -> str:
        plain = super().cards(amount.otherwise if isinstance(amount, InCase) else amount)
        return plain + self.in_case(amount, "cards").replace("(", "(draw ")

    def draw(self, effect: Draw) -> str:
        if effect.who.kind not in ("chosen", "target") or self._scope.player == effect.who:
            return super().draw(effect)
        return f"choose {self.ref(effect.who)} to draw {self.cards(effect.amount)}"

    def after(self, effect: Instruction) -> str:
        if isinstance(effect, EnemyActivation | EnemyAttack | EnemyScheme) and not effect.boosted:
            deed = "that attack" if isinstance(effect, EnemyAttack) else "this activation"
            return f" Do not give it a boost card for {deed}."
        is_own = isinstance(effect, Search) and effect.zone in ("hand", "battlefield")
        if self._told_of_shuffle:
            self._told_of_shuffle = False
            return ""
        if not is_own:
            return super().after(effect)
        return "" if self.wording & {"briefly", "fully"} else " Shuffle your deck."

    def _either(self, effects: tuple[Instruction, ...]) -> str:
        """One of several parts, or of two powers that get more."""
        first = effects[0]
        assert isinstance(first, Either)
        parts = _parts(first, effects[1:])
        if first.costs or self._is_listed(parts):
            costs = first.costs or ((),) * len(parts)
            return "choose:" + "".join(f"\n• {self._option(*part)}" for part in zip(costs, parts, strict=True))
        if all(len(part) == 1 and isinstance(part[0], Modify) for part in parts):
            return self._power(*(part[0] for part in parts))  # type: ignore[arg-type]  # modifications
        parts = [self.as_one_deed(part) for part in parts]
        written = (self._clauses(part) if len(sentences_of(part)) == 1 else self._in_one(part) for part in parts)
        said = [re.sub(r"\bthis deals\b", "deal", each) for each in written]  # what follows is told to the player, too
        return f"choose to either {said[0]} or {said[1]}" if len(said) == 2 else f"choose one: {listed(said, 'or')}"

    def _is_listed(self, parts: list[tuple[Instruction, ...]]) -> bool:
        """Whether the parts of a choice stand one below the other, as those do that are several sentences."""
        if "actively" in self.wording and len(parts) == 2:
            return False
        return "listed" in self.wording or any(len(sentences_of(self.as_one_deed(part))) > 1 for part in parts)

    def _in_one(self, effects: tuple[Instruction, ...]) -> str:
        """Several sentences as one."""
        return " and ".join(self._sentence(one).removesuffix(".") for one in sentences_of(effects))

    def _paid_or_done(self, first: Either, effects: tuple[Instruction, ...]) -> str:
        """A cost or else a deed, as one sentence; "" for any other choice."""
        parts = _parts(first, effects)
        if len(parts) != 2 or parts[0] or first.costs[1] or self._is_listed(parts):
            return ""
        said = f"either {self.cost(first.costs[0])} or {self._clauses(parts[1])}."
        return f"choose to {said}" if "fully" in self.wording else said

    def _option(self, cost: Cost, effects: tuple[Instruction, ...]) -> str:
        if cost and not effects and all(isinstance(part, Resources) for part in cost):
            return f"{capital(self.cost(cost))}."
        sentences = [self._sentence(part) for part in sentences_of(effects)] or ["nothing."]
        if len(sentences) == 2 and all(isinstance(effect, Modify | AttackGains) for effect in effects):
            sentences = [" and ".join(each.removesuffix(".") for each in sentences) + "."]
        said = " ".join(map(capital, sentences))
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
        self._named = None
        is_then = isinstance(first, IfDid) and len(effects) > 1 and isinstance(effects[1], Either)
        if is_then or isinstance(first, Either):
            values = _worked_out(effects)
            if is_then or values:
                then = "-> " if isinstance(first, IfDid) and first.paid else "then, "
                return self._chosen_amount(effects[1:] if is_then else effects, values, then if is_then else "")
        if isinstance(first, IfDid) and first.paid:
            return "-> " + " ".join(capital(self._sentence(each)) for each in sentences_of(effects[1:]))
        if isinstance(first, EachPlayer):
            return self._for_each_player(effects[1:]) if _is_chosen_by_each(effects) else self._told_each(effects)
        if isinstance(first, ByPrinted):
            return self._by_printed(first, effects[1:])
        if isinstance(first, If) and len(effects) == 4 and _from_other_schemes(effects):
            return self._from_others(first, effects[1:])
        if isinstance(first, Either) and not first.costs and self._is_listed(_parts(first, effects[1:])):
            return self._either(effects)
        if isinstance(first, Either) and first.costs:
            return self._paid_or_done(first, effects[1:]) or self._either(effects)
        if isinstance(first, Shuffle) and first.who == THE_SIDE and "briefly" not in self.wording:
            return f"then {self._core(effects)}."
        if isinstance(first, Cancel) and first.steps:
            return f"{self._clauses(effects[1:])} instead."
        if isinstance(first, EnemyAttack) and self._cancelled:
            return f"{self._clauses(effects)} instead."
        self._cancelled = isinstance(first, Cancel)
        return super()._sentence(effects)

    def _chosen_amount(self, effects: tuple[Instruction, ...], values: list[Amount], before: str) -> str:
        """A choice of which each part is about the same number, which is said behind it."""
        if len(values) > 1:
            raise Unwritable(effects[0])
        for value in values:
            effects = put(effects, value, Variable())
        where = "".join(f" X is {self.value(value)}." for value in values)
        return f"{before}{self._either(effects)}.{where}"

    def _for_each_player(self, effects: tuple[Instruction, ...]) -> str:
        self.for_each_player = True
        try:
            each = "each player must choose to" if "fully" in self.wording else "each player chooses to"
            each = "each player must" if "briefly" in self.wording else each
            said = said_of_each(self._either(effects))
            if said.startswith("choose:"):
                raise Unwritable(effects[0])
            return (
                said.replace("choose to", each, 1) if said.startswith("choose to") else f"each player must {said}"
            ) + "."
        finally:
            self.for_each_player = False

    def _told_each(self, effects: tuple[Instruction, ...]) -> str:
        """The deeds of players: written as each is told them, and then said of them."""
        first = effects[0]
        assert isinstance(first, EachPlayer)
        self._is_told = True
        told = [capital(self._sentence(part)) for part in sentences_of(effects[1:])]
        told = [f"Deal {each.removeprefix(DEALS)}" if each.startswith(DEALS) else each for each in told]
        self._is_told = False
        if self.after(effects[-1]):
            told.append("Shuffle your deck.")
            self._told_of_shuffle = True
        form = f" in {first.form} form" if first.form else ""
        said = as_said_of(self.ref(first.who) + form, told)
        if first.who.kind == "players":  # what "each player chooses and discards" is one deed of all
            said = said.replace("chooses and discards", "must choose and discard", 1)
        return said.replace("chooses to", "must choose to", 1) if "fully" in self.wording else said

    def _by_printed(self, first: ByPrinted, effects: tuple[Instruction, ...]) -> str:
        said, at = ["if that card's printed resource has:"], 0
        for resource, size in zip(first.resources, first.sizes, strict=True):
            part = " ".join(capital(self._sentence(each)) for each in sentences_of(effects[at : at + size]))
            said.append(f"• {SYMBOL_OF[resource]} - {part}")
            at += size
        return "\n".join((*said, f"• {SYMBOL_OF['wild']} - All of the above."))

    def _from_others(self, first: If, effects: tuple[Instruction, ...]) -> str:
        """Threat that is removed from other schemes in a case."""
        other, _, usual = effects
        assert isinstance(other, TakeCounters)
        return f"{self.action(usual)} (from {self.ref(other.what)} instead if {self.condition(first.condition)})."

    def _when(self, later: Later) -> str:
        first = later.events[0]
        if first.name == "unharmed":
            return f"if you take no damage from {'this' if 'undivided' in self.wording else 'that'} attack"
        if first.how == "attack" and first.what is not None:
            whom = "you" if first.what == YOUR_IDENTITY.what else an(self.noun(first.what))
            return f"if this activation deals damage to {whom}"
        after = "after that attack resolves" if "briefly" in self.wording else "after this attack"
        ended = after if self.wording & {"fully", "briefly"} else "at the end of this attack"
        activation = "after this activation" if "briefly" in self.wording else "after this activation ends"
        said = {END_OF_ATTACK: ended, END_OF_ACTIVATION: activation, END_OF_ROUND: "at the end of the round"}.get(first)
        return said or super()._when(later)


def _is_chosen_by_each(effects: tuple[Instruction, ...]) -> bool:
    """Whether all that each player does is to choose one of several parts."""
    first, *rest = effects
    is_of_all = isinstance(first, EachPlayer) and first.who == PLAYERS_OF_ALL and not first.form
    return is_of_all and isinstance(rest[0], Either) and size_of(tuple(rest), 0) == len(rest)


def _worked_out(effects: tuple[Instruction, ...]) -> list[Amount]:
    """The numbers of instructions that an X stands for: sums, and what several instructions have in common."""
    found = [amount for effect in effects if not isinstance(amount := getattr(effect, "amount", 0), int)]
    return [
        amount
        for amount in dict.fromkeys(found)
        if (isinstance(amount, Math) and amount.op == "+") or (is_worked_out(amount) and found.count(amount) > 1)
    ]


def _is_engaged(ref: Ref) -> bool:
    """Whether enemies are said to be engaged with somebody."""
    return ref.what is not None and any(test.field == "engaged" for test in ref.what.tests)


def _is_of_the_side(ref: Ref) -> bool:
    """Whether cards are the scenario's, or lie aside and are shuffled into its deck."""
    is_aside = ref.what is not None and ref.what.zone == SET_ASIDE and bool(ref.what.name)
    return is_aside or (ref.what is not None and ref.what.whose == THE_SIDE)


def _is_of_discards(effect: Instruction) -> bool:
    """Whether a card of your discard pile is chosen."""
    what = effect.what.what if isinstance(effect, Choose) else None
    return what is not None and what.zone == DISCARD_PILE and what.of == "you"


def _is_of_hand(what: Ref, whose: Ref) -> bool:
    """Whether the cards are those of the hand of a player who chooses them."""
    return whose != YOU and what.what is not None and what.what.zone == "hand" and what.what.whose == whose


def _is_of_your_choice(ref: Ref) -> bool:
    """Whether something is chosen by you, in play or in your hand."""
    return ref.kind == "chosen" and ref.of == YOU and ref.what is not None and ref.what.zone in ("battlefield", "hand")


def _from_other_schemes(effects: tuple[Instruction, ...]) -> bool:
    """Whether the same threat is removed, in a case from others than those that were chosen."""
    other, usual = effects[1], effects[-1]
    if not isinstance(other, TakeCounters) or not isinstance(usual, TakeCounters):
        return False
    return replace(other, what=usual.what) == usual and other.what != usual.what


def _parts(either: Either, effects: tuple[Instruction, ...]) -> list[tuple[Instruction, ...]]:
    """The parts of a choice, without what ends each."""
    found = []
    at = 0
    for size in either.sizes:
        found.append(effects[at : at + size - (at + size < len(effects))])
        at += size
    return found


def sentences_of(effects: tuple[Instruction, ...]) -> list[tuple[Instruction, ...]]:
    """Divide instructions into sentences."""
    found = []
    at = 0
    while at < len(effects):
        size = size_of(effects, at)
        found.append(effects[at : at + size])
        at += size
    return found
