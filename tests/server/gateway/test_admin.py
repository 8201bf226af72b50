"""The admin door, and the command that goes through it."""

import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import orjson
import pytest
from websockets.exceptions import InvalidStatus

from server.runtime.errors import BadSetting
from server.runtime.settings import Settings
from server.service.service import Service, open_service
from tests.support.server.admin_door import TOKEN, ask, door
from tests.support.server.commands import environment
from tests.support.server.peer import PATIENCE_S, peer, seated, serving

EVERYWHERE = "0.0.0.0"  # noqa: S104 # what is listened at, for the time of a test


async def turned_away(url: str, **headers: str) -> int:
    with pytest.raises(InvalidStatus) as caught:
        async with door(url, **headers):
            pass
    return caught.value.response.status_code


async def test_without_a_token_set_there_is_no_door(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        assert await turned_away(service.admin_url) == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer "}, 401),
        ({"Authorization": f"Bearer {TOKEN[:-1]}"}, 401),
        ({"Authorization": f"Bearer {TOKEN}x"}, 401),
        ({"Authorization": TOKEN}, 401),
        ({"Authorization": "Bearer \u00fc"}, 401),
        ({"Origin": "http://127.0.0.1:9300"}, 403),
    ],
)
async def test_the_door_opens_for_the_token_alone(tmp_path: Path, headers: dict[str, str], status: int) -> None:
    async with serving(tmp_path, admin_token=TOKEN) as service:
        assert await turned_away(service.admin_url, **headers) == status


async def test_a_token_that_can_be_guessed_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(BaseExceptionGroup) as caught:
        async with serving(tmp_path, admin_token="short"):
            pass
    assert caught.group_contains(BadSetting)


async def test_a_player_has_no_business_there(tmp_path: Path) -> None:
    async with serving(tmp_path, admin_token=TOKEN) as service, peer(service.url) as ann:
        _, tokens = await ann.create()
        assert await turned_away(service.admin_url, Authorization=f"Bearer {tokens[0]}") == 401


async def test_all_matches_are_listed_private_ones_too(tmp_path: Path) -> None:
    async with serving(tmp_path, admin_token=TOKEN) as service, peer(service.url) as ann:
        match, tokens = await ann.create(private=True)
        await ann.join(match, tokens[0])
        told = (await ask(service.admin_url, {"do": "matches"}))["ok"]
        (row,) = told["matches"]
        assert (row["m"], row["game"], row["names"], row["private"], row["followers"]) == (
            match,
            "magic",
            ["ann", "bob"],
            True,
            1,
        )
        (node,) = told["nodes"]
        assert (node["id"], node["url"], node["matches"]) == (row["node"], service.url, 1)


async def test_a_match_is_shown_without_what_its_players_hide(tmp_path: Path) -> None:
    async with serving(tmp_path, admin_token=TOKEN) as service, seated(service.url) as (match, _, _, decision):
        told = (await ask(service.admin_url, {"do": "show", "m": match}))["ok"]
        assert (told["m"], told["status"], told["entries"], told["asked"]) == (match, "running", 1, [decision["seat"]])
        assert told["followers"] == {"seat0": 1, "seat1": 1}
        assert not {"view", "views", "hand", "header", "seed"} & set(told)


async def test_a_closed_match_ends_for_those_who_play_it(tmp_path: Path) -> None:
    async with serving(tmp_path, admin_token=TOKEN) as service, seated(service.url) as (match, asked, other, _):
        assert await ask(service.admin_url, {"do": "close", "m": match, "reason": "it hangs"}) == {"ok": None}
        for player in (asked, other):
            end = await player.expect("end")
            assert (end["result"]["code"], end["result"]["reason"]) == ("closed", "it hangs")
        async with peer(service.url) as late:
            assert (await late.join(match))["result"]["code"] == "closed"
        assert (await ask(service.admin_url, {"do": "show", "m": match}))["ok"]["status"] == "closed"
        again = await ask(service.admin_url, {"do": "close", "m": match, "reason": "again"})
        assert again["error"] == "match_over"


async def test_a_match_that_was_set_aside_is_listed_and_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, admin_token=TOKEN) as service, peer(service.url) as ann:
        match, _ = await ann.create()
        actor = service.registry.get(match)
        assert actor is not None
        await service.registry.journal.set_aside(match)
        actor.let_go()
        service.registry.journal.forget(match)
        rows = (await ask(service.admin_url, {"do": "matches"}))["ok"]["matches"]
        assert [(row["m"], row["status"]) for row in rows] == [(match, "aside")]
        assert "ok" in await ask(service.admin_url, {"do": "close", "m": match, "reason": "it kills nodes"})
        assert (await ask(service.admin_url, {"do": "matches"}))["ok"]["matches"] == []
        assert (await ann.join(match))["result"]["reason"] == "it kills nodes"


@pytest.mark.parametrize(
    ("order", "error"),
    [
        ({"do": "show", "m": "nowhere"}, "unknown_match"),
        ({"do": "close", "m": "nowhere", "reason": "x"}, "unknown_match"),
        ({"do": "close", "m": "m7"}, "bad_order"),
        ({"do": "dance"}, "bad_order"),
        ("{", "bad_order"),
        ("[" * 5000, "bad_order"),
    ],
    ids=lambda order: str(order)[:40],
)
async def test_what_cannot_be_done_is_told_with_a_code(tmp_path: Path, order: dict[str, Any] | str, error: str) -> None:
    async with serving(tmp_path, admin_token=TOKEN) as service:
        assert (await ask(service.admin_url, order))["error"] == error


@asynccontextmanager
async def two_nodes(tmp_path: Path, redis_url: str, **given: Any) -> AsyncIterator[tuple[Service, Service]]:
    more: dict[str, Any] = {
        "port": 0,
        "admin_port": 0,
        "read_ahead": 0,
        "redis": redis_url,
        "admin_token": TOKEN,
        **given,
    }
    async with (
        open_service(Settings(data=tmp_path / "1", node="one", **more)) as one,
        open_service(Settings(data=tmp_path / "2", node="two", **more)) as two,
    ):
        yield one, two


def local(service: Service) -> str:
    """The address at which we reach a server that listens everywhere."""
    return service.url.replace(EVERYWHERE, "127.0.0.1")


async def run(*arguments: str, token: str = TOKEN) -> tuple[int, str, str]:
    """``stackloop admin ...`` as people call it: exit code, output, errors."""
    command = [sys.executable, "-m", "server.cli", "admin", *arguments]
    done = await anyio.run_process(command, check=False, env={**environment(), "STACKLOOP_ADMIN_TOKEN": token})
    return done.returncode, done.stdout.decode(), done.stderr.decode()


async def test_any_node_tells_of_all_and_closes_where_it_runs(tmp_path: Path, redis_url: str) -> None:
    async with two_nodes(tmp_path, redis_url) as (one, two), seated(two.url) as (match, asked, _, _):
        code, out, _ = await run("matches", "--url", one.admin_url)
        assert code == 0
        assert match in out
        assert "two." in out
        code, out, _ = await run("close", match, "--reason", "enough", "--url", one.admin_url)
        assert (code, out) == (0, f"match {match} is closed\n")
        assert (await asked.expect("end"))["result"]["reason"] == "enough"


async def test_a_match_of_a_node_that_nobody_reaches_is_closed_from_another(tmp_path: Path, redis_url: str) -> None:
    """As behind a proxy: neither node says where it is."""
    async with (
        two_nodes(tmp_path, redis_url, host=EVERYWHERE) as (one, two),
        seated(local(two)) as (match, asked, _, _),
    ):
        assert await ask(one.admin_url, {"do": "close", "m": match, "reason": "enough"}) == {"ok": None}
        assert (await asked.expect("end"))["result"]["reason"] == "enough"
        async with peer(local(two)) as late:
            assert (await late.join(match))["result"]["code"] == "closed"


async def test_without_a_node_redis_itself_is_asked(tmp_path: Path, redis_url: str) -> None:
    async with two_nodes(tmp_path, redis_url) as (_, two), seated(two.url) as (match, _, _, _):
        code, out, errors = await run("matches", "--redis", redis_url, token="")
        assert (code, match in out, errors) == (0, True, "")
    code, out, _ = await run("matches", "--redis", redis_url, "--json", token="")
    assert [(row["m"], row["status"]) for row in orjson.loads(out)["matches"]] == [(match, "nobody's")]
    code, out, _ = await run("show", match, "--redis", redis_url, "--json", token="")
    assert orjson.loads(out)["entries"] == 1
    code, out, _ = await run("close", match, "--redis", redis_url, "--reason", "enough", token="")
    assert (code, out) == (0, f"match {match} is closed\n")
    async with two_nodes(tmp_path, redis_url) as (one, _), peer(one.url) as late:
        assert (await late.join(match))["result"]["reason"] == "enough"
    code, _, errors = await run("matches", "--redis", "redis://127.0.0.1:1", token="")
    assert (code, "Traceback" in errors) == (1, False)


@pytest.mark.parametrize(
    ("arguments", "token", "code", "told"),
    [
        (("show", "nowhere"), TOKEN, 3, "no such match"),
        (("matches",), "x" * 40, 4, "not let in"),
        (("matches",), "", 4, "STACKLOOP_ADMIN_TOKEN"),
        (("close", "m7"), TOKEN, 2, "--reason"),
        (("matches", "--url", "http://127.0.0.1:1"), TOKEN, 1, "127.0.0.1:1"),
    ],
    ids=str,
)
async def test_exit_codes_tell_what_went_wrong(
    tmp_path: Path, arguments: Sequence[str], token: str, code: int, told: str
) -> None:
    async with serving(tmp_path, admin_token=TOKEN) as service:
        place = () if "--url" in arguments else ("--url", service.admin_url)
        found, _, errors = await run(*arguments, *place, token=token)
        assert found == code
        assert told in errors
        assert "Traceback" not in errors
        assert TOKEN not in errors


async def test_json_is_for_programs(tmp_path: Path) -> None:
    async with serving(tmp_path, admin_token=TOKEN) as service, peer(service.url) as ann:
        match, _ = await ann.create()
        code, out, _ = await run("show", match, "--json", "--url", service.admin_url)
        assert (code, orjson.loads(out)["m"]) == (0, match)


async def test_drain_has_the_node_leave(tmp_path: Path) -> None:
    async with serving(tmp_path, admin_token=TOKEN) as service:
        assert await ask(service.admin_url, {"do": "drain"}) == {"ok": None}
        with anyio.fail_after(PATIENCE_S):
            await service.leave.wait()


async def test_an_operator_who_stays_does_not_keep_the_node_from_ending(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        with anyio.fail_after(PATIENCE_S):
            async with serving(tmp_path, admin_token=TOKEN) as service:
                socket = await stack.enter_async_context(door(service.admin_url))
            await socket.wait_closed()


@pytest.mark.parametrize(
    ("before", "behind"),
    [((), ("URL", "--json")), (("URL", "--json"), ()), (("--url", "http://127.0.0.1:1", "--json"), ("URL",))],
)
async def test_options_stand_before_an_order_or_behind_it(
    tmp_path: Path, before: tuple[str, ...], behind: tuple[str, ...]
) -> None:
    """The one behind counts where both name a node."""
    async with serving(tmp_path, admin_token=TOKEN) as service:

        def words(given: tuple[str, ...]) -> list[str]:
            return [word for each in given for word in (("--url", service.admin_url) if each == "URL" else (each,))]

        code, out, errors = await run(*words(before), "matches", *words(behind))
        assert (code, orjson.loads(out)["matches"]) == (0, []), errors


@pytest.mark.parametrize(
    "arguments", [("--redis", "", "matches"), ("matches", "--redis", ""), ("--redis", "redis://a:1", "drain")]
)
async def test_an_address_that_is_none_is_no_reason_to_ask_somebody_else(arguments: tuple[str, ...]) -> None:
    code, _, errors = await run(*arguments)
    assert (code, "--redis" in errors) == (2, True)


async def test_what_players_are_called_means_nothing_to_the_terminal(tmp_path: Path) -> None:
    async with serving(tmp_path, admin_token=TOKEN) as service, peer(service.url) as ann:
        match, _ = await ann.create(names=["[/red]", "[bold]x"])
        for order in (("matches",), ("show", match)):
            code, out, errors = await run(*order, "--url", service.admin_url)
            assert (code, "[/red]" in out, "[bold]x" in out) == (0, True, True), errors
