"""One run of the bench: what it ran on, and the rows that it measured. No row stands without its build.

A file of ``deploy/figures`` holds one run of ``stackloop bench all``, and the tables of README.md and CAPACITY.md are
made of it.
"""

from typing import Self

import msgspec

from server.bench.build import Build
from server.bench.figures import Figure


class Run(msgspec.Struct, frozen=True):
    build: Build
    figures: list[Figure]

    def without_path(self) -> Self:
        """As it may stand in the project's files."""
        return msgspec.structs.replace(self, build=self.build.without_path())

    def to_json(self) -> bytes:
        """With what follows from each row."""
        rows = [{**msgspec.to_builtins(figure), "ratio": figure.ratio, "met": figure.is_met} for figure in self.figures]
        return msgspec.json.format(msgspec.json.encode({"build": self.build, "figures": rows}), indent=1) + b"\n"

    @classmethod
    def from_json(cls, data: bytes) -> Self:
        """Raises ``msgspec.DecodeError`` if it is none."""
        return msgspec.json.decode(data, type=cls)
