"""Magic's phrases: what reads and writes those that only Magic has."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Ability,
    Activated,
    AddMana,
    AddPhases,
    AlsoUntaps,
    Among,
    Amount,
    AttackedThisStep,
    Become,
    BlockIt,
    CastLastTurn,
    CombatRule,
    CombatRuleKind,
    Compare,
    CopySpell,
    Cost,
    CostChange,
    CostPart,
    Count,
    CounterSpell,
    DeckLimit,
    Designate,
    EitherCost,
    Enters,
    Event,
    ExtraLands,
    FightActions,
    FightTerms,
    FightWhom,
    Filter,
    Grant,
    Instruction,
    Keyword,
    Later,
    LetPlay,
    Limit,
    Mana,
    MayPlay,
    Modify,
    MoveCost,
    Paid,
    PlayNow,
    PutCounters,
    PutCountersCost,
    Ref,
    RemoveCounters,
    Sacrifice,
    Scry,
    SkipUntapping,
    Static,
    TargetSpec,
    Terms,
    Test,
    ThisTurn,
    UntilWord,
    Value,
    Variable,
    Who,
)
from engine.cards.mana_symbols import told_apart
from engine.games.magic.beholding import BEHOLD
from engine.games.magic.day_night import DAY, NIGHT
from engine.games.magic.evidence import EVIDENCE
from engine.games.magic.exploiting import EXPLOITS
from engine.games.magic.gifts import GIFT
from engine.games.magic.keywords.casting import TEAMWORK, WAS_FORETOLD
from engine.games.magic.language.among_phrases import AmongCompiler, AmongRenderer
from engine.games.magic.language.attached_phrases import AttachedCompiler
from engine.games.magic.language.bending_phrases import BendingCompiler
from engine.games.magic.language.borrowed_phrases import BorrowedCompiler, BorrowedRenderer
from engine.games.magic.language.copying_phrases import CopyingCompiler, retargeted
from engine.games.magic.language.counter_phrases import OF_PLAYERS, CounterCompiler, CounterRenderer
from engine.games.magic.language.damage_phrases import DamageCompiler, DamageRenderer
from engine.games.magic.language.designation_phrases import DesignationCompiler, DesignationRenderer
from engine.games.magic.language.dice_phrases import DiceCompiler, DiceRenderer
from engine.games.magic.language.emblem_phrases import EmblemCompiler, EmblemRenderer
from engine.games.magic.language.event_phrases import NOTED, EventCompiler, EventRenderer
from engine.games.magic.language.excess_phrases import ExcessCompiler, ExcessRenderer
from engine.games.magic.language.face_down_phrases import FaceDownCompiler, FaceDownRenderer
from engine.games.magic.language.forbidden_phrases import ForbiddenCompiler, ForbiddenRenderer
from engine.games.magic.language.foretold_phrases import ForetoldCompiler, ForetoldRenderer
from engine.games.magic.language.graveyard_phrases import GraveyardCompiler, GraveyardRenderer
from engine.games.magic.language.keyword_phrases import KeywordCompiler, KeywordRenderer
from engine.games.magic.language.lent_phrases import LentCompiler, LentRenderer
from engine.games.magic.language.mana_phrases import ManaCompiler, ManaRenderer
from engine.games.magic.language.origin_phrases import OriginCompiler, OriginRenderer
from engine.games.magic.language.player_phrases import PlayerCompiler, PlayerRenderer
from engine.games.magic.language.produced_phrases import ProducedCompiler, ProducedRenderer
from engine.games.magic.language.rider_phrases import RIDERS, RiderCompiler, RiderRenderer
from engine.games.magic.language.shown_cards import ShownCardsCompiler, ShownCardsRenderer
from engine.games.magic.language.target_phrases import TargetCompiler, TargetRenderer
from engine.games.magic.language.token_phrases import TokenCompiler, TokenRenderer
from engine.games.magic.language.vocabulary import VOCABULARY
from engine.games.magic.qualities import BY_TOUGHNESS, CREWING, MAY_STAY_TAPPED
from engine.games.magic.untapping import KINDS as TAPPED
from engine.state.play_notes import WAS_CAST
from engine.text.compiler.actions import either, is_third
from engine.text.compiler.finished_bodies import finished
from engine.text.compiler.joined_sentences import effects_of
from engine.text.compiler.statics import what_is_played
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import EACH
from engine.text.phrases import SUBJECT, Choice, Clause, Sentences, TargetRef, put
from engine.text.renderer.registry import ABILITIES, ACTIONS, CONDITIONS, STATICS, VALUES
from engine.text.renderer.writing import Unwritable, an, listed, number_word, of_each

FORAGE: Final = EitherCost(
    ((MoveCost(Filter((("card",),), "you", "graveyard"), "exile", 3),), (Sacrifice(Filter((("food",),))),))
)
"""701.61a: exile three cards from your graveyard or sacrifice a Food."""
CALLED: Final = {"first main phase": "precombat main phase"}
"""Another name of a main phase (505.1a); the second of a turn is one of the postcombat ones (505.1b)."""
MAINS: Final = ("precombat main phase", "postcombat main phase")
"""The main phases of a turn (505.1a)."""
ESCAPE: Final = "escape"
MAIN_PHASE: Final = "main phase"
MINUS: Final = "\N{MINUS SIGN}"


@inline
class MagicCompiler(
    AmongCompiler,
    AttachedCompiler,
    BorrowedCompiler,
    BendingCompiler,
    CopyingCompiler,
    CounterCompiler,
    DamageCompiler,
    DesignationCompiler,
    DiceCompiler,
    EmblemCompiler,
    EventCompiler,
    ExcessCompiler,
    FaceDownCompiler,
    ForbiddenCompiler,
    ForetoldCompiler,
    GraveyardCompiler,
    KeywordCompiler,
    LentCompiler,
    ManaCompiler,
    OriginCompiler,
    PlayerCompiler,
    ProducedCompiler,
    RiderCompiler,
    ShownCardsCompiler,
    TargetCompiler,
    TokenCompiler,
):
    """The phrases of text.lark."""

    reflexive_reaches_on = True

    def investigate(self, verb: Lexeme) -> Clause:
        return Clause((replace(self.predefined("clue"), who=SUBJECT),), is_third(verb))

    def bolster(self, verb: Lexeme, number: Amount) -> Clause:
        """Bolster as an instruction (701.39a)."""
        return Clause((PutCounters(WEAKEST, "+1/+1", number),), is_third(verb))

    def support(self, verb: Lexeme, number: Amount) -> Clause:
        """701.41a: a permanent with it never supports itself; a spell is no creature to be left out."""
        others = TargetSpec(Filter((("creature",),), other=True), 0, number)
        return Clause((PutCounters(TargetRef("target", spec=others), "+1/+1", 1),), is_third(verb))

    def monstrosity(self, number: Amount) -> Clause:
        """Monstrosity as an instruction (701.37a)."""
        return Clause((Designate("monstrous", amount=number),))

    def counter_spell(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return Clause(tuple(CounterSpell(ref) for ref in _as_one(refs)), is_third(verb))

    def surveil(self, verb: Lexeme, amount: Amount) -> Clause:
        return Clause((Scry(amount, "graveyard"),), is_third(verb))

    def copy(self, verb: Lexeme, ref: Ref) -> Clause:
        return Clause((CopySpell(ref, who=SUBJECT),), is_third(verb))

    def copy_and_retarget(self, verb: Lexeme, ref: Ref) -> Clause:
        """A copy by another player, who may choose new targets for it (707.10c)."""
        return Clause((CopySpell(ref, retarget=True, who=SUBJECT),), is_third(verb))

    def copy_times(self, verb: Lexeme, ref: Ref, number: Amount) -> Clause:
        if number in (0, 1, 2):
            raise Reject  # once and twice have words of their own
        return Clause((CopySpell(ref, times=number, who=SUBJECT),), is_third(verb))

    def retarget(self) -> tuple[Instruction, ...]:
        return RETARGET

    def body(self, *sentences: tuple[Instruction, ...] | Terms) -> Sentences:
        """Sentences in order; leave to choose new targets belongs to the copy before it, terms to the mana before."""
        effects: tuple[Instruction, ...] = ()
        at = 0
        for sentence in sentences:
            last = effects[-1] if effects else None
            if isinstance(sentence, Terms):
                if not isinstance(last, AddMana):
                    raise Reject
                effects = (*effects[:-1], self.with_terms(last, sentence))
            elif sentence in RIDERS.values():
                if last is None:
                    raise Reject
                effects = (*effects[:-1], self.with_rider(last, sentence[0]))
            elif sentence is not RETARGET:
                effects, at = self.added(effects, sentence, at)
            elif isinstance(last, CopySpell):
                effects = retargeted(effects)
            else:
                raise Reject
        return Sentences(self.with_rolls(self.with_excess(finished(effects))))

    def forage(self, _verb: Lexeme) -> CostPart:
        """Forage as a cost (701.61a)."""
        return FORAGE

    def pay_energy(self, _pay: Lexeme, *symbols: Lexeme) -> CostPart:
        return RemoveCounters("energy", len(symbols), YOU)

    def pay_some_energy(self, _pay: Lexeme, number: Amount, _symbol: Lexeme) -> CostPart:
        return RemoveCounters("energy", number, YOU)

    def get_energy(self, verb: Lexeme, *symbols: Lexeme) -> Clause:
        return self.get_counters(verb, len(symbols), "energy")

    def get_some_energy(self, verb: Lexeme, count: Amount, _symbol: Lexeme) -> Clause:
        return self.get_counters(verb, count, "energy")

    def get_counters(self, verb: Lexeme, count: Amount, name: str) -> Clause:
        """Counters of a player (122.1)."""
        if name not in OF_PLAYERS:
            raise Reject
        return Clause((PutCounters(SUBJECT, name, count),), is_third(verb))

    def loyalty(self, symbol: Lexeme) -> CostPart:
        number = symbol.strip("[]")
        count: Amount = Variable() if number.endswith("X") else abs(int(number.replace(MINUS, "-")))
        if number[0] in ("-", MINUS):
            return RemoveCounters("loyalty", count)
        return PutCountersCost("loyalty", count)

    def activated(self, cost: Cost, text: Sentences | Choice, *limits: tuple[Limit, ...]) -> Activated:
        """An ability with a loyalty cost is a loyalty ability (606.2)."""
        if any(isinstance(part, RemoveCounters | PutCountersCost) and part.name == "loyalty" for part in cost):
            limits = ((Limit("loyalty"),), *limits)
        return super().activated(cost, text, *limits)

    def with_name(self, name: str, ability: Activated) -> Activated:
        return replace(ability, keyword=name, limits=(*ability.limits, *NAMED_LIMITS[name]))

    def deck_limit(self, *parts: Lexeme | Amount | str) -> tuple[Ability, ...]:
        """An ability that bounds the cards of a name in a deck (113.6n)."""
        *most, _card, name = parts
        if most and not isinstance(most[0], int):
            raise Reject
        return (DeckLimit(str(name), *(number for number in most if isinstance(number, int))),)

    def affinity(self, what: Filter) -> Ability:
        """702.41a: it costs {1} less for each."""
        if what.of or what.zone != "battlefield":
            raise Reject
        return CostChange("cast", "less", Count(replace(what, of="you")), source=True)

    def kickers(self, first: Mana, second: Mana) -> tuple[Ability, ...]:
        return (Keyword("kicker", 0, (first,)), Keyword("kicker", 0, (second,)))

    def kicked(self, *words: object) -> Paid:
        return Paid(PAID_AS[str(words[-1]).lower()])

    def kicked_with(self, *words: object) -> Paid:
        """702.33f: of several kicker costs, the one that is named was paid."""
        *_, cost, word = words
        if str(word).lower() != "kicker" or not isinstance(cost, Mana):
            raise Reject
        return Paid(told_apart("kicker", cost.symbols))

    def was_paid_twice(self, paid: Paid) -> Compare:
        return Compare(paid, ">=", 2)

    def cost_paid(self, *words: object) -> Paid:
        return Paid(str(words[-1]).lower())

    def has_escaped(self, *_words: object) -> Paid:
        """702.138d: a permanent escaped if the spell that became it was cast for its escape cost."""
        return Paid(ESCAPE)

    def was_paid(self, paid: Paid) -> Compare:
        return Compare(paid, ">=", 1)

    def was_not_kicked(self, *words: object) -> Compare:
        return Compare(Paid(PAID_AS[str(words[-1]).lower()]), "=", 0)

    def times_paid(self, paid: Paid) -> Amount:
        return paid

    def may_play(self, _play: Lexeme, what: Filter) -> tuple[Static, ...]:
        return (self.permission("play", what),)

    def may_cast(self, action: Lexeme, what: Filter) -> tuple[Static, ...]:
        if self.action(action) != "cast" or what.zone == "hand":
            raise Reject
        return (self.permission("cast", what),)

    def may_cast_free(self, action: Lexeme, what: Filter) -> tuple[Static, ...]:
        if self.action(action) != "cast":
            raise Reject
        return (replace(self.permission("cast", what), free=True),)

    def may_play_and_cast(self, play: Lexeme, lands: Filter, action: Lexeme, what: Filter) -> tuple[Static, ...]:
        if lands.zone in ("battlefield", "stack"):
            lands = replace(lands, zone=what.zone, of=what.of)
        return self.may_play(play, lands) + self.may_cast(action, what)

    def step(self, whose: Who, step: Lexeme) -> Event:
        event = super().step(whose, step)
        return replace(event, how=CALLED.get(event.how, event.how))

    def none_cast_last_turn(self) -> Compare:
        return Compare(CastLastTurn(), "=", 0)

    def some_cast_last_turn(self) -> Compare:
        return Compare(CastLastTurn(most=True), ">=", 2)

    def attacked_this_step(self) -> Compare:
        return Compare(AttackedThisStep(), ">=", 1)

    def unlocked(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event("unlocks", source=True),)

    def become_prepared(self, verb: Lexeme, word: Lexeme) -> Clause:
        """A designation that its subject gets (722.3a)."""
        return Clause((Become(SUBJECT, str(word.lower())),), is_third(verb))

    def then_may_pay(self, clauses: Clause, who: Ref, cost: Cost) -> tuple[Instruction, ...]:
        """Something is done, and then may be paid for something else."""
        return (*effects_of(clauses), *self.may_pay(who, cost))

    def become_time(self, word: Lexeme) -> Clause:
        """731.1: of the game it is said, and of nothing that stands before it."""
        return Clause((Become(YOU, str(word.lower())),))

    def added_combat(self) -> Clause:
        return Clause((AddPhases(),))

    def added_main(self) -> Clause:
        return Clause((AddPhases(main=True),))

    def become_saddled(self, verb: Lexeme, duration: UntilWord) -> Clause:
        """A designation that lasts until end of turn (702.171b)."""
        if duration != "turn":
            raise Reject
        return Clause((Modify(SUBJECT, becomes=("saddled",), keeps=True),), is_third(verb))

    def entered_prepared(self, word: Lexeme) -> Enters:
        return Enters(designated=str(word.lower()))

    def becomes_designated(self, _verb: Lexeme, word: Lexeme) -> tuple[Event, ...]:
        return (Event(str(word.lower())),)

    # --- how something attacks and blocks ---

    def combat_rule(self, *rules: CombatRule) -> Modify:
        """As a modification; whose creatures are meant is not said, as "you" would be who controls the modified one."""
        if any(rule.what is not None and rule.what.of for rule in rules):
            raise Reject
        return Modify(SUBJECT, until="", abilities=rules)

    def all_block_now(self, attacker: Ref) -> Clause:
        return Clause((Modify(attacker, until="turn", abilities=(CombatRule("all block"),)),), subject=attacker)

    def skip_untapping(self, subject: Ref, verb: Lexeme) -> Clause:
        """Rules that are changed for permanents by their types: those that enter meanwhile are meant too (611.2c)."""
        what = subject.what
        whose = what.whose if what is not None else None
        if verb.lower() != "don't" or subject.kind != "each" or what is None or whose is None:
            raise Reject
        if what != Filter(what.kinds, whose=whose) or not set(what.kinds) <= {(kind,) for kind in TAPPED}:
            raise Reject
        return Clause((SkipUntapping(whose, replace(what, whose=None)),), subject=subject)

    def own_stays_tapped(self, subject: Ref, verb: Lexeme) -> Clause:
        """In your untap step only what you control untaps (502.3): of other things that is not their controller's."""
        what = subject.spec.what if isinstance(subject, TargetRef) else subject.what
        if subject != SELF and (what is None or what.of != "you"):
            raise Reject
        return Clause(put(self.stay_tapped(verb).effects, SUBJECT, subject), subject=subject)

    def by_toughness(self, *_words: Lexeme) -> Modify:
        return Modify(SUBJECT, until="", gains=(BY_TOUGHNESS,))

    def must_attack(self, *_words: Lexeme) -> Modify:
        return self.combat_rule(CombatRule("attacks"))

    def must_block(self, *_words: Lexeme) -> Modify:
        return self.combat_rule(CombatRule("blocks"))

    def must_attack_or_block(self, *_words: Lexeme) -> Modify:
        return self.combat_rule(CombatRule("attacks"), CombatRule("blocks"))

    def must_be_blocked(self) -> Modify:
        return self.combat_rule(CombatRule("be blocked"))

    def least_blockers(self, _cant: Lexeme, number: Amount) -> Modify:
        return self.combat_rule(self.counted_rule("least blockers", number))

    def most_blockers(self, _cant: Lexeme, number: Amount) -> Modify:
        return self.combat_rule(self.counted_rule("most blockers", number))

    def counted_rule(self, kind: CombatRuleKind, number: Amount) -> CombatRule:
        if not isinstance(number, int):
            raise Reject
        return CombatRule(kind, number=number)

    def crews_as_though(self, _self: Ref, _its: Lexeme, number: Amount) -> tuple[Static, ...]:
        return (Grant(source=True, stats=((CREWING, number),)),)

    def not_blocked_by(self, _cant: Lexeme, what: Filter) -> Modify:
        return self.combat_rule(CombatRule("not blocked by", what))

    def blocked_only_by(self, _cant: Lexeme, what: Filter) -> Modify:
        return self.combat_rule(CombatRule("blocked only by", what))

    def blocked_only_now(self, cant: Lexeme, what: Filter) -> Clause:
        return Clause((replace(self.blocked_only_by(cant, what), until="turn"),))

    def protect_choice(self, _verb: Lexeme, one: Filter, other: Filter, until: UntilWord) -> Clause:
        if any(kind.kinds[0][0] not in VOCABULARY.colors | VOCABULARY.types for kind in (one, other)):
            raise Reject
        kinds = (Keyword("protection", what=one), Keyword("protection", what=other))
        return either(*(Modify(SUBJECT, abilities=(kind,), until=until) for kind in kinds))

    def not_block(self, _cant: Lexeme, what: Filter) -> Modify:
        return self.combat_rule(CombatRule("not block", what))

    def block_only(self, what: Filter) -> Modify:
        return self.combat_rule(CombatRule("block only", what))

    def block_more(self, number: Amount) -> Modify:
        return self.combat_rule(self.counted_rule("block more", number))

    def block_any(self) -> Modify:
        return self.combat_rule(CombatRule("block more", number=-1))

    def not_attack_alone(self, *_words: Lexeme) -> Modify:
        return self.combat_rule(CombatRule("attack alone"))

    def not_block_alone(self, *_words: Lexeme) -> Modify:
        return self.combat_rule(CombatRule("block alone"))

    def not_alone(self, *_words: Lexeme) -> Modify:
        return self.combat_rule(CombatRule("attack alone"), CombatRule("block alone"))

    def cannot_block_this(self, what: Filter, *_words: object) -> tuple[Static, ...]:
        """A restriction on what may block it, said of those (509.1b)."""
        return (Grant(source=True, abilities=(CombatRule("not blocked by", what),)),)

    def all_block(self, _self: Ref) -> tuple[Static, ...]:
        return (Grant(source=True, abilities=(CombatRule("all block"),)),)

    def all_block_attached(self, _attached: Lexeme) -> tuple[Static, ...]:
        return (Grant(attached=True, abilities=(CombatRule("all block"),)),)

    def assign_unblocked(self, *_words: object) -> tuple[Static, ...]:
        return (Grant(source=True, abilities=(CombatRule("unblocked"),)),)

    def may_stay_tapped(self, _self: Ref) -> tuple[Static, ...]:
        return (Grant(source=True, gains=(MAY_STAY_TAPPED,)),)

    def attack_despite(self, *_words: Lexeme) -> Modify:
        return self.combat_rule(CombatRule("despite"))

    def attack_despite_now(self, *_words: Lexeme) -> Clause:
        return Clause((replace(self.attack_despite(), until="turn"),))

    def attack_now(self, _verb: Lexeme) -> Clause:
        return Clause((replace(self.must_attack(), until="turn"),))

    def attack_or_block_now(self, *_verbs: Lexeme) -> Clause:
        return Clause((replace(self.must_attack_or_block(), until="turn"),))

    def attack_this_combat(self, _verb: Lexeme) -> Clause:
        return Clause((replace(self.must_attack(), until="combat"),))

    def block_now(self, _verb: Lexeme) -> Clause:
        return Clause((replace(self.must_block(), until="turn"),))

    def block_it_this_turn(self, verb: Lexeme, whom: Ref) -> Clause:
        """A requirement for very things (509.1c); "it" is not what blocks."""
        is_named = whom.kind in ("self", "nth target") or isinstance(whom, TargetRef)
        if not is_named and (whom.kind != "pronoun" or whom.what is not None):
            raise Reject
        return Clause((BlockIt(SUBJECT, whom),), is_third(verb))

    def block_it_this_combat(self, verb: Lexeme, whom: Ref) -> Clause:
        clause = self.block_it_this_turn(verb, whom)
        return replace(clause, effects=(BlockIt(SUBJECT, whom, "combat"),))

    def be_blocked_now(self) -> Clause:
        return Clause((replace(self.must_be_blocked(), until="turn"),))

    def play_or_cast(self, word: Lexeme) -> str:
        verb = str(word.lower())
        if verb not in ("play", "cast"):
            raise Reject
        return verb

    def let_play(self, verb: str, what: Ref, duration: UntilWord) -> Clause:
        if what.kind == "each":
            raise Reject  # that is leave for whatever lies there, not for these very cards
        return Clause((LetPlay(what, verb, duration),), subject=YOU)

    def let_play_free(self, verb: str, what: Ref, _its: Lexeme, duration: UntilWord) -> Clause:
        (granted,) = self.let_play(verb, what, duration).effects
        assert isinstance(granted, LetPlay)
        return Clause((replace(granted, free=True),), subject=YOU)

    def let_play_free_late(self, verb: str, what: Ref, duration: UntilWord, its: Lexeme) -> Clause:
        return self.let_play_free(verb, what, its, duration)

    def let_play_first(self, duration: UntilWord, verb: str, what: Ref) -> tuple[Instruction, ...]:
        return self.let_play(verb, what, duration).effects

    def let_play_free_first(self, duration: UntilWord, verb: str, what: Ref, its: Lexeme) -> tuple[Instruction, ...]:
        return self.let_play_free(verb, what, its, duration).effects

    def may_cast_now(self, verb: str, what: Ref) -> Clause:
        """Leave to cast a card at once (608.2g); a land is no spell, so it can be said of casting only."""
        if verb != "cast" or what.kind in ("each", "self"):
            raise Reject
        one = self.one_of(what) if what.kind == "chosen" else what
        return Clause((PlayNow(one, verb, optional=True),), subject=YOU)

    def one_of(self, chosen: Ref) -> Ref:
        """A card that is chosen as it is cast, of one's own hand or a graveyard; "a spell" there is a card."""
        what = chosen.what
        if what is None or chosen.count != 1 or chosen.up_to or what.zone not in ("hand", "graveyard"):
            raise Reject
        if what.whose is not None and what.whose.kind in EACH:
            raise Reject  # one card of each of several players would be more than one
        kinds = tuple((*(word for word in kind if word not in ("spell", "card")), "card") for kind in what.kinds)
        return Ref("each", what=replace(what, kinds=kinds))

    def may_cast_now_free(self, verb: str, what: Ref, its: Lexeme) -> Clause:
        (do,) = self.may_cast_now(verb, what).effects
        assert isinstance(do, PlayNow)
        if its.lower() != "its":
            raise Reject
        return Clause((replace(do, free=True),), subject=YOU)

    def to_attack(self, *_words: Lexeme) -> FightActions:
        return ("attack",)

    def to_block(self, *_words: Lexeme) -> FightActions:
        return ("block",)

    def to_fight(self, *_words: Lexeme) -> FightActions:
        return ("attack", "block")

    def whom_you(self) -> FightWhom:
        return "you"

    def whom_you_or_yours(self) -> FightWhom:
        return "you or yours"

    def toller(self) -> None:
        return None

    def for_each_of_them(self) -> None:
        return None

    def toll(
        self,
        who: Ref,
        _cant: Lexeme,
        actions: FightActions,
        whom: FightWhom,
        _by: None,
        cost: Cost,
        *_each: None,
    ) -> tuple[Static, ...]:
        return self.fight_terms(who, actions, whom, cost)

    def toll_anybody(
        self, who: Ref, _cant: Lexeme, actions: FightActions, _by: None, cost: Cost, *_each: None
    ) -> tuple[Static, ...]:
        return self.fight_terms(who, actions, "", cost)

    def barred_from(self, who: Ref, _cant: Lexeme, actions: FightActions, whom: FightWhom) -> tuple[Static, ...]:
        return self.fight_terms(who, actions, whom, None)

    def fight_terms(self, who: Ref, actions: FightActions, whom: FightWhom, cost: Cost | None) -> tuple[Static, ...]:
        """The cost for each creature; said of many, each is paid for by itself (508.1h)."""
        if whom and actions != ("attack",):
            raise Reject
        if who.kind == "each":
            return (FightTerms(actions, cost, what=who.what, whom=whom),)
        if who.kind not in ("self", "attached"):
            raise Reject
        return (FightTerms(actions, cost, source=who.kind == "self", attached=who.kind == "attached", whom=whom),)

    def permission(self, verb: str, what: Filter) -> MayPlay:
        """Leave to play what lies in a zone of one's own; lands are played, spells cast."""
        is_land = all("land" in kind for kind in what.kinds)
        if what.of != "you" or what.zone not in ("hand", "graveyard") or is_land != (verb == "play"):
            raise Reject
        played = what_is_played(replace(what, of="", zone="battlefield"))
        return MayPlay(verb, what.zone, replace(played, zone=what.zone) if played is not None else None)

    def your_next_main_phase(self) -> Event:
        return Event("step", who="you", how=MAIN_PHASE)

    def later_first(self, event: Event, clauses: Clause) -> tuple[Instruction, ...]:
        """Either main phase of a turn is a main phase (505.1): whichever begins next."""
        later, *effects = super().later_first(event, clauses)
        if event.how == MAIN_PHASE and isinstance(later, Later):
            later = replace(later, events=tuple(replace(event, how=each) for each in MAINS))
        return (later, *effects)

    def untap_elsewhere(self, _untap: Lexeme, what: Ref, *_s: Lexeme) -> tuple[Static, ...]:
        if what == SELF:
            return (AlsoUntaps(source=True),)
        if what.kind != "each" or what.what is None or what.what.of != "you" or what.what.zone != "battlefield":
            raise Reject
        return (AlsoUntaps(what.what),)

    def extra_lands(self, _play: Lexeme, number: Amount) -> tuple[Static, ...]:
        if not isinstance(number, int):
            raise Reject
        return (ExtraLands(number),)

    def extra_lands_now(self, play: Lexeme, number: Amount) -> tuple[Instruction, ...]:
        return tuple(ThisTurn(static) for static in self.extra_lands(play, number))

    def number_only(self, number: Amount) -> Amount:
        return number


LEAST: Final = Test("toughness", "<=", Among("least", "toughness", Filter((("creature",),), "you")))
WEAKEST: Final = Ref("chosen", what=Filter((("creature",),), "you", tests=(LEAST,)), of=YOU)


class MagicRenderer(
    AmongRenderer,
    BorrowedRenderer,
    CounterRenderer,
    DamageRenderer,
    DesignationRenderer,
    DiceRenderer,
    EmblemRenderer,
    EventRenderer,
    ExcessRenderer,
    FaceDownRenderer,
    ForbiddenRenderer,
    ForetoldRenderer,
    GraveyardRenderer,
    KeywordRenderer,
    LentRenderer,
    ManaRenderer,
    OriginRenderer,
    PlayerRenderer,
    ProducedRenderer,
    RiderRenderer,
    ShownCardsRenderer,
    TargetRenderer,
    TokenRenderer,
):
    """Writes all phrases of Magic."""

    @ACTIONS.writer(AddMana)
    def add_mana(self, effect: AddMana) -> str:
        choices = effect.choices
        if effect.of is not None:
            return self.mana_of(effect.who, effect.of)
        return self.with_subject(
            effect.who,
            "add",
            self.mana_mixed(choices, effect.amount) if effect.mixed else self.mana_added(choices, effect.amount),
        )

    def put_counters(self, effect: PutCounters) -> str:
        what, name, amount = effect.what, effect.name, effect.amount
        if what == WEAKEST and name == "+1/+1":
            return f"bolster {self.digits(amount)}"
        if name == "poison":
            return self.with_subject(what, "get", self.counters(amount, name), own=True)
        if name not in OF_PLAYERS:
            return super().put_counters(effect)
        if name != "energy":
            return self.with_subject(what, "get", self.counters(amount, name), own=True)
        if isinstance(amount, int) and 0 < amount < MANY_SYMBOLS:
            return self.with_subject(what, "get", "{E}" * amount, own=True)
        each = of_each(amount)
        if isinstance(each, int) and self.for_each(amount):
            return self.with_subject(what, "get", f"{'{E}' * each}{self.for_each(amount)}", own=True)
        return self.with_subject(what, "get", f"{self.number(amount)} {{E}}", own=True)

    @ACTIONS.writer(Designate)
    def designate(self, effect: Designate) -> str:
        if effect.word != "monstrous":
            raise Unwritable(effect)
        return f"monstrosity {self.digits(effect.amount)}"

    @ACTIONS.writer(Become)
    def become_designated(self, effect: Become) -> str:
        if effect.word in (DAY, NIGHT):
            return f"it becomes {effect.word}"
        return super().become_designated(effect)

    @ACTIONS.writer(AddPhases)
    def add_phases(self, effect: AddPhases) -> str:
        more = " followed by an additional main phase" if effect.main else ""
        return f"after this {'main ' if effect.main else ''}phase, there is an additional combat phase{more}"

    @ACTIONS.writer(BlockIt)
    def block_it(self, effect: BlockIt) -> str:
        subject = self.ref(effect.what)
        verb = "block" if self._base or self.is_plural(effect.what) else "blocks"
        return f"{subject} {verb} {self.ref(effect.whom)} this {effect.until} if able"

    @ACTIONS.writer(CounterSpell)
    def counter_spell(self, effect: CounterSpell) -> str:
        what = effect.what.what
        if effect.what.kind != "each" or what is None:
            return f"counter {self.ref(effect.what)}"
        each = [self.ref(replace(effect.what, what=replace(what, kinds=(kind,)))) for kind in what.kinds]
        return f"counter {listed(each, 'and')}"

    @ACTIONS.writer(CopySpell)
    def copy_spell(self, effect: CopySpell) -> str:
        times = f" {self.number(effect.times)} times" if isinstance(effect.times, int | Variable) else ""
        often = {1: "", 2: " twice"}.get(effect.times, times) if isinstance(effect.times, int) else times
        theirs = effect.retarget and effect.who != YOU
        chosen = " and may choose a new target for that copy" if theirs else ""
        return self.with_subject(effect.who, "copy", f"{self.ref(effect.what)}{often}{chosen}")

    @ACTIONS.writer(PlayNow)
    def play_now(self, effect: PlayNow) -> str:
        self._doer = "you"
        if effect.among is not None:
            return self.cast_among(effect)
        what = effect.what
        one = self.counted(1, what.what).replace(" card in ", " spell in ") if what.what is not None else self.ref(what)
        return f"you may {effect.verb} {one}{' without paying its mana cost' if effect.free else ''}"

    @ACTIONS.writer(LetPlay)
    def let_play(self, effect: LetPlay) -> str:
        if effect.among is not None:
            return self.cast_among(effect)
        paying = " without paying its mana cost" if effect.free else ""
        return f"you may {effect.verb} {self.ref(effect.what)}{paying}{self.until(effect.until)}"

    def after(self, effect: Instruction) -> str:
        if isinstance(effect, AddMana) and effect.terms is not None:
            return self.mana_terms(effect.terms)
        if isinstance(effect, CopySpell) and effect.retarget and effect.who == YOU:
            return f" You may choose new targets for the cop{'y' if effect.times == 1 else 'ies'}."
        return super().after(effect)

    @CONDITIONS.writer(Paid)
    def paid_condition(self, paid: Paid, condition: Compare) -> str:
        if condition == Compare(Paid(WAS_CAST), ">", 0):
            return "it was cast"
        if condition == Compare(Paid(GIFT), "=", 0):
            return "the gift wasn't promised"
        if condition == Compare(Paid(paid.name), "=", 0) and NOTED.get(paid.name, "").startswith("you cast"):
            return NOTED[paid.name].replace("you cast", "you didn't cast")
        if condition == Compare(Paid(paid.name), "=", 0) and paid.name in DONE_BY_PAYING:
            return f"this wasn't {DONE_BY_PAYING[paid.name]}"
        if condition == Compare(Paid(paid.name), ">=", 2):
            return f"{self.paid(paid)} twice"
        if condition != Compare(Paid(paid.name), ">=", 1):
            raise Unwritable(condition)
        return self.paid(paid)

    @CONDITIONS.writer(CastLastTurn)
    def cast_last_turn(self, cast: CastLastTurn, condition: Compare) -> str:
        if condition == Compare(CastLastTurn(), "=", 0):
            return "no spells were cast last turn"
        if condition != Compare(CastLastTurn(most=True), ">=", 2):
            raise Unwritable(condition)
        return "a player cast two or more spells last turn"

    @CONDITIONS.writer(AttackedThisStep)
    def attacked_this_step(self, _attacked: AttackedThisStep, condition: Compare) -> str:
        if condition != Compare(AttackedThisStep(), ">=", 1):
            raise Unwritable(condition)
        return "you've been attacked this step"

    @ACTIONS.writer(SkipUntapping)
    def skip_untapping(self, effect: SkipUntapping) -> str:
        what = self.noun(replace(effect.what, whose=effect.who), plural=True)
        return f"{what} don't untap during their next untap step"

    def modify(self, effect: Modify) -> str:
        if effect == Modify(effect.what, until="turn", abilities=(CombatRule("all block"),)):
            return f"all creatures able to block {self.ref(effect.what)} this turn do so"
        return super().modify(effect)

    def trigger(self, events: tuple[Event, ...]) -> str:
        if events == (Event("unlocks", source=True, who="you"),):
            return "when you unlock this door"
        return super().trigger(events)

    def happening_of(self, event: Event, plural: bool = False) -> str:
        if event.name in ("monstrous", "renowned", "level 2", "level 3"):
            return f"become{'' if plural else 's'} {event.name}"
        if event.name == EXPLOITS:
            return f"exploit{'' if plural else 's'} a creature"
        return super().happening_of(event, plural)

    def either_cost(self, part: EitherCost) -> str:
        return "forage" if part == FORAGE else super().either_cost(part)

    def paid(self, paid: Paid) -> str:
        """That a cost was paid."""
        if paid.name == EVIDENCE:
            return "evidence was collected"
        if paid.name == TEAMWORK:
            return "this was cast using teamwork"
        if paid.name.startswith(BEHOLD):
            return f"{an(paid.name.removeprefix(BEHOLD).strip().title())} was beheld"
        if paid.name == GIFT:
            return "the gift was promised"
        if paid.name == ESCAPE:
            return "it escaped"
        if paid.name in NOTED:
            return NOTED[paid.name]
        if paid.name.startswith(KICKED_WITH):
            return f"this was kicked with its {paid.name.removeprefix(KICKED_WITH)} kicker"
        done = DONE_BY_PAYING.get(paid.name)
        return f"this was {done}" if done is not None else f"its {paid.name} cost was paid"

    @VALUES.writer(Paid)
    def times_paid(self, amount: Paid) -> str:
        return f"the number of times {self.paid(amount)}" if amount.times == 1 else self.digits(amount)

    @ABILITIES.writer(DeckLimit)
    def deck_limit(self, limit: DeckLimit) -> str:
        number = "any number of" if limit.most < 0 else f"up to {self.number(limit.most)}"
        return f"a deck can have {number} cards named {limit.name}."

    @STATICS.writer(MayPlay)
    def may_play(self, static: MayPlay) -> str:
        verb = static.verb
        lying = replace(static.what or Filter((("spell",),)), of="you", zone=static.zone)
        played = self.played_thing(lying, "cast", plural=True) if verb == "cast" and static.what is not None else ""
        noun = played or self.noun(lying, plural=True)
        return f"you may {verb} {noun}" + (" without paying their mana costs" if static.free else "")

    def grant(self, static: Grant) -> str:
        match static:
            case Grant(abilities=(CombatRule(kind="not blocked by", what=Filter() as what),)) if (
                "actively" in self.wording and static == Grant(source=True, abilities=static.abilities)
            ):
                return f"{self.bare(what)} can't block this"
            case Grant(source=source, abilities=(CombatRule(kind="all block"),)):
                return f"all creatures able to block {'this' if source else self.attached()} do so"
            case Grant(source=True, abilities=(CombatRule(kind="unblocked"),)):
                return "you may have this assign its combat damage as though it weren't blocked"
            case Grant(source=True, stats=((name, number),)) if name == CREWING:
                power = f"its power were {self.digits(number)} greater"
                return f"this saddles Mounts and crews Vehicles as though {power}"
            case Grant(source=True, gains=(word,)) if word == MAY_STAY_TAPPED:
                return "you may choose not to untap this during your untap step"
            case _:
                return super().grant(static)

    @STATICS.writer(AlsoUntaps)
    def also_untaps(self, static: AlsoUntaps) -> str:
        what = "this" if static.what is None else self.ref(Ref("each", 0, static.what))
        return f"untap {what} during each other player's untap step"

    @STATICS.writer(ExtraLands)
    def extra_lands_always(self, static: ExtraLands) -> str:
        return f"{self.extra_lands(static)} on each of your turns"

    @STATICS.writer(FightTerms)
    def fight_terms(self, terms: FightTerms) -> str:
        many = terms.what is not None
        who = "this" if terms.source else self.attached() if terms.what is None else self.noun(terms.what, plural=True)
        who = f"other {who}" if terms.what is not None and terms.what.other else who
        whom = {"": "", "you": " you", "you or yours": " you or planeswalkers you control"}[terms.whom]
        said = f"{who} can't {' or '.join(terms.actions)}{whom}"
        if terms.cost is None:
            return said
        if not many and terms.source:
            return f"{said} unless you {self.payment(terms.cost)}"
        each = " for each of those creatures" if many else ""
        if many and terms.whom == "you" and terms.actions == ("attack",):
            each = " for each creature they control that's attacking you"
        return (
            f"{said} unless {'their' if many else 'its'} controller {self.payment(terms.cost, third_person=True)}{each}"
        )

    def combat_rule(self, rule: CombatRule, *, many: bool, now: bool) -> str:
        attack, block = ("attack", "block") if many else ("attacks", "blocks")
        when = "this turn" if now else "each combat"
        match rule.kind:
            case "attacks" | "blocks":
                return f"{attack if rule.kind == 'attacks' else block} {when} if able"
            case "be blocked":
                return "must be blocked this turn if able" if now else "must be blocked if able"
            case "least blockers":
                return f"can't be blocked except by {number_word(rule.number)} or more creatures"
            case "most blockers":
                noun = "creature" if rule.number == 1 else "creatures"
                return f"can't be blocked by more than {number_word(rule.number)} {noun}"
            case "block more":
                if rule.number < 0:
                    return "can block any number of creatures"
                many_more = "an additional creature" if rule.number == 1 else ""
                return f"can block {many_more or number_word(rule.number) + ' additional creatures'} {when}"
            case "despite":
                this_turn = " this turn" if now else ""
                have = "they didn't" if many else "it didn't"
                return f"can attack{this_turn} as though {have} have defender"
            case "attack alone" | "block alone":
                return f"can't {rule.kind}"
            case _ if rule.what is not None:
                return f"{COMBAT_WORDS[rule.kind]} {self.noun(rule.what, plural=True)}"
            case _:
                raise Unwritable(rule)

    def combat_rules(self, rules: list[CombatRule], *, many: bool, now: bool = False) -> list[str]:
        if rules == EITHER:
            verbs = "attack or block" if many else "attacks or blocks"
            return [f"{verbs} {'this turn' if now else 'each combat'} if able"]
        if rules == ALONE:
            return ["can't attack or block alone"]
        return super().combat_rules(rules, many=many, now=now)

    def static_this_turn(self, static: Static) -> str:
        return self.extra_lands(static) if isinstance(static, ExtraLands) else super().static_this_turn(static)

    def changes(self, effect: Modify | Grant, *, many: bool, gain: str = "gain") -> list[str]:
        if BY_TOUGHNESS not in effect.gains:
            return super().changes(effect, many=many, gain=gain)
        rest = replace(effect, gains=tuple(word for word in effect.gains if word != BY_TOUGHNESS))
        more = super().changes(rest, many=many, gain=gain) if rest.gains or rest.abilities or rest.becomes else []
        assign, its = ("assign", "their") if many else ("assigns", "its")
        return [*more, f"{assign} combat damage equal to {its} toughness rather than {its} power"]

    def extra_lands(self, static: ExtraLands) -> str:
        if static.count == 1:
            return "you may play an additional land"
        up_to = "up to " if "fully" in self.wording else ""
        return f"you may play {up_to}{number_word(static.count)} additional lands"

    def keyword_ability(self, ability: Activated) -> str | None:
        own = NAMED_LIMITS.get(ability.keyword)
        if own is None:
            return super().keyword_ability(ability)
        limits = tuple(limit for limit in ability.limits if limit not in own)
        return f"{ability.keyword.title()} — {self.activated(replace(ability, keyword='', limits=limits))}"

    def activated(self, ability: Activated) -> str:
        """A loyalty cost says its own limit."""
        return super().activated(replace(ability, limits=tuple(x for x in ability.limits if x.kind != "loyalty")))

    def put_counters_cost(self, part: PutCountersCost) -> str:
        if part.name != "loyalty" or part.what is not None:
            return super().put_counters_cost(part)
        return f"[+{self.digits(part.count)}]" if part.count else "[0]"

    def remove_counters(self, part: RemoveCounters) -> str:
        if part.name == "energy" and part.from_ == YOU:
            return f"pay {'{E}' * part.count}" if isinstance(part.count, int) else "pay X {E}"
        if part.name == "loyalty" and part.from_ == SELF:
            return f"[{MINUS}{self.digits(part.count)}]"
        return super().remove_counters(part)


def _as_one(refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """All spells and all abilities of the same players as one group: countered at once, and counted together."""
    groups = [ref.what for ref in refs if ref.kind == "each" and ref.what is not None]
    if len(groups) < max(len(refs), 2) or any(replace(each, kinds=groups[0].kinds) != groups[0] for each in groups):
        return refs
    kinds = tuple(kind for each in groups for kind in each.kinds)
    return (replace(refs[0], what=replace(groups[0], kinds=kinds)),)


NAMED_LIMITS: Final = {
    "boast": (Limit("condition", condition=Compare(Value("attacked this turn", SELF), "=", 1)), Limit("once")),
    "exhaust": (Limit("ever"),),
    "power-up": (Limit("less its cost", condition=Compare(Value("entered this turn", SELF), "=", 1)), Limit("ever")),
}
"""The limits that the name before an activated ability sets on its activation (702.142a, 702.177a, 702.193a)."""
KICKED_WITH: Final = "kicker "
"""Before one of several kicker costs: the name by which it is known that this one was paid."""
PAID_AS: Final = {"kicked": "kicker", "bargained": "bargain", "foretold": WAS_FORETOLD}
"""The cost that has been paid for what is called so."""
DONE_BY_PAYING: Final = {cost: done for done, cost in PAID_AS.items()}
EITHER: Final = [CombatRule("attacks"), CombatRule("blocks")]
ALONE: Final = [CombatRule("attack alone"), CombatRule("block alone")]
COMBAT_WORDS: Final = {
    "not blocked by": "can't be blocked by",
    "blocked only by": "can't be blocked except by",
    "not block": "can't block",
    "block only": "can block only",
}
MANY_SYMBOLS: Final = 8
RETARGET: Final[tuple[Instruction, ...]] = (CopySpell(YOU, retarget=True),)
COMPILER: Final = MagicCompiler
RENDERER: Final = MagicRenderer
