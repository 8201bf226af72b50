"""Runs a scenario: a position, gestures, expectations, in one TOML file.

    id = "K12"                    rule = "605.3b"            title = "A mana ability does not use the stack"
    [A] / [B]                     the position (``engine.formats.position``); the side at which nobody sits by its name
    [[card]]                      a card by its text, for this file
    [[do]] A = 'cast "Shock"'     one gesture; with ``refused = "RULE"`` or ``illegal = "RULE"``, and what to ``expect``
    [[case]]                      another start or order; ``replaces = ["A"]`` if it has a table that the file has too
    profiles = ["current"]        the readings of the rules in which it holds; all that the game has if left out
    [deck]                        instead of gestures: a deck and the faults it has (``engine.formats.deck_faults``)
    unread = "NAME"               instead of gestures: the text of this card is not understood when it is loaded

Paragraphs are given by their numbers in the current rulebook and compared by those of the profile.

A part that means nothing is refused before anything runs (``engine.formats.scenario_shape``). What the rules themselves
fail at is told as an internal error, with the step and its trace.

Without a word from its author every scenario is also replayed (same hashes), rewound, cancelled and left to defaults at
each of its decisions (same hash as before the announcement), and checked for secrecy and for views that are what their
messages add up to, in the first profile in which it holds.
"""

from __future__ import annotations

import tomllib
import traceback
from typing import TYPE_CHECKING, Final, cast

from engine.analysis.secrecy import leaks
from engine.cards.definitions import BadCard
from engine.chance.rng import Seed
from engine.errors import Refusal
from engine.events.labels import SEATS
from engine.formats.deck_faults import check_listed
from engine.formats.expectation_keys import check_expected
from engine.formats.expectations import Mismatch, check, known_events
from engine.formats.position import stand
from engine.formats.position_entries import BadPosition
from engine.formats.scenario_shape import BadScenario, check_shape, tables_of
from engine.formats.view_watch import ViewWatch
from engine.games import list_games, profiles_of, rules_of, side_of
from engine.match.match import Match
from engine.play import concession
from engine.state.citation import cited
from engine.state.decisions import Answer
from engine.state.frames import KeepFrame
from engine.state.occurred import LoggedEvent
from engine.state.play_notes import MadeMana
from engine.state.player_marks import COMMON_MARKS
from engine.text import TextError

if TYPE_CHECKING:
    from engine.match.commit import Input

MOST_DEFAULTS: Final = 100
"""Of one seat on end, till what is being played must have come to its end."""

Table = dict[str, object]
Inputs = list[tuple[int, int, "Input"]]
"""Seat, decision, and what was taken from it."""
MOST_TRACED: Final = 8
"""Places in the code that the account of an internal error names, the innermost last."""


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


def run_text(text: str, *, brief: bool = False) -> Outcome:
    """Run a scenario file's text; ``brief``: in its first profile only, and without the checks of every scenario.

    Raises:
        ValueError: it is no TOML, lacks ``id`` or ``game``, or has a game, a profile or a part that means nothing.
    """
    table: Table = tomllib.loads(text)
    missing = [key for key in ("id", "game") if not isinstance(table.get(key), str)]
    if missing:
        raise ValueError(f"a scenario has {' and '.join(missing)}")
    if table["game"] not in list_games():
        raise ValueError(f"no game {table['game']!r}; there are {', '.join(list_games())}")
    check_shape(table, side_of(str(table["game"])))
    _check_expectations(table)
    rules = table.get("rules", [table.get("rule", "")])
    assert isinstance(rules, list)
    game = str(table["game"])
    profiles = _profiles(table, game)[: 1 if brief else None]
    differences = {profile: _run_in(table, profile, brief=brief) for profile in profiles}
    return Outcome(str(table["id"]), game, tuple(str(rule) for rule in rules), str(table.get("title", "")), differences)


def _check_expectations(table: Table) -> None:
    """An expectation of what does not exist would be one that is never held to.

    Raises:
        BadScenario: it names one.
    """
    rules = rules_of(str(table["game"]), profiles_of(str(table["game"]))[0])
    for part in (table, *tables_of(table.get("case"))):
        for holder in (part, *tables_of(part.get("do"))):
            check_expected(cast("Table", holder.get("expect", {})), rules)


def _profiles(table: Table, game: str) -> list[str]:
    """Those that a scenario, or one case of it, names; in the game's order."""
    known = profiles_of(game)
    named = table.get("profiles", known)
    assert isinstance(named, list | tuple)
    unknown = [str(name) for name in named if name not in known]
    if unknown or not named:
        raise ValueError(f"{game} has the profiles {', '.join(known)}, not {', '.join(unknown) or 'none'}")
    return [profile for profile in known if profile in named]


def _run_in(table: Table, profile: str, *, brief: bool) -> str:
    """Run the cases that hold in one profile; what was found instead, "" if they passed."""
    differences = []
    cases = table.get("case", [{}])
    assert isinstance(cases, list)
    for index, case in enumerate(cases):
        merged = {**{k: v for k, v in table.items() if k != "case"}, **case}
        if profile not in _profiles(merged, str(table["game"])):
            continue
        thorough = not brief and profile == _profiles(merged, str(table["game"]))[0]
        merged["card"] = [*tables_of(table.get("card")), *tables_of(case.get("card"))]
        difference = _run_case(merged, profile, thorough=thorough)
        if difference:
            name = case.get("name", index + 1)
            differences.append(f"case {name}: {difference}" if len(cases) > 1 else difference)
    return "; ".join(differences)


def _run_case(table: Table, profile: str, *, thorough: bool) -> str:
    run = _Run(table, profile, thorough=thorough)
    try:
        if "deck" in table:
            check_listed(table, rules_of(str(table["game"]), profile))
        elif "unread" in table:
            run.load()
        else:
            run.go()
    except Mismatch as mismatch:
        return str(mismatch)
    except (BadPosition, BadCard, Refusal, TextError) as error:
        return f"{run.where}: {error}"
    except BadScenario:
        raise
    except Exception as error:  # noqa: BLE001 # whatever the rules fail at is told as theirs, with its place
        return _internal(error, run.where)
    return ""


def _internal(error: Exception, where: str) -> str:
    """An internal error of the rules: the step, and the places in the code that led there."""
    frames = traceback.extract_tb(error.__traceback__)[-MOST_TRACED:]
    places = [f"engine/{each.filename.rpartition('engine/')[2]}:{each.lineno} {each.name}" for each in frames]
    return "\n       ".join((f"{where}: internal error {type(error).__name__}: {error}", *places))


class _Run:
    """One case under way. ``before`` is the hash before each play in flight was announced, ``where`` the place."""

    match: Match

    def __init__(self, table: Table, profile: str, *, thorough: bool) -> None:
        self.table = table
        self.profile = profile
        self.thorough = thorough
        self.where = "the position"
        self.before: dict[int, str] = {}
        self.inputs: Inputs = []
        self.hashes: list[str] = []
        self._stream = Seed("permutations").stream()
        self._cursor = 0

    def load(self) -> None:
        """A text that the rules do not allow is not understood when it is loaded; the error names the card."""
        name = self.table["unread"]
        try:
            stand(self.table, self.profile)
        except TextError as error:
            if error.card != name:
                raise Mismatch(f"not understood is {error}") from None
            return
        raise Mismatch(f"the text of {name} is understood")

    def go(self) -> None:
        """Stand at the position, take each step and hold everything to what is expected."""
        self.match = stand(self.table, self.profile)
        self.views = ViewWatch(self.match) if self.thorough else None
        if self.thorough and any(decision.kind != "act" for decision in self.match.decisions):
            self.run_out("the position")
        for number, step in enumerate(tables_of(self.table.get("do")), 1):
            seat = next(key for key in step if key in SEATS)
            gesture = str(step[seat])
            where = self.where = f"step {number}, {seat}: {gesture}"
            self.step(SEATS.index(seat), gesture, step, where)
            self.judge_events(where)
            if self.thorough:
                self.always(where)
            check(self.match, cast("Table", step.get("expect", {})), where)
        self.where = "at the end"
        check(self.match, cast("Table", self.table.get("expect", {})), self.where)
        if self.thorough:
            self.replay()

    def replay(self) -> None:
        """Give the inputs again, each to what was loaded from a dump; they must lead to the same hashes."""
        self.where = "replayed"
        match = stand(self.table, self.profile)
        for (seat, w, input_), wanted in zip(self.inputs, self.hashes, strict=True):
            match = Match.load(match.dump())
            match.take(seat, w, input_)
            if match.hash() != wanted:
                raise Mismatch(f"replayed, {input_} leads to another state")

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
        named = " ".join(cited(self.match.game.rules, word) for word in str(wanted).split())
        if named not in (rule, code, f"{rule} {code}"):
            raise Mismatch(f"{where}: refused by {rule} {code}, not by {wanted}")

    def judge_events(self, where: str) -> None:
        """Events and marks are among the known ones, as it may be expected of those that there are none."""
        stated = {old.name for _, _, old in self.match.game.log if isinstance(old, LoggedEvent)}
        strange = sorted(stated - known_events(self.match))
        if strange:
            raise Mismatch(f"{where}: {', '.join(strange)} occurred, and is no known event")
        known = COMMON_MARKS.union(self.match.game.rules.marks)
        strange = sorted({name for player in self.match.game.players for name, _ in player.marks} - known)
        if strange:
            raise Mismatch(f"{where}: a player has {', '.join(strange)}, and that is no known mark")

    def undone(self, plays: tuple[int, ...], where: str) -> None:
        """A reversed play left nothing: with no mana ability kept, all is as before its announcement."""
        gone = [i for i in plays if i not in self.match.game.root.plays]
        fork = self.match.fork()
        frame = fork.game.root.agenda[-1]
        if isinstance(frame, KeepFrame):
            if any(isinstance(each, MadeMana) and each.stays for each in frame.made):
                return  # what touched a library is not taken back
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
        """Time may run out at any decision: its default is taken; what is played ends, and is not asked for again."""
        for seat in [decision.seat for decision in self.match.decisions]:
            fork = self.match.fork()
            plays = fork.game.root.plays
            for _ in range(MOST_DEFAULTS):
                decision = next((d for d in fork.decisions if d.seat == seat), None) or fork.decisions[0]
                fork.apply(decision.seat, decision.w, decision.default())
                plays = plays or fork.game.root.plays  # a default may begin a payment
                if not (fork.decisions and plays and plays[0] in fork.game.root.plays):
                    break
            else:
                raise Mismatch(f"{where}: {MOST_DEFAULTS} defaults on end do not end what is played")
            if plays and fork.hash() == self.match.hash():
                raise Mismatch(f"{where}: defaults alone lead back to this question for ever")

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
        if self.views is not None:
            self.views.follow()
            fault = self.views.fault()
            if fault:
                raise Mismatch(f"{where}: {fault}")
        view = leaks(match, self.pick)
        if view:
            raise Mismatch(f"{where}: the view {view} depends on what it must not show")
