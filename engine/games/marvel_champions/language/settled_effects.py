"""Instructions of one text that only together say what is done: they look back, last for a time, or ask first."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    SELF,
    YOU,
    Ability,
    Activated,
    ActivationGets,
    Alter,
    Attach,
    AttackGains,
    Body,
    BoostIcons,
    Cancel,
    Compare,
    Count,
    Damage,
    EachPlayer,
    EncounterSearch,
    EnemyActivation,
    EnemyAttack,
    EnemyScheme,
    Event,
    Filter,
    Forbid,
    GiveBoost,
    Grant,
    If,
    IfDid,
    Instruction,
    Modify,
    Move,
    PutCounters,
    Ref,
    ResolveMoment,
    Reveal,
    Shuffle,
    SpellText,
    StrengthenUse,
    Tap,
    Test,
    ThisTurn,
    Timed,
    Value,
    Variable,
)
from engine.games.marvel_champions.language.chosen_in_texts import (
    GOVERNING,
    ChosenInCost,
    NoneDone,
    NotBoosted,
    RemoveFromIt,
    XIs,
)
from engine.games.marvel_champions.language.counter_phrases import ENEMIES
from engine.games.marvel_champions.language.done_last import speaks_of_what_is_lost
from engine.games.marvel_champions.language.interrupted_moments import (
    asks_activation,
    interrupts_activation,
    interrupts_attack,
    interrupts_thwart,
    interrupts_use,
    interrupts_your_defense,
)
from engine.games.marvel_champions.language.noun_phrases import (
    ATTACK_DEFEATS,
    DEFEATER,
    SET_ASIDE,
    STUNNING,
    THE_SIDE,
    THEIR,
    YOUR_IDENTITY,
    in_play_as_named,
    in_status,
)
from engine.games.marvel_champions.language.shared_words import IS_ATTACKING
from engine.replacement.durations import OF_A_TURN
from engine.text.compiler.actions import Effects
from engine.text.compiler.done_counts import paid_counts_settled
from engine.text.compiler.joined_sentences import last_condition
from engine.text.errors import Reject
from engine.text.phrases import (
    SUBJECT,
    Already,
    TargetRef,
    has,
    has_part,
    put,
    records_of,
    rewrite,
)

YOU_UNHARMED: Final = Event("unharmed", YOUR_IDENTITY.what)
END_OF_ATTACK: Final = Event("end", how="attack")
END_OF_ACTIVATION: Final = Event("end", how="activation")
CHARACTERS: Final = ENEMIES | {"ally", "character", "hero", "alter-ego", "identity"}


def of_activation(last: Instruction | None, sentence: Effects) -> Effects:
    """A sentence by which the enemy that has just attacked or schemed has more of that power for this."""
    if not isinstance(last, EnemyAttack | EnemyScheme | AttackGains | ActivationGets):
        return sentence
    changed: list[Instruction] = []
    for effect in sentence:
        if isinstance(effect, Modify) and effect.until in ("combat", "thwart"):
            stats = (("attack", effect.power), *effect.stats)
            given = [(name, number) for name, number in stats if number]
            is_other = isinstance(last, EnemyAttack | EnemyScheme) and effect.what not in (last.what, SUBJECT)
            is_other = is_other and effect.what.kind != "pronoun"
            if len(given) != 1 or not isinstance(given[0][1], int) or is_other:
                raise Reject
            changed.append(ActivationGets(effect.what, given[0][0], given[0][1]))
        else:
            changed.append(effect)
    return tuple(changed)


def completed(before: Effects, sentence: XIs | NotBoosted) -> Effects:
    """The instructions of the sentences before, with what a sentence says about them."""
    if isinstance(sentence, XIs):
        if not before or not has(before, Variable):
            raise Reject
        return put(before, Variable(), sentence.value)
    last = before[-1] if before else None
    if not isinstance(last, EnemyActivation | EnemyAttack | EnemyScheme):
        raise Reject
    return (*before[:-1], replace(last, boosted=False))


def is_told(before: Effects) -> bool:
    """Whether the last sentence is about what the one who defeated something does."""
    told = before[last_condition(before)] if before else None
    return isinstance(told, EachPlayer) and told.who == DEFEATER


def speaks_on(sentence: Effects) -> bool:
    """Whether a sentence speaks of what was done before it."""
    return any(part.kind in ("pronoun", "it") for part in records_of(sentence, Ref))


def is_plain(before: Effects, at: int) -> bool:
    """Whether the last sentence is one instruction on which nothing depends, and which depends on nothing."""
    return len(before) == at + 1 and not isinstance(before[-1], GOVERNING)


def is_deed(done: Instruction, asked: NoneDone) -> bool:
    """Whether an instruction does what is asked about, and to nothing but what is asked about."""
    match asked.deed, done:
        case deed, ResolveMoment(moment=moment):
            return deed == moment
        case "exhausted", Tap(what=what):
            pass
        case "discarded", Move(what=what, zone="graveyard"):
            pass
        case "stunned" | "confused" as deed, PutCounters(name=name, what=what) if name == deed:
            pass
        case "attacked" | "attacks", EnemyAttack(what=what):
            return _is_of_actors(what, asked.kinds)
        case "schemed" | "schemes", EnemyScheme(what=what):
            return _is_of_actors(what, asked.kinds)
        case "activated" | "activates", EnemyActivation(what=what) | EnemyAttack(what=what) | EnemyScheme(what=what):
            return _is_of_actors(what, asked.kinds)
        case _:
            return False
    filtered = what.spec.what if isinstance(what, TargetRef) else what.what
    kinds = filtered.kinds if filtered is not None else ()
    if asked.deed == "exhausted" and asked.kinds == (("character",),):
        return bool(kinds) and all(kind and kind[-1] in CHARACTERS for kind in kinds)
    return bool(kinds) and set(kinds) == set(asked.kinds)


def _is_of_actors(ref: Ref, kinds: tuple[tuple[str, ...], ...]) -> bool:
    """Whether all enemies that do something are of the kind that is asked for."""
    what = ref.spec.what if isinstance(ref, TargetRef) else ref.what
    if len(kinds) != 1 or what is None or not what.kinds:
        return False
    *before, kind = kinds[0]
    fitting = ENEMIES if kind == "enemy" else {kind}
    return all(each and each[-1] in fitting and set(before) <= set(each) for each in what.kinds)


def looks_back_twice(before: Effects, sentence: Effects) -> bool:
    """Whether an attack gains something only if one did what would be done before that."""
    conditional = isinstance(sentence[0], IfDid) and has(sentence, AttackGains)
    return conditional and has(before, IfDid) and has(before, Damage)


def is_of_nemesis(effect: Instruction | None) -> bool:
    """Whether an instruction reveals a card that is set aside: of each kind there is one."""
    what = effect.what.what if isinstance(effect, Reveal) and effect.what is not None else None
    return what is not None and what.zone == SET_ASIDE


def with_revealed(effects: Effects) -> Effects:
    """Instructions of which the first puts what was just revealed into play, which it may be already."""
    first = effects[0]
    if isinstance(first, Move) and first.zone == "battlefield" and first.what.kind in ("pronoun", "they"):
        return (replace(first, what=IT), *effects[1:])
    return effects


def looking_back(before: Effects, sentence: Effects) -> Effects:
    """A sentence with what was already so: right after the status it asks about, if that was not given (Status Cards).

    Raises:
        Reject: the status is given before in another way.
    """
    first = sentence[0]
    asked_of = first.condition if isinstance(first, If) and isinstance(first.condition, Already) else None
    if isinstance(first, If) and asked_of is not None and before and _gives(before[-1], asked_of):
        return (IfDid(first.steps, did=False), *sentence[1:])
    put = [effect.name for effect in (*before, *sentence) if isinstance(effect, PutCounters)]
    given = {field for name in put for field in (f"counters {name}", in_status(name).field)}
    asked = [part.left for part in records_of(sentence, Already)]
    if not given.isdisjoint(number.field for number in asked if isinstance(number, Value)):
        raise Reject
    return sentence


def _gives(effect: Instruction, asked: Already) -> bool:
    """Whether an instruction gives the status that something is asked to have already."""
    value = asked.left
    if (
        not isinstance(effect, PutCounters)
        or not isinstance(value, Value)
        or value.field != in_status(effect.name).field
    ):
        return False
    return value.of == effect.what or value.of.kind == "pronoun" or {value.of, effect.what} <= {YOU, YOUR_IDENTITY}


ALSO_CALLED: Final = {"discarded": ("milled",), "exhausted": ("tapped",)}
"""The words of other games for the same deed."""


def deeds(word: Lexeme) -> tuple[str, ...]:
    """The words for what a text calls so."""
    said = str(word.lower())
    return (said, *ALSO_CALLED.get(said, ()))


STATUS_CARDS: Final = frozenset(f"counters {state}" for state in (*STUNNING, "tough"))
"""The fields that tell how many status cards of a kind somebody has."""
SETTLED: Final = (RemoveFromIt, ChosenInCost, Already, PutCounters, Compare, Timed, Activated, Body)
"""Kinds of records that are settled once all of a text is read."""


def settled_in_order(part: object) -> object:
    """A part of a text of which all is read: what is already so is so, and a deck that is searched is shuffled.

    Raises:
        Reject: a cost speaks of "it", and nothing was spoken of.
    """
    if isinstance(part, RemoveFromIt | ChosenInCost):
        raise Reject
    part = so_now(part)
    if isinstance(part, PutCounters) and part.what == YOU:
        return replace(part, what=YOUR_IDENTITY)  # you as a character are your identity (You)
    part = in_play_as_named(so_now(part))
    if isinstance(part, Timed | Activated):
        return paid_counts_settled(part, part.cost)
    return _shuffling(part) if isinstance(part, Body) else part


CHECKED: Final = (
    *(Alter, Attach, BoostIcons, Cancel, Count, EnemyActivation, EnemyAttack, EnemyScheme, Event, GiveBoost, Modify),
    *(StrengthenUse, Test, ThisTurn, Value),
)
"""Kinds of records that only some texts may have."""


def of_boosts(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Abilities, of which only boosts count their own icons and ask which activation they are turned faceup in.

    Boost cards are given to an activation: by boosts, and by what interrupts one.

    Raises:
        Reject: another one does; or something is about a thwart or your defense, and it waits for none.
    """
    for ability in abilities:
        if not has(ability, *CHECKED):
            continue
        if any(part.until == "thwart" for part in _modified(ability)) and not interrupts_thwart(ability):
            raise Reject
        if has_part(ability, YOU_UNHARMED) and not interrupts_your_defense(ability):
            raise Reject
        is_about = has(ability, Alter) or _replaces_later(ability)
        if is_about and not (isinstance(ability, Timed) and ability.timing == "interrupt"):
            raise Reject  # nothing is about to happen
        if has_part(ability, END_OF_ATTACK) and not interrupts_attack(ability):
            raise Reject
        if has(ability, StrengthenUse) and not interrupts_use(ability):
            raise Reject
        if has_part(ability, ATTACK_DEFEATS.left) and "attack" not in getattr(ability, "labels", ()):
            raise Reject
        if _gets_too_late(ability) or _gets_for_ever(ability):
            raise Reject
        if _toughens_attachment(ability) or speaks_of_what_is_lost(ability) or _has_scheme_act(ability):
            raise Reject
        if isinstance(ability, SpellText) and has(ability, Attach):
            raise Reject  # that says what it is attached to as it enters play
        is_boost = isinstance(ability, Timed) and ability.timing == "boost"
        if is_boost and any(part.what == SELF and not part.until for part in _modified(ability)):
            raise Reject  # a boost card is discarded at once
        if not is_boost and (has(ability, BoostIcons) or has_part(ability, END_OF_ACTIVATION)):
            raise Reject
        if not (is_boost or _is_asked_always(ability)) and asks_activation(ability):
            raise Reject
        if any(own.until == OF_A_TURN for own in records_of(ability, ThisTurn)) and not _is_of_a_turn(ability):
            raise Reject
        if not is_boost and _gives_now(ability) and not interrupts_activation(ability):
            raise Reject
    return abilities


def _is_asked_always(ability: Ability) -> bool:
    """Whether this holds while something is so, and asks whether a character attacks (Constant Ability)."""
    return isinstance(ability, Grant | Forbid) and any(
        number.field == IS_ATTACKING for number in records_of(ability.condition or (), Value)
    )


def _is_of_a_turn(ability: Ability) -> bool:
    """Whether something is done in the turn of a player alone (Action)."""
    return isinstance(ability, Activated | SpellText)


def _gets_too_late(ability: Ability) -> bool:
    """Whether an attack that a text has made would have more of a power only when it is over."""
    made = has(ability, EnemyAttack) or has(ability, EnemyScheme)
    return made and any(change.until == "combat" and change.what != SELF for change in _modified(ability))


def _replaces_later(ability: Ability) -> bool:
    """Whether something is done "instead" behind what the text does first, which is done then already."""
    bodies = records_of(ability, Body)
    return any(isinstance(effect, Cancel) for body in bodies for effect in body.effects[1:])


def _has_scheme_act(ability: Ability) -> bool:
    """Whether a scheme would attack or scheme: "and X side scheme" names a scheme."""
    acts: list[EnemyAttack | EnemyScheme | EnemyActivation]
    acts = records_of(ability, EnemyAttack, EnemyScheme, EnemyActivation)
    found = [act.what.what for act in acts if act.what.what is not None]
    return any("side" in kind for what in found for kind in what.kinds)


def _gets_for_ever(ability: Ability) -> bool:
    """Whether a text that is followed once says no duration of what something gets (Lasting Effects)."""
    bodies = records_of(ability, Body)
    return any(isinstance(effect, Modify) and not effect.until for body in bodies for effect in body.effects)


def _toughens_attachment(ability: Ability) -> bool:
    """Whether a status or boost card is given to what a text asks to be attached: "him" is who that is attached to."""
    attached: list[str] = []
    given: list[str] = []

    for part in records_of(ability, Count, PutCounters, GiveBoost):
        match part:
            case Count(what=Filter(name=name, tests=(*_, Test(field="attached")))):
                attached.append(name)
            case PutCounters(name="stunned" | "confused" | "tough", what=Ref(what=Filter(name=name))):
                given.append(name)
            case GiveBoost(what=Ref(what=Filter(name=name))):
                given.append(name)
    return not set(attached).isdisjoint(given)


def _gives_now(ability: Ability) -> bool:
    """Whether boost cards are given to the activation that goes on."""
    return any(not part.kept for part in records_of(ability, GiveBoost))


def _modified(whole: object) -> list[Modify]:
    """All modifications in a text."""
    return records_of(whole, Modify)


def asked_first(effects: Effects) -> Effects:
    """An option that asks whether a status is there already before it gives it."""
    put = [effect.name for effect in effects if isinstance(effect, PutCounters)]
    given = {field for name in put for field in (f"counters {name}", in_status(name).field)}

    def settle(part: object) -> object:
        is_given = isinstance(part, Already) and isinstance(part.left, Value) and part.left.field in given
        return so_now(part) if is_given else part

    return rewrite(effects, settle)


def discards_who_has_status(effects: Effects) -> bool:
    """Whether somebody who has a status card is discarded right behind the question whether that card is there."""
    return any(
        isinstance(first, If)
        and isinstance(value := first.condition.left, Value)
        and value.field in STATUS_CARDS
        and isinstance(then, Move)
        and then.zone == "graveyard"
        and then.what == value.of
        for first, then in pairwise(effects)
    )


def so_now(part: object) -> object:
    """A question whether something is so already, as one whether it is so."""
    return Compare(part.left, part.op, part.right) if isinstance(part, Already) else part


def _shuffling(body: Body) -> Body:
    """A text with searches after which the encounter deck is shuffled, if it does not say so itself (Search)."""
    if not any(isinstance(effect, EncounterSearch) for effect in body.effects):
        return body
    if any(isinstance(effect, Shuffle) and effect.who == THE_SIDE for effect in body.effects):
        return body
    effects = [replace(each, shuffles=True) if isinstance(each, EncounterSearch) else each for each in body.effects]
    return replace(body, effects=tuple(effects))


def is_alike(effect: Instruction, other: Instruction) -> bool:
    """Whether two instructions are one deed to two things, of which as much more is done."""
    if effect is other:
        return True
    return isinstance(effect, Damage) and isinstance(other, Damage) and replace(effect, to=other.to) == other


def as_each(part: object) -> object:
    """A part of what each player does, with that player as "you"."""
    if isinstance(part, Ref) and part.kind == "subject" and part.index == THEIR:
        return Ref("each", 0, part.what)
    return YOU if isinstance(part, Ref) and part.kind == "they" else part
