"""Nouns of texts: names of other cards, traits, who is engaged, numbers and conditions."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    PLAYER,
    SELF,
    YOU,
    Amount,
    Compare,
    Count,
    Filter,
    Fits,
    InCase,
    Math,
    Per,
    Ref,
    TargetSpec,
    Test,
    Truth,
    Value,
)
from engine.games.marvel_champions.language.cost_phrases import DISCARD_PILE
from engine.games.marvel_champions.language.event_phrases import FORMS, EventCompiler, EventRenderer
from engine.games.marvel_champions.language.shared_words import (
    DISPLAY,
    ICONS,
    IS_ATTACKING,
    LEAVING,
    SYMBOL_OF,
)
from engine.queries.filters import EXTREMES
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Already, Suffix, TargetRef
from engine.text.renderer.writing import an

IDENTITY: Final = Filter((("identity",),), "you")
YOUR_IDENTITY: Final = Ref("each", 0, IDENTITY)
"""You, where a character is meant."""
ONLY: Final = ((("villain",),), (("main", "scheme"),))
"""Of these there is one."""
VILLAIN: Final = Ref("each", 0, Filter(ONLY[0]))
YOUR_LEADER: Final = Filter((("leader",),), "you")
"""The leader of your team: none where the players play together, so that what is said of it is not resolved."""
ONE_OF_YOU: Final = (*FORMS, YOUR_LEADER.kinds)
"""The kinds of which each player has one."""
STATS: Final = {
    "atk": "attack",
    "thw": "thwart",
    "def": "defense",
    "sch": "scheme",
    "rec": "recover",
    "hit points": "hit points",
    "hit point": "hit points",
    "hand size": "hand size",
}
WORD_OF: Final = {name: word.upper() if len(word) == 3 else word for word, name in STATS.items() if word != "hit point"}
FIRST_PLAYER: Final = Ref("first player")
DEFEATER: Final = Ref("defeater")
ATTACKER: Final = Ref("attacker")
ACTIVATING: Final = Ref("activating")
ENGAGED_PLAYER: Final = Ref("engaged player")
PLAYERS_OF_ALL: Final = Ref("players")
OTHER_PLAYERS: Final = Ref("other players")
ANOTHER_PLAYER: Final = Filter((("player",),), zone="", other=True)
WHOEVER: Final = {PLAYERS_OF_ALL: "a player", OTHER_PLAYERS: "another player"}
"""The words for a player, whoever that is."""
THE_SIDE: Final = Ref("side")
PLAYERS: Final = Value("starting players", YOU)
SUSTAINED: Final = Value("damage", YOUR_IDENTITY)
ELSE: Final = Test("id", "differs", Value("id", IT))
"""Said of what is different from what was done something to just before."""
RESOURCE_TYPES: Final = Value("different printed resources", IT)
CARD_TYPES: Final = Value("different card types", IT)
ATTACK_DAMAGE: Final = Value("attack damage", YOU)
"""The damage of an attack that a text of yours has had made."""
BOOST_ICONS: Final = Value("boost icons", IT)
RESOURCE_ICONS: Final = Value("printed resources", IT)
UNDEFENDED: Final = Compare(Value("undefended", Ref("each", 0, Filter(ONLY[0]))), "=", 1)
ATTACK_DAMAGED: Final = Compare(Fits(IT, Filter()), ">=", 1)
"""After an attack "it" is whom it damaged."""
THEIR: Final = 3
"""The number of the reference to what is each one's own."""
BARE: Final = Test("bare", "of", Value("id", SELF))
"""Said of what has no other card of the source's title attached."""
WITH_COST: Final = (("ally",), ("upgrade",), ("support",))
"""The cards with a cost that players control."""
FINAL_STEP: Final = Compare(Value("final step", SELF), "=", 1)
ACTIVATION_ATTACKS: Final = Compare(Value("activation attacks", SELF), "=", 1)
ACTIVATION_SCHEMES: Final = Compare(Value("activation attacks", SELF), "=", 0)
ATTACK_DEFEATS: Final = Compare(Value("defeated by this attack", YOUR_IDENTITY), ">=", 1)
"""Asked in a text that is an attack of one enemy."""
DIFFERENT: Final = Test("title", "of", Value("id", YOU))
"""Said of several things of which no two have one title."""
CHOICE: Final = "choice"
"""The kind of a target word that is there only if this ability has target words."""
SET_ASIDE: Final = "set aside"
YOUR_NEMESIS: Final = (Test("nemesis", "of", Value("id", YOU)),)
HERE: Final = (Test("attached", "of", Value("id", SELF)),)
FACEDOWN_HERE: Final = Ref("each", 0, Filter((("card",),), "", "facedown", tests=HERE))
NO_NEMESIS: Final = Compare(Count(Filter((("minion",),), zone=SET_ASIDE, tests=YOUR_NEMESIS)), "=", 0)
"""Asked before the minion is revealed, so that it is not there to be revealed."""
ENCOUNTER: Final = frozenset(("minion", "treachery", "attachment", "environment"))
"""The kinds of which there are encounter cards only."""
COSTS: Final = ("cost", "printed cost")
STATES: Final = {"tough": "tough", "stunned": "stunned", "confused": "confused"}


@inline
class NounCompiler(EventCompiler):
    """Reads the phrases about nouns."""

    # --- names ---

    def known_name(self, word: Lexeme) -> str:
        return str(word)

    def name_of_words(self, *words: Lexeme) -> str:
        return " ".join(words)

    def name_of_resource(self, first: Lexeme, *words: Lexeme) -> str:
        """A name whose first word is that of a resource, with a capital: "Energy Lance"."""
        if not first[0].isupper():
            raise Reject
        return self.name_of_words(first, *words)

    def name_of_owned(self, owner: str, *words: Lexeme) -> str:
        """A name that says whose the thing is: "Ember's Lamp"."""
        return f"{owner}'s {' '.join(words)}"

    def named_card(self, name: str) -> Ref:
        return Ref("each", 0, Filter(name=name))

    def named_with_the(self, the: Lexeme, name: str) -> Ref:
        """A thing that is no person: "exhaust the Milano"; with a capital the word is a part of the name."""
        if the[0].isupper():
            raise Reject
        return self.named_card(name)

    def named_kind(self, name: str, what: Filter) -> Ref:
        if what != Filter(what.kinds):
            raise Reject
        return Ref("each", 0, replace(what, name=name))

    def trait(self, word: Lexeme) -> str:
        return str(word.lower()).replace(" ", "-")

    def element(self, word: Lexeme) -> str | Test:
        if word.type == "STATE" and word.lower() in STATES:
            return in_status(word.lower())
        return super().element(word)

    # --- references ---

    def the_kind(self, word: Lexeme) -> Ref:
        raise Reject  # said of the only one there is

    def the_only(self, what: Filter) -> Ref:
        if [(test.field, test.op in EXTREMES) for test in what.tests] == [("printed cost", True)]:
            return self.of_extreme_cost(str(what.tests[0].op), replace(what, tests=()))
        if not (what.kinds in ONLY or is_the_villain(what)) or what != Filter(what.kinds):
            raise Reject
        return Ref("each", 0, what)

    def your_own(self, what: Filter) -> Ref:
        kinds = tuple(tuple(word for word in kind if word != "card") for kind in what.kinds)
        if kinds not in ONE_OF_YOU or what.tests or what.of:
            raise Reject
        return Ref("each", 0, Filter(kinds, "you"))

    def their_own(self, _its: Lexeme, what: Filter) -> Ref:
        """The hero of each of several players, where each does something (``each_chooses``)."""
        yours = self.your_own(what)
        return Ref("subject", THEIR, yours.what)

    def of_extreme_cost(self, extreme: Lexeme | str, what: Filter) -> Ref:
        """The card of the highest or the lowest printed cost; of several it is chosen one."""
        if what.of != "you" or what.zone != "battlefield" or what.tests:
            raise Reject
        kinds = WITH_COST if what.kinds == (("card",),) else what.kinds
        if not set(kinds) <= set(WITH_COST):
            raise Reject  # what has no cost is not compared
        test = Test("printed cost", str(extreme.lower()).removesuffix("-cost"))  # type: ignore[arg-type]  # one of the extremes
        return Ref("chosen", 0, replace(what, kinds=kinds, tests=(test,)), YOU)

    def topmost(self, what: Filter) -> Ref:
        if what.zone != DISCARD_PILE:
            raise Reject
        return Ref("topmost", 0, what)

    def topmost_encounter(self, what: Filter) -> Ref:
        """In the discard pile of an encounter card is the encounter discard pile."""
        if what.zone != "battlefield" or not all(kind and kind[-1] in ENCOUNTER for kind in what.kinds):
            raise Reject
        return Ref("topmost", 0, replace(what, zone=DISCARD_PILE, whose=THE_SIDE))

    def each(self, what: Filter) -> Ref:
        if what.of == "you" and what.kinds in ONE_OF_YOU:
            raise Reject  # that is "your hero"
        return super().each(what)

    def defeater(self, _what: Ref | Lexeme) -> Ref:
        return DEFEATER

    def first_player(self) -> Ref:
        return FIRST_PLAYER

    def engaged_player(self) -> Ref:
        return ENGAGED_PLAYER

    def chosen(self, article: Lexeme, what: Filter) -> Ref:
        """A chosen thing: a target word, until it is known that this ability has none (``settle_choices``)."""
        if what.zone not in ("", "battlefield"):
            return super().chosen(article, what)
        assert article.start_pos is not None
        return TargetRef(CHOICE, article.start_pos, spec=TargetSpec(what))

    def chosen_different(self, article: Lexeme, what: Filter) -> Ref:
        return Ref("chosen", 0, replace(what, tests=(*what.tests, ELSE)), YOU)

    def each_facedown(self, _card: Lexeme) -> Ref:
        return FACEDOWN_HERE

    def nemesis(self, what: Filter) -> Ref:
        if what != Filter(what.kinds, zone=what.zone):
            raise Reject
        return Ref("each", 0, replace(what, zone=SET_ASIDE, tests=YOUR_NEMESIS))

    def each_discarded(self, what: Filter) -> Ref:
        return Ref("it", 0, replace(what, zone=DISCARD_PILE))

    # --- what narrows a noun ---

    def engaged_with(self, who: Ref) -> Suffix:
        if isinstance(who, TargetRef) and who.spec.what == PLAYER:
            who = PLAYERS_OF_ALL  # with a player, whoever that is
        elif who.kind == "chosen" and who.what == ANOTHER_PLAYER:
            who = OTHER_PLAYERS
        return Suffix(tests=(Test("engaged", "of", Value("id", who)),))

    def in_anybodys_zone(self, zone: Lexeme) -> Suffix:
        return Suffix(zone=str(zone.lower()))

    def in_encounter_discards(self) -> Suffix:
        return Suffix(zone=DISCARD_PILE, whose=THE_SIDE)

    def in_victory_display(self) -> Suffix:
        return Suffix(zone=DISPLAY)

    def with_cost(self, cost: Lexeme, number: Lexeme, bound: Lexeme) -> Suffix:
        field = str(cost.lower()).removeprefix("a ")
        return Suffix(tests=(Test(field, "<=" if bound.lower() == "or less" else ">=", int(number)),))

    def with_attached(self, _article: Lexeme, what: Filter) -> Suffix:
        """To which one of the cards is attached that fit."""
        return Suffix(tests=(Test("hosts", "of", Value("id", Ref("each", 0, what))),))

    def with_named_attached(self, name: str) -> Suffix:
        return Suffix(tests=(Test("hosts", "of", Value("id", self.named_card(name))),))

    def has_attached(self, ref: Ref, _has: Lexeme, _article: Lexeme, what: Filter) -> Compare:
        return Compare(Fits(as_character(ref), Filter(tests=self.with_attached(_article, what).tests)), "=", 1)

    def has_named_attached(self, ref: Ref, _has: Lexeme, name: str) -> Compare:
        return Compare(Fits(as_character(ref), Filter(tests=self.with_named_attached(name).tests)), "=", 1)

    def in_play(self) -> Suffix:
        return Suffix(zone="battlefield")

    def with_printed(self, symbol: Lexeme) -> Suffix:
        return Suffix(tests=(Test(f"printed {ICONS[symbol]}", ">=", 1),))

    def stat(self, word: Lexeme) -> str:
        return STATS[word.lower()]

    def with_highest(self, stat: str) -> Suffix:
        field = f"printed {stat}"
        return Suffix(tests=(Test(field, "highest"),))

    def with_lowest(self, stat: str) -> Suffix:
        return Suffix(tests=(Test(f"printed {stat}", "lowest"),))

    def with_extreme(self, extreme: Lexeme, stat: str) -> Suffix:
        return Suffix(tests=(Test(f"current {stat}", "highest" if extreme.lower() == "highest" else "lowest"),))

    def with_extreme_cost(self, extreme: Lexeme) -> Suffix:
        return Suffix(tests=(Test("printed cost", "highest" if extreme.lower() == "highest" else "lowest"),))

    def with_most_left(self, most: Lexeme) -> Suffix:
        return Suffix(tests=(Test("remaining hit points", "highest" if most.lower() == "most" else "lowest"),))

    def bare(self, _self: Ref) -> Suffix:
        return Suffix(tests=(BARE,))

    def with_highest_bare(self, stat: str, _self: Ref) -> Suffix:
        highest = self.with_highest(stat)
        return Suffix(tests=(*highest.tests, BARE))

    # --- numbers ---

    def per_player(self, number: Lexeme, _icon: Lexeme) -> Amount:
        return Per(PLAYERS, int(number))

    def damage_sustained(self) -> Amount:
        return SUSTAINED

    def boost_icons(self) -> Amount:
        return BOOST_ICONS

    def stat_of(self, whose: Ref, word: Lexeme) -> Amount:
        return Value(STATS[word.lower()], as_character(whose))

    def printed_cost_of(self, whose: Ref) -> Amount:
        return Value("printed cost", whose)

    def remaining(self, whose: Ref) -> Amount:
        return Value("remaining hit points", whose)

    def each_counter_here(self, name: str) -> Amount:
        return Per(Value(f"counters {name}", SELF))

    def each_resource_type(self) -> Amount:
        return Per(RESOURCE_TYPES)

    def not_hurt(self, one: Ref, other: Ref) -> Compare:
        if one != other:
            raise Reject
        return Compare(Value("remaining hit points", one), ">=", Value("printed hit points", one))

    def each_card_type(self) -> Amount:
        return Per(CARD_TYPES)

    def each_boost_icon(self) -> Amount:
        return Per(BOOST_ICONS)

    def each_resource_icon(self) -> Amount:
        return Per(RESOURCE_ICONS)

    def each_attack_damage(self) -> Amount:
        return Per(ATTACK_DAMAGE)

    def each_printed(self, symbol: Lexeme) -> Amount:
        return Per(Value(f"printed {ICONS[symbol]}", IT))

    # --- conditions ---

    def has_trait(self, ref: Ref, _has: Lexeme, *words: Lexeme) -> Compare:
        return Compare(Fits(as_character(ref), Filter(tuple((self.trait(word),) for word in words))), "=", 1)

    def you_are(self, name: str) -> Compare:
        return Compare(Fits(YOUR_IDENTITY, Filter(name=name)), "=", 1)

    def in_form(self, form: Lexeme) -> Compare:
        return Compare(Fits(YOUR_IDENTITY, Filter(((str(form.lower()),),))), "=", 1)

    def has_status(self, ref: Ref, _has: Lexeme, _article: Lexeme, status: Lexeme) -> Compare:
        return Compare(Value(f"counters {status.lower()}", as_character(ref)), ">=", 1)

    def already_has_status(self, ref: Ref, has: Lexeme, article: Lexeme, status: Lexeme) -> Already:
        now = self.has_status(ref, has, article, status)
        return Already(now.left, now.op, now.right)

    def is_already(self, ref: Ref, state: Lexeme) -> Already:
        now = self.is_state(ref, state)
        return Already(now.left, now.op, now.right)

    def is_state(self, ref: Ref, *words: Lexeme) -> Compare:
        state = str(words[-1].lower())
        if state in STATES:
            return Compare(Value(in_status(state).field, as_character(ref)), ">=", 1)
        return super().is_state(ref, *words)

    def is_either_state(self, ref: Ref, be: Lexeme, one: Lexeme, other: Lexeme) -> Compare:
        return self.either(self.is_state(ref, be, one), self.is_state(ref, be, other))

    def in_form_of(self, trait: Lexeme, form: Lexeme) -> Compare:
        """In that one of several forms of a kind that has the trait."""
        return Compare(Fits(YOUR_IDENTITY, Filter(((self.trait(trait), str(form.lower())),))), "=", 1)

    def last_threat(self, ref: Ref) -> Compare:
        """Nothing is left on a scheme from which threat was removed, whether it is there still or not."""
        return Compare(Value("threat left", ref), "=", 0)

    def no_threat_on(self, ref: Ref) -> Compare:
        if not is_one(ref):
            raise Reject
        return Compare(Value("counters threat", ref), "=", 0)

    def is_in_play(self, ref: Ref) -> Compare:
        if ref.kind == "pronoun":
            return Compare(Fits(ref, Filter()), ">=", 1)
        return Compare(Count(in_play(ref)), ">=", 1)

    def is_not_in_play(self, ref: Ref) -> Compare:
        """A thing that was just called by its name is asked for by it again (``in_play_as_named``)."""
        if ref.kind == "pronoun":
            return Compare(Fits(ref, Filter()), "=", 0)
        return Compare(Count(in_play(ref)), "=", 0)

    def final_step(self) -> Compare:
        return FINAL_STEP

    def activation_attacks(self) -> Compare:
        return ACTIVATION_ATTACKS

    def activation_undefended(self) -> Compare:
        return Compare(Value("undefended", ACTIVATING), "=", 1)

    def is_attacking(self, ref: Ref) -> Compare:
        """Whether the activation that goes on is an attack of one enemy (Attack: enemy activation)."""
        if not is_one(ref) and ref.kind not in ("self", "attached"):
            raise Reject
        return Compare(Value(IS_ATTACKING, ref), "=", 1)

    def villain_is(self, name: str) -> Compare:
        return Compare(Fits(VILLAIN, Filter(name=name)), "=", 1)

    def some_discarded(self, _article: Lexeme, what: Filter) -> Compare:
        """One of the cards that the text has just discarded fits."""
        if what.of or what.tests or what.zone not in ("hand", "battlefield"):
            raise Reject
        return Compare(Fits(IT, replace(what, zone="battlefield")), ">=", 1)

    def you_are_engaged(self, _article: Lexeme, what: Filter) -> Compare:
        engaged = replace(what, tests=(*what.tests, *self.engaged_with(YOU).tests))
        return Compare(Count(engaged), ">=", 1)

    def you_are_not_engaged(self, article: Lexeme, what: Filter) -> Compare:
        return replace(self.you_are_engaged(article, what), op="=", right=0)

    def activation_schemes(self) -> Compare:
        return ACTIVATION_SCHEMES

    def no_nemesis(self) -> Compare:
        return NO_NEMESIS

    def boost_icons_discarded(self, number: Amount) -> Compare:
        return Compare(BOOST_ICONS, ">=", number)

    def is_attached(self, ref: Ref, _be: Lexeme, host: Ref) -> Compare:
        return Compare(Count(attached_to(in_play(ref), host)), ">=", 1)

    def is_not_attached(self, ref: Ref, _be: Lexeme, host: Ref) -> Compare:
        return Compare(Count(attached_to(in_play(ref), host)), "=", 0)

    def damage_here(self, number: Amount) -> Compare:
        return Compare(Value("counters damage", SELF), ">=", number)

    def attack_damaged(self) -> Compare:
        return ATTACK_DAMAGED

    def attack_defeats(self, *parts: Lexeme | Filter) -> Compare:
        nouns = [part for part in parts if isinstance(part, Filter)]
        if any(what.kinds != (("enemy",),) or what != Filter(what.kinds) for what in nouns):
            raise Reject
        return ATTACK_DEFEATS

    def undefended(self) -> Compare:
        return UNDEFENDED


def in_play(ref: Ref) -> Filter:
    """The objects that are asked for by name."""
    if ref == SELF:
        return Filter(tests=(Test("id", "=", Value("id", SELF)),))
    if ref.kind != "each" or ref.what is None or not ref.what.name:
        raise Reject
    return ref.what


def in_play_as_named(part: object) -> object:
    """A question whether "it" is in play, as one for what has the name that was said.

    Raises:
        Reject: no name was said.
    """
    match part:
        case Compare(left=Fits(of=Ref(kind="each", what=Filter(name=name) as what), what=Filter() as fits)) if (
            name and fits == Filter()
        ):
            return Compare(Count(what), part.op, part.right)
        case Compare(left=Fits(what=Filter() as fits), op="=", right=0) if fits == Filter():
            raise Reject
        case _:
            return part


def attached_to(what: Filter, host: Ref) -> Filter:
    """Cards as far as they are attached to one thing, or to any that is of a kind."""
    if isinstance(host, TargetRef) and host.kind == CHOICE:
        host = Ref("each", 0, host.spec.what)
    elif not (is_one(host) or host == SELF or host.kind == "attached"):
        raise Reject
    return replace(what, tests=(*what.tests, Test("attached", "of", Value("id", host))))


def as_character(ref: Ref) -> Ref:
    """You as a character are your identity."""
    return YOUR_IDENTITY if ref == YOU else ref


class NounRenderer(EventRenderer):
    """Writes the phrases about nouns."""

    _or_else = False
    """Whether what is written says what happens where a card is not attached."""
    for_each_player = False
    """Whether what is written is what each player does, who is no "you" then."""

    def ref(self, ref: Ref) -> str:
        if ref == YOUR_IDENTITY:
            return "your identity"
        if ref.kind == "each" and ref.what is not None and not ref.what.other:
            what = ref.what
            if ref == FACEDOWN_HERE:
                return "each facedown card here"
            if what.zone == SET_ASIDE:
                return f"your set-aside nemesis {self.noun(replace(what, zone='battlefield', tests=()))}"
            if what.of == "you" and what.kinds in ONE_OF_YOU:
                return f"{'their' if self.for_each_player else 'your'} {what.kinds[0][0]}"
            is_said = self._scope.it == ref and not self.wording.isdisjoint(("briefly", "gathered"))
            if is_said and what.kinds == ONLY[0]:
                return "it"
            if what == Filter(what.kinds) and (what.kinds in ONLY or is_the_villain(what)):
                return f"the {self.noun(what)}"
            if what.name and self._scope.it == ref and not self.wording.isdisjoint(("briefly", "gathered")):
                return "it"
            if what.name:
                return what.name if what.kinds == ((),) else f"the {what.name} {self.noun(replace(what, name=''))}"
        if ref.kind == "event other" and not self._other_noun:
            return "the attacked enemy"
        if ref == ACTIVATING:
            return "the activating enemy"
        if ref == ATTACKER:
            return "the attacking enemy"
        if ref.kind == "paid for" and ref.what is not None:
            return f"that {self.noun(replace(ref.what, zone='battlefield'))}"
        if ref == DEFEATER:
            return "the player who defeated this"
        if (
            ref.kind == "chosen"
            and ref.what is not None
            and [(t.field, t.op in EXTREMES) for t in ref.what.tests] == [("printed cost", True)]
        ):
            kinds = (("card",),) if ref.what.kinds == WITH_COST else ref.what.kinds
            return f"the {ref.what.tests[0].op}-cost {self.noun(replace(ref.what, kinds=kinds, tests=()))}"
        if ref.kind == "topmost" and ref.what is not None:
            return f"the topmost {self.noun(ref.what)}"
        if ref in (FIRST_PLAYER, ENGAGED_PLAYER):
            return f"the {ref.kind}"
        if ref.kind == "it" and ref.what is not None:
            return f"each {self.noun(replace(ref.what, zone='hand'))} discarded this way"
        if ref.kind == "chosen" and ref.what is not None and _is_different(ref.what):
            return f"a different {self.noun(replace(ref.what, tests=ref.what.tests[:-1]))}"
        return super().ref(ref)

    def subject(self, ref: Ref) -> str:
        if ref == YOUR_IDENTITY:
            return "your identity" if "fully" in self.wording else "you"
        return self.ref(ref) if is_one(ref) else super().subject(ref)

    def is_plural(self, who: Ref) -> bool:
        return super().is_plural(who) and (who == YOUR_IDENTITY or not is_one(who))

    def attached(self) -> str:
        return "attached character"

    def target(self, spec: TargetSpec) -> str:
        if (spec.least, spec.most) == (1, 1):
            return f"another {self.noun(spec.what)}" if spec.what.other else an(self.noun(spec.what))
        return super().target(spec)

    def word(self, word: str, singular: str = "") -> str:
        if not self.vocabulary.is_subtype(singular or word):
            return word
        return word.upper() if word[1:2] == "-" else word.upper().replace("-", " ")

    def _whose(self, what: Filter) -> str:
        if what.zone == DISCARD_PILE and what.whose == THE_SIDE:
            return " in the encounter discard pile"
        if what.zone == DISCARD_PILE and what.whose is not None:
            return " in their discard pile"
        if what.zone == DISCARD_PILE and not what.of:
            return " in any player's discard pile"
        if what.zone == DISPLAY:
            return f" in the {DISPLAY}"
        if what.zone == "graveyard":
            return {"you": " in your discard pile", "": ""}[what.of]
        if what.zone == "battlefield" and not what.of and what.whose is None:
            said = {"card", "enemy"} if "gathered" in self.wording else {"card"}
            return " in play" if any(not said.isdisjoint(kind) for kind in what.kinds) else ""
        return super()._whose(what)

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        if what.name and what.kinds == ((),):
            return what.name
        states = [t.field[9:] for t in what.tests if t.field[9:] in STATES and t == in_status(t.field[9:])]
        tests = tuple(t for t in what.tests if t.field[9:] not in STATES)
        before = "".join(f"{state} " for state in states)
        return before + super().noun(replace(what, tests=tests), plural=plural)

    def _test(self, test: Test) -> str:
        if test.field == LEAVING:
            return ""  # that holds of all cards that are not permanent, whatever the text
        if test.field == "engaged" and isinstance(test.value, Value):
            return f" engaged with {WHOEVER.get(test.value.of) or self.ref(test.value.of)}"
        if test.field == "hosts" and isinstance(test.value, Value):
            return f" with {self._attached_card(test.value.of)} attached"
        if test == BARE:
            return f" {self._without_copy()}"
        if test.op in EXTREMES and test.field == "remaining hit points":
            return f" with the {'most' if test.op == 'highest' else 'fewest'} remaining hit points"
        if test.op in EXTREMES:
            which, _, field = test.field.partition(" ")
            return f" with the {test.op} {'printed ' if which == 'printed' else ''}{WORD_OF[field]}"
        if test.field in COSTS:
            return f" with a {test.field} of {test.value} or {'less' if test.op == '<=' else 'more'}"
        if test.field.startswith("printed "):
            return f" with a printed {SYMBOL_OF[test.field[8:]]} resource"
        return super()._test(test)

    def _attached_card(self, ref: Ref) -> str:
        named = ref.what is None or (bool(ref.what.name) and ref.what.kinds == ((),))
        return self.ref(ref) if named or ref.what is None else an(self.noun(ref.what))

    def _without_copy(self) -> str:
        if not self._or_else:
            return "and without another this attached"
        copy = "another copy of " if "fully" in self.wording else "" if "briefly" in self.wording else "a copy of "
        return f"without {copy}this attached"

    def _chosen(self, ref: Ref, what: Filter) -> str:
        """A thing that is chosen: "1 ally" where an ally would be chosen as the ability is initiated."""
        if ref.of == YOU and ref.count == 1 and what.zone == "battlefield" and not what.other and not what.tests:
            return f"1 {self.noun(what)}"
        return super()._chosen(ref, what)

    def counters(self, amount: Amount, name: str) -> str:
        one = an(f"{name} counter") if amount == 1 and "briefly" in self.wording else ""
        return one or super().counters(amount, name)

    def is_for_players(self, amount: Amount) -> bool:
        """Whether an amount counts for each player by its icon."""
        return isinstance(amount, Per) and amount.of == PLAYERS

    def _many(self, amount: Amount, noun: str) -> str:
        if isinstance(amount, Per) and amount.of == PLAYERS:
            return f"{self.digits(amount)} {noun}s"
        is_one = (amount.times if isinstance(amount, Per) else amount) == 1
        return f"1 {noun}" if is_one else super()._many(amount, noun)

    def digits(self, amount: Amount) -> str:
        if isinstance(amount, Per) and amount.of == PLAYERS:
            return f"{amount.times}{{v}}"
        if isinstance(amount, InCase):
            return self.digits(amount.otherwise)
        if isinstance(amount, Math) and amount.op == "min":
            return self.digits(amount.left)
        return super().digits(amount)

    def number(self, amount: Amount) -> str:
        return self.digits(amount) if isinstance(amount, int | Per | InCase | Math) else super().number(amount)

    def for_each(self, amount: Amount) -> str:
        if isinstance(amount, Math) and amount.op == "min":
            return f" (to a maximum of {self.digits(amount.right)}){self.for_each(amount.left)}"
        if isinstance(amount, Per) and amount.of == PLAYERS:
            return ""
        return super().for_each(amount)

    def _one_of(self, of: Amount) -> str:
        if of == ATTACK_DAMAGE:
            return "damage dealt by this attack"
        if of in (BOOST_ICONS, RESOURCE_ICONS):
            printed = "printed " if of == RESOURCE_ICONS and "fully" in self.wording else ""
            return f"{printed}{'boost' if of == BOOST_ICONS else 'resource'} icon discarded this way"
        if of == CARD_TYPES:
            return "different card type discarded this way"
        if of == RESOURCE_TYPES:
            return "different resource type discarded this way"
        if isinstance(of, Value) and of.field.startswith("printed "):
            return f"printed {SYMBOL_OF[of.field[8:]]} resource discarded this way"
        return super()._one_of(of)

    def value(self, amount: Amount) -> str:
        if isinstance(amount, Math) and (amount.op, amount.left) == ("*", 2):
            return f"double {self.value(amount.right)}"
        if isinstance(amount, Math) and amount.op == "+" and isinstance(amount.left, int):
            return f"{amount.left} more than {self.value(amount.right)}"
        return super().value(amount)

    def value_of(self, amount: Value) -> str:
        if amount == SUSTAINED:
            return "the amount of damage you have sustained"
        if amount == BOOST_ICONS and "fully" in self.wording:
            return "the number of boost icons discarded this way"
        if amount == BOOST_ICONS and "briefly" in self.wording:
            return "the number of boost icons on that card"
        if amount == BOOST_ICONS:
            return "the number of boost icons on the discarded encounter card"
        if amount.field == "printed cost":
            return f"{self.possessive(amount.of)} printed cost"
        if amount.field == "counters threat":
            return f"the amount of threat on {self.ref(amount.of)}"
        if amount.field in WORD_OF and amount.of == YOUR_IDENTITY:
            return f"your {WORD_OF[amount.field]}"
        if amount.field in WORD_OF:
            return f"{self.possessive(amount.of)} {WORD_OF[amount.field]}"
        return super().value_of(amount)

    def condition(self, condition: Compare) -> str:
        states = _either_state(condition)
        if states is not None:
            return f"{self.ref(states[0])} is {states[1]} or {states[2]}"
        return "a character is damaged by this attack" if condition == ATTACK_DAMAGED else super().condition(condition)

    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        of, what = fits.of, fits.what
        if of == IT and condition.op == ">=" and what != Filter():
            zone = "hand" if any("card" in kind for kind in what.kinds) else what.zone
            return f"{an(self.noun(replace(what, zone=zone)))} was discarded this way"
        if of == YOUR_IDENTITY and what.name:
            return f"you are {what.name}"
        if of == VILLAIN and what == Filter(name=what.name):
            return f"the villain is {what.name}"
        if what.tests and what == Filter(tests=what.tests) and what.tests[0].field == "hosts":
            subject = "they have" if of == VILLAIN and "actively" in self.wording else f"{self.ref(of)} has"
            return f"{subject}{self._test(what.tests[0]).removeprefix(' with')}"
        match what.kinds:
            case ((trait, "hero" | "alter-ego" as form),) if of == YOUR_IDENTITY and not what.tests:
                return f"you are in {self.word(trait)} {form} form"
            case ((form,),) if of == YOUR_IDENTITY and what.kinds in FORMS and "briefly" in self.wording:
                return f"in {form} form"
            case ((form,),) if of == YOUR_IDENTITY and what.kinds in FORMS:
                return f"you are in {form} form"
            case ((trait,),) | ((trait,), (_,)) if self.vocabulary.is_subtype(trait):
                subject = "you have" if self._is_you(of) else f"{self.ref(of)} has"
                return f"{subject} the {' or '.join(self.word(kind[0]) for kind in what.kinds)} trait"
            case _:
                return super().fits_condition(fits, condition)

    def _is_you(self, of: Ref) -> bool:
        """Whether a reference to your identity is written as "you"."""
        return of == YOUR_IDENTITY and "fully" not in self.wording

    def count_condition(self, count: Count, condition: Compare) -> str:
        what = count.what
        if condition == NO_NEMESIS:
            return "your nemesis minion does not enter the game this way"
        if what.tests[-1:] and what.tests[-1].field == "attached":
            return self._attached(what, is_there=condition.op != "=")
        if _is_of_the_engaged(what) and self.wording & {"undivided", "listed"} and _is_with_you(what):
            is_there = "not " if (condition.op, condition.right) == ("=", 0) else ""
            return f"you are {is_there}engaged with {an(self.noun(replace(what, tests=())))}"
        if _is_of_the_engaged(what):
            is_none = (condition.op, condition.right) == ("=", 0)
            others = "other " if what.other else ""
            nouns = self.noun(replace(what, other=False), plural=True)
            return f"there are no {others}{nouns}" if is_none else super().count_condition(count, condition)
        if what.tests and not what.name and all(test.field != "id" for test in what.tests):
            is_none = (condition.op, condition.right) == ("=", 0)
            return f"there is {'no' if is_none else 'a'} {self.noun(what)} in play"
        if what.name or what.tests:
            return f"{self._in_play(what)} is {'not ' if condition.op == '=' else ''}in play"
        if what.zone == "battlefield" and not what.of:
            if (condition.op, condition.right) == ("=", 0):
                return f"there are no {'other ' if what.other else ''}{self.noun(what, plural=True)} in play"
            if (condition.op, condition.right) == (">=", 1):
                return f"{f'another {self.noun(what)}' if what.other else an(self.noun(what))} is in play"
        return super().count_condition(count, condition)

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value.field[9:] in STATES:
            state, already = value.field[9:], "" if self.wording & {"actively", "in other words"} else "already "
            if value.of == YOUR_IDENTITY and state in STUNNING:
                return f"you are {already}{state}"
            if value.field.startswith("statuses"):
                return f"{self.ref(value.of)} is {already}{state}"
            return f"{self.ref(value.of)} {already}has a {state} status card"
        if condition == FINAL_STEP:
            return "this is the final step of this sequence"
        if value == BOOST_ICONS and condition.op == ">=":
            return f"{self.digits(condition.right)} or more boost icons were discarded this way"
        if value.field == "activation attacks" and "briefly" in self.wording and condition == ACTIVATION_ATTACKS:
            return "this is an attack"
        if value.field == "activation attacks":
            return f"this activation is {'an attack' if condition == ACTIVATION_ATTACKS else 'a scheme'}"
        if value.field == "counters damage":
            number = self.digits(condition.right)
            least = f"{number} or more" if "briefly" in self.wording else f"at least {number}"
            return f"there is {least} damage here"
        if value.field == "counters threat" and (condition.op, condition.right) == ("=", 0):
            return f"there is no threat on {self.ref(value.of)}"
        if value.field == "threat left":
            where = "on" if "fully" in self.wording else "from"
            return f"this removes the last threat {where} {self.ref(value.of)}"
        if value.field == "remaining hit points" and isinstance(condition.right, Value):
            whose = self.possessive(value.of)
            return f"{whose} remaining hit points are equal to or greater than {whose} starting hit points"
        if condition == ATTACK_DEFEATS:
            is_passive = "fully" in self.wording
            return "that enemy is defeated by this attack" if is_passive else "this attack defeats that enemy"
        if value.field == IS_ATTACKING:
            return f"{self.ref(value.of)} is attacking"
        if value.field == "undefended" and value.of == ACTIVATING:
            return "this card resolves during an undefended attack"
        if value.field == "undefended":
            return "the villain is making an undefended attack"
        return super().value_condition(value, condition)

    def _attached(self, what: Filter, *, is_there: bool) -> str:
        *others, attached = what.tests
        host = attached.value.of if isinstance(attached.value, Value) else SELF
        is_any = host.kind == "each" and not is_one(host) and host.what is not None
        whom = an(self.noun(host.what)) if is_any and host.what is not None else self.ref(host)
        said = self._in_play(replace(what, tests=tuple(others)))
        return f"{said} is {'' if is_there else 'not '}attached to {whom}"

    def _in_play(self, what: Filter) -> str:
        return self.ref(Ref("each", 0, what)) if what.name else "this"


def _either_state(condition: Compare) -> tuple[Ref, str, str] | None:
    """Of whom a condition asks for one of two statuses, and for which."""
    match condition.left:
        case Math(
            op="+",
            left=Truth(condition=Compare(left=Value(field=one, of=of))),
            right=Truth(condition=Compare(left=Value(field=other, of=same))),
        ) if of == same and {one[9:], other[9:]} <= set(STATES):
            return of, one[9:], other[9:]
        case _:
            return None


def _is_of_the_engaged(what: Filter) -> bool:
    """Whether all that is asked of some enemies is that they are engaged with somebody."""
    return not what.name and [test.field for test in what.tests] == ["engaged"]


def _is_with_you(what: Filter) -> bool:
    """Whether it is asked of enemies that they are engaged with you."""
    return not what.other and isinstance(what.tests[0].value, Value) and what.tests[0].value.of == YOU


STUNNING: Final = {"stunned": "stun", "confused": "confuse"}
"""The verbs by which a character is given a status card of these names."""


def in_status(state: str) -> Test:
    """The test of a status card's name: a character with steady is stunned or confused by two cards only."""
    return Test(f"statuses {state}") if state in STUNNING else Test(f"counters {state}", ">=", 1)


def is_one(ref: Ref) -> bool:
    """Whether a reference that means all that fit is said of one."""
    if ref.kind != "each" or ref.what is None:
        return False
    what = ref.what
    return (
        bool(what.name) or what.kinds in ONLY or is_the_villain(what) or (what.of == "you" and what.kinds in ONE_OF_YOU)
    )


def is_the_villain(what: Filter) -> bool:
    """Whether a noun means the villain by a trait: "the AVATAR OF LOKI villain"."""
    return len(what.kinds) == 1 and len(what.kinds[0]) > 1 and what.kinds[0][-1] == "villain"


def _is_different(what: Filter) -> bool:
    return what.tests[-1:] == (ELSE,)
