"""The load plays as bots do, who are asked everything, or as people do, by the settings of the page."""

import json
from pathlib import Path

import anyio
import pytest

from engine import Settings, list_games
from protocol.client import connect
from server.bench.load import Tally, play
from tests.support.server.peer import serving

ANSWERS = 12


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("are_people", [False, True])
async def test_people_say_the_settings_of_the_page_before_they_answer(
    tmp_path: Path, game: str, are_people: bool
) -> None:
    tally = Tally()
    async with serving(tmp_path) as service, connect(service.url, name="load") as control:
        created = await control.create(game, names=("ann", "bob"))
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(lambda: play(service.url, created.m, created.seats, tally, are_people=are_people))
            with anyio.fail_after(60):
                while tally.answered < ANSWERS:  # noqa: ASYNC110 # it tells nobody
                    await anyio.sleep(0.01)
            tasks.cancel_scope.cancel()
        actor = service.registry.get(created.m)
        assert actor is not None
        view = actor.history.views.now("seat0").entities
        advised = Settings.from_json(json.loads(bytes(view))["table"]["settings"])
        assert [settings.full for settings in actor.match.settings] == [not are_people] * len(created.seats)
        assert [settings == advised for settings in actor.match.settings] == [are_people] * len(created.seats)
