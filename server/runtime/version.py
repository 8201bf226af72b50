"""The version of the installed package and the form of its rules, told in ``welcome``; the name of its engine.

Journals tell that name. Two engines of one name turn the same answers into the same states; so the name holds a digest
of all that the rules are made of, for a version alone says little about a source tree. An operator who knows that two
builds play alike may give them one name (``STACKLOOP_ENGINE``).
"""

import hashlib
import sys
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, Literal

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


def rules_form() -> Literal["compiled", "interpreted"]:
    """The form in which the rules run here: extension modules, as mypyc makes them, or Python's own."""
    import engine  # when it is asked, as commands without rules tell their version too

    loaded = sys.modules[engine.Match.__module__].__spec__
    return "compiled" if loaded is not None and isinstance(loaded.loader, ExtensionFileLoader) else "interpreted"


def build_name() -> str:
    """The version and the form of the rules, as people are told them."""
    return f"{VERSION}, {rules_form()} rules"


def _add(folder: Traversable, digest: "hashlib.blake2b") -> None:
    for part in sorted(folder.iterdir(), key=_name):
        if part.is_dir():
            _add(part, digest)
        elif part.name.endswith(RULES):
            digest.update(part.name.encode() + b"\0" + part.read_bytes())


def _name(part: Traversable) -> str:
    return part.name
