"""State-based checks, and what ends the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Keyword
from engine.effects.permanents import destroying
from engine.events.zones import cease, stray_tokens
from engine.games.grand_archive.attacking import FIRST_TURN
from engine.games.grand_archive.elements import champion_of
from engine.games.grand_archive.instances import check_instances
from engine.games.grand_archive.loading import ZONE, orphans
from engine.games.grand_archive.sieges import is_fallen
from engine.play.leaving import leave
from engine.play.legend_rule import choose_surplus, duplicates
from engine.play.modes import lose_modes
from engine.queries.filters import fits
from engine.replacement.durations import expire
from engine.replacement.happen import happen
from engine.state.agenda import push
from engine.state.frames import DuplicatesFrame
from engine.state.occurred import Ending
from engine.state.player_marks import DREW_FROM_EMPTY, mark_of
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object

OUTSIDE = ("graveyard", "banishment", "hand", "memory", "material deck", "lineage", "intent")


def perform(game: Game) -> bool:
    """Perform what applies, all together; say whether anything was.

    Of unique objects to choose among their player is asked first (State-based 1).
    """
    for ident in game.root.stack:  # 1.4.1: modes that a class bonus gave go with it, and do not come back
        lose_modes(game, game.item(ident))
    if check_instances(game):
        return True
    checked = game.caches.get("state-based checks")
    if checked == (game.vital,) and not game.root.effects:
        return False  # nothing they read has changed; how long effects last may hang on more
    groups = duplicates(game, "unique", game.battlefield())
    if groups:
        push(game, DuplicatesFrame(groups, ()))
        return True
    if perform_with(game, ()):
        return True
    game.caches["state-based checks"] = (game.vital,)
    return False


def run_duplicates(game: Game, frame: DuplicatesFrame, answer: Answer | None) -> None:
    """The frame of several of one name: once it is chosen which are kept, all else is performed with the rest."""
    surplus = choose_surplus(game, frame, answer)
    if surplus is not None:
        perform_with(game, surplus)


def perform_with(game: Game, surplus: tuple[int, ...]) -> bool:
    """All that applies is found first and done at once, the sacrifice of surplus unique objects with it.

    An object to which several apply goes once.
    """
    lost = _losing(game)
    tokens = stray_tokens(game, (*OUTSIDE, ZONE) if ZONE in game.zones else OUTSIDE)
    batch = [moving(game.obj(ident), "graveyard", cause="sacrificed") for ident in surplus]
    objs = game.battlefield()
    spent = [o for o in objs if o.id not in surplus and _is_spent(o)]
    batch += destroying(game, spent)
    going = {*surplus, *(o.id for o in spent)}
    batch += [moving(o, "graveyard", cause="sacrificed") for o in objs if o.id not in going and _is_unlinked(game, o)]
    batch += orphans(game)
    changed = bool(game.root.effects) and expire(game)
    cease(game, tokens)
    if batch:
        happen(game, batch)
    for seat, reason in lost:
        game.write(game.players[seat], "lost", reason)
    if lost:
        lose(game, tuple(seat for seat, _ in lost))
    return changed or bool(lost or batch or tokens)


def _is_spent(obj: Object) -> bool:
    """An ally with lethal damage, a weapon or siegeable domain without durability (State-based 1)."""
    if "ally" in obj.words:
        return obj.damage >= obj.toughness
    return is_fallen(obj)


def _is_unlinked(game: Game, obj: Object) -> bool:
    """An object whose Link is broken, as what it was linked to has left or is none of those meant (Link 4, 5)."""
    if "link" not in obj.keywords:
        return False
    host = game.object(obj.attached) if obj.attached else None
    return host is None or not _may_be_linked(game, obj, host)


def _may_be_linked(game: Game, obj: Object, host: Object) -> bool:
    links = (game.texts[number].ability for number in obj.abilities)
    return any(
        isinstance(link, Keyword)
        and link.name == "link"
        and link.what is not None
        and fits(game, link.what, host, obj.controller, obj.id)
        for link in links
    )


def hosts(game: Game, obj: Object) -> list[int] | None:
    """The objects that one with Link may be linked to as it enters without a declared target, as our decision is.

    With nothing there it enters all the same, and is sacrificed as it is linked to nothing (Link 5).
    """
    return [host.id for host in game.battlefield() if _may_be_linked(game, obj, host)] or None


def _losing(game: Game) -> list[tuple[int, str]]:
    """A champion with lethal damage dies; whoever has none, or drew from an empty deck, loses.

    Before a player's first turn there is no champion yet.
    """
    found = []
    for player in game.players:
        if player.lost:
            continue
        champion = champion_of(game, player.seat)
        if champion is None:
            if player.seat == game.root.active or not mark_of(game, player.seat, FIRST_TURN):
                found.append((player.seat, "champion"))
        elif champion.damage >= champion.toughness:
            found.append((player.seat, "champion"))
        elif mark_of(game, player.seat, DREW_FROM_EMPTY):
            found.append((player.seat, "deck"))
    return found


def lose(game: Game, seats: tuple[int, ...]) -> None:
    """The last player in the game wins; if all lose at once it is a draw; else the others play on."""
    left = [player.seat for player in game.players if not player.lost]
    if len(left) > 1:
        leave(game, seats)
        return
    code = min(game.players[seat].lost for seat in seats)
    text = f"{game.players[left[0]].name} wins" if left else "the game is a draw"
    game.write(game.root, "over", Ending(tuple(left), code, text))
