"""The round: the player phase with a turn of each player, its end, and the villain phase in its steps.

Frames: ``("round",)`` begins one, ``("round ends",)`` and ``("phase ends", name)`` close. ``("turns", seats)`` are the
turns still to come, ``("turn ends", seat)`` closes one; ``("discards", seats)`` are those who may still discard at the
end of the player phase, ``("hands",)`` and ``("ready",)`` its other steps. ``("villain phase", step)``,
``("activations", seats)``, ``("minions", seat, done)`` and ``("reveals", seats)`` are the villain phase.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from engine.effects.players import draw
from engine.events.loop_detection import forget
from engine.events.triggers import occurred
from engine.games.marvel_champions import first_control, schemes
from engine.games.marvel_champions.card_limits import count_anew
from engine.games.marvel_champions.character_stats import (
    counters_of,
    icons,
    identity_of,
    main_scheme_of,
    stat,
    villain_of,
)
from engine.games.marvel_champions.encounter import deal, dealt_to
from engine.games.marvel_champions.enemy_activation import activate, engaged_with
from engine.games.marvel_champions.forms import CHANGED
from engine.games.marvel_champions.frames import (
    ActivationsFrame,
    DiscardsFrame,
    HandsFrame,
    MinionsFrame,
    PhaseEndsFrame,
    ReadyFrame,
    RevealsFrame,
    RoundEndsFrame,
    RoundFrame,
    StepEndsFrame,
    StepOneFrame,
    TurnEndsFrame,
    TurnsFrame,
    VillainPhaseFrame,
)
from engine.games.marvel_champions.periods import BEGIN, END, PHASE, begins, counts_anew, ends
from engine.games.marvel_champions.periods import ROUND as ROUND_NAME
from engine.games.marvel_champions.periods import TURN as TURN_NAME
from engine.games.marvel_champions.permanence import is_permanent
from engine.games.marvel_champions.revealing import reveal
from engine.games.marvel_champions.totals import CHEAPER
from engine.play.priority import give
from engine.play.state_based_actions import settle
from engine.replacement.durations import end_of, end_of_turn, turn_ends
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Decision, Option
from engine.state.frames import FrameKind, PriorityFrame, kinds_by_op
from engine.state.player_marks import mark_of, set_mark
from engine.state.proposed_events import Prospect, moving
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game

PLAYERS: Final = "player phase"
VILLAIN: Final = "villain phase"
TURN: Final = PriorityFrame("turn", NOBODY, 0)
"""The frame of what is done in a player's turn."""
STEP_ONE: Final = "step one"
"""The event that step one of the villain phase has placed threat."""
PHASES: Final = (PLAYERS, VILLAIN)
STEPS: Final = ("threat", "activations", "deal", "reveal", "end")
"""Of the villain phase."""
PLACING: Final = "placing"
"""The rest of its first step, where something waits for the beginning of the phase."""
FIRST_STEP: Final = VillainPhaseFrame(STEPS[0])
FOLLOWING: Final = {step: VillainPhaseFrame(following) for step, following in pairwise(STEPS)}
"""The frame of the next step of the villain phase by its step; the last has none."""
HANDS: Final = HandsFrame()
READY: Final = ReadyFrame()
ROUND: Final = RoundFrame()
ROUND_ENDS: Final = RoundEndsFrame()
PHASE_ENDS: Final = {phase: PhaseEndsFrame(phase) for phase in PHASES}


def order(game: Game) -> tuple[int, ...]:
    """The players in player order."""
    return tuple(game.turn_order(game.root.first))


# --- player phase -----------------------------------------------------------------------------------


def run_round(game: Game, frame: RoundFrame, answer: Answer | None) -> None:
    """The frame ``RoundFrame``: a new round begins with the player phase."""
    root = game.root
    forget(game)
    if root.happened:
        game.write(root, "happened", ())
    game.write(root, "turn", root.turn + 1)
    for seat in order(game):
        if mark_of(game, seat, CHANGED):
            set_mark(game, seat, CHANGED, 0)
    replace(game, TurnsFrame(order(game)))
    begin_phase(game, ROUND_NAME, PLAYERS)


def begin_phase(game: Game, *names: str) -> None:
    """Begin a phase by its name, the last one, perhaps with a round."""
    game.write(game.root, "step", names[-1])
    count_anew(game)
    counts_anew(game, PHASE, TURN_NAME)
    begins(game, game.root.first, *names)


def run_turns(game: Game, frame: TurnsFrame, answer: Answer | None) -> None:
    """The frame ``TurnsFrame``: the next player's turn, or the end of the player phase (Player Phase)."""
    if not settle(game):
        return
    seats: tuple[int, ...] = frame.seats
    if not seats:
        replace(game, HANDS, DiscardsFrame(order(game)))
        return
    seat = seats[0]
    game.write(game.root, "active", seat)
    give(game, seat)
    replace(game, TurnsFrame(seats[1:]), TurnEndsFrame(seat), TURN)
    counts_anew(game, TURN_NAME)
    begins(game, seat, "turn")


def run_turn_ends(game: Game, frame: TurnEndsFrame, answer: Answer | None) -> None:
    """End the turn of a player (``TurnEndsFrame``)."""
    pop(game)
    turn_ends(game)
    ends(game, frame.seat, "turn")


# --- end of the player phase ------------------------------------------------------------------------


def run_discards(game: Game, frame: DiscardsFrame, answer: Answer | None) -> None:
    """The frame ``DiscardsFrame``: each may discard any number, and must down to the hand size."""
    seats: tuple[int, ...] = frame.seats
    if answer is not None:
        replace(game, DiscardsFrame(seats[1:]))
        cards = [game.obj(ident) for ident in answer.refs]
        if cards:
            happen(game, [moving(obj, game.discard_zone, cause="discarded") for obj in cards])
        return
    if not settle(game):
        return
    if not seats:
        pop(game)
        return
    seat = seats[0]
    hand = game.content("hand", seat)
    if not hand:
        replace(game, DiscardsFrame(seats[1:]))
        return
    least = max(0, len(hand) - hand_size(game, seat))
    options = tuple(Option("cards", (ident,)) for ident in hand)
    prompt = (
        said("marvel-champions.ask_discard_least", "discard any cards you do not want to keep, {n} at least", n=least)
        if least
        else said("marvel-champions.ask_discard", "discard any cards you do not want to keep")
    )
    rule = "End of Player Phase"
    game.ask(Decision("cards", seat, prompt, rule, options, least=least, most=len(hand), none="keep all"))


def hand_size(game: Game, seat: int) -> int:
    """The hand size of a player, by the form it is in."""
    identity = identity_of(game, seat)
    return stat(game, identity, "hand size") if identity is not None else 0


def run_hands(game: Game, frame: HandsFrame, answer: Answer | None) -> None:
    """The frame ``HandsFrame``: all draw up to their hand size."""
    replace(game, READY)
    fill_hands(game)


def run_ready(game: Game, frame: ReadyFrame, answer: Answer | None) -> None:
    """The frame ``ReadyFrame``: all ready their cards; then the villain phase."""
    replace(game, FIRST_STEP, PHASE_ENDS[PLAYERS])
    ready(game)


def run_phase_ends(game: Game, frame: PhaseEndsFrame, answer: Answer | None) -> None:
    """The frame ``PhaseEndsFrame``: what lasts until then has ended just before."""
    for seat in range(game.seats):
        set_mark(game, seat, CHEAPER, 0)
    pop(game)
    end_of_turn(game)
    ends(game, game.root.first, frame.phase)


def fill_hands(game: Game) -> None:
    """All players draw up to their hand size."""
    wanted = [(seat, hand_size(game, seat) - len(game.content("hand", seat))) for seat in order(game)]
    draw(game, [(seat, number) for seat, number in wanted if number > 0])


def ready(game: Game) -> None:
    """All players ready all their cards."""
    exhausted = [obj for obj in game.battlefield() if obj.tapped and obj.controller != game.side]
    if exhausted:
        happen(game, [Prospect("untap", obj.id, obj.controller) for obj in exhausted])


# --- villain phase ----------------------------------------------------------------------------------


def run_villain_phase(game: Game, frame: VillainPhaseFrame, answer: Answer | None) -> None:
    """Take the villain phase one step further (``VillainPhaseFrame``)."""
    if not settle(game):
        return
    step: str = frame.step
    if step in FOLLOWING:
        replace(game, FOLLOWING[step])
    _STEPS[step](game)


def _threat(game: Game) -> None:
    """1: threat is placed on the main scheme, once all that waits for the beginning of the phase is done."""
    if BEGIN in game.awaited:
        push(game, VillainPhaseFrame(PLACING))
        begin_phase(game, VILLAIN)
    else:
        begin_phase(game, VILLAIN)
        _place_threat(game)


def _place(game: Game) -> None:
    pop(game)
    _place_threat(game)


def _place_threat(game: Game) -> None:
    main = main_scheme_of(game)
    if END in game.awaited:
        push(game, StepEndsFrame(STEP_ONE))
    if main is not None:
        if STEP_ONE in game.awaited:
            push(game, StepOneFrame(counters_of(main, schemes.THREAT)))
        schemes.place(game, main, schemes.threat_to_place(game, main))


def run_step_one(game: Game, frame: StepOneFrame, answer: Answer | None) -> None:
    """The frame ``StepOneFrame``: after threat has been placed there is time for responses."""
    pop(game)
    main = main_scheme_of(game)
    if main is not None and counters_of(main, schemes.THREAT) > frame.before:
        occurred(game, STEP_ONE, main, game.root.first)


def run_step_ends(game: Game, frame: StepEndsFrame, answer: Answer | None) -> None:
    """The frame ``StepEndsFrame``: a step has been resolved, with all that came of it."""
    if settle(game):
        pop(game)
        occurred(game, END, None, game.root.first, how=frame.step)


def _activations(game: Game) -> None:
    """2: the villain activates against each player, and the minions engaged with that player."""
    push(game, ActivationsFrame(order(game)))


def run_activations(game: Game, frame: ActivationsFrame, answer: Answer | None) -> None:
    """Have the villain activate against the next player (``ActivationsFrame``)."""
    if not settle(game):
        return
    seats: tuple[int, ...] = frame.seats
    if not seats:
        pop(game)
        return
    seat = seats[0]
    replace(game, ActivationsFrame(seats[1:]), MinionsFrame(seat, ()))
    villain = villain_of(game)
    if villain is not None:
        activate(game, villain, seat)


def run_minions(game: Game, frame: MinionsFrame, answer: Answer | None) -> None:
    """The frame ``MinionsFrame``: minions engaged with a player activate, one at a time."""
    if answer is None and not settle(game):
        return
    seat: int = frame.seat
    done: tuple[int, ...] = frame.done
    left = [obj for obj in engaged_with(game, seat) if obj.id not in done]
    if not left or game.players[seat].lost:
        pop(game)
        return
    if answer is None and len({obj.name for obj in left}) > 1:
        options = tuple(Option("cards", (obj.id,)) for obj in left)
        game.ask(
            Decision(
                "cards",
                game.root.first,
                said("marvel-champions.ask_minion", "choose which minion activates next"),
                "First Player",
                options,
            )
        )
        return
    minion = game.obj(answer.refs[0]) if answer is not None else left[0]
    replace(game, MinionsFrame(seat, (*done, minion.id)))
    activate(game, minion, seat)


def _deal(game: Game) -> None:
    """3: each player is dealt an encounter card, and in player order one more for each hazard icon."""
    seats = order(game)
    for seat in seats:
        deal(game, seat)
    for number in range(icons(game, "hazard")):
        deal(game, seats[number % len(seats)])


def _reveal(game: Game) -> None:
    """4: dealt cards are revealed."""
    push(game, RevealsFrame(order(game)))


def run_reveals(game: Game, frame: RevealsFrame, answer: Answer | None) -> None:
    """The frame ``RevealsFrame``: the first of them reveals card after card; all again until none is left."""
    if not settle(game):
        return
    seats: tuple[int, ...] = frame.seats
    if not seats:
        left = any(dealt_to(game, seat) for seat in order(game))
        if left:
            replace(game, RevealsFrame(order(game)))
        else:
            pop(game)
        return
    cards = dealt_to(game, seats[0])
    if cards:
        reveal(game, cards[0], seats[0])
    else:
        replace(game, RevealsFrame(seats[1:]))


def _end(game: Game) -> None:
    """5: the first player token passes on, and the round ends."""
    replace(game, ROUND, ROUND_ENDS, PHASE_ENDS[VILLAIN])
    following = game.turn_order(game.root.first)
    game.write(game.root, "first", following[1 % len(following)])
    first_control.follow(game, game.root.first)


def run_round_ends(game: Game, frame: RoundEndsFrame, answer: Answer | None) -> None:
    """End the round and begin the next (``RoundEndsFrame``); what is temporary is discarded first (Temporary)."""
    pop(game)
    over = [obj for obj in game.battlefield() if "temporary" in obj.keywords and not is_permanent(obj)]
    if over:
        happen(game, [moving(obj, game.discard_zone, cause="discarded") for obj in over])
    end_of(game, "round")
    ends(game, game.root.first, ROUND_NAME)


_STEPS: Final = {
    "threat": _threat,
    PLACING: _place,
    "activations": _activations,
    "deal": _deal,
    "reveal": _reveal,
    "end": _end,
}
FRAMES: Final = kinds_by_op(
    FrameKind(RoundFrame, run_round),
    FrameKind(TurnsFrame, run_turns),
    FrameKind(TurnEndsFrame, run_turn_ends),
    FrameKind(DiscardsFrame, run_discards),
    FrameKind(HandsFrame, run_hands),
    FrameKind(ReadyFrame, run_ready),
    FrameKind(PhaseEndsFrame, run_phase_ends),
    FrameKind(RoundEndsFrame, run_round_ends),
    FrameKind(VillainPhaseFrame, run_villain_phase),
    FrameKind(StepOneFrame, run_step_one),
    FrameKind(StepEndsFrame, run_step_ends),
    FrameKind(ActivationsFrame, run_activations),
    FrameKind(MinionsFrame, run_minions),
    FrameKind(RevealsFrame, run_reveals),
)
