"""Have the rules read cards, beside the loop: it takes seconds, and no match, client or lease is to wait for that.

With ``read_ahead`` all cards of all games are read at the start, game by game, and whoever needs a game waits for it;
without, those of a match are read when it first needs them.
"""

import anyio
import anyio.to_thread

import engine
from server.runtime.errors import Unavailable
from server.runtime.logs import get

log = get("cards")


class Cards:
    """The cards of this process; ``read`` is its task.

    Attributes:
        are_read: whether nobody waits for cards any more.
    """

    def __init__(self, read_ahead: bool) -> None:
        self.are_read = not read_ahead
        self._read_ahead = read_ahead
        self._games = {game: anyio.Event() for game in engine.list_games()}
        self._ready: set[str] = set()
        self._known: set[tuple[str, str]] = set()
        self._worded: set[str] = set()
        self._one_at_a_time = anyio.CapacityLimiter(1)

    @property
    def may_be_missing(self) -> bool:
        """Whether there are cards that nobody has read."""
        return not (self._read_ahead and self.are_read)

    async def read(self) -> None:
        """Read all that is to be read ahead."""
        try:
            if self._read_ahead:
                for game in self._games:
                    await self._read(game)
                self.are_read = True
        finally:  # else a connection that waits would keep a server from stopping
            for event in self._games.values():
                event.set()

    async def wait(self, header: engine.Header) -> None:
        """Wait until the cards of a match are read, and the words that its texts are shown in.

        Cards that do not exist are for the rules to refuse.

        Raises:
            Unavailable: this server stops.
        """
        if header.game not in self._games:
            return
        if header.game not in self._worded:
            await anyio.to_thread.run_sync(
                engine.load_words, header.game, abandon_on_cancel=True, limiter=self._one_at_a_time
            )
            self._worded.add(header.game)
        if self._read_ahead:
            await self.wait_for(header.game)
            return
        ships = engine.shipped(header.game)  # cards that come with a match are read as it begins
        needed = {(header.game, name) for deck in header.decks for name, _ in deck if ships.has(name)}
        if not needed <= self._known:
            is_playable = await anyio.to_thread.run_sync(
                rehearse, header, abandon_on_cancel=True, limiter=self._one_at_a_time
            )
            if is_playable:  # of names that mean nothing there is no end
                self._known |= needed

    async def wait_for(self, game: str) -> None:
        """Wait until the cards of a game are read, if they are read ahead.

        Raises:
            Unavailable: this server stops.
        """
        if self._read_ahead:
            await self._games[game].wait()
            if game not in self._ready:
                raise Unavailable("this server stops")

    async def _read(self, game: str) -> None:
        count = await anyio.to_thread.run_sync(read_game, game, abandon_on_cancel=True)
        log.info("cards read", game=game, cards=count)
        self._ready.add(game)
        self._games[game].set()


def read_game(game: str) -> int:
    """Compile the cards of a game, and begin a match with each of its decks; returns how many cards there are.

    The first match of a process takes a seventh of a second more than any other, in which nothing else is done.
    """
    least, _ = engine.seats_of(game)
    count = len(engine.load_cards(game))
    for deck in engine.load_decks(game).values():
        rehearse(engine.Header(game, ("",) * least, (deck.entries,) * least, engine.Seed("rehearsal")))
    return count


def rehearse(header: engine.Header) -> bool:
    """Begin a match that nobody plays, which reads what it needs; whether it could begin."""
    try:
        engine.Match.create(header)
    except engine.Refusal:
        return False
    return True
