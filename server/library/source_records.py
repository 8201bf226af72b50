"""The records of published files, as cards that a library takes in."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import engine
from server.library.kept_cards import Imported, Printing

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


def records_of(path: Path, memory: engine.SourceMemory, tell: Callable[[int], None]) -> Iterator[Imported]:
    """The cards of a file, as they are read.

    Args:
        path: the file.
        memory: that of the files before.
        tell: is told how many bytes were read since it was told last.

    Raises:
        engine.BadSource: it is no published file, or breaks off.
        OSError: it cannot be read.
    """
    with path.open("rb") as file, io.BufferedReader(Counted(file, tell)) as stream:
        for card in engine.read_records(str(path), stream, memory):
            yield imported(card)


def imported(card: engine.SourceCard) -> Imported:
    """A card of a source, as a library takes it in; of one without a table, or with several, all are searched."""
    kind, reason = (card.decline.kind, card.decline.reason) if card.decline is not None else ("", "")
    shown = (card.table,) if card.table and len(card.faces) < 2 else card.faces
    return Imported(
        game=card.game,
        form=card.form,
        key=card.key,
        face=card.face,
        name=card.name,
        names=tuple(str(face["name"]) for face in card.faces if "name" in face),
        type=" // ".join(str(part["type"]) for part in shown if "type" in part),
        text="\n//\n".join(str(part["text"]) for part in shown if "text" in part),
        table=card.table,
        record={"table": card.table, "faces": card.faces, "lacks": card.lacks},
        kind=kind,
        reason=reason,
        printings=tuple(Printing(*each) for each in card.printings),
        legalities=card.legalities,
    )
