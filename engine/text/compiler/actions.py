"""Actions: one method for each alternative of ``grammar/actions.lark``."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias, cast

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    SELF,
    YOU,
    Ability,
    Amount,
    Attach,
    Choose,
    ChooseWord,
    Count,
    Damage,
    Destroy,
    Discard,
    DoubleCounters,
    Draw,
    Edict,
    Either,
    EndGame,
    EventAmount,
    Exchange,
    ExchangeLife,
    ExchangeLifeFor,
    ExtraTurn,
    Fight,
    Filter,
    Flip,
    GainControl,
    GainLife,
    Instruction,
    LeaveCombat,
    LoseLife,
    Math,
    Mill,
    Modify,
    Move,
    Otherwise,
    Per,
    Proliferate,
    PutCounters,
    PutItsCounters,
    Ref,
    RefKind,
    SacrificeEffect,
    SacrificeOneOfEach,
    Scry,
    SetLife,
    TakeCounters,
    Tap,
    TapOrUntap,
    Test,
    Token,
    TokenCopy,
    Transform,
    Untap,
    UntilItLeaves,
    UntilWord,
    Value,
    WordFamily,
)
from engine.abilities.records import record
from engine.text.antecedents import of_a_person
from engine.text.compiler.modifications import YOUR_WORDS, Modifications, base_of
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import (
    IN_GRAVEYARD,
    SAME_VICTIM,
    SUBJECT,
    THEIR_OWN,
    THOSE_COUNTERS,
    YOUR_OWN,
    Clause,
    SameTokens,
    Suffix,
    TargetRef,
    put,
    records_of,
)

Effects: TypeAlias = tuple[Instruction, ...]


STAYS_TAPPED: Final = "doesn't untap"


@record(frozen=True, slots=True)
class TokenName:
    """The name of tokens."""

    name: str


def is_third(verb: Lexeme) -> bool:
    """Whether a verb has the form of the third person ("draws")."""
    return verb.lower().endswith("s")


NOUNS: Final[tuple[RefKind, ...]] = ("each", "chosen")
"""References that say by a noun what they mean."""
NAMED_TOGETHER: Final = ("self", "pronoun", "they", "attached", "event", IN_GRAVEYARD.kind)
"""References to things that nobody has to choose as a text is carried out."""


OPEN: Final = ("battlefield", "graveyard", "banishment")
"""The zones in which a thing may be chosen by what anyone can see."""


@inline
class Actions(Modifications):
    """Compiles actions, verb by verb."""

    def deal(self, verb: Lexeme, *damages: Effects) -> Clause:
        return act(verb, *(d for damage in damages for d in damage))

    def damage(self, amount: Amount, to: tuple[Ref, ...]) -> Effects:
        return tuple(Damage(amount, ref, SUBJECT) for ref in to)

    def damage_to(self, to: tuple[Ref, ...], amount: Amount) -> Effects:
        return self.damage(amount, to)

    def half_damage(self, amount: Amount, rounded: Lexeme, to: tuple[Ref, ...]) -> Effects:
        return self.damage(self.half(amount, rounded), to)

    def damage_divided(self, amount: Amount, target: TargetRef) -> Effects:
        return (Damage(amount, replace(target, spec=replace(target.spec, divided=amount)), SUBJECT),)

    def draw(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, Draw(amount, SUBJECT))

    def discard(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, Discard(amount, SUBJECT))

    def discard_at_random(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, Discard(amount, SUBJECT, at_random=True))

    def discard_hand(self, verb: Lexeme, whose: Ref) -> Clause:
        return act(verb, Discard(None, own(whose)))

    def choose_target(self, verb: Lexeme, target: TargetRef) -> Clause:
        return act(verb, Choose(target))

    def choose_things(self, verb: Lexeme, things: Ref | TargetRef) -> Clause:
        """Things in the open that the text goes on to speak of: a choice in a hidden zone has words of its own."""
        if isinstance(things, TargetRef) or things.kind != "chosen":
            raise Reject
        if things.what is None or things.what.zone not in OPEN:
            raise Reject
        return act(verb, Choose(things))

    def gain_life(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, GainLife(amount, SUBJECT))

    def lose_life(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, LoseLife(amount, SUBJECT))

    def lose_half(self, verb: Lexeme, whose: Ref, rounded: Lexeme) -> Clause:
        return self.lose_life(verb, self.half_life(own(whose), rounded))

    def destroy(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *at_once(tuple(Destroy(ref) for ref in refs)))

    def sacrifice_self(self, verb: Lexeme, ref: Ref) -> Clause:
        return act(verb, SacrificeEffect(ref))

    def sacrifice_ref(self, verb: Lexeme, ref: Ref) -> Clause:
        return act(verb, SacrificeEffect(ref, SUBJECT))

    def sacrifice_all(self, verb: Lexeme, what: Filter) -> Clause:
        """All that the subject has of a kind: it has no others to sacrifice (701.21a)."""
        if what.of != "you":
            raise Reject
        return act(verb, SacrificeEffect(self.each(what), SUBJECT))

    def sacrifice_any(self, verb: Lexeme, what: Filter) -> Clause:
        """As many of its own as it likes (107.1c): nobody can sacrifice what another player controls (701.21a)."""
        if what.of not in ("", "you") or what.whose is not None:
            raise Reject
        return act(verb, SacrificeEffect(self.chosen_any(replace(what, of="you")), SUBJECT))

    def sacrifice_any_others(self, verb: Lexeme, what: Filter) -> Clause:
        return self.sacrifice_any(verb, replace(what, other=True))

    def edict(self, verb: Lexeme, portion: tuple[Amount, Filter]) -> Clause:
        count, what = portion
        if what.whose is not None:
            raise Reject  # whoever sacrifices has no others (701.21a)
        return act(verb, Edict(SUBJECT, what, count))

    def sacrifice_one_of_each(self, verb: Lexeme, *parts: Lexeme | Filter) -> Clause:
        kinds = tuple(part for part in parts if isinstance(part, Filter))
        if any(what.whose is not None or what.of not in ("", "you") for what in kinds):
            raise Reject
        return act(verb, SacrificeOneOfEach(kinds, SUBJECT))

    def edict_of_such(self, verb: Lexeme, portion: tuple[Amount, Filter], *suffixes: Suffix) -> Clause:
        """The rest of a noun behind "of their choice"."""
        count, what = portion
        return self.edict(verb, (count, self.with_suffixes(what, suffixes)))

    def exile(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *at_once(tuple(Move(ref, "exile") for ref in refs)))

    def exile_with(self, verb: Lexeme, refs: tuple[Ref, ...], count: Amount, counter: str, _there: None) -> Clause:
        if any(isinstance(ref, TargetRef) or ref.kind in NOUNS for ref in refs):
            raise Reject  # after a noun that says which ones are meant
        return act(verb, *(Move(ref, "exile", counter=counter, count=count) for ref in refs))

    def move(self, verb: Lexeme, refs: tuple[Ref, ...], there: Move) -> Clause:
        """Things are put in a zone; a card before others that come from your graveyard does so, too (113.6m)."""
        lying = any(isinstance(ref, TargetRef) and _lies_in_yours(ref.spec.what) for ref in refs)
        found = (IN_GRAVEYARD if ref == SELF and lying else ref for ref in refs)
        if isinstance(there.count, Math) and any(ref.kind not in ("pronoun", "they", "self") for ref in refs):
            raise Reject  # nothing has been before what it is now
        return act(verb, *at_once(tuple(replace(there, what=ref, count=put(there.count, IT, ref)) for ref in found)))

    def move_back(self, verb: Lexeme, there: Move, refs: tuple[Ref, ...]) -> Clause:
        return self.move(verb, refs, there)

    def tap(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(Tap(ref) for ref in refs))

    def untap(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(Untap(ref) for ref in refs))

    def turn_over(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(Transform(ref) for ref in refs))

    def create(self, verb: Lexeme, count: Amount, token: Token) -> Clause:
        return act(verb, replace(token, count=count, who=SUBJECT))

    def deal_to_the_same(self, verb: Lexeme, number: Amount) -> Clause:
        return act(verb, Damage(number, SAME_VICTIM, SUBJECT))

    def put_its_counters(self, verb: Lexeme, whose: Ref, counters: Lexeme | str, on: Ref) -> Clause:
        """The counters of what has left, put on something else; whose they were is somebody whom the text names."""
        if whose.kind not in ("pronoun", "self"):
            raise Reject
        return act(verb, PutItsCounters(on, whose, "" if isinstance(counters, Lexeme) else counters))

    def create_more(self, verb: Lexeme, count: Amount) -> Clause:
        return act(verb, SameTokens("", (), count=count, who=SUBJECT))

    def create_several(self, verb: Lexeme, *parts: object) -> Clause:
        counts = [part for part in parts if not isinstance(part, Token | Lexeme)]
        tokens = [part for part in parts if isinstance(part, Token)]
        made = (replace(t, count=n, who=SUBJECT) for n, t in zip(counts, tokens, strict=True))  # type: ignore[arg-type]  # an Amount each
        return act(verb, *made)

    def create_named(self, verb: Lexeme, name: str, *parts: Lexeme | Token) -> Clause:
        *_, token = parts
        assert isinstance(token, Token)
        return act(verb, replace(token, name=name, who=SUBJECT))

    def token_name(self, name: str) -> TokenName:
        return TokenName(name)

    def put_counters_equal(self, verb: Lexeme, name: str, refs: tuple[Ref, ...], amount: Amount) -> Clause:
        return self.put_counters(verb, amount, name, refs)

    def discard_up_to(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, Discard(amount, SUBJECT, up_to=True))

    def discard_any_number(self, verb: Lexeme, _cards: Lexeme) -> Clause:
        return act(verb, Discard(None, SUBJECT, up_to=True))

    def flip(self, _article: Lexeme) -> Clause:
        return Clause((Flip(),))

    def leave_combat(self, refs: tuple[Ref, ...]) -> Clause:
        return Clause(tuple(LeaveCombat(ref) for ref in refs))

    def exchange_life(self, who: Ref) -> Clause:
        return Clause((ExchangeLife(who),))

    def exchange_life_between(self, verb: Lexeme) -> Clause:
        return act(verb, ExchangeLife(SUBJECT, between=True))

    def exchange_life_for(self, whose: Ref, what: Ref, field: Lexeme) -> Clause:
        if field.lower() not in ("power", "toughness"):
            raise Reject
        return Clause((ExchangeLifeFor(of_a_person(whose), what, str(field.lower())),))

    def set_life(self, who: Ref, amount: Amount) -> Clause:
        return Clause((SetLife(amount, who),), subject=who)

    def gain_choice(self, _verb: Lexeme, *parts: object) -> Clause:
        *keywords, duration = parts
        granted = [self.granted_keyword(keyword) for keyword in keywords]  # type: ignore[arg-type]  # abilities
        lasting = Modify(SUBJECT, until=duration)  # type: ignore[arg-type]  # the duration comes last
        return either(*(replace(lasting, gains=words, abilities=own) for words, own in granted))

    def lose_choice(self, _verb: Lexeme, *parts: Lexeme | str) -> Clause:
        *words, duration = parts
        lasting = Modify(SUBJECT, until=duration)  # type: ignore[arg-type]  # the duration comes last
        return either(*(replace(lasting, loses=(str(word.lower()),)) for word in words))

    def get_choice(self, verb: Lexeme, one: Lexeme, other: Lexeme, duration: UntilWord) -> Clause:
        return either(*(replace(self.get(verb, change), until=duration) for change in (one, other)))

    def sacrifice_that(self, verb: Lexeme, that: Lexeme, what: Filter) -> Clause:
        return act(verb, SacrificeEffect(self.that(that, what), SUBJECT))

    def put_counters(self, verb: Lexeme, count: Amount, name: str, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(PutCounters(ref, name, count) for ref in refs))

    def distribute_counters(self, number: Amount, name: str, target: TargetRef) -> Clause:
        divided = replace(target, spec=replace(target.spec, divided=number))
        return Clause((PutCounters(divided, name, number),))

    def put_counters_on_each(self, verb: Lexeme, count: Amount, name: str, what: Ref) -> Clause:
        return self.put_counters(verb, count, name, (what,))

    def put_counters_on_those(self, verb: Lexeme, count: Amount, name: str, that: Lexeme, what: Filter) -> Clause:
        return self.put_counters(verb, count, name, (self.that(that, what),))

    def create_equal(self, verb: Lexeme, token: Token, count: Amount) -> Clause:
        return self.create(verb, count, token)

    def put_several_counters(self, verb: Lexeme, *parts: object) -> Clause:
        """Counters of several kinds on the same."""
        *said, refs = parts
        kinds = zip(said[::2], said[1::2], strict=True)
        if not isinstance(refs, tuple) or len(refs) != 1:
            raise Reject
        puts = [PutCounters(refs[0], str(name), cast("Amount", count)) for count, name in kinds]
        if len({put.name for put in puts}) < len(puts):
            raise Reject  # a kind of its own each, on one thing
        return act(verb, *puts)

    def put_choice(self, _verb: Lexeme, *parts: object) -> Clause:
        """A counter of one of several kinds, of your choice."""
        *names, what = (part for part in parts if not isinstance(part, Lexeme))
        assert isinstance(what, Ref)
        if what.kind == "each" or len(set(names)) < len(names):
            raise Reject  # one choice for all of them
        return either(*(PutCounters(what, str(name), 1) for name in names))

    def mill(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, Mill(amount, SUBJECT))

    def scry(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, Scry(amount))

    def token(self, kind: Token) -> Token:
        return kind

    def attacking_token(self, kind: Token) -> Token:
        return replace(kind, attacking=True)

    def tapped_attacking_token(self, kind: Token) -> Token:
        return replace(kind, tapped=True, attacking=True)

    def exile_until(self, verb: Lexeme, refs: tuple[Ref, ...], _self: Ref) -> Clause:
        if len(refs) != 1:
            raise Reject
        return act(verb, Move(refs[0], "exile", until="there"), UntilItLeaves())

    def copy_exception(self, *changes: Modify) -> Modify:
        if any(change.keeps for change in changes) and any(change.becomes and not change.keeps for change in changes):
            raise Reject  # of one record all types are kept, or none
        return self.modifications(*changes)

    def copy_being(self, *parts: object) -> Modify:
        word = Lexeme("BE", "is")
        return replace(self.be(word, *(part for part in parts if part is not None)), what=IT)

    def copy_not(self, word: Lexeme) -> Modify:
        return Modify(IT, until="", becomes=(f"!{word.lower()}",), keeps=True)

    def create_copy(self, verb: Lexeme, count: Amount, of: Ref, more: Modify | None = None) -> Clause:
        return act(verb, TokenCopy(of, count, SUBJECT, more=more))

    def create_tapped_copy(
        self, verb: Lexeme, count: Amount, _tapped: Lexeme, of: Ref, more: Modify | None = None
    ) -> Clause:
        return act(verb, TokenCopy(of, count, SUBJECT, tapped=True, more=more))

    def create_attacking_copy(
        self, verb: Lexeme, count: Amount, _tapped: Lexeme, of: Ref, more: Modify | None = None
    ) -> Clause:
        return act(verb, TokenCopy(of, count, SUBJECT, tapped=True, attacking=True, more=more))

    def copy_with(self, _verb: Lexeme, abilities: tuple[tuple[str, ...], tuple[Ability, ...]]) -> Modify:
        return Modify(IT, gains=abilities[0], until="", abilities=abilities[1])

    def populate(self, verb: Lexeme) -> Clause:
        what = Filter((("creature", "token"),), "you")
        return act(verb, TokenCopy(Ref("chosen", 0, what, YOU), 1, SUBJECT))

    def extra_turn(self, verb: Lexeme) -> Clause:
        return act(verb, ExtraTurn(SUBJECT))

    def win_game(self, verb: Lexeme) -> Clause:
        return act(verb, EndGame(SUBJECT, won=True))

    def lose_game(self, verb: Lexeme) -> Clause:
        return act(verb, EndGame(SUBJECT))

    def modify(self, change: Modify) -> Clause:
        """A modification; by a word of your choice it is one after that was chosen."""
        for yours, (family, chosen) in YOUR_WORDS.items():
            filtered = Filter(((yours,),), zone="")
            if yours in change.becomes or any(
                getattr(ability, "what", None) == filtered for ability in change.abilities
            ):
                becomes = tuple(chosen if word == yours else word for word in change.becomes)
                abilities = put(change.abilities, filtered, replace(filtered, kinds=((chosen,),)))
                return Clause((ChooseWord(family), replace(change, becomes=becomes, abilities=abilities)))
        return Clause((change,))

    def choose_word(self, verb: Lexeme, family: WordFamily, but: str = "") -> Clause:
        return act(verb, ChooseWord(family, (but,) if but else ()))

    def color_family(self) -> WordFamily:
        return "color"

    def creature_family(self) -> WordFamily:
        return "creature type"

    def land_family(self) -> WordFamily:
        return "basic land type"

    def excepted(self, word: Lexeme) -> str:
        return self.vocabulary.singular(str(word.lower()))

    def modify_until(self, change: Modify, duration: UntilWord) -> Clause:
        return self.modify(replace(change, until=duration))

    def stay_tapped(self, verb: Lexeme) -> Clause:
        if verb.lower() == "can't":
            raise Reject
        return Clause((Modify(SUBJECT, gains=(STAYS_TAPPED,), until="untapped"),))

    def stay_tapped_while(self, verb: Lexeme, whose: object, duration: UntilWord) -> Clause:
        if verb.lower() == "can't" or whose == "you":
            raise Reject  # in your untap step only what you control untaps
        return Clause((Modify(SUBJECT, gains=(STAYS_TAPPED,), until=duration),))

    def get_until_for_each(self, verb: Lexeme, change: Lexeme, duration: UntilWord, each: Count | Per) -> Clause:
        return self.modify_until(self.get_for_each(verb, change, each), duration)

    def switch(self, what: Ref, duration: UntilWord) -> Clause:
        if what.kind in ("you", "opponents", "players"):
            raise Reject
        return Clause((Modify(what, until=duration, switched=True),), subject=what)

    def tap_or_untap(self, verb: Lexeme, _other: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(TapOrUntap(ref, SUBJECT) for ref in refs))

    def fight(self, verb: Lexeme, other: Ref) -> Clause:
        return act(verb, Fight(SUBJECT, other))

    def fight_each_other(self, verb: Lexeme) -> Clause:
        return act(verb, Fight(SUBJECT, SUBJECT))

    def exchange_control(self, refs: tuple[Ref, ...], until: UntilWord = "") -> Clause:
        """The second shares with the first whatever it is said to share."""
        if len(refs) > 2:
            raise Reject
        one = refs[0]
        other = refs[1] if len(refs) > 1 else None
        if isinstance(one, TargetRef) and isinstance(other, TargetRef):
            of = [part for part in records_of(other.spec, Ref) if part.kind == "pronoun" and part.what is None]
            other = replace(other, spec=put(other.spec, of[0], one)) if of else other
        return Clause((Exchange(one, other, until=until),))

    def remove_counters_from(self, verb: Lexeme, count: Amount, name: str, ref: Ref) -> Clause:
        return act(verb, TakeCounters(ref, name, count))

    def remove_up_to_counters(self, verb: Lexeme, count: Amount | None, name: str, ref: Ref) -> Clause:
        """As many as one likes, from one thing that is known."""
        if ref.kind not in ("self", "champion", "pronoun") and not (isinstance(ref, TargetRef) and ref.spec.most == 1):
            raise Reject
        return act(verb, TakeCounters(ref, name, count, up_to=True))

    def remove_any_counters(self, verb: Lexeme, name: str, ref: Ref) -> Clause:
        return self.remove_up_to_counters(verb, None, name, ref)

    def remove_all_counters(self, verb: Lexeme, name: str, ref: Ref) -> Clause:
        return act(verb, TakeCounters(ref, name, None))

    def remove_those_counters(self, verb: Lexeme) -> Clause:
        return act(verb, TakeCounters(IT, THOSE_COUNTERS, None))

    def remove_some_counter(self, verb: Lexeme, _article: Lexeme, _counter: Lexeme, ref: Ref) -> Clause:
        return act(verb, TakeCounters(ref, ""))

    def remove_every_counter(self, verb: Lexeme, _counters: Lexeme, ref: Ref) -> Clause:
        return act(verb, TakeCounters(ref, "", None))

    def double_counters(self, name: str, ref: Ref) -> Clause:
        return Clause((DoubleCounters(ref, name),))

    def double_counters_on_those(self, name: str, that: Lexeme, what: Filter) -> Clause:
        return self.double_counters(name, self.that(that, what))

    def move_counters(self, verb: Lexeme, count: Amount, name: str, ref: Ref, onto: Ref) -> Clause:
        return act(verb, TakeCounters(ref, name, count, onto))

    def proliferate(self, verb: Lexeme) -> Clause:
        return act(verb, Proliferate(SUBJECT))

    def cannot_until(self, _cant: Lexeme, what: str, duration: UntilWord) -> Clause:
        return Clause((Modify(SUBJECT, gains=(f"can't {what}",), until=duration),))

    def attach(self, verb: Lexeme, what: Ref, to: Ref) -> Clause:
        return act(verb, Attach(what, to))

    def gain_control(self, verb: Lexeme, what: Ref, duration: UntilWord = "") -> Clause:
        return act(verb, GainControl(what, SUBJECT, duration))

    def counted(self, count: Amount, _card: Lexeme) -> Amount:
        return count

    def equal_cards(self, _card: Lexeme, value: Amount) -> Amount:
        return value

    def many_and_more(self, _card: Lexeme, number: Amount) -> Amount:
        return Math("+", EventAmount(), number)

    def to_hand(self, _words: Lexeme) -> Move:
        return Move(IT, "hand")

    def to_top(self, _words: Lexeme) -> Move:
        return Move(IT, "library top")

    def to_bottom(self, _words: Lexeme) -> Move:
        return Move(IT, "library bottom")

    def to_bottom_at_random(self, _words: Lexeme) -> Move:
        return Move(IT, "library bottom", at_random=True)

    def to_graveyard(self, _words: Lexeme) -> Move:
        return Move(IT, "graveyard")

    def to_battlefield(self, _words: Lexeme, *arrivals: dict[str, object]) -> Move:
        """Each said once how it arrives."""
        said = [key for arrival in arrivals for key in arrival]
        if len(set(said)) != len(said):
            raise Reject
        how = {key: value for arrival in arrivals for key, value in arrival.items()}
        return replace(Move(IT, "battlefield"), **how)  # type: ignore[arg-type]  # fields of a move

    def arrives_tapped(self) -> dict[str, object]:
        return {"tapped": True}

    def arrives_transformed(self) -> dict[str, object]:
        return {"transformed": True}

    def arrives_tapped_transformed(self) -> dict[str, object]:
        return {"tapped": True, "transformed": True}

    def arrives_attacking(self) -> dict[str, object]:
        return {"tapped": True, "attacking": True}

    def arrives_yours(self) -> dict[str, object]:
        return {"under": "you"}

    def arrives_its_owners(self) -> dict[str, object]:
        return {"under": "owner"}

    def arrives_attached(self, ref: Ref) -> dict[str, object]:
        if ref.kind in ("pronoun", "they") and ref.what is None:
            raise Reject  # that would be what arrives
        return {"attached": ref}

    def arrives_with(self, count: Amount, name: str, _there: None) -> dict[str, object]:
        return {"counter": name, "count": count}

    def arrives_with_fewer(self, number: Amount, name: str, _there: None) -> dict[str, object]:
        """Fewer counters than it had where it was (608.2h)."""
        return {"counter": name, "count": Math("-", Value(f"counters {name}", IT), number)}

    def there(self, _word: Lexeme) -> None:
        """The thing that counters are on, which has just been named."""
        return

    def counters(self, name: str, _word: Lexeme) -> str:
        return name

    def counter_name(self, word: Lexeme) -> str:
        return str(word)

    def kind_of_token(self, *parts: object) -> Token:
        """A token's kind; its name is its subtypes."""
        words: list[str] = []
        power: Amount = 0
        toughness: Amount = 0
        own = ""
        tapped = False
        gains: tuple[tuple[str, ...], tuple[Ability, ...]] = ((), ())
        for part in parts:
            if isinstance(part, Lexeme) and part.type == "TAPPED":
                tapped = True
            elif isinstance(part, Lexeme) and part.type == "SUPERTYPE":
                words.append(str(part.lower()))
            elif isinstance(part, Lexeme) and part.type == "PAIR":
                power, toughness = base_of(part)
            elif isinstance(part, TokenName):
                own = part.name
            elif isinstance(part, Test):
                raise Reject
            elif isinstance(part, str) and not isinstance(part, Lexeme):
                words.append(part)
            elif isinstance(part, tuple):
                gains = part
        name = " ".join(word.title() for word in words if self.vocabulary.is_subtype(word))
        return Token(own or name or words[-1].title(), tuple(words), power, toughness, *gains, tapped=tapped)


def own(whose: Ref) -> Ref:
    """The subject of a clause that speaks of the subject's own hand or library.

    Raises:
        Reject: it is somebody else's.
    """
    if whose == YOU:
        return YOUR_OWN
    if whose.kind != "they" and whose.kind != "self":
        raise Reject
    return THEIR_OWN


def either(*parts: Instruction) -> Clause:
    """One of several modifications, of your choice."""
    effects: list[Instruction] = []
    for at, part in enumerate(parts):
        rest = 2 * (len(parts) - at - 1) - 1
        effects += [part] if rest < 0 else [part, Otherwise(rest)]
    sizes = (*(2,) * (len(parts) - 1), 1)
    return Clause((Either(sizes), *effects))


def _lies_in_yours(what: Filter) -> bool:
    return (what.of, what.zone) == ("you", "graveyard")


def at_once(effects: Effects) -> Effects:
    """A deed done to several things that a text names together befalls them at once (608.2f).

    Things chosen meanwhile, and cards put into a library in some order, are dealt with one by one.
    """
    first = effects[0]
    if not isinstance(first, Destroy | Move) or not all(_is_plain(each, first) for each in effects):
        return effects
    return (replace(first, also=tuple(each.what for each in effects[1:] if isinstance(each, Destroy | Move))),)


def _is_plain(effect: Instruction, first: Destroy | Move) -> bool:
    """Whether an instruction differs from another one only in what it names, and nobody has to choose that."""
    if not isinstance(effect, Destroy | Move) or replace(effect, what=first.what) != first:
        return False
    if isinstance(effect, Move) and (effect.zone.startswith("library") or effect.revealed or effect.counter):
        return False
    what = effect.what
    is_all = what.kind == "each" and what.what is not None and what.what.zone == "battlefield"
    return is_all or isinstance(what, TargetRef) or what.kind in NAMED_TOGETHER


def act(verb: Lexeme, *effects: Instruction) -> Clause:
    return Clause(effects, is_third(verb))
