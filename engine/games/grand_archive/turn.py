"""The turn: wake up, materialize, recollection, draw, main, end; and how a game or a position begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.players import draw
from engine.errors import Refusal
from engine.events.labels import SEATS
from engine.events.loop_detection import forget
from engine.events.triggers import occurred
from engine.events.zones import create, move_all
from engine.games.grand_archive.attacking import FIRST_TURN
from engine.games.grand_archive.combat import run_combat
from engine.games.grand_archive.elements import level_of
from engine.games.grand_archive.empowering import lapse
from engine.games.grand_archive.frames import ChampionFrame, CombatFrame, MaterializeFrame, PhaseFrame, TurnFrame
from engine.games.grand_archive.harm import forget_harm
from engine.games.grand_archive.legal_actions import materializable
from engine.games.grand_archive.materialization import MATERIALIZED, begin_materialization
from engine.games.grand_archive.preserving import RETURN, return_preserved, returnable
from engine.play.priority import PENDING, STEP, give
from engine.play.state_based_actions import settle, unsettled
from engine.replacement.durations import end_of_turn, turn_begins, untap_step_ends
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Answer, Decision, Option
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.player_marks import mark_of, set_mark
from engine.state.proposed_events import Prospect, moving

if TYPE_CHECKING:
    from engine.state.frames import Frame
    from engine.state.game import Game

PHASES: Final = ("wake up", "materialize", "recollection", "draw", "main", "end")
OPPORTUNITY: Final = ("recollection", "main", "end")
"""The phases at whose beginning the turn player gains Opportunity (Turn Order 2)."""
OPENING: Final = ("wake up", "materialize", "recollection")
"""Skipped in each player's first turn; the first player's first draw is skipped too (Turn Order 1.1)."""
PASS: Final = Option("pass")
STAYS_RESTED: Final = "doesn't untap"
"""The word of an object that an effect keeps rested in its controller's wake up phase."""


def begin_game(game: Game, decks: tuple[tuple[int, ...], ...]) -> None:
    """Part each deck in main and material deck, shuffle, choose who begins."""
    for seat, deck in enumerate(decks):
        main = tuple(card for card in deck if not _is_material(game, card))
        game.write(game.zones["main deck"][seat], "content", main)
        game.shuffle(game.zones["main deck"][seat])
        for card in deck:
            if _is_material(game, card):
                create(game, card, seat, "material deck")
        set_mark(game, seat, FIRST_TURN, 1)
    first = game.stream_below(len(game.players))
    game.write(game.root, "first", first)
    push(game, TurnFrame(first))


def _is_material(game: Game, card: int) -> bool:
    return bool({"champion", "regalia"} & set(game.prints[card].definition.words))


def begin_position(game: Game, setup: dict[str, object]) -> None:
    """A position in the middle of a turn: by default P1's main phase, P1 with Opportunity.

    Raises:
        Refusal: ``bad_position``, there is no such phase.
    """
    root = game.root
    root.active = SEATS.index(str(setup.get("active", "A")))
    root.turn = int(str(setup.get("turn", 3)))
    root.step = str(setup.get("step", "main"))
    if root.step not in PHASES:
        raise Refusal("", "bad_position", f"no phase {root.step!r}; there are {', '.join(PHASES)}")
    count = len(game.players)
    for ahead in range(count - root.turn + 1):
        set_mark(game, (root.active + ahead) % count, FIRST_TURN, 1)
    index = PHASES.index(root.step)
    if setup.get("begins", root.step not in OPPORTUNITY and root.step != "materialize"):
        root.agenda = (PhaseFrame(index, "begin"),)
        return
    root.priority = SEATS.index(str(setup.get("priority", SEATS[root.active])))
    acting = MaterializeFrame(root.active) if root.step == "materialize" else STEP
    root.agenda = (PhaseFrame(index, "end"), acting)


def run_turn(game: Game, frame: TurnFrame, answer: Answer | None) -> None:
    """The frame ``TurnFrame``: a new turn begins."""
    root = game.root
    forget(game)
    if root.happened:
        game.write(root, "happened", ())
    game.write(root, "turn", root.turn + 1)
    game.write(root, "active", frame.seat)
    if root.effects or root.statics or root.delayed:
        turn_begins(game, frame.seat)
    game.occurred("turn", frame.seat, 0, root.turn, 0)
    replace(game, PhaseFrame(0, "begin"))


def run_phase(game: Game, frame: PhaseFrame, answer: Answer | None) -> None:
    """Begin or end a phase (``PhaseFrame``)."""
    index, name, seat = frame.phase, PHASES[frame.phase], game.root.active
    if frame.stage == "end":
        if not _ended(game, name, seat):
            return
        following = PhaseFrame(index + 1, "begin") if index + 1 < len(PHASES) else TurnFrame(_next_seat(game, seat))
        replace(game, following)
        return
    if _is_skipped(game, name, seat):
        arrival = [ChampionFrame(seat)] if index == 0 else []
        replace(game, PhaseFrame(index + 1, "begin"), *arrival)
        return
    game.write(game.root, "step", name)
    above: list[Frame] = []
    if name == "wake up":
        wake_up(game, seat)
    elif name == "materialize":
        above = [MaterializeFrame(seat)]
    if name in OPPORTUNITY:
        give(game, seat)
        above = [STEP]
    replace(game, PhaseFrame(index, "end"), *above)
    if name == "draw":
        draw(game, [(seat, 1)])
    occurred(game, "step", None, seat, how=f"{name} phase")  # as texts call it


def wake_up(game: Game, seat: int) -> None:
    """Everything rested that a player controls wakes up, all at once, but for what an effect keeps rested."""
    rested = [obj for obj in game.battlefield() if obj.controller == seat and obj.tapped]
    waking = [obj for obj in rested if STAYS_RESTED not in obj.keywords]
    if waking:
        happen(game, [Prospect("untap", obj.id, seat) for obj in waking])
    if game.root.effects:
        untap_step_ends(game, seat)


def _next_seat(game: Game, seat: int) -> int:
    """The seat that takes the next turn; the one before may have lost in it."""
    return next(other for other in game.turn_order(seat) if other != seat)


def _is_skipped(game: Game, name: str, seat: int) -> bool:
    """Turn Order 1.1: of a player's first turn the opening, and with two players the very first draw."""
    if name in OPENING:
        return bool(mark_of(game, seat, FIRST_TURN))
    return name == "draw" and game.root.turn == 1 and len(game.players) == 2


def run_champion(game: Game, frame: ChampionFrame, answer: Answer | None) -> None:
    """The frame ``ChampionFrame``: a champion of level 0 goes onto the field as a special game action.

    Champion 3, in the player's first turn; nobody gains Opportunity for it. Only a position can be without one to begin
    with: there it lies on the field already.
    """
    seat = frame.seat
    own = [game.obj(ident) for ident in game.content("material deck", seat)]
    spirits = [card for card in own if "champion" in card.words and not level_of(game, card)]
    if answer is None and len(spirits) > 1:
        options = tuple(Option("cards", (card.id,)) for card in spirits)
        game.ask(
            Decision(
                "cards",
                seat,
                said("grand-archive.ask_champion", "choose the champion to begin with"),
                "Champion 3",
                options,
            )
        )
        return
    pop(game)
    if not spirits:
        return
    chosen = game.obj(answer.refs[0]) if answer is not None else spirits[0]
    happen(game, [moving(chosen, "field", controller=seat)])


def _ended(game: Game, name: str, seat: int) -> bool:
    """Do the work of a phase's end; whether it has ended."""
    if name == "recollection":
        move_all(game, [game.obj(ident) for ident in game.content("memory", seat)], "hand")
    return name != "end" or _clean_up(game, seat)


def _clean_up(game: Game, seat: int) -> bool:
    """End 3: damage leaves allies, effects of this turn end; there is no limit to hand or memory.

    If that changed anything that matters there is Opportunity, then another clean-up (End 4).
    """
    for obj in game.battlefield():
        if "ally" in obj.words and obj.damage:
            game.write(obj, "damage", 0)
    forget_harm(game, seat)
    end_of_turn(game)
    lapse(game)
    depth = len(game.root.agenda)
    if not unsettled(game):
        if mark_of(game, seat, FIRST_TURN):
            set_mark(game, seat, FIRST_TURN, 0)
        return True
    if game.root.over is None:
        give(game, seat)
        game.splice(game.root, "agenda", depth, 0, (STEP,))  # what the checks ask comes above it
    return False


def run_materialize(game: Game, frame: MaterializeFrame, answer: Answer | None) -> None:
    """The frame ``MaterializeFrame``: the turn player may materialize one card (Materialize 3).

    Before it what has triggered (Materialize 2), after it Opportunity only as long as something is pending.
    """
    seat = frame.seat
    if mark_of(game, seat, MATERIALIZED):
        set_mark(game, seat, MATERIALIZED, 0)
        replace(game, PENDING)
        return
    if answer is None and not settle(game):
        return
    if game.root.stack:
        give(game, seat)
        push(game, PENDING)
        return
    if not game.content("material deck", seat):
        pop(game)  # everybody sees that there is nothing to ask
        return
    if answer is None:
        options = (PASS, *materializable(game, seat), *returnable(game, seat))
        game.ask(
            Decision(
                "act",
                seat,
                said("grand-archive.ask_materialize", "materialize a card or pass"),
                "2",
                options,
                default=PASS.answer(),
            )
        )
        return
    if answer == PASS.answer():
        pop(game)
        return
    if answer.do == RETURN:
        return_preserved(game, seat, answer)
        pop(game)
        return
    if answer.do != "materialize":
        raise Refusal("2", "bad_answer", "a card is materialized now, or none")
    begin_materialization(game, seat, answer)


FRAMES: Final = kinds_by_op(
    FrameKind(TurnFrame, run_turn),
    FrameKind(PhaseFrame, run_phase),
    FrameKind(ChampionFrame, run_champion),
    FrameKind(MaterializeFrame, run_materialize),
    FrameKind(CombatFrame, run_combat),
)
