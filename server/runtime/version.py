"""The version of the installed package, told in ``welcome``, and the name of its engine, told in journals.

Two engines of one name turn the same answers into the same states; so the name holds a digest of all that the rules are
made of, for a version alone says little about a source tree. An operator who knows that two builds play alike may give
them one name (``STACKLOOP_ENGINE``).
"""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

try:
    VERSION = version("stackloop")
except PackageNotFoundError:  # run from a source tree that nobody installed
    VERSION = "0"

RULES: Final = (".py", ".lark", ".toml")
"""The endings of the engine's files that play depends on."""


@cache
def engine_name() -> str:
    """The version and a digest of the engine's files; reading them takes some 20 ms, once."""
    digest = hashlib.blake2b(digest_size=6)
    _add(files("engine"), digest)
    return f"{VERSION}+{digest.hexdigest()}"


def _add(folder: Traversable, digest: "hashlib.blake2b") -> None:
    for part in sorted(folder.iterdir(), key=_name):
        if part.is_dir():
            _add(part, digest)
        elif part.name.endswith(RULES):
            digest.update(part.name.encode() + b"\0" + part.read_bytes())


def _name(part: Traversable) -> str:
    return part.name
