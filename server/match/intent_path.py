"""The path of an intent through its match: the rules, the views, the journal, then those who follow.

Order within one intent: apply, append (journal and publish in one step), pass the diffs on, acknowledge. A crash
between two of these is repaired from the journal. It awaits nothing but the journal, and other matches' turns where
one intent settles much.

There are two ways to walk it. The task of the match takes an intent from its inbox (``_play``). An intent that finds
the task waiting, with nothing in the inbox and nothing of the match in flight, is applied in the call that brings it
(``_play_now``): the task lends the match to that call, which awaits nothing. Until the journal has answered the inbox
is held, so that the task takes nothing else; the answer calls back, and only then somebody is told. The rest of a move
that cannot be done so is handed to the task in the middle (``Rest``): if it takes long or comes in parts, after a bug,
at the end of the match, and where an append is not plainly well.
"""

import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias
from zlib import crc32

import anyio.lowlevel
from msgspec.structs import replace

import engine
from engine import Diff
from protocol import messages as wire
from protocol.codec import encode
from server.cluster.crash_notes import Trials
from server.match import inputs
from server.match.agreements import REMATCH, TAKEBACK
from server.match.audience import Declined, Look, Rest, SeatIntent, Shown, view_name
from server.match.deadlines import Thinking
from server.match.feed import text_frame
from server.match.inbox import Inbox
from server.match.refusals import nack_of
from server.match.replayed_match import History, lines_of, waiting_for
from server.match.seat_intents import Book, answered, digest_of
from server.match.takeback import earlier_moment
from server.runtime import metrics
from server.runtime.clock_source import Timer
from server.runtime.errors import Fenced, Unavailable
from server.runtime.logs import get
from server.runtime.loop_watch import Step
from server.runtime.settings import Settings
from server.runtime.stage_times import JOURNAL, SOCKET
from server.runtime.worker_processes import HeavyWork
from server.runtime.worker_thread import PATIENCE, Made, is_large
from server.store.entries import Agreed, Change, Entry, Head, Input, TakenBack
from server.store.entries import encode as encode_entry
from server.store.journal import FINISHED, FIRST_INTENT, Hold, Journal, Publish
from server.store.journal import Entry as Record

log = get("actor")

SKIPS_AT_ONCE: Final = 8
"""Questions answered for those who need not be asked, before other matches have their turn; some take 5 ms."""

PlayOn: TypeAlias = Callable[
    [str, Head, wire.Result, int, wire.Numbered, Book, int],
    Awaitable[tuple[wire.Ack | wire.Nack, dict[str, wire.Rematch]]],
]
"""The type of ``Rematches.play_on``."""
NO_REDIS: Final[Declined] = ("unavailable", "Redis cannot be reached at the moment")


class Move:
    """A change that the rules took, on its way through the journal to those who are told of it.

    Attributes:
        play: whose intent it was; none where the time was up.
        digest: of what the seat said.
        record: the entry as the journal keeps it.
        shown_s: when it was ready to be journaled.
    """

    __slots__ = ("digest", "messages", "news", "play", "publish", "record", "shown_s", "views")

    def __init__(
        self,
        play: SeatIntent | None,
        digest: bytes,
        views: Mapping[str, int],
        messages: Mapping[str, bytes],
        news: Sequence[wire.Waiting],
        publish: Sequence[Publish],
        record: Record,
    ) -> None:
        self.play = play
        self.digest = digest
        self.views = views
        self.messages = messages
        self.news = news
        self.publish = publish
        self.record = record
        self.shown_s = time.perf_counter()


class Begun:
    """A commit that was begun where its intent arrived, and is not whole yet."""

    __slots__ = ("commit", "is_playing")

    def __init__(self, commit: engine.Commit, *, is_playing: bool) -> None:
        self.commit = commit
        self.is_playing = is_playing


class Played(Shown):
    """A match whose intents are applied and journaled; the arguments are those of ``Actor``.

    Attributes:
        ended: called once the match is over.
        play_on: takes what a seat says once the match is over.
        trials: the note of each trial, until a match that was taken up has taken its first intent.
        is_in_thread: whether a thread changes the match now; then nobody else may look at it.
    """

    def __init__(
        self,
        match_id: str,
        history: History,
        hold: Hold | None,
        journal: Journal,
        settings: Settings,
        timer: Timer,
        work: HeavyWork,
    ) -> None:
        super().__init__(match_id, history, settings, timer)
        self.ended: Callable[[], None] = lambda: None
        self.play_on: PlayOn | None = None
        self.trials: Trials | None = None
        self.is_in_thread = False
        self._hold = hold
        self._journal = journal
        self._work = work
        self._inbox = Inbox(len(history.books), settings.inbox_items)
        self._thinking = Thinking(timer, len(history.books), partial(self._inbox.put, Look()))
        self._last_s = time.monotonic()
        self._pending: SeatIntent | None = None
        self._refused: dict[int, tuple[tuple[bytes, int, int], wire.Nack]] = {}
        """The intent of each seat that was refused last, by digest, number and entries so far.

        A seat that missed the answer asks again, and its question is not worked out a second time."""
        self._early = crc32(match_id.encode()) % (settings.segment_entries // 2 + 1)
        """By how many entries its second segment comes early: matches begun together must not begin it together."""
        self._is_long = False
        """Whether the move in hand takes long."""

    def _is_quick(self, play: SeatIntent) -> bool:
        """Whether an intent that finds the match at rest is applied at once."""
        hold = self._hold
        return (
            isinstance(play.command, wire.Intent)
            and hold is not None
            and self._journal.is_quick_for(hold)
            and self.trials is None
            and self.result is None
            and not is_large(self.match)
        )

    @property
    def _is_segment_due(self) -> bool:
        """Whether it is time to begin a segment: at the end, and else rather while no play is in flight."""
        if self._hold is None or self.history.closed:
            return False
        entries, most = self._hold.seq - self.history.segment, self._settings.segment_entries
        if self.history.segment == 1:
            most -= self._early
        if entries < most and self.match.result is None:
            return False
        due = most if self.match.is_between_plays else most * 2
        return entries >= due or (entries > 0 and self.result is not None)

    def _play_now(self, play: SeatIntent) -> None:
        """One intent where it arrives, as ``_play`` has it: done, in flight, or handed to the task."""
        self._inbox.hold()
        self._thinking.note_lag(play.seat, play.lag_ms)
        try:
            self._begin_now(play)
        except Exception as error:  # noqa: BLE001 # the task keeps a bug inside its match
            self._hand(play, partial(fail, error))

    def _begin_now(self, play: SeatIntent) -> None:
        """Apply an intent and send its entry to the journal, without a turn for anybody else."""
        digest, asked = digest_of(play.command), self._asked(play)
        begun_s = time.perf_counter()
        if self._is_answered(play, digest, asked, begun_s):
            self._end_now(
                is_work_left=True
            )  # the next of this seat waits for its turn: who asks a lot keeps nobody waiting
            return
        command = play.command
        assert isinstance(command, wire.Intent)
        self.match.at_once = SKIPS_AT_ONCE
        is_playing = inputs.is_playing(self.match, play.seat)
        try:
            with Step(self.match_id, "rules"), self.match.within(PATIENCE):
                commit = inputs.apply(self.match, play.seat, command)
        except engine.TakesLong:
            self._hand(play, partial(self._play, play, is_long=True))
            return
        except engine.Refusal as refusal:
            self._refuse(play, asked, digest, refusal)
            self._end_now(is_work_left=True)
            return
        if not commit.is_whole or is_large(self.match):
            begun = Begun(commit, is_playing=is_playing)
            self._hand(play, partial(self._play, play, begun))
            return
        change = self._change(play, command, digest, commit, is_playing=is_playing)
        with Step(self.match_id, "views"):
            diffs = self.history.took(change, commit)
            ruled_s = time.perf_counter()
            metrics.RULES_S.observe(ruled_s - begun_s)
            move = self._move(play, digest, change, diffs, self.diffs(diffs))
        metrics.VIEWS_S.observe(move.shown_s - ruled_s)
        self._pending = play
        is_sent = self.result is None and self._journal.append_now(
            self._held(), move.record, move.publish, partial(self._stood, move)
        )
        if not is_sent:
            self._hand(play, partial(self._settle, move))

    def _stood(self, move: Move, is_so: bool) -> None:
        """The journal has answered what was sent to it where the intent arrived."""
        play = move.play
        if self.is_gone or play is None:
            return
        if not is_so:
            self._hand(play, partial(self._settle, move))
            return
        self._pending = None
        try:
            self._note_journaled(move.record)
            self._tell(move)
            is_work_left = self.history.clock.is_bounded or self._is_segment_due
        except Exception as error:  # noqa: BLE001 # as above
            self._hand(play, partial(fail, error))
            return
        self._end_now(is_work_left=is_work_left)

    def _end_now(self, *, is_work_left: bool) -> None:
        """Give the match back to its task."""
        if is_work_left:
            self._inbox.put(Look())
        self._inbox.release()

    def _hand(self, play: SeatIntent, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Have the task go on with what was begun where an intent arrived."""
        self._inbox.hand(Rest(play, work))

    async def _play(self, play: SeatIntent, begun: Begun | None = None, *, is_long: bool = False) -> None:
        """One intent to its answer, from the inbox, or from where it was begun when it arrived."""
        if self.result is not None and begun is None:
            await self._after(play, self.result)
            return
        self._is_long = self._is_long or is_long
        digest, asked = digest_of(play.command), self._asked(play)
        begun_s = time.perf_counter()
        if begun is None and self._is_answered(play, digest, asked, begun_s):
            return
        try:
            change, diffs = await self._tried(play, digest, begun)
        except engine.Refusal as refusal:
            self._refuse(play, asked, digest, refusal)
            await anyio.lowlevel.checkpoint()  # as for those that ask
            return
        ruled_s = time.perf_counter()
        metrics.RULES_S.observe(ruled_s - begun_s)
        await self._show(play, digest, change, diffs, ruled_s)

    def _asked(self, play: SeatIntent) -> tuple[int, int]:
        """An intent by its number, and where the match stands."""
        return play.command.c, self._held().seq

    def _is_answered(self, play: SeatIntent, digest: bytes, asked: tuple[int, int], now_s: float) -> bool:
        """Whether an intent was answered before; then it is answered so again."""
        known = answered(self.history.books[play.seat], self.match_id, play.command, digest)
        if known is not None:
            (metrics.REPEATED if isinstance(known, wire.Ack) else metrics.REFUSED).inc()
            play.reply(known)
            return True
        metrics.WAIT_S.observe(now_s - play.came_s)
        last = self._refused.get(play.seat)
        if last is None or last[0] != (digest, *asked):
            return False
        metrics.REFUSED.inc()
        play.reply(last[1])
        return True

    def _refuse(self, play: SeatIntent, asked: tuple[int, int], digest: bytes, refusal: engine.Refusal) -> None:
        metrics.REFUSED.inc()
        nack = self._refused_by(play, refusal)
        if nack.retry_ms is None:
            self._refused[play.seat] = ((digest, *asked), nack)
        play.reply(nack)

    async def _tried(self, play: SeatIntent, digest: bytes, begun: Begun | None) -> tuple[Change, Mapping[str, Diff]]:
        """As ``_changed_by``; of the first intent after the match was taken up it is noted whether it ends us."""
        if self.trials is None:
            return await self._changed_by(play, digest, begun)
        try:
            async with self.trials.of(self.match_id, FIRST_INTENT):
                changed = await self._changed_by(play, digest, begun)
        except Unavailable as error:
            raise engine.Refusal("", *NO_REDIS) from error
        self.trials = None
        return changed

    async def _changed_by(
        self, play: SeatIntent, digest: bytes, begun: Begun | None
    ) -> tuple[Change, Mapping[str, Diff]]:
        """Take what a seat says, of that digest: the entry that tells of it, and the diff of every view.

        Raises:
            engine.Refusal: it does not count; nothing changed.
        """
        command, seat = play.command, play.seat
        if not isinstance(command, wire.Agree):
            if begun is None:
                self.match.at_once = SKIPS_AT_ONCE
            is_playing = inputs.is_playing(self.match, seat) if begun is None else begun.is_playing
            part = None if begun is None else begun.commit
            commit = await self._ruled(partial(inputs.apply, self.match, seat, command), part)
            input_ = self._change(play, command, digest, commit, is_playing=is_playing)
            return input_, await self._made("views", partial(self.history.took, input_, commit))
        agreed = replace(await self._agreement(command, seat), d=digest)
        if isinstance(agreed, TakenBack):
            return agreed, self.history.took_back(agreed)
        return agreed, self.history.agreed(agreed)

    def _change(
        self, play: SeatIntent, command: inputs.Said, digest: bytes, commit: engine.Commit, *, is_playing: bool
    ) -> Input:
        """The entry that tells of a whole commit."""
        play.undone = inputs.undone_by(commit) if is_playing else None
        lag_ms = self.history.clock.credit(play.seat, play.lag_ms)
        return inputs.input_of(play.seat, command, digest, commit, self._timer.now_ms(), lag_ms)

    async def _after(self, play: SeatIntent, result: wire.Result) -> None:
        """A seat says something once the match is over."""
        if self.play_on is None:
            play.reply(self._nack(play, *NO_REDIS))
            return
        seat = play.seat
        seq, book = self.history.views.seq[view_name(seat)], self.history.books[seat]
        try:
            answer, told = await self.play_on(self.match_id, self.history.head, result, seat, play.command, book, seq)
        except engine.Refusal as refusal:
            metrics.REFUSED.inc()
            play.reply(self._refused_by(play, refusal))
            return
        except Unavailable as error:
            play.reply(self._nack(play, "unavailable", str(error)))
            return
        if isinstance(answer, wire.Nack):
            metrics.REFUSED.inc()
        play.reply(answer)
        for view, message in told.items():
            self.feeds[view].send(text_frame(encode(message)))

    async def _agreement(self, command: wire.Agree, seat: int) -> Agreed | TakenBack:
        """A seat's word on something that all have to agree on, and whether they now have.

        Raises:
            engine.Refusal: ``has_left``, ``cannot_take_back``, or ``not_over`` for a rematch.
        """
        history, to, now_ms_ = self.history, command.to, self._timer.now_ms()
        if seat not in self.match.playing_on:
            raise engine.Refusal("", "has_left", "a seat that has left agrees to nothing")
        if to == REMATCH:
            raise engine.Refusal("", "not_over", "the match goes on")
        is_done = command.yes and history.is_last_to_agree(seat, to)
        if to != TAKEBACK or not command.yes:
            return Agreed(seat, to, command.yes, is_done, c=command.c, at=now_ms_)
        offer = history.offers.open.get(to)
        by, w = (seat, command.w) if offer is None or offer.by == seat else (offer.by, offer.w)
        if not self.match.is_between_plays:
            raise engine.Refusal("", "cannot_take_back", "something is being played: finish it, or cancel it")
        try:
            data = await self._journal.read(self.match_id)
        except Unavailable as error:
            raise engine.Refusal("", *NO_REDIS) from error
        work = partial(earlier_moment, self.match_id, data, self._settings.engine, by, w)
        earlier = await self._work.thread.make(work)
        if is_done:
            return TakenBack(seat, by, earlier.seq, earlier.kept, command.c, at=now_ms_)
        return Agreed(seat, to, w=earlier.w, c=command.c, at=now_ms_)

    async def _ruled(self, take: Callable[[], engine.Commit], part: engine.Commit | None = None) -> engine.Commit:
        """The commit of an input, answers for those who need not be asked too; ``part`` is as far as it was taken.

        A part of it that takes little is made here, by turns with all else that this process does; else all of it is
        made in a thread, from the start.

        Raises:
            engine.Refusal: it does not count; nothing changed.
        """
        if not self._is_long:
            try:
                commit = await self._by_turns(take, part)
            except engine.TakesLong:
                self._is_long = True
            else:
                self._is_long = is_large(self.match)
                return commit
        return await self._made("rules", partial(whole, self.match, take))

    async def _by_turns(self, take: Callable[[], engine.Commit], part: engine.Commit | None) -> engine.Commit:
        if part is None:
            with Step(self.match_id, "rules"), self.match.within(PATIENCE):
                part = take()
        commit = part
        while not commit.is_whole:
            await anyio.lowlevel.checkpoint()
            with Step(self.match_id, "rules"), self.match.within(PATIENCE):
                commit = self.match.go_on()
        return commit

    async def _made(self, stage: str, work: Callable[[], Made]) -> Made:
        """Do a part of what is in hand: in a thread if that takes long."""
        if not self._is_long:
            with Step(self.match_id, stage):
                return work()
        self.is_in_thread = True
        try:
            return await self._work.thread.make(work)
        finally:
            self.is_in_thread = False

    async def _show(
        self, play: SeatIntent | None, digest: bytes, change: Change, diffs: Mapping[str, Diff], ruled_s: float
    ) -> None:
        """Journal what the rules took at ``ruled_s``, and pass on what it changed."""
        messages = await self._made("messages", partial(self.diffs, diffs))
        with Step(self.match_id, "messages"):
            move = self._move(play, digest, change, diffs, messages)
        metrics.VIEWS_S.observe(move.shown_s - ruled_s)
        await self._settle(move)

    def _move(
        self,
        play: SeatIntent | None,
        digest: bytes,
        change: Change,
        diffs: Mapping[str, Diff],
        messages: Mapping[str, bytes],
    ) -> Move:
        """A change on its way: the entry that the journal keeps, and the messages that followers get."""
        seqs = self.history.views.seq
        views = {name: seqs[name] for name in diffs}
        news = self._news()
        publish = self.publications(self.published_views, messages, news)
        with JOURNAL:
            data = encode_entry(replace(change, views=views))
        record = Record(self._held().seq + 1, data, FINISHED if self.result else "")
        return Move(play, digest, views, messages, news, publish, record)

    async def _settle(self, move: Move) -> None:
        """Journal a move, wait as long as that takes, and tell of it."""
        self._pending = move.play
        try:
            await self._journal.stand(self._held(), move.record, move.publish)
        finally:
            self._pending = None
        self._note_journaled(move.record)
        self._tell(move)
        self._announce_result()

    def _tell(self, move: Move) -> None:
        """Pass on what a journaled move changed, and acknowledge it."""
        journaled_s = time.perf_counter()
        metrics.JOURNAL_S.observe(journaled_s - move.shown_s)
        with SOCKET:
            for name, message in move.messages.items():
                self.feeds[name].push(move.views[name], text_frame(message))
            for waiting in move.news:
                self.notify_live(waiting)
            play = move.play
            if play is None:
                return
            metrics.ACKNOWLEDGED.inc()
            ack = wire.Ack(self.match_id, play.command.c, self.feeds[view_name(play.seat)].seq, play.undone)
            self.history.books[play.seat].note(ack.c, ack.seq, move.digest, ack.undone)
            play.reply(ack)
        done_s = time.perf_counter()
        metrics.DELIVER_S.observe(done_s - journaled_s)
        metrics.WHOLE_S.observe(done_s - play.came_s)

    def _news(self) -> Sequence[wire.Waiting]:
        """The seats that the match waits for, if that is news; without a bound each newcomer hears it."""
        if not self.history.clock.is_bounded:
            return ()
        return [waiting_for(self.match_id, line) for line in self._thinking.news(lines_of(self.history))]

    async def _append(self, entry: Entry, publish: list[Publish]) -> None:
        await self._journaled(entry, publish, FINISHED if self.result else "")

    async def _journaled(self, entry: Entry, publish: Sequence[Publish], status: str, *, is_head: bool = False) -> int:
        with JOURNAL:
            record = Record(self._held().seq + 1, encode_entry(entry), status, is_head=is_head)
        await self._journal.stand(self._held(), record, publish)
        self._note_journaled(record)
        return record.seq

    def _note_journaled(self, record: Record) -> None:
        self._last_s = time.monotonic()
        if self.past is not None:
            self.past.add(self._timer.now_ms(), record.data)
            self._inbox.put(Look())

    def _held(self) -> Hold:
        if self._hold is None:
            raise Fenced(f"match {self.match_id} is over and not held")
        return self._hold

    def _announce_result(self) -> None:
        result = self.result
        if result is not None:
            log.info("match over", match=self.match_id, code=result.code, winners=result.winners)
            self.notify_live(wire.End(self.match_id, result))
            if self.past is None:
                self.ended()

    def _nack(self, play: SeatIntent, code: str, reason: str) -> wire.Nack:
        retry_ms = self._settings.retry_ms if code == "unavailable" else None
        return wire.Nack(code, reason, self.match_id, play.command.c, retry_ms=retry_ms)

    def _refused_by(self, play: SeatIntent, refusal: engine.Refusal) -> wire.Nack:
        retry_ms = self._settings.retry_ms if refusal.code == "unavailable" else None
        return nack_of(refusal, self.match_id, play.command.c, retry_ms=retry_ms)


def whole(match: engine.Match, take: Callable[[], engine.Commit]) -> engine.Commit:
    """The commit of an input, in one go."""
    commit = take()
    while not commit.is_whole:
        commit = match.go_on()
    return commit


async def fail(error: Exception) -> None:
    """Raise what was caught elsewhere, where it is dealt with."""
    raise error
