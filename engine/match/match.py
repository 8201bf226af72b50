"""The one door: a match takes answers and gives commits, or refuses.

``Match.apply`` is atomic. *Refused*: the answer does not count, its decision stands, the state is what it was to
the bit. *Illegal*: a play announced in an earlier commit cannot be completed or is cancelled; the game returns to
before the announcement, and since answers were recorded meanwhile that is a commit which says so (``reversed``).
Any other exception is a bug of ours: the match is put back to the last commit and the exception goes on to the
caller.

A move that would do more than the match's budget allows (``engine.state.budget``) is refused if the answer itself says
so much, and may be answered otherwise. Nobody is refused a pass, a default or a concession: what these lead to, if it
is too much, never was, and the game is a draw.

Beside ``Game`` a match keeps what no rewind may touch and no hash covers: commit and decision numbers, and how each
seat wants to be asked. After every input it goes on by itself for those who need not or do not want to be asked. A
caller that has other things to do meanwhile may take that in parts (``at_once``, ``go_on``); the commit is the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import orjson

from engine.errors import Illegal, Refusal
from engine.events.loop_detection import answered, exceeded, look_first
from engine.events.zones import show_faces
from engine.explain.gestures import canonical, parse_answer
from engine.explain.object_report import about
from engine.explain.projection import sight_of
from engine.explain.why_not import why_not
from engine.match.commit import DRAW, Commit, Draft, Draw, Input, Result, Reversal
from engine.match.header import Header, deal_numbers, new_game
from engine.match.match_views import before_play
from engine.play import auto_pass, concession, shortcuts
from engine.sentences import said
from engine.state import agenda, dump
from engine.state.budget import TooMuch, Within
from engine.state.citation import cited
from engine.state.decisions import KINDS, Answer
from engine.state.frames import KeepFrame
from engine.state.game import Game
from engine.state.occurred import Ending
from engine.state.player_settings import ANY, Settings
from engine.state.procedure import current
from engine.state.records import Play

if TYPE_CHECKING:
    from engine.cards.register import Register
    from engine.explain.object_report import About
    from engine.state.decisions import Decision
    from engine.state.obstacles import WhyNot

VERSION = 5
"""Version of the dumps' form."""
READ = (4, 5)
"""Versions that are loaded: dumps of 4 have whole rows in their logs."""


class Match:
    """One match: ``create`` begins one, ``load`` reads one, ``fork`` copies one."""

    def __init__(self, header: Header, game: Game, register: Register) -> None:
        self.header = header
        self.game = game
        self.commits = 0
        self.asked = [0] * len(header.names)
        self.settings = (game.rules.settings,) * len(header.names)
        self.at_once = auto_pass.MOST_SKIPS
        """Questions answered for those who need not be asked before a commit is given back that is not whole."""
        self._looks = True  # for a move that is only tried nobody may ever ask what comes next
        self._asks_all = True
        self._draft: Draft | None = None
        self._register = register

    @staticmethod
    def create(header: Header) -> Match:
        """A new match, asking its first decision.

        Raises:
            Refusal: ``unknown_game``, ``unknown_profile``, ``unknown_card``, ``illegal_deck``, ``bad_seats``.
        """
        match = Match(header, *new_game(header))
        game = match.game
        numbers = deal_numbers(header)
        game.rules.setup(game, numbers, header.chooser)
        match.ask_first()
        return match

    # --- looking --------------------------------------------------------------------------------

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions; none when the match is over."""
        return self.game.asked()

    @property
    def result(self) -> Result | None:
        """The end of the match, if it has ended."""
        over = self.game.root.over
        return Result(*over) if over is not None else None

    @property
    def objects(self) -> int:
        """The number of records, spells, abilities and plays too."""
        return len(self.game.records)

    @property
    def playing(self) -> int | None:
        """The seat whose play is in flight, the outermost one."""
        game = self.game
        return game.play(game.root.plays[0]).seat if game.root.plays else None

    @property
    def playing_on(self) -> list[int]:
        """The seats that have not left."""
        return [seat for seat in range(self.game.seats) if not self.game.players[seat].lost]

    @property
    def is_between_plays(self) -> bool:
        """Whether no play is in flight: then nothing may be rewound, and a dump is short."""
        return not self.game.root.plays

    def hash(self) -> str:
        """128 bits of the whole state. Of a live match it stays on the server: a hash of few unknowns is a leak."""
        return dump.state_hash(self.game)

    def decision(self, seat: int, w: int) -> Decision:
        """The open decision that an answer names.

        Raises:
            Refusal: ``match_over``, ``not_your_decision`` or ``stale_decision``.
        """
        if self.game.root.over is not None:
            raise Refusal("", "match_over", said("reason.match_over", "the match is over"))
        own = [d for d in self.game.asked() if d.seat == seat]
        if not own:
            if 0 < w <= (self.asked[seat] if 0 <= seat < len(self.asked) else 0):
                raise Refusal("", "stale_decision", f"decision {w} is closed")
            raise Refusal(
                "", "not_your_decision", said("reason.not_your_decision", "somebody else is being waited for")
            )
        if own[0].w != w:
            raise Refusal(
                "",
                "stale_decision",
                f"decision {w} is not open; {own[0].w} is",
            )
        return own[0]

    def why_not(self, seat: int, ident: int, place: int | None = None) -> WhyNot:
        """The reason a seat cannot use an object now: its ``place``-th activated ability, from 0, or else itself.

        While another's play is in flight it is answered for the state before that, which is what the seat sees.

        Raises:
            Refusal: ``match_over``; ``unseen``, whether such a thing is hidden or is not; ``no_such_ability``.
        """
        return why_not(self._as_seen_by(seat), seat, ident, place)

    def about(self, seat: int, ident: int) -> About:
        """All that a seat may know about an object: what might be done with it, what it says, what made it so.

        Raises:
            Refusal: ``match_over``; ``unseen``.
        """
        return about(self._as_seen_by(seat), seat, ident)

    def _as_seen_by(self, seat: int) -> Game:
        """The game as a seat may ask about it: before the play of another that is in flight."""
        if self.game.root.over is not None:
            raise Refusal("", "match_over", said("reason.match_over", "the match is over"))
        plays = self.game.root.plays
        return before_play(self) if plays and self.game.play(plays[0]).seat != seat else self.game

    # --- doing ----------------------------------------------------------------------------------

    def within(self, steps: int) -> Within:
        """A block in which every input, and each part of one, is made in so many steps or not at all.

        An input that would take more ends with ``TakesLong``, and never was.
        """
        return Within(self.game.meter, steps)

    def apply(self, seat: int, w: int, answer: Answer) -> Commit:
        """Take the answer of a seat to its decision ``w``.

        Raises:
            Refusal: it does not count; nothing has changed.
        """
        try:
            return self._apply(seat, w, answer)
        except Refusal as wrong:
            raise self._cited(wrong) from None

    def _cited(self, wrong: Refusal) -> Refusal:
        """A refusal on its way out: an answer was at fault, and the paragraph is numbered by the match's profile."""
        return Refusal(cited(self.game.rules, wrong.rule), wrong.code, wrong.words)

    def _apply(self, seat: int, w: int, answer: Answer) -> Commit:
        game = self.game
        decision = self.decision(seat, w)
        answer = canonical(game, decision, answer)
        draft = self._begun(seat, answer)
        try:
            if answer.do == "cancel":
                self._cancel(draft, decision, answer)
            else:
                self._answer(decision, answer)
        except TooMuch as excess:
            self._restore(draft)
            if excess.is_said and announces(decision, answer):
                raise Refusal("", "too_much", excess.reason()) from None
            return self._drawn(draft, excess)
        except Refusal as wrong:
            failed = self._failed(wrong, draft.start) if answer.do != "cancel" else None
            if failed is None:
                self._restore(draft)
                raise
            try:
                self._reverse(draft, failed, wrong, keep=True)
            except TooMuch as excess:
                return self._drawn(draft, excess)
        except BaseException:
            self._restore(draft)
            raise
        return self._completed(draft)

    def _answer(self, decision: Decision, answer: Answer) -> None:
        game = self.game
        play = current(game)
        if play is not None and play.seat != decision.seat:
            game.bind(is_choice=True)
        entry = shortcuts.entry_for(game, decision, answer)
        try:
            decision.check(answer)
        except Refusal as wrong:
            narrower = game.rules.undeclarable(game, answer) if wrong.code == "bad_choice" else None
            raise narrower or wrong from None
        look_first(game, decision)
        game.speaker = decision.seat
        self._advance(answer)
        answered(game, decision, answer)
        shortcuts.remember(game, entry)

    def _advance(self, answer: Answer | None) -> None:
        """Have the game go on until somebody is asked, and work out the options of those who will not pass unseen.

        That is a part of the move, which may be too much for its budget. If moves are tried, it waits until somebody
        looks.
        """
        game = self.game
        agenda.advance(game, answer)
        if self._looks and game.root.over is None:
            for decision in game.pending:
                settings = self.settings[decision.seat]
                if game.root.shortcut or not auto_pass.passes_unseen(game, settings, decision):
                    decision.work_out(game)

    def go_on(self) -> Commit:
        """Go on with a commit that was not whole; nothing else may be asked of the match meanwhile."""
        assert self._draft is not None
        self.game.meter.rest()
        return self._completed(self._draft)

    def _drawn(self, draft: Draft, excess: TooMuch) -> Commit:
        """End the game as a draw: the input led to more than a move, or the match, may do, and so never was."""
        self._end(draft)
        exceeded(self.game, excess)
        return self._committed(draft)

    def _end(self, draft: Draft) -> None:
        """The game is about to end, or a player to leave it: a play in flight never was."""
        game = self.game
        game.meter.begin(game)
        if game.root.plays:
            draft.copy = self._copied()
            concession.rewind(game, game.play(game.root.plays[0]).mark)
            game.meter.back(game)
            draft.start = game.mark()

    def _begun(self, seat: int, input_: Input) -> Draft:
        assert self._draft is None
        self._forget()
        game = self.game
        game.meter.begin(game)
        return Draft(seat, input_, game.mark(), game.pending, self.settings, auto_pass.MOST_SKIPS)

    def _completed(self, draft: Draft) -> Commit:
        """The commit, if nobody is left whose questions are answered for them; else what it is so far."""
        self._draft = None
        try:
            is_whole = self._goes_no_further(draft)
        except BaseException:
            self._restore(draft)
            raise
        if is_whole:
            return self._committed(draft)
        self._draft = draft
        return Commit(0, draft.seat, draft.input, draft.reversed, draft.start)

    def _goes_no_further(self, draft: Draft) -> bool:
        """Answer for those who need not or do not want to be asked; a question that this does not settle is asked."""
        game = self.game
        if self._asks_all and not game.root.shortcut:
            return True
        for _ in range(min(draft.left, self.at_once)):
            draft.left -= 1
            found = self._given()
            if found is None:
                return True
            mark, pending = game.mark(), game.pending
            try:
                self._answer(*found)
                if game.meter.is_tired:
                    draft.left = 0
                if self._looks and not draft.left:
                    game.asked()  # who would have passed unseen is asked after all
            except (Refusal, TooMuch):
                game.rewind(mark)
                game.meter.back(game)
                game.pending = pending
                draft.left = 0
                break
        if draft.left:
            return False
        shortcuts.stop(game)
        return True

    def _given(self) -> tuple[Decision, Answer] | None:
        """A question that need not be asked, with its answer: by a shortcut under way, or by a seat's settings."""
        game = self.game
        if game.root.shortcut and game.pending:
            decision = game.asked()[0]
            answer = shortcuts.repeated(game, decision)
            if answer is not None:
                return decision, answer
            if game.root.barred:
                self._advance(None)  # what is offered is not what it was
                return None
        return self._skipped()

    def _skipped(self) -> tuple[Decision, Answer] | None:
        game = self.game
        if game.root.over is not None:
            return None
        for decision in game.pending:
            settings = self.settings[decision.seat]
            if settings.full:
                continue
            if settings.until and decision.kind == "act" and auto_pass.ended(game, decision.seat, settings):
                settings = settings.passing(())
                self._set(decision.seat, settings)
            answer = auto_pass.skip(game, settings, decision)
            if answer is not None:
                return decision, answer
        return None

    def _set(self, seat: int, settings: Settings) -> None:
        self._put((*self.settings[:seat], settings, *self.settings[seat + 1 :]))

    def _put(self, settings: tuple[Settings, ...]) -> None:
        self.settings = settings
        self._asks_all = all(own.full for own in settings)

    def apply_option(self, seat: int, w: int, n: int) -> Commit:
        """Take option ``n`` of a decision as the answer.

        Raises:
            Refusal: ``bad_answer`` if there is no such option, and all of ``apply``.
        """
        decision = self.decision(seat, w)
        if not 0 <= n < len(decision.options):
            raise self._cited(Refusal(decision.rule, "bad_answer", f"there is no option {n}"))
        return self.apply(seat, w, decision.options[n].answer())

    def apply_text(self, seat: int, w: int, gesture: str) -> Commit:
        """Take a gesture ("cast "Shock" target B") as the answer.

        Raises:
            Refusal: ``bad_answer`` if it cannot be read, and all of ``apply``.
        """
        try:
            answer = parse_answer(self.game, self.decision(seat, w), gesture)
        except Refusal as wrong:
            raise self._cited(wrong) from None
        return self.apply(seat, w, answer)

    def take(self, seat: int, w: int, input_: Input) -> Commit:
        """Take any input; ``w`` is the decision that an answer is to.

        Raises:
            Refusal: as ``apply``, ``set`` and ``concede``.
        """
        match input_:
            case Answer():
                return self.apply(seat, w, input_)
            case Settings():
                return self.set(seat, input_)
            case Draw():
                return self.draw(seat)
            case None:
                return self.concede(seat)

    def apply_line(self, seat: int, w: int, line: str) -> Commit:
        """Take any input as a record's line says it: ``concede``, a draw, settings, or a gesture that answers ``w``.

        Raises:
            Refusal: as ``concede``, ``set`` and ``apply_text``, and ``bad_settings`` if those cannot be read.
        """
        if line == "concede":
            return self.concede(seat)
        if line == DRAW:
            return self.draw(seat)
        if Settings.is_gesture(line):
            return self.set(seat, Settings.read(line, self.settings[seat]))
        return self.apply_text(seat, w, line)

    def set(self, seat: int, settings: Settings) -> Commit:
        """Take the settings of a seat, in place of those before; they count at once.

        Raises:
            Refusal: ``match_over``, ``has_left``, ``bad_settings`` or ``full_control``.
        """
        game = self.game
        self._check_plays_on(seat)
        settings.check()
        unknown = [step for step, _ in settings.stops if step != ANY and step not in game.rules.steps]
        if unknown:
            raise Refusal("", "bad_settings", f"there is no step {unknown[0]!r}, but {', '.join(game.rules.steps)}")
        draft = self._begun(seat, settings)
        self._set(seat, auto_pass.begun(game, seat, settings))
        return self._completed(draft)

    def concede(self, seat: int) -> Commit:
        """Leave the game and lose it (104.3a). A play in flight that cannot go on without the seat never was.

        Raises:
            Refusal: ``match_over`` or ``has_left``.
        """
        self._check_plays_on(seat)
        game = self.game
        draft = self._begun(seat, None)
        try:
            if game.root.plays:
                draft.copy = self._copied()
                if self._goes_on_without(seat):
                    return self._completed(draft)
                self._restore(draft)
                self._end(draft)
            concession.leave(game, seat)
            if game.root.over is None:
                self._advance(None)
        except TooMuch as excess:
            self._restore(draft)
            return self._drawn(draft, excess)
        except BaseException:
            self._restore(draft)
            raise
        return self._completed(draft)

    def draw(self, seat: int) -> Commit:
        """End the game in a draw, on which all who play have agreed, this seat last.

        Raises:
            Refusal: ``match_over`` or ``has_left``.
        """
        self._check_plays_on(seat)
        draft = self._begun(seat, Draw())
        self._end(draft)
        self.game.write(self.game.root, "over", Ending((), "draw", "the players agreed on a draw"))
        return self._completed(draft)

    def take_back(self, earlier: Match) -> None:
        """Be as an earlier state of this match; only the numbers of commits and decisions go on.

        ``Views.renew`` then shows what is different.
        """
        self._forget()
        dump.copy_state(earlier.game, self.game)
        self.game.log.clear()
        self.game.since = 0
        self.game.pending = ()
        self._put(earlier.settings)
        self._advance(None)
        self.commits += 1
        self._number_decisions()

    def shows_more_than(self, earlier: Match, seat: int) -> bool:
        """Whether anybody may know more now than at an earlier moment of this match.

        Cards of its own hand that ``seat``, which wants to go back there, has shown do not count. Nor does this see
        what was shown for a moment only: that is what ``Game.revelations`` counts.
        """
        before, now = earlier.game, self.game
        if before.root.cursor != now.root.cursor:
            return True
        own = {before.obj(ident).card for ident in before.content("hand", seat)}
        return any(sight_of(now, viewer) - sight_of(before, viewer) - own for viewer in range(-1, now.seats))

    def _goes_on_without(self, seat: int) -> bool:
        """Have a seat leave and what others play go on; if that cannot be, the caller puts back what was done."""
        game = self.game
        try:
            if not concession.leave_plays_in_flight(game, seat):
                return False
            self._advance(None)
        except Refusal:
            return False
        return not any(game.players[decision.seat].lost for decision in game.pending)

    def _check_plays_on(self, seat: int) -> None:
        """Refuse what no longer is a seat's to say: it would take back what others are about to do."""
        if self.game.root.over is not None:
            raise Refusal("", "match_over", said("reason.match_over", "the match is over"))
        if not 0 <= seat < len(self.game.players) or self.game.players[seat].lost:
            rules = self.game.rules
            raise Refusal(
                cited(rules, rules.cite("left")), "has_left", said("reason.has_left", "you have left the game")
            )

    def _cancel(self, draft: Draft, decision: Decision, answer: Answer) -> None:
        play = current(self.game)
        if not decision.cancel or play is None:
            raise Refusal(
                decision.rule, "cannot_cancel", said("reason.cannot_cancel", "this cannot be taken back any more")
            )
        if answer.refs not in ((), (1,)) or answer.amounts or answer.plan:
            raise Refusal(decision.rule, "bad_answer", "a cancel says at most that something may be kept")
        taken_back = Illegal("", "cancelled", said("reason.cancelled", "its player took it back"))
        self._reverse(draft, play, taken_back, keep=bool(answer.refs))

    def _failed(self, wrong: Refusal, start: int) -> Play | None:
        """The play announced in an earlier commit that cannot be completed after all; none if the answer is at fault.

        A plan that came with an earlier answer and turns out wrong makes its play impossible: that answer counts.
        """
        game = self.game
        failed = current(game)
        if isinstance(wrong, Illegal) and failed is not None and failed.mark < start:
            return failed
        plans: dict[int, object] = {}
        for ident, field, old in game.log[start:]:
            if field == "plan":
                plans.setdefault(ident, old)
        for ident, old in reversed(plans.items()):
            planned = game.records.get(ident)
            if old and isinstance(planned, Play) and planned.mark < start:
                return planned
        return None

    def _reverse(self, draft: Draft, play: Play, wrong: Refusal, *, keep: bool) -> None:
        """Back to before the announcement; then, unless it was taken back, ask which mana abilities are kept.

        Obeys 601.2, 602.2, 733.1, 733.2.

        If the play around it cannot go on from there, because its plan is wrong, that one is reversed too.
        """
        game = self.game
        draft.copy = self._copied()  # the log holds no way forward again
        draft.copy.rewind(draft.start)
        try:
            start = self._go_back(play, keep=keep)
            while True:
                mark = game.mark()
                try:
                    self._advance(None)
                    break
                except Refusal as also:
                    game.rewind(mark)
                    around = current(game)
                    if around is None:
                        raise
                    wrong = also
                    start = self._go_back(around, keep=True)
        except BaseException:
            self._restore(draft)
            raise
        draft.start = start
        draft.reversed = Reversal(cited(game.rules, wrong.rule), wrong.code, wrong.words)

    def _copied(self) -> Game:
        header = self.header
        game = Game(self.game.rules, header.names, self._register, self.game.stream, header.budget, header.edition)
        dump.copy_state(self.game, game)
        return game

    def _go_back(self, play: Play, *, keep: bool) -> int:
        """To before a play; where that is in the log."""
        mark, made, seat = play.mark, play.made, play.seat
        concession.rewind(self.game, mark)
        self.game.meter.back(self.game)
        if made and keep:
            agenda.push(self.game, KeepFrame(seat, made))
        return mark

    def _restore(self, draft: Draft) -> None:
        self._put(draft.settings)
        if draft.copy is not None:
            dump.copy_state(draft.copy, self.game)
        else:
            self.game.rewind(draft.start)
        self.game.pending = draft.pending

    def _committed(self, draft: Draft) -> Commit:
        self.commits += 1
        self.game.meter.done(self.game)
        if self.game.root.over is not None:
            self.game.pending = ()
            show_faces(self.game)
        self._number_decisions()
        return Commit(self.commits, draft.seat, draft.input, draft.reversed, draft.start)

    def _number_decisions(self) -> None:
        for decision in self.game.pending:
            if not decision.w:
                self.asked[decision.seat] += 1
                decision.w = self.asked[decision.seat]

    def _forget(self) -> None:
        """Drop the log of earlier commits, unless a play in flight may still be rewound through them."""
        game = self.game
        if not game.root.plays:
            game.log.clear()
        game.touched.clear()
        game.since = game.mark()

    # --- keeping --------------------------------------------------------------------------------

    def dump(self) -> bytes:
        """The whole match, secrets included, at any moment."""
        return dump.encode(
            {
                "dump": VERSION,
                "header": self.header.to_json(),
                "commits": self.commits,
                "asked": self.asked,
                "open": [[d.seat, d.w] for d in self.game.pending],
                "settings": [[s.to_json(), s.since, s.seen] for s in self.settings],
                "spent": self.game.meter.spent,
                "state": dump.state_json(self.game),
                "log": dump.log_json(self.game) if self.game.root.plays else [],
            }
        )

    @staticmethod
    def load(data: bytes) -> Match:
        """A match from its dump, asking the same decisions under the same numbers.

        Raises:
            ValueError: it is no dump, or one of a version that is not read.
        """
        parsed = orjson.loads(data)
        if parsed.get("dump") not in READ:
            raise ValueError(f"a dump of version {parsed.get('dump')!r}, not {VERSION}")
        header = Header.from_json(parsed["header"])
        match = Match(header, *new_game(header))
        dump.restore(match.game, parsed["state"], parsed["log"])
        match.game.meter.spent = tuple(parsed.get("spent", match.game.meter.spent))
        match.resume(parsed["commits"], parsed["asked"], [tuple(pair) for pair in parsed["open"]])
        match._put(tuple(_settings(*kept) for kept in parsed["settings"]))  # a match being made
        return match

    def fork(self) -> Match:
        """An independent copy: answers to one do not touch the other."""
        asked = self.game.asked()
        game = self._copied()
        match = Match(self.header, game, self._register)
        match._looks = False
        match.commits, match.asked = self.commits, list(self.asked)
        game.pending = asked  # questions are never changed once they are asked
        match.settings, match._asks_all = self.settings, self._asks_all
        if any(decision.judge is not None for decision in game.pending):  # which looks at the game it was made for
            match.ask_again()
        return match

    def ask_first(self) -> None:
        """Run to the first decision of a position that was set up by hand."""
        self._advance(None)
        self._number_decisions()

    def ask_again(self) -> None:
        """Work out the open decisions anew from the state; they keep their numbers."""
        self.resume(self.commits, self.asked, [(d.seat, d.w) for d in self.game.pending])

    def begin_at(self, seat: int, settings: Settings, asked: list[int], w: int) -> None:
        """Go on from a state put in place by a seat that knows only its own settings and number of decision.

        Raises:
            ValueError: somebody is asked something there that leaves nothing to ask.
        """
        self._put(tuple(settings if other == seat else own for other, own in enumerate(self.settings)))
        self.resume(0, asked, [(other, w if other == seat else 0) for other in range(self.game.seats)])
        self._number_decisions()

    def resume(self, commits: int, asked: list[int], open_: list[tuple[int, int]]) -> None:
        """Go on from a state put in place: ask again what was open, under the same numbers."""
        self.commits = commits
        if self.game.root.over is None:
            mark = self.game.mark()
            agenda.advance(self.game, None)
            if self.game.mark() != mark:
                raise ValueError("asking again changed the state")
            numbers = dict(open_)
            for decision in self.game.pending:
                decision.w = numbers[decision.seat]
        self.asked = asked


ANNOUNCING: Final = frozenset(KINDS) - {"order"}
"""The kinds of questions whose answers say how much there is to be."""


def announces(decision: Decision, answer: Answer) -> bool:
    """Whether an answer says how much there is to be, and another could have been given: no pass, no default."""
    return decision.kind in ANNOUNCING and answer.do not in ("pass", "cancel") and answer != decision.default()


def _settings(data: dict[str, object], since: int, seen: list[int]) -> Settings:
    """Settings from a dump, and since when they pass until something."""
    settings = Settings.from_json(data)
    return settings.passing(settings.until, since, tuple(seen))
