"""Chat over the wire, line by line."""

from tests.support.server.peer import Frame, Peer


async def hear(someone: Peer, match: str) -> list[Frame]:
    """The lines that are told to who asks to hear."""
    told = await answer(someone, {"t": "hear", "m": match, "r": "hear"})
    lines: list[Frame] = told.get("lines", []) if told["t"] == "said" else [told]
    return lines


async def say(someone: Peer, match: str, text: str) -> Frame:
    """The answer to a player's line."""
    return await answer(someone, {"t": "say", "m": match, "text": text, "r": text[:64]})


async def answer(someone: Peer, frame: Frame) -> Frame:
    await someone.send(frame)
    while (told := await someone.expect("said", "nack")).get("r") != frame["r"]:
        pass
    return told


async def next_line(someone: Peer) -> tuple[int, str]:
    """The next speaker, and the line."""
    while not (told := await someone.expect("said")).get("lines"):
        pass
    (line,) = told["lines"]
    return line["seat"], line["text"]
