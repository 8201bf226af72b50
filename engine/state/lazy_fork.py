"""Copy-on-write records of a fork: each record of the game it was made from is copied once somebody looks at it.

Most forks are made to try a move, to look, and to be dropped, and see few of the records. As long as the game they come
from stays as it is they copy from it as they go; before anything is written there, those of its heirs that are still in
use copy the rest (``part``). All of them belong to one thread.

Compiled code copies a record faster than this could save, and asks a dictionary past its own methods: compiled, a fork
has copies of all records from the beginning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import ref

from engine.state.copying import COPIES, IS_BARE, copies_of

if TYPE_CHECKING:
    from collections.abc import Callable, ItemsView, Iterator, KeysView, ValuesView

    from engine.state.records import Record, Zone

MOST_HEIRS: Final = 16
"""Of one game, until it looks which of them are still in use; if all are, they copy the rest at once."""


class Inherited(dict[int, "Record"]):
    """The records of a heir by id: those that it has, and behind them those that it has yet to copy."""

    __slots__ = ("__weakref__", "_rest")

    def __init__(self, records: dict[int, Record]) -> None:
        super().__init__()
        self._rest = dict(records)

    def __missing__(self, ident: int) -> Record:
        old = self._rest.pop(ident)
        record = self[ident] = COPIES[type(old)](old)
        return record

    def __delitem__(self, ident: int, /) -> None:
        if self._rest.pop(ident, None) is None:
            super().__delitem__(ident)

    def complete(self) -> None:
        """Copy what is left."""
        if self._rest:
            self.update(copies_of(self._rest))
            self._rest.clear()

    def clear(self) -> None:
        """Have none, and none to copy."""
        super().clear()
        self._rest.clear()

    def get(self, ident: int, default: Record | None = None, /) -> Record | None:  # type: ignore[override]  # none gives another default
        """The record, if there is one."""
        found = super().get(ident)
        return found if found is not None else self[ident] if ident in self._rest else default

    def glimpse(self, ident: int) -> Record | None:
        """The record, copied or not, if there is one: to be read at once, neither kept nor written."""
        return self._rest.get(ident) or super().get(ident)

    def __contains__(self, ident: object, /) -> bool:
        return ident in self._rest or super().__contains__(ident)

    def __len__(self) -> int:
        return super().__len__() + len(self._rest)

    def __iter__(self) -> Iterator[int]:
        self.complete()
        return super().__iter__()

    def keys(self) -> KeysView[int]:  # type: ignore[override]  # its own class has no name
        """The ids, of a whole copy."""
        self.complete()
        return super().keys()

    def values(self) -> ValuesView[Record]:  # type: ignore[override]  # as above
        """The records, of a whole copy."""
        self.complete()
        return super().values()

    def items(self) -> ItemsView[int, Record]:  # type: ignore[override]  # as above
        """Both, of a whole copy."""
        self.complete()
        return super().items()


class InheritedZones(dict[str, "tuple[Zone, ...]"]):
    """The zones of a heir by name, put together once somebody asks for them."""

    __slots__ = ("_idents", "_records")

    def __init__(self, records: dict[int, Record], idents: dict[str, tuple[int, ...]]) -> None:
        super().__init__()
        self._records = records
        self._idents = idents

    def __missing__(self, name: str) -> tuple[Zone, ...]:
        records = self._records
        zones = self[name] = tuple([records[ident] for ident in self._idents[name]])  # type: ignore[misc]  # ids of zones
        return zones

    def complete(self) -> None:
        """Put all together, in the order of the rules."""
        if len(self) < len(self._idents):
            zones = [(name, self[name]) for name in self._idents]
            self.clear()
            self.update(zones)

    def __contains__(self, name: object, /) -> bool:
        return name in self._idents

    def __iter__(self) -> Iterator[str]:
        self.complete()
        return super().__iter__()

    def values(self) -> ValuesView[tuple[Zone, ...]]:  # type: ignore[override]  # as above
        """The zones, all of them."""
        self.complete()
        return super().values()

    def items(self) -> ItemsView[str, tuple[Zone, ...]]:  # type: ignore[override]  # as above
        """Names and zones, all of them."""
        self.complete()
        return super().items()


def inherit(
    records: dict[int, Record],
    zone_ids: dict[str, tuple[int, ...]],
    heirs: list[ref[Inherited]],
    part: Callable[[], None],
) -> tuple[dict[int, Record], dict[str, tuple[Zone, ...]]]:
    """The records and zones of a fork of a game.

    Args:
        heirs: the forks that may still copy from the game; this one is added.
        part: has them all copied.
    """
    if not IS_BARE:
        copied = copies_of(records)
        return copied, laid_out(copied, zone_ids)
    if len(heirs) >= MOST_HEIRS:
        heirs[:] = [each for each in heirs if each() is not None]
        if len(heirs) >= MOST_HEIRS:
            part()
    heir = Inherited(records)
    heirs.append(ref(heir))
    return heir, InheritedZones(heir, zone_ids)


def laid_out(records: dict[int, Record], idents: dict[str, tuple[int, ...]]) -> dict[str, tuple[Zone, ...]]:
    """The zones by their names."""
    return {name: tuple([records[ident] for ident in some]) for name, some in idents.items()}  # type: ignore[misc]  # as above
