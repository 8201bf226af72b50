"""Actions of texts about cards: discarded, searched for, revealed and dealt; enemies that attack and scheme; forms."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    SELF,
    YOU,
    Ability,
    AdvanceStage,
    AlsoAttack,
    Alter,
    Amount,
    Attach,
    AttackGains,
    BoostIcons,
    BringIntoPlay,
    Cancel,
    ChangeForm,
    Choose,
    Count,
    DealEncounter,
    Discard,
    DiscardUntil,
    DrawUp,
    EncounterSearch,
    EnemyActivation,
    EnemyAttack,
    EnemyScheme,
    Filter,
    Limit,
    Look,
    Mill,
    Modify,
    Move,
    NextCost,
    Per,
    PlaceFacedown,
    Prevented,
    PutAmong,
    PutFacedown,
    PutRest,
    Ref,
    ResolveMoment,
    ResolveSpecial,
    Reveal,
    Search,
    Shuffle,
    StrengthenUse,
    Surge,
    Value,
)
from engine.games.marvel_champions.language.cost_phrases import DISCARD_PILE
from engine.games.marvel_champions.language.counter_phrases import CounterCompiler
from engine.games.marvel_champions.language.noun_phrases import (
    CHOICE,
    DIFFERENT,
    SET_ASIDE,
    STATS,
    THE_SIDE,
    YOUR_IDENTITY,
    YOUR_LEADER,
    YOUR_NEMESIS,
    is_one,
)
from engine.games.marvel_champions.language.set_phrases import SIGNATURE
from engine.games.marvel_champions.language.shared_words import PERMANENT, SETUP
from engine.text.compiler.actions import act, is_third
from engine.text.compiler.modifications import number_of_change
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, TargetRef

SURGE: Final = "surge"
NEVER_GAINED: Final = frozenset((SURGE, PERMANENT, SETUP))
PLAYERS: Final = frozenset(("player", "hero", "alter-ego", "identity"))
"""The nouns of those whom an enemy attacks."""
MINION: Final = "minion"
SPECIAL: Final = '"special"'
HAND_CARDS: Final = Filter((("card",),), "you", "hand")
TO_DISCARD: Final = Move(IT, "graveyard")


@inline
class CardCompiler(CounterCompiler):
    """Reads the phrases about cards and what enemies do."""

    # --- cards ---

    def attach_itself(self, host: Ref) -> Clause:
        return Clause((Attach(SELF, host),))

    def discard_it(self, verb: Lexeme, what: Ref) -> Clause:
        raise Reject  # what is discarded is a reference like any other

    def discard_refs(self, verb: Lexeme, *rest: object) -> Clause:
        """A player who is told to choose does; else the chooser depends on whose card it is (``Rules.chooser``)."""
        refs = rest[-1]
        assert isinstance(refs, tuple)
        if len(rest) > 1:
            refs = tuple(
                Ref("chosen", 0, ref.spec.what, YOU) if isinstance(ref, TargetRef) and ref.kind == CHOICE else ref
                for ref in refs
            )
        if any(ref.kind == "zone" and ref.what is not None and ref.what.zone == "hand" for ref in refs):
            raise Reject  # whose hand it is discards it
        is_counted = refs[0].kind == "chosen" and not refs[0].up_to
        if len(rest) == len(refs) == 1 and is_counted and refs[0].what == HAND_CARDS:
            return act(verb, Discard(refs[0].count, SUBJECT))
        return Clause(tuple(Move(ref, "graveyard") for ref in refs), is_third(verb))

    def discard_up_to(self, verb: Lexeme, amount: Amount) -> Clause:
        raise Reject  # it is said from where: up to so many cards are a reference

    def discard_any_number(self, verb: Lexeme, _cards: Lexeme) -> Clause:
        raise Reject  # as with up to so many

    def discard_from_hand(self, verb: Lexeme, amount: Amount, _card: Lexeme, whose: Ref) -> Clause:
        who = SUBJECT if whose.kind in ("you", "they") else whose
        return act(verb, Discard(amount, who, at_random=True))

    def place_random(self, verb: Lexeme, _card: Lexeme, whose: Ref) -> Clause:
        return self.place_randoms(verb, 1, _card, whose)

    def place_randoms(self, verb: Lexeme, amount: Amount, _card: Lexeme, whose: Ref) -> Clause:
        """Cards of a hand lie facedown at the source.

        Raises:
            Reject: others place cards of "your" hand.
        """
        if whose.kind in ("you", "they"):
            _check_own(verb, whose)
            return act(verb, PlaceFacedown(amount, SUBJECT))
        return act(verb, PlaceFacedown(amount, whose))

    def discard_resources(self, verb: Lexeme, symbol: Lexeme) -> Clause:
        tests = self.with_printed(symbol).tests
        what = Ref("each", 0, Filter((("card",),), "you", "hand", tests=tests))
        return act(verb, Discard(None, SUBJECT, what=what))

    def deck_of(self, whose: Ref) -> Ref:
        return SUBJECT if whose.kind in ("you", "they") else whose

    def encounter_deck(self) -> Ref:
        return THE_SIDE

    def discard_top_one(self, verb: Lexeme, _card: Lexeme, whose: Ref) -> Clause:
        return act(verb, Mill(1, whose))

    def discard_top(self, verb: Lexeme, number: Amount, _card: Lexeme, whose: Ref) -> Clause:
        return act(verb, Mill(number, whose))

    def discard_own_until(self, verb: Lexeme, whose: Ref, *parts: Lexeme | Filter) -> Clause:
        what = parts[-1]
        assert isinstance(what, Filter)
        if whose == THE_SIDE:
            raise Reject
        return act(verb, DiscardUntil(what, whose))

    def discard_from_top(self, verb: Lexeme, number: Amount, _card: Lexeme, whose: Ref) -> Clause:
        return act(verb, Mill(number, whose))

    def discard_top_encounter(self, verb: Lexeme, number: Amount, _card: Lexeme) -> Clause:
        return act(verb, Mill(number, THE_SIDE))

    def discard_until(self, verb: Lexeme, _article: Lexeme, what: Filter) -> Clause:
        return act(verb, DiscardUntil(what))

    def discard_until_own(self, verb: Lexeme, _discard: Lexeme, _article: Lexeme, what: Filter) -> Clause:
        return act(verb, DiscardUntil(what))

    def add_to_hand(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        if any(isinstance(ref, TargetRef) for ref in refs):
            raise Reject
        return act(verb, *(Move(ref, "hand") for ref in refs))

    def out_of_the_game(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return self.exile(verb, refs)

    def draw_up(self, verb: Lexeme, whose: Ref) -> Clause:
        _check_own(verb, whose)
        return act(verb, DrawUp(Value("printed hand size", YOUR_IDENTITY), SUBJECT))

    def look_at_top(self, number: Amount, _card: Lexeme) -> Clause:
        return Clause((Look(number),))

    def add_some(self, verb: Lexeme, number: Amount) -> Clause:
        return act(verb, PutAmong(Move(IT, "hand"), count=number))

    def discard_rest(self, verb: Lexeme) -> Clause:
        return act(verb, PutRest(TO_DISCARD))

    def found_noun(self, _article: Lexeme, what: Filter) -> Filter:
        return what

    def found_called(self, name: str) -> Filter:
        return Filter(name=name)

    def found_kind(self, name: str, what: Filter) -> Filter:
        return self.search_ref(self.named_kind(name, what))

    def search_deck(self, verb: Lexeme, what: Filter) -> Clause:
        return act(verb, Search(of_cards(what), "", reveal=True, who=SUBJECT))

    def search_deck_and_discards(self, verb: Lexeme, what: Filter) -> Clause:
        return act(verb, Search(of_cards(what), "", reveal=True, who=SUBJECT, discards=True))

    def search_top(self, verb: Lexeme, number: Amount, _card: Lexeme, what: Filter) -> Clause:
        return act(verb, Search(of_cards(what), "", reveal=True, who=SUBJECT, top=number))

    def shuffle_own(self, verb: Lexeme) -> Clause:
        return act(verb, Shuffle(SUBJECT))

    def reduce_next(self, *parts: object) -> Clause:
        who = next((part for part in parts if isinstance(part, Lexeme) and part.type == "THAT_PLAYER"), None)
        amount = parts[-1]
        return Clause((NextCost(amount, YOU if who is None else self.that_player(who)),))  # type: ignore[arg-type]  # an Amount

    def reduce_next_for_each(self, *parts: object) -> Clause:
        *words, number, each = parts
        if not isinstance(number, int) or not isinstance(each, Count | Per):
            raise Reject
        return self.reduce_next(*words, replace(each, times=number))

    # --- cards that come into play in another way ---

    def put_facedown(self, verb: Lexeme, *parts: object) -> Clause:
        """Everybody puts cards of the own deck into play, engaged with the one whose they are.

        Raises:
            Reject: it is another one's deck, or it is engaged with somebody else.
        """
        words = [part for part in parts if isinstance(part, Lexeme)]
        refs = [part for part in parts if isinstance(part, Ref)]
        if any(ref != SUBJECT and ref.kind not in ("you", "they") for ref in refs):
            raise Reject
        number = next((part for part in parts if not isinstance(part, Lexeme | Ref)), 1)
        trait, kind = (words[-2], words[-1])
        if self.vocabulary.singular(str(kind.lower())) != MINION:
            raise Reject
        return act(verb, PutFacedown((MINION, self.trait(trait)), number, SUBJECT))  # type: ignore[arg-type]  # an Amount

    def advance_stage(self, _verb: Lexeme, number: Lexeme, side: Lexeme) -> Clause:
        return Clause((AdvanceStage(f"{number}{side.upper()}"),))

    def resolve_special(self, quoted: Lexeme, what: Filter) -> Clause:
        if quoted.lower() != SPECIAL:
            raise Reject
        return Clause((ResolveSpecial(what),))

    def resolve_specials(self, quoted: Lexeme, count: Amount, what: Filter) -> Clause:
        """Of so many, which the player chooses."""
        if quoted.lower() != SPECIAL or not isinstance(count, int) or count < 1:
            raise Reject
        return Clause((ResolveSpecial(what, count),))

    def resolve_another_special(self, quoted: Lexeme, what: Filter) -> Clause:
        return self.resolve_specials(quoted, 1, replace(what, other=True))

    def resolve_moment(self, whose: Ref, quoted: Lexeme) -> Clause:
        return self.resolve_moment_of(quoted, (whose,))

    def resolve_moment_of(self, quoted: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """The ability with one of these timing words on a card, which is no other card's title.

        Raises:
            Reject: that of a card in a discard pile may lead back to this one, again and again.
        """
        moment = str(quoted)[1:-1].lower()
        if moment == "special" and len(refs) == 1 and (refs[0].kind in ("self", "pronoun", "it") or is_one(refs[0])):
            return Clause((ResolveSpecial(Filter(), of=refs[0]),))
        if moment not in ("when revealed", "when defeated") or len(refs) > 1 or refs[0].kind == "topmost":
            raise Reject
        return Clause((ResolveMoment(refs[0], "when revealed" if moment == "when revealed" else "when defeated"),))

    def also_attack(self, _his: Lexeme) -> Clause:
        return Clause((AlsoAttack(),))

    def shuffle_into_yours(self, verb: Lexeme, what: Lexeme) -> Clause:
        return act(verb, Move(self.pronoun(what), "library"))

    def shuffle_back(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """Your cards are shuffled into your deck.

        Raises:
            Reject: they may be those of others.
        """
        if not all(_noun_of(ref) is not None and _noun_of(ref).of == "you" for ref in refs):  # type: ignore[union-attr]
            raise Reject
        return act(verb, *(Move(ref, "library") for ref in refs))

    def shuffle_encounter_back(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """Encounter cards are shuffled into their deck: those that are there, or the card itself."""
        if not all(ref == SELF or getattr(_noun_of(ref), "whose", None) == THE_SIDE for ref in refs):
            raise Reject
        return act(verb, *(Move(ref, "library") for ref in refs))

    def choose_different(self, verb: Lexeme, number: Amount, what: Filter) -> Clause:
        if what.zone != DISCARD_PILE:
            raise Reject
        different = replace(what, tests=(*what.tests, DIFFERENT))
        return act(verb, Choose(Ref("chosen", 0, different, YOU, number, up_to=True)))

    # --- encounter cards and enemies ---

    def search_noun(self, _article: Lexeme, what: Filter) -> Filter:
        if what.name:
            raise Reject  # a copy is looked for by its name (``search_copy``)
        if what.other or what.of or any(test.field != SIGNATURE for test in what.tests):
            raise Reject  # what a card has printed is all that is asked where it lies, and its set
        return what

    def search_copy(self, name: str, what: Filter | None = None) -> Filter:
        ref = self.named_card(name) if what is None else self.named_kind(name, what)
        return self.search_ref(ref)

    def search_ref(self, ref: Ref) -> Filter:
        if ref.kind != "each" or ref.what is None or not ref.what.name:
            raise Reject
        return ref.what

    def search_encounter(self, verb: Lexeme, what: Filter) -> Clause:
        return act(verb, EncounterSearch(what, who=SUBJECT))

    def search_encounter_deck(self, verb: Lexeme, what: Filter) -> Clause:
        return act(verb, EncounterSearch(what, discards=False, who=SUBJECT))

    def search_all_encounter(self, verb: Lexeme, what: Filter) -> Clause:
        if not what.name:
            raise Reject  # those of other sets lie aside too
        return act(verb, EncounterSearch(what, who=SUBJECT, aside=True))

    def rest_to_bottom(self, verb: Lexeme) -> Clause:
        return act(verb, PutRest(Move(IT, "library bottom")))

    def discard_named(self, verb: Lexeme, name: str) -> Clause:
        return act(verb, Move(self.named_card(name), "graveyard"))

    def shuffle_nemesis(self, verb: Lexeme) -> Clause:
        rest = Ref("each", 0, Filter((("card",),), zone=SET_ASIDE, tests=YOUR_NEMESIS))
        return act(verb, Move(rest, "library"))

    def shuffle_encounter(self, verb: Lexeme) -> Clause:
        return act(verb, Shuffle(THE_SIDE))

    def reveal(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(Reveal(ref) for ref in refs))

    def reveal_top_encounter(self, verb: Lexeme, *_words: Lexeme) -> Clause:
        return act(verb, Reveal())

    def dealt_to(self, who: Ref) -> Ref:
        return who

    def dealt_to_you(self) -> Ref:
        return YOU

    def deal_encounter(self, verb: Lexeme, who: Ref, amount: Amount, _cards: Lexeme) -> Clause:
        return act(verb, DealEncounter(who, amount))

    def deal_card(self, verb: Lexeme, card: Ref, who: Ref) -> Clause:
        """A card that is known is dealt: the source, or what was spoken of just before.

        Raises:
            Reject: one that is chosen or called by its name is.
        """
        if card != SELF and card.kind not in ("pronoun", "it"):
            raise Reject
        return act(verb, DealEncounter(who, card=card))

    def put_into_play(self, verb: Lexeme, refs: tuple[Ref, ...], *arrivals: dict[str, object]) -> Clause:
        how = {key: value for arrival in arrivals for key, value in arrival.items()}
        named = named_in(refs)
        if named:
            if how or len(refs) > 1:
                raise Reject
            return act(verb, BringIntoPlay(named[0]))
        return act(verb, *(replace(Move(ref, "battlefield"), **how) for ref in refs))  # type: ignore[arg-type]  # fields of a move

    def move(self, verb: Lexeme, refs: tuple[Ref, ...], there: Move) -> Clause:
        """A card that is named is somewhere else before it is put into play (``put_into_play``)."""
        if there.zone == "battlefield" and named_in(refs):
            raise Reject
        return super().move(verb, refs, there)

    def arrives_engaged(self, who: Ref) -> dict[str, object]:
        return {"engaged": who}

    def arrives_under_you(self) -> dict[str, object]:
        return {"under": "you"}

    def scheme(self, verb: Lexeme) -> Clause:
        return Clause((EnemyScheme(SUBJECT),), is_third(verb))

    def attack_whom(self, verb: Lexeme, whom: Ref) -> Clause:
        noun = _noun_of(whom)
        if whom == SELF or (noun is not None and noun != YOUR_LEADER and not _are_attacked(whom, noun)):
            raise Reject  # no enemy is attacked, but where teams play against each other
        return Clause((EnemyAttack(SUBJECT, whom),), is_third(verb))

    def attack_whom_with(self, verb: Lexeme, whom: Ref, change: Lexeme, stat: Lexeme) -> Clause:
        clause, more = self.attack_whom(verb, whom), _more(change, stat, "attack")
        return replace(clause, effects=(EnemyAttack(SUBJECT, whom, more),))

    def scheme_with(self, verb: Lexeme, change: Lexeme, stat: Lexeme) -> Clause:
        return Clause((EnemyScheme(SUBJECT, _more(change, stat, "scheme")),), is_third(verb))

    def strengthen_use(self, verb: Lexeme, change: Lexeme) -> Clause:
        return act(verb, StrengthenUse(SUBJECT, _added(change)))

    def strengthen_use_for_each(self, verb: Lexeme, change: Lexeme, each: Count | Per) -> Clause:
        return act(verb, StrengthenUse(SUBJECT, replace(each, times=_added(change))))

    def activate_against(self, verb: Lexeme, whom: Ref) -> Clause:
        return Clause((EnemyActivation(SUBJECT, whom),), is_third(verb))

    def activate_engaged(self, verb: Lexeme) -> Clause:
        return self.activate_against(verb, Ref("engaged player"))

    def attack_in_any_form(self, verb: Lexeme) -> Clause:
        return Clause((EnemyAttack(SUBJECT, Ref("engaged player"), any_form=True),), is_third(verb))

    def attack_you_in_any_form(self, verb: Lexeme) -> Clause:
        return Clause((EnemyAttack(SUBJECT, YOU, any_form=True),), is_third(verb))

    def get_boost_icons(self, _card: Ref, _verb: Lexeme, change: Lexeme) -> Clause:
        return Clause((BoostIcons(_added(change)),))

    def get_boost_icons_for_each(self, _card: Ref, _verb: Lexeme, change: Lexeme, each: Count | Per) -> Clause:
        return Clause((BoostIcons(replace(each, times=_added(change))),))

    def attack_engaged(self, verb: Lexeme) -> Clause:
        return Clause((EnemyAttack(SUBJECT, Ref("engaged player")),), is_third(verb))

    def cancel_effects(self, _its: Lexeme, words: Lexeme) -> Clause:
        return Clause((Cancel(str(words[1:-1]).lower()),))

    def cancel_card(self) -> Clause:
        return Clause((Cancel(),))

    def prevents_everything(self) -> Clause:
        return Clause((Alter((Prevented(),)),))

    def prevents_threat(self, number: Amount) -> Clause:
        return Clause((Alter((Prevented(number),)),))

    def attack_gains(self, _verb: Lexeme, *keywords: Lexeme) -> Clause:
        return Clause(tuple(AttackGains(str(keyword.lower())) for keyword in keywords))

    def gain(self, verb: Lexeme, abilities: tuple[tuple[str, ...], tuple[Ability, ...]]) -> Modify:
        if not NEVER_GAINED.isdisjoint(abilities[0]):
            raise Reject  # surge is done at once; the others are asked of what is printed
        return super().gain(verb, abilities)

    def surge(self, verb: Lexeme) -> Clause:
        return Clause((Surge(SUBJECT),), is_third(verb))

    def x_is(self, _x: Lexeme, value: Amount) -> tuple[Limit, ...]:
        raise Reject  # that is a sentence like others

    def change_form(self, verb: Lexeme, whose: Ref) -> Clause:
        _check_own(verb, whose)
        return act(verb, ChangeForm(SUBJECT))

    def change_own_form(self, verb: Lexeme) -> Clause:
        return act(verb, ChangeForm(SUBJECT))

    def flip_to(self, verb: Lexeme, whose: Ref, form: Lexeme) -> Clause:
        _check_own(verb, whose)
        return act(verb, ChangeForm(SUBJECT, str(form.lower())))

    def flip_to_form(self, verb: Lexeme, form: Lexeme) -> Clause:
        return act(verb, ChangeForm(SUBJECT, str(form.lower())))


def _noun_of(ref: Ref) -> Filter | None:
    """The noun of a reference or of a target word."""
    return ref.spec.what if isinstance(ref, TargetRef) else ref.what


def _are_attacked(whom: Ref, noun: Filter) -> bool:
    """Whether players are attacked, or one character of theirs (Attacks Against Allies)."""
    if all(not kind or kind[-1] in PLAYERS for kind in noun.kinds):
        return True
    is_friendly = noun.of in ("you", "friendly") or whom.kind == "pronoun"
    is_one = whom.kind in ("chosen", CHOICE, "pronoun") and not whom.up_to and whom.count == 1
    return is_one and all(kind[-1] == "ally" or (kind[-1] == "character" and is_friendly) for kind in noun.kinds)


def of_cards(what: Filter) -> Filter:
    """The cards that are searched for.

    Raises:
        Reject: the noun speaks of players, who are none.
    """
    if any("player" in kind for kind in what.kinds):
        raise Reject
    return what


def _added(change: Lexeme) -> int:
    number = number_of_change(change)
    if not isinstance(number, int) or number < 1:
        raise Reject
    return number


def _more(change: Lexeme, stat: Lexeme, power: str) -> int:
    """The number that is added to a power of an enemy for what it does with it."""
    if STATS[stat.lower()] != power:
        raise Reject
    return _added(change)


def named_in(refs: tuple[Ref, ...]) -> list[Filter]:
    """The cards that references mean by their names."""
    return [ref.what for ref in refs if ref.kind == "each" and ref.what is not None and ref.what.name]


def _check_own(verb: Lexeme, whose: Ref) -> None:
    """Whoever does it has it: "you ... your", "each player ...s their"."""
    if whose.kind not in ("you", "they") or (whose.kind == "you" and is_third(verb)):
        raise Reject
