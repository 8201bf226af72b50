"""Step 3 of Initiating Abilities: all costs at once.

First everything is said: with what resources are generated, which icon goes to which cost, what pays the parts that are
no resources. Then all of it happens in one batch, so that nobody can act in between, and what is generated beyond the
costs is lost. ``declared_payment`` tells how what was said is kept, ``dividing`` asks about the icons.

Taking damage may fail as a cost: then it is unpaid, what was given up is gone, and the rest does not happen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import IT, DamageCost, DiscardCost, LibraryCost, Paid, PutCountersCost, TapOther, TapSelf
from engine.effects.interpreter import decline_payment
from engine.errors import Illegal, Refusal
from engine.events.triggers import noticed_together, occurred
from engine.events.zones import move
from engine.games.marvel_champions.alternative_costs import alternatives, chosen_in
from engine.games.marvel_champions.automatic import (
    AUTO,
    ask_about_payment,
    cheapest,
    is_left_to_rules,
    leave_to_rules,
    sources_for,
)
from engine.games.marvel_champions.can_pay import can_pay_for, claims_of
from engine.games.marvel_champions.characters import title_now
from engine.games.marvel_champions.choosing import Choosing
from engine.games.marvel_champions.declared_payment import (
    Owed,
    declared_for,
    in_use,
    owed_of,
    payee_of,
    sources_of,
)
from engine.games.marvel_champions.dividing import divide_icons, name_types, note_icons
from engine.games.marvel_champions.language.shared_words import EXHAUSTED, SPENT, SYMBOL_OF
from engine.games.marvel_champions.reserved_payment import given_up
from engine.games.marvel_champions.resource_sources import FROM_HAND
from engine.games.marvel_champions.resources import resource_parts, serves, units_of
from engine.games.marvel_champions.statements import (
    OPEN,
    Cheaper,
    Generates,
    GivenUp,
    MustTake,
    PaysPart,
    all_statements,
    declare,
    declare_instead,
    statements,
    unused,
)
from engine.games.marvel_champions.totals import CHEAPER
from engine.payment.bipartite_matching import distinct
from engine.payment.self_cost_rules import number_now, spending
from engine.play.procedure_runner import ask_in_turn
from engine.play.state_based_actions import settle
from engine.queries.activation_counts import count_use
from engine.queries.shown_texts import shown
from engine.replacement.happen import happen
from engine.sentences import said, word
from engine.state.cost_rule import GONE, Claim
from engine.state.decisions import KINDS, Answer, Decision, Option
from engine.state.frames import PlayFrame
from engine.state.frequent_writes import write_asked, write_did
from engine.state.play_notes import PaidNumber, numbers_paid
from engine.state.player_marks import mark_of, set_mark
from engine.state.procedure import DONE, WAIT, item_of
from engine.state.proposed_events import TAKEN, Happening
from engine.text.language import language
from engine.text.phrases import has_part

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.games.marvel_champions.resource_sources import Source
    from engine.games.marvel_champions.resources import Icons
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect
    from engine.state.records import Item, Object, Play


def pay_together(game: Game, play: Play, answer: Answer | None) -> int:
    """3: say with what, then pay everything at once.

    Raises:
        Illegal: ``cannot_pay``, if that is impossible; nothing has been given up then.
    """
    if answer is not None and answer.do == AUTO:
        leave_to_rules(game, play)
        answer = None
    return ask_in_turn(game, play, answer, _QUESTIONS)


def _be_able(game: Game, play: Play, answer: Answer | None) -> int:
    item = item_of(game, play)
    if not can_pay_for(game, play.seat, payee_of(game, play), play.due):
        raise Illegal(
            "Initiating 3",
            "cannot_pay",
            said(
                "marvel-champions.reason_costs_at_once",
                "the costs of {name} cannot be paid all at once",
                name=item.name,
            ),
        )
    return DONE


def _choose_way(game: Game, play: Play, answer: Answer | None) -> int:
    """Choose among the alternatives of a cost; only those that can be paid are to be chosen from."""
    ways = alternatives(play.due)
    if len(ways) == 1:
        return DONE
    payee = payee_of(game, play)
    payable = [k for k, way in enumerate(ways) if can_pay_for(game, play.seat, payee, way)]
    if answer is None and len(payable) > 1 and not is_left_to_rules(play):
        writer = language(game.rules.name).renderer
        options = tuple(Option("costs", (k,), (), writer.payment(chosen_in(play.due, k))) for k in payable)
        prompt = said("ask.how_to_pay", "choose how to pay for {name}", name=item_of(game, play).name)
        decision = Decision("costs", play.seat, prompt, "Cost: simultaneous", options, subject=play.item)
        return ask_about_payment(game, play, decision)
    game.write(play, "due", ways[answer.refs[0] if answer is not None else payable[0]])
    return DONE


# --- what generates ---------------------------------------------------------------------------------


def _generate(game: Game, play: Play, answer: Answer | None) -> int:
    """Choose the cards of the hand to discard and the Resource abilities to use; they may make too many.

    Raises:
        Refusal: ``not_enough``, if the icons do not meet all costs, or too little is left for the rest of them.
    """
    wanted = resource_parts(play.due)
    if not any(units_of(part) for part in wanted):
        return DONE
    item = item_of(game, play)
    sources = sources_of(game, play)
    if is_left_to_rules(play):
        return _generate_automatically(game, play, sources)
    if answer is None:
        idents = tuple(dict.fromkeys(source.ident for source in sources))
        judge = Choosing(game, play.seat, payee_of(game, play), play.due, sources, idents)
        due = " and ".join(_icons_text(units_of(part)) for part in wanted if units_of(part))
        prompt = said("marvel-champions.ask_generate", "generate {due} for {name}", due=due, name=item.name)
        units = tuple(need for part in wanted for need in units_of(part))
        options = tuple(Option("cards", (ident,), pays=_pays(sources, ident, units)) for ident in idents)
        decision = Decision(
            "cards",
            play.seat,
            prompt,
            "Cost: resources",
            options,
            subject=item.id,
            most=len(idents),
            judge=judge,
            due=len(units),
        )
        return ask_about_payment(game, play, decision)
    for ident in answer.refs:
        texts = [source.text for source in sources if source.ident == ident]
        declare(game, play, Generates(ident, texts[0] if len(texts) == 1 else OPEN))
    return DONE


def _pays(sources: list[Source], ident: int, units: Icons) -> tuple[tuple[int, ...], ...]:
    """Of each icon that an object could generate, which of the units that are due it could pay."""
    icons = [icon for source in sources if source.ident == ident for icon in source.icons]
    return tuple(tuple(k for k, need in enumerate(units) if serves(icon, need)) for icon in icons)


def _icons_text(units: Icons) -> str:
    """The cost that is due, in a few words: ``{e}{p}``, ``3 resources``, ``{m} and 1 resource``."""
    typed = "".join(SYMBOL_OF.get(need, need) for need in units if need != "any")
    number = units.count("any")
    untyped = f"{number} resource{'s' if number > 1 else ''}" if number else ""
    return " and ".join(part for part in (typed, untyped) if part)


def _generate_automatically(game: Game, play: Play, sources: list[Source]) -> int:
    """Use what is missed least.

    Raises:
        Refusal: ``cannot_pay``, if no way is found within the budget.
    """
    found = sources_for(game, play.seat, payee_of(game, play), play.due, sources)
    if not found:
        name = item_of(game, play).name
        raise Refusal(
            "Cost: simultaneous",
            "cannot_pay",
            said("marvel-champions.reason_no_payment_found", "no way was found to pay for {n}", n=name),
        )
    declare(game, play, *(Generates(source.ident, source.text) for source in found))
    return DONE


def generators(game: Game, play: Play) -> tuple[int, ...]:
    """The sources that the rules would generate with, in place of a player's choice."""
    found = sources_for(game, play.seat, payee_of(game, play), play.due, sources_of(game, play))
    return tuple(dict.fromkeys(source.ident for source in found))


def _choose_uses(game: Game, play: Play, answer: Answer | None) -> int:
    """Of an object with several Resource abilities, or one that can be used several times, which are used."""
    while True:
        opened = next((said for said in statements(play, Generates) if said.text == OPEN), None)
        if opened is None:
            return DONE
        ident = opened.ident
        uses = _possible_uses(game, play, ident)
        if answer is None and len(uses) > 1:
            judge = _judge_of_uses(game, play, ident, uses)
            if not is_left_to_rules(play):
                return _ask_uses(game, play, ident, uses, judge)
            answer = Answer("modes", judge.fewest())
        chosen = [uses[n] for n in answer.refs] if answer is not None else uses
        said = all_statements(play)
        place = said.index(opened)
        said[place : place + 1] = [Generates(ident, source.text) for source in chosen]
        declare_instead(game, play, said)
        answer = None


def _possible_uses(game: Game, play: Play, ident: int) -> list[Source]:
    """The uses of an object's Resource abilities, each ability as often as it can be used besides all that is said."""
    uses: list[Source] = []
    every = [source for source in sources_of(game, play) if source.ident == ident]
    for text in dict.fromkeys(source.text for source in every):
        same = [source for source in every if source.text == text]
        judge = _judge_of_uses(game, play, ident, same)
        most = next((n for n in range(len(same), 1, -1) if judge.is_possible(tuple(range(n)))), 1)
        uses.extend(same[:most])
    return uses


def _judge_of_uses(game: Game, play: Play, ident: int, uses: list[Source]) -> Choosing:
    """The judge of whether some uses of an object suffice beside the rest that has been said."""
    entries = statements(play, Generates)
    every = sources_of(game, play)
    others = [s for s in every if s.ident != ident and ((s.ident, s.text) in entries or (s.ident, OPEN) in entries)]
    idents = frozenset(said.ident for said in entries)
    settled = frozenset(said.ident for said in entries if said.text != OPEN) | {ident}
    places = tuple(range(len(uses)))
    return Choosing(game, play.seat, payee_of(game, play), play.due, uses, places, others, idents, settled)


def _ask_uses(game: Game, play: Play, ident: int, uses: list[Source], judge: Choosing) -> int:
    options = tuple(Option("modes", (n,), (), shown(game, game.texts[source.text])) for n, source in enumerate(uses))
    prompt = said("marvel-champions.ask_generates", "choose what {name} generates", name=game.obj(ident).name)
    decision = Decision(
        "modes", play.seat, prompt, "Cost: resources", options, subject=ident, most=len(uses), judge=judge
    )
    return ask_about_payment(game, play, decision)


# --- the other parts --------------------------------------------------------------------------------


def _choose_rest(game: Game, play: Play, answer: Answer | None) -> int:
    """With what the parts are paid that are no resources, one after the other; nothing is given up yet.

    Raises:
        Refusal: ``bad_payment``, if something cannot pay this part, or not with what is left for the others.
    """
    owed = owed_of(game, play)
    for k, (source, part) in enumerate(owed):
        rule = game.rules.cost_rules[type(part)]
        chosen = declared_for(play, k)
        needed = _units(game, play.seat, source, part)
        if rule.leaves_no_choice(part) or len(chosen) >= needed:
            continue
        able = _able(game, play, owed, k)
        if answer is None and is_left_to_rules(play):
            answer = cheapest(game, part, able).answer()
        if answer is None and len(able) == needed - len(chosen) and not _is_planned(play, rule.verb):
            answer = Answer(able[0].do, tuple(option.refs[0] for option in able))
        if answer is None:
            prompt = said(
                "marvel-champions.ask_pay_by",
                "pay for {name}: {verb}",
                name=item_of(game, play).name,
                verb=word(rule.verb),
            )
            decision = Decision("pay", play.seat, prompt, "Cost: simultaneous", tuple(able), subject=play.item)
            return ask_about_payment(game, play, decision)
        _choose(game, play, k, chosen, needed, able, answer)
        return _choose_rest(game, play, None)
    if answer is not None:
        raise Refusal("Cost: simultaneous", "bad_payment", f"{answer.do} pays nothing that is due")
    return DONE


def _is_planned(play: Play, verb: str) -> bool:
    """Whether what comes next in a plan is a payment, which is to be taken or refused."""
    return bool(play.plan) and play.plan[0].do not in KINDS


def _units(game: Game, seat: int, source: int, part: CostPart) -> int:
    """The number of things that a part takes; 1 if it only asks to whom it is done."""
    claims = claims_of(game, seat, source, part)
    return len(claims) if claims else int(bool(getattr(part, "amount", 1)))


def _able(game: Game, play: Play, owed: list[Owed], k: int) -> list[Option]:
    """The options that could pay one unit more of the k-th part so that the others can still be paid too."""
    source, part = owed[k]
    options = list(game.rules.cost_rules[type(part)].options(game, play.seat, source, part))
    if not claims_of(game, play.seat, source, part):
        return options
    lots = [lot for n, one in enumerate(owed) for lot in _lots(game, play, n, one)]
    at = next(place for place, (n, is_open, _) in enumerate(lots) if n == k and is_open)
    groups = [group for _, _, group in lots]
    able = []
    for option in options:
        claim = next((one for one in groups[at] if one.ident == option.refs[0]), None)
        if claim is not None and distinct([*groups[:at], [claim], *groups[at + 1 :]]) is not None:
            able.append(option)
    return able


def _lots(game: Game, play: Play, n: int, owed: Owed) -> list[tuple[int, bool, list[Claim]]]:
    """The claims that could pay each unit of the n-th part, and whether that is open; generators pay nothing else."""
    units = claims_of(game, play.seat, *owed)
    said = declared_for(play, n)
    spent = {one.ident for one in statements(play, Generates) if one.text == FROM_HAND}
    chosen = [[claim for claim in units[0] if claim.ident == ident] for ident in said]
    taken = {Claim(GONE, ident) for ident in given_up(game)}
    left = [
        [claim for claim in group if claim.ident not in spent and claim not in taken] for group in units[len(said) :]
    ]
    return [(n, False, group) for group in chosen] + [(n, True, group) for group in left]


def _choose(
    game: Game, play: Play, k: int, chosen: tuple[int, ...], needed: int, able: list[Option], answer: Answer
) -> None:
    """Take note of what pays a part, or some of it."""
    verbs = {option.do for option in able}
    idents = {option.refs[0] for option in able}
    if answer.do not in verbs or not set(answer.refs) <= idents or answer.amounts:
        raise Refusal("Cost: simultaneous", "bad_payment", f"{answer.do} with this does not pay what is due")
    if not 0 < len(answer.refs) <= needed - len(chosen) or len(set(answer.refs)) != len(answer.refs):
        raise Refusal(
            "Cost: simultaneous", "bad_payment", f"{answer.do} takes 1 to {needed - len(chosen)} different ones"
        )
    rest = [said for said in all_statements(play) if not (isinstance(said, PaysPart) and said.part == k)]
    declare_instead(game, play, [*rest, PaysPart(k, (*chosen, *answer.refs))])


# --- all at once ------------------------------------------------------------------------------------


def _give_all(game: Game, play: Play, answer: Answer | None) -> int:
    """Give up everything at once (Cost: simultaneous, Cost: additional); nothing generated is kept (Cost: overpay)."""
    write_asked(game, play, (*play.asked, "paid"))
    item = item_of(game, play)
    owed = owed_of(game, play)
    sources = in_use(game, play)
    note_icons(game, play, item)
    _note_spent(game, item, sources)
    batch = spending(game, [game.obj(used.ident) for used in sources if used.text == FROM_HAND], "discarded")
    for used in sources:
        if used.text != FROM_HAND:
            obj = game.obj(used.ident)
            count_use(game, obj, game.texts[used.text])
            occurred(game, "use", obj, play.seat)
            game.occurred("generates", play.seat, obj.id, 0, obj.name)
    number = 0
    told: list[Prospect] = []
    for k, (source, part) in enumerate(owed):
        objs = _given(game, play, k, source, part)
        number += len(objs)
        if isinstance(part, TapSelf | TapOther):
            _note_exhausted(game, item, objs)
        giving = game.rules.cost_rules[type(part)].giving(game, item, part, objs)
        (told if isinstance(part, LibraryCost) and speaks_of_them(game, item) else batch).extend(giving)
    write_did(game, item, item.x or number)
    declare(game, play, *(MustTake(each.subject, each.amount) for each in batch if each.cause == TAKEN))
    declare(game, play, *(GivenUp(each.subject) for each in batch if each.kind == "move"))
    game.write(play, "parts", tuple(part for _, part in owed))
    game.write(play, "due", ())
    if batch:
        happen(game, batch)
    if told:
        happen(game, told, item)
    return DONE if game.root.agenda[-1] == PlayFrame(play.id) else WAIT


def speaks_of_them(game: Game, item: Item) -> bool:
    """Whether a text counts what is printed on the cards that its cost has discarded from the deck."""
    return item.text >= 0 and has_part(game.texts[item.text].body, IT)


def _note_exhausted(game: Game, item: Item, objs: list[Object]) -> None:
    """Note the cards that were exhausted to pay for something, if its text asks that."""
    for obj in objs:
        name = f"{EXHAUSTED}{title_now(game, obj)}"
        if item.text >= 0 and has_part(game.texts[item.text].body, Paid(name)):
            game.write(item, "paid", (*item.paid, PaidNumber(name, 1)))


def _given(game: Game, play: Play, k: int, source: int, part: CostPart) -> list[Object]:
    """The payment of the k-th part: the things said, cards at random, or the card whose cost it is."""
    if isinstance(part, DiscardCost) and part.at_random:
        left = sorted({ident for _, _, group in _lots(game, play, k, (source, part)) for _, ident in group})
        count = number_now(game, play.seat, source, part.count)
        return [game.obj(left.pop(game.stream_below(len(left)))) for _ in range(count)]
    return [game.obj(ident) for ident in declared_for(play, k) or (source,)]


def _see_what_was_taken(game: Game, play: Play, answer: Answer | None) -> int:
    """Damage that was to be taken and was not leaves the cost unpaid, and the rest does not happen.

    That is for damage taken (Cost: taking damage): damage dealt is paid whatever comes of it (Cost: dealing damage).
    """
    paid = item_of(game, play).paid
    due = statements(play, MustTake)
    for victim in dict.fromkeys(ident for ident, _ in due):
        taken = sum(numbers_paid(paid, f"{TAKEN} {victim}"))
        if taken < sum(number for ident, number in due if ident == victim):
            abandon(game, play)
            break
    return DONE


def _note_spent(game: Game, item: Item, sources: list[Source]) -> None:
    """Note the cards that are spent, where some text waits for that."""
    if SPENT in game.awaited:
        cards = [game.obj(used.ident).card for used in sources if used.text == FROM_HAND]
        game.write(item, "paid", (*item.paid, *(PaidNumber(SPENT, card) for card in cards)))


def _state_spent(game: Game, play: Play, answer: Answer | None) -> int:
    """Cards that were spent wait for that where they lie now; each of them was spent for what is paid for."""
    if SPENT not in game.awaited:
        return DONE
    lying = [game.obj(ident) for ident in reversed(game.content(game.discard_zone, play.seat))]
    spent = []
    for card in numbers_paid(item_of(game, play).paid, SPENT):
        obj = next((obj for obj in lying if obj.card == card), None)
        if obj is not None:
            lying.remove(obj)
            spent.append(Happening(obj, play.seat, other=payee_of(game, play)))
    noticed_together(game, SPENT, spent)
    return DONE


def _settle(game: Game, play: Play, answer: Answer | None) -> int:
    """Remove the characters that the cost has defeated before any choice for the effect; a scheme may be completed."""
    matters = any(isinstance(part, DamageCost | PutCountersCost) for part in play.parts)
    return DONE if not matters or settle(game) else WAIT


def abandon(game: Game, play: Play) -> None:
    """End a play whose cost was not paid though something was given up for it; a card goes back to where it was."""
    item = item_of(game, play)
    if play.then >= 0:
        decline_payment(game, play)
    card = game.object(item.card)
    if card is not None and card.zone == "table":
        move(game, card, "hand")
    spent = unused(play)
    if spent:
        game.write(game.root, "statics", (*game.root.statics, *spent))
    cheaper = sum(said.by for said in statements(play, Cheaper))
    if cheaper:
        set_mark(game, play.seat, CHEAPER, cheaper + mark_of(game, play.seat, CHEAPER))
    game.write(play, "plan", ())
    game.write(play, "step", len(game.rules.procedures[play.procedure].steps) - 1)
    game.remove(item)


_QUESTIONS: Final = (
    ("able", _be_able),
    ("ways", _choose_way),
    ("cards", _generate),
    ("uses", _choose_uses),
    ("icons", divide_icons),
    ("types", name_types),
    ("rest", _choose_rest),
    ("paid", _give_all),
    ("taken", _see_what_was_taken),
    ("spent", _state_spent),
    ("settled", _settle),
)
"""The questions and deeds of a payment, in their order."""
