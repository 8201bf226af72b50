"""A match read from its journal: from the last segment head, or from the beginning where that head is of no use."""

from server import metrics
from server.errors import OtherEngine, Unreadable
from server.history import History, go_on, replay
from server.journal import Journal
from server.logs import get

log = get("rebuilding")


async def rebuild(journal: Journal, match_id: str, engine: str) -> History:
    """The match as its journal tells it now; nothing is taken.

    Args:
        engine: the name of our own.

    Raises:
        UnknownMatch: there is none.
        OtherEngine: only an engine of that name can go on with it.
        Unreadable: the journal does not fit this engine.
        Unavailable: Redis cannot be reached.
    """
    seq, entries = await journal.tail(match_id)
    try:
        return replay(match_id, entries, engine, seq)
    except OtherEngine:
        raise
    except Unreadable:
        if seq == 1:
            raise
        metrics.INCIDENTS.inc()
        log.exception("segment head of no use", match=match_id, seq=seq)
    return replay(match_id, await journal.read(match_id), engine)


async def catch_up(journal: Journal, match_id: str, history: History) -> None:
    """Apply what was journaled since the match was rebuilt.

    Raises:
        As ``rebuild``.
    """
    go_on(match_id, history, await journal.read(match_id, history.seq))
