"""Notes of a node before it does what may end it."""

from pathlib import Path
from typing import Any

import pytest

from server.cluster.crash_notes import Trials
from server.runtime.errors import Unavailable
from server.store.journal import TAKE_UP
from server.store.journal_opening import open_journal
from tests.support.server.go_between import go_between
from tests.support.server.redis_process import BINARIES, answers, redis_process


async def test_a_trial_that_was_never_begun_leaves_no_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis does not answer in time, and hears of it later."""
    monkeypatch.setattr("server.store.redis_connections.READ_TIMEOUT_S", 0.2)
    nobody: Any = None
    with redis_process(BINARIES[0], tmp_path / "redis") as redis:
        await answers(redis.url)
        async with (
            go_between(str(redis.path)) as between,
            open_journal(between.url, "a") as journal,
            open_journal(redis.url, "b") as other,
        ):
            between.hold(b"SADD")
            with pytest.raises(Unavailable):
                async with Trials(journal, nobody).of("m", TAKE_UP):
                    pytest.fail("it was begun")
            between.release()
            await journal.attempt("another", TAKE_UP)  # on the same connection, so that all before it was heard
            assert await other.tried("another", TAKE_UP) == ["a"]
            assert await other.tried("m", TAKE_UP) == []
