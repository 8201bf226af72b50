"""Reasons against an action, over the wire: answered for what the seat sees, and nothing is journaled for it."""

from pathlib import Path

import pytest

import engine
from protocol.client import Refused, connect
from protocol.messages import Because
from tests.support.server.peer import peer, seated, serving


async def test_a_card_in_hand_is_explained_with_what_it_needs(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as client:
        created = await client.create("magic", decks=({"Mountain": 30, "Forest": 30},), seats=("open", "open"))
        async with connect(service.url) as second:
            tables = [
                await one.join(created.m, seat.token) for one, seat in zip((client, second), created.seats, strict=True)
            ]
            while not any(t.has_decision and t.decision.kind == "act" for t in tables):
                for table in tables:
                    if table.has_decision and (default := table.decision.default) is not None:
                        await table.answer(default)
            entries = len(await service.registry.journal.read(created.m))
            hands = [table.view.players[seat].hand for seat, table in enumerate(tables)]
            told = await client.why(created.m, hands[0][0])
            assert told.code in ("sorcery_timing", "no_priority")
            assert told.uses[0].do == "play"
            assert [step.ok for step in told.uses[0].steps].count(False) == 1
            assert (told.lines[0].text, told.changes) in (("{T}: Add {R}.", ()), ("{T}: Add {G}.", ()))
            assert (await client.why(created.m, hands[0][0], 0)).uses == ()
            with pytest.raises(Refused, match="unseen"):
                await client.why(created.m, hands[1][0])
            assert isinstance(await second.why(created.m, hands[1][0]), Because)
            assert len(await service.registry.journal.read(created.m)) == entries


async def test_without_a_seat_nothing_is_explained(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, _, _, _), peer(service.url) as watcher:
        await watcher.join(match)
        nack = await watcher.refused({"t": "why", "m": match, "r": "1", "o": 20})
        assert (nack["code"], nack["r"]) == ("not_seated", "1")


@pytest.mark.interpreted("sets a rate that is no whole number, which compiled code does not take")
async def test_questions_are_bounded(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, whys_per_s=0.001, burst_whys=2) as service,
        seated(service.url) as (match, asker, _, _),
    ):
        for number in range(2):
            await asker.refused({"t": "why", "m": match, "r": str(number), "o": 10_000})
        assert (await asker.refused({"t": "why", "m": match, "r": "3", "o": 10_000}))["code"] == "rate_limited"


@pytest.mark.interpreted("plants a fault in a function, for which compiled code does not ask by name")
async def test_a_bug_in_an_explanation_leaves_the_match_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def trip(_match: engine.Match, _seat: int, _ident: int, _place: int | None) -> None:
        raise ZeroDivisionError("a bug of ours")

    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        monkeypatch.setattr(engine.Match, "why_not", trip)
        nack = await asked.refused({"t": "why", "m": match, "r": "1", "o": 20})
        assert nack["code"] == "internal"
        answer = {"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}
        assert (await asked.ask(answer, "ack"))["c"] == 1
