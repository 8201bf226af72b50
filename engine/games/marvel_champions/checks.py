"""State-based checks: who is defeated, which scheme is done, who has won.

Defeats that come about together happen together. If players and villain would fall at once, the players lose (The Grim
Rule).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.execution import change_counters
from engine.events.trigger_conditions import defeat
from engine.events.triggers import occurred, occurred_together
from engine.events.zones import cease, turn_over
from engine.games.marvel_champions.attaching import adrift_facedown, is_adrift
from engine.games.marvel_champions.boosting import kept_by, kept_on
from engine.games.marvel_champions.card_limits import excess
from engine.games.marvel_champions.card_timings import carry_out, moments_of
from engine.games.marvel_champions.character_stats import counters_of, main_scheme_of, printed, villain_of
from engine.games.marvel_champions.characters import cast
from engine.games.marvel_champions.counter_limits import drop_counters
from engine.games.marvel_champions.elimination import eliminate
from engine.games.marvel_champions.encounter import DEALT, deal, run_out, shuffle_discards
from engine.games.marvel_champions.endings import game_ended
from engine.games.marvel_champions.first_control import go_with_hosts
from engine.games.marvel_champions.frames import LimitFrame
from engine.games.marvel_champions.hindering import hinder_stage
from engine.games.marvel_champions.language.shared_words import LAST_STAGE, USES, USES_FOR_EACH
from engine.games.marvel_champions.peril import REVEALS
from engine.games.marvel_champions.permanence import is_permanent
from engine.games.marvel_champions.placing import is_used_up
from engine.games.marvel_champions.scheme_sides import turn_later
from engine.games.marvel_champions.schemes import THREAT, is_complete
from engine.games.marvel_champions.statuses import drop_excess
from engine.games.marvel_champions.victory import is_worth_points, keep_stage, resting_place, won_with
from engine.queries.prohibitions import forbidden
from engine.replacement.happen import happen
from engine.state.agenda import push
from engine.state.occurred import Ending
from engine.state.proposed_events import Prospect, moving
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object, Zone

DEFEATED: Final = "defeated"
BE_DEFEATED: Final = "be defeated"
BEATEN: Final = "beaten"
"""Notes on a character by which card a text has defeated it."""
WON: Final = "villain"
LOST: Final = "scheme"


def perform(game: Game) -> bool:
    """Perform what applies, once; say whether anything was.

    Nothing does that has not changed since nothing did: what lies in play, and what permanents are like. Where other
    cards lie does not matter.
    """
    if game.root.over is not None:
        return False
    checked = game.caches.get("checks")
    if checked is not None and checked[:2] == _stamp(game) and checked[2] is game.zones[game.arena][0].content:
        return False
    if _perform(game):
        return True
    game.caches["checks"] = (*_stamp(game), game.zones[game.arena][0].content)
    return False


def _stamp(game: Game) -> tuple[int, int]:
    """Counters of the writes to anything that is looked at; those that only move cards are in neither."""
    return game.vital - game.moved, game.shape


def _perform(game: Game) -> bool:
    if game_ended(game, won=False):
        return True
    there = cast(game)
    fallen = [obj for obj in map(game.obj, there.characters) if has_fallen(game, obj)]
    done = [obj for obj in map(game.obj, there.schemes) if _is_done(game, obj)]
    if fallen or done:
        identities = [obj for obj in fallen if "identity" in obj.words]
        if identities:
            eliminate(game, tuple(obj.controller for obj in identities))
            return True
        if _last_words(game, fallen, done):
            return True
        villain, main = villain_of(game), main_scheme_of(game)
        if villain is not None and villain in fallen:
            _defeat_villain(game, villain)
            return True
        if main is not None and main in done:
            _complete(game, main)
            return True
    if go_with_hosts(game) or drop_counters(game) or drop_excess(game, [game.obj(ident) for ident in there.characters]):
        return True
    batch = _discarded(game, fallen, done)
    if batch:
        happen(game, batch)
        return True
    if game_ended(game, won=True):
        return True
    group = excess(game)
    if group:
        push(game, LimitFrame(group))
    return bool(group)


def _last_words(game: Game, fallen: list[Object], done: list[Object]) -> bool:
    """When Defeated abilities of what is defeated resolve before anything becomes of it (When Defeated Abilities).

    So do When Completed abilities of a main scheme that is completed (Main Scheme). Each is noted with the card whose
    they are: a next stage has its own.
    """
    begun = False
    for obj in (*done, *fallen):
        if (DEFEATED, obj.card) not in obj.extra:
            numbers = [*moments_of(game, obj, "when completed"), *moments_of(game, obj, "when defeated")]
            if numbers:
                game.write(obj, "extra", (*obj.extra, (DEFEATED, obj.card)))
            for number in reversed(numbers):
                carry_out(game, obj, number, _mourner(game, obj))
                begun = True
    return begun


def _mourner(game: Game, obj: Object) -> int:
    """The player that "you" means there: the one who controls it or is engaged with it, else the first player."""
    if obj.controller != game.side:
        return obj.controller
    return obj.facing if obj.facing >= 0 else game.turn_order(game.root.first)[0]


def _is_done(game: Game, scheme: Object) -> bool:
    """Whether the main scheme has all threat that it needs, or a side scheme none left; some stay then (Permanent)."""
    if "main" in scheme.words:
        return is_complete(game, scheme)
    return not counters_of(scheme, THREAT) and not is_permanent(scheme)


def has_fallen(game: Game, obj: Object) -> bool:
    """Whether a character has no hit points left; what has none printed is never defeated (Defeat).

    Nor is a card that stays in play, but by a text that may do that (Permanent), nor one that cannot be defeated.
    """
    if obj.damage < obj.toughness and not obj.extra:
        return False  # most have not
    if any(entry[0] == BEATEN for entry in obj.extra):
        return True
    if is_permanent(obj):
        return False
    is_dead = obj.damage >= obj.toughness and game.prints[obj.card].definition.toughness is not None
    return is_dead and not forbidden(game, BE_DEFEATED, NOBODY, obj)


def beat(game: Game, obj: Object, source: int) -> None:
    """A text defeats a character, whatever hit points it has left: that is settled with all else (Defeat)."""
    if forbidden(game, BE_DEFEATED, NOBODY, obj):
        return
    game.write(obj, "extra", (*obj.extra, (BEATEN, source)))
    game.caches.pop("checks", None)  # a note is no number that they look at


def _discarded(game: Game, fallen: list[Object], done: list[Object]) -> list[Prospect]:
    """The cards that leave play: defeated allies, minions and side schemes, unattached and used up cards."""
    beaten = [obj.id for obj in fallen if "ally" in obj.words or "minion" in obj.words]
    beaten += [obj.id for obj in done if "side" in obj.words]
    objs, to = game.battlefield(), game.discard_zone
    batch: list[Prospect] = []
    if beaten:
        batch += [_defeated(game, obj, resting_place(game, obj)) for obj in objs if obj.id in beaten]
        batch += won_with(game, beaten)
    batch += [moving(obj, to, cause="discarded") for obj in adrift_facedown(game)]
    used_up: list[Prospect] = []
    batch += [moving(obj, to, cause="discarded") for obj in kept_on(game) if is_adrift(game, obj)]
    for obj in objs:
        if is_permanent(obj):
            continue
        if obj.attached and is_adrift(game, obj):
            batch.append(moving(obj, to, cause="discarded"))
        if obj.keywords and (USES in obj.keywords or USES_FOR_EACH in obj.keywords) and is_used_up(game, obj):
            used_up.append(moving(obj, resting_place(game, obj), cause="discarded"))
    return batch + used_up


def _defeated(game: Game, obj: Object, zone: str) -> Prospect:
    """The move of what is defeated: by a text's source, or by that of the damage (``defeat``)."""
    each = moving(obj, zone, cause=DEFEATED)
    enemy = kept_by(game, obj)
    if enemy:
        each.zone, each.attached = DEALT, enemy
    each.source = next((entry[1] for entry in obj.extra if entry[0] == BEATEN and isinstance(entry[1], int)), 0)
    return each


def _defeat_villain(game: Game, villain: Object) -> None:
    """A villain without hit points: the next stage, or the players win (Villain Defeat)."""
    occurred_together(game, DEFEATED, [defeat(game, villain, Prospect(DEFEATED, villain.id, game.side))])
    card = villain.card if is_worth_points(game, villain) else NOBODY
    if advance(game, villain, "villain deck"):
        if any(entry[0] == BEATEN for entry in villain.extra):
            game.write(villain, "extra", tuple(entry for entry in villain.extra if entry[0] != BEATEN))
        if card != NOBODY:
            keep_stage(game, card)
    else:
        seats = tuple(range(game.seats))
        game.write(game.root, "over", Ending(seats, WON, "the villain is defeated: the players win"))


def _complete(game: Game, main: Object) -> None:
    """A main scheme at its target threat: the next stage, or the villain wins, if it is the last or says so."""
    change_counters(game, main.id, THREAT, -counters_of(main, THREAT), goes=True)
    if LAST_STAGE in main.keywords or not advance(game, main, "scheme deck"):
        game.write(game.root, "over", Ending((), LOST, "the main scheme is completed: the players lose"))
        return
    change_counters(game, main.id, THREAT, printed(game, main, "starting threat"))
    hinder_stage(game, main)


def advance(game: Game, obj: Object, deck: str) -> bool:
    """The next stage takes the place of this one, which leaves the game; false if it was the last.

    Counters and cards on it stay, damage aside: excess damage does not carry over.
    """
    stages = game.content(deck, game.side)
    if not stages:
        return False
    following = game.obj(stages[0])
    card = following.card
    cease(game, [following])
    turn_over(game, obj, card)
    game.write(obj, "damage", 0)
    game.occurred(REVEALS, game.root.first, obj.id, 0, obj.name)
    turn_later(game)
    for number in reversed(moments_of(game, obj, "when revealed")):
        carry_out(game, obj, number, game.root.first)
    occurred(game, "reveal", obj, game.root.first)
    return True


def renew(game: Game, pile: Zone) -> None:
    """A deck has run out: the discard pile becomes the deck, and its player is dealt an encounter card.

    With nothing in the discard pile nothing happens until the next card would be taken (Empty Player Deck).
    """
    if pile.seat == game.side:
        run_out(game)
    elif shuffle_discards(game, pile.seat):
        deal(game, pile.seat)
