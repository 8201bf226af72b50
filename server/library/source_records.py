"""The records of published files, as cards that a library takes in."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import engine
from server.library.kept_cards import Imported

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class Counted(io.RawIOBase):
    """A file that tells how many bytes of it were read."""

    def __init__(self, file: BinaryIO, tell: Callable[[int], None]) -> None:
        super().__init__()
        self._file = file
        self._tell = tell

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer)
        data = self._file.read(len(view))
        view[: len(data)] = data
        self._tell(len(data))
        return len(data)


def records_of(path: Path, tell: Callable[[int], None]) -> Iterator[Imported]:
    """The cards of a file; ``tell`` is told how many bytes were read since it was told last.

    Raises:
        engine.BadSource: it is no published file, or breaks off.
        OSError: it cannot be read.
    """
    with path.open("rb") as file, io.BufferedReader(Counted(file, tell)) as stream:
        for form in engine.read_published(((str(path), stream.read()),)):
            for card in form.cards:
                yield imported(form.game, form.form, card)


def imported(game: str, form: str, card: engine.SourceCard) -> Imported:
    """A card of a source, as a library takes it in."""
    is_declined = card.decline is not None and not card.table
    kind, reason = (card.decline.kind, card.decline.reason) if is_declined and card.decline is not None else ("", "")
    return Imported(
        game=game,
        form=form,
        key=card.key,
        face=0,
        name=card.name,
        names=(),
        type=str(card.table.get("type", "")),
        text=str(card.table.get("text", "")),
        table=card.table,
        record={"table": card.table, "lacks": card.lacks},
        kind=kind,
        reason=reason,
        printings=(),
        legalities={},
    )
