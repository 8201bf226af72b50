"""Creating a match: what is refused, with which code."""

from __future__ import annotations

from typing import NoReturn

import pytest

from engine import Answer, Header, Match, Refusal, Seed, load_decks, replay, write_record
from engine.explain.notation import decision_json
from engine.formats.position import build
from engine.state.frames import FrameKind

LEGAL = load_decks("magic")["elvish-ramp"].entries


def create(game: str = "magic", names: tuple[str, ...] = ("ann", "bob"), *decks: tuple[tuple[str, int], ...]) -> Match:
    return Match.create(Header(game, names, decks or (LEGAL, LEGAL), Seed("s")))


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refusal, match="unknown_game"):
        create("chess")


def test_an_unknown_profile_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(Refusal, match=r"unknown_profile.*seeds, current"):
        Match.create(Header("magic", ("ann", "bob"), (LEGAL, LEGAL), Seed("s"), "2018"))


@pytest.mark.parametrize(("profile", "paragraph"), [("seeds", "116.1"), ("current", "117.1")])
def test_paragraphs_are_numbered_by_the_profile(profile: str, paragraph: str) -> None:
    match = build("magic", {"A": {"hand": ["Shock"]}, "B": {}}, [], {}, profile)
    decision = match.decisions[0]
    assert decision_json(match.game, decision)["rule"] == paragraph
    with pytest.raises(Refusal) as refused:
        match.apply_option(0, decision.w, 99)
    assert refused.value.rule == paragraph
    with pytest.raises(Refusal) as refused:
        match.apply(0, decision.w, Answer("cast", (1,)))
    assert refused.value.rule == paragraph


def test_a_match_keeps_its_profile_when_it_is_dumped_forked_and_recorded() -> None:
    match = Match.create(Header("magic", ("ann", "bob"), (LEGAL, LEGAL), Seed("s"), "current"))
    assert match.fork().game.rules.profile == "current"
    assert Match.load(match.dump()).game.rules.profile == "current"
    match.concede(0)
    assert replay(write_record(match.header, [(0, None)])).match.game.rules.profile == "current"


def test_seats_and_decks_must_agree() -> None:
    with pytest.raises(Refusal, match="bad_seats"):
        create("magic", ("ann",), LEGAL)


def test_an_unknown_card_is_named() -> None:
    with pytest.raises(Refusal, match=r"unknown_card.*Colossal Typo"):
        create("magic", ("ann", "bob"), LEGAL, (*LEGAL, ("Colossal Typo", 1)))


@pytest.mark.parametrize(
    "deck",
    [(("Forest", 40),), (("Shock", 60),), (*LEGAL, ("Forest", 10**9)), (*LEGAL, ("Mountain", -1)), ()],
    ids=["too small", "too many copies", "too large", "negative", "empty"],
)
def test_an_illegal_deck_is_refused_and_says_why(deck: tuple[tuple[str, int], ...]) -> None:
    with pytest.raises(Refusal, match="illegal_deck"):
        create("magic", ("ann", "bob"), LEGAL, deck)


def test_decks_that_ship_are_legal() -> None:
    for deck in load_decks("magic").values():
        assert create("magic", ("ann", "bob"), deck.entries, deck.entries).decisions


def trip(*_: object) -> NoReturn:
    raise ZeroDivisionError("a bug of ours")


def break_frames(match: Match, broken: pytest.MonkeyPatch) -> None:
    """Let all frames fail that the game goes on with; compiled code cannot be patched."""
    for op, frame in match.game.rules.frames.items():
        broken.setitem(match.game.rules.frames, op, FrameKind(frame.kind, trip, op))


@pytest.mark.parametrize("in_flight", [False, True])
def test_a_bug_in_a_concession_leaves_all_as_it_was(monkeypatch: pytest.MonkeyPatch, in_flight: bool) -> None:
    match = build("magic", {"A": {"hand": ["Shock"], "battlefield": ["Mountain"]}, "B": {}, "C": {}}, [], {})
    if in_flight:
        match.apply_text(0, match.decisions[0].w, 'cast "Shock"')
    before, decision = match.dump(), match.decisions[0]
    with monkeypatch.context() as broken:
        break_frames(match, broken)
        with pytest.raises(ZeroDivisionError):
            match.concede(1)
    assert (match.dump(), match.decisions) == (before, (decision,))
    match.concede(1)
    assert [player.lost for player in match.game.players] == ["", "concede", ""]


def test_a_bug_while_others_are_not_asked_leaves_all_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = build("magic", {"A": {}, "B": {}}, [], {})
    match.apply_line(1, 0, "settings")
    match.at_once = 3
    before = match.hash(), match.settings, match.asked[:], match.decisions
    assert not match.apply_line(0, 0, "settings").is_whole
    with monkeypatch.context() as broken:
        break_frames(match, broken)
        with pytest.raises(ZeroDivisionError):
            match.go_on()
    assert (match.hash(), match.settings, match.asked, match.decisions) == before
    assert not match.apply_line(0, 0, "settings").is_whole
