"""Magic's keyword actions that mean several instructions (701), from adapt to recruit.

Each is compiled to a ``KeywordAction`` and the instructions that it stands for, and written by its own word.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    EVENT,
    IT,
    SELF,
    YOU,
    AdditionalCost,
    Amount,
    Behold,
    Choose,
    CollectEvidence,
    Compare,
    Cost,
    CostPart,
    Count,
    Damage,
    Discard,
    Draw,
    Event,
    EvidenceLeft,
    Filter,
    Fits,
    Forbid,
    Grant,
    If,
    IfDid,
    Instruction,
    KeywordAction,
    Later,
    May,
    Modify,
    Move,
    Paid,
    PlayNow,
    PutCounters,
    PutCountersCost,
    PutRest,
    Ref,
    RevealUntil,
    Tap,
    TargetSpec,
    Test,
    Token,
    Untap,
    Value,
)
from engine.games.magic.airbending import AIRBEND
from engine.games.magic.beholding import BEHOLD
from engine.games.magic.counter_effects import KEYWORDS
from engine.games.magic.evidence import COLLECTED, EVIDENCE
from engine.games.magic.gifts import GIFT, PROMISED
from engine.games.magic.goading import GOADED
from engine.games.magic.keywords.casting import TEAMWORK
from engine.games.magic.keywords.spells import OF_SPELLS
from engine.games.magic.language.copying_phrases import COPY_AND_CAST, COPY_AND_CAST_FREE, MAY_COPY_AND_CAST
from engine.games.magic.language.size_phrases import TIMES, SizeCompiler, SizeRenderer
from engine.text.compiler.actions import Effects, is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, TargetRef
from engine.text.renderer.bodies import MANY
from engine.text.renderer.registry import ACTIONS, COST_PARTS

YOUR_CREATURE: Final = Filter((("creature",),), "you")
YOUR_ARMY: Final = Filter((("army", "creature"),), "you")
YOUR_LAND: Final = TargetSpec(Filter((("land",),), "you"))
NONLAND_CARD: Final = Filter((("card", "!land"),), zone="")
ITS_CONTROLLER: Final = Ref("controller", of=SUBJECT)
BLIGHT: Final = "blight"
CONNIVE: Final = "connive"
ENDURE: Final = "endure"
RECRUIT: Final = "recruit"
SUSPECT: Final = "suspect"
SUSPECTED: Final = "suspected"
GOAD: Final = "goad"
FOR_GOOD: Final = " for the rest of the game"
UNNUMBERED: Final = (RECRUIT, *OF_SPELLS)
BY_SUBJECTS: Final = (CONNIVE, ENDURE)
"""Keyword actions that permanents do."""


@inline
class ActionCompiler(SizeCompiler):
    """Keyword actions as the instructions that they stand for."""

    def counter_name(self, word: Lexeme) -> str:
        """122.1b: of the keywords those have counters that are known as counters."""
        if word.type == "KEYWORD" and word.lower() not in KEYWORDS:
            raise Reject
        return super().counter_name(word)

    def damage(self, amount: Amount, to: tuple[Ref, ...]) -> Effects:
        """All that fit several words of a clause are dealt damage at once (120.3, 608.2c)."""
        effects = super().damage(amount, to)
        first = effects[0]
        if not isinstance(first, Damage) or any(ref.kind not in MANY for ref in to):
            return effects
        return (replace(first, also=to[1:]),)

    def adapt(self, verb: Lexeme, number: Amount) -> Clause:
        """701.46a: it gets counters only if it has none."""
        bare = Compare(Value("counters +1/+1", SELF), "=", 0)
        return named(verb, KeywordAction("adapt", amount=number), If(1, bare), PutCounters(SELF, "+1/+1", number))

    def amass(self, verb: Lexeme, kind: Lexeme, number: Amount) -> Clause:
        """701.47a: the Army is made only if there is none, and the one that is chosen becomes of the subtype."""
        word = self.vocabulary.singular(str(kind).lower())
        return named(
            verb,
            KeywordAction("amass", amount=number, kind=word),
            If(1, Compare(Count(YOUR_ARMY), "=", 0)),
            Token(f"{word.title()} Army", ("black", word, "army", "creature")),
            Choose(Ref("chosen", 0, YOUR_ARMY, YOU)),
            PutCounters(IT, "+1/+1", number),
            Modify(IT, until="", becomes=(word,), keeps=True),
        )

    def blight(self, verb: Lexeme, number: Amount) -> Clause:
        """701.68a: the creature is chosen as it is done."""
        chosen = Ref("chosen", 0, YOUR_CREATURE, YOU)
        return named(verb, KeywordAction(BLIGHT, amount=number), PutCounters(chosen, "-1/-1", number))

    def blight_cost(self, _verb: Lexeme, number: Amount) -> CostPart:
        return PutCountersCost("-1/-1", number, YOUR_CREATURE, keyword=BLIGHT)

    def or_mana(self, _action: Lexeme, _self: Ref, part: CostPart, _pay: Lexeme, mana: CostPart) -> AdditionalCost:
        """601.2b: which of both is paid is announced as the spell is cast."""
        return AdditionalCost((self.either_cost(part, mana),))

    def collect_evidence(self, number: Amount) -> CostPart:
        if not isinstance(number, int):
            raise Reject
        return CollectEvidence(number)

    def optional_cost(self, action: Lexeme, self_: Ref, cost: Cost) -> AdditionalCost:
        """701.59c, 701.4b: what asks whether evidence was collected, or something beheld, speaks of this cost."""
        optional = super().optional_cost(action, self_, cost)
        if any(isinstance(part, CollectEvidence) for part in cost):
            return replace(optional, name=EVIDENCE)
        (first, *_) = cost
        return replace(optional, name=_name_of_beholding(first.what)) if isinstance(first, Behold) else optional

    def behold(self, _verb: Lexeme, share: tuple[Amount, Filter]) -> CostPart:
        number, what = share
        if what != Filter(what.kinds) or not isinstance(number, int) or any(len(kind) > 1 for kind in what.kinds):
            raise Reject
        return Behold(what, number)

    def was_beheld(self, _article: Lexeme, kind: Lexeme) -> Compare:
        word = self.vocabulary.singular(str(kind).lower())
        return Compare(Paid(_name_of_beholding(Filter(((word,),)))), ">=", 1)

    def was_teamwork(self, _self: Ref, action: Lexeme) -> Compare:
        """Teamwork as it was paid (702.194b)."""
        if self.action(action) != "cast":
            raise Reject
        return Compare(Paid(TEAMWORK), ">=", 1)

    def evidence_collected(self) -> Compare:
        return Compare(Paid(EVIDENCE), ">=", 1)

    def gift_promised(self) -> Compare:
        return PROMISED

    def gift_not_promised(self) -> Compare:
        return Compare(Paid(GIFT), "=", 0)

    def gave_gift(self) -> tuple[Event, ...]:
        return (Event(GIFT),)

    def collected_evidence(self) -> tuple[Event, ...]:
        return (Event(COLLECTED),)

    def connive(self, verb: Lexeme, number: Amount = 1) -> Clause:
        """701.50a, 701.50d: the cards are the controller's, and the permanent grows by those that are no lands."""
        steps = (
            Draw(number, ITS_CONTROLLER),
            Discard(number, ITS_CONTROLLER),
            PutCounters(SUBJECT, "+1/+1", Fits(IT, NONLAND_CARD)),
        )
        return Clause((KeywordAction(CONNIVE, len(steps), number, what=SUBJECT), *steps), is_third(verb))

    def endure(self, verb: Lexeme, number: Amount) -> Clause:
        """701.63a: a Spirit of that size, unless its controller puts the counters on it; nothing for 0 (701.63b)."""
        steps = (
            If(4, Compare(number, ">=", 1)),
            May(1, ITS_CONTROLLER),
            PutCounters(SUBJECT, "+1/+1", number),
            IfDid(1, did=False),
            Token("Spirit", ("white", "spirit", "creature"), number, number, who=ITS_CONTROLLER),
        )
        return Clause((KeywordAction(ENDURE, len(steps), number, what=SUBJECT), *steps), is_third(verb))

    def recruit(self, verb: Lexeme) -> Clause:
        """701.70a: a Soldier for a discarded card that is no land."""
        return named(
            verb,
            KeywordAction(RECRUIT),
            Draw(1),
            Discard(1),
            If(1, Compare(Fits(IT, NONLAND_CARD), ">=", 1)),
            Token("Human Soldier", ("white", "human", "soldier", "creature"), 1, 1),
        )

    def suspect(self, verb: Lexeme, what: Ref) -> Clause:
        """701.60: a designation, with menace and no blocks; what has it does not get it again (701.60d)."""
        free = Compare(Fits(what, Filter(((SUSPECTED,),))), "=", 0)
        accused = Forbid("block", source=True)
        change = Modify(what, until="", becomes=(SUSPECTED,), gains=("menace",), abilities=(accused,), keeps=True)
        return named(verb, KeywordAction(SUSPECT, what=what), If(1, free), change)

    def goad(self, verb: Lexeme, what: Ref) -> Clause:
        """701.15a: a designation until the next turn of whoever gives it."""
        return named(
            verb,
            KeywordAction(GOAD, amount=0, what=what),
            Modify(what, until="your turn", becomes=(GOADED,), keeps=True),
        )

    def tap_and_goad(self, tap: Lexeme, goad: Lexeme, what: Ref) -> Clause:
        return Clause((Tap(what), *self.goad(goad, what).effects), is_third(tap))

    def untap_and_goad(self, untap: Lexeme, goad: Lexeme, what: Ref) -> Clause:
        return Clause((Untap(what), *self.goad(goad, what).effects), is_third(untap))

    def be_goaded(self, _be: Lexeme, _goaded: Lexeme) -> Modify:
        """701.15b: of the controller of the permanent or spell that says so."""
        return Modify(SUBJECT, until="", becomes=(GOADED,), keeps=True)

    def discover(self, verb: Lexeme, number: Amount) -> Clause:
        """701.57a: a card that is not cast is put into the hand, and the others on the bottom."""
        few = Test("mana value", "<=", number)
        return named(
            verb,
            KeywordAction("discover", amount=number),
            RevealUntil(Filter((("card", "!land"),), zone="aside", tests=(few,)), exiled=True),
            PlayNow(IT, free=True, optional=True, most=number),
            IfDid(1, did=False),
            Move(IT, "hand"),
            PutRest(Move(IT, "library bottom", at_random=True)),
        )

    def earthbend(self, verb: Lexeme, number: Amount) -> Clause:
        """701.66a: a land becomes a creature for good, and comes back once it dies or is put into exile."""
        land = TargetRef("target", verb.start_pos or 0, spec=YOUR_LAND)
        return named(
            verb,
            KeywordAction("earthbend", amount=number, what=land),
            Modify(land, until="", base=(0, 0), becomes=("creature",), gains=("haste",), keeps=True),
            PutCounters(land, "+1/+1", number),
            Later(1, (Event("dies"), Event("exiled")), about=land),
            Move(EVENT, "battlefield", tapped=True, under="you"),
        )


class ActionRenderer(SizeRenderer):
    """Writes keyword actions by their words."""

    def _becomes(self, effect: Modify | Grant, *, many: bool, having: str = "") -> list[str]:
        if effect.becomes != (GOADED,):
            return super()._becomes(effect, many=many, having=having)
        lasting = isinstance(effect, Modify) and not effect.until
        return [f"{'are' if many else 'is'} {GOADED}{FOR_GOOD if lasting else ''}"]

    @ACTIONS.writer(KeywordAction)
    def keyword_action(self, effect: KeywordAction) -> str:
        kind = f" {self.vocabulary.plural(effect.kind).title()}" if effect.kind else ""
        number = effect.amount if isinstance(effect.amount, int) else "X"
        if effect.word in TIMES and effect.what is not None:
            return self.sized(effect.word, effect.what, effect.kind)
        if effect.word in UNNUMBERED:
            return effect.word
        if effect.word in (AIRBEND, GOAD, SUSPECT) and effect.what is not None:
            return f"{effect.word} {self.ref(effect.what)}"
        if effect.word in COPYING and effect.what is not None:
            may = "you may " if effect.word == MAY_COPY_AND_CAST else ""
            return f"{may}copy {self.ref(effect.what)}{COPYING[effect.word]}"
        if effect.word in BY_SUBJECTS and effect.what is not None:
            many = "" if (effect.word, number) == (CONNIVE, 1) else str(number)
            return self.with_subject(effect.what, effect.word, many).rstrip()
        if effect.what is not None:
            self.ref(effect.what)  # what comes after it speaks of its target
        return f"{effect.word}{kind} {number}"

    @COST_PARTS.writer(Behold)
    def behold(self, part: Behold) -> str:
        return f"{BEHOLD} {self.share(part.count, part.what)}"

    @COST_PARTS.writer(CollectEvidence)
    def collect_evidence(self, part: CollectEvidence) -> str:
        return f"collect evidence {part.least}"

    @COST_PARTS.writer(EvidenceLeft)
    def evidence_left(self, part: EvidenceLeft) -> str:
        return f"collect evidence {part.least}"

    def put_counters_cost(self, part: PutCountersCost) -> str:
        if part.keyword:
            return f"{part.keyword} {self.digits(part.count)}"
        return super().put_counters_cost(part)


def _name_of_beholding(what: Filter) -> str:
    """The name of the optional cost of beholding something: "behold dragon"."""
    return " or ".join(f"{BEHOLD} {kind[0]}" for kind in what.kinds)


COPYING: Final = {
    COPY_AND_CAST: ", then you may cast the copy",
    COPY_AND_CAST_FREE: ", then you may cast the copy without paying its mana cost",
    MAY_COPY_AND_CAST: ". If you do, you may cast the copy without paying its mana cost",
}
"""The words after the card that is copied."""


def named(verb: Lexeme, action: KeywordAction, *steps: Instruction) -> Clause:
    """A keyword action that "you" do, and what it stands for; of nobody else it is read."""
    if verb.lower() != action.word:
        raise Reject
    return Clause((replace(action, steps=len(steps)), *steps))
