"""Paying: what may be paid next, and the steps in which it is.

The payment window: while it is open mana abilities may be activated, each a play within the play; the first cost
part paid closes it. A payment is one answer: ``activate`` (a mana ability), ``mana`` (all of the mana, its units
named or chosen for the player), or the verb of another part. ``auto`` pays all that is due by a plan found by the
solver.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.abilities import Mana, ManaInstead
from engine.cards.mana_symbols import covers, needs_of, spends
from engine.errors import Illegal, Refusal
from engine.payment.auto_payment import Plan
from engine.payment.bipartite_matching import distinct
from engine.payment.can_pay import (
    action_of,
    busy_abilities,
    can_pay,
    can_pay_all,
    first_of_all,
    levels_of,
)
from engine.payment.claims import Parts, left_of, mana_of
from engine.payment.joint_search import Known, Try, judge_all
from engine.payment.mana_pool import purpose_of, spend, take, usable
from engine.payment.mana_sources import Source, like, pool_for, source_of, sources_of
from engine.payment.mana_substitutes import instead_options, met_of, settled, stand_ins_by
from engine.payment.self_cost_rules import put_somewhere, refuse, tap
from engine.payment.simple_offers import covers_after, is_plain, offer_simple
from engine.payment.solver import Level, Search
from engine.play.procedure_runner import ask
from engine.queries.layers import refresh
from engine.sentences import said
from engine.state.agenda import is_on_top
from engine.state.cost_rule import TAP
from engine.state.decisions import KINDS, Answer, Decision, Option
from engine.state.frequent_writes import write_due
from engine.state.procedure import DONE, PASS_ON, WAIT, cite_paying, costs_of, item_of
from engine.state.search_budget import UNPROVEN, YES, Asking, Question
from engine.text import render_due
from engine.text.renderer.writing import Unwritable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.abilities import CostPart
    from engine.cards.numbered_text import Text
    from engine.payment.lots import Lots
    from engine.state.cost_rule import Claim, CostRule
    from engine.state.game import Game
    from engine.state.records import Object, Play

CANCEL: Final = Option("cancel")

# --- steps ------------------------------------------------------------------------------------


def open_window(game: Game, play: Play, answer: Answer | None) -> int:
    """If the total includes mana, let its player activate mana abilities until a cost is paid (117.1d)."""
    if not any(isinstance(part, Mana) for part in play.due):
        return DONE
    if not play.window:
        game.write(play, "window", True)
    if answer is None:
        return ask_payment(game, play)
    if answer.do == "auto":
        return _automatic(game, play)
    if answer.do != "activate":
        game.write(play, "window", False)
        return PASS_ON
    _activate_for(game, play, answer)
    return WAIT


def pay_costs(game: Game, play: Play, answer: Answer | None) -> int:
    """Take payments in the order the player likes until nothing is due."""
    if answer is not None:
        if answer.do == "auto":
            return _automatic(game, play)
        pay_one(game, play, answer)
    while is_on_top(game, play) and _pay_forced(game, play):
        pass  # what is left may leave nothing to choose either
    if not is_on_top(game, play):
        return WAIT  # how the payment happens has to be chosen first
    if not play.due:
        return DONE
    return ask_payment(game, play)


def _pay_forced(game: Game, play: Play) -> bool:
    """Pay a last part that leaves nothing to choose, without a question; say whether any was.

    A plan may name it all the same.
    """
    if len(play.due) != 1 or isinstance(play.due[0], Mana):
        return False
    part: CostPart = play.due[0]
    rule = game.rules.cost_rules[type(part)]
    if not rule.leaves_no_choice(part) and not rule.is_chancy(part, rule.verb):
        return False
    options = rule.options(game, play.seat, item_of(game, play).source, part)
    if not options or (len(options) > 1 and not rule.leaves_no_choice(part)):
        return False
    answer = options[0].answer()
    if play.plan:
        planned = play.plan[0]
        if planned.do == answer.do:
            answer = planned
            game.write(play, "plan", play.plan[1:])
        elif planned.do not in KINDS:  # another payment, for this step to refuse; a choice is for a later step
            return False
    pay_one(game, play, answer)
    return True


def ask_payment(game: Game, play: Play) -> int:
    """Ask for the next payment.

    Raises:
        Illegal: ``cannot_pay``, if no payment at all is legal any more.
    """
    if play.plan:
        decision = Decision("pay", play.seat, "", cite_paying(game), ())
        return ask(game, play, decision)
    options, unproven = payment_options(game, play)
    item = item_of(game, play)
    if not options:
        left = legal_payments(game, play)
        if not left:
            reason = said(
                "reason.no_way_to_pay",
                "{name} cannot be paid for: there is no way to {due}",
                name=item.name,
                due=due_text(game, play.due),
            )
            raise Illegal(cite_paying(game), "cannot_pay", reason)
        if game.play(game.root.plays[0]).bound:  # no way back and none forward: it can only fail by the rules
            options, unproven = left, frozenset(range(len(left)))
    rule = game.rules.cite("window") if play.window else cite_paying(game)
    return ask(
        game,
        play,
        Decision(
            "pay",
            play.seat,
            said("ask.pay", "{due} for {name}", due=due_text(game, play.due), name=item.name),
            rule,
            options,
            subject=item.id,
            finish=_finish(options, unproven),
            unproven=unproven,
        ),
    )


def _finish(options: tuple[Option, ...], unproven: frozenset[int]) -> Answer:
    """The answer that brings a payment to its end: a plan, or if there may be none, a piece rather than more mana."""
    if len(unproven) < len(options):
        return Answer("auto")
    pieces = [option for option in options if option.do != "activate"]
    return (pieces or options or (CANCEL,))[0].answer()


def due_text(game: Game, due: Parts) -> str:
    """The cost that is due, as one is told to pay it: "pay {2} and sacrifice a creature"."""
    return " and ".join([_due_part(game, part) for part in due])


def _due_part(game: Game, part: CostPart) -> str:
    try:
        return render_due(part, game.rules.name)
    except Unwritable:
        return game.rules.cost_rules[type(part)].verb


def payment_options(game: Game, play: Play) -> tuple[tuple[Option, ...], frozenset[int]]:
    """The payments from which the rest can still be paid, and the indexes of those not proven.

    All of them are one question. Two payments that are worth the same are followed up once.
    """
    found: list[tuple[Option, object]] = []
    tries: dict[object, Try] = {}
    due: Parts = play.due
    with Asking(game) as question:
        if play.window:
            _offer_sources(game, play, found, tries)
        if not _lacks_mana(game, play):
            for index, part in enumerate(due):
                rest = due[:index] + due[index + 1 :]
                if isinstance(part, Mana):
                    _offer_mana(game, play, part, rest, found, tries)
                else:
                    _offer_part(game, play, part, rest, found, tries)
        verdicts = judge_all(game, tries, question)
    kept = _once([(option, verdicts[key]) for option, key in found])
    unproven = frozenset(place for place, (_, verdict) in enumerate(kept) if verdict == UNPROVEN)
    return tuple(option for option, _ in kept), unproven


def _lacks_mana(game: Game, play: Play) -> bool:
    """Whether a pool holds less than the mana that is due: a payment would close the window, and no more come (601.2g).

    A single part tells that itself, and what may stand in for mana is not asked here.
    """
    due: Parts = play.due
    if len(due) == 1 or any(isinstance(part, ManaInstead) for part in due):
        return False
    needs = needs_of(mana_of(due))
    return bool(needs) and not covers(needs, pool_for(game, play.seat, purpose_of(game, play)))


def waits(game: Game, due: Parts, index: int, do: str) -> bool:
    """Whether a part may not be paid so yet: what must come last waits for the others (601.2h)."""
    if len(due) == 1 or not _comes_last(game, due[index], do):
        return False
    return any(
        isinstance(part, Mana) or not _comes_last(game, part, game.rules.cost_rules[type(part)].verb) for part in due
    )


def _comes_last(game: Game, part: CostPart, do: str) -> bool:
    """Whether a part is paid with this verb only when no other part is due any more (601.2h, Cost 3.1.1)."""
    return (
        game.rules.chance_last and not isinstance(part, Mana) and game.rules.cost_rules[type(part)].is_chancy(part, do)
    )


def _once(found: list[tuple[Option, int]]) -> list[tuple[Option, int]]:
    seen = set()
    out = []
    for option, verdict in found:
        key = (option.do, option.refs, option.amounts)
        if verdict and key not in seen:
            seen.add(key)
            out.append((option, verdict))
    return out


def _can_pay_rest(game: Game, play: Play, rest: Parts) -> int:
    """Whether what is left of a cost, and what the plays around it owe, can be paid with this window closed."""
    if len(game.root.plays) == 1:
        if not rest:
            return YES
        item = item_of(game, play)
        return can_pay(game, play.seat, rest, item.source, action_of(play, item), window=False)
    return can_pay_all(game, play.seat, levels_of(game, rest, window=False))


class Paying(Try):
    """A payment, made for real and undone: whether what is left can be paid then."""

    __slots__ = ("_answer", "_part", "_play", "_rest")

    def __init__(self, play: Play, part: CostPart, rest: Parts, answer: Answer) -> None:
        self._play = play
        self._part = part
        self._rest = rest
        self._answer = answer

    def verdict(self, game: Game) -> int:
        if not game.question.left:
            return UNPROVEN
        game.question.spend(NODES_TO_PAY)
        play, part, answer = self._play, self._part, self._answer
        mark = game.mark()
        if answer.do == "mana":
            take(game, play, answer.amounts)
            verdict = _can_pay_rest(game, play, self._rest)
        elif isinstance(part, ManaInstead):
            left = pay_instead(game, play, part, answer)
            refresh(game)
            verdict = _can_pay_rest(game, play, self._rest + left)
        else:
            left = _rule(game, part).pay(game, play, part, answer)
            refresh(game)
            verdict = _can_pay_rest(game, play, costs_of(game, play).rest_after(part, self._rest + left))
        game.rewind(mark)
        return verdict


NODES_TO_PAY: Final = 10
"""The nodes for paying a part for real and undoing it, whatever it was."""


class Beginning(Try):
    """A mana ability, announced now: whether all can be paid once that has been, one level more."""

    __slots__ = ("_levels", "_seat", "_source", "_text")

    def __init__(self, seat: int, levels: list[Level], source: Source, text: Text) -> None:
        self._seat = seat
        self._levels = levels
        self._source = source
        self._text = text

    def verdict(self, game: Game) -> int:
        source, text = self._source, self._text
        one = source if len(source.texts) == 1 else source_of(game, self._seat, source.obj, (text,))
        if not one.ways:
            return UNPROVEN
        levels = self._levels
        busy = levels[-1].busy | {(one.obj.id, text.number)}
        begun = Level(one.cost, one.obj.id, ("activate", one.obj), one, busy, window=bool(one.needs))
        return can_pay_all(game, self._seat, [*levels, begun])


def _offer_mana(
    game: Game, play: Play, part: Mana, rest: Parts, found: list[tuple[Option, object]], tries: dict[object, Try]
) -> None:
    """Ways to spend the pool on a cost, and what may be used for a unit of it; within another play the rest matters."""
    options = [Option("mana", (), spent) for spent in spends(needs_of(part.symbols), *usable(game, play), met_of(part))]
    game.question.spend(len(options) // WAYS_A_NODE)
    is_alone = len(game.root.plays) == 1
    for option in options:
        key = ("mana", part, () if is_alone else option.amounts)
        found.append((option, key))
        if key not in tries:
            tries[key] = Resting(play, rest) if is_alone else Paying(play, part, rest, option.answer())
    if isinstance(part, ManaInstead):
        _offer_alike(game, play, part, rest, instead_options(game, play, part), found, tries)


WAYS_A_NODE: Final = 4
"""So many ways to spend a pool are found in the time of a node."""


class Resting(Try):
    """The rest of a cost, once a part has been paid by what nothing else of it could want."""

    __slots__ = ("_play", "_rest")

    def __init__(self, play: Play, rest: Parts) -> None:
        self._play = play
        self._rest = rest

    def verdict(self, game: Game) -> int:
        return _can_pay_rest(game, self._play, self._rest)


def _offer_part(
    game: Game, play: Play, part: CostPart, rest: Parts, found: list[tuple[Option, object]], tries: dict[object, Try]
) -> None:
    """Payments of one part that leave the rest payable."""
    options = _payments_now(game, play, part)
    source = item_of(game, play).source
    if not rest and len(game.root.plays) == 1 and _rule(game, part).can_pay_regardless(game, play.seat, source, part):
        tries["ample"] = Known(YES)
        found.extend([(option, "ample") for option in options])
        return
    _offer_alike(game, play, part, rest, options, found, tries)


def _offer_alike(
    game: Game,
    play: Play,
    part: CostPart,
    rest: Parts,
    options: Sequence[Option],
    found: list[tuple[Option, object]],
    tries: dict[object, Try],
) -> None:
    """Payments with one thing or another, those with like things tried once."""
    lots = _lots_of(game, play) if len(options) > 1 else None
    for option in options:
        key = (part, _alike(game, option, lots))
        found.append((option, key))
        if key not in tries:
            tries[key] = Paying(play, part, rest, option.answer())


def _payments_now(game: Game, play: Play, part: CostPart) -> tuple[Option, ...]:
    """The payments of a part other than mana whose turn it is."""
    options = _rule(game, part).options(game, play.seat, item_of(game, play).source, part)
    index = play.due.index(part)
    return tuple(option for option in options if not waits(game, play.due, index, option.do))


def _lots_of(game: Game, play: Play) -> Lots:
    """The lots of things for the costs that are open, all that is due now among them."""
    levels = levels_of(game, play.due, window=True)
    return Search(game, play.seat, levels, sources_of(game, play.seat), game.question).lots


def _alike(game: Game, option: Option, lots: Lots | None) -> object:
    """The key that payments of the same worth share: the verb, and things that nobody who pays could tell apart."""
    objs = [game.object(ident) for ident in option.refs]
    if lots is None or any(obj is None for obj in objs):
        return (option.do, option.refs, option.amounts)
    things = []
    for obj in (obj for obj in objs if obj is not None):
        kit = game.kit(obj)
        is_told_apart = obj.id in game.root.granting or game.prints[obj.card].buries or kit.adders
        place = lots.places.get(obj.id, -1)
        things.append((place, like(obj) if is_told_apart or place < 0 else obj.token, obj.tapped))
    return (option.do, option.amounts, tuple(things))


def _offer_sources(game: Game, play: Play, found: list[tuple[Option, object]], tries: dict[object, Try]) -> None:
    """Mana abilities after whose activation the cost can still be paid.

    The abilities that some way to pay all uses may be used first of all: one search tells that of most of them.
    """
    seat = play.seat
    sources = sources_of(game, seat)
    busy = busy_abilities(game)
    levels = levels_of(game, play.due, window=True)
    plain = is_plain(game, sources, levels)
    if plain and not sources.complex and not sources.odd:
        offer_simple(game, sources, busy, levels[0], found, tries)
        return
    search = Search(game, seat, levels, sources, game.question)
    begun: frozenset[tuple[int, int]] | None = None
    if sources.complex or not plain:
        begun = first_of_all(game, search)
    for source in sources.every:
        outlets = search.stock.outlets.get(source.obj.id, ())
        number = next((o.number for o in outlets if search.stock.uses[source.obj.id, o.number] is source), -1)
        place = search.lots.places.get(source.obj.id, -1)
        for text in source.texts:
            if busy and (source.obj.id, text.number) in busy:
                continue
            ways = tuple([(way.counts, way.more) for way in source.ways if way.text is text])
            is_first = number >= 0 or (source.simple and len(source.texts) == 1)
            made = (ways, source.made_by, source.mask)  # what it makes so, and all that it could make instead
            key = ("activate", place, number, made, source.cost, source.terms, source.uses)
            found.append((Option("activate", game.activation(source.obj, text.number)), key))
            if key in tries:
                continue
            may_be_first = begun is not None and is_first and (place < 0 or (place, number) in begun)
            if may_be_first or (plain and source.simple and covers_after(game, sources, source, text, levels[0])):
                tries[key] = Known(YES)
            else:
                tries[key] = Beginning(seat, levels, source, text)


def legal_payments(game: Game, play: Play) -> tuple[Option, ...]:
    """Every payment that is legal now, wherever it leads."""
    seat = play.seat
    options: list[Option] = []
    if play.window:
        busy = busy_abilities(game)
        for source in sources_of(game, seat).every:
            for text in source.texts:
                able = source.simple or can_pay(game, seat, source.cost, source.obj.id, "activate")
                if able and (source.obj.id, text.number) not in busy:
                    options.append(Option("activate", game.activation(source.obj, text.number)))
    due: Parts = play.due
    for part in due:
        if isinstance(part, Mana):
            ways = spends(needs_of(part.symbols), *usable(game, play), met_of(part))
            options.extend(Option("mana", (), spent) for spent in ways)
            options.extend(instead_options(game, play, part))
        else:
            options.extend(_payments_now(game, play, part))
    return tuple(option for option, _ in _once([(option, YES) for option in options]))


def _activate_for(game: Game, play: Play, answer: Answer) -> None:
    """Activate a mana ability in the window of a play; if it is taken back, it was never given as an answer.

    Raises:
        Refusal: ``not_a_mana_ability``, and whatever forbids the activation.
    """
    given = play.given
    game.write(play, "given", given[:-1])
    mana_ability = game.rules.mana_ability
    assert mana_ability is not None  # the window is open to them
    mana_ability.begin(game, play.seat, answer)
    game.write(play, "given", given)


def _automatic(game: Game, play: Play) -> int:
    """Replace ``auto`` by the answers that the solver finds."""
    plan = automatic_plan(game, play)
    game.write(play, "given", play.given[:-1])
    game.write(play, "plan", (*plan, *play.plan))
    return ask_payment(game, play)


def automatic_plan(game: Game, play: Play) -> tuple[Answer, ...]:
    """Answers that pay all that is due; found once for what is proposed and for the answer that takes it.

    Raises:
        Refusal: ``cannot_pay``, if the solver finds no way.
    """
    stamp = (game.version, play.id, play.window)
    known = game.found.get("plan")
    if known is None or known[0] != stamp or known[1] is not play.due:
        known = game.found["plan"] = (stamp, play.due, _planned(game, play))
    if known[2] is None:
        raise refuse(game, "cannot_pay", f"no way was found to {due_text(game, play.due)}")
    return known[2]  # type: ignore[no-any-return]  # a cache of mixed data


def _planned(game: Game, play: Play) -> tuple[Answer, ...] | None:
    """Answers that pay all that is due; none if the solver finds no way."""
    due: Parts = play.due
    levels = levels_of(game, due, window=play.window)
    search = Search(game, play.seat, levels, sources_of(game, play.seat), Question(), is_told=True)
    if search.run() != YES:
        return None
    plan = Plan(search)
    return plan.answers(_rest_payments(game, play, plan))


def proposed(game: Game, play: Play) -> tuple[int, ...]:
    """The things that would pay all that is due if it were left to the rules; nothing if they find no way."""
    try:
        plan = automatic_plan(game, play)
    except Refusal:
        return ()
    used = (answer.refs[:1] if answer.do == "activate" else answer.refs for answer in plan)
    return tuple(dict.fromkeys(ident for refs in used for ident in refs))


def _rest_payments(game: Game, play: Play, plan: Plan) -> list[Answer]:
    """Answers for the parts that are not mana: what is tapped goes first, and what is cheapest to lose is preferred."""
    lost, tapped = plan.lost()
    chosen = {claim for _, claim in plan.last.victims} if plan.last is not None else None
    source = item_of(game, play).source
    parts: list[int] = []
    groups: list[list[Claim]] = []
    for index, part in enumerate(play.due):
        claims = None if isinstance(part, Mana) else _rule(game, part).claims(game, play.seat, source, part)
        for some in left_of(claims or [], lost, tapped):
            parts.append(index)
            able = some if chosen is None else [claim for claim in some if claim in chosen]
            groups.append(sorted(able, key=lambda claim: _worth(game, claim.ident)))
    named: dict[int, list[Claim]] = {k: [] for k, part in enumerate(play.due) if not isinstance(part, Mana)}
    for index, claim in zip(parts, distinct(groups) or (), strict=True):
        named[index].append(claim)
    found: list[tuple[tuple[bool, int, int], Answer]] = []
    for index, claimed in named.items():
        one: CostPart = play.due[index]
        rule = _rule(game, one)
        found.extend(
            ((_comes_last(game, one, answer.do), rule.rank(answer.do), index), answer)
            for answer in rule.planned(game, play, one, claimed)
        )
    found.sort(key=_place)
    return [answer for _, answer in found]


def _place(entry: tuple[tuple[bool, int, int], Answer]) -> tuple[bool, int, int]:
    return entry[0]


def _rule(game: Game, part: CostPart) -> CostRule[Any]:
    return game.rules.cost_rules[type(part)]


def _worth(game: Game, ident: int) -> tuple[int, int]:
    """The price of something: spent cards cost least, then tokens."""
    obj: Object | None = game.object(ident)
    if obj is not None and obj.zone == game.discard_zone:
        return (-2, ident)
    return (obj.value if obj is not None and not obj.token else -1, ident)


def pay_one(game: Game, play: Play, answer: Answer) -> None:
    """Pay one part, or a piece of it (118.10).

    Raises:
        Refusal: ``window_closed`` for a mana ability once a cost was paid (601.2g), ``partial_payment``,
            ``bad_payment``.
    """
    if answer.do == "activate":
        raise Refusal(
            game.rules.cite("window"),
            "window_closed",
            said("reason.window_closed", "mana abilities come before costs are paid"),
        )
    if answer.plan:
        raise refuse(game, "plan_unwanted", f"no step asks for {answer.plan[0].do!r}")
    reason: Refusal | None = None
    due: Parts = play.due
    for index, part in enumerate(due):
        if waits(game, due, index, answer.do):
            if _rule(game, part).takes(answer.do):
                reason = refuse(game, "paid_last", "random payments, and those from a library, come after all others")
            continue
        try:
            left = _pay_part(game, play, part, answer)
        except Refusal as refusal:
            reason = refusal
            continue
        if left is not None:
            rest = costs_of(game, play).rest_after(part, due[:index] + left + due[index + 1 :])
            write_due(game, play, rest)
            game.write(play, "parts", (*play.parts, part))
            return
    raise reason or refuse(game, "bad_payment", f"{answer.do} pays nothing that is due")


def _pay_part(game: Game, play: Play, part: CostPart, answer: Answer) -> tuple[CostPart, ...] | None:
    """The rest of the part once paid; none if the answer is not about such a part."""
    if isinstance(part, Mana):
        if isinstance(part, ManaInstead) and answer.do in part.by:
            return pay_instead(game, play, part, answer)
        if answer.do != "mana":
            return None
        spend(game, play, part, answer.amounts)
        return ()
    rule = game.rules.cost_rules[type(part)]
    return rule.pay(game, play, part, answer) if rule.takes(answer.do) else None


def pay_instead(game: Game, play: Play, part: ManaInstead, answer: Answer) -> tuple[CostPart, ...]:
    """Pay some units otherwise, with what is named or, without, with what comes first; return what is still due.

    Raises:
        Refusal: ``bad_payment``, if something named stands for no unit of what is due.
    """
    item = item_of(game, play)
    able = stand_ins_by(game, play.seat, item.source, (answer.do,))
    found = {ident: (kind, mask) for _, kind, ident, mask in able}
    used = answer.refs or tuple(found)[-1:]
    needs = needs_of(part.symbols)
    met = (*part.met, *(found[ident][1] for ident in used if ident in found))
    if not used or len(set(used)) != len(used) or len(met) != len(part.met) + len(used) or settled(needs, met) is None:
        raise refuse(game, "bad_payment", f"{answer.do} pays nothing that is due with this")
    for ident in used:
        obj = game.obj(ident)
        if found[ident][0] == TAP:
            tap(game, obj)
        else:
            put_somewhere(game, [obj], "exile", item)
    return (replace(part, met=met),) if len(met) < sum([n for _, n in needs]) else ()
