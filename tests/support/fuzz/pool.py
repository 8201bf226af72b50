"""Names that a fuzzer has heard: matches, tokens, decisions and numbers, for its next frames."""

from __future__ import annotations

from typing import Any, Final

FORGED: Final = (
    "",
    "x",
    "eyJhbGciOiJub25lIn0.eyJhdWQiOiJzdGFja2xvb3Avc2VhdCIsIm0iOiJtNyIsInMiOjAsImV4cCI6OTk5OTk5OTk5OX0.",
    "eyJhbGciOiJIUzI1NiJ9.bm90IGpzb24.c2ln",
    "e30.e30.e30",
    "." * 2000,
    "eyJ" + "A" * 2045,
    "\x00",
)
"""Tokens that nobody gave: none, unsigned (``alg`` none), signed with nothing, no JSON, as long as may be."""
ABSENT: Final = 7
"""The place in every list where nothing is that anybody has heard of."""


class Ref:
    """A place in a frame that is filled in when it is sent: the ``n``-th thing of a kind."""

    __slots__ = ("kind", "n")

    def __init__(self, kind: str, n: int) -> None:
        self.kind = kind
        self.n = n

    def __repr__(self) -> str:
        return f"Ref({self.kind!r}, {self.n})"


class Pool:
    """Names that were heard, the latest first.

    Args:
        foreign: matches of others, whose ids are known and whose seats are not.
    """

    def __init__(self, foreign: tuple[str, ...]) -> None:
        self._foreign = foreign
        self._matches: list[str] = []
        self._tokens: list[str] = []
        self._asked: dict[str, dict[str, Any]] = {}
        self._objects: list[int] = []
        self._tables: list[str] = []
        self._c = 0
        self._seq = 0

    def find(self, ref: Ref) -> object:
        n = ref.n
        match ref.kind:
            case "match":
                known = [*self._matches[-4:], *self._foreign]
                return known[n % len(known)] if n != ABSENT else "nowhere"
            case "token":
                return self._token(n)
            case "c":
                self._c += 1
                return (self._c, self._c, self._c, self._c - 1, 1, self._c + 1000, 2**53 - 1, 0)[n]
            case "w":
                w = next((asked["w"] for asked in reversed(self._asked.values())), 1)
                return (w, w, w, w, w - 1, w + 1, 2**53 - 1, 0)[n]
            case "answer":
                return self._answer(n)
            case "object":
                return self._objects[n % len(self._objects)] if self._objects and n != ABSENT else 2**31 - 1
            case "table":
                return self._tables[-1 - n] if n < len(self._tables) else "nowhere"
            case "seq":
                return (self._seq, self._seq - 1, 0, 1, 2, self._seq + 1, 2**53 - 1, 3)[n] % 2**53
        raise AssertionError(ref)

    def _token(self, n: int) -> str:
        if n >= len(self._tokens) or n == ABSENT:
            return FORGED[n % len(FORGED)]
        token = self._tokens[-1 - n]
        return (token, token, token, token, token[:-3], token + "A", token.swapcase(), token)[n]

    def _answer(self, n: int) -> object:
        asked = next(reversed(self._asked.values()), None)
        options = [] if asked is None else asked.get("options", [])
        if asked is None or n == 0:
            return 0 if asked is None or not asked.get("default") else asked["default"]
        if not options:
            return {"do": asked["kind"], "refs": [], "amounts": [asked.get("least", 0)]}
        option = options[n % len(options)]
        answer = {"do": option["do"], "refs": option.get("refs", []), "amounts": option.get("amounts", [])}
        return (option["n"], answer, option["text"], {**answer, "plan": [answer, {"do": "auto"}]}, n)[n % 5]

    def heard(self, frame: dict[str, Any]) -> None:
        """Note what a frame of the server tells."""
        match frame:
            case {"t": "created", "m": str(match)}:
                self._matches.append(match)
                given = [*frame.get("seats", []), *frame.get("invites", [])]
                self._tokens += [place["token"] for place in given]
            case {"t": "table", "table": {"id": str(table)}} if "gone" not in frame:
                self._tables.append(table)
                self._tokens += [frame[key] for key in ("invite", "token") if key in frame]
            case {"t": "granted" | "invited" | "welcome", "token": str(token)}:
                self._tokens.append(token)
            case {"t": "state" | "diff", "m": str(match)}:
                self._seq = frame["seq"]
                told = frame.get("view") or frame.get("d") or {}
                self._objects = [int(key[1:]) for key in told if key[1:].isdigit()][:8]
                if frame.get("decision"):
                    self._asked.pop(match, None)
                    self._asked[match] = frame["decision"]
                self._c = max(self._c, frame.get("c", 0))
