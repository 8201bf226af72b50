"""Paying: what may be paid next, and the steps in which it is.

The payment window: while it is open mana abilities may be activated, each a play within the play; the first cost
part paid closes it. A payment is one answer: ``activate`` (a mana ability), ``mana`` (all of the mana, its units
named or chosen for the player), or the verb of another part. ``auto`` pays all that is due by a plan found by the
solver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Mana
from engine.costs import TAP, refuse
from engine.decisions import KINDS, Answer, Decision, Option
from engine.errors import Illegal, Refusal
from engine.mana import BIT, EMPTY_POOL, covers, in_braces, needs_of, pool_text, spends, supply_of
from engine.play import DONE, PASS_ON, WAIT, ask, item_of
from engine.solver import NO, UNPROVEN, YES, Parts, Search, Source, distinct, left_of
from engine.sources import Sources, busy_abilities, can_pay, sources_of
from engine.state import Plain

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.costs import Claim
    from engine.game import Game
    from engine.state import Object, Play

# --- steps ------------------------------------------------------------------------------------


def open_window(game: Game, play: Play, answer: Answer | None) -> int:
    """If the total includes mana, let its player activate mana abilities until a cost is paid."""
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
    _pay_forced(game, play)
    if not play.due:
        return DONE
    return ask_payment(game, play)


def _pay_forced(game: Game, play: Play) -> None:
    """Pay a last part that leaves nothing to choose, without a question; a plan may name it all the same."""
    if len(play.due) != 1 or isinstance(play.due[0], Mana):
        return
    part: CostPart = play.due[0]
    rule = game.rules.cost_rules[type(part)]
    if not rule.leaves_no_choice(part):
        return
    options = rule.options(game, play.seat, item_of(game, play).source, part)
    if not options:
        return
    answer = options[0].answer()
    if play.plan:
        planned = Answer.from_plain(play.plan[0])
        if planned.do == rule.verb:
            answer = planned
            game.write(play, "plan", play.plan[1:])
        elif planned.do not in KINDS:  # another payment, for this step to refuse; a choice is for a later step
            return
    pay_one(game, play, answer)


def ask_payment(game: Game, play: Play) -> int:
    """Ask for the next payment.

    Raises:
        Illegal: ``cannot_pay``, if no payment at all is legal any more.
    """
    if play.plan:
        decision = Decision("pay", play.seat, "", game.rules.cite("pay"), ())
        return ask(game, play, decision)
    options, unproven = payment_options(game, play)
    item = item_of(game, play)
    if not options:
        left = legal_payments(game, play)
        if not left:
            reason = f"{item.name} cannot be paid for: {due_text(play.due)} is due"
            raise Illegal(game.rules.cite("pay"), "cannot_pay", reason)
        if play.bound:  # no way back and none forward: it can only fail by the rules
            options, unproven = left, frozenset(range(len(left)))
    rule = game.rules.cite("window" if play.window else "pay")
    return ask(
        game,
        play,
        Decision(
            "pay",
            play.seat,
            f"pay {due_text(play.due)} for {item.name}",
            rule,
            options,
            subject=item.id,
            unproven=unproven,
        ),
    )


def due_text(due: Plain) -> str:
    """What is due, in a few words."""
    return ", ".join(in_braces(p.symbols) if isinstance(p, Mana) else type(p).__name__.lower() for p in due)


def payment_options(game: Game, play: Play) -> tuple[tuple[Option, ...], frozenset[int]]:
    """The payments from which the rest can still be paid, and the indexes of those not proven."""
    options: list[Option] = []
    unproven = set()
    seat, item = play.seat, item_of(game, play)
    due: Parts = play.due
    if play.window:
        for source, verdict in _useful_sources(game, play):
            for text in source.texts:
                if verdict == UNPROVEN:
                    unproven.add(len(options))
                options.append(Option("activate", game.activation(source.obj, text.number)))
    for index, part in enumerate(due):
        rest = due[:index] + due[index + 1 :]
        if isinstance(part, Mana):
            if not rest or can_pay(game, seat, rest, item.source, window=False):
                options.extend(
                    Option("mana", (), spent) for spent in spends(needs_of(part.symbols), game.players[seat].pool)
                )
        else:
            options.extend(_part_options(game, play, part, rest))
    return tuple(_once(options)), frozenset(unproven)


def _once(options: list[Option]) -> list[Option]:
    seen = set()
    out = []
    for option in options:
        key = (option.do, option.refs, option.amounts)
        if key not in seen:
            seen.add(key)
            out.append(option)
    return out


def _part_options(game: Game, play: Play, part: CostPart, rest: Parts) -> list[Option]:
    """Payments of one part that leave the rest payable, tried for real and undone where they could clash."""
    rule = game.rules.cost_rules[type(part)]
    options = rule.options(game, play.seat, item_of(game, play).source, part)
    if not rest and rule.units(part) == 1:
        return list(options)
    kept = []
    for option in options:
        mark = game.mark()
        left = rule.pay(game, play, part, option.answer())
        if can_pay(game, play.seat, rest + left, item_of(game, play).source, window=False):
            kept.append(option)
        game.rewind(mark)
    return kept


def _useful_sources(game: Game, play: Play) -> list[tuple[Source, int]]:
    """Mana abilities after whose activation the cost can still be paid."""
    item = item_of(game, play)
    sources = sources_of(game, play.seat)
    busy = busy_abilities(game)
    due: Parts = play.due
    needs = needs_of(tuple(s for part in due if isinstance(part, Mana) for s in part.symbols))
    plain = not sources.complex and len(due) == 1
    verdicts: dict[object, int] = {}
    found = []
    for source in sources.every:
        if any((source.obj.id, text.number) in busy for text in source.texts):
            continue
        key = (source.signature, source.obj.id == item.source)
        verdict = verdicts.get(key)
        if verdict is None:
            if plain:
                verdict = YES if _covers_after(sources, source, needs) else NO
            else:
                verdict = Search(game, play.seat, due, item.source, sources.every, busy=busy).run(source)
            verdicts[key] = verdict
        if verdict:
            found.append((source, verdict))
    return found


def _covers_after(sources: Sources, source: Source, needs: tuple[tuple[int, int], ...]) -> bool:
    """Whether the needs are covered once this simple source was used for one of its colours."""
    rest = sources.without(source.obj.id)
    for text in source.texts:
        for counts in text.yields:
            supply = dict(rest)
            for i, n in enumerate(counts):
                if n:
                    supply[1 << i] = supply.get(1 << i, 0) + n
            if covers(needs, supply):
                return True
    return False


def legal_payments(game: Game, play: Play) -> tuple[Option, ...]:
    """Every payment that is legal now, wherever it leads."""
    seat, item = play.seat, item_of(game, play)
    options: list[Option] = []
    if play.window:
        busy = busy_abilities(game)
        for source in sources_of(game, seat).every:
            for text in source.texts:
                able = text.simple or can_pay(game, seat, text.cost, source.obj.id)
                if able and (source.obj.id, text.number) not in busy:
                    options.append(Option("activate", game.activation(source.obj, text.number)))
    for part in play.due:
        if isinstance(part, Mana):
            ways = spends(needs_of(part.symbols), game.players[seat].pool)
            options.extend(Option("mana", (), spent) for spent in ways)
        else:
            options.extend(game.rules.cost_rules[type(part)].options(game, seat, item.source, part))
    return tuple(_once(options))


def _activate_for(game: Game, play: Play, answer: Answer) -> None:
    """Activate a mana ability in the window of a play; if it is taken back, it was never given as an answer.

    Raises:
        Refusal: ``not_a_mana_ability``, and whatever forbids the activation.
    """
    given = play.given
    game.write(play, "given", given[:-1])
    game.rules.activate(game, play.seat, answer, for_payment=True)
    game.write(play, "given", given)


def _automatic(game: Game, play: Play) -> int:
    """Replace ``auto`` by the answers that the solver finds."""
    plan = automatic_plan(game, play)
    game.write(play, "given", play.given[:-1])
    game.write(play, "plan", (*(answer.to_plain() for answer in plan), *play.plan))
    return ask_payment(game, play)


def automatic_plan(game: Game, play: Play) -> tuple[Answer, ...]:
    """Answers that pay all that is due.

    Raises:
        Refusal: ``cannot_pay``, if the solver finds no way.
    """
    item = item_of(game, play)
    due: Parts = play.due
    sources = sources_of(game, play.seat).every if play.window else []
    search = Search(game, play.seat, due, item.source, sources, busy=busy_abilities(game))
    if search.run() != YES:
        raise refuse(game, "cannot_pay", f"no way was found to pay {due_text(due)}")
    return search.answers(tuple(_rest_payments(game, play, search)))


def _rest_payments(game: Game, play: Play, search: Search) -> list[Answer]:
    """Answers for the parts that are not mana: what is tapped goes first, and what is cheapest to lose is preferred."""
    lost = {ident for step in search.steps for _, ident in step.victims}
    tapped = {unit.source.obj.id for unit in map(search.units.__getitem__, search.match) if unit.source is not None}
    source = item_of(game, play).source
    parts: list[int] = []
    groups: list[list[Claim]] = []
    out = []
    for index, part in enumerate(play.due):
        if isinstance(part, Mana):
            continue
        rule = game.rules.cost_rules[type(part)]
        claims = rule.claims(game, play.seat, source, part)
        if claims is None:
            out.append(rule.options(game, play.seat, source, part)[0].answer())
            continue
        for some in left_of(claims, lost, tapped):
            parts.append(index)
            groups.append(sorted(some, key=lambda claim: _worth(game, claim[1])))
    named: dict[tuple[bool, int], list[int]] = {}
    for index, (kind, ident) in zip(parts, distinct(groups) or (), strict=True):
        named.setdefault((kind != TAP, index), []).append(ident)
    verbs = {index: game.rules.cost_rules[type(part)].verb for index, part in enumerate(play.due) if index in parts}
    return [
        *(Answer(verbs[index] if given_up else TAP, tuple(ids)) for (given_up, index), ids in sorted(named.items())),
        *out,
    ]


def _worth(game: Game, ident: int) -> tuple[int, int]:
    obj: Object | None = game.object(ident)
    return (obj.value if obj is not None and not obj.token else -1, ident)


def pay_one(game: Game, play: Play, answer: Answer) -> None:
    """Pay one part, or a piece of it.

    Raises:
        Refusal: ``window_closed`` for a mana ability once a cost was paid (601.2g), ``partial_payment``,
            ``bad_payment``.
    """
    if answer.do == "activate":
        raise Refusal(game.rules.cite("window"), "window_closed", "mana abilities come before costs are paid")
    if answer.plan:
        raise refuse(game, "plan_unwanted", f"no step asks for {answer.plan[0].do!r}")
    reason: Refusal | None = None
    for index, part in enumerate(play.due):
        try:
            left = _pay_part(game, play, part, answer)
        except Refusal as refusal:
            reason = refusal
            continue
        if left is not None:
            game.write(play, "due", play.due[:index] + left + play.due[index + 1 :])
            game.write(play, "parts", (*play.parts, part))
            return
    raise reason or refuse(game, "bad_payment", f"{answer.do} pays nothing that is due")


def _pay_part(game: Game, play: Play, part: CostPart, answer: Answer) -> tuple[CostPart, ...] | None:
    """What is left of the part once paid; none if the answer is not about such a part."""
    if isinstance(part, Mana):
        if answer.do != "mana":
            return None
        spend(game, play.seat, part, answer.amounts)
        return ()
    rule = game.rules.cost_rules[type(part)]
    return rule.pay(game, play, part, answer) if rule.takes(answer.do) else None


def spend(game: Game, seat: int, part: Mana, units: tuple[int, ...]) -> None:
    """Pay all of a mana cost from the pool, with the units named or, without, with those of least use.

    Raises:
        Refusal: ``partial_payment``, if the units do not make the whole cost exactly.
    """
    player = game.players[seat]
    needs = needs_of(part.symbols)
    wanted = sum(n for _, n in needs)
    if not units:
        ways = spends(needs, player.pool)
        if not ways:
            raise refuse(
                game,
                "partial_payment",
                f"{in_braces(part.symbols)} is due and the pool holds {pool_text(player.pool) or 'nothing'}",
            )
        units = max(ways, key=lambda way: way[5])
    if len(units) != len(EMPTY_POOL) or min(units) < 0 or any(u > p for u, p in zip(units, player.pool, strict=True)):
        raise refuse(game, "partial_payment", "the pool does not hold these units")
    if sum(units) != wanted or not covers(needs, supply_of(units)):
        raise refuse(game, "partial_payment", f"{in_braces(part.symbols)} is due, exactly and at once")
    if wanted:
        game.write(player, "pool", tuple(p - u for p, u in zip(player.pool, units, strict=True)))


def add_mana(game: Game, seat: int, symbols: tuple[str, ...], times: int = 1) -> None:
    """Put mana into a pool."""
    player = game.players[seat]
    pool = list(player.pool)
    for symbol in symbols:
        pool[BIT[symbol].bit_length() - 1] += times
    game.write(player, "pool", tuple(pool))
