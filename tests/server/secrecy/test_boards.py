"""Every card that ships, on a generated board beside twins: no text tells what its asker must not see.

``stackloop cards play --twins`` goes on for longer, and does so for the cards of any files.
"""

import tomllib
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any, Final

import pytest

import engine
from engine.explain import projection
from engine.state.game import Game
from engine.state.records import Object
from server.secrecy.boards import arrange_board, run_board
from server.secrecy.twins import Leak, Twins
from tests.support.server.deliberate_leaks import hidden_name, name_it

PLANTED: Final = pytest.mark.interpreted("plants a leak in functions, for which compiled code does not ask by name")
INPUTS: Final = 24
"""Of each card's board."""
MIXED: Final = 12
"""Boards with random cards in all decks."""
MIXED_INPUTS: Final = 60
AUDIT: Final = "Odd Audit"
AUDITED: Final = "Discard each {e} resource from your hand."
MOST_PARTED: Final = 1 / 500
"""Of the diffs: how often a twin may have to begin anew; on a board there are many cards alike."""


def pool(game: str) -> engine.TrialTable:
    """The cards that ship with a game, on its board."""
    return engine.TrialTable(game, [(table, ()) for table in engine.shipped_cards(game)])


def odd(text: str, number: int) -> dict[str, Any]:
    """A board with an artifact of a text."""
    table = engine.TrialTable("magic", [({"name": "Odd Lens", "type": "Artifact", "cost": "{0}", "text": text}, ())])
    return table.alone(0, engine.picker(f"board {number}"))[1]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", engine.list_games())
def test_no_card_that_ships_tells_what_its_asker_must_not_see(
    game: str, record_property: Callable[[str, object], None]
) -> None:
    table = pool(game)
    boards = [(card.name, table.alone(n, engine.picker(f"{n}"))[1], INPUTS) for n, card in enumerate(table.cards)]
    boards += [("many", table.mixed(engine.picker(f"many {n}")), MIXED_INPUTS) for n in range(MIXED)]
    diffs = parted = 0
    for seed, (name, position, most) in enumerate(boards):
        board = run_board(position, seed, most)
        found = board.tried.finding
        assert (name, found and found.what) == (name, None)
        diffs += board.diffs
        parted += board.parted
    assert parted <= diffs * MOST_PARTED
    record_property(f"secrecy of the cards of {game}", f"{diffs} diffs on {len(boards)} boards, {parted} parted")


@PLANTED
def test_a_leak_on_a_board_is_told_with_a_scenario_that_leads_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    name_it(monkeypatch)
    found = run_board(odd("{T}: Draw a card.", 0), 1, INPUTS).tried.finding
    assert found is not None
    assert found.kind == "leak"
    assert "was sent" in found.what
    assert tomllib.loads(found.record)["do"]
    monkeypatch.undo()
    assert engine.run_text(found.record).passed


def test_a_text_about_ones_own_hand_tells_its_numbers_and_no_more() -> None:
    """Others learn how many cards of a kind a player has, as the rules themselves tell it before everybody."""
    for number in range(6):
        board = run_board(odd("{T}: You gain 1 life for each land card in your hand.", number), number, INPUTS)
        assert board.tried.finding is None


@pytest.mark.parametrize(
    ("hand", "library"),
    [
        pytest.param(["Forest", "Island"] * 6, ["Forest", "Island"] * 8, id="another-one-of-several-alike"),
        pytest.param(["Island", *["Forest"] * 4], ["Forest"] * 16, id="no-other-cards-to-lie-there"),
    ],
)
def test_a_choice_that_waits_for_other_players_is_the_same_in_all_worlds(hand: list[str], library: list[str]) -> None:
    """101.4: who chooses first has chosen the first of several cards alike, which no other player sees yet."""
    for number in range(20):
        position = odd("{T}: Each player discards a card.", number)
        for seat in ("A", "B"):
            position[seat] |= {"hand": hand, "battlefield": ["Odd Lens"] * 4, "library": library}
        assert run_board(position, number, 40).tried.finding is None


def audit(seed: int) -> Twins:
    """Heroes whose hands are closed; all that their villain has for them has them discard cards of one kind."""
    table = engine.TrialTable("marvel-champions", []).board.empty(lambda bound: bound - 1)
    card = {"name": AUDIT, "type": "Treachery", "boost": 0, "text": f"When Revealed: {AUDITED}"}
    table["scenario"] = {**table["scenario"], "deck": [AUDIT] * 8}
    return arrange_board({**table, "card": [*table["card"], card], "profile": "closed"}, seed)


@pytest.mark.slow
def test_a_viewer_may_be_told_which_of_the_hidden_cards_were_of_a_kind() -> None:
    discarded = 0
    for seed in range(10):
        match = audit(seed)
        for _ in islice(match.play(), 30):
            pass
        game = match.table.match.game
        discarded += any(game.obj(ident).name == AUDIT for ident in game.content("discard pile", game.side))
    assert discarded > 5


@PLANTED
@pytest.mark.slow
def test_a_leak_of_their_names_is_found_even_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only while a text asks of hidden cards a name of one follows it."""
    shown = projection._object

    def leaky(game: Game, obj: Object) -> dict[str, object]:
        label = f"{obj.name}, unlike {hidden_name(game)}" if obj.name == AUDIT else obj.name
        return {**shown(game, obj), "label": label}

    monkeypatch.setattr(projection, "_object", leaky)
    with pytest.raises(Leak, match=f"{AUDIT}, unlike"):
        deque(stretch for seed in range(10) for stretch in islice(audit(seed).play(), 30))
