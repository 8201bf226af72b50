"""The views of a match: what each audience is shown, kept up to date at its owner (``projection``: what it may know).

A view is a flat object, key -> entity: ``game``, ``p<id>`` a player, ``o<id>`` an object in a zone the viewer may
see, ``s<id>`` an item on the stack, ``e<n>`` the n-th line of the log while it is one of the last, ``decision`` the
seat's open question, ``table`` how this game is laid out (it never changes), ``offers`` what not all players have
agreed to yet, ``settings`` how the seat wants to be asked, where that is not as for a new seat. A diff has the same
shape, with ``null`` for what is gone; it holds only entities whose bytes changed for this viewer.

While a play is in flight everybody but its player sees the game as before its announcement: their entities are left
as last shown, and brought up to date when the play is complete or undone.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

import msgspec
import orjson

from engine.events.log_arguments import SEAT, english, seat_argument
from engine.events.log_figures import past_figures
from engine.events.log_lines import LINES as LOG_LINES
from engine.events.log_lines import LOG, MOST_NAMED, describe, fields
from engine.explain.kept_options import KeptOptions
from engine.explain.projection import Shown, everything, joined, member, project
from engine.play import concession
from engine.state.occurred import LoggedEvent

if TYPE_CHECKING:
    from engine.events.log_lines import Sentence
    from engine.match.match import Match
    from engine.state.decisions import Decision
    from engine.state.game import Game
    from engine.state.player_settings import Settings

LINES: Final = 30
"""Lines of the log that a view keeps."""
PUBLIC: Final = "public"
NULL: Final = b"null"
EMPTY: Final = b"{}"
OFFERS: Final = "offers"
DECISION: Final = "decision"
BESIDE: Final = frozenset({"settings", OFFERS})
"""The entities of a view that stand in no record, the log's lines and the decision aside."""


class Diff:
    """The news of a view.

    Attributes:
        entities: the diff but for the decision, as JSON.
        decision: of the seat, as JSON, "null" if none is open any more; none if that is not new.
    """

    __slots__ = ("decision", "entities")

    def __init__(self, entities: bytes, decision: bytes | None) -> None:
        self.entities = entities
        self.decision = decision

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Diff) and self.entities == other.entities and self.decision == other.decision

    def __hash__(self) -> int:
        return hash((self.entities, self.decision))

    @property
    def whole(self) -> bytes:
        """The diff with the decision in it, in its place: no key comes before that."""
        if self.decision is None:
            return self.entities
        others = b"" if self.entities == EMPTY else b"," + self.entities[1:-1]
        return b'{"decision":%b%b}' % (self.decision, others)


class View:
    """One audience: a seat, or -1 for everybody else. ``decision`` is ``asked`` as it was shown."""

    __slots__ = ("asked", "decision", "name", "seat", "seq", "settings", "shown")

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.seat = seat
        self.seq = 0
        self.shown: dict[str, bytes] = {}
        self.asked: Decision | None = None
        self.decision = NULL
        self.settings: Settings | None = None


class Views:
    """The views of one match, kept up to date commit by commit.

    Args:
        match: at its start, or as it was when ``kept`` was dumped.
        kept: what ``dump`` gave: the views go on from there, with the same bytes and numbers.
    """

    def __init__(self, match: Match, kept: bytes | None = None) -> None:
        self._match = match
        self._views = [View(PUBLIC, -1), *(View(f"seat{s}", s) for s in range(len(match.header.names)))]
        self._by_name = {view.name: view for view in self._views}
        self._late: set[int] = set()
        """The ids of what was touched since all were shown what there is."""
        self._player: int | None = None
        """The seat that alone was shown what the last commit did, if it was in the middle of a play."""
        self._told = 0
        self._left = 0
        self._said: dict[str, bytes | None] = {}
        self._options = KeptOptions()
        self._joined: tuple[dict[str, bytes], bytes] = {}, EMPTY
        self._is_open = False
        self._opened: dict[str, bytes] | None = None
        if kept is None:
            self._begin()
        else:
            self._load(kept)

    def _begin(self) -> None:
        decisions = self._match.decisions
        if self._private_seat() is not None:
            self._late = self._touched(0)
        for view, shown in zip(self._views, self._anew(), strict=True):
            view.shown = shown
            self._show_own(view, {})
            self._show_decision(view, decisions)

    def _anew(self) -> list[dict[str, bytes]]:
        """The entities of all records, for each view."""
        game, private = self._match.game, self._private_seat()
        before = before_play(self._match) if private is not None else game
        return [
            everything(game if private in (None, view.seat) else before, view.seat, self._is_open)
            for view in self._views
        ]

    def dump(self) -> bytes:
        """The views as JSON, beside a dump of the match: what each was shown while others play is in no record."""
        return orjson.dumps(
            {
                "late": sorted(self._late),
                "left": self._left,
                "told": self._told,
                "open": self._is_open,
                "views": {view.name: [view.seq, orjson.Fragment(self.snapshot(view.name))] for view in self._views},
            }
        )

    def _load(self, kept: bytes) -> None:
        """The entities shown stay text: read as objects, a view of many tokens is ten times as large."""
        read = msgspec.json.decode(kept, type=dict[str, msgspec.Raw])
        views = msgspec.json.decode(read.pop("views"), type=dict[str, tuple[int, dict[str, msgspec.Raw]]])
        rest = {name: orjson.loads(bytes(text)) for name, text in read.items()}
        self._late, self._left, self._told = set(rest["late"]), rest["left"], rest["told"]
        self._is_open = rest.get("open", False)
        public: dict[str, bytes] = {}
        for view in self._views:
            view.seq, entities = views.pop(view.name)
            asked = entities.pop(DECISION, None)
            view.decision = NULL if asked is None else bytes(asked)
            for key, entity in entities.items():
                data = b'"%b":%b' % (key.encode(), entity)
                seen = public.get(key)
                view.shown[key] = data if seen is None or seen != data else seen
            public = public or view.shown
            if view.seat >= 0:
                view.asked = next((d for d in self._match.decisions if d.seat == view.seat), None)
                view.settings = self._match.settings[view.seat]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the views: "public", "seat0", ..."""
        return tuple(self._by_name)

    @property
    def seq(self) -> dict[str, int]:
        """The number of the last diff of each view."""
        return {view.name: view.seq for view in self._views}

    def snapshot(self, name: str) -> bytes:
        """A whole view, as all diffs so far fold to."""
        return self.now(name).whole

    def now(self, name: str) -> Diff:
        """A whole view, and beside it the decision, if one is open."""
        view = self._by_name[name]
        return Diff(joined(view.shown), None if view.decision == NULL else view.decision)

    def keep_opened(self) -> None:
        """From now on keep a view of all that lies before the seats, hands and plays in flight too, and no other.

        It is ``opened``, and ``update_opened`` brings it up to date: nobody is asked anything there.
        """
        lines = {key: data for key, data in self._by_name[PUBLIC].shown.items() if key[0] == "e"}
        self._opened = {**everything(self._match.game, -1, is_open=True), **lines}

    @property
    def opened(self) -> bytes:
        return joined(self._opened or {})

    def update_opened(self) -> bytes:
        """After a commit: the diff of the view that hides nothing."""
        assert self._opened is not None
        touched = self._touched(self._match.game.since)
        lines = self._told_in_log() if self._private_seat() is None else {}
        diff: dict[str, bytes] = {}
        _fold(self._opened, project(self._match.game, touched, len(self._views), is_open=True)[0], diff)
        _fold(self._opened, lines, diff)
        return joined(diff)

    def update(self) -> dict[str, Diff]:
        """After a commit: the diff of every view that something changed for."""
        private, touched = self._private_seat(), self._touched(self._match.game.since)
        self._late |= touched
        if private is None or private != self._player:
            touched = self._late
        projected = project(self._match.game, touched, len(self._views), self._is_open)
        self._player = private
        lines: Shown = {}
        if private is None:
            self._late, self._left = set(), 0
            others = projected
            lines = self._told_in_log()
        else:
            others = self._without_those_who_left()
        out: dict[str, Diff] = {}
        decisions = self._match.decisions
        for number, view in enumerate(self._views):
            diff: dict[str, bytes] = {}
            if private is None or private == view.seat:
                _fold(view.shown, projected[number], diff)
            elif others:
                _fold(view.shown, others[number], diff)
            if lines:
                _fold(view.shown, lines, diff)
            self._show_own(view, diff)
            self._close(view, diff, out, self._show_decision(view, decisions))
        self._said = {}
        return out

    def _touched(self, since: int) -> set[int]:
        """The ids of what the last commit undid, and of what was written from a position of the log on."""
        game = self._match.game
        touched = set(game.touched)
        touched.add(game.root.id)  # who is asked is told with the root
        for ident, field, _ in game.log[since:]:
            touched.add(ident)
            if field == "controller":
                touched.update([player.id for player in game.players])
        return touched

    def _told_in_log(self) -> Shown:
        """The new lines of the log, for what happened since no play was in flight."""
        lines: Shown = {}
        events = [value for _, _, value in self._match.game.log if isinstance(value, LoggedEvent)]
        self._log_last(lines, describe(self._match.game, events) if events else [])
        return lines

    def _log_last(self, lines: Shown, said: list[Sentence]) -> None:
        """The lines of a commit; of more than a view keeps the first are only counted."""
        passed = max(0, len(said) - LINES)
        for n in range(self._told + 1, self._told + 1 + min(passed, LINES)):
            lines[f"e{n - LINES}"] = None
        self._told += passed
        about = {one.last: one.about[:MOST_NAMED] for one in said[passed:] if one.about}
        figures = past_figures(self._match.game, about) if about else {}
        for one in said[passed:]:
            more: dict[str, object] = {"of": about[one.last]} if one.about else {}
            if figures.get(one.last):
                more["then"] = figures[one.last]
            args = one.arguments()
            more["key"], more["args"] = one.template, args
            self._log_line(lines, one.kind, one.event.seat, one.text(args), more)

    def _log_line(self, lines: Shown, kind: str, seat: int, text: str, more: dict[str, object] | None = None) -> None:
        """One more line of the log, in place of the oldest; they are the same for everybody."""
        self._told += 1
        n = self._told
        told: dict[str, object] = {"n": n, "kind": kind, "seat": seat, **(more or {})}
        *parts, last = text.split(SEAT)
        if parts:
            ends = accumulate(map(len, parts))
            told["seats"] = list(ends)
        told["text"] = "".join((*parts, last))
        lines[f"e{n}"] = member(f"e{n}", told)
        lines[f"e{n - LINES}"] = None

    def show(self, key: str, value: object) -> None:
        """Show everybody an entity that stands in no record, with the next diff; ``None`` shows it no more."""
        self._said[key] = None if value is None else member(key, value)

    def publish(self) -> dict[str, Diff]:
        """The diff of every view, where no commit did anything: what was said."""
        out: dict[str, Diff] = {}
        for view in self._views:
            self._close(view, {}, out)
        self._said = {}
        return out

    def open_hands(self) -> None:
        """From now on the public sees what every hand holds; ``renew`` shows it."""
        self._is_open = True

    def renew(self, kind: str, seat: int, key: str) -> dict[str, Diff]:
        """The diff of every view after what no commit did, with the line of ``LOG_LINES`` about that in the log."""
        lines: Shown = {}
        who = seat_argument(seat)
        pattern = LOG_LINES[key]
        args = {"who": who} if "who" in fields(pattern) else {}
        more: dict[str, object] = {"key": f"{LOG}.{key.replace(' ', '_')}", "args": args}
        self._log_line(lines, kind, seat, pattern.format(who=english(who)), more)
        self._match.game.touched.clear()
        out: dict[str, Diff] = {}
        decisions = self._match.decisions
        for view, shown in zip(self._views, self._anew(), strict=True):
            diff: dict[str, bytes] = {}
            gone = [key for key in view.shown if key not in shown and key not in BESIDE and key[0] != "e"]
            _fold(view.shown, {**shown, **dict.fromkeys(gone), **lines}, diff)
            self._show_own(view, diff)
            self._close(view, diff, out, self._show_decision(view, decisions))
        self._said = {}
        return out

    def _close(self, view: View, diff: dict[str, bytes], out: dict[str, Diff], decision: bytes | None = None) -> None:
        """A diff is complete: number it, if it says anything."""
        if self._said:
            _fold(view.shown, self._said, diff)
        if diff or decision is not None:
            view.seq += 1
            out[view.name] = Diff(self._join(diff), decision)

    def _join(self, diff: dict[str, bytes]) -> bytes:
        """The text of a diff; viewers who are shown the same mostly stand side by side."""
        if diff != self._joined[0]:
            self._joined = diff, joined(diff)
        return self._joined[1]

    def _without_those_who_left(self) -> list[Shown]:
        """While a play is in flight, of which others see nothing: what they see if somebody has just conceded."""
        game = self._match.game
        left = concession.left_since(game, game.play(game.root.plays[0]).mark)
        if len(left) == self._left:
            return []
        self._left = len(left)
        before = before_play(self._match)
        touched = before.touched.union(before.records, (ident for ident, _, _ in before.log))
        return project(before, touched, len(self._views), self._is_open)

    def _private_seat(self) -> int | None:
        """The seat whose play is in flight, if any is."""
        game = self._match.game
        return game.play(game.root.plays[0]).seat if game.root.plays else None

    def _show_own(self, view: View, diff: dict[str, bytes]) -> None:
        """The entities that only the seat itself is shown, and that stand in no record; its decision stands beside."""
        if view.seat < 0:
            return
        settings = self._match.settings[view.seat]
        if settings is not view.settings:
            view.settings = settings
            is_new = settings == self._match.game.rules.settings
            _fold(view.shown, {"settings": None if is_new else member("settings", settings.to_json())}, diff)

    def _show_decision(self, view: View, decisions: tuple[Decision, ...]) -> bytes | None:
        """The decision of a seat as JSON, if it is new."""
        own = None
        for decision in decisions:
            if decision.seat == view.seat:
                own = decision
        if own is view.asked:
            return None
        view.asked = own
        data = NULL if own is None else self._options.encode(self._match.game, own)
        if data == view.decision:
            return None
        view.decision = data
        return data


def _fold(shown: dict[str, bytes], entities: Shown, diff: dict[str, bytes]) -> None:
    """Show a viewer what changed for it, and note it in the diff."""
    for key, data in entities.items():
        if data is None:
            if shown.pop(key, None) is not None:
                diff[key] = b'"%b":null' % key.encode()
        elif shown.get(key) != data:
            shown[key] = diff[key] = data


def before_play(match: Match) -> Game:
    """The game as it was before the outermost play in flight was announced, in a fork.

    A player who has conceded since then has left.
    """
    game = match.fork().game
    concession.rewind(game, game.play(game.root.plays[0]).mark)
    return game


def fresh(match: Match, seat: int) -> bytes:
    """A view made anew from the state, without decision and log: what all diffs must fold to."""
    return joined(everything(match.game, seat, is_open=False))
