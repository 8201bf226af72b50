"""Matches against a scenario: what is set up, and what a header may name."""

from __future__ import annotations

import pytest

from engine import Header, Match, Refusal, Seed, load_decks, replay, write_record
from tests.support.engine.random_play import NAMES, random_play

GAME = "marvel-champions"
DECKS = tuple(load_decks(GAME).values())


def start(seats: int, scenario: str = "", seed: str = "s") -> Match:
    decks = tuple(DECKS[seat % len(DECKS)].entries for seat in range(seats))
    return Match.create(Header(GAME, NAMES[:seats], decks, Seed(seed), scenario=scenario))


def in_play(match: Match) -> set[str]:
    return {obj.name for obj in match.game.battlefield()}


def hidden(match: Match) -> list[str]:
    """The names of what is in the encounter deck."""
    game = match.game
    return [game.prints[card].name for card in game.content("deck", game.side)]


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_identities_begin_as_alter_egos_with_full_hands(seats: int) -> None:
    game = start(seats).game
    for seat in range(seats):
        identity = next(obj for obj in game.battlefield() if obj.controller == seat)
        assert "alter-ego" in identity.words
        assert len(game.content("hand", seat)) == dict(identity.stats)["hand size"]
    villain = next(obj for obj in game.battlefield() if "villain" in obj.words)
    assert (villain.name, villain.toughness) == ("Rhino I", 14 * seats)
    assert villain.controller == game.side == seats


def test_the_encounter_deck_has_obligations_and_nemeses_are_set_aside() -> None:
    match = start(1)
    game = match.game
    faces = next(printed.faces for printed in game.prints if printed.turns)
    hero = next(game.prints[number].name for number in faces if "hero" in game.prints[number].definition.words)
    obligations = [obj.definition for obj in game.prints if "obligation" in obj.definition.words]
    assert [dict(each.extra)["set"] for each in obligations] == [hero]
    assert obligations[0].name in hidden(match)
    aside = [game.obj(ident) for ident in game.content("set aside", game.side)]
    assert {dict(game.prints[obj.card].definition.extra)["set"] for obj in aside} == {f"{hero} Nemesis"}


def test_expert_begins_with_the_second_stage_and_more_cards() -> None:
    standard, expert = start(1), start(1, "rhino expert")
    assert "Rhino I" in in_play(standard)
    assert "Rhino II" in in_play(expert)
    assert set(hidden(expert)) - set(hidden(standard)) == {"Exhaustion", "Masterplan", "Under Fire"}


@pytest.mark.parametrize("scenario", ["thanos", "rhino heroic", "rhino modular: Nobody"])
def test_what_is_no_scenario_is_refused(scenario: str) -> None:
    with pytest.raises(Refusal, match="unknown_scenario"):
        start(2, scenario)


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        ("Bomb Scare, Bomb Scare", "the set 'Bomb Scare' is there once"),
        ("Rhino", "the set 'Rhino' is there once"),
        ("Standard", "the set 'Standard' is there once"),
        ("Expert", "'Expert' is no modular set"),
        ("She-Hulk", "'She-Hulk' is no modular set"),
        ("She-Hulk Nemesis", "'She-Hulk Nemesis' is no modular set"),
    ],
)
def test_a_set_is_added_once_and_a_modular_one_alone(named: str, reason: str) -> None:
    with pytest.raises(Refusal, match=f"unknown_scenario: {reason}"):
        start(2, f"rhino modular: {named}")


def test_a_record_names_its_scenario() -> None:
    match = start(2, "rhino expert")
    inputs = [(decision.seat, commit.answer) for decision, commit in random_play(match, 1)]
    text = write_record(match.header, inputs)
    assert 'scenario = "rhino expert"' in text
    assert replay(text).hash == match.hash()


@pytest.mark.parametrize("seed", range(6))
def test_all_players_win_or_lose_together(seed: int) -> None:
    match = start(1 + seed % 4, seed=str(seed))
    for _ in random_play(match, seed):
        pass
    assert match.result is not None
    assert match.result.code in ("villain", "scheme", "defeated")
    assert match.result.winners in ((), tuple(range(1 + seed % 4)))


def test_decks_have_an_identity_its_signature_cards_and_one_aspect() -> None:
    entries = dict(DECKS[0].entries)
    hero = next(iter(entries))

    def refused(changes: dict[str, int]) -> str:
        changed = {name: count for name, count in {**entries, **changes}.items() if count}
        with pytest.raises(Refusal, match="illegal_deck") as wrong:
            Match.create(Header(GAME, NAMES[:1], (tuple(changed.items()),), Seed("s")))
        return wrong.value.reason

    assert "one identity" in refused({hero: 0})
    assert "signature cards" in refused({"Spider-Woman": 0, "Energy": 2})
    assert "one aspect" in refused({"Daredevil": 1})
    assert "at most 3" in refused({"Haymaker": 4})
    assert "encounter card" in refused({"Stampede": 1})
    assert "another identity's" in refused({"Black Cat": 1})


def test_a_deck_has_no_more_copies_than_a_card_allows() -> None:
    entries = tuple((name, 2 if name == "Energy" else count) for name, count in DECKS[0].entries)
    with pytest.raises(Refusal, match="Energy: 2 copies; a deck has at most 1"):
        Match.create(Header(GAME, NAMES[:1], (entries,), Seed("s")))


def test_what_a_stage_reveals_is_in_play_before_hands_are_kept() -> None:
    match = start(1, "rhino expert")
    assert match.decisions[0].prompt.startswith("mulligan")
    assert "Breakin' & Takin'" in in_play(match)
    assert "Breakin' & Takin'" not in hidden(match)
