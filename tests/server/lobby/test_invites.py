"""Private matches, and invites into them: who holds no token finds nothing (PROTOCOL.md 2.11, 2.12, 9)."""

import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import anyio
import pytest
from anyio import to_thread

from protocol.client import ConnectionLost, Refused, connect
from protocol.errors import is_terminal
from server.identity.tokens import Tokens, load_secret
from server.service.service import Service
from server.store.journal import notes
from tests.support.server.peer import PATIENCE_S, Frame, Peer, dial, make_private, peer, seated, serving


async def test_a_private_match_is_not_there_for_a_stranger(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as eve:
        match = (await make_private(ann))["m"]
        assert (await ann.ask({"t": "list"}, "matches")).get("matches", []) == []
        there, nowhere = await eve.join(match), await eve.join("nowhere")
        assert (there["code"], nowhere["code"]) == ("unknown_match", "unknown_match")
        assert there["reason"].replace(match, "nowhere") == nowhere["reason"]


async def test_a_match_that_waits_for_the_operator_is_not_there_for_a_stranger_either(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as eve:
        created = await make_private(ann)
        match = created["m"]
        actor = service.registry.get(match)
        assert actor is not None
        await service.registry.journal.set_aside(match)
        actor.let_go()
        service.registry.journal.forget(match)
        with anyio.fail_after(PATIENCE_S):
            while (nack := await ann.join(match, created["watch"]))["t"] != "nack":
                pass
        assert nack["code"] == "set_aside"
        assert (await eve.join(match))["code"] == "unknown_match"


async def test_its_creator_follows_it_with_the_token_to_watch(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        created = await make_private(ann, seats=["bot:random", "bot:random"])
        state = await ann.join(created["m"], created["watch"])
        assert (state["t"], state.get("you")) == ("state", None)


async def test_a_token_to_watch_another_match_opens_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        one, other = await make_private(ann), await make_private(ann)
        assert (await ann.join(one["m"], other["watch"]))["code"] == "wrong_seat"


async def test_who_was_refused_follows_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as eve:
        match = (await make_private(ann))["m"]
        await eve.join(match)
        assert (await eve.refused({"t": "sync", "m": match}))["code"] == "not_joined"


async def test_an_invite_to_watch_lets_one_person_in(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as service,
        peer(service.url) as ann,
        peer(service.url) as bob,
        peer(service.url) as eve,
    ):
        created = await make_private(ann)
        match = created["m"]
        await ann.join(match, created["seats"][0]["token"])
        invite = (await ann.ask({"t": "invite", "m": match, "r": "1"}, "invited"))["token"]
        granted = await bob.ask({"t": "redeem", "token": invite, "r": "2"}, "granted")
        assert (granted["m"], granted["r"], granted.get("seat")) == (match, "2", None)
        assert (await bob.join(match, granted["token"]))["t"] == "state"
        again = await bob.ask({"t": "redeem", "token": invite}, "granted")
        assert again["m"] == match
        refused = await eve.refused({"t": "redeem", "token": invite, "r": "3"})
        assert (refused["code"], refused["r"]) == ("invite_used", "3")


async def test_an_invite_is_not_a_token_to_join_with(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        created = await make_private(ann, seats=["open", "invite"])
        invite = created["invites"][0]
        assert (invite["seat"], [given["seat"] for given in created["seats"]]) == (1, [0])
        assert (await ann.join(created["m"], invite["token"]))["code"] == "bad_token"


def owners_of_hands(state: Frame) -> set[int]:
    """The owners of the cards in hand that a view shows."""
    objects = [entity for key, entity in state["view"].items() if key[0] == "o" and key != "offers"]
    return {entity["owner"] for entity in objects if entity["zone"] == "hand"}


async def test_the_creator_of_a_match_cannot_look_into_the_hand_of_the_one_invited(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        created = await make_private(ann, seats=["open", "invite"])
        invite = created["invites"][0]["token"]
        granted = await bob.ask({"t": "redeem", "token": invite}, "granted")
        state = await bob.join(created["m"], granted["token"])
        assert (granted["seat"], state["you"]) == (1, 1)
        assert (await ann.refused({"t": "redeem", "token": invite}))["code"] == "invite_used"


async def test_a_seat_is_shown_its_own_hand_and_a_spectator_none(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as service,
        seated(service.url) as (match, asked, other, decision),
        peer(service.url) as watcher,
    ):
        await asked.ask({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}, "ack")
        for one in (asked, other):
            state = await one.ask({"t": "sync", "m": match}, "state")
            assert owners_of_hands(state) == {state["you"]}
        assert owners_of_hands(await watcher.join(match)) == set()


async def test_who_holds_no_seat_invites_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        created = await make_private(ann)
        await ann.join(created["m"], created["watch"])
        assert (await ann.refused({"t": "invite", "m": created["m"]}))["code"] == "not_seated"


async def test_a_match_gives_so_many_invites_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.lobby.invites.MOST_INVITES", 2)
    async with serving(tmp_path) as service, peer(service.url) as ann:
        created = await make_private(ann)
        await ann.join(created["m"], created["seats"][0]["token"])
        for _ in range(2):
            await ann.ask({"t": "invite", "m": created["m"]}, "invited")
        assert (await ann.refused({"t": "invite", "m": created["m"]}))["code"] == "too_many_invites"


@pytest.mark.parametrize("how", ["forged", "expired", "seat", "rubbish"])
async def test_what_is_no_invite_lets_nobody_in(tmp_path: Path, how: str) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        tokens = {
            "forged": Tokens("x" * 32, 1).for_inviting("m", 0),
            "expired": Tokens(load_secret(tmp_path), -1).for_inviting("m", 0),
            "seat": Tokens(load_secret(tmp_path), 1).for_seat("m", 0),
            "rubbish": "rubbish",
        }
        assert (await ann.refused({"t": "redeem", "token": tokens[how]}))["code"] == "bad_token"


async def test_an_invite_that_was_used_stays_used_over_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        created = await make_private(ann, seats=["open", "invite"])
        await ann.ask({"t": "redeem", "token": created["invites"][0]["token"]}, "granted")
    async with serving(tmp_path) as service, peer(service.url) as eve:
        refused = await eve.refused({"t": "redeem", "token": created["invites"][0]["token"]})
        assert refused["code"] == "invite_used"


async def test_the_client_library_invites_and_comes_in(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as ann, connect(service.url) as bob:
        created = await ann.create("magic", seats=("open", "invite"), private=True)
        await ann.join(created.m, created.seats[0].token)
        granted = await bob.redeem(await ann.invite(created.m))
        assert (await bob.join(granted.m, granted.token)).view.game.name == "magic"
        with pytest.raises(Refused, match="not_seated"):
            await bob.invite(created.m)


async def test_a_guest_of_the_client_library_comes_back_as_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url, name="ann") as ann:
        created = await ann.create("magic", seats=("open", "invite"))
        invite = created.invites[0].token
        await ann.redeem(invite)
        ann.cut()
        granted = None
        while granted is None:
            with suppress(ConnectionLost):
                granted = await ann.redeem(invite)
        assert (ann.reconnects, granted.seat) == (1, 1)


def fetch(url: str, token: str = "") -> int:
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


async def end(service: Service, ann: Peer, created: Frame) -> None:
    """Concede the match away."""
    await ann.join(created["m"], created["seats"][0]["token"])
    await ann.ask({"t": "concede", "m": created["m"], "c": 1}, "end")


async def test_the_record_of_a_private_match_is_for_those_who_show_a_token(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        created, other = await make_private(ann), await make_private(ann)
        await end(service, ann, created)
        url = f"{service.url}records/{created['m']}.txt"
        for token in ("", "rubbish", other["watch"]):
            assert await to_thread.run_sync(fetch, url, token) == 404
        while (status := await to_thread.run_sync(fetch, url, created["watch"])) == 503:
            pass
        assert status == 200


async def test_a_guest_who_lost_the_identity_is_told_for_good(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, dial(service.url) as ann:
        bye = await ann.ask({"t": "hello", "token": "rubbish"}, "bye")
        assert is_terminal(bye["code"])


async def test_a_node_that_does_not_run_a_private_match_hides_it_too(tmp_path: Path, redis_url: str) -> None:
    async with (
        serving(tmp_path / "1", redis=redis_url, node="one") as one,
        serving(tmp_path / "2", redis=redis_url, node="two") as two,
        peer(one.url) as ann,
        peer(two.url) as eve,
    ):
        created = await make_private(ann)
        assert (await eve.join(created["m"]))["code"] == "unknown_match"
        assert (await eve.ask({"t": "list"}, "matches")).get("matches", []) == []
        assert (await eve.join(created["m"], created["watch"]))["t"] == "state"


async def test_what_is_noted_of_an_invite_outlives_every_token(tmp_path: Path) -> None:
    """Else it could be used again, by somebody else, once the note is gone."""
    async with serving(tmp_path, token_days=200) as service, peer(service.url) as ann, peer(service.url) as bob:
        created = await make_private(ann)
        await ann.join(created["m"], created["seats"][0]["token"])
        invite = (await ann.ask({"t": "invite", "m": created["m"]}, "invited"))["token"]
        for who, kind in ((bob, "granted"), (ann, "nack")):
            await who.ask({"t": "redeem", "token": invite}, kind)
            left_s = await service.registry.journal.command(notes(created["m"]), "TTL")
            assert isinstance(left_s, int)
            assert left_s > 200 * 24 * 60 * 60
