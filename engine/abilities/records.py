"""The form of records that a text compiles to: frozen for the type checker, which sees every line that makes one.

At run time nothing looks whether one is changed: a frozen dataclass sets each of its fields through a function, and
takes five times as long to be made. Each kind of records has a bit, by which it is looked for in the parts of a text.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

NUMBERS: Final = count()
"""Those of bits."""
BITS: Final[dict[type, int]] = {}
"""By kind of record."""

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:
    from dataclasses import dataclass

    def record(*, frozen, slots):
        """``dataclass`` with the same arguments; a record is hashed by its fields."""

        def made(kind):
            found = dataclass(slots=slots, unsafe_hash=frozen, repr=False)(kind)
            found.__repr__ = _shown  # one for all: hundreds of kinds would each have theirs made as they are loaded
            BITS[found] = 1 << next(NUMBERS)
            return found

        return made

    def _shown(self):
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__qualname__}({fields})"


__all__ = ("BITS", "NUMBERS", "record")
