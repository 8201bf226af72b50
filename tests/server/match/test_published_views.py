"""A view is published while another node may show it, and not otherwise."""

import pytest

from server.match.audience import Fetch
from server.runtime.settings import Settings
from server.secrecy.twins import Table, arrange
from tests.support.server.hand_clock import HandTime

pytestmark = pytest.mark.interpreted("sets another clock, which compiled code does not look up")

VIEWS = ["public", "seat0", "seat1"]
HEAD_S = Settings().head_s
"""Time between two fetches of a view by a node that shows it."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> HandTime:
    clock = HandTime()
    monkeypatch.setattr("server.match.audience.time", clock)
    return clock


def fetch(table: Table, view: str) -> None:
    table.fetch(Fetch(view, None, lambda _seq, _is_whole, _frames, _watching, _end: None, "other", 1))


def table() -> Table:
    return arrange("magic", 0).table


def test_nothing_is_published_of_a_match_that_is_shown_here_alone(clock: HandTime) -> None:
    assert table().published_views == []


def test_what_is_fetched_is_published_as_long_as_it_is_fetched_again(clock: HandTime) -> None:
    here = table()
    for _ in range(5):
        fetch(here, "seat1")
        assert here.published_views == ["seat1"]
        clock.at_s += 2 * HEAD_S  # one of them may be lost
        assert here.published_views == ["seat1"]
    clock.at_s += HEAD_S
    assert here.published_views == []


def test_who_takes_a_match_over_publishes_all_until_those_who_show_it_have_fetched_it(clock: HandTime) -> None:
    here = table()
    here.taken_over()
    assert here.published_views == VIEWS
    clock.at_s += HEAD_S
    fetch(here, "public")
    clock.at_s += 2 * HEAD_S
    assert here.published_views == ["public"]
