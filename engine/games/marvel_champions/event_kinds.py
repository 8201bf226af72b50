"""The kinds of events that only Marvel Champions has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.marvel_champions import activating, boosting, initiating, powers, revealing
from engine.games.marvel_champions.forms import perform_change
from engine.games.marvel_champions.reacting import SAID_AS, conditions
from engine.state.event_kinds import EventKind, stated

if TYPE_CHECKING:
    from engine.state.event_kinds import Performer

PERFORMED: Final[dict[str, Performer]] = {
    **activating.PERFORMED,
    **boosting.PERFORMED,
    **initiating.PERFORMED,
    **powers.PERFORMED,
    **revealing.PERFORMED,
    "form": perform_change,
}
UNMEASURED: Final = (activating.ATTACK, activating.SCHEME)
EVENTS: Final[dict[str, EventKind]] = {
    **stated("threat", "threat removed", "used", "begin", "end", "eliminated"),
    **{
        name: EventKind((SAID_AS.get(name, name),), perform, conditions, is_measured=name not in UNMEASURED)
        for name, perform in PERFORMED.items()
    },
}
