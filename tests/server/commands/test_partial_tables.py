"""``--allow-partial``: a private table is opened where cards are played that are understood in part."""

from pathlib import Path

import pytest

from protocol.client import connect
from server.commands.table_places import PRIVATE, sit_down
from server.library.library import FILE
from tests.support.server.imported import WITH_HALF, library
from tests.support.server.peer import serving


async def test_all_who_sit_there_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library(tmp_path / FILE)
    listed = tmp_path / "list.txt"
    listed.write_text("".join(f"{count} {name}\n" for name, count in WITH_HALF.items()))
    async with serving(tmp_path) as service, connect(service.url) as ann, connect(service.url) as bob:
        deck = str(listed)
        opened = await sit_down(ann, PRIVATE, "magic", None, deck, "ann", is_series=False, allow_partial=True)
        assert opened.line.partial
        sat = await sit_down(bob, opened.link, "magic", None, deck, "bob", is_series=False)
        for place in (opened, sat):
            match = await place.match()
            assert match.is_partial
    assert capsys.readouterr().err.count("played in part: Half Hum") == 2
