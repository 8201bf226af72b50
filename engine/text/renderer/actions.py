"""Actions, instruction by instruction, mirroring ``grammar/actions.lark``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    SELF,
    YOU,
    Attach,
    Choose,
    ChooseWord,
    Count,
    Damage,
    Destroy,
    Discard,
    Done,
    DoubleCounters,
    Draw,
    Edict,
    EndGame,
    EventAmount,
    Exchange,
    ExchangeLife,
    ExchangeLifeFor,
    ExtraTurn,
    Fight,
    Flip,
    GainControl,
    GainLife,
    Grant,
    Instruction,
    LeaveCombat,
    LoseLife,
    Math,
    Mill,
    Move,
    Proliferate,
    PutCounters,
    PutItsCounters,
    Ref,
    SacrificeEffect,
    SacrificeOneOfEach,
    SetLife,
    TakeCounters,
    Tap,
    TapOrUntap,
    Token,
    TokenCopy,
    Transform,
    Untap,
    Value,
    Variable,
)
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.replacement_effects import Replacements
from engine.text.renderer.writing import (
    Unwritable,
    an,
    is_worked_out,
    listed,
    of_each,
    third,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Amount

IS: Final = "'s"
TARGETS: Final = ("target", "new target")
HALVES: Final = ("half up", "half down")
ZONE_TEXT: Final = {
    "hand": "to its owner's hand",
    "library top": "on top of its owner's library",
    "library bottom": "on the bottom of its owner's library",
    "graveyard": "into its owner's graveyard",
    "battlefield": "onto the battlefield",
}


class Actions(Replacements):
    """Writes actions, instruction by instruction."""

    _counted: Amount | None = None
    """The number that a condition has asked about last."""
    _explicit = False
    _works_in = "battlefield"

    def action(self, effect: Instruction) -> str:
        """An instruction as a clause: "draw two cards"."""
        return ACTIONS.write(self, effect)

    # --- cards, life and the game ---

    @ACTIONS.writer(Draw)
    def draw(self, effect: Draw) -> str:
        return self.with_subject(effect.who, "draw", lambda: self.cards(effect.amount))

    @ACTIONS.writer(Discard)
    def discard(self, effect: Discard) -> str:
        if effect.amount is None and effect.up_to:
            return self.with_subject(effect.who, "discard", f"any number of {self.vocabulary.plural('card')}")
        if effect.amount is None:
            return self.with_subject(effect.who, "discard", f"{'your' if effect.who == YOU else 'their'} hand")
        number: Amount = effect.amount
        up_to = "up to " if effect.up_to else ""
        at_random = " at random" if effect.at_random else ""
        return self.with_subject(effect.who, "discard", lambda: up_to + self.cards(number) + at_random)

    @ACTIONS.writer(Mill)
    def mill(self, effect: Mill) -> str:
        return self.with_subject(effect.who, "mill", lambda: self.cards(effect.amount))

    @ACTIONS.writer(GainLife)
    def gain_life(self, effect: GainLife) -> str:
        return self.with_subject(effect.who, "gain", lambda: self.life(effect.amount), own=True)

    @ACTIONS.writer(LoseLife)
    def lose_life(self, effect: LoseLife) -> str:
        match effect.amount:
            case Math(op="half up" | "half down", left=Value(field="life", of=of)) if of == effect.who:
                half = self.value(effect.amount).partition(", ")[2]
                whose = "your" if of == YOU else "their"
                return self.with_subject(effect.who, "lose", f"half {whose} life, {half}", own=True)
            case amount:
                return self.with_subject(effect.who, "lose", lambda: self.life(amount), own=True)

    @ACTIONS.writer(SetLife)
    def set_life(self, effect: SetLife) -> str:
        return f"{self.possessive(effect.who)} life total becomes {self.value(effect.amount)}"

    @ACTIONS.writer(ExchangeLife)
    def exchange_life(self, effect: ExchangeLife) -> str:
        if effect.between:
            return f"{self.ref(effect.who)} exchange life totals"
        return f"exchange life totals with {self.ref(effect.who)}"

    @ACTIONS.writer(ExchangeLifeFor)
    def exchange_life_for(self, effect: ExchangeLifeFor) -> str:
        number = f"{self.possessive(effect.what)} {effect.field}"
        return f"exchange {self.possessive(effect.who)} life total with {number}"

    @ACTIONS.writer(ExtraTurn)
    def extra_turn(self, effect: ExtraTurn) -> str:
        return self.with_subject(effect.who, "take", "an extra turn after this one")

    @ACTIONS.writer(EndGame)
    def end_game(self, effect: EndGame) -> str:
        return self.with_subject(effect.who, "win" if effect.won else "lose", "the game", own=True)

    # --- choices and chance ---

    @ACTIONS.writer(Choose)
    def choose(self, effect: Choose) -> str:
        who = effect.what.of if effect.what.kind == "chosen" else None
        if who is None or who == YOU or effect.what.what is None:
            return f"choose {self.ref(effect.what)}"
        return self.with_subject(who, "choose", lambda: self._of_theirs(effect.what, who))

    def _of_theirs(self, chosen: Ref, who: Ref) -> str:
        """The words for things that another player chooses, "theirs" being that player's."""
        assert chosen.what is not None
        if chosen.what.whose != who:
            return self.ref(chosen)
        things = self.ref(replace(chosen, what=replace(chosen.what, whose=None, of="you")))
        return " their ".join(things.rsplit(" your ", 1)).replace(" you control", " they control", 1)

    @ACTIONS.writer(ChooseWord)
    def choose_word(self, effect: ChooseWord) -> str:
        but = f" other than {self.word(effect.besides[0])}" if effect.besides else ""
        return f"choose a {effect.family}{but}"

    @ACTIONS.writer(Flip)
    def flip(self, _effect: Flip) -> str:
        return "flip a coin"

    # --- permanents ---

    @ACTIONS.writer(Destroy)
    def destroy(self, effect: Destroy) -> str:
        return f"destroy {self.ref(effect.what)}"

    @ACTIONS.writer(SacrificeEffect)
    def sacrifice(self, effect: SacrificeEffect) -> str:
        what = effect.what
        if what.kind == "chosen" and what.what is not None and what.what.of == "you":
            what = replace(what, what=replace(what.what, of=""))
        return self.with_subject(effect.who, "sacrifice", lambda: self.ref(what))

    @ACTIONS.writer(Edict)
    def edict(self, effect: Edict) -> str:
        """Name who does it first: the description of what is sacrificed may speak of that player."""

        def sacrificed() -> str:
            return self.counted(effect.count, effect.what) + self.for_each(effect.count)

        return self.with_subject(effect.who, "sacrifice", sacrificed)

    @ACTIONS.writer(SacrificeOneOfEach)
    def sacrifice_one_of_each(self, effect: SacrificeOneOfEach) -> str:
        kinds = [an(self.noun(what)) for what in effect.kinds]
        return self.with_subject(effect.who, "sacrifice", listed(kinds, "and"))

    @ACTIONS.writer(Tap)
    def tap(self, effect: Tap) -> str:
        return f"{self.terms['tap']} {self.ref(effect.what)}"

    @ACTIONS.writer(Untap)
    def untap(self, effect: Untap) -> str:
        return f"{self.terms['untap']} {self.ref(effect.what)}"

    @ACTIONS.writer(Transform)
    def transform(self, effect: Transform) -> str:
        return f"transform {self.ref(effect.what)}"

    @ACTIONS.writer(TapOrUntap)
    def tap_or_untap(self, effect: TapOrUntap) -> str:
        return self.with_subject(effect.who, f"{self.terms['tap']} or {self.terms['untap']}", self.ref(effect.what))

    @ACTIONS.writer(PutItsCounters)
    def put_its_counters(self, effect: PutItsCounters) -> str:
        kind = f"{effect.name} " if effect.name else ""
        return f"put {self.possessive(effect.of)} {kind}counters on {self.ref(effect.what)}"

    @ACTIONS.writer(Attach)
    def attach(self, effect: Attach) -> str:
        return f"attach {self.ref(effect.what)} to {self.ref(effect.to)}"

    @ACTIONS.writer(GainControl)
    def gain_control(self, effect: GainControl) -> str:
        subject = self.with_subject(effect.who, "gain", "control of")
        return f"{subject} {self.ref(effect.what)}{self.until(effect.until)}"

    @ACTIONS.writer(Exchange)
    def exchange_control(self, effect: Exchange) -> str:
        what = self.ref(effect.what)
        other = f" and {self.ref(effect.other)}" if effect.other is not None else ""
        return f"exchange control of {what}{other}{self.until(effect.until)}"

    @ACTIONS.writer(Fight)
    def fight(self, effect: Fight) -> str:
        if effect.other == effect.what:
            return f"{self.ref(effect.what)} fight each other"
        return f"{self.ref(effect.what)} {'fight' if self._base else 'fights'} {self.ref(effect.other)}"

    @ACTIONS.writer(LeaveCombat)
    def leave_combat(self, effect: LeaveCombat) -> str:
        return f"remove {self.ref(effect.what)} from combat"

    # --- counters ---

    @ACTIONS.writer(PutCounters)
    def put_counters(self, effect: PutCounters) -> str:
        counters = self.counters(effect.amount, effect.name)
        targets = self._scope.targets
        if effect.what.kind in TARGETS and effect.what.index < len(targets) and targets[effect.what.index].divided:
            return f"distribute {counters} among {self.ref(effect.what)}"
        theirs = effect.what.what.whose if effect.what.kind == "chosen" and effect.what.what is not None else None
        if theirs is not None and theirs == effect.what.of:
            own = self.ref(replace(effect.what, what=replace(effect.what.what, whose=None, of="you")))  # type: ignore[type-var]
            there = own.replace(" you control", " they control", 1)
            return self.with_subject(theirs, "put", f"{counters} on {there}{self.for_each(effect.amount)}")
        what = self._each_of(effect.what)
        several = "each of " if (what and what == self._scope.those) or effect.what == self._scope.again else ""
        return f"put {counters} on {several}{what}{self.for_each(effect.amount)}"

    @ACTIONS.writer(DoubleCounters)
    def double_counters(self, effect: DoubleCounters) -> str:
        what = self.ref(effect.what)
        several = "each of " if what == self._scope.those else ""
        return f"double the number of {effect.name} counters on {several}{what}"

    @ACTIONS.writer(Proliferate)
    def proliferate(self, effect: Proliferate) -> str:
        return self.with_subject(effect.who, "proliferate", "").strip()

    @ACTIONS.writer(TakeCounters)
    def take_counters(self, effect: TakeCounters) -> str:
        name = f"{effect.name} counter".strip()
        count = f"all {name}s" if effect.amount is None else self._many(effect.amount, name)
        if effect.up_to:
            count = f"any number of {name}s" if effect.amount is None else f"up to {count}"
        if effect.onto is not None:
            return f"move {count} from {self.ref(effect.what)} onto {self.ref(effect.onto)}"
        counted = Value(f"counters {effect.name}", effect.what)
        if "briefly" in self.wording and effect.amount is None and self._counted == counted:
            return "remove those counters"
        if "actively" in self.wording and effect.amount is None and self._counted == counted:
            return "remove all of them from it"
        return f"remove {count} from {self._each_of(effect.what)}"

    @ACTIONS.writer(Damage)
    def damage(self, effect: Damage) -> str:
        if effect.to.kind in ("players", "opponents") and self._theirs != effect.to:
            return self.of_each(effect.to, lambda: self.damage(effect))
        several = effect.by.kind != "each" and self.is_plural(effect.by)
        subject = self.ref(effect.by)
        subject += " each" if several and effect.by.kind == "target" and not self._base else ""
        verb = "deal" if self._base or several else "deals"
        is_to_itself = effect.to == effect.by and effect.by.kind in ("event", "target")
        targets = self._scope.targets
        if effect.to.kind in TARGETS and effect.to.index < len(targets) and targets[effect.to.index].divided:
            is_x = isinstance(effect.amount, Count) or is_worked_out(effect.amount)
            shared = f"{'X' if is_x else self.digits(effect.amount)} damage divided as you choose among"
            where = f", where X is {self.value(effect.amount)}" if is_x else ""
            return f"{subject} {verb} {shared} {self.ref(effect.to)}{where}"
        if isinstance(effect.amount, Math) and effect.amount.op in HALVES and effect.amount.left == Variable():
            half, _, rounded = self.value(effect.amount).partition(",")
            return f"{subject} {verb} {half} damage,{rounded}, to {self.ref(effect.to)}"
        if is_worked_out(effect.amount):
            if isinstance(effect.amount, Value) and effect.amount.of == effect.to:
                to = "itself" if is_to_itself else self.ref(effect.to)
                return f"{subject} {verb} damage to {to} equal to {self.value(effect.amount)}"
            number = self._own_value(effect.amount, effect.by)
            return f"{subject} {verb} damage equal to {number} to {self.ref(effect.to)}"
        amount = "that much" if isinstance(of_each(effect.amount), EventAmount | Done) else self.digits(effect.amount)
        to = "itself" if is_to_itself else self._each_of(effect.to)
        return f"{subject} {verb} {amount} damage to {to}{self.for_each(effect.amount)}"

    def _own_value(self, amount: Amount, by: Ref) -> str:
        """A number, which is "its" where each of several things does something by its own."""
        said = self.value(amount)
        if by.kind != "each" or not isinstance(amount, Value) or amount.of != by:
            return said
        return said.replace(self.possessive(by), "its", 1)

    @ACTIONS.writer(Move)
    def move(self, effect: Move) -> str:
        chooser = effect.what.of if effect.what.kind == "chosen" else None
        if chooser is not None and chooser != YOU:
            return self._moved_by(effect, chooser)
        many = self._is_many(effect.what) or effect.what == self._scope.them
        what = self.ref(effect.what)
        if effect.what == SELF and self._works_in == "graveyard":
            what = "this card from your graveyard"
        if effect.zone == "exile":
            with_ = f" with {self.counters(effect.count, effect.counter)} on it" if effect.counter else ""
            until = " until this leaves the battlefield" if effect.until else ""
            return f"{self.terms['exile']} {what}{with_}{until}"
        verb = "return" if effect.zone == "hand" else "put"
        is_heap = self._is_many(effect.what) or (effect.what.kind == "each" and self._is_held(effect.what))
        ordered = " in any order" if effect.zone.startswith("library") and is_heap and not effect.at_random else ""
        place = f"{self.zone(effect.zone)}{self.arrival(effect)}{ordered}"
        return f"{verb} {what} {of_owners(place) if many else place}"

    def _is_many(self, ref: Ref) -> bool:
        """Whether a reference means several things."""
        return self.is_plural(ref) if ref.kind == "target" else ref.kind == "chosen" and ref.count != 1

    def _is_held(self, ref: Ref) -> bool:
        """Whether a reference means all cards of another zone than the battlefield, which whoever moves them sorts."""
        return ref.what is not None and ref.what.zone in ("graveyard", "hand", "memory", "exile")

    def _each_of(self, ref: Ref) -> str:
        """Several targets, each of which something is done to."""
        first = ref.kind == "target" and ref.index == self._scope.seen and self.is_plural(ref)
        first = first and self._scope.targets[ref.index].most != -1
        first = first or (ref.kind == "chosen" and ref.up_to and ref.count != 1 and "fully" in self.wording)
        return f"each of {self.ref(ref)}" if first else self.ref(ref)

    def _moved_by(self, effect: Move, who: Ref) -> str:
        """The deeds of another player with something of its own choice that is its own."""
        subject = self.ref(who)
        assert effect.what.what is not None
        is_free = effect.what.up_to and who.kind in ("players", "opponents")
        up_to = effect.what.up_to and not (is_free and effect.what.count == 1)
        what = self._of_theirs(replace(effect.what, up_to=up_to), who)
        verb = self.terms["exile"] if effect.zone == "exile" else "put"
        form = f"may {verb}" if is_free else verb if self._base or self.is_plural(who) else third(verb)
        if effect.zone == "exile":
            return f"{subject} {form} {what}"
        own = (
            replace(effect, under="")
            if effect.under == "owner" and who.kind not in ("players", "opponents")
            else effect
        )
        return f"{subject} {form} {what} {self.zone(effect.zone)}{self.arrival(own)}"

    def arrival(self, effect: Move) -> str:
        """The manner of its arrival, with a space before it."""
        if effect.at_random:
            return " in a random order"
        tapped = " tapped and attacking" if effect.attacking else " tapped" if effect.tapped else ""
        if effect.transformed:
            tapped = f"{tapped} and transformed" if tapped else " transformed"
        under = {"": "", "you": " under your control", "owner": " under its owner's control"}[effect.under]
        counters = f" with {self._counters_there(effect)} on it" if effect.counter else ""
        host = "" if effect.attached is None else self.ref(effect.attached)
        host = f"that {self.word(self._scope.noun)}" if host == "it" and self._scope.noun else host
        to = f" attached to {host}" if host else ""
        return tapped + under + to + counters

    def _counters_there(self, effect: Move) -> str:
        """The counters with which something arrives."""
        fewer, there = effect.count, Value(f"counters {effect.counter}", effect.what)
        if isinstance(fewer, Math) and (fewer.op, fewer.left) == ("-", there):
            return f"{self.number(fewer.right)} fewer {effect.counter} counter{'' if fewer.right == 1 else 's'}"
        return self.counters(effect.count, effect.counter)

    def zone(self, zone: str) -> str:
        """The zone in which something is put.

        Raises:
            Unwritable: nothing is "put" there, another verb says so ("exile").
        """
        if zone not in ZONE_TEXT:
            raise Unwritable(zone)
        return ZONE_TEXT[zone]

    @ACTIONS.writer(TokenCopy)
    def copy_token(self, effect: TokenCopy) -> str:
        one = effect.count == 1
        how = f"{'tapped ' if effect.tapped else ''}{'and attacking ' if effect.attacking else ''}"
        count = f"a {how}token that's a copy" if one else f"{self.number(effect.count)} {how}tokens that are copies"
        but = "" if effect.more is None else self.exception(effect.more, many=not one)
        return self.with_subject(effect.who, "create", lambda: f"{count} of {self.ref(effect.what)}{but}")

    def counted_tokens(self, effect: Token, text: str, gains: str = "") -> str:
        """So many tokens of a kind, and how they arrive."""
        many = of_each(effect.count) != 1
        attacking = ""
        if effect.attacking:
            attacking = f" that{' are' if many else IS}{' tapped and' if effect.tapped else ''} attacking"
        whole = f"{text}{'tokens' if many else 'token'}{gains}{attacking}"
        return f"{f'{self.number(effect.count)} {whole}' if many else an(whole)}{self.for_each(effect.count)}"

    @ACTIONS.writer(Token)
    def create_token(self, effect: Token) -> str:
        words = " ".join(self.word(word) for word in effect.types if word != "token")
        tapped = "tapped " if effect.tapped and not effect.attacking else ""
        is_sized = "creature" in effect.types or effect.power or effect.toughness
        is_sized = is_sized and not _defines_both(effect)
        sides = ("X" if isinstance(n, Count) else self.digits(n) for n in (effect.power, effect.toughness))
        pair = f"{'/'.join(sides)} " if is_sized else ""
        kinds = [word for word in effect.types if self.vocabulary.is_subtype(word)]
        plain = " ".join(word.title() for word in kinds) or effect.types[-1].title()
        named = "" if effect.name == plain else f" named {effect.name}"
        gains = self.granted(effect.keywords, effect.abilities)
        with_ = f" with {gains}" if gains else ""
        if named and effect.count == 1 and not effect.attacking and "briefly" in self.wording:
            text = f"{effect.name}, {self.counted_tokens(effect, f'{tapped}{pair}{words} ', with_)}"
            return self.with_subject(effect.who, "create", text)
        whole = f"{tapped}{pair}{words} "
        return self.with_subject(effect.who, "create", lambda: self.counted_tokens(effect, whole, named + with_))

    def with_subject(self, who: Ref, verb: str, rest: str | Callable[[], str], *, own: bool = False) -> str:
        """A clause with its subject; a command to you has none unless ``explicit`` was asked for."""
        if who == YOU and not own and not self._explicit:
            return f"{verb} {rest if isinstance(rest, str) else rest()}"
        is_each = who.kind == "target" and who.index == self._scope.seen and self.is_plural(who)
        subject = self.ref(who) + (" each" if is_each and not self._base else "")
        form = verb if self._base or self.is_plural(who) else third(verb)
        return f"{subject} {form} {rest if isinstance(rest, str) else self.of_each(who, rest)}"

    def of_each(self, who: Ref, rest: Callable[[], str]) -> str:
        """Words in which what is "theirs" is that of each of several players who are meant."""
        outer, self._theirs = self._theirs, who if who.kind in ("players", "opponents") else None
        try:
            return rest()
        finally:
            self._theirs = outer


def of_owners(place: str) -> str:
    """A place that is of the owners of several things."""
    hands = place.replace("its owner's hand", "their owners' hands")
    return hands.replace("its owner's control", "their owners' control")


def _defines_both(token: Token) -> bool:
    """Whether an ability of a token says its power and toughness, so that its kind does not."""
    defined = [each.base for each in token.abilities if isinstance(each, Grant) and each.defines]
    return any(base is not None and None not in base for base in defined)
