"""One task per match, the only writer of that match.

Connections put what they ask into its inbox; the actor takes one thing at a time, so the rules never see two at once
and need no lock. Order within one intent: apply, append (journal and publish in one step), pass the diffs on,
acknowledge. A crash between two of these is repaired from the journal. It awaits nothing but the journal, and other
matches' turns where one intent settles much.

A bug of ours in a match stays in it: the match is restored to its last journaled entry and the intent refused; the
second time at the same decision the match is closed without a result.

Owns no socket and no Redis connection; it is handed a ``Journal``.
"""

import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias
from zlib import crc32

import anyio.lowlevel
import orjson
from msgspec import Raw
from msgspec.structs import replace

import engine
from protocol import messages as wire
from protocol.bucket import Bucket
from protocol.codec import encode
from server.cluster.crash_notes import Trials
from server.match import inputs
from server.match.agreements import REMATCH, TAKEBACK
from server.match.audience import (
    BUSY,
    TOO_CURIOUS,
    TOO_FAST,
    Ask,
    Declined,
    Fetch,
    Follow,
    Item,
    Look,
    SeatIntent,
    Shown,
    Stop,
    view_name,
)
from server.match.deadlines import Thinking
from server.match.delayed import ANEW, Delayed, behind
from server.match.explanations import because
from server.match.feed import PUBLIC, Subscriber, publication, text_frame
from server.match.inbox import Inbox
from server.match.pace import seats_of_people
from server.match.rebuilding import rebuild
from server.match.replayed_match import History, lines_of, segment, wait, waiting_for
from server.match.seat_intents import Book, answered, digest_of
from server.match.takeback import earlier_moment
from server.runtime import incidents, metrics
from server.runtime.clock_source import Timer
from server.runtime.errors import Conflict, Fenced, Rolledback, Unavailable, Unreadable
from server.runtime.logs import get
from server.runtime.loop_watch import Step
from server.runtime.settings import Settings
from server.runtime.worker_processes import HeavyWork
from server.runtime.worker_thread import PATIENCE, Made, is_large
from server.store.entries import Agreed, Change, Closed, Conceded, Entry, Head, Input, Lapsed, TakenBack
from server.store.entries import encode as encode_entry
from server.store.journal import CLOSED, FINISHED, FIRST_INTENT, Hold, Journal, Publish, channel

log = get("actor")

SKIPS_AT_ONCE: Final = 8
"""Questions answered for those who need not be asked, before other matches have their turn; some take 5 ms."""
MOST_INCIDENTS: Final = 2
"""Bugs at one decision before the match is closed."""

PlayOn: TypeAlias = Callable[
    [str, Head, wire.Result, int, wire.Numbered, Book, int],
    Awaitable[tuple[wire.Ack | wire.Nack, dict[str, wire.Rematch]]],
]
"""The type of ``Rematches.play_on``."""
NO_REDIS: Final[Declined] = ("unavailable", "Redis cannot be reached at the moment")
GONE: Final[Declined] = ("unavailable", "the match is not run here any more")


class Actor(Shown):
    """A match and everything that happens to it.

    Args:
        match_id: its name on the wire.
        history: the match, as begun or rebuilt.
        hold: the right to append; ``None`` for a match that is over and only looked at.
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
        """Called once the match is over."""
        self.play_on: PlayOn | None = None
        """Takes what a seat says once the match is over."""
        self.came: Callable[[Follow, str], None] = lambda _follow, _match: None
        """Told who comes to look at the result, once the match is over."""
        self.trials: Trials | None = None
        """The note of each trial, until a match that was taken up has taken its first intent."""
        self._hold = hold
        self._journal = journal
        self._work = work
        self._inbox = Inbox(len(history.books), settings.inbox_items)
        self._buckets = tuple(Bucket(settings.settings_per_s, settings.burst_settings, now_ms()) for _ in history.books)
        self._thinking = Thinking(timer, len(history.books), partial(self._inbox.put, Look()))
        self._last_s = time.monotonic()
        self._asks = tuple(Bucket(settings.whys_per_s, settings.burst_whys, now_ms()) for _ in history.books)
        self._pending: SeatIntent | None = None
        self._refused: dict[int, tuple[tuple[int, bytes, int], wire.Nack]] = {}
        """The intent of each seat that was refused last, by number, digest and entries so far.

        A seat that missed the answer asks again, and its question is not worked out a second time."""
        self._early = crc32(match_id.encode()) % (settings.segment_entries // 2 + 1)
        """By how many entries its second segment comes early: matches begun together must not begin it together."""
        self._incidents: dict[tuple[int, int], int] = {}
        self.is_in_thread = False
        """Whether a thread changes the match now: then nobody else may look at it."""
        self._is_long = False
        """Whether the move in hand takes long."""

    def put(self, item: Item) -> Declined | None:
        """Hand something in; return why it is not taken, if it is not."""
        if self.is_gone:  # what may still be said of a match that is over is said where it is found anew
            self.notify(wire.Moved(self.match_id))
            return GONE
        if not self._journal.is_up_for(self.match_id) and isinstance(item, SeatIntent):
            return NO_REDIS  # a view may still be read, at the latest once Redis is back
        if isinstance(item, SeatIntent) and self._is_too_fast(item):
            return TOO_FAST
        if isinstance(item, Ask) and self._asks[item.seat].take(now_ms()) > 0:
            return TOO_CURIOUS
        return None if self._inbox.put(item) else BUSY

    def _is_too_fast(self, play: SeatIntent) -> bool:
        return isinstance(play.command, wire.Settings | wire.Agree) and self._buckets[play.seat].take(now_ms()) > 0

    @property
    def waiting(self) -> int:
        """The number of messages in the mailbox."""
        return len(self._inbox)

    def drop(self, subscriber: Subscriber) -> None:
        super().drop(subscriber)
        self._inbox.drop(subscriber)
        if self.history.clock.is_bounded:
            self._inbox.put(Look())  # it may have been a seat's

    @property
    def hold(self) -> Hold | None:
        return self._hold

    def interrupted(self) -> None:
        """Redis was lost: tell the one whose intent is being journaled to ask again."""
        self._thinking.fault(self._timer.now_ms())
        if self._pending is not None:
            metrics.UNAVAILABLE.inc()
            self._pending.reply(self._nack(self._pending, *NO_REDIS))

    def resumed(self) -> None:
        """Redis is there again."""
        self._inbox.put(Look())

    def adopted(self) -> None:
        """The match was taken up: since its last entry nobody may have run it."""
        self.taken_over()
        if self.history.clock.is_bounded:
            self._thinking.fault(self.history.clock.at_ms)

    def let_go(self, url: str = "") -> None:
        """Tell those who follow where the match goes on, and end once the intent in hand is done."""
        self.notify(wire.Moved(self.match_id, url))
        self._inbox.put(Stop())

    async def hand_over(self) -> None:
        """End once the intent in hand is done, with a segment head for whoever goes on."""
        self._inbox.put(Stop(hands_over=True))
        stop = self._inbox.stop
        if stop is not None and not self.is_gone:
            await stop.left.wait()

    def leave(self) -> None:
        """Nothing is served any more: who waits is told to ask again, or to join again."""
        self.is_gone = True
        if self._inbox.stop is not None:
            self._inbox.stop.left.set()
        for item in self._inbox.clear():
            match item:
                case SeatIntent():
                    item.reply(self._nack(item, *GONE))
                case Ask():
                    item.reply(wire.Nack(*GONE, self.match_id, r=item.command.r, retry_ms=self._settings.retry_ms))
                case Follow():
                    self.send_on(item)
                case Fetch():
                    pass  # the other node gives up on it, and looks for the owner anew

    async def run(self) -> None:
        """Serve the inbox until the match is let go, or lost to another node, or the service closes.

        Raises:
            Fenced: another node owns the match; those who follow were told.
            Unavailable: the service is closing.
        """
        try:
            await self._serve()
        except Fenced:
            self.notify(wire.Moved(self.match_id))
            raise
        finally:
            self._thinking.disarm()
            if self.past is not None:
                self.past.rest()

    async def _serve(self) -> None:
        await self._look_back()
        if self._hold is not None and self.history.engine != self._settings.engine:
            await self.begin_segment()  # what follows is of our engine
        if self.history.clock.is_bounded:
            self._inbox.put(Look())
        while True:
            item = await self._inbox.get()
            self._is_long = is_large(self.match)
            match item:
                case SeatIntent():
                    self._thinking.note_lag(item.seat, item.lag_ms)
                    await self._guarded(self._play(item), item)
                case Ask():
                    item.reply(await self._explained(item))
                    await anyio.lowlevel.checkpoint()  # who asks a lot keeps no other match waiting
                case Follow():
                    await self._await_past(view_name(item.seat))
                    self.welcome(item)
                    if self.result is not None:
                        self.came(item, self.match_id)
                    await anyio.lowlevel.checkpoint()
                case Look():
                    if self._is_abandoned():
                        await self._guarded(self.close("nobody has played for long"), None)
                case Fetch():
                    await self._await_past(item.view)
                    self.fetch(item)
                case Stop():
                    if item.hands_over and self._hold is not None and self.result is None:
                        await self.begin_segment()
                    return
            if self.history.clock.is_bounded:
                await self._guarded(self._look(), None)
            if self._is_segment_due:
                await self._keep()
            if self.past is not None:
                await self._guarded(self._show_past(self.past), None)

    async def _guarded(self, work: Coroutine[None, None, None], play: SeatIntent | None) -> None:
        """Do something for a seat, or (none) on our own account."""
        try:
            await work
        except (Fenced, Unavailable):
            raise
        except (Rolledback, Conflict):
            await self._reread()
            if play is not None:
                play.reply(self._nack(play, "unavailable", "the match was read anew from the journal"))
        except Exception as error:  # noqa: BLE001 # the boundary that keeps a bug inside its match
            await self._contain(play, error)

    async def _look(self) -> None:
        """Do all that the clock wants to be done now, and have it look again in time."""
        thinking = self._thinking
        while self._hold is not None and self.result is None and self._journal.is_up_for(self.match_id):
            clock = self.history.clock
            found = thinking.find(clock, self._is_there)
            if isinstance(found, int):
                await self._lapse(found)
            elif found is not None:
                wait(self.history, found)
                news = self._news()
                await self._append(found, self.publications(self.published_views, {}, news))
                for waiting in news:
                    self.notify_live(waiting)
            else:
                thinking.arm(clock)
                return
        thinking.disarm()

    async def _look_back(self) -> None:
        """Begin to show the public the match as it was; while that cannot be read, it is shown nothing.

        That of a match with a pace costs as much as the match itself, so it is there while somebody watches.
        """
        if PUBLIC in self.live or not (self.history.head.delay_ms or self.is_followed(PUBLIC)):
            return
        await self._begin_past()

    async def _begin_past(self) -> None:
        beat_ms = self._settings.beat_ms
        try:
            self.past = await behind(self._journal, self.match_id, self._settings.engine, beat_ms, self._timer)
        except Unreadable as error:
            incidents.report(log, "delayed view not read", error, match=self.match_id)
            return
        self.feeds[PUBLIC].restart(self.past.history.views.seq[PUBLIC])
        self._inbox.put(Look())

    async def _await_past(self, view: str) -> None:
        """Have what the public is shown, where somebody comes to watch a match that nobody watched."""
        if view == PUBLIC and self._is_blind and not self.history.head.delay_ms:
            await self._guarded(self._begin_past(), None)

    def _leave_past(self, past: Delayed) -> None:
        """Nobody watches any more."""
        past.rest()
        self.past = None
        if self.result is not None:
            self.ended()

    async def _show_past(self, past: Delayed) -> None:
        """Show the public what is due, and look again when more is."""
        if not (self.history.head.delay_ms or self.is_followed(PUBLIC) or self.is_published(PUBLIC)):
            self._leave_past(past)
            return
        now_ms_ = self._timer.now_ms()
        while past.due_ms is not None and past.due_ms <= now_ms_:
            for number, frame in past.step():
                if self.is_published(PUBLIC):
                    self._journal.publish(channel(self.match_id, PUBLIC), publication(number, frame))
                self._pass_on(number, text_frame(frame))
            await anyio.lowlevel.checkpoint()
        if past.is_over:
            self.ended()
        elif past.due_ms is not None:
            past.wake(self._timer, partial(self._inbox.put, Look()))

    def _pass_on(self, number: int, frame: bytes) -> None:
        """Pass a frame of the delayed view on."""
        feed = self.feeds[PUBLIC]
        if number == ANEW:
            feed.restart(self.history_of(PUBLIC).views.seq[PUBLIC])
            for subscriber in tuple(feed.subscribers):
                subscriber.reset(self.state_frame(None))
        elif number > 0:
            feed.push(number, frame)
        else:
            feed.send(frame)

    def _is_there(self, seat: int) -> bool:
        return self.is_followed(view_name(seat))

    async def _lapse(self, seat: int) -> None:
        """Time is up for a seat: take the default of its decision; too often on end, and it concedes."""
        clock, match = self.history.clock, self.match
        decision = next(decision for decision in match.decisions if decision.seat == seat)
        metrics.LAPSES.inc()
        match.at_once = SKIPS_AT_ONCE
        if clock.lapsed(seat):
            commit = await self._ruled(partial(match.concede, seat))
        else:
            commit = await self._ruled(partial(match.apply, seat, decision.w, decision.default()))
        at = self._timer.now_ms()
        entry: Input = Conceded(seat, at=at)
        if commit.answer is not None:
            entry = Lapsed(seat, decision.w, Raw(orjson.dumps(commit.answer.to_json())), at=at)
        diffs = await self._made("views", partial(self.history.took, entry, commit))
        await self._show(entry, diffs, time.perf_counter())
        self._announce_result()

    def close_if_abandoned(self) -> None:
        """Have the match closed if nobody is there who might go on with it; call now and then."""
        if self._is_abandoned():
            self._inbox.put(Look())

    def _is_abandoned(self) -> bool:
        if self._hold is None or self.result is not None:
            return False
        people = seats_of_people(self.history.head)
        if any(map(self._is_there, people)):
            self._last_s = time.monotonic()  # it begins when the last one leaves
            return False
        settings, is_alone = self._settings, len(people) == 1
        return time.monotonic() - self._last_s > (settings.abandoned_alone_s if is_alone else settings.abandoned_s)

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

    async def _keep(self) -> None:
        """Begin a segment, if that can be done."""
        try:
            await self.begin_segment()
            if self._held().seq >= self._settings.most_entries and self.result is None:
                await self.close("the match has grown too long")
        except (Fenced, Unavailable):
            raise
        except (Rolledback, Conflict):
            await self._reread()
        except Exception as error:  # noqa: BLE001 # a match that cannot be dumped goes on, to be replayed from before
            incidents.report(log, "segment not begun", error, match=self.match_id)
            self.history.segment = self._held().seq

    async def begin_segment(self) -> None:
        """Journal the match as it stands, so that whoever takes it up next need not play again what led to here.

        Raises:
            JournalError: it could not be journaled.
        """
        self._is_long = self._is_long or is_large(self.match)
        entry = await self._made("segment", partial(segment, self.history, self._settings.engine, self._timer.now_ms()))
        self.history.segment = await self._journaled(entry, (), "", is_head=True)
        self.history.engine = self._settings.engine

    async def _reread(self) -> None:
        """Journal and memory differ: take the match anew."""
        log.warning("journal and memory differ", match=self.match_id)
        self._hold = await self._journal.take_again(self._held())
        await self._restore()

    async def _play(self, play: SeatIntent) -> None:
        """One intent from the inbox to its answer."""
        if self.result is not None:
            await self._after(play, self.result)
            return
        book, digest = self.history.books[play.seat], digest_of(play.command)
        known = answered(book, self.match_id, play.command, digest)
        if known is not None:
            (metrics.REPEATED if isinstance(known, wire.Ack) else metrics.REFUSED).inc()
            play.reply(known)
            return
        begun_s = time.perf_counter()
        metrics.WAIT_S.observe(begun_s - play.came_s)
        asked = (play.command.c, digest, self._held().seq)
        last = self._refused.get(play.seat)
        if last is not None and last[0] == asked:
            metrics.REFUSED.inc()
            play.reply(last[1])
            return
        try:
            entry, diffs = await self._tried(play, digest)
        except engine.Refusal as refusal:
            metrics.REFUSED.inc()
            nack = self._nack(play, refusal.code, refusal.reason, refusal.rule)
            if nack.retry_ms is None:
                self._refused[play.seat] = (asked, nack)
            play.reply(nack)
            await anyio.lowlevel.checkpoint()  # as for those that ask
            return
        ruled_s = time.perf_counter()
        metrics.RULES_S.observe(ruled_s - begun_s)
        self._pending = play
        try:
            journaled_s = await self._show(entry, diffs, ruled_s)
        finally:
            self._pending = None
        metrics.ACKNOWLEDGED.inc()
        ack = wire.Ack(self.match_id, play.command.c, self.feeds[view_name(play.seat)].seq, play.undone)
        book.note(ack.c, ack.seq, digest, ack.undone)
        play.reply(ack)
        done_s = time.perf_counter()
        metrics.DELIVER_S.observe(done_s - journaled_s)
        metrics.WHOLE_S.observe(done_s - play.came_s)
        self._announce_result()

    async def _tried(self, play: SeatIntent, digest: bytes) -> tuple[Change, dict[str, bytes]]:
        """As ``_changed_by``; of the first intent after the match was taken up it is noted whether it ends us."""
        if self.trials is None:
            return await self._changed_by(play, digest)
        try:
            async with self.trials.of(self.match_id, FIRST_INTENT):
                changed = await self._changed_by(play, digest)
        except Unavailable as error:
            raise engine.Refusal("", *NO_REDIS) from error
        self.trials = None
        return changed

    async def _changed_by(self, play: SeatIntent, digest: bytes) -> tuple[Change, dict[str, bytes]]:
        """Take what a seat says, of that digest: the entry that tells of it, and the diff of every view.

        Raises:
            engine.Refusal: it does not count; nothing changed.
        """
        command, seat = play.command, play.seat
        if not isinstance(command, wire.Agree):
            self.match.at_once = SKIPS_AT_ONCE
            is_playing = inputs.is_playing(self.match, seat)
            commit = await self._ruled(partial(inputs.apply, self.match, seat, command))
            play.undone = inputs.undone_by(commit) if is_playing else None
            lag_ms = self.history.clock.credit(seat, play.lag_ms)
            input_ = inputs.input_of(seat, command, digest, commit, self._timer.now_ms(), lag_ms)
            return input_, await self._made("views", partial(self.history.took, input_, commit))
        agreed = replace(await self._agreement(command, seat), d=digest)
        if isinstance(agreed, TakenBack):
            return agreed, self.history.took_back(agreed)
        return agreed, self.history.agreed(agreed)

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
            play.reply(self._nack(play, refusal.code, refusal.reason, refusal.rule))
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

    async def _ruled(self, take: Callable[[], engine.Commit]) -> engine.Commit:
        """The commit of an input, answers for those who need not be asked too.

        A part of it that takes little is made here, by turns with all else that this process does; else all of it is
        made in a thread, from the start.

        Raises:
            engine.Refusal: it does not count; nothing changed.
        """
        if not self._is_long:
            try:
                commit = await self._by_turns(take)
            except engine.TakesLong:
                self._is_long = True
            else:
                self._is_long = is_large(self.match)
                return commit
        return await self._made("rules", partial(whole, self.match, take))

    async def _by_turns(self, take: Callable[[], engine.Commit]) -> engine.Commit:
        with Step(self.match_id, "rules"), self.match.within(PATIENCE):
            commit = take()
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

    async def _show(self, change: Change, diffs: Mapping[str, bytes], ruled_s: float) -> float:
        """Journal what the rules took at ``ruled_s``, and pass on what it changed; returns when it was journaled."""
        seqs = self.history.views.seq
        entry = replace(change, views={name: seqs[name] for name in diffs})
        messages = await self._made("messages", partial(self.diffs, diffs))
        with Step(self.match_id, "messages"):
            news = self._news()
            publish = self.publications(self.published_views, messages, news)
        shown_s = time.perf_counter()
        metrics.VIEWS_S.observe(shown_s - ruled_s)
        await self._append(entry, publish)
        journaled_s = time.perf_counter()
        metrics.JOURNAL_S.observe(journaled_s - shown_s)
        for name, message in messages.items():
            self.feeds[name].push(entry.views[name], text_frame(message))
        for waiting in news:
            self.notify_live(waiting)
        return journaled_s

    def _news(self) -> Sequence[wire.Waiting]:
        """The seats that the match waits for, if that is news; without a bound each newcomer hears it."""
        if not self.history.clock.is_bounded:
            return ()
        return [waiting_for(self.match_id, line) for line in self._thinking.news(lines_of(self.history))]

    async def _append(self, entry: Entry, publish: list[Publish]) -> None:
        await self._journaled(entry, publish, FINISHED if self.result else "")

    async def _journaled(self, entry: Entry, publish: Sequence[Publish], status: str, *, is_head: bool = False) -> int:
        data = encode_entry(entry)
        number = await self._journal.append(self._held(), data, publish, status, is_head=is_head)
        self._last_s = time.monotonic()
        if self.past is not None:
            self.past.add(self._timer.now_ms(), data)
            self._inbox.put(Look())
        return number

    def _held(self) -> Hold:
        if self._hold is None:
            raise Fenced(f"match {self.match_id} is over and not held")
        return self._hold

    async def _explained(self, ask: Ask) -> wire.Because | wire.Known | wire.Nack:
        """The answer to a seat's question; a bug in that is reported and harms nothing."""
        command = ask.command
        try:
            if isinstance(command, wire.Know):
                return self._known(ask.seat, command)
            return await self._made("question", partial(because, self.match, self.match_id, ask.seat, command))
        except engine.Refusal as refusal:
            return wire.Nack(refusal.code, refusal.reason, self.match_id, r=command.r, rule=refusal.rule)
        except Exception as error:  # noqa: BLE001 # as in _guarded: it must not end the match
            asked = type(command).__name__
            number = incidents.report(log, "ask failed", error, match=self.match_id, seat=ask.seat, command=asked)
            return wire.Nack("internal", incidents.describe(number), self.match_id, r=command.r)

    def _known(self, seat: int, command: wire.Know) -> wire.Known:
        """All that a seat knows.

        Raises:
            engine.Refusal: ``closed_decks``, and as ``engine.known_to``.
        """
        if not self.history.head.open_decks:
            raise engine.Refusal("", "closed_decks", "the players do not know each other's decks")
        known, header = Raw(engine.known_to(self.match, seat)), self.match.header
        return wire.Known(self.match_id, known, header.decks, command.r, engine.cards_played(header))

    async def _contain(self, play: SeatIntent | None, error: Exception) -> None:
        """A bug: report it, go back to the last entry, refuse the intent; close the match the second time."""
        command = None if play is None else play.command
        seat = -1 if play is None else play.seat
        at = (seat, command.w if isinstance(command, wire.Intent) else 0)
        self._incidents[at] = self._incidents.get(at, 0) + 1
        c, asked = (None, "") if command is None else (command.c, type(command).__name__)
        number = incidents.report(log, "match failed", error, match=self.match_id, seat=seat, c=c, command=asked)
        await self._restore()
        if play is None:
            self._inbox.put(Look())
        else:
            play.reply(self._nack(play, "internal", incidents.describe(number, incidents.NOTHING_CHANGED)))
        if self._incidents[at] >= MOST_INCIDENTS:
            await self.close(incidents.describe(number, "it came twice at one decision"))

    async def _restore(self) -> None:
        """Read the match anew from its journal and give a fresh state to those who saw more."""
        self.show_anew(await rebuild(self._journal, self.match_id, self._settings.engine, self._work))
        await self._look_back()

    async def close(self, reason: str) -> None:
        """End the match without a result; its record stays.

        Raises:
            JournalError: the closing could not be journaled.
        """
        await self._journaled(Closed(reason, self._timer.now_ms()), (), CLOSED)
        self.history.closed = reason
        log.error("match closed", match=self.match_id, reason=reason)
        self._announce_result()

    def closed(self, reason: str) -> None:
        """Somebody else has taken the match and journaled its end."""
        self.history.closed = reason
        self._announce_result()

    def _announce_result(self) -> None:
        result = self.result
        if result is not None:
            log.info("match over", match=self.match_id, code=result.code, winners=result.winners)
            self.notify_live(wire.End(self.match_id, result))
            if self.past is None:
                self.ended()

    def abandon(self) -> None:
        """The actor ends for a failure that it could not contain; its journal stays for the next start."""
        self.notify(wire.Moved(self.match_id))

    def _nack(self, play: SeatIntent, code: str, reason: str, rule: str = "") -> wire.Nack:
        retry_ms = self._settings.retry_ms if code == "unavailable" else None
        return wire.Nack(code, reason, self.match_id, play.command.c, rule=rule, retry_ms=retry_ms)


def whole(match: engine.Match, take: Callable[[], engine.Commit]) -> engine.Commit:
    """The commit of an input, in one go."""
    commit = take()
    while not commit.is_whole:
        commit = match.go_on()
    return commit


def now_ms() -> int:
    return int(time.monotonic() * 1000)
