"""Lasting effects, while a card is there or for a time: powers that get more, traits, hosts of cards, uses, limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Ability,
    Activated,
    AddMana,
    Amount,
    Compare,
    Cost,
    Count,
    EitherCost,
    Enters,
    Filter,
    Forbid,
    Grant,
    InCase,
    Keyword,
    Limit,
    Math,
    Modify,
    Per,
    PlayLimits,
    PrintedCost,
    Ref,
    Static,
    UntilWord,
    Value,
)
from engine.cards.definitions import FACEDOWN
from engine.games.marvel_champions.attaching import ATTACH_AND_TOUGHEN, ATTACH_OR_SURGE, OTHERWISE
from engine.games.marvel_champions.card_limits import PHASE
from engine.games.marvel_champions.language.action_phrases import ActionCompiler
from engine.games.marvel_champions.language.action_rendering import ActionRenderer
from engine.games.marvel_champions.language.card_phrases import SURGE
from engine.games.marvel_champions.language.chosen_in_texts import chosen_first, is_arrow, settle_choices
from engine.games.marvel_champions.language.counter_phrases import ENEMIES
from engine.games.marvel_champions.language.noun_phrases import STATES, STATS, WORD_OF, YOUR_IDENTITY, is_one
from engine.games.marvel_champions.language.shared_words import (
    AT_MOST,
    GIVE_TO,
    HINDER_FOR_EACH,
    INDIRECT,
    IS_FIRST,
    LAST_STAGE,
    MODES,
    MUST_DEFEND,
    SOFTENED,
    TEAM_UP,
    TEAMWORK,
    THREAT_REMOVED,
    UNDER_ANY,
    VICTORY,
)
from engine.games.marvel_champions.language.timing_phrases import FORMS, VILLAIN, labels_in
from engine.queries.filters import EXTREMES
from engine.text.binding import bind_text, settled
from engine.text.compiler.abilities import scene_of_cost
from engine.text.compiler.modifications import number_of_change, times_each
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import ITSELF, Scene, deeds, number_of
from engine.text.phrases import SUBJECT, Choice, Clause, Sentences, word_among
from engine.text.renderer.writing import an, capital, of_each, signed
from engine.text.that_many import without_event_number

UNTIL: Final = {
    "turn": " until the end of the phase",
    "combat": " until the end of this attack",
    "thwart": " for that thwart",
    "round": " until the end of the round",
}
OF_ATTACKS: Final = {"overkill", "piercing", "ranged"}
BY_FIRST: Final = "first player "
"""Before a label: the word for an ability that only the first player uses."""
FIRST_ONLY: Final = Limit("condition", condition=Compare(Value(IS_FIRST, YOU), "=", 1))
OFTEN: Final = {1: "once", 2: "twice"}


@inline
class LastingCompiler(ActionCompiler):
    """Reads the phrases about lasting effects."""

    # --- labels ---

    def label(self, word: Lexeme, *labels: Lexeme) -> Activated:
        """The ability as far as its label says what it is."""
        said = str(word.lower())
        form = next((form for form in FORMS if said.startswith(form)), None)
        limits = () if form is None else (Limit(form),)
        if said.startswith(BY_FIRST):
            return replace(NOTHING, limits=(FIRST_ONLY,), keyword=said.removeprefix(BY_FIRST), labels=labels_in(labels))
        bare = said.removeprefix(form or "").strip()
        return replace(NOTHING, limits=limits, keyword=bare, labels=labels_in(labels))

    def labelled(self, head: Activated, *rest: object) -> Activated:
        rest = chosen_first(rest)
        limits = [part for part in rest if isinstance(part, tuple) and part and isinstance(part[0], Limit)]
        cost = next((part for part in rest if isinstance(part, tuple) and part not in limits), ())
        if head.keyword == "resource" and any(isinstance(part, EitherCost) for part in cost):
            raise Reject  # that would be two abilities
        text = settle_choices(next(part for part in rest if isinstance(part, Sentences | Choice)), free=True)
        assert isinstance(text, Sentences | Choice)
        text = without_event_number(text, number_of(cost))
        body, modes = bind_text(text, (*scene_of_cost(cost), *_paid_for(cost)), self.vocabulary.types, deeds(cost))
        generates = any(isinstance(do, AddMana) for do in body.effects)
        if generates != (head.keyword == "resource") and (generates or modes is None) and head.keyword != "->":
            raise Reject  # it is used while a cost is paid, or it does something else
        if generates and not all(isinstance(do, AddMana) for do in body.effects):
            raise Reject  # nothing else is done while a cost is paid
        kept = (*head.limits, *(limit for group in limits for limit in group))
        return replace(head, cost=cost, body=body, modes=modes, limits=kept)

    def labelled_doing(self, *parts: object) -> Activated:
        if not any(isinstance(part, Sentences) and any(map(is_arrow, part.effects)) for part in parts):
            raise Reject
        return self.labelled(*parts)  # type: ignore[arg-type]  # the parts of a labelled ability

    def arrow(self, cost: Cost, text: Sentences | Choice) -> Activated:
        return self.labelled(replace(NOTHING, keyword="->"), cost, text)

    def limit_per(self, often: int, period: Lexeme) -> tuple[Limit, ...]:
        """A turn is a round by the count of uses."""
        return (Limit("once", often, step=PHASE if period.lower() == PHASE else ""),)

    def with_title(self, *parts: object) -> object:
        """A name that an ability bears has no meaning."""
        return parts[-1]

    # --- powers ---

    def get(self, _verb: Lexeme, _change: Lexeme) -> Modify:
        raise Reject  # a change of what

    def get_for_each(self, _verb: Lexeme, _change: Lexeme, _each: Count | Per) -> Modify:
        raise Reject

    def stat_change(self, change: Lexeme, stat: Lexeme) -> Modify:
        return _modify(STATS[stat.lower()], number_of_change(change))

    def stat_changes(self, *changes: Modify) -> Modify:
        return self.modifications(*changes)

    def modifications(self, *parts: Modify) -> Modify:
        stats = tuple(stat for part in parts for stat in part.stats)
        if len({name for name, _ in stats}) != len(stats):
            raise Reject
        return replace(super().modifications(*parts), stats=stats)

    def get_stats(self, _verb: Lexeme, change: Modify) -> Modify:
        return change

    def get_stats_for_each(self, _verb: Lexeme, change: Modify, each: Count | Per) -> Modify:
        if change.stats:
            stats = [(name, replace(each, times=number)) for name, number in change.stats if isinstance(number, int)]
            return replace(change, stats=tuple(stats))
        whole = times_each(change, each)
        assert isinstance(whole, Modify)
        return whole

    def get_stats_until_for_each(self, verb: Lexeme, change: Modify, until: UntilWord, each: Count | Per) -> Clause:
        return self.modify_until(self.get_stats_for_each(verb, change, each), until)

    def get_stats_at_most(self, verb: Lexeme, change: Modify, each: Count | Per, most: Amount) -> Modify:
        """The hand size as a whole has a bound."""
        whole = self.get_stats_for_each(verb, change, each)
        return replace(whole, stats=(*whole.stats, ("most hand size", most)))

    def gain_the_trait(self, _verb: Lexeme, word: Lexeme) -> Modify:
        return Modify(SUBJECT, until="", becomes=(self.trait(word),), keeps=True)

    def gain_trait_and_keyword(self, verb: Lexeme, word: Lexeme, keyword: Lexeme, *number: Lexeme) -> Modify:
        name = str(keyword.lower())
        if name == SURGE:
            raise Reject  # that is done at once
        change = self.gain_the_trait(verb, word)
        if number:
            return replace(change, abilities=(Keyword(name, int(number[0])),))
        return replace(change, gains=(name,))

    def gain_trait(self, verb: Lexeme, word: Lexeme, duration: UntilWord = "") -> Clause:
        return Clause((replace(self.gain_the_trait(verb, word), what=YOUR_IDENTITY, until=duration),), subject=YOU)

    def grant(self, what: Ref, change: Modify) -> tuple[Static, ...]:
        (grant,) = super().grant(YOUR_IDENTITY if what == YOU else what, change)
        if not isinstance(grant, Grant):
            raise Reject
        return (replace(grant, stats=settled(change.stats, ITSELF)),)

    def grant_both(self, *parts: Ref | Lexeme | Modify) -> tuple[Static, ...]:
        """Two things that get more, each its own."""
        one, _, change, other, _, more = parts
        assert isinstance(one, Ref)
        assert isinstance(other, Ref)
        assert isinstance(change, Modify)
        assert isinstance(more, Modify)
        return (*self.grant(one, change), *self.grant(other, more))

    def grant_in_case(
        self, what: Ref, _get: Lexeme, change: Modify, more: Lexeme, stat: Lexeme, condition: Compare
    ) -> tuple[Static, ...]:
        other = self.stat_change(more, stat)
        return self.grant(what, _in_case(change, other, condition))

    def ally_limit(self, number: Amount) -> tuple[Static, ...]:
        return (Grant(YOUR_IDENTITY.what, stats=(("ally limit", number),)),)

    def forbid_from(self, what: Ref, cant: Lexeme, action: str, by: Filter) -> tuple[Static, ...]:
        (forbid,) = self.forbid_object(what, cant, action)
        if not isinstance(forbid, Forbid) or action != "take damage":
            raise Reject
        return (replace(forbid, by=by),)

    def forbid_status(self, what: Ref, cant: Lexeme, status: Lexeme) -> tuple[Static, ...]:
        """No status card of this name is given to it (Status Cards)."""
        if status.lower() not in STATES:
            raise Reject
        return self.forbid_object(YOUR_IDENTITY if what == YOU else what, cant, f"get {status.lower()} counters")

    def attacks_gain(self, whose: Ref | Lexeme, *words: Lexeme) -> tuple[Static, ...]:
        """A keyword of attacks is asked of the attacker (Overkill, Piercing)."""
        gains = tuple(str(word.lower()) for word in words if word.type == "KEYWORD")
        if not set(gains) <= OF_ATTACKS:
            raise Reject
        if not isinstance(whose, Ref):
            return (Grant(attached=True, gains=gains),)
        return self.grant(whose, Modify(SUBJECT, until="", gains=gains))

    def attacks_are_indirect(self, whose: Ref | Lexeme, *_words: Lexeme) -> tuple[Static, ...]:
        return self._has_always(whose, Modify(SUBJECT, until="", gains=(INDIRECT,)))

    def each_attack_is_indirect(self, _article: Lexeme, what: Filter) -> tuple[Static, ...]:
        if not all(kind and kind[-1] in ENEMIES for kind in what.kinds):
            raise Reject
        return (Grant(what, gains=(INDIRECT,)),)

    def softens(self, whom: Ref | Lexeme, _take: Lexeme, number: Amount) -> tuple[Static, ...]:
        return self._has_always(whom, Modify(SUBJECT, until="", stats=((SOFTENED, number),)))

    def takes_at_most(self, whom: Ref | Lexeme, _cannot: Lexeme, _take: Lexeme, number: Amount) -> tuple[Static, ...]:
        if not isinstance(number, int):
            raise Reject
        return self._has_always(whom, Modify(SUBJECT, until="", gains=(f"{AT_MOST}{number}",)))

    def _has_always(self, what: Ref | Lexeme, change: Modify) -> tuple[Static, ...]:
        if not isinstance(what, Ref) or what.kind == "attached":
            return (Grant(attached=True, gains=change.gains, stats=change.stats),)
        if not (what in (SELF, YOU) or what.kind == "each"):
            raise Reject
        return self.grant(what, change)

    def forbid_removing(self, _threat: Lexeme, _cannot: Lexeme, refs: tuple[Ref, ...]) -> tuple[Static, ...]:
        if refs != (SELF,):
            raise Reject
        return (Forbid(THREAT_REMOVED, source=True),)

    def has_base_numbers(self, what: Ref, _has: Lexeme, *numbers: Amount) -> tuple[Static, ...]:
        """The numbers of what has none of its own: cards that lie facedown.

        Raises:
            Reject: others have theirs, which would still count.
        """
        if what.what is None or any(FACEDOWN not in kind for kind in what.what.kinds):
            raise Reject
        scheme, attack, hit_points = numbers
        return (Grant(what.what, base=(attack, hit_points), stats=(("scheme", scheme),)),)

    def x_always(self, _x: Lexeme, value: Amount) -> tuple[Static, ...]:
        return (Grant(source=True, base=(settled(value, ITSELF), None)),)

    # --- lines of their own ---

    def until_end_of_activation(self) -> UntilWord:
        """An attack or a scheme that was made just before (``ActivationGets``): nothing else lasts so long."""
        return "thwart"

    def until_end_of_round(self) -> UntilWord:
        return "round"

    def restricted(self, _action: Lexeme, _only: Lexeme, condition: Compare) -> tuple[Ability, ...]:
        return self.start(self.play_only(_action, _only, condition))

    def stated(self, ability: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        return self.start(ability)

    def enters_itself(self, verb: Lexeme, how: Enters) -> tuple[Ability, ...]:
        return self.static(self.enters_so(SELF, verb, how))

    def stated_all(self, *groups: tuple[Ability, ...]) -> tuple[Ability, ...]:
        return tuple(one for group in groups for one in group)

    def attach_to(self, ref: Ref) -> Keyword:
        what = ref.what if ref.kind == "each" else getattr(getattr(ref, "spec", None), "what", None)
        if not isinstance(what, Filter):
            raise Reject
        return Keyword("attach", what=what)

    def attach_to_noun(self, what: Filter) -> Keyword:
        if not any(test.op in EXTREMES for test in what.tests):
            raise Reject
        return Keyword("attach", what=what)

    def attach_otherwise(self, ref: Ref) -> tuple[Ability, ...]:
        return (replace(self.attach_to(ref), name=ATTACH_OR_SURGE, value=OTHERWISE),)

    def attach_toughening(self, ref: Ref, _give: Lexeme, _it: Lexeme) -> tuple[Ability, ...]:
        return (replace(self.attach_to(ref), name=ATTACH_AND_TOUGHEN),)

    def attach_toughening_otherwise(self, ref: Ref, _give: Lexeme, _it: Lexeme) -> tuple[Ability, ...]:
        return (replace(self.attach_to(ref), name=ATTACH_AND_TOUGHEN, value=OTHERWISE),)

    def attach_or_else(self, ref: Ref, other: Ref) -> tuple[Ability, ...]:
        """One of the other kind is its host if there is none of the first."""
        return (replace(self.attach_to(ref), otherwise=self.attach_to(other).what),)

    def attach_to_noun_otherwise(self, what: Filter) -> tuple[Ability, ...]:
        return (replace(self.attach_to_noun(what), name=ATTACH_OR_SURGE, value=OTHERWISE),)

    def attach_or_surge(self, what: Filter, none: Filter) -> tuple[Ability, ...]:
        if replace(what, tests=()) != none:
            raise Reject
        return (replace(self.attach_to_noun(what), name=ATTACH_OR_SURGE),)

    def uses(self, number: Amount, name: str) -> Keyword:
        if not isinstance(number, int):
            raise Reject
        return Keyword("uses", number, what=Filter(name=name))

    def hinder_for_each(self, number: Lexeme, _icon: Lexeme) -> Keyword:
        return Keyword(HINDER_FOR_EACH, int(number))

    def teamwork(self, trait: Lexeme) -> Keyword:
        return Keyword(TEAMWORK, what=Filter(((self.trait(trait),),)))

    def team_up(self, one: str, other: str) -> Keyword:
        return Keyword(TEAM_UP, what=Filter(name=one), otherwise=Filter(name=other))

    def max_per(self, number: Amount, what: Lexeme) -> Keyword:
        if not isinstance(number, int):
            raise Reject
        return Keyword(f"max per {what.lower()}", number)

    def max_of_kind_per(self, number: Amount, what: Filter, host: Lexeme) -> Keyword:
        """A number of cards with a trait, whatever their titles.

        Raises:
            Reject: what narrows them is no trait, or it is a deck that holds no more (``deck_rules`` counts titles).
        """
        what = replace(what, zone=Filter().zone) if all("card" in kind for kind in what.kinds) else what
        if what != Filter(what.kinds) or host.lower() == "deck":
            raise Reject
        return replace(self.max_per(number, host), what=what)

    def form_only(self, form: Lexeme) -> PlayLimits:
        return PlayLimits((Limit(word_among(FORMS, form.lower())),))

    def play_only(self, action: Lexeme, _only: Lexeme, condition: Compare) -> PlayLimits:
        return PlayLimits((Limit("condition", condition=settled(condition, ITSELF)),))

    def under_any_control(self) -> Keyword:
        return Keyword(UNDER_ANY)

    def give_to(self, name: str) -> Keyword:
        return Keyword(GIVE_TO, what=Filter(name=name))

    def must_defend(self, _self: Ref) -> Keyword:
        return Keyword(MUST_DEFEND)

    def last_stage(self) -> Keyword:
        return Keyword(LAST_STAGE)


NOTHING: Final = Activated((), bind_text(Sentences(()))[0])


def _paid_for(cost: Cost) -> Scene:
    """The thing of which a cost pays the printed cost."""
    found = (part.what for part in cost if isinstance(part, PrintedCost))
    return tuple((Ref("paid for", 0, Filter(what.kinds)), what.kinds) for what in found)


def _modify(stat: str, number: Amount) -> Modify:
    match stat:
        case "attack":
            return Modify(SUBJECT, number, 0, until="")
        case "hit points":
            return Modify(SUBJECT, 0, number, until="")
        case _:
            return Modify(SUBJECT, until="", stats=((stat, number),))


def _in_case(usual: Modify, other: Modify, condition: Compare) -> Modify:
    if bool(usual.power) != bool(other.power) or [n for n, _ in usual.stats] != [n for n, _ in other.stats]:
        raise Reject
    power = InCase(other.power, condition, usual.power) if usual.power else 0
    pairs = zip(usual.stats, other.stats, strict=True)
    stats = tuple((name, InCase(more, condition, number)) for (name, number), (_, more) in pairs)
    return replace(usual, power=power, stats=stats)


class LastingRenderer(ActionRenderer):
    """Writes the phrases about lasting effects."""

    def keyword_ability(self, ability: Activated) -> str | None:
        text = self.behind_choice(capital(self.text(ability.body, ability.modes)), ability.body, ability.cost)
        cost = capital(self.cost(ability.cost))
        if ability.keyword == "->":
            return f"{cost} -> {text}"
        form = next((f"{limit.kind} " for limit in ability.limits if limit.kind in FORMS), "")
        form = BY_FIRST if FIRST_ONLY in ability.limits else form
        words = " ".join(word.capitalize() for word in f"{form}{ability.keyword}".split()).replace("-ego", "-Ego")
        labels = self.labels(ability.labels)
        others = (limit for limit in ability.limits if limit.kind not in FORMS and limit != FIRST_ONLY)
        limits = "".join(" " + self.limit(limit) for limit in others)
        return f"{words}{labels}: {f'{cost}{self.behind_cost(ability.body)}{text}' if cost else text}{limits}"

    def together(self, abilities: tuple[Ability, ...]) -> str:
        """Two things that get more are said in one sentence."""
        if len(abilities) != 2 or not all(isinstance(each, Grant) for each in abilities):
            return super().together(abilities)
        one, other = (self.ability(each) for each in abilities)
        return f"{one.removesuffix('.')} and {other[:1].lower()}{other[1:]}"

    def limit(self, limit: Limit) -> str:
        if limit.kind == "once":
            return f"(Limit {OFTEN.get(limit.count) or f'{limit.count} times'} per {limit.step or 'round'}.)"
        return super().limit(limit)

    def play_limits(self, ability: PlayLimits) -> str:
        match ability.limits:
            case (Limit(kind=form),) if form in FORMS:
                return f"{form} form only."
            case (Limit(kind="condition", condition=condition),) if condition is not None:
                return f"play only if {self.condition(condition)}."
            case _:
                return super().play_limits(ability)

    def keyword(self, keyword: Keyword) -> str:
        what = keyword.what
        if keyword.name == ATTACH_OR_SURGE and keyword.value == OTHERWISE:
            self._or_else = True
            first = self.keyword(Keyword("attach", what=what))
            self._or_else = False
            cannot = "if you cannot" if "fully" in self.wording else "otherwise"
            return f"{first} {cannot.capitalize()}, this card gains surge."
        if keyword.name == ATTACH_AND_TOUGHEN:
            self._or_else = True
            first = self.keyword(replace(keyword, name="attach", value=0)).removesuffix(".")
            self._or_else = False
            surges = " Otherwise, this card gains surge." if keyword.value == OTHERWISE else ""
            return f"{first} and give it a tough status card.{surges}"
        if keyword.name == ATTACH_OR_SURGE and what is not None:
            none = self.noun(replace(what, tests=()), plural=True)
            first = self.keyword(replace(keyword, name="attach"))
            return f"{first} If there are no {none} in play, this card gains surge."
        if keyword.name == TEAM_UP and what is not None and keyword.otherwise is not None:
            return f"team-up ({what.name} and {keyword.otherwise.name})."
        if keyword.otherwise is not None:
            cannot = "if you cannot" if "fully" in self.wording else "otherwise"
            other = self.keyword(Keyword("attach", what=keyword.otherwise))
            return f"{self.keyword(replace(keyword, otherwise=None))} {cannot.capitalize()}, {other}"
        if keyword.name == "attach" and what is not None:
            all_of_them = self.ref(Ref("each", 0, what))
            highest = any(test.op in EXTREMES for test in what.tests)
            only = what.name or highest or all_of_them.startswith("the ")
            said = (f"the {self.noun(what)}" if highest else all_of_them) if only else an(self.noun(what))
            return f"attach to {said}."
        if keyword.name == "uses" and what is not None:
            return f"uses ({keyword.value} {what.name} counters)."
        if keyword.name == TEAMWORK and what is not None:
            return f"teamwork ({self.word(what.kinds[0][0])})."
        if keyword.name == VICTORY:
            return f"victory {keyword.value}."
        if keyword.name == HINDER_FOR_EACH:
            return f"hinder {keyword.value}{{v}}."
        if keyword.name.startswith("max per "):
            noun = "" if what is None else f"{self.noun(what, plural=keyword.value > 1)} "
            return f"max {keyword.value} {noun}per {keyword.name.removeprefix('max per ')}."
        if keyword.name == GIVE_TO and what is not None:
            return f"give to the {what.name} player."
        if keyword.name == MUST_DEFEND:
            return "the engaged player must defend against this's attacks with an ally they control, if able."
        if keyword.name in (UNDER_ANY, LAST_STAGE, *MODES):
            return f"{keyword.name}."
        return super().keyword(keyword)

    def changes(self, effect: Modify | Grant, *, many: bool, gain: str = "gain") -> list[str]:
        numbers = [("attack", effect.power), ("hit points", effect.toughness), *effect.stats]
        most = dict(effect.stats).get("most hand size")
        given = [(name, number) for name, number in numbers if number and name != "most hand size"]
        parts: list[str] = []
        if given:
            said = " and ".join(f"{signed(_usual(number))} {_word(name, number)}" for name, number in given)
            each = self.for_each(given[0][1]) if not isinstance(given[0][1], Math) else ""
            parts.append(f"{'get' if many else 'gets'} {said}{each}")
            if most is not None:
                parts[-1] += f" (to a maximum hand size of {self.digits(most)})"
            parts[-1] += "".join(self._case(name, number) for name, number in given)
        traits = [word for word in effect.becomes if self.vocabulary.is_subtype(word)] if effect.keeps else []
        the, trait = ("", "") if "actively" in self.wording else ("the ", " trait")
        parts += [f"{'gain' if many else 'gains'} {the}{self.word(word)}{trait}" for word in traits]
        rest = replace(effect, power=0, toughness=0, stats=(), becomes=() if traits else effect.becomes)
        if rest != replace(rest, gains=(), abilities=(), loses=(), becomes=(), base=None) or not parts:
            parts += super().changes(rest, many=many, gain=gain)
        return parts

    def _case(self, name: str, number: Amount) -> str:
        if not isinstance(number, InCase):
            return ""
        said = f"{signed(number.amount)} {_word(name, number.amount)}"
        return f" ({said} instead if {self.condition(number.condition)})"

    def forbid(self, static: Forbid) -> str:
        status = static.action.removeprefix("get ").removesuffix(" counters")
        if status in STATES:
            return super().forbid(replace(static, action=f"be {status}"))
        if static.action == THREAT_REMOVED:
            return "threat cannot be removed from this scheme"
        return super().forbid(static)

    def until(self, until: UntilWord) -> str:
        if until == "turn" and "briefly" in self.wording:
            return " this phase"
        return UNTIL[until] if until in UNTIL else super().until(until)

    def _always(self, static: Grant) -> str:
        """Write what holds of the attacks of a character, or of those on it; "" for anything else."""
        whom = self.attached() if static.attached else "this" if static.source else ""
        whom = whom or (self.subject(Ref("each", 0, static.what)) if static.what is not None else "")
        if static.gains == (INDIRECT,) and static.what is not None and not is_one(Ref("each", 0, static.what)):
            return f"each attack from {an(self.noun(static.what))} deals indirect damage"
        if static.gains == (INDIRECT,):
            return f"{whom}'s attacks deal indirect damage"
        if len(static.gains) == 1 and static.gains[0].startswith(AT_MOST):
            number = static.gains[0].removeprefix(AT_MOST)
            return f"{whom} cannot take more than {number} damage from a single attack"
        if [name for name, _ in static.stats] == [SOFTENED]:
            takes = "take" if whom == "you" else "takes"
            number = self.digits(static.stats[0][1])
            return f"reduce the amount of damage {whom} {takes} from each attack by {number}"
        return ""

    def grant(self, static: Grant) -> str:
        if always := self._always(static):
            return always
        if len(static.stats) == 1 and static.stats[0][0] == "ally limit":
            return f"increase your ally limit by {self.digits(static.stats[0][1])}"
        if static.base is not None and static.what is not None and static.stats:
            (attack, hit_points), ((_, scheme),) = static.base, static.stats
            numbers = f"SCH of {scheme}, a base ATK of {attack}, and a base hit points of {hit_points}"
            return f"each {self.noun(static.what)} has a base {numbers}"
        if static.source and static.base is not None and static.base[0] is not None:
            return f"X is equal to {self.value(static.base[0])}"
        if static.what == VILLAIN and set(static.gains) <= OF_ATTACKS and "fully" in self.wording:
            return f"the villain's attacks gain {' and '.join(static.gains)}"
        said = super().grant(static)
        return said.replace(" trait and has ", " trait and ") if "undivided" in self.wording else said


def _usual(number: Amount) -> Amount:
    return of_each(number.otherwise if isinstance(number, InCase) else number)


def _word(name: str, number: Amount) -> str:
    return "hit point" if name == "hit points" and _usual(number) == 1 else WORD_OF[name]
