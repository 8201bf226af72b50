"""``python -m tests.server.web.shares``: the shares of the time of a match at the page against a bot of the house.

A match is played to its end by clicks in a browser, by default settings. Each click counts as two seconds of thought,
which nobody waits for; the last thing that happened may stand beside the question meanwhile. All else is measured in
frames: the pauses before the page answers by itself, the staging of what happened, and the waits for the server and
the bot. Printed is the median of several matches of each kind.
"""

from __future__ import annotations

import random
import statistics
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import anyio
import click
from playwright.async_api import Page, async_playwright

from protocol.client import connect
from protocol.messages import Deck
from tests.support.server.server_process import ServerProcess, server_process
from tests.support.web.browser import CHROMIUM, FLAGS
from tests.support.web.player import PageHand
from tests.support.web.seat import hold, skip_tour

THOUGHT_S: Final = 2.0
"""The thought before each click, as a number."""
KINDS: Final[dict[str, tuple[str, tuple[Deck, ...]]]] = {
    "burn": ("magic", ("burn", "burn")),
    "elvish-ramp": ("magic", ("elvish-ramp", "elvish-ramp")),
    "grand-archive": ("grand-archive", ()),
    "marvel-champions": ("marvel-champions", ()),
}
WANTED: Final = {"own": "75 % at least", "pauses": "3 % at most", "bot": "8 % at most", "staging": "the rest"}
LONGEST_S: Final = 900
SAMPLER: Final = """
  window.shares = { own: 0, pauses: 0, bot: 0, staging: 0 };
  let last = performance.now();
  const seen = (one) => document.querySelector(one)?.checkVisibility?.() ?? false;
  const now = () => {
    const state = document.querySelector(".ask")?.dataset.state;
    if (state === "open" || state === "fresh") return seen(".ask .idle") ? "pauses" : "own";
    if (seen(".staged")) return "staging";
    if (state === "pending") return "bot"; // an answer is on its way
    return /waiting for you/.test(document.querySelector(".middle .waiting")?.textContent ?? "") ? "pauses" : "bot";
  };
  const sample = () => {
    const at = performance.now();
    if (document.querySelector(".table:not([hidden])") && !seen(".end")) window.shares[now()] += at - last;
    last = at;
    requestAnimationFrame(sample);
  };
  requestAnimationFrame(sample);
"""


async def played(server: ServerProcess, page: Page, kind: str, rng: random.Random) -> tuple[dict[str, float], int]:
    """Play one match to its end; the seconds of each share, and the clicks."""
    game, decks = KINDS[kind]
    async with connect(server.url, name="Ann") as client:
        made = await client.create(game, decks, seats=("open", "bot:greedy"))
        await hold(page, f"seat {made.m}", f'"{made.seats[0].token}"')
        await skip_tour(page)
        await page.add_init_script(SAMPLER)
        await page.goto(f"{server.url.rstrip('/')}/m/{made.m}")
        hand = PageHand(page, rng)
        with anyio.move_on_after(LONGEST_S):
            await hand.play()
    spent: dict[str, float] = await page.evaluate("window.shares")
    times = {name: ms / 1000 for name, ms in spent.items()}
    return {**times, "own": hand.clicks * THOUGHT_S}, hand.clicks


def shares(times: dict[str, float]) -> dict[str, float]:
    whole = sum(times.values())
    return {name: 100 * each / whole for name, each in times.items()}


async def measure(kinds: Iterable[str], matches: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as data, server_process(Path(data) / "data") as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for kind in kinds:
                found = []
                for number in range(matches):
                    context = await browser.new_context(viewport={"width": 1280, "height": 800})
                    times, clicks = await played(server, await context.new_page(), kind, random.Random(seed + number))
                    await context.close()
                    found.append(shares(times))
                    told = ", ".join(f"{name} {each:.1f} s" for name, each in times.items())
                    click.echo(f"  {kind} {number + 1}: {clicks} clicks; {told}")
                medians = {name: statistics.median(each[name] for each in found) for name in WANTED}
                click.echo(f"{kind}: " + ", ".join(f"{name} {each:.1f} %" for name, each in medians.items()))
            await browser.close()


@click.command()
@click.option("--matches", default=5, show_default=True, help="of each kind")
@click.option("--seed", default=1, show_default=True, help="of the clicks")
@click.argument("kinds", nargs=-1, type=click.Choice(list(KINDS)))
def main(kinds: tuple[str, ...], matches: int, seed: int) -> None:
    """Print the shares of the time of a match."""
    click.echo("wanted: " + ", ".join(f"{name} {words}" for name, words in WANTED.items()))
    anyio.run(measure, kinds or tuple(KINDS), matches, seed)


if __name__ == "__main__":
    main()
