"""The library of a node, opened once its file is there: cards may be imported after the node has started."""

from collections.abc import Iterable
from pathlib import Path
from threading import Lock

from server.library.kept_cards import Kept
from server.library.library import Library


class LateLibrary:
    """Finds cards; threads may share it.

    Args:
        file: of the library.
        must_be_there: whether to open it now.

    Raises:
        BadLibrary: it is to be there, and cannot be used; later as every method of ``Library``.
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
        library = self._opened()
        return {} if library is None else library.find(game, names)

    def of_sets(self, game: str, sets: Iterable[str]) -> list[Kept]:
        """The cards of these sets."""
        library = self._opened()
        return [] if library is None else library.of_sets(game, sets)

    def close(self) -> None:
        """Close the file, if it was opened."""
        if self._library is not None:
            self._library.close()

    def _opened(self) -> Library | None:
        with self._lock:
            if self._library is None and self._file.exists():
                self._library = Library(self._file)
            return self._library
