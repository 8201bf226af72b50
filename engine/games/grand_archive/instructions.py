"""Instructions that only Grand Archive has: one function for each, called with its item.

Each returns how many instructions to pass over, as in ``engine.effects``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.instructions import INSTRUCTIONS as SHARED
from engine.effects.meaning import DONE, amount_of, counted, objects_of, touched, what_is
from engine.games.grand_archive import currents, masteries
from engine.games.grand_archive.combat import end_phase, redirect
from engine.games.grand_archive.elements import champion_of
from engine.games.grand_archive.empowering import empower
from engine.games.grand_archive.lineage import delevel, level_up
from engine.games.grand_archive.loading import load
from engine.games.grand_archive.next_attacks import await_attack
from engine.games.grand_archive.properties import gain_property

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item


def _lose_level(game: Game, item: Item, do: a.LoseLevel, answer: Answer | None) -> Outcome:
    """The top card of a champion is taken off."""
    objs = objects_of(game, item, do.what)
    for obj in objs:
        if "champion" in obj.words:
            delevel(game, obj)
    return touched(game, item, tuple(obj.id for obj in objs))


def _level_up(game: Game, item: Item, do: a.LevelUp, answer: Answer | None) -> Outcome:
    """A champion card that fits comes to lie on top of the lineage, without the Effects Stack (Leveling Up 1)."""
    found = objects_of(game, item, do.what)[:1]
    for card in found:
        champion = champion_of(game, card.owner)
        if champion is not None:
            level_up(game, champion, card)
    return touched(game, item, ())


def _redirect_attack(game: Game, item: Item, do: a.RedirectAttack, answer: Answer | None) -> Outcome:
    """The attack of this combat is on another unit instead, if it is on what the text asks and may be (Redirect 1)."""
    instead_of = None if do.on is None else what_is(game, item, do.on)
    objs = [obj for obj in objects_of(game, item, do.to) if obj.zone == game.arena]
    took = [obj.id for obj in objs[:1] if redirect(game, obj, instead_of, intercepts=do.intercepts)]
    return touched(game, item, tuple(obj.id for obj in objs), len(took))


def _load(game: Game, item: Item, do: a.Load, answer: Answer | None) -> Outcome:
    """Load 1: cards are put beneath an object on the field, if it is there."""
    hosts = [obj for obj in objects_of(game, item, do.into) if obj.zone == game.arena]
    if not hosts:
        return touched(game, item, ())
    found = [load(game, card, hosts[0]) for card in objects_of(game, item, do.what)]
    return touched(game, item, tuple(card.id for card in found if card is not None))


def _gain_mastery(game: Game, item: Item, do: a.GainMastery, answer: Answer | None) -> Outcome:
    """Mastery 1: a player has the mastery from then on."""
    if do.name == currents.MASTERY:
        currents.gain(game, item.controller)
    else:
        masteries.take(game, item.controller, do.name)
    return DONE


def _put_on_mastery(game: Game, item: Item, do: a.PutOnMastery, answer: Answer | None) -> Outcome:
    """Put counters on a mastery; without it there is nothing to put them on."""
    return counted(game, item, masteries.put_on(game, item, do.mastery, do.counter, amount_of(game, item, do.amount)))


def _change_direction(game: Game, item: Item, do: a.ChangeDirection, answer: Answer | None) -> Outcome:
    """Shifting Currents 2: one direction takes the place of another; without the mastery there is none to change."""
    if not currents.facing(game, item.controller):
        return DONE
    if answer is None:
        currents.ask_direction(game, item, adjacent=do.adjacent)
        return None
    currents.turn_to(game, item.controller, currents.DIRECTIONS[answer.refs[0]])
    return DONE


def _empower(game: Game, item: Item, do: a.Empower, answer: Answer | None) -> Outcome:
    """Empower 1: what is due for the next Spell card grows."""
    empower(game, item.controller, amount_of(game, item, do.amount))
    return DONE


def _end_combat(game: Game, item: Item, do: a.EndCombat, answer: Answer | None) -> Outcome:
    """Ending Phases 1; without combat there is none to end."""
    end_phase(game, item)
    return DONE


def _gather(game: Game, item: Item, do: a.Gather, answer: Answer | None) -> Outcome:
    """Gather 2: an ingredient at random is summoned, each time one of all of them."""
    for _ in range(amount_of(game, item, do.times)):
        SHARED[a.Token](game, item, do.tokens[game.stream_below(len(do.tokens))], None)
    return DONE


def _remove_temporary_damage(game: Game, item: Item, do: a.Heal, answer: Answer | None) -> Outcome:
    """Damage 12: the damage on allies is temporary, that of champions stays (Damage 13)."""
    objs = [obj for obj in objects_of(game, item, do.what) if obj.zone == game.arena]
    for obj in objs:
        if "ally" in obj.words and obj.damage:
            game.write(obj, "damage", 0)
    return touched(game, item, tuple(obj.id for obj in objs))


def _act_as(game: Game, item: Item, do: a.ActAs, answer: Answer | None) -> Outcome:
    """Abilities 17: the targets of the text say already that it is a Spell."""
    return DONE


INSTRUCTIONS: Final[dict[type, Callable[..., Outcome]]] = {
    a.ActAs: _act_as,
    a.ChangeDirection: _change_direction,
    a.Empower: _empower,
    a.EndCombat: _end_combat,
    a.GainMastery: _gain_mastery,
    a.PutOnMastery: _put_on_mastery,
    a.GainProperty: gain_property,
    a.Gather: _gather,
    a.Heal: _remove_temporary_damage,
    a.Load: _load,
    a.LevelUp: _level_up,
    a.LoseLevel: _lose_level,
    a.NextAttack: await_attack,
    a.RedirectAttack: _redirect_attack,
}
