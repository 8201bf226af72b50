"""Reads gestures: a line of text becomes the answer it says; ``engine.explain.notation`` tells how they are written.

Also says in which form an answer is kept, and refuses those that no gesture says: whatever is taken has to be said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from engine.cards.mana_symbols import trimmed
from engine.cards.numbered_text import COLORS
from engine.errors import Refusal
from engine.events.labels import SEATS
from engine.explain.naming import Names
from engine.explain.notation import AS, COUNTERS, PAIRED, face_name, face_named, is_activated_itself, read_verb
from engine.explain.projection import may_see
from engine.sentences import said
from engine.state.decisions import KINDS, MAX_NUMBER, MAX_PARTS, MAX_REFS, Answer
from engine.state.records import UNNUMBERED, Object, Player

if TYPE_CHECKING:
    from engine.state.decisions import Decision, DecisionKind
    from engine.state.game import Game
    from engine.state.records import Record

_TOKEN: Final = re.compile(
    r'"(?P<name>[^"]*)"|(?P<mana>(?:\{(?:[^}]|[WUBRGC]?#\d{1,4})\})+)|@(?P<item>\d+)|(?P<span>\d+-\d+)|(?P<number>-?\d+)|(?P<word>[A-Za-z_]+)|(?P<mark>=|->|[()])|\s+|(?P<bad>.)',
    re.ASCII,
)
TokenKind: TypeAlias = Literal["name", "mana", "item", "span", "number", "word", "mark", "end"]
Token: TypeAlias = tuple[TokenKind, str]
_GROUPS: Final[tuple[TokenKind, ...]] = ("name", "mana", "item", "span", "number", "word", "mark")
_SEVERAL: Final = re.compile(r"(?P<name>[^#]+)#(?P<span>\d+-\d+)", re.ASCII)
"""A span of numbers: ``NAME#3-40``."""
_NUMBER: Final = re.compile(r"[1-9]\d*", re.ASCII)
_SEEN: Final = (Object, Player)
_KINDS: Final = {
    "target": "targets",
    "x": "number",
    "mode": "modes",
    "player": "players",
    "order": "order",
    "divide": "divide",
    "assign": "assign",
}
_BARE: Final = frozenset({"pass", "auto"})
_SHAPED: Final = frozenset({"number", "mana", "repeat", "confirm", "activate", "counters"})
"""Verbs whose answers have a shape of their own; all others name things, and no numbers."""
_UNSAID: Final = frozenset({"choose", "yes", "no", "pay", *SEATS})
"""Words of gestures that are no verbs of answers."""
MAX_DEPTH: Final = 4
"""Plans inside plans; an activation that pays by an activation needs two."""
MAX_MANA: Final = 1024
"""Units of mana that an answer may name; more than that is paid without naming them."""
MAX_DIGITS: Final = len(str(-MAX_NUMBER))
"""Of a number in a gesture; a longer one is past ``MAX_NUMBER``."""
MAX_KINDS: Final = 64
"""Kinds of special mana in a pool that an answer may name by their places."""
_INDEXED: Final = frozenset({"modes", "costs", "order", "confirm"})
"""Answers whose refs are indexes of options."""
_ALIASES: Final = {
    "attack": "choose",
    "keep": "choose",
    "block": "assign",
    "rest": "tap",
    "exhaust": "tap",
    "awaken": "untap",
    "ready": "untap",
    "use": "activate",
    "number": "x",
    "targets": "target",
    "modes": "mode",
}


class _Reader:
    """Reads one gesture for one decision."""

    def __init__(self, game: Game, decision: Decision, text: str) -> None:
        self.game = game
        self.decision = decision
        self.seats = tuple(SEATS[: game.seats])
        self.tokens: list[Token] = []
        for match in _TOKEN.finditer(text):
            kind = match.lastgroup
            if kind == "bad":
                raise self.bad(f"{match.group()!r} has no place in a gesture")
            self.tokens.extend((known, match.group(known)) for known in _GROUPS if known == kind)
        self.place = 0
        self.taken: set[int] = set()
        self.verb = ""
        self.names = Names(game, decision)

    def bad(self, reason: str) -> Refusal:
        return Refusal("", "bad_answer", reason)

    def peek(self) -> Token:
        return self.tokens[self.place] if self.place < len(self.tokens) else ("end", "")

    def next(self) -> Token:
        token = self.peek()
        self.place += 1
        return token

    def gesture(self) -> Answer:
        if self.peek() == ("word", "pay") and self.decision.kind != "confirm":
            self.next()
        head = self.clause(self.decision.kind)
        return Answer(head.do, head.refs, head.amounts, self.plan(("end", "")))

    def plan(self, end: Token, depth: int = 1) -> tuple[Answer, ...]:
        """Clauses for later steps, up to and with what ends them."""
        if depth > MAX_DEPTH:
            raise self.bad(f"plans are nested deeper than {MAX_DEPTH}")
        plan = []
        while self.peek() != end:
            if self.peek() == ("word", "pay"):
                self.next()
            part = self.clause("")
            if self.peek() == ("mark", "("):
                self.next()
                part = Answer(part.do, part.refs, part.amounts, self.plan(("mark", ")"), depth + 1))
            plan.append(part)
        self.next()
        return tuple(plan)

    def clause(self, kind: DecisionKind | Literal[""]) -> Answer:
        kind_, word = self.next()
        if kind_ != "word" or word in self.seats:
            raise self.bad(f"a verb is wanted, not {word!r}")
        if word not in self.game.rules.play_words:
            word = _ALIASES.get(word, word)
        self.taken = set()
        self.verb = _KINDS.get(word, word)
        if word in ("yes", "no"):
            return Answer("confirm", (int(word == "yes"),))
        if word == "cancel":
            return Answer("cancel", (1,) if self.takes("keep") else ())
        if word == "x":
            return Answer("number", (), (self.number(),))
        if word == "mana":
            return Answer("mana", (), self.mana())
        if word == "repeat":
            return Answer("repeat", (), (self.number(), *((self.number(),) if self.takes("last") else ())))
        if word in ("mode", "order") or (word == "choose" and kind != "cards" and self.peek()[0] in ("number", "span")):
            do = {"mode": "modes", "order": "order"}.get(word, "costs")
            return Answer(do, tuple(n - 1 for n in self.numbers()))
        if word == "choose" and kind == "assign":
            return self.assign()
        if word == "choose":
            return Answer("costs" if kind == "costs" else "cards", self.refs())
        if word == "divide":
            return self.divide()
        if word == "assign":
            return self.assign()
        if word == "activate":
            return self.activate()
        refs = self.refs()
        if len(refs) == 1 and word in self.game.rules.play_words and self.takes(AS):
            return Answer(word, (*refs, self.face(refs[0])))
        kinds = tuple(n - 1 for n in self.numbers()) if word == COUNTERS else ()
        return Answer(_KINDS.get(word, word), refs, kinds)

    def face(self, ident: int) -> int:
        """The place of a face of a card, by its name."""
        kind_, word = self.next()
        obj = self.game.object(ident)
        faces = self.game.prints[obj.card].faces if obj is not None else ()
        names = [face_name(self.game, faces, place) for place in range(len(faces))]
        if kind_ != "name" or word not in names[1:]:
            there = ", ".join(map(repr, names[1:])) or "none"
            raise self.bad(f"{word!r} is no other face of it; there is {there}")
        return names.index(word, 1)

    def takes(self, word: str) -> bool:
        """Whether this word comes next; then it is read."""
        if self.peek() != ("word", word):
            return False
        self.place += 1
        return True

    def number(self) -> int:
        kind_, word = self.next()
        if kind_ != "number":
            raise self.bad(f"a number is wanted, not {word!r}")
        return self.value(word)

    def value(self, digits: str) -> int:
        if len(digits) > MAX_DIGITS:
            raise self.bad(f"numbers go to {MAX_NUMBER}")
        return int(digits)

    def numbers(self) -> list[int]:
        out: list[int] = []
        while self.peek()[0] in ("number", "span"):
            out.extend(self.span(self.next()[1]) if self.peek()[0] == "span" else (self.number(),))
        return out

    def span(self, text: str) -> range:
        """Numbers that follow one on the other, "3-40"."""
        first, last = map(self.value, text.split("-"))
        if last - first >= MAX_REFS:
            raise Refusal(
                "", "too_much", said("reason.too_many_named", "an answer names at most {n} things", n=MAX_REFS)
            )
        return range(first, last + 1)

    def mana(self) -> tuple[int, ...]:
        if self.peek()[0] != "mana":
            return ()
        symbols = self.next()[1][1:-1].split("}{")
        units = [0] * len(COLORS)
        for symbol in symbols if symbols != ["0"] else ():
            color, mark, place = symbol.partition("#")
            if mark and 0 < int(place) <= MAX_KINDS:
                units.extend([0] * (len(COLORS) + int(place) - len(units)))
                units[len(COLORS) + int(place) - 1] += 1
            elif color in COLORS and not mark:
                units[COLORS.index(color)] += 1
            else:
                raise self.bad(f"{{{symbol}}} is no mana of a pool")
        return trimmed(tuple(units))

    def refs(self) -> tuple[int, ...]:
        out: list[int] = []
        while self.peek()[0] in ("name", "item") or (self.peek()[0] == "word" and self.peek()[1] in self.seats):
            several = _SEVERAL.fullmatch(self.peek()[1]) if self.peek()[0] == "name" else None
            if several is None:
                out.append(self.ref())
            else:
                self.next()
                name, span = several["name"], self.span(several["span"])
                out.extend(self.names.numbered(self.verb, name, number) for number in span)
        return tuple(out)

    def ref(self) -> int:
        kind_, word = self.next()
        game = self.game
        if kind_ == "number":
            return -self.value(word)
        if kind_ == "word" and word in self.seats:
            return self.seats.index(word) + 1
        if kind_ == "item":
            place = self.value(word)
            if not 0 < place <= len(game.root.stack):
                raise self.bad(f"there is no item {place} on the stack")
            return game.root.stack[place - 1]
        if kind_ != "name":
            raise self.bad(f"a name is wanted, not {word!r}")
        name, _, number = word.partition("#")
        if _NUMBER.fullmatch(number):
            ident = self.names.numbered(self.verb, name, self.value(number))
        else:
            ident = self.names.meant(self.verb, word, self.taken)
        self.taken.add(ident)
        return ident

    def divide(self) -> Answer:
        refs, amounts = [], []
        while self.peek()[0] in ("name", "item", "word") and (self.peek()[0] != "word" or self.peek()[1] in self.seats):
            refs.append(self.ref())
            if self.next() != ("mark", "="):
                raise self.bad('shares are written "NAME"=2')
            amounts.append(self.number())
        return Answer("divide", tuple(refs), tuple(amounts))

    def assign(self) -> Answer:
        refs, amounts = [], []
        while self.peek()[0] in ("name", "number"):
            refs.append(self.ref())
            if self.next() not in (("mark", "->"), ("word", "to")):
                raise self.bad('an assignment is written "NAME" -> "NAME"')
            taken, self.taken = self.taken, set()
            amounts.append(self.ref())
            self.taken = taken
        return Answer("assign", tuple(refs), tuple(amounts))

    def activate(self) -> Answer:
        """An ability of an object, or a card where that is how cards are played."""
        ident = self.ref()
        obj = self.game.object(ident)
        if obj is not None and is_activated_itself(self.game, obj) and self.peek()[0] != "number":
            return Answer("activate", (ident,))
        place = self.number() if self.peek()[0] == "number" else 1
        return Answer("activate", (ident, place - 1))


def parse_answer(game: Game, decision: Decision, text: str) -> Answer:
    """Read a gesture as an answer to a decision.

    Raises:
        Refusal: ``bad_answer``, with what is not understood.
    """
    reader = _Reader(game, decision, text)
    if not reader.tokens:
        raise reader.bad("an empty gesture")
    return reader.gesture()


def canonical(game: Game, decision: Decision, answer: Answer) -> Answer:
    """An answer with interchangeable cards of hidden zones as its gesture would name them.

    Raises:
        Refusal: ``bad_answer``, if no gesture says it, or if it names what its seat does not see: whether that is a
            hidden card or nothing at all is not told.
    """
    if answer.do in _BARE and not (answer.refs or answer.amounts or answer.plan):
        return answer
    if _check_shape(answer, game.rules.play_words) > MAX_PARTS:
        raise Refusal("", "bad_answer", f"an answer has at most {MAX_PARTS} parts")
    if decision.kind == "order" or not _names_hidden(game, decision.seat, answer):
        return answer
    return _as_read(game, Names(game, decision), answer)


def _as_read(game: Game, names: Names, answer: Answer) -> Answer:
    """Each card without a number replaced by the first of those as good, as which its name would be read."""
    verb = read_verb(answer.do)
    taken: set[int] = set()
    refs: list[int] = []
    ids = _ids(game, answer)
    for ident in ids:
        obj = game.glimpse(ident)
        if isinstance(obj, Object) and not obj.number and game.sight_over(obj) in UNNUMBERED:
            refs.append(names.as_good(verb, obj, taken))
        else:
            refs.append(ident)  # a position may give a number to what lies there too
        taken.add(refs[-1])
    plan = tuple([_as_read(game, names, part) for part in answer.plan])
    return Answer(answer.do, (*refs, *answer.refs[len(ids) :]), answer.amounts, plan)


def _check_shape(answer: Answer, verbs: tuple[str, ...]) -> int:
    """Count the parts of an answer; refuse one that means nothing: whatever is taken has to be kept and said.

    Args:
        verbs: the game's own, which are never other words for something else.
    """
    do, refs, amounts = answer.do, answer.refs, answer.amounts
    if len(refs) > MAX_REFS:
        raise Refusal("", "too_much", said("reason.too_many_named", "an answer names at most {n} things", n=MAX_REFS))
    if not _is_well_formed(do, refs, amounts) or _any_too_large(refs) or _any_too_large(amounts):
        raise Refusal("", "bad_answer", f"this is not how {do!r} is answered")
    if not (do in KINDS or do in verbs or _could_be_verb(do)):
        raise Refusal("", "bad_answer", f"{do!r} is no verb")
    if answer.plan and (do in KINDS or do in _BARE or do == "mana"):
        raise Refusal("", "plan_unwanted", f"no step of {do!r} asks for {answer.plan[0].do!r}")
    return 1 + sum([_check_shape(part, verbs) for part in answer.plan])


def _any_too_large(numbers: tuple[int, ...]) -> bool:
    """Whether one of some numbers is none that JavaScript reads exactly."""
    return any(not -MAX_NUMBER <= number <= MAX_NUMBER for number in numbers)


def _is_well_formed(do: str, refs: tuple[int, ...], amounts: tuple[int, ...]) -> bool:
    """Whether an answer with this verb names as many things and numbers as such an answer does."""
    if do in PAIRED:
        return len(refs) == len(amounts)
    if do not in _SHAPED:
        return not amounts and not (refs and do in _BARE)
    match do:
        case "number":
            return not refs and len(amounts) == 1
        case "mana":
            return not refs and _is_pool(amounts)
        case "repeat":
            return not refs and len(amounts) in (1, 2) and min(amounts) > 0
        case "confirm":
            return refs in ((0,), (1,)) and not amounts
        case "activate":
            return len(refs) in (1, 2) and not amounts
        case _:
            return not amounts or (len(refs) == 1 and len(amounts) == 1 and amounts[0] >= 0)  # counters


def _is_pool(units: tuple[int, ...]) -> bool:
    """Whether numbers are those of units of mana, by color and then by special kind, without zeros at the end."""
    if min(units, default=0) < 0 or sum(units) > MAX_MANA:
        return False
    return (not units or 0 <= len(units) - len(COLORS) <= MAX_KINDS) and units == trimmed(units)


def _could_be_verb(word: str) -> bool:
    """Whether a word that is no kind of answer could be a game's own verb."""
    return _verb(word) == word and word not in _UNSAID and word.isascii() and word.replace("_", "a").isalpha()


def _verb(word: str) -> str:
    """The verb of an answer that a word of a gesture stands for."""
    word = _ALIASES.get(word, word)
    return _KINDS.get(word, word)


def _ids(game: Game, answer: Answer) -> tuple[int, ...]:
    """The refs of an answer that are ids; of the others some are indexes, a second one is a text or a face."""
    if answer.do in _INDEXED:
        return ()
    is_first = answer.do == "activate" or face_named(game, answer.do, answer.refs)
    return answer.refs[:1] if is_first else answer.refs


def _is_played_so(game: Game, record: Record | None) -> bool:
    """Whether "activate" is how this card is played: then there is no ability to be named."""
    is_card = isinstance(record, Object) and record.zone != game.arena
    return is_card and "activate" in game.rules.play_words


def _names_hidden(game: Game, seat: int, answer: Answer) -> bool:
    found = False
    for ident in _ids(game, answer):
        record = game.glimpse(ident)
        if isinstance(record, Object) and game.sight_over(record) in UNNUMBERED:
            is_seen = found = may_see(game, record, seat) or record.owner == seat
        else:
            is_seen = isinstance(record, _SEEN) or ident in game.root.stack
        if not is_seen and not (ident < 0 and answer.do == "assign"):
            raise Refusal("", "bad_answer", f"you see nothing with the id {ident}")
        if answer.do == "activate" and len(answer.refs) == 1 and not _is_played_so(game, record):
            raise Refusal("", "bad_answer", "an activation names an object and which of its abilities, from 0")
    for part in answer.plan:
        found = _names_hidden(game, seat, part) or found
    return found
