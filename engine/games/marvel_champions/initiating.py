"""Playing a card and using an ability: the steps of Initiating Abilities.

Restrictions, a valid target and the ability to pay are checked before anything is given up (``legal_actions``); then
all is paid at once (``paying``). There is no stack: what was played resolves as the last steps of its own procedure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.interpreter import begin_effects, conclude_payment
from engine.errors import Refusal
from engine.events.triggers import occurred
from engine.events.zones import move
from engine.games.marvel_champions import placing
from engine.games.marvel_champions.can_pay import MET_BUDGET
from engine.games.marvel_champions.characters import is_resource
from engine.games.marvel_champions.frames import ResolvedFrame
from engine.games.marvel_champions.labelled_abilities import begin as begin_labelled
from engine.games.marvel_champions.legal_actions import check_costs, check_restrictions, check_targets, is_unproven
from engine.games.marvel_champions.paying import pay_together
from engine.games.marvel_champions.play_costs import PAID_TOGETHER
from engine.games.marvel_champions.statements import Cheaper, declare, used_up
from engine.games.marvel_champions.totals import CHEAPER, total_cost
from engine.games.marvel_champions.who_may_use import is_open_to
from engine.payment.self_cost_rules import lock_all
from engine.play.modes import choose_modes
from engine.play.procedure_runner import ask_in_turn, begin
from engine.play.response_windows import choose_event
from engine.play.targets import declare_targets, divide
from engine.queries.activation_counts import count_use
from engine.queries.static_effects import use_up_changes
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Answer
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.last_known import NEW, known
from engine.state.play_notes import PaidNumber
from engine.state.player_marks import mark_of, set_mark
from engine.state.procedure import DONE, Procedure, Step, item_of
from engine.state.proposed_events import Prospect, moving

if TYPE_CHECKING:
    from engine.state.decisions import Option
    from engine.state.event_kinds import Performer
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play


# --- beginning ------------------------------------------------------------------------------------


def begin_card(game: Game, seat: int, answer: Answer) -> None:
    """Begin to play the card that an answer names.

    Raises:
        Refusal: ``not_in_hand``.
    """
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    if obj is None or obj.zone != "hand" or obj.owner != seat:
        raise Refusal(
            "Initiating: restrictions",
            "not_in_hand",
            said("marvel-champions.reason_own_hand", "cards are played from one's own hand"),
        )
    _begin(game, "play", seat, obj, ability_of(game, obj), answer)


def begin_ability(game: Game, seat: int, answer: Answer) -> None:
    """Begin to use an ability of a card in play.

    Raises:
        Refusal: ``no_such_ability``, ``not_controller``, ``not_paying`` for a Resource ability.
    """
    named = game.ability_named(answer.refs)
    obj, number = named or (None, 0)
    if obj is None or obj.zone != game.arena:
        raise Refusal(
            "Initiating: restrictions",
            "no_such_ability",
            said("marvel-champions.reason_no_such_ability", "there is no such ability to use"),
        )
    refusal = not_to_be_used(game, seat, obj, number)
    if refusal is not None:
        raise refusal
    _begin(game, "use", seat, obj, number, answer)


def not_to_be_used(game: Game, seat: int, obj: Object, number: int) -> Refusal | None:
    """The obstacle by owner and kind: an ability is one's own or an encounter card's, and does not only generate."""
    text = game.texts[number]
    if text.kind == "activated" and not is_resource(text) and is_open_to(game, seat, obj, text):
        return None
    if obj.controller == seat and is_resource(text):
        return Refusal(
            "Cost: resources",
            "not_paying",
            said(
                "marvel-champions.reason_not_paying", "{name} generates only while something is paid for", name=obj.name
            ),
        )
    if obj.controller in (seat, game.side) and text.answers:
        rule = "Interrupt" if text.ability.timing == "interrupt" else "Response"  # type: ignore[union-attr]  # what answers is Timed
        return Refusal(
            rule,
            "not_now",
            said(
                "marvel-champions.reason_waits_for",
                "the event that {name} waits for does not happen now",
                name=obj.name,
            ),
        )
    return Refusal(
        "Initiating: restrictions",
        "not_controller",
        said("marvel-champions.reason_not_yours_to_use", "{name} is not yours to use", name=obj.name),
    )


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


def unproven(game: Game, seat: int, options: tuple[Option, ...]) -> frozenset[int]:
    """The places of the offers that no search has found a way to pay for within its budget."""
    if game.caches.get(MET_BUDGET) != (game.version,):
        return frozenset()
    return frozenset(n for n, option in enumerate(options) if _is_unproven(game, seat, option))


def _is_unproven(game: Game, seat: int, option: Option) -> bool:
    obj = game.object(option.refs[0]) if option.refs else None
    if obj is None or option.do not in ("play", "activate"):
        return False
    is_played = option.do == "play"
    text = ability_of(game, obj) if is_played else game.activated(obj)[option.refs[1]]
    return is_unproven(game, seat, obj, text, is_played=is_played)


# --- the steps ------------------------------------------------------------------------------------


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
    is_played = item.kind == "play"
    cost = total_cost(game, play.seat, game.obj(item.source), item.text, x=item.x, is_played=is_played, item=item)
    assert cost is not None  # checked before
    due = lock_all(game, play.seat, item, cost)
    game.write(play, "total", due)
    game.write(play, "due", due)
    if is_played and mark_of(game, play.seat, CHEAPER):
        declare(game, play, Cheaper(mark_of(game, play.seat, CHEAPER)))
        set_mark(game, play.seat, CHEAPER, 0)
    if is_played:
        spent = use_up_changes(game, "play", game.obj(item.source), play.seat, item)
        if spent:
            declare(game, play, *map(used_up, spent))
    return DONE


CHOICES: Final = (
    ("modes", choose_modes),
    ("targets", declare_targets),
    ("shares", divide),
    ("place", placing.choose_place),
)


def commence(game: Game, play: Play, answer: Answer | None) -> int:
    """4: what is chosen for the effect is chosen now; the use counts even if the effect is canceled later (Limit)."""
    done = ask_in_turn(game, play, answer, CHOICES)
    item = item_of(game, play)
    source = game.object(item.source)
    if done == DONE and item.kind == "use" and source is not None and game.texts[item.text].limits:
        count_use(game, source, game.texts[item.text], item.controller)
    return done


def resolve(game: Game, play: Play, answer: Answer | None) -> int:
    """5: the card is played, or the ability used; its effect resolves at once."""
    item = item_of(game, play)
    each = Prospect(item.kind, item.source, play.seat, item.x)
    each.item = item.id
    happen(game, [each])
    return DONE


def perform(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """Nothing has canceled it: its effect resolves, and then its card goes where it goes."""
    item = game.item(each.item)
    game.occurred(f"{item.kind}s", item.controller, item.source, item.x, item.name)
    push(game, _frame(item, "effects"))
    if begin_labelled(game, item):
        begin_effects(game, item)
    return item.id


def _frame(item: Item, stage: str) -> ResolvedFrame:
    return NEW(ResolvedFrame, (item.id, stage, "resolved"))


def run_resolved(game: Game, frame: ResolvedFrame, answer: Answer | None) -> None:
    """The frame ``ResolvedFrame``: the card is put where it goes; then all may respond."""
    item = game.item(frame.item)
    if frame.stage == "effects":
        replace(game, _frame(item, "put"))
        _put_away(game, item)
        return
    pop(game)
    became = item.last[-1].became if item.kind == "play" and item.last else item.source
    source = game.object(became)
    occurred(game, item.kind, source, item.controller, item.x, how="" if source is not None else item.name)


def _put_away(game: Game, item: Item) -> None:
    """An event is discarded; another card enters play under its player's control, and knows what was paid for it."""
    card = game.object(item.card)
    if card is None or card.zone != "table":
        return
    if "event" in card.words or placing.lacks_place(game, item, card):
        happen(game, [moving(card, game.discard_zone, cause="resolved")], item)
        return
    names = [each.word for each in item.paid if isinstance(each, PaidNumber)]
    game.write(card, "paid", tuple((name, names.count(name)) for name in sorted(set(names))))
    each = moving(card, game.arena, controller=item.controller, cause="resolved")
    placing.arrive(game, item, card, each)
    happen(game, [each], item)


def conclude(game: Game, play: Play, answer: Answer | None) -> int:
    """A canceled card was played nonetheless: it is discarded."""
    item = item_of(game, play)
    card = game.object(item.card)
    if card is not None and card.zone == "table":
        happen(game, [moving(card, game.discard_zone, cause="canceled")])
    game.remove(item)
    return DONE


PLAY: Final = Procedure(
    "play",
    Step("Triggering Condition", choose_event),
    Step("Initiating: restrictions", check_restrictions),
    Step("Initiating: targets", check_targets),
    Step("Initiating: cost", check_costs),
    Step("Initiating 1", place_on_table),
    Step("Initiating 2", apply_modifiers),
    Step("Initiating 3", pay_together),
    Step("Initiating 4", commence),
    Step("Initiating 5", resolve),
    Step("Event", conclude),
    costs=PAID_TOGETHER,
)
USE: Final = Procedure(
    "use",
    Step("Triggering Condition", choose_event),
    Step("Initiating: restrictions", check_restrictions),
    Step("Initiating: targets", check_targets),
    Step("Initiating: cost", check_costs),
    Step("Initiating 2", apply_modifiers),
    Step("Initiating 3", pay_together),
    Step("Initiating 4", commence),
    Step("Initiating 5", resolve),
    Step("Initiating 5", conclude),
    costs=PAID_TOGETHER,
)
PAYMENT: Final = Procedure(
    "payment",
    Step("Initiating 3", pay_together),
    Step("Initiating 3", conclude_payment),
    costs=PAID_TOGETHER,
)
"""The payment that a text asks for as it is carried out."""
PERFORMED: Final[dict[str, Performer[Game]]] = {"play": perform, "use": perform}
FRAMES: Final = kinds_by_op(FrameKind(ResolvedFrame, run_resolved))
