"""Interrupts and responses as this game has them: what its own events are called, and who uses what about them.

An ability in play is used, one of an event is played from hand, by the same procedures as actions (``initiating``).
"Attack" is said of characters and enemies alike; an enemy's attack is against a player.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import Timed
from engine.events.responses import Users
from engine.events.trigger_conditions import DEFEATED, defeat
from engine.games.marvel_champions import labelled_abilities, periods, powers
from engine.games.marvel_champions.asked_ways import is_asked
from engine.games.marvel_champions.boosting import BOOST
from engine.games.marvel_champions.card_timings import carry_out
from engine.games.marvel_champions.character_stats import counters_of, left_of
from engine.games.marvel_champions.enemy_activation import ALLY, ATTACK, BASIC, attacked_ally
from engine.games.marvel_champions.initiating import unproven
from engine.games.marvel_champions.language.shared_words import ON_PLAYER
from engine.games.marvel_champions.legal_actions import can_initiate
from engine.games.marvel_champions.peril import is_silenced
from engine.games.marvel_champions.revealing import ENGAGE
from engine.play.procedure_runner import begin
from engine.queries.prohibitions import forbidden
from engine.state.decisions import Answer
from engine.state.last_known import known
from engine.state.proposed_events import Happening
from engine.state.records import NOBODY, Object

if TYPE_CHECKING:
    from engine.abilities import Ability
    from engine.events.responses import Use
    from engine.state.decisions import Option
    from engine.state.game import Game
    from engine.state.occurred import About
    from engine.state.proposed_events import Prospect

SAID_AS = {"enemy attack": "attack", "enemy scheme": "scheme", **periods.SAID_AS}
"""The words of texts for an event of the rules."""
DONE_BY_SOURCE = frozenset(("attack", "thwart"))
"""Events whose prospects name what they are done to; texts speak of who does them."""
LABELLED: Final = ("play", "use")
"""Events that are an attack or a thwart as well, if what is played or used says so."""


def conditions(game: Game, each: Prospect) -> list[tuple[str, Happening]]:
    """The triggering conditions that an event of this game's own is; what is played or used may be an attack too."""
    found = [_condition(game, each)]
    if each.kind in LABELLED:
        found += labelled_abilities.conditions(game, game.item(each.item))
    return found


def names_given(kind: str) -> tuple[str, ...]:
    """The names that ``conditions`` may give an event of this kind."""
    labels = tuple(powers.STATUS) if kind in LABELLED else ()
    return (SAID_AS.get(kind, kind), *labels)


def _condition(game: Game, each: Prospect) -> tuple[str, Happening]:
    name = SAID_AS.get(each.kind, each.kind)
    subject, source = game.object(each.subject), game.object(each.source)
    if each.kind in DONE_BY_SOURCE:
        how = BASIC if is_asked(game, BASIC) else ""
        return name, Happening(source, each.seat, each.amount, other=subject, how=how)
    if each.kind in ("enemy attack", ENGAGE):
        other = game.players[each.seat] if each.seat < game.seats else game.object(dict(each.counters).get(ALLY, 0))
        return name, Happening(subject, each.seat, each.amount, other=other)
    how = _turned_during(game, each) if each.kind == BOOST else each.name
    return name, Happening(subject, each.seat, each.amount, other=source, how=how)


def _turned_during(game: Game, each: Prospect) -> str:
    """The activation in which a boost card is turned faceup: of an attack also whether that is against a player."""
    item = game.item(each.item)
    if item.kind != ATTACK:
        return SAID_AS[item.kind]
    return SAID_AS[item.kind] if attacked_ally(item) else f"{SAID_AS[item.kind]}, {ON_PLAYER}"


def engagement(game: Game, each: Prospect) -> list[tuple[str, Happening]]:
    """An enemy that enters play engages the player before whom it will lie (Engage)."""
    if each.facing == NOBODY or each.zone != game.arena:
        return []
    enemy = game.object(each.subject)
    return [(ENGAGE, Happening(enemy, each.facing, other=game.players[each.facing]))] if enemy is not None else []


def defeats(game: Game, each: Prospect) -> list[tuple[str, Happening]]:
    """The defeat of a character that damage will leave no hit points: that is part of the same occurrence."""
    obj = game.object(each.subject)
    return [(DEFEATED, defeat(game, obj, each))] if obj is not None and _is_fatal(game, obj, each.amount) else []


def _is_fatal(game: Game, obj: Object, number: int) -> bool:
    """Whether so much damage leaves a character no hit points; a tough one takes none."""
    return number >= left_of(obj) and not counters_of(obj, "tough") and not forbidden(game, "take damage", NOBODY, obj)


class Reacting(Users):
    """The users of interrupts and responses: an ability of a card in play is used, a card of the hand is played."""

    __slots__ = ()

    def user_of(self, game: Game, source: Object, one: Happening) -> int:
        """An ability of the scenario's side is used by the player whom it is about, else by the first player.

        An attack against an ally is about whoever controls that (Attacks Against Allies).
        """
        if source.controller != game.side:
            return source.controller
        about = one.other.controller if one.seat == game.side and isinstance(one.other, Object) else one.seat
        if NOBODY < about < game.seats and not game.players[about].lost:
            return about
        return game.turn_order(game.root.first)[0]

    def may_use(self, game: Game, use: Use) -> bool:
        return can_initiate(game, use.seat, use.source, use.number, is_played=use.source.zone == "hand")

    def use(self, game: Game, use: Use, event: About, answer: Answer | None) -> None:
        """A forced one cannot be taken back.

        If the source of a forced one is gone its effect is carried out: there is nothing to pay with any more.
        """
        source = use.source
        if source.id not in game.records:
            carry_out(game, source, use.number, use.seat, event)
            return
        procedure = "play" if source.zone == "hand" else "use"
        play = begin(
            game,
            procedure,
            use.seat,
            procedure,
            name=source.name,
            source=source.id,
            text=use.number,
            known_=known(source),
            event=event,
            plan=answer.plan if answer is not None else (),
            announced=Answer(answer.do, answer.refs) if answer is not None else None,
        )
        if answer is None:
            game.write(play, "bound", True)

    def is_silenced(self, game: Game, seat: int) -> bool:
        return is_silenced(game, seat)

    def unproven(self, game: Game, seat: int, options: tuple[Option, ...]) -> frozenset[int]:
        return unproven(game, seat, options)


def in_hand(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities of an event: what it waits for it waits for in hand."""
    return tuple(replace(own, zone="hand") if isinstance(own, Timed) else own for own in abilities)
