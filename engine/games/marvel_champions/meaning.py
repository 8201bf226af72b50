"""Meanings of this game's texts only: players by their place, engagement, numbers read off printed cards.

Some numbers are no card's own: how many hit points are left, whether an attack is defended.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.abilities import Timed
from engine.games.marvel_champions import enemy_activation, labelled_abilities, powers
from engine.games.marvel_champions.character_stats import (
    counters_of,
    identity_of,
    left_of,
    printed,
    set_of,
    stat,
    villain_of,
)
from engine.games.marvel_champions.characters import facts_of, resources_of, title_now, title_of
from engine.games.marvel_champions.deck_rules import ASPECTS
from engine.games.marvel_champions.frames import LabelledFrame, PowerFrame
from engine.games.marvel_champions.language.shared_words import ATTACK_EXCESS, BOOST_AREA, LEAVING, STAGE
from engine.games.marvel_champions.language.vocabulary import VOCABULARY
from engine.games.marvel_champions.permanence import may_be_taken
from engine.games.marvel_champions.scenario_deck import NEMESIS, is_encounter
from engine.games.marvel_champions.statuses import DAZES, is_in_status
from engine.queries.faces import other_face
from engine.queries.filters import matching
from engine.state.occurred import TriggerEvent
from engine.state.records import NOBODY, Item, Object, Player

if TYPE_CHECKING:
    from engine.abilities import Ref, RefKind
    from engine.state.game import Game
    from engine.state.rulebook import Reading, Reference, Relation

FIRST_PLAYER: Final = "first player"
PLAYERS: Final = "starting players"
"""The number of players that have started, by which the per-player icon multiplies."""
FINAL_STEP: Final = "final step"
"""Notes on an object that its ability is the last of a sequence."""
DEFENSES: Final = ("defend", enemy_activation.UNHARMED)
DEFEATS: Final = "defeated by this attack"
RESOURCES: Final = ("energy", "mental", "physical", "wild")


def printed_icons(game: Game, objs: list[Object]) -> list[str]:
    """The resource icons on some cards."""
    return [icon for obj in objs for icon in resources_of(game.prints[obj.card])]


def printed_hit_points(game: Game, objs: list[Object]) -> int:
    return sum(game.prints[obj.card].definition.toughness or 0 for obj in objs)


def printed_hand_size(game: Game, objs: list[Object]) -> int:
    definitions = (game.prints[obj.card].definition for obj in objs)
    return sum(number for definition in definitions for key, number in definition.stats if key == "hand size")


def undefended(game: Game, objs: list[Object]) -> int:
    """The number of characters among some that make an undefended attack."""
    attack = enemy_activation.undefended_attack(game)
    return sum(attack is not None and attack.source == obj.id for obj in objs)


def number_of_icons(name: str, game: Game, objs: list[Object]) -> int:
    """The number of icons of a type on some printed cards."""
    return printed_icons(game, objs).count(name)


def stage_of(game: Game, obj: Object) -> int:
    """The stage that a villain or a main scheme is (Villain Deck); 0 if it has no number."""
    stage = dict(game.prints[obj.card].definition.extra).get("stage")
    return stage if isinstance(stage, int) else 0


def boost_area(game: Game, obj: Object) -> int:
    """The icons in the boost area of a card: boost icons, and a star if it has a boost ability (Star Icon)."""
    abilities = game.prints[obj.card].definition.abilities
    return printed(game, obj, "boost") + any(isinstance(own, Timed) and own.timing == "boost" for own in abilities)


def attacking(game: Game, objs: list[Object]) -> int:
    """The number of characters among some whose attack is the activation or attack that goes on."""
    activation = enemy_activation.current(game)
    attackers = players_attackers(game)
    if activation is not None and activation.kind == enemy_activation.ATTACK:
        attackers.append(activation.source)
    return sum(obj.id in attackers for obj in objs)


def players_attackers(game: Game) -> list[int]:
    """The ids of the characters of players whose attacks are under way (Attack)."""
    found = []
    for frame in game.root.agenda:
        if isinstance(frame, PowerFrame) and frame.op == powers.ATTACK:
            found.append(game.item(frame.item).source)
        if isinstance(frame, LabelledFrame) and frame.label == powers.ATTACK:
            identity = identity_of(game, game.item(frame.item).controller)
            found += [identity.id] if identity is not None else []
    return found


def defending(game: Game, objs: list[Object]) -> int:
    """The number of characters among some that defend against the innermost attack of an enemy (Enemy Attacks 2)."""
    attack = enemy_activation.current_attack(game)
    return sum(attack is not None and obj.id in attack.it for obj in objs)


def activation_attacks(game: Game, objs: list[Object]) -> int:
    """Whether the activation that goes on is an attack, and no scheme."""
    activation = enemy_activation.current(game)
    return int(activation is not None and activation.kind == enemy_activation.ATTACK)


def card_types(game: Game, objs: list[Object]) -> set[str]:
    """The types that are printed on some cards, of which each has one (Card Types)."""
    definitions = (game.prints[obj.card].definition for obj in objs)
    return {" ".join(word for word in definition.types if word in TYPES) for definition in definitions}


def printed_power(name: str, game: Game, objs: list[Object]) -> int:
    """A printed power; a dash counts as 0 (Dash)."""
    definitions = [game.prints[obj.card].definition for obj in objs]
    if name == "attack":
        return sum(definition.power or 0 for definition in definitions)
    return sum(number for definition in definitions for key, number in definition.stats if key == name)


def printed_costs(game: Game, objs: list[Object]) -> int:
    """The numbers of printed costs; an X is 0 (Cost: X)."""
    total = 0
    for obj in objs:
        facts = facts_of(game.prints[obj.card])
        if isinstance(facts.cost, int):
            total += facts.cost * (len(game.players) if facts.costs_for_each else 1)
    return total


def current_power(name: str, game: Game, objs: list[Object]) -> int:
    """A power with what changes it."""
    return sum(stat(game, obj, name) for obj in objs)


TYPES: Final = frozenset(VOCABULARY.types)
"""The words of the types of cards."""
POWERS: Final = ("attack", "scheme", "thwart", "defense", "recover")
READINGS: Final[dict[str, Reading]] = {
    **{f"printed {name}": partial(number_of_icons, name) for name in RESOURCES},
    **{f"printed {name}": partial(printed_power, name) for name in POWERS},
    **{f"current {name}": partial(current_power, name) for name in POWERS},
    "current hit points": lambda game, objs: sum(obj.toughness for obj in objs),
    "current hand size": partial(current_power, "hand size"),
    "different card types": lambda game, objs: len(card_types(game, objs)),
    "different printed resources": lambda game, objs: len(set(printed_icons(game, objs))),
    "printed resources": lambda game, objs: len(printed_icons(game, objs)),
    **dict.fromkeys(("cost", "printed cost"), printed_costs),
    "printed hit points": printed_hit_points,
    "printed hand size": printed_hand_size,
    "remaining hit points": lambda game, objs: sum(max(0, left_of(obj)) for obj in objs),
    "hit points": lambda game, objs: sum(obj.toughness for obj in objs),
    "undefended": undefended,
    DEFEATS: lambda game, objs: labelled_abilities.defeated_by_attack(game),
    ATTACK_EXCESS: lambda game, objs: labelled_abilities.excess_of_attack(game),
    "activation attacks": activation_attacks,
    "attacking": attacking,
    "defending": defending,
    FINAL_STEP: lambda game, objs: sum((FINAL_STEP, 1) in obj.extra for obj in objs),
    "threat left": lambda game, objs: sum(counters_of(obj, "threat") for obj in objs),
    "aspects": lambda game, objs: sum(not ASPECTS.isdisjoint(obj.words) for obj in objs),
    "boost icons": lambda game, objs: sum(printed(game, obj, "boost") for obj in objs),
    BOOST_AREA: lambda game, objs: sum(boost_area(game, obj) for obj in objs),
    STAGE: lambda game, objs: sum(stage_of(game, obj) for obj in objs),
}


def is_engaged(game: Game, obj: Object, with_: tuple[int, ...]) -> bool:
    """Whether an enemy is engaged with one of these players, or with the player of one of these characters."""
    for ident in with_:
        record = game.records.get(ident)
        if isinstance(record, Player) and obj.facing == record.seat:
            return True
        if isinstance(record, Object) and obj.facing == record.controller:
            return True
    return False


def is_before(game: Game, obj: Object, players: tuple[int, ...]) -> bool:
    """Whether a card lies before one of these players: theirs, engaged with them, or attached to what does."""
    seats = [game.seat_of(ident) for ident in players]
    host = game.object(obj.attached) if obj.attached else None
    return any(seat in (card.controller, card.facing) for card in (obj, host) if card is not None for seat in seats)


def is_nemesis(game: Game, obj: Object, of: tuple[int, ...]) -> bool:
    """Whether a card is of the nemesis set of the hero that one of these players plays."""
    for seat in map(game.seat_of, of):
        identity = identity_of(game, seat)
        if identity is not None and set_of(game, obj) == f"{set_of(game, identity)}{NEMESIS}":
            return True
    return False


def is_of_set(game: Game, obj: Object, of: tuple[int, ...]) -> bool:
    """Whether a card is of the set of one of these identities, or of the one that one of these players plays.

    The encounter cards of a set are a leader's, and no others.
    """
    for ident in of:
        record = game.records.get(ident)
        if is_encounter(obj.words) != (isinstance(record, Object) and "leader" in record.words):
            continue
        identity = identity_of(game, record.seat) if isinstance(record, Player) else game.object(ident)
        if identity is not None and set_of(game, identity) and set_of(game, obj) == set_of(game, identity):
            return True
    return False


def hosts_one(game: Game, obj: Object, cards: tuple[int, ...]) -> bool:
    """Whether one of these cards is attached to something."""
    return any(game.obj(ident).attached == obj.id for ident in cards)


def is_bare(game: Game, obj: Object, of: tuple[int, ...]) -> bool:
    """Whether no other card with the title of one of these is attached to something."""
    sources = [game.obj(ident) for ident in of]
    titles = {title_of(game.prints[source.card].definition) for source in sources}
    return not any(
        other.attached == obj.id and other.id not in of and title_of(game.prints[other.card].definition) in titles
        for other in game.battlefield()
    )


def is_namesake(game: Game, obj: Object, of: tuple[int, ...]) -> bool:
    """Whether a card has the title of one of these."""
    title = title_now(game, obj)
    return any(title_of(game.prints[game.obj(ident).card].definition) == title for ident in of if ident in game.records)


def is_topmost_of_title(game: Game, obj: Object, of: tuple[int, ...]) -> bool:
    """Whether a card in a pile is the topmost one with its title: of several different ones only one is like it."""
    pile = [game.obj(ident) for ident in game.content(obj.zone, obj.owner)]
    title = title_of(game.prints[obj.card].definition)
    alike = [other.id for other in pile if title_of(game.prints[other.card].definition) == title]
    return alike[-1:] == [obj.id]


def is_friendly(game: Game, obj: Object, players: tuple[int, ...]) -> bool:
    """The players are all on one side (Friendly)."""
    return obj.controller != game.side


def _has_status(name: str, game: Game, obj: Object, of: tuple[int, ...]) -> bool:
    """Whether a character is stunned, or confused (Steady)."""
    return is_in_status(obj, name)


RELATIONS: Final[dict[str, Relation]] = {
    "friendly": is_friendly,
    "engaged": is_engaged,
    "play area": is_before,
    "nemesis": is_nemesis,
    "signature": is_of_set,
    "title": is_topmost_of_title,
    "bare": is_bare,
    "hosts": hosts_one,
    "namesake": is_namesake,
    LEAVING: may_be_taken,
    **{f"statuses {name}": partial(_has_status, name) for name in DAZES},
}


def first_player(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    return (game.players[game.turn_order(game.root.first)[0]].id,)


def other_players(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """All players but the one who resolves a text, or but the first player, in player order (In Player Order)."""
    order = game.turn_order(game.root.first)
    spared = order[0] if ref.of is not None and ref.of.kind == FIRST_PLAYER else seat
    return tuple(game.players[one].id for one in order if one != spared)


def engaged_player(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """The player who is engaged with the source of a text."""
    obj = game.object(source)
    return (game.players[obj.facing].id,) if obj is not None and obj.facing >= 0 else ()


def attacker(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """The enemy against whose attack the defense is that a text is about, else the one whose attack goes on."""
    event = item.event if item is not None else ()
    if isinstance(event, TriggerEvent) and event.name in DEFENSES and event.other:
        return (event.other.id,) if game.object(event.other.id) is not None else ()
    attack = enemy_activation.current_attack(game)
    return (attack.source,) if attack is not None else ()


def activating(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """The enemy whose attack or scheme goes on."""
    activation = enemy_activation.current(game)
    return (activation.source,) if activation is not None else ()


def topmost(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """The card in a discard pile that fits and lies above all others that do."""
    assert ref.what is not None
    found = matching(game, ref.what, seat, source, item)
    piles = [ident for zone in game.zones[game.discard_zone] for ident in zone.content]
    return tuple(sorted(found, key=piles.index)[-1:])


def paid_for(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """The thing whose printed cost was paid."""
    return item.about if item is not None else ()


def defeater(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """The player whose card or character has defeated the source of a text: what is still being resolved below that."""
    for frame in reversed(game.root.agenda):
        below = game.records.get(getattr(frame, "item", 0))
        if isinstance(below, Item) and below.source != source and NOBODY < below.controller < game.seats:
            return (game.players[below.controller].id,)
    return (game.players[seat].id,) if NOBODY < seat < game.seats else ()


def scenario(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    return (game.players[game.side].id,)


def identity_called(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """The identities one face of which has this title; an encounter card means the leader of the title (Leader)."""
    assert ref.what is not None
    leader, own = villain_of(game), game.object(source)
    is_there = leader is not None and "leader" in leader.words and ref.what.name in titles_of_faces(game, leader)
    if leader is not None and is_there and own is not None and own.controller == game.side:
        return (leader.id,)
    identities = (identity_of(game, player.seat) for player in game.players)
    return tuple(one.id for one in identities if one is not None and ref.what.name in titles_of_faces(game, one))


def titles_of_faces(game: Game, obj: Object) -> tuple[str, ...]:
    """The titles of what a card shows and may show."""
    own = game.prints[obj.card]
    numbers = {obj.card, *own.faces, other_face(game, obj)} - {NOBODY}
    return tuple(title_of(game.prints[number].definition) for number in numbers)


REFERENCES: Final[dict[RefKind, Reference]] = {
    "first player": first_player,
    "engaged player": engaged_player,
    "other players": other_players,
    "attacker": attacker,
    "activating": activating,
    "side": scenario,
    "topmost": topmost,
    "defeater": defeater,
    "paid for": paid_for,
    "identity": identity_called,
}
