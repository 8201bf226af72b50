"""State-based actions (704.5), all that apply at once, and what ends the game (104)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.permanents import destroying
from engine.events.zones import cease, stray_tokens
from engine.games.magic.bestowing import cease as cease_to_be_bestowed
from engine.games.magic.bestowing import has_bestow, is_bestowed
from engine.games.magic.day_night import follow
from engine.games.magic.designations import held_by, pass_on
from engine.games.magic.dungeons import complete_dungeons, finished_dungeons
from engine.games.magic.preparing import follow_controllers, is_kept
from engine.games.magic.qualities import may_be_attached, may_enchant_player
from engine.games.magic.sagas import finished
from engine.games.magic.speed import start_engines
from engine.games.magic.storied import tell_stories
from engine.payment.self_cost_rules import counters
from engine.play.leaving import leave
from engine.play.legend_rule import choose_surplus, duplicates
from engine.queries.prohibitions import LOSE_GAME, forbidden
from engine.replacement.durations import expire
from engine.replacement.happen import happen
from engine.state.agenda import push
from engine.state.frames import DuplicatesFrame
from engine.state.occurred import Ending
from engine.state.player_marks import DREW_FROM_EMPTY, LOSES, mark_of, set_mark
from engine.state.proposed_events import moving
from engine.state.records import Object, Player

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect

POISON = 10
OUTSIDE = ("graveyard", "exile", "hand")
"""The zones in which a token ceases to exist (704.5d)."""
CONCERNED: Final = frozenset(("creature", "planeswalker", "aura", "legendary", "world"))
"""The words of permanents that state-based actions speak of."""


def perform(game: Game) -> bool:
    """Perform what applies, as one event; say whether anything was.

    Legends to choose among are asked for first (704.5j).
    """
    checked = game.caches.get("state-based actions")
    if checked == (game.vital,) and not game.root.effects and not finished_dungeons(game):
        return False  # nothing they read has changed; how long effects last may hang on more
    legends = duplicates(game, "legendary", _concerned(game))
    if legends:
        push(game, DuplicatesFrame(legends, ()))
        return True
    if perform_with(game, ()):
        return True
    game.caches["state-based actions"] = (game.vital,)
    return False


def _concerned(game: Game) -> list[Object]:
    """The permanents that state-based actions may be about, by their types, counters and what they are attached to.

    Found again only when permanents, or these of theirs, have changed.
    """
    arena = game.zones["battlefield"][0].content
    cached = game.caches.get("concerned")
    if cached is None or cached[0] is not arena or cached[1] != game.shape:
        found = [o.id for o in game.battlefield() if o.attached or o.counters or not CONCERNED.isdisjoint(o.words)]
        cached = game.caches["concerned"] = (arena, game.shape, found)
    return [game.obj(ident) for ident in cached[2]]


def run_duplicates(game: Game, frame: DuplicatesFrame, answer: Answer | None) -> None:
    """The frame of several of one name: once it is chosen which are kept, all else is performed with the rest."""
    surplus = choose_surplus(game, frame, answer)
    if surplus is not None:
        perform_with(game, surplus)


def perform_with(game: Game, surplus: tuple[int, ...]) -> bool:
    """All that applies is found first and done at once: what dies is known as it was before (704.3, 704.8).

    A Saga whose story is told is sacrificed with it (704.5s).
    """
    lost = _players(game)
    objs = _concerned(game)
    dying = _dying(game, objs, (*surplus, *_outworlded(objs), *_outplayed(objs)))
    tokens = stray_tokens(game, OUTSIDE)
    kept = [token for token in tokens if is_kept(game, token)] if tokens else []
    ceasing = [token for token in tokens if token not in kept]
    loose = _loose(game, objs)
    cancelling = _cancelling(objs)
    told = finished(game, [obj for obj in objs if all(obj.id != each.subject for each in dying)])
    changed = bool(game.root.effects) and expire(game)
    changed = start_engines(game) or changed
    changed = tell_stories(game) or changed
    changed = complete_dungeons(game) or changed
    changed = follow(game) or changed
    changed = (bool(kept) and follow_controllers(game, kept)) or changed
    cease(game, ceasing)
    if dying or told:
        happen(game, dying + told)
    for obj in loose:
        if obj.id in game.records:
            game.write(obj, "attached", 0)
            if is_bestowed(game, obj):
                cease_to_be_bestowed(game, obj)
    _settle_counters(game, cancelling)
    for seat, reason in lost:
        game.write(game.players[seat], "lost", reason)
    if lost:
        lose(game, tuple(seat for seat, _ in lost))
    return changed or bool(lost or dying or told or ceasing or loose or cancelling)


def _settle_counters(game: Game, cancelling: list[Object]) -> None:
    """Let two kinds of counters cancel; and damage of deathtouch counts only until it was looked for once."""
    for obj in cancelling:
        if obj.id in game.records:
            now = dict(obj.counters)
            both = min(now["+1/+1"], now["-1/-1"])
            now["+1/+1"] -= both
            now["-1/-1"] -= both
            game.write(obj, "counters", tuple((name, n) for name, n in now.items() if n))
    for obj in game.battlefield():
        if obj.marked:
            game.write(obj, "marked", "")


def _players(game: Game) -> list[tuple[int, str]]:
    """The players who have lost: by life, an empty library, poison (704.5a-c), or an effect that says so (104.3e)."""
    out = []
    for player in game.players:
        reason = "" if player.lost else _reason_to_lose(game, player)
        if reason and not forbidden(game, LOSE_GAME, player.seat, None):
            out.append((player.seat, reason))
        elif reason and mark_of(game, player.seat, DREW_FROM_EMPTY):
            set_mark(game, player.seat, DREW_FROM_EMPTY, 0)  # 704.5b asks since the last check
    return out


def _reason_to_lose(game: Game, player: Player) -> str:
    if player.life <= 0:
        return "life"
    if mark_of(game, player.seat, DREW_FROM_EMPTY):
        return "library"
    if mark_of(game, player.seat, LOSES):
        return "effect"
    return "poison" if any(name == "poison" and n >= POISON for name, n in player.counters) else ""


def lose(game: Game, seats: tuple[int, ...]) -> None:
    """104.2a, 104.4a: the last one in the game wins, none if all lose at once; else the others play on (104.5)."""
    left = [p.seat for p in game.players if not p.lost]
    if len(left) > 1:
        held = held_by(game, seats)
        leave(game, seats)
        pass_on(game, held)
        return
    code = min(game.players[seat].lost for seat in seats)
    text = "the game is a draw" if not left else f"{game.players[left[0]].name} wins"
    game.write(game.root, "over", Ending(tuple(left), code, text))


def _dying(game: Game, objs: list[Object], surplus: tuple[int, ...]) -> list[Prospect]:
    """704.5f-i: no toughness or loyalty puts into the graveyard, lethal damage or that of deathtouch destroys.

    704.5m: so does an Aura that is attached to nothing, or to what it may not be attached to, if it is not bestowed.
    """
    batch = []
    destroyed = []
    for obj in objs:
        words = obj.words
        creature = "creature" in words
        if (
            obj.id in surplus
            or ("aura" in words and not is_bestowed(game, obj) and not _is_well_attached(game, obj))
            or (creature and obj.toughness <= 0)
            or ("planeswalker" in words and not counters(game, obj.id, "loyalty"))
        ):
            batch.append(moving(obj, "graveyard"))
        elif creature and (obj.damage >= obj.toughness or obj.marked):
            destroyed.append(obj)
    return batch + destroying(game, destroyed) if destroyed else batch


def _is_well_attached(game: Game, obj: Object) -> bool:
    host = game.records.get(obj.attached)
    if isinstance(host, Player):
        return not host.lost and may_enchant_player(game, obj, host)
    return isinstance(host, Object) and host.zone == "battlefield" and may_be_attached(game, obj, host)


def _loose(game: Game, objs: list[Object]) -> list[Object]:
    """704.5n, 704.5p: what is no Aura becomes unattached from what it may not be attached to.

    702.103f: so does what is bestowed.
    """
    loose = [obj for obj in objs if obj.attached and "aura" not in obj.words and not _is_well_attached(game, obj)]
    if has_bestow(game):
        loose += [o for o in objs if "aura" in o.words and is_bestowed(game, o) and not _is_well_attached(game, o)]
    return loose


def _outworlded(objs: list[Object]) -> tuple[int, ...]:
    """704.5k: of permanents with the supertype world the newest stays, none if two came at once."""
    worlds = [obj for obj in objs if "world" in obj.words]
    if len(worlds) < 2:
        return ()
    newest = max(obj.timestamp for obj in worlds)
    stays = [obj for obj in worlds if obj.timestamp == newest]
    return tuple(obj.id for obj in worlds if len(stays) > 1 or obj not in stays)


def _outplayed(objs: list[Object]) -> tuple[int, ...]:
    """303.7a: of the Roles of one player on one permanent the newest stays."""
    newest: dict[tuple[int, int], Object] = {}
    old: list[int] = []
    for obj in sorted((obj for obj in objs if "role" in obj.words and obj.attached), key=_age):
        place = (obj.attached, obj.controller)
        if place in newest:
            old.append(newest[place].id)
        newest[place] = obj
    return tuple(old)


def _age(obj: Object) -> tuple[int, int]:
    return (obj.timestamp, obj.id)


def _cancelling(objs: list[Object]) -> list[Object]:
    """704.5q: permanents with both +1/+1 and -1/-1 counters."""
    return [obj for obj in objs if len(obj.counters) > 1 and {"+1/+1", "-1/-1"} <= {name for name, _ in obj.counters}]
