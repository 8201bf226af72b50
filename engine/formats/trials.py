"""Trials: a position played on at random, watched for what must never happen.

Each answer is one of those that are offered; now and then a seat passes instead, so that turns go by. On the way the
views of all seats are kept up to date and compared with views made anew, seats ask about what they see, and what is
being played is taken back and done again in a fork: it must come to the same state. A match that is not over after the
random part is played on by seats that pass when they may; it must end. What is found comes with the position and the
gestures that lead to it, as a scenario that ``stackloop scenario`` plays.

Obeys no rule: it asks the same door as everybody. Counted and seeded, so a trial is the same wherever it is played.
"""

from __future__ import annotations

import json
from contextlib import suppress
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from engine.chance.rng import Seed
from engine.errors import Refusal
from engine.events.labels import SEATS, label
from engine.events.loop_detection import EXCEEDED
from engine.explain.gestures import canonical, parse_answer
from engine.explain.notation import answer_text
from engine.explain.projection import may_see
from engine.formats.position import stand
from engine.formats.view_watch import ViewWatch
from engine.state.decisions import Answer
from engine.state.frames import KeepFrame
from engine.state.search_budget import NODES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.match.commit import Commit, Input
    from engine.match.match import Match
    from engine.state.decisions import Decision

FindingKind: TypeAlias = Literal[
    "exception", "refused", "reversed", "endless", "optional loop", "work", "rewind", "view", "leak"
]
"""The kinds of findings, the worst first.

``refused``: an answer that was offered. ``reversed``: a play that was offered as one that can be completed. ``work``:
an answer that did more than it may. ``leak``: a viewer was sent what it may not know (found beside twins only).
"""
KINDS: Final[tuple[FindingKind, ...]] = (
    *("exception", "refused", "reversed", "endless", "optional loop", "work", "rewind", "view", "leak"),
)
OFFERS: Final = ("act", "pay")
"""Kinds of decisions whose answers lead on; of others, as targets and modes, some may leave nothing to pay with."""
PASSES: Final = 4
"""One in so many random answers is a pass, where one may pass."""
REWINDS: Final = 5
"""One in so many plays is taken back in a fork, and done again."""
VIEWS: Final = 12
"""After so many answers views are compared with new ones, and a seat asks about something."""
MOST_SAID: Final = 300
"""Letters of an exception that are told."""
MOST_REDONE: Final = 12
"""Answers of one play; a longer one is not done again."""


class Bounds:
    """The length of a trial: ``random`` answers, then ``passing`` ones until the end.

    One answer may take ``steps``, and the question to which it leads so many ``nodes`` of a search for payments.
    """

    __slots__ = ("nodes", "passing", "random", "steps")

    def __init__(self, random: int = 60, passing: int = 20_000, steps: int = 20_000, nodes: int = 2 * NODES) -> None:
        self.random = random
        self.passing = passing
        self.steps = steps
        self.nodes = nodes


class Finding:
    """A finding: ``what`` happened, the ``place`` in the rules if there is one, and the scenario to see it."""

    __slots__ = ("kind", "place", "record", "what")

    def __init__(self, kind: FindingKind, what: str, place: str, record: str) -> None:
        self.kind = kind
        self.what = what
        self.place = place
        self.record = record


class Tried:
    """The outcome of a trial.

    ``answers`` were given, ``unproven`` of them offers whose completion nobody had proven; ``steps`` and ``nodes`` are
    the most that one took; ``end`` is how the match ended, "cut" if it did not.
    """

    __slots__ = ("answers", "end", "finding", "nodes", "steps", "unproven")

    def __init__(self, answers: int, unproven: int, steps: int, nodes: int, end: str, finding: Finding | None) -> None:
        self.answers = answers
        self.unproven = unproven
        self.steps = steps
        self.nodes = nodes
        self.end = end
        self.finding = finding


class _Found(Exception):
    def __init__(self, kind: FindingKind, what: str, place: str = "") -> None:
        super().__init__(what)
        self.kind: FindingKind = kind
        self.what = what
        self.place = place


def picker(seed: str) -> Callable[[int], int]:
    """A source of choices that is the same for the same seed."""
    stream, cursor = Seed(seed).stream(), 0

    def pick(bound: int) -> int:
        nonlocal cursor
        number, cursor = stream.below(cursor, bound)
        return number

    return pick


def run_trial(table: dict[str, Any], seed: str, bounds: Bounds) -> Tried:
    """Play a position on; ``table`` is one as a scenario has it, with ``game``, ``profile`` and ``card``.

    What goes wrong with the position itself is a finding, too.
    """
    trial = _Trial(table, seed, bounds)
    finding = None
    try:
        trial.run()
    except _Found as found:
        finding = Finding(found.kind, found.what, found.place, trial.record(found.kind, found.what))
    except Exception as error:  # noqa: BLE001 # to find them is what it is for
        what = named(error)
        finding = Finding("exception", what, place_of(error), trial.record("exception", what))
    return Tried(trial.answers, trial.unproven, trial.steps, trial.nodes, trial.end, finding)


class _Trial:
    """One trial under way.

    Attributes:
        gestures: the seat and the words of each answer, also of the one that is being given.
        since: the answers since the play in flight was announced, ``before`` it the hash; none if it is not watched.
        question: of a seat about something, as a scenario expects it to be answered; none if none is being asked.
    """

    def __init__(self, table: dict[str, Any], seed: str, bounds: Bounds) -> None:
        self.table = table
        self.profile = str(table["profile"])
        self.seed = seed
        self.pick = picker(seed)
        self.bounds = bounds
        self.answers = self.unproven = self.steps = self.nodes = 0
        self.end = ""
        self.gestures: list[tuple[int, str]] = []
        self.before = ""
        self.since: list[tuple[int, Answer]] = []
        self.is_proven = True
        self.question = ""

    def run(self) -> None:
        match = stand(self.table, self.profile)
        self.play_at_random(match)
        if match.decisions:
            self.play_to_end(match)
        result = match.result
        self.end = result.code if result is not None else "cut"

    # --- at random ------------------------------------------------------------------------------

    def play_at_random(self, match: Match) -> None:
        views = ViewWatch(match)
        for number in range(self.bounds.random):
            if not match.decisions:
                return
            decision = match.decisions[0]
            answer = self.sampled(decision)
            self.watch(match, decision)
            commit = self.give(match, decision, answer)
            self.judge(match, decision, answer, commit)
            views.follow()
            if number % VIEWS == 0:
                fault = views.fault()
                if fault:
                    raise _Found("view", fault)
                self.ask_about(match)
            self.rewind(match)

    def ask_about(self, match: Match) -> None:
        """A seat asks for all that it may know of something it sees, as a player who is curious does."""
        if match.result is not None:
            return
        seat = self.pick(len(match.header.names))
        zones = [zone for zones in match.game.zones.values() for zone in zones if zone.sight != "nobody"]
        seen = [
            obj for zone in zones for ident in zone.content if may_see(match.game, obj := match.game.obj(ident), seat)
        ]
        if not seen:
            return
        obj = seen[self.pick(len(seen))]
        self.question = f"{{ {SEATS[seat]} = {toml(label(match.game, obj))} }}"
        with suppress(Refusal):
            match.about(seat, obj.id)
        self.question = ""

    def sampled(self, decision: Decision) -> Answer:
        passes = [option for option in decision.options if option.do == "pass"] if decision.kind == "act" else []
        if passes and not self.pick(PASSES):
            return passes[0].answer()
        return decision.sample(self.pick)

    def give(self, match: Match, decision: Decision, answer: Answer) -> Commit:
        """Give an answer, by the words that say it."""
        self.answers += 1
        self.gestures.append((decision.seat, f"({answer!r})"))
        answer = canonical(match.game, decision, answer)
        words = answer_text(match.game, decision, answer)
        self.gestures[-1] = (decision.seat, words)
        if parse_answer(match.game, decision, words) != answer:
            raise _Found("refused", f"the gesture says something else than the answer to {decision.kind}")
        is_proven = is_offer_proven(decision, answer)
        self.unproven += not is_proven
        self.is_proven = self.is_proven and is_proven and (decision.kind in OFFERS or not decision.leaves_a_choice())
        if self.before:
            self.since.append((decision.seat, answer))
        try:
            commit = match.apply(decision.seat, decision.w, answer)
        except Refusal as refusal:
            if is_proven:
                raise _Found("refused", f"{decision.kind}: {refusal}") from None
            self.gestures.pop()
            default = decision.default()
            self.since.clear()
            self.before = ""
            return self.give(match, decision, default)
        steps, nodes = match.game.meter.steps, match.game.question.used
        self.steps, self.nodes = max(self.steps, steps), max(self.nodes, nodes)
        if steps > self.bounds.steps or nodes > self.bounds.nodes:
            raise _Found("work", f"{steps} steps and {nodes} nodes for one answer to {decision.kind}")
        return commit

    def judge(self, match: Match, decision: Decision, answer: Answer, commit: Commit) -> None:
        """What was offered as what leads on does lead on, and within the budget."""
        reversal = commit.reversed
        if reversal is not None and answer.do != "cancel" and self.is_proven:
            raise _Found("reversed", f"{decision.kind}: {reversal.rule} {reversal.code}: {reversal.reason}")
        if not match.game.root.plays:
            self.is_proven = True
        if match.result is not None and match.result.code == EXCEEDED:
            raise _Found("work", match.result.reason)

    # --- taken back -----------------------------------------------------------------------------

    def watch(self, match: Match, decision: Decision) -> None:
        """Remember the state, if what may be announced now is to be taken back."""
        if match.game.root.plays:
            return
        self.since.clear()
        self.before = match.hash() if decision.kind == "act" and not self.pick(REWINDS) else ""

    def rewind(self, match: Match) -> None:
        """Take a play back in a fork, and do it again."""
        plays = match.game.root.plays
        if not self.before or not plays or len(self.since) > MOST_REDONE or not match.decisions:
            return
        decision = match.decisions[0]
        if not decision.cancel or len(plays) > 1 or not match.game.play(plays[0]).given:
            return
        fork = match.fork()
        fork.apply(decision.seat, decision.w, Answer("cancel"))
        if isinstance(fork.game.root.agenda[-1], KeepFrame) or fork.game.root.plays:
            return
        if fork.hash() != self.before:
            raise _Found("rewind", f"{decision.kind}: taken back, the play leaves something behind")
        for seat, answer in self.since:
            asked = next((each for each in fork.decisions if each.seat == seat), None)
            if asked is None:
                raise _Found("rewind", "taken back and done again, somebody else is asked")
            fork.apply(seat, asked.w, answer)
        if fork.hash() != match.hash():
            raise _Found("rewind", "taken back and done again, the play leads elsewhere")

    # --- to the end -----------------------------------------------------------------------------

    def play_to_end(self, match: Match) -> None:
        """Pass when that may be, else take the default; the match must end, or it is in somebody's hands."""
        self.before = ""
        chose = 0
        for _ in range(self.bounds.passing):
            if not match.decisions:
                return
            decision = match.decisions[0]
            answer = passing(decision)
            if decision.kind not in ("act", "pay", "order") and decision.leaves_a_choice():
                chose += 1
            commit = self.give(match, decision, answer)
            self.judge(match, decision, answer, commit)
        if match.decisions and self.bounds.passing:
            turns = match.game.root.turn
            what = f"no end after {self.bounds.passing} answers that pass, in turn {turns}"
            raise _Found("optional loop" if chose * MOST_CHOICES > self.bounds.passing else "endless", what)

    def record(self, kind: FindingKind, what: str) -> str:
        """The scenario that leads to a finding."""
        text = scenario_text(self.table, self.profile, self.gestures, f"{kind}: {what}", self.seed)
        return text + self.expected(kind)

    def expected(self, kind: FindingKind) -> str:
        """The expectation of a finding's scenario that fails, where the rules themselves refuse nothing in it."""
        if kind in ("endless", "optional loop"):
            return "\n[expect]\nover = { winners = [] }\n"
        if self.question:
            return f"\n[expect]\nabout = [{self.question}]\n"
        if kind == "work":
            return f"\n[expect]\nmost = {{ steps = {self.bounds.steps}, nodes = {self.bounds.nodes} }}\n"
        return ""


MOST_CHOICES: Final = 10
"""If one answer in so many could have been another, a loop is one that somebody chooses to go on with."""


def passing(decision: Decision) -> Answer:
    """A pass, or what stands for doing nothing."""
    if decision.kind == "act":
        found = next((option for option in decision.options if option.do == "pass"), None)
        if found is not None:
            return found.answer()
    return decision.default()


def is_offer_proven(decision: Decision, answer: Answer) -> bool:
    """Whether an answer is among those of which the rules say that they can be completed."""
    if not decision.unproven or decision.kind not in OFFERS:
        return not decision.unproven
    return any(
        option.answer() == answer and number not in decision.unproven for number, option in enumerate(decision.options)
    )


def named(error: BaseException) -> str:
    """The type of an exception, and what it says."""
    return f"{type(error).__name__}: {error}"[:MOST_SAID]


def place_of(error: BaseException) -> str:
    """The place in the rules where an exception arose, "engine/play/stack.py:12 resolve"."""
    found = ""
    for frame, line in walk_tb(error.__traceback__):
        file = frame.f_code.co_filename.replace("\\", "/")
        at = file.rfind("/engine/")
        if at >= 0:
            found = f"{file[at + 1 :]}:{line} {frame.f_code.co_name}"
    return found


def scenario_text(table: dict[str, Any], profile: str, gestures: list[tuple[int, str]], title: str, seed: str) -> str:
    """A position and gestures as a scenario."""
    lines = [
        f"id = {toml(f'trial-{seed}')}",
        f"game = {toml(table['game'])}",
        f"profiles = [{toml(profile)}]",
        f"title = {toml(title)}",
        f"setup = {toml(table['setup'])}",
    ]
    for card in table["card"]:
        lines += ["", "[[card]]", *(f"{toml(key)} = {toml(value)}" for key, value in card.items())]
    for side, zones in table.items():
        if isinstance(zones, dict) and side != "setup":
            lines += ["", f"[{side}]", *(f"{toml(key)} = {toml(value)}" for key, value in zones.items())]
    for seat, words in gestures:
        lines += ["", "[[do]]", f"{SEATS[seat]} = {toml(words)}"]
    return "\n".join(lines) + "\n"


def retell(table: dict[str, Any], inputs: Iterable[tuple[int, Input]], title: str, seed: str) -> str:
    """The scenario of inputs that were taken from a position, up to where they are taken no more."""
    profile = str(table["profile"])
    match = stand(table, profile)
    gestures: list[tuple[int, str]] = []
    for seat, input_ in inputs:
        decision = next((each for each in match.decisions if each.seat == seat), None)
        if isinstance(input_, Answer) and decision is not None:
            words = answer_text(match.game, decision, canonical(match.game, decision, input_))
        else:
            words = "concede" if input_ is None else str(input_)
        gestures.append((seat, words))
        try:
            match.take(seat, 0 if decision is None else decision.w, input_)
        except Exception:  # noqa: BLE001 # which may be what was found
            break
    return scenario_text(table, profile, gestures, title, seed)


def toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml(key)} = {toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml(part) for part in value) + "]"
    return json.dumps(value, ensure_ascii=False)
