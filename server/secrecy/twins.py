"""Whether a match tells a viewer what it may not know: played beside twins in which that is otherwise.

A table is a match as its owner runs it, every message made as an actor makes it, with nobody there and no journal. A
twin of it belongs to a viewer: there all that is hidden from that viewer lies otherwise, libraries, others' hands, what
lies facedown, and the random numbers to come are other ones. Both take the same inputs, and all that the viewer and the
public are sent must be the same, byte for byte: messages, their numbers and sizes, and that there is one at all.

A hidden card that is shown to the viewer, or chosen by somebody who knows it, lies in the twin where it really is:
the twin is a world that the viewer could still be in. So no commit is left out. That takes knowing what comes, so twins
follow the match by stretches, from one moment at which no play is in flight to the next.

An id of a hidden card is the same in each world. So those that lines of the log name are held to what the public sees
(``server.secrecy.log_ids``).
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import orjson
from msgspec import Raw

import engine
from protocol import messages as wire
from protocol.codec import encode
from server.match.audience import Item, Shown, seat_of
from server.match.deadlines import Thinking
from server.match.explanations import because
from server.match.feed import PUBLIC, read_publication
from server.match.refusals import nack_of
from server.match.replayed_match import History, lines_of, load, segment, waiting_for
from server.runtime.clock_source import Alarm, Timer
from server.runtime.settings import Settings
from server.secrecy.log_ids import HiddenId, LogIds
from server.store.entries import VERSION, Agreed, Answered, Conceded, Head, Settled

ENGINE: Final = "twins"
RING_FRAMES: Final = 1
BEGUN_MS: Final = 1_790_000_000_000
CLOCK: Final = wire.Clock(bank_ms=3_600_000, decision_ms=120_000, increment_ms=1_000)
CANCELS: Final = 0.05
"""Of answers where a play may be taken back."""
DEFAULTS: Final = 0.03
"""Of all answers, those that time running out would give."""
SETTINGS: Final = 0.01
"""Of inputs that change how a seat is asked."""
NAMES: Final = ("ann", "bob", "cay", "dee")
OPEN_EVERY: Final = 5
CONCESSIONS: Final = 0.0005
LOOKS: Final = 0.05
"""Of stretches after which all that can be asked for is asked for."""
DEALS: Final = 0.1
"""Of stretches in which nothing forces it, before which hidden cards are dealt anew."""
SAID: Final = (
    "full control",
    "settings own on stop any any",
    "settings stop any own",
    "settings pass until end of turn",
    "settings stop any any pass until something",
    'settings stop for cast "Shock"',
)
"""Settings of seats about how they want to be asked: nothing that goes by what they hold, as ``smart`` does."""


class Leak(Exception):
    """A viewer was sent what depends on what it may not know.

    Attributes:
        view: whose.
        real: what it was sent.
        other: what it is sent in a world that it cannot tell from the real one.
    """

    def __init__(self, where: str, view: str, real: bytes, other: bytes) -> None:
        super().__init__(f"{where}: {view} was sent\n  {real.decode()}\nand in a twin\n  {other.decode()}")
        self.view = view
        self.real = real
        self.other = other


class Hand(Timer):
    """Time that goes on when told to."""

    def __init__(self) -> None:
        self.at_ms = BEGUN_MS

    def now_ms(self) -> int:
        return self.at_ms

    def call_at(self, at_ms: int, call: object) -> Alarm:
        raise NotImplementedError  # nothing is left to time here


Told = dict[str, list[bytes]]
"""The messages of one commit, by view."""


class Table(Shown):
    """A match as its owner runs it, with nobody there."""

    def __init__(self, history: History, timer: Timer) -> None:
        super().__init__("m", history, Settings(ring_frames=RING_FRAMES), timer)
        self._thinking = Thinking(timer, len(history.books), int)
        self._thinking.news(lines_of(history))

    def put(self, item: Item) -> None:
        """Nothing comes in here."""

    def take(self, seat: int, w: int, input_: engine.Input, at_ms: int) -> tuple[engine.Commit, Told]:
        """Take an input; what each view is sent.

        Raises:
            engine.Refusal: it does not count.
        """
        commit = self.match.take(seat, w, input_)
        told = self._shown_to(self.history.took(_entry(seat, w, input_, at_ms), commit))
        return commit, told

    def open_hands(self, at_ms: int) -> None:
        """All agree to that."""
        for seat in self.match.playing_on:
            done = self.history.is_last_to_agree(seat, "open")
            self._shown_to(self.history.agreed(Agreed(seat, "open", done=done, at=at_ms)))

    def _shown_to(self, changed: Mapping[str, engine.Diff]) -> Told:
        news = [waiting_for(self.match_id, line) for line in self._thinking.news(lines_of(self.history))]
        told: Told = {name: [] for name in self.feeds}
        for name, message in self.publications(self.live, self.diffs(changed), news):
            told[name].append(message)
        return told

    def why(self, seat: int, ident: int) -> bytes:
        """The reason for which a seat cannot use something, as it is told."""
        try:
            return encode(because(self.match, self.match_id, seat, wire.Why(self.match_id, ident, r="r")))
        except engine.Refusal as refusal:
            return encode(nack_of(refusal, self.match_id))

    def known(self, seat: int) -> bytes:
        """The knowledge of a seat, as it is told."""
        try:
            return engine.known_to(self.match, seat)
        except engine.Refusal as refusal:
            return refusal.code.encode()

    def refused(self, seat: int, w: int, said: engine.Answer | str) -> bytes:
        """The refusal of an answer that does not count, as its seat is told it; empty if it does.

        The match stays as it is.
        """
        fork = self.match.fork()
        try:
            if isinstance(said, str):
                fork.apply_line(seat, w, said)
            else:
                fork.apply(seat, w, said)
        except engine.Refusal as refusal:
            return encode(nack_of(refusal, self.match_id, 1))
        return b""


def _entry(seat: int, w: int, input_: engine.Input, at_ms: int) -> Answered | Settled | Conceded:
    if isinstance(input_, engine.Settings):
        return Settled(seat, Raw(b"{}"), at=at_ms)
    return Conceded(seat, at=at_ms) if input_ is None else Answered(seat, w, Raw(b"{}"), at=at_ms)


class Step:
    """One input of a stretch, and what each view was sent for it."""

    __slots__ = ("at_ms", "input", "number", "seat", "told")

    def __init__(self, number: int, seat: int, input_: engine.Input, at_ms: int, told: Told) -> None:
        self.number = number
        self.seat = seat
        self.input = input_
        self.at_ms = at_ms
        self.told = told


class Twin:
    """A match like the one at the table, in another world.

    Attributes:
        viewer: whose world it is: a seat, or ``engine.EVERYBODY``.
        diffs: messages compared.
        parted: why it could not follow, and how often: who chose chose otherwise than can be chosen here.
    """

    def __init__(
        self, table: Table, viewer: int, kinds: engine.HiddenKinds, chance: random.Random, timer: Timer
    ) -> None:
        self.viewer = viewer
        self.diffs = 0
        self.parted: Counter[str] = Counter()
        self._kinds = kinds
        self._chance = chance
        self._timer = timer
        self._names = list(table.feeds) if viewer == engine.EVERYBODY else [f"seat{viewer}", PUBLIC]
        self._begin(table)

    def _begin(self, table: Table) -> None:
        """Be as the match is, by the way a match goes from node to node."""
        kept = segment(table.history, ENGINE)
        self.table = Table(load("m", kept, table.history.seq), self._timer)
        self._future = engine.other_future(self.table.match)
        self._deal({}, engine.alike_now(table.match.game, self._kinds))

    def _deal(self, kept: Mapping[tuple[int, int], int], alike: engine.Alike | None) -> None:
        match = self.table.match
        engine.deal(match.game, self.viewer, self._chance.randrange, kept, alike)
        if match.result is None:
            match.ask_again()

    def follow(self, table: Table, stretch: engine.Stretch, steps: list[Step], where: str) -> None:
        """Take the inputs of a stretch that a match has come to the end of.

        Raises:
            Leak: something was sent that is not the same here.
        """
        kept, alike = stretch.kept(self.viewer), stretch.alike()
        if kept or alike is not None or self._chance.random() < DEALS:
            try:
                self._deal(kept, alike)
            except LookupError:  # shown already here: one of several alike, of which the match chose another
                self._part(table, "one of several alike was shown")
                return
        real, game = table.match.game, self.table.match.game
        game.stream = real.stream if real.root.cursor != game.root.cursor else self._future
        for step in steps:
            match = self.table.match
            own = next((decision for decision in match.decisions if decision.seat == step.seat), None)
            try:
                _, told = self.table.take(step.seat, own.w if own is not None else 0, step.input, step.at_ms)
            except engine.Refusal as refusal:
                self._part(table, f"{step.input}: {refusal}")
                return
            for name in self._names:
                self._compare(f"{where}, step {step.number}", name, step.told[name], told[name])
        if not engine.is_laid_out_alike(table.match.game, self.table.match.game):
            self._part(table, "one of several alike was chosen")

    def _part(self, table: Table, why: str) -> None:
        """Begin anew, as what the match does cannot be followed here."""
        self.parted[why] += 1
        self._begin(table)

    def _compare(self, where: str, name: str, real: list[bytes], other: list[bytes]) -> None:
        self.diffs += len(real)
        if real != other:
            raise Leak(where, name, b"\n  ".join(real), b"\n  ".join(other))

    def look(self, table: Table, where: str) -> None:
        """Compare all that can be asked for: whole views, and what is answered to the curious."""
        for name in self._names:
            seat = seat_of(name)
            self._compare(where, name, [table.state_frame(seat)], [self.table.state_frame(seat)])
        if self.viewer >= 0 and table.match.result is None:
            self._probe(table, where)

    def _probe(self, table: Table, where: str) -> None:
        seat, name = self.viewer, f"seat{self.viewer}"
        game, chance = table.match.game, self._chance
        self._compare(f"{where}, known", name, [table.known(seat)], [self.table.known(seat)])
        ident = chance.randrange(game.root.next_id + 3)
        self._compare(f"{where}, why {ident}", name, [table.why(seat, ident)], [self.table.why(seat, ident)])
        own = next((decision for decision in table.match.decisions if decision.seat == seat), None)
        w = own.w if own is not None else table.match.asked[seat] + 1
        verb = chance.choice(VERBS) if own is None else chance.choice((*VERBS, own.kind))
        card = chance.choice(game.prints).definition.name
        for said in (engine.Answer(verb, (ident,)), f'{verb} "{card}"', f'{verb} "{card}#{chance.randrange(1, 4)}"'):
            real = table.refused(seat, w, said)
            self._compare(f"{where}, {said}", name, [real], [self.table.refused(seat, w, said)])


VERBS: Final = ("cast", "activate", "play", "materialize", "use", "targets", "cards", "discard")


def _begun(match: engine.Match) -> History:
    """A match as a journal would tell it."""
    raw = Raw(orjson.dumps(match.header.to_json()))
    head = Head(VERSION, ENGINE, raw, ("open",) * len(match.header.names), at=BEGUN_MS, clock=CLOCK)
    history = History(head, ENGINE, match, engine.Views(match), 1)
    history.clock.begin(history.asked())
    return history


class Twins:
    """One match, played at random beside a twin for each viewer.

    Attributes:
        inputs: what was taken, each with its seat.

    Args:
        match: before its first input.
        seed: of what is chosen and of the other worlds.
        name: of the match, for a leak.
        hands_open: the players have agreed that the public sees their hands.
    """

    def __init__(self, match: engine.Match, seed: int, name: str, *, hands_open: bool = False) -> None:
        self._chance = random.Random(seed)  # noqa: S311 # play
        self._timer = Hand()
        self.table = Table(_begun(match), self._timer)
        if hands_open:
            self.table.open_hands(BEGUN_MS)
        self._kinds = engine.HiddenKinds(self.table.match.game)
        viewers = (engine.EVERYBODY,) if hands_open else tuple(range(len(match.header.names)))
        self.twins = [Twin(self.table, viewer, self._kinds, self._chance, self._timer) for viewer in viewers]
        view = orjson.loads(self.table.history.views.now(PUBLIC).entities)
        self._log_ids = LogIds(view, self.table.match.game.root.next_id)
        self.inputs: list[tuple[int, engine.Input]] = []
        self.name = name
        if hands_open:
            self.name += ", hands open"

    @property
    def commits(self) -> int:
        """Number of inputs taken."""
        return len(self.inputs)

    @property
    def diffs(self) -> int:
        """Number of messages compared."""
        return sum(twin.diffs for twin in self.twins)

    def play(self) -> Iterator[None]:
        """Play to the end, stretch by stretch.

        Raises:
            Leak: a viewer was sent what depends on what it may not know.
            HiddenId: a line of the log names a thing that the public does not see.
        """
        table = self.table
        while table.match.decisions:
            stretch = engine.Stretch(table.match, tuple(twin.viewer for twin in self.twins), self._kinds)
            steps = [self._step(stretch)]
            while table.match.decisions and not table.match.is_between_plays:
                steps.append(self._step(stretch))
            where = f"{self.name}, commit {self.commits}"
            self._hold_ids(steps, where)
            looks = self._chance.random() < LOOKS
            for twin in self.twins:
                twin.follow(table, stretch, steps, where)
                if looks:
                    twin.look(table, where)
            yield

    def _step(self, stretch: engine.Stretch) -> Step:
        """One input, chosen at random."""
        match = self.table.match
        seat, w, input_ = self._input(match)
        self.inputs.append((seat, input_))
        self._timer.at_ms += self._chance.randrange(3_000)
        stretch.chooses(seat, input_)
        commit, told = self.table.take(seat, w, input_, self._timer.at_ms)
        stretch.happened(commit)
        return Step(self.commits, seat, commit.answer or input_, self._timer.at_ms, told)

    def _hold_ids(self, steps: list[Step], where: str) -> None:
        game = self.table.match.game
        sent = [read_publication(each)[1] for step in steps for each in step.told[PUBLIC]]
        try:
            self._log_ids.follow(sent, game.root.next_id, game.records)
        except HiddenId as wrong:
            raise HiddenId(f"{where}: {wrong}") from None

    def _settings(self, match: engine.Match, seat: int) -> engine.Settings | None:
        """Other settings of a seat, if they go with those that it has."""
        try:
            return engine.Settings.read(self._chance.choice(SAID), match.settings[seat])
        except engine.Refusal:
            return None

    def _input(self, match: engine.Match) -> tuple[int, int, engine.Input]:
        chance = self._chance
        decision = chance.choice(match.decisions)
        luck = chance.random()
        settings = self._settings(match, decision.seat) if match.is_between_plays and luck < SETTINGS else None
        if settings is not None:
            return decision.seat, 0, settings
        if match.is_between_plays and luck < SETTINGS + CONCESSIONS:
            return decision.seat, 0, None
        if decision.cancel and chance.random() < CANCELS:
            return decision.seat, decision.w, engine.Answer("cancel")
        if chance.random() < DEFAULTS:
            return decision.seat, decision.w, decision.default()
        return decision.seat, decision.w, decision.sample(chance.randrange)


class Tally:
    """The comparisons so far."""

    __slots__ = ("commits", "diffs", "matches", "parted")

    def __init__(self) -> None:
        self.matches = 0
        self.commits = 0
        self.diffs = 0
        self.parted: Counter[str] = Counter()

    def add(self, twins: Twins) -> None:
        self.matches += 1
        self.commits += twins.commits
        self.diffs += twins.diffs
        for twin in twins.twins:
            self.parted.update(twin.parted)


def sweep(game: str, diffs: int, seed: int, tally: Tally) -> None:
    """Play match after match of a game until so many messages were compared.

    Raises:
        Leak: a viewer was sent what depends on what it may not know.
        HiddenId: a line of the log names a thing that the public does not see.
    """
    while tally.diffs < diffs:
        twins = arrange(game, seed + tally.matches)
        try:
            for _ in twins.play():
                if tally.diffs + twins.diffs >= diffs:
                    break
        finally:
            tally.add(twins)


def arrange(game: str, seed: int) -> Twins:
    """A match of a game: seats, decks and reading of the rules go round; in every fifth hands are open."""
    decks = [deck.entries for deck in engine.load_decks(game).values()]
    profiles = engine.profiles_of(game)
    least, most = engine.seats_of(game)
    seats = min(most, max(least, 2 + seed // len(profiles) % 3))
    dealt = tuple(decks[(seed + seat) % len(decks)] for seat in range(seats))
    secret = engine.Seed(f"twins {seed}")
    header = engine.Header(game, NAMES[:seats], dealt, secret, profiles[seed % len(profiles)])
    name = f"{game} {header.profile}, seed {secret.secret}"
    return Twins(engine.begun(header, ()), seed, name, hands_open=seed % OPEN_EVERY == OPEN_EVERY - 1)
