"""The rules of a player's deck: an identity with its signature cards, others of one aspect or basic (Customization)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword
from engine.cards.faults import Fault
from engine.games.marvel_champions.characters import team_of, title_of
from engine.games.marvel_champions.language.shared_words import LINKED, MAY_INCLUDE, PERMANENT
from engine.games.marvel_champions.scenario_deck import is_encounter, quantity_of, set_printed, sets_of

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef, DeckCards, Entries
    from engine.cards.pool import Pool

RULE: Final = "Deck Customization"
LEAST: Final = 40
MOST: Final = 50
"""Cards beside the identity."""
MOST_COPIES: Final = 3
ASPECTS: Final = frozenset(("aggression", "justice", "leadership", "protection", "pool"))


def check_deck(pool: Pool, deck: DeckCards) -> list[Fault]:
    """Everything that is wrong with a deck; nothing if it is legal."""
    heroes = [definition for definition, _ in deck if "identity" in definition.words]
    if [count for definition, count in deck if "identity" in definition.words] != [1]:
        return [Fault(RULE, "a deck has one identity")]
    own = set_printed(heroes[0])
    others = [(definition, count) for definition, count in deck if "identity" not in definition.words]
    found = [*_signature(pool, own, others), *_copies(own, others), *_aspects(pool, heroes[0], others), *_size(others)]
    return [*found, *_teams(pool, heroes[0], others)]


def signature(pool: Pool, own: str) -> dict[str, int]:
    """The signature cards of an identity's set, with how many of each there are; none of one without a set."""
    return {
        definition.name: quantity_of(definition)
        for definition in (sets_of(pool).get(own, ()) if own else ())
        if "identity" not in definition.words and not is_encounter(definition.words)
    }


def told_apart(pool: Pool, deck: Entries) -> Entries:
    """A deck whose list names signature cards of one title by that alone: as many of each as belong to it.

    Another number than all of them together have is left as it is, and is a fault (Deck Customization).
    """
    heroes = [definition for definition, _ in pool.printed(deck) if "identity" in definition.words]
    wanted = signature(pool, set_printed(heroes[0])) if heroes else {}
    alike: dict[str, list[str]] = {}
    for name in wanted:
        alike.setdefault(title_of(pool.card(name)), []).append(name)
    counts = dict(deck)
    for names in alike.values():
        listed = sum(counts.get(name, 0) for name in names)
        if len(names) > 1 and listed == sum(wanted[name] for name in names):
            counts |= {name: wanted[name] for name in names}
    return tuple(counts.items())


def _signature(pool: Pool, own: str, others: list[tuple[CardDef, int]]) -> list[Fault]:
    """All signature cards of the identity are in the deck, and none of another one."""
    wanted = signature(pool, own)
    have = {definition.name: count for definition, count in others}
    problems = [Fault("Linked", "it is in no deck", card.name) for card, _ in others if LINKED in card.keywords]
    problems += [
        Fault(RULE, f"{have.get(name, 0)} of {count} signature cards", name)
        for name, count in wanted.items()
        if have.get(name) != count
    ]
    for definition, _ in others:
        if is_encounter(definition.words):
            problems.append(Fault(RULE, "an encounter card", definition.name))
        elif set_printed(definition) not in ("", own):
            problems.append(Fault(RULE, "another identity's card", definition.name))
    return problems


def _copies(own: str, others: list[tuple[CardDef, int]]) -> list[Fault]:
    """Of each card by title three at most, of a unique one one."""
    problems = []
    for definition, count in others:
        most = 1 if "unique" in definition.words else _most_of(definition)
        if count < 1 or (count > most and not (own and set_printed(definition) == own)):
            problems.append(Fault(RULE, f"{count} copies; a deck has at most {most}", definition.name))
    return problems


def _most_of(definition: CardDef) -> int:
    """The most copies of a card that a deck may have: three, or the card's own number (Max)."""
    said = (own.value for own in definition.abilities if isinstance(own, Keyword) and own.name == "max per deck")
    return next(said, MOST_COPIES)


def _teams(pool: Pool, identity: CardDef, others: list[tuple[CardDef, int]]) -> list[Fault]:
    """A card with team-up is for the decks of those it names, by either face (Team-Up)."""
    back = dict(identity.extra).get("other face")
    titles = {title_of(identity), title_of(pool.card(str(back))) if back else ""}
    barred = [card for card, _ in others if team_of(card) and titles.isdisjoint(team_of(card))]
    return [Fault("Team-Up", f"a card for {' and '.join(sorted(team_of(card)))}", card.name) for card in barred]


def _aspects(pool: Pool, identity: CardDef, others: list[tuple[CardDef, int]]) -> list[Fault]:
    """Cards of one aspect, besides those that the identity lets a deck include, by either of its faces."""
    aspects = sorted({word for definition, _ in others for word in definition.words if word in ASPECTS})
    back = dict(identity.extra).get("other face")
    faces = (identity, pool.card(str(back))) if back else (identity,)
    said = [own for face in faces for own in face.abilities if isinstance(own, Keyword) and own.name == MAY_INCLUDE]
    if said and any(_are_included(said, _besides(others, aspect)) for aspect in aspects):
        return []
    return [Fault(RULE, f"cards of {' and '.join(aspects)}; a deck has one aspect")] if len(aspects) > 1 else []


def _besides(others: list[tuple[CardDef, int]], aspect: str) -> list[tuple[CardDef, int]]:
    """The cards of other aspects."""
    return [(card, count) for card, count in others if aspect not in card.words and not ASPECTS.isdisjoint(card.words)]


def _are_included(said: list[Keyword], cards: list[tuple[CardDef, int]]) -> bool:
    """Whether the words of an identity let a deck include all of these cards, and so many of them."""
    for own in said:
        some = [entry for entry in cards if _is_called(own, entry[0])]
        if not own.value or sum(count for _, count in some) <= own.value:
            cards = [entry for entry in cards if entry not in some]
    return not cards


def _is_called(own: Keyword, card: CardDef) -> bool:
    return own.what is not None and any(set(kind) <= set(card.words) for kind in own.what.kinds)


def _size(others: list[tuple[CardDef, int]]) -> list[Fault]:
    """A card that cannot leave play is in no deck, and is not counted (Permanent)."""
    total = sum(count for card, count in others if PERMANENT not in card.keywords)
    if LEAST <= total <= MOST:
        return []
    return [Fault(RULE, f"{total} cards; a deck has {LEAST} to {MOST} beside its identity")]
