"""What a text does, instruction by instruction.

One method for each kind of phrase, mirroring ``grammar.lark``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.abilities import (
    SELF,
    YOU,
    Ability,
    Amount,
    Body,
    Count,
    Damage,
    Destroy,
    Discard,
    Draw,
    Edict,
    EventAmount,
    GainControl,
    GainLife,
    Grant,
    If,
    Instruction,
    LoseLife,
    May,
    Mill,
    Modes,
    Modify,
    Move,
    Prevent,
    PutCounters,
    Ref,
    SacrificeEffect,
    Scry,
    Search,
    Static,
    Tap,
    ThisTurn,
    Token,
    UnlessPays,
    Untap,
    Value,
)
from engine.text.renderer.costs import Costs
from engine.text.renderer.writing import (
    Scope,
    Unwritable,
    an,
    capital,
    listed,
    signed,
    third,
)

ZONE_TEXT: Final = {
    "hand": "to its owner's hand",
    "library top": "on top of its owner's library",
    "library bottom": "on the bottom of its owner's library",
    "graveyard": "into its owner's graveyard",
    "battlefield": "onto the battlefield",
}


class Bodies(Costs):
    """What a text does, instruction by instruction."""

    # --- written by the classes that build on this one ---

    def ability(self, ability: Ability) -> str:
        """The text of one ability, as a paragraph."""
        raise NotImplementedError

    def static_sentence(self, static: Static) -> str:
        """A static ability without its condition and full stop."""
        raise NotImplementedError

    # --- bodies ---

    def text(
        self,
        body: Body,
        modes: Modes | None = None,
        antecedent: Ref = SELF,
        noun: str = "",
        *,
        trailing_if: bool = False,
    ) -> str:
        if modes is None:
            return self._sentences(body, antecedent, noun, trailing_if=trailing_if)
        return self._choose(modes) + "".join(
            "\n• " + capital(self._sentences(m, antecedent, noun)) for m in modes.options
        )

    def _choose(self, modes: Modes) -> str:
        if modes.chooser == "opponent":
            return "an opponent chooses one —"
        if (modes.least, modes.most) == (1, 1):
            return "choose one —"
        if (modes.least, modes.most) == (2, 2):
            return "choose two —"
        return "choose one or both —" if modes.most == 2 and len(modes.options) == 2 else "choose one or more —"

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        """All sentences; ``trailing_if``: an "if" may not come first, it would be read as the trigger's."""
        self._scope = Scope(body.targets, antecedent, noun)
        self._previous = None
        sentences: list[str] = []
        at = 0
        first = body.effects[0]
        if trailing_if and isinstance(first, If):
            at = _size(body.effects, 0)
            sentences.append(f"{self._clauses(body.effects[1:at])} if {self.condition(first.condition)}.")
        while at < len(body.effects):
            size = _size(body.effects, at)
            sentences.append(self._sentence(body.effects[at : at + size]) + self.after(body.effects[at + size - 1]))
            at += size
        return " ".join((*sentences[:1], *map(capital, sentences[1:])))

    def after(self, effect: Instruction) -> str:
        """A sentence that belongs to the instruction before it."""
        return ""

    def _sentence(self, effects: tuple[Instruction, ...]) -> str:
        """One sentence with its full stop."""
        first = effects[0]
        if isinstance(first, May) and first.cost:
            again = "you do" if first.who == YOU else "they do"
            return f"{self.ref(first.who)} may {self.payment(first.cost)}. If {again}, {self._core(effects[1:])}."
        if isinstance(first, ThisTurn):
            return f"{self.static_sentence(first.ability)} this turn."
        return self._core(effects) + "."

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        first = effects[0]
        match first:
            case If(condition=condition, steps=steps) if steps == len(effects) - 1:
                return f"if {self.condition(condition)}, {self._core(effects[1:])}"
            case UnlessPays(who=who, cost=cost, steps=steps) if steps == len(effects) - 1:
                clauses = self._clauses(effects[1:])
                return f"{clauses} unless {self.ref(who)} {self.payment(cost, third_person=who != YOU)}"
            case _:
                text = self._clauses(effects)
                values = _values(effects)
                if len(values) > 1:
                    raise Unwritable(effects)
                return text + "".join(f", where X is {self.value(value)}" for value in values)

    def _clauses(self, effects: tuple[Instruction, ...]) -> str:
        parts: list[str] = []
        at = 0
        while at < len(effects):
            size = _size(effects, at)
            parts.append(self._clause(effects[at : at + size], first=at == 0))
            at += size
        return ", then ".join(parts)

    def _clause(self, effects: tuple[Instruction, ...], *, first: bool) -> str:
        effect = effects[0]
        if isinstance(effect, If | UnlessPays | ThisTurn) or (isinstance(effect, May) and effect.cost):
            raise Unwritable(effect)
        if not isinstance(effect, May):
            return self.clause(effect, explicit=not first)
        who = self.ref(effect.who)
        inner = self.clause(effects[1], explicit=True, base=True)
        own = f"{who} "
        rest = inner.removeprefix(own) if inner.startswith(own) else inner
        if effect.who != YOU and not inner.startswith(own):
            rest = self.clause(effects[1], base=True)
        has_subject = not inner.startswith(own) and subject_of(effects[1]) is not None
        following = "".join(", then " + self.clause(e, explicit=True) for e in effects[2:])
        return f"{who} may {'have ' if has_subject else ''}{rest}{following}"

    def says(self, who: Ref, verb: str, rest: str, *, own: bool = False) -> str:
        """A clause with its subject; a command to you has none unless ``explicit`` was asked for."""
        if who == YOU and not own and not self._explicit:
            return f"{verb} {rest}"
        subject = self.ref(who)
        form = verb if self._base or self.is_plural(who) else third(verb)
        return f"{subject} {form} {rest}"

    def is_plural(self, who: Ref) -> bool:
        """Whether a subject takes the plural (or base) form of its verb."""
        if who.kind in ("you", "each"):
            return True
        if who.kind == "target" and who.index < len(self._scope.targets):
            return self._scope.targets[who.index].most != 1
        return False

    _explicit = False
    _base = False
    _moved = False
    _previous: Instruction | None = None

    def clause(self, effect: Instruction, *, explicit: bool = False, base: bool = False) -> str:
        """One instruction as a clause: ``explicit`` says "you draw", ``base`` the verb after "may"."""
        self._explicit, self._base = explicit, base
        self._moved = isinstance(self._previous, Move)
        self._previous = effect
        written = self.action(effect)
        return written if written is not None else self._shared_action(effect)

    def action(self, effect: Instruction) -> str | None:
        """An instruction that only this game has words for."""
        return None

    def _shared_action(self, effect: Instruction) -> str:
        match effect:
            case Damage():
                return self._damage(effect)
            case Draw(amount=amount, who=who):
                return self.says(who, "draw", self.cards(amount))
            case Discard(amount=amount, who=who, at_random=at_random):
                return self.says(who, "discard", self.cards(amount) + (" at random" if at_random else ""))
            case GainLife(amount=amount, who=who):
                return self.says(who, "gain", self.life(amount), own=True)
            case LoseLife(amount=amount, who=who):
                return self.says(who, "lose", self.life(amount), own=True)
            case Mill(amount=amount, who=who):
                return self.says(who, "mill", self.cards(amount))
            case Scry(amount=amount):
                return f"scry {self.digits(amount)}"
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
            case GainControl(what=what, who=who, until=until):
                return self.says(who, "gain", f"control of {self.ref(what)}{self.until(until)}")
            case Search():
                return self._search(effect)
            case Prevent(amount=amount, to=to, combat=combat):
                if to is None:
                    return f"prevent all {'combat ' if combat else ''}damage that would be dealt this turn"
                return f"prevent the next {self.digits(amount)} damage that would be dealt to {self.ref(to)} this turn"
            case _:
                raise Unwritable(effect)

    def _damage(self, effect: Damage) -> str:
        subject, verb = self.ref(effect.by), "deal" if self._base or self.is_plural(effect.by) else "deals"
        if effect.to.kind == "target" and self._scope.targets[effect.to.index].divided:
            shared = f"{self.digits(effect.amount)} damage divided as you choose among"
            return f"{subject} {verb} {shared} {self.ref(effect.to)}"
        if isinstance(effect.amount, Value):
            to = self.ref(effect.to)
            return f"{subject} {verb} damage to {to} equal to {self.value(effect.amount)}"
        amount = "that much" if isinstance(effect.amount, EventAmount) else self.digits(effect.amount)
        return f"{subject} {verb} {amount} damage to {self.ref(effect.to)}{self.for_each(effect.amount)}"

    def _move(self, effect: Move) -> str:
        what = self._first_or_second(effect.what) if self._moved else self.ref(effect.what)
        if effect.zone == "exile":
            return f"{self.terms['exile']} {what}"
        verb = "return" if effect.zone == "hand" else "put"
        under = {"": "", "you": " under your control", "owner": " under its owner's control"}[effect.under]
        return f"{verb} {what} {self.zone(effect.zone)}{' tapped' if effect.tapped else ''}{under}"

    def _first_or_second(self, what: Ref) -> str:
        """After a move "it" is what the moved one has become; the target itself needs another name."""
        if what.kind != "target" or what.index >= self._scope.seen:
            return self.ref(what)
        return f"the {('first', 'second')[what.index]} target"

    def zone(self, zone: str) -> str:
        """Where something is put."""
        return ZONE_TEXT[zone]

    def _token(self, effect: Token) -> str:
        count = self.number(effect.count)
        many = effect.count != 1 and not isinstance(effect.count, Count)
        article = "a" if not many else count
        words = " ".join(self.word(word) for word in effect.types if word != "token")
        tapped = "tapped " if effect.tapped else ""
        pair = "" if "creature" not in effect.types else f"{effect.power}/{effect.toughness} "
        gains = self.granted(effect.keywords, effect.abilities)
        text = f"{tapped}{pair}{words} {'tokens' if many else 'token'}{' with ' + gains if gains else ''}"
        return self.says(
            effect.who, "create", f"{an(text) if article == 'a' else f'{article} {text}'}{self.for_each(effect.count)}"
        )

    def _search(self, effect: Search) -> str:
        what = replace(effect.what, zone="hand")
        wanted = (
            an(self.noun(what))
            if effect.count == 1
            else f"up to {self.number(effect.count)} {self.noun(what, plural=True)}"
        )
        pronoun = "it" if effect.count == 1 else "them"
        shown = f", reveal {pronoun}" if effect.reveal else ""
        place = "into your hand" if effect.zone == "hand" else self.zone(effect.zone)
        tapped = " tapped" if effect.tapped else ""
        return self.says(
            effect.who, "search", f"your library for {wanted}{shown}, put {pronoun} {place}{tapped}, then shuffle"
        )

    def _modify(self, effect: Modify) -> str:
        subject = self.subject(effect.what)
        many = self._base or self.is_plural(effect.what)
        forbidden = [word for word in effect.gains if word.startswith("can't ")]
        if forbidden:
            return f"{subject} {forbidden[0]}{self.until(effect.until)}"
        parts = self.changes(effect, many=many)
        text = f"{subject} {' and '.join(parts)}"
        return text + self.until(effect.until)

    def changes(self, effect: Modify | Grant, *, many: bool, gain: str = "gain") -> list[str]:
        """What is changed, each with its verb."""
        parts: list[str] = []
        if effect.power or effect.toughness:
            change, each = self._change(effect.power, effect.toughness)
            parts.append(f"{'get' if many else 'gets'} {change}{each}")
        gains = self.granted(effect.gains, effect.abilities)
        if gains:
            parts.append(f"{gain if many else third(gain)} {gains}")
        if isinstance(effect, Modify):
            parts += [f"{'lose' if many else 'loses'} {word}" for word in effect.loses]
            if effect.becomes or effect.base is not None:
                pair = f"{effect.base[0]}/{effect.base[1]} " if effect.base is not None else ""
                words = " ".join(self.word(word) for word in effect.becomes)
                parts.append(f"{'become' if many else 'becomes'} {an((pair + words).strip())}")
        if not parts:
            raise Unwritable(effect)
        return parts

    def _change(self, power: Amount, toughness: Amount) -> tuple[str, str]:
        counts = [n for n in (power, toughness) if isinstance(n, Count)]
        if not counts:
            return f"{signed(power)}/{signed(toughness)}", ""
        if any(count.what != counts[0].what for count in counts) or any(
            n and not isinstance(n, Count) for n in (power, toughness)
        ):
            raise Unwritable(counts[0])
        times = [n.times if isinstance(n, Count) else 0 for n in (power, toughness)]
        return f"{signed(times[0])}/{signed(times[1])}", self.for_each(counts[0])

    def granted(self, keywords: tuple[str, ...], abilities: tuple[Ability, ...]) -> str:
        """Keywords and quoted abilities as a list."""
        return listed([*keywords, *(f'"{self.ability(ability)}"' for ability in abilities)], "and")

    def until(self, until: str) -> str:
        """A duration, with a space before it."""
        return {"": "", "turn": " until end of turn"}[until]


def subject_of(effect: Instruction) -> Ref | None:
    """Who does what an instruction says, if it says who."""
    match effect:
        case Damage(by=by):
            return by
        case Modify(what=what):
            return what
        case _:
            return getattr(effect, "who", None)


def _size(effects: tuple[Instruction, ...], at: int) -> int:
    """How many instructions belong to the one at ``at``, itself included."""
    effect = effects[at]
    return 1 + effect.steps if isinstance(effect, May | If | UnlessPays) else 1


def _values(effects: tuple[Instruction, ...]) -> list[Amount]:
    """Numbers that an X stands for in a sentence: those that no phrase of their own says."""
    found: list[Amount] = []
    for effect in effects:
        if isinstance(effect, Modify):
            found += [n for n in (effect.power, effect.toughness) if isinstance(n, Value)]
        elif isinstance(effect, PutCounters | Scry | Token | Mill):
            number = effect.count if isinstance(effect, Token) else effect.amount
            found += [number] if isinstance(number, Value) else []
    return list(dict.fromkeys(found))
