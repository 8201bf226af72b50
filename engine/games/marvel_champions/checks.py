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
from engine.games.marvel_champions.attaching import is_adrift
from engine.games.marvel_champions.card_limits import excess
from engine.games.marvel_champions.card_timings import carry_out, moments_of
from engine.games.marvel_champions.character_stats import counters_of, main_scheme_of, printed, villain_of
from engine.games.marvel_champions.characters import cast
from engine.games.marvel_champions.elimination import eliminate
from engine.games.marvel_champions.encounter import deal, run_out, shuffle_discards
from engine.games.marvel_champions.frames import LimitFrame
from engine.games.marvel_champions.language.lasting_phrases import LAST_STAGE
from engine.games.marvel_champions.placing import USES, is_used_up
from engine.games.marvel_champions.schemes import THREAT, is_complete
from engine.replacement.happen import happen
from engine.state.agenda import push
from engine.state.occurred import Ending
from engine.state.proposed_events import Prospect, moving

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object, Zone

DEFEATED: Final = "defeated"
WON: Final = "villain"
LOST: Final = "scheme"


def perform(game: Game) -> bool:
    """Perform what applies, once; say whether anything was."""
    checked = game.caches.get("checks")
    if checked == (game.vital,) or game.root.over is not None:
        return False
    if _perform(game):
        return True
    game.caches["checks"] = (game.vital,)
    return False


def _perform(game: Game) -> bool:
    fallen = [obj for obj in map(game.obj, cast(game).characters) if has_fallen(game, obj)]
    identities = [obj for obj in fallen if "identity" in obj.words]
    if identities:
        eliminate(game, tuple(obj.controller for obj in identities))
        return True
    villain, main = villain_of(game), main_scheme_of(game)
    every = [game.obj(ident) for ident in cast(game).schemes]
    if _last_words(game, fallen, every):
        return True
    if villain is not None and villain in fallen:
        _defeat_villain(game, villain)
        return True
    if main is not None and is_complete(game, main):
        _complete(game, main)
        return True
    batch = _discarded(game, fallen, every)
    if batch:
        happen(game, batch)
        return True
    group = excess(game)
    if group:
        push(game, LimitFrame(group))
    return bool(group)


def _last_words(game: Game, fallen: list[Object], every: list[Object]) -> bool:
    """When Defeated abilities of what is defeated resolve before anything becomes of it (When Defeated Abilities).

    Each is noted with the card whose they are: a next stage has its own.
    """
    begun = False
    for obj in (*(obj for obj in every if _is_done(game, obj)), *fallen):
        if (DEFEATED, obj.card) not in obj.extra:
            numbers = moments_of(game, obj, "when defeated")
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
    """Whether a side scheme has no threat left, or the main scheme all that it needs."""
    return is_complete(game, scheme) if "main" in scheme.words else not counters_of(scheme, THREAT)


def has_fallen(game: Game, obj: Object) -> bool:
    """Whether a character has no hit points left; what has none printed is never defeated (Defeat)."""
    return obj.damage >= obj.toughness and game.prints[obj.card].definition.toughness is not None


def _discarded(game: Game, fallen: list[Object], every: list[Object]) -> list[Prospect]:
    """The cards that leave play: defeated allies, minions and side schemes, unattached and used up cards."""
    beaten = [obj.id for obj in fallen if "ally" in obj.words or "minion" in obj.words]
    beaten += [obj.id for obj in every if "side" in obj.words and _is_done(game, obj)]
    objs, to = game.battlefield(), game.discard_zone
    batch = [moving(obj, to, cause=DEFEATED) for obj in objs if obj.id in beaten] if beaten else []
    batch += [moving(obj, to, cause="discarded") for obj in objs if obj.attached and is_adrift(game, obj)]
    batch += [moving(obj, to, cause="discarded") for obj in objs if USES in obj.keywords and is_used_up(game, obj)]
    return batch


def _defeat_villain(game: Game, villain: Object) -> None:
    """A villain without hit points: the next stage, or the players win (Villain Defeat)."""
    occurred_together(game, DEFEATED, [defeat(game, villain, Prospect(DEFEATED, villain.id, game.side))])
    if not advance(game, villain, "villain deck"):
        seats = tuple(range(game.seats))
        game.write(game.root, "over", Ending(seats, WON, "the villain is defeated: the players win"))


def _complete(game: Game, main: Object) -> None:
    """A main scheme at its target threat: the next stage, or the villain wins, if it is the last or says so."""
    change_counters(game, main.id, THREAT, -counters_of(main, THREAT))
    if LAST_STAGE in main.keywords or not advance(game, main, "scheme deck"):
        game.write(game.root, "over", Ending((), LOST, "the main scheme is completed: the players lose"))
        return
    change_counters(game, main.id, THREAT, printed(game, main, "starting threat"))


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
