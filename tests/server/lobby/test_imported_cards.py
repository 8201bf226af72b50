"""Decks name cards that do not ship: those of the node's library come with the match (PROTOCOL.md 13.6)."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio.to_thread
import orjson
import pytest

import engine
from server.library.kept_cards import Meaning, Stop
from server.library.library import Library
from server.lobby.forked_matches import MOST_TEXT_BYTES, packed
from server.match.replayed_match import replay
from server.runtime.errors import OtherEngine
from tests.support.engine.brought import HERO, TABLES, deck, in_text
from tests.support.engine.brought_scenario import tables
from tests.support.server.imported import DECK, WITH_HALF, WITH_ODD, card, library, understood
from tests.support.server.peer import Frame, Peer, peer, serving
from tests.support.server.plain_http import fetch
from tests.support.server.tables import OPEN, begun, sits, two_servers

FILE = "library.sqlite"
MARVEL = "marvel-champions"
BURN = engine.load_decks("magic")["burn"].entries
SECRETS = (b"Patient Glow", b"Kiln Otter", b"gain 2 life")


def at_home(tmp_path: Path) -> Path:
    """A data directory with a library in it."""
    library(tmp_path / FILE)
    return tmp_path


async def create(maker: Peer, deck_: Frame, **more: object) -> Frame:
    frame = {"t": "create", "r": "c", "game": "magic", "decks": [deck_, "burn"], **more}
    return await maker.ask(frame, "created", "nack")


async def concede(match: str, token: str, player: Peer) -> None:
    await player.join(match, token)
    await player.ask({"t": "concede", "m": match, "c": 1}, "ack")


async def record_of(url: str, match: str, token: str = "") -> str:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    status, _, text = await anyio.to_thread.run_sync(fetch, url, f"/records/{match}.txt", headers)
    assert status == 200, text
    return text


async def test_a_match_is_played_with_cards_of_the_library(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann:
        made = await create(ann, DECK)
        actor = service.registry.get(made["m"])
        assert actor is not None
        assert dict(actor.match.header.decks[0]) == DECK
        assert len(actor.match.header.cards) == 2


async def test_without_a_library_there_are_no_such_cards(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        assert (await create(ann, DECK))["code"] == "unknown_card"


async def test_a_library_elsewhere_is_named(tmp_path: Path) -> None:
    file = library(tmp_path / "elsewhere" / "cards.sqlite")
    async with serving(tmp_path / "data", library=str(file)) as service, peer(service.url) as ann:
        assert (await create(ann, DECK))["t"] == "created"


async def test_a_card_that_is_not_understood_is_refused_by_name_and_phrase(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann:
        for private in (False, True):
            nack = await create(ann, WITH_ODD, private=private, partial=private)
            assert nack["code"] == "unread_card"
            assert "Odd Hum" in nack["reason"]
            assert "Hum until all hum" in nack["reason"]
        assert (await ann.ask({**OPEN, "deck": WITH_ODD}, "nack"))["code"] == "unread_card"


async def test_a_card_that_is_understood_in_part_is_played_among_those_invited_only(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann:
        assert (await create(ann, WITH_HALF, private=True))["code"] == "unread_card"
        assert (await create(ann, WITH_HALF, partial=True))["code"] == "not_private"
        assert (await ann.ask({**OPEN, "partial": True}, "nack"))["code"] == "not_private"
        quick = {**OPEN, "partial": True, "private": True, "quick": True}
        assert (await ann.ask(quick, "nack"))["code"] == "not_private"
        bots = await create(ann, WITH_HALF, private=True, partial=True, seats=["bot:greedy", "open"])
        assert bots["code"] == "unread_card"
        made = await create(ann, WITH_HALF, private=True, partial=True, seats=["open", "bot:greedy"])
        state = await ann.join(made["m"], made["seats"][0]["token"])
        assert state["partial"] is True
        plain = await create(ann, DECK, private=True, partial=True)
        assert "partial" not in await ann.join(plain["m"], plain["seats"][0]["token"])


async def test_all_at_a_table_are_told_that_cards_may_be_played_in_part(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann, peer(service.url) as bob:
        table = await ann.ask({**OPEN, "deck": WITH_HALF, "private": True, "partial": True}, "table")
        seen = await bob.ask({"t": "look", "r": "l", "table": table["table"]["id"], "token": table["invite"]}, "table")
        assert seen["table"]["partial"] is True
        await sits(bob, table["table"]["id"], token=table["invite"], deck=WITH_HALF)
        told = await begun(bob)
        assert (await bob.join(told["table"]["m"], told["token"]))["partial"] is True


async def test_a_list_is_checked_with_the_library(tmp_path: Path) -> None:
    text = "\n".join(f"{count} {name.upper()} (SET) 7" for name, count in DECK.items())
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann:
        found = await ann.ask({"t": "check", "r": "c", "game": "magic", "text": text}, "checked")
        assert (found["legal"], found["deck"]) == (True, DECK)
        more = f"{text}\n1 odd hum (ODD) 3\n1 Half Hum\n1 Nothing At All"
        bad = {"t": "check", "r": "c", "game": "magic", "text": more}
        problems = {each["card"]: each for each in (await ann.ask(bad, "checked"))["problems"]}
        assert (problems["Odd Hum"]["code"], problems["Odd Hum"]["line"]) == ("unread_card", 4)
        assert "Hum until all hum" in problems["Odd Hum"]["reason"]
        assert problems["Half Hum"]["line"] == 5
        assert problems["Nothing At All"]["code"] == "unknown_card"
        half = await ann.ask({**bad, "text": f"{text}\n1 Half Hum", "partial": True}, "checked")
        assert (half["legal"], half["partial"]) == (True, ["Half Hum"])


async def test_a_deck_that_names_them_is_checked_without_a_list(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann:
        found = await ann.ask({"t": "check", "r": "c", "game": "magic", "deck": WITH_ODD}, "checked")
        assert [(each["card"], each["code"]) for each in found["problems"]] == [("Odd Hum", "unread_card")]


@pytest.mark.parametrize("game", ["grand-archive", "marvel-champions"])
async def test_decks_of_the_other_games_bring_cards_too(tmp_path: Path, game: str) -> None:
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann:
        frame = {"t": "create", "r": "c", "game": game, "decks": [dict(deck(game)), dict(deck(game))]}
        made = await ann.ask(frame, "created", "nack")
        assert made["t"] == "created", made
        actor = service.registry.get(made["m"])
        assert actor is not None
        names = {engine.BroughtCard.from_json(card).name for card in actor.match.header.cards}
        assert HERO in names or game != "marvel-champions"
        assert {"Unpaid Toll", "Harbour Bully"} <= names or game != "marvel-champions"


async def test_nothing_of_them_leaves_the_server_before_it_is_seen(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann, peer(service.url) as eve:
        made = await create(ann, DECK)
        tokens = [seat["token"] for seat in made["seats"]]
        await eve.join(made["m"], tokens[1])
        await eve.join(made["m"])
        await eve.ask({"t": "list", "r": "l"}, "matches")
        status, _, text = await anyio.to_thread.run_sync(fetch, service.url, f"/records/{made['m']}.txt")
        assert status == 409
        told = orjson.dumps(eve.heard) + text.encode()
        assert not [secret for secret in SECRETS if secret in told]


async def test_those_who_played_have_the_texts_in_the_record_and_others_the_digests(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann:
        made = await create(ann, DECK)
        token = made["seats"][0]["token"]
        await concede(made["m"], token, ann)
        own = await record_of(service.url, made["m"], token)
        assert engine.replay(own).match.result is not None
        assert all(check.holds for check in engine.verify(engine.Record(own)))
        public = await record_of(service.url, made["m"])
        assert public == engine.without_texts(own) != own
        assert "gain 2 life" not in public
    async with serving(tmp_path, record_texts=1) as service:
        assert await record_of(service.url, made["m"]) == own


async def test_a_record_with_texts_is_forked_among_those_invited_where_there_is_no_library(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path / "one")) as service, peer(service.url) as ann:
        made = await create(ann, DECK)
        await concede(made["m"], made["seats"][0]["token"], ann)
        own = await record_of(service.url, made["m"], made["seats"][0]["token"])
    async with serving(tmp_path / "two") as service, peer(service.url) as ann:
        fork = packed(own, 0)
        frame: Frame = {"t": "create", "r": "c", "game": "magic", "fork": {"record": fork.record, "at": 0}}
        assert (await ann.ask(frame, "nack"))["code"] == "not_private"
        again = await ann.ask({**frame, "private": True}, "created", "nack")
        assert again["t"] == "created", again
        bare = packed(engine.without_texts(own), 0)
        frame = {**frame, "private": True, "fork": {"record": bare.record, "at": 0}}
        assert (await ann.ask(frame, "nack"))["code"] == "bad_record"


async def test_a_record_leaves_out_no_more_than_the_rules_allow(tmp_path: Path) -> None:
    table = {**TABLES["magic"][0], "text": "As an additional cost to cast this spell, sacrifice a land.\nDraw a card."}
    cards = (engine.BroughtCard(table, left_out=(1,)).to_json(), in_text("magic")[1])
    header = engine.Header("magic", ("ann", "bob"), (deck("magic"),) * 2, engine.Seed("s"), cards=cards)
    fork = packed(engine.write_record(header, [(0, None)]), 0)
    async with serving(tmp_path) as service, peer(service.url) as ann:
        frame = {"t": "create", "r": "c", "game": "magic", "private": True, "fork": {"record": fork.record, "at": 0}}
        nack = await ann.ask(frame, "created", "nack")
        assert (nack["code"], "paragraphs" in nack["reason"]) == ("bad_record", True)


def fork_with(table: Mapping[str, Any], *left_out: int) -> Frame:
    """A fork of a match at its beginning, whose decks have a card of this table."""
    cards = (engine.BroughtCard(table, left_out=left_out).to_json(),)
    cards_of_one = (("Mountain", 56), (str(table["name"]), 4))
    header = engine.Header("magic", ("ann", "bob"), (cards_of_one,) * 2, engine.Seed("s"), cards=cards)
    fork = packed(engine.write_record(header, [(0, None)]), 0)
    fork_frame = {"record": fork.record, "at": fork.at}
    return {"t": "create", "r": "c", "game": "magic", "private": True, "fork": fork_frame}


@pytest.mark.parametrize("name", ['Kiln "Otter"', "Otter#1", "Otter (tapped)", "Kiln\nOtter", "Otter\u202e", "o" * 65])
async def test_a_record_names_no_card_as_gestures_and_screens_could_not(tmp_path: Path, name: str) -> None:
    """An import refuses such names; a record comes from anybody."""
    async with serving(tmp_path) as service, peer(service.url) as ann:
        fork = fork_with({**TABLES["magic"][1], "name": name})
        assert (await ann.ask(fork, "created", "nack")).get("code") == "bad_record"
        assert (await ann.ask(fork_with(TABLES["magic"][1]), "created", "nack"))["t"] == "created"


async def test_bots_of_the_house_play_no_cards_in_part_out_of_a_record(tmp_path: Path) -> None:
    half = {**TABLES["magic"][1], "text": "Haste\n{R}, Sacrifice this creature: Hum until all hum."}
    async with serving(tmp_path) as service, peer(service.url) as ann:
        with_bot = {"seats": ["open", "bot:random"]}
        assert (await ann.ask({**fork_with(half, 2), **with_bot}, "created", "nack")).get("code") == "unread_card"
        assert (await ann.ask(fork_with(half, 2), "created", "nack"))["t"] == "created"
        assert (await ann.ask({**fork_with(TABLES["magic"][1]), **with_bot}, "created", "nack"))["t"] == "created"


async def test_a_record_has_no_two_texts_of_one_card(tmp_path: Path) -> None:
    glow, otter = ({**TABLES["magic"][0], "name": "Kiln Otter"}, TABLES["magic"][1])
    text = engine.write_record(engine.Header("magic", ("a", "b"), (BURN, BURN), engine.Seed("s")), [(0, None)])
    rows = [f"[[card]]\n{fields(table)}" for table in (glow, otter)]
    fork = packed("\n".join([text, *rows, ""]), 0)
    async with serving(tmp_path) as service, peer(service.url) as ann:
        frame = {"t": "create", "r": "c", "game": "magic", "private": True, "fork": {"record": fork.record, "at": 0}}
        nack = await ann.ask(frame, "created", "nack")
        assert (nack.get("code"), "one name" in nack.get("reason", "")) == ("bad_record", True)


def fields(table: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())


async def test_a_card_that_ships_is_not_brought_by_a_record(tmp_path: Path) -> None:
    shock = {"name": "Shock", "type": "Instant", "cost": "{0}", "text": "Draw a card."}
    async with serving(tmp_path) as service, peer(service.url) as ann:
        made = await ann.ask(fork_with(shock), "created", "nack")
        actor = service.registry.get(made["m"])
        assert actor is not None
        assert actor.match.header.cards == ()


async def test_a_record_brings_so_many_bytes_of_texts_and_no_more(tmp_path: Path) -> None:
    many = [{**TABLES["magic"][0], "name": f"Glow {number}", "text": "Draw a card.\n" * 200} for number in range(40)]
    cards = tuple(engine.BroughtCard(table).to_json() for table in many)
    text = engine.write_record(engine.Header("magic", ("a", "b"), (BURN, BURN), engine.Seed("s")), [(0, None)])
    rows = [f"[[card]]\nname = {json.dumps(table['name'])}\ntext = {json.dumps(table['text'])}\n" for table in many]
    assert sum(map(len, cards)) > MOST_TEXT_BYTES
    fork = packed("\n".join([text, *rows]), 0)
    async with serving(tmp_path) as service, peer(service.url) as ann:
        frame = {"t": "create", "r": "c", "game": "magic", "private": True, "fork": {"record": fork.record, "at": 0}}
        nack = await ann.ask(frame, "created", "nack")
        assert (nack["code"], str(MOST_TEXT_BYTES) in nack["reason"]) == ("bad_record", True)


async def test_what_these_rules_have_not_read_yet_is_read_when_a_deck_names_it(tmp_path: Path) -> None:
    file = tmp_path / "data" / FILE
    library(file)
    with Library(file, lambda _game: "rules of another day", is_writable=True) as older:
        table = {**TABLES["magic"][0], "name": "Late Glow"}
        older.add([(card("magic", table), understood("magic", table))])
        odd = {**TABLES["magic"][0], "name": "Late Hum", "text": "Hum until all hum."}
        older.add([(card("magic", odd), understood("magic", table))])
    async with serving(tmp_path / "data") as service, peer(service.url) as ann:
        assert (await create(ann, {**DECK, "Late Glow": 1}))["t"] == "created"
        assert (await create(ann, {**DECK, "Late Hum": 1}))["code"] == "unread_card"


async def test_faces_of_imported_cards_are_told_by_name_and_asked_for_again_by_their_digest(tmp_path: Path) -> None:
    path = "/api/cards/magic/any/Patient%20Glow/Shock/Half%20Hum/Odd%20Hum"
    async with serving(at_home(tmp_path)) as service:
        status, headers, text = await anyio.to_thread.run_sync(fetch, service.url, path)
        faces = {face["name"]: face for face in orjson.loads(text)}
        assert status == 200
        assert faces.keys() == {"Patient Glow", "Shock", "Half Hum"}
        assert faces["Half Hum"]["left_out"] == [2]
        assert headers["Cache-Control"] == "no-cache"
        again = await anyio.to_thread.run_sync(fetch, service.url, path, {"If-None-Match": headers["ETag"]})
        assert again[0] == 304


async def test_a_series_goes_on_with_them(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann, peer(service.url) as bob:
        pair = [DECK, {"Patient Glow": 0, "Shock": 2}]
        pair[1].pop("Patient Glow")
        table = await ann.ask({**OPEN, "best": 3, "deck": pair}, "table", "nack")
        await sits(bob, table["table"]["id"], deck=DECK)
        told = await begun(ann)
        match = told["table"]["m"]
        await concede(match, told["token"], ann)
        for player, token in ((ann, told["token"]), (bob, (await begun(bob))["token"])):
            await player.join(match, token)
            await player.send({"t": "agree", "m": match, "to": "rematch", "c": 2, "yes": True})
        while not (next_ := (await ann.expect("rematch")).get("next")):
            pass
        actor = service.registry.get(next_)
        assert actor is not None
        assert len(actor.match.header.cards) == 2


async def test_a_table_begins_at_a_node_without_a_library_with_what_was_brought_to_it(
    tmp_path: Path, redis_url: str
) -> None:
    library(tmp_path / "one" / FILE)
    async with (
        two_servers(tmp_path, redis_url) as (one, two),
        peer(one.url) as ann,
        peer(two.url) as bob,
    ):
        table = (await bob.ask({**OPEN, "name": "bob"}, "table"))["table"]["id"]
        assert (await sits(bob, table, deck=DECK))["code"] == "unknown_card"
        before = len(bob.heard)
        await sits(ann, table, deck=DECK)
        told = await begun(ann)
        seats = [await begun(bob), told]
        states = [
            await player.join(told["table"]["m"], seat["token"]) for player, seat in zip((bob, ann), seats, strict=True)
        ]
        assert [state["you"] for state in states] == [0, 1]
        actor = two.registry.get(told["table"]["m"])
        assert actor is not None
        assert dict(actor.match.header.decks[1]) == DECK
        assert len(actor.match.header.cards) == 2
        assert not [secret for secret in SECRETS if secret in orjson.dumps(bob.heard[before:])]


async def test_cards_that_other_rules_read_wait_for_a_node_that_has_those(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann:
        made = await create(ann, DECK, private=False)
        head = await service.registry.journal.head(made["m"])
    entry = orjson.loads(head)
    entry["header"]["cards"][0]["form"]["abilities"] = [{"$": "Foretold"}]
    with pytest.raises(OtherEngine):
        replay(made["m"], [orjson.dumps(entry)], entry["engine"])


async def test_a_format_is_advice_unless_a_table_has_it(tmp_path: Path) -> None:
    file = tmp_path / FILE
    library(file)
    with Library(file, is_writable=True) as made:
        first, second = TABLES["magic"]
        mountain = {"name": "Mountain", "type": "Basic Land - Mountain", "text": ""}
        made.add([(card("magic", first, {"vintage": "restricted", "modern": "legal"}), None)])
        made.add([(card("magic", second, {"vintage": "legal", "modern": "not_legal"}), None)])
        made.add([(card("magic", mountain, {"vintage": "legal", "modern": "legal"}), None)])
    glow = {"Patient Glow": 4, "Mountain": 56}
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        check = {"t": "check", "r": "c", "game": "magic"}
        assert (await ann.ask({**check, "deck": glow}, "checked"))["formats"] == ["modern"]
        advised = await ann.ask({**check, "deck": DECK}, "checked")
        assert (advised["legal"], advised.get("formats", [])) == (True, [])
        held = await ann.ask({**check, "deck": DECK, "format": "Modern"}, "checked")
        assert [(each["card"], each["code"]) for each in held["problems"]] == [("Kiln Otter", "not_legal")]
        assert (await create(ann, DECK))["t"] == "created"
        assert (await create(ann, DECK, format="modern"))["code"] == "not_legal"
        assert (await ann.ask({**OPEN, "deck": glow, "format": "vintage"}, "nack"))["code"] == "not_legal"
        assert (await ann.ask({**OPEN, "deck": "burn", "format": "modern"}, "nack"))["code"] == "not_legal"
        no_deck = {key: value for key, value in OPEN.items() if key != "deck"}
        assert (await ann.ask({**no_deck, "format": "modern"}, "nack"))["code"] == "not_legal"
        table = (await ann.ask({**OPEN, "deck": glow, "format": "modern"}, "table"))["table"]
        assert table["format"] == "modern"
        assert (await sits(bob, table["id"], deck=DECK))["code"] == "not_legal"
        assert (await sits(bob, table["id"], deck=glow))["you"] == 1


async def test_a_library_that_cannot_be_read_keeps_nobody_from_playing_what_ships(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        (tmp_path / FILE).write_bytes(b"no library" * 1000)
        assert (await create(ann, DECK))["code"] == "unavailable"
        assert (await create(ann, {"Mountain": 56, "Shock": 4}))["t"] == "created"
        found = await ann.ask({"t": "check", "r": "c", "game": "magic", "text": "60 Mountain"}, "checked")
        assert found["legal"] is True


async def test_a_scenario_brings_its_sets_and_those_that_its_main_scheme_lists(tmp_path: Path) -> None:
    with Library(tmp_path / FILE, is_writable=True) as made:
        made.add([(card(MARVEL, table), understood(MARVEL, table)) for table in tables().values()])
    async with serving(tmp_path) as service, peer(service.url) as ann:
        frame = {"t": "create", "r": "c", "game": MARVEL, "seats": ["open"]}
        created = await ann.ask({**frame, "scenario": "krane expert"}, "created", "nack")
        assert created["t"] == "created", created
        actor = service.registry.get(created["m"])
        assert actor is not None
        names = {engine.BroughtCard.from_json(text).name for text in actor.match.header.cards}
        assert {"Krane, III", "Empty the Docks, Main Scheme", "Dock Hand", "Thick Fog"} <= names
        assert "Falling Crate" not in names
        other = await ann.ask({**frame, "scenario": "Krane modular: Loose Crates"}, "created", "nack")
        assert other["t"] == "created", other
        assert (await ann.ask({**frame, "scenario": "crane"}, "nack"))["code"] == "unknown_scenario"


async def test_a_scenario_with_a_card_that_is_not_understood_is_refused(tmp_path: Path) -> None:
    odd = {"name": "Odd Tide", "type": "Treachery", "set": "Krane", "text": "When Revealed: Hum until all hum."}
    with Library(tmp_path / FILE, is_writable=True) as made:
        made.add([(card(MARVEL, table), understood(MARVEL, table)) for table in tables().values()])
        made.add([(card(MARVEL, odd), Meaning("none", None, (), (Stop(1, "hum until", "no such phrase"),)))])
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.ask({"t": "create", "r": "c", "game": MARVEL, "seats": ["open"], "scenario": "krane"}, "nack")
        assert nack["code"] == "unread_card"
        assert "Odd Tide" in nack["reason"]


async def found(url: str, path: str) -> Frame:
    status, _, text = await anyio.to_thread.run_sync(fetch, url, f"/api/find/{path}")
    assert status == 200, text
    told: Frame = json.loads(text)
    return told


async def test_cards_are_searched_with_their_faces_understood_or_not(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service:
        told = await found(service.url, "magic/0/c:red/n:hum")
        assert [card["name"] for card in told["cards"]] == ["Half Hum", "Odd Hum"]
        assert (told["total"], told["partial"], told["remarks"]) == (2, ["Half Hum"], [])
        assert told["unread"] == {"Odd Hum": "not understood in paragraph 1: 'Hum until all hum'"}
        odd = {"name": "Odd Hum", "type": "Instant", "cost": "{R}", "colors": ["red"], "text": "Hum until all hum."}
        assert told["cards"][1] == odd
        assert (told["cards"][0]["text"], told["cards"][0]["left_out"]) == ("Draw a card.\nHum until all hum.", [2])
        every = await found(service.url, "magic/0")
        rest = await found(service.url, f"magic/{every['total'] - 1}")
        assert (len(every["cards"]), len(rest["cards"])) == (60, 1)
        assert every["total"] > 243
        status, _, text = await anyio.to_thread.run_sync(fetch, service.url, "/api/find/magic/0/" + "/a" * 17)
        assert status == 404  # a word is none
        status, _, text = await anyio.to_thread.run_sync(fetch, service.url, "/api/find/magic/0" + "/a" * 17)
        assert (status, text) == (400, "a search has 16 parts at most\n")


async def test_what_was_found_is_asked_for_again_by_its_digest(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service:
        path = "/api/find/magic/0/bolt"
        _, headers, _ = await anyio.to_thread.run_sync(fetch, service.url, path)
        again = {"If-None-Match": headers["ETag"]}
        assert (await anyio.to_thread.run_sync(fetch, service.url, path, again))[0] == 304


async def test_a_library_that_cannot_be_read_keeps_nobody_from_finding_what_ships(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        (tmp_path / FILE).write_bytes(b"no library" * 1000)
        told = await found(service.url, "magic/0/lightning/bolt")
        assert [card["name"] for card in told["cards"]] == ["Lightning Bolt"]
        assert told["remarks"] == ["the imported cards of this server cannot be read now"]


async def test_the_nearest_names_of_the_library_are_told_for_one_that_nobody_knows(tmp_path: Path) -> None:
    async with serving(at_home(tmp_path)) as service, peer(service.url) as ann:
        text = "2 Patient Glwo\n2 Lightnig Bolt"
        told = await ann.ask({"t": "check", "game": "magic", "text": text, "r": "1"}, "checked")
        assert [(problem["line"], problem["near"][0]) for problem in told["problems"]] == [
            (1, "Patient Glow"),
            (2, "Lightning Bolt"),
        ]


async def test_a_bot_plays_against_a_scenario_that_is_understood_in_part_where_that_is_allowed(tmp_path: Path) -> None:
    half = {"name": "Half Tide", "type": "Treachery", "set": "Krane", "text": "Surge\nHum until all hum."}
    form = engine.compiled_form(engine.define(MARVEL, half, (2,)))
    with Library(tmp_path / FILE, is_writable=True) as made:
        made.add([(card(MARVEL, table), understood(MARVEL, table)) for table in tables().values()])
        made.add([(card(MARVEL, half), Meaning("part", form, (2,), (Stop(2, "hum until", "no such phrase"),)))])
    async with serving(tmp_path) as service, peer(service.url) as ann:
        seats = {"seats": ["open", "bot:greedy"], "bot_decks": [None]}
        frame = {"t": "open", "r": "o", "game": MARVEL, **seats, "scenario": "Krane", "private": True}
        assert (await ann.ask(frame, "nack", "table"))["code"] == "unread_card"
        opened = await ann.ask({**frame, "partial": True}, "table", "nack")
        assert opened["t"] == "table", opened
        actor = service.registry.get((await begun(ann))["table"]["m"])
        assert actor is not None
        assert "Half Tide" in {engine.BroughtCard.from_json(text).name for text in actor.match.header.cards}


async def parts(url: str) -> dict[str, dict[str, int]]:
    """The cards that are not understood of each thing that a scenario's line may have, by the titles of its parts."""
    _, _, text = await anyio.to_thread.run_sync(fetch, url, f"/api/games/{MARVEL}")
    told = json.loads(text)["scenario"]
    return {part["title"]: {option["title"]: option["unread"] for option in part["options"]} for part in told}


async def test_scenarios_and_modular_sets_of_the_library_are_told_beside_those_that_ship(tmp_path: Path) -> None:
    odd = {"name": "Odd Tide", "type": "Treachery", "set": "Loose Crates", "text": "When Revealed: Hum until all hum."}
    async with serving(tmp_path) as service:
        assert await parts(service.url) == {
            "Scenario": {"Rhino": 0},
            "Difficulty": {"Standard": 0, "Expert": 0},
            "Modular set": {"Bomb Scare": 0},
        }
        with Library(tmp_path / FILE, is_writable=True) as made:
            made.add([(card(MARVEL, table), understood(MARVEL, table)) for table in tables().values()])
            made.add([(card(MARVEL, odd), Meaning("none", None, (), (Stop(1, "hum until", "no such phrase"),)))])
        told = await parts(service.url)
        assert told["Scenario"] == {"Rhino": 0, "Krane": 0}
        assert told["Modular set"] == {"Bomb Scare": 0, "Harbour Fog": 0, "Loose Crates": 1}


async def test_a_library_that_cannot_be_read_leaves_the_scenarios_that_ship(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        (tmp_path / FILE).write_bytes(b"no library" * 1000)
        assert (await parts(service.url))["Scenario"] == {"Rhino": 0}
