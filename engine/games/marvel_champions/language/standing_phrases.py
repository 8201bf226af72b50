"""Phrases about cards that lie aside, that are with the first player, or that no limit counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Ability,
    Alter,
    Amount,
    Count,
    Event,
    Filter,
    Grant,
    Keyword,
    Math,
    Modify,
    Move,
    Paid,
    Per,
    Prevented,
    Ref,
    Sacrifice,
    Static,
    TapOther,
    Test,
    Timed,
    Value,
)
from engine.games.marvel_champions.language.lasting_phrases import LastingCompiler, LastingRenderer
from engine.games.marvel_champions.language.noun_phrases import SET_ASIDE, WORD_OF
from engine.games.marvel_champions.language.shared_words import (
    CONSEQUENCES,
    CONSEQUENCES_OF,
    ICONS_IN_PLAY,
    LINKED,
    MOST_COUNTERS,
    MOST_COUNTERS_EACH,
    UNCOUNTED,
    WITH_FIRST,
)
from engine.queries.layers import BLANK
from engine.state.proposed_events import CONSEQUENTIAL
from engine.text.compiler.actions import act
from engine.text.compiler.triggers import Events
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Alternatives, Clause, Suffix, rewrite
from engine.text.renderer.writing import listed

NO_PLAYERS: Final = ("!attachment", "!obligation")
NO_IDENTITY: Final = "!identity"
HOST: Final = Test("hosts", "of", Value("id", SELF))
CANT: Final = "can't "
NAMESAKE: Final = Test("namesake", "of", Value("id", SELF))
OWN: Final = tuple(Filter(((kind,),), "you") for kind in ("identity", "hero", "alter-ego", "leader"))
"""A player has one of each."""
YOURS: Final[dict[str, object]] = {"under": "you"}

if TYPE_CHECKING:
    from engine.abilities import CostPart, UntilWord


@inline
class StandingCompiler(LastingCompiler):
    """Reads the phrases of this module."""

    def noun(self, alternatives: Alternatives, *suffixes: Suffix) -> Filter:
        """A card that a player controls is a player's card, whatever else lies before that player (Player Card)."""
        what = super().noun(alternatives, *suffixes)
        if what.of != "you" or what.zone != "battlefield":
            return what
        return replace(what, kinds=tuple((*kind, *NO_PLAYERS) if "card" in kind else kind for kind in what.kinds))

    def of_extreme_cost(self, extreme: Lexeme | str, what: Filter) -> Ref:
        return super().of_extreme_cost(extreme, _of_any_kind(what))

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        return super().start(rewrite(found, _sparing_identities, only=(Sacrifice, Move)))

    def linked(self, name: str, what: Filter | None = None) -> Keyword:
        if what is not None and what != Filter(what.kinds):
            raise Reject
        return Keyword(LINKED, what=Filter(() if what is None else what.kinds, name=name))

    def linked_to_namesake(self, _self: Lexeme, what: Filter) -> Keyword:
        """A card of another kind has its title."""
        return self.linked("", what)

    def scheme_icon(self, name: Lexeme) -> str:
        return str(name.lower())

    def each_icon_of(self, *names: str) -> Per:
        """The icons of each of these kinds in play, each of them one."""
        if len(set(names)) < len(names):
            raise Reject
        return Per(Value(f"{ICONS_IN_PLAY}{'+'.join(names)}", YOU))

    def free_of_consequences(self) -> Modify:
        return Modify(SUBJECT, until="", gains=(f"{CANT}{CONSEQUENCES}",))

    def tap_attached(self, _verb: Lexeme, said: Lexeme) -> CostPart:
        """Exhaust the card that this one is attached to, if one controls it (Cost: control)."""
        kind = str(said.lower()).rsplit(" ", 1)[-1]
        return TapOther(Filter(((kind,),), tests=(HOST,)))

    def timed(self, *parts: Any) -> Timed:
        """A cost that exhausts the card below this one goes with an event that means any card.

        Raises:
            Reject: the event says another, which would be another than this card.
        """
        timed = super().timed(*parts)
        is_host = any(isinstance(part, TapOther) and HOST in part.what.tests for part in timed.cost)
        if is_host and any(event.what is not None and event.what.other for event in timed.events):
            raise Reject
        return timed

    def freed_from_consequences(self, who: Ref, doing: Lexeme, until: UntilWord = "") -> Clause:
        if who.kind != "each":
            raise Reject
        gains = (f"{CANT}{CONSEQUENCES_OF[doing.lower().removesuffix('ing')]}",)
        return Clause((Modify(who, until=until, gains=gains),))

    def takes_consequences(self, _take: Lexeme) -> Events:
        return (Event("damaged", how=CONSEQUENTIAL),)

    def get_stats_bounded(self, verb: Lexeme, change: Modify, each: Count | Per, bound: Modify) -> Modify:
        """So much for each, and no more than so much of the same."""
        whole = self.get_stats_for_each(verb, change, each)
        if (bool(whole.power), bool(whole.toughness), *_names(whole)) != (
            bool(bound.power),
            bool(bound.toughness),
            *_names(bound),
        ):
            raise Reject
        stats = zip(whole.stats, bound.stats, strict=True)
        return replace(
            whole,
            power=_at_most(whole.power, bound.power),
            toughness=_at_most(whole.toughness, bound.toughness),
            stats=tuple((name, _at_most(number, most)) for (name, number), (_, most) in stats),
        )

    def for_each(self, action: Clause, each: Count | Per | Paid) -> Clause:
        """So much of what is about to happen is prevented for each."""
        (effect,) = action.effects if len(action.effects) == 1 else (None,)
        (change,) = effect.changes if isinstance(effect, Alter) and len(effect.changes) == 1 else (None,)
        if not isinstance(change, Prevented) or not isinstance(change.amount, int):
            return super().for_each(action, each)
        return replace(action, effects=(Alter((Prevented(replace(each, times=change.amount)),)),))

    def blank(self, whose: Ref | Lexeme) -> tuple[Static, ...]:
        """Nothing that is printed in the text box counts (Text Box); traits are no part of it."""
        if not isinstance(whose, Ref):
            return (Grant(attached=True, loses=BLANK),)
        return self.grant(whose, Modify(SUBJECT, until="", loses=BLANK))

    def max_counters(self, number: Lexeme, *parts: Lexeme | str) -> Keyword:
        """No more counters of a name, or no more for each player."""
        *icon, name = parts
        return Keyword(MOST_COUNTERS_EACH if icon else MOST_COUNTERS, int(number), what=Filter(name=str(name)))

    def uncounted(self, _self: Ref | None = None) -> Keyword:
        return Keyword(UNCOUNTED)

    def with_first(self, _self: Ref) -> Keyword:
        return Keyword(WITH_FIRST)

    def lying_aside(self, name: str, what: Filter) -> Ref:
        if what != Filter(what.kinds):
            raise Reject
        return Ref("chosen", 0, replace(what, name=name, zone=SET_ASIDE), of=YOU)

    def namesake_aside(self, _self: Lexeme, what: Filter) -> Ref:
        if what != Filter(what.kinds):
            raise Reject
        return Ref("chosen", 0, replace(what, zone=SET_ASIDE, tests=(NAMESAKE,)), of=YOU)

    def put_into_play(self, verb: Lexeme, refs: tuple[Ref, ...], *arrivals: dict[str, object]) -> Clause:
        """A card that lies aside comes under the control of a player.

        Raises:
            Reject: it is not said whose it becomes.
        """
        if not any(_lies_aside(ref) for ref in refs):
            return super().put_into_play(verb, refs, *arrivals)
        if len(refs) > 1 or arrivals != (YOURS,):
            raise Reject
        return act(verb, Move(refs[0], "battlefield", under="you"))


def _of_any_kind(what: Filter) -> Filter:
    """The cards of a noun without the words that only bar others' cards and identities."""
    barred = (*NO_PLAYERS, NO_IDENTITY)
    kinds = tuple(tuple(word for word in kind if word not in barred) for kind in what.kinds)
    return replace(what, kinds=kinds) if kinds != what.kinds else what


def _sparing_identities(part: object) -> object:
    """A card that a player controls and that leaves play is no identity (Identity)."""
    if isinstance(part, Sacrifice):
        return replace(part, what=_spared(part.what))
    if isinstance(part, Move) and part.zone != "battlefield" and part.what.what is not None:
        return replace(part, what=replace(part.what, what=_spared(part.what.what)))
    return part


def _spared(what: Filter) -> Filter:
    kinds = tuple((*kind, NO_IDENTITY) if NO_PLAYERS[0] in kind else kind for kind in what.kinds)
    return replace(what, kinds=kinds) if kinds != what.kinds else what


def _lies_aside(ref: Ref) -> bool:
    return (
        ref.kind == "chosen"
        and ref.what is not None
        and ref.what.zone == SET_ASIDE
        and bool(ref.what.name or NAMESAKE in ref.what.tests)
    )


def _names(change: Modify) -> tuple[str, ...]:
    return tuple(name for name, _ in change.stats)


def _at_most(number: Amount, most: Amount) -> Amount:
    """A number with a bound; both are what something gets more.

    Raises:
        Reject: it is no such bound.
    """
    if isinstance(number, int) and isinstance(most, int) and not number and not most:
        return 0
    if isinstance(number, int) or not isinstance(most, int) or most < 1:
        raise Reject
    return Math("min", number, most)


class StandingRenderer(LastingRenderer):
    """Writes the phrases of this module."""

    def ref(self, ref: Ref) -> str:
        if _lies_aside(ref) and ref.what is not None:
            kind = self.noun(Filter(ref.what.kinds))
            return f"the set-aside {ref.what.name or '~'} {kind}"
        return super().ref(ref)

    def modify(self, effect: Modify) -> str:
        spared = next((word for word in effect.gains if word.startswith(CANT + CONSEQUENCES)), "")
        if not spared:
            return super().modify(effect)
        who, until = self.ref(effect.what), self.until(effect.until)
        doing = spared.removeprefix(CANT + CONSEQUENCES).removeprefix(" from ")
        if doing:
            return f"prevent all consequential damage {who} would take from {doing}{until}"
        rest = replace(effect, gains=tuple(word for word in effect.gains if word != spared))
        if rest == Modify(effect.what, until=effect.until):
            return f"{who} does not take consequential damage{until}"
        return f"{super().modify(rest).removesuffix(until)} and does not take consequential damage{until}"

    def _awaited(self, event: Event) -> str:
        if event.name == "damaged" and event.how == CONSEQUENTIAL:
            return "would take any amount of consequential damage"
        return super()._awaited(event)

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        return super().noun(_of_any_kind(what), plural=plural)

    def tap_other(self, part: TapOther) -> str:
        return f"exhaust attached {part.what.kinds[0][0]}" if HOST in part.what.tests else super().tap_other(part)

    def alter(self, effect: Alter) -> str:
        match effect.changes:
            case (Prevented(amount=Count(times=1) as each),) if "fully" in self.wording:
                return f"prevent X of that damage, where X is {self.value(each)}"
            case (Prevented(amount=Count() | Per() as each),) if isinstance(each.times, int):
                return f"{super().alter(Alter((Prevented(each.times),)))}{self.for_each(each)}"
            case _:
                return super().alter(effect)

    def _one_of(self, of: Amount) -> str:
        if isinstance(of, Value) and of.field.startswith(ICONS_IN_PLAY):
            names = [f"[{name}]" for name in of.field.removeprefix(ICONS_IN_PLAY).split("+")]
            return f"{listed(names, 'and')} in play"
        return super()._one_of(of)

    def grant(self, static: Grant) -> str:
        bound = [(name, number) for name, number in _numbers(static) if isinstance(number, Math) and number.op == "min"]
        if len(bound) == 1:
            (name, number), stats = bound[0], tuple((stat, _unbound(value)) for stat, value in static.stats)
            power, toughness = _unbound(static.power), _unbound(static.toughness)
            said = self.grant(replace(static, power=power, toughness=toughness, stats=stats))
            return f"{said} (to a maximum of +{self.digits(number.right)} {WORD_OF[name]})"
        if static.loses != BLANK:
            return super().grant(static)
        whose = "attached character" if static.what is None else self.ref(Ref("each", 0, static.what))
        return f"treat {whose}'s printed text box as if it were blank"

    def keyword(self, keyword: Keyword) -> str:
        if keyword.name == LINKED and keyword.what is not None:
            kind = f" {self.noun(replace(keyword.what, name=''))}" if keyword.what.kinds != () else ""
            return f"linked ({keyword.what.name or '~'}{kind})."
        if keyword.name == "attach" and keyword.what in OWN:
            return f"attach to your {keyword.what.kinds[0][0]}."
        if keyword.name in (MOST_COUNTERS, MOST_COUNTERS_EACH) and keyword.what is not None:
            each = "{v}" if keyword.name == MOST_COUNTERS_EACH else ""
            return f"max {keyword.value}{each} {keyword.what.name} counters here."
        if keyword.name in (UNCOUNTED, WITH_FIRST):
            return f"{keyword.name}."
        return super().keyword(keyword)


def _unbound(number: Amount) -> Amount:
    return number.left if isinstance(number, Math) and number.op == "min" else number


def _numbers(static: Grant) -> tuple[tuple[str, Amount], ...]:
    return (("attack", static.power), ("hit points", static.toughness), *static.stats)
