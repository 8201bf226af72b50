"""The turn: wake up, materialize, recollection, draw, main, end; and how a game or a position begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.agenda import pop, push, replace
from engine.costs import untap
from engine.decisions import Answer, Decision, Option
from engine.durations import end_of_turn
from engine.errors import Refusal
from engine.games.grand_archive.elements import level_of
from engine.games.grand_archive.materialization import MATERIALIZED, begin_materialization
from engine.games.grand_archive.permission import materializable
from engine.instructions.players import draw
from engine.marks import mark_of, set_mark
from engine.notation import SEATS
from engine.priority import give
from engine.triggers import occurred
from engine.zones import create, move, move_all

if TYPE_CHECKING:
    from engine.game import Frame, Game

PHASES: Final = ("wake up", "materialize", "recollection", "draw", "main", "end")
OPPORTUNITY: Final = ("recollection", "main", "end")
"""The phases at whose beginning the turn player gains Opportunity (Turn Order 2)."""
OPENING: Final = ("wake up", "materialize", "recollection")
"""Skipped in each player's first turn; the first player's first draw is skipped too (Turn Order 1.1)."""
PASS: Final = Option("pass")


def begin_game(game: Game, decks: tuple[tuple[int, ...], ...]) -> None:
    """Part each deck in main and material deck, shuffle, choose who begins, put the champions of level 0 in place."""
    for seat, deck in enumerate(decks):
        main = tuple(card for card in deck if not _is_material(game, card))
        game.write(game.zones["main deck"][seat], "content", main)
        game.shuffle(game.zones["main deck"][seat])
        for card in deck:
            if _is_material(game, card):
                create(game, card, seat, "material deck")
    first = game.stream_below(len(game.players))
    game.write(game.root, "first", first)
    for seat in game.turn_order(first):
        own = [game.obj(ident) for ident in game.content("material deck", seat)]
        move(game, next(c for c in own if "champion" in c.words and not level_of(game, c)), "field", controller=seat)
    push(game, ("turn", first))


def _is_material(game: Game, card: int) -> bool:
    return bool({"champion", "regalia"} & set(game.prints[card].definition.words))


def begin_position(game: Game, setup: dict[str, object]) -> None:
    """A position in the middle of a turn: by default P1's main phase, P1 with Opportunity."""
    root = game.root
    root.active = SEATS.index(str(setup.get("active", "A")))
    root.turn = int(str(setup.get("turn", 3)))
    root.step = str(setup.get("step", "main"))
    root.priority = SEATS.index(str(setup.get("priority", SEATS[root.active])))
    root.agenda = (("phase", PHASES.index(root.step), "end"), ("priority",))


def run_turn(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("turn", seat)``: a new turn begins."""
    root = game.root
    game.write(root, "turn", root.turn + 1)
    game.write(root, "active", frame[1])
    game.occurred(("turn", frame[1], 0, root.turn, 0))
    replace(game, ("phase", 0, "begin"))


def run_phase(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("phase", index, "begin" or "end")``."""
    index, name, seat = frame[1], PHASES[frame[1]], game.root.active
    if frame[2] == "end":
        _end(game, name, seat)
        following = ("phase", index + 1, "begin") if index + 1 < len(PHASES) else ("turn", game.turn_order(seat)[1])
        replace(game, following)
        return
    if _is_skipped(game, name):
        replace(game, ("phase", index + 1, "begin"))
        return
    game.write(game.root, "step", name)
    above: list[Frame] = []
    if name == "wake up":
        for obj in game.battlefield():
            if obj.controller == seat and obj.tapped:
                untap(game, obj)
    elif name == "draw":
        draw(game, [(seat, 1)])
    elif name == "materialize":
        above = [("materialize", seat)]
    if name in OPPORTUNITY:
        give(game, seat)
        above = [("priority",)]
    replace(game, ("phase", index, "end"), *above)
    occurred(game, "step", None, seat, how=f"{name} phase")  # as texts call it


def _is_skipped(game: Game, name: str) -> bool:
    turn, players = game.root.turn, len(game.players)
    return (turn <= players and name in OPENING) or (turn == 1 and name == "draw")


def _end(game: Game, name: str, seat: int) -> None:
    """What is done as a phase ends: memory returns to hand; damage leaves allies and effects of this turn end."""
    if name == "recollection":
        move_all(game, [game.obj(ident) for ident in game.content("memory", seat)], "hand")
    elif name == "end":
        for obj in game.battlefield():
            if "ally" in obj.words and obj.damage:
                game.write(obj, "damage", 0)
        end_of_turn(game)


def run_materialize(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("materialize", seat)``: the turn player may materialize one card (Materialize 3)."""
    seat = frame[1]
    if mark_of(game, seat, MATERIALIZED):
        set_mark(game, seat, MATERIALIZED, 0)
        replace(game, ("priority",))
        return
    if answer is None:
        options = (PASS, *materializable(game, seat))
        game.ask(Decision("act", seat, "materialize a card or pass", "2", options, default=PASS.answer()))
        return
    if answer == PASS.answer():
        pop(game)
        return
    if answer.do != "materialize":
        raise Refusal("2", "bad_answer", "a card is materialized now, or none")
    begin_materialization(game, seat, answer)


def all_passed(game: Game) -> None:
    """All have passed on an empty Effects Stack: the phase ends."""
    game.write(game.root, "priority", -1)
    pop(game)


FRAMES: Final = {"turn": run_turn, "phase": run_phase, "materialize": run_materialize}
