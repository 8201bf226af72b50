"""An address that a command prints is one that the page takes: of a seat, of a match to watch, of a table."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Page, expect

import engine
from tests.support.engine.conceded_match import record
from tests.support.server.commands import run
from tests.support.server.server_process import ServerProcess
from tests.support.web.browser import BROWSER
from tests.support.web.visitor import visitor

AT: Final = 60
"""The move at which matches are forked: somebody has a hand by then."""
ADDRESS: Final = re.compile(r"https?://\S+")

pytestmark = [pytest.mark.timeout(300), *BROWSER]


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A record; its players' names need more than ASCII."""
    path = tmp_path / "match.txt"
    path.write_text(record(0), encoding="utf-8")
    return path


def address_in(line: str) -> str:
    found = ADDRESS.search(line)
    assert found is not None, line
    return found[0]


async def fork(server: ServerProcess, played: Path, *more: str, url: str = "") -> list[str]:
    """The output of ``stackloop fork``, line by line."""
    code, out, errors = await run("fork", str(played), "--at", str(AT), "--url", url or server.url, *more)
    assert code == 0, errors
    return out.splitlines()


async def sits_at(page: Page, played: Path, seat: int) -> None:
    """The page holds that seat, and shows the position of the record as that seat sees it."""
    then = engine.Record(played.read_text(encoding="utf-8")).play_to(AT)
    hand = then.match.game.content("hand", seat)
    await expect(page.locator(".near .seat")).to_be_visible()
    await expect(page.locator(".near .hand .card")).to_have_count(len(hand))
    await expect(page.locator(".turn")).to_contain_text(f"Turn {then.match.game.root.turn}")
    await expect(page.locator(".near")).to_contain_text(then.match.header.names[seat])
    assert "invite" not in page.url  # it is used up


async def watches(page: Page) -> None:
    """The page shows a match in which it holds no seat."""
    await expect(page.locator(".boards .seat")).to_have_count(2)
    await expect(page.locator(".banner")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["http://", "ws://", ""])
async def test_a_seat_of_a_fork_is_taken_by_its_link(
    server: ServerProcess, browser: Browser, played: Path, scheme: str
) -> None:
    """However the server's address is written."""
    place = server.url.removeprefix("http://").rstrip("/")
    match, *seats = await fork(server, played, "--seats", "open,bot:greedy", url=scheme + place)
    (seat,) = seats
    assert seat.startswith("seat A, ")
    page = await visitor(browser, address_in(seat))
    await sits_at(page, played, 0)
    await page.reload()  # and keeps it
    await sits_at(page, played, 0)
    await watches(await visitor(browser, address_in(match)))


@pytest.mark.parametrize("arguments", [(), ("--seats", "open"), ("--seats", "open,open"), ("--seats", "open, invite")])
async def test_all_seats_are_open_where_one_word_says_so(
    server: ServerProcess, browser: Browser, played: Path, arguments: tuple[str, ...]
) -> None:
    _, *seats = await fork(server, played, *arguments)
    assert [line.split(",")[0] for line in seats] == ["seat A", "seat B"]
    for number, line in enumerate(seats):
        await sits_at(await visitor(browser, address_in(line)), played, number)
    late = await visitor(browser, address_in(seats[0]))
    await expect(late.locator(".banner")).to_contain_text("Somebody else has come in by this link")


async def test_a_private_fork_prints_no_address_that_leads_nowhere(
    server: ServerProcess, browser: Browser, played: Path
) -> None:
    match, seat, watch = await fork(server, played, "--seats", "open,bot:random", "--private")
    assert ADDRESS.search(match) is None
    await sits_at(await visitor(browser, address_in(seat)), played, 0)
    assert watch.startswith("to watch: STACKLOOP_TOKEN=")


async def test_who_has_made_a_private_fork_watches_it_by_the_command_that_is_printed(
    server: ServerProcess, played: Path
) -> None:
    """Its seats are two bots of the house, which go on playing."""
    _, watch = await fork(server, played, "--seats", "bot:random", "--private")
    command = watch.removeprefix("to watch: ").replace("stackloop", f"{sys.executable} -m server.cli", 1)
    with started("sh", "-c", f"exec env {command} --plain") as process:
        assert process.stdout is not None
        assert process.stdout.readline()


async def test_a_seat_of_a_fork_is_taken_by_a_program_too(
    server: ServerProcess, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, seat = await fork(server, played, "--seats", "open,bot:random")
    monkeypatch.setenv("STACKLOOP_INVITE", address_in(seat))
    with started(*stackloop(server, "bot", "random")) as process:
        assert address_in(told(process, "random plays match")) == address_in(match)


@contextmanager
def started(*command: str) -> Iterator["subprocess.Popen[str]"]:
    """A program that runs until the block ends."""
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


def stackloop(server: ServerProcess, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "server.cli", *arguments, "--url", server.url]


def told(process: "subprocess.Popen[str]", word: str) -> str:
    """The line of its standard error that has the word."""
    assert process.stderr is not None
    for line in process.stderr:
        if word in line:
            return line
    raise AssertionError(f"it ended without {word!r}")


@pytest.mark.parametrize("arguments", [("bot", "random"), ("play",)])
async def test_a_match_is_watched_by_the_link_of_who_plays_it(
    server: ServerProcess, browser: Browser, arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with started(*stackloop(server, *arguments)) as process:
        await watches(await visitor(browser, address_in(told(process, "match "))))


@pytest.mark.parametrize("kind", ["--open", "--private"])
@pytest.mark.parametrize("arguments", [("bot", "random"), ("play",)])
async def test_others_come_by_the_link_of_a_table_and_watch_by_that_of_its_match(
    server: ServerProcess,
    browser: Browser,
    arguments: tuple[str, ...],
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with started(*stackloop(server, *arguments, kind)) as process:
        where = process.stderr if arguments[0] == "bot" else process.stdout
        assert where is not None
        friend = await visitor(browser, address_in(next(line for line in where if "#table=" in line)))
        await friend.locator(".invited").get_by_role("button", name="Sit down").click()
        await expect(friend.locator(".near .seat")).to_be_visible()
        await watches(await visitor(browser, address_in(told(process, "match "))))


async def test_the_server_prints_where_its_page_is(server: ServerProcess, browser: Browser) -> None:
    page = await visitor(browser, server.url)
    await expect(page.locator(".game")).to_have_count(3)
