"""Settings come from the command line, then the environment, then their defaults."""

from pathlib import Path

import pytest

from server.runtime.settings import LEAST_BEAT_MS, Durability, Settings


def test_what_is_given_wins_over_the_environment() -> None:
    environment = {"STACKLOOP_PORT": "1", "STACKLOOP_HOST": "h", "STACKLOOP_TICK_S": "0.5"}
    settings = Settings.from_environment(environment, port=2, data=None)
    assert (settings.port, settings.host, settings.tick_s, settings.data) == (2, "h", 0.5, Path(".stackloop"))


def test_a_value_of_the_wrong_type_is_named() -> None:
    with pytest.raises(ValueError, match="STACKLOOP_PORT"):
        Settings.from_environment({"STACKLOOP_PORT": "many"})


def test_a_durability_is_one_of_three() -> None:
    assert Settings.from_environment({"STACKLOOP_DURABILITY": "fsync"}).durability is Durability.FSYNC
    with pytest.raises(ValueError, match="STACKLOOP_DURABILITY is 'disk', not redis, replica or fsync"):
        Settings.from_environment({"STACKLOOP_DURABILITY": "disk"})


def test_the_beat_of_the_public_is_no_shorter_than_what_hides_a_pass_without_thought() -> None:
    least = str(LEAST_BEAT_MS)
    assert Settings.from_environment({"STACKLOOP_BEAT_MS": least}).beat_ms == LEAST_BEAT_MS
    with pytest.raises(ValueError, match="STACKLOOP_BEAT_MS is 0"):
        Settings.from_environment({"STACKLOOP_BEAT_MS": "0"})
    with pytest.raises(ValueError, match=least):
        Settings.from_environment({}, beat_ms=LEAST_BEAT_MS - 1)
