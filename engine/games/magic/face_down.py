"""Face-down spells and permanents (708): cast for {3}, and turned face up as a special action.

The card of what lies facedown is its ``real`` number; it shows the back that all cards share whose keyword is of one
kind. The back is another face of a card with morph: the player names it to cast the card facedown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword, Mana, Token, Way
from engine.cards.definitions import FACEDOWN
from engine.effects.meaning import DONE as EFFECT_DONE
from engine.effects.meaning import objects_of, touched
from engine.effects.transforming import FLEETING
from engine.errors import Refusal
from engine.events.triggers import occurred
from engine.events.zones import turn_up
from engine.payment.can_pay import can_pay
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.self_cost_rules import lock_all
from engine.payment.window import open_window, pay_costs
from engine.play.procedure_runner import ask, begin
from engine.queries.faces import is_facedown, own_number
from engine.queries.layers import refresh
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.decisions import Answer, Decision, Option
from engine.state.procedure import DONE, Procedure, Step, item_of
from engine.state.proposed_events import putting

if TYPE_CHECKING:
    from engine.abilities import TurnUp
    from engine.cards.definitions import CardDef
    from engine.cards.register import Print
    from engine.effects.meaning import Outcome
    from engine.state.game import Game
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
FOR_THREE: Final = (Way("face down", (Mana(("3",)),)),)
"""702.37a: the cost by which a spell is cast facedown."""


def backs(definition: CardDef) -> tuple[Token, ...]:
    """The form in which a card may be cast facedown; a card of several faces has none."""
    found = (back for word, back in BACKS.items() if word in definition.keywords and not definition.faces)
    return tuple(found)[:1]


def own_ways(printed: Print) -> tuple[Way, ...]:
    """The ways to cast a face by its own cost, or facedown."""
    return FOR_THREE if FACEDOWN in printed.definition.words else printed.ways


def ways_to_turn_up(game: Game, obj: Object) -> tuple[Way, ...]:
    """The costs for any one of which a permanent may be turned face up (702.37e, 702.168d)."""
    own = game.prints[own_number(obj)].definition
    return tuple(Way(a.name, a.cost) for a in own.abilities if isinstance(a, Keyword) and a.name in BACKS)


def _payable(game: Game, seat: int, obj: Object) -> list[int]:
    """The places of the ways that a seat can pay for."""
    ways = enumerate(ways_to_turn_up(game, obj))
    return [place for place, way in ways if can_pay(game, seat, way.cost, obj.id)]


def options(game: Game, seat: int) -> list[Option]:
    """702.37e: the permanents that a seat may turn face up now, and can pay for."""
    return [
        Option(TURN, (obj.id,))
        for obj in game.battlefield()
        if obj.controller == seat and is_facedown(game, obj) and _payable(game, seat, obj)
    ]


def has_backs(game: Game) -> bool:
    """Whether any card of this match may lie facedown."""
    cached = game.caches.get("backs")
    if cached is None:
        cached = game.caches["backs"] = (any(FACEDOWN in printed.definition.words for printed in game.prints),)
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
    play = begin(
        game,
        TURNING.name,
        seat,
        "payment",
        name=obj.name,
        source=obj.id,
        text=-1,
        plan=answer.plan,
        announced=Answer(TURN, answer.refs),
    )
    game.write(play, "ways", ways_to_turn_up(game, obj))


def _choose_cost(game: Game, play: Play, answer: Answer | None) -> int:
    """Of several costs for which it may be turned up one is chosen (701.40c, 701.58c)."""
    obj, ways = game.obj(play.given[0].refs[0]), play.ways
    if len(ways) > 1 and answer is None:
        payable = _payable(game, play.seat, obj) or range(len(ways))
        found = tuple(Option("costs", (place,), (), ways[place].name) for place in payable)
        prompt = said("ask.how_to_pay", "choose how to pay for {name}", name=obj.name)
        return ask(game, play, Decision("costs", play.seat, prompt, game.rules.cite("ways"), found, subject=play.item))
    place = answer.refs[0] if answer is not None else 0
    game.write(play, "alternative", place)
    game.write(play, "due", lock_all(game, play.seat, item_of(game, play), ways[place].cost))
    return DONE


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
        happen(game, [putting(obj, counter, 1) for obj in objs])
    for obj in objs:
        occurred(game, TURNED_UP, obj, seat)


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


def _may_be_up(game: Game, obj: Object) -> bool:
    own = game.prints[own_number(obj)].definition
    return FLEETING.isdisjoint(own.words)


TURNING: Final = Procedure(
    "turning face up",
    Step("702.37e", _choose_cost),
    Step("702.37e", open_window),
    Step("702.37e", pay_costs),
    Step("702.37e", _turned),
    costs=PAID_IN_PARTS,
)
