"""Offers of Marvel Champions against a naive search: what is paid for at once is offered exactly if it can be."""

from __future__ import annotations

import os
import random
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from engine.formats.position import build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine import Match

SEEDS = int(os.environ.get("STACKLOOP_BOARDS", "12"))


def card(name: str, type_: str, text: str = "", **more: object) -> dict[str, object]:
    price: dict[str, object] = {} if type_ == "Resource" else {"cost": 1}
    said = {key.replace("_", " "): value for key, value in more.items()}
    return {"name": name, "type": type_, "text": text, **price, **said}


DOUBLED = "Double the number of resources this card generates while paying for an upgrade."
CARDS = [
    card("Captain Ember", "Hero", hit_points=10),
    card("Runner", "Ally", cost=2, resources="{p}", attack=1, hit_points=2),
    card("Energy", "Resource", resources="{e}"),
    card("Genius", "Resource", resources="{m}"),
    card("Pair", "Resource", resources="{e}{m}"),
    card("Wildcard", "Resource", resources="{w}"),
    card("Focus", "Resource", DOUBLED, resources="{m}"),
    card("Plant", "Support", "Resource: Exhaust this -> Generate {w}."),
    card("Gland", "Support", "Resource: Exhaust an ally -> Generate {e}."),
    card("Furnace", "Support", "Resource: Exhaust this and discard a card -> Generate {e}{e}."),
    card("Prism", "Support", "Resource: Spend {e} and exhaust this -> Generate {m}{m}."),
    card("Toll", "Support", "As an additional cost to play an upgrade, discard a card."),
    card("Glove", "Upgrade", "Action: Exhaust this and spend {e} -> Draw a card.", cost=2),
    card("Horn", "Upgrade", "Action: Exhaust an ally and spend {e}{m} -> Draw a card.", cost=1),
    card("Slate", "Upgrade", "Action: Discard 2 cards and spend {m} -> Draw a card.", cost=3),
    card("Beam", "Event", "Action: Spend {e} -> Draw a card.", resources="{p}"),
]
IN_HAND = ("Runner", "Energy", "Genius", "Pair", "Wildcard", "Focus", "Glove", "Horn", "Slate", "Beam")
IN_PLAY = ("Runner", "Plant", "Gland", "Furnace", "Prism", "Toll", "Glove", "Horn", "Slate")


def board(chance: random.Random) -> Match:
    hand = [chance.choice(IN_HAND) for _ in range(chance.randrange(2, 5))]
    play = ["Captain Ember", *(chance.choice(IN_PLAY) for _ in range(chance.randrange(1, 4)))]
    seats: dict[str, dict[str, object]] = {
        "A": {"play_area": play, "hand": hand, "deck": ["Genius", "Genius"]},
        "B": {"play_area": ["Captain Ember"], "deck": ["Genius"]},
    }
    return build("marvel-champions", seats, CARDS, {})


# --- the same, worked out naively ---------------------------------------------------------------------

ICONS = {"Runner": "p", "Energy": "e", "Genius": "m", "Pair": "em", "Wildcard": "w", "Focus": "m", "Beam": "p"}
SOURCES = {"Plant": ("w", "", 0, 0), "Gland": ("e", "", 1, 0), "Furnace": ("ee", "", 0, 1), "Prism": ("mm", "e", 0, 0)}
"""The icons of each, those it costs, and how many allies and how many cards; all but Gland exhaust themselves."""
PRICES = {"Runner": "..", "Glove": "..", "Horn": ".", "Slate": "...", "Beam": ".e"}
USES = {"Glove": ("e", 0, 0), "Horn": ("em", 1, 0), "Slate": ("m", 0, 2)}
UPGRADES = ("Glove", "Horn", "Slate")


def can_pay(hand: list[str], play: list[str], wanted: str, allies: int, discards: int, *, for_upgrade: bool) -> bool:
    """Whether some choice of abilities to use and cards to discard pays all of it."""
    sources = [SOURCES[name] for name in play if name in SOURCES]
    glands = play.count("Gland")
    ready = play.count("Runner")
    sources += [SOURCES["Gland"]] * (ready - 1) * bool(glands)  # it exhausts no more than allies
    for used in (some for size in range(len(sources) + 1) for some in combinations(sources, size)):
        if sum(source[2] for source in used) + allies > ready:
            continue
        lost = sum(source[3] for source in used) + discards
        for gone in combinations(range(len(hand)), lost):
            cards = [name for place, name in enumerate(hand) if place not in gone]
            early = [icon for name in cards for icon in ICONS.get(name, "") * (1 + (name == "Focus" and for_upgrade))]
            early += [icon for source in used if not source[1] for icon in source[0]]
            late = [icon for source in used if source[1] for icon in source[0]]
            for paid in ways(early, [icon for source in used for icon in source[1]]):
                if any(True for _ in ways([*paid, *late], list(wanted))):
                    return True
    return False


def ways(icons: list[str], wanted: list[str]) -> Iterator[list[str]]:
    """The icons left in each way to pay what is wanted."""
    if not wanted:
        yield icons
        return
    for place, icon in enumerate(icons):
        if wanted[0] in (".", icon) or icon == "w":
            yield from ways(icons[:place] + icons[place + 1 :], wanted[1:])


def should_be_offered(hand: list[str], play: list[str], name: str, *, is_played: bool) -> bool:
    if is_played:
        toll = play.count("Toll") if name in UPGRADES else 0
        rest = hand.copy()
        rest.remove(name)
        return name in PRICES and can_pay(rest, play, PRICES[name], 0, toll, for_upgrade=name in UPGRADES)
    wanted, allies, discards = USES[name]
    return can_pay(hand, play, wanted, allies, discards, for_upgrade=True)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_is_offered_is_what_can_be_paid_for_at_once(seed: int) -> None:
    match = board(random.Random(seed))
    game = match.game
    hand = [game.obj(ident).name for ident in game.content("hand", 0)]
    play = [obj.name for obj in game.battlefield() if obj.controller == 0]
    options = match.decisions[0].options
    played = {game.obj(option.refs[0]).name for option in options if option.do == "play"}
    used = {game.obj(option.refs[0]).name for option in options if option.do == "activate"}
    assert played == {name for name in hand if should_be_offered(hand, play, name, is_played=True)}, (hand, play)
    assert used == {n for n in play if n in USES and should_be_offered(hand, play, n, is_played=False)}, (hand, play)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_is_sampled_is_taken(seed: int) -> None:
    """A payment answered by chance, each time from what is offered, is never refused and never reversed."""
    chance = random.Random(seed)
    match = board(chance)
    for _ in range(30):
        decision = match.decisions[0]
        commit = match.apply(decision.seat, decision.w, decision.sample(chance.randrange))
        assert commit.reversed is None
        if match.result is not None or not match.game.content("hand", 0):
            return


def test_what_no_search_has_settled_in_time_is_offered_and_marked() -> None:
    """17 things are due of 16 cards that all could be either: nobody looks through all the ways to part them."""
    names = [f"Card {number}" for number in range(16)]
    cards = [*CARDS, *(card(name, "Resource", resources="{p}") for name in names)]
    cards.append(card("Gamble", "Upgrade", "Action: Discard 6 cards and spend 11 resources -> Draw a card."))
    cards.append(card("Bargain", "Upgrade", "Action: Discard 6 cards and spend 10 resources -> Draw a card."))
    seats: dict[str, dict[str, object]] = {
        "A": {"play_area": ["Captain Ember", "Gamble", "Bargain"], "hand": names, "deck": ["Genius", "Genius"]},
        "B": {"play_area": ["Captain Ember"], "deck": ["Genius"]},
    }
    match = build("marvel-champions", seats, cards, {})
    decision = match.decisions[0]
    offered = {match.game.obj(o.refs[0]).name: n for n, o in enumerate(decision.options) if o.do == "activate"}
    assert set(offered) == {"Gamble", "Bargain"}
    assert decision.unproven == {offered["Gamble"]}
