"""The start of the game (103) and the turn (500-514), step by step.

The frame ``("turn", index, stage)`` stands at the bottom of the agenda: stage 0 does the turn-based actions of the
step, 1 lets players act in it, 2 ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.players import draw
from engine.errors import Refusal
from engine.events.labels import SEATS
from engine.events.loop_detection import forget
from engine.events.triggers import occurred
from engine.events.zones import draw_from, move, move_all
from engine.games.magic import attacking, blocking, combat
from engine.games.magic.added_phases import AFTER_COMBAT, as_it_begins, forget_mains, goes_on
from engine.games.magic.attack_costs import choose_attackers, determine_cost
from engine.games.magic.cast_notes import forget_mana
from engine.games.magic.day_night import check_last_turn
from engine.games.magic.designations import note_turn
from engine.games.magic.frames import (
    AssignDamageFrame,
    AttackersFrame,
    BlockersFrame,
    BottomFrame,
    CleanupDiscardFrame,
    DealDamageFrame,
    FirstPlayerFrame,
    MulligansFrame,
    NewTurnFrame,
    TurnFrame,
    UntapFrame,
)
from engine.games.magic.last_turn import turn_ends
from engine.games.magic.player_abilities import HAND, hand_size
from engine.games.magic.qualities import MAY_STAY_TAPPED
from engine.games.magic.sagas import add_lore
from engine.games.magic.speed import forget_speeding
from engine.games.magic.unspent_mana import empty_pools
from engine.games.magic.untapping import ask_what_untaps, too_many, untapping_elsewhere, untapping_ends, untaps
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.self_cost_rules import discard
from engine.payment.window import open_window, pay_costs
from engine.play.priority import STEP, give
from engine.play.state_based_actions import unsettled
from engine.replacement.durations import end_of_combat, end_of_turn, step_begins, turn_begins, untap_step_ends
from engine.replacement.happen import happen, is_skipped
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Answer, Decision, Option
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.player_marks import mark_of, set_mark
from engine.state.procedure import Procedure, Step
from engine.state.proposed_events import Prospect

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.game import Game


COMBAT_PHASE: Final = "combat phase"
PERIODS: Final = {
    "untap": "untap step",
    "upkeep": "upkeep step",
    "draw": "draw step",
    "precombat main": "main phase",
    "beginning of combat": COMBAT_PHASE,
    AFTER_COMBAT: "main phase",
}
"""The steps and phases that texts let players skip, by the step with which they begin (614.10)."""


class TurnStep:
    """One step: its name, what happens at its beginning, whether players receive priority in it.

    ``said`` is what texts call it ("at the beginning of your end step"), ``period`` what is skipped with it.
    """

    __slots__ = ("begin", "name", "period", "priority", "said")

    def __init__(self, name: str, begin: Callable[[Game], None], *, said: str = "", priority: bool = True) -> None:
        self.name = name
        self.begin = begin
        self.said = said or name
        self.period = PERIODS.get(name, "")
        self.priority = priority


def _nothing(game: Game) -> None:
    """Have no turn-based action."""


def _untap(game: Game) -> None:
    """502: day or night may come (731.2); what the active player controls untaps, and is no longer newly controlled."""
    check_last_turn(game)
    root = game.root
    batch = []
    for obj in game.battlefield():
        if obj.controller == root.active:
            if "echo" in obj.keywords:
                rest = tuple((key, value) for key, value in obj.extra if key != "echo due")
                game.write(obj, "extra", (*rest, ("echo due", 1)) if obj.sick else rest)  # 702.30a
            if obj.sick:
                game.write(obj, "sick", False)
            if obj.tapped and "doesn't untap" not in obj.keywords and untaps(game, obj):
                batch.append(obj)
    batch += untapping_elsewhere(game, root.active)
    untapping_ends(game, root.active)
    if root.effects:
        untap_step_ends(game, root.active)
    if any(MAY_STAY_TAPPED in obj.keywords and obj.controller == root.active for obj in batch):
        push(game, UntapFrame(root.active, tuple(obj.id for obj in batch)))
    elif too_many(game, root.active, batch) is not None:
        push(game, UntapFrame(root.active, tuple(obj.id for obj in batch), asked=True))
    elif batch:
        happen(game, [Prospect("untap", obj.id, obj.controller) for obj in batch])


def run_untap(game: Game, frame: UntapFrame, answer: Answer | None) -> None:
    """The frame ``UntapFrame``: 502.3, all untap but those chosen to stay tapped or left out by a limit."""
    objs = [game.obj(ident) for ident in frame.idents]
    limit = too_many(game, frame.seat, objs) if frame.asked else None
    if answer is None and not frame.asked:
        optional = [obj.id for obj in objs if obj.controller == frame.seat and MAY_STAY_TAPPED in obj.keywords]
        ask_what_untaps(game, frame.seat, optional, said("magic.ask_stays_tapped", "choose what stays tapped"))
        return
    if answer is None and limit is not None:
        group, most = limit
        ask_what_untaps(game, frame.seat, group, said("magic.ask_untaps", "choose what untaps"), most)
        return
    pop(game)
    if answer is not None:
        group = limit[0] if limit is not None else list(answer.refs)
        kept = frozenset(answer.refs) if limit is not None else frozenset()
        objs = [obj for obj in objs if obj.id in kept or obj.id not in group]
        if too_many(game, frame.seat, objs) is not None:
            push(game, UntapFrame(frame.seat, tuple(obj.id for obj in objs), asked=True))
            return
    happen(game, [Prospect("untap", obj.id, obj.controller) for obj in objs])


def _upkeep(game: Game) -> None:
    """503.1: effects that lasted until this upkeep end before anything triggers in it."""
    if game.root.effects:
        step_begins(game, game.root.active, "your upkeep")


def _end(game: Game) -> None:
    """513.1: effects that lasted until this end step end before anything triggers in it."""
    if game.root.effects:
        step_begins(game, game.root.active, "your end step")


def _draw(game: Game) -> None:
    """504.1; the player who goes first in a two-player game skips it in the first turn (103.8a, 103.8c)."""
    root = game.root
    if not (root.turn == 1 and len(game.players) == 2) and not game.players[root.active].lost:
        draw(game, [(root.active, 1)])


STEPS: Final = (
    TurnStep("untap", _untap, priority=False),
    TurnStep("upkeep", _upkeep),
    TurnStep("draw", _draw, said="draw step"),
    TurnStep("precombat main", add_lore, said="precombat main phase"),
    TurnStep("beginning of combat", _nothing, said="combat"),
    TurnStep("declare attackers", attacking.begin_attackers),
    TurnStep("declare blockers", blocking.begin_blockers),
    TurnStep("first-strike damage", combat.begin_first_strike),
    TurnStep("combat damage", combat.begin_damage),
    TurnStep("end of combat", _nothing),
    TurnStep("postcombat main", _nothing, said="postcombat main phase"),
    TurnStep("end", _end, said="end step"),
    TurnStep("cleanup", _nothing, priority=False),
)
INDEX: Final = {step.name: i for i, step in enumerate(STEPS)}
STEP_FRAMES: Final = tuple(tuple(TurnFrame(index, stage) for stage in range(3)) for index in range(len(STEPS)))
"""The frame of each step at each stage: 0 to begin it, 1 for its own action, 2 to end it."""


def begin_game(game: Game, chooser: int) -> None:
    """103: shuffle; ``chooser``, or with -1 chance, says who goes first; then draw seven, mulligans, the first turn."""
    for player in game.players:
        game.shuffle(game.zones["library"][player.seat])
    push(game, FirstPlayerFrame(chooser if chooser >= 0 else game.stream_below(len(game.players))))


def run_first_player(game: Game, frame: FirstPlayerFrame, answer: Answer | None) -> None:
    """The frame ``FirstPlayerFrame``: 103.1, that seat chooses who takes the first turn."""
    chooser: int = frame.seat
    if answer is None:
        game.ask(
            Decision(
                "players",
                chooser,
                said("magic.ask_first", "who takes the first turn?"),
                "103.1",
                tuple(Option("players", (game.players[seat].id,)) for seat in game.turn_order(chooser)),
                default=Answer("players", (game.players[chooser].id,)),
            )
        )
        return
    first = game.seat_of(answer.refs[0])
    game.write(game.root, "first", first)
    game.write(game.root, "active", first)
    order = game.turn_order(first)
    replace(game, NewTurnFrame(first), MulligansFrame(tuple(order), (), 0))
    for seat in order:
        for _ in range(HAND):
            draw_from(game, seat, "library", "hand")


def begin_position(game: Game, setup: dict[str, object]) -> None:
    """A position in the middle of a turn: by default A's precombat main phase, A with priority.

    Raises:
        Refusal: ``bad_position``, there is no such step.
    """
    root = game.root
    active = SEATS.index(str(setup.get("active", "A")))
    root.turn = int(str(setup.get("turn", 3)))
    root.active = active
    root.step = str(setup.get("step", "precombat main"))
    if root.step not in INDEX:
        raise Refusal("", "bad_position", f"no step {root.step!r}; there are {', '.join(INDEX)}")
    index = INDEX[root.step]
    if setup.get("begins", not STEPS[index].priority):
        root.agenda = (STEP_FRAMES[index][0],)
        return
    root.priority = SEATS.index(str(setup.get("priority", SEATS[active])))
    root.agenda = (STEP_FRAMES[index][2], STEP)


def run_mulligans(game: Game, frame: MulligansFrame, answer: Answer | None) -> None:
    """The frame ``MulligansFrame``: 103.5, a round of mulligans.

    Those whose hand is not settled declare in turn order; then all takers shuffle back and draw seven, put as many
    cards as they have taken mulligans on the bottom, and declare again. ``taken`` counts the rounds; among more than
    two players the first does not count (103.5c).
    """
    undecided: tuple[int, ...] = frame.undecided
    takers: tuple[int, ...] = frame.takers
    taken: int = frame.taken
    if answer is not None:
        takers += (undecided[0],) * answer.refs[0]
        undecided = undecided[1:]
    counted = taken + (len(game.players) == 2)
    if undecided:
        replace(game, MulligansFrame(undecided, takers, taken))
        options = (Option("confirm", (0,), label="Keep this hand"), Option("confirm", (1,), label="Take a mulligan"))
        game.ask(
            Decision(
                "confirm",
                undecided[0],
                said("magic.ask_mulligan", "take a mulligan? you draw 7 new cards and keep {n}", n=HAND - counted),
                "103.5",
                options,
                default=Answer("confirm", (0,)),
            )
        )
        return
    if not takers:
        pop(game)
        return
    for seat in takers:
        move_all(game, [game.obj(ident) for ident in game.content("hand", seat)], "library")
        game.shuffle(game.zones["library"][seat])
        for _ in range(HAND):
            draw_from(game, seat, "library", "hand")
        game.occurred("mulligan", seat, 0, taken + 1, 0)
    again = takers if counted < HAND else ()  # nobody mulligans a hand of no cards
    replace(
        game,
        MulligansFrame(again, (), taken + 1),
        *(BottomFrame(seat, counted) for seat in reversed(takers) if counted),
    )


def run_bottom(game: Game, frame: BottomFrame, answer: Answer | None) -> None:
    """The frame ``BottomFrame``.

    103.5, so many cards of the new hand go to the bottom, in the order they are named.
    """
    seat: int = frame.seat
    count: int = frame.number
    if answer is None:
        hand = game.content("hand", seat)
        game.ask(
            Decision(
                "cards",
                seat,
                said("magic.ask_bottom", "choose {n} for the bottom of your library", n=count),
                "103.5",
                tuple(Option("cards", (i,)) for i in hand),
                least=count,
                most=count,
            )
        )
        return
    for ident in answer.refs:
        move(game, game.obj(ident), "library", bottom=True)
    pop(game)


def run_new_turn(game: Game, frame: NewTurnFrame, answer: Answer | None) -> None:
    """Begin the turn of the next player (``NewTurnFrame``)."""
    seat: int = frame.seat
    root = game.root
    if is_skipped(game, seat, "turn"):
        order = game.turn_order(seat)
        replace(game, NewTurnFrame(order[1 % len(order)]))
        return
    turn_ends(game)
    forget_mana(game)
    forget_speeding(game)
    note_turn(game)
    game.write(root, "turn", root.turn + 1)
    game.write(root, "active", seat)
    if root.effects or root.statics or root.delayed:
        turn_begins(game, seat)
    if mark_of(game, seat, "lands"):
        set_mark(game, seat, "lands", 0)
    forget_mains(game, seat)
    forget(game)
    if root.happened:
        game.write(root, "happened", ())
    game.occurred("turn", seat, 0, root.turn, 0)
    replace(game, STEP_FRAMES[0][0])


def run_turn(game: Game, frame: TurnFrame, answer: Answer | None) -> None:
    """The frame ``TurnFrame`` (117.2c, 117.3a, 603.2b)."""
    index, stage, _ = frame
    step = STEPS[index]
    match stage:
        case 0 if is_skipped(game, game.root.active, step.period):
            if step.period != COMBAT_PHASE:
                replace(game, STEP_FRAMES[index][2])
            elif not goes_on(game, "end of combat"):
                replace(game, STEP_FRAMES[INDEX[AFTER_COMBAT]][0])
        case 0:
            game.write(game.root, "step", step.name)
            replace(game, STEP_FRAMES[index][1])
            step.begin(game)
            if game.root.watching or game.root.delayed:
                occurred(game, "step", None, game.root.active, how=as_it_begins(game, step.name, step.said))
        case 1:
            if step.name == "cleanup":
                _cleanup(game)
            elif not step.priority:
                replace(game, STEP_FRAMES[index][2])
            else:
                give(game, game.root.active)
                replace(game, STEP_FRAMES[index][2], STEP)
        case _:
            _end_step(game, index)


def _next_seat(game: Game) -> int:
    """The seat of the next turn: one with an extra turn, the newest first, else the next in turn order (500.7)."""
    root = game.root
    base = root.active if root.regular < 0 else root.regular
    while root.extra_turns:
        seat = root.extra_turns[-1]
        game.write(root, "extra_turns", root.extra_turns[:-1])
        if not game.players[seat].lost:
            game.write(root, "regular", base)
            return seat
    game.write(root, "regular", -1)
    return next(seat for seat in game.turn_order(base) if seat != base)


def _end_step(game: Game, index: int) -> None:
    """A step ends, and with it what lasts for a step; the next one begins."""
    empty_pools(game)
    following = index + 1
    name = STEPS[index].name
    if following == len(STEPS) and not goes_on(game, name):
        replace(game, NewTurnFrame(_next_seat(game)))
    if following == len(STEPS):
        return
    if name == "declare attackers" and not any(o.attacking >= 0 for o in game.battlefield()):
        following = INDEX["end of combat"]
    elif name == "declare blockers" and not combat.any_first_strike(game):
        following = INDEX["combat damage"]
    elif name == "end of combat":
        combat.remove_all_from_combat(game)
        end_of_combat(game)
    if not goes_on(game, name):
        replace(game, STEP_FRAMES[following][0])


def _cleanup(game: Game) -> None:
    """514: discard down to hand size, damage wears off, effects end.

    If anything happens then, players receive priority and another cleanup step follows (514.3a).
    """
    empty_pools(game)  # a cleanup step with priority may have come before
    seat = game.root.active
    over = len(game.content("hand", seat)) - hand_size(game, seat)
    if over > 0:
        push(game, CleanupDiscardFrame(seat, over))
        return
    for obj in game.battlefield():
        if obj.damage:
            game.write(obj, "damage", 0)
        if obj.marked:
            game.write(obj, "marked", "")
    end_of_turn(game)
    index = INDEX["cleanup"]
    depth = len(game.root.agenda)
    if not unsettled(game):
        replace(game, STEP_FRAMES[index][2])
    elif game.root.over is None:
        give(game, seat)
        game.splice(game.root, "agenda", depth - 1, 1, (STEP_FRAMES[index][0], STEP))  # what is asked above comes first


def run_cleanup_discard(game: Game, frame: CleanupDiscardFrame, answer: Answer | None) -> None:
    """The frame ``CleanupDiscardFrame`` (514.1)."""
    seat: int = frame.seat
    count: int = frame.number
    if answer is None:
        game.ask(
            Decision(
                "cards",
                seat,
                said("magic.ask_hand_size", "discard {n} to your maximum hand size", n=count),
                "514.1",
                tuple(Option("cards", (i,)) for i in game.content("hand", seat)),
                least=count,
                most=count,
            )
        )
        return
    pop(game)
    discard(game, [game.obj(ident) for ident in answer.refs])


ATTACK: Final = Procedure(
    "attack",
    Step("508.1f", choose_attackers),
    Step("508.1h", determine_cost),
    Step("508.1i", open_window),
    Step("508.1j", pay_costs),
    Step("508.1k", attacking.become_attacking),
    costs=PAID_IN_PARTS,
)
"""A declaration of attackers that costs something."""
BLOCK: Final = Procedure(
    "block",
    Step("509.1d", determine_cost),
    Step("509.1e", open_window),
    Step("509.1f", pay_costs),
    Step("509.1g", blocking.become_blocking),
    costs=PAID_IN_PARTS,
)
"""A declaration of blockers that does."""
PROCEDURES: Final = (ATTACK, BLOCK)
FRAMES: Final = kinds_by_op(
    FrameKind(FirstPlayerFrame, run_first_player),
    FrameKind(MulligansFrame, run_mulligans),
    FrameKind(BottomFrame, run_bottom),
    FrameKind(NewTurnFrame, run_new_turn),
    FrameKind(TurnFrame, run_turn),
    FrameKind(AttackersFrame, attacking.run_attackers),
    FrameKind(BlockersFrame, blocking.run_blockers),
    FrameKind(AssignDamageFrame, combat.run_assign),
    FrameKind(DealDamageFrame, combat.run_deal),
    FrameKind(UntapFrame, run_untap),
    FrameKind(CleanupDiscardFrame, run_cleanup_discard),
)
