"""What a seat is called when whoever created the match did not say."""

from pathlib import Path

import pytest

from tests.server.peer import peer, serving


@pytest.mark.parametrize(
    ("names", "seats", "called"),
    [
        ([], ["open", "bot:greedy"], ["player 1", "greedy"]),
        ([], ["bot:random", "bot:random"], ["random 1", "random 2"]),
        (["ann"], ["open", "bot:greedy"], ["ann", "greedy"]),
        ([], [], ["player 1", "player 2"]),
    ],
)
async def test_a_bot_of_the_house_goes_by_its_own_name(
    tmp_path: Path, names: list[str], seats: list[str], called: list[str]
) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        await ann.create(names=names, seats=seats)
        assert [line["names"] for line in (await ann.ask({"t": "list", "r": "l"}, "matches"))["matches"]] == [called]
