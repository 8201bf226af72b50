"""Face-down spells and permanents (708): cast for {3}, and turned face up as a special action.

The card of what lies facedown is its ``real`` number; it shows the back that all cards share whose keyword is of one
kind. The back is another face of a card with morph: the player names it to cast the card facedown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword, Mana, Manifest, ManifestDread, Token, TurnDown, Way
from engine.abilities.mana import TURNS_UP
from engine.cards.definitions import FACEDOWN, copied_form
from engine.effects.asking import ask_for_cards
from engine.effects.library import take_aside
from engine.effects.meaning import DONE as EFFECT_DONE
from engine.effects.meaning import amount_of, objects_of, touched, who_is
from engine.errors import Refusal
from engine.events.triggers import occurred
from engine.events.zones import move_all, turn_down, turn_up
from engine.games.magic.layouts import REWRITTEN
from engine.games.magic.special_actions import begin_special_action
from engine.payment.can_pay import can_pay
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.self_cost_rules import lock_all
from engine.payment.window import open_window, pay_costs
from engine.play.announced_numbers import has_x
from engine.play.procedure_runner import ask
from engine.queries.faces import FLEETING, is_facedown, number_beneath, own_number
from engine.queries.layers import refresh
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.decisions import Answer, Decision, Option
from engine.state.procedure import DONE, Procedure, Step, item_of
from engine.state.proposed_events import moving, putting
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.abilities import Cost, Instruction, TurnUp
    from engine.cards.definitions import CardDef
    from engine.cards.register import Print
    from engine.effects.meaning import Outcome
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect
    from engine.state.records import Item, Object, Play

TURN: Final = "turn"
"""The word of a gesture for turning a permanent face up."""
TURNED_UP: Final = "turned up"
"""The event of a permanent that is turned face up."""
NAME: Final = "Face-Down Creature"
"""The name by which gestures and views call what has none (708.2a)."""
BARE: Final = Token(NAME, (FACEDOWN, "creature"), 2, 2)
WARDED: Final = Token(NAME, (FACEDOWN, "creature"), 2, 2, abilities=(Keyword("ward", cost=(Mana(("2",)),)),))
"""702.168a, 701.58a: disguised and cloaked creatures have ward {2}."""
BACKS: Final = {"morph": BARE, "megamorph": BARE, "disguise": WARDED}
"""The keywords by which a card may be cast facedown, and what it is then (702.37a)."""
FORMS: Final = {"manifest": BARE, "cloak": WARDED}
MANIFESTED: Final = "manifested"
"""Beside a permanent: that it was manifested or cloaked."""
MOST_X: Final = 100
"""The highest X that is offered."""
FOR_THREE: Final = (Way("face down", (Mana(("3",)),)),)
"""702.37a: the cost by which a spell is cast facedown."""


def backs(definition: CardDef) -> tuple[Token, ...]:
    """The form in which a card may be cast facedown; a card of several faces has none."""
    found = (back for word, back in BACKS.items() if word in definition.keywords and not definition.faces)
    return tuple(found)[:1]


def laid_down(instruction: Instruction) -> tuple[Token, ...]:
    """The forms in which an instruction puts cards onto the battlefield facedown, and of what copies these."""
    if isinstance(instruction, TurnDown):
        return BARE, copied_form(BARE)
    if not isinstance(instruction, Manifest | ManifestDread):
        return ()
    form = _form(instruction)
    return form, copied_form(form)


def _form(instruction: Manifest | ManifestDread) -> Token:
    return FORMS[instruction.word] if isinstance(instruction, Manifest) else BARE


def own_ways(game: Game, printed: Print) -> tuple[Way, ...]:
    """The ways to cast a face by its own cost, facedown, or for its cleave, overload or bestow cost.

    Obeys 702.148a, 702.96a, 702.103a.
    """
    layout = printed.definition.layout
    if layout in REWRITTEN and game.prints[printed.faces[1]] is printed:
        own = printed.definition.abilities
        return tuple(Way(layout, each.cost) for each in own if isinstance(each, Keyword) and each.name == layout)
    return FOR_THREE if FACEDOWN in printed.definition.words else printed.ways


def are_alternative(ways: tuple[Way, ...]) -> bool:
    """118.9a: whether a face is cast for another cost than its mana cost anyway, and so not without paying that."""
    return any(way.name for way in ways)


def ways_to_turn_up(game: Game, obj: Object) -> tuple[Way, ...]:
    """The costs for any one of which a permanent may be turned face up (702.37e, 702.168d).

    701.40b, 701.58b: what was manifested or cloaked, and is a creature card, is turned up for its mana cost.
    """
    own = game.prints[number_beneath(obj)].definition
    found = tuple(Way(a.name, a.cost) for a in own.abilities if isinstance(a, Keyword) and a.name in BACKS)
    is_manifested = any(key == MANIFESTED for key, _ in obj.extra)
    if is_manifested and "creature" in own.words and own.cost is not None:
        found += (Way("", (own.cost,)),)
    return found


def _payable(game: Game, seat: int, obj: Object) -> list[int]:
    """The places of the ways that a seat can pay for."""
    ways = enumerate(ways_to_turn_up(game, obj))
    return [place for place, way in ways if can_pay(game, seat, _with_x(way.cost, 0), obj.id, TURNS_UP)]


def options(game: Game, seat: int) -> list[Option]:
    """702.37e: the permanents that a seat may turn face up now, and can pay for."""
    return [
        Option(TURN, (obj.id,))
        for obj in game.battlefield()
        if obj.controller == seat and is_facedown(game, obj) and _payable(game, seat, obj)
    ]


def has_backs(game: Game) -> bool:
    """Whether any card of this match may lie facedown."""
    cached = game.fixed.get("backs")
    if cached is None:
        cached = game.fixed["backs"] = (any(FACEDOWN in printed.definition.words for printed in game.prints),)
    return bool(cached[0])


def begin_turning(game: Game, seat: int, answer: Answer) -> None:
    """A special action (116.2b, 702.37e): a cost is paid, and the permanent is turned face up.

    Raises:
        Refusal: ``not_facedown``, ``no_cost``.
    """
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    if obj is None or obj.zone != "battlefield" or obj.controller != seat or not is_facedown(game, obj):
        raise Refusal(
            "116.2b",
            "not_facedown",
            said("magic.reason_not_facedown", "a face-down permanent that you control is turned face up"),
        )
    if not ways_to_turn_up(game, obj):
        raise Refusal(
            "116.2b",
            "no_cost",
            said("magic.reason_no_cost_to_turn", "nothing says for what cost this card is turned face up"),
        )
    play = begin_special_action(game, TURNING.name, seat, obj, answer)
    game.write(play, "ways", ways_to_turn_up(game, obj))


def _choose_cost(game: Game, play: Play, answer: Answer | None) -> int:
    """Of several costs for which it may be turned up one is chosen (701.40c, 701.58c)."""
    obj, ways = game.obj(play.given[0].refs[0]), play.ways
    if len(ways) > 1 and answer is None:
        payable = _payable(game, play.seat, obj) or range(len(ways))
        found = tuple(Option("costs", (place,), (), ways[place].name or "its own cost") for place in payable)
        prompt = said("ask.how_to_pay", "choose how to pay for {name}", name=obj.name)
        return ask(game, play, Decision("costs", play.seat, prompt, game.rules.cite("ways"), found, subject=play.item))
    game.write(play, "alternative", answer.refs[0] if answer is not None else 0)
    return DONE


def _choose_number(game: Game, play: Play, answer: Answer | None) -> int:
    """107.3d: the X of a mana cost is chosen just before it is paid."""
    item, cost = item_of(game, play), play.ways[play.alternative].cost
    if any(map(has_x, cost)):
        if answer is None:
            most = 0
            while most < MOST_X and can_pay(game, play.seat, _with_x(cost, most + 1), item.source, TURNS_UP):
                most += 1
            prompt = said("ask.number", "choose {what} for {name}", what="X", name=item.name)
            return ask(
                game, play, Decision("number", play.seat, prompt, "107.3d", (), subject=item.id, least=0, most=most)
            )
        cost = _with_x(cost, answer.amounts[0])
    game.write(play, "due", lock_all(game, play.seat, item, cost))
    return DONE


def _with_x(cost: Cost, number: int) -> Cost:
    """A mana cost with a number in place of each X."""
    return tuple(
        Mana(tuple(str(number) if symbol == "X" else symbol for symbol in part.symbols))
        if isinstance(part, Mana)
        else part
        for part in cost
    )


def _turned(game: Game, play: Play, answer: Answer | None) -> int:
    """The cost was paid: the permanent is turned face up, and nothing goes on the stack.

    702.37b: turned up for its megamorph cost, it gets a +1/+1 counter as it is turned.
    """
    obj = game.object(play.given[0].refs[0])
    if obj is not None:
        grows = play.ways[play.alternative].name == "megamorph"
        turn_face_up(game, play.seat, [obj], "+1/+1" if grows else "")
    game.remove(item_of(game, play))
    return DONE


def turn_face_up(game: Game, seat: int, objs: list[Object], counter: str = "") -> None:
    """708.8: permanents are turned face up at once; they do not enter, and what was done to them stays.

    Args:
        seat: who turns them up.
        counter: which each gets as it is turned.
    """
    for obj in objs:
        turn_up(game, obj)
    refresh(game)
    if counter:
        happen(game, [putting(obj, counter, 1, seat) for obj in objs])
    for obj in objs:
        occurred(game, TURNED_UP, obj, seat)


def run_manifest(game: Game, item: Item, do: Manifest, answer: Answer | None) -> Outcome:
    """701.40a, 701.58a: the top cards are put onto the battlefield facedown, one at a time (701.40e)."""
    form = game.tokens[_form(do)]
    touched(game, item, ())
    for seat in who_is(game, item, do.who):
        for card in take_aside(game, seat, amount_of(game, item, do.amount)):
            happen(game, [_lying_down(card, seat, form)], item)
    return EFFECT_DONE


def run_manifest_dread(game: Game, item: Item, do: ManifestDread, answer: Answer | None) -> Outcome:
    """701.62a: one of the top two cards is manifested, and the other is put into the graveyard."""
    seat = next(iter(who_is(game, item, do.who)), NOBODY)
    cards = take_aside(game, seat, 2) if seat != NOBODY else []
    if len(cards) > 1 and answer is None:
        prompt = said("magic.ask_manifest", "choose which card is manifested")
        ask_for_cards(game, seat, prompt, [card.id for card in cards], item.id, least=1, most=1)
        return None
    touched(game, item, ())
    chosen = cards[0] if answer is None and cards else next((c for c in cards if answer and c.id in answer.refs), None)
    if chosen is not None:
        happen(game, [_lying_down(chosen, seat, game.tokens[BARE])], item)
        move_all(game, [card for card in cards if card is not chosen], "graveyard")
    return EFFECT_DONE


def _lying_down(card: Object, seat: int, form: int) -> Prospect:
    each = moving(card, "battlefield", controller=seat, cause=FACEDOWN)
    each.copying = form
    each.chosen = ((MANIFESTED, 1),)
    return each


def run_turn_up(game: Game, item: Item, do: TurnUp, answer: Answer | None) -> Outcome:
    """Turn up what lies facedown; instants and sorceries stay facedown (701.40g)."""
    objs = [
        obj
        for obj in objects_of(game, item, do.what)
        if obj.zone == "battlefield" and is_facedown(game, obj) and _may_be_up(game, obj)
    ]
    touched(game, item, tuple([obj.id for obj in objs]))
    turn_face_up(game, item.controller, objs)
    return EFFECT_DONE


def run_turn_down(game: Game, item: Item, do: TurnDown, answer: Answer | None) -> Outcome:
    """708.2a: what lies face up and could lie facedown by a keyword of its own is a 2/2 without a text from now on."""
    objs = [obj for obj in objects_of(game, item, do.what) if obj.zone == "battlefield" and _may_be_down(game, obj)]
    touched(game, item, tuple([obj.id for obj in objs]))
    for obj in objs:
        turn_down(game, obj, game.tokens[BARE])
    refresh(game)
    return EFFECT_DONE


def _may_be_down(game: Game, obj: Object) -> bool:
    return not is_facedown(game, obj) and bool(backs(game.prints[obj.card].definition))


def _may_be_up(game: Game, obj: Object) -> bool:
    own = game.prints[own_number(obj)].definition
    return FLEETING.isdisjoint(own.words)


TURNING: Final = Procedure(
    TURNS_UP,
    Step("702.37e", _choose_cost),
    Step("107.3d", _choose_number),
    Step("702.37e", open_window),
    Step("702.37e", pay_costs),
    Step("702.37e", _turned),
    costs=PAID_IN_PARTS,
)
