"""The build that the bench ran on: the interpreter, how it and the rules were built, cores, the reference loop's time.

Every figure stands beside this record, since another build of the same Python may be half as fast. The interpreter's
path is for whoever reads the console or ``--json``; it says something of one machine alone, and who works on it, so
``bench tables --write`` keeps it out of the project's files.
"""

import os
import pkgutil
import platform
import shlex
import sys
import sysconfig
from collections.abc import Iterable
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from typing import Final, Literal, Self, TypeAlias

import msgspec

import engine
from server.bench.reference import Reference
from server.runtime import compiled_rules
from server.runtime.version import VERSION

Optimised: TypeAlias = Literal["yes", "no", "unknown"]
Rules: TypeAlias = Literal["compiled", "interpreted", "unknown"]

UNKNOWN: Final = "unknown"
SWITCHES: Final = {
    "--enable-optimizations": ("profile", True),
    "--disable-optimizations": ("profile", False),
    "--with-lto": ("link", True),
    "--without-lto": ("link", False),
    "--with-pydebug": ("debug", True),
    "--without-pydebug": ("debug", False),
}
"""Arguments of CPython's ``configure`` that say how fast it is to be."""
OFF: Final = "no"
"""``--with-lto=no`` is ``--without-lto``."""


class Build(msgspec.Struct, frozen=True):
    """The record; what nobody noted is ``unknown``, or ``None``.

    Attributes:
        version: of Stackloop; runs from before it was noted have none.
        python: implementation and version.
        path: of the interpreter itself, behind links and a virtual environment; left out of the project's files.
        optimised: whether profile or link time optimisation went into it, by its ``CONFIG_ARGS``. These often name
            neither, and then it is unknown: Debian's Python is optimised by other means, pyenv's by none.
        flags: the arguments that say so.
        rules: whether modules of the engine are extension modules, as mypyc makes them.
        compiled: how many of them, of how many ``modules``; some are never compiled.
        rules_flags: of the C compiler, for a build of ``deploy/compile.py``; those aside that all of these have.
        cores: that this process may use.
        pass_ns: half of the reference loop's slices took no longer for a pass; then the least and the most of them.
    """

    python: str
    compiler: str
    optimised: Optimised
    rules: Rules
    version: str = ""
    path: str | msgspec.UnsetType = msgspec.UNSET
    flags: tuple[str, ...] = ()
    compiled: int = 0
    modules: int = 0
    rules_flags: tuple[str, ...] = ()
    cores: int | None = None
    pass_ns: float | None = None
    least_pass_ns: float | None = None
    most_pass_ns: float | None = None

    @classmethod
    def here(cls, reference: Reference) -> Self:
        """Of this process, whose reference loop has run."""
        optimised, flags = optimised_by(sysconfig.get_config_var("CONFIG_ARGS"))
        compiled, modules = compiled_of(engine.__path__, engine.__name__)
        return cls(
            python=f"{platform.python_implementation()} {platform.python_version()}",
            compiler=platform.python_compiler() or UNKNOWN,
            optimised=optimised,
            rules="compiled" if compiled else "interpreted",
            version=VERSION,
            path=interpreter(),
            flags=flags,
            compiled=compiled,
            modules=modules,
            rules_flags=compiled_rules.flags(),
            cores=cores(),
            pass_ns=reference.pass_ns(0.5),
            least_pass_ns=reference.pass_ns(0),
            most_pass_ns=reference.pass_ns(1),
        )

    def without_path(self) -> Self:
        return msgspec.structs.replace(self, path=msgspec.UNSET)

    def line(self) -> str:
        """As people read it, in one line."""
        python = f"{self.python} ({self.path})" if self.path else self.python
        flags = f" ({' '.join(self.flags)})" if self.flags else ""
        how = ", ".join((f"{self.compiled} of {self.modules} modules", *self.rules_flags))
        rules = f"{self.rules} ({how})" if self.compiled else self.rules
        cores = UNKNOWN if self.cores is None else f"{self.cores}"
        said = [
            f"Build: stackloop {self.version}; {python}" if self.version else f"Build: {python}",
            f"compiler: {self.compiler}",
            f"optimised: {self.optimised}{flags}",
            f"rules: {rules}",
            f"cores: {cores}",
            f"a pass of the bare priority loop: {self._pass()}",
        ]
        return "; ".join(said)

    def _pass(self) -> str:
        if self.pass_ns is None:
            return UNKNOWN
        spread = ""
        if self.least_pass_ns is not None and self.most_pass_ns is not None:
            spread = f" ({self.least_pass_ns:.0f} to {self.most_pass_ns:.0f})"
        return f"{self.pass_ns:.0f} ns{spread}"


def interpreter() -> str:
    """Path of the interpreter, or nothing if it does not know."""
    path = getattr(sys, "_base_executable", None) or sys.executable
    return os.path.realpath(path) if path else ""


def cores() -> int | None:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count()


def optimised_by(config_args: str | None) -> tuple[Optimised, tuple[str, ...]]:
    """The optimisation that the arguments of ``configure`` name, and those that name it; the last of each kind counts.

    An argument that is not there says nothing: a distribution may ask for the same by a target of ``make``.
    """
    try:
        arguments = shlex.split(config_args or "")
    except ValueError:  # cut off within a quotation
        arguments = []
    said: dict[str, tuple[bool, str]] = {}
    for argument in arguments:
        name, _, value = argument.partition("=")
        if name in SWITCHES:
            kind, is_on = SWITCHES[name]
            said[kind] = (is_on == (value != OFF), argument)
    flags = tuple(argument for _, argument in said.values())
    profile, link, debug = (said[kind][0] if kind in said else None for kind in ("profile", "link", "debug"))
    if debug or profile is False:
        return "no", flags
    return ("yes" if profile or link else "unknown"), flags


def found(name: str, path: list[str]) -> ModuleSpec | None:
    """The form of a module that an import would take: a build of the rules is not beside their sources."""
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_spec")]
    return next((spec for finder in finders if (spec := finder.find_spec(name, path)) is not None), None)


def compiled_of(path: Iterable[str], name: str) -> tuple[int, int]:
    """Number of extension modules below a package, and of all modules; nothing is imported."""
    compiled = modules = 0
    for _, below, is_package in pkgutil.iter_modules(path):
        spec = found(f"{name}.{below}", list(path))
        if spec is None:
            continue
        modules += 1
        compiled += isinstance(spec.loader, ExtensionFileLoader)
        if is_package and spec.submodule_search_locations is not None:
            more_compiled, more = compiled_of(spec.submodule_search_locations, spec.name)
            compiled, modules = compiled + more_compiled, modules + more
    return compiled, modules
