"""The client library against a real server: many matches, tables, series, chat, and what it does in trouble."""

import random
import re
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

import protocol.client
from protocol.client import (
    Answer,
    Client,
    ClientError,
    Decision,
    Match,
    PlaceLost,
    Refused,
    Remark,
    connect,
    read_link,
    sample,
)
from server.service.service import Service
from server.store.entries import Answered, Settled, decode
from tests.support.server.peer import PATIENCE_S, serving

ANSWERS = 8


@asynccontextmanager
async def two(service: Service) -> AsyncIterator[tuple[Client, Client]]:
    async with connect(service.url, name="ann") as ann, connect(service.url, name="bob") as bob:
        yield ann, bob


async def begin(ann: Client, bob: Client) -> tuple[Match, Match]:
    """Both sit down at a new match."""
    created = await ann.create("magic", ("burn", "burn"), names=("ann", "bob"))
    tokens = [seat.token for seat in created.seats]
    return await ann.join(created.m, tokens[0]), await bob.join(created.m, tokens[1])


async def meet(ann: Client, bob: Client) -> tuple[Match, Match]:
    """Both sit down at a table for a series, and at its first game."""
    table = await ann.open_table("magic", "burn", best=3)
    other = await bob.sit(table.id, "burn")
    return await table.match(), await other.match()


async def play(match: Match, answers: int = ANSWERS) -> None:
    """Answer so often, at random."""
    chance = random.Random(f"{match.id}{match.seat}")
    async for decision in match:
        answers -= await match.answer(sample(decision, chance.randrange))
        if not answers:
            return


async def play_on(*matches: Match) -> None:
    """Play until one has answered so often; the others are not asked any more then."""

    async def one(match: Match) -> None:
        await play(match)
        tasks.cancel_scope.cancel()

    with anyio.fail_after(PATIENCE_S):
        async with anyio.create_task_group() as tasks:
            for match in matches:
                tasks.start_soon(one, match)


async def is_as_the_server_has_it(client: Client, match: Match) -> None:
    """The view, folded from diffs, is what the server says that it was at that number."""
    passage = await client.earlier(match.id, match.seq, of="own")
    while passage.seq != match.seq:
        passage = await client.earlier(match.id, match.seq, of="own")
    told = dict(passage.views[0].entities)
    told.pop("decision", None)
    assert told == match.view.entities


async def test_many_matches_are_played_on_one_connection(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, two(service) as (ann, bob):
        pairs = [await begin(ann, bob) for _ in range(4)]
        async with anyio.create_task_group() as tasks:
            for pair in pairs:
                tasks.start_soon(play_on, *pair)
        for match, _ in pairs:
            await is_as_the_server_has_it(ann, match)
        assert (ann.reconnects, sum(match.gaps for match, _ in pairs)) == (0, 0)


async def test_what_is_cut_off_is_resumed_and_nothing_is_applied_twice(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, two(service) as (ann, bob):
        match, other = await begin(ann, bob)

        async def cut_off_at_each_answer(client: Client, each: Match) -> None:
            chance = random.Random(each.seat)
            for _ in range(ANSWERS // 2):
                decision = await anext(each)
                async with anyio.create_task_group() as both:
                    both.start_soon(each.answer, sample(decision, chance.randrange), decision)
                    await anyio.lowlevel.checkpoint()
                    client.cut()
            tasks.cancel_scope.cancel()

        with anyio.fail_after(PATIENCE_S):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(cut_off_at_each_answer, ann, match)
                tasks.start_soon(cut_off_at_each_answer, bob, other)
        for client, each in ((ann, match), (bob, other)):
            while not each.is_whole:
                await each.next_change()
            await is_as_the_server_has_it(client, each)
        actor = service.registry.get(match.id)
        assert actor is not None
        assert actor.match.commits == match.c + other.c
        assert match.resends + other.resends > 0


async def test_who_plays_a_seat_twice_plays_it_all_the_same(tmp_path: Path) -> None:
    """Both give the same numbers to different things; each finds out, and what counts counts once."""
    async with serving(tmp_path) as service, two(service) as (ann, bob), connect(service.url) as another:
        match, other = await begin(ann, bob)
        token = service.registry.invites._tokens.for_seat(match.id, 0)
        again = await another.join(match.id, token)
        for number in range(5):
            await match.settle("own on" if number % 2 else "own off")
            await again.settle("stop upkeep")
            await match.settle("stop draw")
        await play_on(match, again, other)
        entries = [decode(data) for data in await service.registry.journal.read(match.id)]
    numbers = [entry.c for entry in entries if isinstance(entry, Answered | Settled) and entry.s == 0]
    assert numbers == sorted(set(numbers))
    assert sum(isinstance(entry, Settled) for entry in entries) == 15
    answered = [(entry.s, entry.w) for entry in entries if isinstance(entry, Answered)]
    assert len(answered) == len(set(answered)) >= ANSWERS


async def test_what_is_too_fast_is_said_again_when_the_server_says_so(tmp_path: Path) -> None:
    """Each in its turn: a later one that was taken first once had the server refuse the earlier one for its number."""
    bounds = {"burst_settings": 1, "settings_per_s": 2, "burst_asks": 1, "asks_per_s": 2}
    async with serving(tmp_path, **bounds) as service, two(service) as (ann, bob):
        match, _ = await begin(ann, bob)
        async with anyio.create_task_group() as tasks:
            for step in ("upkeep", "draw", "end"):
                tasks.start_soon(match.settle, f"stop {step}")
            for _ in range(3):
                tasks.start_soon(ann.matches)
        assert match.resends > 0
        assert match.view.settings is not None
        assert {"upkeep", "draw", "end"} <= {step for step, _ in match.view.settings.stops}


async def test_who_does_not_answer_in_time_has_answered_by_default(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as client:
        created = await client.create("magic", seats=("open", "bot:random"))
        match = await client.join(created.m, created.seats[0].token, timeout_s=0.01)
        given: list[Decision] = []
        with anyio.fail_after(PATIENCE_S):
            async for decision in match:
                given.append(decision)
                while match.is_open(decision):
                    await match.next_change()
                if len(given) == 3:
                    break
        assert match.lapses == 3
        assert [decision.w for decision in given] == sorted({decision.w for decision in given})


async def test_who_joins_a_match_twice_on_one_connection_waits_in_vain_nowhere(tmp_path: Path) -> None:
    async with serving(tmp_path, fixed_shuffles=1) as service, connect(service.url) as client:
        created = await client.create("magic", ("burn", "burn"))
        first = await client.join(created.m, created.seats[0].token)
        second = await client.join(created.m, created.seats[1].token)
        assert second.seat == 1
        with pytest.raises(ClientError, match="joined again"), anyio.fail_after(PATIENCE_S):
            async for _ in first:
                pass


async def test_a_play_is_one_answer_as_a_plan_or_as_a_gesture(tmp_path: Path) -> None:
    async with serving(tmp_path, fixed_shuffles=1) as service, two(service) as (ann, bob):
        created = await ann.create("magic", ("burn", "burn"), names=("ann", "bob"), seed="plans")
        matches = [
            await client.join(created.m, created.seats[seat].token, timeout_s=60)
            for seat, client in enumerate((ann, bob))
        ]
        shocked: list[str] = []

        async def one(match: Match) -> None:
            mine = match.seat or 0
            async for decision in match:
                shock = next((it for it in decision.options if it.text == 'cast "Shock"'), None)
                land = next((it for it in decision.options if it.do == "play"), None)
                if shock is None:
                    await match.answer(land.text if land else sample(decision, lambda _: 0))
                    continue
                if shocked:
                    await match.answer(shock.answer(Answer("targets", (2 - mine,)), Answer("auto")), decision)
                else:
                    await match.answer(f'cast "Shock" target {"BA"[mine]} pay auto')
                item = match.view.item(match.view.game.stack[0])
                assert item is not None
                assert (item.controller, item.targets) == (mine, (2 - mine,))
                shocked.append(item.name)
                if len(shocked) == 2:
                    tasks.cancel_scope.cancel()

        with anyio.fail_after(PATIENCE_S):
            async with anyio.create_task_group() as tasks:
                for match in matches:
                    tasks.start_soon(one, match)
        assert shocked == ["Shock", "Shock"]


async def test_two_meet_at_a_table_by_its_link(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, two(service) as (ann, bob):
        table = await ann.open_table("magic", "burn", private=True, name="Ann")
        assert (table.seat, table.is_begun, await bob.tables()) == (0, False, ())
        assert re.fullmatch(f"{re.escape(service.url)}#table=[0-9a-z]{{12}}", table.link)
        assert table.id not in table.link
        assert (await bob.look(table.link)).seats[0].name == "Ann"
        with pytest.raises(Refused, match="unknown_table"):
            await bob.sit(table.id)
        with pytest.raises(Refused, match="illegal_deck"):
            await bob.sit(table.link, {"Mountain": 12})
        other = await bob.sit(table.link, {"Mountain": 60}, name="Bob")
        matches = await table.match(), await other.match()
        assert [match.seat for match in matches] == [0, 1]
        assert matches[0] is await table.match()
        assert [player.name for player in matches[1].view.players] == ["Ann", "Bob"]
        await matches[0].concede()


async def test_who_looks_for_anybody_finds_somebody(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, two(service) as (ann, bob):
        waiting = await ann.open_table("magic", quick=True)
        assert [line.id for line in await bob.tables()] == [waiting.id]
        found = await bob.open_table("magic", quick=True)
        assert (found.id, (await found.match()).id) == (waiting.id, (await waiting.match()).id)
        alone = await ann.open_table("magic", seats=("open", "bot:greedy"))
        assert (await alone.match()).view.players[1].name == "greedy"


async def test_who_ends_the_block_gives_the_place_up(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, two(service) as (ann, bob):
        async with await ann.open_table("magic") as table:
            assert len(await bob.tables()) == 1
        assert await bob.tables() == ()
        with pytest.raises(PlaceLost):
            await table.match()
        await table.rise()
        async with await ann.open_table("magic") as table:
            await bob.sit(table.id)
            match = await table.match()
        assert match.result is None


async def test_a_place_is_taken_again_after_the_connection_was_lost(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, two(service) as (ann, bob):
        table = await ann.open_table("magic", {"Mountain": 60}, private=True)
        ann.cut()
        other = await bob.sit(table.link, {"Mountain": 60})
        with anyio.fail_after(PATIENCE_S):
            match, _ = await table.match(), await other.match()
        assert (match.seat, ann.reconnects) == (0, 1)


async def test_a_table_that_is_closed_ends_the_wait(tmp_path: Path) -> None:
    async with serving(tmp_path, table_s=0.1) as service, connect(service.url) as client:
        table = await client.open_table("magic")
        with pytest.raises(PlaceLost), anyio.fail_after(PATIENCE_S):
            await table.match()


async def test_a_series_is_followed_to_its_end_and_beyond(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, two(service) as (ann, bob):
        games = await meet(ann, bob)
        seen: list[tuple[int, ...]] = []
        for _ in range(3):
            async with anyio.create_task_group() as tasks:
                for match in games:
                    tasks.start_soon(until_over, match)
                await games[1].concede()
            assert games[0].series is not None
            seen.append(games[0].series.wins)
            assert games[0].leads_on == games[1].leads_on == (len(seen) != 2)
            bob.cut()
            following = await both_follow((ann, bob), games)
            assert following[0].id != games[0].id
            games = following
        assert seen == [(0, 0), (1, 0), (0, 0)]
        with pytest.raises(Refused, match="not_over"):
            await ann.follow(games[0])


async def until_over(match: Match) -> None:
    while match.result is None:
        await match.next_change()


async def both_follow(clients: tuple[Client, Client], games: tuple[Match, Match]) -> tuple[Match, Match]:
    found: dict[int, Match] = {}

    async def one(seat: int) -> None:
        found[seat] = await clients[seat].follow(games[seat])

    with anyio.fail_after(PATIENCE_S):
        async with anyio.create_task_group() as tasks:
            for seat in range(2):
                tasks.start_soon(one, seat)
    return found[0], found[1]


async def test_cards_are_exchanged_between_two_games(tmp_path: Path) -> None:
    before, after = ({"Mountain": 56, "Shock": 4}, {"Island": 4}), ({"Mountain": 56, "Island": 4}, {"Shock": 4})
    async with serving(tmp_path) as service, two(service) as (ann, bob):
        table = await ann.open_table("magic", before, best=3)
        other = await bob.sit(table.id)
        games = await table.match(), await other.match()
        await games[0].concede()
        await until_over(games[1])
        with pytest.raises(Refused, match="illegal_deck"):
            await ann.follow(games[0], ({"Mountain": 60}, {}))
        await games[1].agree("rematch")
        following = await ann.follow(games[0], after)
        actor = service.registry.get(following.id)
        assert actor is not None
        assert dict(actor.match.header.decks[0]) == after[0]


async def lines(match: Match, count: int) -> list[tuple[int, str]]:
    """So many lines as they are heard."""
    found: list[Remark] = []
    with anyio.fail_after(PATIENCE_S):
        async for line in match.heard():
            found.append(line)
            if len(found) == count:
                break
    return [(line.seat, line.text) for line in found]


async def test_players_talk_and_a_lost_connection_loses_no_line(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, two(service) as (ann, bob), connect(service.url) as eve:
        mine, theirs = await begin(ann, bob)
        watched = await eve.join(mine.id)
        assert (await ann.say(mine.id, "good luck")).seat == 0
        assert [line.text for line in await bob.hear(mine.id)] == ["good luck"]
        await eve.hear(mine.id)
        eve.cut()
        bob.cut()
        await ann.say(mine.id, "are you there?")
        await bob.say(mine.id, "yes")
        spoken = [(0, "good luck"), (0, "are you there?"), (1, "yes")]
        assert sorted(await lines(theirs, 3)) == sorted(spoken)  # the own line may be told before what was missed
        assert await lines(watched, 3) == spoken
        with pytest.raises(Refused, match="not_seated"):
            await eve.say(mine.id, "hello")
        with pytest.raises(Refused, match="bad_frame"):
            await ann.say(mine.id, "a\nb")
        theirs.talk.muted.add(0)
        await ann.say(mine.id, "unheard")
        await bob.say(mine.id, "aloud")
        assert (await lines(theirs, 4))[3] == (1, "aloud")
        await ann.leave(mine)
        with pytest.raises(Refused, match="not_joined"):
            await ann.hear(mine.id)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("k7m2", ("k7m2", None)),
        ("http://h:1/#table=k7m2", ("k7m2", None)),
        ("https://h/deep/#table=k7m2&invite=ab.c-_", ("k7m2", "ab.c-_")),
    ],
)
def test_links(text: str, meant: tuple[str, str | None]) -> None:
    assert read_link(text) == meant


@pytest.mark.parametrize("text", ["", "http://h:1/", "http://h/m/m7#invite=ab"])
async def test_what_leads_to_no_table_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="names no table"):
        read_link(text)


async def test_the_example_with_a_table_is_true(tmp_path: Path) -> None:
    """As it stands on the first page of the library; games are given up instead of played."""
    games: list[tuple[int, int]] = []

    async def play(match: Match) -> None:
        assert match.series is not None
        games.append((match.series.game, match.series.wins[0]))
        if match.seat:
            await match.concede()
        await until_over(match)

    blocks = re.findall(r"::\n\n((?:    .*\n|\n)+)", protocol.client.__doc__ or "")
    names: dict[str, object] = {**vars(protocol.client), "play": play}
    exec(textwrap.dedent(next(block for block in blocks if "open_table" in block)), names)  # noqa: S102 # our own
    main = names["main"]
    assert callable(main)
    async with serving(tmp_path) as service:
        with anyio.fail_after(PATIENCE_S):
            async with anyio.create_task_group() as tasks:
                for _ in range(2):
                    tasks.start_soon(main, service.url)
    assert sorted(games) == [(1, 0), (1, 0), (2, 1), (2, 1)]
