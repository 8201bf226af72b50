"""The abilities labelled "Special": resolved one after the other where a text says so (Special).

Each is used like any other ability, without a cost: what it is about is chosen then, and one that is an attack or a
thwart is made as such. One that could do nothing is passed over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.meaning import DONE, objects_of, touched
from engine.games.marvel_champions.card_timings import moments_of
from engine.games.marvel_champions.frames import SpecialsFrame
from engine.games.marvel_champions.legal_actions import can_initiate
from engine.games.marvel_champions.meaning import FINAL_STEP
from engine.play.procedure_runner import begin
from engine.play.state_based_actions import settle
from engine.queries.filters import matching
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Decision, Option
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.last_known import known

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object

SPECIAL: Final = "special"


def _resolve_special(game: Game, item: Item, do: a.ResolveSpecial, answer: Answer | None) -> Outcome:
    if do.of is None:
        ids = tuple(matching(game, do.what, item.controller, item.source, item))
    else:
        ids = tuple(obj.id for obj in objects_of(game, item, do.of))
    found = tuple(ident for ident in ids if moments_of(game, game.obj(ident), SPECIAL))
    touched(game, item, (), len(found))
    if found:
        push(game, SpecialsFrame(item.controller, found, 0, do.count))
    return DONE


def run_specials(game: Game, frame: SpecialsFrame, answer: Answer | None) -> None:
    """The frame ``SpecialsFrame``: the player says whose ability is resolved next."""
    if answer is None and not settle(game):
        return
    _note_final(game, frame.last, is_final=False)
    left = tuple(ident for ident in frame.left if game.object(ident) is not None)
    if not left or game.players[frame.seat].lost:
        pop(game)
        return
    if answer is None and len({game.obj(ident).name for ident in left}) > 1:
        options = tuple(Option("cards", (ident,)) for ident in left)
        game.ask(
            Decision(
                "cards",
                frame.seat,
                said("marvel-champions.ask_special", "choose whose Special ability resolves next"),
                "Choose",
                options,
            )
        )
        return
    chosen = answer.refs[0] if answer is not None else left[0]
    rest = tuple(ident for ident in left if ident != chosen) if frame.more != 1 else ()
    replace(game, SpecialsFrame(frame.seat, rest, chosen, max(0, frame.more - 1)))
    _note_final(game, chosen, is_final=not rest)
    _use(game, game.obj(chosen), frame.seat)


def _use(game: Game, obj: Object, seat: int) -> None:
    for number in reversed(moments_of(game, obj, SPECIAL)):
        if can_initiate(game, seat, obj, number, is_played=False):
            play = begin(game, "use", seat, "use", name=obj.name, source=obj.id, text=number, known_=known(obj))
            game.write(play, "bound", True)


def _note_final(game: Game, ident: int, *, is_final: bool) -> None:
    """Note on an object whether its step is the final one."""
    obj = game.object(ident) if ident else None
    if obj is None:
        return
    others = tuple(entry for entry in obj.extra if entry[0] != FINAL_STEP)
    noted = (*others, (FINAL_STEP, 1)) if is_final else others
    if noted != obj.extra:
        game.write(obj, "extra", noted)


INSTRUCTIONS: Final[dict[type, Callable[..., Outcome]]] = {a.ResolveSpecial: _resolve_special}
FRAMES: Final = kinds_by_op(FrameKind(SpecialsFrame, run_specials))
