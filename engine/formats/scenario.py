"""Runs a scenario: a position, gestures, expectations, in one TOML file.

    id = "K12"                    rule = "605.3b"            title = "A mana ability does not use the stack"
    [A] / [B]                     the position (``engine.formats.position``); the side at which nobody sits by its name
    [[card]]                      a card by its text, for this file
    [[do]] A = 'cast "Shock"'     one gesture; with ``refused = "RULE"`` or ``illegal = "RULE"``, and what to ``expect``
    [[case]]                      another start or order: its tables replace those of the file
    profiles = ["current"]        the readings of the rules in which it holds; all that the game has if left out
    unread = "NAME"               instead of gestures: the text of this card is not understood when it is loaded

Paragraphs are given by their numbers in the current rulebook and compared by those of the profile.

Without a word from its author every scenario is also replayed (same hashes), rewound, cancelled and left to defaults at
each of its decisions (same hash as before the announcement), and checked for secrecy, in the first profile in which it
holds.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Final

from engine.analysis.secrecy import leaks
from engine.cards.definitions import BadCard
from engine.chance.rng import Seed
from engine.errors import Refusal
from engine.events.labels import SEATS
from engine.formats.expectations import Mismatch, check, known_events
from engine.formats.position import BadPosition, stand
from engine.games import list_games, profiles_of, side_of
from engine.match.match import Match
from engine.play import concession
from engine.state.decisions import Answer
from engine.state.frames import KeepFrame
from engine.state.occurred import LoggedEvent
from engine.text import TextError

if TYPE_CHECKING:
    from engine.match.commit import Input

MOST_DEFAULTS: Final = 100
"""Of one seat on end, till what is being played must have come to its end."""

Table = dict[str, object]
Inputs = list[tuple[int, int, "Input"]]
"""Seat, decision, and what was taken from it."""
META = frozenset(
    {
        "id",
        "game",
        "rule",
        "rules",
        "title",
        "note",
        "case",
        "profiles",
        "card",
        "do",
        "setup",
        "expect",
        "name",
        "unread",
    }
)
OF_STEP = frozenset({"refused", "illegal", "expect"})
"""The keys beside the gesture of a step."""


class Outcome:
    """The outcome of one scenario: ``differences`` has "" for each profile in which it passed."""

    __slots__ = ("differences", "game", "id", "rules", "title")

    def __init__(self, ident: str, game: str, rules: tuple[str, ...], title: str, differences: dict[str, str]) -> None:
        self.id = ident
        self.game = game
        self.rules = rules
        self.title = title
        self.differences = differences

    @property
    def passed(self) -> bool:
        """Whether all cases did, in every profile in which it is said to hold."""
        return not any(self.differences.values())

    @property
    def difference(self) -> str:
        """The findings that differ, by profile; "" if it passed."""
        return "; ".join(f"{name}: {found}" for name, found in self.differences.items() if found)

    def to_json(self) -> dict[str, object]:
        """``{"id", "rules", "profiles", "passed", "difference"}``."""
        return {
            "id": self.id,
            "rules": list(self.rules),
            "profiles": list(self.differences),
            "passed": self.passed,
            "difference": self.difference,
        }


def run_text(text: str) -> Outcome:
    """Run a scenario file's text.

    Raises:
        ValueError: it is no TOML, lacks ``id`` or ``game``, or has a game, a profile or a key that means nothing.
    """
    table: Table = tomllib.loads(text)
    missing = [key for key in ("id", "game") if not isinstance(table.get(key), str)]
    if missing:
        raise ValueError(f"a scenario has {' and '.join(missing)}")
    if table["game"] not in list_games():
        raise ValueError(f"no game {table['game']!r}; there are {', '.join(list_games())}")
    _refuse_unknown(table)
    rules = table.get("rules", [table.get("rule", "")])
    assert isinstance(rules, list)
    game = str(table["game"])
    differences = {profile: _run_in(table, profile) for profile in _profiles(table, game)}
    return Outcome(str(table["id"]), game, tuple(str(rule) for rule in rules), str(table.get("title", "")), differences)


def _refuse_unknown(table: Table) -> None:
    """A key that means nothing would be an expectation that is never held to.

    Raises:
        ValueError: it names one, in the file, a case or a step.
    """
    side = side_of(str(table["game"]))
    cases = [table, *_tables(table.get("case"))]
    unknown = [key for part in cases for key in part if key not in META and key not in SEATS and key != side]
    steps = [step for part in cases for step in _tables(part.get("do"))]
    unknown += [key for step in steps for key in step if key not in OF_STEP and key not in SEATS]
    if unknown:
        raise ValueError(f"a scenario has no {', '.join(unknown)}")


def _profiles(table: Table, game: str) -> list[str]:
    """Those that a scenario, or one case of it, names; in the game's order."""
    known = profiles_of(game)
    named = table.get("profiles", known)
    assert isinstance(named, list | tuple)
    unknown = [str(name) for name in named if name not in known]
    if unknown or not named:
        raise ValueError(f"{game} has the profiles {', '.join(known)}, not {', '.join(unknown) or 'none'}")
    return [profile for profile in known if profile in named]


def _run_in(table: Table, profile: str) -> str:
    """Run the cases that hold in one profile; what was found instead, "" if they passed."""
    differences = []
    cases = table.get("case", [{}])
    assert isinstance(cases, list)
    for index, case in enumerate(cases):
        merged = {**{k: v for k, v in table.items() if k != "case"}, **case}
        if profile not in _profiles(merged, str(table["game"])):
            continue
        thorough = profile == _profiles(merged, str(table["game"]))[0]
        merged["card"] = [*_tables(table.get("card")), *(_tables(case.get("card")) if case is not table else [])]
        difference = _run_case(merged, profile, thorough=thorough)
        if difference:
            name = case.get("name", index + 1)
            differences.append(f"case {name}: {difference}" if len(cases) > 1 else difference)
    return "; ".join(differences)


def _tables(value: object) -> list[Table]:
    return list(value) if isinstance(value, list) else []


def _run_case(table: Table, profile: str, *, thorough: bool) -> str:
    if "unread" in table:
        return _unread(table, profile)
    try:
        inputs, hashes = _Run(table, profile, thorough=thorough).go()
        return _replay(table, profile, inputs, hashes) if thorough else ""
    except Mismatch as mismatch:
        return str(mismatch)
    except (BadPosition, BadCard, Refusal, TextError) as error:
        return f"the position: {error}"


def _unread(table: Table, profile: str) -> str:
    """A case about a text that the rules do not allow: loading it is the mistake, and the error names the card."""
    try:
        stand(table, profile)
    except TextError as error:
        return "" if error.card == table["unread"] else f"not understood is {error}"
    return f"the text of {table['unread']} is understood"


def _replay(table: Table, profile: str, inputs: Inputs, hashes: list[str]) -> str:
    """Give the inputs again, each to what was loaded from a dump; they must lead to the same hashes."""
    match = stand(table, profile)
    for (seat, w, input_), wanted in zip(inputs, hashes, strict=True):
        match = Match.load(match.dump())
        match.take(seat, w, input_)
        if match.hash() != wanted:
            return f"replayed, {input_} leads to another state"
    return ""


class _Run:
    """One case under way. ``before`` is the hash before each play in flight was announced."""

    def __init__(self, table: Table, profile: str, *, thorough: bool) -> None:
        self.table = table
        self.thorough = thorough
        self.match = stand(table, profile)
        self.before: dict[int, str] = {}
        self.inputs: Inputs = []
        self.hashes: list[str] = []
        self._stream = Seed("permutations").stream()
        self._cursor = 0

    def go(self) -> tuple[Inputs, list[str]]:
        for number, step in enumerate(_tables(self.table.get("do")), 1):
            where = f"step {number}"
            seats = [key for key in step if key in SEATS]
            if len(seats) != 1:
                raise Mismatch(f"{where} needs one seat's gesture")
            gesture = str(step[seats[0]])
            where = f"{where}, {seats[0]}: {gesture}"
            self.step(SEATS.index(seats[0]), gesture, step, where)
            self.judge_events(where)
            if self.thorough:
                self.always(where)
            expected = step.get("expect", {})
            assert isinstance(expected, dict)
            check(self.match, expected, where)
        final = self.table.get("expect", {})
        assert isinstance(final, dict)
        check(self.match, final, "at the end")
        return self.inputs, self.hashes

    def step(self, seat: int, gesture: str, step: Table, where: str) -> None:
        """Apply one gesture and judge refused, illegal or accepted."""
        match = self.match
        own = next((d for d in match.decisions if d.seat == seat), None)
        w = own.w if own is not None else match.asked[seat] + 1
        before = match.hash()
        plays = match.game.root.plays
        wanted = step.get("refused", step.get("illegal"))
        try:
            commit = match.apply_line(seat, w, gesture)
        except Refusal as refusal:
            if wanted is None:
                raise Mismatch(f"{where}: refused by {refusal}") from None
            self.judge(wanted, refusal.rule, refusal.code, where)
            if match.hash() != before:
                raise Mismatch(f"{where}: refused, but the state changed") from None
            return
        self.inputs.append((seat, w, commit.answer or commit.settings))
        self.hashes.append(match.hash())
        reversal = commit.reversed
        if reversal is not None:
            if gesture != "cancel":
                self.judge(step.get("illegal"), reversal.rule, reversal.code, where)
            self.undone(plays, where)
        elif wanted is not None:
            raise Mismatch(f"{where}: accepted, but {wanted} forbids it")
        if gesture == "concede":
            self.before = {ident: self.rewound(ident) for ident in match.game.root.plays if ident in self.before}
        begun = [i for i in match.game.root.plays if i not in plays]
        if begun and match.game.records[begun[0]].given:  # type: ignore[attr-defined]  # a play that somebody announced
            self.before[begun[0]] = before

    def pick(self, bound: int) -> int:
        """Choose a permutation for the secrecy check; the same in every run."""
        number, self._cursor = self._stream.below(self._cursor, bound)
        return number

    def judge(self, wanted: object, rule: str, code: str, where: str) -> None:
        """The rule or the code is the one named."""
        cited = " ".join(map(self.match.game.rules.cited, str(wanted).split()))
        if cited not in (rule, code, f"{rule} {code}"):
            raise Mismatch(f"{where}: refused by {rule} {code}, not by {wanted}")

    def judge_events(self, where: str) -> None:
        """Each event that occurred is among the known ones: of those it may be expected that they do not occur."""
        stated = {old.name for _, _, old in self.match.game.log if isinstance(old, LoggedEvent)}
        strange = sorted(stated - known_events(self.match))
        if strange:
            raise Mismatch(f"{where}: {', '.join(strange)} occurred, and is no known event")

    def undone(self, plays: tuple[int, ...], where: str) -> None:
        """A reversed play left nothing: with no mana ability kept, all is as before its announcement."""
        gone = [i for i in plays if i not in self.match.game.root.plays]
        fork = self.match.fork()
        frame = fork.game.root.agenda[-1]
        if isinstance(frame, KeepFrame):
            if any(stays for _, stays in frame.made):  # what touched a library is not taken back
                return
            decision = fork.decisions[0]
            fork.apply(decision.seat, decision.w, decision.default())
        if gone and gone[0] in self.before and fork.hash() != self.before[gone[0]]:
            raise Mismatch(f"{where}: reversed, but not to the state before the announcement")

    def rewound(self, ident: int) -> str:
        """The hash before a play in flight, without those who have conceded since."""
        fork = self.match.fork()
        concession.rewind(fork.game, fork.game.play(ident).mark)
        return fork.hash()

    def run_out(self, where: str) -> None:
        """Time may run out at any decision: its default is taken, and what is played then comes to an end."""
        plays = self.match.game.root.plays
        for seat in [decision.seat for decision in self.match.decisions]:
            fork = self.match.fork()
            for _ in range(MOST_DEFAULTS):
                decision = next((d for d in fork.decisions if d.seat == seat), None) or fork.decisions[0]
                fork.apply(decision.seat, decision.w, decision.default())
                if not (fork.decisions and plays and plays[0] in fork.game.root.plays):
                    break
            else:
                raise Mismatch(f"{where}: {MOST_DEFAULTS} defaults on end do not end what is played")

    def always(self, where: str) -> None:
        """The conditions that hold at every decision of every scenario."""
        match = self.match
        for ident in self.before.keys() & set(match.game.root.plays):
            if self.rewound(ident) != self.before[ident]:
                raise Mismatch(f"{where}: rewound, the play left something behind")
        for decision in match.decisions:
            if decision.cancel:
                fork = match.fork()
                fork.apply(decision.seat, decision.w, Answer("cancel"))
                if fork.hash() != self.before.get(match.game.root.plays[-1], fork.hash()):
                    raise Mismatch(f"{where}: cancelled, the play left something behind")
        self.run_out(where)
        view = leaks(match, self.pick)
        if view:
            raise Mismatch(f"{where}: the view {view} depends on what it must not show")
