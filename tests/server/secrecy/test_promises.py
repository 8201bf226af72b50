"""The promises of DESIGN.md and PROTOCOL.md about secrecy, sentence by sentence, by the doors that peers use.

That no byte depends on what its viewer may not know is held in ``test_twins``; that no token, seed or password stands
in a log, an error or an address in ``test_secrets``; private matches, delayed ones and what players agree
on have files of their own there. Here is the rest: ids, numbers, decisions, plays in flight, refusals, and what else
can be read: records, lists, metrics, logs, Redis, the operator's door.
"""

import hashlib
import random
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import orjson
import pytest
from anyio import to_thread
from redis.asyncio import Redis

import engine
from engine.events.labels import label
from protocol.diffs import fold
from server.lobby.rematches import AGAIN
from server.service.service import Service
from tests.support.server import admin_door
from tests.support.server.admin_door import TOKEN
from tests.support.server.delayed import DELAY_MS, DELAY_S, heard_since, play
from tests.support.server.hand_clock import HandClock
from tests.support.server.peer import PATIENCE_S, Frame, Peer, peer, serving
from tests.support.server.plain_http import fetch
from tests.support.server.server_process import server_process
from tests.support.server.staged import BURN, Stage, announced, say, staged
from tests.support.server.two_nodes import two_nodes

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

ONE: Frame = {"Forest": 30, "Plains": 30}
OTHER: Frame = {"Mountain": 30, "Swamp": 30}
ANSWERS = 50
SECRET = "this-fixes-every-shuffle"


@asynccontextmanager
async def watched(tmp_path: Path, **more: object) -> AsyncIterator[tuple[Service, Stage, Peer]]:
    """A match with both seats taken, and a spectator."""
    async with (
        serving(tmp_path, fixed_shuffles=1) as service,
        staged(service.url, None, **{"seed": SECRET, **more}) as stage,
        peer(service.url) as watcher,
    ):
        await watcher.join(stage.match)
        yield service, stage, watcher


async def play_at_random(stage: Stage, seed: int, answers: int = ANSWERS) -> None:
    """Lands and spells more often than not, and now and then one taken back."""
    chance = random.Random(seed)
    for _ in range(answers):
        decision = stage.decisions[stage.asked]
        assert decision is not None
        if decision.get("cancel") and chance.random() < 0.2:
            await stage.answer({"do": "cancel"})
        elif decision["kind"] in ("act", "pay", "confirm"):
            await stage.answer(chance.choice(decision["options"])["n"])
        else:
            await stage.answer()


async def all_heard(*viewers: Peer) -> None:
    """Wait until all that is on its way has come."""
    for viewer in viewers:
        await heard_since(viewer)


def told(viewer: Peer) -> Iterable[tuple[Frame, dict[str, Frame | None]]]:
    """Each frame about the view, with the entities in it; of a state those that are gone are not among them."""
    for frame in viewer.heard:
        if frame["t"] in ("state", "diff"):
            yield frame, frame["view"] if frame["t"] == "state" else frame["d"]


def diffs(viewer: Peer) -> list[Frame]:
    return [frame for frame in viewer.heard if frame["t"] == "diff"]


# ---- ids and numbers


async def test_an_object_has_a_new_id_in_every_zone_so_that_none_can_be_followed(tmp_path: Path) -> None:
    """DESIGN, Engine: "An object has a new id in every zone; no id can be followed through hidden zones"."""
    async with watched(tmp_path) as (_service, stage, watcher):
        await play_at_random(stage, 1)
        await all_heard(*stage.seats, watcher)
        for viewer in (*stage.seats, watcher):
            zones: dict[str, str] = {}
            for _, entities in told(viewer):
                for key, entity in entities.items():
                    if key[0] == "o" and key[1:].isdigit() and entity is not None:
                        assert zones.setdefault(key, entity["zone"]) == entity["zone"]
            assert len(set(zones.values())) > 1


async def test_no_id_is_of_a_card_in_a_library(tmp_path: Path) -> None:
    """A library is a number of cards to everybody."""
    async with watched(tmp_path) as (_service, stage, watcher):
        await play_at_random(stage, 2, 20)
        for viewer in (*stage.seats, watcher):
            view = (await viewer.ask({"t": "sync", "m": stage.match}, "state"))["view"]
            assert all(isinstance(view[player]["library"], int) for player in ("p1", "p2"))
            assert not [key for key, entity in view.items() if key[0] == "o" and entity.get("zone") == "library"]


async def test_a_card_has_a_number_only_once_it_is_public(tmp_path: Path) -> None:
    """DESIGN, Text notations: "in hidden zones cards of one name are interchangeable and bear no number"."""
    async with watched(tmp_path) as (_service, stage, watcher):
        await play_at_random(stage, 3)
        await all_heard(*stage.seats, watcher)
        for viewer in (*stage.seats, watcher):
            for _, entities in told(viewer):
                for entity in entities.values():
                    if isinstance(entity, dict) and "zone" in entity:
                        assert ("#" in entity["label"]) == (entity["zone"] not in ("hand", "aside"))


async def test_decisions_count_per_seat_so_that_nobody_sees_how_often_another_was_asked(tmp_path: Path) -> None:
    """DESIGN, Engine: "Ids count per seat and are never used again"."""
    async with watched(tmp_path, decks=["burn", "burn"]) as (_service, stage, _watcher):
        await play_at_random(stage, 4)
        await all_heard(*stage.seats)
        for viewer in stage.seats:
            asked = {frame["decision"]["w"] for frame in viewer.heard if frame.get("decision")}
            assert sorted(asked) == list(range(1, len(asked) + 1))


async def test_a_view_is_numbered_without_holes_and_an_empty_message_is_never_sent(tmp_path: Path) -> None:
    """DESIGN, Service: "numbered per view without holes", "an empty message tells that something hidden happened"."""
    async with watched(tmp_path) as (_service, stage, watcher):
        for viewer in (*stage.seats, watcher):
            viewer.heard.clear()
        await play_at_random(stage, 5)
        await all_heard(*stage.seats, watcher)
        counts = []
        for viewer in (*stage.seats, watcher):
            seqs = [frame["seq"] for frame in diffs(viewer)]
            assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
            assert all(frame["d"] or "decision" in frame for frame in diffs(viewer))
            counts.append(len(seqs))
        assert counts[2] <= min(counts[:2])  # what a seat was asked is in its own numbers only


# ---- decisions


async def test_a_decision_goes_to_its_seat_alone(tmp_path: Path) -> None:
    """DESIGN, Service: "A seat's decision rides in its diff"; options, labels and defaults are nobody else's."""
    async with watched(tmp_path) as (_service, stage, watcher):
        await play_at_random(stage, 6)
        await all_heard(*stage.seats, watcher)
        for seat, viewer in enumerate(stage.seats):
            asked = [frame["decision"] for frame in viewer.heard if frame.get("decision")]
            assert {decision["seat"] for decision in asked} == {seat}
        assert not [frame for frame in watcher.heard if "decision" in frame or "you" in frame]
        assert '"options"' not in str(orjson.dumps(watcher.heard))


async def test_an_offer_to_take_back_does_not_tell_how_often_its_seat_was_asked(tmp_path: Path) -> None:
    """An entry in ``offers`` is seen by everybody, and the number of a decision is its seat's own."""
    async with watched(tmp_path, decks=["burn", "burn"]) as (_service, stage, watcher):
        while not any(option["do"] == "play" for option in (stage.decisions[stage.asked] or {})["options"]):
            await stage.answer()
        seat, options = stage.asked, (stage.decisions[stage.asked] or {})["options"]
        await stage.answer(next(option["n"] for option in options if option["do"] == "play"))
        assert (await say(stage, seat, "takeback"))["t"] == "ack"
        for viewer in (*stage.seats, watcher):
            view = (await viewer.ask({"t": "sync", "m": stage.match}, "state"))["view"]
            assert view["offers"] == {"takeback": {"by": seat, "seats": [seat]}}


# ---- a play in flight


@pytest.mark.parametrize("ends", ["cancel", "auto"])
async def test_a_play_in_flight_belongs_to_its_player(tmp_path: Path, ends: str) -> None:
    """DESIGN, Engine: "Others see its net diff when it is complete"; "a snapshot for them is taken from before"."""
    time = HandClock()
    async with (
        serving(tmp_path, time, fixed_shuffles=1) as service,
        staged(service.url, {"bank_ms": 600_000}, **BURN) as stage,
        peer(service.url) as watcher,
    ):
        await watcher.join(stage.match)
        spell, question = await announced(stage)
        seat = question["seat"]
        others = (stage.seats[1 - seat], watcher)
        before = {viewer: await view_of(viewer, stage.match) for viewer in others}
        await stage.answer({"do": "cancel"})
        for viewer in others:
            assert await view_of(viewer, stage.match) == before[viewer]
            viewer.heard.clear()
        time.pass_ms(3_000)
        question = await stage.answer(spell)
        while question.get("cancel") and question["kind"] == "targets":
            question = await stage.answer({"do": "targets", "refs": question["options"][0]["refs"]})
        time.pass_ms(3_000)
        for viewer in others:
            assert await view_of(viewer, stage.match) == before[viewer]
        assert question.get("cancel")
        for viewer in others:
            lines = [frame for frame in viewer.heard if frame["t"] == "waiting"]
            assert diffs(viewer) == []
            assert all(line == lines[0] for line in lines)
        await stage.answer({"do": ends})
        for viewer in others:
            await heard_since(viewer)
            assert (await view_of(viewer, stage.match) == before[viewer]) == (ends == "cancel")
            assert len(diffs(viewer)) == (ends == "auto")


async def view_of(viewer: Peer, match: str) -> tuple[int, Frame]:
    """The whole view, and its number."""
    state = await viewer.ask({"t": "sync", "m": match}, "state")
    return state["seq"], state["view"]


# ---- refusals


async def test_what_is_hidden_and_what_is_not_there_are_refused_alike(tmp_path: Path) -> None:
    """PROTOCOL 2.10: "What the seat does not see is refused, whether it is there or not"; answers too."""
    async with watched(tmp_path, decks=[ONE, OTHER]) as (_service, stage, _watcher):
        while (stage.decisions[stage.asked] or {})["kind"] != "act":
            await stage.answer()
        seat = stage.asked
        (asked, other), nowhere = (stage.seats[seat], stage.seats[1 - seat]), 10**6
        hidden = (await view_of(other, stage.match))[1][f"p{2 - seat}"]["hand"][0]
        w, card = (stage.decisions[seat] or {})["w"], "Mountain" if seat == 0 else "Forest"
        intent: Frame = {"t": "intent", "m": stage.match, "c": 900, "w": w}
        refused: dict[int, list[Frame]] = {}
        for ident in (hidden, nowhere):
            refused[ident] = [
                await asked.refused({"t": "why", "m": stage.match, "r": "r", "o": ident}),
                await asked.refused({**intent, "a": {"do": "cast", "refs": [ident]}}),
                await asked.refused({**intent, "a": {"do": "activate", "refs": [ident, 0]}}),
                await asked.refused({**intent, "a": {"do": "play", "refs": [ident]}}),
            ]
        for there, not_there in zip(refused[hidden], refused[nowhere], strict=True):
            assert there == {**not_there, "reason": not_there["reason"].replace(str(nowhere), str(hidden))}
        held, unknown = [await asked.refused({**intent, "a": f'play "{name}"'}) for name in (card, "Black Lotus")]
        assert held == {**unknown, "reason": unknown["reason"].replace("Black Lotus", card)}


async def test_seat_and_role_come_from_the_token_and_never_from_a_frame(tmp_path: Path) -> None:
    async with watched(tmp_path) as (service, stage, _watcher):
        own = (await view_of(stage.seats[0], stage.match))[1]
        async with peer(service.url) as eve:
            frame: Frame = {"t": "join", "m": stage.match, "seat": 0, "you": 0, "view": "seat0"}
            state = await eve.ask(frame, "state")
            assert ("you" in state, state["view"] == own) == (False, False)
            answer: Frame = {"t": "intent", "m": stage.match, "c": 1, "w": 1, "a": 0, "seat": 0, "s": 0}
            assert (await eve.refused(answer))["code"] == "not_seated"


@pytest.mark.interpreted("plants a fault in a function, for which compiled code does not ask by name")
async def test_a_fault_of_the_server_tells_nothing_of_what_it_was_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trip(match: engine.Match, _seat: int, _w: int, _option: int) -> None:
        raise LookupError(f"{match.header.decks} {match.hash()}")

    async with watched(tmp_path, decks=[ONE, OTHER]) as (_service, stage, _watcher):
        monkeypatch.setattr(engine.Match, "apply_option", trip)
        decision = stage.decisions[stage.asked] or {}
        nack = await stage.seats[stage.asked].refused(
            {"t": "intent", "m": stage.match, "c": 1, "w": decision["w"], "a": 0}
        )
        assert nack["code"] == "internal"
        assert re.fullmatch("a fault of the server, incident [0-9a-f]{10}; nothing changed", nack["reason"])


# ---- what else can be read


async def test_seed_hashes_and_decks_stay_on_the_server_until_the_end(tmp_path: Path) -> None:
    """DESIGN, Determinism: "State hashes, seeds and deck lists of a live match stay on the server until it ends"."""
    async with watched(tmp_path, decks=[ONE, OTHER], names=["ann", "bob"]) as (service, stage, watcher):
        actor = service.registry.get(stage.match)
        assert actor is not None
        hashes = [actor.match.hash()]
        for _ in range(4):
            await stage.answer()
            hashes.append(actor.match.hash())
        await all_heard(*stage.seats, watcher)
        lines = await watcher.ask({"t": "list"}, "matches")
        assert lines["matches"][0].keys() <= {"m", "game", "names", "turn", "phase", "status", "title", "since"}
        path = f"/records/{stage.match}.txt"
        status, _, body = await to_thread.run_sync(fetch, service.url, path)
        assert status == 409
        public = str(orjson.dumps([watcher.heard, lines])) + str(body)
        one, two = (str(orjson.dumps(player.heard)) for player in stage.seats)
        for text, unseen in ((public, {**ONE, **OTHER}), (one, OTHER), (two, ONE)):
            assert not [word for word in (SECRET, *hashes, *unseen) if word in text]
        commitment = (await view_of(watcher, stage.match))[1]["game"]["commitment"]
        await stage.seats[0].ask({"t": "concede", "m": stage.match, "c": 900}, "ack")
        record = (await to_thread.run_sync(fetch, service.url, path))[2]
        assert SECRET in record
        assert hashlib.sha256(SECRET.encode()).hexdigest() == commitment


async def test_a_delayed_match_publishes_nothing_early_not_even_its_end(tmp_path: Path, redis_url: str) -> None:
    """DESIGN, Service: "A delayed view is published when due"; PROTOCOL 12.2: its line in ``matches``, its end."""
    time = HandClock()
    async with (
        serving(tmp_path / "one", time, redis=redis_url, secret="s" * 32, head_s=600.0) as service,
        serving(tmp_path / "two", time, redis=redis_url, secret="s" * 32, head_s=600.0) as elsewhere,
        staged(service.url, {"bank_ms": 600_000}, delay_s=DELAY_S) as stage,
        peer(service.url) as watcher,
        peer(elsewhere.url) as far,
        peer(elsewhere.url) as reader,
        Redis.from_url(redis_url) as redis,
        redis.monitor() as tap,
    ):
        for token in stage.tokens:
            await reader.join(stage.match, token)  # a view is published while another node shows it
        await far.join(stage.match)
        await watcher.join(stage.match)
        line = (await watcher.ask({"t": "list"}, "matches"))["matches"]
        watcher.heard.clear()
        far.heard.clear()
        await play(stage, time, 6)
        await stage.seats[0].ask({"t": "concede", "m": stage.match, "c": 900}, "ack")
        await stage.seats[0].send({"t": "agree", "m": stage.match, "c": 901, "to": "rematch"})
        await stage.seats[1].expect("rematch")
        assert (await watcher.ask({"t": "list"}, "matches"))["matches"] == line
        assert {frame["t"] for frame in (*watcher.heard, *far.heard)} <= {"head", "matches"}
        await redis.echo("that is all")
        published = []
        with anyio.fail_after(PATIENCE_S):
            while "that is all" not in (command := (await tap.next_command())["command"]):
                if command.startswith("SPUBLISH"):
                    published.append(command.split(" ")[1])
        heard = {channel.rpartition(":")[2] for channel in published}
        letters = {"in", AGAIN}  # between nodes: what is asked, and what they tell players of a rematch
        assert heard - letters == {"seat0", "seat1"}
        time.pass_ms(DELAY_MS)
        assert (await watcher.expect("end"))["result"]["winners"] == [1]


async def test_a_node_gets_only_the_views_that_somebody_follows_there(tmp_path: Path, binary: str) -> None:
    """DESIGN, Service: "one channel per match and view"; a mirror has no engine and no secrets."""
    async with two_nodes(tmp_path, binary) as (one, two, url), peer(one.url) as ann, Redis.from_url(url) as redis:
        match, tokens = await ann.create(decks=[ONE, OTHER])
        async with peer(two.url) as bob:
            await bob.join(match)
            assert await heard_views(redis, match) == {"public"}
            await bob.join(match, tokens[1])
            assert await heard_views(redis, match) <= {"public", "seat1"}
            mirror = await two.registry.find(match)
            assert not hasattr(mirror, "history")
            assert "Forest" not in str(orjson.dumps(bob.heard))


async def heard_views(redis: "Redis", match: str) -> set[str]:
    """The views of a match that some node listens to."""
    channels: list[bytes] = await redis.execute_command("PUBSUB", "SHARDCHANNELS", "sl:*")
    return {name.decode().rpartition(":")[2] for name in channels if match.encode() in name}


async def test_keys_and_channels_are_named_by_match_node_and_view_alone(tmp_path: Path, redis_url: str) -> None:
    known = re.compile(
        rb"sl:(\{[\w-]+\}:(j|own|meta|tries|notes)|\{node:[\w.-]+\}:(lease|matches|lines|in)|\{code:[0-9a-f]{32}\}"
        rb"|nodes|aside|ended|secret)"
    )
    async with (
        serving(tmp_path, redis=redis_url) as service,
        staged(service.url, None, decks=[ONE, OTHER], names=["Ann Archer", "Bob Baker"]) as stage,
        Redis.from_url(redis_url) as redis,
    ):
        await stage.seats[0].ask({"t": "invite", "m": stage.match}, "invited")
        await stage.answer()
        names: list[bytes] = await redis.execute_command("KEYS", "*")
        assert len(names) > 3
        assert not [name for name in names if known.fullmatch(name) is None]


async def test_metrics_name_no_match_and_nobody(tmp_path: Path) -> None:
    async with watched(tmp_path, decks=[ONE, OTHER], names=["Ann Archer", "Bob Baker"]) as (service, stage, _watcher):
        await stage.answer()
        text = (await to_thread.run_sync(fetch, service.admin_url, "/metrics"))[2]
        assert "stackloop_intents_total" in text
        for word in (stage.match, "Archer", "Baker", *ONE, *OTHER, SECRET, *stage.tokens):
            assert word not in text


async def test_the_operator_is_told_nothing_that_players_hide(tmp_path: Path) -> None:
    """The operator may read Redis; what is shown on a screen is not for who looks over a shoulder."""
    async with (
        serving(tmp_path, admin_token=TOKEN, fixed_shuffles=1) as service,
        staged(service.url, None, decks=[ONE, OTHER], seed=SECRET) as stage,
    ):
        actor = service.registry.get(stage.match)
        assert actor is not None
        for order in ({"do": "show", "m": stage.match}, {"do": "matches"}):
            answer = str(orjson.dumps(await admin_door.ask(service.admin_url, order)))
            assert stage.match in answer
            for word in (*ONE, *OTHER, SECRET, actor.match.hash(), *stage.tokens):
                assert word not in answer


async def test_logs_tell_of_no_card(tmp_path: Path) -> None:
    with server_process(tmp_path / "data", "--log-level", "debug") as server:
        async with staged(server.url, None, decks=[ONE, OTHER]) as stage:
            await play_at_random(stage, 7, 20)
            decision = stage.decisions[stage.asked] or {}
            wrong: Frame = {"t": "intent", "m": stage.match, "c": 900, "w": decision["w"], "a": 'cast "Forest"'}
            await stage.seats[stage.asked].refused(wrong)
        text = server.errors.read_text()
    assert "answered" in text
    assert not [word for word in (*ONE, *OTHER) if word in text]


async def test_a_bot_of_the_house_gets_the_view_of_its_seat_and_no_other(tmp_path: Path) -> None:
    """DESIGN: "Anything a person can do, a bot can do, on the same protocol", and no more."""
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, _ = await ann.create(seats=["open", "bot:random"])
        actor = service.registry.get(match)
        assert actor is not None
        with anyio.fail_after(PATIENCE_S):
            while not actor.feeds["seat1"].subscribers:
                await ann.is_alive()
        assert {name: len(feed.subscribers) for name, feed in actor.feeds.items()} == {
            "public": 0,
            "seat0": 0,
            "seat1": 1,
        }


async def test_diffs_fold_to_what_a_late_joiner_sees(tmp_path: Path) -> None:
    """A latecomer learns neither less nor more than a viewer who was there."""
    async with watched(tmp_path) as (service, stage, watcher):
        view = dict((await view_of(watcher, stage.match))[1])
        watcher.heard.clear()
        await play_at_random(stage, 8, 30)
        await all_heard(watcher)
        for frame in diffs(watcher):
            fold(view, frame["d"])
        async with peer(service.url) as late:
            assert (await late.join(stage.match))["view"] == view


def test_a_label_is_a_name_where_a_card_has_never_been_public() -> None:
    match = engine.Match.create(
        engine.Header("magic", ("ann", "bob"), (tuple(ONE.items()), tuple(OTHER.items())), engine.Seed(SECRET))
    )
    game = match.game
    assert {label(game, game.obj(ident)) for ident in game.content("hand", 0)} <= set(ONE)
