"""``python -m tests.attacks.question``: a legal deck of artifacts, and a spell whose X all of them pay for.

Its player builds up for many turns. Then it announces the spell, is asked what X is, cancels, and announces it again:
each time the rules work out the largest X. The players of other matches do not notice.
"""

from __future__ import annotations

import sys
import time
from typing import Final

import anyio
import click

from protocol.client import Match, connect
from protocol.messages import AnyAnswer, Decision
from tests.support.server.neighbours import attacked_by

SPELL: Final = "Blaze"
ARTIFACTS: Final = (
    *("Ornithopter", "Memnite", "Lotus Petal", "Frogmite", "Myr Enforcer", "Chromatic Star", "Chromatic Sphere"),
    *("Sol Ring", "Terrarion", "Bonesplitter", "Voltaic Key", "Krark-Clan Ironworks", "Mind Stone"),
    *("Ichor Wellspring", "Prophetic Prism", "Thran Dynamo"),
)
LANDS: Final = ("Great Furnace", "Darksteel Citadel", "Seat of the Synod", "Ancient Den")
DECK: Final = {**dict.fromkeys((*ARTIFACTS, *LANDS, SPELL), 4), "Mountain": 10}
LEFT: Final = 10
"""Cards of the library that are left once enough is built: nobody is to lose by drawing."""
TIMES: Final = 200


class Attacker:
    """The first seat, its deeds, and what it has seen; the other one passes.

    Attributes:
        most: the X that it was offered last.
        artifacts: how many it controlled then.
        waited_s: from each announcement to the question.
    """

    def __init__(self) -> None:
        self.most = self.artifacts = 0
        self.waited_s: list[float] = []
        self._begun_s = 0.0

    def answer(self, match: Match, decision: Decision) -> AnyAnswer:
        if decision.kind == "number" and decision.cancel:
            self.waited_s.append(time.perf_counter() - self._begun_s)
            self.most = decision.most
            self.artifacts = sum(card.is_a("Artifact") for card in match.view.board(0))
            return "cancel"
        if decision.kind == "pay":
            return "auto"
        if decision.kind != "act":
            return 0 if decision.default is None else decision.default
        texts = [option.text for option in decision.options]
        announced = next((number for number, text in enumerate(texts) if text.startswith(f'cast "{SPELL}')), None)
        if announced is not None and match.view.size(0, "library") <= LEFT:
            self._begun_s = time.perf_counter()
            return announced
        built = (
            number for number, text in enumerate(texts) if text.startswith(("play ", "cast ")) and number != announced
        )
        return next(built, "pass")


async def play(url: str) -> None:
    """Attack; tells what was asked."""
    attacker = Attacker()
    async with connect(url, name="attacker") as client, connect(url, name="other") as passer:
        made = await client.create("magic", (DECK, DECK))
        async with anyio.create_task_group() as tasks:
            other = await passer.join(made.m, made.seats[1].token)
            tasks.start_soon(_pass_on, other)
            match = await client.join(made.m, made.seats[0].token)
            async for decision in match:
                await match.answer(attacker.answer(match, decision))
                if len(attacker.waited_s) >= TIMES:
                    break
            tasks.cancel_scope.cancel()
    waited = sorted(attacker.waited_s) or [0.0]
    click.echo(
        f"asked {len(attacker.waited_s)} times what X is, with {attacker.artifacts} artifacts, up to {attacker.most}: "
        f"p50 {1000 * waited[len(waited) // 2]:.1f} ms, most {1000 * waited[-1]:.1f} ms"
    )


async def _pass_on(match: Match) -> None:
    async for decision in match:
        await match.answer("pass" if decision.kind == "act" else 0 if decision.default is None else decision.default)


if __name__ == "__main__":
    anyio.run(*((play, sys.argv[1]) if len(sys.argv) > 1 else (attacked_by, "tests.attacks.question")))
