"""Venturing into dungeons (309, 701.49): a marker in the command zone for each, which keeps the room of its owner."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from engine.abilities import Event, Token, Triggered
from engine.cards.definitions import MARKER, define
from engine.effects.meaning import DONE
from engine.events.triggers import occurred
from engine.events.zones import cease, create
from engine.games.magic.dungeon_rooms import DUNGEONS, UNDERCITY, is_bottommost, topmost
from engine.games.magic.emblems import COMMAND
from engine.queries.layers import refresh
from engine.sentences import said
from engine.state.decisions import Decision, Option
from engine.state.player_marks import mark_of, set_mark

if TYPE_CHECKING:
    from engine.abilities import Venture
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object

ROOM: Final = "room"
"""The event that a player moves the venture marker into a room, and the word with the room of a dungeon."""
VENTURED: Final = "ventured"
"""The event that a player ventures into a dungeon."""
COMPLETED: Final = "completed"
"""The event that a player completes a dungeon, and how many that player has."""

EVENTS: Final = (ROOM, VENTURED, COMPLETED)


@cache
def form_of(dungeon: str) -> Token:
    """The marker of a dungeon, with its room abilities (309.4c)."""
    return Token(dungeon, (MARKER,), abilities=tuple(_ability(dungeon, room) for room in DUNGEONS[dungeon]))


def _ability(dungeon: str, room: str) -> Triggered:
    text = f"When ~ enters, {DUNGEONS[dungeon][room].does}"
    (ability,) = define("magic", {"name": dungeon, "type": "Enchantment", "text": text}).abilities
    assert isinstance(ability, Triggered)
    return replace(ability, events=(Event(ROOM, source=True, how=room),), zone=COMMAND)


def forms_of(where: str) -> tuple[Token, ...]:
    """The markers that an instruction to venture may bring into the game."""
    return tuple(form_of(name) for name in _names(where))


def _names(where: str) -> tuple[str, ...]:
    """The dungeons that a player may begin, with the quality that the text says (701.49d)."""
    return (where,) if where else tuple(name for name in DUNGEONS if name != UNDERCITY)


def run_venture(game: Game, item: Item, do: Venture, answer: Answer | None) -> Outcome:
    """701.49a-d: on into the next room, or into the first one of a dungeon; of several one is chosen."""
    seat = item.controller
    marker = dungeon_of(game, seat)
    on = DUNGEONS[marker.name][room_of(marker)].leads if marker is not None else ()
    names = on or _names(do.where)
    if answer is None and len(names) > 1:
        options = tuple(Option("modes", (i,), (), name) for i, name in enumerate(names))
        prompt = said("magic.ask_room", "choose where to venture")
        game.ask(Decision("modes", seat, prompt, game.rules.cite("choose"), options, subject=item.id))
        return None
    name = names[answer.refs[0]] if answer is not None else names[0]
    if marker is not None and not on:
        _complete(game, marker)
        marker = None
    room = name if marker is not None else topmost(name)
    if marker is None:
        marker = create(game, game.tokens[form_of(name)], seat, COMMAND)
    game.write(marker, "extra", ((ROOM, room),))
    refresh(game)
    occurred(game, ROOM, marker, seat, how=room)
    occurred(game, VENTURED, None, seat)
    return DONE


def dungeon_of(game: Game, seat: int) -> Object | None:
    """The dungeon that a player has in the command zone: one at most (309.3)."""
    return next((obj for obj in game.markers() if obj.owner == seat and room_of(obj)), None)


def room_of(marker: Object) -> str:
    """The room in which the venture marker is, "" if this is no dungeon."""
    return next((str(value) for key, value in marker.extra if key == ROOM), "")


def _complete(game: Game, marker: Object) -> None:
    """309.7: the dungeon is removed from the game."""
    seat, name = marker.owner, marker.name
    cease(game, [marker])
    set_mark(game, seat, COMPLETED, mark_of(game, seat, COMPLETED) + 1)
    refresh(game)
    occurred(game, COMPLETED, None, seat, how=name)


def complete_dungeons(game: Game) -> bool:
    """309.6: those whose last room is reached and whose room abilities have left the stack; whether there was one."""
    done = finished_dungeons(game)
    for marker in done:
        _complete(game, marker)
    return bool(done)


def finished_dungeons(game: Game) -> list[Object]:
    """The dungeons that are to be removed from the game (309.6)."""
    return [obj for obj in game.markers() if _is_through(game, obj)]


def _is_through(game: Game, marker: Object) -> bool:
    room = room_of(marker)
    return bool(room) and is_bottommost(marker.name, room) and not _is_awaited(game, marker.id)


def _is_awaited(game: Game, ident: int) -> bool:
    """Whether a room ability of a dungeon has triggered and not left the stack."""
    waiting = any(trigger.source == ident for trigger in game.root.waiting)
    return waiting or any(game.item(number).source == ident for number in game.root.stack)
