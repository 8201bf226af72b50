"""The knowledge of a seat, and the matches that it may be: of all three games, at every decision of random play."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

import pytest

from engine import Match, Refusal, determinise, known_to
from engine.analysis.secrecy import deal, laid_out
from engine.explain.notation import decision_json
from engine.formats.position import build
from engine.match.match_views import fresh
from engine.state.dump import encode
from tests.support.engine.random_play import GAMES, new_match, picker, random_play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine import Decision

STEPS: Final = 1_500
EVERY: Final = 7
UNTOLD: Final = 1 / 50
"""Of decisions: how seldom a seat is not told what it knows, because what is in flight is not to be seen."""


def asked(match: Match, seed: int) -> Iterator[Decision]:
    """Every seventh decision of random play, in which now and then a play is taken back."""
    for number, _ in enumerate(islice(random_play(match, seed, cancels=0.1), STEPS)):
        if number % EVERY == 0 and match.decisions:
            yield match.decisions[0]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_a_match_made_from_what_a_seat_knows_looks_the_same_to_it_and_asks_the_same(game: str, seed: int) -> None:
    match = new_match(seed, game, 2 + seed % 2)
    pick = picker(seed)
    told = untold = changed = 0
    for decision in asked(match, seed):
        try:
            known = known_to(match, decision.seat)
        except Refusal:
            untold += 1
            continue
        other = determinise(known, match.header.decks, pick)
        told += 1
        assert fresh(other, decision.seat) == fresh(match, decision.seat)
        assert [d.seat for d in other.decisions] == [d.seat for d in match.decisions]
        own = next(d for d in other.decisions if d.seat == decision.seat)
        assert own.w == decision.w
        assert decision_json(other.game, own) == decision_json(match.game, decision)
        assert other.settings[decision.seat] == match.settings[decision.seat]
        changed += laid_out(other.game) != laid_out(match.game)
    assert changed > told / 2
    assert untold <= told * UNTOLD


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_knows_is_the_same_in_all_matches_that_look_alike_to_it(game: str) -> None:
    match = new_match(1, game)
    pick = picker(1)
    for decision in asked(match, 1):
        for seat in range(match.game.seats):
            try:
                known = known_to(match, seat)
            except Refusal:
                continue
            other = match.fork()
            deal(other.game, seat, pick)
            try:
                other.ask_again()
            except ValueError:
                assert seat != decision.seat
                continue
            assert known_to(other, seat) == known


@pytest.mark.parametrize("game", GAMES)
def test_what_was_made_can_be_played_to_its_end(game: str) -> None:
    match = new_match(2, game)
    decision = next(islice(asked(match, 2), 5, None))
    other = determinise(known_to(match, decision.seat), match.header.decks, picker(2))
    assert sum(1 for _ in random_play(other, 3)) > 10
    assert other.result is not None


def test_copies_are_none_of_the_cards_of_a_deck() -> None:
    """There were more objects of a name than cards to stand for them."""
    echo: dict[str, object] = {
        "name": "Twin Echo",
        "type": "Artifact",
        "text": "{T}: Copy target instant or sorcery spell twice.",
    }
    match = build("magic", {"A": {"battlefield": ["Twin Echo"], "hand": ["Shock"], "pool": "{R}"}, "B": {}}, [echo], {})
    for line in ('cast "Shock" target B pay mana', 'activate "Twin Echo" target "Shock"', "pass", "pass"):
        decision = match.decisions[0]
        match.apply_text(decision.seat, decision.w, line)
    other = determinise(known_to(match, 0), match.header.decks, picker(1))
    assert fresh(other, 0) == fresh(match, 0)
    assert len(other.game.root.stack) == 3


def test_what_others_have_chosen_unseen_still_happens() -> None:
    """All choose before anything is discarded (608.2f); what the first has chosen is some of that player's cards."""
    sorrow: dict[str, object] = {
        "name": "Sorrow",
        "type": "Sorcery",
        "cost": "{0}",
        "text": "Each player discards two cards.",
    }
    hands = {"A": ["Sorrow", "Shock", "Forest", "Opt"], "B": ["Island", "Negate", "Plains"]}
    match = build("magic", {seat: {"hand": hand} for seat, hand in hands.items()}, [sorrow], {})
    for line in ('cast "Sorrow" pay auto', "pass", "pass", 'choose "Opt" "Shock"'):
        decision = match.decisions[0]
        match.apply_text(decision.seat, decision.w, line)
    other = determinise(known_to(match, 1), match.header.decks, picker(1))
    assert fresh(other, 1) == fresh(match, 1)
    asked = other.decisions[0]
    other.apply(asked.seat, asked.w, asked.default())
    assert [len(other.game.content("hand", seat)) for seat in range(2)] == [1, 1]


def test_what_all_have_seen_of_a_card_that_is_in_a_hand_now_is_known() -> None:
    """Its power counts for what triggered as it left; which card of the hand it is now is not told."""
    grief: dict[str, object] = {
        "name": "Grief",
        "type": "Enchantment",
        "text": "Whenever a creature leaves the battlefield, you gain life equal to its power.",
    }
    seats: dict[str, dict[str, object]] = {
        "A": {"battlefield": ["Grief"], "hand": ["Unsummon"], "pool": "{U}"},
        "B": {"battlefield": ["Grizzly Bears"], "hand": ["Forest"]},
    }
    match = build("magic", seats, [grief], {})
    for line in ('cast "Unsummon" target "Grizzly Bears" pay auto', "pass", "pass"):
        match.apply_text(match.decisions[0].seat, match.decisions[0].w, line)
    assert match.game.root.stack
    other = determinise(known_to(match, 0), match.header.decks, picker(1))
    for _ in range(2):
        other.apply_text(other.decisions[0].seat, other.decisions[0].w, "pass")
    assert other.game.players[0].life == 22


def test_nobody_is_told_in_the_midst_of_what_becomes_of_a_hidden_card() -> None:
    haven: dict[str, object] = {"name": "Haven", "type": "Land", "text": "As ~ enters, choose a color."}
    match = build("magic", {"A": {"hand": ["Haven", "Shock"]}, "B": {}}, [haven], {})
    match.apply_text(0, match.decisions[0].w, 'play "Haven"')
    assert match.decisions[0].kind == "modes"
    with pytest.raises(Refusal, match="in flight"):
        known_to(match, 1)
    assert fresh(determinise(known_to(match, 0), match.header.decks, picker(1)), 0) == fresh(match, 0)


def test_neither_secret_nor_decks_are_told() -> None:
    match = new_match(0)
    known = known_to(match, 0)
    header = match.header
    assert header.seed.secret.encode() not in known
    assert not any(name.encode() in known for name, _ in header.decks[1] if name not in dict(header.decks[0]))
    assert encode(header.seed.shares) not in known


def test_a_hand_that_is_revealed_is_known_to_who_is_asked_whether_to_choose_from_it() -> None:
    probing: dict[str, object] = {
        "name": "Probing",
        "type": "Sorcery",
        "cost": "{0}",
        "text": "Target player reveals their hand. You may choose a creature card from it. If you do, exile that card.",
    }
    match = build("magic", {"A": {"hand": ["Probing"]}, "B": {"hand": ["Memnite"], "library": 9}}, [probing], {})
    for line in ('cast "Probing" target B pay auto', "pass", "pass"):
        match.apply_text(match.decisions[0].seat, match.decisions[0].w, line)
    assert match.decisions[0].kind == "confirm"
    other = determinise(known_to(match, 0), match.header.decks, picker(1))
    assert [other.game.obj(ident).name for ident in other.game.content("hand", 1)] == ["Memnite"]
    assert fresh(other, 0) == fresh(match, 0)
