"""The library of a node, opened once its file is there: cards may be imported after the node has started."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from engine import PrintedCard
from server.library.card_query import Query
from server.library.card_search import Matches
from server.library.kept_cards import Kept
from server.library.library import Library
from server.runtime.errors import BadLibrary, Unavailable
from server.runtime.logs import get

log = get("library")


class LateLibrary:
    """Finds cards; threads may share it.

    Args:
        file: of the library.
        must_be_there: whether to open it now.

    Raises:
        BadLibrary: it is to be there, and cannot be used.
        Unavailable: as every method, where it cannot be used later: the log says why.
    """

    def __init__(self, file: Path, *, must_be_there: bool = False) -> None:
        self._file = file
        self._library: Library | None = None
        self._lock = Lock()
        if must_be_there or self.is_there:
            self._library = Library(file)

    @property
    def is_there(self) -> bool:
        """Whether there is such a file, or was when it was opened."""
        return self._library is not None or self._file.exists()

    def find(self, game: str, names: Iterable[str]) -> dict[str, Kept]:
        """The cards of these names, by the names as they were asked for."""
        with _told():
            library = self._opened()
            return {} if library is None else library.find(game, names)

    def of_sets(self, game: str, sets: Iterable[str]) -> list[Kept]:
        """The cards of these sets."""
        with _told():
            library = self._opened()
            return [] if library is None else library.of_sets(game, sets)

    def with_sets(self, game: str) -> list[PrintedCard]:
        """The tables of all cards that have a set."""
        with _told():
            library = self._opened()
            return [] if library is None else library.with_sets(game)

    def matches(self, game: str, query: Query, most: int, hidden: Iterable[str] = ()) -> Matches:
        """The first cards that a question means; raises ``engine.Refusal`` (``too_much``) too."""
        with _told():
            library = self._opened()
            return Matches() if library is None else library.matches(game, query, most, hidden)

    def near(self, game: str, name: str) -> tuple[str, ...]:
        """Names of cards that may have been meant by one that no card has."""
        with _told():
            library = self._opened()
            return () if library is None else library.near(game, name)

    def close(self) -> None:
        """Close the file, if it was opened."""
        if self._library is not None:
            self._library.close()

    def _opened(self) -> Library | None:
        with self._lock:
            if self._library is None and self._file.exists():
                self._library = Library(self._file)
            return self._library


@contextmanager
def _told() -> Iterator[None]:
    """Log what is wrong with the file; whoever asks is told no more than that it cannot be read now.

    Raises:
        Unavailable: it cannot be used.
    """
    try:
        yield
    except BadLibrary as error:
        log.warning("library not read", code=error.code, path=str(error.path))
        raise Unavailable("the imported cards of this server cannot be read now") from error
