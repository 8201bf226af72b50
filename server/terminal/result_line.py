"""The end of a match, as people say it."""

from __future__ import annotations

from typing import Final, Protocol

from protocol.messages import Result
from protocol.view import View

CONCEDED: Final = "{who} conceded"


class Seen(Protocol):
    """A match as somebody sees it."""

    @property
    def result(self) -> Result | None: ...

    @property
    def view(self) -> View: ...


def ending(match: Seen) -> str:
    """A sentence: who won, and why; empty for a match that is not over."""
    result = match.result
    if result is None:
        return ""
    names = {player.seat: player.name or f"seat {player.seat}" for player in match.view.players}
    winners = " and ".join(names[seat] for seat in result.winners)
    side = match.view.table.side
    who = f"{winners} won" if winners else f"the {side} won" if side else "nobody won"
    lost = [seat for seat in names if seat not in result.winners and _lost(match, seat) == result.code]
    words = match.view.table.words.get(f"end {result.code}") or (CONCEDED if result.code == "concede" else "")
    if lost and words:
        return f"{who}: {words.replace('{who}', ' and '.join(names[seat] for seat in lost))}"
    is_told = result.reason.startswith(winners) and not (side and not winners)
    told = result.reason if is_told else f"{who}: {result.reason}"
    return f"{told} ({result.code})" if result.code else told


def _lost(match: Seen, seat: int) -> object:
    """The code by which a player has lost."""
    entity = match.view.entities.get(f"p{seat + 1}")
    return entity.get("lost") if isinstance(entity, dict) else None
