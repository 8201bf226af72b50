"""Earlier views of a match, asked for over the wire."""

from tests.support.server.peer import Frame, Peer


async def page(asker: Peer, match: str, seq: int, count: int = 64, of: str = "public") -> Frame:
    asked = {"t": "earlier", "m": match, "seq": seq, "count": count, "of": of, "r": f"{of} {seq}"}
    return await asker.ask(asked, "past", "nack")
