"""Preparation cards (722): a permanent becomes prepared, and a copy of its prepare spell may be cast from exile.

The copy lies in exile as long as the permanent is there and prepared; it is known by the permanent that it belongs to,
whose controller may cast it. As it becomes cast the permanent is prepared no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.meaning import objects_of, touched
from engine.events.zones import create
from engine.games.magic.airbending import AIRBENT, become_airbent
from engine.games.magic.day_night import DAY, NIGHT, become
from engine.games.magic.designations import FORMS, run_designation
from engine.games.magic.hand_actions import become_castable
from engine.games.magic.layouts import PREPARED
from engine.games.magic.plotting import PLOTTED
from engine.queries.faces import place_of_face
from engine.queries.layers import refresh
from engine.replacement.durations import REMAINS
from engine.state.lasting import MayPlayEffect, Modification, ModifyEffect, Until
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.abilities import Become
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.lasting import By
    from engine.state.records import Item, Object

OF: Final = "copied for"
"""Beside a copy in exile: the id of the permanent that it was made for."""


def run_become(game: Game, item: Item, do: Become, answer: Answer | None) -> Outcome:
    """722.3a: a permanent that has a prepare spell, and is not prepared yet, becomes so.

    702.170c: a card in exile may as well; 731.1: it may become day or night.
    """
    if do.word == PLOTTED:
        cards = [obj for obj in objects_of(game, item, do.what) if obj.zone == "exile"]
        become_castable(game, cards, PLOTTED, free=True)
        return touched(game, item, tuple([obj.id for obj in cards]))
    if do.word == AIRBENT:
        return become_airbent(game, item, objects_of(game, item, do.what))
    if do.word in FORMS:
        return run_designation(game, item, do)
    if do.word in (DAY, NIGHT):
        become(game, do.word)
        return touched(game, item, ())
    there = [obj for obj in objects_of(game, item, do.what) if obj.zone == "battlefield"]
    objs = there if do.word == PREPARED else []
    for obj in objs:
        prepare(game, obj, (item.source, item.name))
    refresh(game)
    return touched(game, item, tuple([obj.id for obj in objs]))


def prepare(game: Game, obj: Object, by: By = ()) -> None:
    """722.3a, 722.3c: the designation, and the copy that its controller may cast."""
    shown = game.prints[obj.card]
    if shown.definition.layout != PREPARED or place_of_face(game, obj) or PREPARED in obj.words:
        return
    change = Modification(becomes=(PREPARED,), keeps=True)
    game.append(game.root, "effects", ModifyEffect((obj.id,), change, by, game.new_timestamp(), ""))
    copy = create(game, shown.faces[1], obj.controller, "exile")
    game.write(copy, "token", True)
    game.strays = True
    game.write(copy, "extra", ((OF, obj.id),))
    _allow(game, obj, copy)


def _allow(game: Game, obj: Object, copy: Object) -> None:
    until = Until(REMAINS, obj.controller, copy.id)
    game.append(game.root, "effects", MayPlayEffect(obj.controller, (copy.id,), "cast", False, until))


def copied_for(obj: Object) -> int:
    """The id of the permanent for which a copy was made, -1 of anything else."""
    ident = dict(obj.extra).get(OF, NOBODY)
    return ident if isinstance(ident, int) else NOBODY


def is_kept(game: Game, copy: Object) -> bool:
    """722.3c: a copy remains in exile as long as its permanent is there and prepared; then 704.5e spares it."""
    obj = game.object(copied_for(copy))
    return copy.zone == "exile" and obj is not None and obj.zone == "battlefield" and PREPARED in obj.words


def follow_controllers(game: Game, copies: list[Object]) -> bool:
    """Let those cast the copies who control the permanents now; whether that was somebody else before."""
    changed = False
    for copy in copies:
        obj = game.obj(copied_for(copy))
        own = [e for e in game.root.effects if isinstance(e, MayPlayEffect) and copy.id in e.idents]
        if all(effect.seat != obj.controller for effect in own):
            changed = True
            game.write(game.root, "effects", tuple(effect for effect in game.root.effects if effect not in own))
            _allow(game, obj, copy)
    return changed


def keep_link(game: Game, copy: Object, spell: Object) -> None:
    """The spell that is cast is still known as that of its permanent."""
    ident = copied_for(copy)
    if ident != NOBODY:
        game.write(spell, "extra", ((OF, ident),))


def unprepare(game: Game, spell: Object) -> None:
    """722.3c: the permanent loses the designation at the time the copy becomes cast."""
    ident = copied_for(spell)
    if ident == NOBODY:
        return
    kept = [e for e in game.root.effects if not (isinstance(e, ModifyEffect) and _prepares(e, ident))]
    game.write(game.root, "effects", tuple(kept))
    refresh(game)


def _prepares(effect: ModifyEffect, ident: int) -> bool:
    return effect.idents == (ident,) and effect.change.becomes == (PREPARED,)
