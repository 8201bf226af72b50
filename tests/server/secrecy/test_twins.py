"""Matches of every game beside twins in which what a viewer may not know is otherwise (``server.secrecy.twins``).

First that no byte depends on it, then that the test would notice: each way to leak is tried on purpose.
``stackloop secrecy --diffs N --seed S --game G`` goes on for longer.
"""

from collections.abc import Callable
from itertools import islice
from typing import Any, Final

import pytest

import engine
from engine.analysis.secrecy import PUBLIC, deal, hidden_from, laid_out
from engine.errors import Refusal
from engine.events.log_figures import Figures
from engine.events.log_lines import Sentence, describe
from engine.explain import projection
from engine.explain.kept_options import KeptOptions
from engine.explain.notation import decision_json
from engine.games import profiles_of, rules_of
from engine.match import match_views
from engine.match.match import Match
from engine.match.match_views import Views, fresh
from engine.play import auto_pass
from engine.state.game import Game
from engine.state.occurred import LoggedEvent
from protocol.diffs import canonical
from server.secrecy import twins
from server.secrecy.log_ids import HiddenId
from server.secrecy.twins import Leak, Tally, arrange, sweep
from tests.support.engine.random_play import GAMES, any_match, picker, random_play
from tests.support.server.deliberate_leaks import hidden_name, hidden_number, name_it

PLANTED: Final = pytest.mark.interpreted("plants a leak in functions, for which compiled code does not ask by name")
DIFFS: Final = {"magic": 42_000, "grand-archive": 34_000, "marvel-champions": 28_000}
MOST_PARTED: Final = 1 / 2_000
"""Of the diffs: how often a twin may have to begin anew."""


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", DIFFS)
def test_no_byte_depends_on_what_its_viewer_may_not_know(
    game: str, record_property: Callable[[str, object], None]
) -> None:
    assert sum(DIFFS.values()) > 10**5
    tally = Tally()
    sweep(game, DIFFS[game], 0, tally)
    assert tally.diffs >= DIFFS[game]
    assert sum(tally.parted.values()) <= tally.diffs * MOST_PARTED
    told = f"{tally.diffs} diffs of {tally.commits} commits in {tally.matches} matches"
    record_property(f"secrecy of {game}", told)


@PLANTED
def test_a_match_that_is_over_before_a_play_is_made_ends_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if each step were within one; Marvel Champions with seed 1127 ends so."""
    monkeypatch.setattr(Match, "is_between_plays", False)
    match = arrange("magic", 0)
    match.twins.clear()
    assert sum(1 for _ in match.play()) == 1
    assert match.commits > 0
    assert not match.table.match.decisions


def test_every_game_is_among_them() -> None:
    assert DIFFS.keys() == set(GAMES)


# ---- worlds


@pytest.mark.parametrize("seed", range(3))
def test_a_world_dealt_anew_has_the_same_cards_and_the_same_to_see(seed: int) -> None:
    match = any_match(seed, seats=2 + seed % 2)
    pick = picker(seed)
    changed = 0
    for number, _ in enumerate(islice(random_play(match, seed), 400)):
        if number % 40 or not match.is_between_plays or not match.decisions:
            continue
        for viewer in (engine.EVERYBODY, *range(PUBLIC, match.game.seats)):
            there = laid_out(match.game)
            other = match.fork()
            deal(other.game, viewer, pick)
            now = laid_out(other.game)
            assert sorted(now.values()) == sorted(there.values())
            hidden = {place for places in hidden_from(match.game, viewer) for place in places}
            assert {place for place in there if there[place] != now[place]} <= hidden
            assert fresh(other, max(viewer, PUBLIC)) == fresh(match, max(viewer, PUBLIC))
            changed += there != now
    assert changed > 3


def test_cards_that_are_kept_lie_where_they_did() -> None:
    match = any_match(0)
    there = laid_out(match.game)
    kept = dict(list(there.items())[5:60:5])
    deal(match.game, PUBLIC, picker(1), kept)
    now = laid_out(match.game)
    assert {place: now[place] for place in kept} == kept


def test_a_card_that_lies_elsewhere_is_not_kept() -> None:
    match = any_match(0)
    own, others = [places for places in hidden_from(match.game, PUBLIC) if places][:2]
    there = laid_out(match.game)
    with pytest.raises(LookupError, match="not hidden here"):
        deal(match.game, PUBLIC, picker(1), {own[0]: there[others[0]]})
    assert laid_out(match.game) == there


# ---- the test of the test


Patch = Callable[[pytest.MonkeyPatch], None]


def skip_ids(patch: pytest.MonkeyPatch) -> None:
    """An id follows what lies where."""
    new_id = Game.new_id

    def leaky(game: Game) -> int:
        ident = new_id(game)
        return ident if hidden_number(game) % 2 else new_id(game)

    patch.setattr(Game, "new_id", leaky)


def offer_more(patch: pytest.MonkeyPatch) -> None:
    """The number of options follows it."""

    def leaky(_: KeptOptions, game: Game, decision: engine.Decision) -> bytes:
        out: dict[str, Any] = decision_json(game, decision)
        return canonical({**out, "options": out["options"] * (1 + hidden_number(game) % 2)})

    patch.setattr(KeptOptions, "encode", leaky)


def tell_default(patch: pytest.MonkeyPatch) -> None:
    def leaky(_: KeptOptions, game: Game, decision: engine.Decision) -> bytes:
        out: dict[str, Any] = decision_json(game, decision)
        return canonical({**out, "default": {"do": "pass"} if hidden_number(game) % 2 else {}})

    patch.setattr(KeptOptions, "encode", leaky)


def number_messages(patch: pytest.MonkeyPatch) -> None:
    """A number is used up, and an empty diff sent, where something hidden happened."""
    close = Views._close

    def leaky(
        self: Views,
        one: match_views.View,
        diff: dict[str, bytes],
        out: dict[str, engine.Diff],
        decision: bytes | None = None,
    ) -> None:
        close(self, one, diff, out, decision)
        if one.name not in out and hidden_number(self._match.game) % 2:
            one.seq += 1
            out[one.name] = engine.Diff(b"{}", None)

    patch.setattr(Views, "_close", leaky)


def ask_by_hand(patch: pytest.MonkeyPatch) -> None:
    """Let the seat that the match waits for follow what can be done from the hand."""
    passes = auto_pass._passes

    def leaky(game: Game, settings: engine.Settings, decision: engine.Decision) -> bool:
        return passes(game, settings, decision) or (game.hides_hands() and len(decision.options) == 1)

    patch.setattr(auto_pass, "_passes", leaky)
    patch.setattr(twins, "SAID", ("settings stop any any",))
    patch.setattr(twins, "SETTINGS", 0.2)


def tell_future(patch: pytest.MonkeyPatch) -> None:
    """Show the future of chance."""
    root = projection._root
    patch.setattr(
        projection,
        "_root",
        lambda game: {**root(game), "next": game.stream.word(game.root.cursor + 1)},  # one ahead
    )


def refuse_by_name(patch: pytest.MonkeyPatch) -> None:
    """A refusal says what it should not know."""

    def leaky(self: Match, wrong: Refusal) -> Refusal:
        return Refusal(wrong.rule, wrong.code, f"{wrong.reason}, unlike {hidden_name(self.game)}")

    patch.setattr(Match, "_cited", leaky)
    patch.setattr(twins, "LOOKS", 1.0)


def explain_by_name(patch: pytest.MonkeyPatch) -> None:
    """So does the answer to "why"."""
    why = Match.why_not

    def leaky(self: Match, seat: int, ident: int, place: int | None = None) -> engine.WhyNot:
        found = why(self, seat, ident, place)
        return engine.WhyNot(found.rule, found.code, found.reason, hidden_name(self.game))

    patch.setattr(Match, "why_not", leaky)
    patch.setattr(twins, "LOOKS", 1.0)


def figure_by_hand(patch: pytest.MonkeyPatch) -> None:
    """The figures of a line of the log follow what lies where."""

    def leaky(game: Game, wanted: dict[LoggedEvent, list[int]]) -> dict[LoggedEvent, Figures]:
        return {event: {"p1": {"life": hidden_number(game)}} for event in wanted}

    patch.setattr(match_views, "past_figures", leaky)


LEAKS: Final[tuple[Patch, ...]] = (
    skip_ids,
    offer_more,
    tell_default,
    name_it,
    number_messages,
    ask_by_hand,
    tell_future,
    refuse_by_name,
    explain_by_name,
    figure_by_hand,
)


@PLANTED
@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_is_found(leak: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(Leak) as found:
        sweep("magic", 4_000, 0, Tally())
    assert found.value.real != found.value.other


@PLANTED
@pytest.mark.parametrize("game", GAMES)
def test_an_id_of_a_hidden_card_in_a_line_of_the_log_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the same in each world, but tells which card was drawn that is discarded later."""

    def leaky(game: Game, events: list[LoggedEvent]) -> list[Sentence]:
        said = describe(game, events)
        for sentence in said:
            sentence.about += game.content("hand", game.seats - 1)[-1:]
        return said

    monkeypatch.setattr(match_views, "describe", leaky)
    with pytest.raises(HiddenId, match=r"commit \d+: line \d+, .* names \d+"):
        sweep(game, 4_000, 0, Tally())


@PLANTED
@pytest.mark.slow
def test_a_leak_of_what_lies_facedown_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(game: Game, seat: int) -> list[str]:
        return [game.obj(ident).name for ident in game.content("dealt", game.side)]

    for profile in profiles_of("marvel-champions"):
        zones = rules_of("marvel-champions", profile).zones
        monkeypatch.setattr(next(spec for spec in zones if spec.name == "dealt"), "before", leaky)
    with pytest.raises(Leak):
        sweep("marvel-champions", 4_000, 0, Tally())


@PLANTED
def test_a_leak_is_told_with_where_it_is_and_what_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    name_it(monkeypatch)
    with pytest.raises(Leak, match=r"magic \w+, seed twins 0, commit \d+, step \d+: \w+ was sent\n") as found:
        for _ in arrange("magic", 0).play():
            pass
    assert found.value.real.decode() in str(found.value)
    assert found.value.other.decode() in str(found.value)
