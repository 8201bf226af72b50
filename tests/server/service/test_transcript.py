"""The session that PROTOCOL.md shows is one that a real server takes part in, frame by frame.

``python -m tests.server.service.test_transcript`` prints what must stand there.
"""

import json
import re
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

import anyio

import protocol
from server.runtime.logs import configure
from tests.support.server.peer import Frame, Peer, dial, peer, serving

DOCUMENT: Final = Path(protocol.__file__).with_name("PROTOCOL.md").read_text()
SEED: Final = "5"
"""By which ann is asked first."""
CUT: Final = {
    "view": ("game", "offers", "settings"),
    "d": ("game", "offers", "settings"),
    "game": ("turn", "phase", "waiting"),
    "limits": ("frame_bytes", "matches"),
}
"""The fields that are shown of long objects."""
MOST_OPTIONS: Final = 2
MADE_UP: Final = {
    "now": 1790000000000,
    "since": 1790000000000,
    "server": "stackloop 0.1.0",
    "session": "c17",
    "title": "Amber Heron",
    "rules": "compiled",
}
"""Values that no two sessions have in common."""


class Scribe:
    """Writes down what ann sends and gets."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.ann: Peer | None = None
        self._names: dict[str, str] = {}

    def value(self, name: str) -> str:
        """The value that was written down under a name."""
        return next(value for value, called in self._names.items() if called == name)

    def tell(self, text: str) -> None:
        """Tell of events that happen elsewhere."""
        self.lines.append(f"# {text}")

    async def say(self, frame: Frame) -> None:
        assert self.ann is not None
        self.lines.append(f"> {self._shown(frame)}")
        await self.ann.send(frame)

    async def hear(self, *kinds: str) -> Frame:
        """The next frames, which must be of these types; returns the last one."""
        assert self.ann is not None
        frame: Frame = {}
        for kind in kinds:
            frame = await self.ann.next()
            assert frame["t"] == kind, frame
            if kind == "created":
                self._names[frame["m"]] = "m7"
                self._names |= {seat["token"]: f"token-of-seat-{seat['seat']}" for seat in frame["seats"]}
            elif frame.get("token"):
                self._names[frame["token"]] = "token-of-ann"
            self.lines.append(f"< {self._shown(frame)}")
        return frame

    def _shown(self, frame: Frame) -> str:
        made_up = {key: value for key, value in MADE_UP.items() if key != "since" or frame["t"] == "waiting"}
        text = json.dumps(cut(frame, made_up))
        for value, name in self._names.items():
            text = text.replace(value, name)
        return text


def cut(value: Any, made_up: Frame) -> Any:
    """JSON without what would be too long to show, and with other times; ``Any``: it may be of every shape."""
    if not isinstance(value, dict):
        return value
    shown = {}
    for key, each in value.items():
        if key in CUT and isinstance(each, dict):
            shown[key] = cut({name: each[name] for name in CUT[key] if name in each}, made_up)
        elif key == "options":
            shown[key] = each[:MOST_OPTIONS]
        else:
            shown[key] = made_up.get(key, cut(each, made_up))
    return shown


async def session(folder: Path) -> list[str]:
    """The frames that ann sends and gets in a match against bob."""
    scribe = Scribe()
    async with AsyncExitStack() as stack:
        server = AsyncExitStack()
        await stack.enter_async_context(server)
        service = await server.enter_async_context(serving(folder, fixed_shuffles=1, head_s=600.0))
        bob = await stack.enter_async_context(peer(service.url))
        first = await stack.enter_async_context(dial(service.url))
        scribe.ann = first
        match, bobs = await begin(scribe)
        await bob.join(match, bobs)
        token = scribe.value("token-of-seat-0")
        await play(scribe, bob, match, token)
        await lose(scribe, await stack.enter_async_context(dial(service.url)), bob, match, token)
        await count_wrong(scribe, match)
        scribe.tell("the server stops")
        await server.aclose()
        await scribe.hear("bye")
    return scribe.lines


async def begin(scribe: Scribe) -> tuple[str, str]:
    """Come in, and make a match; returns its id, and the token of the other seat."""
    scribe.tell("ann has never been here")
    await scribe.say({"t": "hello", "name": "ann"})
    await scribe.hear("welcome")
    decks = {"decks": ["burn", "burn"], "names": ["ann", "bob"], "seed": SEED}
    await scribe.say({"t": "create", "r": "1", "game": "magic", **decks})
    created = await scribe.hear("created")
    scribe.tell("bob is given the token of seat 1, and joins")
    return created["m"], created["seats"][1]["token"]


async def play(scribe: Scribe, bob: Peer, match: str, token: str) -> None:
    """The first decisions, one of them answered too late, and a diff in which nothing is asked anew."""
    intent: Frame = {"t": "intent", "m": match}
    await scribe.say({"t": "join", "m": match, "token": token})
    await scribe.hear("state", "waiting")
    await scribe.say({**intent, "c": 1, "w": 1, "a": {"do": "players", "refs": [1]}})
    await scribe.hear("diff", "ack")
    scribe.tell("ann clicks twice: decision 1 is answered already, nothing is applied, and c 2 is not taken")
    await scribe.say({**intent, "c": 2, "w": 1, "a": {"do": "players", "refs": [1]}})
    await scribe.hear("nack")
    await scribe.say({**intent, "c": 2, "w": 2, "a": 0})
    await scribe.hear("diff", "ack")
    scribe.tell("nothing is asked of ann; bob keeps his hand, too")
    await bob.send({**intent, "c": 1, "w": 1, "a": 0})
    await scribe.hear("diff")
    scribe.tell("bob offers a draw: without a decision in it, the diff leaves ann's as it is")
    await bob.send({"t": "agree", "m": match, "c": 2, "to": "draw"})
    await scribe.hear("diff")


async def lose(scribe: Scribe, again: Peer, bob: Peer, match: str, token: str) -> None:
    """An answer counts whose ack is lost with the connection; on another one it is sent again."""
    assert scribe.ann is not None
    bob.heard.clear()
    await scribe.say({"t": "intent", "m": match, "c": 3, "w": 3, "a": "pass"})
    while not (await bob.expect("diff")).get("decision"):
        pass
    scribe.ann.socket.transport.abort()
    scribe.tell("the connection is lost before anything comes back; ann comes again, with what welcome gave her")
    scribe.ann = again
    await scribe.say({"t": "hello", "token": scribe.value("token-of-ann")})
    await scribe.hear("welcome")
    await scribe.say({"t": "join", "m": match, "token": token, "since": 4})
    await scribe.hear("diff", "head", "waiting")
    await scribe.say({"t": "intent", "m": match, "c": 3, "w": 3, "a": "pass"})
    await scribe.hear("ack")


async def count_wrong(scribe: Scribe, match: str) -> None:
    """Numbers that are not new, and the end."""
    settings = {"t": "settings", "m": match, "s": "stop upkeep"}
    scribe.tell("another window of ann's counts for itself, and has not heard of c 3")
    await scribe.say({**settings, "c": 3})
    await scribe.hear("nack")
    await scribe.say({**settings, "c": 4})
    await scribe.hear("diff", "ack")
    scribe.tell("that window leaves c 5 out; then it is too low")
    await scribe.say({"t": "agree", "m": match, "c": 6, "to": "draw", "yes": False})
    await scribe.hear("diff", "ack")
    await scribe.say({"t": "concede", "m": match, "c": 5})
    await scribe.hear("nack")
    await scribe.say({"t": "concede", "m": match, "c": 7})
    await scribe.hear("diff", "ack", "end")


async def test_the_session_of_the_document_is_a_real_one(tmp_path: Path) -> None:
    """Write it anew with what ``python -m tests.server.service.test_transcript`` prints."""
    (shown,) = re.findall(r"^```session\n(.*?)\n```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert await session(tmp_path) == shown.splitlines()


def write() -> None:
    """Print a session as it must stand in the document."""
    configure("error")
    with tempfile.TemporaryDirectory() as folder:
        print("\n".join(anyio.run(session, Path(folder))))  # noqa: T201 # what it is for


if __name__ == "__main__":
    write()
