"""Settings of a seat, about how it wants to be asked: as a record, as JSON and as gestures.

Settings are a seat's own, kept beside the game: no rule reads them, no rewind touches them, no hash covers them. Their
effect is in ``engine.play.auto_pass``. A gesture changes what it names and leaves the rest:

    full control on         never skip anything; so a new seat begins
    own on                  pass while the top of the stack is one's own
    smart on                pass where nothing but mana abilities could be done; this tells others what a hand holds
    stop upkeep             ask in this step, of every turn; ``stop end own``, ``stop any others``; ``off`` ends it
    stop for cast "Shock"   ask, whatever else is set, while this could be cast (or played, activated)
    yield "Soul Warden"     pass while an ability of this is on top, and do not ask whether it is used in a window;
                            ``"Soul Warden#2"``; its text may follow
    always yes "Bird Nest"  say yes whenever an ability of this asks yes or no; ``always no``; its text may follow
    pass until end of turn  ... ``own turn``, ``stack empty``, ``something``; several with ``or``; ``pass until off``

``settings`` before them says all that is set: ``settings stop "precombat main" own``. ``Settings.read(line, any)`` of
what ``str(settings)`` wrote gives equal settings.
"""

from __future__ import annotations

import json
import re
from typing import Final, Literal, TypeAlias, TypeVar

from engine.errors import Refusal
from engine.sentences import said

ANY: Final = "any"
"""As a step: every step. As a turn: everybody's."""
Turns: TypeAlias = Literal["any", "own", "others"]
TURNS: Final[tuple[Turns, ...]] = (ANY, "own", "others")
PassUntil: TypeAlias = Literal["end of turn", "own turn", "stack empty", "something"]
UNTIL: Final[tuple[PassUntil, ...]] = ("end of turn", "own turn", "stack empty", "something")
StopVerb: TypeAlias = Literal["cast", "play", "activate"]
VERBS: Final[tuple[StopVerb, ...]] = ("cast", "play", "activate")
"""The actions that a seat may ask to be stopped for."""
MOST_ENTRIES: Final = 64
"""In each list of settings."""
MOST_LETTERS: Final = 1024
"""Of a name or a text in settings."""

MOST_DIGITS: Final = 10
"""Of a number in a gesture."""

Stop = tuple[str, Turns]
"""A step, and whose turn: one of ``TURNS``."""
Wanted = tuple[StopVerb, str]
"""A verb of ``VERBS``, and the name of a card."""
Yield = tuple[str, int, str]
"""The name of a source, its number (0: any of that name), the ability's text as shown ("": any of its abilities)."""


Said: TypeAlias = Literal["no", "yes"]
Always = tuple[str, int, str, Said]
"""A standing answer to an ability that asks yes or no, and which of the two to say."""
SAID: Final[tuple[Said, ...]] = ("no", "yes")
W = TypeVar("W", bound=str)


class Settings:
    """One seat's settings; never written to.

    Args:
        full: full control, nothing is skipped.
        own: pass while the top of the stack is the seat's own.
        smart: pass where only mana abilities could be activated.
        stops: where to be asked with an empty stack; elsewhere the seat passes.
        wanted: what never to be skipped while it could be done.
        yields: abilities to let resolve, and not to be asked to use in a window.
        always: abilities that get the same answer whenever they ask yes or no.
        until: pass until one of these comes about.
        since: the turn in which ``until`` was set.
        seen: what had happened already by then: ids of attackers and of others' items on the stack.
    """

    __slots__ = ("always", "full", "own", "seen", "since", "smart", "stops", "until", "wanted", "yields")

    def __init__(
        self,
        *,
        full: bool = False,
        own: bool = False,
        smart: bool = False,
        stops: tuple[Stop, ...] = (),
        wanted: tuple[Wanted, ...] = (),
        yields: tuple[Yield, ...] = (),
        always: tuple[Always, ...] = (),
        until: tuple[PassUntil, ...] = (),
        since: int = 0,
        seen: tuple[int, ...] = (),
    ) -> None:
        self.full = full
        self.own = own
        self.smart = smart
        self.stops = stops
        self.wanted = wanted
        self.yields = yields
        self.always = always
        self.until = until
        self.since = since
        self.seen = seen

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.full, self.own, self.smart, self.stops, self.wanted, self.yields, self.always, self.until))

    def __repr__(self) -> str:
        return f"Settings({str(self)!r})"

    def passing(self, until: tuple[PassUntil, ...], since: int = 0, seen: tuple[int, ...] = ()) -> Settings:
        """These settings, but passing until something else; until nothing, if it has come about."""
        return Settings(
            full=self.full,
            own=self.own,
            smart=self.smart,
            stops=self.stops,
            wanted=self.wanted,
            yields=self.yields,
            always=self.always,
            until=until,
            since=since,
            seen=seen,
        )

    # --- as JSON ----------------------------------------------------------------------------------

    def to_json(self) -> dict[str, object]:
        """As a JSON object: what is not set is left out."""
        out: dict[str, object] = {name: True for name in ("full", "own", "smart") if getattr(self, name)}
        if self.stops:
            out["stops"] = [list(stop) for stop in self.stops]
        if self.wanted:
            out["wanted"] = [list(wanted) for wanted in self.wanted]
        if self.yields:
            out["yields"] = [list(entry) for entry in self.yields]
        if self.always:
            out["always"] = [list(entry) for entry in self.always]
        if self.until:
            out["until"] = list(self.until)
        return out

    @staticmethod
    def from_json(data: object) -> Settings:
        """Read settings from decoded JSON.

        Raises:
            Refusal: ``bad_settings``, if it has not the shape of ``to_json``.
        """
        if not isinstance(data, dict):
            raise _bad("settings are an object")
        settings = Settings(
            full=data.get("full") is True,
            own=data.get("own") is True,
            smart=data.get("smart") is True,
            stops=tuple((_name(step), _word(turn, TURNS)) for step, turn in _entries(data, "stops", 2)),
            wanted=tuple((_word(verb, VERBS), _name(name)) for verb, name in _entries(data, "wanted", 2)),
            yields=tuple((_name(name), _number(n), _text(text)) for name, n, text in _entries(data, "yields", 3)),
            always=tuple(
                (_name(name), _number(n), _text(text), _word(said, SAID))
                for name, n, text, said in _entries(data, "always", 4)
            ),
            until=tuple(_word(word, UNTIL) for (word,) in _entries(data, "until", 0)),
        )
        settings.check()
        return settings

    def check(self) -> None:
        """Refuse settings that contradict themselves.

        Raises:
            Refusal: ``full_control`` if they are to pass and to skip nothing, ``bad_settings`` if a list is too long.
        """
        if self.full and self.until:
            raise Refusal(
                "",
                "full_control",
                said("reason.full_control", "full control skips nothing; turn it off to pass until something"),
            )
        for entries in (self.stops, self.wanted, self.yields, self.always, self.until):
            if len(entries) > MOST_ENTRIES:
                raise _bad(f"settings list at most {MOST_ENTRIES} of a kind")

    # --- as gestures ------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The gesture that sets all of this, whatever was set before."""
        words = ["settings"]
        words.extend(f"{said} on" for name, said in _SWITCHES.items() if getattr(self, name))
        words.extend(f"stop {_quoted(step)} {turn}" for step, turn in self.stops)
        words.extend(f"stop for {verb} {json.dumps(name)}" for verb, name in self.wanted)
        words.extend(f"yield {_source(name, number, text)}" for name, number, text in self.yields)
        words.extend(f"always {said} {_source(name, number, text)}" for name, number, text, said in self.always)
        if self.until:
            words.append(f"pass until {' or '.join(self.until)}")
        return " ".join(words)

    @staticmethod
    def read(line: str, before: Settings) -> Settings:
        """The settings that a gesture makes of those before.

        Raises:
            Refusal: ``bad_settings``, with what is not understood, and all of ``check``.
        """
        settings = _Reader(line).settings(before)
        settings.check()
        return settings

    @staticmethod
    def is_gesture(line: str) -> bool:
        """Whether a line is about settings: it answers no decision."""
        words = line.split(maxsplit=2)
        return bool(words) and (words[0] in _FIRST or words[:2] == ["pass", "until"])


_SWITCHES: Final = {"full": "full control", "own": "own", "smart": "smart"}
_FIRST: Final = frozenset({"settings", "full", "own", "smart", "stop", "yield", "always"})
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')


def _bad(reason: str) -> Refusal:
    return Refusal("", "bad_settings", reason)


def _entries(data: dict[str, object], key: str, size: int) -> list[tuple[object, ...]]:
    """A list of lists of ``size``; of single things if that is 0."""
    found = data.get(key, [])
    if not isinstance(found, list | tuple) or len(found) > MOST_ENTRIES:
        raise _bad(f"{key!r} is a list of at most {MOST_ENTRIES}")
    if not size:
        return [(entry,) for entry in found]
    if not all(isinstance(entry, list | tuple) and len(entry) == size for entry in found):
        raise _bad(f"each of {key!r} is a list of {size}")
    return [tuple(entry) for entry in found]


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > MOST_LETTERS:
        raise _bad(f"a name or text of at most {MOST_LETTERS} letters is wanted")
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in value):  # half a letter, which no journal can hold
        raise _bad("a name or text that can be written is wanted")
    return value


def _name(value: object) -> str:
    if value == "":
        raise _bad("a name is wanted")
    return _text(value)


def _word(value: object, known: tuple[W, ...]) -> W:
    for word in known:
        if word == value:
            return word
    raise _bad(f"one of {', '.join(known)} is wanted, not {value!r}")


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 31:
        raise _bad("a number is wanted")
    return value


def _quoted(step: str) -> str:
    return json.dumps(step) if step == "for" or _TOKEN.fullmatch(step) is None else step


def _source(name: str, number: int, text: str) -> str:
    """A source of abilities, and the ability if one is meant."""
    said = json.dumps(f"{name}#{number}" if number else name)
    return f"{said} {json.dumps(text)}" if text else said


class _Reader:
    """Reads the clauses of one gesture."""

    def __init__(self, line: str) -> None:
        self.words = _TOKEN.findall(line)
        self.place = 0

    def settings(self, before: Settings) -> Settings:
        settings = Settings() if self.takes("settings") else before
        if self.place == len(self.words) == 0:
            raise _bad("an empty gesture")
        while self.place < len(self.words):
            settings = self.clause(settings)
        return settings

    def clause(self, old: Settings) -> Settings:
        """One clause, applied to settings."""
        data = old.to_json()
        if self.takes("full"):
            self.needs("control")
            data["full"] = self.on()
        elif self.takes("own"):
            data["own"] = self.on()
        elif self.takes("smart"):
            data["smart"] = self.on()
        elif self.takes("stop"):
            kind = "wanted" if self.takes("for") else "stops"
            _change(data, kind, self.wanted() if kind == "wanted" else self.stop(), keep=not self.takes("off"))
        elif self.takes("yield"):
            _change(data, "yields", self.source(), keep=not self.takes("off"))
        elif self.takes("always"):
            said = _word(self.next(), SAID)
            source = self.source()
            for other in SAID:
                _change(data, "always", [*source, other], keep=False)
            _change(data, "always", [*source, said], keep=not self.takes("off"))
        elif self.takes("pass"):
            self.needs("until")
            data["until"] = [] if self.takes("off") else self.until()
        else:
            raise _bad(f"{self.next()!r} is nothing that can be set")
        return Settings.from_json(data)

    def peek(self) -> str:
        return self.words[self.place] if self.place < len(self.words) else ""

    def next(self) -> str:
        word = self.peek()
        if not word:
            raise _bad("the gesture ends too early")
        self.place += 1
        return word

    def takes(self, word: str) -> bool:
        """Whether this word comes next; then it is read."""
        if self.peek() != word:
            return False
        self.place += 1
        return True

    def needs(self, word: str) -> None:
        if not self.takes(word):
            raise _bad(f"{word!r} is wanted, not {self.peek()!r}")

    def on(self) -> bool:
        """Whether a switch is turned on; saying nothing turns it on too."""
        if self.takes("off"):
            return False
        self.takes("on")
        return True

    def text(self) -> str:
        word = self.next()
        return word if not word.startswith('"') else _text(_unquoted(word))

    def stop(self) -> list[object]:
        step = self.text()
        return [step, self.next() if self.peek() in TURNS else ANY]

    def wanted(self) -> list[object]:
        return [self.next(), self.text()]

    def source(self) -> list[object]:
        name, _, number = self.text().partition("#")
        if number and not (number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS):
            raise _bad(f"{number!r} is no number of a card")
        return [name, int(number or 0), self.text() if self.peek().startswith('"') else ""]

    def until(self) -> list[str]:
        """Words of ``UNTIL``, joined by "or"."""
        rest, self.place = " ".join(self.words[self.place :]), len(self.words)
        return [part.strip() for part in rest.split(" or ")]


def _unquoted(word: str) -> object:
    try:
        return json.loads(word)
    except ValueError as error:
        raise _bad(f"{word} is no quoted text") from error


def _change(data: dict[str, object], key: str, entry: list[object], *, keep: bool) -> None:
    """Put an entry into a list once, or take it out."""
    found = data.get(key, [])
    assert isinstance(found, list)
    data[key] = [other for other in found if other != entry] + ([entry] if keep else [])
