"""The audit of ``stackloop chaos``."""

from pathlib import Path

from msgspec import Raw

from server.chaos.audit import audit
from server.chaos.players import Witness
from server.embedded import embedded
from server.entries import Answered, encode
from server.journal import open_journal


async def test_the_audit_finds_what_is_lost_doubled_and_unfinished(tmp_path: Path) -> None:
    witness = Witness()
    witness.saw(("m", 0, 1), 5)
    witness.saw(("m", 0, 2), 6)
    async with embedded(tmp_path / "redis") as redis, open_journal(redis) as journal:
        answered = encode(Answered(0, 5, Raw(b"0"), 1))
        hold = await journal.create("m", answered)
        await journal.append(hold, answered)
        found = await audit(redis, tmp_path / "archive", ["m", "none"], witness)
    assert found.lost == [("m", 0, 2)]
    assert found.doubled == [("m", 0, 1)]
    assert found.finished == 0
    assert len(found.faults) == 2
