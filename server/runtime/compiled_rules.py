"""The compiled form of a checkout's rules: where it is kept, when it counts, and how a process takes it in.

``STACKLOOP_COMPILED`` asks for it: ``1``, or ``native`` for code that this machine's processor alone may run; ``0`` or
nothing leaves the rules interpreted. ``deploy/run.sh`` sets 1, and a server without compiled rules has
``deploy/compile.py`` make them beside it (``server.service.compilation``).

A build is a folder in the user's cache, named by its key: a digest of the sources and of the interpreter. It holds
extension modules alone, and its manifest, which comes last. A process takes a build in only if the key is that of the
checkout it runs from; all else comes from the checkout. So a build is never older than the sources beside it.

A build that failed leaves a file with the reason in place of the folder, and is not tried again.
"""

import hashlib
import json
import os
import platform
import stat
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from server.runtime.owned_folder import OTHERS, cache_folder, find_owned

ASKED: Final = "STACKLOOP_COMPILED"
NO: Final = frozenset(("", "0"))
PLAIN: Final = "1"
NATIVE: Final = "native"
WAYS: Final = (*sorted(NO), PLAIN, NATIVE)

CHECKOUT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("engine", "protocol", "server")
PROJECT: Final = "pyproject.toml"
RECIPE: Final = ("deploy/compile.py", "deploy/hashes-build.txt")
"""The files that say how the rules are compiled, and by which versions; a checkout has them, and the project's."""
MANIFEST: Final = "manifest.json"
FAILED: Final = ".failed"
PART_BYTES: Final = 1 << 16
"""Of a binary of some 20 MB, which would take longer to read than all sources; each start asks."""
DIGEST_BYTES: Final = 16


class Finder(MetaPathFinder):
    """Finds the modules of a build, before the checkout's own."""

    def __init__(self, build: Path, modules: Mapping[str, str]) -> None:
        self.build = build
        self.modules = modules

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        place = self.modules.get(fullname)
        if place is None:
            return None
        return spec_from_file_location(fullname, place, loader=ExtensionFileLoader(fullname, place))


def asked() -> str:
    """The value of the environment: nothing, ``1`` or ``native``.

    Raises:
        ValueError: something else.
    """
    way = os.environ.get(ASKED, "")
    if way not in WAYS:
        raise ValueError(f"{ASKED} is 0, 1 or native, and not {way}")
    return "" if way in NO else way


def take_in() -> bool:
    """Have imports find the compiled rules, if they are asked for and there; nothing that fails here stops a start."""
    try:
        way = asked()
        if not way or not is_checkout(CHECKOUT) or "engine" in sys.modules:
            return False
        return use(place(key_of(CHECKOUT, way)))
    except (OSError, ValueError):
        return False


def use(build: Path) -> bool:
    """Have imports find the modules of a build; whether it is there and whole."""
    modules = modules_of(find_owned(build))
    finder = Finder(build, modules)
    sys.meta_path.insert(0, finder)
    try:
        for name in modules:
            if "." not in name:  # what all others are a part of
                __import__(name)
    except ImportError:
        sys.meta_path.remove(finder)
        return False
    with suppress(OSError):  # nobody may write there
        os.utime(build)  # the builds that were used last are kept
    return True


def flags() -> tuple[str, ...]:
    """The flags of the C compiler for the rules that this process took in, those aside that all builds have."""
    taken = next((finder for finder in sys.meta_path if isinstance(finder, Finder)), None)
    if taken is None:
        return ()
    try:
        return tuple(json.loads((taken.build / MANIFEST).read_bytes())["flags"])
    except (OSError, ValueError, KeyError):  # it was removed meanwhile
        return ()


def modules_of(build: Path) -> dict[str, str]:
    """Name of each module of a build -> its file.

    Raises:
        ValueError: a file is not as it was written, or others may write to it.
        OSError: something is not there.
    """
    manifest = json.loads((build / MANIFEST).read_bytes())
    for name, size in manifest["sizes"].items():
        found = (build / name).lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size != size or found.st_mode & OTHERS:
            raise ValueError(f"{build / name} is not as it was written")
    return {name: str(build / file) for name, file in manifest["modules"].items()}


# ---- where


def cache() -> Path:
    """The folder of all builds; it need not be there.

    Raises:
        OSError: no whole path is named, or the system knows no home of ours.
    """
    found = cache_folder() / "compiled"
    if not found.is_absolute():
        raise FileNotFoundError(f"the cache has no whole path: {found}")
    return found


def place(key: str) -> Path:
    return cache() / key


def failure(key: str) -> Path:
    """The file that says why there is no build; it need not be there."""
    return cache() / f"{key}{FAILED}"


def is_checkout(root: Path) -> bool:
    return all((root / name).is_file() for name in (PROJECT, *RECIPE))


# ---- when


def key_of(root: Path, way: str) -> str:
    """The name of a build: equal only where sources, recipe, interpreter and processor are.

    Raises:
        OSError: something cannot be read.
        ValueError: the project's file says nothing of compiling.
    """
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    digest.update(json.dumps(hook(root), sort_keys=True).encode())
    for name in (*RECIPE, *sources(root)):
        text = (root / name).read_bytes()
        digest.update(f"{name}\0{len(text)}\0".encode() + text)
    for fact in interpreter():
        digest.update(f"{fact}\0".encode())
    if way == NATIVE:
        digest.update(processor().encode())
    return digest.hexdigest() + (f"-{way}" if way == NATIVE else "")


def hook(root: Path) -> dict[str, Any]:
    """The table of the project's file that says what is compiled.

    Raises:
        OSError: it cannot be read.
        ValueError: there is none.
    """
    about = tomllib.loads((root / PROJECT).read_text())
    try:
        found = about["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
    except KeyError as error:
        raise ValueError(f"{PROJECT} names nothing that is compiled") from error
    assert isinstance(found, dict)
    return found


def sources(root: Path) -> Iterator[str]:
    """The modules of a checkout, in order."""
    for package in PACKAGES:
        yield from sorted(_modules_below(root / package, package))


def _modules_below(folder: Path, name: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _modules_below(Path(entry.path), f"{name}/{entry.name}")
            elif entry.name.endswith(".py"):
                yield f"{name}/{entry.name}"


def interpreter() -> Iterable[str]:
    """Facts that tell this interpreter from others, those of the same version and another build among them."""
    yield sys.implementation.name
    yield sys.version
    yield str(sysconfig.get_config_var("SOABI"))
    yield platform.machine()
    for path in binaries():
        yield digest_of(path)


def binaries() -> list[Path]:
    """The files of the interpreter: its program, and its library where that is one of its own."""
    program = getattr(sys, "_base_executable", None) or sys.executable
    library = sysconfig.get_config_var("LDLIBRARY") if sysconfig.get_config_var("Py_ENABLE_SHARED") else None
    folder = sysconfig.get_config_var("LIBDIR")
    found = [Path(os.path.realpath(program))]
    if library and folder and (Path(folder) / library).is_file():
        found.append(Path(folder) / library)
    return found


def digest_of(path: Path) -> str:
    """The digest of a binary's length, head and tail: its headers, its build's number and its tables stand there."""
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        for place in (0, max(0, size - PART_BYTES)):
            file.seek(place)
            digest.update(file.read(PART_BYTES))
        digest.update(str(size).encode())
    return digest.hexdigest()


def processor() -> str:
    """The model and the features of the processor, as far as the system tells."""
    told = ("model name", "flags", "Features", "CPU implementer", "CPU part")
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(sorted({line for line in lines if line.startswith(told)}))
