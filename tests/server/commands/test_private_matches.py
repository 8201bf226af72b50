"""``stackloop bot`` and ``stackloop watch`` at private matches: secrets come from the environment, or from files."""

from pathlib import Path

from tests.support.server.commands import run
from tests.support.server.peer import Frame, Peer, make_private, peer, serving


async def begun(ann: Peer, **more: object) -> Frame:
    return await make_private(ann, names=["ann", "bob"], **more)


async def test_an_invite_gives_a_bot_its_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        created = await begun(ann, seats=["invite", "bot:random"])
        invite = created["invites"][0]["token"]
        code, out, errors = await run("bot", "random", "--url", service.url, INVITE=invite)
        assert (code, bool(out)) == (0, True), errors
        assert invite not in out + errors


async def test_an_invite_as_the_address_that_came_with_it_lets_one_watch(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        created = await begun(ann, seats=["open", "bot:random"])
        await ann.join(created["m"], created["seats"][0]["token"])
        invite = (await ann.ask({"t": "invite", "m": created["m"], "r": "1"}, "invited"))["token"]
        await ann.ask({"t": "concede", "m": created["m"], "c": 1}, "end")
        file = tmp_path / "invite"
        file.write_text(f"{service.url}m/{created['m']}#invite={invite}\n")
        code, out, errors = await run("watch", "--url", service.url, INVITE_FILE=str(file))
        assert (code, "bob" in out) == (0, True), errors
        code, _, errors = await run("watch", "--url", service.url, INVITE=invite)
        assert (code, "invite_used" in errors, invite in errors) == (1, True, False)


async def test_a_token_lets_one_watch_what_others_do_not_find(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        created = await begun(ann, seats=["bot:random", "bot:random"])
        match = created["m"]
        assert (await run("watch", match, "--url", service.url))[0] == 1
        code, out, errors = await run("watch", match, "--plain", "--url", service.url, TOKEN=created["watch"])
        assert (code, bool(out)) == (0, True), errors


async def test_an_invite_to_watch_seats_no_bot(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        created = await begun(ann)
        await ann.join(created["m"], created["seats"][0]["token"])
        invite = (await ann.ask({"t": "invite", "m": created["m"], "r": "1"}, "invited"))["token"]
        code, _, errors = await run("bot", "random", "--url", service.url, INVITE=invite)
        assert (code, "to watch" in errors, "Traceback" in errors) == (2, True, False)


async def test_where_guests_are_not_wanted_one_says_who_one_is(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        identity = (await ann.ask({"t": "create", "game": "magic"}, "created"))["seats"][0]["token"]
        code, _, errors = await run("watch", "--url", service.url, IDENTITY=identity)
        assert (code, "4502" in errors, identity in errors) == (1, True, False)
