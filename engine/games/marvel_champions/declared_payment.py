"""A payment that is made all at once, by what has been said about it (``statements``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Resources
from engine.games.marvel_champions.character_stats import identity_of
from engine.games.marvel_champions.resource_sources import from_abilities, from_hand
from engine.games.marvel_champions.resources import resource_parts
from engine.games.marvel_champions.statements import Generates, PaysPart, statements
from engine.state.procedure import item_of

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.games.marvel_champions.resource_sources import Source
    from engine.state.game import Game
    from engine.state.records import Object, Play

Owed = tuple[int, "CostPart"]
"""The id of the card whose cost it is, and the part."""


def payee_of(game: Game, play: Play) -> Object:
    """The card that is paid for; if it is gone, what is paid is paid for by and to the identity."""
    payee = game.object(item_of(game, play).source) or identity_of(game, play.seat)
    assert payee is not None  # who pays has an identity
    return payee


def sources_of(game: Game, play: Play) -> list[Source]:
    """Everything that could generate for this payment."""
    payee = payee_of(game, play)
    return [*from_hand(game, play.seat, payee), *from_abilities(game, play.seat, payee)]


def in_use(game: Game, play: Play) -> list[Source]:
    """The sources that generate, as it has been said, in that order."""
    every_said = statements(play, Generates)
    if not every_said:
        return []
    every = sources_of(game, play)
    return [next(s for s in every if (s.ident, s.text) == said) for said in every_said]


def wanted_of(game: Game, play: Play, sources: list[Source]) -> tuple[Resources, ...]:
    """The resource costs, numbered from 1: those of what is played or used, then those of Resource abilities in use."""
    return (*resource_parts(play.due), *(part for source in sources for part in resource_parts(source.wants)))


def owed_of(game: Game, play: Play) -> list[Owed]:
    """The parts that are no resources, of what is played or used and of the Resource abilities in use."""
    source = item_of(game, play).source
    own: list[Owed] = [(source, part) for part in play.due if not isinstance(part, Resources)]
    return own + [(used.ident, part) for used in in_use(game, play) for part in used.others]


def declared_for(play: Play, k: int) -> tuple[int, ...]:
    """The ids that have been said to pay the k-th part."""
    return next((said.idents for said in statements(play, PaysPart) if said.part == k), ())
