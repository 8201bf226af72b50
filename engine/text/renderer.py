"""From ability records back to text that means the same: ``parse(render(ability)) == ability``.

One method for each kind of phrase, mirroring ``grammar.lark``. Instructions become sentences of their own; only what a
condition, a choice or a payment governs is joined, with ", then". A target is named at its first mention and is a
pronoun after that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.abilities import (
    EVENT,
    SELF,
    YOU,
    Ability,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Amount,
    Body,
    Compare,
    Cost,
    CostChange,
    CostPart,
    Count,
    Damage,
    Destroy,
    Discard,
    DiscardCost,
    DiscardSelf,
    Draw,
    Edict,
    EntersWith,
    Event,
    EventAmount,
    Filter,
    Forbid,
    GainControl,
    GainLife,
    Grant,
    If,
    Instruction,
    Keyword,
    Limit,
    LoseLife,
    Mana,
    May,
    Mill,
    Modes,
    Modify,
    Move,
    PayLife,
    Prevent,
    PutCounters,
    PutCountersCost,
    Ref,
    RemoveCounters,
    Sacrifice,
    SacrificeEffect,
    SacrificeSelf,
    Scry,
    Search,
    SpellText,
    SpendAs,
    StateTriggered,
    Static,
    Tap,
    TapOther,
    TapSelf,
    TargetSpec,
    Test,
    ThisTurn,
    Token,
    Triggered,
    UnlessPays,
    Untap,
    UntapSelf,
    Value,
    Variable,
)
from engine.text.words import Vocabulary

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ZONE_TEXT: Final = {
    "hand": "to its owner's hand",
    "library top": "on top of its owner's library",
    "library bottom": "on the bottom of its owner's library",
    "graveyard": "into its owner's graveyard",
    "battlefield": "onto the battlefield",
}
LIMIT_TEXT: Final = {
    "your turn": "during your turn",
    "sorcery": "as a sorcery",
    "instant": "as an instant",
    "upkeep": "during your upkeep",
    "combat": "during combat",
}
EVENT_TEXT: Final = {
    "enters": "enters",
    "dies": "dies",
    "leaves": "leaves the battlefield",
    "attacks": "attacks",
    "blocks": "blocks",
    "blocked": "becomes blocked",
    "taps": "becomes tapped",
    "untaps": "becomes untapped",
    "combat damage to player": "deals combat damage to a player",
    "damage": "is dealt damage",
    "becomes target": "becomes the target of a spell or ability",
}


class Unwritable(Exception):
    """A record that no text says. ``record`` is the part that has no words."""

    def __init__(self, record: object) -> None:
        super().__init__(record)
        self.record = record


class Scope:
    """What a body has mentioned so far: its targets, how many of them, and what "it" means otherwise."""

    __slots__ = ("antecedent", "noun", "seen", "targets")

    def __init__(self, targets: tuple[TargetSpec, ...] = (), antecedent: Ref = SELF, noun: str = "") -> None:
        self.targets = targets
        self.antecedent = antecedent
        self.noun = noun
        self.seen = 0


class Renderer:
    """Writes records in a game's words. A game's renderer adds what only that game says."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.terms = vocabulary.terms
        self._scope = Scope()

    # --- abilities ---

    def ability(self, ability: Ability) -> str:
        """The text of one ability, as a paragraph."""
        outer, self._scope = self._scope, Scope()
        try:
            return capital(self._ability(ability)).replace('.".', '."')
        finally:
            self._scope = outer

    def _ability(self, ability: Ability) -> str:
        match ability:
            case SpellText(body=body, modes=modes):
                return self.text(body, modes)
            case Activated():
                return self.activated(ability)
            case Triggered():
                return self.triggered(ability)
            case StateTriggered(condition=condition, body=body):
                return f"when {self.condition(condition)}, {self.text(body)}"
            case AdditionalCost(cost=cost):
                return f"as an additional cost to {self.terms['play']} this, {self.cost(cost)}."
            case AlternativeCost(cost=cost):
                return f"you may {self.payment(cost)} rather than pay this's mana cost."
            case Keyword(name=name, value=value, cost=cost):
                return name + (f" {value}" if value else "") + (f" {self.cost(cost)}" if cost else "")
            case _:
                return self.static(ability)

    def activated(self, ability: Activated) -> str:
        """Cost, colon, effect, instructions; or the keyword it was written as."""
        if ability.keyword:
            written = self.keyword_ability(ability)
            if written is None:
                raise Unwritable(ability)
            return written
        limits = "".join(" " + self.limit(limit) for limit in ability.limits)
        return f"{capital(self.cost(ability.cost))}: {capital(self.text(ability.body, ability.modes))}{limits}"

    def keyword_ability(self, ability: Activated) -> str | None:
        """An activated ability that is written as a keyword; none in the shared language."""
        return None

    def triggered(self, ability: Triggered) -> str:
        first = ability.events[0]
        antecedent = SELF if first.source or first.what is None else EVENT
        noun = "" if first.what is None else first.what.kinds[0][-1]
        head = self.trigger(ability.events)
        self._scope = Scope((), antecedent, noun)
        condition = f" if {self.condition(ability.condition)}," if ability.condition is not None else ""
        text = self.text(ability.body, ability.modes, antecedent, noun, trailing_if=True)
        once = " This ability triggers only once each turn." if ability.once_each_turn else ""
        return f"{head},{condition} {text}{once}"

    def limit(self, limit: Limit) -> str:
        match limit.kind:
            case "once":
                often = {1: "once", 2: "twice"}.get(limit.count) or f"{number_word(limit.count)} times"
                return f"Activate only {often} each turn."
            case "any player":
                return "Any player may activate this ability."
            case "opponents":
                return "Only your opponents may activate this ability."
            case "x is":
                return f"X is {self.value(limit.value)}."
            case "condition":
                assert limit.condition is not None
                return f"Activate only if {self.condition(limit.condition)}."
            case _:
                if limit.kind not in LIMIT_TEXT:
                    raise Unwritable(limit)
                return f"Activate only {LIMIT_TEXT[limit.kind]}."

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
        sentences: list[str] = []
        at = 0
        first = body.effects[0]
        if trailing_if and isinstance(first, If):
            at = _size(body.effects, 0)
            sentences.append(f"{self._clauses(body.effects[1:at])} if {self.condition(first.condition)}.")
        while at < len(body.effects):
            size = _size(body.effects, at)
            sentences.append(
                capital(self._sentence(body.effects[at : at + size])) + self.after(body.effects[at + size - 1])
            )
            at += size
        text = " ".join(sentences)
        return text[:1].lower() + text[1:]

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

    def clause(self, effect: Instruction, *, explicit: bool = False, base: bool = False) -> str:
        """One instruction as a clause: ``explicit`` says "you draw", ``base`` the verb after "may"."""
        self._explicit, self._base = explicit, base
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
                if combat:
                    return "prevent all combat damage that would be dealt this turn"
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
        what = self.ref(effect.what)
        if effect.zone == "exile":
            return f"{self.terms['exile']} {what}"
        verb = "return" if effect.zone == "hand" else "put"
        return f"{verb} {what} {self.zone(effect.zone)}{' tapped' if effect.tapped else ''}"

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

    # --- statics ---

    def static(self, static: Static) -> str:
        """A static ability as a sentence, with its condition."""
        text = self.static_sentence(static)
        condition = None if isinstance(static, SpendAs) else static.condition
        if condition is not None:
            text += f" as long as {self.condition(condition)}"
        if isinstance(static, CostChange) and static.floor:
            return (
                f"{text}. This effect can't reduce the mana in that cost to less than {number_word(static.floor)} mana."
            )
        return text + "."

    def static_sentence(self, static: Static) -> str:
        match static:
            case Grant():
                many = not static.source and not static.attached
                subject = "this" if static.source else self.attached() if static.attached else ""
                if many:
                    assert static.what is not None
                    subject = self.bare(static.what)
                return f"{subject} {' and '.join(self.changes(static, many=many, gain='have'))}"
            case Forbid():
                return self._forbid(static)
            case CostChange():
                return self.cost_change(static)
            case SpendAs(color=color, action=action):
                spend = " to pay the activation costs of abilities" if action else ""
                return f"you may spend {color} mana as though it were mana of any color{spend}"
            case EntersWith(tapped=tapped, counter=counter, amount=amount):
                return "this enters tapped" if tapped else f"this enters with {self.counters(amount, counter)} on it"

    def _forbid(self, static: Forbid) -> str:
        if static.action.endswith(" counters"):
            subject, pronoun = ("this", "it") if static.what is None else (self.bare(static.what), "them")
            return f"{subject} can't have {static.action.removeprefix('get ')} put on {pronoun}"
        if static.source:
            return f"this can't {static.action}"
        if static.action not in ("cast", "activate"):
            assert static.what is not None
            return f"{self.bare(static.what)} can't {static.action}"
        if static.action == "activate" and static.what is not None and static.what.zone != "stack":
            return f"activated abilities of {self.noun(static.what, plural=True)} can't be activated"
        what = self.spoken(static.what, static.action, plural=True)
        if static.action == "activate" and static.what is not None and not static.who:
            return f"{what} can't be activated"
        who = {"": "players", "you": "you", "opponent": "your opponents"}[static.who]
        return f"{who} can't {static.action} {what}"

    def played(self, action: str) -> str:
        """The word for what an action is done with, "" if it is a card."""
        return "ability" if action == "activate" else "spell"

    def cost_change(self, change: CostChange) -> str:
        """What costs more, less or at least something."""
        verb = change.action
        if change.operation == "at least":
            noun = self.spoken(change.what, verb)
            price = number_word_of(change.amount)
            subject = noun + self.doing(change)
            return f"{an(subject)} that would cost less than {price} mana to {verb} costs {price} mana"
        each = ""
        if isinstance(change.amount, Count):
            each = self.for_each(change.amount)
        what = f"{self.cost_subject(change)} {self.cost_verb(change)}"
        return f"{what} {self.price(change)} {change.operation} to {verb}{each}"

    def cost_verb(self, change: CostChange) -> str:
        return "costs" if change.source else "cost"

    def cost_subject(self, change: CostChange) -> str:
        if change.source:
            return "this"
        if change.action == "activate" and change.what is not None and change.what.zone != "stack":
            return f"activated abilities of {self.noun(change.what, plural=True)}"
        return self.spoken(change.what, change.action, plural=True) + self.doing(change)

    def spoken(self, what: Filter | None, action: str, *, plural: bool = False) -> str:
        """What is played, with the word for it: a filter of what is played speaks of the card or source."""
        head = self.played(action)
        heads = (head,) if head else ()
        if what is None:
            return self.noun(Filter((heads or ("card",),), zone="stack"), plural=plural)
        return self.noun(replace(what, kinds=tuple((*kind, *heads) for kind in what.kinds)), plural=plural)

    def doing(self, change: CostChange) -> str:
        """Who does what is priced."""
        return {"": "", "you": f" you {change.action}", "opponent": f" your opponents {change.action}"}[change.who]

    def price(self, change: CostChange) -> str:
        amount = change.amount.times if isinstance(change.amount, Count) else change.amount
        generic = "" if not amount and change.symbols else "{X}" if isinstance(amount, Variable) else f"{{{amount}}}"
        return generic + symbols(change.symbols)

    # --- triggers and conditions ---

    def trigger(self, events: tuple[Event, ...]) -> str:
        """The trigger of a triggered ability, up to its comma."""
        first = events[0]
        if first.name == "step":
            return f"at the beginning of {self._step(first)}"
        if first.name in EVENT_TEXT:
            return self._happens(events)
        if len(events) > 1:
            raise Unwritable(events)
        return f"whenever {self._done(first)}"

    def _happens(self, events: tuple[Event, ...]) -> str:
        """Each of what is watched, and each of what may happen to it."""
        happenings = tuple(dict.fromkeys((e.name, e.who) for e in events))
        watched = tuple(dict.fromkeys((e.what, e.source) for e in events))
        if events != tuple(Event(name, what, source, who) for name, who in happenings for what, source in watched):
            raise Unwritable(events)
        once = all(name in ("enters", "dies", "leaves") for name, _ in happenings) and watched == ((None, True),)
        subjects = " or ".join(self._watched(e) for e in events[: len(watched)])
        verbs = " or ".join(self.event_verb(e) for e in events[:: len(watched)])
        return f"{'when' if once else 'whenever'} {subjects} {verbs}"

    def event_verb(self, event: Event) -> str:
        """What happens, in words."""
        if event.name not in EVENT_TEXT:
            raise Unwritable(event)
        return EVENT_TEXT[event.name] + (" an opponent controls" if event.who == "opponent" else "")

    def _watched(self, event: Event) -> str:
        if event.source:
            return "this"
        if event.what is None:
            raise Unwritable(event)
        return ("another " if event.what.other else "") + (
            self.noun(event.what) if event.what.other else an(self.noun(event.what))
        )

    def _done(self, event: Event) -> str:
        who = {"": "a player", "you": "you", "opponent": "an opponent"}[event.who]
        verb, default = {
            "cast": ("cast", ""),
            "activated": ("activate", ""),
            "sacrificed": ("sacrifice", ""),
            "discarded": ("discard", "card"),
            "drawn": ("draw", "card"),
            "gains life": ("gain", ""),
            "tapped for mana": ("tap", ""),
        }[event.name]
        form = verb if event.who == "you" else third(verb)
        if event.name == "gains life":
            return f"{who} {form} life"
        if event.name in ("cast", "activated"):
            what = an(self.spoken(event.what, verb))
        else:
            what = self._watched(event) if event.what is not None else an(default)
        return f"{who} {form} {what}{' for mana' if event.name == 'tapped for mana' else ''}"

    def _step(self, event: Event) -> str:
        if event.step == "combat":
            return "combat on your turn" if event.who == "you" else "each combat"
        return {"you": "your", "": "each", "opponent": "each opponent's"}[event.who] + f" {event.step}"

    def condition(self, condition: Compare) -> str:
        left = condition.left
        match left:
            case Count(what=what):
                return self._count_condition(what, condition)
            case Variable():
                return f"X is {self.comparison(condition.op, condition.right)}"
            case Value(field=field, of=of):
                return self._value_condition(field, of, condition)
            case _:
                raise Unwritable(condition)

    def _count_condition(self, what: Filter, condition: Compare) -> str:
        one = condition.op == ">=" and condition.right == 1
        if what.zone == "stack" and one:
            return f"{an(self.noun(what))} is on the stack"
        if what.zone == "battlefield" and what.of == "you":
            return f"you control {self._how_many(replace(what, of=''), condition)}"
        if what.zone == "battlefield" and what.of == "opponent":
            return f"an opponent controls {self._how_many(replace(what, of=''), condition)}"
        if what.zone == "hand" and what.of == "you":
            return f"you have {self._how_many(replace(what, of=''), condition)} in hand"
        return f"there {'is' if one else 'are'} {self._how_many(what, condition)}"

    def _how_many(self, what: Filter, condition: Compare) -> str:
        plain = replace(what, other=False)
        if condition.op == ">=" and condition.right == 1:
            return ("another " + self.noun(plain)) if what.other else an(self.noun(plain))
        other = "other " if what.other else ""
        if condition.op == "=" and condition.right == 0:
            return f"no {other}{self.noun(plain, plural=True)}"
        return f"{self.comparison(condition.op, condition.right, words=True)} {other}{self.noun(plain, plural=True)}"

    def comparison(self, op: str, right: Amount, *, words: bool = False) -> str:
        """A phrase: "3 or more", "less than 3"."""
        number = self.number(right) if words else self.digits(right)
        match op:
            case ">=":
                return f"{number} or more"
            case "<=":
                return f"{number} or {'fewer' if words else 'less'}"
            case "=":
                return f"exactly {number}"
            case "<":
                return f"{'fewer' if words else 'less'} than {number}"
            case ">":
                return f"more than {number}"
            case _:
                raise Unwritable(op)

    def _value_condition(self, field: str, of: Ref, condition: Compare) -> str:
        if field == "life" and of == YOU:
            return f"you have {self.comparison(condition.op, condition.right)} life"
        if field.startswith("counters "):
            many = self._counters_test(field[9:], condition.op, condition.right)
            return f"{self.ref(of)} has {many} on it"
        if condition.op == "=" and condition.right == 1 and field in self.vocabulary.states:
            return f"{self.ref(of)} is {field}"
        return f"{self.possessive(of)} {field} is {self.comparison(condition.op, condition.right)}"

    def _counters_test(self, name: str, op: str, right: Amount) -> str:
        if op == ">=" and right == 1:
            return an(f"{name} counter")
        if op == "=" and right == 0:
            return f"no {name} counters"
        return f"{self.comparison(op, right, words=True)} {name} counters"

    # --- costs ---

    def cost(self, cost: Cost) -> str:
        return ", ".join(map(self.cost_part, cost))

    def payment(self, cost: Cost, *, third_person: bool = False) -> str:
        """A cost inside a sentence: "pay {2} and sacrifice this"; after "its controller" its verbs end in "s"."""
        parts = [("pay " if isinstance(part, Mana) else "") + self.cost_part(part) for part in cost]
        if third_person:
            parts = [third(verb) + space + rest for verb, space, rest in (part.partition(" ") for part in parts)]
        return " and ".join(parts)

    def cost_part(self, part: CostPart) -> str:
        match part:
            case Mana(symbols=symbols_):
                return symbols(symbols_)
            case TapSelf():
                return self.terms["tap symbol"]
            case UntapSelf():
                return self.terms["untap symbol"]
            case TapOther(what=what, count=count):
                if what.of == "you" and count == 1:
                    return f"{self.terms['tap']} your {self.noun(replace(what, of=''))}"
                fresh = replace(what, tests=(Test(self.terms["untapped"]), *what.tests))
                return f"{self.terms['tap']} {self.counted(count, fresh)}"
            case SacrificeSelf():
                return "sacrifice this"
            case Sacrifice(what=what, count=count):
                return f"sacrifice {self.counted(count, what)}"
            case DiscardSelf():
                return "discard this"
            case DiscardCost(what=what, count=count):
                return f"discard {self.counted(count, what)}"
            case PayLife(amount=amount):
                return f"pay {self.digits(amount)} life"
            case RemoveCounters(name=name, count=count, from_=from_):
                return f"remove {self.counters(count, name)} from {self.ref(from_)}"
            case PutCountersCost(name=name, count=count, what=what):
                return f"put {self.counters(count, name)} on {'this' if what is None else an(self.noun(what))}"
            case _:
                return self.special_cost(part)

    def special_cost(self, part: CostPart) -> str:
        """A cost that only this game has."""
        raise Unwritable(part)

    # --- references ---

    def subject(self, ref: Ref) -> str:
        """A reference before a plural verb: all that fit, without "each"."""
        if ref.kind == "each":
            assert ref.what is not None
            return self.bare(ref.what)
        return self.ref(ref)

    def ref(self, ref: Ref) -> str:
        match ref.kind:
            case "you":
                return "you"
            case "self":
                return "this"
            case "target":
                return self._target(ref.index)
            case "each":
                assert ref.what is not None
                return ("each other " if ref.what.other else "each ") + self.noun(ref.what)
            case "event":
                return "it" if not self._scope.seen else f"that {self.word(self._scope.noun)}"
            case "it":
                return "it"
            case "event player":
                return "that player"
            case "controller" | "owner":
                assert ref.of is not None
                return f"{self.possessive(ref.of)} {ref.kind}"
            case "chosen":
                assert ref.what is not None
                return f"another {self.noun(ref.what)}" if ref.what.other else an(self.noun(ref.what))
            case "opponents":
                return "each opponent"
            case "players":
                return "each player"
            case "attached":
                return self.attached()
            case _:
                raise Unwritable(ref)

    def attached(self) -> str:
        return "enchanted creature"

    def _target(self, index: int) -> str:
        scope = self._scope
        if index == scope.seen:
            scope.seen += 1
            return self.target(scope.targets[index])
        if index > scope.seen:
            raise Unwritable(Ref("target", index))
        if index == scope.seen - 1:
            return "that player" if scope.targets[index].what.zone == "" else "it"
        return f"the {('first', 'second')[index]} target"

    def target(self, spec: TargetSpec) -> str:
        """The words of a target at its first mention."""
        chosen = " of an opponent's choice" if spec.chooser == "opponent" else ""
        return self._target_words(spec) + chosen

    def _target_words(self, spec: TargetSpec) -> str:
        if spec.what == Filter(self.vocabulary.anything):
            if (spec.least, spec.most) == (1, 1):
                return "any target"
            return "any number of targets" if spec.most == -1 else f"up to {self.number(spec.most)} targets"
        if (spec.least, spec.most) == (1, 1):
            return f"{'another ' if spec.what.other else ''}target {self.noun(spec.what)}"
        what = self.noun(spec.what, plural=True)
        if spec.most == -1:
            return f"any number of target {what}"
        if spec.least == 0:
            return f"up to {self.number(spec.most)} target {what if spec.most != 1 else self.noun(spec.what)}"
        return f"{self.number(spec.most)} target {what}"

    def possessive(self, ref: Ref) -> str:
        match ref.kind:
            case "self":
                return "this's"
            case "you":
                return "your"
            case "event" if self._scope.seen:
                return f"that {self.word(self._scope.noun)}'s"
            case "target" if ref.index == self._scope.seen:
                return self.ref(ref) + "'s"
            case "target" if ref.index != self._scope.seen - 1:
                raise Unwritable(ref)
            case _:
                return "its"

    # --- nouns ---

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        """A noun with what narrows it, without article and without "other"."""
        before = "".join(f"{test.field} " for test in what.tests if test.op == "is")
        player = what.kinds == (("player",),) and what.of == "opponent"
        kinds = (("opponent",),) if player else what.kinds
        nouns = before + listed([self._kind(kind, plural=plural) for kind in kinds], "or")
        return (
            nouns
            + ("" if player else self._whose(what))
            + self._with(what)
            + (f" named {what.name}" if what.name else "")
        )

    def _kind(self, kind: tuple[str, ...], *, plural: bool) -> str:
        if kind == ("player", "opponent"):
            kind = ("opponent",)
        negative = [self._negative(word[1:]) for word in kind if word[0] == "!"]
        positive = [word for word in kind if word[0] != "!"]
        words = [self.word(word) for word in positive]
        if plural and words and self._is_noun(positive[-1]):
            words[-1] = self.word(self.vocabulary.plural(positive[-1]), positive[-1])
        return " ".join((*negative, *words))

    def _is_noun(self, word: str) -> bool:
        return not (word in self.vocabulary.colors or word in self.vocabulary.supertypes)

    def _negative(self, word: str) -> str:
        return f"non-{word.title()}" if self.vocabulary.is_subtype(word) else f"non{word}"

    def word(self, word: str, singular: str = "") -> str:
        """A word of a type line, a subtype with a capital."""
        return word.title() if self.vocabulary.is_subtype(singular or word) else word

    def _whose(self, what: Filter) -> str:
        cards = any("card" in kind for kind in what.kinds)
        if what.zone in ("battlefield", "stack"):
            return {"": "", "you": " you control", "opponent": " an opponent controls"}[what.of]
        if what.zone == "hand" and cards and not what.of:
            return ""
        if not what.zone:
            return ""
        return {"you": " in your ", "opponent": " in an opponent's ", "": " in a "}[what.of] + what.zone

    def _with(self, what: Filter) -> str:
        return "".join(self._test(test) for test in what.tests if test.op != "is")

    def _test(self, test: Test) -> str:
        if test.op == "has":
            return f" with {test.field}"
        if test.op == "lacks":
            return f" without {test.field}"
        if test.op == "even":
            return " with even mana values"
        if test == Test("mana value", "<", Value("mana value", EVENT)):
            return " with lesser mana value"
        if test.field == "X":
            return f" with X of {self.comparison(test.op, test.value)}"
        if test.field.startswith("counters "):
            return f" with {self._counters_test(test.field[9:], test.op, test.value)} on it"
        return f" with {test.field} {self.comparison(test.op, test.value)}"

    def bare(self, what: Filter) -> str:
        """All that fit, as the subject of a sentence: "other creatures you control"."""
        text = self.noun(what, plural=True)
        return f"other {text}" if what.other else text

    def counted(self, count: Amount, what: Filter) -> str:
        if isinstance(count, Count) or count == 1:
            return f"another {self.noun(what)}" if what.other else an(self.noun(what))
        return f"{self.number(count)} {self.noun(what, plural=True)}"

    # --- numbers ---

    def cards(self, amount: Amount) -> str:
        if isinstance(amount, Value):
            return f"cards equal to {self.value(amount)}"
        return self._many(amount, "card") + self.for_each(amount)

    def counters(self, amount: Amount, name: str) -> str:
        return self._many(amount, f"{name} counter")

    def _many(self, amount: Amount, noun: str) -> str:
        base = amount.times if isinstance(amount, Count) else amount
        if base == 1:
            return an(noun)
        return f"{'that many' if isinstance(base, EventAmount) else self.number(base)} {noun}s"

    def life(self, amount: Amount) -> str:
        if isinstance(amount, Value):
            return f"life equal to {self.value(amount)}"
        much = "that much" if isinstance(amount, EventAmount) else self.digits(amount)
        return f"{much} life{self.for_each(amount)}"

    def for_each(self, amount: Amount) -> str:
        """A phrase: "for each creature you control", for a number that is counted."""
        return (
            f" for each {'other ' if amount.what.other else ''}{self.noun(amount.what)}"
            if isinstance(amount, Count)
            else ""
        )

    def number(self, amount: Amount) -> str:
        """A number in words."""
        amount = amount.times if isinstance(amount, Count) else amount
        if isinstance(amount, int):
            return number_word(amount)
        return "that many" if isinstance(amount, EventAmount) else "X"

    def digits(self, amount: Amount) -> str:
        amount = amount.times if isinstance(amount, Count) else amount
        return str(amount) if isinstance(amount, int) else "X"

    def value(self, amount: Amount) -> str:
        """A number that is worked out: "the number of artifacts you control", "its power"."""
        match amount:
            case Count(what=what, times=1):
                return f"the number of {'other ' if what.other else ''}{self.noun(what, plural=True)}"
            case Count(what=what, times=2):
                return f"twice the number of {'other ' if what.other else ''}{self.noun(what, plural=True)}"
            case Value(field="life", of=of) if of == YOU:
                return "your life total"
            case Value(field="hand", of=of):
                return f"the number of cards in {self.possessive(of)} hand"
            case Value(field=field, of=of) if field.startswith("counters "):
                return f"the number of {field[9:]} counters on {self.ref(of)}"
            case Value(field=field, of=of):
                return f"{self.possessive(of)} {field}"
            case _:
                return self.digits(amount)


# --- words ---------------------------------------------------------------------------------------


def capital(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]


def an(noun: str) -> str:
    """With its indefinite article."""
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def third(verb: str) -> str:
    """The third person of a verb."""
    if verb == "have":
        return "has"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s")


def listed(parts: list[str], word: str) -> str:
    """A phrase: "a", "a or b", "a, b, or c"."""
    if len(parts) < 3:
        return f" {word} ".join(parts)
    return ", ".join(parts[:-1]) + f", {word} {parts[-1]}"


def number_word(number: int) -> str:
    """A number in words up to ten."""
    return NUMBERS[number] if 0 < number < len(NUMBERS) else str(number)


def number_word_of(amount: Amount) -> str:
    """A fixed number in words."""
    if not isinstance(amount, int):
        raise Unwritable(amount)
    return number_word(amount)


def signed(amount: Amount) -> str:
    """With its sign: "+2", "-1", "+X"."""
    return f"{amount:+d}" if isinstance(amount, int) else "+X"


def symbols(printed: tuple[str, ...]) -> str:
    """Mana symbols as written."""
    return "".join(f"{{{symbol}}}" for symbol in printed)


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
