"""What the game looks after by itself: who is defeated, which scheme is done, who has won.

Defeats that come about together happen together. Where players and villain would fall at once the players lose (The
Grim Rule).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.agenda import push
from engine.conditions import defeat
from engine.games.marvel_champions.attaching import is_adrift
from engine.games.marvel_champions.elimination import eliminate
from engine.games.marvel_champions.encounter import deal, run_out, shuffle_discards
from engine.games.marvel_champions.limits import excess
from engine.games.marvel_champions.moments import carry_out, moments_of
from engine.games.marvel_champions.placing import is_used_up
from engine.games.marvel_champions.schemes import THREAT, is_complete
from engine.games.marvel_champions.stats import counters_of, left_of, printed
from engine.performing import change_counters
from engine.prospects import Prospect, moving
from engine.replacement import happen
from engine.triggers import occurred, occurred_together
from engine.zones import cease, turn_over

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import Object

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
    objs = game.battlefield()
    fallen = [obj for obj in objs if "identity" in obj.words and has_fallen(game, obj)]
    if fallen:
        eliminate(game, tuple(obj.controller for obj in fallen))
        return True
    if _villain(game, objs) or _main_scheme(game, objs):
        return True
    batch = [moving(obj, game.rules.discard_zone, cause=DEFEATED) for obj in objs if _is_defeated(game, obj)]
    batch += [moving(obj, game.rules.discard_zone, cause="discarded") for obj in objs if is_adrift(game, obj)]
    batch += [moving(obj, game.rules.discard_zone, cause="discarded") for obj in objs if is_used_up(game, obj)]
    if batch:
        happen(game, batch)
        return True
    group = excess(game)
    if group:
        push(game, ("limit", group))
    return bool(group)


def has_fallen(game: Game, obj: Object) -> bool:
    """Whether a character has no hit points left; what has none printed is never defeated (Defeat)."""
    return left_of(obj) <= 0 and game.prints[obj.card].definition.toughness is not None


def _is_defeated(game: Game, obj: Object) -> bool:
    """An ally or minion without hit points, a side scheme without threat (Defeat)."""
    if "ally" in obj.words or "minion" in obj.words:
        return has_fallen(game, obj)
    return "side" in obj.words and not counters_of(obj, THREAT)


def _villain(game: Game, objs: list[Object]) -> bool:
    """A villain without hit points: the next stage, or the players win (Villain Defeat)."""
    villain = next((obj for obj in objs if "villain" in obj.words and has_fallen(game, obj)), None)
    if villain is None:
        return False
    occurred_together(game, DEFEATED, [defeat(game, villain, Prospect(DEFEATED, villain.id, game.side))])
    if not advance(game, villain, "villain deck"):
        seats = tuple(range(game.seats))
        game.write(game.root, "over", (seats, WON, "the villain is defeated: the players win"))
    return True


def _main_scheme(game: Game, objs: list[Object]) -> bool:
    """A main scheme at its target threat: the next stage, or the villain wins (Main Scheme)."""
    main = next((obj for obj in objs if "main" in obj.words and is_complete(game, obj)), None)
    if main is None:
        return False
    change_counters(game, main.id, THREAT, -counters_of(main, THREAT))
    if not advance(game, main, "scheme deck"):
        game.write(game.root, "over", ((), LOST, "the main scheme is completed: the players lose"))
        return True
    change_counters(game, main.id, THREAT, printed(game, main, "starting threat"))
    return True


def advance(game: Game, obj: Object, deck: str) -> bool:
    """The next stage takes the place of this one, which leaves the game; false if it was the last.

    What is on it stays, damage aside: what is left over does not carry over.
    """
    stages = game.content(deck, game.side)
    if not stages:
        return False
    following = game.obj(stages[0])
    card = following.card
    cease(game, following)
    turn_over(game, obj, card)
    game.write(obj, "damage", 0)
    for number in reversed(moments_of(game, obj, "when revealed")):
        carry_out(game, obj, number, game.root.first)
    occurred(game, "reveal", obj, game.root.first)
    return True


def renew(game: Game, seat: int) -> None:
    """A deck has run out: the discard pile becomes the deck, and its player is dealt an encounter card.

    With nothing in the discard pile nothing happens until the next card would be taken (Empty Player Deck).
    """
    if seat == game.side:
        run_out(game)
    elif shuffle_discards(game, seat):
        deal(game, seat)
