"""Decisions: the questions of the engine to a seat, and the seat's answers.

A decision is data: who is asked, what kind of question, the exact candidates and their bounds. Candidates are never
combinations; ``Decision.check`` judges a combination. The kinds are a small closed set:

    act      one option: what to do with priority          pay      one option: the next payment or mana ability
    number   an integer in least..most                     confirm  yes or no
             (one of the options, if there are any)
    modes, costs, targets, cards, players                  least..most of the options, each once
    order    all options, in the order wanted              divide   total shared out among chosen options, each >= least
    assign   pairs, each left side at most once
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import islice
from math import comb, factorial
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar

from engine.errors import Refusal
from engine.sentences import said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.sentences import Words
    from engine.state.declarations import Declaration, Pairs

G = TypeVar("G")
"""The class of the game, which stands above this."""
DecisionKind = Literal[
    "act", "number", "modes", "targets", "divide", "assign", "costs", "pay", "order", "cards", "players", "confirm"
]
KINDS: Final[tuple[DecisionKind, ...]] = (
    "act",
    "number",
    "modes",
    "targets",
    "divide",
    "assign",
    "costs",
    "pay",
    "order",
    "cards",
    "players",
    "confirm",
)
MAX_PARTS: Final = 64
"""Of one answer, its plans and theirs included."""
LONG: Final = 64
"""Things that an answer names one by one as JSON; more are said as runs, where they lie side by side."""
FEW: Final = 12
"""Candidates of which every combination may be looked at."""
MAX_REFS: Final = 1 << 16
"""Things that an answer may name: twice as many as there may be."""
MAX_NUMBER: Final = (1 << 53) - 1
"""In an answer, either way: what JavaScript reads exactly."""


class Answer:
    """One answer: a verb, what it names, amounts beside it, and answers for later steps of the same play; immutable."""

    __slots__ = ("amounts", "do", "plan", "refs")

    def __init__(
        self, do: str, refs: tuple[int, ...] = (), amounts: tuple[int, ...] = (), plan: tuple[Answer, ...] = ()
    ) -> None:
        self.do = do
        self.refs = refs
        self.amounts = amounts
        self.plan = plan

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Answer)
            and self.do == other.do
            and self.refs == other.refs
            and self.amounts == other.amounts
            and self.plan == other.plan
        )

    def __hash__(self) -> int:
        return hash((self.do, self.refs, self.amounts, self.plan))

    def __repr__(self) -> str:
        return f"Answer{(self.do, self.refs, self.amounts, self.plan)!r}"

    def to_json(self) -> dict[str, object]:
        """As a JSON object; empty parts are left out, and what lies side by side in a long list is said as runs."""
        out: dict[str, object] = {"do": self.do}
        is_long = len(self.refs) > LONG and len(self.amounts) in (0, len(self.refs))
        runs = runs_of(self.refs, self.amounts) if is_long else []
        if runs and len(runs) * 2 <= len(self.refs):
            out["runs"] = runs
        elif self.refs:
            out["refs"] = list(self.refs)
        if self.amounts and "runs" not in out:
            out["amounts"] = list(self.amounts)
        if self.plan:
            out["plan"] = [part.to_json() for part in self.plan]
        return out

    @staticmethod
    def from_json(obj: object) -> Answer:
        """Read an answer from decoded JSON.

        Raises:
            Refusal: ``bad_answer``, if it has not the shape ``{"do", "refs"?, "amounts"?, "runs"?, "plan"?}``;
                ``too_much``, if it names more than ``MAX_REFS``.
        """
        answer, _ = _read_answer(obj, 0)
        return answer


def _read_answer(obj: object, count: int) -> tuple[Answer, int]:
    if not isinstance(obj, dict) or not isinstance(obj.get("do"), str):
        raise Refusal("", "bad_answer", 'an answer is an object with a "do"')
    count += 1
    if count > MAX_PARTS:
        raise Refusal("", "bad_answer", f"an answer has at most {MAX_PARTS} parts")
    plan = []
    parts = obj.get("plan", [])
    if not isinstance(parts, list):
        raise Refusal("", "bad_answer", '"plan" is a list of answers')
    for part in parts:
        inner, count = _read_answer(part, count)
        plan.append(inner)
    refs, amounts = spread(_ints(obj, "refs"), _ints(obj, "amounts"), _runs(obj))
    return Answer(obj["do"], refs, amounts, tuple(plan)), count


Run = tuple[int, ...]
"""Things with numbers that follow one on the other: the first, how many, and, of pairs, the right side of the first and
by how much each next one's is higher (0 if it is not said)."""


def spread(
    refs: tuple[int, ...], amounts: tuple[int, ...], runs: Iterable[Run]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Refs and amounts with those of some runs behind them.

    Raises:
        Refusal: ``too_much``, if these are more than ``MAX_REFS``; ``bad_answer``, if a run has no such shape.
    """
    left, right = [*refs], [*amounts]
    for run in runs:
        if not 2 <= len(run) <= 4 or run[1] < 1:
            raise Refusal("", "bad_answer", "a run is a first number, how many, and maybe an amount and its step")
        if len(left) + run[1] > MAX_REFS:
            raise Refusal(
                "", "too_much", said("reason.too_many_named", "an answer names at most {n} things", n=MAX_REFS)
            )
        left.extend(range(run[0], run[0] + run[1]))
        if len(run) > 2:
            step = run[3] if len(run) > 3 else 0
            right.extend(run[2] + step * n for n in range(run[1]))
    return tuple(left), tuple(right)


def runs_of(refs: tuple[int, ...], amounts: tuple[int, ...] = ()) -> list[list[int]]:
    """Refs, and the amounts beside them, as runs."""
    runs: list[list[int]] = []
    for place, ref in enumerate(refs):
        last = runs[-1] if runs else []
        if last and ref == last[0] + last[1] and (not amounts or _goes_on(last, amounts[place])):
            last[1] += 1
        else:
            runs.append([ref, 1, amounts[place], 0] if amounts else [ref, 1])
    return runs


def _goes_on(run: list[int], amount: int) -> bool:
    """Whether the next amount of a run is this one; its second one says by how much they rise."""
    if run[1] == 1:
        run[3] = amount - run[2]
    return amount == run[2] + run[3] * run[1]


def _runs(obj: dict[str, object]) -> list[Run]:
    runs = obj.get("runs", [])
    if not isinstance(runs, list):
        raise Refusal("", "bad_answer", '"runs" is a list of lists of whole numbers')
    return [_ints({"runs": run}, "runs") for run in runs]


def _ints(obj: dict[str, object], key: str) -> tuple[int, ...]:
    values = obj.get(key, [])
    if not isinstance(values, list) or not all(type(v) is int and abs(v) <= MAX_NUMBER for v in values):
        raise Refusal("", "bad_answer", f'"{key}" is a list of whole numbers')
    return tuple(values)


class Option:
    """One candidate: what an answer would say to choose it, and a label where that is only a number.

    For an assignment ``refs`` is its left side and ``amounts`` its right. ``pays``: of each thing that it generates for
    a payment, which of the units that are due it could pay, from 0.
    """

    __slots__ = ("amounts", "do", "label", "pays", "refs")

    def __init__(
        self,
        do: str,
        refs: tuple[int, ...] = (),
        amounts: tuple[int, ...] = (),
        label: str = "",
        pays: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.do = do
        self.refs = refs
        self.amounts = amounts
        self.label = label
        self.pays = pays

    def __repr__(self) -> str:
        return f"Option({self.do!r}, {self.refs}, {self.amounts})"

    def answer(self) -> Answer:
        """The answer that chooses this option alone."""
        return Answer(self.do, self.refs, self.amounts)


class OptionSource(ABC, Generic[G]):
    """Works out what a seat may answer, once somebody looks: whoever passes anyway never needs to know."""

    __slots__ = ()

    @abstractmethod
    def options(self, game: G, seat: int) -> tuple[Option, ...]:
        """The options of a decision of that seat."""

    def unproven(self, game: G, seat: int, options: tuple[Option, ...]) -> frozenset[int]:
        """The places of the options that are offered though no way to pay for them was found in good time."""
        return frozenset()


DECISION_FIELDS: Final = (
    "_default",
    "_options",
    "_source",
    "_unproven",
    "advises",
    "asks",
    "auto",
    "cancel",
    "due",
    "finish",
    "is_held",
    "judge",
    "kind",
    "least",
    "most",
    "none",
    "proven",
    "rule",
    "seat",
    "stands",
    "subject",
    "total",
    "w",
)


class Decision:
    """A question to one seat. See the module for the kinds; ``default`` answers it when time runs out.

    ``judge`` judges what is chosen as a whole, where bounds do not say all (attackers, blockers). ``advises``: yes is
    taken though it is not offered, as it cannot be completed; the procedure fails where it does. ``is_held``: a cancel
    leads back into a play around it that only its end lets go of, so the default is ``finish``, if that is given.
    ``auto``: it is about a payment, and may be left to the rules, with all that is still to be said of that. ``none``:
    what choosing nothing is called. ``proven``: of a number, the largest that is known to lead on; those from there to
    ``most`` may. ``due``: how many units what is chosen has to pay. ``stands``: of pairs, for what is as good as a
    right side that is offered and may be named instead, that one. ``source``, if given, says what the options are
    once the game is asked.
    """

    __slots__ = DECISION_FIELDS

    def __init__(
        self,
        kind: DecisionKind,
        seat: int,
        prompt: Words,
        rule: str,
        options: tuple[Option, ...],
        *,
        subject: int = 0,
        least: int = 1,
        most: int = 1,
        total: int = 0,
        cancel: bool = False,
        default: Answer | None = None,
        finish: Answer | None = None,
        judge: Declaration | None = None,
        unproven: frozenset[int] = frozenset(),
        proven: int | None = None,
        advises: bool = False,
        none: str = "",
        due: int = 0,
        source: OptionSource[Any] | None = None,
        stands: dict[int, int] | None = None,
    ) -> None:
        self.w = 0
        self.kind: DecisionKind = kind
        self.seat = seat
        self.asks = prompt
        self.rule = rule
        self.subject = subject
        self._options = options
        self._unproven = unproven
        self._source = source
        self.least = least
        self.most = most
        self.proven = most if proven is None else max(least, proven)
        self.total = total
        self.cancel = cancel
        self.judge = judge
        self.advises = advises
        self.none = none
        self.due = due
        self.stands = stands or {}
        self.auto = False
        self.finish = finish
        self.is_held = False
        self._default = default

    def __repr__(self) -> str:
        return f"Decision({self.kind!r}, seat={self.seat}, {list(self._options)!r}, {self.least}..{self.most})"

    @property
    def prompt(self) -> str:
        """The question, in English."""
        return str(self.asks)

    @property
    def options(self) -> tuple[Option, ...]:
        """The candidates; to be asked for from ``Game.asked``."""
        if self._source is not None:
            raise RuntimeError("nobody has worked out what may be done")
        return self._options

    @property
    def unproven(self) -> frozenset[int]:
        """The places of the options of which it is not known whether they can be completed."""
        return self._unproven

    def work_out(self, game: object) -> None:
        """Find out what may be answered, if that is still to be done, in the game in which it is asked."""
        if self._source is not None:
            self._options = self._source.options(game, self.seat)
            self._unproven = self._source.unproven(game, self.seat, self._options)
            self._source = None

    def default(self) -> Answer:
        """The answer when time runs out: the asker's default, else cancel, else what finishes, else the least."""
        if self._default is not None:
            return self._default
        if self.cancel and not self.is_held:
            return Answer("cancel")
        return self.finish or next(self.answers())

    def check(self, answer: Answer) -> None:
        """Refuse a combination that breaks the bounds. ``act`` and ``pay`` are judged by their procedures.

        Raises:
            Refusal: ``bad_answer`` (wrong kind or shape), ``bad_choice`` (not a candidate, twice the same, too few or
                too many), with the rule of the question.
        """
        kind = self.kind
        if kind in ("act", "pay") or (self.auto and answer.do == "auto"):
            return
        if answer.do != kind:
            raise Refusal(
                self.rule,
                "wrong_step",
                f"the question is about {kind}, not {answer.do}",
            )
        if kind == "number":
            if answer.refs or len(answer.amounts) != 1 or not self.least <= answer.amounts[0] <= self.most:
                raise Refusal(
                    self.rule,
                    "bad_choice",
                    said("reason.number_from_to", "a number from {n} to {m} is wanted", n=self.least, m=self.most),
                )
            if self.options and not any(option.amounts == answer.amounts for option in self.options):
                raise Refusal(
                    self.rule,
                    "bad_choice",
                    said(
                        "reason.not_among_numbers", "{n} is none of the numbers that may be chosen", n=answer.amounts[0]
                    ),
                )
        elif kind == "confirm":
            if (
                answer.refs not in ((0,), (1,))
                or answer.amounts
                or not (self.advises or any(o.refs == answer.refs for o in self.options))
            ):
                raise Refusal(
                    self.rule, "bad_choice", said("reason.yes_or_no", "yes or no is wanted, and not both may be open")
                )
        elif kind == "divide":
            self._check_divide(answer)
        elif kind == "assign":
            self._check_assign(answer)
        else:
            self._check_choice(answer)
        if self.judge is not None:
            self.judge.check(self._pairs(answer, self.judge))

    def _pairs(self, answer: Answer, judge: Declaration) -> Pairs:
        """The pairs that a choice declares; if there is but one right side it is not said."""
        rights = answer.amounts or (judge.pairs[0][1],) * len(answer.refs)
        return tuple(zip(answer.refs, rights, strict=True))

    def _declared(self, pairs: Pairs) -> Answer:
        amounts = tuple(right for _, right in pairs) if self.kind == "assign" else ()
        return Answer(self.kind, tuple(left for left, _ in pairs), amounts)

    def _check_choice(self, answer: Answer) -> None:
        if answer.amounts:
            raise Refusal(self.rule, "bad_answer", "amounts do not belong to a choice")
        known = {option.refs[0] for option in self.options}
        for ref in answer.refs:
            if ref not in known:
                raise Refusal(self.rule, "bad_choice", f"{ref} may not be chosen here")
        if len(set(answer.refs)) != len(answer.refs):
            raise Refusal(self.rule, "bad_choice", said("reason.chosen_twice", "the same was chosen twice"))
        if not self.least <= len(answer.refs) <= self.most:
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            raise Refusal(
                self.rule,
                "bad_choice",
                said("reason.chosen_number", "{n} chosen, {m} wanted", n=len(answer.refs), m=wanted),
            )

    def _check_divide(self, answer: Answer) -> None:
        known = [option.refs[0] for option in self.options]
        if sorted(answer.refs) != sorted(known) or len(answer.amounts) != len(answer.refs):
            raise Refusal(self.rule, "bad_choice", said("reason.share_each", "each of the chosen needs its share"))
        if min(answer.amounts) < self.least:
            raise Refusal(
                self.rule, "bad_choice", said("reason.share_least", "each share is at least {n}", n=self.least)
            )
        if sum(answer.amounts) != self.total:
            raise Refusal(
                self.rule,
                "bad_choice",
                said("reason.share_sum", "the shares add up to {n}, not to {m}", n=sum(answer.amounts), m=self.total),
            )

    def _check_assign(self, answer: Answer) -> None:
        pairs = list(zip(answer.refs, answer.amounts, strict=False))
        if len(answer.refs) != len(answer.amounts):
            raise Refusal(self.rule, "bad_answer", "refs and amounts of an assignment are pairs")
        known = {(option.refs[0], option.amounts[0]) for option in self.options}
        for pair in pairs:
            if (pair[0], self.stands.get(pair[1], pair[1])) not in known:
                raise Refusal(
                    self.rule,
                    "bad_choice",
                    f"{pair[0]} may not be assigned to {pair[1]}",
                )
        several = self.judge is not None and len(set(pairs)) == len(pairs)
        if len(set(answer.refs)) != len(answer.refs) and not several:
            raise Refusal(self.rule, "bad_choice", said("reason.assigned_twice", "the same was assigned twice"))
        if not self.least <= len(pairs) <= self.most:
            raise Refusal(
                self.rule,
                "bad_choice",
                said(
                    "reason.assigned_number",
                    "{n} assigned, {m} to {mx} wanted",
                    n=len(pairs),
                    m=self.least,
                    mx=self.most,
                ),
            )

    # --- answers as a set ---------------------------------------------------------------------

    def count(self) -> int:
        """The number of answers there are (order of a choice does not matter)."""
        n = len(self.options)
        kind = self.kind
        if self.judge is not None:
            return sum(1 for _ in self.answers())
        if kind in ("act", "pay", "confirm"):
            return n
        if kind == "number":
            return n or self.most - self.least + 1
        if kind == "order":
            return factorial(n)
        if kind == "divide":
            return comb(self.total - self.least * n + n - 1, n - 1) if n else 1
        if kind == "assign":
            return sum(1 for _ in self.answers())
        return sum(comb(n, k) for k in range(self.least, min(self.most, n) + 1))

    def leaves_a_choice(self) -> bool:
        """Whether there is more than one answer; where many candidates are judged together it is taken for granted."""
        n, hi = len(self.options), min(self.most, len(self.options))
        match self.kind:
            case _ if self.judge is not None or self.kind == "assign":
                return n > FEW or len([*islice(self.answers(), 2)]) > 1
            case "act" | "pay" | "confirm" | "order":
                return n > 1
            case "number":
                return self.most > self.least
            case "divide":
                return n > 1 and self.total > self.least * n
            case _:
                return self.least < hi or (self.least == hi and 0 < hi < n)

    def answers(self) -> Iterator[Answer]:
        """Every answer once, the smallest first."""
        from engine.state.answer_enumeration import answers  # kept apart: only perft and tests walk all combinations

        if self.judge is not None:
            return map(self._declared, self.judge.every())
        return answers(self)

    def sample(self, pick: Callable[[int], int]) -> Answer:
        """One answer, chosen by ``pick(n)`` which returns a number below ``n``; a cancel where nothing leads on."""
        kind = self.kind
        options = self.options
        if self.judge is not None:
            return self._declared(self.judge.sample(pick))
        if not options and self.cancel and kind in ("act", "pay"):
            return Answer("cancel")
        if kind in ("act", "pay", "confirm") or (kind == "number" and options):
            return options[pick(len(options))].answer()
        if kind == "number":
            return Answer("number", (), (self.least + pick(self.proven - self.least + 1),))
        if kind == "divide":
            return self._sample_divide(pick)
        if kind == "assign":
            return self._sample_assign(pick)
        if kind == "costs" and self._default is not None:
            return self._default  # which of them can be kept without the others is the step's to judge (733.1)
        left = [option.refs[0] for option in options]
        size = len(left) if kind == "order" else self.least + pick(min(self.most, len(left)) - self.least + 1)
        return Answer(kind, tuple(left.pop(pick(len(left))) for _ in range(size)))

    def _sample_divide(self, pick: Callable[[int], int]) -> Answer:
        shares = [self.least] * len(self.options)
        for _ in range(self.total - sum(shares)):
            shares[pick(len(shares))] += 1
        return Answer("divide", tuple(o.refs[0] for o in self.options), tuple(shares))

    def _sample_assign(self, pick: Callable[[int], int]) -> Answer:
        sides: dict[int, list[int]] = {}
        for option in self.options:
            sides.setdefault(option.refs[0], []).append(option.amounts[0])
        refs: list[int] = []
        amounts: list[int] = []
        for left, rights in sides.items():
            choice = pick(len(rights) + (0 if self.least == len(sides) else 1))
            if choice < len(rights) and len(refs) < self.most:
                refs.append(left)
                amounts.append(rights[choice])
        return Answer("assign", tuple(refs), tuple(amounts))
