"""The operator's way of ending what a fuzzer has begun: through the admin door of a node."""

from __future__ import annotations

import msgspec

from server.commands.admin import knock
from server.ownership.admin_messages import Close, Matches, Overview


async def close_all(url: str, token: str, spared: set[str]) -> None:
    """Close every match of the cluster but those that are spared."""
    answer = await knock(url, token, Matches(), False)
    assert isinstance(answer.ok, msgspec.Raw), answer
    for row in msgspec.json.decode(answer.ok, type=Overview).matches:
        if row.m not in spared:
            await close(url, token, row.m)


async def close(url: str, token: str, match: str) -> None:
    """Close one match, wherever it is run; that it is over already does no harm."""
    answer = await knock(url, token, Close(match, "enough"), False)
    assert answer.error in ("", "match_over", "unknown_match", "fenced"), answer
