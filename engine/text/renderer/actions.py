"""What is done, instruction by instruction, mirroring ``grammar/actions.lark``."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.abilities import (
    SELF,
    YOU,
    Attach,
    Choose,
    ChooseWord,
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
    ExtraTurn,
    Fight,
    Flip,
    GainControl,
    GainLife,
    Instruction,
    LeaveCombat,
    LoseLife,
    Mill,
    Modify,
    Move,
    Proliferate,
    PutCounters,
    Ref,
    SacrificeEffect,
    SetLife,
    Shield,
    TakeCounters,
    Tap,
    TapOrUntap,
    Token,
    TokenCopy,
    Untap,
    Value,
)
from engine.text.renderer.replacements import Replacements
from engine.text.renderer.writing import (
    Unwritable,
    an,
    is_worked_out,
    of_each,
    third,
)

IS: Final = "'s"
ZONE_TEXT: Final = {
    "hand": "to its owner's hand",
    "library top": "on top of its owner's library",
    "library bottom": "on the bottom of its owner's library",
    "graveyard": "into its owner's graveyard",
    "battlefield": "onto the battlefield",
}


class Actions(Replacements):
    """What is done, instruction by instruction."""

    _explicit = False
    _works_in = "battlefield"

    def action(self, effect: Instruction) -> str | None:
        """An instruction that only this game has words for."""
        return None

    def shared_action(self, effect: Instruction) -> str:
        match effect:
            case Damage():
                return self._damage(effect)
            case Draw(amount=amount, who=who):
                return self.says(who, "draw", self.cards(amount))
            case Discard(amount=amount, who=who, at_random=at_random):
                if amount is None:
                    return self.says(who, "discard", f"{'your' if who == YOU else 'their'} hand")
                up_to = "up to " if effect.up_to else ""
                return self.says(who, "discard", up_to + self.cards(amount) + (" at random" if at_random else ""))
            case GainLife(amount=amount, who=who):
                return self.says(who, "gain", self.life(amount), own=True)
            case LoseLife(amount=amount, who=who):
                return self.says(who, "lose", self.life(amount), own=True)
            case Mill(amount=amount, who=who):
                return self.says(who, "mill", self.cards(amount))
            case ChooseWord(family=family, besides=besides):
                but = f" other than {self.word(besides[0])}" if besides else ""
                return f"choose a {family}{but}"
            case SetLife(amount=amount, who=who):
                return f"{self.possessive(who)} life total becomes {self.value(amount)}"
            case ExchangeLife(who=who):
                return f"exchange life totals with {self.ref(who)}"
            case Flip():
                return "flip a coin"
            case LeaveCombat(what=what):
                return f"remove {self.ref(what)} from combat"
            case Choose(what=what):
                return f"choose {self.ref(what)}"
            case Destroy(what=what):
                return f"destroy {self.ref(what)}"
            case SacrificeEffect(what=what):
                return f"sacrifice {self.ref(what)}"
            case Edict(who=who, what=what, count=count):
                return self.says(who, "sacrifice", self.counted(count, what) + self.for_each(count))
            case Tap(what=what):
                return f"{self.terms['tap']} {self.ref(what)}"
            case Untap(what=what):
                return f"{self.terms['untap']} {self.ref(what)}"
            case Move():
                return self._move(effect)
            case Token():
                return self._token(effect)
            case PutCounters(what=what, name=name, amount=amount):
                return f"put {self.counters(amount, name)} on {self.ref(what)}{self.for_each(amount)}"
            case Modify():
                return self._modify(effect)
            case Attach(what=what, to=to):
                return f"attach {self.ref(what)} to {self.ref(to)}"
            case GainControl(what=what, who=who, until=until):
                return self.says(who, "gain", f"control of {self.ref(what)}{self.until(until)}")
            case TapOrUntap(what=what, who=who):
                return self.says(who, f"{self.terms['tap']} or {self.terms['untap']}", self.ref(what))
            case Fight(what=what, other=other):
                return f"{self.ref(what)} {'fight' if self._base else 'fights'} {self.ref(other)}"
            case Exchange(what=what, other=other):
                return f"exchange control of {self.ref(what)}{f' and {self.ref(other)}' if other is not None else ''}"
            case TakeCounters():
                return self._take_counters(effect)
            case DoubleCounters(what=what, name=name):
                return f"double the number of {name} counters on {self.ref(what)}"
            case TokenCopy():
                return self._token_copy(effect)
            case ExtraTurn(who=who):
                return self.says(who, "take", "an extra turn after this one")
            case EndGame(who=who, won=won):
                return self.says(who, "win" if won else "lose", "the game", own=True)
            case Proliferate(who=who):
                return self.says(who, "proliferate", "").strip()
            case Shield():
                return self.shield(effect)
            case _:
                raise Unwritable(effect)

    def _take_counters(self, effect: TakeCounters) -> str:
        name = f"{effect.name} counter".strip()
        count = f"all {name}s" if effect.amount is None else self._many(effect.amount, name)
        if effect.onto is not None:
            return f"move {count} from {self.ref(effect.what)} onto {self.ref(effect.onto)}"
        return f"remove {count} from {self.ref(effect.what)}"

    def _damage(self, effect: Damage) -> str:
        subject, verb = self.ref(effect.by), "deal" if self._base or self.is_plural(effect.by) else "deals"
        if effect.to.kind == "target" and self._scope.targets[effect.to.index].divided:
            shared = f"{self.digits(effect.amount)} damage divided as you choose among"
            return f"{subject} {verb} {shared} {self.ref(effect.to)}"
        if is_worked_out(effect.amount):
            if isinstance(effect.amount, Value) and effect.amount.of == effect.to:
                to = self.ref(effect.to)
                return f"{subject} {verb} damage to {to} equal to {self.value(effect.amount)}"
            return f"{subject} {verb} damage equal to {self.value(effect.amount)} to {self.ref(effect.to)}"
        amount = "that much" if isinstance(of_each(effect.amount), EventAmount | Done) else self.digits(effect.amount)
        return f"{subject} {verb} {amount} damage to {self.ref(effect.to)}{self.for_each(effect.amount)}"

    def _move(self, effect: Move) -> str:
        chooser = effect.what.of if effect.what.kind == "chosen" else None
        if chooser is not None and chooser != YOU:
            return self._moved_by(effect, chooser)
        what = self.ref(effect.what)
        if effect.what == SELF and self._works_in == "graveyard":
            what = "this card from your graveyard"
        if effect.zone == "exile":
            with_ = f" with {self.counters(effect.count, effect.counter)} on it" if effect.counter else ""
            until = " until this leaves the battlefield" if effect.until else ""
            return f"{self.terms['exile']} {what}{with_}{until}"
        verb = "return" if effect.zone == "hand" else "put"
        return f"{verb} {what} {self.zone(effect.zone)}{self.arrival(effect)}"

    def _moved_by(self, effect: Move, who: Ref) -> str:
        """What another player does with something of its own choice that is its own."""
        subject = self.ref(who)
        assert effect.what.what is not None
        cards = self.ref(replace(effect.what, what=replace(effect.what.what, whose=None, of="you")))
        what = " their ".join(cards.rsplit(" your ", 1))
        verb = self.terms["exile"] if effect.zone == "exile" else "put"
        form = verb if self._base or self.is_plural(who) else third(verb)
        if effect.zone == "exile":
            return f"{subject} {form} {what}"
        return f"{subject} {form} {what} {self.zone(effect.zone)}{self.arrival(effect)}"

    def arrival(self, effect: Move) -> str:
        """How it arrives, with a space before it."""
        if effect.at_random:
            return " in a random order"
        tapped = " tapped and attacking" if effect.attacking else " tapped" if effect.tapped else ""
        under = {"": "", "you": " under your control", "owner": " under its owner's control"}[effect.under]
        counters = f" with {self.counters(effect.count, effect.counter)} on it" if effect.counter else ""
        return tapped + under + counters

    def zone(self, zone: str) -> str:
        """Where something is put."""
        return ZONE_TEXT[zone]

    def _token_copy(self, effect: TokenCopy) -> str:
        one = effect.count == 1
        count = "a token that's a copy" if one else f"{self.number(effect.count)} tokens that are copies"
        return self.says(effect.who, "create", f"{count} of {self.ref(effect.what)}")

    def counted_tokens(self, effect: Token, text: str, gains: str = "") -> str:
        """So many tokens of a kind, and how they arrive."""
        many = of_each(effect.count) != 1
        attacking = ""
        if effect.attacking:
            attacking = f" that{' are' if many else IS}{' tapped and' if effect.tapped else ''} attacking"
        whole = f"{text}{'tokens' if many else 'token'}{gains}{attacking}"
        return f"{f'{self.number(effect.count)} {whole}' if many else an(whole)}{self.for_each(effect.count)}"

    def _token(self, effect: Token) -> str:
        words = " ".join(self.word(word) for word in effect.types if word != "token")
        tapped = "tapped " if effect.tapped and not effect.attacking else ""
        pair = "" if "creature" not in effect.types else f"{self.digits(effect.power)}/{self.digits(effect.toughness)} "
        kinds = [word for word in effect.types if self.vocabulary.is_subtype(word)]
        plain = " ".join(word.title() for word in kinds) or effect.types[-1].title()
        named = "" if effect.name == plain else f" named {effect.name}"
        gains = self.granted(effect.keywords, effect.abilities)
        with_ = f" with {gains}" if gains else ""
        return self.says(effect.who, "create", self.counted_tokens(effect, f"{tapped}{pair}{words} ", named + with_))

    def says(self, who: Ref, verb: str, rest: str, *, own: bool = False) -> str:
        """A clause with its subject; a command to you has none unless ``explicit`` was asked for."""
        if who == YOU and not own and not self._explicit:
            return f"{verb} {rest}"
        subject = self.ref(who)
        form = verb if self._base or self.is_plural(who) else third(verb)
        return f"{subject} {form} {rest}"
