"""Replacement and prevention effects: one method for each alternative of ``grammar/replacements.lark``."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Final, TypeAlias

from lark import Token as Lexeme

from engine.abilities import (
    EVENT,
    IT,
    SELF,
    YOU,
    Ability,
    Amount,
    Body,
    Change,
    Chooses,
    Compare,
    Copies,
    Count,
    Enters,
    EventAmount,
    Filter,
    Forbid,
    Goes,
    Instruction,
    Modify,
    Move,
    Never,
    Per,
    Prevented,
    Redirected,
    Ref,
    RefKind,
    Replacement,
    Scaled,
    Shield,
    Spared,
    Static,
    Test,
    Under,
    Variable,
    Who,
    Whose,
    Would,
    WouldEvent,
)
from engine.text.binding import bind, settled
from engine.text.compiler.bodies import Bodies
from engine.text.compiler.joined_sentences import effects_of
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import ANY, ATTACHED, ITSELF, Scene
from engine.text.phrases import SUBJECT, Clause, Sentences, Suffix, TargetRef, ThisWay, plainly, put, rewrite

Effects: TypeAlias = tuple[Instruction, ...]
Would_: TypeAlias = tuple[Would, ...]
FIXED: Final[tuple[RefKind, ...]] = ("self", "attached", "you", "opponents", "players", "each")
"""References that mean the same whenever they are looked at; others are fixed as a shield is made."""
TIMES = {"twice": 2, "double": 2, "triple": 3, "three times": 3}
EVERY: Final[dict[Whose, RefKind]] = {"": "players", "opponent": "opponents"}
PILES: Final[dict[str, Who]] = {"a": "", "y": "you", "i": "", "an": "opponent"}
"""The owner of a graveyard, by how the words for it begin."""
WHOSE: Final[dict[str, Who]] = {"you": "you", "opponents": "opponent", "players": ""}
"""The players kept from something, by the words of a text."""
MOVES: Final[tuple[WouldEvent, ...]] = ("die", "graveyard", "leave", "discard", "enter")


class Outcome:
    """The outcome instead, while its event is not yet known; ``event`` is the one it fits, "" for any."""

    __slots__ = ("changes", "effects", "event", "optional")

    def __init__(
        self, changes: tuple[Change, ...], effects: Effects = (), event: WouldEvent = "", *, optional: bool = False
    ) -> None:
        self.changes = changes
        self.effects = effects
        self.event = event
        self.optional = optional

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and (self.changes, self.effects, self.event, self.optional) == (
            other.changes,
            other.effects,
            other.event,
            other.optional,
        )

    def __hash__(self) -> int:
        return hash((self.changes, self.effects, self.event, self.optional))


@inline
class Replacements(Bodies):
    """Replacement and prevention effects."""

    # --- how something enters ---

    def enters_so(self, what: Ref, _verb: Lexeme, *how: Enters | Modify) -> tuple[Static, ...]:
        """The additions with which it enters: "enters with a +1/+1 counter on it and with flying"."""
        if what.kind not in ("self", "each", "pronoun"):
            raise Reject
        changes = tuple(change for change in how if isinstance(change, Enters))
        had = [self.grant(what, change) for change in how if isinstance(change, Modify)]
        if had and (what.kind == "each" or not changes):
            raise Reject
        return (Replacement(Would("enter", what), changes), *(grant for grants in had for grant in grants))

    @abstractmethod
    def grant(self, what: Ref, change: Modify) -> tuple[Static, ...]:
        """The grant of abilities; see ``Statics``."""

    def entered_having(self, abilities: tuple[tuple[str, ...], tuple[Ability, ...]]) -> Modify:
        return Modify(SUBJECT, gains=abilities[0], abilities=abilities[1], until="")

    def enters_as_copy(self, _self: Ref, what: Filter, more: Modify | None = None) -> tuple[Static, ...]:
        return (Replacement(Would("enter", SELF), (Copies(what, plainly(more)),), optional=True),)

    def enters_optionally(self, _self: Ref, how: Enters) -> tuple[Static, ...]:
        return (Replacement(Would("enter", SELF), (how,), optional=True),)

    def enters_tapped_as_copy(self, _self: Ref, what: Filter, more: Modify | None = None) -> tuple[Static, ...]:
        return (Replacement(Would("enter", SELF), (Copies(what, plainly(more)), Enters("tapped")), optional=True),)

    def chooses_entering(self, _self: Ref, _verb: Lexeme, what: Chooses) -> tuple[Static, ...]:
        return (Replacement(Would("enter", SELF), (what,)),)

    def chooses_and_enters(self, *parts: object) -> tuple[Static, ...]:
        """A choice, and a manner to enter that may depend on it (614.12a)."""
        chooses, how = (part for part in parts if isinstance(part, Chooses | Enters))
        return (Replacement(Would("enter", SELF), (chooses, how)),)

    def enters_and_chooses(self, entering: tuple[Static, ...], *parts: object) -> tuple[Static, ...]:
        chooses = next(part for part in parts if isinstance(part, Chooses))
        return (*entering, Replacement(Would("enter", SELF), (chooses,)))

    def choose_a_color(self) -> Chooses:
        return Chooses("color")

    def choose_a_color_but(self, color: Lexeme) -> Chooses:
        return Chooses("color", (str(color.lower()),))

    def choose_a_land_type(self) -> Chooses:
        return Chooses("basic land type")

    def choose_a_type(self) -> Chooses:
        return Chooses("type")

    def choose_a_type_but(self, word: Lexeme) -> Chooses:
        return Chooses("type", (self.vocabulary.singular(str(word.lower())),))

    def choose_an_opponent(self) -> Chooses:
        return Chooses("opponent")

    def choose_a_player(self) -> Chooses:
        return Chooses("player")

    def enters_under_opponent(self, _self: Ref, _verb: Lexeme) -> tuple[Static, ...]:
        return (Replacement(Would("enter", SELF), (Under(),)),)

    def skip_own(self, period: Lexeme) -> tuple[Replacement, ...]:
        return (Replacement(Would("step", YOU, kind=str(period.lower())), (Never(),)),)

    def skip_theirs(self, who: Ref, verb: Lexeme, _their: Lexeme, period: Lexeme) -> tuple[Replacement, ...]:
        if who.kind not in ("players", "opponents"):
            raise Reject
        return (Replacement(Would("step", who, kind=str(period.lower()).removesuffix("s")), (Never(),)),)

    def skip_next(self, verb: Lexeme, *rest: Lexeme) -> Clause:
        effect = Replacement(Would("step", IT, kind=str(rest[-1].lower())), (Never(),))
        return Clause((Shield(effect, SUBJECT, None, 1, ""),), verb.lower().endswith("s"))

    def copied(self, *parts: object) -> Filter:
        (what,) = (part for part in parts if isinstance(part, Filter))
        return what

    def entered_tapped(self, _tapped: Lexeme) -> Enters:
        return Enters("tapped")

    def entered_untapped(self) -> Enters:
        return Enters("untapped")

    def entered_with(self, *parts: object) -> Enters:
        (counters,) = (part for part in parts if isinstance(part, Enters))
        return replace(counters, tapped="tapped") if len(parts) > 1 else counters

    def so_many_counters(self, count: Amount, *parts: object) -> Enters:
        name = next(p for p in parts if type(p) is str)
        each = next((p for p in parts if isinstance(p, Count | Per)), None)
        if each is not None:
            if not isinstance(count, int):
                raise Reject
            count = replace(each, times=count)
        return Enters("", name, count)

    def counters_equal(self, *parts: object) -> Enters:
        name = next(p for p in parts if type(p) is str)
        return Enters("", name, parts[-1])  # type: ignore[arg-type]  # the value comes last

    def counters_where(self, count: Amount, name: str, _there: None, _x: Lexeme, value: Amount) -> Enters:
        if count != Variable():
            raise Reject
        return Enters("", name, value)

    # --- what would happen ---

    def would_die(self, what: Ref) -> Would_:
        return (Would("die", what),)

    def would_die_of_it(self, _article: Lexeme, what: Filter) -> Would_:
        return (Would("die", Ref("it", 0, what)),)

    def would_be_buried(self, what: Ref, whose: Lexeme) -> Would_:
        of = PILES["an" if whose.startswith("an ") else whose[0].lower()]
        if of:
            if what.what is None or what.what.of:
                raise Reject
            what = replace(what, what=replace(what.what, of=of))
        return (Would("graveyard", what),)

    def would_leave(self, what: Ref) -> Would_:
        return (Would("leave", what),)

    def would_enter(self, what: Ref) -> Would_:
        return (Would("enter", what),)

    def would_be_put_away(self, what: Ref, whose: Lexeme, *_from: Lexeme) -> Would_:
        if whose.lower() not in ("a graveyard", "its owner's graveyard"):
            raise Reject
        return (Would("die", what),)

    def would_enter_uncast(self, what: Ref) -> Would_:
        return (Would("enter", what, kind="uncast"),)

    def would_be_destroyed(self, what: Ref) -> Would_:
        return (Would("destroy", what),)

    def would_be_sacrificed(self, what: Ref) -> Would_:
        return (Would("sacrifice", what),)

    def would_discard(self, what: Ref) -> Would_:
        raise Reject  # what is discarded, not who discards, is what may go elsewhere

    def would_be_discarded(self, _self: Ref) -> Would_:
        return (Would("discard", SELF, kind="opponent"),)

    def would_draw(self, who: Ref) -> Would_:
        return (Would("draw", who),)

    def would_gain(self, who: Ref) -> Would_:
        return (Would("gain", who),)

    def would_lose(self, who: Ref) -> Would_:
        return (Would("lose", who),)

    def would_create(self) -> Would_:
        return (Would("tokens", YOU),)

    def you_would_create(self) -> Would_:
        return (Would("tokens", YOU),)

    def would_create_such(self, _some: Lexeme, kind: Lexeme, _tokens: Lexeme) -> Would_:
        """Tokens of a type or subtype, and of no more words."""
        word = str(self.element(kind))
        if word not in self.vocabulary.types and not self.vocabulary.is_subtype(word):
            raise Reject
        return (Would("tokens", YOU, kind=word),)

    def would_put(self, name: str, what: Ref) -> Would_:
        return (Would("counters", what, kind="" if isinstance(name, Lexeme) else name),)

    def you_would_put(self, name: str, what: Ref) -> Would_:
        """122.6a: counters that you put, also with which something enters under your control."""
        return tuple(replace(would, by=YOU) for would in self.would_put(name, what))

    def would_be_put(self, _some: Lexeme, name: str, what: Ref) -> Would_:
        return self.would_put(name, what)

    def would_deal(self, by: Ref, kind: Lexeme, to: tuple[Ref, ...] = ()) -> Would_:
        return self._damage(kind, to, by)

    def would_be_dealt(self, kind: Lexeme, to: tuple[Ref, ...], by: Ref | None = None) -> Would_:
        return self._damage(kind, to, by)

    def would_suffer(self, what: Ref, kind: Lexeme, by: Ref | None = None) -> Would_:
        return self._damage(kind, (what,), by)

    def _damage(self, kind: Lexeme, to: tuple[Ref, ...], by: Ref | None) -> Would_:
        word = str(kind.lower()).removesuffix("damage").strip().replace("non-", "non")
        return tuple(Would("damage", one, by, word) for one in to) or (Would("damage", None, by, word),)

    def recipients(self, *refs: Ref) -> tuple[Ref, ...]:
        if len(refs) > 1 and not any(_is_player(ref) for ref in refs):
            raise Reject  # one noun of several kinds
        return refs

    def dealer(self, ref: Ref) -> Ref:
        if ref.what is not None and ref.what.zone == "stack":
            raise Reject  # a spell is a source too, but not by its words
        return ref

    def source(self, *parts: object) -> Ref:
        return Ref("each", 0, self._source(parts))

    def other_source(self, *parts: object) -> Ref:
        return Ref("each", 0, replace(self._source(parts), other=True))

    def chosen_source(self, *parts: object) -> Ref:
        return Ref("chosen", 0, replace(self._source(parts), zone="sources"), YOU)

    def _source(self, parts: tuple[object, ...]) -> Filter:
        words = tuple(p for p in parts if isinstance(p, str) and not isinstance(p, Lexeme))
        if any(isinstance(p, Test) for p in parts):
            raise Reject
        what = Filter((words,))
        for suffix in (p for p in parts if isinstance(p, Suffix)):
            if (suffix.of and what.of) or suffix.zone:
                raise Reject
            what = replace(what, of=what.of or suffix.of, tests=what.tests + suffix.tests)
        return what

    # --- what happens instead ---

    def instead(self, clauses: Clause) -> Outcome:
        return Outcome((), effects_of(clauses))

    def shuffled_instead(self, ref: Ref) -> Outcome:
        if ref.kind not in ("self", "pronoun"):
            raise Reject
        return Outcome((Goes("library"),))

    def revealed_instead(self, _revealed: Ref, ref: Ref) -> Outcome:
        self.shuffled_instead(ref)
        return Outcome((Goes("library", reveal=True),))

    def spared(self, whom: Ref, clauses: Clause) -> Outcome:
        return Outcome((Spared(),), effects_of(clauses), event="destroy")

    def regenerated(self, _verb: Lexeme, whom: Ref) -> Outcome:
        return Outcome((Spared(regenerated=True),), event="destroy")

    def regenerate(self, _verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        effect = Replacement(Would("destroy", IT), (Spared(regenerated=True),))
        return Clause(tuple(Shield(effect, ref, None, 1) for ref in refs))

    def may_instead(self, action: Clause) -> Outcome:
        if action.third:
            raise Reject
        return Outcome((), put(effects_of(replace(action, subject=None)), SUBJECT, YOU), optional=True)

    def skip_draw(self, *_words: object) -> Outcome:
        return Outcome((Never(),), event="draw")

    def prevent_it(self) -> Outcome:
        return Outcome((Prevented(),), event="damage")

    def prevent_some(self, number: Amount) -> Outcome:
        return Outcome((Prevented(number),), event="damage")

    def prevent_all_but(self, number: Amount) -> Outcome:
        return Outcome((Prevented(spared=number),), event="damage")

    def prevent_and(self, clauses: Clause) -> Outcome:
        return Outcome((Prevented(),), effects_of(clauses), event="damage")

    def deal_scaled(self, _by: Ref, _verb: Lexeme, scaled: Scaled, *_to: object) -> Outcome:
        return Outcome((scaled,), event="damage")

    def gain_scaled(self, _who: Ref, verb: Lexeme, scaled: Scaled) -> Outcome:
        return Outcome((scaled,), event=_life(verb))

    def gain_more(self, _who: Ref, verb: Lexeme, number: Amount) -> Outcome:
        return Outcome((Scaled(1, number),), event=_life(verb))

    def gain_none(self, _who: Ref, verb: Lexeme) -> Outcome:
        return Outcome((Never(),), event=_life(verb))

    def many_instead(self, scaled: Scaled) -> Outcome:
        return Outcome((scaled,), event="tokens")

    def create_scaled(self, *parts: object) -> Outcome:
        (scaled,) = (part for part in parts if isinstance(part, Scaled))
        return Outcome((scaled,), event="tokens")

    def put_scaled(self, *parts: object) -> Outcome:
        (scaled,) = (part for part in parts if isinstance(part, Scaled))
        return Outcome((scaled,), event="counters")

    def redirect(self, to: Ref) -> Outcome:
        return Outcome((Redirected(to),), event="damage")

    def times_as_much(self, times: Lexeme) -> Scaled:
        return Scaled(TIMES[times.lower()])

    def so_much_more(self, number: Amount) -> Scaled:
        return Scaled(1, number)

    def so_much_less(self, number: Amount) -> Scaled:
        if not isinstance(number, int):
            raise Reject
        return Scaled(1, -number)

    # --- whole effects ---

    def if_would(self, woulds: Would_, *rest: object) -> tuple[Replacement, ...]:
        outcome = rest[-1]
        assert isinstance(outcome, Outcome)
        condition = rest[0] if len(rest) > 1 else None
        return tuple(_replacement(would, outcome, condition) for would in woulds)  # type: ignore[arg-type]  # a condition or none

    def prevent_all(self, kind: Lexeme, *rest: object) -> tuple[Replacement, ...]:
        to = next((part for part in rest if isinstance(part, tuple)), ())
        by = next((part for part in rest if isinstance(part, Ref)), None)
        return tuple(Replacement(would, (Prevented(),)) for would in self._damage(kind, to, by))

    def prevent_all_by(self, kind: Lexeme, by: Ref, to: tuple[Ref, ...] = ()) -> tuple[Replacement, ...]:
        return self.prevent_all(kind, to, by)

    def prevent_all_from(self, kind: Lexeme, by: Ref) -> tuple[Replacement, ...]:
        return self.prevent_all(kind, by)

    def prevent_both(self, kind: Lexeme, what: Ref) -> tuple[Replacement, ...]:
        return self.prevent_all(kind, (what,)) + self.prevent_all(kind, what)

    def redirect_all(self, kind: Lexeme, to: tuple[Ref, ...], whom: Ref) -> tuple[Replacement, ...]:
        return tuple(Replacement(would, (Redirected(whom),)) for would in self._damage(kind, to, None))

    def prevent_next(self, number: Amount, kind: Lexeme, to: tuple[Ref, ...], by: Ref | None = None) -> Effects:
        if len(to) > 1:
            raise Reject
        return tuple(_shield(Replacement(would, (Prevented(),)), amount=number) for would in self._damage(kind, to, by))

    def redirect_next(self, number: Amount, kind: Lexeme, to: tuple[Ref, ...], whom: Ref) -> Effects:
        if len(to) > 1:
            raise Reject
        return tuple(
            _shield(Replacement(would, (Redirected(whom),)), amount=number) for would in self._damage(kind, to, None)
        )

    def next_time(self, woulds: Would_, outcome: Outcome) -> Effects:
        return tuple(_shield(_replacement(would, outcome, None), uses=1) for would in woulds)

    def next_time_chosen(self, by: Ref, kind: Lexeme, to: tuple[Ref, ...], outcome: Outcome) -> Effects:
        return tuple(_shield(_replacement(would, outcome, None), uses=1) for would in self._damage(kind, to, by))

    def shield(self, *effects: tuple[Instruction | Replacement, ...]) -> Clause:
        return Clause(self.guard(*effects))

    def guard(self, *effects: tuple[Instruction | Replacement, ...]) -> Effects:
        return tuple(
            _shield(effect) if isinstance(effect, Replacement) else effect for some in effects for effect in some
        )

    def besides(self, before: Effects, sentence: Effects) -> Effects:
        shield = before[-1] if before else None
        if not isinstance(shield, Shield) or shield.effect.body is not None or not _prevents(shield.effect):
            raise Reject
        if shield.amount is not None:
            raise Reject  # it has no words of its own for that
        return (*before[:-1], replace(shield, effect=replace(shield.effect, body=_body(sentence))))

    def replacing_more(self, replacements: tuple[Replacement, ...], more: Sentences) -> tuple[Ability, ...]:
        """The further deeds of an effect, in sentences of its own."""
        body = _body(more.effects)
        if any(r.body is not None or not _prevents(r) for r in replacements):
            raise Reject
        return self.static(tuple(replace(r, body=body) for r in replacements))

    def pays_or_enters(self, *parts: object) -> tuple[Ability, ...]:
        return self._pays(parts, unless=True)

    def pays_and_enters(self, *parts: object) -> tuple[Ability, ...]:
        return self._pays(parts, unless=False)

    def _pays(self, parts: tuple[object, ...], *, unless: bool) -> tuple[Ability, ...]:
        cost = next(part for part in parts if isinstance(part, tuple))
        how = parts[-1]
        assert isinstance(how, Enters)
        return self.static((Replacement(Would("enter", SELF), (how,), cost=cost, unless=unless),))

    def static(self, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        found = tuple(map(_as_static, statics))
        return tuple(settled(static, _scene_of(static)) for static in found)

    def as_said(self, statics: tuple[Static, ...]) -> tuple[Static, ...]:
        return statics

    def forbid_preventing(self, kind: Lexeme) -> tuple[Static, ...]:
        return (Forbid(_prevention(kind)),)

    def forbid_preventing_by(self, kind: Lexeme, by: Ref) -> tuple[Static, ...]:
        if by.kind not in ("self", "each"):
            raise Reject
        what = by.what
        if what is not None and not any(map(self._is_thing, (word for words in what.kinds for word in words))):
            what = replace(what, zone="sources")  # also what is a source elsewhere than in play
        return (Forbid(_prevention(kind), what, by.kind == "self"),)

    def _is_thing(self, word: str) -> bool:
        """Whether a word calls a source by what it is in play, and not by its color."""
        return not (word[0] == "!" or word in self.vocabulary.colors or word in self.vocabulary.supertypes)

    def forbid_gaining(self, who: Ref, _cant: Lexeme) -> tuple[Static, ...]:
        whose = WHOSE.get(who.kind)
        if whose is None:
            raise Reject
        return (Forbid("gain life", who=whose),)


def _prevention(kind: Lexeme) -> str:
    """The forbidden action: preventing damage of a kind."""
    word = kind.lower().removesuffix("damage").strip()
    return f"be prevented as {word} damage" if word else "be prevented"


def _is_player(ref: Ref) -> bool:
    return ref.kind in ("you", "players", "opponents") or (ref.what is not None and not ref.what.zone)


def _life(verb: Lexeme) -> WouldEvent:
    return "gain" if verb.lower().startswith("gain") else "lose"


def _prevents(effect: Replacement) -> bool:
    return any(isinstance(change, Prevented) for change in effect.changes)


def _scene_of(static: Static) -> Scene:
    """The thing that a static ability is about: "it" in its condition is the source only if it is about that."""
    about = static.would.what if isinstance(static, Replacement) else None
    if getattr(static, "attached", False) or about == ATTACHED:
        return ((ATTACHED, ANY),)
    is_about_source = getattr(static, "source", False) or about == SELF
    is_about_others = about is not None or getattr(static, "what", None) is not None
    return () if is_about_others and not is_about_source else ITSELF


def _replacement(would: Would, outcome: Outcome, condition: Compare | None) -> Replacement:
    """An event and what happens instead of it, put together."""
    if outcome.event and outcome.event != would.event:
        raise Reject
    is_shuffled = any(isinstance(change, Goes) and change.zone == "library" for change in outcome.changes)
    if is_shuffled and would.event not in MOVES:
        raise Reject
    effects = outcome.effects
    changes = outcome.changes
    if not changes:
        effects, changes = _instead_of(would, effects)
    body = _body(effects) if effects else None
    return Replacement(would, changes, body, condition, outcome.optional)


def _body(effects: Effects) -> Body:
    """The deeds of an effect besides, or in place of its event; it has no targets of its own."""
    body = bind(rewrite(effects, lambda part: EventAmount() if isinstance(part, ThisWay) else part), ((EVENT, ANY),))
    if body.targets:
        raise Reject
    return body


def _instead_of(would: Would, effects: Effects) -> tuple[Effects, tuple[Change, ...]]:
    """The text's substitute for an event: going elsewhere is the same move, anything else is another event."""
    first = effects[0]
    if would.event in MOVES and isinstance(first, Move):
        if first.what.kind not in ("pronoun", "self") or first.under not in ("", "owner") or first.attacking:
            raise Reject
        changes: tuple[Change, ...] = (Goes(first.zone),)
        if first.tapped or first.counter:
            changes += (Enters("tapped" if first.tapped else "", first.counter, first.count if first.counter else 0),)
        return effects[1:], changes
    if would.event in ("enter", "leave", "graveyard", "discard"):
        raise Reject
    return effects, (Never(),)


def _shield(effect: Replacement, amount: Amount | None = None, uses: int = -1) -> Shield:
    """An effect for this turn; whom it is about by other than standing words is fixed as it is made."""
    would = effect.would
    what, about = _fixed(would.what, None)
    by, about = _fixed(would.by, about)
    return Shield(replace(effect, would=replace(would, what=what, by=by)), about, amount, uses)


def _fixed(ref: Ref | None, about: Ref | None) -> tuple[Ref | None, Ref | None]:
    """The thing that an effect for a time watches, and the one it is for: a standing word, or "it" if fixed now."""
    if ref is None or ref.kind in FIXED:
        return ref, about
    if ref.kind == "chosen" and ref.what is not None and ref.what.zone != "sources":
        return _standing(ref), about
    if about is not None:
        raise Reject
    return IT, ref


def _as_static(static: Static) -> Static:
    if not isinstance(static, Replacement):
        return static
    would = static.would
    what = _standing(would.what) if would.what is not None else None
    by = _standing(would.by) if would.by is not None else None
    return replace(static, would=replace(would, what=what, by=by))


def _standing(ref: Ref) -> Ref:
    """The subject of a standing effect: "a creature" is each one."""
    if isinstance(ref, TargetRef):
        raise Reject
    if ref.kind == "chosen" and ref.what is not None:
        if ref.what.kinds == (("player",),):
            return Ref(EVERY[ref.what.of])
        return Ref("each", 0, ref.what)
    if ref.kind not in FIXED:
        raise Reject
    return ref
