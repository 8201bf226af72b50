"""One task per match, the only writer of that match.

Connections put what they ask into its inbox; the actor takes one thing at a time, so the rules never see two at once
and need no lock. ``server.match.intent_path`` says what becomes of an intent.

A bug of ours in a match stays in it: the match is restored to its last journaled entry and the intent refused; the
second time at the same decision the match is closed without a result.

Owns no socket and no Redis connection; it is handed a ``Journal``.
"""

import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Final

import anyio.lowlevel
import orjson
from msgspec import Raw

import engine
from protocol import messages as wire
from protocol.bucket import Bucket
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
    Rest,
    SeatIntent,
    Stop,
    view_name,
)
from server.match.delayed import ANEW, Delayed, behind
from server.match.explanations import because
from server.match.feed import PUBLIC, Subscriber, publication, text_frame
from server.match.intent_path import NO_REDIS, SKIPS_AT_ONCE, Played
from server.match.persons import is_for_one, seats_of_people
from server.match.rebuilding import rebuild
from server.match.refusals import nack_of
from server.match.replayed_match import History, segment, wait
from server.runtime import incidents, metrics
from server.runtime.clock_source import Timer
from server.runtime.errors import Conflict, Fenced, Rolledback, Unavailable, Unreadable
from server.runtime.logs import get
from server.runtime.settings import Settings
from server.runtime.worker_processes import HeavyWork
from server.runtime.worker_thread import is_large
from server.store.entries import Closed, Conceded, Input, Lapsed
from server.store.journal import CLOSED, Hold, Journal, channel

log = get("actor")

MOST_INCIDENTS: Final = 2
"""Bugs at one decision before the match is closed."""
GONE: Final[Declined] = ("unavailable", "the match is not run here any more")


class Actor(Played):
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
        super().__init__(match_id, history, hold, journal, settings, timer, work)
        self.came: Callable[[Follow, str], None] = lambda _follow, _match: None
        """Told who comes to look at the result, once the match is over."""
        self._buckets = tuple(Bucket(settings.settings_per_s, settings.burst_settings, now_ms()) for _ in history.books)
        self._asks = tuple(Bucket(settings.whys_per_s, settings.burst_whys, now_ms()) for _ in history.books)
        self._incidents: dict[tuple[int, int], int] = {}

    def put(self, item: Item) -> Declined | None:
        """Hand something in; return why it is not taken, if it is not."""
        if self.is_gone:  # what may still be said of a match that is over is said where it is found anew
            self.notify(wire.Moved(self.match_id))
            return GONE
        if self._inbox.is_idle and isinstance(item, SeatIntent) and self._is_quick(item):
            self._play_now(item)
            return None
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
                case Rest():
                    await self._guarded(item.work(), item.play)
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
        await self._show(None, b"", entry, diffs, time.perf_counter())

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
        settings, is_alone = self._settings, is_for_one(self.history.head)
        return time.monotonic() - self._last_s > (settings.abandoned_alone_s if is_alone else settings.abandoned_s)

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

    async def _explained(self, ask: Ask) -> wire.Because | wire.Known | wire.Nack:
        """The answer to a seat's question; a bug in that is reported and harms nothing."""
        command = ask.command
        try:
            if isinstance(command, wire.Know):
                return self._known(ask.seat, command)
            return await self._made("question", partial(because, self.match, self.match_id, ask.seat, command))
        except engine.Refusal as refusal:
            return nack_of(refusal, self.match_id, r=command.r)
        except Exception as error:  # noqa: BLE001 # as in _guarded: it must not end the match
            asked = type(command).__name__
            number = incidents.report(log, "ask failed", error, match=self.match_id, seat=ask.seat, command=asked)
            return wire.Nack("internal", incidents.describe(number), self.match_id, r=command.r)

    def _known(self, seat: int, command: wire.Know) -> wire.Known:
        """All that a seat knows; of a single seat no other's deck can be secret.

        Raises:
            engine.Refusal: ``closed_decks``, and as ``engine.known_to``.
        """
        header = self.match.header
        if len(header.decks) > 1 and not self.history.head.open_decks:
            raise engine.Refusal("", "closed_decks", "the players do not know each other's decks")
        known = Raw(engine.known_to(self.match, seat))
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

    def abandon(self) -> None:
        """The actor ends for a failure that it could not contain; its journal stays for the next start."""
        self.notify(wire.Moved(self.match_id))


def now_ms() -> int:
    return int(time.monotonic() * 1000)
