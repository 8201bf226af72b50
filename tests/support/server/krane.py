"""A library with the made-up scenario of Krane and its sets, all understood."""

from pathlib import Path

from server.library.library import FILE, Library
from tests.support.engine.brought_scenario import GAME, tables
from tests.support.server.imported import card, understood


def krane(data: Path) -> None:
    """Put it into the library of a data directory."""
    data.mkdir(parents=True, exist_ok=True)
    with Library(data / FILE, is_writable=True) as made:
        made.add([(card(GAME, table), understood(GAME, table)) for table in tables().values()])
