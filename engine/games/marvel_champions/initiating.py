"""Playing a card and using an ability: the steps of Initiating Abilities, and paying all costs at once.

Restrictions, a valid target and the ability to pay are checked before anything is given up. The payer then says which
cards of the hand are discarded for resources and which icon goes to which cost. There is no stack: what was played
resolves as the last steps of its own procedure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Resources, Variable
from engine.costs import discard, lock_all
from engine.decisions import Answer, Decision, Option
from engine.effects import begin_effects
from engine.errors import Illegal, Refusal
from engine.game import known
from engine.games.marvel_champions.resources import (
    hand_icons,
    icons_of,
    meet,
    resource_parts,
    serves,
    units_of,
)
from engine.games.marvel_champions.totals import total_cost
from engine.modes import choose_modes
from engine.payable import can_pay
from engine.payment import pay_costs
from engine.play import DONE, Procedure, Step, ask, ask_in_turn, begin, item_of
from engine.prospects import moving
from engine.replacement import happen
from engine.targets import declare_targets, divide, has_targets
from engine.triggers import occurred
from engine.zones import move

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.game import Game
    from engine.state import Item, Object, Play

FORMS: Final = ("hero", "alter-ego")
MOST_X: Final = 100
"""A bound of ours on X; no hand pays more."""


# --- beginning ------------------------------------------------------------------------------------


def begin_card(game: Game, seat: int, answer: Answer) -> None:
    """Begin to play the card that an answer names.

    Raises:
        Refusal: ``not_in_hand``.
    """
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    if obj is None or obj.zone != "hand" or obj.owner != seat:
        raise Refusal("Initiating: restrictions", "not_in_hand", "cards are played from one's own hand")
    _begin(game, "play", seat, obj, ability_of(game, obj), answer)


def begin_ability(game: Game, seat: int, answer: Answer) -> None:
    """Begin to use an ability of a card in play.

    Raises:
        Refusal: ``no_such_ability``, ``not_controller``.
    """
    named = game.ability_named(answer.refs)
    if named is None or named[0].zone != game.rules.arena:
        raise Refusal("Initiating: restrictions", "no_such_ability", "there is no such ability to use")
    obj, number = named
    if obj.controller != seat:
        raise Refusal("Initiating: restrictions", "not_controller", f"{obj.name} is not yours to use")
    _begin(game, "use", seat, obj, number, answer)


def _begin(game: Game, procedure: str, seat: int, obj: Object, text: int, answer: Answer) -> None:
    begin(
        game,
        procedure,
        seat,
        procedure,
        name=obj.name,
        source=obj.id,
        text=text,
        known_=known(obj),
        plan=answer.plan,
        announced=Answer(answer.do, answer.refs),
    )


def ability_of(game: Game, card: Object) -> int:
    """The ability that playing an event initiates; -1 for a card that enters play."""
    if "event" not in card.words:
        return -1
    return next((number for number in card.abilities if game.texts[number].kind == "activated"), -1)


def form_obstacle(game: Game, seat: int, text: int) -> str:
    """The form that an ability wants and its player is not in; "" if there is none."""
    words = {word for obj in game.battlefield() if obj.controller == seat for word in obj.words}
    limits = game.texts[text].limits if text >= 0 else ()
    return next((limit.kind for limit in limits if limit.kind in FORMS and limit.kind not in words), "")


def cost_of(game: Game, item: Item, seat: int, x: int) -> Cost | None:
    """All that playing or using would cost."""
    card = game.obj(item.source)
    return total_cost(game, seat, card, item.text, x=x, is_played=item.kind == "play", item=item)


def is_payable(game: Game, seat: int, source: int, cost: Cost | None) -> bool:
    """Whether all parts can be paid at once: icons of the hand for the resources, the rest by its own rules."""
    if cost is None or not meet(hand_icons(game, seat, source), resource_parts(cost)):
        return False
    others = tuple(part for part in cost if not isinstance(part, Resources))
    return not others or bool(can_pay(game, seat, others, source, window=False))


# --- the steps: checks ----------------------------------------------------------------------------


def check_restrictions(game: Game, play: Play, answer: Answer | None) -> int:
    """The form has to fit (Initiating Abilities, play restrictions).

    Raises:
        Illegal: ``wrong_form``.
    """
    item = item_of(game, play)
    form = form_obstacle(game, play.seat, item.text)
    if form:
        raise Illegal("Initiating: restrictions", "wrong_form", f"{item.name} is for {form} form")
    return DONE


def check_targets(game: Game, play: Play, answer: Answer | None) -> int:
    """There has to be a valid target for each that the effect needs; what the cost would change does not count.

    Raises:
        Illegal: ``no_target``.
    """
    item = item_of(game, play)
    if item.text >= 0 and not has_targets(game, game.texts[item.text], play.seat, item.source):
        raise Illegal("Cost: targets", "no_target", f"{item.name} has no valid target")
    return DONE


def check_costs(game: Game, play: Play, answer: Answer | None) -> int:
    """All costs have to be payable together; X is chosen now (Initiating Abilities, costs).

    Raises:
        Illegal: ``cannot_pay``.
    """
    item = item_of(game, play)
    if answer is not None:
        game.write(item, "x", answer.amounts[0])
        return DONE
    if not is_payable(game, play.seat, item.source, cost_of(game, item, play.seat, 0)):
        raise Illegal("Cost: simultaneous", "cannot_pay", f"the costs of {item.name} cannot be paid all at once")
    if not has_x(game, item.text):
        return DONE
    prompt = f"choose X for {item.name}"
    most = most_x(game, play)
    return ask(
        game, play, Decision("number", play.seat, prompt, "Initiating: cost", (), subject=item.id, least=0, most=most)
    )


def has_x(game: Game, text: int) -> bool:
    """Whether a cost before the arrow spends X."""
    cost = game.texts[text].cost if text >= 0 else ()
    return any(isinstance(part, Resources) and isinstance(part.times, Variable) for part in cost)


def most_x(game: Game, play: Play) -> int:
    """The largest X that could be paid for."""
    item = item_of(game, play)
    x = 0
    while x < MOST_X and is_payable(game, play.seat, item.source, cost_of(game, item, play.seat, x + 1)):
        x += 1
    return x


# --- the steps: playing ---------------------------------------------------------------------------


def place_on_table(game: Game, play: Play, answer: Answer | None) -> int:
    """1: the card is placed faceup in front of its player; it is not in play."""
    item = item_of(game, play)
    card = move(game, game.obj(item.source), "table", controller=play.seat)
    assert card is not None
    game.write(item, "card", card.id)
    game.write(item, "source", card.id)
    game.write(item, "known", known(card))
    return DONE


def apply_modifiers(game: Game, play: Play, answer: Answer | None) -> int:
    """2: the costs are worked out and fixed."""
    item = item_of(game, play)
    cost = cost_of(game, item, play.seat, item.x)
    assert cost is not None  # checked before
    due = lock_all(game, play, cost)
    game.write(play, "total", due)
    game.write(play, "due", due)
    return DONE


def pay_together(game: Game, play: Play, answer: Answer | None) -> int:
    """3: all costs at once: cards for resources, icons for costs, then everything is given up."""
    return ask_in_turn(game, play, answer, (("cards", _discards), ("icons", _division), ("rest", pay_costs)))


def _discards(game: Game, play: Play, answer: Answer | None) -> int:
    """Which cards of the hand generate resources; they may make too many.

    Raises:
        Refusal: ``not_enough``, if the icons do not meet all costs.
    """
    item = item_of(game, play)
    parts = resource_parts(play.due)
    if not any(units_of(part) for part in parts):
        return DONE
    if answer is None:
        hand = game.content("hand", play.seat)
        prompt = f"discard for {' and '.join(' '.join(units_of(part)) for part in parts if units_of(part))}"
        options = tuple(Option("cards", (ident,)) for ident in hand)
        return ask(
            game,
            play,
            Decision("cards", play.seat, prompt, "Cost: resources", options, subject=item.id, most=len(hand)),
        )
    icons = [icon for ident in answer.refs for icon in icons_of(game, game.obj(ident))]
    if not meet(icons, parts):
        raise Refusal("Cost: resources", "not_enough", "these cards do not generate what all the costs need")
    game.write(play, "options", answer.refs)
    return DONE


def _division(game: Game, play: Play, answer: Answer | None) -> int:
    """Which icon goes to which cost, each to one at most; then the cards are discarded and what is left over is lost.

    Raises:
        Refusal: ``wrong_division``, if a cost does not get exactly what it needs.
    """
    parts = resource_parts(play.due)
    cards = [game.obj(ident) for ident in play.options]
    icons = [icon for card in cards for icon in icons_of(game, card)]
    needed = sum(len(units_of(part)) for part in parts)
    if needed:
        is_choice = len(parts) > 1 or (len(icons) > needed and len(set(icons)) > 1)
        if answer is None and is_choice:
            return _ask_division(game, play, cards, parts, needed)
        division = [-n for n in answer.amounts] if answer is not None else [1] * needed
        chosen = [-n for n in answer.refs] if answer is not None else range(1, needed + 1)
        shares = [
            [icons[i - 1] for i, j in zip(chosen, division, strict=True) if j == n + 1] for n in range(len(parts))
        ]
        for part, share in zip(parts, shares, strict=True):
            if len(share) != len(units_of(part)) or not meet(share, (part,)):
                raise Refusal("Cost: simultaneous", "wrong_division", f"{' '.join(units_of(part))} is not what it gets")
        game.write(item_of(game, play), "paid", tuple(tuple(share) for share in shares))
    discard(game, cards)
    game.write(play, "parts", (*play.parts, *parts))
    game.write(play, "due", tuple(part for part in play.due if not isinstance(part, Resources)))
    return DONE


def _ask_division(game: Game, play: Play, cards: list[Object], parts: tuple[Resources, ...], needed: int) -> int:
    """Ask for pairs of the n-th icon and the n-th cost, as both are listed."""
    item = item_of(game, play)
    options = []
    icons = [(icon, card.name) for card in cards for icon in icons_of(game, card)]
    for i, (icon, name) in enumerate(icons, 1):
        for j, part in enumerate(parts, 1):
            if any(serves(icon, need) for need in units_of(part)):
                label = f"{icon} of {name} for {' '.join(units_of(part))}"
                options.append(Option("assign", (-i,), (-j,), label))
    prompt = f"divide the icons among the costs of {item.name}"
    decision = Decision(
        "assign", play.seat, prompt, "Cost: simultaneous", tuple(options), subject=item.id, least=needed, most=needed
    )
    return ask(game, play, decision)


def commence(game: Game, play: Play, answer: Answer | None) -> int:
    """4: what is chosen for the effect is chosen now."""
    return ask_in_turn(game, play, answer, (("modes", choose_modes), ("targets", declare_targets), ("shares", divide)))


def resolve(game: Game, play: Play, answer: Answer | None) -> int:
    """5: the card is played, or the ability used; its effect resolves at once."""
    item = item_of(game, play)
    occurred(game, "played" if item.kind == "play" else "used", game.object(item.source), play.seat, item.x)
    begin_effects(game, item)
    return DONE


def conclude(game: Game, play: Play, answer: Answer | None) -> int:
    """An event is discarded; another card enters play under its player's control."""
    item = item_of(game, play)
    card = game.object(item.card)
    if card is not None and card.zone == "table":
        if "event" in card.words:
            happen(game, [moving(card, game.rules.discard_zone, cause="resolved")])
        else:
            happen(game, [moving(card, game.rules.arena, controller=play.seat, cause="resolved")])
    game.remove(item)
    return DONE


PLAY: Final = Procedure(
    "play",
    Step("Initiating: restrictions", check_restrictions),
    Step("Initiating: targets", check_targets),
    Step("Initiating: cost", check_costs),
    Step("Initiating 1", place_on_table),
    Step("Initiating 2", apply_modifiers),
    Step("Initiating 3", pay_together),
    Step("Initiating 4", commence),
    Step("Initiating 5", resolve),
    Step("Event", conclude),
)
USE: Final = Procedure(
    "use",
    Step("Initiating: restrictions", check_restrictions),
    Step("Initiating: targets", check_targets),
    Step("Initiating: cost", check_costs),
    Step("Initiating 2", apply_modifiers),
    Step("Initiating 3", pay_together),
    Step("Initiating 4", commence),
    Step("Initiating 5", resolve),
    Step("Initiating 5", conclude),
)
