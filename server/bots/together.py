"""A greedy player that plays on one side with the others, against a scenario.

It takes its own turn and only then, planning what to make of its hand; basic powers are used where they do most. A hero
that is badly hurt goes home to recover as long as the main scheme allows it. ``needs`` weighs, ``reading`` reads texts,
``hand`` plans, ``paying`` pays, ``choices`` has the rest.
"""

from __future__ import annotations

import re
from typing import Final

from protocol.messages import Answer, Decision, Option
from protocol.view import Card, View
from server.bots import choices, paying, worth
from server.bots.hand import SPARE, Item, Plan, kept, value
from server.bots.needs import EFFORT, Needs
from server.bots.reading import CARD, SYMBOL, TOUGH_OFF, Line, best_harm, best_relief, gain, lines

NEVER: Final = -1.0
FIRST: Final = 100.0
"""Actions that help all that follows come first: going out, cards drawn."""
LAST: Final = 0.1
"""The action that comes when all else is done: going home."""
RECOVERS: Final = 4
"""About as much as alter-egos recover."""
HASSLE: Final = -0.5
"""So much better has it to be at home for a hero to go there; more cards are drawn there."""
_NUMBER: Final = re.compile(r"(\d+) (damage|threat)")


def act(view: View, decision: Decision) -> int:
    """The action that looks best, or to pass; outside of one's own turn only what interrupts and responds."""
    needs = Needs(view, decision.seat)
    if "or pass" in decision.prompt and "your turn" not in decision.prompt:
        return _answer(needs, decision)
    plan = Plan(needs, _items(needs, decision))
    rated = [(_merit(needs, plan, decision, option), -option.n) for option in decision.options]
    return -max(rated)[1]


# --- one's own turn ---------------------------------------------------------------------------------


def _items(needs: Needs, decision: Decision) -> list[Item]:
    """The actions that are possible now for resources, and worth something."""
    found = []
    for option in decision.options:
        card = needs.view.card(option.refs[0]) if option.refs else None
        if card is None:
            continue
        if option.do == "play":
            item = Item(card, option.refs, worth.price(card), value(needs, card))
        elif option.do == "activate":
            line = _line(card, option)
            cost = len(SYMBOL.findall(line.spent))
            item = Item(card, option.refs, cost, _use(needs, card, line))
        else:
            continue
        if item.value > SPARE:
            found.append(item)
    return found


def _line(card: Card, option: Option) -> Line:
    """The line of a card that an option is about; of those that are no actions none."""
    found = [line for line in lines(card) if line.label in ("action", "interrupt", "response")]
    index = option.refs[1] if len(option.refs) > 1 else 0
    return found[min(index, len(found) - 1)] if found else Line("")


def _use(needs: Needs, card: Card, line: Line) -> float:
    """The worth of using an ability beside the part of its cost that is no resource."""
    cost = line.cost
    loss = (f"discard {card.name.lower()}" in cost or "discard this" in cost) * 5.0 * card.is_a("upgrade")
    loss += CARD * 0.7 * ("from your hand" in cost) * ("up to" not in cost)
    if "x {" in line.spent:
        return 1.0 if _junk(needs, SYMBOL.findall(line.spent)[0]) else 0.0
    if "return" in line.effect and "to your hand" in line.effect:
        return 0.0
    return gain(needs, f"{cost}. {line.effect}", card) - loss


def _junk(needs: Needs, symbol: str) -> list[Card]:
    """The cards of the hand that are not worth keeping and make a resource."""
    return [
        card for card in needs.hand() if symbol in needs.view.word(card.id, "resources") and kept(needs, card) < CARD
    ]


def _merit(needs: Needs, plan: Plan, decision: Decision, option: Option) -> float:
    card = needs.view.card(option.refs[0]) if option.refs else None
    if card is None:
        return 0.0
    match option.do:
        case "play" | "activate":
            return _planned(plan, option, card)
        case "flip":
            return _flip(needs, plan, card)
        case "recover":
            return _recover(needs, card)
        case "attack":
            return _basic(needs, card, TOUGH_OFF if "stunned" in card.counters else best_harm(needs, card.power))
        case "thwart":
            relieved = best_relief(needs, card.stats.get("thwart", 0))
            return _basic(needs, card, TOUGH_OFF if "confused" in card.counters else relieved)
        case _:
            return NEVER


def _planned(plan: Plan, option: Option, card: Card) -> float:
    """The plan's actions in order: first cards that stay and draws, last the one that takes all the rest."""
    item = next((item for item in plan.chosen if item.refs == option.refs), None)
    if item is None:
        return NEVER
    if option.do == "activate" and " x {" in f" {card.text.lower()}":
        return LAST + 0.1
    is_first = "draw" in card.text.lower() or not card.is_a("event")
    return item.value + FIRST * is_first


def _basic(needs: Needs, card: Card, done: float) -> float:
    """A basic power; an ally that would die of it is kept for a blow where that is worth more."""
    if card.is_a("ally") and worth.toughness_left(card) <= 1 and needs.is_hero(needs.seat):
        return done - needs.cover if done > 0 else NEVER
    return done if done > 0 else NEVER


def _recover(needs: Needs, identity: Card) -> float:
    """To recover, unless going out to fight is worth more than that."""
    healed = needs.healed(identity, identity.stats.get("recover", 0))
    return FIRST * 2 + healed if healed > _fights(needs, identity) else NEVER


def _fights(needs: Needs, identity: Card) -> float:
    """About what a hero's basic power is worth."""
    return 0.0 if identity.tapped else max(2.0, best_relief(needs, 1) + 0.5)


def _flip(needs: Needs, plan: Plan, identity: Card) -> float:
    """Out as the turn begins, home as it ends; not home while the main scheme is nearly done."""
    seat = needs.seat
    if identity.is_a("hero"):
        rest = max(0.0, needs.healed(identity, RECOVERS) - EFFORT)
        return LAST if needs.danger(seat) + rest - needs.of_going_home(seat) > HASSLE else NEVER
    events = sum(
        value(needs, card)
        for card in needs.hand()
        if card.is_a("event") and any(line.form == "hero" and line.label == "action" for line in lines(card))
    )
    out = _fights(needs, identity) + 0.4 * events + needs.of_going_out(seat)
    return FIRST * 3 if out > needs.danger(seat) else NEVER


# --- interrupts and responses ---------------------------------------------------------------------------


def _answer(needs: Needs, decision: Decision) -> int:
    """The use most worth making now, or to pass."""
    rated = [(0.0, 0)]
    for option in decision.options:
        card = needs.view.card(option.refs[0]) if option.refs else None
        if card is not None and decision.prompt.startswith(("when", "after")):
            rated.append((_reaction(needs, decision, card, option), -option.n))
    return -max(rated)[1]


def _reaction(needs: Needs, decision: Decision, card: Card, option: Option) -> float:
    line = next((line for line in lines(card) if line.label in ("interrupt", "response")), Line(""))
    cost = CARD * (worth.price(card) if option.do == "play" else len(SYMBOL.findall(line.spent)))
    found = _NUMBER.search(decision.prompt)
    number = int(found[1]) if found else 0
    me = needs.me
    if found and me is not None and "as damage instead" in line.effect:
        return needs.placed(number) - needs.hurt(me, number) - SPARE
    if found and me is not None and found[2] == "damage" and "prevent" in line.effect:
        few = re.search(r"prevent (\d+)", line.effect)
        left = max(0, number - int(few[1])) if few else 0
        return needs.hurt(me, number) - needs.hurt(me, left) - 1.5
    return gain(needs, line.effect, card) - cost


def cards(view: View, decision: Decision) -> Answer:
    """The answer of each kind: who defends, what pays, what is given up, what is chosen."""
    prompt = decision.prompt.lower()
    if "who defends" in prompt:
        return choices.defend(view, decision)
    if prompt.startswith("generate"):
        return paying.pay(view, decision)
    if any(word in prompt for word in ("discard", "lose")):
        return paying.give_up(view, decision)
    return choices.target(view, decision)
