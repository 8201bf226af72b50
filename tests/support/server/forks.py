"""Matches that begin at a moment of a record, over the wire."""

from server.lobby.forked_matches import packed
from tests.support.server.peer import Frame, Peer

AT = 60


async def created(maker: Peer, fork: Frame, **more: object) -> Frame:
    return await maker.ask({"t": "create", "r": "c", "game": "magic", "fork": fork, **more}, "created", "nack")


def frame(text: str, at: int) -> Frame:
    fork = packed(text, at)
    return {"record": fork.record, "at": fork.at}
