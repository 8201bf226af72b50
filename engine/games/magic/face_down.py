"""Face-down spells and permanents (708): cast for {3}, and turned face up as a special action.

The card of what lies facedown is its ``real`` number; it shows the back that all cards share whose keyword is of one
kind. The back is another face of a card with morph: the player names it to cast the card facedown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import EitherCost, Keyword, Mana, Token, Way
from engine.cards.definitions import FACEDOWN
from engine.errors import Refusal
from engine.events.triggers import occurred
from engine.events.zones import turn_up
from engine.payment.can_pay import can_pay
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.self_cost_rules import lock_all
from engine.payment.window import open_window, pay_costs
from engine.play.procedure_runner import begin
from engine.queries.faces import is_facedown, own_number
from engine.queries.layers import refresh
from engine.sentences import said
from engine.state.decisions import Answer, Option
from engine.state.procedure import DONE, Procedure, Step, item_of

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.cards.definitions import CardDef
    from engine.cards.register import Print
    from engine.state.game import Game
    from engine.state.records import Object, Play

TURN: Final = "turn"
"""The word of a gesture for turning a permanent face up."""
TURNED_UP: Final = "turned up"
"""The event of a permanent that is turned face up."""
NAME: Final = "Face-Down Creature"
"""The name by which gestures and views call what has none (708.2a)."""
BARE: Final = Token(NAME, (FACEDOWN, "creature"), 2, 2)
BACKS: Final = {"morph": BARE}
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


def costs_to_turn_up(game: Game, obj: Object) -> tuple[Cost, ...]:
    """The costs for any one of which a permanent may be turned face up (702.37e)."""
    own = game.prints[own_number(obj)].definition
    return tuple(a.cost for a in own.abilities if isinstance(a, Keyword) and a.name in BACKS)


def _price(game: Game, obj: Object) -> Cost:
    costs = costs_to_turn_up(game, obj)
    return costs[0] if len(costs) == 1 else (EitherCost(costs),)


def options(game: Game, seat: int) -> list[Option]:
    """702.37e: the permanents that a seat may turn face up now, and can pay for."""
    return [
        Option(TURN, (obj.id,))
        for obj in game.battlefield()
        if obj.controller == seat
        and is_facedown(game, obj)
        and any(can_pay(game, seat, cost, obj.id) for cost in costs_to_turn_up(game, obj))
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
    if not costs_to_turn_up(game, obj):
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
    game.write(play, "due", lock_all(game, seat, item_of(game, play), _price(game, obj)))


def _turned(game: Game, play: Play, answer: Answer | None) -> int:
    """The cost was paid: the permanent is turned face up, and nothing goes on the stack."""
    obj = game.object(play.given[0].refs[0])
    if obj is not None:
        turn_face_up(game, [obj])
    game.remove(item_of(game, play))
    return DONE


def turn_face_up(game: Game, objs: list[Object]) -> None:
    """708.8: permanents are turned face up at once; they do not enter, and what was done to them stays."""
    for obj in objs:
        turn_up(game, obj)
    refresh(game)
    for obj in objs:
        occurred(game, TURNED_UP, obj, obj.controller)


TURNING: Final = Procedure(
    "turning face up",
    Step("702.37e", open_window),
    Step("702.37e", pay_costs),
    Step("702.37e", _turned),
    costs=PAID_IN_PARTS,
)
